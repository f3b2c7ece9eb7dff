//! Inline content of a Markdown block: escaped text, emphasis, code, links.
//!
//! A character is escaped only where Markdown would read it as markup. Emphasis is written with `*`
//! where that works (CommonMark 0.31, section 6.2), and otherwise with tags, as in
//! `a<em>"b"</em>c`. Superscripts, subscripts and deleted text always have tags, since CommonMark
//! has no characters for them.
//!
//! Cost: linear; each mark looks ahead to its end.

mod code;

use super::delimiters::{Addresses, begin_of_address};
use super::escape::{
    Edge, Line, LineEnd, MARKUP, Place, TextContext, begins_reference, is_markup, is_markup_at_start,
};
use super::html::tags_of;
use super::out::{Out, parts_from_image};
use crate::address::runs_no_code;
use crate::block::marks::{DISPLAY, MARKS, Nested, Span, Spans, shown_in};
use crate::block::notes::Notes;
use crate::block::reference::Image;
use crate::methods::Formulas;
use crate::structure::Mark;

/// Notation of an open mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Style {
    #[default]
    Closed,
    /// In Markdown characters.
    Markdown,
    /// As an HTML tag.
    Tag,
}

/// Writes the inline content of one block.
pub(super) struct Inline<'a, 'o> {
    out: &'a mut Out<'o>,
    line: &'a mut Line,
    line_end: LineEnd,
    formulas: Formulas,
    /// The formula stands in a line of its own: its delimiters say so, or the block is only it.
    is_display: bool,
    /// Writes the prefix of each further line of the block.
    prefix: &'a dyn Fn(&mut Out<'_>),
    /// Notation of each open mark, indexed by [`Mark`].
    styles: [Style; MARKS.len()],
    open: Nested,
    notes: &'a mut Notes,
}

