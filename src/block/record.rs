//! The record of one line-block: all that later rooms know of it.

use crate::html::TagId;
use crate::structure::{Break, Context, Flags};

/// One line-block: fixed size, its text lies in the arena.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Record {
    /// Place of the block's first character in the stream.
    pub(crate) offset: u64,
    /// Where the block stands.
    pub(crate) context: Context,
    /// Arena segment of the text, counted over the whole page.
    pub(super) segment: u32,
    pub(super) start: u16,
    pub(super) end: u16,
    /// Unicode scalar values after folding white space. No count of a block is more than the bytes
    /// of its text, which fit 16 bits; those of tags stop at the greatest.
    pub(super) chars: u16,
    pub(super) words: u16,
    /// Characters and words inside links.
    pub(super) link_chars: u16,
    pub(super) link_words: u16,
    /// Tags inside the block, from its first character to its end.
    pub(super) tags: u16,
    /// Tags between the block before and this one.
    pub(super) tags_before: u16,
    /// Links inside.
    pub(crate) links: Links,
    /// Occurrences of title keywords, all keywords blend.
    pub(crate) title_hits: u16,
    /// What the text looks like; known when the learned method has read the page.
    pub(crate) traits: Traits,
    /// The strongest break between the block before and this one.
    pub(crate) break_before: Break,
    pub(crate) verdict: Verdict,
    /// Where in the innermost table it stands.
    pub(crate) cell: Cell,
    /// What the deciding method computes of the block on its way to a verdict.
    pub(crate) scores: [f32; 2],
}

/// How many links are in a block, and whether text of it is in one that leads elsewhere than to a
/// place of the page, in two bytes. Many count as the most there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Links(u16);

impl Links {
    /// That a link leads elsewhere.
    const ELSEWHERE: u16 = 1 << 15;

    /// One more begins.
    #[inline]
    pub(super) fn add(&mut self) {
        self.0 += u16::from(self.count() < Self::ELSEWHERE - 1);
    }

    /// Text is in one; whether it leads elsewhere.
    #[inline]
    pub(super) fn hold_text(&mut self, leads_elsewhere: bool) {
        self.0 |= u16::from(leads_elsewhere) << 15;
    }

    #[inline]
    pub(crate) fn count(self) -> u16 {
        self.0 & !Self::ELSEWHERE
    }

    #[inline]
    pub(crate) fn lead_elsewhere(self) -> bool {
        self.0 & Self::ELSEWHERE != 0
    }
}

/// What a text has, as bits, and how many blocks before it have the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Traits(u8);

impl Traits {
    /// A time of day, such as comments are dated with.
    pub(crate) const TIME: Self = Self(1);
    /// A year.
    pub(crate) const YEAR: Self = Self(2);
    /// An end such as sentences have.
    pub(crate) const SENTENCE: Self = Self(4);

    /// Bits of the traits; the others count.
    const BITS: u32 = 3;

    #[inline]
    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// A byte for each, from the lowest on: 1 if it is there, so that those of several blocks can
    /// be added at once.
    #[inline]
    pub(crate) fn in_bytes(self) -> u32 {
        let bits = u32::from(self.0 & ((1 << Self::BITS) - 1));
        // The second bit goes to the second byte, the third to the third.
        (bits | bits << 7 | bits << 14) & 0x01_01_01
    }

    /// These, and others if they are there.
    #[must_use]
    pub(crate) fn with(self, other: Self, is_there: bool) -> Self {
        if is_there { Self(self.0 | other.0) } else { self }
    }

    /// These, with so many blocks before that have the same text; many count as the most there are.
    #[must_use]
    pub(crate) fn with_same_before(self, blocks: u8) -> Self {
        Self(self.0 & ((1 << Self::BITS) - 1) | blocks.min(u8::MAX >> Self::BITS) << Self::BITS)
    }

    pub(crate) fn same_before(self) -> u8 {
        self.0 >> Self::BITS
    }
}

/// Where in a table a line-block stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    /// Row and spanned slots, in two bytes, so that a cell takes five.
    pub(crate) place: [u8; 2],
    /// Cell of the row, from 1; `0` before the first.
    pub(crate) column: u8,
    /// Slots of the longest row, known once the table is seen to hold data.
    pub(crate) columns: u8,
    /// Tells the table from the one before and the one after.
    pub(crate) table: u8,
}

