//! Plain text.

use super::{Out, Renderer};
use crate::block::Record;
use crate::block::marks::{Span, spans};
use crate::clean::{Break, Flags};

/// Plain text: a blank line between blocks; list items, rows of data tables and preformatted lines on their own lines, cells
/// of a row parted by a tab. Ends with a line end if there is any text.
#[derive(Default)]
pub(crate) struct TextRenderer {
    has_text: bool,
}

impl Renderer for TextRenderer {
    fn block(&mut self, record: &Record, between: Break, text: &str, out: &mut Out<'_>) {
        if self.has_text {
            out(separator(record, between));
        }
        for span in spans(text) {
            if let Span::Text(text) = span {
                out(text);
            }
        }
        self.has_text = true;
    }

    fn finish(&mut self, out: &mut Out<'_>) {
        if self.has_text {
            out("\n");
        }
    }

    fn reset(&mut self) {
        self.has_text = false;
    }
}

/// What parts a block from the one before. Tables that lay out the page part their cells like other blocks.
fn separator(record: &Record, between: Break) -> &'static str {
    let is_data = record.has(Flags::DATA_TABLE);
    match between {
        Break::None => "",
        Break::Line | Break::Item => "\n",
        Break::Cell if is_data => "\t",
        Break::Row if is_data => "\n",
        Break::Blank | Break::Cell | Break::Row | Break::Block => "\n\n",
    }
}
