//! Which characters of a text Markdown would read as markup.

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
pub(super) enum Place {
    /// Nothing.
    #[default]
    Start,
    /// Digits, so many.
    Digits(u8),
    Inside,
}

/// What the last piece of a line was, for marks beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Edge {
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
    pub(super) place: Place,
    /// The character before, a white space at the start.
    pub(super) last: char,
    pub(super) edge: Edge,
    /// A line end that is written when text follows: at the end of a block it would be a backslash.
    pub(super) line_end: bool,
    /// The word written last, marks around it included, holds an address: a backslash behind it
    /// would be a part of that.
    pub(super) is_in_address: bool,
}

impl Place {
    /// The place behind one more byte of text.
    pub(super) fn behind(self, byte: u8) -> Self {
        match (self, byte) {
            (Self::Start, b'0'..=b'9') => Self::Digits(1),
            (Self::Digits(count @ ..9), b'0'..=b'9') => Self::Digits(count + 1),
            _ => Self::Inside,
        }
    }
}

impl Default for Line {
    fn default() -> Self {
        Self { place: Place::Start, last: '\n', edge: Edge::Text, line_end: false, is_in_address: false }
    }
}

impl Line {
    /// Something that ends with `last` was written.
    pub(super) fn wrote(&mut self, last: char, edge: Edge) {
        self.place = Place::Inside;
        self.last = last;
        self.edge = edge;
    }

    /// Behind the line break in a cell, which parts its blocks too.
    pub(super) fn behind_tag() -> Self {
        Self { place: Place::Inside, last: '>', ..Self::default() }
    }
}

/// A text, and what matters around it.
pub(super) struct Around<'t> {
    pub(super) text: &'t str,
    /// The character before the text.
    pub(super) before: char,
    pub(super) line_end: LineEnd,
    /// It is the text of a link.
    pub(super) is_in_link: bool,
    /// A link begins behind it.
    pub(super) is_before_link: bool,
}

impl Around<'_> {
    fn before(&self, pos: usize) -> char {
        self.text[..pos].chars().next_back().unwrap_or(self.before)
    }

    fn after(&self, pos: usize) -> Option<char> {
        self.text[pos + 1..].chars().next()
    }
}

/// Whether the character `byte` at `pos`, in a place at the start of a line, would be read as the
/// start of a block.
pub(super) fn is_markup_at_start(byte: u8, pos: usize, place: Place, around: &Around<'_>) -> bool {
    if around.line_end != LineEnd::Break || !byte.is_ascii() {
        return false;
    }
    let rest = &around.text[pos + 1..];
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

/// Whether the character `byte` at `pos` would be read as inline markup.
pub(super) fn is_markup(byte: u8, pos: usize, around: &Around<'_>) -> bool {
    if !MARKUP[usize::from(byte)] {
        return false;
    }
    let (before, after) = (around.before(pos), around.after(pos));
    let is_apart = || before.is_whitespace() && after.is_some_and(char::is_whitespace);
    match byte {
        b'`' | b'[' => true,
        b']' => around.is_in_link,
        b'\\' => after.is_none_or(|after| after.is_ascii_punctuation()),
        b'*' => !is_apart(),
        b'_' => {
            let is_in_word = before.is_alphanumeric() && after.is_some_and(char::is_alphanumeric);
            !is_apart() && !is_in_word
        }
        // Only what ends a strikethrough, or begins a fence, needs it.
        // One between a slash and a word ends none: that of a home in an address.
        b'~' => {
            let ends_none =
                before.is_whitespace() || before == '/' && after.is_some_and(char::is_alphanumeric);
            !ends_none || after == Some('~')
        }
        b'<' => {
            after.is_none_or(|after| after.is_ascii_alphabetic() || "/!?".contains(after))
                || may_begin_address(&around.text[pos + 1..])
        }
        b'&' => begins_reference(&around.text[pos..]),
        b'!' => around.is_before_link && after.is_none(),
        b'|' => around.line_end == LineEnd::Tag,
        // A heading may end with them, behind a space; they would be no part of it.
        b'#' => {
            around.line_end == LineEnd::Space
                && before.is_whitespace()
                && around.text[pos..].trim_start_matches('#').is_empty()
        }
        _ => false,
    }
}

/// Bytes for which [`is_markup`] may hold.
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

/// Whether text behind `<` may be read as an e-mail address, as far as it is known: the part before
/// the `@`. Source: CommonMark 0.31, section 6.5.
fn may_begin_address(text: &str) -> bool {
    let rest =
        text.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-".contains(c));
    rest.len() < text.len() && (rest.is_empty() || rest.starts_with('@'))
}

/// Whether text that begins with `&` is read as a character reference, as far as it is known.
pub(super) fn begins_reference(text: &str) -> bool {
    let name = text[1..].trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '#');
    name.is_empty() || name.starts_with(';')
}
