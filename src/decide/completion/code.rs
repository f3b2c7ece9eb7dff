//! Code is kept whole, with what names it.

use super::runs::{
    NAME_SLACK_LOGITS, SEARCH_RADIUS_BLOCKS, after, before, end_of, is_scored_text, keep_all, mean_score,
};
use crate::block::{Arena, Record, Verdict};
use crate::decide::verdict::{may_be_kept, set};
use crate::structure::{Break, Flags};
use core::ops::Range;

/// Evidence, in logits, that preformatted text between kept text is content. Such text is code in
/// an article.
const CODE_BETWEEN_TEXT_LOGITS: f32 = 1.85;

/// Keeps preformatted text directly after or before a kept block. Methods with thresholds drop code
/// for the many tags in it.
pub(in crate::decide) fn keep_code_next_to_text(arena: &mut Arena) {
    let is_kept = |record: &Record| record.verdict == Verdict::Kept && !record.has(Flags::PREFORMATTED);
    for index in 0..arena.len() {
        let is_next_to =
            |at: Option<usize>| at.is_some_and(|at| at < arena.len() && is_kept(arena.record(at)));
        let record = arena.record(index);
        let is_code = record.has(Flags::PREFORMATTED) && !record.has(Flags::ASIDE) && may_be_kept(record);
        if is_code && (is_next_to(index.checked_sub(1)) || is_next_to(Some(index + 1))) {
            set(arena, index, true);
        }
    }
}

/// Keeps preformatted text between kept text whole, and otherwise what is between its kept parts.
pub(super) fn keep_code(arena: &mut Arena, threshold: f32) {
    let is_code = |record: &Record| record.data_cell().is_none() && record.has(Flags::PREFORMATTED);
    let mut start = 0;
    while start < arena.len() {
        if !is_code(arena.record(start)) {
            start += 1;
            continue;
        }
        let end = end_of(arena, start, |_, next| is_code(next) && next.break_before <= Break::Blank);
        let is_whole = is_between_kept_text(arena, &(start..end), threshold)
            && mean_score(arena, start..end) >= threshold - CODE_BETWEEN_TEXT_LOGITS;
        let kept = if is_whole { start..end } else { between_kept(arena, start..end) };
        keep_all(arena, kept);
        start = end;
    }
}

/// Keeps the blocks of a layout table right before code in the same table, if the code is kept:
/// they say what it is.
pub(super) fn keep_rows_over_code(arena: &mut Arena, threshold: f32) {
    for index in 1..arena.len() {
        let code = arena.record(index);
        if !code.has(Flags::PREFORMATTED) || code.verdict != Verdict::Kept || code.cell.row() == 0 {
            continue;
        }
        let cell = code.cell;
        for before in (index.saturating_sub(SEARCH_RADIUS_BLOCKS)..index).rev() {
            let record = arena.record(before);
            let is_over = record.cell.row() > 0 && cell.is_in_table_of(record.cell);
            if !is_over || record.score < threshold - NAME_SLACK_LOGITS || !may_be_kept(record) {
                break;
            }
            set(arena, before, true);
        }
    }
}

/// Whether blocks have kept text nearby on both sides.
fn is_between_kept_text(arena: &Arena, blocks: &Range<usize>, threshold: f32) -> bool {
    let is_text = |index: usize| is_scored_text(arena, index, threshold);
    before(blocks).any(is_text) && after(arena, blocks).any(is_text)
}

/// Range from the first kept block to the last one, both included.
fn between_kept(arena: &Arena, blocks: Range<usize>) -> Range<usize> {
    let is_kept = |&index: &usize| arena.record(index).verdict == Verdict::Kept;
    let first = blocks.clone().find(is_kept).unwrap_or(blocks.end);
    let last = blocks.clone().rev().find(is_kept);
    first..last.map_or(first, |last| last + 1)
}
