//! The bounded stack of open elements, with the context that each gives to the text inside it.
//!
//! In: elements that open and end. Out: the innermost context, and searches for open elements.
//! Held: at most [`STACK_ELEMENTS`] elements, [`Stack::HELD_BYTES`], and [`SUMS_BYTES`] with a
//! linear model.

use super::context::{Context, ElementInfo, ElementNote, Item, NO_ELEMENT};
use super::flags::{Flags, StyleFlags};
use super::kinds::NamedKind;
use super::rules::{Class, class_of, flags_of, is_island, is_never_shown};
use crate::html::TagId;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Maximum open elements in the stack. Deeper pages are rare.
pub(crate) const STACK_ELEMENTS: usize = 256;

/// Bytes of the sums of linear scores.
pub(crate) const SUMS_BYTES: usize = STACK_ELEMENTS * size_of::<i32>();

/// Maximum open elements that get the number of a new item, from the innermost outward to its list.
const ITEM_REACH: usize = 32;

/// Flags of text that is not visible.
const UNSHOWN: Flags = Flags::DROPPED.with(Flags::HIDDEN);

/// Number of outermost elements that a full stack forgets.
pub(super) const FORGOTTEN: usize = STACK_ELEMENTS / 2;

#[derive(Clone, Copy)]
pub(super) struct Element {
    pub(super) tag: TagId,
    pub(super) context: Context,
    pub(super) info: ElementInfo,
    /// Its score by a linear model.
    pub(super) linear_sum: i32,
}

/// What an open element gives to the text inside it.
#[derive(Clone, Copy, Default)]
struct Frame {
    context: Context,
    info: ElementInfo,
}

/// Open elements, outermost first, at most [`STACK_ELEMENTS`]. Tags have an array of their own, so
/// that they are searched as bytes.
///
/// Both arrays begin with an entry for the text outside of all elements, so that there is always an
/// innermost one.
pub(super) struct Stack {
    tags: Box<[TagId; STACK_ELEMENTS + 1]>,
    frames: Box<[Frame; STACK_ELEMENTS + 1]>,
    /// Number of open elements.
    len: usize,
    /// Sum of the linear scores of each element and its ancestors, with a linear model.
    sums: Option<Vec<i32>>,
    forgotten: u64,
    /// `lost`: forgotten elements that are still open as far as is known. `forgotten_visible`: how
    /// many of them are outside of the outermost invisible one.
    lost: u64,
    forgotten_visible: u64,
    /// Visibility flags of the innermost forgotten element.
    forgotten_flags: Flags,
    /// Number of lists opened on this page; wraps around.
    lists: u8,
    /// Number of quotes opened on this page; wraps around.
    quotes: u8,
    /// Open elements of each tag. Most start tags search for an element to end, such as a `p`, and
    /// mostly none is open.
    open: [u16; 256],
    /// The least number of open elements since the last text or image.
    lowest: usize,
}

impl Stack {
    pub(super) const HELD_BYTES: usize = (STACK_ELEMENTS + 1) * (size_of::<TagId>() + size_of::<Frame>());

    pub(super) fn new() -> Self {
        Self {
            tags: Box::new([TagId::Other; STACK_ELEMENTS + 1]),
            frames: Box::new([Frame::default(); STACK_ELEMENTS + 1]),
            len: 0,
            sums: None,
            forgotten: 0,
            lost: 0,
            forgotten_visible: 0,
            forgotten_flags: Flags::NONE,
            lists: 0,
            quotes: 0,
            open: [0; 256],
            lowest: 0,
        }
    }

    pub(super) fn reset(&mut self) {
        self.len = 0;
        self.frames[0] = Frame::default();
        if let Some(sums) = &mut self.sums {
            sums.clear();
        }
        self.forgotten = 0;
        (self.lost, self.forgotten_visible, self.forgotten_flags) = (0, 0, Flags::NONE);
        self.lists = 0;
        self.quotes = 0;
        self.open.fill(0);
        self.lowest = 0;
    }

    /// The tags of the open elements.
    #[inline]
    fn open_tags(&self) -> &[TagId] {
        &self.tags[1..=self.len]
    }

