//! Features of the characters of a text. They use no word list, so they work in any language.
//!
//! In: texts without marks. Out: [`Traits`], and the text features of a block. Held: nothing on the
//! heap.

use super::math::share;
use super::ttr::normalised_chars;
use super::writer::Writer;
use crate::block::{Record, Traits};
use crate::html::scan;

/// Numbers that count as years.
const YEARS: core::ops::Range<u32> = 1970..2040;

/// Maximum digits of a number that is read; longer ones are neither years nor times.
const MAX_DIGITS: u32 = 6;

/// Number being read.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Number {
    digits: u32,
    value: u32,
    /// Digits before the colon that precedes this number.
    digits_before_colon: u32,
}

impl Number {
    /// Adds the traits of the completed number to `traits`.
    fn add_to(self, traits: Traits) -> Traits {
        let is_time = self.digits == 2 && matches!(self.digits_before_colon, 1 | 2) && self.value < 60;
        let is_year = self.digits == 4 && YEARS.contains(&self.value);
        traits.with(Traits::TIME, is_time).with(Traits::YEAR, is_year)
    }
}

/// Traits of a text without marks, and whether it is a price. Cost: linear in the text.
pub(crate) fn traits_of(text: &str) -> (Traits, bool) {
    // Most texts have neither digits nor colons.
    let has_numbers = has_numbers(text.as_bytes());
    let traits = if has_numbers { numbers_of(text.as_bytes()) } else { Traits::default() };
    let last = text.chars().next_back().unwrap_or(' ');
    let traits = traits.with(Traits::SENTENCE, is_stop(last) || matches!(last, '"' | '”'));
    (traits, has_numbers && is_price(text))
}

/// Whether a text has a digit or a colon.
fn has_numbers(text: &[u8]) -> bool {
    let has = |chunk: &[u8; scan::WIDTH]| scan::between(chunk, b'0', b':') != 0;
    match text.last_chunk() {
        // The last chunk overlaps with the one before.
        Some(last) => has(last) || text.as_chunks().0.iter().any(has),
        None => has(&scan::padded(text)),
    }
}

/// The traits of the numbers in a text.
fn numbers_of(text: &[u8]) -> Traits {
    let mut traits = Traits::default();
    let mut number = Number::default();
    for chunk in text.chunks(scan::WIDTH) {
        if number == Number::default() && !has_numbers(chunk) {
            continue;
        }
        for &byte in chunk {
            if byte.is_ascii_digit() {
                number.digits += 1;
                number.value =
                    if number.digits <= MAX_DIGITS { number.value * 10 + u32::from(byte - b'0') } else { 0 };
            } else if number != Number::default() || byte == b':' {
                traits = number.add_to(traits);
                let digits_before_colon = if byte == b':' { number.digits } else { 0 };
                number = Number { digits_before_colon, ..Number::default() };
            }
        }
    }
    number.add_to(traits)
}

/// Whether the character ends a sentence.
fn is_stop(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '。' | '！' | '？' | '…' | '؟' | '।')
}

/// The signs of common currencies, which the model knows as those of prices.
fn is_price_sign(c: char) -> bool {
    matches!(c, '$' | '€' | '£' | '¥' | '₹' | '₽' | '₩')
}

/// Maximum bytes of a text that is a price, with little else.
const PRICE_BYTES: usize = 64;

/// Whether a text with a digit or a colon is short, and has a digit and the sign of a currency.
fn is_price(text: &str) -> bool {
    // Most have neither a dollar nor a character beyond ASCII. The compiler vectorises the search.
    let may_be = |found: bool, byte: u8| found | (byte == b'$') | !byte.is_ascii();
    text.len() <= PRICE_BYTES
        && text.bytes().fold(false, may_be)
        && text.contains(is_price_sign)
        && text.bytes().any(|byte| byte.is_ascii_digit())
}

/// Characters counted at once.
const CHUNK: usize = 16;

