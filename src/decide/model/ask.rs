//! Trees are asked about many blocks at once.

use super::{GREATEST_DEPTH, Model, tree_bytes};
use crate::feature::vector::{Batch, FEATURES, LANES, OF_PAGE, PageFeatures};
use core::ops::Range;

/// For [`LANES`] blocks, or more, the bin of each feature: the number of its borders that the value is above.
pub(crate) type Bins<const WIDTH: usize = LANES> = [[u8; WIDTH]; FEATURES];

/// Sums of leaves for as many blocks.
pub(crate) type Sums<const WIDTH: usize = LANES> = [i32; WIDTH];

impl Model {
    /// What all blocks begin with.
    pub(in crate::decide) fn start(&self) -> Sums {
        [self.start; LANES]
    }

    /// Puts the features of a page into their bins, in all lanes.
    ///
    /// Cost: a search among the borders of each; holds nothing.
    pub(in crate::decide) fn bin_page(&self, values: &PageFeatures, bins: &mut Bins) {
        for (row, (borders, &value)) in
            bins[OF_PAGE..].iter_mut().zip(self.all_borders().skip(OF_PAGE).zip(values))
        {
            let above = borders.0.partition_point(|&border| f32::from_le_bytes(border) < value);
            *row = [above as u8; LANES];
        }
    }

    /// Puts the features of a batch into their bins.
    ///
    /// Cost: a comparison for each border between the least and the greatest value, for all lanes at once; holds nothing.
    pub(in crate::decide) fn bin(&self, batch: &Batch, bins: &mut Bins) {
        for (row, (borders, values)) in bins.iter_mut().zip(self.all_borders().zip(batch)) {
            let borders = borders.0;
            let greatest = best(values, |a, b| a > b);
            let least = best(values, |a, b| a < b);
            // They ascend: all values are above the first ones, and none is above the last ones.
            let is_below_all = |border: &[u8; 4]| f32::from_le_bytes(*border) < least;
            let all_above = match borders.first() {
                // No search where some value is below all of them.
                Some(border) if is_below_all(border) => borders.partition_point(is_below_all),
                _ => 0,
            };
            // As wide as the values, for vector instructions.
            let mut above = [all_above as u32; LANES];
            for border in &borders[all_above..] {
                let border = f32::from_le_bytes(*border);
                if greatest <= border {
                    break;
                }
                for lane in 0..LANES {
                    above[lane] += u32::from(values[lane] > border);
                }
            }
            *row = above.map(|borders| borders as u8);
        }
    }

    /// Adds what the trees of these numbers say of the first `USED` lanes, a multiple of [`LANES`].
    ///
    /// Cost: trees times depth comparisons for as many lanes as a vector holds at once; holds nothing.
    pub(in crate::decide) fn add<const USED: usize, const WIDTH: usize>(
        &self,
        trees: Range<usize>,
        bins: &Bins<WIDTH>,
        sums: &mut Sums<WIDTH>,
    ) {
        let size = tree_bytes(self.depth);
        let (from, to) = (trees.start.min(self.trees), trees.end.min(self.trees));
        let bytes = &self.bytes[self.trees_at + from * size..];
        let count = to - from;
        // For each depth a loop of its own, whose number of steps is known when it is compiled.
        match self.depth {
            0 => add_trees::<0, USED, WIDTH>(bytes, count, bins, sums),
            1 => add_trees::<1, USED, WIDTH>(bytes, count, bins, sums),
            2 => add_trees::<2, USED, WIDTH>(bytes, count, bins, sums),
            3 => add_trees::<3, USED, WIDTH>(bytes, count, bins, sums),
            4 => add_trees::<4, USED, WIDTH>(bytes, count, bins, sums),
            5 => add_trees::<5, USED, WIDTH>(bytes, count, bins, sums),
            6 => add_trees::<6, USED, WIDTH>(bytes, count, bins, sums),
            7 => add_trees::<7, USED, WIDTH>(bytes, count, bins, sums),
            _ => add_trees::<GREATEST_DEPTH, USED, WIDTH>(bytes, count, bins, sums),
        }
    }
}

/// As many leaves as a byte can number, so that no number needs to be looked at.
type Leaves = [[u8; 2]; 256];

/// Adds what so many trees of one depth say of the first lanes; `bytes` begins with them, and may go on.
// A function of its own: among others, the compiler has too few registers for it.
#[inline(never)]
fn add_trees<const DEPTH: usize, const USED: usize, const WIDTH: usize>(
    bytes: &[u8],
    count: usize,
    bins: &Bins<WIDTH>,
    sums: &mut Sums<WIDTH>,
) {
    const { assert!(USED <= WIDTH && USED.is_multiple_of(LANES)) };
    let mut padded: Leaves = [[0; 2]; 256];
    let Some(sums) = sums.first_chunk_mut::<USED>() else { return };
    for number in 0..count {
        let Some(rest) = bytes.get(number * tree_bytes(DEPTH)..) else { break };
        let Some((splits, rest)) = rest.as_chunks().0.split_first_chunk::<DEPTH>() else { break };
        // Behind a tree's own leaves there are other bytes, up to the last trees of a model.
        let leaves = rest.first_chunk().unwrap_or_else(|| {
            let own = rest.len().min(1 << DEPTH);
            padded[..own].copy_from_slice(&rest[..own]);
            &padded
        });
        let mut leaf = [0_u8; USED];
        for (level, &[feature, border]) in splits.iter().enumerate() {
            let (parts, _) = bins[usize::from(feature)].as_chunks::<LANES>();
            // Part by part: the compiler knows how to do as many lanes at once.
            for (leaf, bins) in leaf.as_chunks_mut::<LANES>().0.iter_mut().zip(parts) {
                for lane in 0..LANES {
                    leaf[lane] |= u8::from(bins[lane] > border) << level;
                }
            }
        }
        for (sums, leaf) in sums.as_chunks_mut::<LANES>().0.iter_mut().zip(leaf.as_chunks::<LANES>().0) {
            for lane in 0..LANES {
                sums[lane] += i32::from(i16::from_le_bytes(leaves[usize::from(leaf[lane])]));
            }
        }
    }
}

