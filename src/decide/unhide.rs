//! Pages that hide nearly all of their text until a script shows it, and pages whose text stands in
//! an element that is never content, since a tag or a role is wrong.

use crate::block::{Arena, Record};
use crate::structure::Flags;

/// Minimum number of hidden words per shown word on a page that a script shows.
const HIDDEN_TO_SHOWN: u32 = 8;

/// Minimum number of hidden words; fewer are a notice or a menu.
const MIN_HIDDEN_WORDS: u32 = 100;

/// Elements that are never content, unless the text of the page stands in them.
const NEVER_CONTENT: [Flags; 3] = [Flags::NAVIGATION, Flags::FOOTER, Flags::DIALOG];

/// Minimum words of a block of running text.
const MIN_TEXT_WORDS: u32 = 12;

/// Minimum words of running text in such an element, and their minimum number per word of running
/// text elsewhere.
const MIN_INSIDE_WORDS: u32 = 40;
const INSIDE_TO_OUTSIDE: u32 = 8;

/// Reads a navigation, footer or dialog as an ordinary element if it holds the page's `h1` and
/// nearly all of its running text. Then its end tag is missing, or its role is wrong, or the whole
/// page is a dialog.
///
/// Cost: linear in the pending records; one look at each on most pages.
pub(crate) fn admit_misnamed(arena: &mut Arena) {
    let is_title = |record: &&Record| record.context.heading == 1 && !record.has(Flags::HIDDEN);
    for flag in NEVER_CONTENT {
        let are_inside = {
            let mut titles = arena.records().filter(is_title).peekable();
            titles.peek().is_some() && titles.all(|title| title.has(flag))
        };
        if !are_inside {
            continue;
        }
        let (mut inside, mut outside) = (0_u32, 0_u32);
        for record in arena.records() {
            let is_text = record.words() >= MIN_TEXT_WORDS && 2 * record.link_words() < record.words();
            if is_text && !record.has(Flags::HIDDEN) {
                let words = if record.has(flag) { &mut inside } else { &mut outside };
                *words = words.saturating_add(record.words());
            }
        }
        if inside >= MIN_INSIDE_WORDS && inside / INSIDE_TO_OUTSIDE >= outside {
            arena.records_mut().for_each(|record| record.context.flags.unset(flag));
        }
    }
}

/// Unhides all blocks of a page that hides nearly all of its text. Returns whether it did.
///
/// Such a page waits for a script to show it, or has its text in `noscript`.
///
/// Cost: linear in the pending records.
pub(crate) fn reveal(arena: &mut Arena) -> bool {
    let (mut shown, mut hidden) = (0_u32, 0_u32);
    for record in arena.records() {
        let words = if record.has(Flags::HIDDEN) { &mut hidden } else { &mut shown };
        *words = words.saturating_add(record.words());
    }
    let is_hidden = hidden >= MIN_HIDDEN_WORDS && hidden / HIDDEN_TO_SHOWN >= shown;
    if is_hidden {
        arena.records_mut().for_each(|record| record.context.flags.unset(Flags::HIDDEN));
        arena.nodes.reveal();
    }
    is_hidden
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::tests::blocks_of;

    /// Whether the text of a page is never content after all.
    fn is_never_content(page: &str) -> bool {
        let mut blocks = blocks_of(page, false);
        admit_misnamed(&mut blocks.arena);
        blocks
            .arena
            .records()
            .filter(|record| record.words() >= MIN_TEXT_WORDS)
            .any(crate::decide::verdict::is_never_content)
    }

    #[test]
    fn nearly_all_text_with_the_title_is_no_navigation_and_the_like() {
        let text = "<p>The pond froze in the night, and no newt was seen for a week.".repeat(5);
        let title = "<h1>The pond</h1>";
        for start in ["<nav><ul><li>Home</ul><div>", "<footer>by Ben<div>", "<div role=dialog>"] {
            assert!(!is_never_content(&[start, title, &text].concat()), "{start}");
            assert!(is_never_content(&[start, &text].concat()), "no title in {start}");
            assert!(is_never_content(&[title, start, title, &text].concat()), "a title before {start}");
            assert!(is_never_content(&["<div>", &text, "</div>", start, title, &text].concat()), "{start}");
        }
        assert!(is_never_content(&["<div role=dialog>", title, &text, "</div><footer>", &text].concat()));
    }
}
