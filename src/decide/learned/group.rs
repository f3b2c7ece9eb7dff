//! Blocks of one group: their features and bins, and the score that network and trees predict.

use crate::decide::dedup;
use crate::decide::keyed_sums::{self, KeyedSums};
use crate::feature::ngram_filter;
use crate::feature::vector::{BATCH_LANES, BLOCK_FEATURES, Batch};
use crate::model::network::{self, Network, NetworkState};
use crate::model::{Bins, Ensemble, GROUP_BLOCKS};
use alloc::boxed::Box;
use fearless_simd::Level;

/// Blocks that are scored together, and the memory for it.
///
/// The memory serves one phase after the other: first the features of [`BATCH_LANES`] blocks; while
/// all of them are in bins, the network; when all blocks have scores, the sums of paths and
/// records, then rules. Memory of its own for each phase would add 21 KiB to the minimum budget.
pub(super) struct Group {
    pub(super) features: Box<Batch>,
    pub(super) bins: Box<Bins>,
    /// The block number of each lane of `bins`.
    pub(super) blocks: [usize; GROUP_BLOCKS],
    /// Lanes in use.
    pub(super) used: usize,
}

impl Group {
    pub(super) const HELD_BYTES: usize = size_of::<Batch>() + size_of::<Bins>();

    pub(super) fn new() -> Self {
        Self {
            features: Box::new([[0.0; BATCH_LANES]; BLOCK_FEATURES]),
            bins: Box::new(Bins::LOWEST),
            blocks: [0; GROUP_BLOCKS],
            used: 0,
        }
    }

    /// The memory of the features, for the network. All features must be in bins.
    pub(super) fn network_memory(&mut self) -> (&mut Bins, &mut [f32]) {
        const { assert!(size_of::<Batch>() >= size_of::<f32>() * network::ROOM) };
        (&mut self.bins, self.features.as_flattened_mut())
    }

    /// Memory of the bins, for a rule. All blocks must have scores.
    pub(super) fn rule_memory(&mut self) -> &mut [i8] {
        const { assert!(GROUP_BLOCKS * BLOCK_FEATURES >= ngram_filter::BYTES) };
        const { assert!(GROUP_BLOCKS * BLOCK_FEATURES >= dedup::BYTES) };
        self.bins.of_blocks.as_flattened_mut()
    }

    /// A table of sums for `blocks` blocks, in the memory of features and bins. All blocks must
    /// have scores.
    pub(super) fn sums<const N: usize>(&mut self, blocks: usize) -> KeyedSums<'_, N> {
        const { assert!(size_of::<Batch>() >= size_of::<f32>() * keyed_sums::MAX_NUMBERS) };
        const { assert!(GROUP_BLOCKS * BLOCK_FEATURES >= keyed_sums::MAX_KEY_BYTES) };
        KeyedSums::new(self.features.as_flattened_mut(), self.bins.of_blocks.as_flattened_mut(), blocks)
    }
}

/// Predicts the scores of the first `lanes` lanes, in logits, with `memory` for the network.
///
/// The network scores all blocks. The trees score those for which the network is not confident;
/// their bins are moved to the first lanes.
pub(super) fn predict_ensemble(
    level: Level,
    (model, network): (&Ensemble, Network<'_>),
    network_state: &mut NetworkState,
    (bins, lanes): (&mut Bins, usize),
    memory: &mut [f32],
) -> [f32; GROUP_BLOCKS] {
    let mut logits = network_state.predict(level, network, (bins, lanes), memory);
    let mut unsure = [0; GROUP_BLOCKS];
    let mut count = 0;
    for (lane, &logit) in logits[..lanes].iter().enumerate() {
        unsure[count] = lane as u8;
        count += usize::from(!network::is_confident(logit));
    }
    if count == 0 {
        return logits;
    }
    bins.gather(level, &unsure);
    let sums = model.predict(level, bins, count);
    for (&lane, sum) in unsure[..count].iter().zip(sums) {
        let logit = &mut logits[usize::from(lane)];
        *logit = network::blend(sum as f32 * model.unit(), *logit);
    }
    logits
}

#[cfg(all(test, feature = "model"))]
mod tests {
    use super::*;
    use crate::model::vector_level;

    #[test]
    fn trees_are_asked_about_what_the_network_is_not_sure_of() {
        let model = Ensemble::built_in().expect("the model is sound");
        let network = model.network().expect("it has a network");
        let level = vector_level();
        let (mut sure, mut unsure) = (0, 0);
        let whole = (1..40).map(|seed| (GROUP_BLOCKS, seed));
        for (lanes, seed) in whole.chain([(40, 3), (1, 5)]) {
            let mut bins = Bins::LOWEST;
            for (feature, row) in bins.of_blocks.iter_mut().enumerate() {
                // Some blocks equal the block before them, others have higher bins.
                *row = core::array::from_fn(|lane| ((feature * seed + lane / 2 * 13) % (2 + lane / 3)) as i8);
            }
            let mut room = [0.0; network::ROOM];
            let mut network_state = NetworkState::EMPTY;
            network_state.begin(level, network, &bins);
            let by_network = network_state.predict(level, network, (&bins, lanes), &mut room);
            let by_trees = model.predict(level, &bins, lanes).map(|sum| sum as f32 * model.unit());
            network_state.begin(level, network, &bins);
            let logits =
                predict_ensemble(level, (&model, network), &mut network_state, (&mut bins, lanes), &mut room);
            for lane in 0..lanes {
                let expected = if by_network[lane].abs() > 4.0 {
                    sure += 1;
                    by_network[lane]
                } else {
                    unsure += 1;
                    by_trees[lane] + (by_network[lane] - by_trees[lane]) * 0.6
                };
                assert_eq!(logits[lane], expected, "{lane} of {lanes}");
            }
        }
        assert!(sure > 10 && unsure > 10, "{sure} {unsure}");
    }
}
