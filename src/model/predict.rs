//! Prediction by the trees, for many blocks at once.

use super::ensemble::Ensemble;
use super::format::{Bins, GROUP_BLOCKS, LEAVES, MAX_BORDERS, Tree, TreeBytes};
use crate::feature::vector::{BATCH_LANES, BLOCK_FEATURES, Batch, FEATURE_COUNT, PageFeatures};
use fearless_simd::prelude::*;
use fearless_simd::{Level, Select, Simd, dispatch, f32x16, i8x32, i8x64, i16x32, u8x64, u32x8, u32x16};

impl Bins {
    /// The bins of a lane, with one for each value of a feature byte.
    fn of_lane(&self, lane: usize) -> [i8; 256] {
        let mut bins = [Self::FIRST; 256];
        bins.iter_mut().zip(&self.of_blocks).for_each(|(bin, row)| *bin = row[lane]);
        bins[BLOCK_FEATURES..FEATURE_COUNT].copy_from_slice(&self.of_page);
        bins
    }

    /// The bins of each feature in all lanes.
    fn rows(&self) -> Rows<'_> {
        core::array::from_fn(|feature| match self.of_blocks.get(feature) {
            Some(row) => row,
            None => &SAME_IN_ALL_LANES[bin_index(self.of_page.get(feature - BLOCK_FEATURES).copied())],
        })
    }
}

/// A row of bins for each value of a feature byte, so that look-ups need no bounds check.
type Rows<'a> = [&'a [i8; GROUP_BLOCKS]; 256];
const _: () = assert!(FEATURE_COUNT <= 256, "a byte tells features apart");

/// For each possible bin, a row with that bin in all lanes.
static SAME_IN_ALL_LANES: [[i8; GROUP_BLOCKS]; MAX_BORDERS + 1] = {
    let mut rows = [[Bins::FIRST; GROUP_BLOCKS]; MAX_BORDERS + 1];
    let mut border = 0;
    while border < MAX_BORDERS {
        rows[border + 1] = [border as i8; GROUP_BLOCKS];
        border += 1;
    }
    rows
};

/// Index of a bin among all possible bins; 0 for `None`.
fn bin_index(bin: Option<i8>) -> usize {
    bin.map_or(0, |bin| usize::from(bin.abs_diff(Bins::FIRST)))
}

/// Sums of leaves for all lanes, in units of the model.
pub(crate) type Sums = [i32; GROUP_BLOCKS];

/// Number of borders that are compared before an early exit is tested: a branch takes longer than
/// some comparisons.
const BORDERS_AT_ONCE: usize = 8;

/// Number of trees whose leaves are added in 16 bits before the sum is added in 32 bits.
const TREES_PER_I16_SUM: usize = i16::MAX as usize / LEAVES;
const _: () = assert!(LEAVES > i8::MAX as usize, "a leaf is at most so far from zero");

/// The best vector instructions of this processor. Results are the same with all of them.
pub(crate) fn vector_level() -> Level {
    Level::try_detect().unwrap_or(Level::baseline())
}

impl Ensemble {
    /// Quantizes the features of a page into bins.
    ///
    /// Cost: a binary search among the borders of each feature. Holds nothing.
    pub(crate) fn quantize_page(&self, values: &PageFeatures, bins: &mut Bins) {
        for (bin, (borders, &value)) in bins.of_page.iter_mut().zip(self.page_borders().zip(values)) {
            let above = borders.0.partition_point(|&border| f32::from_le_bytes(border) < value);
            *bin = Bins::FIRST + above as i8;
        }
    }

    /// Quantizes the features of batch `number` of a group into bins.
    ///
    /// Cost: for all lanes at once, a comparison with each border up to the greatest value. Holds
    /// nothing.
    pub(crate) fn bin(&self, level: Level, batch: &Batch, number: usize, bins: &mut Bins) {
        dispatch!(level, simd => self.bin_by(simd, batch, number, bins));
    }