    /// Turns the sums of linear scores on or off.
    pub(super) fn sum_up(&mut self, is_wanted: bool) {
        self.sums = is_wanted.then(|| Vec::with_capacity(STACK_ELEMENTS));
    }

    /// Sum of the linear scores of all open elements.
    pub(super) fn linear_sum(&self) -> i32 {
        self.sums.as_ref().and_then(|sums| sums.last()).copied().unwrap_or_default()
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The least number of open elements since the last call.
    pub(super) fn take_lowest(&mut self) -> usize {
        let lowest = self.lowest.min(self.len);
        self.lowest = self.len;
        lowest
    }

    pub(super) fn forgotten(&self) -> u64 {
        self.forgotten
    }

    #[inline]
    pub(super) fn top_tag(&self) -> TagId {
        self.tags[self.len]
    }

    /// The context of text at this place.
    #[inline]
    pub(super) fn context(&self) -> &Context {
        &self.frames[self.len].context
    }

    /// Whether an element is open whose content is never shown, whatever is selected.
    #[cold]
    pub(super) fn is_in_never_shown(&self) -> bool {
        let mut open = self.open_tags().iter().zip(&self.frames[1..]);
        open.any(|(&tag, frame)| {
            is_never_shown(tag) || tag == TagId::Template && !frame.context.note.is_shadow_root()
        })
    }

    /// The context of the parent of the innermost `tag`. Without such an element, the innermost
    /// context of all.
    pub(super) fn parent_context(&self, tag: TagId) -> &Context {
        let Some(at) = self.find_tag(tag, |_| false) else { return self.context() };
        // An element is at the place after its own.
        &self.frames[at].context
    }

    /// The info of the innermost element.
    #[inline]
    pub(super) fn info(&self) -> &ElementInfo {
        &self.frames[self.len].info
    }

    /// Whether the innermost element shows all white space that `shown` says.
    #[inline]
    pub(super) fn shows(&self, shown: StyleFlags) -> bool {
        self.info().style.has(shown)
    }

    /// Sets what the innermost element, a row, is by its names, and what its table and row group
    /// are.
    #[cold]
    pub(super) fn set_parts(&mut self, row: NamedKind, groups: NamedKind) {
        use TagId::{Table, Tbody, Tfoot, Thead};
        let frames = &mut self.frames[1..=self.len];
        let mut innermost = self.tags[1..=self.len].iter().zip(frames).rev();
        if let Some((_, frame)) = innermost.next() {
            frame.info.part = row;
        }
        for (tag, frame) in innermost.take_while(|(tag, _)| matches!(tag, Table | Tbody | Tfoot | Thead)) {
            frame.info.part = groups;
            if *tag == Table {
                break;
            }
        }
    }

    /// Creates the missing records of open elements, outermost first: of block-level ones, or of
    /// `all`.
    ///
    /// `create` takes the record of the parent (that of the root is 0), and the element's tag,
    /// context and info. It returns the element's record.
    #[inline]
    pub(super) fn ensure_elements(
        &mut self,
        all: bool,
        mut create: impl FnMut(u32, TagId, &Context, ElementInfo) -> u32,
    ) {
        if self.context().element != NO_ELEMENT {
            return;
        }
        let frames = &mut self.frames[1..=self.len];
        let known = frames.iter().rposition(|frame| frame.context.element != NO_ELEMENT);
        let mut parent = known.map_or(0, |at| frames[at].context.element);
        let missing = known.map_or(0, |at| at + 1);
        for (&tag, frame) in self.tags[1 + missing..=self.len].iter().zip(&mut frames[missing..]) {
            if all || class_of(tag).has(Class::BLOCK) {
                parent = create(parent, tag, &frame.context, frame.info);
            }
            frame.context.element = parent;
        }
    }

    /// The record of the innermost element that has one.
    #[cold]
    pub(super) fn innermost_record(&self) -> Option<u32> {
        let frames = &self.frames[1..=self.len];
        frames.iter().rev().map(|frame| frame.context.element).find(|&element| element != NO_ELEMENT)
    }

    /// The tag that the element at `at` is displayed as: its own, or that of its role.
    pub(super) fn shown_as_at(&self, at: usize) -> TagId {
        self.frames[at + 1].info.part.shown_as(self.tags[at + 1])
    }

    pub(super) fn context_at(&self, at: usize) -> &Context {
        &self.frames[at + 1].context
    }

    /// Pushes an element. A full stack forgets its outer half first.
    #[inline]
    pub(super) fn push(&mut self, element: &Element) {
        if self.is_full() {
            self.forget();
        }
        let mut context = element.context;
        // In preformatted text, lists and items may be lines.
        let is_itself = context.tag() == element.tag;
        if element.tag.is_list() && is_itself {
            self.lists = self.lists.wrapping_add(1);
            context.list = self.lists;
        } else if matches!(element.tag, TagId::Li | TagId::Dt | TagId::Dd) && is_itself {
            context.item = context.item.next();
            self.count_item(context.item);
        } else if element.tag == TagId::Blockquote {
            self.quotes = self.quotes.wrapping_add(Context::QUOTES + 1);
            context.quote_depth |= self.quotes;
        }
        if let Some(sums) = &mut self.sums {
            let parent = sums.last().copied().unwrap_or_default();
            sums.push(parent.saturating_add(element.linear_sum));
        }
        self.open[usize::from(element.tag as u8)] += 1;
        self.len += 1;
        self.tags[self.len] = element.tag;
        self.frames[self.len] = Frame { context, info: element.info };
    }

    /// Whether the next element makes the stack forget its outer half, [`FORGOTTEN`] elements.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.len == STACK_ELEMENTS
    }

