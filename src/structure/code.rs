//! Lines of code as syntax highlighters write them, and elements that hold line numbers.
//!
//! In: start tags and the context they stand in. Out: line starts for the sink, and whether an
//! element holds line numbers. Holds nothing.

use super::code_names::{has_name, is_item, is_line_name, is_line_number, marks_cell_of_one_number};
use super::context::Context;
use super::kinds::NamedKind;
use super::sink::{CodeLanguage, Separation};
use super::{Flags, StructureSink, TrackedSink};
use crate::html::{Tag, TagId};

impl<S: StructureSink> TrackedSink<'_, S> {
    /// An element begins in the context `parent`. If it is a line of code, the line before it ends,
    /// unless something else ended it. `part`: the kind of the element by its names.
    #[inline]
    pub(super) fn begin_code_line(&mut self, tag: &Tag<'_>, part: NamedKind, parent: &Context) {
        if part == NamedKind::Line {
            self.sink.separate(Separation::CodeLine { is_item: false });
        } else if part == NamedKind::LineCell {
            self.begin_line_cell(tag);
        } else if parent.flags.has(Flags::PREFORMATTED)
            && (matches!(tag.id, TagId::Span | TagId::Code) || is_item(tag.id))
        {
            let item_is_line = is_item(tag.id) && parent.holds_code_line(tag.id);
            self.begin_line_in_code(tag, item_is_line);
        }
    }

    /// A cell of a row that is a line of code begins. White space before it is not part of the
    /// line.
    #[cold]
    fn begin_line_cell(&mut self, tag: &Tag<'_>) {
        if !is_line_number(tag, true) {
            self.sink.separate(Separation::CodeLine { is_item: true });
        }
    }

    /// A cell of line numbers begins: says what the row is, and what its table is.
    ///
    /// A cell that holds one number is in a row for each line.
    #[cold]
    pub(super) fn begin_line_numbers(&mut self, tag: &Tag<'_>) {
        if self.stack.top_tag() != TagId::Tr || self.stack.info().part != NamedKind::None {
            return;
        }
        let is_of_one = has_name(tag, marks_cell_of_one_number);
        let (row, groups) = match is_of_one {
            true => (NamedKind::LineRow, NamedKind::LineTable),
            false => (NamedKind::GutterRow, NamedKind::None),
        };
        self.tracker.stack.set_parts(row, groups);
        if is_of_one && !self.stack.context().flags.has(Flags::PREFORMATTED) {
            // No other element begins the code.
            self.sink.code_language(CodeLanguage::Own { name: None, begins: true });
        }
    }

    /// Whether an element is a list of line numbers: it comes right after the code of a `pre`.
    #[inline]
    pub(super) fn is_list_of_line_numbers(&self, tag: &Tag<'_>) -> bool {
        tag.id.is_list() && self.follows_end_of_code(tag)
    }

    /// Takes text that stands directly in a line of a listing, without what is only in its source:
    /// line ends, and the no-break space with which Doxygen parts the line from its number. Returns
    /// whether it did.
    #[cold]
    pub(super) fn text_of_line(&mut self, text: &str, offset: u64) -> bool {
        const SEPARATOR: char = '\u{A0}';
        const END_TAG_BYTES: u64 = "</span>".len() as u64;
        let ended_at = core::mem::take(&mut self.tracker.line_number_ended_at);
        let is_after_number = ended_at > 0 && offset == ended_at + END_TAG_BYTES;
        let separator = Some(SEPARATOR).filter(|sign| is_after_number && text.starts_with(*sign));
        if separator.is_none() && !text.as_bytes().contains(&b'\n') {
            return false;
        }
        let mut at = separator.map_or(0, char::len_utf8);
        for line in text[at..].split('\n') {
            if !line.is_empty() {
                self.shown(line, offset + at as u64);
            }
            at += line.len() + 1;
        }
        true
    }

    /// Begins a line in preformatted text, where a list item may be a line.
    fn begin_line_in_code(&mut self, tag: &Tag<'_>, item_is_line: bool) {
        // Of nested lines, the outermost is the line.
        let is_named_so = || !is_item(tag.id) && has_name(tag, is_line_name);
        if item_is_line || !self.in_code_line && (is_named_so() || self.follows_code(tag)) {
            self.tracker.in_code_line = true;
            self.sink.separate(Separation::CodeLine { is_item: item_is_line });
        }
    }

    /// Whether an element is a `code` directly in a `pre` and right after another one. Each is a
    /// line then.
    fn follows_code(&self, tag: &Tag<'_>) -> bool {
        tag.id == TagId::Code && self.follows_end_of_code(tag)
    }

    /// Whether an element begins directly in a `pre`, right after the end tag of a `code`.
    fn follows_end_of_code(&self, tag: &Tag<'_>) -> bool {
        const END_TAG_BYTES: u64 = "</code>".len() as u64;
        self.code_ended_at > 0
            && tag.offset == self.code_ended_at + END_TAG_BYTES
            && self.stack.top_tag() == TagId::Pre
    }

    /// A line of code begins or ends. Where an item begins,
    /// [`begin_code_line`](Self::begin_code_line) follows.
    #[cold]
    pub(super) fn part_code(&mut self, id: TagId) {
        if is_item(id) {
            self.sink.separate(Separation::Words);
        } else {
            self.sink.separate(Separation::Line);
        }
    }
}

impl Context {
    /// Whether an element `tag` in this context is a line of code or a group of lines.
    ///
    /// These are `div`s, lists and items directly inside of a preformatted element, and items in a
    /// `div` there. Deeper lists and items are not: where the end tag of a `pre` was lost, the rest
    /// of the page is in it.
    #[inline]
    pub(super) fn holds_code_line(&self, tag: TagId) -> bool {
        self.flags.has(Flags::PREFORMATTED) && self.is_line_in_code(tag)
    }

    /// The test of [`holds_code_line`](Self::holds_code_line) for preformatted text.
    fn is_line_in_code(&self, tag: TagId) -> bool {
        let is_code =
            |byte: u64| matches!(TagId::from_byte(byte as u8), TagId::Pre | TagId::Listing | TagId::Xmp);
        let is_in_line = || self.tag() == TagId::Div && is_code(self.path >> u8::BITS);
        tag == TagId::Div
            || tag.is_list() && is_code(self.path)
            || is_item(tag) && (is_code(self.path) || is_in_line())
    }
}

impl<S: StructureSink> TrackedSink<'_, S> {
    /// Whether a child of kind `part` of the innermost element has lines of its own in the same
    /// block.
    pub(super) fn has_as_lines(&self, part: NamedKind) -> bool {
        use NamedKind::{LineCell, LineRow, LineTable, Lines, Listing};
        match self.stack.info().part {
            Listing => matches!(part, NamedKind::Line | Listing),
            Lines => part == NamedKind::Line,
            LineTable => part == LineRow,
            LineRow => part == LineCell,
            _ => false,
        }
    }

    /// Such lines begin or end. Where a line begins, [`begin_code_line`](Self::begin_code_line)
    /// follows.
    #[cold]
    pub(super) fn separate_lines(&mut self) {
        self.sink.separate(Separation::Line);
        self.part_marked();
    }
}
