//! A small network beside the trees: what it says of a block depends on what it made of the blocks
//! around it.
//!
//! Each block's bins become [`CHANNELS`] numbers; of the up to [`GROUP_BLOCKS`] blocks that are
//! asked about blend, and the less of those before them the farther away they are, there is a mean,
//! in which each counts as far as its gate is open; then a second layer says of each block,
//! by its own numbers and by that mean, what it is. So a block is judged beside what its page has,
//! which pages unlike those that the model was fitted to need most (`MODEL.md`). None of the papers
//! has it; gates over a set are those of Ilse, Tomczak, Welling: Attention-based Deep
//! Multiple Instance Learning, ICML 2018, equations 7 and 9. Departure: the gate is a logistic
//! function of the first layer, not a share of exponentials, which could overflow.
//!
//! The first layer of a block is that of the block before, and what its other bins change: on wcxb,
//! 33 of 135 have changed, and 79 are above the lowest. Numbers are added in one order, and never
//! multiplied and added at once, so that all vector instructions come to the same.

use super::logistic;
use super::predict::{Bins, GROUP_BLOCKS};
use crate::feature::vector::{BLOCK_FEATURES, FEATURE_COUNT};
use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, f32x16, i8x64};

/// Numbers that are known of a block between the layers.
pub(crate) const CHANNELS: usize = 64;

/// Share that the network has of the score of a block that both are asked about; the rest is the
/// trees'.
const NETWORK_SHARE: f32 = 0.6;

/// Score by the network, in logits, above nought or below it, beyond which the trees are not asked:
/// they would hardly change what becomes of the block.
const CONFIDENT_LOGIT: f32 = 4.0;

/// Whether the trees are not asked about a block of which the network says this.
pub(crate) fn is_confident(by_network: f32) -> bool {
    by_network.abs() > CONFIDENT_LOGIT
}

/// A block's score by trees and network, in logits.
pub(crate) fn blend(by_trees: f32, by_network: f32) -> f32 {
    if is_confident(by_network) { by_network } else { by_trees + (by_network - by_trees) * NETWORK_SHARE }
}

/// Vectors of a row.
const PARTS: usize = CHANNELS / 16;
const _: () = assert!(
    PARTS * 16 == CHANNELS && CHANNELS <= 64,
    "rows are whole vectors, and their channels the bits of a number"
);

/// A row of weights as it stands in a model, little endian.
pub(super) type RowBytes = [[[u8; 4]; 16]; PARTS];

/// The same, or numbers of a block.
pub(crate) type Row = [f32; CHANNELS];

/// Where the rows of each kind begin.
pub(crate) mod place {
    use super::{CHANNELS, FEATURE_COUNT};

    /// For each feature what each border that its value is above is worth to each channel; so the
    /// lowest bin counts nought times.
    pub(crate) const INPUT: usize = 0;
    /// What each channel begins with.
    pub(crate) const INPUT_BIAS: usize = INPUT + FEATURE_COUNT;
    /// What each channel is worth to the gate.
    pub(crate) const GATE: usize = INPUT_BIAS + 1;
    /// For each channel of the mean what it is worth to those of the second layer.
    pub(crate) const MEAN: usize = GATE + 1;
    /// For each channel of the block the same.
    pub(crate) const MIXING: usize = MEAN + CHANNELS;
    /// What each channel of the second layer begins with.
    pub(crate) const MIXING_BIAS: usize = MIXING + CHANNELS;
    /// What each channel of the second layer is worth, in logits.
    pub(crate) const OUTPUT: usize = MIXING_BIAS + 1;
    /// All rows.
    pub(crate) const ROWS: usize = OUTPUT + 1;
}

/// What a group of blocks counts in the mean of the next one, beside what it counts in its own: a
/// group that a page ends with may be few blocks, and of a long page a group may be nothing but
/// links.
pub(crate) const REMEMBERED: f32 = 0.75;

/// Added to what gates are open, so that it is never nought.
pub(crate) const MIN_OPEN: f32 = 1e-6;