    /// Forgets the outer half. If its innermost element is invisible, so is text outside of all
    /// remaining elements.
    fn forget(&mut self) {
        if self.lost == self.forgotten_visible {
            let outer = self.frames[1..=FORGOTTEN].iter();
            self.forgotten_visible +=
                outer.take_while(|frame| !frame.context.flags.has(UNSHOWN)).count() as u64;
        }
        self.lost += FORGOTTEN as u64;
        self.forgotten_flags = self.frames[FORGOTTEN].context.flags.and(UNSHOWN);
        self.frames[0].context.flags.set(self.forgotten_flags);
        for &tag in &self.tags[1..=FORGOTTEN] {
            self.open[usize::from(tag as u8)] -= 1;
        }
        self.tags.copy_within(1 + FORGOTTEN..=self.len, 1);
        self.frames.copy_within(1 + FORGOTTEN..=self.len, 1);
        self.len -= FORGOTTEN;
        if let Some(sums) = &mut self.sums {
            sums.drain(..FORGOTTEN);
        }
        self.forgotten += FORGOTTEN as u64;
    }

    /// An end tag that ends no open element. If the stack is empty, it ends a forgotten element.
    pub(super) fn end_forgotten(&mut self) {
        if self.len > 0 || self.lost == 0 {
            return;
        }
        self.lost -= 1;
        if self.lost <= self.forgotten_visible {
            self.forgotten_visible = self.lost;
            self.frames[0].context.flags.unset(self.forgotten_flags);
            self.forgotten_flags = Flags::NONE;
        }
    }

    /// Sets the current item of its list, and of the elements in between.
    fn count_item(&mut self, item: Item) {
        let frames = &mut self.frames[1..=self.len];
        for (tag, frame) in self.tags[1..=self.len].iter().zip(frames).rev().take(ITEM_REACH) {
            frame.context.item = item;
            if tag.is_list() {
                break;
            }
        }
    }

    /// Removes the innermost element, if there is one.
    #[inline]
    pub(super) fn pop(&mut self) {
        if self.len == 0 {
            return;
        }
        self.open[usize::from(self.tags[self.len] as u8)] -= 1;
        self.len -= 1;
        self.lowest = self.lowest.min(self.len);
        if let Some(sums) = &mut self.sums {
            sums.pop();
        }
    }

