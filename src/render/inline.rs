//! What stands inside a Markdown block: text with its markup characters escaped, emphasis, code, links.
//!
//! A character is escaped where Markdown would read it as markup, not wherever it could be markup elsewhere. Emphasis is
//! written with `*` where that is emphasis (CommonMark 0.31, section 6.2), and with tags where it is not, as in `a<em>"b"</em>c`.
//!
//! Cost: linear; each mark looks ahead to its end.

use super::{Out, link, repeat};
use crate::block::marks::{MARKS, Span, Spans, spans};
use crate::clean::Mark;

/// What a line end inside a block becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineEnd {
    /// A hard line break; the next line begins with the prefix of its block.
    Break,
    /// A space: a heading is one line.
    Space,
    /// A tag: so is a cell.
    Tag,
}

/// What of the line was written, as far as it matters to what follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    /// Nothing.
    #[default]
    Start,
    /// Digits, so many.
    Digits(u8),
    Inside,
}

/// What the last piece of a line was, for marks beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Edge {
    #[default]
    Text,
    /// `*` that begin emphasis.
    Opening,
    /// `*` that end emphasis.
    Closing,
}

/// The place in the line being written; goes on in the next block where a block was cut.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    place: Place,
    /// The character before, a white space at the start.
    last: char,
    edge: Edge,
    /// A line end that is written when text follows: at the end of a block it would be a backslash.
    line_end: bool,
}

impl Default for Line {
    fn default() -> Self {
        Self { place: Place::Start, last: '\n', edge: Edge::Text, line_end: false }
    }
}

/// How an open mark was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Style {
    #[default]
    Closed,
    /// In Markdown's own characters.
    Markdown,
    /// As an HTML tag.
    Tag,
}

/// Writes the inside of one block.
pub(super) struct Inline<'a, 'o> {
    out: &'a mut Out<'o>,
    line: &'a mut Line,
    line_end: LineEnd,
    /// Writes what each further line of the block begins with.
    prefix: &'a dyn Fn(&mut Out<'_>),
    styles: [Style; MARKS.len()],
}

