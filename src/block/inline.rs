//! State of the inline elements that are open. Held: [`HELD_BYTES`].

use super::marks::{self, MARKS, Nested, TARGET_END};
use crate::structure::{MAX_LANGUAGE_BYTES, Mark};
use alloc::string::String;

/// Maximum bytes of a link target; a longer target is left out.
pub(super) const TARGET_BYTES: usize = 1024;

/// Bytes of a link target with the marks before and after it.
const LINK_BYTES: usize = TARGET_BYTES + 2;

/// Bytes of a language name with the marks before and after it.
const LANGUAGE_BYTES: usize = MAX_LANGUAGE_BYTES + 2;

/// Bytes on the heap.
pub(super) const HELD_BYTES: usize = LINK_BYTES + LANGUAGE_BYTES + MAX_LANGUAGE_BYTES;

/// State of the open inline elements and of the marks that are open in the block's text.
pub(super) struct Inline {
    /// Whether marks are written at all.
    pub(super) is_on: bool,
    /// Whether link targets are written.
    pub(super) with_targets: bool,
    /// Number of open elements of each mark.
    pub(super) open: [u8; MARKS.len()],
    /// Marks of the open elements, in the order in which the elements opened.
    pub(super) opened: Nested,
    /// Marks that are open in the text, the outermost first.
    pub(super) shown: Nested,
    /// The opening mark of the open link, its target, and the mark that ends the target.
    pub(super) link: String,
    /// The open link differs from the one whose mark is open in the text.
    pub(super) is_new_link: bool,
    /// The place that the open link leads to, as a character, if that may be a note.
    pub(super) reference: Option<char>,
    /// The place of the open note, or of the hidden note whose text came last.
    pub(super) note: Option<char>,
    /// The same of a link that begins.
    pub(super) next_reference: Option<char>,
    /// The open link differs from the one whose mark as a reference is open in the text.
    pub(super) is_new_reference: bool,
    /// A code element ended since the last character.
    pub(super) code_ended: bool,
    /// A formula ended since the last character.
    pub(super) formula_ended: bool,
    /// Marks whose last element ended since the last character, before white space.
    pub(super) ended: MarkSet,
    /// Marks of elements that came after that white space.
    pub(super) parted: MarkSet,
    /// The superscript that comes next is apart from the one whose mark is open in the text.
    pub(super) is_new_superscript: bool,
    /// Whether the task is done that the next block is, if it is one.
    pub(super) task: Option<bool>,
    /// Blocks that began before the last item began or ended.
    pub(super) before_item: u64,
    /// The language of the last preformatted text, between its marks; empty if unknown.
    pub(super) language: String,
    /// The language that an ancestor names; it applies if the text itself names none.
    pub(super) enclosing_language: String,
}

impl Inline {
    pub(super) fn new(is_on: bool, with_targets: bool) -> Self {
        Self {
            is_on,
            with_targets,
            open: [0; MARKS.len()],
            opened: Nested::default(),
            shown: Nested::default(),
            link: String::with_capacity(LINK_BYTES),
            is_new_link: false,
            reference: None,
            note: None,
            next_reference: None,
            is_new_reference: false,
            code_ended: false,
            formula_ended: false,
            ended: MarkSet::default(),
            parted: MarkSet::default(),
            is_new_superscript: false,
            task: None,
            before_item: 0,
            language: String::with_capacity(LANGUAGE_BYTES),
            enclosing_language: String::with_capacity(MAX_LANGUAGE_BYTES),
        }
    }

    pub(super) fn reset(&mut self) {
        self.open = [0; MARKS.len()];
        self.opened = Nested::default();
        self.is_new_link = false;
        (self.next_reference, self.is_new_reference) = (None, false);
        self.part_items(0);
        self.language.clear();
        self.enclosing_language.clear();
        self.block_began();
    }

    /// The target of the open link, if there is one that leads off the page.
    pub(super) fn link(&self) -> &str {
        let target = self.link.trim_matches([marks::opening(Mark::Link), TARGET_END]);
        if self.opened.has(Mark::Link) && !target.starts_with('#') { target } else { "" }
    }

    /// An item begins or ends; `begun` blocks began before.
    pub(super) fn part_items(&mut self, begun: u64) {
        (self.task, self.before_item) = (None, begun);
    }

    /// Starts a new block, whose text has no open marks.
    pub(super) fn block_began(&mut self) {
        self.shown = Nested::default();
        (self.code_ended, self.formula_ended) = (false, false);
        (self.ended, self.parted) = (MarkSet::default(), MarkSet::default());
        self.is_new_superscript = false;
    }
}

/// A set of marks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MarkSet(u16);

impl MarkSet {
    pub(super) fn has(self, mark: Mark) -> bool {
        self.0 & 1 << mark as u16 != 0
    }

    pub(super) fn set(&mut self, mark: Mark, is_in: bool) {
        self.0 &= !(1 << mark as u16);
        self.0 |= u16::from(is_in) << mark as u16;
    }
}
