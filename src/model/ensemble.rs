//! An ensemble as bytes: boosted oblivious trees, a small network, and weights of class and id
//! words.
//!
//! All nodes of one level of an oblivious tree test the same split. So a tree is a few comparisons,
//! each for many blocks at once, and one table look-up. A feature matters only by its bin: the
//! interval between two borders, one byte. A leaf is one byte as well. The leaves of a tree fit
//! into two vectors, so one instruction looks up as many blocks as a vector has bytes. Leaves are
//! integers, so their sum does not depend on the machine.
//!
//! Format, little endian:
//!
//! - `TRML`, version (u16), features (u16), trees (u16), start (i32, in units), unit (f32, logits),
//!   entries of the word table (u32), channels of the network (u16; 0 without one), buckets of the
//!   text table (u16);
//! - for each feature its number of borders (u8) and the borders (f32), ascending;
//! - the trees, each the features of seven splits (u8), the indices of their borders (u8), and 128
//!   leaves (i8, in units);
//! - the network's weights (f32), row by row;
//! - the word table, each entry the word's hash (u32) and its weight (i8);
//! - the text table, each bucket four fingerprints of n-grams (u16) and their weights (i8);
//! - the checksum (u64, FNV-1a of all bytes before).

use super::format::{CHANNELS, MAX_BORDERS, TREE_BYTES, Tree, TreeBytes};
use super::network::{self, Network};
use crate::error::{Error, ErrorKind, Result};
use crate::feature::text_table::{BUCKET_BYTES, BUCKETS, TextTable};
use crate::feature::vector::{BLOCK_FEATURES, FEATURE_COUNT};
use crate::hash::hash_64;
use crate::structure::{Bytes, ENTRY_BYTES, WordWeights};
use alloc::format;
use alloc::vec::Vec;

/// First bytes of an ensemble.
pub(super) const MAGIC: &[u8; 4] = b"TRML";

/// Version of the format. It also changes if a feature or another input changes so much that models
/// must be fitted again.
pub(super) const VERSION: u16 = 9;

/// Bytes before the borders.
const HEAD_BYTES: usize = 4 + 3 * 2 + 3 * 4 + 2 * 2;

/// Features of the page, which follow those of a block.
const PAGE_FEATURES: usize = FEATURE_COUNT - BLOCK_FEATURES;

/// Bytes of the checksum.
const CHECKSUM_BYTES: usize = 8;

/// Maximum start of a sum, in units. With it and the leaves of as many trees as fit into a model,
/// no sum overflows.
const MAX_START: u32 = 1 << 24;

/// Maximum logits per unit, so that no sum becomes infinite.
const MAX_UNIT: f32 = 1.0;

/// An ensemble whose bytes were checked.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ensemble {
    bytes: Bytes,
    trees: usize,
    /// Start of each sum, in units.
    pub(super) start: i32,
    /// Logits per unit.
    unit: f32,
    /// Offsets in the bytes of the borders of the page features, and of the trees after them.
    page_borders_at: usize,
    trees_at: usize,
    /// Whether a network follows the trees.
    has_network: bool,
    /// Entries of the word table.
    entries: usize,
    /// Buckets of the text table.
    buckets: usize,
}

/// The built-in model. Its recipe is in `docs/src/model.md`.
#[cfg(feature = "model")]
static BUILT_IN: &[u8] = include_bytes!("model.bin");

impl Ensemble {
    /// The built-in model.
    #[cfg(feature = "model")]
    pub(crate) fn built_in() -> Result<Self> {
        Self::check(Bytes::built_in(BUILT_IN)?)
    }

    /// Reads and checks a model.
    #[cfg(any(feature = "_train", test))]
    pub(crate) fn from_bytes(bytes: Vec<u8>) -> Result<Self> {
        Self::check(Bytes::given(bytes)?)
    }

    /// Bytes on the heap; the built-in model holds none.
    pub(crate) fn held_bytes(&self) -> usize {
        if self.bytes.is_built_in() { 0 } else { self.bytes.len() }
    }

