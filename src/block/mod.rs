//! Lines become line-blocks.
//!
//! In come text with its context, line breaks and tags; out come records ([`Record`]) with their
//! text, oldest first, which wait in the [`Arena`] for a decision. Held: at most what the budget
//! leaves, in segments; when it is spent, [`Blocks`] says so and takes no more until some blocks
//! were decided and taken out.
//!
//! A line ends at a block-level tag, at `br`, and at a line end in preformatted text. Neighbouring
//! lines with text inside the same block-level element are one line-block; an empty line between
//! them (two `br`, an empty preformatted line) parts them. Source: San 2014, section 4.1.
//! Departure: line ends of the source do not end a line outside preformatted text, since minified
//! pages have none; block-level tags do, since the paper's block lies between such tags.
//!
//! Text that the page hides is a line-block of its own where a line begins with it, and left out
//! amid a line.
//!
//! White space is folded as a browser shows it. A block longer than a segment is cut, and the parts
//! are joined again when rendered.
//!
//! Cost: linear in the text; a block that does not fit the rest of a segment is copied once.

mod arena;
mod chars;
mod element;
mod inline;
mod linear_scorer;
pub(crate) mod marks;
mod nodes;
mod record;
mod scan;
mod table;
#[cfg(test)]
pub(crate) mod tests;
mod text;
mod zero_width;

pub(crate) use arena::{Arena, MINIMUM_BYTES, SEGMENT_BYTES};
pub(crate) use element::{ANCHORS, Element, Way};
#[cfg(feature = "_train")]
pub(crate) use linear_scorer::LINEAR_UNITS_PER_LOGIT;
pub(crate) use linear_scorer::LinearScorer;
pub(crate) use nodes::{NODES_MINIMUM_BYTES, Node, NodeKind, Nodes};
pub use record::Verdict;
pub(crate) use record::{Cell, Record, Traits};

use crate::budget::MemoryLedger;
use crate::html::TagId;
use crate::methods::NodeRatio;
use crate::structure::{Boundary, Break, CellSpan, Context, ElementInfo, Flags, NO_ELEMENT};
use alloc::string::String;
#[cfg(feature = "site")]
pub(crate) use chars::{Letters, letters};
use inline::Inline;
pub(crate) use scan::words;
use table::Tables;
use zero_width::PendingMarks;

/// Bytes kept of the spaces that begin a preformatted line.
const INDENT_BYTES: usize = 128;

/// Builds line-blocks; see the [module](self).
pub(crate) struct Blocks {
    pub(crate) arena: Arena,
    /// The block being filled, while `is_open`.
    current: Record,
    is_open: bool,
    in_word: bool,
    /// White space was seen since the last character of the block.
    space: bool,
    /// Something that shows but is no text stood since then.
    is_apart: bool,
    /// How two inline elements that met since then are to each other; letters on both sides may be
    /// two words.
    border: Option<Boundary>,
    /// A sign that a link in a heading begins with, until it is known whether it is all of it.
    held_sign: Option<char>,
    /// The link that began last stands in a heading and leads to a place of the page.
    pub(crate) leads_into_page: bool,
    /// White space was seen in front of it.
    sign_is_spaced: bool,
    /// Marks that show nothing, until a character follows them.
    unseen: PendingMarks,
    /// A link to a place on a page began, and no character of it was seen yet.
    link_begins: bool,
    /// Line ends were seen since the last character of the block.
    newlines: u32,
    /// How many of them there were when an element began that is a line of code, if no character
    /// was seen since; else none.
    line_began: u32,
    /// Spaces since the last line end or character, in preformatted text.
    indent: String,
    /// Empty lines before the next block of a preformatted text, beside the one that parts it from
    /// the last.
    empty_lines: usize,
    /// The strongest break since the last block.
    pending_break: Break,
    /// The next block is the rest of one that was cut.
    is_cut: bool,
    tags_before: u32,
    /// Blocks begun on this page, the open one included.
    begun: u64,
    tables: Tables,
    inline: Inline,
    /// A linear model says of each block whether it may be content.
    plane: Option<LinearScorer>,
    /// What the elements around the text that follows are worth, and those around the block being
    /// filled.
    worth: i32,
    block_worth: i32,
    /// What follows is inside the wrapper of the site.
    #[cfg(feature = "site")]
    is_inside: bool,
}

impl Blocks {
    /// Bytes on the heap from construction on, the arena aside.
    pub(crate) const HELD_BYTES: usize = inline::HELD_BYTES + INDENT_BYTES;

