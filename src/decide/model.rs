//! A model: boosted oblivious trees, and weights of the words of names, as bytes.
//!
//! All nodes of one level of an oblivious tree ask the same question, so a tree is a few comparisons, each for many blocks
//! at once, and one look into a table. Of a feature only matters between which of its borders it lies: its bin, a byte, in which
//! sixteen blocks are compared at once. Leaves are whole numbers, so the sum does not depend on the machine.
//!
//! Format, little endian: `TRML`, version (u16), features (u16), depth (u16), trees (u16), start (i32), entries of the table of words (u32);
//! then for each feature its number of borders (u8) and the borders (f32), ascending; then the trees, each `depth` times feature (u8) and
//! border (u8, its number), and 2^depth leaves (i16); then the table, each entry the word's hash (u32) and its weight (i8); last the
//! checksum (u64, FNV-1a of all before).

mod ask;
#[cfg(any(feature = "cli", test))]
mod write;

pub(super) use ask::{Bins, Sums};
#[cfg(any(feature = "cli", test))]
pub(crate) use write::{RawTree, to_bytes};

use crate::clean::{Bytes, ENTRY_BYTES, WordWeights};
use crate::error::{Error, ErrorKind, Result};
use crate::feature::vector::FEATURES;
use alloc::format;
use alloc::vec::Vec;

/// Leaves and sums are in units of this many to a logit.
pub(crate) const UNITS_PER_LOGIT: f32 = 1024.0;

/// First bytes of a model.
const MAGIC: &[u8; 4] = b"TRML";

/// The format's version; it also changes when a feature changes its meaning.
const VERSION: u16 = 4;

/// Bytes before the trees.
const HEAD_BYTES: usize = 4 + 2 * 4 + 2 * 4;

/// Bytes of the checksum.
const CHECKSUM_BYTES: usize = 8;

/// Trees behind which a block's sum is looked at; the sums, in units, below which it is not content and from which on it is: far from any
/// threshold. Of 117,973 blocks of pages that no tree had seen, 48 % fell below and 9 % above; 30 of the one came back above -2.5, four
/// above -2, one above -1.5; 57 of the other below 1.5, 33 below 1. F1 of these pages was 0.9047, and 0.9058 where all trees were asked of all
/// blocks: the difference is one page, all of whose blocks are unlikely to be content.
pub(super) const SURE_AFTER: usize = 100;
pub(super) const SURE_BELOW: i32 = (-3.25 * UNITS_PER_LOGIT) as i32;
pub(super) const SURE_ABOVE: i32 = (2.25 * UNITS_PER_LOGIT) as i32;

/// What all trees say of such blocks for each unit that the first ones say, in per cent, by least squares over the same blocks. It counts for
/// the votes of their paths.
pub(super) const SURE_BELOW_PERCENT: i32 = 169;
pub(super) const SURE_ABOVE_PERCENT: i32 = 163;

/// Greatest depth of a tree.
pub(super) const GREATEST_DEPTH: usize = 8;

/// A model that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Model {
    bytes: Bytes,
    depth: usize,
    trees: usize,
    start: i32,
    /// Where in the bytes the trees begin, behind the borders.
    trees_at: usize,
    /// Entries of the table of words.
    entries: usize,
}

/// The model that comes with the crate. Recipe: `MODEL.md` beside it.
#[cfg(feature = "learned")]
static BUILT_IN: &[u8] = include_bytes!("model.bin");

impl Model {
    /// The model that comes with the crate.
    #[cfg(feature = "learned")]
    pub(crate) fn built_in() -> Result<Self> {
        Self::check(Bytes::BuiltIn(BUILT_IN))
    }

    /// Reads a model.
    ///
    /// # Errors
    /// [`ErrorKind::Model`] for bytes that are no model, of another version, cut, or changed.
    pub(crate) fn from_bytes(bytes: Vec<u8>) -> Result<Self> {
        Self::check(Bytes::Given(bytes.into()))
    }

    /// Bytes that the model holds on the heap; the built-in one holds none.
    pub(crate) fn held_bytes(&self) -> usize {
        match &self.bytes {
            Bytes::BuiltIn(_) => 0,
            Bytes::Given(bytes) => bytes.len(),
        }
    }

    fn check(source: Bytes) -> Result<Self> {
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
        // What is in the program was not changed on the way; a test looks at it.
        let was_given = matches!(source, Bytes::Given(_));
        if was_given && checksum != checksum_of(body).to_le_bytes() {
            return refuse("a model whose checksum fits", "one that was cut or changed");
        }
        let features = usize::from(u16_at(bytes, 6));
        if features != FEATURES {
            return refuse(&format!("a model of {FEATURES} features"), &format!("{features}"));
        }
        let (depth, trees) = (usize::from(u16_at(bytes, 8)), usize::from(u16_at(bytes, 10)));
        let start = i32_at(bytes, 12);
        let entries = i32_at(bytes, 16) as u32 as usize;
        let refuse_parts = || refuse("a model whose parts fit together", "one that does not");
        let Some(trees_at) = end_of_borders(body) else { return refuse_parts() };
        // So that no sum of leaves overflows.
        let is_whole = i16::try_from(start).is_ok()
            && depth <= GREATEST_DEPTH
            && (entries == 0 || entries.is_power_of_two())
            && entries
                .checked_mul(ENTRY_BYTES)
                .is_some_and(|table| body.len() == trees_at + trees * tree_bytes(depth) + table);
        if !is_whole {
            return refuse_parts();
        }
        let model = Self { depth, trees, start, trees_at, entries, bytes: source };
        if was_given && !model.is_sound() {
            return refuse_parts();
        }
        Ok(model)
    }

