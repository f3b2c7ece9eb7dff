//! Which features moved the score of a block most.
//!
//! A tree is walked level by level: what its leaves are worth on average changes when a level's answer becomes known, and
//! that change is the work of the level's feature. Over all levels the changes sum up to the leaf less the mean of all leaves; so over all
//! trees they sum up to its score, less what every block has in common. Departure from Shapley values: the levels are asked in
//! the order of the tree only, and all leaves count alike.
//!
//! Cost: of one block, trees times leaves times levels; holds nothing. Only for callers that ask.

use super::model::{Model, UNITS_PER_LOGIT};
use crate::feature::names::name;
use crate::feature::vector::{Batch, FEATURES};

/// Facts that are told of one block.
const MOST_FACTS: usize = 5;

/// A feature of a line-block that moved its score.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Fact {
    /// What the feature is called.
    pub name: &'static str,
    /// Its value.
    pub value: f32,
    /// By how much it moved the score, in logits: up, towards content, if above zero.
    pub moved: f32,
}

/// The features that moved the score of a block most, the strongest first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Facts([Fact; MOST_FACTS]);

impl Facts {
    /// Those that moved it at all.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Fact> + use<> {
        self.0.into_iter().take_while(|fact| fact.moved != 0.0)
    }
}

/// Adds up how far each feature of one lane of `batch` moves the sum of the trees, in the model's units.
pub(super) fn add_moves(model: &Model, batch: &Batch, lane: usize, moved: &mut [f32; FEATURES]) {
    for tree in model.trees() {
        let (mut known, mut mask) = (0, 0);
        let mut before = mean(tree.leaves(), known, mask);
        for (level, (feature, border)) in model.splits(&tree).enumerate() {
            known |= usize::from(batch[feature][lane] > border) << level;
            mask |= 1 << level;
            let after = mean(tree.leaves(), known, mask);
            moved[feature] += after - before;
            before = after;
        }
    }
}

/// The mean of the leaves whose number agrees with `known` in the bits of `mask`.
fn mean(leaves: impl Iterator<Item = i16>, known: usize, mask: usize) -> f32 {
    let (mut sum, mut count) = (0, 0);
    for (number, leaf) in leaves.enumerate() {
        if number & mask == known {
            sum += i32::from(leaf);
            count += 1;
        }
    }
    sum as f32 / count.max(1) as f32
}

/// The features that moved most, of those of one lane; the first of two that moved alike.
pub(super) fn strongest(moved: &[f32; FEATURES], batch: &Batch, lane: usize) -> Facts {
    let mut facts = Facts::default();
    for (feature, &units) in moved.iter().enumerate() {
        let moved = units / UNITS_PER_LOGIT;
        let Some(at) = facts.0.iter().position(|fact| moved.abs() > fact.moved.abs()) else { continue };
        facts.0[at..].rotate_right(1);
        facts.0[at] = Fact { name: name(feature), value: batch[feature][lane], moved };
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::super::model::{RawTree, to_bytes};
    use super::*;
    use crate::feature::vector::LANES;
    use alloc::vec;

    /// A model of three trees of two levels each.
    fn model() -> Model {
        let tree = |features: [u8; 2], leaves: [f32; 4]| RawTree {
            splits: vec![(features[0], 1.0), (features[1], 1.0)],
            leaves: leaves.to_vec(),
        };
        let trees = [
            tree([0, 1], [-1.0, 1.0, -2.0, 4.0]),
            tree([1, 2], [0.0, 0.5, 0.0, 0.5]),
            tree([2, 9], [0.0, 0.0, -3.0, -3.0]),
        ];
        Model::from_bytes(to_bytes(2, 0.25, &[], &trees)).expect("the model is sound")
    }

    #[test]
    fn what_the_levels_moved_is_the_leaf_less_the_mean_of_all() {
        let model = model();
        let mut batch = [[0.0; LANES]; FEATURES];
        (batch[0][2], batch[1][2]) = (5.0, 5.0);
        let mut moved = [0.0; FEATURES];
        add_moves(&model, &batch, 2, &mut moved);
        // Means: all 0.5; feature 0 known 2.5; both 4. All 0.25; feature 1 known 0.5; both 0.5. All -1.5; feature 9 known 0.
        assert_eq!(moved[..3], [2.0 * 1024.0, (1.5 + 0.25) * 1024.0, 0.0]);
        assert_eq!(moved[9], 1.5 * 1024.0);
        let start_and_means = (0.25 + 0.5 + 0.25 - 1.5) * 1024.0;
        let (mut bins, mut sums) = ([[0; LANES]; FEATURES], model.start());
        model.bin(&batch, 0..FEATURES, &mut bins);
        model.add(0..model.len(), &bins, &mut sums);
        assert_eq!(moved.iter().sum::<f32>() + start_and_means, sums[2] as f32);
    }

    #[test]
    fn the_strongest_come_first_and_what_moved_nothing_not_at_all() {
        let mut moved = [0.0; FEATURES];
        (moved[3], moved[7], moved[9]) = (-2048.0, 1024.0, 1024.0);
        let mut batch = [[0.0; LANES]; FEATURES];
        batch[3][1] = 7.5;
        let facts = strongest(&moved, &batch, 1);
        let found: vec::Vec<_> = facts.iter().map(|fact| (fact.name, fact.value, fact.moved)).collect();
        assert_eq!(found, [(name(3), 7.5, -2.0), (name(7), 0.0, 1.0), (name(9), 0.0, 1.0)]);
        moved[10..20].fill(1.0);
        assert_eq!(strongest(&moved, &batch, 1).iter().count(), MOST_FACTS);
    }
}
