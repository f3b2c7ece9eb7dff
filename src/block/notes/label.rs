//! Labels of notes, as the links to them show them.

/// Maximum bytes of a label.
const LABEL_BYTES: usize = 8;

/// Maximum letters of a label without digits that is not a Roman number.
const MAX_LETTERS: usize = 2;

/// Signs that are labels as well as letters and digits. They need no escaping.
const SIGNS: [char; 4] = ['†', '‡', '§', '¶'];

/// The label of a note: the text of the links to it, without brackets. A number is added if another
/// note has that label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Label {
    bytes: [u8; LABEL_BYTES],
    len: u8,
    /// Bytes of the text of the links.
    shown_len: u8,
}

impl Label {
    /// Begins the number that is added.
    const BEFORE_NUMBER: char = ':';

    /// Whether a label may have this character.
    pub(crate) fn may_hold(c: char) -> bool {
        c.is_ascii_alphanumeric() || SIGNS.contains(&c)
    }

    /// Whether it is that of a place without a reference.
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(crate) fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }

    fn push(&mut self, c: char) -> Option<()> {
        let start = usize::from(self.len);
        let end = start + c.len_utf8();
        c.encode_utf8(self.bytes.get_mut(start..end)?);
        self.len = end as u8;
        Some(())
    }

    /// The label that links with this text give; `None` if it is not a label. Words of a sentence
    /// are none: what shows of a reference is up to the reader of the output.
    pub(crate) fn of(shown: &mut dyn Iterator<Item = char>) -> Option<Self> {
        let mut label = Self::default();
        // White space or a bracket follows the label, or space between it and a number.
        let (mut is_ended, mut is_parted) = (false, false);
        for c in shown {
            let is_outside = c.is_whitespace() || matches!(c, '[' | ']' | '(' | ')');
            if is_outside {
                is_parted = !is_ended && !label.is_empty() && c == ' ';
                is_ended = !label.is_empty();
                continue;
            }
            if is_ended && !(is_parted && c.is_ascii_digit()) || !Self::may_hold(c) {
                return None;
            }
            if is_ended {
                label.push('-')?;
                is_ended = false;
            }
            label.push(c)?;
        }
        label.shown_len = label.len;
        let shown = label.as_str();
        let is_roman = || shown.bytes().all(|byte| b"ivxlc".contains(&byte.to_ascii_lowercase()));
        let has_digit = shown.contains(|c: char| c.is_ascii_digit());
        let is_one = has_digit || shown.chars().count() <= MAX_LETTERS || is_roman();
        (is_one && !shown.is_empty()).then_some(label)
    }

    /// This label with a number.
    pub(super) fn with_number(mut self, number: usize) -> Option<Self> {
        self.push(Self::BEFORE_NUMBER)?;
        let mut power = 1;
        while number / power >= 10 {
            power *= 10;
        }
        while power > 0 {
            self.push(char::from(b'0' + (number / power % 10) as u8))?;
            power /= 10;
        }
        Some(self)
    }

    /// Whether links with the same text have both labels.
    pub(super) fn shows_as(&self, other: &Self) -> bool {
        let shown = |label: &Self| (label.bytes, usize::from(label.shown_len));
        let ((bytes, len), (others, other_len)) = (shown(self), shown(other));
        bytes[..len] == others[..other_len]
    }

    /// Whether it is a number, and the links with this label show `text`.
    pub(crate) fn is_number(&self, text: &str) -> bool {
        self.bytes[..usize::from(self.shown_len)].iter().all(u8::is_ascii_digit)
            && Self::of(&mut text.chars()).is_some_and(|label| label.shows_as(self))
    }

    /// Whether Markdown takes both for the same: case does not matter.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.as_str().eq_ignore_ascii_case(other.as_str())
    }
}
