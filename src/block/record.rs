//! Record of one line-block: everything that later stages know about it.

use crate::html::TagId;
use crate::structure::{Break, Context, Flags};

/// One line-block, of fixed size. Its text lies in the arena.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Record {
    /// Offset in the stream of the block's first character.
    pub(crate) offset: u64,
    /// Open elements, list and headings at the beginning of the block.
    pub(crate) context: Context,
    /// Arena segment of the text, counted over the whole page.
    pub(super) segment: u32,
    pub(super) start: u16,
    pub(super) end: u16,
    /// Unicode scalar values after folding white space. Counts of a block never exceed the bytes of
    /// its text, which fit 16 bits. Counts of tags saturate.
    pub(super) chars: u16,
    pub(super) words: u16,
    /// Characters and words inside links.
    pub(super) link_chars: u16,
    pub(super) link_words: u16,
    /// Tags inside the block, from its first character to its end.
    pub(super) tags: u16,
    /// Tags between the previous block and this one.
    pub(super) tags_before: u16,
    /// Links inside the block.
    pub(crate) links: Links,
    /// Occurrences of title keywords, summed over all keywords.
    pub(crate) title_hits: u16,
    /// What the text says; known once the learned method has read the page.
    pub(crate) text_score: TextScore,
    /// Traits of the text; known once the learned method has read the page.
    pub(crate) traits: Traits,
    /// The strongest break between the previous block and this one.
    pub(crate) break_before: Break,
    pub(crate) verdict: Verdict,
    /// Position in the innermost table.
    pub(crate) cell: Cell,
    /// Score by the deciding method: a logit, the score of a linear model, or the smoothed tag
    /// ratio.
    pub(crate) score: f32,
    pub(crate) method_note: MethodNote,
}

/// What a text says of itself, by the text table of the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TextScore {
    /// The sum of the weights of its n-grams by the root of their number, in units.
    pub(crate) score: i8,
    /// The least and the greatest weight, in units of weights.
    pub(crate) least: i8,
    pub(crate) greatest: i8,
    /// Share of the n-grams that are known, in 255ths.
    pub(crate) known: u8,
}

impl TextScore {
    /// Units of a score, and of a weight, to one logit.
    pub(crate) const UNITS: f32 = 16.0;
    pub(crate) const WEIGHT_UNITS: f32 = 31.75;
    /// Units of a share.
    pub(crate) const WHOLE: f32 = 255.0;
}

/// What one method notes about a block in addition to its score. A method reads only what it wrote
/// itself; four bytes hold whichever of the values it is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MethodNote([u8; 4]);

impl MethodNote {
    /// Of the learned method, before the block has a score: the group of its text.
    pub(crate) fn of_text_group(group: usize) -> Self {
        Self((group as u32).to_ne_bytes())
    }

    pub(crate) fn text_group(self) -> usize {
        u32::from_ne_bytes(self.0) as usize
    }

    /// Of the learned method: the number of blocks back to the block whose score this one reuses;
    /// `0` if it has a score of its own.
    pub(crate) fn of_distance(blocks: u32) -> Self {
        Self(blocks.to_ne_bytes())
    }

    pub(crate) fn distance(self) -> usize {
        u32::from_ne_bytes(self.0) as usize
    }

    /// Of the tag ratio: the smoothed steepness.
    pub(crate) fn of_steepness(steepness: f32) -> Self {
        Self(steepness.to_ne_bytes())
    }

    pub(crate) fn steepness(self) -> f32 {
        f32::from_ne_bytes(self.0)
    }

    /// Of words-leaves: the number of the segment that the block is in; `0` for none.
    pub(crate) fn of_segment(number: u32) -> Self {
        Self(number.to_ne_bytes())
    }

    pub(crate) fn segment(self) -> u32 {
        u32::from_ne_bytes(self.0)
    }
}

/// Links of a block, in two bytes: their number, saturating, and a flag. It is set if text of the
/// block is in a link that leads to another page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Links(u16);

impl Links {
    /// Flag: a link leads to another page.
    const ELSEWHERE: u16 = 1 << 15;

    /// Counts one more link.
    #[inline]
    pub(super) fn add(&mut self) {
        self.0 += u16::from(self.count() < Self::ELSEWHERE - 1);
    }

    /// Notes text inside a link; `leads_elsewhere` if the link leads to another page.
    #[inline]
    pub(super) fn hold_text(&mut self, leads_elsewhere: bool) {
        self.0 |= u16::from(leads_elsewhere) << 15;
    }

    #[inline]
    pub(crate) fn count(self) -> u16 {
        self.0 % Self::ELSEWHERE
    }

    #[inline]
    pub(crate) fn lead_elsewhere(self) -> bool {
        self.0 & Self::ELSEWHERE != 0
    }
}

/// Traits of a text, as bits, and the number of earlier blocks with the same text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Traits(u8);

