//! CSS selection: drops text outside of selected elements and inside of dropped ones.
//!
//! In: elements that open and close. Out: [`ScopeChange`] for each one, and the [`Selection`] of a
//! page. The [`SelectorMatcher`] gets each element with its attributes when it opens, and again
//! when it closes. It also gets implied end tags. Elements inside of a dropped one are not matched.
//! Inside of a selected one they are matched only if there is something to drop.
//!
//! Held: two bytes for each open element.
#![cfg_attr(
    not(feature = "css"),
    allow(dead_code, unreachable_pub, reason = "nothing else makes a selection")
)]

use super::rules::Class;
use super::stack::STACK_ELEMENTS;
use crate::html::{Tag, TagId};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::panic::{RefUnwindSafe, UnwindSafe};

/// Whether an element matches the selectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MatchResult {
    pub(crate) select: bool,
    pub(crate) drop: bool,
}

/// Identifies a matched element when it closes.
pub(crate) type OpenedId = u16;

pub(crate) trait SelectorMatcher: Send + Sync + UnwindSafe + RefUnwindSafe {
    /// Whether there are selectors of content. Otherwise all that is not dropped is selected.
    fn selects(&self) -> bool;
    /// Whether there are selectors to drop.
    fn drops(&self) -> bool;
    /// An element opens inside the open ones; `is_leaf`: it closes at once. `Err` is an `html` or
    /// `body` that the page leaves out.
    fn open(&mut self, element: Result<&Tag<'_>, TagId>, is_leaf: bool) -> (MatchResult, OpenedId);
    /// An element closes, and all unclosed elements inside it.
    fn close(&mut self, id: OpenedId);
    /// Forgets all open elements.
    fn restart(&mut self);
    /// Starts another page.
    fn reset(&mut self);
    /// Number of tags of this page that were matched with truncated attributes.
    fn tags_cut(&self) -> u64;
}

/// Number of elements of a page that were selected and dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Selection {
    /// Elements that were selected, each with its descendants. Elements inside another one are not
    /// counted. `None` without selectors of content: then everything is selected.
    pub selected: Option<u64>,
    /// Elements that were dropped; those inside another one are not counted. `None` without
    /// selectors to drop.
    pub dropped: Option<u64>,
    /// Tags that were too long: selectors were matched without some of their attributes, or with a
    /// truncated one.
    pub tags_cut: u64,
    /// How often the ancestors of a place were forgotten, because too many were open or they ended
    /// in the wrong order. Selectors that name these ancestors match nothing until they close.
    pub restarts: u64,
}

/// An open element that was not given to the matcher.
const NOT_OPENED: OpenedId = OpenedId::MAX;

/// Maximum elements that ended in the wrong order and are still open for the matcher. Beyond it,
/// all are forgotten.
const MAX_LEFT_OPEN: usize = 64;

/// The state of a selection on one page.
pub(crate) struct Scope {
    matcher: Box<dyn SelectorMatcher>,
    /// Identifier of each open element, outermost first, as in the stack.
    ids: Vec<OpenedId>,
    /// Indices in the stack of the outermost selected and the outermost dropped element.
    selected_at: Option<usize>,
    dropped_at: Option<usize>,
    /// The `html` or the `body` was selected or dropped, until the end of the page.
    all_selected: bool,
    all_dropped: bool,
    left_open: usize,
    html: Seen,
    body: Seen,
    found: Selection,
}

/// Whether the `html` or the `body` of the page was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    Not,
    /// By content that only it can hold.
    Implied,
    /// By its tag.
    Tag,
}

/// How an element that opens changes the selection.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScopeChange {
    id: OpenedId,
    /// It is selected, and no ancestor is.
    pub(super) begins_selected: bool,
    /// It is dropped, and no ancestor is.
    pub(super) begins_dropped: bool,
}

impl Default for ScopeChange {
    /// An element that was not matched.
    fn default() -> Self {
        Self { id: NOT_OPENED, begins_selected: false, begins_dropped: false }
    }
}

impl Scope {
    /// Whether a selector dropped the open elements.
    pub(super) fn is_dropped(&self) -> bool {
        self.all_dropped || self.dropped_at.is_some()
    }

    /// Bytes on the heap, without those of the matcher.
    pub(crate) const HELD_BYTES: usize = STACK_ELEMENTS * size_of::<OpenedId>();

    pub(crate) fn new(matcher: Box<dyn SelectorMatcher>) -> Self {
        let mut scope = Self {
            matcher,
            ids: Vec::with_capacity(STACK_ELEMENTS),
            selected_at: None,
            dropped_at: None,
            all_selected: false,
            all_dropped: false,
            left_open: 0,
            html: Seen::Not,
            body: Seen::Not,
            found: Selection::default(),
        };
        scope.reset();
        scope
    }

    pub(super) fn reset(&mut self) {
        self.matcher.reset();
        self.ids.clear();
        (self.selected_at, self.dropped_at) = (None, None);
        (self.all_selected, self.all_dropped) = (!self.matcher.selects(), false);
        self.left_open = 0;
        (self.html, self.body) = (Seen::Not, Seen::Not);
        self.found = Selection {
            selected: self.matcher.selects().then_some(0),
            dropped: self.matcher.drops().then_some(0),
            ..Selection::default()
        };
    }

    pub(super) fn found(&self) -> Selection {
        Selection { tags_cut: self.matcher.tags_cut(), ..self.found }
    }

    /// Whether text outside of all elements is dropped.
    pub(super) fn drops_outermost(&self) -> bool {
        self.all_dropped || !self.all_selected
    }

