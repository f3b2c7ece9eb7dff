//! Finds the keywords of a title in texts.
//!
//! In: the title of the page, then texts. Out: the number of keyword occurrences. Held:
//! [`HELD_BYTES`].

use crate::html::scan;
use crate::metadata::title::split::{is_unspaced, without_site_name, words};
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// Maximum keywords taken from a title.
const KEYWORDS: usize = 16;

/// Maximum bytes of all keywords in every spelling.
const PATTERN_BYTES: usize = 384;

/// Minimum characters of a keyword in scripts with spaces. Shorter words are mostly particles, in
/// any language.
const KEYWORD_CHARS: usize = 3;

/// Maximum spellings of all keywords: unchanged, and in lower case.
const SPELLINGS: usize = 2 * KEYWORDS;

/// Bytes on the heap for the keywords of a title.
pub(crate) const HELD_BYTES: usize = PATTERN_BYTES + SPELLINGS * size_of::<Range<u16>>();

/// Matcher of a title's keywords in texts.
///
/// A word begins only after a character that is neither a letter nor a digit. Such positions are
/// found one chunk at a time, or by a table look-up per byte if a spelling begins with a character
/// beyond ASCII. Most candidates are rejected by a hash of their first [`START_BYTES`] bytes, and
/// few are compared. This is faster than an automaton of all spellings, which would also have to be
/// built for each page.
pub(crate) struct TitleKeywords {
    keywords: usize,
    /// The spellings, concatenated, and the byte range of each.
    patterns: String,
    ranges: Vec<Range<u16>>,
    classes: [u8; 256],
    /// A spelling begins with a character beyond ASCII.
    has_wide: bool,
    /// The first bytes of the spellings.
    starts: Starts,
}

/// Bytes compared at the start of a spelling. No spelling is shorter: it has three characters, or
/// two of three bytes each.
const START_BYTES: usize = 3;

/// First bytes of a text, the same in either case; zero for a shorter text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Start(u32);

impl Start {
    /// The start of a text.
    #[inline]
    fn of(text: &[u8]) -> Self {
        /// The bit in which the two cases of a letter differ.
        const LOWER: u32 = 0x20_20_20;
        let start = match (text.first_chunk(), text.first_chunk::<START_BYTES>()) {
            (Some(&four), _) => u32::from_le_bytes(four) & 0xFF_FF_FF,
            (_, Some(&[first, second, third])) => u32::from_le_bytes([first, second, third, 0]),
            _ => return Self::default(),
        };
        Self(start | LOWER)
    }
}

/// Starts of the spellings, in order, and a bit set of their hashes. Few other starts share a bit
/// with them.
#[derive(Clone, Copy, Debug, Default)]
struct Starts {
    bits: [u64; Self::WORDS],
    all: [Start; SPELLINGS],
}

impl Starts {
    const WORDS: usize = 16;

    /// Index of the word and mask of the bit of a start.
    #[inline]
    fn place(start: Start) -> (usize, u64) {
        // 2^32 divided by the golden ratio.
        let hash = start.0.wrapping_mul(0x9E37_79B1);
        ((hash >> 28) as usize, 1 << (hash >> 22 & 63))
    }

    /// Adds the spelling with this number.
    fn add(&mut self, number: usize, spelling: &[u8]) {
        let start = Start::of(spelling);
        let (word, bit) = Self::place(start);
        self.bits[word] |= bit;
        self.all[number] = start;
    }

    /// Whether a spelling may begin with this start.
    #[inline]
    fn may_have(&self, start: Start) -> bool {
        let (word, bit) = Self::place(start);
        self.bits[word] & bit != 0
    }
}

/// Classes of bytes, as bits.
///
/// `ASCII_START`: an ASCII byte that begins a spelling if a word may begin there. `WIDE_START`: a
/// non-ASCII byte that begins a spelling after any byte. `PARTS`: a byte that may precede a word:
/// all but ASCII letters and digits. Whether a character beyond ASCII may precede a word is checked
/// later.
const ASCII_START: u8 = 1;
const WIDE_START: u8 = 2;
const PARTS: u8 = 4;

/// The classes of bytes without keywords.
const CLASSES: [u8; 256] = {
    let mut classes = [PARTS; 256];
    let mut byte = 0;
    while byte < 256 {
        if (byte as u8).is_ascii_alphanumeric() {
            classes[byte] = 0;
        }
        byte += 1;
    }
    classes
};

