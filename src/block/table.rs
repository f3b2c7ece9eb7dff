//! Classifier of tables: data or layout.
//!
//! In: starts and ends of tables, rows and cells, and the completed blocks. Out: the cell of each
//! block, and for each table whether it holds data. Held: [`Tables`], of fixed size, nothing on the
//! heap.

use super::record::{Cell, Record};
use crate::html::TagId;
use crate::structure::{CellLayout, Flags};

/// Maximum depth of nested tables that are followed; deeper ones count as layout.
const NESTED: usize = 8;

/// Limits for a cell of a data table: line-blocks per cell, and characters per line-block.
const CELL_BLOCKS: u32 = 4;
const CELL_CHARS: u32 = 600;

/// Factor on these limits for tables whose first row names the columns.
const HEADED: u32 = 4;

/// Maximum characters of a cell in a data table with only one row, each cell having at most one
/// line-block. Larger cells are columns of the page layout.
const ROW_CHARS: u32 = 60;

/// Slots per row in which spanning cells are followed; farther on, each cell takes one slot. A
/// [`Cell`] can store no greater number.
const FOLLOWED: usize = 32;

/// Content of a block in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellText {
    /// A formula, and nothing else.
    Formula,
    /// A number or a letter, such as that of a formula.
    Enumerator,
    /// A line of code, and nothing else. `is_word`: it has no white space inside.
    CodeLine {
        is_word: bool,
    },
    /// A number in digits, and nothing else: perhaps that of a line of code.
    Number(u32),
    Other,
}

/// State of an open table.
#[derive(Clone, Copy, Default)]
struct Table {
    /// Number of the first block inside.
    first: u64,
    rows: u32,
    cells_in_row: u32,
    /// Cells of the longest row.
    cells: u32,
    /// Cells of the first row, and how many of them are headers.
    first_cells: u32,
    headers: u32,
    /// The slot in which the open cell begins, from 1, and the greatest slot in which any cell
    /// began.
    slot: u32,
    columns: u32,
    /// Of the open cell.
    layout: CellLayout,
    /// For each slot, the number of rows that a cell still takes it, including the open row.
    taken: [u16; FOLLOWED],
    blocks_in_cell: u32,
    /// The first block of the cell is a heading that names a column or the table. Such a cell has
    /// no other block.
    is_named_by_heading: bool,
    /// Naming headings in the first row; whether one of them is in a cell that is no header; cells
    /// of the first row that have text.
    names: u32,
    has_names_in_cells: bool,
    first_texts: u32,
    /// Its caption is open, or was its last part. A caption may follow the rows and belongs to none
    /// of their cells.
    is_in_caption: bool,
    /// Cells with text, the maximum line-blocks in a cell, and the maximum characters of such a
    /// line-block.
    texts: u32,
    most_blocks: u32,
    most_chars: u32,
    /// Some of its blocks are formulas, some are enumerators, and some neither.
    has_formulas: bool,
    has_enumerators: bool,
    has_others: bool,
    /// Lines of code, and whether some have white space inside.
    code_lines: u32,
    has_longer_lines: bool,
    /// Rows that begin with a number, one more than that of the row before, and the last one.
    numbers: u32,
    last_number: u32,
    /// Some of its blocks are neither lines of code nor such numbers.
    has_no_code: bool,
    /// It is a layout table. It holds another table, a long text, or, unless its first row names
    /// the columns, a heading that names no column or preformatted text: code next to its line
    /// numbers.
    is_layout: bool,
    /// Number of the table on the page, modulo 256.
    number: u8,
}

impl Table {
    fn is_data(&self) -> bool {
        // If only some cells of a row are headings, a heading may belong to a part of the page.
        let has_names = !self.has_names_in_cells || self.names > 1 && self.names == self.first_texts;
        let is_wide = self.cells > 1 || self.is_list();
        !self.is_layout && self.rows > 1 && is_wide && has_names && !self.is_formula()
    }

    /// Whether it is a list: one column of short texts with a header.
    fn is_list(&self) -> bool {
        self.headers == 1 && self.rows > 2 && self.most_blocks == 1 && self.most_chars <= ROW_CHARS
    }

    /// Whether a heading names a column or the table: short, the first in its cell, in a header
    /// cell or in the first row.
    fn is_name(&self, heading: &Record) -> bool {
        let is_at_top = heading.has(Flags::HEADER_CELL) || self.rows == 1;
        is_at_top && self.blocks_in_cell == 1 && heading.chars() <= ROW_CHARS
    }

    /// Whether the table is one row of data, provided that no row follows. A number and a text are
    /// a point of a list.
    fn is_row(&self) -> bool {
        let is_short = self.most_blocks == 1 && self.most_chars <= ROW_CHARS;
        let may_be_row = !self.is_layout && self.rows == 1 && self.texts > 1 && self.names == 0;
        let is_point = self.has_enumerators && self.texts == 2;
        may_be_row && is_short && !is_point && !self.is_formula()
    }

    /// Whether it only sets a formula and its number.
    fn is_formula(&self) -> bool {
        self.has_formulas && self.has_enumerators && !self.has_others
    }

    /// Whether each row is a line of code, perhaps with its number. Numbers next to single words
    /// may be what the words stand for: codes of errors.
    fn is_code(&self) -> bool {
        let are_lines = !self.has_no_code && self.code_lines > 1 && self.code_lines <= self.rows;
        are_lines && (self.numbers == 0 || self.numbers == self.rows && self.has_longer_lines)
    }