/// The weights of a network.
#[derive(Clone, Copy)]
pub(crate) struct Network<'a>(pub(super) &'a [RowBytes; place::ROWS]);

impl<'a> Network<'a> {
    /// The rows of all channels from a place on.
    #[inline(always)]
    fn channels(self, place: usize) -> &'a [RowBytes; CHANNELS] {
        // There are, which is known when this is compiled.
        self.0[place..].first_chunk().unwrap_or(&[[[[0; 4]; 16]; PARTS]; CHANNELS])
    }

    /// Whether all weights are numbers, none so great that a sum could become infinite.
    pub(super) fn is_sound(self) -> bool {
        /// With inputs up to 127, and as many as there are, sums of two layers stay far below what
        /// a number can be. What the first layer of one block loses by rounding, those
        /// behind it in its group lose, too: nothing, with weights as a fit gives them.
        const MAX_WEIGHT: f32 = 1e6;
        let is_sound = |&weight: &[u8; 4]| f32::from_le_bytes(weight).abs() <= MAX_WEIGHT;
        self.0.as_flattened().as_flattened().iter().all(is_sound)
    }
}

/// Numbers of the room that [`NetworkState::ask`] works in.
pub(crate) const ROOM: usize = GROUP_BLOCKS * PACKED;

/// Numbers that the channels of a block are packed into.
const PACKED: usize = CHANNELS / 2;

/// Bits of a word.
const WORD: usize = u64::BITS as usize;

/// Words that have a bit for each feature of a block.
const WORDS: usize = BLOCK_FEATURES.div_ceil(WORD);
const _: () = assert!(GROUP_BLOCKS == WORD, "as many blocks as a word has bits");

/// What the network made of a page.
pub(crate) struct NetworkState {
    /// What the first layer's channels begin with for all blocks of the page.
    of_page: Row,
    /// Sums of the first layer's channels as far as gates are open, and of how far they are.
    gated: Row,
    open: f32,
}

impl NetworkState {
    pub(crate) const NOTHING: Self = Self { of_page: [0.0; CHANNELS], gated: [0.0; CHANNELS], open: 0.0 };

    /// Begins a page, of whose features the bins are there.
    pub(crate) fn begin(&mut self, level: Level, network: Network<'_>, bins: &Bins) {
        dispatch!(level, simd => self.begin_by(simd, network, bins));
    }

    #[inline(always)]
    fn begin_by<S: Simd>(&mut self, simd: S, network: Network<'_>, bins: &Bins) {
        let mut sums = row(simd, &network.0[place::INPUT_BIAS]);
        let (weights, _) =
            network.0[place::INPUT + BLOCK_FEATURES..].split_at(FEATURE_COUNT - BLOCK_FEATURES);
        for (weights, &bin) in weights.iter().zip(&bins.of_page) {
            add(simd, &mut sums, row(simd, weights), f32::from(bin - Bins::FIRST));
        }
        *self = Self { of_page: numbers(sums), ..Self::NOTHING };
    }

    /// What the network says of the blocks of the first `lanes` lanes, which are the next ones of
    /// the page, in logits. In `room`, of [`ROOM`] numbers, it notes what it made of them.
    ///
    /// Cost: for each block a look at its bins, and [`CHANNELS`] products for each bin that is
    /// another than that of the block before, and each channel that is not nought; 3 KiB on the
    /// stack.
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
            let mean = self.first(simd, network, bins, blocks);
            second(simd, network, &mean, blocks, &mut logits);
        });
        logits
    }

    /// The first layer; and the mean of all blocks and of what is remembered, each as far as its
    /// gate is open.
    #[inline(always)]
    fn first<S: Simd>(
        &mut self,
        simd: S,
        network: Network<'_>,
        bins: &Bins,
        blocks: &mut [[f32; PACKED]],
    ) -> Row {
        let gate = row(simd, &network.0[place::GATE]);
        let mut gated = [f32x16::splat(simd, 0.0); PARTS];
        add(simd, &mut gated, vectors(simd, &self.gated), REMEMBERED);
        self.open *= REMEMBERED;
        let changed = bins_changed(simd, bins);
        let mut sums = vectors(simd, &self.of_page);
        for (lane, (block, changed)) in blocks.iter_mut().zip(&changed).enumerate() {
            for (word, mut changed) in changed.iter().copied().enumerate() {
                while let Some(bit) = take_lowest(&mut changed) {
                    // No feature is beyond the last, which the remainder tells the compiler.
                    let feature = (word * WORD + bit) % BLOCK_FEATURES;
                    let bins = &bins.of_blocks[feature];
                    let before = lane.checked_sub(1).map_or(Bins::FIRST, |before| bins[before]);
                    let times = f32::from(i16::from(bins[lane]) - i16::from(before));
                    add(simd, &mut sums, row(simd, &network.0[place::INPUT + feature]), times);
                }
            }
            let channels = positive(simd, sums);
            let open = logistic(product(channels, gate));
            add(simd, &mut gated, channels, open);
            self.open += open;
            *block = packed(&numbers(channels));
        }
        self.gated = numbers(gated);
        let open = self.open + MIN_OPEN;
        self.gated.map(|channel| channel / open)
    }
}

