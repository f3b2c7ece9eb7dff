//! What the words of a text say of it: a table of n-grams and their weights.
//!
//! In: a text without marks. Out: its [`TextScore`]. Held: nothing besides the table, which is a
//! part of the model. Text whose n-grams are all unknown scores zero, as in a language that the
//! table has not seen.
//!
//! Tokens are words in lower case, letters of scripts without spaces, runs of digits, which are all
//! the same, and runs of a sign. N-grams are single tokens, pairs of neighbours, also with the
//! beginning and the end of the text, the first three tokens, and the whole of a short text. Of a
//! long text only the beginning and the end are read, so that the cost of a block is bounded.

use crate::block::TextScore;
use crate::hash::{EMPTY_32, add_32, mix};
use crate::metadata::title::split::is_unspaced;
use crate::structure::Bytes;
use core::ops::Range;

/// Tokens that are read at the beginning and at the end of a text.
const FIRST_TOKENS: usize = 26;
const LAST_TOKENS: usize = 10;

/// Bytes at the end of a text in which its last tokens are searched.
const LAST_BYTES: usize = 160;

/// Maximum tokens of a text that is an n-gram as a whole.
const WHOLE_TOKENS: usize = 8;

/// Maximum bytes of the words that [`TextTable::weightiest`] finds. Runs of digits and signs have
/// no other limit.
const MAX_PHRASE_BYTES: usize = 80;

/// Entries of a bucket: n-grams whose keys have the same upper bits.
const WAYS: usize = 4;

/// Bytes of a bucket: a fingerprint and a weight for each entry.
pub(crate) const BUCKET_BYTES: usize = WAYS * 3;

/// Buckets of a table.
pub(crate) const BUCKETS: usize = 8192;

/// N-grams and their weights, in the bytes of a model.
#[derive(Clone, Debug)]
pub(crate) struct TextTable {
    bytes: Bytes,
    start: usize,
    buckets: usize,
}

impl TextTable {
    /// The table of `buckets`, a power of two or zero, at `start` of `bytes`, which must hold it.
    pub(crate) fn new(bytes: Bytes, start: usize, buckets: usize) -> Self {
        Self { bytes, start, buckets }
    }

    /// The table of these bytes, which are those of a whole table or none.
    ///
    /// # Errors
    /// As [`Bytes::given`].
    #[cfg(any(feature = "_train", test))]
    pub(crate) fn given(bytes: alloc::vec::Vec<u8>) -> crate::Result<Self> {
        let buckets = bytes.len() / BUCKET_BYTES;
        Ok(Self::new(Bytes::given(bytes)?, 0, buckets))
    }

    /// The buckets; none without a table.
    #[inline]
    fn table(&self) -> &[[u8; BUCKET_BYTES]] {
        self.bytes[self.start..][..self.buckets * BUCKET_BYTES].as_chunks().0
    }

    /// The weight of an n-gram; `None` if it is unknown.
    #[inline]
    fn weight(table: &[[u8; BUCKET_BYTES]], key: u32) -> Option<i8> {
        const ONES: u64 = 0x0001_0001_0001_0001;
        let bucket = &table[(key as usize >> (u32::BITS - BUCKETS.ilog2())) & (table.len() - 1)];
        let (prints, weights) = bucket.split_first_chunk().unwrap_or((&[0; 2 * WAYS], &[]));
        // All prints at once: the lowest lane that becomes zero is that of an equal one.
        let differs = u64::from_le_bytes(*prints) ^ (ONES * u64::from(print_of(key)));
        let equal = differs.wrapping_sub(ONES) & !differs & (ONES << (u16::BITS - 1));
        let weight = weights.get((equal.trailing_zeros() / u16::BITS) as usize)?;
        Some(weight.cast_signed())
    }

    /// What the words of a text without marks say.
    ///
    /// Cost: linear in the first tokens and in a bounded number of bytes at the end.
    pub(crate) fn score(&self, text: &str) -> TextScore {
        let table = self.table();
        if table.is_empty() {
            return TextScore::default();
        }
        let (mut sum, mut known, mut all) = (0_i32, 0_u32, 0_u32);
        let (mut least, mut greatest) = (0, 0);
        each_ngram(text, |key| {
            all += 1;
            if let Some(weight) = Self::weight(table, key) {
                known += 1;
                sum += i32::from(weight);
                least = weight.min(least);
                greatest = weight.max(greatest);
            }
        });
        if known == 0 {
            return TextScore::default();
        }
        let score = sum as f32 * INVERSE_ROOTS[known as usize % INVERSE_ROOTS.len()];
        let score = (score * (TextScore::UNITS / TextScore::WEIGHT_UNITS)).clamp(-127.0, 127.0) as i8;
        TextScore { score, least, greatest, known: (255 * known / all) as u8 }
    }

