//! Inline marks inside the text of a line-block: control characters, which are removed from the
//! text of the page.

use super::SEGMENT_BYTES;
use super::reference::{BlockImages, Image};
use crate::formula::delimiters::{DelimitedFormula, Delimiters, first_formula};
use crate::structure::Mark;
use alloc::string::String;

/// Ends the target of a link, which follows the opening mark of the link.
pub(crate) const TARGET_END: char = '\u{0E}';

/// Marks the first block of a list item as a task: one that is open, and one that is done.
pub(crate) const TASKS: [char; 2] = ['\u{1A}', '\u{1B}'];

/// Begins the language name of preformatted text; [`TARGET_END`] ends it.
pub(crate) const LANGUAGE: char = '\u{0F}';

/// Without the feature, links to notes stay links. Calls that depend on it leave nothing of what
/// they would do in the binary.
pub(crate) const HAS_NOTES: bool = cfg!(feature = "notes");

/// Begins the place of a note that a block is in; [`TARGET_END`] ends it.
pub(crate) const NOTE: char = '\u{1E}';

pub(crate) const MARKS: [Mark; 10] = [
    Mark::Link,
    Mark::Reference,
    Mark::Strong,
    Mark::Emphasis,
    Mark::Code,
    Mark::Superscript,
    Mark::Subscript,
    Mark::Deleted,
    Mark::Formula,
    Mark::Note,
];

/// The character that opens `mark`.
pub(crate) const fn opening(mark: Mark) -> char {
    match mark {
        Mark::Emphasis => '\u{01}',
        Mark::Strong => '\u{03}',
        Mark::Code => '\u{05}',
        Mark::Link => '\u{07}',
        Mark::Superscript => '\u{10}',
        Mark::Subscript => '\u{12}',
        Mark::Deleted => '\u{14}',
        Mark::Formula => '\u{16}',
        Mark::Note => '\u{18}',
        Mark::Reference => '\u{1C}',
    }
}

/// The character that closes `mark`.
pub(crate) const fn closing(mark: Mark) -> char {
    match mark {
        Mark::Emphasis => '\u{02}',
        Mark::Strong => '\u{04}',
        Mark::Code => '\u{06}',
        Mark::Link => '\u{08}',
        Mark::Superscript => '\u{11}',
        Mark::Subscript => '\u{13}',
        Mark::Deleted => '\u{15}',
        Mark::Formula => '\u{17}',
        Mark::Note => '\u{19}',
        Mark::Reference => '\u{1D}',
    }
}

/// Whether a target follows a character that opens a mark.
pub(crate) fn has_target(c: char) -> bool {
    [Mark::Link, Mark::Reference, Mark::Note].iter().any(|&mark| c == opening(mark))
}

/// A mark and the place after it.
pub(crate) fn with_key(mark: char, key: char, buffer: &mut [u8; 8]) -> &str {
    let mut len = 0;
    for c in [mark, key, TARGET_END] {
        len += c.encode_utf8(&mut buffer[len..]).len();
    }
    core::str::from_utf8(&buffer[..len]).unwrap_or_default()
}

/// The characters of a block's text in reverse order, without marks and targets.
pub(crate) fn shown_backwards(text: &str) -> impl Iterator<Item = char> + Clone + '_ {
    let mut is_target = false;
    text.chars().rev().filter(move |&c| {
        match c {
            TARGET_END => is_target = true,
            LANGUAGE | NOTE => is_target = false,
            c if has_target(c) => is_target = false,
            // All other marks; the gap between the two ranges is white space.
            '\0'..='\u{08}' | '\u{10}'..='\u{1E}' => {}
            _ => return !is_target,
        }
        false
    })
}

/// Stack of open marks, each at most once, the outermost first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nested {
    marks: [Mark; MARKS.len()],
    len: usize,
}

impl Default for Nested {
    fn default() -> Self {
        Self { marks: MARKS, len: 0 }
    }
}

impl Nested {
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = Mark> + use<> {
        self.marks.into_iter().take(self.len)
    }

    pub(crate) fn has(&self, mark: Mark) -> bool {
        self.iter().any(|other| other == mark)
    }

    /// Opens a mark inside those already open.
    pub(crate) fn push(&mut self, mark: Mark) {
        if !self.has(mark) {
            self.marks[self.len] = mark;
            self.len += 1;
        }
    }

