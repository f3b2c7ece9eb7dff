//! The scale on which areas are decided, and what their rules ask of blocks.

use super::super::verdict::{NEVER_CONTENT_SCORE, verdict};
use crate::block::{Arena, Record};
use crate::feature::page_stats::PageStats;
use crate::structure::Flags;

/// How far below the threshold, in logits, the blocks of a dropped area score. No rule keeps such
/// blocks.
const DROPPED_LOGITS: f32 = 6.0;

/// What decides areas.
#[derive(Clone, Copy)]
pub(in super::super) struct Scale<'a> {
    /// Minimum score of content, whatever is favoured.
    pub(in super::super) content_from: f32,
    /// Minimum score of a block that is kept.
    pub(in super::super) keep_from: f32,
    pub(in super::super) page: &'a PageStats,
    /// Blocks of the page were decided before those that wait.
    pub(in super::super) is_continued: bool,
}

impl Scale<'_> {
    pub(super) fn is_content(&self, record: &Record) -> bool {
        record.score >= self.content_from && !record.has(Flags::HIDDEN)
    }

    pub(super) fn is_text(&self, record: &Record) -> bool {
        self.is_content(record) && PageStats::is_good(record)
    }

    /// Adds `shift` to the score of a block that may be content.
    pub(super) fn raise(&self, record: &mut Record, shift: f32) {
        if record.score != NEVER_CONTENT_SCORE {
            record.score += shift;
            record.verdict = verdict(record.score >= self.keep_from);
        }
    }

    pub(super) fn drop(&self, record: &mut Record) {
        record.score = record.score.min(self.content_from - DROPPED_LOGITS);
        record.verdict = verdict(false);
    }
}

/// Whether `outer` is `element` or one of its ancestors, which have lower numbers.
pub(super) fn is_in(arena: &Arena, mut element: u32, outer: u32) -> bool {
    while element > outer {
        element = arena.element(element).parent();
    }
    element == outer
}

/// The nearest element that holds both, which may be one of them. Elements have higher numbers than
/// their ancestors.
pub(super) fn common(arena: &Arena, mut one: u32, mut other: u32) -> u32 {
    while one != other {
        let inner = if one > other { &mut one } else { &mut other };
        *inner = arena.element(*inner).parent();
    }
    one
}
