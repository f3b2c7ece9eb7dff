//! The learned decision: boosted trees over the features of each block, votes of like blocks, and the threshold that suits the page.

use super::expected::Scores;
use super::explain::{Facts, add_moves, strongest};
use super::model::{
    Bins, Model, SURE_ABOVE, SURE_ABOVE_PERCENT, SURE_AFTER, SURE_BELOW, SURE_BELOW_PERCENT, Sums,
    UNITS_PER_LOGIT,
};
use super::repeats::Repeats;
use super::votes::Votes;
use super::{headings, hidden, is_never_content, set};
use crate::block::Arena;
use crate::block::marks::Plain;
use crate::clean::{Flags, WordWeights};
use crate::feature::page::Page;
use crate::feature::vector::{self, Batch, FEATURES, LANES, OF_PAGE, Walk};
use crate::meta::Said;
use crate::options::Favor;
use alloc::boxed::Box;

/// Words of a page below which this method does not decide: gold standards have next to no such pages to learn from.
const FEWEST_WORDS: u32 = 80;

/// Score, in logits, from which on the page's title in an `h1` is kept.
const LEAST_TITLE: f32 = -1.5;

/// Blocks that the first trees leave in doubt, until there are [`LANES`] of them.
struct Unsure {
    bins: Box<Bins>,
    sums: Sums,
    indexes: [usize; LANES],
    used: usize,
}

impl Unsure {
    /// Takes lane `lane` of a batch, which is block `index`.
    fn take(&mut self, bins: &Bins, lane: usize, sum: i32, index: usize) {
        for (to, from) in self.bins.iter_mut().zip(bins) {
            to[self.used] = from[lane];
        }
        self.sums[self.used] = sum;
        self.indexes[self.used] = index;
        self.used += 1;
    }

    /// Puts its blocks to the other trees: their numbers and logits.
    fn finish(&mut self, model: &Model) -> impl Iterator<Item = (usize, f32)> + use<> {
        if self.used > 0 {
            model.add(SURE_AFTER..model.len(), &self.bins, &mut self.sums);
        }
        self.indexes.into_iter().zip(self.sums.map(logit)).take(core::mem::take(&mut self.used))
    }
}

/// The method and its buffers, [`Learned::HELD_BYTES`] beside the model.
pub(super) struct Learned {
    model: Model,
    favor: Favor,
    page: Page,
    batch: Box<Batch>,
    bins: Box<Bins>,
    /// Those of the batch before.
    bins_before: Box<Bins>,
    unsure: Unsure,
    /// Blocks that were gone past while facts were asked for.
    explained: Option<(usize, Walk)>,
    repeats: Repeats,
}

impl Learned {
    pub(super) const HELD_BYTES: usize =
        Page::HELD_BYTES + size_of::<Batch>() + 3 * size_of::<Bins>() + Repeats::HELD_BYTES;

    pub(super) fn new(model: Model, favor: Favor) -> Self {
        Self {
            model,
            favor,
            page: Page::new(),
            batch: Box::new([[0.0; LANES]; FEATURES]),
            bins: Box::new([[0; LANES]; FEATURES]),
            bins_before: Box::new([[0; LANES]; FEATURES]),
            unsure: Unsure {
                bins: Box::new([[0; LANES]; FEATURES]),
                sums: [0; LANES],
                indexes: [0; LANES],
                used: 0,
            },
            explained: None,
            repeats: Repeats::new(),
        }
    }

    /// What the words of classes and ids are worth to the model.
    pub(super) fn words(&self) -> WordWeights {
        self.model.words()
    }

