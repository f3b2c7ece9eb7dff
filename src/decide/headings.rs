//! Rules that keep or drop headings together with the text below them.

use super::record_means::RecordPlace;
use super::verdict::{is_linked, may_be_kept, set};
use crate::block::{Arena, Record, Verdict};
use crate::structure::Flags;

/// Size of a table by heading level; level 0 is for blocks that are not headings.
const LEVELS: usize = 7;

/// Minimum words from which on a heading counts as large text.
const MIN_TEXT_WORDS: u32 = 8;

/// Minimum number of headings of one level in a row, with nothing between, that are a list.
const LIST: usize = 3;

/// How far below the threshold, in logits, a heading may score if the text below it is kept.
const HEADING_SLACK_LOGITS: f32 = 2.0;

/// Keeps headings directly above kept text. Without them, the text would belong to the heading
/// before.
///
/// Exceptions: an `h1` without kept text before it, which is the page's title, and headings that
/// are mostly a link, which are item titles in a list. A lower threshold never keeps less.
///
/// Cost: linear in the pending records.
pub(super) fn keep_over_text(arena: &mut Arena, threshold: f32) {
    let mut follows_text = false;
    for index in 1..arena.len() {
        let heading = arena.record(index - 1);
        follows_text |=
            heading.verdict == Verdict::Kept && heading.context.heading == 0 && !heading.has(Flags::HIDDEN);
        if heading.context.heading == 0 || heading.context.heading == 1 && !follows_text {
            continue;
        }
        let may_be = (!is_linked(heading) || is_in_linked_card(heading, arena.record(index)))
            && heading.score >= threshold - HEADING_SLACK_LOGITS
            && may_be_kept(heading);
        if !may_be {
            continue;
        }
        // The next visible block: a hidden tool mark, such as an edit link, may stand between.
        let mut after = (index..arena.len()).map(|at| arena.record(at));
        let is_text = after
            .find(|record| !record.has(Flags::HIDDEN))
            .is_some_and(|text| text.verdict == Verdict::Kept && text.context.heading == 0);
        if is_text {
            set(arena, index - 1, true);
        }
    }
}

/// Drops kept headings with no kept text below them, up to the next heading of the same or a higher
/// level. They belong to galleries, players or sections that were dropped.
///
/// Exceptions: an `h1`, as it is the page's title; headings that are mostly a link, and long ones;
/// headings below kept text of their record; three or more headings of one level in a row, as
/// they are a list. With fewer kept texts, more headings are dropped. All other conditions do not
/// depend on verdicts, so the kept sets of different thresholds stay nested.
///
/// Cost: linear in the pending records.
pub(super) fn drop_empty(arena: &mut Arena) {
    // The heading of a table column has no text below it.
    let level_of = |record: &Record| match record.data_cell() {
        Some(_) => 0,
        None => usize::from(record.context.heading).min(LEVELS - 1),
    };
    // For each level, whether a heading of that level at this place would have kept text below it.
    let mut has_text = [false; LEVELS];
    // Number of headings of the same level in a row, from here on.
    let (mut run, mut level_after) = (0, 0);
    for index in (0..arena.len()).rev() {
        let record = arena.record(index);
        let level = level_of(record);
        let is_kept = record.verdict == Verdict::Kept;
        let is_text = level == 0
            || is_linked(record)
            || record.words() >= MIN_TEXT_WORDS
            || index > 0 && ends_record(arena, arena.record(index - 1), record);
        run = if level_after == level { run + 1 } else { 1 };
        level_after = level;
        if is_kept && is_text {
            has_text = [true; LEVELS];
        }
        if level == 0 {
            continue;
        }
        let is_like = |step: &usize| *step <= index && level_of(arena.record(index - step)) == level;
        let before = (1..LIST).take_while(is_like).count();
        if is_kept && !is_text && !has_text[level] && level > 1 && run + before < LIST {
            set(arena, index, false);
        }
        has_text[level..].fill(false);
    }
}

/// Whether a heading is directly below kept text of its record, such as a name below what is said
/// of a person.
fn ends_record(arena: &Arena, above: &Record, heading: &Record) -> bool {
    let place = RecordPlace::of(arena, heading);
    above.verdict == Verdict::Kept && place.is_in_record() && place == RecordPlace::of(arena, above)
}