impl<'a, 'o> Inline<'a, 'o> {
    pub(super) fn new(
        out: &'a mut Out<'o>,
        line: &'a mut Line,
        line_end: LineEnd,
        formulas: Formulas,
        prefix: &'a dyn Fn(&mut Out<'_>),
        notes: &'a mut Notes,
    ) -> Self {
        Self {
            out,
            line,
            line_end,
            formulas,
            is_display: false,
            prefix,
            styles: Default::default(),
            open: Nested::default(),
            notes,
        }
    }

    /// Writes the text of a block. `is_cut`: it is the rest of a block that was cut.
    pub(super) fn block(&mut self, mut rest: Spans<'_>, is_cut: bool) {
        if is_cut && !self.line.line_end && self.is_open_to_what_follows() {
            // The first part was written without looking ahead to this one: an empty comment
            // separates the two.
            (self.out)("<!-- -->");
            self.wrote('>');
        }
        let is_one = !is_cut && self.line_end == LineEnd::Break && is_one_formula(rest.clone());
        let mut target = "";
        while let Some(span) = rest.next() {
            match span {
                Span::Text(text) if self.style(Mark::Code) == Style::Markdown => self.code(text),
                Span::Text(text) if self.style(Mark::Formula) == Style::Markdown => {
                    self.formula(text, &rest);
                }
                Span::Text(text) => {
                    let is_of_edge =
                        |span: &Span<'_>| matches!(span, Span::Close(_) | Span::Open(Mark::Superscript, _));
                    let is_before_link = match rest.clone().find(|span| !is_of_edge(span)) {
                        Some(Span::Open(Mark::Link, target)) => runs_no_code(target),
                        Some(Span::Open(Mark::Reference, place)) => {
                            self.style(Mark::Link) == Style::Closed && self.notes.may_be_note(place)
                        }
                        _ => false,
                    };
                    self.text(text, is_before_link);
                }
                Span::Open(Mark::Reference, place) => self.reference(place, &mut rest),
                Span::Open(Mark::Note, place) if self.notes.hold_shown(place, &mut rest) => {}
                // The reference is written in its place.
                Span::Open(mark @ (Mark::Superscript | Mark::Link), _)
                    if self.notes.are_all_in(mark, &rest) =>
                {
                    self.open.push(mark);
                }
                Span::Close(Mark::Superscript) if self.style(Mark::Superscript) == Style::Closed => {
                    self.open.remove(Mark::Superscript);
                }
                Span::Close(Mark::Reference) | Span::Note(_) => {}
                Span::Open(mark, of_link) => {
                    self.is_display = mark == Mark::Formula && (is_one || of_link == DISPLAY);
                    if rest.clone().any(|span| matches!(span, Span::Text(_))) {
                        target = if mark == Mark::Link { of_link } else { target };
                        self.open(mark, target, &rest);
                    }
                }
                Span::Close(mark) => self.close(mark, target),
                Span::Language(_) | Span::Task { .. } => {}
                Span::Image { image, begins_line } => self.image(&image, begins_line),
            }
        }
        let open = self.open;
        open.iter().rev().for_each(|mark| self.close(mark, target));
    }

    /// Writes preformatted text in a cell: its lines as code.
    pub(super) fn preformatted(&mut self, spans: Spans<'_>) {
        for span in spans {
            if let Span::Text(text) = span {
                self.code(text);
            }
        }
    }

    /// Whether the last output could change its meaning if text follows rather than a line end.
    fn is_open_to_what_follows(&self) -> bool {
        self.line.edge == Edge::Closing || matches!(self.line.last, '!' | '`')
    }

    fn style(&self, mark: Mark) -> Style {
        self.styles[mark as usize]
    }

    /// Whether emphasis is open that `*` closes.
    fn is_in_emphasis(&self) -> bool {
        [Mark::Strong, Mark::Emphasis].iter().any(|&mark| self.style(mark) == Style::Markdown)
    }

    /// Records that something ending with `last` was written that is not emphasis.
    fn wrote(&mut self, last: char) {
        self.line.wrote(last, Edge::Text);
        // A tag ends a URL.
        self.line.is_in_address &= last != '>';
    }

    /// Writes the pending line end, if any.
    fn start_line(&mut self) {
        if !core::mem::take(&mut self.line.line_end) {
            return;
        }
        match self.line_end {
            LineEnd::Break => {
                (self.out)(if self.line.is_in_address { "  \n" } else { "\\\n" });
                (self.prefix)(self.out);
                *self.line = Line { openers: self.line.openers, ..Line::default() };
            }
            LineEnd::Space => {
                (self.out)(" ");
                self.wrote(' ');
            }
            LineEnd::Tag => {
                (self.out)("<br>");
                self.wrote('>');
            }
        }
    }

    fn open(&mut self, mark: Mark, target: &str, rest: &Spans<'_>) {
        self.start_line();
        let style = match mark {
            Mark::Link if !runs_no_code(target) => Style::Closed,
            Mark::Note => Style::Closed,
            Mark::Link => {
                (self.out)("[");
                self.wrote('[');
                Style::Markdown
            }
            // Written together with their text.
            Mark::Code | Mark::Formula => Style::Markdown,
            Mark::Strong | Mark::Emphasis => {
                if self.opens(rest) && closes(mark, rest.clone(), self.notes) {
                    (self.out)(if mark == Mark::Strong { "**" } else { "*" });
                    self.line.wrote('*', Edge::Opening);
                    Style::Markdown
                } else {
                    self.open_tag(mark)
                }
            }
            Mark::Reference | Mark::Superscript | Mark::Subscript | Mark::Deleted => self.open_tag(mark),
        };
        self.styles[mark as usize] = style;
        self.open.push(mark);
    }

    /// Writes a link to a note in the output; its text becomes the label of the note. `rest` begins
    /// with that text.
    fn reference(&mut self, place: &str, rest: &mut Spans<'_>) {
        if self.style(Mark::Link) != Style::Closed {
            return;
        }
        let Some(label) = self.notes.reference(place, &mut shown_in(rest)) else { return };
        self.start_line();
        let begins_line = self.line.place == Place::Start;
        if self.line.is_in_address || self.line.last == '^' {
            // It would be a part of the address, or a note in the line.
            (self.out)("<!-- -->");
        }
        (self.out)("[^");
        (self.out)(label.as_str());
        (self.out)("]");
        self.wrote(']');
        self.line.reference = Some(begins_line);
        let _ = rest.find(|span| *span == Span::Close(Mark::Reference));
    }

    /// Opens a mark as a tag.
    fn open_tag(&mut self, mark: Mark) -> Style {
        (self.out)(tags_of(mark).0);
        self.wrote('>');
        Style::Tag
    }

    /// Whether `*` here opens emphasis, and closes none that is open.
    fn opens(&self, rest: &Spans<'_>) -> bool {
        let before = self.line.last;
        let is_nested = self.is_in_emphasis() || self.line.openers.has_star();
        let is_unseen = |span: &Span<'_>| match span {
            Span::Open(Mark::Reference, place) => !self.notes.may_be_note(place),
            Span::Close(Mark::Reference) => true,
            _ => false,
        };
        match (self.line.edge, rest.clone().find(|span| !is_unseen(span))) {
            (Edge::Closing, _) => false,
            (Edge::Opening, Some(Span::Text(text))) => text.starts_with(is_plain),
            (Edge::Opening, _) => false,
            (Edge::Text, Some(Span::Text(text))) if text.starts_with(is_plain) => {
                before.is_whitespace() || before.is_ascii_punctuation() || !is_nested
            }
            (Edge::Text, _) => before.is_whitespace() || before.is_ascii_punctuation() && !is_nested,
        }
    }

    fn close(&mut self, mark: Mark, target: &str) {
        let style = core::mem::take(&mut self.styles[mark as usize]);
        self.open.remove(mark);
        match (mark, style) {
            (_, Style::Closed) | (Mark::Code | Mark::Formula, _) => {}
            (Mark::Link, _) => {
                (self.out)("](");
                self.target(target);
                (self.out)(")");
                self.wrote(')');
            }
            (_, Style::Markdown) => {
                (self.out)(if mark == Mark::Strong { "**" } else { "*" });
                self.line.wrote('*', Edge::Closing);
            }
            (_, Style::Tag) => {
                (self.out)(tags_of(mark).1);
                self.wrote('>');
            }
        }
    }

    /// Writes the target of a link.
    fn target(&mut self, target: &str) {
        let is_quoted = target.contains(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '<' | '>'));
        (self.out)(if is_quoted { "<" } else { "" });
        let mut start = 0;
        for (pos, byte) in target.bytes().enumerate() {
            let is_markup = match byte {
                b'\\' | b'<' | b'>' | b'`' => true,
                b'&' => begins_reference(&target[pos..]),
                b'|' => self.line_end == LineEnd::Tag,
                _ => false,
            };
            if is_markup {
                (self.out)(&target[start..pos]);
                (self.out)("\\");
                start = pos;
            }
        }
        (self.out)(&target[start..]);
        (self.out)(if is_quoted { ">" } else { "" });
    }

    /// Writes an image, if its address runs no code.
    fn image(&mut self, image: &Image<'_>, begins_line: bool) {
        if !runs_no_code(image.src) {
            return;
        }
        self.line.line_end |= begins_line;
        self.start_line();
        let is_linked = self.style(Mark::Link) == Style::Closed && runs_no_code(image.link);
        (self.out)(if parts_from_image(self.line.last) { " " } else { "" });
        (self.out)(if is_linked { "[" } else { "" });
        (self.out)(if image.is_player { "" } else { "![" });
        self.wrote('[');
        self.description(image.alt);
        if !image.is_player {
            (self.out)("](");
            self.target(image.src);
            (self.out)(")");
        }
        if is_linked {
            (self.out)("](");
            self.target(image.link);
            (self.out)(")");
        }
        self.wrote(')');
    }

    /// Writes the description of an image. All ASCII punctuation may be escaped (CommonMark 0.31,
    /// section 2.4), and here it is: a description is plain text.
    fn description(&mut self, alt: &str) {
        let mut start = 0;
        for (pos, byte) in alt.bytes().enumerate() {
            if matches!(
                byte,
                b'\\' | b'[' | b']' | b'*' | b'_' | b'`' | b'<' | b'&' | b'!' | b'~' | b'|' | b'$'
            ) {
                (self.out)(&alt[start..pos]);
                (self.out)("\\");
                start = pos;
            }
        }
        (self.out)(&alt[start..]);
    }

    /// Writes text that may have line ends.
    fn text(&mut self, text: &str, is_before_link: bool) {
        for (at, line) in text.split('\n').enumerate() {
            self.line.line_end |= at > 0;
            if !line.is_empty() {
                self.start_line();
                self.escaped(line, is_before_link);
            }
        }
    }

    /// Writes text without a line end.
    fn escaped(&mut self, text: &str, is_before_link: bool) {
        let context = TextContext {
            text,
            before: self.line.last,
            line_end: self.line_end,
            is_in_link: self.style(Mark::Link) == Style::Markdown,
            is_before_link,
            has_dollars: self.formulas == Formulas::Dollars,
        };
        // Many dialects read braces at the end of a heading as attributes, even `onclick`, and
        // ignore a backslash there.
        let attributes = text.trim_end().strip_suffix('}').filter(|_| self.line_end == LineEnd::Space);
        let brace = attributes.map(str::len);
        let is_marked = self.is_in_emphasis();
        let mut addresses = Addresses::of(text, self.line.is_in_address);
        if let Some(begins_line) = self.line.reference.take()
            && (text.starts_with('(') || begins_line && text.starts_with(':'))
        {
            // It would be a link, or the note.
            (self.out)("\\");
        }
        let (mut start, mut looked_at) = (0, 0);
        for (pos, byte) in text.bytes().enumerate() {
            // The usual case.
            if self.line.place == Place::Inside && !MARKUP[usize::from(byte)] && brace != Some(pos) {
                continue;
            }
            if brace == Some(pos) {
                (self.out)(&text[start..pos]);
                (self.out)("&#125;");
                start = pos + 1;
            }
            let place = self.line.place;
            let begins_block = place != Place::Inside && is_markup_at_start(byte, pos, place, &context);
            let mut is_markup = begins_block || is_markup(byte, pos, &context);
            if is_markup && byte == b'<' {
                let before = &text[looked_at..pos];
                let word = before.rsplit(char::is_whitespace).next().unwrap_or(before);
                let is_in_address = begin_of_address(word).is_some()
                    || looked_at == 0 && word.len() == pos && self.line.is_in_address;
                if is_in_address && !context.is_in_link {
                    // A backslash would be a part of the address, and the `<` begin a tag.
                    (self.out)(&text[start..pos]);
                    (self.out)("<!-- -->");
                    start = pos;
                }
                looked_at = pos;
            } else if !begins_block && matches!(byte, b'*' | b'_' | b'~' | b'[') {
                let openers = &mut self.line.openers;
                is_markup = if !context.is_in_link && addresses.hold(pos) {
                    openers.needs_in_address(byte, pos, is_marked, (text, context.before))
                } else {
                    openers.needs_outside(byte, pos, is_markup, text)
                };
            }
            if is_markup {
                (self.out)(&text[start..pos]);
                (self.out)("\\");
                start = pos;
            }
            self.line.place = self.line.place.after(byte);
        }
        (self.out)(&text[start..]);
        self.line.last = text.chars().next_back().unwrap_or(self.line.last);
        self.line.edge = Edge::Text;
        let word = text.rsplit(char::is_whitespace).next().unwrap_or(text);
        // GitHub does not turn URLs inside link text into links.
        let holds_address = !context.is_in_link && begin_of_address(word).is_some();
        self.line.is_in_address = holds_address || self.line.is_in_address && word.len() == text.len();
    }
}

