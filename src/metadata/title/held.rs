//! The heading that names a page whose declared titles do not.
//!
//! In: headings of the first level. Out: one of them. Held: [`HELD_BYTES`].

use super::parts::{lower, same_start};
use super::split::words;
use crate::block::marks::{Span, spans};
use crate::hash::{EMPTY_64, add_64};
use alloc::string::String;

/// Maximum bytes of a heading; a longer one names no page.
const HEADING_BYTES: usize = 512;

/// Bytes on the heap from construction on: the heading, and one that is compared with it.
pub(crate) const HELD_BYTES: usize = 2 * HEADING_BYTES;

/// Maximum words of a heading that are compared.
const MAX_WORDS: usize = 64;

/// Minimum percentage of its words that a heading has in common with the declared titles to say the
/// same in other words.
const MIN_SHARED_PERCENT: usize = 30;

/// Minimum percentage of the words of a title, which may have the name of the site, in the heading.
const MIN_SHARED_OF_TITLE_PERCENT: usize = 20;

/// The first heading that shares words with a declared title; or else the first that was kept; or
/// else the first. Holds [`HELD_BYTES`].
#[derive(Clone, Debug)]
pub(super) struct HeldHeading {
    text: String,
    value: Value,
}

/// How well a heading names the page; the greatest is best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Value {
    shares_words: bool,
    is_kept: bool,
}

impl HeldHeading {
    pub(super) fn new() -> Self {
        let text = String::with_capacity(HELD_BYTES);
        Self { text, value: Value::default() }
    }

    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.value = Value::default();
    }

    /// Offers a heading. `text` may have marks.
    ///
    /// Cost: the words of the heading, times those of the titles.
    pub(super) fn offer(&mut self, titles: [&str; 2], text: &str, is_kept: bool) {
        if self.value.shares_words {
            return;
        }
        let held_bytes = self.text.len();
        let fits = self.push(text, held_bytes + HEADING_BYTES);
        let heading = &self.text[held_bytes..];
        let value = Value { shares_words: says_one_of(heading, titles), is_kept };
        let is_better = held_bytes == 0 || value > self.value;
        if fits && is_better && heading.contains(char::is_alphanumeric) {
            self.text.drain(..held_bytes);
            self.value = value;
        } else {
            self.text.truncate(held_bytes);
        }
    }

    /// Appends a text without its marks; `false` if it does not fit.
    fn push(&mut self, text: &str, limit_bytes: usize) -> bool {
        for piece in spans(text).filter_map(Span::text) {
            if self.text.len() + piece.len() > limit_bytes {
                return false;
            }
            self.text.extend(piece.chars().map(|sign| if sign.is_whitespace() { ' ' } else { sign }));
        }
        true
    }

    /// The heading; empty if there is none.
    pub(super) fn text(&self) -> &str {
        self.text.trim()
    }

    /// The heading, if it says what the declared titles say in other words.
    pub(super) fn text_of_title(&self) -> Option<&str> {
        self.value.shares_words.then(|| self.text())
    }
}

/// Hashes of the first words of a heading, in lower case, and which of them a title has.
struct WordSet {
    hashes: [u64; MAX_WORDS],
    is_shared: [bool; MAX_WORDS],
    count: usize,
}

impl WordSet {
    fn of(heading: &str) -> Self {
        let mut set = Self { hashes: [0; MAX_WORDS], is_shared: [false; MAX_WORDS], count: 0 };
        for (place, word) in set.hashes.iter_mut().zip(words(heading)) {
            *place = hash_of(word);
            set.count += 1;
        }
        set
    }

    /// The number of words in common with a title: those of the heading, of the title, and of all
    /// words of the title.
    fn shared_with(&mut self, title: &str) -> [usize; 3] {
        self.is_shared = [false; MAX_WORDS];
        let (mut shared, mut all) = (0, 0);
        for hash in words(title).map(hash_of) {
            all += 1;
            let mut is_in = false;
            for (other, is_shared) in self.hashes.iter().zip(&mut self.is_shared).take(self.count) {
                *is_shared |= *other == hash;
                is_in |= *other == hash;
            }
            shared += usize::from(is_in);
        }
        [self.is_shared.iter().filter(|&&is_shared| is_shared).count(), shared, all]
    }
}

/// The hash of a word in lower case.
fn hash_of(word: &str) -> u64 {
    if word.is_ascii() {
        return word.bytes().fold(EMPTY_64, |hash, byte| add_64(hash, byte.to_ascii_lowercase()));
    }
    word.chars().map(lower).fold(EMPTY_64, |hash, c| c.encode_utf8(&mut [0; 4]).bytes().fold(hash, add_64))
}

/// Whether a heading says what one of the titles says: enough words of it are in the title, and
/// enough words of the title are in it, unless the title begins with the heading.
fn says_one_of(heading: &str, titles: [&str; 2]) -> bool {
    let mut set = WordSet::of(heading);
    titles.into_iter().any(|title| {
        let [of_heading, of_title, all] = set.shared_with(title);
        of_heading > 0
            && 100 * of_heading >= MIN_SHARED_PERCENT * set.count
            && (100 * of_title >= MIN_SHARED_OF_TITLE_PERCENT * all
                || same_start(title, heading.chars()).is_some())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The heading to hold of these, each kept or dropped, and whether it shares words with the
    /// title.
    fn held(title: &str, headings: &[(&str, bool)]) -> (String, bool) {
        let mut heading = HeldHeading::new();
        for &(text, is_kept) in headings {
            heading.offer(["", title], text, is_kept);
        }
        assert!(heading.text.capacity() == HELD_BYTES, "{headings:?}");
        (heading.text().into(), heading.text_of_title().is_some())
    }

    #[test]
    fn the_first_heading_that_shares_words_is_held_or_else_the_first_that_was_kept() {
        let (roof, news) = (("A roof for the mill", false), ("Valley News", false));
        assert_eq!(held("The mill gets a roof", &[news, roof, ("The mill", true)]), (roof.0.into(), true));
        assert_eq!(held("", &[news, roof, ("Spring", true), ("Autumn", true)]), ("Spring".into(), false));
        assert_eq!(held("", &[("–", true), news, roof]), (news.0.into(), false));
        assert_eq!(held("川の水車に屋根", &[("水車に新しい屋根", true)]), ("水車に新しい屋根".into(), true));
        assert_eq!(held("", &[("\u{7}/x\u{E}Old\u{8} mill", true)]), ("Old mill".into(), false));
        assert_eq!(held("", &[]), (String::new(), false));
    }

    #[test]
    fn a_heading_that_is_too_long_is_not_held() {
        let long = "mill ".repeat(HEADING_BYTES / 5 + 1);
        let (most, whole) = ("é".repeat(HEADING_BYTES / 2), "Old mill");
        assert_eq!(held("mill", &[(&long, true), (whole, false)]), (whole.into(), true));
        assert_eq!(held("", &[(whole, false), (&most, true)]), (most, false));
    }
}
