//! A small neural network whose score of a block also depends on the other blocks of the page.
//!
//! The first layer turns the bins of each block into [`CHANNELS`] channels. A gated mean of these
//! channels is taken over the group of up to [`GROUP_BLOCKS`] blocks; earlier groups count with a
//! weight that decays. The second layer scores each block from its own channels and from that mean.
//! So a block is scored relative to its page, which helps most on pages unlike those of the
//! training set (`docs/src/model.md`).
//!
//! Articles are scored by what the gold texts of all corpora have in common, other pages by the
//! conventions of one corpus: two rows of biases, which count as much as the page features say that
//! the page is not an article.
//!
//! Source: none of the papers has it. Gates over a set are those of Ilse, Tomczak, Welling:
//! Attention-based Deep Multiple Instance Learning, ICML 2018, equations 7 and 9. Departure: the
//! gate is a logistic function of the first layer and not a softmax, which could overflow.
//!
//! The first layer is computed incrementally: from the sums of the block before, for the bins that
//! differ. Additions have a fixed order, and there is no fused multiply-add, so all vector
//! instructions give the same result.

mod vectors;

use super::format::{Bins, CHANNELS, GROUP_BLOCKS, PageBins};
use super::logistic;
use crate::feature::vector::{BLOCK_FEATURES, FEATURE_COUNT};
use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, i8x64};
pub use vectors::Row;
pub(super) use vectors::RowBytes;
use vectors::{
    PACKED, PARTS, Vectors, add, add_channels, numbers, packed, positive, product, row, take_lowest,
    unpacked, vectors,
};

/// Weight of the network in the score of a block that both score; the rest is the weight of the
/// trees.
const NETWORK_SHARE: f32 = 0.6;

/// Absolute score of the network, in logits, above which the trees are not used: they would hardly
/// change the decision.
const CONFIDENT_LOGIT: f32 = 4.0;

/// Whether a score of the network is so high or low that the trees are not used.
pub(crate) fn is_confident(by_network: f32) -> bool {
    by_network.abs() > CONFIDENT_LOGIT
}

/// The score of a block by trees and network, in logits.
pub fn blend(by_trees: f32, by_network: f32) -> f32 {
    if is_confident(by_network) { by_network } else { by_trees + (by_network - by_trees) * NETWORK_SHARE }
}

/// Indices of the first rows of each kind.
pub mod layout {
    #[cfg(feature = "_train")]
    use super::BLOCK_FEATURES;
    use super::{CHANNELS, FEATURE_COUNT};

    /// For each feature, the weights of its bin index on each channel. The lowest bin has index
    /// zero.
    pub const INPUT: usize = 0;
    /// The bias of each channel.
    pub const INPUT_BIAS: usize = INPUT + FEATURE_COUNT;
    /// The weight of each channel in the gate.
    pub const GATE: usize = INPUT_BIAS + 1;
    /// For each channel of the mean, its weights on the channels of the second layer.
    pub const MEAN: usize = GATE + 1;
    /// For each channel of the block, its weights on the channels of the second layer.
    pub const HIDDEN: usize = MEAN + CHANNELS;
    /// The bias of each channel of the second layer.
    pub const HIDDEN_BIAS: usize = HIDDEN + CHANNELS;
    /// The weight of each channel of the second layer in the score, in logits.
    pub const OUTPUT: usize = HIDDEN_BIAS + 1;
    /// What the corpus of the model adds to the biases of the first layer, on pages that
    /// are not articles.
    pub const OTHER_INPUT: usize = OUTPUT + 1;
    /// What it adds to the biases of the second layer.
    pub const OTHER_HIDDEN: usize = OTHER_INPUT + 1;
    /// The weights of the bin indices of page features in the logit that a page is an article, and
    /// the bias after them.
    pub const ARTICLE: usize = OTHER_HIDDEN + 1;
    /// Number of rows.
    pub const ROWS: usize = ARTICLE + 1;
    /// The row of the first page feature.
    #[cfg(feature = "_train")]
    pub const PAGE_INPUT: usize = INPUT + BLOCK_FEATURES;
}

