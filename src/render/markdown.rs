//! Markdown renderer: CommonMark with the pipe tables and footnotes of GitHub Flavored Markdown.

use super::escape::{Edge, Line, LineEnd};
use super::html::write_number;
use super::inline::Inline;
use super::out::{Out, Referred, Renderer, repeat};
use super::outline::{BlockShape, Container, List, ListKind, OpenNote, Outline, Separator, Spacing};
use crate::block::Record;
use crate::block::marks::{HAS_NOTES, NOTE, Span, after_label, note, shown, spans, spans_with};
use crate::block::notes::Notes;
use crate::block::reference::BlockImages;
use crate::formula::delimiters::Delimiters;
use crate::methods::Formulas;
use crate::structure::{Alignment, Break, Flags, Mark};

/// Minimum backticks of a code fence.
const FENCE: usize = 3;

/// A space at the beginning of a line of code that is not preformatted.
const NO_BREAK_SPACE: char = '\u{A0}';

/// Maximum spaces before backticks that end a fence (CommonMark 0.31, section 4.5).
const MAX_FENCE_INDENT: usize = 3;

/// Renders headings, paragraphs, nested lists and quotes, fenced code, and tables with their first
/// row as header.
///
/// A hard line break is a backslash. A list directly after another uses `*` or `1)` instead of `-`
/// or `1.`, since otherwise the two would be one list. Terms of definition lists are items;
/// definitions are nested items. Lines of a cell are separated by `<br>`; those of code are code
/// spans. The first block of a table determines its columns; further cells of a row go into the
/// last column. Output ends with a line end if there is any text.
#[derive(Default)]
pub(super) struct MarkdownRenderer {
    formulas: Formulas,
    outline: Outline,
    line: Line,
    code: Code,
    /// The header row of the open table is complete.
    has_header: bool,
    /// Column of the last cell in the open row.
    column: u8,
    /// How the columns are aligned by the cells of the header row.
    alignments: Alignments,
}

/// The alignments of the first columns of a table, two bits each, the first lowest. Others are not
/// stated.
#[derive(Clone, Copy, Debug, Default)]
struct Alignments(u64);

impl Alignments {
    const BITS: u32 = 2;

    /// Sets that of a column, counted from 1.
    fn set(&mut self, column: u8, alignment: Alignment) {
        let at = u32::from(column.saturating_sub(1)) * Self::BITS;
        self.0 |= (alignment as u64).checked_shl(at).unwrap_or(0);
    }

    /// The delimiter of a column, counted from 0.
    fn delimiter(self, column: u8) -> &'static str {
        let number = self.0.checked_shr(u32::from(column) * Self::BITS).unwrap_or(0);
        match Alignment::of_number(number as u16) {
            Alignment::Unstated => " --- |",
            Alignment::Left => " :--- |",
            Alignment::Center => " :---: |",
            Alignment::Right => " ---: |",
        }
    }
}

/// State of an open code fence.
#[derive(Clone, Copy, Debug, Default)]
struct Code {
    /// Backticks of the fence.
    fence: usize,
    /// Backticks at the start of the line, held back until it is known whether other text follows.
    ticks: usize,
    /// Columns of the white space before them.
    indent: usize,
    /// The text after them was begun.
    has_text: bool,
}

