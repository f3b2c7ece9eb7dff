//! What belongs blend is kept blend: a reader of a table with holes reads wrong rows, code with
//! holes does not run, and the cells of a row and definitions say nothing without what they are of.

use super::{may_be_kept, set};
use crate::block::{Arena, Record, Verdict};
use crate::html::TagId;
use crate::structure::{Break, Flags};
use core::ops::Range;

/// Share of a table's characters from which on, if they are kept, all of it is. With one half
/// instead, one page of a fifth of wcxb loses 0.28 of its F1; with nine tenths, fewer tables are
/// whole, and F1 is no better.
const MAX_OF_IT: f32 = 0.8;

/// How far below the threshold, in logits, a term may score whose definition is kept, or a heading
/// of a row whose cell is. Of 2,200 pages of three fifths of the corpora, by trees that saw none of
/// them, five change by the latter, by 0.000 in the mean.
const NAMES_KEPT: f32 = 2.0;

/// How far below the threshold, in logits, a preformatted text may score that stands amid kept
/// text: code in an article. On the same pages F1 rises on eleven, by 0.144 in all, and falls on
/// one, by 0.007.
const AMID_TEXT: f32 = 1.25;

/// Blocks on each side of a preformatted text, one of which is kept where it stands amid kept text:
/// lines that name the code, or its author, are between.
const BESIDE: usize = 3;

/// What is kept as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whole {
    /// A table of data.
    Table,
    /// A preformatted text, parted by empty lines.
    Preformatted,
}

/// Keeps the heading of a row whose cell is kept, all of a table of data of which [`MAX_OF_IT`] is
/// kept, a preformatted text amid kept text, and of any other what stands between parts that are
/// kept: of its ends, one may be a signature. Keeps terms, too, whose definition is kept. What a
/// smaller set keeps so, a larger one keeps, too.
///
/// Cost: linear in the records that wait.
pub(super) fn keep(arena: &mut Arena, threshold: f32) {
    let (mut flags, mut has_terms) = (Flags::NONE, false);
    for record in arena.records() {
        flags.set(record.context.flags);
        has_terms |= record.tag() == TagId::Dt;
    }
    if flags.has(Flags::HEADER_CELL) {
        keep_names(arena, threshold, heads_row);
    }
    if flags.has(Flags::DATA_TABLE.with(Flags::PREFORMATTED)) {
        keep_parts(arena, threshold);
    }
    if has_terms {
        keep_names(arena, threshold, is_defined);
    }
}

/// Keeps tables of data whole, and preformatted texts.
fn keep_parts(arena: &mut Arena, threshold: f32) {
    let mut start = 0;
    while start < arena.len() {
        let Some(whole) = whole_at(arena, start) else {
            start += 1;
            continue;
        };
        let end = end_of(arena, whole, start);
        let kept = match whole {
            Whole::Table if kept_share(arena, start..end) >= MAX_OF_IT => start..end,
            Whole::Table => start..start,
            Whole::Preformatted if is_amid_text(arena, start..end, threshold) => start..end,
            Whole::Preformatted => between_kept(arena, start..end),
        };
        for index in kept {
            if may_be_kept(arena.record(index)) {
                set(arena, index, true);
            }
        }
        start = end;
    }
}

/// Keeps blocks that name the one right behind them, by `is_named`, if that is kept.
fn keep_names(arena: &mut Arena, threshold: f32, is_named: impl Fn(&Record, &Record) -> bool) {
    for index in (1..arena.len()).rev() {
        let (name, next) = (arena.record(index - 1), arena.record(index));
        if !is_named(name, next) {
            continue;
        }
        let is_near = name.scores[0] >= threshold - NAMES_KEPT;
        let is_kept = next.verdict == Verdict::Kept && !next.has(Flags::HIDDEN);
        if is_near && is_kept && may_be_kept(name) {
            set(arena, index - 1, true);
        }
    }
}

/// Whether a cell heads the row (`th`) of the next one.
fn heads_row(head: &Record, cell: &Record) -> bool {
    let cells = head.data_cell().zip(cell.data_cell());
    head.has(Flags::HEADER_CELL)
        && cells.is_some_and(|(head, cell)| cell.is_in_table_of(head) && cell.row() == head.row())
}

/// Whether a term or signature (`dt`) is defined (`dd`) by the next block, or shares a definition
/// with it.
fn is_defined(term: &Record, next: &Record) -> bool {
    term.tag() == TagId::Dt
        && (next.tag() == TagId::Dt || next.is_in_definition())
        && term.context.list_depth <= next.context.list_depth
}

/// What begins at, or goes on in, block `index`.
fn whole_at(arena: &Arena, index: usize) -> Option<Whole> {
    let record = arena.record(index);
    if record.data_cell().is_some() {
        Some(Whole::Table)
    } else if record.has(Flags::PREFORMATTED) {
        Some(Whole::Preformatted)
    } else {
        None
    }
}

/// Behind the last block of what is at `start`.
fn end_of(arena: &Arena, whole: Whole, start: usize) -> usize {
    let goes_on = |&index: &usize| {
        let (last, next) = (arena.record(index - 1), arena.record(index));
        match (whole, last.data_cell(), next.data_cell()) {
            (Whole::Table, Some(last), Some(cell)) => cell.is_in_table_of(last),
            (Whole::Preformatted, _, None) => {
                next.has(Flags::PREFORMATTED) && next.break_before <= Break::Blank
            }
            _ => false,
        }
    };
    start + 1 + (start + 1..arena.len()).take_while(goes_on).count()
}