/// Decay of the running sums when a new group of blocks starts. Earlier groups must count: the last
/// group of a page may have few blocks, and a group within a long page may be all links.
pub const GROUP_DECAY: f32 = 0.75;

/// Added to the sum of gates, so that it is never zero.
pub const GATE_EPSILON: f32 = 1e-6;

/// The weights of a network.
#[derive(Clone, Copy)]
pub(crate) struct Network<'a>(pub(super) &'a [RowBytes; layout::ROWS]);

impl<'a> Network<'a> {
    /// The rows of all channels from a place on.
    #[inline(always)]
    fn channels(self, place: usize) -> &'a [RowBytes; CHANNELS] {
        // The length is known at compile time.
        self.0[place..].first_chunk().unwrap_or(&[[[[0; 4]; 16]; PARTS]; CHANNELS])
    }

    /// The probability that a page is not an article, given the bins of its features.
    fn other_share(self, of_page: &PageBins) -> f32 {
        let weights = self.0[layout::ARTICLE].as_flattened().iter().map(|&weight| f32::from_le_bytes(weight));
        // The bias comes after the weights: that of a feature that is always 1.
        let bins = of_page.iter().map(|&bin| f32::from(bin - Bins::FIRST)).chain([1.0]);
        1.0 - logistic(bins.zip(weights).map(|(bin, weight)| bin * weight).sum())
    }

    /// Whether all weights are numbers, none so great that a sum could become infinite.
    pub(super) fn is_sound(self) -> bool {
        /// With inputs up to 127, and as many as there are, sums of two layers stay far below the
        /// maximum of `f32`. A rounding error in the first layer of a block carries over to the
        /// later blocks of its group; trained weights cause none.
        const MAX_WEIGHT: f32 = 1e6;
        let is_sound = |&weight: &[u8; 4]| f32::from_le_bytes(weight).abs() <= MAX_WEIGHT;
        self.0.as_flattened().as_flattened().iter().all(is_sound)
    }
}

/// Length, in `f32`, of the working memory of [`NetworkState::predict`].
pub(crate) const ROOM: usize = GROUP_BLOCKS * PACKED;

/// Bits of a word.
const WORD: usize = u64::BITS as usize;

/// Words of a bit set over the features of a block.
const WORDS: usize = BLOCK_FEATURES.div_ceil(WORD);
const _: () = assert!(GROUP_BLOCKS == WORD, "as many blocks as a word has bits");

/// State of the network on one page.
pub(crate) struct NetworkState {
    /// Sums of the first layer over the page features, with the bias.
    page_sums: Row,
    /// The probability that the page is not an article.
    other_share: f32,
    /// Decayed sums of the channels times their gate, and of the gates.
    gated_sums: Row,
    gate_sum: f32,
}

impl NetworkState {
    pub(crate) const EMPTY: Self =
        Self { page_sums: [0.0; CHANNELS], other_share: 0.0, gated_sums: [0.0; CHANNELS], gate_sum: 0.0 };

    /// Begins a page, whose page features are in `bins`.
    pub(crate) fn begin(&mut self, level: Level, network: Network<'_>, bins: &Bins) {
        dispatch!(level, simd => self.begin_by(simd, network, bins));
    }

    #[inline(always)]
    fn begin_by<S: Simd>(&mut self, simd: S, network: Network<'_>, bins: &Bins) {
        let other_share = network.other_share(&bins.of_page);
        let mut sums = row(simd, &network.0[layout::INPUT_BIAS]);
        add(simd, &mut sums, row(simd, &network.0[layout::OTHER_INPUT]), other_share);
        let (weights, _) =
            network.0[layout::INPUT + BLOCK_FEATURES..].split_at(FEATURE_COUNT - BLOCK_FEATURES);
        for (weights, &bin) in weights.iter().zip(&bins.of_page) {
            add(simd, &mut sums, row(simd, weights), f32::from(bin - Bins::FIRST));
        }
        *self = Self { page_sums: numbers(sums), other_share, ..Self::EMPTY };
    }