impl Renderer for MarkdownRenderer {
    fn block(
        &mut self,
        record: &Record,
        between: Break,
        text: &str,
        Referred { images, notes }: Referred<'_>,
        out: &mut Out<'_>,
    ) {
        if note(text).is_some_and(|place| notes.skips_label(place, &mut shown(text))) {
            return;
        }
        let is_cut = between == Break::None;
        let note = if is_cut { self.outline.note } else { self.note_of(record, text, notes) };
        let is_other_note = note.map(|note| note.number) != self.outline.note.map(|note| note.number);
        let mut inside = *record;
        inside.context.list_depth -= note.map_or(0, |note| note.lists).min(inside.context.list_depth);
        if !is_cut && !record.has(Flags::DATA_TABLE) && record.context.heading == 0 && is_code_of_lines(text)
        {
            inside.context.flags.set(Flags::PREFORMATTED);
        }
        let record = &inside;
        let joint = if is_other_note { Separator::Block } else { self.outline.joint(record, between, text) };
        let whole = text;
        let mut text = joint.written(whole);
        if let Some(note) = note.filter(|_| is_other_note) {
            // The note begins with its label anyway.
            text = after_label(text, |label| note.label.is_number(label));
        }
        let openers = self.line.openers;
        let goes_on = matches!(joint, Separator::Cut | Separator::Point);
        if !goes_on {
            self.line = Line::default();
        }
        match joint {
            Separator::Cut => {}
            Separator::Point => {
                out(" ");
                self.line.wrote(' ', Edge::Text);
            }
            Separator::Preformatted => {
                self.write_ticks(out);
                if between != Break::Line {
                    self.blank_line(out);
                }
                self.start_code_line(out);
            }
            Separator::Cell => {
                out("<br>");
                self.line = Line::after_tag(openers);
            }
            Separator::Row(columns) => {
                out(" |");
                repeat("  |", usize::from(columns) - 1, out);
                out(" ");
                self.column += columns;
                self.align_column(record);
            }
            Separator::Table => {
                self.end_row(out);
                out("\n");
                self.start_row(out);
            }
            Separator::Block => {
                self.end_block(out);
                if is_other_note {
                    self.outline.close_all(&mut |_| {});
                    self.outline.note = None;
                }
                let gap = self.outline.close_containers(record, &mut |_| {});
                match gap {
                    Spacing::Nothing => {}
                    Spacing::Line => out("\n"),
                    Spacing::Blank => {
                        self.blank_line(out);
                        out("\n");
                        out(if self.outline.takes_rule(between) { "---\n\n" } else { "" });
                    }
                }
                self.outline.note = note;
                self.outline.open_containers(record, &mut |_| {});
                self.start_block(text, out);
                self.align_column(record);
            }
        }
        let line_end = match self.outline.last() {
            Some(BlockShape::Preformatted) => return self.code(text, out),
            Some(BlockShape::Heading(_)) => LineEnd::Space,
            Some(BlockShape::Cell(_)) => LineEnd::Tag,
            _ => LineEnd::Break,
        };
        let outline = &self.outline;
        let prefix = |out: &mut Out<'_>| write_prefix(outline, out);
        let delimiters = match self.formulas {
            Formulas::Code => Delimiters::Backslash,
            Formulas::Dollars => Delimiters::All,
        };
        let spans = spans_with(text, images, whole.len() - text.len())
            .with_tex(delimiters, record.has(Flags::PREFORMATTED));
        let mut inline = Inline::new(out, &mut self.line, line_end, self.formulas, &prefix, notes);
        match line_end {
            LineEnd::Tag if record.has(Flags::PREFORMATTED) => inline.preformatted(spans),
            _ => inline.block(spans, goes_on),
        }
    }

    fn finish(&mut self, notes: &mut Notes, out: &mut Out<'_>) {
        if HAS_NOTES {
            self.held_notes(notes, out);
        }
        self.end_block(out);
        if self.outline.last().is_some() {
            out("\n");
        }
    }

    fn reset(&mut self) {
        *self = Self::new(self.formulas);
    }
}

impl MarkdownRenderer {
    pub(super) fn new(formulas: Formulas) -> Self {
        Self { formulas, ..Self::default() }
    }

    /// Writes the notes of the page that stood in its texts.
    fn held_notes(&mut self, notes: &mut Notes, out: &mut Out<'_>) {
        let held = notes.take_held();
        for begin in held.match_indices(NOTE).map(|(begin, _)| begin) {
            let note_text = &held[begin..];
            let end = note_text[1..].find(NOTE).map_or(note_text.len(), |end| 1 + end);
            if note(note_text).is_some_and(|place| notes.note(place).is_some()) {
                let images = BlockImages::default();
                let referred = Referred { images, notes: &mut *notes };
                self.block(&Record::default(), Break::Block, &note_text[..end], referred, out);
            }
        }
        notes.give_back(held);
    }
}

/// Writes a block as if it stood alone: outside all lists, quotes and tables, without a line end.
pub(super) fn write_alone(record: &Record, text: &str, out: &mut Out<'_>) {
    let mut record = *record;
    (record.context.list_depth, record.context.quote_depth) = (0, 0);
    record.context.flags.unset(Flags::DATA_TABLE);
    let mut renderer = MarkdownRenderer::default();
    let referred = Referred { images: BlockImages::default(), notes: &mut Notes::default() };
    renderer.block(&record, Break::Block, text, referred, out);
    renderer.end_block(out);
}

