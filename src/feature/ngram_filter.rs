//! Filter of character n-grams, which finds texts that repeat an earlier text, in any language.
//!
//! An n-gram is [`NGRAM_CHARS`] consecutive characters without white space. The n-grams of the
//! texts learned are stored as bits at their hash, as in a Bloom filter with one hash function.
//! Long texts are sampled, also by hash, so that the filter does not fill up. A changed word
//! changes only a few n-grams.
//!
//! In: texts. Out: the share of a text's n-grams that are stored. Held: nothing, the caller lends
//! the memory.

use crate::block::marks::{Span, spans};

/// Characters of an n-gram, one byte each in a `u64`.
const NGRAM_CHARS: usize = size_of::<u64>();

/// Bits of the filter.
const BITS: usize = 1 << 13;

/// Minimum bits of the filter per stored n-gram.
const BITS_PER_NGRAM: u32 = 4;

/// Multiplier that spreads bits upward: 2^64 divided by the golden ratio.
pub(super) const HASH_FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// Bytes of the filter.
pub(crate) const BYTES: usize = BITS / BYTE;

/// Bits of a byte.
const BYTE: usize = i8::BITS as usize;

/// Filter of character n-grams.
pub(crate) struct NgramFilter<'a> {
    bits: &'a mut [i8],
    /// One in `one_of` n-grams is sampled.
    one_of: u32,
}

impl<'a> NgramFilter<'a> {
    /// An empty filter for texts of `chars` characters in total, in memory of at least [`BYTES`],
    /// whose contents do not matter.
    pub(crate) fn new(memory: &'a mut [i8], chars: u32) -> Self {
        let bits = &mut memory[..BYTES];
        bits.fill(0);
        Self { bits, one_of: 1 + chars / (BITS as u32 / BITS_PER_NGRAM) }
    }

    /// Stores the n-grams of a text.
    ///
    /// Cost: linear in the text.
    pub(crate) fn learn(&mut self, text: &str) {
        let bits = &mut *self.bits;
        each_bit(text, self.one_of, |bit| bits[bit / BYTE] |= 1 << (bit % BYTE));
    }

    /// Share of the n-grams of a text that are stored; `None` if no n-gram is sampled.
    ///
    /// Cost: linear in the text.
    pub(crate) fn share(&self, text: &str) -> Option<f32> {
        let (mut known, mut all) = (0_u32, 0_u32);
        each_bit(text, self.one_of, |bit| {
            known += u32::from(self.bits[bit / BYTE] >> (bit % BYTE) & 1 == 1);
            all += 1;
        });
        (all > 0).then(|| known as f32 / all as f32)
    }
}

/// Passes the bit of each sampled n-gram of a text to `take`; marks are left out.
fn each_bit(text: &str, one_of: u32, mut take: impl FnMut(usize)) {
    each_ngram(text, |run| {
        // Divides the range of hashes into `one_of` parts. N-grams in the first part are sampled;
        // the position in it gives the bit.
        let scaled = u64::from(run) * u64::from(one_of);
        let (part, place) = (scaled >> u32::BITS, scaled as u32);
        if part == 0 {
            take((place >> (u32::BITS - BITS.ilog2())) as usize);
        }
    });
}

/// Passes the hash of each n-gram of a text to `take`; marks are left out.
fn each_ngram(text: &str, mut take: impl FnMut(u32)) {
    // The last characters, one byte each, the latest in the lowest byte.
    let (mut run, mut number) = (0_u64, 0_usize);
    let mut add = |byte: u8| {
        run = run << u8::BITS | u64::from(byte);
        number += 1;
        if number >= NGRAM_CHARS {
            // All characters affect the upper half of the product, the first one its uppermost
            // bits.
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

/// Hash of a character in one byte. Characters of one alphabet rarely collide. Many ideographs
/// share a byte, but hardly two n-grams of eight.
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
            let mut memory = [0; BYTES];
            let mut ngrams = NgramFilter::new(&mut memory, 100);
            ngrams.learn(text);
            assert_eq!(ngrams.share(text), Some(1.0));
            assert!(ngrams.share(like) > Some(0.5), "{:?}", ngrams.share(like));
            assert!(ngrams.share(other) < Some(0.1), "{:?}", ngrams.share(other));
            assert_eq!(ngrams.share("short"), None);
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
        for at in 0..NGRAM_CHARS {
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
        let mut memory = [0; BYTES];
        let mut ngrams = NgramFilter::new(&mut memory, text.len() as u32);
        ngrams.learn(&text);
        assert_eq!(ngrams.share(&text), Some(1.0));
        let other: String = (0..2000).map(|number| alloc::format!("{} ", number * 104_729 + 1)).collect();
        assert!(ngrams.share(&other) < Some(0.5), "{:?}", ngrams.share(&other));
    }
}