    /// Scores the blocks of the first `lanes` lanes, the next ones of the page, in logits.
    ///
    /// `room`, of [`ROOM`] numbers, is working memory.
    ///
    /// Cost for each block: a comparison of its bins, then [`CHANNELS`] products for each bin that
    /// differs from the block before, and for each channel above zero. 3 KiB on the stack.
    pub(crate) fn predict(
        &mut self,
        level: Level,
        network: Network<'_>,
        (bins, lanes): (&Bins, usize),
        room: &mut [f32],
    ) -> [f32; GROUP_BLOCKS] {
        let mut logits = [0.0; GROUP_BLOCKS];
        let (blocks, _) = room.as_chunks_mut();
        let blocks = &mut blocks[..lanes];
        dispatch!(level, simd => {
            let mean = self.hidden_layer(simd, network, bins, blocks);
            let mut biases = row(simd, &network.0[layout::HIDDEN_BIAS]);
            add(simd, &mut biases, row(simd, &network.0[layout::OTHER_HIDDEN]), self.other_share);
            add_channels(simd, network.channels(layout::MEAN), &mean, &mut biases);
            output_layer(simd, network, biases, blocks, &mut logits);
        });
        logits
    }

    /// The first layer. Returns the gated mean over all blocks and the decayed earlier groups.
    #[inline(always)]
    fn hidden_layer<S: Simd>(
        &mut self,
        simd: S,
        network: Network<'_>,
        bins: &Bins,
        blocks: &mut [[f32; PACKED]],
    ) -> Row {
        let gate = row(simd, &network.0[layout::GATE]);
        let mut gated = vectors(simd, &self.gated_sums.map(|sum| sum * GROUP_DECAY));
        self.gate_sum *= GROUP_DECAY;
        let changed = bins_changed(simd, bins);
        let mut sums = vectors(simd, &self.page_sums);
        for (lane, (block, changed)) in blocks.iter_mut().zip(&changed).enumerate() {
            for (word, mut changed) in changed.iter().copied().enumerate() {
                while let Some(bit) = take_lowest(&mut changed) {
                    // Every feature is below the limit; the remainder shows that to the compiler.
                    let feature = (word * WORD + bit) % BLOCK_FEATURES;
                    let bins = &bins.of_blocks[feature];
                    let before = lane.checked_sub(1).map_or(Bins::FIRST, |before| bins[before]);
                    let times = f32::from(i16::from(bins[lane]) - i16::from(before));
                    add(simd, &mut sums, row(simd, &network.0[layout::INPUT + feature]), times);
                }
            }
            let channels = positive(simd, sums);
            let open = logistic(product(channels, gate));
            add(simd, &mut gated, channels, open);
            self.gate_sum += open;
            *block = packed(&numbers(channels));
        }
        self.gated_sums = numbers(gated);
        let open = self.gate_sum + GATE_EPSILON;
        self.gated_sums.map(|channel| channel / open)
    }
}

/// For each block, the set of features whose bin differs from the block before; the first block is
/// compared with the lowest bins. Adjacent blocks have most bins in common.
#[inline(always)]
fn bins_changed<S: Simd>(simd: S, bins: &Bins) -> [[u64; WORDS]; GROUP_BLOCKS] {
    let mut changed = [[0; WORDS]; GROUP_BLOCKS];
    for (word, rows) in bins.of_blocks.chunks(WORD).enumerate() {
        // By feature, a bit for each block; after the transposition, by block, a bit for each
        // feature.
        let mut bits = [0; WORD];
        for (bits, row) in bits.iter_mut().zip(rows) {
            // Emulated vectors are much more code than a loop.
            *bits = if simd.level().is_fallback() {
                let before = [Bins::FIRST].into_iter().chain(row.iter().copied());
                let differs = row.iter().zip(before).map(|(&bin, before)| u64::from(bin != before));
                differs.enumerate().fold(0, |bits, (lane, differs)| bits | differs << lane)
            } else {
                let row = i8x64::simd_from(simd, *row);
                let before = i8x64::splat(simd, Bins::FIRST).slide::<{ GROUP_BLOCKS - 1 }>(row);
                !row.simd_eq(before).to_bitmask()
            };
        }
        transpose(&mut bits);
        changed.iter_mut().zip(bits).for_each(|(changed, bits)| changed[word] = bits);
    }
    changed
}