/// Output of blocks.
impl MarkdownRenderer {
    /// The note that a block is in, if the note begins with it or is the open one.
    fn note_of(&self, record: &Record, text: &str, notes: &mut Notes) -> Option<OpenNote> {
        let found = note(text).and_then(|place| notes.note(place))?;
        let lists = record.context.list_depth;
        let first = OpenNote { number: found.note, label: found.label, lists, is_unwritten: true };
        let open = self.outline.note.filter(|open| open.number == found.note);
        if found.is_first { Some(first) } else { open }
    }

    fn start_block(&mut self, text: &str, out: &mut Out<'_>) {
        match self.outline.last() {
            Some(BlockShape::Heading(level)) => {
                self.start_line(out);
                repeat("#", usize::from(level), out);
                out(" ");
            }
            Some(BlockShape::Preformatted) => {
                let language = match spans(text).next() {
                    Some(Span::Language(name)) => name,
                    _ => "",
                };
                self.start_fence(fence_ticks(text), language, out);
            }
            Some(BlockShape::Cell(_)) => {
                (self.has_header, self.alignments) = (false, Alignments::default());
                self.start_row(out);
            }
            _ => {
                let task = self.outline.fresh_task(text);
                self.start_line(out);
                if let Some(is_done) = task {
                    out(if is_done { "[x] " } else { "[ ] " });
                }
            }
        }
    }

    fn end_block(&mut self, out: &mut Out<'_>) {
        match self.outline.last() {
            Some(BlockShape::Preformatted) => self.end_fence(out),
            Some(BlockShape::Cell(_)) => self.end_row(out),
            _ => {}
        }
    }

    /// Begins a line of a block, with the bullets and numbers of items that begin.
    fn start_line(&mut self, out: &mut Out<'_>) {
        write_prefix(&self.outline, out);
        self.outline.items_written();
    }

    /// Ends a line and writes an empty one, without the line end of the latter.
    fn blank_line(&self, out: &mut Out<'_>) {
        out("\n");
        let is_quote = |container: &Container| matches!(container, Container::Quote(_));
        let quotes = self.outline.containers().enumerate().filter(|(_, container)| is_quote(container));
        let Some((innermost, _)) = quotes.last() else { return };
        write_note(&self.outline, out);
        for container in self.outline.containers().take(innermost) {
            write_container(container, out);
        }
        out(">");
    }
}

/// Output of tables.
impl MarkdownRenderer {
    /// Begins a row, with the empty cells before the first one that has text.
    fn start_row(&mut self, out: &mut Out<'_>) {
        self.start_line(out);
        if let Some(BlockShape::Cell(cell)) = self.outline.last() {
            out("|");
            repeat("  |", usize::from(cell.column - 1), out);
            out(" ");
            self.column = cell.column;
        }
    }

    /// Aligns a column by a cell that begins in the header row.
    fn align_column(&mut self, record: &Record) {
        if let Some(BlockShape::Cell(_)) = self.outline.last()
            && !self.has_header
        {
            self.alignments.set(self.column, record.context.note.cell_layout().alignment);
        }
    }

    /// Ends a row, filled up to the columns of the table. The delimiter row follows the first one.
    fn end_row(&mut self, out: &mut Out<'_>) {
        let Some(BlockShape::Cell(cell)) = self.outline.last() else { return };
        out(" |");
        repeat("  |", usize::from(cell.columns.saturating_sub(self.column)), out);
        if core::mem::replace(&mut self.has_header, true) {
            return;
        }
        out("\n");
        self.start_line(out);
        out("|");
        (0..cell.columns).for_each(|column| out(self.alignments.delimiter(column)));
    }
}

/// Output of code.
impl MarkdownRenderer {
    /// Writes preformatted text.
    fn code(&mut self, text: &str, out: &mut Out<'_>) {
        for span in spans(text) {
            let Span::Text(piece) = span else { continue };
            for (at, line) in piece.split('\n').enumerate() {
                if at > 0 {
                    self.start_code_line(out);
                }
                let mut rest = line;
                if !self.code.has_text {
                    if self.code.ticks == 0 {
                        rest = rest.trim_start_matches([' ', '\t', NO_BREAK_SPACE]);
                        let indent = &line[..line.len() - rest.len()];
                        indent.split_inclusive(NO_BREAK_SPACE).for_each(|part| {
                            match part.strip_suffix(NO_BREAK_SPACE) {
                                Some(spaces) => [spaces, " "].into_iter().for_each(&mut *out),
                                None => out(part),
                            }
                        });
                        let columns = |c: char| if c == '\t' { MAX_FENCE_INDENT + 1 } else { 1 };
                        self.code.indent += indent.chars().map(columns).sum::<usize>();
                    }
                    let others = rest.trim_start_matches('`');
                    self.code.ticks += rest.len() - others.len();
                    if others.is_empty() {
                        continue;
                    }
                    if others.trim_matches([' ', '\t']).is_empty() {
                        self.write_ticks(out);
                    } else {
                        // With text after them they do not end a fence.
                        repeat("`", core::mem::take(&mut self.code.ticks), out);
                    }
                    self.code.has_text = true;
                    rest = others;
                }
                out(rest);
            }
        }
    }

