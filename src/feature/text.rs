//! What the characters of a text look like. No word of any language is known.

use super::page::share;
use super::vector::Writer;
use crate::block::marks::{Span, spans};
use crate::block::{Record, Traits};

/// Years that are taken for one.
const YEARS: core::ops::Range<u32> = 1970..2040;

/// Digits of a number that are read; longer ones are no year and no time.
const MOST_DIGITS: u32 = 6;

/// A run of digits on its way.
#[derive(Clone, Copy, Default)]
struct Number {
    digits: u32,
    value: u32,
    /// Digits in front of the colon in front of this number.
    digits_before_colon: u32,
}

impl Number {
    /// What the run was, at its end, beside others.
    fn add_to(self, traits: Traits) -> Traits {
        let is_time = self.digits == 2 && matches!(self.digits_before_colon, 1 | 2) && self.value < 60;
        let is_year = self.digits == 4 && YEARS.contains(&self.value);
        traits.with(Traits::TIME, is_time).with(Traits::YEAR, is_year)
    }
}

/// What a text has. Cost: linear in it.
pub(crate) fn traits_of(text: &str) -> Traits {
    let mut traits = Traits::default();
    let mut number = Number::default();
    let mut last = ' ';
    chars(text).for_each(|c| {
        if let '0'..='9' = c {
            number.digits += 1;
            number.value =
                if number.digits <= MOST_DIGITS { number.value * 10 + (c as u32 - '0' as u32) } else { 0 };
        } else if number.digits > 0 || c == ':' || number.digits_before_colon > 0 {
            traits = number.add_to(traits);
            let digits_before_colon = if c == ':' { number.digits } else { 0 };
            number = Number { digits_before_colon, ..Number::default() };
        }
        last = c;
    });
    traits = number.add_to(traits);
    traits.with(Traits::SENTENCE, is_stop(last) || matches!(last, '"' | '”'))
}

/// The characters of a text, without marks. To be gone through from the inside, by `for_each`: that is several times as fast as a loop.
fn chars(text: &str) -> impl Iterator<Item = char> {
    spans(text).filter_map(Span::text).flat_map(str::chars)
}

/// Whether a sentence ends with it.
fn is_stop(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '。' | '！' | '？' | '…' | '؟' | '।')
}

fn is_currency(c: char) -> bool {
    matches!(c, '$' | '€' | '£' | '¥' | '₹' | '₽' | '₩')
}

/// Writes what the characters look like.
///
/// Cost: linear in the text.
pub(super) fn write(text: &str, record: &Record, to: &mut Writer<'_>) {
    let (mut digits, mut capitals, mut uppers) = (0_u32, 0_u32, 0_u32);
    let (mut commas, mut stops, mut colons, mut signs) = (0_u32, 0_u32, 0_u32, 0_u32);
    let (mut first, mut before, mut last) = ('\0', ' ', ' ');
    chars(text).for_each(|c| {
        match c {
            'a'..='z' | ' ' => {}
            '0'..='9' => digits += 1,
            ',' | ';' | '、' | '，' | '；' | '،' | '؛' => commas += 1,
            '.' | '!' | '?' | '。' | '！' | '？' | '…' | '؟' | '।' => stops += 1,
            ':' => colons += 1,
            '@' | '|' | '©' | '»' | '«' | '›' | '→' | '·' | '•' | '/' | '#' => signs += 1,
            _ if c.is_uppercase() => {
                uppers += 1;
                capitals += u32::from(last == ' ' || last == '\n');
            }
            _ => {}
        }
        if first == '\0' {
            first = c;
        }
        (before, last) = (last, c);
    });
    let chars = record.chars().max(1);
    to.put(share(digits, chars));
    to.put(share(capitals, record.words()));
    to.put(share(uppers, chars));
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
        c if c.is_alphabetic() => 4.0,
        '"' | '“' | '«' | '\'' | '‘' => 5.0,
        c if is_currency(c) => 6.0,
        '©' => 7.0,
        '#' | '@' => 8.0,
        _ => 0.0,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_years_are_seen_in_any_language() {
        let has = |text, traits| traits_of(text).has(traits);
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
            assert!(traits_of(text).has(Traits::SENTENCE), "{text}");
        }
        assert!(!traits_of("Home").has(Traits::SENTENCE));
        assert_eq!(traits_of(""), Traits::default());
        assert_eq!(traits_of("12:00").with_same_before(200).same_before(), 31);
    }
}
