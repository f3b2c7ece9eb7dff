//! Score cache: a block reuses the score of a recent block with the same path and similar size, so
//! that the model need not predict it.
//!
//! Many blocks are rows, items or paragraphs of one template. The model gives them nearly the same
//! score, and path smoothing evens out the rest (`path_smoothing.rs`). `docs/src/research.md` has
//! the effect on quality.

use crate::block::{Arena, Record};
use crate::feature::attr::attr;
use crate::feature::page_stats::PageStats;
use crate::structure::Flags;
use alloc::boxed::Box;

/// Cache key of a block: path and flags (such as hidden) of its element, and its size.
///
/// The size combines the magnitude of the word count and whether most of the text is links.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BlockKey {
    path_hash: u16,
    flags: Flags,
    size: u8,
}

impl BlockKey {
    /// The key of a block. `None` for long text with few links, which is never cached.
    ///
    /// Such text may start an article, and an article must not be lost to a wrong score.
    #[inline]
    pub(crate) fn of(arena: &Arena, record: &Record) -> Option<Self> {
        if PageStats::is_good(record) {
            return None;
        }
        let magnitude = (record.words() + 1).ilog2() as u8;
        let is_linked = attr(record) > MAX_ATTR;
        Some(Self {
            path_hash: arena.element(record.context.element).path_hash,
            flags: record.context.flags,
            size: magnitude << 1 | u8::from(is_linked),
        })
    }

    /// The key's slot in the table.
    fn place(self) -> usize {
        let of_path = u32::from(self.path_hash) << u8::BITS | u32::from(self.size);
        let number = of_path ^ u32::from(self.flags.bits()) << u16::BITS;
        (number.wrapping_mul(HASH_FACTOR) >> (u32::BITS - PLACES.ilog2())) as usize
    }
}

/// Anchor-text ratio above which a block is mostly links.
const MAX_ATTR: f32 = 0.5;

/// Maximum distance in blocks to the block whose score is reused. Within it, both blocks have
/// nearly the same neighbours.
const MAX_DISTANCE: u32 = 12;

/// Number of blocks of one key that are predicted before scores are reused. If a page has only a
/// few blocks of a key, each may be different.
const MIN_PREDICTED: u8 = 4;

/// Number of slots; a new key evicts the one in its slot.
const PLACES: usize = 128;

/// Multiplier of the hash: 2^32 divided by the golden ratio.
const HASH_FACTOR: u32 = 0x9E37_79B9;

/// Blocks of one key, each at most [`MAX_DISTANCE`] after the one before.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    likeness: BlockKey,
    /// Number of predicted blocks; zero in a free slot.
    batch_blocks: u8,
    /// Number of the last block, predicted or not. `since_predicted` is the distance from it back
    /// to the last predicted block.
    last: u32,
    since_predicted: u8,
}

/// Recently scored blocks by key. Holds [`ScoreCache::HELD_BYTES`].
pub(crate) struct ScoreCache {
    places: Box<[Slot; PLACES]>,
}

impl ScoreCache {
    pub(super) const HELD_BYTES: usize = size_of::<[Slot; PLACES]>();

    pub(crate) fn new() -> Self {
        Self { places: Box::new([Slot::default(); PLACES]) }
    }

    /// Empties the cache.
    pub(crate) fn begin(&mut self) {
        self.places.fill(Slot::default());
    }

