//! The bounded stack of open elements, and what each makes of the text inside it.

use super::byline::BylineState;
use super::context::{Context, ElementInfo, Flags, Item, NO_ELEMENT, is_list};
use super::rules::{Class, class_of, flags_of, is_island, is_never_shown};
use crate::html::TagId;
use alloc::vec::Vec;

/// Open elements that are remembered. Of real pages one in some thousands is deeper.
pub(crate) const STACK_ELEMENTS: usize = 256;

/// Bytes of the sums of what open elements are worth.
pub(crate) const SUMS_BYTES: usize = STACK_ELEMENTS * size_of::<i32>();

/// Elements between a list and its items that an item's number is carried through.
const ITEM_REACH: usize = 32;

/// What keeps a text from being shown.
const UNSHOWN: Flags = Flags::DROPPED.with(Flags::HIDDEN);

/// Elements that a full stack forgets, the outermost.
pub(super) const FORGOTTEN: usize = STACK_ELEMENTS / 2;

/// An open element.
#[derive(Clone, Copy)]
pub(super) struct Element {
    pub(super) tag: TagId,
    pub(super) context: Context,
    pub(super) names: ElementInfo,
    /// What a linear model gives it.
    pub(super) worth: i32,
}

/// Open elements, outermost first, at most [`STACK_ELEMENTS`]. Tags lie apart, so that they are
/// searched as bytes.
pub(super) struct Stack {
    tags: Vec<TagId>,
    contexts: Vec<Context>,
    names: Vec<ElementInfo>,
    /// What each element and all around it are worth blend, where that is wanted.
    sums: Option<Vec<i32>>,
    outermost: Context,
    forgotten: u64,
    /// Those of the forgotten that are open as far as is known, and how many of them are around the
    /// outermost one that does not show.
    lost: u64,
    lost_shown: u64,
    /// What the innermost of them says of whether text shows.
    lost_flags: Flags,
    /// Lists opened on this page, counted round.
    lists: u8,
    /// The same of quotes.
    quotes: u8,
    /// Open elements of each tag: most tags ask for one that might have to end, such as a `p`, and
    /// mostly there is none.
    open: [u16; 256],
}

impl Stack {
    pub(super) const HELD_BYTES: usize =
        STACK_ELEMENTS * (size_of::<TagId>() + size_of::<Context>() + size_of::<ElementInfo>());

    pub(super) fn new() -> Self {
        Self {
            tags: Vec::with_capacity(STACK_ELEMENTS),
            contexts: Vec::with_capacity(STACK_ELEMENTS),
            names: Vec::with_capacity(STACK_ELEMENTS),
            sums: None,
            outermost: Context::default(),
            forgotten: 0,
            lost: 0,
            lost_shown: 0,
            lost_flags: Flags::NONE,
            lists: 0,
            quotes: 0,
            open: [0; 256],
        }
    }

    pub(super) fn reset(&mut self) {
        self.tags.clear();
        self.contexts.clear();
        self.names.clear();
        if let Some(sums) = &mut self.sums {
            sums.clear();
        }
        self.forgotten = 0;
        (self.lost, self.lost_shown, self.lost_flags) = (0, 0, Flags::NONE);
        self.outermost = Context::default();
        self.lists = 0;
        self.quotes = 0;
        self.open.fill(0);
    }

    /// Whether what elements are worth is summed up.
    pub(super) fn sum_up(&mut self, is_wanted: bool) {
        self.sums = is_wanted.then(|| Vec::with_capacity(STACK_ELEMENTS));
    }

    /// What all open elements are worth blend.
    pub(super) fn worth(&self) -> i32 {
        self.sums.as_ref().and_then(|sums| sums.last()).copied().unwrap_or_default()
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.tags.len()
    }

    pub(super) fn forgotten(&self) -> u64 {
        self.forgotten
    }

    #[inline]
    pub(super) fn top_tag(&self) -> TagId {
        self.tags.last().copied().unwrap_or_default()
    }

    /// The context that text stands in now.
    #[inline]
    pub(super) fn context(&self) -> &Context {
        self.contexts.last().unwrap_or(&self.outermost)
    }

    /// Whether an element is open inside of which nothing ever shows, whatever is selected.
    #[cold]
    pub(super) fn is_in_never_shown(&self) -> bool {
        let mut open = self.tags.iter().zip(&self.contexts);
        open.any(|(&tag, context)| {
            is_never_shown(tag) || tag == TagId::Template && context.name_hash != Context::SHADOW_ROOT
        })
    }

