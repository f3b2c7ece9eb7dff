//! Text for readers aloud: signs that a tool draws there, as the box to tick off in a recipe, are
//! no text, since nobody reads them.

use super::{StructureSink, TrackedSink};
use crate::structure::element_part::ElementPart;

/// Bytes of signs that are held; more are text.
const HELD_BYTES: usize = 16;

/// The beginning of a text for readers aloud, held until it says something.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ScreenReaderOnly {
    held: [u8; HELD_BYTES],
    len: usize,
    /// Place of the beginning in the stream.
    offset: u64,
    /// What follows is text, whatever it is.
    says_something: bool,
}

impl ScreenReaderOnly {
    /// What is held.
    fn held(&self) -> &str {
        core::str::from_utf8(&self.held[..self.len]).unwrap_or_default()
    }

    /// Holds a text that says nothing; `false` if it is to be read.
    fn hold(&mut self, text: &str, offset: u64) -> bool {
        let says_something = |c: char| c.is_ascii_graphic() || c.is_alphanumeric();
        if self.says_something || text.contains(says_something) {
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
    /// Such a text begins. What was held of another one is none.
    #[cold]
    pub(super) fn begin_aloud(&mut self) {
        self.tracker.aloud = ScreenReaderOnly::default();
    }

    /// Takes text of it; `false` if it is to be read, behind what was held.
    #[cold]
    pub(super) fn hold_aloud(&mut self, text: &str, offset: u64) -> bool {
        let is_held = self.tracker.aloud.hold(text, offset);
        if !is_held {
            self.read_aloud();
        }
        is_held
    }

    /// What was held is read as text, and all that follows: an element begins in it, or it says
    /// something.
    #[cold]
    pub(super) fn read_aloud(&mut self) {
        let aloud = self.aloud;
        self.tracker.aloud = ScreenReaderOnly { says_something: true, ..ScreenReaderOnly::default() };
        if aloud.len > 0 {
            self.shown(aloud.held(), aloud.offset);
        }
    }

    /// Whether text that follows is such a text.
    #[inline]
    pub(super) fn is_aloud(&self) -> bool {
        self.stack.names().part == ElementPart::ScreenReaderOnly
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_held_until_something_is_said() {
        let mut aloud = ScreenReaderOnly::default();
        assert!(aloud.hold("▢", 3) && aloud.hold(" ", 6));
        assert_eq!((aloud.held(), aloud.offset), ("▢ ", 3));
        for text in ["a", ":", "é", "七", "▢ 1"] {
            assert!(!aloud.hold(text, 7), "{text}");
        }
        assert!(!aloud.hold("▢▢▢▢▢", 7), "too long");
    }
}
