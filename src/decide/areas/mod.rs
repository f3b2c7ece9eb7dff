//! Areas of a page that are decided as one: comments, other articles below the first, boxes amid
//! the text.
//!
//! In: scored records, and elements with their sums. What an area is depends on its names and what
//! it holds, never on its words. Its blocks have one decision: by the mean of their scores, with
//! the evidence of the area added, in logits. Out: scores and verdicts. Holds nothing.

mod boxes;
pub(super) mod comments;
mod following;

use super::verdict::{NEVER_CONTENT_SCORE, verdict};
use crate::block::{Arena, Record};
use crate::feature::attr::attr;
use crate::feature::page_stats::PageStats;
use crate::structure::Flags;

/// How far below the threshold, in logits, the blocks of a dropped area score. No rule keeps such
/// blocks.
const DROPPED_LOGITS: f32 = 6.0;

/// Minimum share of link characters of a block that is a link.
const LINKED: f32 = 0.5;

/// What decides areas.
#[derive(Clone, Copy)]
pub(super) struct Scale<'a> {
    /// Minimum score of content, whatever is favoured.
    pub(super) content_from: f32,
    /// Minimum score of a block that is kept.
    pub(super) keep_from: f32,
    pub(super) page: &'a PageStats,
    /// Blocks of the page were decided before those that wait.
    pub(super) is_continued: bool,
}

impl Scale<'_> {
    fn is_content(&self, record: &Record) -> bool {
        record.score >= self.content_from && !record.has(Flags::HIDDEN)
    }

    fn is_text(&self, record: &Record) -> bool {
        self.is_content(record) && PageStats::is_good(record)
    }

    /// Adds `shift` to the score of a block that may be content.
    fn raise(&self, record: &mut Record, shift: f32) {
        if record.score != NEVER_CONTENT_SCORE {
            record.score += shift;
            record.verdict = verdict(record.score >= self.keep_from);
        }
    }

    fn drop(&self, record: &mut Record) {
        record.score = record.score.min(self.content_from - DROPPED_LOGITS);
        record.verdict = verdict(false);
    }
}

/// Decides the areas of the page.
///
/// Cost: linear in the pending records and in the depth of their elements, on pages with comments,
/// linked headings or fields for mail addresses.
pub(super) fn judge(arena: &mut Arena, scale: Scale<'_>) {
    comments::judge(arena, scale);
    following::drop(arena, scale);
    boxes::drop(arena, scale);
}

/// Whether `outer` is `element` or one of its ancestors, which have lower numbers.
fn is_in(arena: &Arena, mut element: u32, outer: u32) -> bool {
    while element > outer {
        element = arena.element(element).parent();
    }
    element == outer
}

/// Whether most of a block is a link to another page.
fn is_linked(record: &Record) -> bool {
    record.links.lead_elsewhere() && attr(record) >= LINKED
}