    #[inline(always)]
    fn bin_by<S: Simd>(&self, simd: S, batch: &Batch, number: usize, bins: &mut Bins) {
        for (row, (borders, values)) in bins.of_blocks.iter_mut().zip(self.all_borders().zip(batch)) {
            let values = f32x16::simd_from(simd, *values);
            let mut above = u32x16::splat(simd, 0);
            for borders in borders.0.chunks(BORDERS_AT_ONCE) {
                let is_above =
                    |border: [u8; 4]| values.simd_gt(f32x16::splat(simd, f32::from_le_bytes(border)));
                // Borders ascend, so no value is above the others, either.
                if !is_above(borders[0]).any_true() {
                    break;
                }
                for &border in borders {
                    above = is_above(border).select(above + u32x16::splat(simd, 1), above);
                }
            }
            let above: [u32; BATCH_LANES] = above.into();
            row.as_chunks_mut().0[number] = above.map(|borders| Bins::FIRST + borders as i8);
        }
    }

    /// The sums of leaves over all trees for the first `lanes` lanes; the other lanes hold
    /// arbitrary numbers.
    ///
    /// Cost: for each vector of lanes, a comparison per level and a look-up per tree. At most half
    /// of the lanes are computed if they suffice, and a single lane without vectors. Holds nothing.
    pub(crate) fn predict(&self, level: Level, bins: &Bins, lanes: usize) -> Sums {
        let trees = self.tree_bytes();
        let mut sums = [self.start; GROUP_BLOCKS];
        if level.is_fallback() || lanes == 1 {
            for (lane, sum) in sums[..lanes].iter_mut().enumerate() {
                *sum += sum_of_leaves(trees, &bins.of_lane(lane));
            }
            return sums;
        }
        let rows = bins.rows();
        dispatch!(level, simd => if lanes > GROUP_BLOCKS / 2 {
            add_trees(simd, trees, &rows, &mut sums);
        } else {
            add_trees_to_half(simd, trees, &rows, &mut sums);
        });
        sums
    }
}

/// Each border four times. Processors repeat four bytes in a vector as they load them, but not one.
static FOUR_TIMES: [u32; 256] = {
    let mut borders = [0; 256];
    let mut border = 0;
    while border < borders.len() {
        borders[border] = u32::from_le_bytes([border as u8; 4]);
        border += 1;
    }
    borders
};

/// The numbers of leaves, each subtracted from that of the last leaf, in a vector of lanes. `words`
/// repeats four bytes.
///
/// Comparisons are inverted: border > bin. Processors only offer greater-than with the second
/// operand in memory, and the border must be loaded into a vector anyway.
#[inline(always)]
fn other_leaves<S: Simd, V: SimdInt<S, Element = i8>>(
    simd: S,
    tree: &Tree<'_>,
    rows: &Rows<'_>,
    words: impl Fn(u32) -> V,
) -> V
where
    V::Mask: Select<V>,
{
    let none = V::splat(simd, 0);
    let mut other_leaf = none;
    for (level, (&feature, &border)) in tree.features.iter().zip(tree.borders).enumerate() {
        let bins = V::from_slice(simd, &rows[usize::from(feature)][..V::LEN]);
        let is_below = words(FOUR_TIMES[usize::from(border)]).simd_gt(bins);
        other_leaf += is_below.select(V::splat(simd, 1 << level), none);
    }
    other_leaf
}

/// The leaves of a tree for all lanes: a look-up in a table of two vectors.
#[inline(always)]
fn leaves_of<S: Simd>(simd: S, tree: &Tree<'_>, other_leaf: i8x64<S>) -> (i16x32<S>, i16x32<S>) {
    let (halves, _) = tree.leaves.as_chunks();
    let [no, yes] = [0, 1].map(|number| u8x64::simd_from(simd, halves[number]));
    let leaf = u8x64::splat(simd, LEAVES as u8 - 1) - other_leaf.bitcast::<u8x64<S>>();
    no.concat_swizzle_dyn(yes, leaf).bitcast::<i8x64<S>>().widen()
}