    /// Writes the backticks at the start of the line. If they would end the fence, the code
    /// continues in a longer one.
    fn write_ticks(&mut self, out: &mut Out<'_>) {
        let ticks = core::mem::take(&mut self.code.ticks);
        if ticks >= self.code.fence && self.code.indent <= MAX_FENCE_INDENT {
            if self.code.indent > 0 {
                self.start_code_line(out);
            }
            repeat("`", self.code.fence, out);
            out("\n");
            self.start_fence(ticks + 1, "", out);
        }
        repeat("`", ticks, out);
    }

    /// Begins a fence of `ticks` backticks, with the language of the code unless it is empty.
    fn start_fence(&mut self, ticks: usize, language: &str, out: &mut Out<'_>) {
        self.start_line(out);
        repeat("`", ticks, out);
        if !language.is_empty() {
            out(language);
        }
        self.code = Code { fence: ticks, ..Code::default() };
        self.start_code_line(out);
    }

    /// Ends a line of code and begins another.
    fn start_code_line(&mut self, out: &mut Out<'_>) {
        self.write_ticks(out);
        out("\n");
        self.start_line(out);
        self.code = Code { fence: self.code.fence, ..Code::default() };
    }

    fn end_fence(&mut self, out: &mut Out<'_>) {
        self.write_ticks(out);
        out("\n");
        self.start_line(out);
        repeat("`", self.code.fence, out);
    }
}

/// Whether a block outside of preformatted text is code with line breaks, and nothing else.
fn is_code_of_lines(text: &str) -> bool {
    let (mut is_code, mut has_lines) = (false, false);
    spans(text).all(|span| {
        match span {
            Span::Open(Mark::Code, _) => is_code = true,
            Span::Close(Mark::Code) => is_code = false,
            Span::Text(text) => {
                has_lines |= text.contains('\n');
                return is_code;
            }
            Span::Open(Mark::Strong | Mark::Emphasis, _) | Span::Close(_) => {}
            _ => return false,
        }
        true
    }) && has_lines
}

/// Number of backticks for a fence that no line of `text` can end.
fn fence_ticks(text: &str) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for span in spans(text) {
        let Span::Text(text) = span else { continue };
        for byte in text.bytes() {
            run = if byte == b'`' { run + 1 } else { 0 };
            longest = longest.max(run);
        }
    }
    FENCE.max(longest + 1)
}

/// Writes the prefix of a line: quote marks, bullets and numbers of items that begin, and the
/// indentation of other items.
fn write_prefix(outline: &Outline, out: &mut Out<'_>) {
    write_note(outline, out);
    for container in outline.containers() {
        write_container(container, out);
    }
}

/// Begins a note, or indents its further lines.
fn write_note(outline: &Outline, out: &mut Out<'_>) {
    match outline.note {
        Some(note) if note.is_unwritten => {
            out("[^");
            out(note.label.as_str());
            out("]: ");
        }
        Some(_) => out("    "),
        None => {}
    }
}

fn write_container(container: &Container, out: &mut Out<'_>) {
    match container {
        Container::Quote(_) => out("> "),
        Container::List(list) if list.is_shown && list.is_item_unwritten => write_marker(list, out),
        Container::List(list) if list.is_shown => write_marker(list, &mut |marker| {
            repeat(" ", marker.len(), out);
        }),
        Container::List(_) => {}
    }
}

/// Writes the bullet or number of an item, and the space after it.
fn write_marker(list: &List, out: &mut Out<'_>) {
    match (list.kind, list.needs_other_marker) {
        (ListKind::Ordered, needs_other_marker) => {
            write_number(list.item, out);
            out(if needs_other_marker { ") " } else { ". " });
        }
        (ListKind::Definitions, _) if !list.is_term && list.has_term => out("  - "),
        (_, false) => out("- "),
        (_, true) => out("* "),
    }
}
