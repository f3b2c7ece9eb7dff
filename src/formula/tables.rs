//! Tables and stacks in TeX.
//!
//! In: the TeX of cells, and the brackets around a table. Out: environments: matrices, cases,
//! aligned relations. Holds nothing but the [`Tex`].

use super::level::{Kind, Level};
use super::writer::{PLACE_BYTES, Stacked, Tex};

/// Begins a table, until it is known which one.
pub(super) const MATRIX: &str = "\\begin{matrix}";

/// Begins a table after a brace.
const CASES: &str = "\\begin{cases}";

/// Begins the number of an equation.
pub(super) const TAG: &str = "\\tag*{";

/// Begins a fraction without a line.
pub(super) const STACK: &str = "\\genfrac{}{}{0pt}{}";

/// Relations at the beginning of a cell: they are aligned.
const RELATIONS: [&str; 7] = ["& =", "& \\le", "& \\ge", "& <", "& >", "& \\approx", "& \\equiv"];

impl Tex {
    pub(super) fn end_line(&mut self, level: &Level) {
        let start = usize::from(level.start);
        if self.text[start..].starts_with(['[', '*']) && self.has_room(PLACE_BYTES) {
            // It would be an option of the line end before it.
            self.text.insert_str(start, "{}");
        }
        if let Some(table) = self.depth.checked_sub(1).map(|at| &mut self.levels[at]) {
            table.things = table.things.max(level.parts);
        }
    }

    /// A table ends: after a brace it is cases, and with relations in columns it is aligned.
    pub(super) fn end_table(&mut self, level: &Level) {
        let start = usize::from(level.start);
        if level.is_begun {
            return self.text.push_str("\\end{matrix}");
        }
        let before = &self.text[self.row_start().min(start)..start];
        let is_in_brace = before.ends_with("\\{") && level.things <= 2;
        let is_bracketed = before.ends_with(['(', '[', '|', '{']);
        let is_script = self.innermost().is_some_and(|row| row.has_scripts() && row.parts > 1);
        let body = &self.text[start..];
        let (begin, end) = if body.contains(TAG) {
            // It can stand in no other.
            if level.parts > 1 { ("\\begin{align*}", "\\end{align*}") } else { ("", "") }
        } else if is_in_brace {
            (CASES, "\\end{cases}")
        } else if is_script && level.things == 1 {
            ("\\substack{", "}")
        } else if !is_bracketed && RELATIONS.iter().any(|relation| body.contains(relation)) {
            ("\\begin{aligned}", "\\end{aligned}")
        } else {
            (MATRIX, "\\end{matrix}")
        };
        self.text.push_str(end);
        self.splice(start, MATRIX.len(), begin);
        let start = if begin == CASES { start - 2 } else { start };
        if begin == CASES {
            self.splice(start, 2, "");
        }
        self.stacked = Some(Stacked { start, end: self.text.len() });
    }

    /// The text from `end` on may be a bracket around the table or stack before it.
    pub(super) fn close_bracket(&mut self, end: usize) {
        let Some(Stacked { start, .. }) = self.stacked.take().filter(|stacked| stacked.end == end) else {
            return;
        };
        let (open, letter) = match &self.text[end..] {
            ")" => ("(", "p"),
            "]" => ("[", "b"),
            "\\}" => ("\\{", "B"),
            "|" => ("|", "v"),
            "\\|" => ("\\|", "V"),
            _ => return,
        };
        let has_open = self.text[self.row_start().min(start)..start].ends_with(open);
        let table = &self.text[start..];
        if table.starts_with(CASES) && letter == "B" {
            self.text.truncate(end - "cases}".len());
            self.text.push_str("Bmatrix}");
            self.splice(start, CASES.len(), "\\begin{Bmatrix}");
        } else if table.starts_with(MATRIX) && has_open {
            self.text.truncate(end - "matrix}".len());
            self.text.push_str(letter);
            self.text.push_str("matrix}");
            self.text.insert_str(start + "\\begin{".len(), letter);
            self.splice(start - open.len(), open.len(), "");
        } else if table.starts_with(STACK) && has_open && letter == "p" {
            self.text.truncate(end);
            self.splice(start - open.len(), open.len() + STACK.len(), "\\binom");
        }
    }

    /// Offset at which the row of things begins that the text ends with.
    fn row_start(&self) -> usize {
        let outer =
            self.levels[..self.depth].iter().rfind(|level| !matches!(level.kind, Kind::Row | Kind::Fenced));
        outer.map_or(0, |level| usize::from(if level.kind.is_row() { level.start } else { level.part }))
    }
}
