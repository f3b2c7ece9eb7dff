//! Text on its way to the sink.
//!
//! In: text from the tokenizer. Out: text and white space for the sink, word boundaries before it,
//! and copies for bylines and the title. Holds nothing.

use super::flags::StyleFlags;
use super::sink::{HeadText, Separation, Space};
use super::{Flags, Marks, StructureSink, Title, TrackedSink, Wants};
use crate::html::{TagId, scan};

impl<S: StructureSink> TrackedSink<'_, S> {
    /// Hands on text that is not dropped. Its enclosing elements have records from then on.
    #[inline]
    pub(super) fn shown(&mut self, text: &str, offset: u64) {
        if self.is_screen_reader() && self.hold_screen_reader(text, offset) {
            return;
        }
        if self.has_shown_lines && self.text_in_lines(text, offset) {
            return;
        }
        let flags = self.stack.context().flags;
        if flags.has(Flags::PREFORMATTED)
            && self.stack.info().part.has_source_line_ends()
            && self.text_of_line(text, offset)
        {
            return;
        }
        if scan::is_white_space(text.as_bytes()) {
            if !flags.has(Flags::PREFORMATTED) && self.stack.context().heading == 0 {
                self.blank(text);
                return;
            }
        } else {
            self.leave_typeset();
            self.tracker.formula.pass();
            if self.ruby.awaits_text() && !is_blank(text) {
                let start = text.len() - text.trim_start().len();
                if start > 0 {
                    // The result must not depend on how the text is cut into pieces.
                    self.shown(&text[..start], offset);
                    return self.shown(&text[start..], offset + start as u64);
                }
                self.text_in_ruby(offset);
            }
            if self.wants.has(Wants::TEXT_FOLLOWS) {
                let depth = self.tracker.stack.take_lowest();
                self.tracker.images.text_follows();
                let is_caption = self.stack.shows(StyleFlags::CAPTION);
                self.sink.text_follows(depth, flags.has(Flags::HIDDEN), is_caption);
            }
            if self.heading_awaits_text {
                self.tracker.heading_awaits_text = is_blank(text);
            }
            let records_all = self.records_all;
            let sink = &mut *self.sink;
            self.tracker.stack.ensure_elements(records_all, |parent, tag, context, names| {
                sink.new_element(parent, tag, context, names)
            });
        }
        if !self.is_hidden_amid_shown()
            && let Some(border) = self.tracker.word_boundaries.text(text)
            && !flags.has(Flags::PREFORMATTED)
            && !self.is_in_code()
        {
            self.sink.separate(Separation::Elements(border));
        }
        self.tell_marks(text);
        if self.weights.is_some() {
            self.sink.linear_sum(self.tracker.stack.linear_sum());
        }
        self.sink.text(text, offset, self.tracker.stack.context());
    }

    /// Takes text of an element whose style shows line ends, as if each were a `br`. Code and
    /// headings are left to others. Returns whether it took the text.
    #[cold]
    fn text_in_lines(&mut self, text: &str, offset: u64) -> bool {
        let context = self.stack.context();
        let has_own_rules = context.flags.has(Flags::PREFORMATTED) || context.heading > 0;
        if self.line_awaits_text && !has_own_rules && self.stack.top_tag() == TagId::Code {
            return self.indent_of_code(text, offset);
        }
        let shows_lines = self.stack.shows(StyleFlags::LINES) && !has_own_rules;
        let concerns_lines = || self.line_awaits_text || text.as_bytes().contains(&b'\n');
        if !shows_lines || !concerns_lines() || self.is_hidden_amid_shown() {
            // The text of a line of code may begin in an element of its own.
            self.tracker.line_awaits_text &= is_blank(text) || self.is_hidden_amid_shown();
            return false;
        }
        let shows_indents = self.stack.shows(StyleFlags::INDENTS);
        let mut at = 0;
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                self.edge_of_line();
                self.tracker.line_awaits_text = true;
            }
            let mut rest = line;
            if self.line_awaits_text {
                rest = line.trim_start_matches([' ', '\t']);
                let indent = &line[..line.len() - rest.len()];
                if shows_indents && !indent.is_empty() {
                    self.sink.space(Space::Indent(indent), self.tracker.stack.context());
                }
            }
            if !rest.is_empty() {
                self.tracker.line_awaits_text = false;
                self.shown(rest, offset + (at + line.len() - rest.len()) as u64);
            }
            at += line.len() + 1;
        }
        true
    }

    /// A line begins after a `br`. In code, the white space at its beginning is shown.
    pub(super) fn begin_line_after_break(&mut self) {
        if self.stack.top_tag() == TagId::Code {
            (self.tracker.has_shown_lines, self.tracker.line_awaits_text) = (true, true);
        }
    }

    /// Code begins. If a cell begins with it, it may be a line whose white space is shown.
    pub(super) fn begin_cell_of_code(&mut self) {
        if self.stack.top_tag() == TagId::Td && !self.sink.is_in_visible_block() {
            (self.tracker.has_shown_lines, self.tracker.line_awaits_text) = (true, true);
        }
    }

    /// Takes the white space at the beginning of a line of code, outside of preformatted text, and
    /// hands on what follows.
    fn indent_of_code(&mut self, text: &str, offset: u64) -> bool {
        let rest = text.trim_start();
        let start = text.len() - rest.len();
        for _ in text[..start].chars().filter(|sign| !matches!(sign, '\n' | '\r')) {
            self.sink.space(Space::Indent(" "), self.tracker.stack.context());
        }
        if !rest.is_empty() {
            self.tracker.line_awaits_text = false;
            self.shown(rest, offset + start as u64);
        }
        true
    }

    /// Hands on white space, which stands between most tags. It separates words, and has no other
    /// effect.
    #[inline]
    fn blank(&mut self, text: &str) {
        if !self.is_hidden_amid_shown() {
            self.tracker.word_boundaries.blank(text);
        }
        self.leave_typeset();
        self.tracker.formula.pass();
        self.tell_marks(text);
        self.sink.space(Space::Between(text), self.tracker.stack.context());
    }

    pub(super) fn title_text(&mut self, text: &str) {
        if self.title == Title::Open {
            self.sink.head_text(HeadText::Title(text));
        }
    }

    /// Gives text to the observers that left a mark on its element. Hidden text in a `noscript` may
    /// be all the text of the page.
    #[inline]
    fn tell_marks(&mut self, text: &str) {
        let marks = self.stack.info().marks;
        if marks.reads_text() || self.wants.has(Wants::ELEMENTS) {
            self.marked_text(text, marks);
        }
    }

    #[cold]
    fn marked_text(&mut self, text: &str, mut marks: Marks) {
        if self.stack.context().flags.has(Flags::HIDDEN) && !self.stack.has_any(&[TagId::Noscript]) {
            marks.byline = 0;
        }
        self.sink.marked_text(Some(text), marks);
    }

    /// Separates the words of a text that observers read.
    #[inline]
    pub(super) fn part_marked(&mut self) {
        let marks = self.stack.info().marks;
        if marks.reads_text() {
            self.sink.marked_text(None, marks);
        }
    }

    /// Text outside of all elements implies the body.
    pub(super) fn imply_body(&mut self, text: &str) {
        let tracker = &mut *self.tracker;
        if let Some(scope) = &mut tracker.scope
            && matches!(tracker.stack.top_tag(), TagId::Other | TagId::Head)
            && tracker.stack.len() <= 1
            && !is_blank(text)
        {
            scope.imply_body();
            tracker.stack.drop_outermost(scope.drops_outermost());
        }
    }
}

/// Whether `text` is white space only.
pub(super) fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}