    /// The word or two, among the first of a text, that weigh most: their place, and their weight
    /// in logits. Phrases of more than [`MAX_PHRASE_BYTES`] do not count.
    pub(crate) fn weightiest(&self, text: &str) -> Option<(Range<usize>, f32)> {
        let table = self.table();
        if table.is_empty() {
            return None;
        }
        let (mut count, mut last) = (0, (BEGIN, 0..0));
        let mut found: Option<(Range<usize>, i8)> = None;
        each_token(text, |token, place| {
            let start = if count == 0 { place.start } else { last.1.start };
            for (key, from) in [(pair(last.0, token), start), (single(token), place.start)] {
                let is_short = place.end - from <= MAX_PHRASE_BYTES;
                let weight = Self::weight(table, key).filter(|_| is_short).unwrap_or(0);
                if weight.unsigned_abs() > found.as_ref().map_or(0, |(_, most)| most.unsigned_abs()) {
                    found = Some((from..place.end, weight));
                }
            }
            last = (token, place);
            count += 1;
            count < FIRST_TOKENS
        });
        found.map(|(place, weight)| (place, f32::from(weight) / TextScore::WEIGHT_UNITS))
    }

    /// The bytes of a table of n-grams, the most important one first, with their weights in logits.
    /// What finds no place in its bucket is left out.
    #[cfg(any(feature = "_train", test))]
    pub fn bytes(ngrams: impl IntoIterator<Item = (u32, f32)>) -> alloc::vec::Vec<u8> {
        let mut bytes = alloc::vec![0; BUCKETS * BUCKET_BYTES];
        let table: &mut [[u8; BUCKET_BYTES]] = bytes.as_chunks_mut().0;
        for (key, weight) in ngrams {
            let bucket = &mut table[key as usize >> (u32::BITS - BUCKETS.ilog2())];
            let print = print_of(key).to_le_bytes();
            let place =
                (0..WAYS).find(|at| bucket[2 * at..][..2] == [0, 0] || bucket[2 * at..][..2] == print);
            if let Some(at) = place.filter(|at| bucket[2 * at..][..2] == [0, 0]) {
                bucket[2 * at..][..2].copy_from_slice(&print);
                bucket[2 * WAYS + at] = (weight * TextScore::WEIGHT_UNITS).clamp(-127.0, 127.0) as i8 as u8;
            }
        }
        bytes
    }
}

/// 1 / sqrt(n), for each number of n-grams that a text can have.
static INVERSE_ROOTS: [f32; 128] = {
    let mut roots = [0.0; 128];
    let mut n = 1;
    while n < 128 {
        // Newton's method from above; the root is at most 12.
        let (mut root, mut step) = (12.0_f32, 0);
        while step < 12 {
            root = (root + n as f32 / root) / 2.0;
            step += 1;
        }
        roots[n] = 1.0 / root;
        n += 1;
    }
    roots
};
const _: () = assert!(2 * (FIRST_TOKENS + LAST_TOKENS) + 6 < 128);

/// Tokens that stand for the beginning and the end of a text, and for digits.
const BEGIN: u32 = 1;
const END: u32 = 2;
const DIGITS: u32 = 3;

/// Hands the key of each n-gram of a text to `take`.
pub fn each_ngram(text: &str, mut take: impl FnMut(u32)) {
    let mut tokens = [0; FIRST_TOKENS];
    let mut count = 0;
    let end = each_token(text, |token, _| {
        tokens[count] = token;
        count += 1;
        count < FIRST_TOKENS
    });
    let first = &tokens[..count];
    let (Some(&begin), Some(&last)) = (first.first(), first.last()) else { return };
    take(pair(BEGIN, begin));
    first.windows(2).for_each(|two| take(pair(two[0], two[1])));
    first.iter().for_each(|&token| take(single(token)));
    if let [one, two, three, ..] = *first {
        take(key(3, mix(u64::from(one) << 32 | u64::from(two)) ^ u64::from(three)));
    }
    if end < text.len() {
        each_last_ngram(text, end, take);
    } else {
        take(pair(last, END));
        if first.len() > 2 && first.len() <= WHOLE_TOKENS {
            take(key(4, first.iter().fold(0, |all, &token| mix(all ^ u64::from(token)))));
        }
    }
}

