//! Escaping for Markdown: which characters of a text would be read as markup.

use super::delimiters::Openers;

/// Output for a line end inside a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineEnd {
    /// A hard line break; the next line begins with the prefix of its block.
    Break,
    /// A space, since a heading is one line.
    Space,
    /// `<br>`, since a table cell is one line.
    Tag,
}

/// How much of the line was written, as far as it affects escaping.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Place {
    /// Nothing.
    #[default]
    Start,
    /// Only digits, this many.
    Digits(u8),
    Inside,
}

/// The last output on a line, as far as it affects adjacent `*`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Edge {
    #[default]
    Text,
    /// `*` that opens emphasis.
    Opening,
    /// `*` that closes emphasis.
    Closing,
}

/// State of the line being written. If a block was cut, it continues in the next part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) place: Place,
    /// The last character written; white space at the start of a line.
    pub(super) last: char,
    pub(super) edge: Edge,
    /// A pending line end, written when text follows: at the end of a block it would be a
    /// backslash.
    pub(super) line_end: bool,
    /// The last word written, with its marks, contains a URL. A backslash directly after the word
    /// would become part of the URL.
    pub(super) is_in_address: bool,
    /// Delimiters before, which stay over the line ends of a block.
    pub(super) openers: Openers,
    /// A reference to a note was written last; whether the line began with it.
    pub(super) reference: Option<bool>,
}

impl Place {
    /// The place after one more byte of text.
    pub(super) fn after(self, byte: u8) -> Self {
        match (self, byte) {
            (Self::Start, b'0'..=b'9') => Self::Digits(1),
            (Self::Digits(count @ ..9), b'0'..=b'9') => Self::Digits(count + 1),
            _ => Self::Inside,
        }
    }
}

impl Default for Line {
    fn default() -> Self {
        Self {
            place: Place::Start,
            last: '\n',
            edge: Edge::Text,
            line_end: false,
            is_in_address: false,
            openers: Openers::default(),
            reference: None,
        }
    }
}

impl Line {
    /// Records that something ending with `last` was written.
    pub(super) fn wrote(&mut self, last: char, edge: Edge) {
        self.place = Place::Inside;
        self.reference = None;
        self.last = last;
        self.edge = edge;
    }

    /// The state after the `<br>` that separates lines and blocks in a cell, which has these
    /// `openers`.
    pub(super) fn after_tag(openers: Openers) -> Self {
        Self { place: Place::Inside, last: '>', openers, ..Self::default() }
    }
}

/// A text and the context that decides on its escapes.
pub(super) struct TextContext<'t> {
    pub(super) text: &'t str,
    /// The character before the text.
    pub(super) before: char,
    pub(super) line_end: LineEnd,
    /// The text is inside a link.
    pub(super) is_in_link: bool,
    /// A link follows directly after the text.
    pub(super) is_before_link: bool,
    /// Formulas are between dollars.
    pub(super) has_dollars: bool,
}

impl TextContext<'_> {
    fn before(&self, pos: usize) -> char {
        self.text[..pos].chars().next_back().unwrap_or(self.before)
    }

    fn after(&self, pos: usize) -> Option<char> {
        self.text[pos + 1..].chars().next()
    }
}

/// Whether `byte` at `pos`, with only `place` before it on the line, would be read as the start of
/// a block.
pub(super) fn is_markup_at_start(byte: u8, pos: usize, place: Place, context: &TextContext<'_>) -> bool {
    if context.line_end != LineEnd::Break || !byte.is_ascii() {
        return false;
    }
    let rest = &context.text[pos + 1..];
    let ends_marker = |rest: &str| rest.chars().next().is_none_or(char::is_whitespace);
    if let Place::Digits(_) = place {
        return matches!(byte, b'.' | b')') && ends_marker(rest);
    }
    match byte {
        b'#' => ends_marker(rest.trim_start_matches('#')),
        b'>' | b'*' | b'_' => true,
        b'-' | b'+' | b'=' | b'|' | b':' => !rest.starts_with(|c: char| c.is_alphanumeric() || !c.is_ascii()),
        _ => false,
    }
}

/// Whether `byte` at `pos` would be read as inline markup.
pub(super) fn is_markup(byte: u8, pos: usize, context: &TextContext<'_>) -> bool {
    if !MARKUP[usize::from(byte)] {
        return false;
    }
    let (before, after) = (context.before(pos), context.after(pos));
    let is_apart = || before.is_whitespace() && after.is_some_and(char::is_whitespace);
    match byte {
        b'`' | b'[' => true,
        b']' => context.is_in_link,
        b'\\' => after.is_none_or(|after| after.is_ascii_punctuation()),
        b'*' => !is_apart(),
        // A `_` after a letter can only end emphasis (CommonMark 0.31, section 6.2), and none
        // begins with `_`: those that could begin it have a backslash.
        b'_' => {
            let is_in_word = before.is_alphanumeric()
                && after.is_some_and(|c| c.is_alphanumeric() || c.is_ascii_punctuation() && c != '_');
            !is_apart() && !is_in_word
        }
        // A `~` needs a backslash only if it can end a strikethrough or begin a fence. Between a
        // slash and a word, as for a home directory in a URL, it cannot end one.
        b'~' => {
            let ends_none =
                before.is_whitespace() || before == '/' && after.is_some_and(char::is_alphanumeric);
            !ends_none || after == Some('~')
        }
        b'<' => {
            after.is_none_or(|after| after.is_ascii_alphabetic() || "/!?".contains(after))
                || may_begin_address(&context.text[pos + 1..])
        }
        b'&' => begins_reference(&context.text[pos..]),
        b'!' => context.is_before_link && after.is_none(),
        b'|' => context.line_end == LineEnd::Tag,
        b'$' => context.has_dollars,
        // A run of `#` at the end of a heading, after a space, is not part of its text.
        b'#' => {
            context.line_end == LineEnd::Space
                && before.is_whitespace()
                && context.text[pos..].trim_start_matches('#').is_empty()
        }
        _ => false,
    }
}

/// Bytes for which [`is_markup`] may be true.
pub(super) static MARKUP: [bool; 256] = {
    let mut markup = [false; 256];
    let bytes = b"`[]\\*_~<&!|#$";
    let mut at = 0;
    while at < bytes.len() {
        markup[bytes[at] as usize] = true;
        at += 1;
    }
    markup
};

/// Whether the text after `<` may be read as an e-mail address. Checks the part before the `@`, as
/// far as it is known. Source: CommonMark 0.31, section 6.5.
fn may_begin_address(text: &str) -> bool {
    let rest =
        text.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-".contains(c));
    rest.len() < text.len() && (rest.is_empty() || rest.starts_with('@'))
}

/// Whether `text`, which begins with `&`, may be read as a character reference, as far as it is
/// known.
pub(super) fn begins_reference(text: &str) -> bool {
    let name = text[1..].trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '#');
    name.is_empty() || name.starts_with(';')
}