impl Cell {
    /// The greatest row that is told; those behind are counted round in the upper half.
    pub(crate) const LAST_ROW: u16 = (1 << Self::ROW_BITS) - 1;

    /// Bits of the row; the others are those of the spanned slots.
    const ROW_BITS: u32 = 11;

    /// A cell of the `row`th row, `0` before the first, with so many slots of the row `spanned` by
    /// cells before it or above.
    pub(crate) fn new(table: u8, row: u32, column: u8, spanned: u32) -> Self {
        const HALF: u32 = 1 << (Cell::ROW_BITS - 1);
        let row = if row < 2 * HALF { row } else { HALF + row % HALF };
        let spanned = spanned.min((1 << (u16::BITS - Self::ROW_BITS)) - 1);
        Self { place: ((spanned << Self::ROW_BITS | row) as u16).to_le_bytes(), column, columns: 0, table }
    }

    /// Row of the table, from 1; `0` before the first.
    pub(crate) fn row(self) -> u16 {
        u16::from_le_bytes(self.place) & Self::LAST_ROW
    }

    /// Whether it stands before `other`, so that the two are not of one table, whose cells come in
    /// order.
    fn is_before(self, other: Self) -> bool {
        let (row, other_row) = (self.row(), other.row());
        let is_round = row > Self::LAST_ROW / 2;
        row < other_row && !is_round || row == other_row && self.column < other.column
    }

    /// Whether it is in the same table as `earlier`, a cell before it or the same one.
    pub(crate) fn is_in_table_of(self, earlier: Self) -> bool {
        self.table == earlier.table && !self.is_before(earlier)
    }

    /// Slot of the row, from 1: the cell, and as many before it as others span. `0` before the
    /// first.
    pub(crate) fn slot(self) -> u8 {
        self.column.saturating_add((u16::from_le_bytes(self.place) >> Self::ROW_BITS) as u8)
    }
}

/// What was decided of a line-block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Nothing yet.
    #[default]
    Undecided,
    /// Main content.
    Kept,
    /// Boilerplate.
    Dropped,
}

impl Record {
    #[inline]
    pub(crate) fn chars(&self) -> u32 {
        u32::from(self.chars)
    }

    #[inline]
    pub(crate) fn words(&self) -> u32 {
        u32::from(self.words)
    }

    #[inline]
    pub(crate) fn link_chars(&self) -> u32 {
        u32::from(self.link_chars)
    }

    #[inline]
    pub(crate) fn link_words(&self) -> u32 {
        u32::from(self.link_words)
    }

    #[inline]
    pub(crate) fn tags(&self) -> u32 {
        u32::from(self.tags)
    }

    #[inline]
    pub(crate) fn tags_before(&self) -> u32 {
        u32::from(self.tags_before)
    }

    /// The innermost block-level element.
    pub(crate) fn tag(&self) -> TagId {
        self.context.tag()
    }

    /// Whether one of the block-level elements around it, as far as they are known, is a definition
    /// (`dd`).
    pub(crate) fn is_in_definition(&self) -> bool {
        self.context.path.to_le_bytes().contains(&(TagId::Dd as u8))
    }

    #[inline]
    pub(crate) fn has(&self, flags: Flags) -> bool {
        self.context.flags.has(flags)
    }

    /// Where it stands in a table of data.
    pub(crate) fn data_cell(&self) -> Option<Cell> {
        (self.has(Flags::DATA_TABLE) && self.cell.row() > 0).then_some(self.cell)
    }

    /// A linear model gives the block this score, which only that model's own method leaves as it
    /// is; what is content scores more than `threshold`.
    pub(super) fn set_linear_score(&mut self, score: f32, threshold: f32) {
        self.scores[0] = score;
        self.context.name_hash = if score > threshold { 0 } else { Context::REJECTED };
    }

    /// Whether a linear model, which there is, says that the block is no content.
    pub(crate) fn rejected_by_site_model(&self) -> bool {
        self.context.name_hash == Context::REJECTED
    }

    /// Bytes of text, marks included.
    pub(crate) fn text_bytes(&self) -> usize {
        usize::from(self.end - self.start)
    }
}