    /// Counts a block by its content.
    fn count(&mut self, text: CellText) {
        match text {
            CellText::Formula => self.has_formulas = true,
            CellText::Enumerator => self.has_enumerators = true,
            _ => self.has_others = true,
        }
        match text {
            CellText::CodeLine { is_word } => {
                self.code_lines = self.code_lines.saturating_add(1);
                self.has_longer_lines |= !is_word;
            }
            CellText::Number(number)
                if self.cells_in_row == 1
                    && (self.numbers == 0 || self.last_number.checked_add(1) == Some(number)) =>
            {
                self.numbers = self.numbers.saturating_add(1);
                self.last_number = number;
            }
            _ => self.has_no_code = true,
        }
    }

    /// Whether its first row names the columns.
    fn is_headed(&self) -> bool {
        self.headers > 1 && self.headers == self.first_cells
    }

    /// Factor on the limits of a cell.
    fn room(&self) -> u32 {
        if self.is_headed() { HEADED } else { 1 }
    }

    /// Begins a cell in the first slot that no other cell takes.
    fn open_cell(&mut self, is_header: bool, layout: CellLayout) {
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
        for rows in self.taken.iter_mut().skip(at).take(usize::from(layout.columns)) {
            *rows = layout.rows.max(*rows);
        }
        self.layout = layout;
        self.slot = (at as u32).saturating_add(1);
        self.columns = self.columns.max(self.slot);
    }

    /// Its blocks, if it holds data or code. A table of one row is known to be data only when
    /// complete, and code likewise.
    fn data(&self, is_complete: bool) -> Option<TableBlocks> {
        let is_code = is_complete && self.is_code();
        let is_data = is_code || self.is_data() || is_complete && self.is_row();
        let columns = u8::try_from(self.columns).unwrap_or(u8::MAX);
        let has_numbers = self.numbers > 0;
        is_data.then_some(TableBlocks { first: self.first, columns, are_code: is_code, has_numbers })
    }
}

/// The blocks of a table of data, or of lines of code.
#[derive(Clone, Copy)]
pub(super) struct TableBlocks {
    /// Number of the first block.
    pub(super) first: u64,
    pub(super) columns: u8,
    /// Each row is a line of code, and `has_numbers`: its first cell is the number of the line.
    pub(super) are_code: bool,
    pub(super) has_numbers: bool,
}

/// The open tables. Holds nothing on the heap.
#[derive(Default)]
pub(super) struct Tables {
    open: [Table; NESTED],
    depth: usize,
    /// Tables opened on this page, modulo 256.
    opened: u8,
}

impl Tables {
    fn innermost(&mut self) -> Option<&mut Table> {
        self.open[..self.depth.min(NESTED)].last_mut()
    }

    /// Begins a table, its caption, a row group, a row or a cell. `begun` is the number of blocks
    /// begun before.
    pub(super) fn open(&mut self, tag: TagId, layout: CellLayout, begun: u64) {
        if tag == TagId::Table {
            if let Some(outer) = self.innermost() {
                outer.is_layout = true;
                outer.has_no_code = true;
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
            // No cell spans into another row group.
            TagId::Thead | TagId::Tbody | TagId::Tfoot => table.taken.fill(0),
            _ => table.open_cell(tag == TagId::Th, layout),
        }
    }

    /// Counts a completed block. Hidden blocks are ignored.
    pub(super) fn block_ended(&mut self, record: &Record, text: impl FnOnce() -> CellText) {
        if let Some(table) = self.innermost().filter(|_| !record.has(Flags::HIDDEN)) {
            if !table.has_others || !table.has_no_code {
                table.count(text());
            }
            table.blocks_in_cell = table.blocks_in_cell.saturating_add(1);
            let is_heading = record.context.heading > 0 && !table.is_in_caption;
            let is_name = is_heading && table.is_name(record);
            table.is_layout |= table.blocks_in_cell > table.room() * CELL_BLOCKS
                || record.chars() > table.room() * CELL_CHARS
                || table.is_named_by_heading && !table.is_in_caption
                || !table.is_headed() && (is_heading && !is_name || record.has(Flags::PREFORMATTED));
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

    /// The cell of the innermost table in which a block begins.
    pub(super) fn cell(&self) -> Cell {
        let Some(table) = self.open[..self.depth.min(NESTED)].last() else { return Cell::default() };
        if table.is_in_caption {
            return Cell::new(table.number, 0, 0, 0);
        }
        let column = u8::try_from(table.cells_in_row).unwrap_or(u8::MAX);
        Cell::new(table.number, table.rows, column, table.slot.saturating_sub(table.cells_in_row))
    }

    /// Layout of the cell in which a block begins.
    pub(super) fn cell_layout(&self) -> CellLayout {
        let table = self.open[..self.depth.min(NESTED)].last();
        table
            .filter(|table| table.cells_in_row > 0 && !table.is_in_caption)
            .map(|table| table.layout)
            .unwrap_or_default()
    }

    pub(super) fn are_open(&self) -> bool {
        self.depth > 0
    }

    /// Ends the innermost table. Returns its blocks if it holds data or code.
    pub(super) fn close(&mut self) -> Option<TableBlocks> {
        self.depth = self.depth.checked_sub(1)?;
        self.open.get(self.depth)?.data(true)
    }

    /// The blocks of the innermost open table, if it looks like a data table.
    pub(super) fn open_data_table(&self) -> Option<TableBlocks> {
        self.open[..self.depth.min(NESTED)].last()?.data(false)
    }
}
