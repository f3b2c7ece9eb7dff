//! A model becomes bytes, as its trainer writes it.

use super::{FEATURES, MAGIC, UNITS_PER_LOGIT, VERSION, checksum_of};
use crate::clean::{ENTRY_BYTES, WordWeights};
use alloc::vec::Vec;

/// A tree as the trainer makes it.
pub(crate) struct RawTree {
    /// Feature and border of each level: the bit is set where the value is above the border.
    pub(crate) splits: Vec<(u8, f32)>,
    /// In logits.
    pub(crate) leaves: Vec<f32>,
}

/// The bytes of a model. All trees have `depth` levels; a feature has at most 255 borders; `start` is in logits; words are hashes with their
/// weights.
pub(crate) fn to_bytes(depth: usize, start: f32, words: &[(u32, i8)], trees: &[RawTree]) -> Vec<u8> {
    let units = |logits: f32| (logits * UNITS_PER_LOGIT) as i32;
    let table = WordWeights::table(words);
    let mut bytes = Vec::from(*MAGIC);
    for number in [VERSION, FEATURES as u16, depth as u16, trees.len() as u16] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(units(start).to_le_bytes());
    bytes.extend(((table.len() / ENTRY_BYTES) as u32).to_le_bytes());
    let borders: Vec<Vec<f32>> = (0..FEATURES).map(|feature| borders_of(feature, trees)).collect();
    for borders in &borders {
        bytes.push(borders.len() as u8);
        bytes.extend(borders.iter().flat_map(|border| border.to_le_bytes()));
    }
    for tree in trees {
        for &(feature, border) in &tree.splits {
            let number = borders[usize::from(feature)].partition_point(|&below| below < border);
            bytes.extend([feature, number as u8]);
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

/// The borders of a feature that trees ask about, ascending.
fn borders_of(feature: usize, trees: &[RawTree]) -> Vec<f32> {
    let splits = trees.iter().flat_map(|tree| &tree.splits);
    let mut borders: Vec<f32> =
        splits.filter(|split| usize::from(split.0) == feature).map(|split| split.1).collect();
    borders.sort_unstable_by(f32::total_cmp);
    borders.dedup();
    borders
}
