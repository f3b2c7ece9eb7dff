//! Contributions of features to the score of a block by the trees.
//!
//! Each tree is descended level by level. The mean of the leaves that are still possible changes at
//! each level. That change is the contribution of the level's feature. Over all levels, the changes
//! sum up to the leaf minus the mean of all leaves. Over all trees, they sum up to the score minus
//! a constant. Departure from Shapley values: levels are visited in tree order only, and all leaves
//! weigh the same.
//!
//! Cost for one block: number of trees times twice their leaves. Holds nothing. Runs only on
//! request.

use crate::feature::names::name;
use crate::feature::vector::FEATURE_COUNT;
use crate::model::{Bins, Ensemble, LEAVES, LEVELS, Tree};
use alloc::string::String;

/// Maximum number of contributions that are reported for a block.
const MAX_CONTRIBUTIONS: usize = 5;

/// Contribution of one feature to the score of a line-block by the trees. The network has no
/// contributions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Contribution {
    /// Name of the feature.
    pub name: &'static str,
    /// Value of the feature.
    pub value: f32,
    /// Change of the trees' score, in logits; positive values move the block towards content. The
    /// trees have a weight of 0.4 in a block's score. Where the network is confident, they have no
    /// weight, and this is only what they would predict.
    pub moved: f32,
}

/// The word or two, among the first of a block, that weigh most in the model's text table.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct KeyPhrase {
    /// The words as they are in the text.
    pub text: String,
    /// Their weight, in logits; positive where they are usual in content.
    pub weight: f32,
}

/// The strongest contributions to the score of a block, in descending order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contributions {
    strongest: [Contribution; MAX_CONTRIBUTIONS],
    pub(crate) phrase: Option<KeyPhrase>,
}

impl Contributions {
    /// The contributions that are not zero.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Contribution> + use<> {
        self.strongest.into_iter().take_while(|fact| fact.moved != 0.0)
    }
}

/// Adds the contribution of each feature, for one lane of `bins`, to `moved`, in units of the
/// model.
pub(super) fn add_contributions(
    model: &Ensemble,
    bins: &Bins,
    lane: usize,
    moved: &mut [f32; FEATURE_COUNT],
) {
    let mut sums = [0; 2 * LEAVES];
    for tree in model.trees() {
        add_up(&tree, &mut sums);
        let mean = |answers: usize, known: usize| {
            sums[(1 << answers) + known] as f32 / (1_u32 << (LEVELS - answers)) as f32
        };
        let mut known = 0;
        let mut before = mean(0, known);
        for (level, (feature, border)) in tree.splits().enumerate() {
            known |= usize::from(bins.at(feature, lane) >= border) << level;
            let after = mean(level + 1, known);
            moved[feature] += after - before;
            before = after;
        }
    }
}

/// Sums of the leaves that are still possible after the first levels. After `answers` levels with
/// the answers `known`, the sum is at `(1 << answers) + known`.
fn add_up(tree: &Tree<'_>, sums: &mut [i32; 2 * LEAVES]) {
    for (sum, leaf) in sums[LEAVES..].iter_mut().zip(tree.leaves()) {
        *sum = i32::from(leaf);
    }
    for answers in (0..LEVELS).rev() {
        let (fewer, more) = sums.split_at_mut(2 << answers);
        // The next answer is no, or yes.
        let (no, yes) = more.split_at(1 << answers);
        for ((sum, no), yes) in fewer[1 << answers..].iter_mut().zip(no).zip(yes) {
            *sum = no + yes;
        }
    }
}

