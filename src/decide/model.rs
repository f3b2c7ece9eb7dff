//! A model: boosted oblivious trees, and weights of the words of classes and ids, as bytes.
//!
//! All nodes of one level of an oblivious tree ask the same question, so a tree is a few comparisons, each for many blocks
//! at once, and one look into a table. Leaves are whole numbers, so the sum does not depend on the machine.
//!
//! Format, little endian: `TRML`, version (u16), features (u16), depth (u16), trees (u16), start (i32), entries of the table of words (u32),
//! then the trees, each `depth` times feature (u8) and border (f32), and 2^depth leaves (i16), then the table, each entry the word's hash
//! (u32) and its weight (i8); last the checksum (u64, FNV-1a of all before).

use crate::clean::{Bytes, ENTRY_BYTES, WordWeights};
use crate::error::{Error, ErrorKind, Result};
use crate::feature::vector::{Batch, FEATURES, LANES};
use alloc::format;
use alloc::vec::Vec;

/// Leaves and sums are in units of this many to a logit.
pub(crate) const UNITS_PER_LOGIT: f32 = 1024.0;

/// First bytes of a model.
const MAGIC: &[u8; 4] = b"TRML";

/// The format's version; it also changes when a feature changes its meaning.
const VERSION: u16 = 2;

/// Bytes before the trees.
const HEAD_BYTES: usize = 4 + 2 * 4 + 2 * 4;

/// Bytes of the checksum.
const CHECKSUM_BYTES: usize = 8;

/// Trees behind which a batch is looked at, and the sum, in units, below which none of its blocks is content: far below any threshold.
const SURE_AFTER: usize = 100;
const SURE_BELOW: i32 = (-3.75 * UNITS_PER_LOGIT) as i32;

/// Greatest depth of a tree.
const GREATEST_DEPTH: usize = 8;

/// A model that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    bytes: Bytes,
    depth: usize,
    trees: usize,
    start: i32,
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
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self> {
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
        let is_whole = depth <= GREATEST_DEPTH
            && (entries == 0 || entries.is_power_of_two())
            && entries
                .checked_mul(ENTRY_BYTES)
                .is_some_and(|table| body.len() == HEAD_BYTES + trees * tree_bytes(depth) + table);
        let is_sound = is_whole
            && body[HEAD_BYTES..]
                .chunks_exact(tree_bytes(depth))
                .take(trees)
                .all(|tree| (0..depth).all(|level| usize::from(tree[5 * level]) < FEATURES));
        if !is_sound {
            return refuse("a model whose parts fit together", "one that does not");
        }
        Ok(Self { depth, trees, start, entries, bytes: source })
    }

    /// The weights of the words of classes and ids.
    pub(crate) fn words(&self) -> WordWeights {
        let start = HEAD_BYTES + self.trees * tree_bytes(self.depth);
        WordWeights::new(self.bytes.clone(), start, self.entries)
    }

    /// Sums of all trees over the first `used` vectors of a batch; of the first [`SURE_AFTER`] only, if these leave no doubt on any of its blocks. Most
    /// blocks of most pages stand in menus, amid others of which that is so.
    ///
    /// Cost: trees times depth comparisons for all lanes at once; holds nothing.
    pub(crate) fn sums(&self, batch: &Batch, used: usize) -> [i32; LANES] {
        let size = tree_bytes(self.depth);
        let trees = &self.bytes[HEAD_BYTES..][..self.trees * size];
        let mut sums = [self.start; LANES];
        for (number, tree) in trees.chunks_exact(size).enumerate() {
            if number == SURE_AFTER && sums[..used].iter().all(|&sum| sum < SURE_BELOW) {
                break;
            }
            let (splits, leaves) = tree.split_at(5 * self.depth);
            let mut leaf = [0_u32; LANES];
            for (level, split) in splits.chunks_exact(5).enumerate() {
                let border = f32::from_le_bytes([split[1], split[2], split[3], split[4]]);
                let row = &batch[usize::from(split[0])];
                for lane in 0..LANES {
                    leaf[lane] |= u32::from(row[lane] > border) << level;
                }
            }
            for lane in 0..LANES {
                let at = 2 * leaf[lane] as usize;
                sums[lane] += i32::from(i16::from_le_bytes([leaves[at], leaves[at + 1]]));
            }
        }
        sums
    }
}

/// A tree of a model, to be looked at.
pub(super) struct Tree<'a> {
    splits: &'a [u8],
    leaves: &'a [u8],
}

