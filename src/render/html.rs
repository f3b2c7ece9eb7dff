//! HTML renderer.

use super::grid::Grid;
use super::out::{Out, Referred, Renderer, parts_from_image, repeat};
use super::outline::{BlockShape, Change, Container, ListKind, Outline, Separator, Spacing};
use crate::address::runs_no_code;
use crate::block::Record;
use crate::block::marks::{Nested, Span, Spans, note, shown_in, spans, spans_with};
use crate::block::notes::{Label, Notes};
use crate::block::reference::Image;
use crate::formula::delimiters::Delimiters;
use crate::structure::{Break, Flags, Mark};

/// Renders HTML of the kept structure only: headings, paragraphs, lists, quotes, preformatted text,
/// data tables, rules, line breaks, inline marks.
///
/// The only attributes are the class of formulas and code, the numbers of lists and items, the
/// states of tasks, the spans and the alignment of cells, the ids of notes and the links to them,
/// and link targets, if requested. An item has a number
/// only if it does not follow its predecessor. All elements are closed, and all text is escaped.
#[derive(Default)]
pub(super) struct HtmlRenderer {
    outline: Outline,
    /// The end tags of the open block.
    closing: &'static str,
    /// Of the open table.
    grid: Grid,
    cell_is_header: bool,
    /// Preformatted text is open in a cell.
    is_code_open: bool,
}

impl Renderer for HtmlRenderer {
    fn block(
        &mut self,
        record: &Record,
        between: Break,
        text: &str,
        Referred { images, notes }: Referred<'_>,
        out: &mut Out<'_>,
    ) {
        let note = note(text).and_then(|place| notes.note(place)).filter(|note| note.is_first);
        let mut label = note.map(|note| note.label);
        let joint = self.outline.joint(record, between, text);
        let whole = text;
        let text = joint.written(whole);
        let is_code = record.has(Flags::PREFORMATTED);
        match joint {
            Separator::Cut => {}
            Separator::Point => out(" "),
            Separator::Preformatted => out(if between == Break::Line { "\n" } else { "\n\n" }),
            Separator::Cell if is_code && self.is_code_open && between <= Break::Blank => out("\n\n"),
            Separator::Cell => {
                // Preformatted text begins and ends lines by itself.
                let was_code = self.close_code(out);
                out(match was_code {
                    true => "\n",
                    false if is_code => "",
                    false => "<br>",
                });
            }
            Separator::Row(_) => {
                self.close_cell(out);
                self.open_cell(record, out);
            }
            Separator::Table => {
                self.close_cell(out);
                out("</tr>\n");
                if let Some(BlockShape::Cell(cell)) = self.outline.last() {
                    repeat("<tr></tr>\n", usize::from(self.grid.go_to_row(cell)), out);
                }
                out("<tr>");
                self.open_cell(record, out);
            }
            Separator::Block => {
                self.close_block(out);
                let gap =
                    self.outline.close_containers(record, &mut |change| write_change(change, &mut None, out));
                let has_rule = gap == Spacing::Blank && self.outline.takes_rule(between);
                out(if has_rule { "<hr>\n" } else { "" });
                self.outline.open_containers(record, &mut |change| write_change(change, &mut label, out));
                self.open_block(record, text, label, out);
                self.outline.items_written();
            }
        }
        let is_in_cell = matches!(self.outline.last(), Some(BlockShape::Cell(_)));
        if is_code && is_in_cell && joint != Separator::Cut && !self.is_code_open {
            open_code(text, out);
            self.is_code_open = true;
        }
        let is_preformatted = self.is_code_open || self.outline.last() == Some(BlockShape::Preformatted);
        let spans = spans_with(text, images, whole.len() - text.len())
            .with_tex(Delimiters::Backslash, is_preformatted);
        write_spans(spans, is_preformatted, notes, out);
    }

    fn finish(&mut self, _: &mut Notes, out: &mut Out<'_>) {
        self.close_block(out);
        self.outline.close_all(&mut |change| write_change(change, &mut None, out));
    }

    fn reset(&mut self) {
        *self = Self::default();
    }
}

impl HtmlRenderer {
    /// Begins a block. `label`: it is a note whose tag is not yet written.
    fn open_block(&mut self, record: &Record, text: &str, label: Option<Label>, out: &mut Out<'_>) {
        let is_in_fresh_item = self.outline.fresh_item().is_some();
        let (opening, closing) = match self.outline.last() {
            Some(BlockShape::Heading(level)) => HEADINGS[usize::from(level - 1)],
            Some(BlockShape::Preformatted) => {
                open_code(text, out);
                ("", "</code></pre>\n")
            }
            Some(BlockShape::Cell(cell)) => {
                self.grid = Grid::of(cell);
                ("<table>\n<tr>", "</tr>\n</table>\n")
            }
            _ if is_in_fresh_item => match self.outline.fresh_task(text) {
                Some(true) => ("<input type=\"checkbox\" disabled checked> ", ""),
                Some(false) => ("<input type=\"checkbox\" disabled> ", ""),
                None => ("", ""),
            },
            _ => ("<p>", "</p>\n"),
        };
        open_note(opening, &mut label.filter(|_| opening == "<p>"), out);
        self.closing = closing;
        self.open_cell(record, out);
    }