impl Traits {
    /// A time of day, as comments have.
    pub(crate) const TIME: Self = Self(1);
    /// A year.
    pub(crate) const YEAR: Self = Self(2);
    /// The end of a sentence.
    pub(crate) const SENTENCE: Self = Self(4);

    /// Bits of the traits; the other bits are the count.
    const BITS: u32 = 3;

    #[inline]
    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The traits as one byte each, from the lowest on, `1` if present. Traits of several blocks
    /// can thus be added at once.
    #[inline]
    pub(crate) fn in_bytes(self) -> u32 {
        let bits = u32::from(self.0 & ((1 << Self::BITS) - 1));
        // The second bit goes to the second byte, the third to the third.
        (bits | bits << 7 | bits << 14) & 0x01_01_01
    }

    /// These traits, with `other` added if `is_there`.
    #[must_use]
    pub(crate) fn with(self, other: Self, is_there: bool) -> Self {
        if is_there { Self(self.0 | other.0) } else { self }
    }

    /// These traits, with the number of earlier blocks that have the same text, saturating.
    #[must_use]
    pub(crate) fn with_same_before(self, blocks: u8) -> Self {
        Self(self.0 & ((1 << Self::BITS) - 1) | blocks.min(u8::MAX >> Self::BITS) << Self::BITS)
    }

    pub(crate) fn same_before(self) -> u8 {
        self.0 >> Self::BITS
    }
}

/// Position of a line-block in a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    /// Row and spanned slots, packed into two bytes, so that a cell takes five.
    pub(crate) place: [u8; 2],
    /// Number of the cell in its row, from 1; `0` before the first.
    pub(crate) column: u8,
    /// Slots of the longest row; known once the table is seen to hold data.
    pub(crate) columns: u8,
    /// Number of the table on the page, modulo 256: distinguishes neighbouring tables.
    pub(crate) table: u8,
}

impl Cell {
    /// The greatest row number. The numbers of later rows wrap around within the upper half.
    pub(crate) const LAST_ROW: u16 = (1 << Self::ROW_BITS) - 1;

    /// Bits of the row; the others hold the spanned slots.
    const ROW_BITS: u32 = 11;

    /// A cell of row `row`, from 1, or `0` before the first. `spanned` is the number of earlier
    /// slots of the row that cells above take, or that cells before it take beyond their first.
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

    /// Rows from an earlier row of the table to this one.
    pub(crate) fn rows_after(self, row: u16) -> u16 {
        let rounds = if self.row() < row { 1 << (Self::ROW_BITS - 1) } else { 0 };
        (self.row() + rounds).saturating_sub(row)
    }

    /// Whether it stands before `other` in table order. Cells of one table come in order, so a
    /// later block for which this holds is in another table.
    fn is_before(self, other: Self) -> bool {
        let (row, other_row) = (self.row(), other.row());
        let is_round = row > Self::LAST_ROW / 2;
        row < other_row && !is_round || row == other_row && self.column < other.column
    }

    /// Whether it is in the same table as `earlier`, which is a cell before it or the same cell.
    pub(crate) fn is_in_table_of(self, earlier: Self) -> bool {
        self.table == earlier.table && !self.is_before(earlier)
    }

    /// Whether it is the next cell of the row after `label`.
    pub(crate) fn is_next_to(self, label: Self) -> bool {
        let is_in_row = self.table == label.table && self.row() == label.row();
        is_in_row && self.column == label.column.saturating_add(1)
    }

    /// Slot of the row, from 1: the cell number plus the slots that other cells span. `0` before
    /// the first.
    pub(crate) fn slot(self) -> u8 {
        self.column.saturating_add((u16::from_le_bytes(self.place) >> Self::ROW_BITS) as u8)
    }
}

/// Decision on a line-block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Not decided yet.
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

    #[inline]
    pub(crate) fn has(&self, flags: Flags) -> bool {
        self.context.flags.has(flags)
    }

    /// Its position in a data table, if it is in one.
    pub(crate) fn data_cell(&self) -> Option<Cell> {
        (self.has(Flags::DATA_TABLE) && self.cell.row() > 0).then_some(self.cell)
    }

    /// Stores the score of a linear model and whether it exceeds `threshold`, which means content.
    /// Other methods overwrite the score.
    pub(super) fn set_linear_score(&mut self, score: f32, threshold: f32) {
        self.score = score;
        let is_content = score > threshold;
        self.context.note.set_rejected(!is_content);
    }

    /// Whether a linear model exists and rejects the block as no content.
    pub(crate) fn rejected_by_site_model(&self) -> bool {
        self.context.note.is_rejected()
    }

    /// Whether it continues the block before, which was cut where a segment was full.
    pub(crate) fn continues_last(&self) -> bool {
        self.break_before == Break::None
    }

    /// Bytes of text, including marks.
    pub(crate) fn text_bytes(&self) -> usize {
        usize::from(self.end - self.start)
    }
}