impl<'a> Tree<'a> {
    /// Feature and border of each level.
    pub(super) fn splits(&self) -> impl Iterator<Item = (usize, f32)> + use<'a> {
        let border = |split: &[u8]| f32::from_le_bytes([split[1], split[2], split[3], split[4]]);
        self.splits.chunks_exact(5).map(move |split| (usize::from(split[0]), border(split)))
    }

    /// The leaves, by the answers: that of the first level is the lowest bit.
    pub(super) fn leaves(&self) -> impl Iterator<Item = i16> + use<'a> {
        self.leaves.chunks_exact(2).map(|leaf| i16::from_le_bytes([leaf[0], leaf[1]]))
    }
}

impl Model {
    /// The trees.
    pub(super) fn trees(&self) -> impl Iterator<Item = Tree<'_>> {
        let trees = self.bytes[HEAD_BYTES..].chunks_exact(tree_bytes(self.depth)).take(self.trees);
        trees.map(|tree| {
            let (splits, leaves) = tree.split_at(5 * self.depth);
            Tree { splits, leaves }
        })
    }
}

/// A tree as the trainer makes it.
pub(crate) struct RawTree {
    /// Feature and border of each level: the bit is set where the value is above the border.
    pub(crate) splits: Vec<(u8, f32)>,
    /// In logits.
    pub(crate) leaves: Vec<f32>,
}

/// The bytes of a model. All trees have `depth` levels; `start` is in logits; words are hashes with their weights.
#[cfg_attr(not(feature = "cli"), allow(dead_code))]
pub(crate) fn to_bytes(depth: usize, start: f32, words: &[(u32, i8)], trees: &[RawTree]) -> Vec<u8> {
    let units = |logits: f32| (logits * UNITS_PER_LOGIT) as i32;
    let table = WordWeights::table(words);
    let mut bytes = Vec::from(*MAGIC);
    for number in [VERSION, FEATURES as u16, depth as u16, trees.len() as u16] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(units(start).to_le_bytes());
    bytes.extend(((table.len() / ENTRY_BYTES) as u32).to_le_bytes());
    for tree in trees {
        for &(feature, border) in &tree.splits {
            bytes.push(feature);
            bytes.extend(border.to_le_bytes());
        }
        for &leaf in &tree.leaves {
            bytes.extend((units(leaf).clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16).to_le_bytes());
        }
    }
    bytes.extend(table);
    let checksum = checksum_of(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

fn tree_bytes(depth: usize) -> usize {
    5 * depth + (2 << depth)
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn i32_at(bytes: &[u8], at: usize) -> i32 {
    i32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// FNV-1a, 64 bits.
fn checksum_of(bytes: &[u8]) -> u64 {
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
    fn small() -> Vec<u8> {
        let tree = RawTree { splits: vec![(0, 10.0)], leaves: vec![-1.0, 1.0] };
        to_bytes(1, 0.5, &[(77, -20)], &[tree])
    }

    #[test]
    fn a_model_is_read_as_it_was_written() {
        let model = Model::from_bytes(small()).unwrap();
        let mut batch = [[0.0; LANES]; FEATURES];
        batch[0][3] = 11.0;
        let sums = model.sums(&batch, LANES);
        assert_eq!((sums[0], sums[3]), (-512, 1536));
        assert_eq!((model.words().weight(77), model.words().weight(78)), (-20, 0));
    }

    #[test]
    fn what_lies_in_unused_lanes_does_not_matter() {
        let tree = |leaves: [f32; 2]| RawTree { splits: vec![(0, 10.0)], leaves: leaves.to_vec() };
        let trees: Vec<RawTree> = (0..SURE_AFTER + 10).map(|_| tree([-0.1, 0.1])).collect();
        let model = Model::from_bytes(to_bytes(1, 0.0, &[], &trees)).unwrap();
        let mut batch = [[0.0; LANES]; FEATURES];
        let alone = model.sums(&batch, 1)[0];
        batch[0][7] = 11.0;
        assert_eq!(model.sums(&batch, 1)[0], alone);
        // Amid blocks that may be content, all trees are asked.
        assert!(model.sums(&batch, LANES)[0] < alone);
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
        let mut newer = whole;
        newer[4] = 9;
        let error = Model::from_bytes(newer).unwrap_err().to_string();
        assert_eq!(error, "expected a model of version 2, found version 9");
    }
}
