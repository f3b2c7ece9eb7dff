//! Names of elements that were read before: pages say the same few again and again, and a hash of one is found much sooner than its words are.

use super::class_words::ClassWeight;
use super::hints::Hints;
use super::names::Source;
use alloc::boxed::Box;

/// Names that are remembered, the latest of those that share a place; a power of two.
const REMEMBERED: usize = 128;

/// What the words of a name come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Meaning {
    /// Hash of the words without digits.
    pub(super) kind: u32,
    pub(super) weight: ClassWeight,
    pub(super) hints: Hints,
}

/// The names that were read last, each as a hash of 64 bits, which is never zero: two names of one hash would be taken for one.
///
/// Held: [`Known::HELD_BYTES`].
pub(super) struct Known(Box<[(u64, Meaning); REMEMBERED]>);

impl Known {
    pub(super) const HELD_BYTES: usize = size_of::<[(u64, Meaning); REMEMBERED]>();

    pub(super) fn new() -> Self {
        Self(Box::new([Default::default(); REMEMBERED]))
    }

    /// Forgets all.
    pub(super) fn reset(&mut self) {
        self.0.fill(Default::default());
    }

    /// What `name` means: as remembered, or as `read` finds out.
    #[inline]
    pub(super) fn meaning(&mut self, source: Source, name: &str, read: impl FnOnce() -> Meaning) -> Meaning {
        let hash = (hash_of(name) ^ u64::from(source.salt())).max(1);
        let (known, meaning) = &mut self.0[hash as usize % REMEMBERED];
        if *known != hash {
            (*known, *meaning) = (hash, read());
        }
        *meaning
    }
}

/// A hash of a name, eight bytes at a time.
#[inline]
fn hash_of(name: &str) -> u64 {
    let (words, rest) = name.as_bytes().as_chunks();
    let hash = words.iter().fold(name.len() as u64, |hash, &word| mix(hash ^ u64::from_le_bytes(word)));
    let rest = rest.iter().fold(0, |rest, &byte| rest << 8 | u64::from(byte));
    mix(hash ^ rest)
}

/// Spreads bits upward by a product, whose factor is 2^64 divided by the golden ratio, and downward again.
#[inline]
fn mix(bits: u64) -> u64 {
    let product = bits.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;

    #[test]
    fn a_name_means_what_it_meant_until_it_is_forgotten() {
        let mut known = Known::new();
        let meaning = |kind| Meaning { kind, ..Meaning::default() };
        for round in 0..3 {
            // More names than are remembered: some are read again, none is taken for another.
            for number in 0..1000 {
                let name = format!("card card-{number} is-{}", number % 7);
                assert_eq!(
                    known.meaning(Source::Class, &name, || meaning(number)),
                    meaning(number),
                    "{round}"
                );
            }
        }
        assert_eq!(known.meaning(Source::Class, "", || meaning(1)), meaning(1));
        assert_eq!(known.meaning(Source::Class, "", || meaning(2)), meaning(1));
        known.reset();
        assert_eq!(known.meaning(Source::Class, "", || meaning(2)), meaning(2));
    }
}
