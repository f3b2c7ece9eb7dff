//! Which tables hold data and which only lay out the page.

use super::record::{Cell, Record};
use crate::html::TagId;
use crate::structure::{CellSpan, Flags};

/// Nested tables that are followed; deeper ones lay out the page.
const NESTED: usize = 8;

/// A cell of a data table has at most so many line-blocks, each of at most so many characters.
const CELL_BLOCKS: u32 = 4;
const CELL_CHARS: u32 = 600;

/// Of a table whose first row has names of columns, so many times as many.
const HEADED: u32 = 4;

/// A table of one row holds data if each of its cells has one line-block at most, of so many
/// characters: more are columns of the page.
const ROW_CHARS: u32 = 60;

/// Slots of a row in which cells that span several are followed; farther on each cell takes one. A
/// [`Cell`] can tell so many.
const FOLLOWED: usize = 32;

/// What is known of an open table.
#[derive(Clone, Copy, Default)]
struct Table {
    /// Number of the first block inside.
    first: u64,
    rows: u32,
    cells_in_row: u32,
    /// Cells of the longest row.
    cells: u32,
    /// Cells of the first row, and those of them that are headers.
    first_cells: u32,
    headers: u32,
    /// The slot that the open cell begins in, from 1, and the farthest one that any cell began in.
    slot: u32,
    columns: u32,
    /// For how many rows, from the open one on, each slot is taken by a cell.
    taken: [u16; FOLLOWED],
    blocks_in_cell: u32,
    /// The first block of the cell is a heading that names a column, or what the table is about: it
    /// has no other.
    is_named_by_heading: bool,
    /// Such headings in the first row; whether one is in a cell that is no header; and cells of
    /// that row with text.
    names: u32,
    has_names_in_cells: bool,
    first_texts: u32,
    /// Its caption is open, or was the last part of it: it may stand behind the rows, and is in
    /// none of their cells.
    is_in_caption: bool,
    /// Cells with text, the most line-blocks in a cell, and the most characters of a line-block in
    /// one.
    texts: u32,
    most_blocks: u32,
    most_chars: u32,
    /// Seen to lay out the page: it holds another table, a heading that is no name of a column,
    /// preformatted text, such as code beside its numbers of lines, or a long text.
    is_layout: bool,
    /// Number of the table on the page, counted round.
    number: u8,
}

impl Table {
    fn is_data(&self) -> bool {
        // If not all of a row are headings, one may be over a part of the page.
        let has_names = !self.has_names_in_cells || self.names > 1 && self.names == self.first_texts;
        !self.is_layout && self.rows > 1 && self.cells > 1 && has_names
    }

    /// Whether a heading names a column, or what the table is about: short, the first in its cell,
    /// which is a header or in the first row.
    fn is_name(&self, heading: &Record) -> bool {
        let is_at_top = heading.has(Flags::HEADER_CELL) || self.rows == 1;
        is_at_top && self.blocks_in_cell == 1 && heading.chars() <= ROW_CHARS
    }

    /// Whether it is one row of data, if nothing follows.
    fn is_row(&self) -> bool {
        let is_short = self.most_blocks == 1 && self.most_chars <= ROW_CHARS;
        !self.is_layout && self.rows == 1 && self.texts > 1 && self.names == 0 && is_short
    }

    /// How much there may be in a cell, as a multiple.
    fn room(&self) -> u32 {
        if self.headers > 1 && self.headers == self.first_cells { HEADED } else { 1 }
    }

    /// A cell begins, in the first slot that no other takes.
    fn open_cell(&mut self, is_header: bool, span: CellSpan) {
        if self.rows <= 1 {
            self.first_cells = self.first_cells.saturating_add(1);
            self.headers = self.headers.saturating_add(u32::from(is_header));
        }
        self.cells_in_row = self.cells_in_row.saturating_add(1);
        self.cells = self.cells.max(self.cells_in_row);
        (self.blocks_in_cell, self.is_named_by_heading) = (0, false);
        let mut at = self.slot as usize;
        while self.taken.get(at).is_some_and(|&rows| rows > 0) {
            at += 1;
        }
        for rows in self.taken.iter_mut().skip(at).take(usize::from(span.columns)) {
            *rows = span.rows.max(*rows);
        }
        self.slot = (at as u32).saturating_add(1);
        self.columns = self.columns.max(self.slot);
    }

