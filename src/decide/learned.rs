//! The learned decision: boosted trees over the features of each block, then once more with what the first pass says of the
//! blocks around.

use super::explain::{Facts, add_moves, strongest};
use super::model::{Model, Pass, UNITS_PER_LOGIT, likelihood};
use super::repeats::Repeats;
use super::{headings, is_never_content, set};
use crate::block::Arena;
use crate::feature::page::Page;
use crate::feature::vector::{self, Batch, LANES, SECOND, Walk};
use crate::options::Favor;
use alloc::boxed::Box;

/// Words of a page below which this method does not decide: gold standards have next to no such pages to learn from.
const FEWEST_WORDS: u32 = 80;

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
            batch: Box::new([[0.0; LANES]; SECOND]),
            explained: Default::default(),
            repeats: Repeats::new(),
        }
    }

    /// Decides all that wait; `false` when nothing is kept, or the page has fewer than [`FEWEST_WORDS`]. `keywords` is the number of
    /// title keywords, which were counted.
    ///
    /// Cost: linear in the records, their text and the elements; each block is put to all trees, [`LANES`] blocks at a time.
    pub(super) fn decide(&mut self, arena: &mut Arena, keywords: usize) -> bool {
        if arena.len() == 0 {
            return false;
        }
        self.explained = Default::default();
        self.page.read(arena);
        self.pass(arena, keywords, Pass::First);
        vector::sum_likely(arena, &mut self.page);
        self.pass(arena, keywords, Pass::Second);
        let threshold = self.model.thresholds()[self.favor as usize] as f32 / UNITS_PER_LOGIT;
        let mut kept = 0;
        for index in 0..arena.len() {
            let keep = arena.record(index).scores[1] > threshold && !is_never_content(arena, index);
            kept += usize::from(keep);
            set(arena, index, keep);
        }
        let balanced = self.model.thresholds()[Favor::Balanced as usize] as f32 / UNITS_PER_LOGIT;
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
        vector::first(arena, &self.page, walk, keywords, index, (&mut self.batch, 0));
        vector::second(arena, &self.page, index, (&mut self.batch, 0));
        let mut moved = [0.0; SECOND];
        for pass in [Pass::First, Pass::Second] {
            add_moves(&self.model, pass, &self.batch, 0, &mut moved);
        }
        strongest(&moved, &self.batch, 0)
    }

    /// One pass over all that wait: its result is the score of the same number.
    fn pass(&mut self, arena: &mut Arena, keywords: usize, pass: Pass) {
        let mut walk = Walk::default();
        for from in (0..arena.len()).step_by(LANES) {
            let to = (from + LANES).min(arena.len());
            for index in from..to {
                let lane = index - from;
                vector::first(arena, &self.page, &walk, keywords, index, (&mut self.batch, lane));
                if pass == Pass::Second {
                    vector::second(arena, &self.page, index, (&mut self.batch, lane));
                }
                walk.pass(index, arena.record(index));
            }
            let sums = self.model.sums(pass, &self.batch);
            for index in from..to {
                let sum = sums[index - from];
                arena.record_mut(index).scores[pass as usize] = match pass {
                    Pass::First => likelihood(sum),
                    Pass::Second => sum as f32 / UNITS_PER_LOGIT,
                };
            }
        }
    }
}
