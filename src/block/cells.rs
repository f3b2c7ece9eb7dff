//! What blocks are in the cells of a table, and the marks of their table.
//!
//! In: parts of tables, and complete blocks. Out: flags of the waiting records of a table. Holds
//! nothing of its own.

use super::enumerator::is_enumerator;
use super::table::{CellText, TableBlocks};
use super::{Arena, Blocks, Record, marks};
use crate::structure::{Break, Flags, TablePart};

/// Maximum characters next to the formulas of a block that is a formula: its number and the
/// punctuation after it.
const FORMULA_LABEL_CHARS: u32 = 8;

/// Whether a block is a formula of `formula_chars` characters, perhaps with its number.
pub(super) fn is_formula(block: &Record, formula_chars: u32) -> bool {
    formula_chars > 0 && block.chars().saturating_sub(formula_chars) <= FORMULA_LABEL_CHARS
}

/// Content of a block in a cell. `code_chars`: its characters in elements of code.
pub(super) fn cell_text(block: &Record, arena: &Arena, formula_chars: u32, code_chars: u32) -> CellText {
    let text = arena.text(block);
    if is_formula(block, formula_chars) {
        CellText::Formula
    } else if block.has(Flags::PREFORMATTED) || code_chars == block.chars() {
        let mut shown = marks::shown(text).skip_while(|c| c.is_whitespace());
        let is_word = !shown.any(char::is_whitespace);
        if text.contains('\n') { CellText::Other } else { CellText::CodeLine { is_word } }
    } else if block.chars() > FORMULA_LABEL_CHARS {
        CellText::Other
    } else if is_enumerator(marks::shown(text)) {
        CellText::Enumerator
    } else {
        number(text).map_or(CellText::Other, CellText::Number)
    }
}

/// The number that a block is: at most [`FORMULA_LABEL_CHARS`] digits, and nothing else.
fn number(text: &str) -> Option<u32> {
    marks::shown(text).try_fold(0, |number, c| Some(10 * number + c.to_digit(10)?))
}

impl Blocks {
    /// A part of a table begins, or a table ends.
    pub(crate) fn table(&mut self, part: TablePart) {
        match part {
            TablePart::Begins { tag, layout } => self.tables.open(tag, layout, self.begun),
            TablePart::TableEnds => self.close_table(),
        }
    }

    /// Ends all elements, so that the text that follows is independent of them.
    pub(crate) fn leave_elements(&mut self) {
        self.line_break(Break::Block);
        while self.tables.are_open() {
            self.close_table();
        }
        (self.link_begins, self.is_in_code) = (false, false);
        self.inline.reset();
    }

    /// A table ends. If it holds data or code, its blocks are marked.
    fn close_table(&mut self) {
        if let Some(table) = self.tables.close() {
            self.mark_table(table);
        }
    }

    /// Marks the blocks of a table that is still open, if it looks like a data table so far. Called
    /// before blocks are decided early.
    pub(crate) fn mark_open_table(&mut self) {
        if let Some(table) = self.tables.open_data_table() {
            self.mark_table(table);
        }
    }

    /// Marks the waiting blocks of a table: as cells, or as lines of code without their numbers.
    fn mark_table(&mut self, TableBlocks { first, columns, are_code, has_numbers }: TableBlocks) {
        let waiting = self.arena.len();
        let complete = self.begun - u64::from(self.is_open);
        let count =
            usize::try_from(complete.saturating_sub(first)).map_or(waiting, |count| count.min(waiting));
        for index in waiting - count..waiting {
            let record = self.arena.record_mut(index);
            if !are_code {
                record.context.flags.set(Flags::DATA_TABLE);
                record.cell.columns = columns;
                continue;
            }
            let is_number = has_numbers && record.cell.column == 1;
            record.context.flags.set(if is_number { Flags::HIDDEN } else { Flags::PREFORMATTED });
            if index > waiting - count && !record.continues_last() {
                record.break_before = Break::Line;
            }
        }
    }
}
