//! Data tables are kept whole.

use super::runs::{after, before, end_of, is_scored_text, keep_all, mean_score};
use crate::block::{Arena, Verdict};
use crate::decide::verdict::{may_be_kept, set};
use crate::structure::Flags;
use core::ops::Range;

/// Minimum share of a table's characters that are kept, from which on the whole table is kept.
const MIN_KEPT_SHARE: f32 = 0.8;

/// Evidence, in logits, that a data table next to kept text is content.
pub(super) const TABLE_NEXT_TO_TEXT_LOGITS: f32 = 1.5;

/// How far below the mean of a kept table, in logits, a cell of it may score.
const MAX_BELOW_MEAN_LOGITS: f32 = 2.0;

/// Keeps a data table whole if at least [`MIN_KEPT_SHARE`] of it is kept.
pub(in crate::decide) fn keep_tables(arena: &mut Arena) {
    let mut start = 0;
    while start < arena.len() {
        let end = end_of_table(arena, start);
        if arena.record(start).data_cell().is_some() && kept_share(arena, start..end) >= MIN_KEPT_SHARE {
            keep_all(arena, start..end);
        }
        start = end;
    }
}

/// Keeps each data table whole whose words have a high enough mean score. Next to kept text, less
/// is enough. Cells far below the mean are not part of it, such as the names beside posts.
///
/// Other tables keep the cells that their own scores keep: most of a ranking can be columns of
/// controls, and its titles the content of the page.
pub(super) fn keep_likely_tables(arena: &mut Arena, threshold: f32) {
    let mut start = 0;
    while start < arena.len() {
        let table = start..end_of_table(arena, start);
        start = table.end;
        if arena.record(table.start).data_cell().is_none() {
            continue;
        }
        let is_text = |index: usize| is_scored_text(arena, index, threshold);
        let has_text = before(&table).any(is_text) || after(arena, &table).any(is_text);
        let mean = mean_score(arena, table.clone());
        let evidence = if has_text { TABLE_NEXT_TO_TEXT_LOGITS } else { 0.0 };
        // A table without cells that may be kept has no mean.
        let is_likely = mean + evidence >= threshold;
        if !is_likely {
            continue;
        }
        for index in table {
            let cell = arena.record(index);
            if may_be_kept(cell) {
                set(arena, index, cell.score >= threshold.min(mean - MAX_BELOW_MEAN_LOGITS));
            }
        }
    }
}

/// End of the table that block `start` is in; the next block if it is in none.
fn end_of_table(arena: &Arena, start: usize) -> usize {
    end_of(arena, start, |last, next| {
        last.data_cell().zip(next.data_cell()).is_some_and(|(last, cell)| cell.is_in_table_of(last))
    })
}

/// Share of a table's characters that are kept, out of the cells that may be kept. With header
/// cells or without them, whichever is greater: they are short and go with what they name.
fn kept_share(arena: &Arena, blocks: Range<usize>) -> f32 {
    let (mut kept, mut all) = ([0_u64; 2], [0_u64; 2]);
    for record in blocks.map(|index| arena.record(index)).filter(|record| may_be_kept(record)) {
        let kind = usize::from(record.has(Flags::HEADER_CELL));
        all[kind] += u64::from(record.chars());
        kept[kind] += if record.verdict == Verdict::Kept { u64::from(record.chars()) } else { 0 };
    }
    let share = |kept: u64, all: u64| if all > 0 { kept as f32 / all as f32 } else { 0.0 };
    share(kept[0], all[0]).max(share(kept[0] + kept[1], all[0] + all[1]))
}
