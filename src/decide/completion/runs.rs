//! Runs of blocks, what they score and what is next to them.

use crate::block::{Arena, Record, Verdict};
use crate::decide::verdict::{may_be_kept, set};
use crate::structure::Flags;
use core::ops::Range;

/// How far below the threshold, in logits, a name may score if what it names is kept. A name is the
/// caption of a table or of code, or a row over code.
pub(super) const NAME_SLACK_LOGITS: f32 = 2.0;

/// Blocks on each side of a preformatted text that are searched for kept text. More than one, as
/// lines that name the code or its author may stand between.
pub(super) const SEARCH_RADIUS_BLOCKS: usize = 3;

/// Mean score of the words of the blocks that may be kept. Not a number if there is none.
pub(super) fn mean_score(arena: &Arena, blocks: Range<usize>) -> f32 {
    let (mut words, mut scores) = (0.0, 0.0);
    for record in blocks.map(|index| arena.record(index)).filter(|record| may_be_kept(record)) {
        let weight = record.words().max(1) as f32;
        words += weight;
        scores += weight * record.score;
    }
    scores / words
}

/// Keeps the blocks that may be kept.
pub(super) fn keep_all(arena: &mut Arena, blocks: Range<usize>) {
    for index in blocks {
        if may_be_kept(arena.record(index)) {
            set(arena, index, true);
        }
    }
}

/// End of the range of blocks from `start` on in which each block and the next satisfy `goes_on`.
pub(super) fn end_of(arena: &Arena, start: usize, goes_on: impl Fn(&Record, &Record) -> bool) -> usize {
    let goes_on = |&index: &usize| goes_on(arena.record(index - 1), arena.record(index));
    start + 1 + (start + 1..arena.len()).take_while(goes_on).count()
}

/// Whether a block is kept by its score. Blocks that were kept by rules are not evidence.
pub(super) fn is_scored_text(arena: &Arena, index: usize, threshold: f32) -> bool {
    let record = arena.record(index);
    record.verdict == Verdict::Kept && record.score >= threshold && !record.has(Flags::HIDDEN)
}

/// The last [`SEARCH_RADIUS_BLOCKS`] before these.
pub(super) fn before(blocks: &Range<usize>) -> Range<usize> {
    blocks.start.saturating_sub(SEARCH_RADIUS_BLOCKS)..blocks.start
}

/// The first [`SEARCH_RADIUS_BLOCKS`] after these.
pub(super) fn after(arena: &Arena, blocks: &Range<usize>) -> Range<usize> {
    blocks.end..arena.len().min(blocks.end + SEARCH_RADIUS_BLOCKS)
}