    /// Reads and checks a model.
    ///
    /// # Errors
    /// [`ErrorKind::Model`] for bytes that are not a model, or one of another version, cut, or
    /// changed.
    pub(crate) fn check(source: Bytes) -> Result<Self> {
        let bytes: &[u8] = &source;
        let refuse = |expected: &str, found: &str| {
            Err(Error::new(ErrorKind::Model, format!("expected {expected}, found {found}")))
        };
        if bytes.get(..4) != Some(MAGIC) {
            return refuse("a model that begins with TRML", "something else");
        }
        if bytes.len() < HEAD_BYTES + CHECKSUM_BYTES {
            return refuse("a whole model", &format!("{} bytes of one", bytes.len()));
        }
        let version = u16_at(bytes, 4);
        if version != VERSION {
            return refuse(&format!("a model of version {VERSION}"), &format!("version {version}"));
        }
        let (body, checksum) = bytes.split_at(bytes.len() - CHECKSUM_BYTES);
        // The checksum of the built-in model needs no check at run time: a test checks it.
        let was_given = !source.is_built_in();
        if was_given && checksum != checksum_of(body).to_le_bytes() {
            return refuse("a model whose checksum fits", "one that was cut or changed");
        }
        let features = usize::from(u16_at(bytes, 6));
        if features != FEATURE_COUNT {
            return refuse(&format!("a model of {FEATURE_COUNT} features"), &format!("{features}"));
        }
        let trees = usize::from(u16_at(bytes, 8));
        let start = u32_at(bytes, 10).cast_signed();
        let unit = f32::from_bits(u32_at(bytes, 14));
        let entries = u32_at(bytes, 18) as usize;
        let channels = usize::from(u16_at(bytes, 22));
        let buckets = usize::from(u16_at(bytes, 24));
        let refuse_parts = || refuse("a model whose parts fit together", "one that does not");
        let page_borders_at = end_of_borders(body, HEAD_BYTES, BLOCK_FEATURES);
        let ends = page_borders_at.and_then(|at| Some((at, end_of_borders(body, at, PAGE_FEATURES)?)));
        let Some((page_borders_at, trees_at)) = ends else { return refuse_parts() };
        let is_whole = start.unsigned_abs() <= MAX_START
            && unit.is_normal()
            && (0.0..=MAX_UNIT).contains(&unit)
            && (channels == 0 || channels == CHANNELS)
            && (entries == 0 || entries.is_power_of_two())
            && (buckets == 0 || buckets == BUCKETS)
            && entries.checked_mul(ENTRY_BYTES).is_some_and(|table| {
                body.len()
                    == trees_at
                        + trees * TREE_BYTES
                        + network_bytes(channels > 0)
                        + table
                        + buckets * BUCKET_BYTES
            });
        if !is_whole {
            return refuse_parts();
        }
        let has_network = channels > 0;
        let model = Self {
            trees,
            start,
            unit,
            page_borders_at,
            trees_at,
            has_network,
            entries,
            buckets,
            bytes: source,
        };
        if was_given && !model.is_sound() {
            return refuse_parts();
        }
        Ok(model)
    }

    /// Whether each feature has few enough borders, in ascending order, all trees use existing
    /// borders, and the network is sound.
    fn is_sound(&self) -> bool {
        let counts: Vec<usize> = self.all_borders().map(Borders::len).collect();
        let is_there = |(feature, border): (usize, i8)| {
            counts
                .get(feature)
                .is_some_and(|&count| usize::try_from(border).is_ok_and(|border| border < count))
        };
        self.all_borders().all(|borders| borders.len() <= MAX_BORDERS && borders.ascend())
            && self.trees().all(|tree| tree.splits().all(is_there))
            && self.network().is_none_or(Network::is_sound)
    }

    /// The weights of class and id words.
    pub(crate) fn words(&self) -> WordWeights {
        let start = self.end_of_trees() + network_bytes(self.has_network);
        WordWeights::new(self.bytes.clone(), start, self.entries)
    }

    /// What the words of texts say.
    pub(crate) fn texts(&self) -> TextTable {
        let start = self.end_of_trees() + network_bytes(self.has_network) + self.entries * ENTRY_BYTES;
        TextTable::new(self.bytes.clone(), start, self.buckets)
    }

    /// The network, if there is one.
    pub(crate) fn network(&self) -> Option<Network<'_>> {
        let rows = || self.bytes[self.end_of_trees()..].as_chunks().0.as_chunks().0.as_chunks().0;
        self.has_network.then(rows).and_then(|rows| rows.first_chunk()).map(Network)
    }

    /// Offset of the end of the trees in the bytes.
    fn end_of_trees(&self) -> usize {
        self.trees_at + self.trees * TREE_BYTES
    }

    /// Logits per unit of leaves and their sums.
    pub(crate) fn unit(&self) -> f32 {
        self.unit
    }

    /// The borders of each feature, in the order of features.
    #[inline]
    pub(crate) fn all_borders(&self) -> impl Iterator<Item = Borders<'_>> {
        self.borders_from(HEAD_BYTES).take(FEATURE_COUNT)
    }

    /// The borders of each page feature.
    #[inline]
    pub(super) fn page_borders(&self) -> impl Iterator<Item = Borders<'_>> {
        self.borders_from(self.page_borders_at).take(PAGE_FEATURES)
    }

    /// The borders of the feature whose entry begins at `at`, and of the next ones.
    #[inline]
    fn borders_from(&self, mut at: usize) -> impl Iterator<Item = Borders<'_>> {
        core::iter::repeat_with(move || {
            let borders = borders_at(&self.bytes, at);
            at += 1 + size_of_val(borders);
            Borders(borders)
        })
    }
}

