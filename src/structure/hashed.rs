//! Hashes of attribute values.

use crate::html::swar;

/// Hash of an attribute value; zero for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Value(u64);

impl Value {
    pub(super) const NONE: Self = Self(0);

    /// The hash as a number.
    #[inline]
    pub(crate) fn number(self) -> u64 {
        self.0
    }

    /// Hashes `text` without white space at its ends.
    ///
    /// Cost: a few instructions for each eight bytes.
    pub(crate) fn of(text: &str) -> Self {
        /// Spreads differences over all bits.
        const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
        let bytes = text.as_bytes().trim_ascii();
        let hash = (0..bytes.len()).step_by(8).fold(bytes.len() as u64, |hash, at| {
            (hash ^ swar::padded_word(bytes, at)).wrapping_mul(FACTOR).rotate_left(29)
        });
        // The lowest bit marks that there is a value.
        Self(if bytes.is_empty() { 0 } else { hash | 1 })
    }

    /// Whether both values exist and differ.
    pub(super) fn is_other_than(self, other: Self) -> bool {
        self != Self::NONE && other != Self::NONE && self != other
    }
}
