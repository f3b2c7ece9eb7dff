//! Hashes of the text of a block.

use crate::hash::mix;
use core::num::NonZeroU64;

/// Multiplier of the hash of folded text, odd.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// Hashes of a text, the same on all machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextKey {
    /// Hash of the text with each run of digits folded to one digit, and each run of white space to
    /// one space. `None` for a text without letters: it says nothing about what a site repeats.
    pub(crate) folded: Option<NonZeroU64>,
    /// Hash of the text with white space folded.
    pub(crate) exact: u64,
}

impl TextKey {
    /// The hashes of `text`, which has no marks.
    ///
    /// Cost: linear in the text.
    pub(crate) fn of(text: &str) -> Self {
        let mut folded = Hash::default();
        // Of the digits alone: `folded` has all the rest.
        let mut digits = FACTOR;
        let (mut has_letter, mut is_after_digit, mut is_after_space) = (false, false, true);
        for c in text.chars() {
            if is_digit(c) {
                digits = (digits ^ u64::from(u32::from(c))).wrapping_mul(FACTOR);
                if !is_after_digit {
                    folded.add(u32::from('0'));
                }
                (is_after_digit, is_after_space) = (true, false);
                continue;
            }
            if is_after_digit {
                digits = (digits ^ u64::from(u32::from(' '))).wrapping_mul(FACTOR);
                is_after_digit = false;
            }
            if is_space(c) {
                if !is_after_space {
                    folded.add(u32::from(' '));
                }
                is_after_space = true;
                continue;
            }
            is_after_space = false;
            has_letter = has_letter || is_letter(c);
            folded.add(u32::from(c));
        }
        let hash = folded.finish();
        Self { folded: if has_letter { NonZeroU64::new(hash) } else { None }, exact: mix(hash ^ mix(digits)) }
    }
}

#[inline]
fn is_digit(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_digit() } else { c.is_numeric() }
}

#[inline]
fn is_space(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_whitespace() } else { c.is_whitespace() }
}

#[inline]
fn is_letter(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_alphabetic() } else { c.is_alphabetic() }
}

/// Hash of a sequence of characters, two at a time.
#[derive(Default)]
struct Hash {
    state: u64,
    first: Option<u32>,
}

impl Hash {
    #[inline]
    fn add(&mut self, c: u32) {
        match self.first.take() {
            None => self.first = Some(c),
            Some(first) => self.step(u64::from(first) << 32 | u64::from(c)),
        }
    }

    #[inline]
    fn step(&mut self, two: u64) {
        self.state = (self.state ^ two).wrapping_mul(FACTOR);
        self.state ^= self.state >> 29;
    }

    fn finish(mut self) -> u64 {
        if let Some(last) = self.first {
            self.step(u64::from(last) << 32 | u64::from(u32::MAX));
        }
        mix(self.state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_white_space_are_folded() {
        let folded = |text| TextKey::of(text).folded;
        assert_eq!(folded("Comments (7)"), folded("Comments\t (1234)"));
        assert_eq!(folded("قرأ ٣ مرات"), folded("قرأ ١٢ مرات"));
        assert_ne!(folded("Comments (7)"), folded("Comments"));
        assert_ne!(folded("ab"), folded("a b"));
        assert_ne!(folded("Rain"), folded("rain"));
        assert_eq!(folded("3 / 12"), None);
        assert_eq!(folded(""), None);
    }

    #[test]
    fn the_exact_hash_tells_numbers_apart() {
        let exact = |text| TextKey::of(text).exact;
        assert_eq!(exact("Comments  (7)"), exact("Comments (7)"));
        assert_ne!(exact("Comments (7)"), exact("Comments (8)"));
        assert_ne!(exact("1 23"), exact("12 3"));
        assert_ne!(exact("3 / 12"), exact("3 / 13"));
    }
}