/// The strongest contributions. `moved` is in units of the model, `unit` is a unit in logits, and
/// `value` gives the value of a feature. Of equal contributions, the one of the first feature comes
/// first.
pub(super) fn strongest(
    moved: &[f32; FEATURE_COUNT],
    unit: f32,
    value: impl Fn(usize) -> f32,
) -> Contributions {
    let mut contributions = Contributions::default();
    for (feature, &units) in moved.iter().enumerate() {
        let moved = units * unit;
        let Some(at) = contributions.strongest.iter().position(|fact| moved.abs() > fact.moved.abs()) else {
            continue;
        };
        contributions.strongest[at..].rotate_right(1);
        contributions.strongest[at] = Contribution { name: name(feature), value: value(feature), moved };
    }
    contributions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feature::vector::{BATCH_LANES, BLOCK_FEATURES};
    use crate::model::{RawTree, to_bytes, vector_level};
    use alloc::vec;

    /// A model of three trees of two levels each.
    fn model() -> Ensemble {
        let tree = |features: [u8; 2], leaves: [i8; 4]| RawTree {
            splits: vec![(features[0], 1.0), (features[1], 1.0)],
            leaves: leaves.to_vec(),
        };
        let trees =
            [tree([0, 1], [-10, 10, -20, 40]), tree([1, 2], [0, 5, 0, 5]), tree([2, 9], [0, 0, -30, -30])];
        Ensemble::from_bytes(to_bytes((0.25, 0.125), &[], &trees, None, &[])).expect("the model is sound")
    }

    #[test]
    fn what_the_levels_moved_is_the_leaf_less_the_mean_of_all() {
        let model = model();
        let mut batch = [[0.0; BATCH_LANES]; BLOCK_FEATURES];
        (batch[0][2], batch[1][2]) = (5.0, 5.0);
        let mut moved = [0.0; FEATURE_COUNT];
        let mut bins = Bins::LOWEST;
        model.bin(vector_level(), &batch, 0, &mut bins);
        add_contributions(&model, &bins, 2, &mut moved);
        // Means: all 5; feature 0 known 25; both 40. All 2.5; feature 1 known 5; both 5. All -15;
        // feature 9 known 0.
        assert_eq!(moved[..3], [20.0, 15.0 + 2.5, 0.0]);
        assert_eq!(moved[9], 15.0);
        let start_and_means = 2.0 + 5.0 + 2.5 - 15.0;
        let sums = model.predict(vector_level(), &bins, BATCH_LANES);
        assert_eq!(moved.iter().sum::<f32>() + start_and_means, sums[2] as f32);
    }

    /// Reference for the means: the mean over all leaves whose number agrees with `known` in the
    /// bits of `mask`.
    fn slow_mean(leaves: impl Iterator<Item = i8>, known: usize, mask: usize) -> f32 {
        let possible = leaves.enumerate().filter(|(number, _)| number & mask == known);
        let possible: vec::Vec<f32> = possible.map(|(_, leaf)| f32::from(leaf)).collect();
        possible.iter().sum::<f32>() / possible.len() as f32
    }

    #[test]
    #[cfg(feature = "model")]
    fn sums_of_leaves_give_the_same_means_as_all_leaves() {
        let model = Ensemble::built_in().expect("the model is sound");
        let mut bins = Bins::LOWEST;
        for (feature, row) in bins.of_blocks.iter_mut().enumerate() {
            *row = core::array::from_fn(|lane| ((feature * 7 + lane * 13) % 29) as i8);
        }
        for lane in 0..BATCH_LANES {
            let (mut moved, mut expected) = ([0.0; FEATURE_COUNT], [0.0; FEATURE_COUNT]);
            add_contributions(&model, &bins, lane, &mut moved);
            for tree in model.trees() {
                let (mut known, mut mask) = (0, 0);
                let mut before = slow_mean(tree.leaves(), known, mask);
                for (level, (feature, border)) in tree.splits().enumerate() {
                    known |= usize::from(bins.at(feature, lane) >= border) << level;
                    mask |= 1 << level;
                    let after = slow_mean(tree.leaves(), known, mask);
                    expected[feature] += after - before;
                    before = after;
                }
            }
            assert_eq!(moved, expected, "lane {lane}");
        }
    }

    #[test]
    fn the_strongest_come_first_and_what_moved_nothing_not_at_all() {
        let mut moved = [0.0; FEATURE_COUNT];
        (moved[3], moved[7], moved[9]) = (-20.0, 10.0, 10.0);
        let value = |feature: usize| if feature == 3 { 7.5 } else { 0.0 };
        let contributions = strongest(&moved, 0.1, value);
        let found: vec::Vec<_> =
            contributions.iter().map(|fact| (fact.name, fact.value, fact.moved)).collect();
        assert_eq!(found, [(name(3), 7.5, -2.0), (name(7), 0.0, 1.0), (name(9), 0.0, 1.0)]);
        moved[10..20].fill(1.0);
        assert_eq!(strongest(&moved, 0.1, value).iter().count(), MAX_CONTRIBUTIONS);
    }
}
