//! Delimiters that stay without a backslash in a bare address.
//!
//! In: the delimiters of a block's text, in order. Out: which of them need a backslash. Dialects
//! that link bare addresses, as GitHub's, take a backslash into the link; others read emphasis
//! there. So a delimiter has one only where CommonMark would read emphasis, a strikethrough or a
//! link. Held: three flags.
//!
//! Cost: linear; the word around a delimiter is read once.

/// Delimiters without a backslash that could open something that a later one closes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Openers {
    star: bool,
    underscore: bool,
    tilde: bool,
}

impl Openers {
    /// Whether a `*` could be closed by a later one.
    pub(super) fn has_star(self) -> bool {
        self.star
    }

    /// Whether a delimiter outside of an address needs a backslash. `is_markup`: it would without
    /// the delimiters in the addresses before it.
    pub(super) fn needs_outside(&mut self, byte: u8, pos: usize, is_markup: bool, text: &str) -> bool {
        self.tilde |= byte == b'~' && !is_markup;
        let closes = byte == b'_' && text[pos + 1..].starts_with(|c: char| c.is_ascii_punctuation());
        is_markup || closes && self.underscore
    }

    /// Whether a delimiter in an address needs a backslash. `is_marked`: it stands between
    /// delimiters of emphasis. `first`: the character before the text.
    ///
    /// Source: CommonMark 0.31, section 6.2.
    pub(super) fn needs_in_address(
        &mut self,
        byte: u8,
        pos: usize,
        is_marked: bool,
        (text, first): (&str, char),
    ) -> bool {
        if byte == b'[' {
            return !is_plain_bracket(&text[pos + 1..]);
        }
        let Some((before, after, is_last)) = around(byte, pos, text, first) else { return true };
        let Some(after) = after else {
            // A `_` after a letter opens nothing, whatever follows.
            return byte != b'_' || !before.is_alphanumeric() || self.underscore;
        };
        let is_sign = |c: char| !c.is_alphanumeric() && !c.is_whitespace();
        if [before, after].iter().any(|&c| is_sign(c) && !c.is_ascii()) {
            return true;
        }
        let begins = !after.is_whitespace() && (!is_sign(after) || !before.is_alphanumeric());
        let ends = !before.is_whitespace() && (!is_sign(before) || !after.is_alphanumeric());
        let (opens, closes) = match byte {
            b'_' => (begins && (!ends || is_sign(before)), ends && (!begins || is_sign(after))),
            _ => (begins, ends),
        };
        let opener = match byte {
            b'*' => &mut self.star,
            b'_' => &mut self.underscore,
            _ => &mut self.tilde,
        };
        let needs = closes && *opener || byte == b'*' && is_marked && (opens || closes);
        *opener |= opens && is_last && !needs;
        needs
    }
}

/// What stands before and after a run of delimiters, and whether the one at `pos` is its last; none
/// for runs that are never bare.
fn around(byte: u8, pos: usize, text: &str, first: char) -> Option<(char, Option<char>, bool)> {
    let bytes = text.as_bytes();
    let begin = pos - usize::from(pos > 0 && bytes[pos - 1] == byte);
    let is_last = bytes.get(pos + 1) != Some(&byte);
    let end = if is_last { pos + 1 } else { pos + 2 };
    let before = text[..begin].chars().next_back().unwrap_or(first);
    let after = text[end..].chars().next();
    let is_longer = [Some(before), after].contains(&Some(char::from(byte))) || end - begin > 2;
    // A `*` next to a mark could become one with its delimiter, and `~~` could begin a fence.
    let is_other = match byte {
        b'*' => begin == 0 || after.is_none(),
        b'~' => end - begin > 1,
        _ => false,
    };
    (!is_longer && !is_other).then_some((before, after, is_last))
}

/// Whether a bracket before `rest` opens no link: one in the same word closes it, and no target
/// follows.
fn is_plain_bracket(rest: &str) -> bool {
    let Some(at) = rest.find(|c: char| matches!(c, '[' | ']' | '<') || c.is_whitespace()) else {
        return false;
    };
    rest[at..].strip_prefix(']').is_some_and(|rest| !rest.is_empty() && !rest.starts_with('('))
}

/// Finds the bare addresses of a text.
pub(super) struct Addresses<'t> {
    text: &'t str,
    /// The first word goes on in an address.
    is_begun: bool,
    /// Where the last word ends that was read.
    end: usize,
    /// Where its address begins.
    start: Option<usize>,
}

impl<'t> Addresses<'t> {
    pub(super) fn of(text: &'t str, is_begun: bool) -> Self {
        Self { text, is_begun, end: 0, start: None }
    }

    /// Whether the character at `pos` is part of an address. Calls come in order.
    pub(super) fn hold(&mut self, pos: usize) -> bool {
        if pos >= self.end {
            let is_end = |c: char| c.is_whitespace() || c == '<';
            let parted = self.text[self.end..pos].rfind(is_end);
            let is_first = self.end == 0 && parted.is_none();
            let begin = parted.map_or(self.end, |at| self.end + at);
            self.end = self.text[pos..].find(is_end).map_or(self.text.len(), |at| pos + at);
            let found = begin_of_address(&self.text[begin..self.end]).map(|at| begin + at);
            self.start = if is_first && self.is_begun { Some(0) } else { found };
        }
        self.start.is_some_and(|start| pos >= start)
    }
}

/// The byte at which the sign of an address begins in a word: `://` or `www.`. `None` without one.
/// GitHub makes a link of it, up to the next white space or `<`.
pub(super) fn begin_of_address(word: &str) -> Option<usize> {
    let (scheme, host) = (word.find("://"), word.find("www."));
    scheme.into_iter().chain(host).min()
}