/// Adds the leaves of trees to sums.
#[inline(always)]
fn add_trees<S: Simd>(simd: S, trees: &[TreeBytes], rows: &Rows<'_>, sums: &mut Sums) {
    for trees in trees.chunks(TREES_PER_I16_SUM) {
        let (mut low, mut high) = (i16x32::splat(simd, 0), i16x32::splat(simd, 0));
        for tree in trees.iter().map(Tree::of) {
            let words = |word| u32x16::splat(simd, word).bitcast();
            let (first, second) = leaves_of(simd, &tree, other_leaves(simd, &tree, rows, words));
            low += first;
            high += second;
        }
        add_short(sums, low.into());
        add_short(&mut sums[GROUP_BLOCKS / 2..], high.into());
    }
}

/// [`add_trees`] to the first half of the lanes.
#[inline(always)]
fn add_trees_to_half<S: Simd>(simd: S, trees: &[TreeBytes], rows: &Rows<'_>, sums: &mut Sums) {
    for trees in trees.chunks(TREES_PER_I16_SUM) {
        let mut low = i16x32::splat(simd, 0);
        for tree in trees.iter().map(Tree::of) {
            let words = |word| u32x8::splat(simd, word).bitcast::<i8x32<S>>();
            let other_leaf = other_leaves(simd, &tree, rows, words);
            low += leaves_of(simd, &tree, other_leaf.combine(other_leaf)).0;
        }
        add_short(sums, low.into());
    }
}

/// Adds sums of 16 bits to the first ones of these.
#[inline(always)]
fn add_short(sums: &mut [i32], short: [i16; GROUP_BLOCKS / 2]) {
    sums.iter_mut().zip(short).for_each(|(sum, short)| *sum += i32::from(short));
}

/// The sum of leaves of one block.
fn sum_of_leaves(trees: &[TreeBytes], bins: &[i8; 256]) -> i32 {
    let leaf = |tree: Tree<'_>| {
        let leaf = tree
            .splits()
            .rev()
            .fold(0, |leaf, (feature, border)| leaf << 1 | usize::from(bins[feature % bins.len()] >= border));
        i32::from(tree.leaves[leaf % LEAVES].cast_signed())
    };
    trees.iter().map(Tree::of).map(leaf).sum()
}

#[cfg(test)]
mod tests {
    use super::super::ensemble::tests::small;
    use super::super::levels::levels;
    use super::super::{LEVELS, RawTree, to_bytes};
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;

    /// The sums of a model for the blocks of some batches. Checks that all vector instructions
    /// agree.
    fn sums(model: &Ensemble, batches: &[Batch], of_page: &PageFeatures) -> Sums {
        let lanes = BATCH_LANES * batches.len();
        let bins = |level| {
            let mut bins = Bins::LOWEST;
            model.quantize_page(of_page, &mut bins);
            for (number, batch) in batches.iter().enumerate() {
                model.bin(level, batch, number, &mut bins);
            }
            bins
        };
        let sums = |level| model.predict(level, &bins(level), lanes);
        let all: Vec<Sums> = levels().into_iter().map(sums).collect();
        assert!(all.iter().all(|sums| *sums == all[0]), "{:?}: {all:?}", levels());
        let bins = bins(vector_level());
        let by_lane = |lane| model.start + sum_of_leaves(model.tree_bytes(), &bins.of_lane(lane));
        assert_eq!((0..lanes).map(by_lane).collect::<Vec<_>>(), all[0][..lanes]);
        all[0]
    }

