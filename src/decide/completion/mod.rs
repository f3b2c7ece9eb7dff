//! Rules that keep tables and code together.
//!
//! A table with missing cells has wrong rows, and code with missing lines does not run.

mod code;
mod runs;
mod tables;

use super::verdict::{may_be_kept, set};
use crate::block::marks::after_place;
use crate::block::{Arena, Record, Verdict};
use crate::structure::Flags;
pub(super) use code::keep_code_next_to_text;
use runs::NAME_SLACK_LOGITS;
pub(super) use tables::keep_tables;

/// Completes tables, code and figures.
///
/// - A data table is kept whole if the mean score of its words is high enough.
/// - The caption of a figure is kept if its table, code or quote is.
/// - A preformatted text between kept text is kept whole. Otherwise the parts between its kept
///   parts are kept, but not its ends: one may be a signature.
/// - The rows of a layout table directly before code are kept if they are not unlikely: they say
///   what the code is.
///
/// A lower threshold never keeps less.
///
/// Cost: linear in the pending records.
pub(super) fn keep(arena: &mut Arena, threshold: f32) {
    let mut flags = Flags::NONE;
    arena.records().for_each(|record| flags.set(record.context.flags));
    if flags.has(Flags::DATA_TABLE) {
        tables::keep_likely_tables(arena, threshold);
    }
    if flags.has(Flags::PREFORMATTED) {
        code::keep_code(arena, threshold);
        code::keep_rows_over_code(arena, threshold);
    }
    if flags.has(Flags::FIGURE) {
        keep_captions(arena, threshold);
    }
}

/// Gives all parts of a block that was cut for its length the verdict of its first part. `before`
/// is the verdict of the block before the oldest record.
pub(super) fn unite_cut_blocks(arena: &mut Arena, mut before: Verdict) {
    for record in arena.records_mut() {
        if record.continues_last() {
            record.verdict = before;
        }
        before = record.verdict;
    }
}

/// Drops kept texts that are nothing but an unfilled field of a template, such as `{{ date }}`.
/// Code and tables of a text about templates may show one.
pub(super) fn drop_unfilled(arena: &mut Arena) {
    for index in 0..arena.len() {
        let record = arena.record(index);
        let text = after_place(arena.text(record));
        let may_show_one = record.has(Flags::PREFORMATTED) || record.data_cell().is_some();
        let is_unfilled = !may_show_one && text.starts_with("{{") && text.ends_with("}}");
        if record.verdict == Verdict::Kept && is_unfilled {
            set(arena, index, false);
        }
    }
}

/// Keeps each caption right before or after the table, code or quote of its figure, if that is
/// kept.
fn keep_captions(arena: &mut Arena, threshold: f32) {
    for index in (0..arena.len()).rev() {
        let caption = arena.record(index);
        let is_of = |at: usize| {
            let shown = (at < arena.len()).then(|| arena.record(at));
            shown.is_some_and(|shown| {
                shown.verdict == Verdict::Kept && !shown.has(Flags::HIDDEN) && is_caption(caption, shown)
            })
        };
        let is_near = caption.score >= threshold - NAME_SLACK_LOGITS && may_be_kept(caption);
        if is_near && (is_of(index + 1) || index > 0 && is_of(index - 1)) {
            set(arena, index, true);
        }
    }
}

/// Whether the first block is the caption of a figure whose table, code or quote is the second.
fn is_caption(caption: &Record, shown: &Record) -> bool {
    let is_shown = |record: &Record| {
        record.data_cell().is_some() || record.has(Flags::PREFORMATTED) || record.context.quotes().0 > 0
    };
    caption.has(Flags::FIGURE) && shown.has(Flags::FIGURE) && !is_shown(caption) && is_shown(shown)
}

#[cfg(test)]
mod tests;
