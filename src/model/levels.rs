//! For tests and the trainer: all vector instructions, which must agree.

use super::ensemble::Ensemble;
use super::format::{Bins, GROUP_BLOCKS};
use super::network::{NetworkState, ROOM};
use super::predict::vector_level;
use crate::feature::vector::{BLOCK_FEATURES, FEATURE_COUNT};
use fearless_simd::{Level, Simd};

/// All vector instructions of this processor.
pub(super) fn levels() -> alloc::vec::Vec<Level> {
    let best = vector_level();
    let mut levels = alloc::vec![best];
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        levels.extend(best.as_avx2().map(Simd::level));
        levels.extend(best.as_sse4_2().map(Simd::level));
        levels.extend(best.as_sse2().map(Simd::level));
    }
    levels
}

/// For tests: the scores of blocks by the network of a model. Checks that all vector instructions
/// agree.
///
/// Each feature is given by the number of borders below its value; the page features are those of
/// the first block.
pub(crate) fn logits_of(model: &Ensemble, blocks: &[[i8; FEATURE_COUNT]]) -> alloc::vec::Vec<f32> {
    let network = model.network().expect("the model has a network");
    let by = |level: Level| {
        let (mut bins, mut layers, mut room) = (Bins::LOWEST, NetworkState::EMPTY, [0.0; ROOM]);
        let bin = |borders: i8| Bins::FIRST + borders;
        bins.of_page
            .iter_mut()
            .zip(&blocks[0][BLOCK_FEATURES..])
            .for_each(|(to, &borders)| *to = bin(borders));
        layers.begin(level, network, &bins);
        let mut scores = alloc::vec::Vec::new();
        for blocks in blocks.chunks(GROUP_BLOCKS) {
            for (lane, block) in blocks.iter().enumerate() {
                bins.of_blocks.iter_mut().zip(block).for_each(|(row, &borders)| row[lane] = bin(borders));
            }
            let logits = layers.predict(level, network, (&bins, blocks.len()), &mut room);
            scores.extend_from_slice(&logits[..blocks.len()]);
        }
        scores
    };
    let all: alloc::vec::Vec<_> = levels().into_iter().map(by).collect();
    assert!(all.iter().all(|scores| *scores == all[0]), "{:?}", levels());
    all[0].clone()
}