/// Bytes of the network's weights.
fn network_bytes(has_network: bool) -> usize {
    if has_network { network::layout::ROWS * size_of::<network::Row>() } else { 0 }
}

/// The borders of the feature whose entry begins at `at`, four bytes each.
fn borders_at(bytes: &[u8], at: usize) -> &[[u8; 4]] {
    bytes[at + 1..][..4 * usize::from(bytes[at])].as_chunks().0
}

/// Offset of the end of the borders of `features` features, whose entries begin at `at`; `None` if
/// the bytes end before.
fn end_of_borders(bytes: &[u8], at: usize, features: usize) -> Option<usize> {
    (0..features).try_fold(at, |at, _| {
        let end = at + 1 + 4 * usize::from(*bytes.get(at)?);
        (end <= bytes.len()).then_some(end)
    })
}

/// The borders of one feature: the split thresholds between its bins.
#[derive(Clone, Copy)]
pub(crate) struct Borders<'a>(pub(crate) &'a [[u8; 4]]);

impl Borders<'_> {
    fn len(self) -> usize {
        self.0.len()
    }

    /// Whether the borders are strictly ascending.
    fn ascend(self) -> bool {
        self.0.iter().map(|&border| f32::from_le_bytes(border)).is_sorted_by(|a, b| a < b)
    }
}

impl Ensemble {
    /// The trees.
    pub(crate) fn trees(&self) -> impl Iterator<Item = Tree<'_>> {
        self.tree_bytes().iter().map(Tree::of)
    }

    /// The bytes of each tree.
    pub(crate) fn tree_bytes(&self) -> &[TreeBytes] {
        &self.bytes[self.trees_at..].as_chunks().0[..self.trees]
    }
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// FNV-1a, 64 bits.
pub(crate) fn checksum_of(bytes: &[u8]) -> u64 {
    hash_64(bytes.iter().copied())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::model::{RawTree, to_bytes};
    use alloc::vec;
    use std::string::ToString;

    /// A model with one tree, for which more than 10 words are content, and one word.
    pub(crate) fn small() -> Vec<u8> {
        let tree = RawTree { splits: vec![(0, 10.0)], leaves: vec![-100, 100] };
        to_bytes((0.5, 0.01), &[(77, -20)], &[tree], None, &[])
    }

    #[test]
    #[cfg(feature = "model")]
    fn the_built_in_model_is_sound() {
        assert!(Ensemble::from_bytes(BUILT_IN.to_vec()).is_ok());
        assert!(Ensemble::built_in().is_ok());
    }

    #[test]
    fn a_model_that_was_cut_or_changed_is_refused() {
        let whole = small();
        for len in 0..whole.len() {
            assert_eq!(Ensemble::from_bytes(whole[..len].to_vec()).unwrap_err().kind(), ErrorKind::Model);
        }
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 4;
            assert!(Ensemble::from_bytes(changed).is_err(), "byte {at}");
        }
        let with = |at: usize, number: [u8; 4]| {
            let mut other = whole.clone();
            other[at..at + 4].copy_from_slice(&number);
            let body = other.len() - CHECKSUM_BYTES;
            let checksum = checksum_of(&other[..body]);
            other[body..].copy_from_slice(&checksum.to_le_bytes());
            Ensemble::from_bytes(other)
        };
        assert!(with(10, 7_i32.to_le_bytes()).is_ok());
        assert!(with(10, i32::MIN.to_le_bytes()).is_err(), "sums overflow");
        for unit in [0.0, -1.0, 1.5, f32::NAN, f32::INFINITY] {
            assert!(with(14, unit.to_le_bytes()).is_err(), "a unit of {unit}");
        }
        let trees = |borders: u8| -> Vec<RawTree> {
            (0..borders)
                .map(|border| RawTree { splits: vec![(0, f32::from(border))], leaves: vec![0, 0] })
                .collect()
        };
        assert!(Ensemble::from_bytes(to_bytes((0.0, 1.0), &[], &trees(127), None, &[])).is_ok());
        assert!(
            Ensemble::from_bytes(to_bytes((0.0, 1.0), &[], &trees(128), None, &[])).is_err(),
            "borders without a number"
        );
        let mut newer = whole;
        newer[4] = 10;
        let error = Ensemble::from_bytes(newer).unwrap_err().to_string();
        assert_eq!(error, "expected a model of version 9, found version 10");
    }
}
