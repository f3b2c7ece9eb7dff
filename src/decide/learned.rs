//! The learned decision: boosted trees over the features of each block, and the threshold that suits the page.

use super::expected::Scores;
use super::explain::{Facts, add_moves, strongest};
use super::model::{Model, UNITS_PER_LOGIT};
use super::repeats::Repeats;
use super::{headings, hidden, is_never_content, set};
use crate::block::Arena;
use crate::clean::{Flags, WordWeights};
use crate::feature::page::Page;
use crate::feature::vector::{self, Batch, FEATURES, LANES, Walk};
use crate::meta::Said;
use crate::options::Favor;
use alloc::boxed::Box;

/// Words of a page below which this method does not decide: gold standards have next to no such pages to learn from.
const FEWEST_WORDS: u32 = 80;

/// Score, in logits, from which on the page's title in an `h1` is kept.
const LEAST_TITLE: f32 = -1.5;

/// The method and its buffers, [`Learned::HELD_BYTES`] beside the model.
pub(super) struct Learned {
    model: Model,
    favor: Favor,
    page: Page,
    batch: Box<Batch>,
    /// Blocks that were gone past while facts were asked for.
    explained: (usize, Walk),
    repeats: Repeats,
}

impl Learned {
    pub(super) const HELD_BYTES: usize = Page::HELD_BYTES + size_of::<Batch>() + Repeats::HELD_BYTES;

    pub(super) fn new(model: Model, favor: Favor) -> Self {
        Self {
            model,
            favor,
            page: Page::new(),
            batch: Box::new([[0.0; LANES]; FEATURES]),
            explained: Default::default(),
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
    /// Cost: linear in the records, their text and the elements; each block is put to all trees, [`LANES`] blocks at a time.
    pub(super) fn decide(&mut self, arena: &mut Arena, keywords: usize, said: Said<'_>) -> bool {
        if arena.len() == 0 {
            return false;
        }
        self.explained = Default::default();
        self.page.read(arena, said);
        let scores = self.score(arena, keywords);
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
    pub(super) fn facts(&mut self, arena: &Arena, keywords: usize, index: usize) -> Facts {
        let (past, walk) = &mut self.explained;
        while *past < index {
            walk.pass(*past, arena.record(*past));
            *past += 1;
        }
        vector::write(arena, &self.page, walk, keywords, index, (&mut self.batch, 0));
        let mut moved = [0.0; FEATURES];
        add_moves(&self.model, &self.batch, 0, &mut moved);
        strongest(&moved, &self.batch, 0)
    }

    /// Scores all that wait, in logits.
    fn score(&mut self, arena: &mut Arena, keywords: usize) -> Scores {
        let mut scores = Scores::new();
        let mut walk = Walk::default();
        for from in (0..arena.len()).step_by(LANES) {
            let to = (from + LANES).min(arena.len());
            for index in from..to {
                vector::write(arena, &self.page, &walk, keywords, index, (&mut self.batch, index - from));
                walk.pass(index, arena.record(index));
            }
            let sums = self.model.sums(&self.batch, to - from);
            for index in from..to {
                let logit = sums[index - from] as f32 / UNITS_PER_LOGIT;
                let record = arena.record_mut(index);
                record.scores[0] = logit;
                if !is_never_content(arena, index) {
                    scores.add(logit, arena.record(index).words());
                }
            }
        }
        scores
    }
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
