//! Borders between the parts of the text, and how well a chunk may end there.

use crate::block::Record;
use crate::structure::{Break, Flags};

/// How well a chunk may end before a part, worst first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Border {
    /// In a row of a table, or in a word. A chunk ends there only if there is no other border.
    #[default]
    Never,
    /// After a heading, which stays with what follows.
    AfterHeading,
    /// Between two words of a sentence longer than a chunk.
    Word,
    /// Between two sentences, or lines of code; between a list and its lead-in.
    Sentence,
    /// Between two rows of a table, two items of a list, two parts of code.
    Inside,
    /// Between two paragraphs; between sentences of a paragraph longer than a chunk.
    Paragraph,
    /// Before a table, code or a list.
    Structure,
    /// Before a heading.
    Heading,
}

impl Border {
    /// The border before a block: between it and the last one, with this break `between` them.
    pub(super) fn before(last_record: &Record, record: &Record, between: Break) -> Self {
        if between == Break::None {
            return Self::Never;
        }
        let (level, last_level) = (heading_level(record), heading_level(last_record));
        match (last_level, level) {
            (1.., 1..) if level > last_level => return Self::AfterHeading,
            (_, 1..) => return Self::Heading,
            (1.., 0) => return Self::AfterHeading,
            (0, 0) => {}
        }
        if let Some(cell) = record.data_cell() {
            return match last_record.data_cell() {
                Some(last) if cell.is_in_table_of(last) && cell.row() == last.row() => Self::Never,
                Some(last) if cell.is_in_table_of(last) => Self::Inside,
                _ => Self::Structure,
            };
        }
        let is_code = |record: &Record| record.has(Flags::PREFORMATTED);
        if is_code(record) {
            let goes_on = is_code(last_record) && between <= Break::Blank;
            return if goes_on { Self::Inside } else { Self::Structure };
        }
        match (last_record.context.list_depth, record.context.list_depth) {
            (0, 1..) => Self::Structure,
            (1.., 1..) => Self::Inside,
            _ if between == Break::Rule => Self::Structure,
            _ => Self::Paragraph,
        }
    }
}

/// Level of a heading outside of tables; `0` for other blocks.
pub(super) fn heading_level(record: &Record) -> u8 {
    if record.data_cell().is_some() { 0 } else { record.context.heading.min(6) }
}