/// Hands the keys of the last n-grams of a text to `take`: those that begin after `end`.
fn each_last_ngram(text: &str, end: usize, mut take: impl FnMut(u32)) {
    let mut from = text.len().saturating_sub(LAST_BYTES).max(end);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let mut ring = [0; LAST_TOKENS];
    let mut count = 0;
    each_token(&text[from..], |token, _| {
        ring[count % LAST_TOKENS] = token;
        count += 1;
        true
    });
    ring.rotate_left(count % LAST_TOKENS);
    // The first one may be cut.
    let count = count - usize::from(count > 0 && from > end);
    let last = &ring[LAST_TOKENS - count.min(LAST_TOKENS)..];
    last.windows(2).for_each(|two| take(pair(two[0], two[1])));
    last.iter().for_each(|&token| take(single(token)));
    if let Some(&last) = last.last() {
        take(pair(last, END));
    }
}

/// The key of an n-gram of a kind.
fn key(kind: u64, tokens: u64) -> u32 {
    (mix(tokens ^ kind << 61) >> 32) as u32
}

/// The fingerprint of a key. Zero marks a free entry.
#[inline]
fn print_of(key: u32) -> u16 {
    (key as u16).max(1)
}

/// The key of a token.
fn single(token: u32) -> u32 {
    key(1, u64::from(token))
}

/// The key of two neighbours.
fn pair(one: u32, two: u32) -> u32 {
    key(2, u64::from(one) << 32 | u64::from(two))
}

/// What a character is in a token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Space,
    /// A letter of a word.
    Letter,
    /// A letter of a script without spaces, a token by itself.
    Single,
    Digit,
    /// A sign; the same sign several times is one token.
    Sign,
    /// A mark on the letter before, which is left out.
    Mark,
}

/// The kinds of ASCII.
static ASCII: [Kind; 128] = {
    let mut kinds = [Kind::Space; 128];
    let mut byte = 0;
    while byte < 128 {
        kinds[byte as usize] = match byte {
            b'a'..=b'z' | b'A'..=b'Z' => Kind::Letter,
            b'0'..=b'9' => Kind::Digit,
            b'!'..=b'~' => Kind::Sign,
            _ => Kind::Space,
        };
        byte += 1;
    }
    kinds
};

/// The kind of a character beyond ASCII.
fn kind_of_wide(c: char) -> Kind {
    match c {
        _ if is_unspaced(c) && c.is_alphanumeric() => Kind::Single,
        '\u{AD}'
        | '\u{300}'..='\u{36F}'
        | '\u{483}'..='\u{487}'
        | '\u{591}'..='\u{5BD}'
        | '\u{64B}'..='\u{65F}'
        | '\u{200B}'..='\u{200F}' => Kind::Mark,
        _ if c.is_alphabetic() => Kind::Letter,
        _ if c.is_numeric() => Kind::Digit,
        _ if c.is_whitespace() || c.is_control() => Kind::Space,
        // Marks of scripts of India, and of those of South-East Asia.
        '\u{93C}'..='\u{DFF}' | '\u{E31}'..='\u{E4E}' => Kind::Mark,
        _ => Kind::Sign,
    }
}

/// The character at a place, its kind, and its end.
#[inline(always)]
fn char_at(text: &str, at: usize) -> Option<(char, Kind, usize)> {
    let byte = *text.as_bytes().get(at)?;
    if let Some(&kind) = ASCII.get(usize::from(byte)) {
        return Some((char::from(byte), kind, at + 1));
    }
    let c = text[at..].chars().next()?;
    Some((c, kind_of_wide(c), at + c.len_utf8()))
}

/// The end of a word that goes on at a place, and its hash in lower case. `hash` is that of its
/// beginning.
#[inline(always)]
fn end_of_word(text: &str, mut at: usize, mut hash: u32) -> (usize, u32) {
    let bytes = text.as_bytes();
    loop {
        while let Some(byte) = bytes.get(at).filter(|byte| byte.is_ascii_alphabetic()) {
            hash = add_32(hash, byte.to_ascii_lowercase());
            at += 1;
        }
        match char_at(text, at) {
            Some((c, Kind::Letter, end)) => (at, hash) = (end, c.to_lowercase().fold(hash, add_32)),
            Some((_, Kind::Mark, end)) => at = end,
            _ => return (at, hash),
        }
    }
}