/// Share of the characters that are kept, of those that may be.
fn kept_share(arena: &Arena, blocks: Range<usize>) -> f32 {
    let (mut kept, mut all) = (0_u64, 0_u64);
    for index in blocks.filter(|&index| may_be_kept(arena.record(index))) {
        let record = arena.record(index);
        all += u64::from(record.chars());
        kept += if record.verdict == Verdict::Kept { u64::from(record.chars()) } else { 0 };
    }
    if all > 0 { kept as f32 / all as f32 } else { 0.0 }
}

/// Whether a preformatted text stands near kept text on both sides, and misses the threshold by
/// little.
fn is_amid_text(arena: &Arena, blocks: Range<usize>, threshold: f32) -> bool {
    // What rules kept beside it says nothing.
    let is_text = |index: usize| {
        let record = arena.record(index);
        record.verdict == Verdict::Kept && record.scores[0] >= threshold && !record.has(Flags::HIDDEN)
    };
    // What is hidden in it, such as numbers of lines, says nothing either.
    let mut may_be = blocks.clone().map(|index| arena.record(index)).filter(|record| may_be_kept(record));
    may_be.all(|record| record.scores[0] >= threshold - AMID_TEXT)
        && (blocks.start.saturating_sub(BESIDE)..blocks.start).any(is_text)
        && (blocks.end..arena.len().min(blocks.end + BESIDE)).any(is_text)
}

/// From the first block that is kept to behind the last one.
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
    use alloc::string::String;

    /// The texts of a page that are kept, if those were that are not in `dropped`, which are
    /// unlikely.
    fn kept(html: &str, dropped: &[&str]) -> String {
        kept_by(html, dropped, -9.0)
    }

    /// The same, if those in `dropped` miss the threshold by so much.
    fn kept_by(html: &str, dropped: &[&str], score: f32) -> String {
        let mut blocks = blocks_of(html, false);
        let arena = &mut blocks.arena;
        for index in 0..arena.len() {
            let keep = !dropped.contains(&arena.text(arena.record(index)));
            set(arena, index, keep);
            arena.record_mut(index).scores[0] = if keep { 1.0 } else { score };
        }
        keep(arena, 0.0);
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
        <table><tr><td>May<td>1<tr><td>June<td>2</table><p>behind";

    #[test]
    fn a_table_of_which_most_is_kept_is_kept_whole() {
        let all = "before Month Level March 12 April 9 May 1 June 2 behind ";
        assert_eq!(kept(TABLE, &["12", "9"]), all);
        assert_eq!(kept(TABLE, &["12", "9", "before"]), all.replace("before ", ""), "what is around");
        assert_eq!(
            kept(TABLE, &["May", "June"]),
            all.replace("May ", "").replace("June ", ""),
            "too little of it"
        );
        assert_eq!(
            kept(TABLE, &["12", "1", "2", "May", "June"]),
            "before Month Level March 12 April 9 behind "
        );
        assert_eq!(kept("<table><tr><td>a<td>b</table>", &["b"]), "a ", "a row alone is no table of data");
        let page = "<table><tr><td>level of the water<td hidden>x<tr><td>in spring<td>y</table>";
        assert_eq!(kept(page, &["x", "y"]), "level of the water in spring y ", "but what is hidden");
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
        assert_eq!(kept_by(page, &["name", "b", "c"], -1.5), "a d e f g ");
        assert_eq!(
            kept_by(page, &["name", "b", "c", "d", "e", "f"], -1.0),
            "a g ",
            "text is too far behind it"
        );
        assert_eq!(kept_by(page, &["a", "name", "b", "c"], -1.0), "d e f g ", "no text is before it");
    }

    #[test]
    fn a_heading_of_a_row_is_kept_with_its_cell() {
        let page = "<table><tr><th>a<td>b<td>c<tr><th>d<td>e<td>f<tr><th>g<td>h<td>i</table>";
        assert_eq!(kept_by(page, &["a", "d", "e", "g", "i"], -1.5), "a b c f g h ");
        assert_eq!(kept_by(page, &["a", "d", "e", "g", "i"], -2.5), "b c f h ");
        assert_eq!(
            kept_by("<table><tr><td>a<th>b<tr><td>c<td>d</table>", &["b", "a"], -1.0),
            "c d ",
            "not of this row"
        );
    }

    #[test]
    fn a_term_is_kept_with_its_definition() {
        let page = "<dl><dt>a<dt>b<dd><p>c<p>d<dt>e<dd>f</dl><p>g";
        let kept = |html: &str, dropped: &[&str]| kept_by(html, dropped, -1.0);
        assert_eq!(kept(page, &[]), "a b c d e f g ");
        assert_eq!(kept(page, &["a", "b", "e"]), "a b c d e f g ");
        assert_eq!(kept(page, &["a", "b", "c", "e", "f"]), "d g ", "not right behind them");
        assert_eq!(kept("<dl><dt>a</dl><p>b", &["a"]), "b ", "no definition");
        assert_eq!(kept("<dl><dt>a<dd><dl><dt>b<dd>c</dl></dl>", &["a", "b"]), "a b c ", "one in another");
        assert_eq!(kept_by(page, &["a", "b", "e"], -2.5), "c d f g ", "too unlikely");
    }
}
