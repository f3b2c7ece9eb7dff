//! Text for screen readers alone, held until it contains letters or digits.
//!
//! Tools draw symbols there, such as the checkbox of a recipe's ingredient. Screen readers do not
//! speak them, so they are not text. In: text of such elements. Out: the text, unless it consists
//! of symbols alone. Held: 16 bytes.

/// Maximum bytes of symbols that are held. A longer run is text.
const HELD_BYTES: usize = 16;

/// The start of a text for screen readers, held until it is known to be text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ScreenReaderOnly {
    pub(super) held: [u8; HELD_BYTES],
    pub(super) len: usize,
    /// Place of the start in the stream.
    pub(super) offset: u64,
    /// The rest is text, whatever it contains.
    pub(super) is_text: bool,
}

impl ScreenReaderOnly {
    pub(super) fn held(&self) -> &str {
        core::str::from_utf8(&self.held[..self.len]).unwrap_or_default()
    }

    /// Holds a text of symbols alone. Returns `false` if it is to be read as text.
    pub(super) fn hold(&mut self, text: &str, offset: u64) -> bool {
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