/// The end of the characters from a place on for which `goes_on`.
#[inline(always)]
fn end_of_run(text: &str, mut at: usize, goes_on: impl Fn(char, Kind) -> bool) -> usize {
    while let Some((_, _, end)) = char_at(text, at).filter(|&(c, kind, _)| goes_on(c, kind)) {
        at = end;
    }
    at
}

/// Hands the tokens of a text and their places to `take` until it returns `false`. Returns the end
/// of the last one.
#[inline(always)]
fn each_token(text: &str, mut take: impl FnMut(u32, Range<usize>) -> bool) -> usize {
    let mut at = 0;
    while let Some((c, kind, end)) = char_at(text, at) {
        let start = at;
        let token;
        (at, token) = match kind {
            Kind::Space | Kind::Mark => {
                at = end;
                continue;
            }
            Kind::Letter => end_of_word(text, at, EMPTY_32),
            Kind::Single => (end, add_32(EMPTY_32, c)),
            Kind::Digit => {
                (end_of_run(text, end, |_, kind| matches!(kind, Kind::Digit | Kind::Mark)), DIGITS)
            }
            Kind::Sign => (end_of_run(text, end, |next, _| next == c), add_32(EMPTY_32, c)),
        };
        if !take(token, start..at) {
            break;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn keys(text: &str) -> Vec<u32> {
        let mut keys = Vec::new();
        each_ngram(text, |key| keys.push(key));
        keys
    }

    #[test]
    fn texts_that_differ_in_case_numbers_and_repeated_signs_are_one() {
        assert_eq!(keys("Read more ..."), keys("read  MORE ."));
        assert_eq!(keys("12 comments"), keys("7 Comments"));
        assert_eq!(keys("ÄRGER, §5"), keys("ärger, §17"));
        assert_ne!(keys("read more"), keys("more read"));
        assert!(keys("").is_empty() && keys(" \n").is_empty());
        assert_eq!(keys("続きを読む").len(), 5 + 6 + 2, "a letter is a token");
        assert_eq!(keys("Cafe\u{301}s"), keys("cafes"), "marks are left out");
    }

    #[test]
    fn text_scores_by_the_n_grams_that_are_known() {
        let known = keys("read more");
        let bytes = TextTable::bytes(known.iter().map(|&key| (key, -2.0)));
        let table = TextTable::given(bytes).unwrap();
        let score = table.score("Read more");
        assert_eq!((score.known, score.least, score.greatest), (255, -63, 0));
        assert!((-71..-69).contains(&score.score), "{score:?}");
        assert!(table.score("Read less").score < 0 && table.score("Read less").known < 255);
        assert_eq!(table.score("Nothing known"), TextScore::default());
        let none = TextTable::given(Vec::new()).unwrap();
        assert_eq!(none.score("Read more"), TextScore::default());
    }

    #[test]
    fn the_words_that_weigh_most_are_found_in_the_text() {
        let weights = [
            (pair(BEGIN, word("by")), 0.5),
            (pair(word("read"), word("more")), -2.0),
            (single(word("rain")), 1.0),
        ];
        let table = TextTable::given(TextTable::bytes(weights)).unwrap();
        let weightiest =
            |text: &'static str| table.weightiest(text).map(|(place, weight)| (&text[place], weight));
        assert!(matches!(weightiest("Rain: READ  More »"), Some(("READ  More", weight)) if weight < -1.9));
        assert!(matches!(weightiest("The rain, by night"), Some(("rain", _))));
        assert!(matches!(weightiest("By night"), Some(("By", _))));
        assert_eq!(weightiest("unknown"), None);
        let digits = TextTable::bytes([(single(DIGITS), -1.0)]);
        let table = TextTable::given(digits).unwrap();
        assert!(table.weightiest(&"1".repeat(MAX_PHRASE_BYTES)).is_some());
        assert_eq!(table.weightiest(&"1".repeat(MAX_PHRASE_BYTES + 1)), None);
    }

    fn word(text: &str) -> u32 {
        end_of_word(text, 0, EMPTY_32).1
    }

    #[test]
    fn no_text_has_more_n_grams_than_counted() {
        for text in ["a ".repeat(300), "é 1 ".repeat(300), "中".repeat(300), "word, ".repeat(27)] {
            let count = keys(&text).len();
            assert!(count > 60 && count < INVERSE_ROOTS.len(), "{count}");
        }
    }
}