impl<'a, 'o> Inline<'a, 'o> {
    pub(super) fn new(
        out: &'a mut Out<'o>,
        line: &'a mut Line,
        line_end: LineEnd,
        prefix: &'a dyn Fn(&mut Out<'_>),
    ) -> Self {
        Self { out, line, line_end, prefix, styles: Default::default() }
    }

    /// Writes the text of a block, or of the rest of one that was cut (`is_cut`).
    pub(super) fn block(&mut self, text: &str, is_cut: bool) {
        if is_cut && !self.line.line_end && self.is_open_to_what_follows() {
            // What was written was not written with a look at what follows: an empty comment keeps the two apart.
            (self.out)("<!-- -->");
            self.wrote('>');
        }
        let mut target = "";
        let mut rest = spans(text);
        while let Some(span) = rest.next() {
            match span {
                Span::Text(text) if self.style(Mark::Code) == Style::Markdown => self.code(text),
                Span::Text(text) => {
                    let next = rest.clone().find(|span| !matches!(span, Span::Close(_)));
                    let is_before_link = matches!(next, Some(Span::Open(Mark::Link, _)));
                    self.text(text, is_before_link);
                }
                Span::Open(mark, of_link) => {
                    if rest.clone().any(|span| matches!(span, Span::Text(_))) {
                        target = if mark == Mark::Link { of_link } else { target };
                        self.open(mark, target, &rest);
                    }
                }
                Span::Close(mark) => self.close(mark, target),
            }
        }
        for mark in MARKS.into_iter().rev() {
            self.close(mark, target);
        }
    }

    /// Whether what was written last could mean something else before other text than a line end.
    fn is_open_to_what_follows(&self) -> bool {
        self.line.edge == Edge::Closing || matches!(self.line.last, '!' | '`')
    }

    fn style(&self, mark: Mark) -> Style {
        self.styles[mark as usize]
    }

    /// Something that ends with `last` was written, which is no emphasis.
    fn wrote(&mut self, last: char) {
        self.line.place = Place::Inside;
        self.line.last = last;
        self.line.edge = Edge::Text;
    }

    /// Writes a line end that was held back.
    fn start_line(&mut self) {
        if !core::mem::take(&mut self.line.line_end) {
            return;
        }
        match self.line_end {
            LineEnd::Break => {
                (self.out)("\\\n");
                (self.prefix)(self.out);
                *self.line = Line::default();
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
            Mark::Link if !link::is_allowed(target) => Style::Closed,
            Mark::Link => {
                (self.out)("[");
                self.wrote('[');
                Style::Markdown
            }
            // Written with its text.
            Mark::Code => Style::Markdown,
            Mark::Strong | Mark::Emphasis => {
                if self.opens(rest) && closes(mark, rest.clone()) {
                    (self.out)(if mark == Mark::Strong { "**" } else { "*" });
                    self.line.place = Place::Inside;
                    self.line.last = '*';
                    self.line.edge = Edge::Opening;
                    Style::Markdown
                } else {
                    (self.out)(if mark == Mark::Strong { "<strong>" } else { "<em>" });
                    self.wrote('>');
                    Style::Tag
                }
            }
        };
        self.styles[mark as usize] = style;
    }

    /// Whether `*` here begins emphasis, and ends none that is open.
    fn opens(&self, rest: &Spans<'_>) -> bool {
        let before = self.line.last;
        let is_nested =
            [Mark::Strong, Mark::Emphasis].iter().any(|&mark| self.style(mark) == Style::Markdown);
        match (self.line.edge, rest.clone().next()) {
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
        match (mark, style) {
            (_, Style::Closed) | (Mark::Code, _) => {}
            (Mark::Link, _) => {
                (self.out)("](");
                self.target(target);
                (self.out)(")");
                self.wrote(')');
            }
            (_, Style::Markdown) => {
                (self.out)(if mark == Mark::Strong { "**" } else { "*" });
                self.line.last = '*';
                self.line.edge = Edge::Closing;
            }
            (_, Style::Tag) => {
                (self.out)(if mark == Mark::Strong { "</strong>" } else { "</em>" });
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

    /// Writes code: each line by itself, between more backticks than it holds.
    fn code(&mut self, text: &str) {
        for (at, line) in text.split('\n').enumerate() {
            self.line.line_end |= at > 0;
            if line.is_empty() {
                continue;
            }
            self.start_line();
            if self.line.last == '`' && self.line.edge == Edge::Text {
                (self.out)("<!-- -->");
            }
            let ticks = longest_run(line) + 1;
            let is_padded = line.starts_with('`') || line.ends_with('`');
            repeat("`", ticks, self.out);
            repeat(" ", usize::from(is_padded), self.out);
            if self.line_end == LineEnd::Tag {
                for (at, part) in line.split('|').enumerate() {
                    (self.out)(if at > 0 { "\\|" } else { "" });
                    (self.out)(part);
                }
            } else {
                (self.out)(line);
            }
            repeat(" ", usize::from(is_padded), self.out);
            repeat("`", ticks, self.out);
            self.wrote('`');
        }
    }

    /// Writes text.
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
        let bytes = text.as_bytes();
        let (mut start, mut pos) = (0, 0);
        while pos < bytes.len() {
            let byte = bytes[pos];
            let is_markup = match self.line.place {
                Place::Inside => MARKUP[usize::from(byte)] && self.is_markup(text, pos, is_before_link),
                _ if !byte.is_ascii() => false,
                _ => self.is_markup_at_start(text, pos) || self.is_markup(text, pos, is_before_link),
            };
            if is_markup {
                (self.out)(&text[start..pos]);
                (self.out)("\\");
                start = pos;
            }
            self.line.place = match (self.line.place, byte) {
                (Place::Start, b'0'..=b'9') => Place::Digits(1),
                (Place::Digits(count @ ..9), b'0'..=b'9') => Place::Digits(count + 1),
                _ => Place::Inside,
            };
            pos += 1;
        }
        (self.out)(&text[start..]);
        self.line.last = text.chars().next_back().unwrap_or(self.line.last);
        self.line.edge = Edge::Text;
    }

    /// Whether the character at `pos` would be read as the start of a block.
    fn is_markup_at_start(&self, text: &str, pos: usize) -> bool {
        if self.line_end != LineEnd::Break {
            return false;
        }
        let byte = text.as_bytes()[pos];
        let ends_marker = |rest: &str| rest.chars().next().is_none_or(char::is_whitespace);
        if let Place::Digits(_) = self.line.place {
            return matches!(byte, b'.' | b')') && ends_marker(&text[pos + 1..]);
        }
        match byte {
            b'#' => ends_marker(text[pos..].trim_start_matches('#')),
            b'>' | b'*' | b'_' => true,
            b'-' | b'+' | b'=' | b'|' | b':' => {
                !text[pos + 1..].starts_with(|c: char| c.is_alphanumeric() || !c.is_ascii())
            }
            _ => false,
        }
    }

    /// Whether the character at `pos` would be read as inline markup.
    fn is_markup(&self, text: &str, pos: usize, is_before_link: bool) -> bool {
        let before = || text[..pos].chars().next_back().unwrap_or(self.line.last);
        let after = text[pos + 1..].chars().next();
        match text.as_bytes()[pos] {
            b'`' | b'[' => true,
            b']' => self.style(Mark::Link) == Style::Markdown,
            b'\\' => after.is_none_or(|after| after.is_ascii_punctuation()),
            b'*' => !(before().is_whitespace() && after.is_some_and(char::is_whitespace)),
            b'_' => {
                let is_apart = before().is_whitespace() && after.is_some_and(char::is_whitespace);
                let is_in_word = before().is_alphanumeric() && after.is_some_and(char::is_alphanumeric);
                !is_apart && !is_in_word
            }
            // Only what ends a strikethrough, or begins a fence, needs it.
            b'~' => !before().is_whitespace() || after == Some('~'),
            b'<' => after.is_none_or(|after| after.is_ascii_alphabetic() || "/!?".contains(after)),
            b'&' => begins_reference(&text[pos..]),
            b'!' => is_before_link && after.is_none(),
            b'|' => self.line_end == LineEnd::Tag,
            // A heading may end with them.
            b'#' => self.line_end == LineEnd::Space && (before().is_whitespace() || before() == '#'),
            _ => false,
        }
    }
}

/// Bytes for which [`Inline::is_markup`] may hold.
static MARKUP: [bool; 256] = {
    let mut markup = [false; 256];
    let bytes = b"`[]\\*_~<&!|#";
    let mut at = 0;
    while at < bytes.len() {
        markup[bytes[at] as usize] = true;
        at += 1;
    }
    markup
};

/// A character beside which `*` is part of a word, whatever stands on its other side.
fn is_plain(c: char) -> bool {
    c.is_alphanumeric()
}

/// Whether `*` ends the emphasis `mark`, which begins before `rest`.
fn closes(mark: Mark, mut rest: Spans<'_>) -> bool {
    let mut before = '*';
    for span in &mut rest {
        match span {
            Span::Text(text) => before = text.chars().next_back().unwrap_or(before),
            Span::Close(other) if other == mark => break,
            Span::Open(..) | Span::Close(_) => before = '*',
        }
    }
    // Marks that end here too are punctuation, or the same run.
    let after = rest.find(|span| !matches!(span, Span::Close(_)));
    let is_before_end = match after {
        None => true,
        Some(Span::Text(text)) => text.starts_with(|c: char| c.is_whitespace() || c.is_ascii_punctuation()),
        Some(_) => true,
    };
    is_before_end && !before.is_whitespace() || is_plain(before)
}

/// Whether text that begins with `&` is read as a character reference, as far as it is known.
fn begins_reference(text: &str) -> bool {
    let name = text[1..].trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '#');
    name.is_empty() || name.starts_with(';')
}

/// The longest run of backticks in `text`.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or_default()
}