/// Counts per kind of character and position in a chunk, in the order of [`CharCounts`].
#[derive(Default)]
struct Counts([[u8; CHUNK]; 7]);

impl Counts {
    /// Counts a chunk of ASCII characters. The compiler vectorises the loop.
    #[inline(always)]
    fn add(&mut self, chunk: &[u8; CHUNK], is_after_space: bool) {
        let [digits, uppers, capitals, commas, stops, colons, signs] = &mut self.0;
        let front = if is_after_space { b' ' } else { 0 };
        let before = (u128::from_le_bytes(*chunk) << 8 | u128::from(front)).to_le_bytes();
        for at in 0..CHUNK {
            let (byte, before) = (chunk[at], before[at]);
            let is_upper = byte.wrapping_sub(b'A') < 26;
            digits[at] += u8::from(byte.wrapping_sub(b'0') < 10);
            uppers[at] += u8::from(is_upper);
            capitals[at] += u8::from(is_upper & ((before == b' ') | (before == b'\n')));
            commas[at] += u8::from((byte == b',') | (byte == b';'));
            stops[at] += u8::from((byte == b'.') | (byte == b'!') | (byte == b'?'));
            colons[at] += u8::from(byte == b':');
            signs[at] += u8::from((byte == b'@') | (byte == b'|') | (byte == b'/') | (byte == b'#'));
        }
    }
}

/// Sum of the counts of one kind.
#[inline(always)]
fn sum(counts: [u8; CHUNK]) -> u32 {
    counts.iter().map(|&count| u32::from(count)).sum()
}

/// Number of characters of each kind in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct CharCounts {
    digits: u32,
    /// Upper-case letters, and those of them that follow white space.
    uppers: u32,
    capitals: u32,
    commas: u32,
    stops: u32,
    colons: u32,
    signs: u32,
}

/// Counters of ASCII characters by kind, eight bits each.
type Packed = u64;
const DIGIT: Packed = 1;
const UPPER: Packed = 1 << 8;
/// Counted if [`SPACE`] was the character before.
const CAPITAL: Packed = 1 << 16;
const COMMA: Packed = 1 << 24;
const STOP: Packed = 1 << 32;
const COLON: Packed = 1 << 40;
const SIGN: Packed = 1 << 48;
const SPACE: Packed = 1 << 56;

/// Maximum characters counted before a counter may overflow.
const COUNTED: usize = 255;

/// Increment of the counters for each ASCII character.
static ADDS: [Packed; 128] = {
    let mut adds = [0; 128];
    let mut byte = 0;
    while byte < 128 {
        adds[byte] = match byte as u8 {
            b'0'..=b'9' => DIGIT,
            b'A'..=b'Z' => UPPER,
            b',' | b';' => COMMA,
            b'.' | b'!' | b'?' => STOP,
            b':' => COLON,
            b'@' | b'|' | b'/' | b'#' => SIGN,
            b' ' | b'\n' => SPACE,
            _ => 0,
        };
        byte += 1;
    }
    adds
};

impl CharCounts {
    /// Counts the characters of a text.
    ///
    /// Cost: linear in the text; vectorised for long runs of ASCII, otherwise one table look-up per
    /// character.
    fn of(text: &str) -> Self {
        let mut kinds = Self::default();
        let mut at = 0;
        let mut before = SPACE;
        while at < text.len() {
            at += kinds.add_chunks(&text.as_bytes()[at..], &mut before);
            let mut packed = 0;
            for &byte in &text.as_bytes()[at..text.len().min(at + COUNTED)] {
                let Some(&adds) = ADDS.get(usize::from(byte)) else { break };
                let is_capital = adds >> UPPER.trailing_zeros() & before >> SPACE.trailing_zeros() & 1;
                packed += adds + is_capital * CAPITAL;
                before = adds;
                at += 1;
            }
            kinds.unpack(packed);
            let wide = text[at..].chars().take_while(|c| !c.is_ascii());
            at += wide.map(|c| kinds.add_wide(c, &mut before)).sum::<usize>();
        }
        kinds
    }

