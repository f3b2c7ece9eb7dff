//! Builder of line-blocks.
//!
//! In: text with its context, line breaks and tags. Out: records ([`Record`]) with their text,
//! oldest first, which wait in the [`Arena`] for a decision. Held: segments, at most what the
//! budget leaves. When the budget is spent, [`Blocks`] takes no more text until some blocks are
//! decided and removed.
//!
//! A line ends at a block-level tag, at `br`, and at a line end in preformatted text. Neighbouring
//! lines with text inside the same block-level element form one line-block. An empty line between
//! them (two `br`, an empty preformatted line) separates them. Source: San 2014, section 4.1.
//! Departure: a line end of the source ends a line only in preformatted text, since minified pages
//! have none. Block-level tags end a line too, since the paper's block lies between such tags.
//!
//! Hidden text at the beginning of a line is a line-block of its own. Hidden text inside a visible
//! line is left out.
//!
//! White space is folded as in a browser. A block longer than a segment is cut; the renderer joins
//! the parts again.
//!
//! Cost: linear in the text. A block that does not fit into the rest of a segment is copied once.

mod arena;
mod boundary;
mod cells;
mod chars;
mod element;
mod ends;
pub(crate) mod enumerator;
mod inline;
mod inline_marks;
mod inline_notes;
mod linear_scorer;
mod lines;
pub(crate) mod marks;
pub(crate) mod nodes;
pub(crate) mod notes;
mod places;
mod record;
pub(crate) mod reference;
mod scan;
mod table;
mod tasks;
#[cfg(test)]
pub(crate) mod tests;
mod text;
mod zero_width;

pub(crate) use arena::{Arena, MINIMUM_BYTES, SEGMENT_BYTES};
pub(crate) use element::{ANCHORS, Element, ElementFlags, TreeDistance};
pub(crate) use ends::HELD_BYTES as ENDS_HELD_BYTES;
#[cfg(any(feature = "_train", test))]
pub(crate) use linear_scorer::LINEAR_UNITS_PER_LOGIT;
pub(crate) use linear_scorer::LinearScorer;
pub(crate) use nodes::{NODES_MINIMUM_BYTES, Node, NodeKind, Nodes};
pub use record::Verdict;
pub(crate) use record::{Cell, MethodNote, Record, TextScore, Traits};

use crate::budget::MemoryLedger;
use crate::html::TagId;
use crate::methods::NodeRatio;
use crate::structure::{Boundary, Break, Context, ElementInfo, Flags, FoundImage};
use alloc::string::String;
#[cfg(feature = "chunks")]
pub(crate) use chars::{CharClass, class};
#[cfg(feature = "_train")]
pub use chars::{WordRole, letters};
use ends::HAS_ENDS;
use inline::Inline;
use notes::Notes;
use reference::{ImagePlace, TextPlace};
pub(crate) use scan::words;
use table::Tables;
use zero_width::PendingMarks;

/// A page with fewer blocks, and fewer visible words in them, shows next to nothing.
const SHELL_BLOCKS: u64 = 100;
pub(crate) const SHELL_WORDS: u32 = 50;

/// Maximum bytes kept of the white space at the beginning of a preformatted line.
const INDENT_BYTES: usize = 128;

/// Builder of line-blocks; see the [module](self).
pub(crate) struct Blocks {
    pub(crate) arena: Arena,
    /// The block being filled, if `is_open`.
    current: Record,
    is_open: bool,
    /// Nothing came since the last line break, which ended the block: another one only adds its
    /// strength.
    is_at_break: bool,
    in_word: bool,
    /// White space was seen since the last character of the block.
    space: bool,
    /// This white space has a line end.
    space_has_line_end: bool,
    /// A tag was seen since the last character of the block.
    has_tag_before: bool,
    /// The next word is separate from the last character, although no white space was seen: an
    /// image or a boundary stands between.
    is_apart: bool,
    /// Boundary between two adjacent inline elements since the last character. Letters on its two
    /// sides may belong to two words.
    border: Option<Boundary>,
    /// The sign at the beginning of a link in a heading, until the link ends or goes on.
    held_sign: Option<char>,
    /// The last link is in a heading and leads to a place on the same page.
    pub(crate) leads_into_page: bool,
    /// White space was seen before the held sign.
    sign_is_spaced: bool,
    /// Zero-width marks that wait for the next character.
    unseen: PendingMarks,
    /// A link to a fragment began, and no character of it was seen yet.
    link_begins: bool,
    /// Number of line ends since the last character of the block.
    newlines: u32,
    /// Value of `newlines` when the last element that is a line of code began; `0` if a character
    /// was seen since.
    line_began: u32,
    /// White space since the last line end or character, in preformatted text.
    indent: String,
    /// Empty lines before the next block of a preformatted text, in addition to the one that
    /// separates it from the last block.
    empty_lines: usize,
    /// Offset in the stream after the last character of the block, if [`HAS_ENDS`].
    text_end: u64,
    /// The strongest break since the last block.
    pending_break: Break,
    /// The next block is the rest of one that was cut.
    is_cut: bool,
    tags_before: u32,
    /// Blocks begun on this page, including the open one.
    begun: u64,
    tables: Tables,
    inline: Inline,
    pub(crate) notes: Notes,
    /// Scores each block with a linear model.
    scorer: Option<LinearScorer>,
    /// Number of the block that names the author or the date; see [`Blocks::note_byline`].
    byline_at: u64,
    /// Characters of the block before the open formula, and in formulas.
    chars_before_formula: u32,
    formula_chars: u32,
    /// The same of code, and whether code is open.
    is_in_code: bool,
    chars_before_code: u32,
    code_chars: u32,
    /// Sum of the linear weights of the ancestors of the text that follows, and of those of the
    /// block being filled.
    linear_sum: i32,
    block_linear_sum: i32,
    /// The text that follows is inside the wrapper of the site.
    #[cfg(feature = "site")]
    is_inside: bool,
}

