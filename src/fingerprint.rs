//! Fingerprint of the main content: pages with nearly the same text have nearly the same bits.
//!
//! Source: M. Charikar, Similarity estimation techniques from rounding algorithms, 2002 (simhash);
//! G. Manku et al., Detecting near-duplicates for web crawling, 2007: 64 bits of a page, of which
//! near copies differ in at most 3. Departure: the features are runs of letters and digits, not
//! words, which not all languages part.
//!
//! In: kept text, in page order. Out: 64 bits. Held: [`HELD_BYTES`].

use alloc::boxed::Box;

use crate::block::marks::{Span, spans};
use crate::hash::mix;

/// Letters and digits of a feature.
const RUN: usize = 8;

/// Bytes on the heap, if a fingerprint is wanted.
pub(crate) const HELD_BYTES: usize = if IS_BUILT_IN { size_of::<Votes>() } else { 0 };

const IS_BUILT_IN: bool = cfg!(feature = "more-metadata");

/// The fingerprint of the text so far.
pub(crate) struct Fingerprint(Option<Box<Votes>>);

/// How many of the runs have each bit in their hash.
struct Votes {
    /// The counts but those of the last runs.
    counts: [u64; 64],
    /// The counts of the last runs, in binary: number `n` has bit `n` of each count. Adding a hash
    /// to all 64 counts takes few operations so.
    digits: [u64; DIGITS],
    /// Hashes of the last characters, in a ring, and the hash of all of them.
    last: [u64; RUN],
    run: u64,
    chars: u64,
}

/// Binary digits of the counts of the last runs.
const DIGITS: usize = 8;

/// Runs that these digits can count.
const MAX_COUNTED: u64 = (1 << DIGITS) - 1;

impl Votes {
    const NONE: Self = Self { counts: [0; 64], digits: [0; DIGITS], last: [0; RUN], run: 0, chars: 0 };

    fn take(&mut self, c: char) {
        let hash = mix(u64::from(u32::from(c)));
        let oldest = core::mem::replace(&mut self.last[self.chars as usize % RUN], hash);
        // A hash that rolls: each character is turned by one bit more than the one after it.
        self.run = self.run.rotate_left(1) ^ oldest.rotate_left(RUN as u32) ^ hash;
        self.chars += 1;
        if self.runs() > 0 {
            let mut carry = mix(self.run);
            for digit in &mut self.digits {
                carry &= core::mem::replace(digit, *digit ^ carry);
            }
            if self.runs().is_multiple_of(MAX_COUNTED) {
                self.add_digits();
            }
        }
    }

    fn runs(&self) -> u64 {
        self.chars.saturating_sub(RUN as u64 - 1)
    }

    /// Adds the counts of the last runs to the others.
    fn add_digits(&mut self) {
        for (n, digit) in self.digits.iter_mut().enumerate() {
            for (at, count) in self.counts.iter_mut().enumerate() {
                *count += (*digit >> at & 1) << n;
            }
            *digit = 0;
        }
    }

    /// The bits that more than half of the runs have; `None` without runs.
    fn fingerprint(&mut self) -> Option<u64> {
        self.add_digits();
        let (runs, counts) = (self.runs(), self.counts.iter().enumerate());
        let bits = counts.fold(0, |all, (at, count)| all | u64::from(2 * count > runs) << at);
        (runs > 0).then_some(bits)
    }
}

impl Fingerprint {
    /// Takes no text unless it `is_wanted`.
    pub(crate) fn new(is_wanted: bool) -> Self {
        Self((IS_BUILT_IN && is_wanted).then(|| Box::new(Votes::NONE)))
    }

    pub(crate) fn clear(&mut self) {
        if let Some(votes) = &mut self.0 {
            **votes = Votes::NONE;
        }
    }

    /// Takes the text of a kept block, with its marks.
    pub(crate) fn take(&mut self, text: &str) {
        let Some(votes) = self.0.as_mut().filter(|_| IS_BUILT_IN) else { return };
        let letters = spans(text).filter_map(Span::text).flat_map(str::chars).filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).for_each(|c| votes.take(c));
    }

    /// The fingerprint; `None` for a text of fewer letters and digits than a run has.
    pub(crate) fn get(&mut self) -> Option<u64> {
        self.0.as_mut()?.fingerprint()
    }
}

#[cfg(all(test, feature = "more-metadata"))]
mod tests {
    use super::*;
    use alloc::{format, string::String};

    fn of(blocks: &[&str]) -> Option<u64> {
        let mut fingerprint = Fingerprint::new(true);
        blocks.iter().for_each(|block| fingerprint.take(block));
        fingerprint.get()
    }

    /// A text of `words` words, which all differ from those of other seeds.
    fn text(seed: u64, words: u64) -> String {
        (0..words).map(|n| format!("{:x} ", mix(seed << 32 | n) >> 36)).collect()
    }

    #[test]
    fn near_copies_differ_in_few_bits_and_other_texts_in_half_of_them() {
        let page = text(1, 400);
        let bits = |other: &str| (of(&[&page]).unwrap() ^ of(&[other]).unwrap()).count_ones();
        assert!(bits(&page.replacen(' ', " New, ", 1)) <= 3);
        assert!((20..=44).contains(&bits(&text(2, 400))));
    }

    #[test]
    fn the_bits_are_those_of_most_runs() {
        let page = text(3, 200);
        let letters: alloc::vec::Vec<char> = page.chars().filter(|c| c.is_alphanumeric()).collect();
        let hashes = letters.windows(RUN).map(|run| {
            mix(run.iter().fold(0_u64, |all, &c| all.rotate_left(1) ^ mix(u64::from(u32::from(c)))))
        });
        let hashes: alloc::vec::Vec<u64> = hashes.collect();
        let most = |at: u32| hashes.iter().filter(|&hash| hash >> at & 1 == 1).count() * 2 > hashes.len();
        let expected = (0..64).fold(0, |all, at| all | u64::from(most(at)) << at);
        assert_eq!(of(&[&page]), Some(expected));
    }

    #[test]
    fn only_letters_and_digits_count_not_their_case_or_the_blocks_they_are_in() {
        let page = of(&["It rained for three days, and the river rose."]);
        assert!(page.is_some());
        assert_eq!(of(&["IT RAINED: for three days", "and the river rose!"]), page);
        assert_ne!(of(&["and the river rose. It rained for three days"]), page);
        assert!(of(&["三天都在下雨，河水上涨。"]).is_some());
        assert_eq!(of(&["It rai"]), None);
    }
}
