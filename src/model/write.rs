//! Serialization of an ensemble, for its trainer.

use super::ensemble::{MAGIC, VERSION, checksum_of};
use super::format::{CHANNELS, LEAVES, LEVELS};
use super::network::{Row, layout};
use crate::feature::text_table::BUCKET_BYTES;
use crate::feature::vector::FEATURE_COUNT;
use crate::structure::{ENTRY_BYTES, WordWeights};
use alloc::vec::Vec;

/// A tree as the trainer makes it.
pub struct RawTree {
    /// Feature and border of each level: the answer is 1 if the value is above the border.
    pub splits: Vec<(u8, f32)>,
    /// Leaves in units of the model.
    pub leaves: Vec<i8>,
}

/// The bytes of an ensemble.
///
/// Trees have 1 to [`LEVELS`] levels, and a feature has at most 127 borders. `start` and `unit`,
/// the unit of leaves, are in logits. `words` are hashes with their weights. The network's inputs
/// are the bins between the borders of the trees ([`borders_of`]); its weights are rounded to 12
/// bits. `texts` is a text table, or empty.
pub fn to_bytes(
    (start, unit): (f32, f32),
    words: &[(u32, i8)],
    trees: &[RawTree],
    network: Option<&[Row; layout::ROWS]>,
    texts: &[u8],
) -> Vec<u8> {
    let table = WordWeights::table(words);
    let mut bytes = Vec::from(*MAGIC);
    for number in [VERSION, FEATURE_COUNT as u16, trees.len() as u16] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(((start / unit).round() as i32).to_le_bytes());
    bytes.extend(unit.to_le_bytes());
    bytes.extend(((table.len() / ENTRY_BYTES) as u32).to_le_bytes());
    bytes.extend((network.map_or(0, |_| CHANNELS) as u16).to_le_bytes());
    bytes.extend(((texts.len() / BUCKET_BYTES) as u16).to_le_bytes());
    let borders: Vec<Vec<f32>> = (0..FEATURE_COUNT).map(|feature| borders_of(feature, trees)).collect();
    for borders in &borders {
        bytes.push(borders.len() as u8);
        bytes.extend(borders.iter().flat_map(|border| border.to_le_bytes()));
    }
    for tree in trees {
        // A tree with fewer levels repeats its last split, and both answers lead to the same
        // leaves.
        let splits = tree.splits.iter().chain(tree.splits.iter().last().into_iter().cycle()).take(LEVELS);
        bytes.extend(splits.clone().map(|&(feature, _)| feature));
        bytes.extend(splits.map(|&(feature, border)| {
            borders[usize::from(feature)].partition_point(|&below| below < border) as u8
        }));
        bytes.extend(tree.leaves.iter().cycle().take(LEAVES).map(|leaf| leaf.cast_unsigned()));
    }
    let weights = network.into_iter().flatten().flatten();
    bytes.extend(weights.flat_map(|&weight| rounded(weight).to_le_bytes()));
    bytes.extend(table);
    bytes.extend(texts);
    let checksum = checksum_of(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// A weight, rounded to 7 bits after the leading one. More bits do not change what is kept, and
/// would be a tenth of a compressed model.
fn rounded(weight: f32) -> f32 {
    const DROPPED_BITS: u32 = f32::MANTISSA_DIGITS - 1 - 7;
    let bits = weight.to_bits() + (1 << (DROPPED_BITS - 1));
    f32::from_bits(bits >> DROPPED_BITS << DROPPED_BITS)
}

/// The borders that trees use of a feature, ascending and distinct.
pub fn borders_of(feature: usize, trees: &[RawTree]) -> Vec<f32> {
    let splits = trees.iter().flat_map(|tree| &tree.splits);
    let mut borders: Vec<f32> =
        splits.filter(|split| usize::from(split.0) == feature).map(|split| split.1).collect();
    borders.sort_unstable_by(f32::total_cmp);
    borders.dedup();
    borders
}
