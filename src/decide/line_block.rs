//! The line-block method: thresholds on three features (San 2014, sections 4.2 and 5).

use super::verdict::{is_rarely_content, set};
use crate::block::Arena;
use crate::block::marks::Plain;
use crate::feature::attr::attr;
use crate::feature::sigma::Sums;
use crate::feature::title_keywords::TitleKeywords;
use crate::feature::tkd::tkd;
use crate::feature::ttr::ttr;
use crate::methods::{Combination, Threshold, Thresholds};

/// Minimum number of line-blocks for a meaningful standard deviation.
const MIN_BLOCKS: usize = 3;

/// The method, and its sums over blocks that were handed out early.
pub(super) struct LineBlock {
    keywords: TitleKeywords,
    /// The title was searched for keywords.
    is_learned: bool,
    /// Number of pending records whose title keywords were counted.
    counted: usize,
    left: Features,
    left_blocks: usize,
}

/// The sums of the three features.
#[derive(Clone, Copy, Default)]
struct Features {
    ttr: Sums,
    attr: Sums,
    tkd: Sums,
}

impl LineBlock {
    pub(super) fn new() -> Self {
        Self {
            keywords: TitleKeywords::new(),
            is_learned: false,
            counted: 0,
            left: Features::default(),
            left_blocks: 0,
        }
    }

    pub(super) fn reset(&mut self) {
        self.keywords.forget();
        self.is_learned = false;
        self.counted = 0;
        self.left = Features::default();
        self.left_blocks = 0;
    }

    pub(super) fn title_keywords(&self) -> usize {
        self.keywords.count()
    }

    /// Counts title keywords in records where they were not counted yet. The title is that of the
    /// first call: a title after the first early decision is ignored.
    pub(super) fn count_title_keywords(&mut self, arena: &mut Arena, title: &str, plain: &mut Plain) {
        if !self.is_learned {
            self.keywords.learn(title);
            self.is_learned = true;
        }
        if self.keywords.count() > 0 {
            for index in self.counted..arena.len() {
                let text = plain.of(arena.text(arena.record(index)));
                let occurrences = self.keywords.occurrences(text);
                arena.record_mut(index).title_hits = u16::try_from(occurrences).unwrap_or(u16::MAX);
            }
        }
        self.counted = arena.len();
    }

    /// Decides all pending records. Returns `false` if the thresholds cannot separate content:
    /// fewer blocks than [`MIN_BLOCKS`], zero variance of the text-to-tag ratio, or nothing kept.
    pub(super) fn decide(&mut self, arena: &mut Arena, thresholds: Thresholds) -> bool {
        let mut sums = self.left;
        for index in 0..arena.len() {
            self.add(arena, index, &mut sums);
        }
        let sigma_ttr = sums.ttr.sigma();
        let (min_ttr, max_attr, min_tkd) = (
            value(thresholds.ttr, sigma_ttr),
            value(thresholds.attr, sums.attr.sigma()),
            value(thresholds.tkd, sums.tkd.sigma()),
        );
        let mut kept = 0;
        for index in 0..arena.len() {
            let record = arena.record(index);
            let dense = ttr(record) > min_ttr;
            let unlinked = attr(record) < max_attr;
            let about_title = tkd(self.keywords.count(), u32::from(record.title_hits)) >= min_tkd;
            let keep = match thresholds.combination {
                Combination::All => dense && unlinked && about_title,
                Combination::Rescue => unlinked && (dense || about_title),
            };
            let keep = keep && !is_rarely_content(arena, index);
            kept += usize::from(keep);
            set(arena, index, keep);
        }
        kept > 0 && sigma_ttr > 0.0 && self.left_blocks + arena.len() >= MIN_BLOCKS
    }

    fn add(&self, arena: &Arena, index: usize, sums: &mut Features) {
        let record = arena.record(index);
        sums.ttr.add(ttr(record));
        sums.attr.add(attr(record));
        sums.tkd.add(tkd(self.keywords.count(), u32::from(record.title_hits)));
    }

    /// Forgets the `count` oldest records, which are handed out.
    pub(super) fn leave(&mut self, count: usize) {
        self.counted -= count.min(self.counted);
    }

    /// Adds the `count` oldest records to the lasting sums. They are handed out and were decided by
    /// these thresholds.
    pub(super) fn keep_sums(&mut self, arena: &Arena, count: usize) {
        let mut left = self.left;
        for index in 0..count {
            self.add(arena, index, &mut left);
        }
        self.left = left;
        self.left_blocks += count;
    }
}

/// The value of a threshold: tau = lambda * sigma (San 2014, section 4.2), or a constant.
fn value(threshold: Threshold, sigma: f32) -> f32 {
    match threshold {
        Threshold::Constant(value) => value,
        Threshold::Sigma(lambda) => lambda * sigma,
    }
}