    /// An element opens. It is not in the stack until [`push`](Self::push).
    pub(super) fn open(&mut self, tag: &Tag<'_>, class: Class) -> ScopeChange {
        match tag.id {
            // A second one only adds attributes to the first, which was already matched. A first
            // one that was only implied is matched with its tag.
            TagId::Html if self.html == Seen::Tag => return ScopeChange::default(),
            TagId::Body if self.body == Seen::Tag => return ScopeChange::default(),
            TagId::Html => self.html = Seen::Tag,
            TagId::Body => {
                self.imply(TagId::Html);
                self.body = Seen::Tag;
            }
            _ if class.has(Class::IN_HEAD) && !tag.foreign => self.imply(TagId::Html),
            _ => self.imply_body(),
        }
        // The matcher treats their content as text, and only their own end tag would end it.
        let is_text = matches!(
            tag.id,
            TagId::Title
                | TagId::Textarea
                | TagId::Style
                | TagId::Xmp
                | TagId::Iframe
                | TagId::Noembed
                | TagId::Noframes
                | TagId::Noscript
                | TagId::Script
                | TagId::Svg
                | TagId::Math
        );
        if tag.id == TagId::Plaintext {
            return ScopeChange::default();
        }
        let is_leaf = is_text || class.has(Class::VOID);
        let opened = self.match_element(Ok(tag), is_leaf);
        if matches!(tag.id, TagId::Html | TagId::Body) {
            self.all_selected |= opened.begins_selected;
            self.all_dropped |= opened.begins_dropped;
        }
        opened
    }

    /// Something begins that only a body can hold.
    pub(super) fn imply_body(&mut self) {
        self.imply(TagId::Html);
        self.imply(TagId::Body);
    }

    /// Matches an `html` or `body` that the page leaves out.
    fn imply(&mut self, id: TagId) {
        let seen = if id == TagId::Html { &mut self.html } else { &mut self.body };
        if *seen == Seen::Not {
            *seen = Seen::Implied;
            let opened = self.match_element(Err(id), false);
            self.all_selected |= opened.begins_selected;
            self.all_dropped |= opened.begins_dropped;
        }
    }

    /// Matches an element, unless its result cannot change anything.
    fn match_element(&mut self, element: Result<&Tag<'_>, TagId>, is_leaf: bool) -> ScopeChange {
        let is_selected = self.all_selected || self.selected_at.is_some();
        let is_dropped = self.all_dropped || self.dropped_at.is_some();
        if is_dropped || is_selected && self.found.dropped.is_none() {
            return ScopeChange::default();
        }
        let (matched, id) = self.matcher.open(element, is_leaf);
        let begins_selected = matched.select && !is_selected;
        let begins_dropped = matched.drop;
        if begins_dropped {
            self.found.dropped = self.found.dropped.map(|count| count + 1);
        } else if begins_selected {
            self.found.selected = self.found.selected.map(|count| count + 1);
        }
        ScopeChange {
            id: if is_leaf { NOT_OPENED } else { id },
            begins_selected: begins_selected && !begins_dropped,
            begins_dropped,
        }
    }

    /// Adds the element to the stack.
    pub(super) fn push(&mut self, opened: ScopeChange) {
        if self.ids.len() == STACK_ELEMENTS {
            self.forget(STACK_ELEMENTS / 2);
        }
        let at = self.ids.len();
        if opened.begins_selected {
            self.selected_at = Some(at);
        }
        if opened.begins_dropped {
            self.dropped_at = Some(at);
        }
        self.ids.push(opened.id);
    }

    /// The full stack forgets its outermost elements. If they were selected or dropped, the rest of
    /// the page is so, too.
    fn forget(&mut self, count: usize) {
        self.ids.drain(..count);
        self.all_selected |= self.selected_at.is_some_and(|at| at < count);
        self.all_dropped |= self.dropped_at.is_some_and(|at| at < count);
        self.selected_at = self.selected_at.and_then(|at| at.checked_sub(count));
        self.dropped_at = self.dropped_at.and_then(|at| at.checked_sub(count));
        self.restart();
    }

    fn restart(&mut self) {
        self.matcher.restart();
        self.ids.fill(NOT_OPENED);
        self.left_open = 0;
        self.found.restarts += 1;
    }

    /// The innermost element ended. Returns whether a selected part ended with it.
    pub(super) fn pop(&mut self) -> bool {
        if let Some(id) = self.ids.pop()
            && id != NOT_OPENED
        {
            self.matcher.close(id);
        }
        self.end_at(self.ids.len())
    }

    /// The element at `at` of the stack ended; those inside it stay open. Returns whether a
    /// selected or dropped part ended with it.
    pub(super) fn remove(&mut self, at: usize) -> bool {
        let id = self.ids.remove(at);
        let ended = self.dropped_at == Some(at) || self.selected_at == Some(at);
        self.end_at(at);
        for place in [&mut self.selected_at, &mut self.dropped_at].into_iter().flatten() {
            if *place > at {
                *place -= 1;
            }
        }
        if id != NOT_OPENED {
            self.left_open += 1;
            if self.left_open > MAX_LEFT_OPEN {
                self.restart();
            }
        }
        ended
    }

    /// Ends the selected or dropped part that began with the element at `at`.
    fn end_at(&mut self, at: usize) -> bool {
        self.dropped_at = self.dropped_at.filter(|&dropped| dropped != at);
        let ended = self.selected_at == Some(at);
        self.selected_at = self.selected_at.filter(|&selected| selected != at);
        ended
    }
}