    /// Decides all that wait; `false` when nothing is kept, or the page has fewer than [`FEWEST_WORDS`]. `keywords` is the number of
    /// title keywords, which were counted; `said` is what the page says of itself.
    ///
    /// Cost: linear in the records, their text and the elements; each block is put to the first [`SURE_AFTER`] trees, [`LANES`] blocks at a
    /// time, and those that these leave in doubt to the others; [`LANES`] blocks that are like the [`LANES`] before them get their scores,
    /// and one that is like the one before it, its score.
    pub(super) fn decide(
        &mut self,
        arena: &mut Arena,
        keywords: usize,
        said: Said<'_>,
        plain: &mut Plain,
    ) -> bool {
        if arena.len() == 0 {
            return false;
        }
        self.explained = None;
        self.page.read(arena, said, plain);
        let scores = self.score(arena, keywords, plain);
        let threshold = scores.threshold(self.favor);
        let mut kept = 0;
        for index in 0..arena.len() {
            let keep = arena.record(index).scores[0] >= threshold && !is_never_content(arena, index);
            kept += usize::from(keep);
            set(arena, index, keep);
        }
        keep_title(arena);
        // What rules drop does not depend on what is favoured, so that the sets stay nested.
        let balanced = scores.threshold(Favor::Balanced);
        hidden::judge(arena, balanced, &mut self.page.runs);
        self.repeats.drop_copies(arena, balanced);
        headings::drop_empty(arena, balanced);
        kept > 0 && self.page.words >= FEWEST_WORDS
    }

    /// What moved the score of block `index` most. Blocks are asked for in their order, behind the decision on them.
    pub(super) fn facts(&mut self, arena: &Arena, keywords: usize, index: usize, plain: &mut Plain) -> Facts {
        let (past, walk) = self.explained.get_or_insert_with(|| (0, Walk::new(arena)));
        while *past < index {
            walk.pass(arena, *past);
            *past += 1;
        }
        vector::write_page(&self.page, &mut self.batch);
        let text = plain.of(arena.text(arena.record(index)));
        vector::write(arena, &self.page, walk, keywords, (index, text), (&mut self.batch, 0));
        let mut moved = [0.0; FEATURES];
        self.model.bin(&self.batch, 0..FEATURES, &mut self.bins);
        add_moves(&self.model, &self.bins, 0, &mut moved);
        strongest(&moved, &self.batch, 0)
    }

    /// Scores all that wait, in logits.
    fn score(&mut self, arena: &mut Arena, keywords: usize, plain: &mut Plain) -> Scores {
        let Self { model, page, batch, bins, bins_before, unsure, .. } = self;
        let mut walk = Walk::new(arena);
        vector::write_page(page, batch);
        model.bin(batch, OF_PAGE..FEATURES, bins);
        for from in (0..arena.len()).step_by(LANES) {
            let to = (from + LANES).min(arena.len());
            for index in from..to {
                let text = plain.of(arena.text(arena.record(index)));
                vector::write(arena, page, &walk, keywords, (index, text), (batch, index - from));
                walk.pass(arena, index);
            }
            model.bin(batch, 0..OF_PAGE, bins);
            if from > 0 && to - from == LANES && bins == bins_before {
                // As in the rows of a long table: nothing that a tree asks for has changed.
                unsure.finish(model).for_each(|(index, logit)| note(arena, index, logit));
                debug_assert!(
                    are_scores_of(model, bins, arena, from - LANES),
                    "equal bins give equal scores"
                );
                for index in from..to {
                    note(arena, index, arena.record(index - LANES).scores[0]);
                }
                continue;
            }
            bins_before.copy_from_slice(&bins[..]);
            let mut sums = model.start();
            model.add(0..SURE_AFTER, bins, &mut sums);
            let twins = twins(bins);
            for index in from..to {
                let sum = sums[index - from];
                if let Some(sum) = sure(sum) {
                    note(arena, index, logit(sum));
                    continue;
                }
                if twins[index - from] {
                    note(arena, index, AS_BEFORE);
                    continue;
                }
                unsure.take(bins, index - from, sum, index);
                if unsure.used == LANES {
                    unsure.finish(model).for_each(|(index, logit)| note(arena, index, logit));
                }
            }
        }
        unsure.finish(model).for_each(|(index, logit)| note(arena, index, logit));
        for index in 1..arena.len() {
            if arena.record(index).scores[0].is_nan() {
                note(arena, index, arena.record(index - 1).scores[0]);
            }
        }
        // All vectors were read: their room is free.
        vote(arena, batch.as_flattened_mut())
    }
}

/// In place of a score: it is that of the block before.
const AS_BEFORE: f32 = f32::NAN;