    /// `with_marks`: keep inline marks; `with_targets`: and the targets of links; `ratio`: what
    /// nodes are wanted for, if they are.
    pub(crate) fn new(
        ledger: MemoryLedger,
        with_marks: bool,
        with_targets: bool,
        ratio: Option<NodeRatio>,
    ) -> Self {
        Self {
            arena: Arena::new(ledger, ratio),
            current: Record::default(),
            is_open: false,
            in_word: false,
            space: false,
            is_apart: false,
            border: None,
            held_sign: None,
            leads_into_page: false,
            sign_is_spaced: false,
            unseen: PendingMarks::default(),
            link_begins: false,
            newlines: 0,
            line_began: 0,
            indent: String::with_capacity(INDENT_BYTES),
            empty_lines: 0,
            pending_break: Break::Block,
            is_cut: false,
            tags_before: 0,
            begun: 0,
            tables: Tables::default(),
            inline: Inline::new(with_marks, with_targets),
            plane: None,
            worth: 0,
            block_worth: 0,
            #[cfg(feature = "site")]
            is_inside: false,
        }
    }

    /// The same, which notes of each block what `plane` says of it.
    pub(crate) fn scored_by(mut self, plane: Option<LinearScorer>) -> Self {
        self.plane = plane;
        self
    }

    /// What the elements around the text that follows are worth.
    #[inline]
    pub(crate) fn set_worth(&mut self, sum: i32) {
        self.worth = sum;
    }

    /// Ready for the next page; keeps its memory.
    pub(crate) fn reset(&mut self) {
        self.arena.reset();
        self.is_open = false;
        self.end_line();
        self.pending_break = Break::Block;
        self.is_cut = false;
        self.tags_before = 0;
        self.begun = 0;
        self.tables = Tables::default();
        (self.link_begins, self.leads_into_page) = (false, false);
        self.inline.reset();
        #[cfg(feature = "site")]
        self.set_inside(false);
    }

    /// Whether what follows is inside the wrapper of the site, which begins and ends with
    /// block-level elements.
    #[cfg(feature = "site")]
    #[inline]
    pub(crate) fn set_inside(&mut self, is_inside: bool) {
        self.is_inside = is_inside;
    }

    /// Place in the stream of the block being filled, if there is one.
    pub(crate) fn open_offset(&self) -> Option<u64> {
        self.is_open.then_some(self.current.offset)
    }

    /// Takes the `count` oldest blocks out of the arena.
    pub(crate) fn pop_front(&mut self, count: usize) {
        let waiting = self.is_open.then_some(&self.current);
        self.arena.pop_front(count, waiting);
        self.arena.forget_nodes(waiting);
    }

    /// What stood between the last character and the next one is forgotten.
    fn end_line(&mut self) {
        self.in_word = false;
        self.space = false;
        self.is_apart = false;
        self.border = None;
        self.held_sign = None;
        self.unseen.clear();
        self.newlines = 0;
        self.line_began = 0;
        self.indent.clear();
        self.empty_lines = 0;
    }

    /// A tag stands here.
    #[inline]
    pub(crate) fn tag(&mut self) {
        self.arena.nodes.tag_seen = true;
        if self.is_open {
            self.current.tags = self.current.tags.saturating_add(1);
        } else {
            self.tags_before = self.tags_before.saturating_add(1);
        }
    }

    /// Whether a block that shows is being filled.
    #[inline]
    pub(crate) fn is_amid_shown(&self) -> bool {
        self.is_open && !self.current.has(Flags::HIDDEN)
    }

    /// Words on both sides are apart, though no white space was seen.
    pub(crate) fn word_break(&mut self) {
        self.is_apart = true;
        self.in_word = false;
    }

    /// Whether no text of the page was seen.
    #[cfg(feature = "site")]
    pub(crate) fn are_none(&self) -> bool {
        self.begun == 0
    }

    /// Words on both sides are apart, if there are any.
    pub(crate) fn border(&mut self, border: Boundary) {
        self.border = Some(border);
    }

    /// What follows begins a line of the same text.
    pub(crate) fn begin_line(&mut self) {
        if self.newlines == 0 {
            self.line_break(Break::Line);
        }
        self.indent.clear();
    }

    /// What follows is a line of code by itself: it begins one where the line before, even an empty
    /// one, was not ended. White space in front of an item is none of its line.
    pub(crate) fn begin_code_line(&mut self, is_item: bool) {
        if is_item {
            self.indent.clear();
        }
        if !self.is_open {
            return;
        }
        if self.newlines == self.line_began {
            self.line_break(Break::Line);
        }
        self.line_began = self.newlines;
    }