/// Whether a heading and the text below it are both wholly in a link: that to the place they are
/// about. Then the link does not make the heading the title of an item without text.
fn is_in_linked_card(heading: &Record, text: &Record) -> bool {
    let is_whole = |record: &Record| record.link_chars() == record.chars();
    text.context.heading == 0 && is_whole(heading) && is_whole(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::Blocks;
    use crate::budget::MemoryLedger;
    use crate::structure::{Break, Context};
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    /// Which blocks of these levels (0 for text) and scores are kept with a threshold of zero.
    fn kept_over(all: &[(u8, f32)]) -> Vec<bool> {
        let mut blocks = Blocks::new(MemoryLedger::new(1 << 20, 0), false, false, None);
        for &(heading, _) in all {
            blocks.text("text", 0, &Context { heading, ..Context::default() });
            blocks.line_break(Break::Block);
        }
        let arena = &mut blocks.arena;
        for (index, &(_, score)) in all.iter().enumerate() {
            arena.record_mut(index).score = score;
            set(arena, index, score >= 0.0);
        }
        keep_over_text(arena, 0.0);
        (0..arena.len()).map(|index| arena.record(index).verdict == Verdict::Kept).collect()
    }

    #[test]
    fn a_heading_right_over_kept_text_is_kept() {
        assert_eq!(kept_over(&[(2, -1.9), (0, 1.0)]), [true, true]);
        assert_eq!(kept_over(&[(2, -2.1), (0, 1.0)]), [false, true], "too unlikely");
        assert_eq!(kept_over(&[(1, -1.9), (0, 1.0)]), [false, true], "the page's");
        assert_eq!(kept_over(&[(0, 1.0), (1, -1.9), (0, 1.0)]), [true, true, true], "a chapter's");
        assert_eq!(kept_over(&[(2, -1.0), (0, -1.0)]), [false, false], "over what goes");
        assert_eq!(kept_over(&[(2, -1.0), (0, -1.0), (0, 1.0)]), [false, false, true], "not right over it");
        assert_eq!(kept_over(&[(2, -1.0), (3, 1.0), (0, 1.0)]), [false, true, true], "over a heading");
        assert!(kept_over(&[]).is_empty());
    }

    /// Which blocks stay, of headings and texts that are kept and texts that are not.
    fn stay(html: &str, dropped: &[&str]) -> String {
        let mut blocks = crate::block::tests::blocks_of(html, false);
        let arena = &mut blocks.arena;
        for index in 0..arena.len() {
            let keep = !dropped.contains(&arena.text(arena.record(index)));
            set(arena, index, keep);
        }
        drop_empty(arena);
        let kept = arena.records().filter(|record| record.verdict == Verdict::Kept);
        kept.map(|record| arena.text(record)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_heading_without_text_is_dropped() {
        assert_eq!(stay("<h2>a</h2><p>x<h2>b</h2><p>y", &["x"]), "b y");
        assert_eq!(stay("<h2>a</h2><p>x<h3>b</h3><p>y", &["x"]), "a b y", "a lower level below");
        assert_eq!(stay("<h1>a</h1><p>x", &["x"]), "a", "the title");
        assert_eq!(stay("<h2>a</h2><h2>b</h2><p>x", &["x"]), "", "two are no list");
        assert_eq!(stay("<h2>a</h2><h2>b</h2><h2>c</h2><p>x", &["x"]), "a b c", "three are");
        assert_eq!(stay("<h2><a href=/a>a</a></h2><p>x", &["x"]), "a", "a link");
    }

    #[test]
    fn what_is_hidden_after_a_heading_and_a_link_to_itself_change_nothing() {
        let kept = |heading: &str, after: &str| {
            let page = format!("{heading}{after}<p>b<h2>c</h2>");
            let mut blocks = crate::block::tests::blocks_of(&page, false);
            let arena = &mut blocks.arena;
            for index in 0..arena.len() {
                let is_text = arena.text(arena.record(index)) == "b";
                set(arena, index, is_text);
                arena.record_mut(index).score = if is_text { 3.0 } else { -1.0 };
            }
            keep_over_text(arena, 0.0);
            arena.record(0).verdict == Verdict::Kept
        };
        let mark = "<div hidden>edit</div>";
        assert!(kept("<h2>a</h2>", "") && kept("<h2>a</h2>", mark));
        assert!(kept("<h2><a href='#a'>a</a></h2>", "") && kept("<h2><a href=' #a'>a</a></h2>", mark));
        assert!(!kept("<h2><a href=/a>a</a></h2>", "") && !kept("<h2><a href=/a#a>a</a></h2>", ""));
        assert!(!kept("<h2>a</h2>", "<div>edit</div>"));
    }

    #[test]
    fn a_heading_in_the_link_of_its_text_is_kept_with_it() {
        let kept = |page: &str| {
            let mut blocks = crate::block::tests::blocks_of(page, false);
            let arena = &mut blocks.arena;
            for index in 0..arena.len() {
                let is_text = arena.record(index).context.heading == 0;
                set(arena, index, is_text);
                arena.record_mut(index).score = if is_text { 3.0 } else { -1.0 };
            }
            keep_over_text(arena, 0.0);
            arena.record(0).verdict == Verdict::Kept
        };
        assert!(kept("<a href=/a><h2>a</h2><p>b</p></a>"));
        assert!(!kept("<h2><a href=/a>a</a></h2><p>b</p>"));
    }
}