impl TitleKeywords {
    /// A matcher without keywords.
    pub(crate) fn new() -> Self {
        Self {
            keywords: 0,
            patterns: String::with_capacity(PATTERN_BYTES),
            ranges: Vec::with_capacity(SPELLINGS),
            classes: CLASSES,
            has_wide: false,
            starts: Starts::default(),
        }
    }

    /// Number of keywords, m of equation (3).
    pub(crate) fn count(&self) -> usize {
        self.keywords
    }

    /// Learns the keywords of `title`; none if it is empty.
    ///
    /// A word matches unchanged and in lower case; ASCII letters match in either case.
    pub(crate) fn learn(&mut self, title: &str) {
        self.forget();
        if title.is_empty() {
            return;
        }
        for word in words(without_site_name(title)) {
            let unspaced = word.chars().next().is_some_and(is_unspaced);
            let is_long = unspaced || word.chars().count() >= KEYWORD_CHARS;
            if !is_long || self.keywords == KEYWORDS || self.has(word) {
                continue;
            }
            if self.add(word.chars()) {
                self.keywords += 1;
                if !word.is_ascii() && word.chars().any(|c| c.is_uppercase()) {
                    self.add(word.chars().flat_map(char::to_lowercase));
                }
            }
        }
    }

    pub(crate) fn forget(&mut self) {
        self.keywords = 0;
        self.patterns.clear();
        self.ranges.clear();
        self.classes = CLASSES;
        self.has_wide = false;
        self.starts = Starts::default();
    }

    fn spelling(&self, range: &Range<u16>) -> &[u8] {
        &self.patterns.as_bytes()[usize::from(range.start)..usize::from(range.end)]
    }

    fn spellings(&self) -> impl Iterator<Item = &[u8]> {
        self.ranges.iter().map(|range| self.spelling(range))
    }

    fn has(&self, word: &str) -> bool {
        self.spellings().any(|spelling| spelling.eq_ignore_ascii_case(word.as_bytes()))
    }

    /// Adds a spelling, if there is room.
    fn add(&mut self, spelling: impl Iterator<Item = char>) -> bool {
        let start = self.patterns.len();
        for c in spelling {
            if self.patterns.len() + c.len_utf8() > PATTERN_BYTES {
                self.patterns.truncate(start);
                return false;
            }
            self.patterns.push(c);
        }
        self.ranges.push(start as u16..self.patterns.len() as u16);
        let first = self.patterns.as_bytes()[start];
        self.starts.add(self.ranges.len() - 1, &self.patterns.as_bytes()[start..]);
        self.has_wide |= !first.is_ascii();
        let begins = if first.is_ascii() { ASCII_START } else { WIDE_START };
        self.classes[usize::from(first.to_ascii_lowercase())] |= begins;
        self.classes[usize::from(first.to_ascii_uppercase())] |= begins;
        true
    }

    /// Occurrences of all keywords in `text`: the sum of F(m_i).
    ///
    /// A keyword of a script with spaces counts only at the beginning of a word. Its inflected
    /// forms thus count, but the middles of other words do not. If several keywords begin at one
    /// position, the longest counts, and none inside it.
    ///
    /// Cost: linear in the text, at most the number of keywords per byte. Most bytes are excluded
    /// one chunk at a time, since no word begins there.
    pub(crate) fn occurrences(&self, text: &str) -> u32 {
        let bytes = text.as_bytes();
        let (mut found, mut at) = (0, 0);
        if !self.has_wide {
            let mut before = 0;
            for (number, chunk) in bytes.as_chunks().0.iter().enumerate() {
                let letters = scan::letters_and_digits(chunk);
                let mut begins = letters & !(letters << 1 | before);
                before = letters >> (scan::WIDTH - 1);
                while begins != 0 {
                    let begin = number * scan::WIDTH + begins.trailing_zeros() as usize;
                    begins &= begins - 1;
                    let start = Start::of(&bytes[begin..]);
                    // It may be inside a keyword with letters beyond ASCII.
                    if self.starts.may_have(start) && begin >= at {
                        let len = self.longest_at(text, begin, start);
                        found += u32::from(len > 0);
                        at = begin + len;
                    }
                }
            }
            at = at.max(bytes.len() - bytes.len() % scan::WIDTH);
        }
        found + self.occurrences_from(text, at)
    }

