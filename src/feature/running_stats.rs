//! Running sums over the blocks of a page, read in order.
//!
//! In: records, one after the other. Out: sums over all previous blocks, and sums over a window of
//! neighbours. Held: nothing on the heap.

use super::page_stats::PageStats;
use crate::block::{Arena, Record, Traits};
use core::ops::Range;

/// Sums over the blocks before the current one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RunningStats {
    pub(super) words_before: u32,
    pub(super) good_before: u32,
    pub(super) times_before: u32,
    pub(super) last_heading: Option<u32>,
    pub(super) last_h1: Option<u32>,
    pub(super) last_time: Option<u32>,
    neighbourhood: Neighbourhood,
}

impl RunningStats {
    /// Adds block `at`; the next block becomes the current one.
    #[inline]
    pub(crate) fn pass(&mut self, arena: &Arena, at: usize) {
        let (index, record) = (at as u32, arena.record(at));
        self.words_before += record.words();
        if PageStats::is_good(record) {
            self.good_before += record.words();
        }
        if record.traits.has(Traits::TIME) {
            self.times_before += 1;
            self.last_time = Some(index);
        }
        if record.context.heading > 0 {
            self.last_heading = Some(index);
        }
        if record.context.heading == 1 {
            self.last_h1 = Some(index);
        }
    }

    /// Sums over the neighbours of block `index`. The index must not be less than in the previous
    /// call.
    ///
    /// Cost: constant; smaller if the last call was a few blocks earlier.
    pub(super) fn neighbourhood(&mut self, arena: &Arena, index: usize) -> Neighbourhood {
        self.neighbourhood.go_to(arena, index);
        self.neighbourhood
    }
}

/// Window radii in blocks: near and wider for words, and one for times.
const NEAR: usize = 3;
const WIDER: usize = 8;
const TIMES: usize = 12;

/// Maximum blocks that the windows slide; for larger steps they are summed up anew.
const MAX_STEPS: usize = 8;

/// Sums over the neighbours of one block, including the block itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Neighbourhood {
    /// Index of the block; `None` at first.
    of: Option<usize>,
    pub(super) near: Window,
    pub(super) wider: Window,
    times: u32,
}

impl Neighbourhood {
    /// Number of blocks with a time, with a year, with the end of a sentence.
    pub(super) fn times(&self) -> [u8; 3] {
        // No byte overflows: the window has fewer than 256 blocks.
        let [time, year, sentence, _] = self.times.to_le_bytes();
        [time, year, sentence]
    }

    fn go_to(&mut self, arena: &Arena, index: usize) {
        match self.of {
            Some(at) if index - at <= MAX_STEPS => {
                (at..index).for_each(|at| self.step(arena, at));
                self.of = Some(index);
                debug_assert_eq!(
                    *self,
                    Self::recompute(arena, index),
                    "sums that slide are those of the blocks"
                );
            }
            _ => *self = Self::recompute(arena, index),
        }
    }

    /// Slides from block `at` to the next.
    fn step(&mut self, arena: &Arena, at: usize) {
        for (window, radius) in [(&mut self.near, NEAR), (&mut self.wider, WIDER)] {
            if at + 1 + radius < arena.len() {
                window.add(arena.record(at + 1 + radius));
            }
            if at >= radius {
                window.remove(arena.record(at - radius));
            }
        }
        if at + 1 + TIMES < arena.len() {
            self.times += arena.record(at + 1 + TIMES).traits.in_bytes();
        }
        if at >= TIMES {
            self.times -= arena.record(at - TIMES).traits.in_bytes();
        }
    }

    /// Sums up the windows from scratch.
    fn recompute(arena: &Arena, index: usize) -> Self {
        let blocks = |radius: usize| -> Range<usize> {
            index.saturating_sub(radius)..(index + radius + 1).min(arena.len())
        };
        let mut new = Self { of: Some(index), ..Self::default() };
        blocks(NEAR).for_each(|at| new.near.add(arena.record(at)));
        blocks(WIDER).for_each(|at| new.wider.add(arena.record(at)));
        new.times = blocks(TIMES).map(|at| arena.record(at).traits.in_bytes()).sum();
        new
    }
}

/// Sums over a range of blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) words: u32,
    pub(super) link_words: u32,
    pub(super) good: u32,
}

impl Window {
    #[inline]
    fn add(&mut self, record: &Record) {
        self.words += record.words();
        self.link_words += record.link_words();
        self.good += u32::from(PageStats::is_good(record));
    }

    /// Subtracts a record that was added before.
    #[inline]
    fn remove(&mut self, record: &Record) {
        self.words -= record.words();
        self.link_words -= record.link_words();
        self.good -= u32::from(PageStats::is_good(record));
    }
}
