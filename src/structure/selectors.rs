//! Features of a linear model: tags, classes and ids of a text's ancestors.
//!
//! In: start tags with the path of their ancestors. Out: feature numbers and the sum of their
//! weights. Held: the table of weights in the bytes of the model.

use super::class_words::Bytes;
use crate::hash::{EMPTY_32, add_32};
use crate::html::{AttrId, Tag};
use alloc::vec::Vec;

/// Kind of a feature, in the two highest bits of its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum LinearFeatureKind {
    /// The tags of the element and of its ancestors.
    TagPath,
    /// The tags and classes of the element and of its ancestors.
    Selector,
    /// A class or an id.
    Name,
    /// A style property with its value, as a browser computes it. Only rendered pages give it.
    #[cfg(any(feature = "_train", test))]
    Style,
}

impl LinearFeatureKind {
    /// Bits of a number that say what it stands for.
    pub(crate) const BITS: u32 = 2;

    /// The number of what has this hash; never zero, which is not a number.
    #[inline]
    pub fn number(self, hash: u32) -> u32 {
        let mixed = (hash ^ hash >> 15).wrapping_mul(0x2C1B_3C6D);
        (self as u32) << (u32::BITS - Self::BITS) | (mixed ^ mixed >> 13) >> Self::BITS | 1
    }
}

/// Hash of a name in which all runs of digits are equal, since templates number their elements.
fn hash_of_name(name: &str) -> u32 {
    let mut was_digit = false;
    name.bytes().fold(EMPTY_32, |hash, byte| {
        let is_digit = byte.is_ascii_digit();
        let continues_word = is_digit && was_digit;
        was_digit = is_digit;
        if continues_word { hash } else { add_32(hash, if is_digit { b'0' } else { byte }) }
    })
}

/// Bytes per entry of the table of weights: the number (4) and its weight (4).
pub(crate) const SELECTOR_ENTRY_BYTES: usize = 8;

/// Maximum entries probed for one number. A well-made table needs fewer.
const MAX_PROBES: usize = 64;

/// Weights of features: an open-addressed hash table in the bytes of a model.
///
/// The number of entries of [`SELECTOR_ENTRY_BYTES`] is a power of two. At least half of them are
/// empty, marked by the number zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SelectorWeights {
    bytes: Bytes,
    /// Offset of the table in the bytes.
    start: usize,
    /// Number of entries, a power of two or zero.
    entries: usize,
}

impl SelectorWeights {
    /// The table of `entries` at `start` of `bytes`, which must hold all of it.
    pub(crate) fn new(bytes: Bytes, start: usize, entries: usize) -> Self {
        Self { bytes, start, entries }
    }

    /// The weight of a feature, `0` if it is unknown.
    #[inline]
    pub(crate) fn weight(&self, number: u32) -> i32 {
        let table = &self.bytes[self.start..self.start + self.entries * SELECTOR_ENTRY_BYTES];
        let mut at = number as usize >> 1;
        for _ in 0..MAX_PROBES.min(self.entries) {
            at &= self.entries - 1;
            let entry = &table[at * SELECTOR_ENTRY_BYTES..][..SELECTOR_ENTRY_BYTES];
            match u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]) {
                0 => return 0,
                found if found == number => {
                    return i32::from_le_bytes([entry[4], entry[5], entry[6], entry[7]]);
                }
                _ => at += 1,
            }
        }
        0
    }

    /// The linear score of the element that `tag` begins: the sum of its weights. `tag_path`: the
    /// tags of its ancestors and its own. `path_hash`: a hash of these and their classes.
    pub(super) fn of_element(&self, tag: &Tag<'_>, tag_path: u64, path_hash: u32) -> i32 {
        let mut sum = 0_i32;
        each_number(tag, tag_path, path_hash, |number| sum = sum.saturating_add(self.weight(number)));
        sum
    }

    /// Builds the bytes of a table from features and their weights. A feature without a free entry
    /// within [`MAX_PROBES`] is left out.
    #[cfg(any(feature = "_train", test))]
    pub(crate) fn table(weights: &[(u32, i32)]) -> Vec<u8> {
        let entries = if weights.is_empty() { 0 } else { (2 * weights.len()).next_power_of_two() };
        let mut table = alloc::vec![0_u8; entries * SELECTOR_ENTRY_BYTES];
        for &(number, weight) in weights {
            for probe in 0..MAX_PROBES.min(entries) {
                let at = ((number as usize >> 1) + probe) & (entries - 1);
                let entry = &mut table[at * SELECTOR_ENTRY_BYTES..][..SELECTOR_ENTRY_BYTES];
                if entry[..4] == [0; 4] {
                    entry[..4].copy_from_slice(&number.to_le_bytes());
                    entry[4..].copy_from_slice(&weight.to_le_bytes());
                    break;
                }
            }
        }
        table
    }
}

/// The feature numbers of an element, for training.
pub(super) fn numbers_of(tag: &Tag<'_>, tag_path: u64, path_hash: u32) -> Vec<u32> {
    let mut numbers = Vec::new();
    each_number(tag, tag_path, path_hash, |number| numbers.push(number));
    numbers
}

/// Calls `take` with each feature number of an element.
///
/// Cost: linear in its class and id; holds nothing.
fn each_number(tag: &Tag<'_>, tag_path: u64, path_hash: u32, mut take: impl FnMut(u32)) {
    let folded = (tag_path ^ tag_path >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    take(LinearFeatureKind::TagPath.number(folded as u32));
    take(LinearFeatureKind::Selector.number(path_hash));
    for (id, mark) in [(AttrId::Class, 0), (AttrId::Id, 1)] {
        for name in tag.attributes.get(id).unwrap_or("").split_ascii_whitespace() {
            take(LinearFeatureKind::Name.number(hash_of_name(name).wrapping_add(mark)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn numbers_have_the_weight_that_the_table_gives_them() {
        let weights: vec::Vec<(u32, i32)> =
            (0..300).map(|at| (LinearFeatureKind::Name.number(at * 7), at as i32 * 1000 - 70_000)).collect();
        let table = SelectorWeights::table(&weights);
        let entries = table.len() / SELECTOR_ENTRY_BYTES;
        let read = SelectorWeights::new(Bytes::given(table).unwrap(), 0, entries);
        assert!(weights.iter().all(|&(number, weight)| read.weight(number) == weight));
        assert_eq!(read.weight(LinearFeatureKind::Style.number(7)), 0);
        let full = vec![1_u8; 8 * SELECTOR_ENTRY_BYTES];
        assert_eq!(SelectorWeights::new(Bytes::given(full).unwrap(), 0, 8).weight(2), 0);
        assert_eq!(SelectorWeights::new(Bytes::given(vec![]).unwrap(), 0, 0).weight(2), 0);
    }

    #[test]
    fn names_that_a_template_numbers_are_the_same() {
        assert_eq!(hash_of_name("post-17"), hash_of_name("post-2048"));
        assert_ne!(hash_of_name("post-17"), hash_of_name("post-"));
        assert_ne!(hash_of_name("post"), hash_of_name("page"));
    }
}
