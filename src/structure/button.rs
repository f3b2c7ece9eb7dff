//! A word of a sentence that is a button.
//!
//! The text of a button is the name of an action, so it is dropped. But some pages make a word a
//! button, which opens a note on it: then text stands before it in the same paragraph, and right
//! after it in the same element. In: the text of a button, and what follows it. Out: that text, if
//! it is such a word. Held: 96 bytes.

/// Maximum bytes of a word that is a button.
const MAX_BYTES: usize = 96;

/// A button in a paragraph, held until what follows shows whether it is a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Button {
    state: State,
    held: [u8; MAX_BYTES],
    len: usize,
    /// Place of its text in the stream.
    pub(super) offset: u64,
}

/// How far a button in a paragraph was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// No button, or one that is not a word.
    #[default]
    None,
    /// Its text comes.
    Open,
    /// Its end tag was the last tag.
    Ended,
}

impl Default for Button {
    fn default() -> Self {
        Self { state: State::None, held: [0; MAX_BYTES], len: 0, offset: 0 }
    }
}

impl Button {
    /// A button begins in a paragraph, after text.
    #[cold]
    pub(super) fn begin(&mut self) {
        *self = Self { state: State::Open, ..Self::default() };
    }

    /// A button ends.
    #[cold]
    pub(super) fn end(&mut self) {
        self.state = if self.state == State::Open { State::Ended } else { State::None };
    }

    /// A tag comes. After a button, it shows that the button is not a word.
    #[inline]
    pub(super) fn tag(&mut self) {
        if self.state == State::Ended {
            self.state = State::None;
        }
    }

    /// Whether the text that comes is that of the button.
    pub(super) fn is_open(&self) -> bool {
        self.state == State::Open
    }

    /// Whether the next text shows if the button is a word.
    #[inline]
    pub(super) fn has_ended(&self) -> bool {
        self.state == State::Ended
    }

    /// Holds a piece of the button's text. A longer text is not a word.
    pub(super) fn hold(&mut self, text: &str, offset: u64) {
        let Some(place) = self.held.get_mut(self.len..self.len + text.len()) else {
            self.state = State::None;
            return;
        };
        place.copy_from_slice(text.as_bytes());
        if self.len == 0 {
            self.offset = offset;
        }
        self.len += text.len();
    }

    pub(super) fn held(&self) -> &str {
        core::str::from_utf8(&self.held[..self.len]).unwrap_or_default().trim()
    }
}