    /// Whether an element with any of these tags is open.
    #[inline]
    pub(super) fn has_any(&self, tags: &[TagId]) -> bool {
        tags.iter().any(|&tag| self.open[usize::from(tag as u8)] > 0)
    }

    /// Index of the innermost element that `is_wanted`, unless one that `is_barrier` is inside it.
    #[inline]
    pub(super) fn find(
        &self,
        is_wanted: impl Fn(TagId) -> bool,
        is_barrier: impl Fn(TagId) -> bool,
    ) -> Option<usize> {
        for (at, &tag) in self.open_tags().iter().enumerate().rev() {
            if is_wanted(tag) {
                return Some(at);
            }
            if is_barrier(tag) {
                return None;
            }
        }
        None
    }

    /// Index of the innermost `tag`, unless an element that `is_barrier` is inside it.
    #[inline]
    pub(super) fn find_tag(&self, tag: TagId, is_barrier: impl Fn(TagId) -> bool) -> Option<usize> {
        if self.has_any(&[tag]) { self.find(|open| open == tag, is_barrier) } else { None }
    }

    /// Index of the innermost unknown element of this name, unless a block-level one is inside it.
    pub(super) fn find_unknown(&self, name: ElementNote) -> Option<usize> {
        for at in (0..self.len).rev() {
            let tag = self.tags[at + 1];
            if tag == TagId::Other && self.context_at(at).note == name {
                return Some(at);
            }
            if class_of(tag).has(Class::BLOCK) || is_island(tag) {
                return None;
            }
        }
        None
    }

    /// Whether a block-level element is open inside the one at `at`.
    pub(super) fn has_block_above(&self, at: usize) -> bool {
        self.open_tags()[at + 1..].iter().any(|&tag| class_of(tag).has(Class::BLOCK))
    }

    /// Removes the element at `at`. Those inside it lose the flags and the mark that it
    /// set.
    pub(super) fn remove(&mut self, at: usize) {
        let removed = self.tags[at + 1];
        self.open[usize::from(removed as u8)] -= 1;
        let Frame { context, info } = self.frames[at + 1];
        self.tags.copy_within(at + 2..=self.len, at + 1);
        self.frames.copy_within(at + 2..=self.len, at + 1);
        self.len -= 1;
        if let Some(sums) = &mut self.sums {
            sums.remove(at);
        }
        let around = self.frames[at];
        let (byline, byline_around) = (info.marks.byline, around.info.marks.byline);
        let mut flags = flags_of(removed);
        if !around.context.flags.has(Flags::HIDDEN) {
            flags.set(context.flags.and(Flags::HIDDEN));
        }
        for frame in &mut self.frames[at + 1..=self.len] {
            let info = &mut frame.info;
            if byline != byline_around && (info.marks.byline == byline || byline_around == 0) {
                info.marks.byline = byline_around;
            }
            if info.hides_itself {
                flags.unset(Flags::HIDDEN);
            }
            frame.context.flags.unset(flags);
        }
    }

    /// Sets whether text outside of all elements is dropped.
    pub(super) fn drop_outermost(&mut self, is_dropped: bool) {
        let is_dropped = is_dropped || self.forgotten_flags.has(Flags::DROPPED);
        self.frames[0].context.flags.put(Flags::DROPPED, is_dropped);
    }

    /// From `at` on, elements are dropped if their parent is, up to the first that is dropped by
    /// its own tag. Calls `changed` for each element whose state changes, with the new state.
    pub(super) fn drop_like_parent(&mut self, at: usize, mut changed: impl FnMut(TagId, bool)) {
        let is_dropped = self.frames[at].context.flags.has(Flags::DROPPED);
        let frames = &mut self.frames[at + 1..=self.len];
        for (&tag, frame) in self.tags[at + 1..=self.len].iter().zip(frames) {
            if class_of(tag).has(Class::DROP) {
                break;
            }
            if frame.context.flags.has(Flags::DROPPED) != is_dropped {
                frame.context.flags.put(Flags::DROPPED, is_dropped);
                changed(frame.info.part.shown_as(tag), is_dropped);
            }
        }
    }
}
