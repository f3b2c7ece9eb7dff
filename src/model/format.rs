//! The sizes and the parts of a model: trees, bins, channels.

use crate::feature::vector::{BATCH_LANES, BLOCK_FEATURES, FEATURE_COUNT};
use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, i8x64, u8x64};

/// Levels of a tree.
pub const LEVELS: usize = 7;

/// Leaves of a tree: one for each combination of the answers of all levels.
pub(crate) const LEAVES: usize = 1 << LEVELS;

/// Maximum number of borders of a feature; their index is a signed byte.
pub(super) const MAX_BORDERS: usize = i8::MAX as usize;

/// Bytes of a tree.
pub(super) const TREE_BYTES: usize = 2 * LEVELS + LEAVES;

/// Channels of each block after each layer.
pub const CHANNELS: usize = 64;

/// Number of blocks of one prediction, which are several batches: as many as the longest vector has
/// bytes.
pub const GROUP_BLOCKS: usize = 4 * BATCH_LANES;

/// A tree: the feature and the border index of each level, and the leaves.
#[derive(Clone, Copy)]
pub(crate) struct Tree<'a> {
    pub(super) features: &'a [u8; LEVELS],
    pub(super) borders: &'a [u8; LEVELS],
    pub(super) leaves: &'a [u8; LEAVES],
}

/// The bytes of a tree in a model.
pub(super) type TreeBytes = [u8; TREE_BYTES];

impl<'a> Tree<'a> {
    #[inline(always)]
    pub(crate) fn of(bytes: &'a TreeBytes) -> Self {
        let (features, rest) = bytes.split_at(LEVELS);
        let (borders, leaves) = rest.split_at(LEVELS);
        // The lengths are known at compile time.
        Self {
            features: features.first_chunk().unwrap_or(&[0; LEVELS]),
            borders: borders.first_chunk().unwrap_or(&[0; LEVELS]),
            leaves: leaves.first_chunk().unwrap_or(&[0; LEAVES]),
        }
    }

    /// Feature and border index of each level.
    pub(crate) fn splits(&self) -> impl DoubleEndedIterator<Item = (usize, i8)> + use<'a> {
        let borders = self.borders.iter().map(|border| border.cast_signed());
        self.features.iter().map(|&feature| usize::from(feature)).zip(borders)
    }

    /// The leaves, in the order of answers as a binary number; the first level is the lowest bit.
    pub(crate) fn leaves(&self) -> impl Iterator<Item = i8> + use<'a> {
        self.leaves.iter().map(|leaf| leaf.cast_signed())
    }
}

/// The bins of [`GROUP_BLOCKS`] blocks and of the page.
///
/// A bin is the index of the greatest border below the value, or [`Bins::FIRST`] if there is none.
/// Bins are signed, as more processors can compare signed bytes.
#[derive(Clone)]
pub(crate) struct Bins {
    pub(crate) of_blocks: [[i8; GROUP_BLOCKS]; BLOCK_FEATURES],
    pub(super) of_page: PageBins,
}

/// The bins of the features of a page.
pub(super) type PageBins = [i8; FEATURE_COUNT - BLOCK_FEATURES];

impl Bins {
    /// The bin of a value that is above no border; the next bins are the indices of borders.
    pub(crate) const FIRST: i8 = -1;

    /// All values in the lowest bin.
    pub(crate) const LOWEST: Self = Self {
        of_blocks: [[Self::FIRST; GROUP_BLOCKS]; BLOCK_FEATURES],
        of_page: [Self::FIRST; FEATURE_COUNT - BLOCK_FEATURES],
    };

    /// The bin of a feature, of a block or of the page, in a lane.
    pub(crate) fn at(&self, feature: usize, lane: usize) -> i8 {
        feature
            .checked_sub(BLOCK_FEATURES)
            .map_or_else(|| self.of_blocks[feature][lane], |feature| self.of_page[feature])
    }

    /// Moves the blocks of these lanes to the first lanes, in this order.
    ///
    /// Cost: a vector look-up for each block feature. Holds nothing.
    pub(crate) fn gather(&mut self, level: Level, lanes: &[u8; GROUP_BLOCKS]) {
        dispatch!(level, simd => for row in &mut self.of_blocks {
            let bytes = i8x64::simd_from(simd, *row).bitcast::<u8x64<_>>();
            *row = bytes.swizzle_dyn(u8x64::simd_from(simd, *lanes)).bitcast::<i8x64<_>>().into();
        });
    }
}