/// Whether the text of a block is one formula, with or without its number.
fn is_one_formula(mut spans: Spans<'_>) -> bool {
    matches!(spans.next(), Some(Span::Open(mark, _)) if mark == Mark::Formula)
        && matches!(spans.next(), Some(Span::Text(text)) if !text.contains('\n'))
        && spans.all(|span| match span {
            Span::Text(text) => is_number(text.trim()),
            span => matches!(span, Span::Close(_)),
        })
}

/// Whether a text is the number of a formula, in parentheses.
fn is_number(text: &str) -> bool {
    let number = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    number.is_some_and(|number| {
        number.contains(|c: char| c.is_ascii_digit())
            && number.chars().all(|c| c.is_ascii_alphanumeric() || c == '.')
    })
}

/// Whether `*` next to this character can open or close emphasis, whatever is on its other side.
fn is_plain(c: char) -> bool {
    c.is_alphanumeric()
}

/// Whether `*` at the end of `mark` can close emphasis. `rest`: the spans after its opening.
fn closes(mark: Mark, mut rest: Spans<'_>, notes: &Notes) -> bool {
    let (mut before, mut is_note) = ('*', false);
    for span in &mut rest {
        match span {
            Span::Text(text) => before = text.chars().next_back().unwrap_or(before),
            Span::Open(Mark::Reference, place) => is_note = notes.may_be_note(place),
            Span::Close(Mark::Reference) => before = if is_note { ']' } else { before },
            Span::Close(other) if other == mark => break,
            Span::Close(_) => before = '*',
            // Text follows an opening mark, or the mark is not written.
            Span::Open(..) | Span::Language(_) | Span::Task { .. } | Span::Note(_) => {}
            Span::Image { .. } => before = ')',
        }
    }
    // Marks that also close here are written as punctuation, or join the same run of `*`.
    let after = rest.find(|span| match span {
        Span::Close(_) => false,
        Span::Open(Mark::Link, target) => runs_no_code(target),
        Span::Open(Mark::Reference, place) => notes.may_be_note(place),
        _ => true,
    });
    let is_before_end = match after {
        None => true,
        Some(Span::Text(text)) => text.starts_with(|c: char| c.is_whitespace() || c.is_ascii_punctuation()),
        Some(_) => true,
    };
    is_before_end && !before.is_whitespace() || is_plain(before)
}
