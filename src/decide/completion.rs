//! Rules that keep tables and code together.
//!
//! A table with missing cells has wrong rows, and code with missing lines does not run.

use super::enumerators;
use super::verdict::{may_be_kept, set};
use crate::block::marks::after_place;
use crate::block::{Arena, Record, Verdict};
use crate::structure::{Break, Flags};
use core::ops::Range;

/// Minimum share of a table's characters that are kept, from which on the whole table is kept.
const MIN_KEPT_SHARE: f32 = 0.8;

/// Evidence, in logits, that a data table next to kept text is content.
const TABLE_NEXT_TO_TEXT_LOGITS: f32 = 1.5;

/// How far below the mean of a kept table, in logits, a cell of it may score.
const MAX_BELOW_MEAN_LOGITS: f32 = 2.0;

/// How far below the threshold, in logits, a name may score if what it names is kept. A name is the
/// caption of a table or of code, or a row over code.
const NAME_SLACK_LOGITS: f32 = 2.0;

/// Evidence, in logits, that preformatted text between kept text is content. Such text is code in
/// an article.
const CODE_BETWEEN_TEXT_LOGITS: f32 = 1.85;

/// Blocks on each side of a preformatted text that are searched for kept text. More than one, as
/// lines that name the code or its author may stand between.
const SEARCH_RADIUS_BLOCKS: usize = 3;