    /// The context that the innermost `tag` stands in; the innermost of all if there is no such
    /// element.
    pub(super) fn context_around(&self, tag: TagId) -> &Context {
        let Some(at) = self.find_tag(tag, |_| false) else { return self.context() };
        at.checked_sub(1).map_or(&self.outermost, |around| &self.contexts[around])
    }

    /// The names of the innermost block-level element.
    #[inline]
    pub(super) fn names(&self) -> ElementInfo {
        self.names.last().copied().unwrap_or_default()
    }

    /// Gives every open block-level element, or every one at all, that has no record one, the
    /// outermost first: `create` takes the record of the element around it (the root's is 0),
    /// its tag, its context and its names, and gives its record.
    #[inline]
    pub(super) fn ensure_elements(
        &mut self,
        all: bool,
        mut create: impl FnMut(u32, TagId, &Context, ElementInfo) -> u32,
    ) {
        if self.context().element != NO_ELEMENT {
            return;
        }
        let known = self.contexts.iter().rposition(|context| context.element != NO_ELEMENT);
        let mut around = known.map_or(0, |at| self.contexts[at].element);
        for at in known.map_or(0, |at| at + 1)..self.contexts.len() {
            let tag = self.tags[at];
            if all || class_of(tag).has(Class::BLOCK) {
                around = create(around, tag, &self.contexts[at], self.names[at]);
            }
            self.contexts[at].element = around;
        }
    }

    /// What shows the element at `at`: its tag, or that which its role stands for.
    pub(super) fn shown_as_at(&self, at: usize) -> TagId {
        self.names[at].part.shown_as(self.tags[at])
    }

    pub(super) fn context_at(&self, at: usize) -> &Context {
        &self.contexts[at]
    }

    /// Opens an element; a full stack forgets its outer half first.
    #[inline]
    pub(super) fn push(&mut self, element: &Element) {
        if self.is_full() {
            self.forget();
        }
        let mut context = element.context;
        // In preformatted text they may be lines.
        let is_itself = context.tag() == element.tag;
        if is_list(element.tag) && is_itself {
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
            let around = sums.last().copied().unwrap_or_default();
            sums.push(around.saturating_add(element.worth));
        }
        self.open[usize::from(element.tag as u8)] += 1;
        self.tags.push(element.tag);
        self.contexts.push(context);
        self.names.push(element.names);
    }

