//! What the words of the names of elements are worth.
//!
//! Web pages in any language name their parts in the same few English words; these are names in
//! code, not words of the page. How much a word speaks for content was learned from pages of many
//! sites; the weights are part of a model. Held: what the table of a given model holds,
//! which is reserved with the model.

use alloc::sync::Arc;
use alloc::vec::Vec;

/// Weights are in units of this many to a logit.
#[cfg_attr(not(feature = "_train"), allow(dead_code))]
pub(crate) const WEIGHTS_PER_LOGIT: f32 = 32.0;

/// Bytes of an entry of the table: the word's hash and its weight.
pub(crate) const ENTRY_BYTES: usize = 5;

/// Entries that are looked at for one word, at most. A table that was made well needs fewer.
const MAX_PROBES: usize = 64;

/// What the words of an element's names are worth blend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClassWeight {
    /// Of all words.
    pub(crate) sum: i16,
    /// The least, if below zero.
    pub(crate) least: i8,
    /// The greatest, if above zero.
    pub(crate) greatest: i8,
}

impl ClassWeight {
    /// Adds one word.
    #[inline]
    pub(crate) fn add(&mut self, weight: i8) {
        self.sum = self.sum.saturating_add(i16::from(weight));
        self.least = self.least.min(weight);
        self.greatest = self.greatest.max(weight);
    }

    /// Adds the words of another.
    #[inline]
    pub(super) fn add_all(&mut self, other: Self) {
        self.sum = self.sum.saturating_add(other.sum);
        self.least = self.least.min(other.least);
        self.greatest = self.greatest.max(other.greatest);
    }

    /// For training, where the place of a weight is taken by the number of a list of words.
    #[cfg(feature = "_train")]
    pub(super) fn of_list(number: usize) -> Self {
        let [a, b, least, greatest] = (number as u32).to_le_bytes();
        Self { sum: i16::from_le_bytes([a, b]), least: least as i8, greatest: greatest as i8 }
    }

    /// The number of the list of words that stands in place of the weight.
    #[cfg(feature = "_train")]
    pub(crate) fn list(self) -> usize {
        let [a, b] = self.sum.to_le_bytes();
        u32::from_le_bytes([a, b, self.least as u8, self.greatest as u8]) as usize
    }
}

/// Bytes that are part of the program, or were given.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Bytes {
    BuiltIn(&'static [u8]),
    Given(Arc<[u8]>),
}

impl core::fmt::Debug for Bytes {
    /// How many there are: a model would fill a log.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}

impl core::ops::Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::BuiltIn(bytes) => bytes,
            Self::Given(bytes) => bytes,
        }
    }
}

/// Weights of words, as an open-addressed table in the bytes of a model: a power of two entries of
/// [`ENTRY_BYTES`], at least half of them empty, which is the hash zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WordWeights {
    bytes: Bytes,
    /// Where in the bytes the table begins.
    start: usize,
    /// Its entries, a power of two or none.
    entries: usize,
}

impl WordWeights {
    /// The table of `entries` at `start` of `bytes`, which holds it.
    pub(crate) fn new(bytes: Bytes, start: usize, entries: usize) -> Self {
        Self { bytes, start, entries }
    }

    /// The weight of a word, `0` if it is not known.
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

    /// The bytes of a table of words and their weights.
    #[cfg_attr(not(feature = "_train"), allow(dead_code))]
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

/// What is done with the words of names.
#[derive(Debug)]
pub(crate) enum ClassWords {
    /// They are not read: no method asks.
    Unread,
    /// They are weighed.
    Weighed(WordWeights),
    /// They are read and not weighed: kinds of elements are told apart by them.
    Read,
    /// They are listed, for training: an element's weight is the number of its list.
    #[cfg(feature = "_train")]
    Listed(Vec<Vec<u32>>),
    /// The same, of all that a linear model weighs.
    #[cfg(feature = "_train")]
    ListedSelectors(Vec<Vec<u32>>),
}

impl ClassWords {
    /// Whether each word counts by its weight, or will once one is learned.
    pub(super) fn are_weighed(&self) -> bool {
        match self {
            Self::Weighed(_) => true,
            #[cfg(feature = "_train")]
            Self::Listed(_) => true,
            _ => false,
        }
    }

    /// Lists for training; the first is that of all elements without names.
    #[cfg(feature = "_train")]
    pub(crate) fn listed() -> Self {
        Self::Listed(alloc::vec![Vec::new()])
    }

    /// An element begins whose words are read; for training its weight is the number of a new list.
    #[cfg_attr(not(feature = "_train"), allow(unused_variables, clippy::needless_pass_by_ref_mut))]
    pub(super) fn begin_element(&mut self, weight: &mut ClassWeight) {
        #[cfg(feature = "_train")]
        if let Self::Listed(lists) = self {
            lists.push(Vec::new());
            *weight = ClassWeight::of_list(lists.len() - 1);
        }
    }

    /// Lists of the numbers of elements, for training a linear model; the first is that of the
    /// root.
    #[cfg(feature = "_train")]
    pub(crate) fn listed_selectors() -> Self {
        Self::ListedSelectors(alloc::vec![Vec::new()])
    }

    /// The lists of all elements so far, for training.
    #[cfg(feature = "_train")]
    pub(super) fn lists(&self) -> &[Vec<u32>] {
        match self {
            Self::Listed(lists) | Self::ListedSelectors(lists) => lists,
            _ => &[],
        }
    }

    /// Forgets the lists of a page.
    pub(super) fn reset(&mut self) {
        #[cfg(feature = "_train")]
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
        let weights = WordWeights::new(Bytes::Given(table.clone().into()), 0, table.len() / ENTRY_BYTES);
        assert!(words.iter().all(|&(word, weight)| weights.weight(word) == weight));
        assert_eq!((weights.weight(0), weights.weight(77)), (0, 0));
        assert_eq!(WordWeights::new(Bytes::Given(vec![].into()), 0, 0).weight(1), 0);
    }

    #[test]
    fn a_full_table_ends_the_search() {
        let full = [1, 0, 0, 0, 9].repeat(256);
        assert_eq!(WordWeights::new(Bytes::Given(full.into()), 0, 256).weight(2), 0);
    }

    #[test]
    #[cfg(feature = "_train")]
    fn weights_add_up_and_lists_keep_their_number() {
        let mut weight = ClassWeight::default();
        [5, -3, 2].into_iter().for_each(|word| weight.add(word));
        assert_eq!(weight, ClassWeight { sum: 4, least: -3, greatest: 5 });
        assert_eq!([0, 255, 1 << 20].map(|number| ClassWeight::of_list(number).list()), [0, 255, 1 << 20]);
    }
}