    /// What follows is not on the line of what came before.
    #[inline]
    pub(crate) fn line_break(&mut self, kind: Break) {
        if kind == Break::Line {
            self.newlines = self.newlines.saturating_add(1);
            self.unseen.clear();
            self.space = false;
            self.is_apart = false;
            self.in_word = false;
            self.indent.clear();
            return;
        }
        self.end_block();
        self.end_line();
        self.pending_break = self.pending_break.max(kind);
    }

    /// The block being filled is complete.
    pub(crate) fn end_block(&mut self) {
        if self.is_open {
            self.is_open = false;
            self.tables.block_ended(&self.current);
            self.push_block();
            self.pending_break = Break::None;
        }
        self.is_cut = false;
        self.in_word = false;
    }

    /// Begins a block at `offset`; `false` when the budget is spent, and then nothing has changed.
    fn start_block(&mut self, offset: u64, context: &Context) -> bool {
        let mut record = Record { offset, context: *context, ..Record::default() };
        if !self.arena.ensure_root() || !self.arena.reserve_record() || !self.arena.start_text(&mut record) {
            return false;
        }
        if record.context.element == NO_ELEMENT {
            record.context.element = 0;
        }
        #[cfg(feature = "site")]
        if self.is_inside {
            record.context.flags.set(Flags::INSIDE);
        }
        record.break_before = if self.is_cut { Break::None } else { self.pending_break };
        record.tags_before = u16::try_from(self.tags_before).unwrap_or(u16::MAX);
        if context.flags.has(Flags::LINK) {
            record.links.add();
        }
        record.cell = self.tables.cell();
        self.current = record;
        self.block_worth = self.worth;
        self.arena.nodes.block_start = Some(offset);
        self.inline.block_began();
        self.tags_before = 0;
        self.is_open = true;
        self.is_cut = false;
        self.begun += 1;
        true
    }

    /// The block has no room for the next character: the rest becomes another block.
    fn cut_block(&mut self) {
        self.is_open = false;
        self.push_block();
        self.pending_break = Break::None;
        self.is_cut = true;
    }

    /// The block being filled waits for its verdict.
    fn push_block(&mut self) {
        if let Some(plane) = &self.plane {
            let score = plane.score(self.block_worth, self.current.chars());
            self.current.set_linear_score(score, plane.threshold);
        }
        self.arena.push_record(self.current);
    }

    /// An element gets its first text; gives its record, or its node.
    pub(crate) fn new_element(
        &mut self,
        around: u32,
        tag: TagId,
        context: &Context,
        names: ElementInfo,
    ) -> u32 {
        if self.arena.nodes.are_wanted() {
            return self.arena.new_node(around, tag, names);
        }
        self.arena.new_element(around, context, names)
    }
}

/// Tables.
impl Blocks {
    /// A table, a group of rows, a row or a cell begins.
    pub(crate) fn open_table_part(&mut self, tag: TagId, span: CellSpan) {
        self.tables.open(tag, span, self.begun);
    }

    /// All elements end: what follows is read by itself.
    pub(crate) fn leave_elements(&mut self) {
        self.line_break(Break::Block);
        while self.tables.are_open() {
            self.close_table();
        }
        self.link_begins = false;
        self.inline.reset();
    }

    /// A table ends: if it was one of data, its blocks are marked.
    pub(crate) fn close_table(&mut self) {
        if let Some((first, columns)) = self.tables.close() {
            self.mark_data_table(first, columns);
        }
    }

    /// Before blocks are decided early: those of a table that is still open are marked if it looks
    /// like data so far.
    pub(crate) fn mark_open_table(&mut self) {
        if let Some((first, columns)) = self.tables.open_data_table() {
            self.mark_data_table(first, columns);
        }
    }

    /// Marks the waiting blocks from number `first` of the page on.
    fn mark_data_table(&mut self, first: u64, columns: u8) {
        let waiting = self.arena.len();
        let complete = self.begun - u64::from(self.is_open);
        let count =
            usize::try_from(complete.saturating_sub(first)).map_or(waiting, |count| count.min(waiting));
        for index in waiting - count..waiting {
            let record = self.arena.record_mut(index);
            record.context.flags.set(Flags::DATA_TABLE);
            record.cell.columns = columns;
        }
    }
}