    /// Closes a mark; `false` if it was not open.
    pub(crate) fn remove(&mut self, mark: Mark) -> bool {
        let Some(at) = self.iter().position(|other| other == mark) else { return false };
        self.marks[at..self.len].rotate_left(1);
        self.len -= 1;
        true
    }
}

/// Piece of a block's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Span<'a> {
    /// Characters of the page.
    Text(&'a str),
    /// A mark begins; for a link with its target, for a reference or a note with its place.
    Open(Mark, &'a str),
    /// A mark ends.
    Close(Mark),
    /// The language of the preformatted text that follows; only at the beginning of a block.
    Language(&'a str),
    /// The block is a task; only at its beginning.
    Task { is_done: bool },
    /// The block is in a note, if its place is one; only at the beginning of a block.
    Note(&'a str),
    /// A content image. `begins_line`: a line begins with it.
    Image { image: Image<'a>, begins_line: bool },
}

impl<'a> Span<'a> {
    /// The visible text of the span, if it is text.
    pub(crate) fn text(self) -> Option<&'a str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }
}

/// Splits a block's text into spans, in order.
pub(crate) fn spans(text: &str) -> Spans<'_> {
    spans_with(text, BlockImages::default(), 0)
}

/// Whether a block is a task, and if so, whether it is done.
pub(crate) fn task(text: &str) -> Option<bool> {
    match spans(text).next() {
        Some(Span::Task { is_done }) => Some(is_done),
        _ => None,
    }
}

/// The place of a note that a block is in.
pub(crate) fn note(text: &str) -> Option<&str> {
    if !HAS_NOTES || !text.bytes().next().is_some_and(is_mark) {
        return None;
    }
    let is_of_head = |span: &Span<'_>| matches!(span, Span::Language(_) | Span::Task { .. } | Span::Note(_));
    spans(text).take_while(is_of_head).find_map(|span| match span {
        Span::Note(place) => Some(place),
        _ => None,
    })
}

/// Splits a block's text into spans, with its images at their places. `skipped`: bytes of the text
/// that were left out at its beginning.
pub(crate) fn spans_with<'a>(text: &'a str, images: BlockImages<'a>, skipped: usize) -> Spans<'a> {
    Spans {
        rest: text,
        images,
        end: text.len() + skipped,
        tex: Tex::Ignored,
        delimiters: Delimiters::Backslash,
    }
}

/// Target of the mark of a formula that stands in a line of its own.
pub(crate) const DISPLAY: &str = "$$";

/// The characters of a block's text, without marks and targets.
pub(crate) fn shown(text: &str) -> impl Iterator<Item = char> + '_ {
    spans(text).filter_map(Span::text).flat_map(str::chars)
}

/// A block's text without the place of a note before it.
pub(crate) fn after_place(text: &str) -> &str {
    let rest = text.strip_prefix(NOTE).and_then(|rest| rest.split_once(TARGET_END));
    rest.map_or(text, |(_, rest)| rest)
}

/// What follows a label at the beginning of a block's text. A label is a superscript, a text in
/// brackets, or one with a point or a bracket after it, and `is_label` takes it. The whole text
/// without such a label, or with nothing after it.
pub(crate) fn after_label(text: &str, is_label: impl Fn(&str) -> bool) -> &str {
    let mut rest = spans(text);
    let (mut opened, mut is_raised) = (0, false);
    let first = loop {
        match rest.next() {
            Some(Span::Note(_)) => {}
            Some(Span::Open(mark, _)) => {
                opened += 1;
                is_raised |= mark == Mark::Superscript;
            }
            Some(Span::Text(first)) => break first,
            _ => return text,
        }
    };
    let end = match opened {
        0 if first.starts_with(['[', '(']) => first.find([']', ')']).map_or(0, |end| end + 1),
        0 => first.find(['.', ')']).unwrap_or(0),
        _ => first.len(),
    };
    let (label, after) = first.split_at(end);
    if !is_label(label) || !(0..opened).all(|_| matches!(rest.next(), Some(Span::Close(_)))) {
        return text;
    }
    let after = &text[text.len() - rest.rest.len() - after.len()..];
    let is_apart = is_raised || label.starts_with(['[', '(']);
    let Some(after) = (if is_apart { Some(after) } else { after.strip_prefix(['.', ')']) }) else {
        return text;
    };
    let after = after.trim_start();
    if after.is_empty() { text } else { after }
}

/// The characters shown up to the end of the reference whose opening was read last.
pub(crate) fn shown_in<'a>(rest: &Spans<'a>) -> impl Iterator<Item = char> + use<'a> {
    let is_inside = |span: &Span<'_>| *span != Span::Close(Mark::Reference);
    rest.clone().take_while(is_inside).filter_map(Span::text).flat_map(str::chars)
}

