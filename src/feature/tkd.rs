//! Title keyword density.

use aho_corasick::automaton::Automaton;
use aho_corasick::nfa::noncontiguous::{Builder, NFA};
use aho_corasick::{Anchored, Input, MatchKind};
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// Most keywords that are taken from a title.
const KEYWORDS: usize = 16;

/// Bytes of all keywords together, in every spelling that is looked for.
const PATTERN_BYTES: usize = 384;

/// Characters from which on a word of a script with spaces is a keyword. Shorter ones are mostly particles, in any language.
const KEYWORD_CHARS: usize = 3;

/// Upper bound of what the automaton holds while it is built and used, measured over titles of [`PATTERN_BYTES`] of
/// different bytes (test `the_automaton_stays_within_its_bound`).
pub(crate) const HELD_BYTES: usize = 48 << 10;

/// Depth up to which the automaton's states are looked up by byte: the first bytes of words are where it spends its time.
const DENSE_DEPTH: usize = 2;

/// What parts the title of a page from the name of its site.
const SEPARATORS: [&str; 12] =
    [" | ", " - ", " – ", " — ", " :: ", " » ", " « ", " · ", " • ", " / ", "｜", "_"];

/// Title keyword density of one line-block.
///
/// In: `keywords`, the number of title keywords, m; `occurrences`, the sum of F(m_i), how often each of them stands in the
/// block. Out: `0.0` to below `1.0`; `0.0` when the title has no keyword.
///
/// Cost: constant, holds nothing.
/// Source: line-block.txt, section 4.1, equation (3).
#[inline]
pub(crate) fn tkd(keywords: usize, occurrences: u32) -> f32 {
    if keywords == 0 {
        return 0.0;
    }
    let m = keywords as f32;
    1.0 - m / (m + occurrences as f32)
}

/// The part of a title that is about the page: the longest of the parts between separators.
///
/// In: a title, white space folded. Out: a part of it. No list of sites or of words is used, so any language does.
pub(crate) fn without_site_name(title: &str) -> &str {
    let mut parts = Vec::from([title]);
    for separator in SEPARATORS {
        parts = parts.into_iter().flat_map(|part| part.split(separator)).collect();
    }
    let mut best = "";
    for part in parts {
        // The first of equally long ones: site names stand last more often than first.
        if weight(part) > weight(best) {
            best = part;
        }
    }
    best.trim()
}

/// Length of a part of a title, in words; characters of scripts without spaces count as words.
fn weight(part: &str) -> usize {
    words(part).count() * 100 + part.chars().count()
}

/// Whether words of this character's script are not parted by spaces.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{0E00}'..='\u{0EFF}' | '\u{0F00}'..='\u{109F}' | '\u{1780}'..='\u{17FF}'
        | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}')
}

/// Words of a text: runs of letters and digits; in scripts without spaces, every pair of neighbouring characters.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut chars = text.char_indices().peekable();
    core::iter::from_fn(move || {
        loop {
            let (start, first) = chars.next()?;
            if is_unspaced(first) {
                match chars.peek() {
                    Some(&(at, next)) if is_unspaced(next) => {
                        return Some(&text[start..at + next.len_utf8()]);
                    }
                    _ => continue,
                }
            }
            if !first.is_alphanumeric() {
                continue;
            }
            let mut end = start + first.len_utf8();
            while let Some(&(at, next)) = chars.peek() {
                if !next.is_alphanumeric() || is_unspaced(next) {
                    break;
                }
                end = at + next.len_utf8();
                chars.next();
            }
            return Some(&text[start..end]);
        }
    })
}

/// Finds a title's keywords in texts.
#[derive(Default)]
pub(crate) struct TitleKeywords {
    automaton: Option<NFA>,
    keywords: usize,
    /// The spellings looked for, one after the other, and where each lies.
    patterns: String,
    ranges: Vec<Range<usize>>,
}

impl TitleKeywords {
    /// Number of keywords, m of equation (3).
    pub(crate) fn count(&self) -> usize {
        self.keywords
    }