    fn close_block(&mut self, out: &mut Out<'_>) {
        self.close_cell(out);
        out(self.closing);
        self.closing = "";
    }

    /// Opens a cell of a table, after the empty ones before it.
    fn open_cell(&mut self, record: &Record, out: &mut Out<'_>) {
        let Some(BlockShape::Cell(cell)) = self.outline.last() else { return };
        let layout = record.context.note.cell_layout();
        repeat("<td></td>", self.grid.place(cell, layout), out);
        self.cell_is_header = record.has(Flags::HEADER_CELL);
        out(if self.cell_is_header { "<th" } else { "<td" });
        for (name, span) in [(" colspan=\"", layout.columns), (" rowspan=\"", layout.rows)] {
            if span > 1 {
                out(name);
                write_number(span, out);
                out("\"");
            }
        }
        let alignment = layout.alignment.name();
        if !alignment.is_empty() {
            out(" align=\"");
            out(alignment);
            out("\"");
        }
        out(">");
    }

    /// Ends preformatted text in a cell; returns whether there was any.
    fn close_code(&mut self, out: &mut Out<'_>) -> bool {
        let was_open = core::mem::take(&mut self.is_code_open);
        out(if was_open { "</code></pre>" } else { "" });
        was_open
    }

    fn close_cell(&mut self, out: &mut Out<'_>) {
        self.close_code(out);
        if let Some(BlockShape::Cell(_)) = self.outline.last() {
            out(if self.cell_is_header { "</th>" } else { "</td>" });
        }
    }
}

/// Begins preformatted text, with the language that its text begins with. Languages are letters,
/// digits and signs that need no escaping.
fn open_code(text: &str, out: &mut Out<'_>) {
    out("<pre><code");
    if let Some(Span::Language(name)) = spans(text).next() {
        out(" class=\"language-");
        out(name);
        out("\"");
    }
    out(">");
}

const HEADINGS: [(&str, &str); 6] = [
    ("<h1>", "</h1>\n"),
    ("<h2>", "</h2>\n"),
    ("<h3>", "</h3>\n"),
    ("<h4>", "</h4>\n"),
    ("<h5>", "</h5>\n"),
    ("<h6>", "</h6>\n"),
];

/// Writes the text of a block, with its marks and images.
fn write_spans(mut spans: Spans<'_>, is_preformatted: bool, notes: &mut Notes, out: &mut Out<'_>) {
    let mut open = Nested::default();
    let mut last = ' ';
    while let Some(span) = spans.next() {
        match span {
            Span::Text(text) if is_preformatted => escape(text, false, out),
            Span::Text(text) => {
                for (at, line) in text.split('\n').enumerate() {
                    repeat("<br>", usize::from(at > 0), out);
                    escape(line, false, out);
                }
            }
            Span::Open(Mark::Reference, place) => {
                let is_free = !is_preformatted && !open.has(Mark::Link);
                let label = is_free.then(|| notes.reference(place, &mut shown_in(&spans))).flatten();
                if let Some(label) = label {
                    open.push(Mark::Reference);
                    out("<a href=\"#");
                    out(BEFORE_LABEL);
                    out(label.as_str());
                    out("\">");
                }
            }
            Span::Open(mark, target) => {
                let is_shown = match mark {
                    Mark::Link => runs_no_code(target) && !notes.are_all_in(mark, &spans),
                    // Preformatted text already is code.
                    Mark::Code => !is_preformatted,
                    Mark::Formula => !is_preformatted && !open.has(Mark::Code),
                    _ => true,
                };
                if is_shown {
                    open.push(mark);
                    open_mark(mark, target, out);
                }
            }
            Span::Close(mark) if open.remove(mark) => close_mark(mark, out),
            Span::Close(_) | Span::Language(_) | Span::Task { .. } | Span::Note(_) => {}
            Span::Image { .. } if is_preformatted => {}
            Span::Image { image, begins_line } if runs_no_code(image.src) => {
                let gap = if parts_from_image(last) { " " } else { "" };
                out(if begins_line { "<br>" } else { gap });
                let is_linked =
                    !open.has(Mark::Link) && !open.has(Mark::Reference) && runs_no_code(image.link);
                if is_linked {
                    open_mark(Mark::Link, image.link, out);
                }
                match image.is_player {
                    true => escape(image.alt, false, out),
                    false => write_image(&image, out),
                }
                out(if is_linked { "</a>" } else { "" });
                last = ' ';
            }
            Span::Image { .. } => {}
        }
        if let Span::Text(text) = span {
            last = text.chars().next_back().unwrap_or(last);
        }
    }
    open.iter().rev().for_each(|mark| close_mark(mark, out));
}