/// Completes tables, code and figures.
///
/// - A data table is kept or dropped whole, by the mean of its scores.
/// - The caption of a figure is kept if its table, code or quote is.
/// - A preformatted text between kept text is kept whole. Otherwise the parts between its kept
///   parts are kept, but not its ends: one may be a signature.
/// - The rows of a layout table directly before code are kept if they are not unlikely: they say
///   what the code is.
/// - An enumerator is kept if the text after it is.
///
/// A lower threshold never keeps less.
///
/// Cost: linear in the pending records.
pub(super) fn keep(arena: &mut Arena, threshold: f32) {
    let mut flags = Flags::NONE;
    arena.records().for_each(|record| flags.set(record.context.flags));
    enumerators::keep(arena);
    if flags.has(Flags::DATA_TABLE) {
        decide_tables(arena, threshold);
    }
    if flags.has(Flags::PREFORMATTED) {
        keep_code(arena, threshold);
        keep_rows_over_code(arena, threshold);
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

/// Keeps a data table whole if at least [`MIN_KEPT_SHARE`] of it is kept.
pub(super) fn keep_tables(arena: &mut Arena) {
    let mut start = 0;
    while start < arena.len() {
        let end = end_of_table(arena, start);
        if arena.record(start).data_cell().is_some() && kept_share(arena, start..end) >= MIN_KEPT_SHARE {
            keep_all(arena, start..end);
        }
        start = end;
    }
}

/// Decides each data table as one: by the mean score of its words, with evidence if it is next to
/// kept text. Cells far below the mean are not part of it, such as the names beside posts.
fn decide_tables(arena: &mut Arena, threshold: f32) {
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
        let is_kept = mean >= threshold - if has_text { TABLE_NEXT_TO_TEXT_LOGITS } else { 0.0 };
        let cell_from = if is_kept { threshold.min(mean - MAX_BELOW_MEAN_LOGITS) } else { f32::INFINITY };
        for index in table {
            let cell = arena.record(index);
            if may_be_kept(cell) {
                set(arena, index, cell.score >= cell_from);
            }
        }
    }
}

/// Mean score of the words of the blocks that may be kept. Not a number if there is none.
fn mean_score(arena: &Arena, blocks: Range<usize>) -> f32 {
    let (mut words, mut scores) = (0.0, 0.0);
    for record in blocks.map(|index| arena.record(index)).filter(|record| may_be_kept(record)) {
        let weight = record.words().max(1) as f32;
        words += weight;
        scores += weight * record.score;
    }
    scores / words
}

/// End of the table that block `start` is in; the next block if it is in none.
fn end_of_table(arena: &Arena, start: usize) -> usize {
    end_of(arena, start, |last, next| {
        last.data_cell().zip(next.data_cell()).is_some_and(|(last, cell)| cell.is_in_table_of(last))
    })
}

/// Keeps preformatted text directly after or before a kept block. Methods with thresholds drop code
/// for the many tags in it.
pub(super) fn keep_code_next_to_text(arena: &mut Arena) {
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
fn keep_code(arena: &mut Arena, threshold: f32) {
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
fn keep_rows_over_code(arena: &mut Arena, threshold: f32) {
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

/// Keeps the blocks that may be kept.
fn keep_all(arena: &mut Arena, blocks: Range<usize>) {
    for index in blocks {
        if may_be_kept(arena.record(index)) {
            set(arena, index, true);
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

/// End of the range of blocks from `start` on in which each block and the next satisfy `goes_on`.
fn end_of(arena: &Arena, start: usize, goes_on: impl Fn(&Record, &Record) -> bool) -> usize {
    let goes_on = |&index: &usize| goes_on(arena.record(index - 1), arena.record(index));
    start + 1 + (start + 1..arena.len()).take_while(goes_on).count()
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

/// Whether blocks have kept text nearby on both sides.
fn is_between_kept_text(arena: &Arena, blocks: &Range<usize>, threshold: f32) -> bool {
    let is_text = |index: usize| is_scored_text(arena, index, threshold);
    before(blocks).any(is_text) && after(arena, blocks).any(is_text)
}

/// Whether a block is kept by its score. Blocks that were kept by rules are not evidence.
fn is_scored_text(arena: &Arena, index: usize, threshold: f32) -> bool {
    let record = arena.record(index);
    record.verdict == Verdict::Kept && record.score >= threshold && !record.has(Flags::HIDDEN)
}

/// The last [`SEARCH_RADIUS_BLOCKS`] before these.
fn before(blocks: &Range<usize>) -> Range<usize> {
    blocks.start.saturating_sub(SEARCH_RADIUS_BLOCKS)..blocks.start
}

/// The first [`SEARCH_RADIUS_BLOCKS`] after these.
fn after(arena: &Arena, blocks: &Range<usize>) -> Range<usize> {
    blocks.end..arena.len().min(blocks.end + SEARCH_RADIUS_BLOCKS)
}

/// Range from the first kept block to the last one, both included.
fn between_kept(arena: &Arena, blocks: Range<usize>) -> Range<usize> {
    let is_kept = |&index: &usize| arena.record(index).verdict == Verdict::Kept;
    let first = blocks.clone().find(is_kept).unwrap_or(blocks.end);
    let last = blocks.clone().rev().find(is_kept);
    first..last.map_or(first, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::tests::blocks_of;
    use alloc::format;
    use alloc::string::String;

    /// The texts of a page that are kept if all blocks but `dropped` were; those score far too low.
    fn kept(html: &str, dropped: &[&str]) -> String {
        kept_by(html, dropped, -9.0)
    }

    /// Like [`kept`], with this score for the blocks in `dropped`.
    fn kept_by(html: &str, dropped: &[&str], score: f32) -> String {
        kept_after(html, dropped, score, |arena| keep(arena, 0.0))
    }

    /// Like [`kept_by`], after this rule.
    fn kept_after(html: &str, dropped: &[&str], score: f32, rule: impl Fn(&mut Arena)) -> String {
        let mut blocks = blocks_of(html, false);
        let arena = &mut blocks.arena;
        for index in 0..arena.len() {
            let keep = !dropped.contains(&arena.text(arena.record(index)));
            set(arena, index, keep);
            arena.record_mut(index).score = if keep { 1.0 } else { score };
        }
        rule(arena);
        let mut kept = String::new();
        for index in 0..arena.len() {
            let record = arena.record(index);
            if record.verdict == Verdict::Kept {
                kept.push_str(arena.text(record));
                kept.push(' ');
            }
        }
        kept
    }

    const TABLE: &str = "<p>before<table><tr><th>Month<th>Level<tr><td>March<td>12<tr><td>April<td>9</table>\
        <table><tr><td>May<td>1<tr><td>June<td>2</table><p>after";

    #[test]
    fn methods_with_thresholds_keep_tables_whole_of_which_most_is_kept() {
        let kept = |html: &str, dropped: &[&str]| kept_after(html, dropped, -9.0, keep_tables);
        let all = "before Month Level March 12 April 9 May 1 June 2 after ";
        assert_eq!(kept(TABLE, &["12", "9"]), all);
        assert_eq!(kept(TABLE, &["12", "9", "before"]), all.replace("before ", ""), "what is around");
        assert_eq!(
            kept(TABLE, &["May", "June"]),
            all.replace("May ", "").replace("June ", ""),
            "too little of it"
        );
        assert_eq!(
            kept(TABLE, &["12", "1", "2", "May", "June"]),
            "before Month Level March 12 April 9 after "
        );
        assert_eq!(kept(TABLE, &["Month", "Level"]), all, "the header row goes with its columns");
        assert_eq!(kept("<table><tr><td>a<td>b</table>", &["b"]), "a ", "a row alone is no table of data");
        let page = "<table><tr><td>level of the water<td hidden>x<tr><td>in spring<td>y</table>";
        assert_eq!(kept(page, &["x", "y"]), "level of the water in spring y ", "but what is hidden");
    }

    #[test]
    fn a_data_table_is_kept_or_dropped_whole() {
        let page = "<p>s<table><tr><td>a<td>b<tr><td>c<td>d</table><p>t";
        let cells = ["a", "b", "c", "d"];
        let limit = -TABLE_NEXT_TO_TEXT_LOGITS;
        assert_eq!(kept_by(page, &cells, limit), "s a b c d t ");
        assert_eq!(kept_by(page, &cells, limit - 0.1), "s t ", "too unlikely");
        assert_eq!(kept_by(page, &["s", "a", "b", "c", "d"], limit), "a b c d t ", "text on one side");
        assert_eq!(kept_by(page, &["s", "t", "a", "b", "c"], -0.1), "a b c d ", "no text, but a mean");
        assert_eq!(kept_by(page, &["s", "t", "a", "b", "c"], -0.5), "", "a cell alone");
        assert_eq!(kept_by(page, &["a", "b", "c"], -4.0), "s t ", "a cell alone next to text");
    }

    #[test]
    fn cells_far_below_the_mean_of_a_table_are_dropped() {
        let post =
            "and what I forgot to say is that it rained for the whole of the week in which we were there";
        let page = format!("<p>s<table><tr><td>ada<td>{post}<tr><td>ben<td>{post}</table><p>t");
        assert_eq!(kept_by(&page, &["ada", "ben"], -2.0), format!("s {post} {post} t "));
        assert_eq!(kept_by(&page, &["ada", "ben"], -1.0), format!("s ada {post} ben {post} t "));
    }

    #[test]
    fn a_caption_is_kept_with_the_table_or_code_of_its_figure() {
        let quote = "<blockquote>a</blockquote>";
        for shown in ["<pre>a</pre>", "<table><tr><td>a<td>a<tr><td>a<td>a</table>", quote] {
            for [before, after] in [["<figcaption>c</figcaption>", ""], ["", "<figcaption>c</figcaption>"]] {
                let page = format!("<p>s<figure>{before}{shown}{after}</figure><p>t");
                assert!(kept_by(&page, &["c"], -1.5).contains('c'), "{page}");
                assert!(!kept_by(&page, &["c"], -2.5).contains('c'), "{page}");
                assert!(!kept_by(&page, &["a", "c"], -1.9).contains('c'), "{page}");
            }
        }
        assert_eq!(kept_by("<p>s<figure><img><figcaption>c</figcaption></figure><p>t", &["c"], -0.1), "s t ");
    }

    #[test]
    fn what_stands_between_kept_parts_of_a_preformatted_text_is_kept() {
        let page = "<pre>a\n\nb\n\nc\n\nd</pre><pre>e\n\nf</pre>";
        assert_eq!(kept(page, &[]), "a b c d e f ");
        assert_eq!(kept(page, &["b", "c"]), "a b c d e f ");
        assert_eq!(kept(page, &["c", "d", "e"]), "a b f ", "two texts have two ends");
        assert_eq!(kept(page, &["a", "b", "c", "d", "e", "f"]), "");
        assert_eq!(kept("<p>a<p>b<p>c", &["b"]), "a c ");
    }

    #[test]
    fn code_amid_text_is_kept_if_it_is_not_unlikely() {
        let page = "<p>a<p>name<pre>b\n\nc</pre><p>d<p>e<p>f<p>g";
        assert_eq!(kept_by(page, &["name", "b", "c"], -1.0), "a b c d e f g ");
        assert_eq!(kept_by(page, &["name", "b", "c"], -2.0), "a d e f g ");
        assert_eq!(
            kept_by(page, &["name", "b", "c", "d", "e", "f"], -1.0),
            "a g ",
            "text is too far after it"
        );
        assert_eq!(kept_by(page, &["a", "name", "b", "c"], -1.0), "d e f g ", "no text is before it");
    }

    #[test]
    fn what_says_of_code_in_a_table_what_it_is_is_kept() {
        let page = "<p>s<table><tr><td>in the header<td><tr><td><pre>int a;</pre><td></table><p>t";
        assert_eq!(kept_by(page, &["in the header"], -1.0), "s in the header int a; t ");
        assert_eq!(kept_by(page, &["in the header"], -2.5), "s int a; t ");
        assert_eq!(kept_by(page, &["in the header", "int a;"], -2.0), "s t ");
    }

    #[test]
    fn methods_with_thresholds_keep_code_next_to_text() {
        let mut blocks = blocks_of("<p>s<pre>a</pre><p>b<p>c<pre>d</pre>", false);
        let arena = &mut blocks.arena;
        set(arena, 0, true);
        keep_code_next_to_text(arena);
        let kept = |index: usize| arena.record(index).verdict == Verdict::Kept;
        assert_eq!([0, 1, 2, 3, 4].map(kept), [true, true, false, false, false]);
    }
}
