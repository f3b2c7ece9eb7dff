//! Weights of the words in the class names, ids and roles of elements.
//!
//! In: hashes of words. Out: the weight of each word, summed up for each element. Web pages in any
//! language name their parts by the same few English words. These are identifiers, not words of the
//! text. The weights are part of a model and were learned from pages of many sites. Held: the table
//! of the given model, which is reserved with the model.

use super::name_attribute::NameAttribute;
use crate::error::Result;
#[cfg(not(any(feature = "learned", test)))]
use crate::error::{Error, ErrorKind};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Bytes per entry of the table: the word's hash (4) and its weight (1).
pub(crate) const ENTRY_BYTES: usize = 5;

/// Maximum entries probed for one word. A well-made table needs fewer.
const MAX_PROBES: usize = 64;

/// Sum and extremes of the weights of an element's words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClassWeight {
    /// Sum of all weights.
    pub(crate) sum: i16,
    /// The smallest weight, or 0 if none is negative.
    pub(crate) least: i8,
    /// The greatest weight, or 0 if none is positive.
    pub(crate) greatest: i8,
}

impl ClassWeight {
    /// Adds the weight of one word.
    #[inline]
    pub(crate) fn add(&mut self, weight: i8) {
        self.sum = self.sum.saturating_add(i16::from(weight));
        self.least = self.least.min(weight);
        self.greatest = self.greatest.max(weight);
    }

    /// Adds the weights of another element or attribute.
    #[inline]
    pub(super) fn add_all(&mut self, other: Self) {
        self.sum = self.sum.saturating_add(other.sum);
        self.least = self.least.min(other.least);
        self.greatest = self.greatest.max(other.greatest);
    }

    /// Stores the index of a word list in place of weights, for training.
    pub(crate) fn of_list(number: usize) -> Self {
        let [a, b, least, greatest] = (number as u32).to_le_bytes();
        Self { sum: i16::from_le_bytes([a, b]), least: least as i8, greatest: greatest as i8 }
    }
}

/// The bytes of a model. Without the feature `learned` the type has no value, so the compiler
/// leaves all code for models out of the program.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Bytes {
    source: Source,
    #[cfg(not(any(feature = "learned", test)))]
    never: core::convert::Infallible,
}

/// Where the bytes of a model are.
#[derive(Clone, PartialEq, Eq)]
enum Source {
    /// Part of the program.
    BuiltIn(&'static [u8]),
    /// Given at run time.
    Given(Arc<[u8]>),
}

impl Bytes {
    /// A model that is part of the program.
    ///
    /// # Errors
    /// [`ErrorKind::Model`] without the feature `learned`.
    pub(crate) fn built_in(bytes: &'static [u8]) -> Result<Self> {
        Self::new(Source::BuiltIn(bytes))
    }

    /// A model that is given.
    ///
    /// # Errors
    /// As [`built_in`](Self::built_in).
    pub(crate) fn given(bytes: Vec<u8>) -> Result<Self> {
        Self::new(Source::Given(bytes.into()))
    }

    #[cfg(any(feature = "learned", test))]
    fn new(source: Source) -> Result<Self> {
        Ok(Self { source })
    }

    #[cfg(not(any(feature = "learned", test)))]
    fn new(_: Source) -> Result<Self> {
        let message = "expected no model, since this was built without `learned`, found one";
        Err(Error::new(ErrorKind::Model, message))
    }

    pub(crate) fn is_built_in(&self) -> bool {
        matches!(self.source, Source::BuiltIn(_))
    }
}

impl core::fmt::Debug for Bytes {
    /// Prints the number of bytes only: a model would fill a log.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}

impl core::ops::Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.source {
            Source::BuiltIn(bytes) => bytes,
            Source::Given(bytes) => bytes,
        }
    }
}

/// Weights of words: an open-addressed hash table in the bytes of a model.
///
/// The number of entries of [`ENTRY_BYTES`] is a power of two. At least half of them are empty,
/// marked by the hash zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WordWeights {
    bytes: Bytes,
    /// Offset of the table in the bytes.
    start: usize,
    /// Number of entries, a power of two or zero.
    entries: usize,
}

impl WordWeights {
    /// The table of `entries` at `start` of `bytes`, which must hold all of it.
    pub(crate) fn new(bytes: Bytes, start: usize, entries: usize) -> Self {
        Self { bytes, start, entries }
    }