#[derive(Clone)]
pub(crate) struct Spans<'a> {
    rest: &'a str,
    /// Images that did not come yet.
    images: BlockImages<'a>,
    /// Bytes of the block's text.
    end: usize,
    tex: Tex,
    delimiters: Delimiters,
}

/// Where the reader of spans is, as far as it concerns formulas between TeX delimiters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tex {
    /// Delimiters are text.
    Ignored,
    Awaited,
    /// In code or a formula, where delimiters are text.
    InCode,
    /// In this formula, whose text comes next.
    Opened(DelimitedFormula),
    Ended,
}

/// Whether a byte is a mark.
pub(crate) fn is_mark(byte: u8) -> bool {
    matches!(byte, 0x01..=0x08 | 0x0F..=0x1E)
}

/// Bytes searched for marks at once.
const LOOKED_AT: usize = 32;

/// Number of bytes before the next mark; all if there is none.
fn next_mark(bytes: &[u8]) -> usize {
    let mut at = 0;
    for chunk in bytes.chunks(LOOKED_AT) {
        // Text rarely has bytes as low as marks. The compiler vectorises this fold.
        let has_low = chunk.iter().fold(false, |has_low, &byte| has_low | (byte < 0x1F));
        if has_low && let Some(mark) = chunk.iter().copied().position(is_mark) {
            return at + mark;
        }
        at += chunk.len();
    }
    at
}

/// Buffer that strips the marks from texts.
///
/// Held: [`SEGMENT_BYTES`] if the texts have marks, otherwise nothing.
pub(crate) struct Plain(String);

impl Plain {
    /// `with_marks`: the texts may have marks.
    pub(crate) fn new(with_marks: bool) -> Self {
        Self(String::with_capacity(if with_marks { SEGMENT_BYTES } else { 0 }))
    }

    /// A block's text without its marks.
    #[inline]
    pub(crate) fn of<'a>(&'a mut self, text: &'a str) -> &'a str {
        if self.0.capacity() == 0 || next_mark(text.as_bytes()) == text.len() {
            return text;
        }
        self.0.clear();
        self.0.extend(spans(text).filter_map(Span::text));
        &self.0
    }
}

impl<'a> Spans<'a> {
    /// Also marks formulas between TeX delimiters, without the delimiters, unless they are code.
    /// The target of the mark is [`DISPLAY`] for one whose delimiters say so.
    pub(crate) fn with_tex(mut self, delimiters: Delimiters, is_preformatted: bool) -> Self {
        self.tex = if is_preformatted { Tex::Ignored } else { Tex::Awaited };
        self.delimiters = delimiters;
        self
    }

    /// Goes on in the formula between delimiters that was opened.
    fn next_of_tex(&mut self) -> Option<Span<'a>> {
        match self.tex {
            Tex::Opened(DelimitedFormula { end_bytes, bytes, .. }) => {
                let (formula, rest) = self.rest.split_at(bytes);
                self.rest = &rest[end_bytes..];
                self.tex = Tex::Ended;
                Some(Span::Text(formula.trim()))
            }
            Tex::Ended => {
                self.tex = Tex::Awaited;
                Some(Span::Close(Mark::Formula))
            }
            _ => None,
        }
    }

    /// Notes where code or a formula of the page begins and ends.
    fn follow_code(&mut self, span: Span<'a>) -> Span<'a> {
        let is_code = |mark: Mark| matches!(mark, Mark::Code | Mark::Formula);
        match (span, self.tex) {
            (Span::Open(mark, _), Tex::Awaited) if is_code(mark) => self.tex = Tex::InCode,
            (Span::Close(mark), Tex::InCode) if is_code(mark) => self.tex = Tex::Awaited,
            _ => {}
        }
        span
    }

    /// Bytes of text before the next image, which comes after the marks that close at its place.
    #[inline]
    fn bytes_before_image(&self) -> Option<usize> {
        let place = self.images.first_place()?;
        let passed = self.end - self.rest.len();
        let bytes = usize::from(place.position.unwrap_or(0)).saturating_sub(passed);
        let closes = |byte: u8| MARKS.iter().any(|&mark| closing(mark) == char::from(byte));
        let is_closing = bytes == 0 && self.rest.bytes().next().is_some_and(closes);
        Some(if is_closing { 1 } else { bytes })
    }

    /// Takes the next image.
    fn image(&mut self) -> Option<Span<'a>> {
        let begins_line = self.images.first_place()?.begins_line;
        let image = self.images.first()?;
        self.images = self.images.without_first();
        Some(Span::Image { image, begins_line })
    }

    /// Bytes of the block's text that were read.
    #[cfg(feature = "chunks")]
    pub(crate) fn passed(&self) -> usize {
        self.end - self.rest.len()
    }

    /// Takes the text, with its marks, of the note whose opening was read last.
    pub(crate) fn take_note(&mut self) -> &'a str {
        let (note, rest) = self.rest.split_once(closing(Mark::Note)).unwrap_or((self.rest, ""));
        self.rest = rest;
        note
    }

    /// Takes the text before the next [`TARGET_END`].
    fn until_target_end(&mut self) -> &'a str {
        let (target, rest) = self.rest.split_once(TARGET_END).unwrap_or((self.rest, ""));
        self.rest = rest;
        target
    }
}

