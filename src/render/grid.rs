//! The slots of a table that is written as HTML, and the cells that span them.

use crate::block::Cell;
use crate::structure::CellLayout;

/// Slots of a row in which spanning cells are followed, as in [`Cell`].
const FOLLOWED: usize = 32;

/// The slots of the open row.
#[derive(Default)]
pub(super) struct Grid {
    /// Number of the row in its table.
    row: u16,
    /// The slot after the last cell, from 0.
    next: u8,
    /// For each slot, the number of rows that a cell still takes it, including the open row.
    taken: [u8; FOLLOWED],
}

impl Grid {
    /// The grid of a table whose first row with text is that of `cell`.
    pub(super) fn of(cell: Cell) -> Self {
        Self { row: cell.row(), ..Self::default() }
    }

    /// Goes to the row of `cell`. Returns the rows without text before it that a cell spans, which
    /// must be written.
    pub(super) fn go_to_row(&mut self, cell: Cell) -> u16 {
        let passed = cell.rows_after(self.row);
        (self.row, self.next) = (cell.row(), 0);
        let spanned = self.taken.iter().copied().max().unwrap_or(0).saturating_sub(1);
        for rows in &mut self.taken {
            *rows = rows.saturating_sub(u8::try_from(passed).unwrap_or(u8::MAX));
        }
        passed.saturating_sub(1).min(u16::from(spanned))
    }

    /// Places a cell. Returns the empty slots before it that no cell spans.
    pub(super) fn place(&mut self, cell: Cell, layout: CellLayout) -> usize {
        let slot = cell.column.saturating_sub(1);
        let is_free = |at: &u8| self.taken.get(usize::from(*at)).is_none_or(|&rows| rows == 0);
        let empty = (self.next..slot).filter(is_free).count();
        for rows in self.taken.iter_mut().skip(usize::from(slot)).take(usize::from(layout.columns)) {
            *rows = u8::try_from(layout.rows).unwrap_or(u8::MAX).max(*rows);
        }
        self.next = slot.saturating_add(u8::try_from(layout.columns).unwrap_or(u8::MAX));
        empty
    }
}