    /// The weight of a word, `0` if it is unknown.
    #[inline]
    pub(crate) fn weight(&self, word: u32) -> i8 {
        let table = &self.bytes[self.start..self.start + self.entries * ENTRY_BYTES];
        let mut at = word as usize;
        for _ in 0..MAX_PROBES.min(self.entries) {
            at &= self.entries - 1;
            let entry = &table[at * ENTRY_BYTES..][..ENTRY_BYTES];
            match u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]) {
                0 => return 0,
                found if found == word => return entry[4] as i8,
                _ => at += 1,
            }
        }
        0
    }

    /// Builds the bytes of a table from words and their weights.
    #[cfg(any(feature = "_train", test))]
    pub(crate) fn table(words: &[(u32, i8)]) -> Vec<u8> {
        let entries = if words.is_empty() { 0 } else { (2 * words.len()).next_power_of_two() };
        let mut table = alloc::vec![0_u8; entries * ENTRY_BYTES];
        for &(word, weight) in words {
            let mut at = word as usize & (entries - 1);
            while table[at * ENTRY_BYTES..][..4] != [0; 4] {
                at = (at + 1) & (entries - 1);
            }
            let entry = &mut table[at * ENTRY_BYTES..][..ENTRY_BYTES];
            entry[..4].copy_from_slice(&word.to_le_bytes());
            entry[4] = weight as u8;
        }
        table
    }
}

/// How the words of class names are used.
#[cfg_attr(not(any(feature = "_train", test)), allow(dead_code, reason = "only training lists words"))]
#[derive(Debug)]
pub(crate) enum ClassWords {
    /// Not read: no method uses them.
    Unread,
    /// Looked up in a table of weights.
    Weighed(WordWeights),
    /// Read without weights, to distinguish kinds of elements and to give hints.
    Read,
    /// Listed for training: an element's weight is the index of its list.
    Listed(Vec<Vec<u32>>),
    /// The same, of all that a linear model weighs.
    ListedSelectors(Vec<Vec<u32>>),
}

impl ClassWords {
    /// Adds the weight of a word of `source` to `sum`, where words have weights.
    #[inline]
    pub(super) fn weigh(&self, source: NameAttribute, sum: &mut ClassWeight) -> impl FnMut(u32) {
        let weights = if let Self::Weighed(weights) = self { Some(weights) } else { None };
        move |word| {
            if let Some(weights) = weights {
                sum.add(weights.weight(source.number(word)));
            }
        }
    }

    /// Whether each word has a weight, or gets one in training.
    pub(super) fn are_weighed(&self) -> bool {
        matches!(self, Self::Weighed(_) | Self::Listed(_))
    }

    /// An element begins whose words are read; for training its weight is the number of a new list.
    pub(super) fn begin_element(&mut self, weight: &mut ClassWeight) {
        if let Self::Listed(lists) = self {
            lists.push(Vec::new());
            *weight = ClassWeight::of_list(lists.len() - 1);
        }
    }

    /// Forgets the lists of a page.
    pub(super) fn reset(&mut self) {
        if let Self::Listed(lists) | Self::ListedSelectors(lists) = self {
            lists.truncate(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn words_have_the_weight_that_the_table_gives_them() {
        let words: Vec<(u32, i8)> =
            (1..200).map(|word| (word * 0x0100_0001, (word % 100) as i8 - 50)).collect();
        let table = WordWeights::table(&words);
        let weights = WordWeights::new(Bytes::given(table.clone()).unwrap(), 0, table.len() / ENTRY_BYTES);
        assert!(words.iter().all(|&(word, weight)| weights.weight(word) == weight));
        assert_eq!((weights.weight(0), weights.weight(77)), (0, 0));
        assert_eq!(WordWeights::new(Bytes::given(vec![]).unwrap(), 0, 0).weight(1), 0);
    }

    #[test]
    fn a_full_table_ends_the_search() {
        let full = [1, 0, 0, 0, 9].repeat(256);
        assert_eq!(WordWeights::new(Bytes::given(full).unwrap(), 0, 256).weight(2), 0);
    }

    #[test]
    fn weights_add_up() {
        let mut weight = ClassWeight::default();
        [5, -3, 2].into_iter().for_each(|word| weight.add(word));
        assert_eq!(weight, ClassWeight { sum: 4, least: -3, greatest: 5 });
    }
}