impl<'a> Iterator for Spans<'a> {
    type Item = Span<'a>;

    fn next(&mut self) -> Option<Span<'a>> {
        if let Some(span) = self.next_of_tex() {
            return Some(span);
        }
        let before_image = self.bytes_before_image();
        if before_image == Some(0) {
            return self.image();
        }
        let first = *self.rest.as_bytes().first()?;
        if !is_mark(first) {
            let mut end = next_mark(self.rest.as_bytes());
            if let Some(before_image) = before_image.filter(|&bytes| self.rest.is_char_boundary(bytes)) {
                end = end.min(before_image);
            }
            if self.tex == Tex::Awaited
                && let Some(formula) = first_formula(&self.rest[..end], self.delimiters)
            {
                if formula.start == 0 {
                    self.rest = &self.rest[formula.delimiter_bytes..];
                    self.tex = Tex::Opened(formula);
                    return Some(Span::Open(Mark::Formula, if formula.is_display { DISPLAY } else { "" }));
                }
                end = formula.start;
            }
            let (text, rest) = self.rest.split_at(end);
            self.rest = rest;
            return Some(Span::Text(text));
        }
        self.rest = &self.rest[1..];
        if char::from(first) == LANGUAGE {
            return Some(Span::Language(self.until_target_end()));
        }
        if char::from(first) == NOTE {
            return Some(Span::Note(self.until_target_end()));
        }
        if let Some(task) = TASKS.iter().position(|&task| task == char::from(first)) {
            return Some(Span::Task { is_done: task > 0 });
        }
        let mark =
            MARKS.into_iter().find(|&mark| [opening(mark), closing(mark)].contains(&char::from(first)))?;
        let span = if char::from(first) == closing(mark) {
            Span::Close(mark)
        } else if !has_target(char::from(first)) {
            Span::Open(mark, "")
        } else {
            Span::Open(mark, self.until_target_end())
        };
        Some(self.follow_code(span))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn what_shows_is_read_backwards_without_targets() {
        let text = "\u{0F}rust\u{0E}a\u{07}/b\u{0E}cd\u{08}\u{03}é\u{04}";
        assert!(shown_backwards(text).eq("édca".chars()));
    }

    #[test]
    fn formulas_between_delimiters_are_marked_outside_of_code() {
        let text = "a \\( x \\)\u{05}\\(y\\)\u{06}";
        let found: Vec<_> = spans(text).with_tex(Delimiters::Backslash, false).collect();
        assert_eq!(
            found,
            [
                Span::Text("a "),
                Span::Open(Mark::Formula, ""),
                Span::Text("x"),
                Span::Close(Mark::Formula),
                Span::Open(Mark::Code, ""),
                Span::Text("\\(y\\)"),
                Span::Close(Mark::Code),
            ]
        );
        assert!(spans(text).with_tex(Delimiters::Backslash, true).eq(spans(text)));
    }

    #[test]
    fn text_is_split_at_its_marks() {
        let spans: Vec<_> = spans("a \u{07}/x\u{0E}\u{03}b\u{04}\u{08} c").collect();
        assert_eq!(
            spans,
            [
                Span::Text("a "),
                Span::Open(Mark::Link, "/x"),
                Span::Open(Mark::Strong, ""),
                Span::Text("b"),
                Span::Close(Mark::Strong),
                Span::Close(Mark::Link),
                Span::Text(" c"),
            ]
        );
    }
}