    /// Takes the keywords of `title`; of none when it is empty.
    ///
    /// A word is looked for as it is and in lower case; ASCII letters match in either case.
    ///
    /// Cost: one automaton is built, the only allocation that a page on a reused extractor makes; none for an empty title.
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
        if self.keywords == 0 {
            return;
        }
        let patterns = self.ranges.iter().map(|range| &self.patterns[range.clone()]);
        self.automaton = Builder::new()
            .ascii_case_insensitive(true)
            .match_kind(MatchKind::LeftmostLongest)
            .dense_depth(DENSE_DEPTH)
            .prefilter(false)
            .build(patterns)
            .ok();
    }

    /// Forgets the keywords.
    pub(crate) fn forget(&mut self) {
        self.automaton = None;
        self.keywords = 0;
        self.patterns.clear();
        self.ranges.clear();
    }

    fn has(&self, word: &str) -> bool {
        self.ranges.iter().any(|range| self.patterns[range.clone()].eq_ignore_ascii_case(word))
    }

    /// Adds a spelling, if there is room.
    fn add(&mut self, spelling: impl Iterator<Item = char>) -> bool {
        let start = self.patterns.len();
        self.patterns.extend(spelling);
        let fits = self.patterns.len() <= PATTERN_BYTES;
        if fits {
            self.ranges.push(start..self.patterns.len());
        } else {
            self.patterns.truncate(start);
        }
        fits
    }

    /// Occurrences of all keywords in `text`: the sum of F(m_i). A keyword of a script with spaces counts where a word
    /// begins, so that its inflected forms count and the middles of other words don't.
    pub(crate) fn occurrences(&self, text: &str) -> u32 {
        let Some(automaton) = &self.automaton else { return 0 };
        let mut found = 0;
        let mut at = 0;
        while at < text.len() {
            let input = Input::new(text).span(at..text.len()).anchored(Anchored::No);
            let Ok(Some(hit)) = automaton.try_find(&input) else { break };
            let before = text[..hit.start()].chars().next_back();
            let first = text[hit.start()..].chars().next();
            let begins_word = first.is_some_and(is_unspaced)
                || !before.is_some_and(|c| c.is_alphanumeric() && !is_unspaced(c));
            found += u32::from(begins_word);
            at = hit.end().max(at + 1);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;

    #[test]
    fn density_follows_equation_3() {
        assert_eq!(tkd(0, 5), 0.0);
        assert_eq!(tkd(4, 0), 0.0);
        assert_eq!(tkd(4, 4), 0.5);
        assert!(tkd(1, 1000) < 1.0);
    }

    #[test]
    fn the_site_name_is_left_out() {
        assert_eq!(without_site_name("Storm hits the coast | The Daily"), "Storm hits the coast");
        assert_eq!(without_site_name("Shop - A very long product name - Buy"), "A very long product name");
        assert_eq!(without_site_name("Plain"), "Plain");
        assert_eq!(without_site_name("沿海地区遭遇风暴_新闻网"), "沿海地区遭遇风暴");
    }

    #[test]
    fn words_are_runs_or_pairs() {
        let found: Vec<&str> = words("Storm-hit coast 沿海地, x").collect();
        assert_eq!(found, ["Storm", "hit", "coast", "沿海", "海地", "x"]);
    }

    #[test]
    fn keywords_are_found_in_any_case_at_the_begin_of_words() {
        let mut keywords = TitleKeywords::default();
        keywords.learn("Über art in Storms");
        assert_eq!(keywords.count(), 3);
        assert_eq!(keywords.occurrences("über ART, Storms; part storm"), 3);
        keywords.learn("沿海地区");
        assert_eq!(keywords.occurrences("在沿海的地区"), 2);
        keywords.learn("");
        assert_eq!(keywords.occurrences("anything"), 0);
    }

    #[test]
    fn the_automaton_stays_within_its_bound() {
        let mut keywords = TitleKeywords::default();
        let title: String = (0..40).map(|i| format!("{}{i:0>30} ", char::from(b'a' + i % 26))).collect();
        keywords.learn(&title);
        let held = keywords.automaton.as_ref().map_or(0, Automaton::memory_usage);
        assert!(held > 0 && held < HELD_BYTES / 2, "{held}");
    }
}