    /// The number of its first block and of its columns, if it holds data. Whether one row is all
    /// of it, only its end tells.
    fn data(&self, is_complete: bool) -> Option<(u64, u8)> {
        let is_data = self.is_data() || is_complete && self.is_row();
        is_data.then_some((self.first, u8::try_from(self.columns).unwrap_or(u8::MAX)))
    }
}

/// The open tables. Holds nothing on the heap.
#[derive(Default)]
pub(super) struct Tables {
    open: [Table; NESTED],
    depth: usize,
    /// Tables opened on this page, counted round.
    opened: u8,
}

impl Tables {
    fn innermost(&mut self) -> Option<&mut Table> {
        self.open[..self.depth.min(NESTED)].last_mut()
    }

    /// A table, its caption, a group of rows, a row or a cell begins; `begun` blocks were begun
    /// before.
    pub(super) fn open(&mut self, tag: TagId, span: CellSpan, begun: u64) {
        if tag == TagId::Table {
            if let Some(outer) = self.innermost() {
                outer.is_layout = true;
            }
            if self.depth < NESTED {
                self.opened = self.opened.wrapping_add(1);
                self.open[self.depth] = Table { first: begun, number: self.opened, ..Table::default() };
            }
            self.depth += 1;
            return;
        }
        let Some(table) = self.innermost() else { return };
        table.is_in_caption = tag == TagId::Caption;
        match tag {
            TagId::Tr => {
                table.rows = table.rows.saturating_add(1);
                table.cells_in_row = 0;
                table.slot = 0;
                table.taken.iter_mut().for_each(|rows| *rows = rows.saturating_sub(1));
            }
            TagId::Caption => table.blocks_in_cell = 0,
            // No cell reaches into another group.
            TagId::Thead | TagId::Tbody | TagId::Tfoot => table.taken.fill(0),
            _ => table.open_cell(tag == TagId::Th, span),
        }
    }

    /// A block is complete. What is hidden says nothing of what shows.
    pub(super) fn block_ended(&mut self, record: &Record) {
        if let Some(table) = self.innermost().filter(|_| !record.has(Flags::HIDDEN)) {
            table.blocks_in_cell = table.blocks_in_cell.saturating_add(1);
            let is_heading = record.context.heading > 0 && !table.is_in_caption;
            let is_name = is_heading && table.is_name(record);
            table.is_layout |= table.blocks_in_cell > table.room() * CELL_BLOCKS
                || record.chars() > table.room() * CELL_CHARS
                || is_heading && !is_name
                || table.is_named_by_heading && !table.is_in_caption
                || record.has(Flags::PREFORMATTED);
            table.is_named_by_heading |= is_name;
            if is_name && table.rows == 1 {
                table.names = table.names.saturating_add(1);
                table.has_names_in_cells |= !record.has(Flags::HEADER_CELL);
            }
            if table.cells_in_row > 0 && !table.is_in_caption {
                let is_text = u32::from(table.blocks_in_cell == 1);
                table.texts = table.texts.saturating_add(is_text);
                table.first_texts =
                    table.first_texts.saturating_add(if table.rows == 1 { is_text } else { 0 });
                table.most_blocks = table.most_blocks.max(table.blocks_in_cell);
                table.most_chars = table.most_chars.max(record.chars());
            }
        }
    }

    /// Where in the innermost table a block begins.
    pub(super) fn cell(&self) -> Cell {
        let Some(table) = self.open[..self.depth.min(NESTED)].last() else { return Cell::default() };
        if table.is_in_caption {
            return Cell::new(table.number, 0, 0, 0);
        }
        let column = u8::try_from(table.cells_in_row).unwrap_or(u8::MAX);
        Cell::new(table.number, table.rows, column, table.slot.saturating_sub(table.cells_in_row))
    }

    pub(super) fn are_open(&self) -> bool {
        self.depth > 0
    }

    /// The innermost table ends; gives the number of its first block and of its columns if it holds
    /// data.
    pub(super) fn close(&mut self) -> Option<(u64, u8)> {
        self.depth = self.depth.checked_sub(1)?;
        self.open.get(self.depth)?.data(true)
    }

    /// The first block and the columns of the innermost open table, if it looks like data.
    pub(super) fn open_data_table(&self) -> Option<(u64, u8)> {
        self.open[..self.depth.min(NESTED)].last()?.data(false)
    }
}
