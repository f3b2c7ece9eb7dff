//! Rules that keep or drop headings together with the text below them.

use super::verdict::{is_never_content, may_be_kept, set};
use crate::block::{Arena, Record, Verdict};
use crate::feature::attr::attr;
use crate::html::TagId;
use crate::structure::Flags;

/// Size of a table by heading level; level 0 is for blocks that are no headings.
const LEVELS: usize = 7;

/// Minimum share of link characters from which on a heading is an item title in a list. Such a
/// title may stand without text.
const LINKED: f32 = 0.5;

/// Minimum words from which on a heading counts as large text.
const MIN_TEXT_WORDS: u32 = 8;

/// Minimum number of headings of one level in a row, with nothing between, that are a list.
const LIST: usize = 3;

/// How far below the threshold, in logits, a heading may score if the text below it is kept.
const HEADING_SLACK_LOGITS: f32 = 2.0;

/// Maximum number of line-blocks of one heading that are kept or dropped together. Empty lines or
/// elements split a heading. An unclosed heading contains the text below it and so has more.
const MAX_PARTS: usize = 3;

/// Maximum depth, below the heading, of the elements that hold its line-blocks.
const MAX_DEPTH_IN_HEADING: usize = 3;

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
/// level.
///
/// Such headings belong to galleries, players or sections that were dropped. Exceptions:
///
/// - an `h1`, as it is the page's title,
/// - headings that are mostly a link, and long ones,
/// - three or more headings of one level in a row, as they are a list,
/// - all headings of a page whose content is mostly headings: among the blocks that score
///   `threshold` or more, headings have more words than the other blocks.
///
/// The line-blocks of one heading are kept or dropped together, and kept if any of them is.
///
/// With fewer kept texts, more headings are dropped. All other conditions do not depend on
/// verdicts, so the kept sets of different thresholds stay nested.
///
/// Cost: linear in the pending records.
pub(super) fn drop_empty(arena: &mut Arena, threshold: f32) {
    if is_made_of_headings(arena, threshold) {
        return;
    }
    // The heading of a table column has no text below it.
    let level_of = |record: &Record| match record.data_cell() {
        Some(_) => 0,
        None => usize::from(record.context.heading).min(LEVELS - 1),
    };
    // For each level, whether a heading of that level at this place would have kept text below it.
    let mut has_text = [false; LEVELS];
    // Number of headings of the same level in a row, from here on.
    let (mut run, mut level_after) = (0, 0);
    let mut end = arena.len();
    while end > 0 {
        let parts = start_of(arena, end)..end;
        end = parts.start;
        let level = level_of(arena.record(end));
        let is_kept = parts.clone().any(|index| arena.record(index).verdict == Verdict::Kept);
        if level == 0 {
            if is_kept {
                has_text = [true; LEVELS];
            }
            level_after = 0;
            continue;
        }
        run = if level_after == level { run + 1 } else { 1 };
        level_after = level;
        let is_like = |step: &usize| *step <= end && level_of(arena.record(end - step)) == level;
        let before = (1..LIST).take_while(is_like).count();
        let is_text = |record: &Record| is_linked(record) || record.words() >= MIN_TEXT_WORDS;
        let is_text = parts.clone().any(|index| is_text(arena.record(index)));
        if is_kept && is_text {
            has_text = [true; LEVELS];
        }
        let is_empty = is_kept && !is_text && !has_text[level] && level > 1 && run + before < LIST;
        for index in parts.filter(|_| is_kept) {
            if is_empty || may_be_kept(arena.record(index)) {
                set(arena, index, !is_empty);
            }
        }
        has_text[level..].fill(false);
    }
}

/// Whether a heading is mostly a link to another place. Links to itself and toggles for the text
/// below do not count.
fn is_linked(heading: &Record) -> bool {
    attr(heading) >= LINKED && heading.links.lead_elsewhere()
}

/// Whether a heading and the text below it are both wholly in a link: that to the place they are
/// about. Then the link does not make the heading the title of an item without text.
fn is_in_linked_card(heading: &Record, text: &Record) -> bool {
    let is_whole = |record: &Record| record.link_chars() == record.chars();
    text.context.heading == 0 && is_whole(heading) && is_whole(text)
}

