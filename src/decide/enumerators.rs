//! Rule that keeps the number or letter of a point with its text: `(a)` in an element of its own.
//!
//! In: pending records with verdicts. Out: verdicts. Holds nothing.

use super::verdict::{may_be_kept, set};
use crate::block::enumerator::{MAX_CHARS, is_enumerator};
use crate::block::marks::shown;
use crate::block::{Arena, Record, Verdict};

/// Minimum words of the text of a point.
const MIN_POINT_WORDS: u32 = 3;

/// Keeps each enumerator directly before a kept text.
///
/// Cost: linear in the pending records.
pub(super) fn keep(arena: &mut Arena) {
    for index in 1..arena.len() {
        let (label, point) = (arena.record(index - 1), arena.record(index));
        if label.verdict != Verdict::Kept
            && label.chars() <= MAX_CHARS
            && is_point(point)
            && may_be_kept(label)
            && is_label(arena.text(label))
        {
            set(arena, index - 1, true);
        }
    }
}

/// Whether a text is an enumerator. A number in brackets is rather a count: of reviews, say.
fn is_label(text: &str) -> bool {
    let has_letter = || shown(text).any(char::is_alphabetic);
    let is_in_brackets = || shown(text).any(|c| matches!(c, '(' | '[' | '（'));
    is_enumerator(shown(text)) && (has_letter() || !is_in_brackets())
}

/// Whether a kept block may be the text of a point.
fn is_point(record: &Record) -> bool {
    record.verdict == Verdict::Kept && record.context.heading == 0 && record.words() >= MIN_POINT_WORDS
}

#[cfg(test)]
mod tests {
    use super::is_label;

    #[test]
    fn the_letter_of_a_kept_point_is_kept() {
        let point = |letter: &str, text: &str| {
            ["<div class=a><div class=b>", letter, "</div><div class=c><p>", text, "</p></div></div>"]
                .concat()
        };
        let text = "The keeper of a ferry shall look after its chain and lift it twice in each year.";
        let page = ["<h1>Ferries</h1><p>", text, "</p>", &point("(a)", text), &point("2.", text)].concat();
        let kept = crate::extract(page.as_bytes(), &crate::Options::default()).unwrap().text;
        assert!(kept.contains("(a)") && kept.contains("2."), "{kept}");
        for label in ["(836)", "[1]", "J.G."] {
            assert!(!is_label(label), "{label}");
        }
    }
}