    /// Counts chunks of ASCII characters at the beginning of a text, as many as fit the counters of
    /// one byte. Returns the number of bytes counted.
    #[inline]
    fn add_chunks(&mut self, bytes: &[u8], before: &mut Packed) -> usize {
        let mut counts = Counts::default();
        let mut used = 0;
        for chunk in bytes.as_chunks().0.iter().take(COUNTED) {
            if !chunk.is_ascii() {
                break;
            }
            counts.add(chunk, *before == SPACE);
            *before = ADDS[usize::from(chunk[CHUNK - 1] & 0x7F)];
            used += CHUNK;
        }
        if used > 0 {
            let [digits, uppers, capitals, commas, stops, colons, signs] = counts.0.map(sum);
            self.digits += digits;
            self.uppers += uppers;
            self.capitals += capitals;
            self.commas += commas;
            self.stops += stops;
            self.colons += colons;
            self.signs += signs;
        }
        used
    }

    fn unpack(&mut self, packed: Packed) {
        let count = |kind: Packed| u32::from((packed >> kind.trailing_zeros()) as u8);
        self.digits += count(DIGIT);
        self.uppers += count(UPPER);
        self.capitals += count(CAPITAL);
        self.commas += count(COMMA);
        self.stops += count(STOP);
        self.colons += count(COLON);
        self.signs += count(SIGN);
    }

    /// Counts a character beyond ASCII; returns its length in bytes.
    fn add_wide(&mut self, c: char, before: &mut Packed) -> usize {
        match c {
            '、' | '，' | '；' | '،' | '؛' => self.commas += 1,
            _ if is_stop(c) => self.stops += 1,
            '©' | '»' | '«' | '›' | '→' | '·' | '•' => self.signs += 1,
            _ if c.is_uppercase() => {
                self.uppers += 1;
                self.capitals += u32::from(*before == SPACE);
            }
            _ => {}
        }
        *before = 0;
        c.len_utf8()
    }
}

/// Typical capitals of a text with `words` words: upper-case letters per character, and initial
/// capitals per word.
///
/// Used for texts in scripts without case. Zero capitals would be an unusual value for a model
/// fitted to scripts with case. Short texts have more capitals per word than long ones.
fn usual_capitals(words: u32) -> (f32, f32) {
    /// Capitals per word of an endless text, and the number of words at which the excess over it is
    /// halved.
    const MIN: f32 = 0.1;
    const HALVING_WORDS: f32 = 4.0;
    /// Upper-case letters per character, for each capital per word.
    const UPPERS: f32 = 0.245;
    let capitals = MIN + HALVING_WORDS / (words as f32 + HALVING_WORDS);
    (UPPERS * capitals, capitals)
}