    /// Occurrences from position `at` on, one byte after the other.
    fn occurrences_from(&self, text: &str, mut at: usize) -> u32 {
        let mut found = 0;
        let class_before =
            |at: usize| at.checked_sub(1).map_or(PARTS, |at| self.classes[usize::from(text.as_bytes()[at])]);
        loop {
            let mut before = class_before(at);
            let may_begin = |&byte: &u8| {
                let class = self.classes[usize::from(byte)];
                let may_begin = (class & WIDE_START) | (class & ASCII_START & (before / PARTS));
                before = class;
                may_begin != 0
            };
            let Some(gap) = text.as_bytes()[at..].iter().position(may_begin) else { return found };
            at += gap;
            let len = self.begin_at(text, at);
            found += u32::from(len > 0);
            at += len.max(1);
        }
    }

    /// Length in bytes of the longest keyword that begins at `at`, where a word must begin; `0` for
    /// none.
    fn begin_at(&self, text: &str, at: usize) -> usize {
        let start = Start::of(&text.as_bytes()[at..]);
        if self.starts.may_have(start) { self.longest_at(text, at, start) } else { 0 }
    }

    /// Length of the longest keyword at `at`; compares all spellings with this start.
    #[inline(never)]
    fn longest_at(&self, text: &str, at: usize, start: Start) -> usize {
        let rest = &text.as_bytes()[at..];
        let begins = |spelling: &[u8]| {
            rest.get(..spelling.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(spelling))
        };
        let starts = self.starts.all.iter().zip(&self.ranges).filter(|&(&other, _)| other == start);
        let found = starts.map(|(_, range)| self.spelling(range)).filter(|spelling| begins(spelling));
        let Some(longest) = found.map(<[u8]>::len).max() else { return 0 };
        let first = text[at..].chars().next();
        let before = text[..at].chars().next_back();
        let begins_word =
            first.is_some_and(is_unspaced) || !before.is_some_and(|c| c.is_alphanumeric() && !is_unspaced(c));
        if begins_word { longest } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;

    #[test]
    fn keywords_are_found_in_any_case_at_the_begin_of_words() {
        let mut keywords = TitleKeywords::new();
        keywords.learn("Über art in Storms");
        assert_eq!(keywords.count(), 3);
        assert_eq!(keywords.occurrences("über ART, Storms; part storm"), 3);
        keywords.learn("沿海地区");
        assert_eq!(keywords.occurrences("在沿海的地区"), 2);
        keywords.learn("");
        assert_eq!(keywords.occurrences("anything"), 0);
    }

    /// Reference implementation with an automaton. Of all matches, it keeps those at the beginning
    /// of a word, the longest at each position, and none inside another.
    fn occurrences_by_automaton(keywords: &TitleKeywords, text: &str) -> u32 {
        let automaton = aho_corasick::AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .build(keywords.spellings())
            .expect("a few spellings make an automaton");
        let mut hits: Vec<(usize, usize)> =
            automaton.find_overlapping_iter(text).map(|hit| (hit.start(), hit.end())).collect();
        hits.retain(|&(start, _)| {
            let first = text[start..].chars().next().expect("no spelling is empty");
            let before = text[..start].chars().next_back();
            is_unspaced(first) || !before.is_some_and(|c| c.is_alphanumeric() && !is_unspaced(c))
        });
        hits.sort_by_key(|&(start, end)| (start, core::cmp::Reverse(end)));
        let (mut found, mut past) = (0, 0);
        for (start, end) in hits {
            if start >= past {
                (found, past) = (found + 1, end);
            }
        }
        found
    }

    proptest::proptest! {
        #[test]
        fn an_automaton_finds_the_same(
            title in "([a-cA-C]{1,5}|[aäÄ]{3}|[あ沿海]{1,3}|[ ,]){0,12}",
            text in "([a-dA-C]{1,4}|[aäÄ]{1,3}|[あ沿海]{1,3}|[ ,9]){0,40}",
            ascii: bool,
        ) {
            let mut keywords = TitleKeywords::new();
            let title = if ascii { title.replace(['ä', 'Ä', 'あ', '沿', '海'], "c") } else { title };
            keywords.learn(&title);
            proptest::prop_assert_eq!(keywords.occurrences(&text), occurrences_by_automaton(&keywords, &text));
        }
    }

    #[test]
    fn long_titles_stay_within_their_room() {
        let mut keywords = TitleKeywords::new();
        let title: String = (0..40).map(|i| format!("Ä{}{i:0>30} ", char::from(b'a' + i % 26))).collect();
        keywords.learn(&title);
        assert!(keywords.count() > 4);
        assert_eq!((keywords.patterns.capacity(), keywords.ranges.capacity()), (PATTERN_BYTES, SPELLINGS));
        assert!(keywords.occurrences(&title) >= keywords.count() as u32);
    }
}