    /// The number of the block whose score block `index` reuses. `None` if block `index` must be
    /// predicted. Call once per block, in ascending order.
    ///
    /// Cost: constant.
    #[inline]
    pub(crate) fn of(&mut self, likeness: Option<BlockKey>, index: usize) -> Option<usize> {
        let likeness = likeness?;
        let place = &mut self.places[likeness.place()];
        let number = index as u32;
        if place.likeness != likeness || number - place.last > MAX_DISTANCE {
            *place = Slot { likeness, ..Slot::default() };
        }
        let apart = u32::from(place.since_predicted) + number - place.last;
        place.last = number;
        if place.batch_blocks >= MIN_PREDICTED && apart <= MAX_DISTANCE {
            place.since_predicted = apart as u8;
            return Some(index - apart as usize);
        }
        place.batch_blocks = place.batch_blocks.saturating_add(1);
        place.since_predicted = 0;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    /// A key that differs by `number`.
    fn like(number: u8) -> BlockKey {
        BlockKey { size: number, ..BlockKey::default() }
    }

    /// Reference: finds cached blocks by a search through all blocks before.
    fn slowly(blocks: &[u8]) -> Vec<Option<usize>> {
        let mut score_cache_entries: Vec<Option<usize>> = Vec::new();
        for (index, block) in blocks.iter().enumerate() {
            let mut from = index;
            let likes: Vec<usize> = (0..index)
                .rev()
                .filter(|&at| blocks[at] == *block)
                .take_while(|&at| core::mem::replace(&mut from, at) - at <= MAX_DISTANCE as usize)
                .collect();
            let batch_blocks: Vec<usize> =
                likes.into_iter().filter(|&at| score_cache_entries[at].is_none()).collect();
            let last = batch_blocks.first().copied().filter(|last| index - last <= MAX_DISTANCE as usize);
            score_cache_entries.push(last.filter(|_| batch_blocks.len() >= usize::from(MIN_PREDICTED)));
        }
        score_cache_entries
    }

    proptest! {
        #[test]
        fn a_precedent_is_a_like_block_not_far_before(
            parts in prop::collection::vec((0_u8..12, 1_usize..50), 0..20),
            mixed in prop::collection::vec(0_u8..12, 0..200),
        ) {
            let places: Vec<_> = (0..12).map(|number| like(number).place()).collect();
            prop_assert!((1..12).all(|at| !places[..at].contains(&places[at])), "no two meet: {places:?}");
            let rows = parts.iter().flat_map(|&(number, times)| core::iter::repeat_n(number, times));
            let blocks: Vec<u8> = rows.chain(mixed.iter().copied()).collect();
            let mut score_cache_entries = ScoreCache::new();
            let found: Vec<_> =
                blocks.iter().enumerate().map(|(index, &block)| score_cache_entries.of(Some(like(block)), index)).collect();
            prop_assert_eq!(found, slowly(&blocks));
        }
    }

    #[test]
    fn likenesses_that_meet_take_the_place_of_each_other() {
        let mut score_cache_entries = ScoreCache::new();
        let meets = (2..).map(like).find(|other| other.place() == like(1).place()).unwrap();
        let batch_blocks = usize::from(MIN_PREDICTED);
        for (begin, likeness) in [(0, like(1)), (100, meets), (200, like(1))] {
            let found: Vec<_> = (begin..=begin + batch_blocks)
                .map(|index| score_cache_entries.of(Some(likeness), index))
                .collect();
            assert_eq!(found[..batch_blocks], [None; MIN_PREDICTED as usize]);
            assert_eq!(found[batch_blocks], Some(begin + batch_blocks - 1));
        }
        score_cache_entries.begin();
        assert_eq!(score_cache_entries.of(Some(like(1)), 0), None);
    }

    /// The cache keys of the blocks of a page.
    fn likenesses(page: &str) -> Vec<Option<BlockKey>> {
        use crate::_train::TrainingReader;
        use crate::budget::Budget;
        let mut reader = TrainingReader::of_words(Budget::DEFAULT).unwrap();
        let arena = reader.read(page.as_bytes(), None, None).unwrap().arena;
        (0..arena.len()).map(|index| BlockKey::of(arena, arena.record(index))).collect()
    }

    #[test]
    fn what_is_hidden_is_not_like_what_is_shown() {
        let text = "Rain. And more of it.<p>".repeat(20);
        let pane = |display: &str| alloc::format!("<div style='display:{display}'><p>{text}</div>");
        let page = [pane("none"), pane("block")].concat();
        let likenesses = likenesses(&page);
        assert_eq!(likenesses.len(), 40);
        assert!(likenesses[0].is_some() && likenesses[0] == likenesses[19]);
        assert!(likenesses[20].is_some() && likenesses[20] != likenesses[0]);
    }

    #[test]
    fn good_text_is_like_nothing() {
        let text = "It rained for nine days, and nobody in the valley slept.";
        let page = alloc::format!("<p>{text}<p><a href=/>{text}</a><p>It rained.");
        let likenesses = likenesses(&page);
        assert_eq!(likenesses.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true, true]);
        let mut score_cache_entries = ScoreCache::new();
        assert!((0..40).all(|index| score_cache_entries.of(likenesses[0], index).is_none()));
    }
}
