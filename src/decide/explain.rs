//! Which features moved the score of a block most.
//!
//! A tree is walked level by level: what its leaves are worth on average changes when a level's
//! answer becomes known, and that change is the work of the level's feature. Over all levels the
//! changes sum up to the leaf less the mean of all leaves; so over all trees they sum up to its
//! score, less what every block has in common. Departure from Shapley values: the levels are asked
//! in the order of the tree only, and all leaves count alike.
//!
//! Cost: of one block, trees times twice their leaves; holds nothing. Only for callers that ask.

use crate::feature::names::name;
use crate::feature::vector::FEATURE_COUNT;
use crate::model::{Bins, Ensemble, LEAVES, LEVELS, Tree};

/// Contributions that are told of one block.
const MAX_FACTS: usize = 5;

/// A feature of a line-block that moved what the trees say of it; the network beside them tells no
/// reasons.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Contribution {
    /// What the feature is called.
    pub name: &'static str,
    /// Its value.
    pub value: f32,
    /// By how much it moved what the trees say, in logits: up, towards content, if above zero. Four
    /// tenths of a block's own score are the trees', and nothing of it where the network is
    /// sure: then it is what they would say.
    pub moved: f32,
}

/// The features that moved the score of a block most, the strongest first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Contributions([Contribution; MAX_FACTS]);

impl Contributions {
    /// Those that moved it at all.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Contribution> + use<> {
        self.0.into_iter().take_while(|fact| fact.moved != 0.0)
    }
}

/// Adds up how far each feature of one lane of `bins` moves the sum of the trees, in units of the
/// model.
pub(super) fn add_moves(model: &Ensemble, bins: &Bins, lane: usize, moved: &mut [f32; FEATURE_COUNT]) {
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

/// Sums of the leaves that the first answers leave possible: where `answers` of them are `known`,
/// at `(1 << answers) + known`.
fn add_up(tree: &Tree<'_>, sums: &mut [i32; 2 * LEAVES]) {
    for (sum, leaf) in sums[LEAVES..].iter_mut().zip(tree.leaves()) {
        *sum = i32::from(leaf);
    }
    for answers in (0..LEVELS).rev() {
        let (fewer, more) = sums.split_at_mut(2 << answers);
        // What comes next is no, or yes.
        let (no, yes) = more.split_at(1 << answers);
        for ((sum, no), yes) in fewer[1 << answers..].iter_mut().zip(no).zip(yes) {
            *sum = no + yes;
        }
    }
}

/// The features that moved most, by so many units of so many logits, with what `value` says of
/// each; the first of two that moved alike.
pub(super) fn strongest(
    moved: &[f32; FEATURE_COUNT],
    unit: f32,
    value: impl Fn(usize) -> f32,
) -> Contributions {
    let mut contributions = Contributions::default();
    for (feature, &units) in moved.iter().enumerate() {
        let moved = units * unit;
        let Some(at) = contributions.0.iter().position(|fact| moved.abs() > fact.moved.abs()) else {
            continue;
        };
        contributions.0[at..].rotate_right(1);
        contributions.0[at] = Contribution { name: name(feature), value: value(feature), moved };
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
        Ensemble::from_bytes(to_bytes((0.25, 0.125), &[], &trees, None)).expect("the model is sound")
    }

    #[test]
    fn what_the_levels_moved_is_the_leaf_less_the_mean_of_all() {
        let model = model();
        let mut batch = [[0.0; BATCH_LANES]; BLOCK_FEATURES];
        (batch[0][2], batch[1][2]) = (5.0, 5.0);
        let mut moved = [0.0; FEATURE_COUNT];
        let mut bins = Bins::LOWEST;
        model.bin(vector_level(), &batch, 0, &mut bins);
        add_moves(&model, &bins, 2, &mut moved);
        // Means: all 5; feature 0 known 25; both 40. All 2.5; feature 1 known 5; both 5. All -15; feature 9
        // known 0.
        assert_eq!(moved[..3], [20.0, 15.0 + 2.5, 0.0]);
        assert_eq!(moved[9], 15.0);
        let start_and_means = 2.0 + 5.0 + 2.5 - 15.0;
        let sums = model.predict(vector_level(), &bins, BATCH_LANES);
        assert_eq!(moved.iter().sum::<f32>() + start_and_means, sums[2] as f32);
    }

    /// The same, each mean from all leaves: the mean of those whose number agrees with `known` in
    /// the bits of `mask`.
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
            add_moves(&model, &bins, lane, &mut moved);
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
        assert_eq!(strongest(&moved, 0.1, value).iter().count(), MAX_FACTS);
    }
}
