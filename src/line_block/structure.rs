//! What a line-block is in the structure of the page: heading, item, cell, code, formula.

use super::LineBlock;
use crate::block::marks::{Span, spans, task};
use crate::decide::record_means::RecordPlace;
use crate::render;
use crate::structure::{Flags, Mark};
use alloc::string::String;
use alloc::vec::Vec;

/// A cell of a data table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableCell {
    /// Number of the table on the page, modulo 256. Tables that come one after the other have
    /// different numbers.
    pub table: u8,
    /// Row of the table, from 1. The numbers of rows after 2047 wrap around to 1024.
    pub row: u16,
    /// Column in which it begins, from 1. Numbers end at 255, and spanning cells are counted in the
    /// first 32 columns.
    pub column: u8,
    /// Columns that it spans, at most 32.
    pub columns_spanned: u16,
    /// Rows that it spans, at most 32; also 32 if it spans all rows below it.
    pub rows_spanned: u16,
    /// It is a header: `th`.
    pub is_header: bool,
}

/// A record: one of at least three siblings of one shape, such as a card or an item of a list, or a
/// term with its definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RecordId {
    /// Hash of its group: the same for the siblings. Other groups of the page may have it, too.
    pub group: u16,
    /// Number of its element among the elements with text of the page. No other record has it.
    pub element: u16,
}

/// What it is in the structure of the page.
impl<'a> LineBlock<'a> {
    /// Level of the heading, 1 to 6; `None` if it is not a heading.
    #[must_use]
    pub fn level(&self) -> Option<u8> {
        let level = self.view.record.context.heading;
        (level > 0).then_some(level.min(6))
    }

    /// Number of lists that enclose it.
    #[must_use]
    pub fn list_depth(&self) -> u16 {
        u16::from(self.view.record.context.list_depth)
    }

    /// Number of quotations that enclose it.
    #[must_use]
    pub fn quote_depth(&self) -> u16 {
        u16::try_from(self.view.record.context.quotes().0).unwrap_or(u16::MAX)
    }

    /// The cell of the data table that it is in. A cell may have several blocks. Tables that only
    /// arrange parts of the page have no cells.
    #[must_use]
    pub fn cell(&self) -> Option<TableCell> {
        let record = self.view.record;
        let cell = record.data_cell()?;
        let layout = record.context.note.cell_layout();
        Some(TableCell {
            table: cell.table,
            row: cell.row(),
            column: cell.slot(),
            columns_spanned: layout.columns,
            rows_spanned: layout.rows,
            is_header: record.has(Flags::HEADER_CELL),
        })
    }

    /// The record that it is in: the innermost, outside of tables. `None` if there is none, and if
    /// another than the learned method decided.
    ///
    /// Cost: the levels from the line-block up to the record.
    #[must_use]
    pub fn record(&self) -> Option<RecordId> {
        self.score()?;
        let (element, group) = RecordPlace::of(self.view.arena, self.view.record).ids()?;
        Some(RecordId { group, element })
    }

    /// Whether its white space is kept, as in code.
    #[must_use]
    pub fn is_preformatted(&self) -> bool {
        self.view.record.has(Flags::PREFORMATTED)
    }

    /// Language of the code, as the page names it. `None` if it is not code, if the page names
    /// none, and with [`Format::Text`](crate::Format::Text).
    #[must_use]
    pub fn code_language(&self) -> Option<&'a str> {
        spans(self.view.text).find_map(|span| match span {
            Span::Language(name) if !name.is_empty() => Some(name),
            _ => None,
        })
    }

    /// Whether the task is done that it is: a list item that begins with a check box.
    /// `None` if it is
    /// no task, and with [`Format::Text`](crate::Format::Text).
    #[must_use]
    pub fn task_done(&self) -> Option<bool> {
        task(self.view.text)
    }

    /// Its formulas as TeX: the page's own, or else made from MathML. Empty with
    /// [`Format::Text`](crate::Format::Text).
    ///
    /// Cost: linear in the text; a copy of the formulas.
    #[must_use]
    pub fn formulas(&self) -> Vec<String> {
        let mut formulas: Vec<String> = Vec::new();
        let mut is_open = false;
        for span in spans(self.view.text) {
            match span {
                Span::Open(Mark::Formula, _) => {
                    is_open = true;
                    formulas.push(String::new());
                }
                Span::Close(Mark::Formula) => is_open = false,
                Span::Text(text) if is_open => {
                    if let Some(formula) = formulas.last_mut() {
                        formula.push_str(text);
                    }
                }
                _ => {}
            }
        }
        formulas
    }

    /// Writes it as Markdown, as if it stood alone: outside all lists, quotes and tables, without a
    /// line end. With [`Format::Text`](crate::Format::Text), it has no inline markup.
    ///
    /// Cost: linear in the text.
    pub fn write_markdown(&self, out: &mut dyn FnMut(&str)) {
        render::write_block_markdown(self.view.record, self.view.text, out);
    }
}