/// The id of a note is this and its label.
const BEFORE_LABEL: &str = "fn-";

/// Writes a start tag, with the id of a note that begins with the element.
fn open_note(tag: &str, label: &mut Option<Label>, out: &mut Out<'_>) {
    match (label.take(), tag.strip_suffix('>')) {
        (Some(label), Some(tag)) => {
            out(tag);
            out(" id=\"");
            out(BEFORE_LABEL);
            out(label.as_str());
            out("\">");
        }
        _ => out(tag),
    }
}

/// Writes the tag for a list, item or quote that begins or ends. Lists without kept items have no
/// tags. `label`: that of the note that the item is.
fn write_change(change: Change<'_>, label: &mut Option<Label>, out: &mut Out<'_>) {
    match change {
        Change::Open(Container::Quote(_)) => out("<blockquote>\n"),
        Change::Close(Container::Quote(_)) => out("</blockquote>\n"),
        Change::Open(Container::List(list)) if list.is_shown => match list.kind {
            ListKind::Unordered => out("<ul>\n"),
            ListKind::Definitions => out("<dl>\n"),
            ListKind::Ordered if list.item == 1 => out("<ol>\n"),
            ListKind::Ordered => {
                out("<ol start=\"");
                write_number(list.item, out);
                out("\">\n");
            }
        },
        Change::Close(Container::List(list)) if list.is_shown => out(match list.kind {
            ListKind::Unordered => "</ul>\n",
            ListKind::Definitions => "</dl>\n",
            ListKind::Ordered => "</ol>\n",
        }),
        Change::Open(_) | Change::Close(_) => {}
        Change::OpenItem { list, jumps: true } if list.kind == ListKind::Ordered => {
            out("<li value=\"");
            write_number(list.item, out);
            open_note("\">", label, out);
        }
        Change::OpenItem { list, .. } => {
            let tag = match (list.kind, list.is_term) {
                (ListKind::Definitions, true) => "<dt>",
                (ListKind::Definitions, false) => "<dd>",
                _ => "<li>",
            };
            open_note(tag, label, out);
        }
        Change::CloseItem(list) => out(match (list.kind, list.is_term) {
            (ListKind::Definitions, true) => "</dt>\n",
            (ListKind::Definitions, false) => "</dd>\n",
            _ => "</li>\n",
        }),
    }
}

/// Writes a number in decimal digits.
pub(super) fn write_number(number: u16, out: &mut Out<'_>) {
    let mut digits = [0; 5];
    let mut rest = number;
    let mut start = digits.len();
    while start == digits.len() || rest > 0 {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    out(core::str::from_utf8(&digits[start..]).unwrap_or_default());
}

fn open_mark(mark: Mark, target: &str, out: &mut Out<'_>) {
    if mark == Mark::Link {
        out("<a href=\"");
        escape(target, true, out);
        out("\">");
    } else {
        out(tags_of(mark).0);
    }
}

fn write_image(image: &Image<'_>, out: &mut Out<'_>) {
    out("<img src=\"");
    escape(image.src, true, out);
    out("\" alt=\"");
    escape(image.alt, true, out);
    out("\">");
}

fn close_mark(mark: Mark, out: &mut Out<'_>) {
    out(tags_of(mark).1);
}

/// The start and end tag of a mark; for a link, without its target.
pub(super) const fn tags_of(mark: Mark) -> (&'static str, &'static str) {
    match mark {
        Mark::Emphasis => ("<em>", "</em>"),
        Mark::Strong => ("<strong>", "</strong>"),
        Mark::Code => ("<code>", "</code>"),
        Mark::Link | Mark::Reference => ("<a>", "</a>"),
        Mark::Superscript => ("<sup>", "</sup>"),
        Mark::Subscript => ("<sub>", "</sub>"),
        Mark::Deleted => ("<del>", "</del>"),
        Mark::Note => ("", ""),
        Mark::Formula => ("<code class=\"language-math\">", "</code>"),
    }
}

/// Writes text escaped, for an element or a quoted attribute.
fn escape(text: &str, is_attribute: bool, out: &mut Out<'_>) {
    let mut start = 0;
    for (pos, byte) in text.bytes().enumerate() {
        let reference = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' if is_attribute => "&quot;",
            _ => continue,
        };
        out(&text[start..pos]);
        out(reference);
        start = pos + 1;
    }
    out(&text[start..]);
}
