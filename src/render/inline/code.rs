//! Code and formulas in the inline content of a Markdown block.
//!
//! In: their text. Out: code spans, and formulas in the dialect that the options choose. Cost:
//! linear. Holds nothing.

use super::Inline;
use crate::block::marks::{DISPLAY, Span, Spans};
use crate::methods::Formulas;
use crate::render::escape::{Edge, LineEnd};
use crate::render::out::repeat;

impl Inline<'_, '_> {
    /// Writes code: each line as a code span of its own, with more backticks than the line
    /// contains.
    pub(super) fn code(&mut self, text: &str) {
        for (at, line) in text.split('\n').enumerate() {
            self.line.line_end |= at > 0;
            if line.is_empty() {
                continue;
            }
            self.start_line();
            if matches!(self.line.last, '`' | '$') && self.line.edge == Edge::Text {
                (self.out)("<!-- -->");
            }
            self.line_of_code(line);
        }
    }

    /// Writes one line as a code span.
    fn line_of_code(&mut self, line: &str) {
        let ticks = longest_run(line) + 1;
        let is_padded = line.starts_with('`') || line.ends_with('`');
        repeat("`", ticks, self.out);
        repeat(" ", usize::from(is_padded), self.out);
        let is_in_table = self.line_end == LineEnd::Tag;
        for (at, part) in line.split('|').enumerate() {
            (self.out)(if at > 0 { if is_in_table { "\\|" } else { "|" } } else { "" });
            (self.out)(part);
        }
        repeat(" ", usize::from(is_padded), self.out);
        repeat("`", ticks, self.out);
        self.wrote('`');
    }

    /// Writes a formula; as a code span between dollars, GitHub and GitLab render a formula, other
    /// dialects code. Before a digit, a dollar ends nothing. `rest`: the spans after it.
    pub(super) fn formula(&mut self, text: &str, rest: &Spans<'_>) {
        let is_digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        let is_before_digit = rest.clone().find_map(Span::text).is_some_and(is_digit);
        let has_dollars = self.formulas == Formulas::Dollars && !is_before_digit;
        for (at, line) in text.split('\n').enumerate() {
            self.line.line_end |= at > 0;
            if line.is_empty() {
                continue;
            }
            self.start_line();
            if self.line.last == '$' && self.line.edge == Edge::Text && self.formulas == Formulas::Code {
                (self.out)("<!-- -->");
            }
            if has_dollars && may_stand_between_dollars(line) {
                let dollars = if self.is_display { DISPLAY } else { "$" };
                (self.out)(dollars);
                self.tex(line);
                (self.out)(dollars);
            } else {
                (self.out)("$");
                self.line_of_code(line);
                (self.out)("$");
            }
            self.wrote('$');
        }
    }

    /// Writes the TeX of a formula between dollars. With a space after it, `<` begins no tag.
    fn tex(&mut self, tex: &str) {
        let is_in_table = self.line_end == LineEnd::Tag;
        for part in tex.split_inclusive(['<', '|']) {
            match part.strip_suffix('|').filter(|_| is_in_table) {
                Some(before) => {
                    (self.out)(before);
                    (self.out)("\\|");
                }
                None => (self.out)(part),
            }
            (self.out)(if part.ends_with('<') { " " } else { "" });
        }
    }
}

/// Whether TeX between dollars ends at the second one, and is nothing else to a reader of
/// CommonMark that knows no formulas.
fn may_stand_between_dollars(tex: &str) -> bool {
    let is_trimmed = tex.trim().len() == tex.len();
    is_trimmed && !tex.ends_with('\\') && !tex.contains(['$', '`']) && !tex.contains("](")
}

/// Length of the longest run of backticks in `text`.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or_default()
}