    /// Whether the next element makes it forget its outer half, [`FORGOTTEN`] elements.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.tags.len() == STACK_ELEMENTS
    }

    /// Forgets the outer half. What does not show there stays so outside of all elements that are
    /// left.
    fn forget(&mut self) {
        if self.lost == self.lost_shown {
            let shown = self.contexts[..FORGOTTEN].iter().take_while(|context| !context.flags.has(UNSHOWN));
            self.lost_shown += shown.count() as u64;
        }
        self.lost += FORGOTTEN as u64;
        self.lost_flags = self.contexts[FORGOTTEN - 1].flags.and(UNSHOWN);
        self.outermost.flags.set(self.lost_flags);
        self.tags.drain(..FORGOTTEN).for_each(|tag| self.open[usize::from(tag as u8)] -= 1);
        self.contexts.drain(..FORGOTTEN);
        self.names.drain(..FORGOTTEN);
        if let Some(sums) = &mut self.sums {
            sums.drain(..FORGOTTEN);
        }
        self.forgotten += FORGOTTEN as u64;
    }

    /// An end tag ends none of the open elements; where there are none, it is that of a forgotten
    /// one.
    pub(super) fn end_forgotten(&mut self) {
        if !self.tags.is_empty() || self.lost == 0 {
            return;
        }
        self.lost -= 1;
        if self.lost <= self.lost_shown {
            self.lost_shown = self.lost;
            self.outermost.flags.unset(self.lost_flags);
            self.lost_flags = Flags::NONE;
        }
    }

    /// An item begins: its list, and the elements between the two, know its number.
    fn count_item(&mut self, item: Item) {
        for (tag, context) in self.tags.iter().zip(&mut self.contexts).rev().take(ITEM_REACH) {
            context.item = item;
            if is_list(*tag) {
                break;
            }
        }
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<Element> {
        let (tag, context, names) = (self.tags.pop()?, self.contexts.pop()?, self.names.pop()?);
        self.open[usize::from(tag as u8)] -= 1;
        if let Some(sums) = &mut self.sums {
            sums.pop();
        }
        Some(Element { tag, context, names, worth: 0 })
    }

    /// Whether any of these tags is open.
    #[inline]
    pub(super) fn has_any(&self, tags: &[TagId]) -> bool {
        tags.iter().any(|&tag| self.open[usize::from(tag as u8)] > 0)
    }

    /// The innermost element that `is_wanted`, unless one that `is_barrier` lies above it.
    #[inline]
    pub(super) fn find(
        &self,
        is_wanted: impl Fn(TagId) -> bool,
        is_barrier: impl Fn(TagId) -> bool,
    ) -> Option<usize> {
        for (at, &tag) in self.tags.iter().enumerate().rev() {
            if is_wanted(tag) {
                return Some(at);
            }
            if is_barrier(tag) {
                return None;
            }
        }
        None
    }

    /// The innermost `tag`, unless an element that `is_barrier` lies above it.
    #[inline]
    pub(super) fn find_tag(&self, tag: TagId, is_barrier: impl Fn(TagId) -> bool) -> Option<usize> {
        if self.has_any(&[tag]) { self.find(|open| open == tag, is_barrier) } else { None }
    }

    /// The innermost unknown element of this name, unless a block-level one lies above it.
    pub(super) fn find_unknown(&self, name_hash: u16) -> Option<usize> {
        for (at, (&tag, context)) in self.tags.iter().zip(&self.contexts).enumerate().rev() {
            if tag == TagId::Other && context.name_hash == name_hash {
                return Some(at);
            }
            if class_of(tag).has(Class::BLOCK) || is_island(tag) {
                return None;
            }
        }
        None
    }

    /// Whether a block-level element lies above `at`.
    pub(super) fn has_block_above(&self, at: usize) -> bool {
        self.tags[at + 1..].iter().any(|&tag| class_of(tag).has(Class::BLOCK))
    }

    /// Takes the element at `at` out; those above it lose what they had from it.
    pub(super) fn remove(&mut self, at: usize) {
        let removed = self.tags.remove(at);
        self.open[usize::from(removed as u8)] -= 1;
        let context = self.contexts.remove(at);
        let byline = self.names.remove(at).byline;
        let byline_around =
            at.checked_sub(1).map_or(BylineState::Outside, |around| self.names[around].byline);
        if byline != byline_around {
            let inherits =
                |names: &&mut ElementInfo| names.byline == byline || byline_around == BylineState::Outside;
            self.names[at..].iter_mut().filter(inherits).for_each(|names| names.byline = byline_around);
        }
        if let Some(sums) = &mut self.sums {
            sums.remove(at);
        }
        let around = at.checked_sub(1).map_or(&self.outermost, |around| &self.contexts[around]);
        let mut flags = flags_of(removed);
        if !around.flags.has(Flags::HIDDEN) {
            flags.set(context.flags.and(Flags::HIDDEN));
        }
        for (context, names) in self.contexts.iter_mut().zip(&self.names).skip(at) {
            if names.hides_itself {
                flags.unset(Flags::HIDDEN);
            }
            context.flags.unset(flags);
        }
    }

    /// Whether text outside all elements vanishes.
    pub(super) fn drop_outermost(&mut self, is_dropped: bool) {
        self.outermost.flags.put(Flags::DROPPED, is_dropped || self.lost_flags.has(Flags::DROPPED));
    }

    /// Elements from `at` on vanish as the one around them does, up to the first that vanishes by
    /// itself. `changed` is told of those that did not before, or did.
    pub(super) fn drop_like_parent(&mut self, at: usize, mut changed: impl FnMut(TagId, bool)) {
        let around = at.checked_sub(1).map_or(&self.outermost, |around| &self.contexts[around]);
        let is_dropped = around.flags.has(Flags::DROPPED);
        let elements = self.tags.iter().zip(&mut self.contexts).zip(&self.names);
        for ((tag, context), names) in elements.skip(at) {
            if class_of(*tag).has(Class::DROP) {
                break;
            }
            if context.flags.has(Flags::DROPPED) != is_dropped {
                context.flags.put(Flags::DROPPED, is_dropped);
                changed(names.part.shown_as(*tag), is_dropped);
            }
        }
    }
}
