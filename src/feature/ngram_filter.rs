//! NgramFilter of characters that texts share: whether one says what another says, in any language.
//!
//! A run is so many characters in a row, white space left out. The runs of texts are remembered as
//! bits by their hash; of long texts a sample is taken, by the hash as well, so that the bits tell
//! them apart. A word more or less changes a few runs only.

use crate::block::marks::{Span, spans};
use alloc::boxed::Box;

/// Characters of a run, of which a number has a byte each.
const RUN_CHARS: usize = size_of::<u64>();

/// Bits that runs are remembered in.
const BITS: usize = 1 << 13;

/// Bits to a run that is remembered, at least.
const BITS_OF_RUN: u32 = 4;

/// Spreads bits upward: 2^64 divided by the golden ratio.
pub(super) const HASH_FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// Remembered runs. Held: [`NgramFilter::HELD_BYTES`].
pub(crate) struct NgramFilter {
    bits: Box<[u64; BITS / 64]>,
    /// Of so many runs one is looked at.
    one_of: u32,
}

impl NgramFilter {
    pub(crate) const HELD_BYTES: usize = BITS / 8;

    pub(crate) fn new() -> Self {
        Self { bits: Box::new([0; BITS / 64]), one_of: 1 }
    }

    /// Forgets all, and takes a sample such that runs of so many characters leave room.
    pub(crate) fn begin(&mut self, chars: u32) {
        self.bits.fill(0);
        self.one_of = 1 + chars / (BITS as u32 / BITS_OF_RUN);
    }

    /// Remembers the runs of a text.
    ///
    /// Cost: linear in the text.
    pub(crate) fn learn(&mut self, text: &str) {
        let bits = &mut self.bits;
        each_bit(text, self.one_of, |bit| bits[bit / 64] |= 1 << (bit % 64));
    }

    /// Share of the runs of a text that are remembered; `None` if it has none.
    ///
    /// Cost: linear in the text.
    pub(crate) fn share(&self, text: &str) -> Option<f32> {
        let (mut known, mut all) = (0_u32, 0_u32);
        each_bit(text, self.one_of, |bit| {
            known += (self.bits[bit / 64] >> (bit % 64) & 1) as u32;
            all += 1;
        });
        (all > 0).then(|| known as f32 / all as f32)
    }
}

/// Gives the bits of one of so many runs of a text, whose marks are left out.
fn each_bit(text: &str, one_of: u32, mut take: impl FnMut(usize)) {
    each_run(text, |run| {
        // The hash as a part of all hashes: those in the first of so many parts are taken, by their place
        // in it.
        let scaled = u64::from(run) * u64::from(one_of);
        let (part, place) = (scaled >> u32::BITS, scaled as u32);
        if part == 0 {
            take((place >> (u32::BITS - BITS.ilog2())) as usize);
        }
    });
}

/// Gives the hash of each run of a text, whose marks are left out.
fn each_run(text: &str, mut take: impl FnMut(u32)) {
    // The last characters, a byte each, the latest in the lowest.
    let (mut run, mut number) = (0_u64, 0_usize);
    let mut add = |byte: u8| {
        run = run << u8::BITS | u64::from(byte);
        number += 1;
        if number >= RUN_CHARS {
            // The upper half, which all characters have a part in; in its uppermost bits the first one too.
            take((run.wrapping_mul(HASH_FACTOR) >> u32::BITS) as u32);
        }
    };
    for text in spans(text).filter_map(Span::text) {
        if text.is_ascii() {
            text.bytes().filter(|&byte| !char::from(byte).is_whitespace()).for_each(&mut add);
        } else {
            text.chars().filter(|c| !c.is_whitespace()).map(folded).for_each(&mut add);
        }
    }
}

/// A character in a byte: its own in most scripts; some eighty ideographs share one, but hardly two
/// runs of eight.
fn folded(c: char) -> u8 {
    u32::from(c).to_le_bytes().into_iter().fold(0, |folded, byte| folded ^ byte)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    #[test]
    fn texts_that_say_the_same_share_runs_in_any_language() {
        for (text, like, other) in [
            (
                "The river rose for nine days and nobody slept.",
                "The  river rose for ten days and nobody slept",
                "A kettle of another make stood on the stove.",
            ),
            (
                "川は九日間も増え続け、誰も眠れなかったという。",
                "川は十日間も増え続け、誰も眠れなかったという",
                "台所には別の薬缶が一つだけ置いてあったのだ。",
            ),
        ] {
            let mut runs = NgramFilter::new();
            runs.begin(100);
            runs.learn(text);
            assert_eq!(runs.share(text), Some(1.0));
            assert!(runs.share(like) > Some(0.5), "{:?}", runs.share(like));
            assert!(runs.share(other) < Some(0.1), "{:?}", runs.share(other));
            assert_eq!(runs.share("short"), None);
        }
    }

    #[test]
    fn each_character_of_a_run_counts() {
        let bit = |text: &str, one_of: u32| {
            let mut bits = alloc::vec::Vec::new();
            each_bit(text, one_of, |bit| bits.push(bit));
            bits
        };
        let text = "abcdefgh";
        for at in 0..RUN_CHARS {
            let mut other = String::from(text);
            other.replace_range(at..=at, "z");
            assert_ne!(bit(&other, 1), bit(text, 1), "{other}");
        }
        let sampled: usize = (0..1000).map(|number| bit(&alloc::format!("{number:0>8}"), 10).len()).sum();
        assert!((70..130).contains(&sampled), "{sampled} of 1000, one of 10 wanted");
    }

    #[test]
    fn of_long_texts_a_sample_is_enough() {
        let text: String = (0..20_000).map(|number| alloc::format!("{} ", number * 7919)).collect();
        let mut runs = NgramFilter::new();
        runs.begin(text.len() as u32);
        runs.learn(&text);
        assert_eq!(runs.share(&text), Some(1.0));
        let other: String = (0..2000).map(|number| alloc::format!("{} ", number * 104_729 + 1)).collect();
        assert!(runs.share(&other) < Some(0.5), "{:?}", runs.share(&other));
    }
}