/// Writes the character features of a text without marks.
///
/// Cost: linear in the text.
pub(super) fn write(text: &str, record: &Record, to: &mut Writer<'_>) {
    let CharCounts { digits, uppers, capitals, commas, stops, colons, signs } = CharCounts::of(text);
    let mut backward = text.chars().rev();
    let (last, before) = (backward.next().unwrap_or(' '), backward.next().unwrap_or(' '));
    let first = text.chars().next().unwrap_or('\0');
    let chars = normalised_chars(record).max(1);
    let has_no_case = uppers == 0 && first.is_alphabetic() && !first.is_lowercase() && !last.is_lowercase();
    let (uppers, capitals) = if has_no_case {
        usual_capitals(record.words())
    } else {
        (share(uppers, chars), share(capitals, record.words()))
    };
    to.put(share(digits, chars));
    to.put(capitals);
    to.put(uppers);
    to.put(share(commas, record.words()));
    to.put(share(stops, record.words()));
    to.put(commas as f32);
    to.put(stops as f32);
    to.put(signs as f32);
    to.put(colons as f32);
    to.put(match last {
        c if is_stop(c) => 3.0,
        '"' | '\'' | '”' | '’' | ')' | '」' | '»' => 2.0,
        ':' | '：' | ',' | ';' => 1.0,
        _ => 0.0,
    });
    to.put_bit(last == '…' || last == '.' && before == '.');
    to.put(match first {
        '0'..='9' => 1.0,
        c if c.is_uppercase() => 2.0,
        c if c.is_lowercase() => 3.0,
        // Letters without case count as capitals, with which most texts begin.
        c if c.is_alphabetic() => 2.0,
        '"' | '“' | '«' | '\'' | '‘' => 5.0,
        c if is_price_sign(c) => 6.0,
        '©' => 7.0,
        '#' | '@' => 8.0,
        _ => 0.0,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reference implementation, one character after the other.
    fn slow_kinds(text: &str) -> CharCounts {
        let mut kinds = CharCounts::default();
        let mut before = ' ';
        for c in text.chars() {
            match c {
                '0'..='9' => kinds.digits += 1,
                ',' | ';' | '、' | '，' | '；' | '،' | '؛' => kinds.commas += 1,
                '.' | '!' | '?' | '。' | '！' | '？' | '…' | '؟' | '।' => kinds.stops += 1,
                ':' => kinds.colons += 1,
                '@' | '|' | '©' | '»' | '«' | '›' | '→' | '·' | '•' | '/' | '#' => kinds.signs += 1,
                _ if c.is_uppercase() => {
                    kinds.uppers += 1;
                    kinds.capitals += u32::from(before == ' ' || before == '\n');
                }
                _ => {}
            }
            before = c;
        }
        kinds
    }

    proptest::proptest! {
        #[test]
        fn counting_by_table_is_counting(text in "([A-Ca-c]{0,3}|[0-9:]{1,5}| |\n|[,;.!?@|/#©»·…。、ÄÖäé中]{1,3}|x{250,260}|A{300}){0,20}") {
            proptest::prop_assert_eq!(CharCounts::of(&text), slow_kinds(&text));
        }
    }

    #[test]
    fn times_and_years_are_seen_in_any_language() {
        let has = |text, traits| traits_of(text).0.has(traits);
        for text in ["Posted at 3:45 PM", "14:05", "12:30:59", "2024年3月 9:07", "(7:00)"] {
            assert!(has(text, Traits::TIME), "{text}");
        }
        for text in ["ratio 16:9", "3:75", "a:45", "1234:56", "10:5", ":30", "1: 30"] {
            assert!(!has(text, Traits::TIME), "{text}");
        }
        for text in ["May 2012", "2012-05-01", "2024年", "(c)1999"] {
            assert!(has(text, Traits::YEAR), "{text}");
        }
        for text in ["1066", "20124", "201", "00000002012"] {
            assert!(!has(text, Traits::YEAR), "{text}");
        }
    }

    #[test]
    fn sentences_end_as_they_do_in_many_scripts() {
        for text in ["So it was.", "そうです。", "هل هذا صحيح؟", "“Yes.”"] {
            assert!(traits_of(text).0.has(Traits::SENTENCE), "{text}");
        }
        assert!(!traits_of("Home").0.has(Traits::SENTENCE));
        assert_eq!(traits_of(""), (Traits::default(), false));
        assert_eq!(traits_of("12:00").0.with_same_before(200).same_before(), 31);
    }

    #[test]
    fn a_price_is_a_short_text_with_a_number_and_a_currency() {
        for text in ["$5", "12,90 €", "ab 1.299,00\u{A0}€ statt 1.499,00\u{A0}€", "¥1200", "₹ 499"] {
            assert!(traits_of(text).1, "{text}");
        }
        let long = "The ticket costs $5 at the door, and nothing for those who bring a friend along.";
        for text in ["", "€", "Price: $", "12:90", "5 Äpfel", long] {
            assert!(!traits_of(text).1, "{text}");
        }
    }
}