/// That of some values which is better than all others.
#[inline(always)]
fn best(values: &[f32; LANES], is_better: impl Fn(f32, f32) -> bool) -> f32 {
    // Half against half, for vector instructions.
    let mut best = *values;
    let mut half = LANES / 2;
    while half > 0 {
        for lane in 0..half {
            let other = best[lane + half];
            best[lane] = if is_better(other, best[lane]) { other } else { best[lane] };
        }
        half /= 2;
    }
    best[0]
}

#[cfg(test)]
mod tests {
    use super::super::tests::small;
    use super::super::{RawTree, Tree, to_bytes};
    use super::*;
    use alloc::vec::Vec;

    /// What a model says of each lane.
    fn sums(model: &Model, batch: &Batch, of_page: &PageFeatures) -> Sums {
        let (mut bins, mut sums) = ([[0; LANES]; FEATURES], model.start());
        model.bin(batch, &mut bins);
        model.bin_page(of_page, &mut bins);
        model.add::<LANES, _>(0..model.len(), &bins, &mut sums);
        sums
    }

    /// The same of twice as many lanes, in which the batch stands twice, of which `USED` are asked for.
    fn wide_sums<const USED: usize>(model: &Model, batch: &Batch, of_page: &PageFeatures) -> Vec<i32> {
        let mut bins = [[0; LANES]; FEATURES];
        model.bin(batch, &mut bins);
        model.bin_page(of_page, &mut bins);
        let bins: Bins<{ 2 * LANES }> = bins.map(|row| core::array::from_fn(|lane| row[lane % LANES]));
        let mut sums = [model.start; 2 * LANES];
        model.add::<USED, _>(0..model.len(), &bins, &mut sums);
        sums.to_vec()
    }

    /// The same, one lane after the other, by the borders themselves.
    fn slow_sums(model: &Model, batch: &Batch, of_page: &PageFeatures) -> Sums {
        core::array::from_fn(|lane| {
            let leaf = |tree: &Tree<'_>| {
                let answers = tree.splits().iter().map(|&[feature, border]| {
                    let feature = usize::from(feature);
                    let value = match feature.checked_sub(OF_PAGE) {
                        Some(feature) => of_page[feature],
                        None => batch[feature][lane],
                    };
                    let borders = model.all_borders().nth(feature).expect("all features have borders");
                    value > f32::from_le_bytes(borders.0[usize::from(border)])
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
        let model = Model::from_bytes(small()).unwrap();
        let mut batch = [[0.0; LANES]; OF_PAGE];
        batch[0][3] = 11.0;
        let sums = sums(&model, &batch, &[0.0; FEATURES - OF_PAGE]);
        assert_eq!((sums[0], sums[3]), (-512, 1536));
        assert_eq!((model.words().weight(77), model.words().weight(78)), (-20, 0));
    }

    proptest::proptest! {
        #[test]
        fn bins_decide_as_the_borders_do(
            depth in 0_usize..=GREATEST_DEPTH,
            numbers in proptest::collection::vec((0..FEATURES as u8, -3_i8..4), 40),
            values in proptest::collection::vec(-8_i8..8, 64),
        ) {
            let border = |at: usize| f32::from(numbers[at % numbers.len()].1) / 2.0;
            let tree = |number: usize| RawTree {
                splits: (0..depth).map(|level| (numbers[(5 * number + level) % 40].0, border(number + level))).collect(),
                leaves: (0..1 << depth).map(|leaf| (leaf * 37 % 101) as f32 / 50.0 - 1.0).collect(),
            };
            let trees: Vec<RawTree> = (0..9).map(tree).collect();
            let model = Model::from_bytes(to_bytes(depth, -0.5, &[], &trees)).unwrap();
            let value = |at: usize| f32::from(values[at % values.len()]) / 4.0;
            let batch: Vec<[f32; LANES]> =
                (0..OF_PAGE).map(|feature| core::array::from_fn(|lane| value(7 * feature + lane))).collect();
            let batch: &Batch = batch.as_slice().try_into().unwrap();
            let of_page: PageFeatures = core::array::from_fn(|feature| value(7 * feature));
            let expected = slow_sums(&model, batch, &of_page);
            proptest::prop_assert_eq!(sums(&model, batch, &of_page), expected);
            let narrow = [&expected[..], &[model.start; LANES]].concat();
            proptest::prop_assert_eq!(wide_sums::<LANES>(&model, batch, &of_page), narrow);
            proptest::prop_assert_eq!(wide_sums::<{ 2 * LANES }>(&model, batch, &of_page), [expected, expected].concat());
        }
    }
}
