//! Which tables hold data and which only lay out the page.

use super::record::{Cell, Record};
use crate::token::TagId;

/// Nested tables that are followed; deeper ones lay out the page.
const NESTED: usize = 8;

/// A cell of a data table has at most so many line-blocks, each of at most so many characters.
const CELL_BLOCKS: u32 = 4;
const CELL_CHARS: u32 = 600;

/// What is known of an open table.
#[derive(Clone, Copy, Default)]
struct Table {
    /// Number of the first block inside.
    first: u64,
    rows: u32,
    cells_in_row: u32,
    columns: u32,
    blocks_in_cell: u32,
    /// Seen to lay out the page: it holds another table, a heading, or a long text.
    is_layout: bool,
    /// Number of the table on the page, counted round.
    number: u8,
}

impl Table {
    fn is_data(&self) -> bool {
        !self.is_layout && self.rows > 1 && self.columns > 1
    }

    /// The number of its first block and of its columns, if it holds data.
    fn data(&self) -> Option<(u64, u8)> {
        self.is_data().then_some((self.first, u8::try_from(self.columns).unwrap_or(u8::MAX)))
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

    /// A table, a row or a cell begins; `begun` blocks were begun before.
    pub(super) fn open(&mut self, tag: TagId, begun: u64) {
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
        if tag == TagId::Tr {
            table.rows = table.rows.saturating_add(1);
            table.cells_in_row = 0;
        } else {
            table.cells_in_row = table.cells_in_row.saturating_add(1);
            table.columns = table.columns.max(table.cells_in_row);
            table.blocks_in_cell = 0;
        }
    }

    /// A block is complete.
    pub(super) fn block_ended(&mut self, record: &Record) {
        if let Some(table) = self.innermost() {
            table.blocks_in_cell = table.blocks_in_cell.saturating_add(1);
            table.is_layout |= table.blocks_in_cell > CELL_BLOCKS
                || record.chars() > CELL_CHARS
                || record.context.heading > 0;
        }
    }

    /// Where in the innermost table a block begins.
    pub(super) fn cell(&self) -> Cell {
        let Some(table) = self.open[..self.depth.min(NESTED)].last() else { return Cell::default() };
        // Counted round from 1, since 0 is before the first row.
        let row = if table.rows == 0 { 0 } else { ((table.rows - 1) % u32::from(u16::MAX)) as u16 + 1 };
        Cell::new(table.number, row, u8::try_from(table.cells_in_row).unwrap_or(u8::MAX))
    }

    pub(super) fn are_open(&self) -> bool {
        self.depth > 0
    }

    /// The innermost table ends; gives the number of its first block and of its columns if it holds data.
    pub(super) fn close(&mut self) -> Option<(u64, u8)> {
        self.depth = self.depth.checked_sub(1)?;
        self.open.get(self.depth)?.data()
    }

    /// The first block and the columns of the innermost open table, if it looks like data.
    pub(super) fn open_data_table(&self) -> Option<(u64, u8)> {
        self.open[..self.depth.min(NESTED)].last()?.data()
    }
}