/// Start of the blocks before `end` that belong together: all line-blocks of a heading, or one
/// block.
fn start_of(arena: &Arena, end: usize) -> usize {
    if arena.record(end - 1).context.heading == 0 {
        return end - 1;
    }
    let is_part = |index: usize| {
        let heading = heading_of(arena, arena.record(index));
        index > 0 && heading.is_some() && heading == heading_of(arena, arena.record(index - 1))
    };
    let parts = 1 + (1..end).rev().take(MAX_PARTS).take_while(|&index| is_part(index)).count();
    let is_whole = parts <= MAX_PARTS && !(end < arena.len() && is_part(end));
    if is_whole { end - parts } else { end - 1 }
}

/// The innermost heading element that encloses a block, if it is at most [`MAX_DEPTH_IN_HEADING`]
/// levels up.
fn heading_of(arena: &Arena, record: &Record) -> Option<u32> {
    let mut at = record.context.element;
    for _ in 0..=MAX_DEPTH_IN_HEADING {
        let element = arena.element(at);
        if record.context.heading == 0 || at == 0 {
            break;
        }
        if matches!(element.tag, TagId::H1 | TagId::H2 | TagId::H3 | TagId::H4 | TagId::H5 | TagId::H6) {
            return Some(at);
        }
        at = element.parent();
    }
    None
}

/// Whether the blocks that score `threshold` or more have more words in headings than in other
/// blocks.
fn is_made_of_headings(arena: &Arena, threshold: f32) -> bool {
    let (mut in_headings, mut elsewhere) = (0_u32, 0_u32);
    for record in arena.records() {
        if record.score >= threshold && !is_never_content(record) {
            let words = if record.context.heading > 0 { &mut in_headings } else { &mut elsewhere };
            *words = words.saturating_add(record.words());
        }
    }
    in_headings > elsewhere
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use crate::block::Blocks;
    use crate::budget::MemoryLedger;
    use crate::methods::Method;
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

    /// The kept text of a long page whose article has `middle` in its middle.
    fn kept(middle: &str) -> String {
        let text = |name: &str| {
            let sentences: String = (0..8)
                .map(|day| format!("On day {day} the {name} was higher than on the day before. "))
                .collect();
            format!("<p>{sentences}</p><p>{sentences}</p>")
        };
        let page = format!(
            "<title>High water</title><nav><a href=/>Home</a></nav><article><h1>High water</h1>{}{middle}{}</article>",
            text("river"),
            text("lake")
        );
        let options = Options::default().with_method(Method::Learned);
        crate::extract(page.as_bytes(), &options).expect("HTML is never wrong").text
    }

    #[test]
    #[cfg(feature = "model")]
    fn a_heading_without_text_is_dropped_and_one_with_text_is_not() {
        let text = kept("<h2>Pictures</h2><div><img src=a.jpg></div><h2>The lake</h2>");
        assert!(
            !text.contains("Pictures") && text.contains("The lake") && text.contains("High water"),
            "{text}"
        );
        let text = kept("<h2>The lake</h2><h3>In spring</h3>");
        assert!(text.contains("The lake") && text.contains("In spring"), "{text}");
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

    #[test]
    #[cfg(feature = "model")]
    fn a_heading_in_parts_is_kept_whole_or_dropped_whole() {
        for heading in [
            "The lake<br><br>in spring",
            "The lake<p>in spring</p>",
            "The lake<div><div>in spring</div></div>",
        ] {
            let heading = format!("<h2>{heading}</h2>");
            let text = kept(&heading);
            assert!(text.contains("The lake\n\nin spring"), "{text}");
            let text = kept(&format!("{heading}<div><img src=a.jpg></div><h2>The river</h2>"));
            assert!(!text.contains("The lake") && !text.contains("in spring"), "{text}");
        }
        let text = kept("<h3>Pictures</h3><h3>Films</h3><h2>The river</h2>");
        assert!(!text.contains("Pictures") && !text.contains("Films"), "two headings are not one: {text}");
    }
}