/// Which features of each block have another bin than the block before, a bit each; the lowest
/// stands before the first. Blocks beside each other have most bins in common.
#[inline(always)]
fn bins_changed<S: Simd>(simd: S, bins: &Bins) -> [[u64; WORDS]; GROUP_BLOCKS] {
    let mut changed = [[0; WORDS]; GROUP_BLOCKS];
    for (word, rows) in bins.of_blocks.chunks(WORD).enumerate() {
        // Of each feature the blocks, and then of each block the features.
        let mut bits = [0; WORD];
        for (bits, row) in bits.iter_mut().zip(rows) {
            let mut before = [Bins::FIRST; GROUP_BLOCKS];
            before[1..].copy_from_slice(&row[..GROUP_BLOCKS - 1]);
            *bits = !i8x64::simd_from(simd, *row).simd_eq(i8x64::simd_from(simd, before)).to_bitmask();
        }
        transpose(&mut bits);
        changed.iter_mut().zip(bits).for_each(|(changed, bits)| changed[word] = bits);
    }
    changed
}

/// Turns over a square of bits: bit `i` of word `j` becomes bit `j` of word `i`.
///
/// Source: Warren, Hacker's Delight, 2nd edition, section 7-3; departure: the lowest bit is the
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

/// The second layer.
#[inline(always)]
fn second<S: Simd>(
    simd: S,
    network: Network<'_>,
    mean: &Row,
    blocks: &[[f32; PACKED]],
    logits: &mut [f32; GROUP_BLOCKS],
) {
    let mut of_all = row(simd, &network.0[place::MIXING_BIAS]);
    add_channels(simd, network.channels(place::MEAN), mean, &mut of_all);
    let output = row(simd, &network.0[place::OUTPUT]);
    let mixing = network.channels(place::MIXING);
    for (logit, block) in logits.iter_mut().zip(blocks) {
        let mut sums = of_all;
        add_channels(simd, mixing, &unpacked(block), &mut sums);
        *logit = product(positive(simd, sums), output);
    }
}

/// The bits of a number that are kept of it where two share the room of one: sign, exponent, and
/// the first 7 of its fraction.
const UPPER_BITS: u32 = 0xFFFF_0000;

/// Channels, two in the room of one: of the first half of them the upper bits, rounded, and below
/// them those of the second half.
#[inline(always)]
fn packed(channels: &Row) -> [f32; PACKED] {
    /// Half of the last bit that is kept.
    const HALF: u32 = 1 << 15;
    let mut packed = [0.0; PACKED];
    let (first, second) = channels.split_at(PACKED);
    for ((to, first), second) in packed.iter_mut().zip(first).zip(second) {
        let first = (first.to_bits() + HALF) & UPPER_BITS;
        *to = f32::from_bits(first | (second.to_bits() + HALF) >> 16);
    }
    packed
}

