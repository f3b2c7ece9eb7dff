//! Headings are dropped with the text that they are over.

use super::is_never_content;
use crate::block::{Arena, Verdict};
use crate::feature::attr::attr;

/// Levels of headings, and what is no heading.
const LEVELS: usize = 7;

/// Share of link characters from which on a heading is a title in a list of things, which may stand without a text.
const LINKED: f32 = 0.5;

/// Words from which on a heading is text that was made large.
const LONG_WORDS: u32 = 8;

/// Headings of one level in a row, with nothing between, from which on they are a list.
const LIST: usize = 3;

/// Drops kept headings under which nothing is kept, up to the next heading of the same level or a higher one: those of galleries, of
/// players, of parts that were dropped. What stays: the page's title, an `h1`; linked and long headings; three or more in a row, which
/// are a list; and all headings of a page whose content, the blocks that score `threshold` or more, has more words in them than beside them.
///
/// The fewer texts are kept, the more headings are dropped, and what else counts does not depend on verdicts: so the sets that are kept stay
/// nested.
///
/// Cost: linear in the records that wait.
pub(super) fn drop_empty(arena: &mut Arena, threshold: f32) {
    if is_made_of_headings(arena, threshold) {
        return;
    }
    let level_of = |arena: &Arena, index: usize| {
        if index < arena.len() { usize::from(arena.record(index).context.heading).min(LEVELS - 1) } else { 0 }
    };
    // Whether text was kept under a heading of each level that would stand here.
    let mut has_text = [false; LEVELS];
    // Headings of one level from here on.
    let mut run = 0;
    for index in (0..arena.len()).rev() {
        let level = level_of(arena, index);
        let record = arena.record(index);
        let is_kept = record.verdict == Verdict::Kept;
        if level == 0 {
            if is_kept {
                has_text = [true; LEVELS];
            }
            run = 0;
            continue;
        }
        run = if level_of(arena, index + 1) == level { run + 1 } else { 1 };
        let before =
            (1..LIST).take_while(|&step| step <= index && level_of(arena, index - step) == level).count();
        let is_text = attr(record) >= LINKED || record.words() >= LONG_WORDS;
        if is_kept && is_text {
            has_text = [true; LEVELS];
        } else if is_kept && !has_text[level] && level > 1 && run + before < LIST {
            arena.record_mut(index).verdict = Verdict::Dropped;
        }
        has_text[level..].fill(false);
    }
}

/// Whether the blocks that score `threshold` or more have more words in headings than beside them.
fn is_made_of_headings(arena: &Arena, threshold: f32) -> bool {
    let (mut in_headings, mut beside) = (0_u32, 0_u32);
    for index in 0..arena.len() {
        let record = arena.record(index);
        if record.scores[0] >= threshold && !is_never_content(arena, index) {
            let words = if record.context.heading > 0 { &mut in_headings } else { &mut beside };
            *words = words.saturating_add(record.words());
        }
    }
    in_headings > beside
}

#[cfg(test)]
mod tests {
    use crate::options::{Method, Options};
    use alloc::format;
    use alloc::string::String;

    /// A long page whose article has this in its middle.
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
        crate::extract(page.as_bytes(), options).expect("HTML is never wrong").text
    }

    #[test]
    #[cfg(feature = "learned")]
    fn a_heading_without_text_is_dropped_and_one_with_text_is_not() {
        let text = kept("<h2>Pictures</h2><div><img src=a.jpg></div><h2>The lake</h2>");
        assert!(
            !text.contains("Pictures") && text.contains("The lake") && text.contains("High water"),
            "{text}"
        );
        let text = kept("<h2>The lake</h2><h3>In spring</h3>");
        assert!(text.contains("The lake") && text.contains("In spring"), "{text}");
    }
}
