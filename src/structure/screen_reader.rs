//! Text for screen readers alone, held until it contains letters or digits.
//!
//! Tools draw symbols there, such as the checkbox of a recipe's ingredient. Screen readers do not
//! speak them, so they are not text. In: text of such elements. Out: the text, unless it consists
//! of symbols alone. Held: 16 bytes.

use super::{StructureSink, TrackedSink};
use crate::structure::element_part::NamedKind;

/// Maximum bytes of symbols that are held. A longer run is text.
const HELD_BYTES: usize = 16;

/// The start of a text for screen readers, held until it is known to be text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ScreenReaderOnly {
    held: [u8; HELD_BYTES],
    len: usize,
    /// Place of the start in the stream.
    offset: u64,
    /// The rest is text, whatever it contains.
    is_text: bool,
}

impl ScreenReaderOnly {
    fn held(&self) -> &str {
        core::str::from_utf8(&self.held[..self.len]).unwrap_or_default()
    }

    /// Holds a text of symbols alone. Returns `false` if it is to be read as text.
    fn hold(&mut self, text: &str, offset: u64) -> bool {
        let is_text = |c: char| c.is_ascii_graphic() || c.is_alphanumeric();
        if self.is_text || text.contains(is_text) {
            return false;
        }
        let Some(place) = self.held.get_mut(self.len..self.len + text.len()) else { return false };
        place.copy_from_slice(text.as_bytes());
        if self.len == 0 {
            self.offset = offset;
        }
        self.len += text.len();
        true
    }
}

impl<S: StructureSink> TrackedSink<'_, S> {
    /// A text for screen readers begins. Held symbols of an earlier one are dropped.
    #[cold]
    pub(super) fn begin_screen_reader(&mut self) {
        self.tracker.screen_reader = ScreenReaderOnly::default();
    }

    /// Takes a piece of it. Returns `false` if it is to be read as text, after the held part.
    #[cold]
    pub(super) fn hold_screen_reader(&mut self, text: &str, offset: u64) -> bool {
        let is_held = self.tracker.screen_reader.hold(text, offset);
        if !is_held {
            self.read_screen_reader();
        }
        is_held
    }

    /// Hands on the held part as text; all that follows is text, too. Called at letters or digits,
    /// or when an element begins.
    #[cold]
    pub(super) fn read_screen_reader(&mut self) {
        let held = self.screen_reader;
        self.tracker.screen_reader = ScreenReaderOnly { is_text: true, ..ScreenReaderOnly::default() };
        if held.len > 0 {
            self.shown(held.held(), held.offset);
        }
    }

    /// Whether the next text is for screen readers alone.
    #[inline]
    pub(super) fn is_screen_reader(&self) -> bool {
        self.stack.names().part == NamedKind::ScreenReaderOnly
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_held_until_something_is_said() {
        let mut held = ScreenReaderOnly::default();
        assert!(held.hold("▢", 3) && held.hold(" ", 6));
        assert_eq!((held.held(), held.offset), ("▢ ", 3));
        for text in ["a", ":", "é", "七", "▢ 1"] {
            assert!(!held.hold(text, 7), "{text}");
        }
        assert!(!held.hold("▢▢▢▢▢", 7), "too long");
    }
}