/// The channels that were packed, to some 0.4 %.
#[inline(always)]
fn unpacked(packed: &[f32; PACKED]) -> Row {
    let mut channels = [0.0; CHANNELS];
    let (first, second) = channels.split_at_mut(PACKED);
    for ((first, second), packed) in first.iter_mut().zip(second).zip(packed) {
        *first = f32::from_bits(packed.to_bits() & UPPER_BITS);
        *second = f32::from_bits(packed.to_bits() << 16);
    }
    channels
}

/// The number of the lowest bit that is set, which is taken away; `None` when none is left.
#[inline(always)]
fn take_lowest(bits: &mut u64) -> Option<usize> {
    let lowest = (*bits != 0).then_some(bits.trailing_zeros() as usize);
    *bits &= bits.wrapping_sub(1);
    lowest
}

/// Numbers of a block in vectors.
type Vectors<S> = [f32x16<S>; PARTS];

/// A row of weights.
#[inline(always)]
fn row<S: Simd>(simd: S, bytes: &RowBytes) -> Vectors<S> {
    bytes.map(
        #[inline(always)]
        |part| f32x16::simd_from(simd, part.map(f32::from_le_bytes)),
    )
}

/// Numbers as vectors.
#[inline(always)]
fn vectors<S: Simd>(simd: S, numbers: &Row) -> Vectors<S> {
    let (parts, _) = numbers.as_chunks::<16>();
    core::array::from_fn(
        #[inline(always)]
        |part| f32x16::simd_from(simd, parts[part]),
    )
}

/// Vectors as numbers.
#[inline(always)]
fn numbers<S: Simd>(vectors: Vectors<S>) -> Row {
    let mut row = [0.0; CHANNELS];
    for (to, part) in row.as_chunks_mut::<16>().0.iter_mut().zip(vectors) {
        *to = part.into();
    }
    row
}

/// What is above nought of each.
#[inline(always)]
fn positive<S: Simd>(simd: S, mut vectors: Vectors<S>) -> Vectors<S> {
    for part in &mut vectors {
        *part = part.max(f32x16::splat(simd, 0.0));
    }
    vectors
}

/// Adds a row so many times.
#[inline(always)]
fn add<S: Simd>(simd: S, sums: &mut Vectors<S>, row: Vectors<S>, times: f32) {
    let times = f32x16::splat(simd, times);
    for part in 0..PARTS {
        sums[part] += row[part] * times;
    }
}

/// Adds to sums the rows of weights of channels that are above nought, each as often as its channel
/// says.
#[inline(always)]
fn add_channels<S: Simd>(simd: S, weights: &[RowBytes; CHANNELS], channels: &Row, sums: &mut Vectors<S>) {
    let mut above = 0;
    for (part, vector) in vectors(simd, channels).into_iter().enumerate() {
        above |= vector.simd_gt(f32x16::splat(simd, 0.0)).to_bitmask() << (part * 16);
    }
    while let Some(channel) = take_lowest(&mut above) {
        let channel = channel % CHANNELS;
        add(simd, sums, row(simd, &weights[channel]), channels[channel]);
    }
}

/// The sum of the products of two rows.
#[inline(always)]
fn product<S: Simd>(a: Vectors<S>, b: Vectors<S>) -> f32 {
    let mut sums = a[0] * b[0];
    for part in 1..PARTS {
        sums += a[part] * b[part];
    }
    let sums: [f32; 16] = sums.into();
    let (quarters, _) = sums.as_chunks::<4>();
    let mut sum = [0.0; 4];
    for quarter in quarters {
        for (sum, number) in sum.iter_mut().zip(quarter) {
            *sum += number;
        }
    }
    (sum[0] + sum[1]) + (sum[2] + sum[3])
}

