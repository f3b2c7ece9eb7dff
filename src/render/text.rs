//! Plain text renderer.

use super::out::{Out, Referred, Renderer, repeat};
use super::outline::{BlockShape, Outline, Separator, Spacing};
use crate::block::Record;
use crate::block::notes::Notes;
use crate::html::scan;
use crate::structure::Break;
use memchr::memchr;

/// Renders plain text with a blank line between blocks. List items, rows of data tables and
/// preformatted lines are lines of their own. Cells are separated by tabs; a line end inside a cell
/// is a space. Output ends with a line end if there is any text.
#[derive(Default)]
pub(super) struct TextRenderer {
    outline: Outline,
}

impl Renderer for TextRenderer {
    fn block(
        &mut self,
        record: &Record,
        between: Break,
        text: &str,
        _referred: Referred<'_>,
        out: &mut Out<'_>,
    ) {
        let joint = self.outline.joint(record, between, text);
        let text = joint.written(text);
        match joint {
            Separator::Cut => {}
            Separator::Preformatted => out(if between == Break::Line { "\n" } else { "\n\n" }),
            Separator::Cell | Separator::Point => out(" "),
            Separator::Row(columns) => repeat("\t", usize::from(columns), out),
            Separator::Table => {
                out("\n");
                self.first_cell(out);
            }
            Separator::Block => {
                let is_loose_item = between == Break::Item && record.context.list_depth == 0;
                match self.outline.close_containers(record, &mut |_| {}) {
                    Spacing::Nothing => {}
                    Spacing::Line => out("\n"),
                    Spacing::Blank if is_loose_item => out("\n"),
                    Spacing::Blank => out("\n\n"),
                }
                self.outline.open_containers(record, &mut |_| {});
                self.first_cell(out);
            }
        }
        // The text has no marks: they are not recorded for this format.
        match self.outline.last() {
            Some(BlockShape::Cell(_)) => {
                let mut rest = text;
                while let Some(end) = line_end(rest.as_bytes()) {
                    out(&rest[..end]);
                    out(" ");
                    rest = &rest[end + 1..];
                }
                out(rest);
            }
            _ => out(text),
        }
    }

    fn finish(&mut self, _: &mut Notes, out: &mut Out<'_>) {
        if self.outline.last().is_some() {
            out("\n");
        }
    }

    fn reset(&mut self) {
        self.outline.reset();
    }
}

/// Position of the first line end; `None` if there is only one line.
#[inline]
fn line_end(text: &[u8]) -> Option<usize> {
    if text.len() > scan::WIDTH {
        return memchr(b'\n', text);
    }
    // Most cells are short.
    let ends = scan::hits(&scan::padded(text), *b"\n");
    (ends != 0).then(|| ends.trailing_zeros() as usize)
}

impl TextRenderer {
    /// Writes the empty cells before the first cell of a row.
    fn first_cell(&self, out: &mut Out<'_>) {
        if let Some(BlockShape::Cell(cell)) = self.outline.last() {
            repeat("\t", usize::from(cell.column - 1), out);
        }
    }
}