    /// Reference for the sums of one batch: one lane after the other, with borders in place of
    /// bins.
    fn slow_sums(model: &Ensemble, batch: &Batch, of_page: &PageFeatures) -> [i32; BATCH_LANES] {
        core::array::from_fn(|lane| {
            let leaf = |tree: &Tree<'_>| {
                let answers = tree.splits().map(|(feature, border)| {
                    let value = match feature.checked_sub(BLOCK_FEATURES) {
                        Some(feature) => of_page[feature],
                        None => batch[feature][lane],
                    };
                    let borders = model.all_borders().nth(feature).expect("all features have borders");
                    value > f32::from_le_bytes(borders.0[border as usize])
                });
                answers.enumerate().fold(0, |leaf, (level, answer)| leaf | usize::from(answer) << level)
            };
            let leaves = model.trees().map(|tree| {
                let leaf = leaf(&tree);
                i32::from(tree.leaves().nth(leaf).expect("a tree has all leaves"))
            });
            model.start + leaves.sum::<i32>()
        })
    }

    #[test]
    fn a_model_is_read_as_it_was_written() {
        let model = Ensemble::from_bytes(small()).unwrap();
        let mut batch = [[0.0; BATCH_LANES]; BLOCK_FEATURES];
        batch[0][3] = 11.0;
        let sums = sums(&model, &[batch], &[0.0; FEATURE_COUNT - BLOCK_FEATURES]);
        assert_eq!((sums[0], sums[3]), (50 - 100, 50 + 100));
        assert_eq!(model.unit(), 0.01);
        assert_eq!((model.words().weight(77), model.words().weight(78)), (-20, 0));
    }

    #[test]
    fn sums_of_more_trees_than_16_bits_hold_do_not_overflow() {
        let trees = |leaf: i8| -> Vec<RawTree> {
            (0..3 * TREES_PER_I16_SUM + 7)
                .map(|_| RawTree { splits: vec![(0, 10.0)], leaves: vec![leaf, leaf] })
                .collect()
        };
        for leaf in [i8::MIN, i8::MAX] {
            let trees = trees(leaf);
            let model = Ensemble::from_bytes(to_bytes((0.0, 1.0), &[], &trees, None, &[])).unwrap();
            let batches = [[[0.0; BATCH_LANES]; BLOCK_FEATURES]; GROUP_BLOCKS / BATCH_LANES];
            let sums = sums(&model, &batches, &[0.0; FEATURE_COUNT - BLOCK_FEATURES]);
            assert_eq!(sums, [trees.len() as i32 * i32::from(leaf); GROUP_BLOCKS]);
        }
    }

    #[test]
    fn blocks_are_brought_to_the_first_lanes() {
        for level in levels() {
            let mut bins = Bins::LOWEST;
            for (feature, row) in bins.of_blocks.iter_mut().enumerate() {
                *row = core::array::from_fn(|lane| ((feature * 7 + lane * 13) % 127) as i8);
            }
            let before = bins.clone();
            let lanes: [u8; GROUP_BLOCKS] =
                core::array::from_fn(|lane| (2 * lane + 1).min(GROUP_BLOCKS - 1) as u8);
            bins.gather(level, &lanes);
            for (row, before) in bins.of_blocks.iter().zip(&before.of_blocks) {
                assert_eq!(*row, lanes.map(|lane| before[usize::from(lane)]));
            }
        }
    }

    proptest::proptest! {
        #[test]
        fn bins_decide_as_the_borders_do(
            levels in 1_usize..=LEVELS,
            numbers in proptest::collection::vec((0..FEATURE_COUNT as u8, -3_i8..40), 40),
            values in proptest::collection::vec(-8_i8..80, 64),
        ) {
            let border = |at: usize| f32::from(numbers[at % numbers.len()].1) / 2.0;
            let tree = |number: usize| RawTree {
                splits: (0..levels).map(|level| (numbers[(5 * number + level) % 40].0, border(number + level))).collect(),
                leaves: (0..1 << levels).map(|leaf| (leaf * 37 % 251) as u8 as i8).collect(),
            };
            let trees: Vec<RawTree> = (0..90).map(tree).collect();
            let model = Ensemble::from_bytes(to_bytes((-0.5, 0.01), &[], &trees, None, &[])).unwrap();
            let value = |at: usize| f32::from(values[at % values.len()]) / 4.0;
            let batch = |number: usize| -> Batch {
                core::array::from_fn(|feature| core::array::from_fn(|lane| value(7 * feature + lane + 5 * number)))
            };
            let batches: [Batch; GROUP_BLOCKS / BATCH_LANES] = core::array::from_fn(batch);
            let of_page: PageFeatures = core::array::from_fn(|feature| value(7 * feature));
            let expected: Vec<i32> = batches.iter().flat_map(|batch| slow_sums(&model, batch, &of_page)).collect();
            proptest::prop_assert_eq!(&sums(&model, &batches, &of_page)[..], &expected[..]);
            let half = GROUP_BLOCKS / 2;
            proptest::prop_assert_eq!(&sums(&model, &batches[..half / BATCH_LANES], &of_page)[..half], &expected[..half]);
        }
    }
}