/// What the network of a model says of blocks of whose features so many borders are below their
/// values, those of the page as of the first; for tests. The same with all vector instructions.
#[cfg(test)]
pub(crate) fn logits_of(model: &super::Ensemble, blocks: &[[i8; FEATURE_COUNT]]) -> alloc::vec::Vec<f32> {
    use super::predict::levels;
    let network = model.network().expect("the model has a network");
    let by = |level: Level| {
        let (mut bins, mut layers, mut room) = (Bins::LOWEST, NetworkState::NOTHING, [0.0; ROOM]);
        let bin = |borders: i8| Bins::FIRST + borders;
        bins.of_page
            .iter_mut()
            .zip(&blocks[0][BLOCK_FEATURES..])
            .for_each(|(to, &borders)| *to = bin(borders));
        layers.begin(level, network, &bins);
        let mut claims = alloc::vec::Vec::new();
        for blocks in blocks.chunks(GROUP_BLOCKS) {
            for (lane, block) in blocks.iter().enumerate() {
                bins.of_blocks.iter_mut().zip(block).for_each(|(row, &borders)| row[lane] = bin(borders));
            }
            let logits = layers.predict(level, network, (&bins, blocks.len()), &mut room);
            claims.extend_from_slice(&logits[..blocks.len()]);
        }
        claims
    };
    let all: alloc::vec::Vec<_> = levels().into_iter().map(by).collect();
    assert!(all.iter().all(|claims| *claims == all[0]), "{:?}", levels());
    all[0].clone()
}

#[cfg(test)]
mod tests {
    use super::super::{Ensemble, RawTree, to_bytes};
    use super::*;
    use alloc::{vec, vec::Vec};

    /// A number from -1 to 1 for each place.
    fn any(at: usize) -> f32 {
        (at.wrapping_mul(0x9E37_79B9).wrapping_add(at >> 3) as u32 >> 8) as f32 / (1 << 23) as f32 - 1.0
    }

    fn weights() -> [Row; place::ROWS] {
        core::array::from_fn(|row| core::array::from_fn(|at| any(row * CHANNELS + at) / 8.0))
    }

    fn model(weights: &[Row; place::ROWS]) -> Result<Ensemble, crate::Error> {
        let tree = RawTree { splits: vec![(0, 10.0)], leaves: vec![-100, 100] };
        Ensemble::from_bytes(to_bytes((0.5, 0.01), &[(77, -20)], &[tree], Some(weights)))
    }

    /// The same by plain sums, one block after the other.
    fn slow(weights: &[Row; place::ROWS], blocks: &[[i8; FEATURE_COUNT]]) -> Vec<f64> {
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
        let of_blocks: Vec<Vec<f64>> = blocks
            .iter()
            .map(|block| {
                let mut block = *block;
                block[BLOCK_FEATURES..].copy_from_slice(&blocks[0][BLOCK_FEATURES..]);
                layer(&weights[place::INPUT_BIAS], &[(place::INPUT, &block.map(f64::from))])
            })
            .collect();
        let gates: Vec<f64> = of_blocks
            .iter()
            .map(|channels| f64::from(logistic(product(&weights[place::GATE], channels) as f32)))
            .collect();
        let say = |(at, block): (usize, &Vec<f64>)| {
            let counts = |other: usize| {
                let groups_away = (at / GROUP_BLOCKS).checked_sub(other / GROUP_BLOCKS);
                gates[other] * groups_away.map_or(0.0, |away| f64::from(REMEMBERED).powi(away as i32))
            };
            let open: f64 = (0..blocks.len()).map(counts).sum();
            let mean: Vec<f64> = (0..CHANNELS)
                .map(|channel| {
                    let gated = of_blocks.iter().enumerate().map(|(at, block)| counts(at) * block[channel]);
                    gated.sum::<f64>() / open
                })
                .collect();
            let mixed = layer(&weights[place::MIXING_BIAS], &[(place::MEAN, &mean), (place::MIXING, block)]);
            product(&weights[place::OUTPUT], &mixed)
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
            for (claims, slow) in logits_of(&model, &blocks).into_iter().zip(slow(&weights, &blocks)) {
                assert!((f64::from(claims) - slow).abs() < 1e-2 * (1.0 + slow.abs()), "{claims} {slow}");
            }
        }
        assert_eq!((model.words().weight(77), model.words().weight(78)), (-20, 0), "the words behind it");
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
            weights[place::MEAN][3] = wrong;
            assert!(model(&weights).is_err(), "{wrong}");
        }
    }
}