    /// Whether the borders of each feature ascend, and trees ask about such as there are.
    fn is_sound(&self) -> bool {
        let counts: Vec<usize> = self.all_borders().map(Borders::len).collect();
        let is_there = |&[feature, border]: &[u8; 2]| {
            counts.get(usize::from(feature)).is_some_and(|&count| usize::from(border) < count)
        };
        self.all_borders().all(Borders::ascend) && self.trees().all(|tree| tree.splits.iter().all(is_there))
    }

    /// The weights of the words of names.
    pub(crate) fn words(&self) -> WordWeights {
        let start = self.trees_at + self.trees * tree_bytes(self.depth);
        WordWeights::new(self.bytes.clone(), start, self.entries)
    }

    /// The number of trees.
    pub(super) fn len(&self) -> usize {
        self.trees
    }

    /// The borders of all features, one after the other.
    #[inline]
    fn all_borders(&self) -> impl Iterator<Item = Borders<'_>> {
        let mut at = HEAD_BYTES;
        (0..FEATURES).map(move |_| {
            let borders = borders_at(&self.bytes, at);
            at += 1 + size_of_val(borders);
            Borders(borders)
        })
    }
}

/// The borders that stand at a place of a model: those of one feature, each four bytes.
fn borders_at(bytes: &[u8], at: usize) -> &[[u8; 4]] {
    bytes[at + 1..][..4 * usize::from(bytes[at])].as_chunks().0
}

/// Where the borders of all features end; `None` if the bytes end before.
fn end_of_borders(bytes: &[u8]) -> Option<usize> {
    (0..FEATURES).try_fold(HEAD_BYTES, |at, _| {
        let end = at + 1 + 4 * usize::from(*bytes.get(at)?);
        (end <= bytes.len()).then_some(end)
    })
}

/// The borders of one feature.
#[derive(Clone, Copy)]
struct Borders<'a>(&'a [[u8; 4]]);

impl Borders<'_> {
    fn len(self) -> usize {
        self.0.len()
    }

    /// Whether each is above the one before.
    fn ascend(self) -> bool {
        self.0.iter().map(|&border| f32::from_le_bytes(border)).is_sorted_by(|a, b| a < b)
    }
}

/// A tree of a model: feature and number of the border of each level, and the leaves.
pub(super) struct Tree<'a> {
    splits: &'a [[u8; 2]],
    leaves: &'a [[u8; 2]],
}

impl<'a> Tree<'a> {
    fn of(bytes: &'a [u8], depth: usize) -> Self {
        let (splits, leaves) = bytes.as_chunks().0.split_at(depth);
        Self { splits, leaves }
    }

    /// Feature and number of the border of each level.
    pub(super) fn splits(&self) -> &'a [[u8; 2]] {
        self.splits
    }

    /// The leaves, by the answers: that of the first level is the lowest bit.
    pub(super) fn leaves(&self) -> impl Iterator<Item = i16> + use<'a> {
        self.leaves.iter().map(|&leaf| i16::from_le_bytes(leaf))
    }
}

impl Model {
    /// The trees.
    pub(super) fn trees(&self) -> impl Iterator<Item = Tree<'_>> {
        let trees = self.bytes[self.trees_at..].chunks_exact(tree_bytes(self.depth)).take(self.trees);
        trees.map(|tree| Tree::of(tree, self.depth))
    }
}

const fn tree_bytes(depth: usize) -> usize {
    2 * depth + (2 << depth)
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn i32_at(bytes: &[u8], at: usize) -> i32 {
    i32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// FNV-1a, 64 bits.
pub(super) fn checksum_of(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use std::string::ToString;

    /// A model of one tree: words above 10 are content; and of one word.
    pub(super) fn small() -> Vec<u8> {
        let tree = RawTree { splits: vec![(0, 10.0)], leaves: vec![-1.0, 1.0] };
        to_bytes(1, 0.5, &[(77, -20)], &[tree])
    }

    #[test]
    #[cfg(feature = "learned")]
    fn the_built_in_model_is_sound() {
        assert!(Model::from_bytes(BUILT_IN.to_vec()).is_ok());
        assert!(Model::built_in().is_ok());
    }

    #[test]
    fn a_model_that_was_cut_or_changed_is_refused() {
        let whole = small();
        for len in 0..whole.len() {
            assert_eq!(Model::from_bytes(whole[..len].to_vec()).unwrap_err().kind(), ErrorKind::Model);
        }
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 4;
            assert!(Model::from_bytes(changed).is_err(), "byte {at}");
        }
        let mut overflowing = whole.clone();
        overflowing[12..16].copy_from_slice(&i32::MAX.to_le_bytes());
        let body = overflowing.len() - CHECKSUM_BYTES;
        let checksum = checksum_of(&overflowing[..body]);
        overflowing[body..].copy_from_slice(&checksum.to_le_bytes());
        assert!(Model::from_bytes(overflowing).is_err());
        let mut newer = whole;
        newer[4] = 9;
        let error = Model::from_bytes(newer).unwrap_err().to_string();
        assert_eq!(error, "expected a model of version 4, found version 9");
    }
}