impl Blocks {
    /// Bytes on the heap from construction on, without the arena.
    pub(crate) const HELD_BYTES: usize = inline::HELD_BYTES + INDENT_BYTES;

    /// `with_marks`: keep inline marks. `with_targets`: keep link targets too. `ratio`: the ratio
    /// that nodes are counted for, or `None` if the method reads no nodes.
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
            is_at_break: false,
            in_word: false,
            space: false,
            space_has_line_end: false,
            has_tag_before: false,
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
            text_end: 0,
            pending_break: Break::Block,
            is_cut: false,
            tags_before: 0,
            begun: 0,
            tables: Tables::default(),
            inline: Inline::new(with_marks, with_targets),
            notes: Notes::default(),
            scorer: None,
            byline_at: 0,
            chars_before_formula: 0,
            formula_chars: 0,
            is_in_code: false,
            chars_before_code: 0,
            code_chars: 0,
            linear_sum: 0,
            block_linear_sum: 0,
            #[cfg(feature = "site")]
            is_inside: false,
        }
    }

    /// Sets the linear model that scores each block.
    pub(crate) fn scored_by(mut self, scorer: Option<LinearScorer>) -> Self {
        self.scorer = scorer;
        self
    }

    /// Also keeps where each block ends in the stream.
    pub(crate) fn with_ends(mut self, are_wanted: bool) -> Self {
        self.arena.ends.want(are_wanted);
        self
    }

    /// Sets aside memory for notes, with `spare_bytes` of budget above the minimum. `holds_texts`:
    /// also for the texts of notes that stand in the text.
    pub(crate) fn with_notes(mut self, spare_bytes: usize, holds_texts: bool) -> Self {
        self.notes = Notes::new(spare_bytes, holds_texts);
        self
    }

    /// Sets the sum of the linear weights of the ancestors of the text that follows.
    #[inline]
    pub(crate) fn set_linear_sum(&mut self, sum: i32) {
        self.linear_sum = sum;
    }

    /// Prepares for the next page; keeps the memory.
    pub(crate) fn reset(&mut self) {
        self.arena.reset();
        self.is_open = false;
        self.end_line();
        self.pending_break = Break::Block;
        self.is_cut = false;
        self.tags_before = 0;
        self.begun = 0;
        self.byline_at = 0;
        self.tables = Tables::default();
        (self.link_begins, self.leads_into_page, self.is_in_code) = (false, false, false);
        self.inline.reset();
        self.notes.reset();
        #[cfg(feature = "site")]
        self.set_inside(false);
    }

    /// Sets whether the text that follows is inside the wrapper of the site. The wrapper begins and
    /// ends at block-level elements.
    #[cfg(feature = "site")]
    #[inline]
    pub(crate) fn set_inside(&mut self, is_inside: bool) {
        self.is_inside = is_inside;
    }

    /// Offset in the stream of the block being filled, if there is one.
    pub(crate) fn open_offset(&self) -> Option<u64> {
        self.is_open.then_some(self.current.offset)
    }

    /// The text before, which began at `offset`, ends in the stream at `end`.
    #[inline]
    pub(crate) fn text_ends(&mut self, offset: u64, end: u64) {
        if HAS_ENDS && self.text_end > offset {
            self.text_end = end;
        }
    }

    /// Words of the block being filled, if it is visible.
    pub(crate) fn open_words(&self) -> u32 {
        if self.is_in_visible_block() { self.current.words() } else { 0 }
    }

    /// The text of the block being filled, with its marks.
    pub(crate) fn open_text(&self) -> &str {
        if self.is_open { self.arena.text(&self.current) } else { "" }
    }

    /// Number of the block being filled, or of the next one.
    pub(crate) fn line_number(&self) -> u64 {
        self.begun + u64::from(!self.is_open)
    }

    /// Notes that the text that follows names the author or the date of the page.
    pub(crate) fn note_byline(&mut self) {
        self.byline_at = self.line_number();
    }

    /// Finds the notes among the `count` oldest blocks, which were decided.
    pub(crate) fn find_notes(&mut self, count: usize, first: u64) {
        self.notes.find_notes(&self.arena, count, first);
    }

    /// Removes the `count` oldest blocks from the arena.
    pub(crate) fn pop_front(&mut self, count: usize) {
        let waiting = self.is_open.then_some(&self.current);
        self.arena.pop_front(count, waiting);
        self.arena.forget_nodes(waiting);
    }

    /// Counts a tag.
    #[inline]
    pub(crate) fn tag(&mut self) {
        self.arena.nodes.tag_seen = true;
        self.has_tag_before = true;
        if self.is_open {
            self.current.tags = self.current.tags.saturating_add(1);
        } else {
            self.tags_before = self.tags_before.saturating_add(1);
        }
    }

    /// Whether a visible block is being filled.
    #[inline]
    pub(crate) fn is_in_visible_block(&self) -> bool {
        self.is_open && !self.current.has(Flags::HIDDEN)
    }

    /// Separates the words on both sides, although no white space was seen.
    fn word_break(&mut self) {
        self.is_at_break = false;
        self.is_apart = true;
        self.in_word = false;
    }

    /// Whether the page shows at most a few words so far. Departure: hidden text may fill the
    /// arena.
    pub(crate) fn show_next_to_nothing(&self) -> bool {
        let shown = self.arena.records().filter(|record| !record.has(Flags::HIDDEN));
        self.begun < SHELL_BLOCKS && shown.map(Record::words).sum::<u32>() < SHELL_WORDS
    }

    /// Whether the page had no text so far.
    #[cfg(feature = "site")]
    pub(crate) fn are_none(&self) -> bool {
        self.begun == 0
    }

    /// The place of the next character. `is_hidden`: it is hidden.
    fn place(&self, is_hidden: bool) -> Option<TextPlace> {
        let is_of_open = self.is_open && self.newlines <= 1 && (is_hidden || self.is_in_visible_block());
        is_of_open.then(|| TextPlace { block: self.begun - 1, position: self.current.text_bytes() as u16 })
    }

    /// The place of text or of a tag that comes next. `is_hidden`: it is hidden.
    pub(crate) fn text_place(&self, is_hidden: bool) -> TextPlace {
        self.place(is_hidden).unwrap_or(TextPlace { block: self.begun, position: 0 })
    }

    /// The place of an image that stands here. Closes the marks of inline elements that ended.
    pub(crate) fn place_image(&mut self, found: &FoundImage<'_>, context: &Context) -> ImagePlace {
        let mut place = self.place(false);
        if place.is_some() && self.inline.is_on {
            self.close_marks();
            place = self.place(false);
        }
        ImagePlace {
            offset: found.offset,
            block: place.map_or(self.begun, |place| place.block),
            position: place.map(|place| place.position),
            begins_line: place.is_some() && self.newlines > 0,
            depth_to_last: found.depth_to_last,
            depth_to_next: None,
            context: *context,
            cell: self.tables.cell(),
            is_player: found.is_player,
            has_caption: false,
        }
    }

    /// The target of the open link, if there is one that leads off the page.
    pub(crate) fn link(&self) -> &str {
        self.inline.link()
    }

    /// Notes a boundary, which may separate the words on both sides.
    fn border(&mut self, border: Boundary) {
        self.is_at_break = false;
        self.border = Some(border);
    }

    /// A field for a mail address stands in an element.
    pub(crate) fn address_field(&mut self, element: u32) {
        if !self.arena.nodes.are_wanted() && element != 0 {
            self.arena.element_mut(element).flags.set(ElementFlags::ASKS_ADDRESS);
            let first = self.arena.first_address_field.get_or_insert(element);
            *first = element.min(*first);
        }
    }

    /// Adds an element when it gets its first text; returns its record, or its node.
    pub(crate) fn new_element(
        &mut self,
        parent: u32,
        tag: TagId,
        context: &Context,
        info: ElementInfo,
    ) -> u32 {
        if self.arena.nodes.are_wanted() {
            return self.arena.new_node(parent, tag, info);
        }
        self.arena.new_element(parent, context, info)
    }
}