/// Rows of bins that are looked at before it is asked whether any two neighbours are still alike.
const ROWS_AT_ONCE: usize = 16;

/// Which blocks have the bins of the one before, so that trees say the same of both: runs of like blocks, between the places where one of
/// their features passes a border.
///
/// Cost: of most pages some ten rows tell all apart; else all are looked at.
fn twins(bins: &Bins) -> [bool; LANES] {
    // A byte for each lane; the first has none before it.
    let mut differ = 0xFF_u128;
    for rows in bins.chunks(ROWS_AT_ONCE) {
        for row in rows {
            let row = u128::from_le_bytes(*row);
            differ |= row ^ row << 8;
        }
        if !differ.to_le_bytes().contains(&0) {
            break;
        }
    }
    // What the shift let in stands in the first byte, which is set anyway.
    differ.to_le_bytes().map(|differ| differ == 0)
}

/// The sum of all trees, as far as the first ones settle it.
fn sure(first: i32) -> Option<i32> {
    match first {
        ..SURE_BELOW => Some(first.saturating_mul(SURE_BELOW_PERCENT) / 100),
        SURE_ABOVE.. => Some(first.saturating_mul(SURE_ABOVE_PERCENT) / 100),
        _ => None,
    }
}

/// Whether the blocks from `from` on have the scores that trees give `bins`: the slow way.
fn are_scores_of(model: &Model, bins: &Bins, arena: &Arena, from: usize) -> bool {
    let mut first = model.start();
    model.add(0..SURE_AFTER, bins, &mut first);
    let mut all = first;
    model.add(SURE_AFTER..model.len(), bins, &mut all);
    (0..LANES).all(|lane| {
        let sum = sure(first[lane]).unwrap_or(all[lane]);
        let score = arena.record(from + lane).scores[0];
        score == logit(sum) || lane > 0 && score.is_nan()
    })
}

/// What a sum of trees says, in logits.
fn logit(sum: i32) -> f32 {
    sum as f32 / UNITS_PER_LOGIT
}

/// Notes what trees say of block `index`.
fn note(arena: &mut Arena, index: usize, logit: f32) {
    arena.record_mut(index).scores[0] = logit;
}

/// Draws all scores to those of their path, in `room`, and sums them up.
fn vote(arena: &mut Arena, room: &mut [f32]) -> Scores {
    let mut votes = Votes::new(room, arena.len());
    let path = |arena: &Arena, index: usize| arena.element(arena.record(index).context.element).path_hash;
    for index in 0..arena.len() {
        votes.count(path(arena, index), arena.record(index).scores[0]);
    }
    let mut scores = Scores::new();
    for index in 0..arena.len() {
        let score = votes.drawn(path(arena, index), arena.record(index).scores[0]);
        note(arena, index, score);
        if !is_never_content(arena, index) {
            scores.add(score, arena.record(index).words());
        }
    }
    scores
}

/// Keeps the title of the page where it is an `h1` that may be content, the likeliest of several: a threshold that suits long texts may be too
/// high for one line.
fn keep_title(arena: &mut Arena) {
    let mut title: Option<usize> = None;
    for index in 0..arena.len() {
        let record = arena.record(index);
        let may_be = record.context.heading == 1
            && record.title_hits > 0
            && !record.has(Flags::HIDDEN)
            && !is_never_content(arena, index);
        let least = title.map_or(LEAST_TITLE, |title| arena.record(title).scores[0]);
        if may_be && record.scores[0] >= least {
            title = Some(index);
        }
    }
    if let Some(title) = title {
        set(arena, title, true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twins_are_neighbours_with_the_same_bins() {
        let mut bins: Bins = [[3; LANES]; FEATURES];
        let mut expected = [true; LANES];
        expected[0] = false;
        assert_eq!(twins(&bins), expected);
        bins[FEATURES - 1][5] = 4;
        bins[0][9..].fill(2);
        (expected[5], expected[6], expected[9]) = (false, false, false);
        assert_eq!(twins(&bins), expected);
        bins[1] = core::array::from_fn(|lane| lane as u8);
        assert_eq!(twins(&bins), [false; LANES]);
    }
}