/// Transposes a square of bits: bit `i` of word `j` becomes bit `j` of word `i`.
///
/// Source: Warren, Hacker's Delight, 2nd edition, section 7-3. Departure: the lowest bit is the
/// first one.
#[inline(always)]
fn transpose(bits: &mut [u64; WORD]) {
    let mut side = WORD / 2;
    let mut lower = u64::MAX >> side;
    while side > 0 {
        for squares in bits.chunks_exact_mut(2 * side) {
            let (first, second) = squares.split_at_mut(side);
            for (first, second) in first.iter_mut().zip(second) {
                let other = (*first >> side ^ *second) & lower;
                *first ^= other << side;
                *second ^= other;
            }
        }
        side /= 2;
        lower ^= lower << side;
    }
}

/// The second layer: the score of each block, in logits. `of_all` is what all blocks have in
/// common.
#[inline(always)]
fn output_layer<S: Simd>(
    simd: S,
    network: Network<'_>,
    of_all: Vectors<S>,
    blocks: &[[f32; PACKED]],
    logits: &mut [f32; GROUP_BLOCKS],
) {
    let output = row(simd, &network.0[layout::OUTPUT]);
    let mixing = network.channels(layout::HIDDEN);
    for (logit, block) in logits.iter_mut().zip(blocks) {
        let mut sums = of_all;
        add_channels(simd, mixing, &unpacked(block), &mut sums);
        *logit = product(positive(simd, sums), output);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Ensemble, RawTree, logits_of, to_bytes};
    use super::*;
    use alloc::{vec, vec::Vec};

    /// A pseudo-random number from -1 to 1 for each place.
    fn any(at: usize) -> f32 {
        (at.wrapping_mul(0x9E37_79B9).wrapping_add(at >> 3) as u32 >> 8) as f32 / (1 << 23) as f32 - 1.0
    }

    /// Weights with as few bits as a model keeps.
    fn weights() -> [Row; layout::ROWS] {
        let weight = |at| f32::from_bits((any(at) / 8.0_f32).to_bits() & 0xFFFF_0000);
        core::array::from_fn(|row| core::array::from_fn(|at| weight(row * CHANNELS + at)))
    }

    fn model(weights: &[Row; layout::ROWS]) -> Result<Ensemble, crate::Error> {
        let tree = RawTree { splits: vec![(0, 10.0)], leaves: vec![-100, 100] };
        Ensemble::from_bytes(to_bytes((0.5, 0.01), &[(77, -20)], &[tree], Some(weights), &[]))
    }

    /// Reference for the scores: plain sums, one block after the other.
    fn slow(weights: &[Row; layout::ROWS], blocks: &[[i8; FEATURE_COUNT]]) -> Vec<f64> {
        let layer = |bias: &Row, parts: &[(usize, &[f64])]| -> Vec<f64> {
            let sum = |channel: usize| {
                let products = parts.iter().flat_map(|&(first, inputs)| {
                    inputs
                        .iter()
                        .enumerate()
                        .map(move |(at, input)| input * f64::from(weights[first + at][channel]))
                });
                f64::from(bias[channel]) + products.sum::<f64>()
            };
            (0..CHANNELS).map(|channel| sum(channel).max(0.0)).collect()
        };
        let product = |row: &Row, channels: &[f64]| -> f64 {
            row.iter().zip(channels).map(|(&weight, channel)| f64::from(weight) * channel).sum()
        };
        let of_page = blocks[0][BLOCK_FEATURES..].iter().map(|&bin| f64::from(bin)).chain([1.0]);
        let article: f64 = of_page.zip(weights[layout::ARTICLE]).map(|(bin, by)| bin * f64::from(by)).sum();
        let other = 1.0 - logistic(article as f32);
        let bias = |common: usize, of_other: usize| -> Row {
            core::array::from_fn(|at| weights[common][at] + other * weights[of_other][at])
        };
        let hidden_bias = bias(layout::HIDDEN_BIAS, layout::OTHER_HIDDEN);
        let of_blocks: Vec<Vec<f64>> = blocks
            .iter()
            .map(|block| {
                let mut block = *block;
                block[BLOCK_FEATURES..].copy_from_slice(&blocks[0][BLOCK_FEATURES..]);
                layer(
                    &bias(layout::INPUT_BIAS, layout::OTHER_INPUT),
                    &[(layout::INPUT, &block.map(f64::from))],
                )
            })
            .collect();
        let gates: Vec<f64> = of_blocks
            .iter()
            .map(|channels| f64::from(logistic(product(&weights[layout::GATE], channels) as f32)))
            .collect();
        let say = |(at, block): (usize, &Vec<f64>)| {
            let counts = |other: usize| {
                let groups_away = (at / GROUP_BLOCKS).checked_sub(other / GROUP_BLOCKS);
                gates[other] * groups_away.map_or(0.0, |away| f64::from(GROUP_DECAY).powi(away as i32))
            };
            let open: f64 = (0..blocks.len()).map(counts).sum();
            let mean: Vec<f64> = (0..CHANNELS)
                .map(|channel| {
                    let gated = of_blocks.iter().enumerate().map(|(at, block)| counts(at) * block[channel]);
                    gated.sum::<f64>() / open
                })
                .collect();
            let mixed = layer(&hidden_bias, &[(layout::MEAN, &mean), (layout::HIDDEN, block)]);
            product(&weights[layout::OUTPUT], &mixed)
        };
        of_blocks.iter().enumerate().map(say).collect()
    }

    #[test]
    fn a_network_says_what_plain_sums_say_of_few_blocks_and_of_more_than_fit() {
        let weights = weights();
        let model = model(&weights).unwrap();
        for blocks in [1, 15, 16, GROUP_BLOCKS, GROUP_BLOCKS + 1, 3 * GROUP_BLOCKS + 17] {
            let blocks: Vec<[i8; FEATURE_COUNT]> = (0..blocks)
                .map(|block| core::array::from_fn(|feature| ((block * 31 + feature * 17) % 23) as i8 - 12))
                .map(|bins: [i8; FEATURE_COUNT]| bins.map(|bin| bin.max(0)))
                .collect();
            for (score, slow) in logits_of(&model, &blocks).into_iter().zip(slow(&weights, &blocks)) {
                assert!((f64::from(score) - slow).abs() < 1e-2 * (1.0 + slow.abs()), "{score} {slow}");
            }
        }
        assert_eq!((model.words().weight(77), model.words().weight(78)), (-20, 0), "the words after it");
    }

    #[test]
    fn bits_are_turned_over() {
        let bits: [u64; WORD] = core::array::from_fn(|row| {
            (row as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(row as u32)
        });
        let mut turned = bits;
        transpose(&mut turned);
        for (row, bits) in bits.iter().enumerate() {
            for (column, turned) in turned.iter().enumerate() {
                assert_eq!(bits >> column & 1, turned >> row & 1, "{row} {column}");
            }
        }
    }

    #[test]
    fn weights_that_no_sum_can_take_are_refused() {
        for wrong in [f32::NAN, f32::INFINITY, f32::MIN] {
            let mut weights = weights();
            weights[layout::MEAN][3] = wrong;
            assert!(model(&weights).is_err(), "{wrong}");
        }
    }
}
