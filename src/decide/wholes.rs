//! Tables of data and preformatted texts are kept whole: a reader of a table with holes reads wrong rows, and code with holes does not run.

use super::{is_never_content, set};
use crate::block::{Arena, Verdict};
use crate::clean::{Break, Flags};
use core::ops::Range;

/// Share of a table's characters from which on, if they are kept, all of it is. With one half instead, one page of a fifth of wcxb loses 0.28 of its F1;
/// with nine tenths, fewer tables are whole, and F1 is no better.
const MOST_OF_IT: f32 = 0.8;

/// What is kept as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whole {
    /// A table of data.
    Table,
    /// A preformatted text, parted by empty lines.
    Preformatted,
}

/// Keeps all of a table of data of which [`MOST_OF_IT`] is kept, and of a preformatted text what stands between parts that are kept: of its ends,
/// one may be a signature. What a smaller set keeps so, a larger one keeps, too.
///
/// Cost: linear in the records that wait.
pub(super) fn keep(arena: &mut Arena) {
    let mut start = 0;
    while start < arena.len() {
        let Some(whole) = whole_at(arena, start) else {
            start += 1;
            continue;
        };
        let end = end_of(arena, whole, start);
        let kept = match whole {
            Whole::Table if kept_share(arena, start..end) >= MOST_OF_IT => start..end,
            Whole::Table => start..start,
            Whole::Preformatted => between_kept(arena, start..end),
        };
        for index in kept {
            if may_be(arena, index) {
                set(arena, index, true);
            }
        }
        start = end;
    }
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

/// Whether a block may be kept with the others.
fn may_be(arena: &Arena, index: usize) -> bool {
    let record = arena.record(index);
    !record.has(Flags::HIDDEN) && !is_never_content(record)
}

/// Share of the characters that are kept, of those that may be.
fn kept_share(arena: &Arena, blocks: Range<usize>) -> f32 {
    let (mut kept, mut all) = (0_u64, 0_u64);
    for index in blocks.filter(|&index| may_be(arena, index)) {
        let record = arena.record(index);
        all += u64::from(record.chars());
        kept += if record.verdict == Verdict::Kept { u64::from(record.chars()) } else { 0 };
    }
    if all > 0 { kept as f32 / all as f32 } else { 0.0 }
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

    /// The texts of a page that are kept, if those were that are not in `dropped`.
    fn kept(html: &str, dropped: &[&str]) -> String {
        let mut blocks = blocks_of(html, false);
        let arena = &mut blocks.arena;
        for index in 0..arena.len() {
            let keep = !dropped.contains(&arena.text(arena.record(index)));
            set(arena, index, keep);
        }
        keep(arena);
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
}
