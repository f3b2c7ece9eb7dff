//! Characters, words and estimated tokens of a text.

use crate::block::{CharClass, class};
use core::ops::Sub;

/// Sixths of a token: the unit of the estimate.
const TOKEN: u32 = 6;

/// Letters of a word in one token, and letters of each further token.
const FIRST_LETTERS: u32 = 7;
const NEXT_LETTERS: u32 = 4;

/// Digits of a number in one token.
const DIGITS: u32 = 3;

/// Equal signs in one token.
const SIGNS: u32 = 4;

/// Counts of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Measure {
    pub(super) chars: u32,
    pub(super) words: u32,
    sixths: u32,
}

impl Measure {
    /// Tokens of a usual tokenizer, about.
    pub(super) fn tokens(self) -> u32 {
        self.sixths.div_ceil(TOKEN)
    }
}

impl Sub for Measure {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            chars: self.chars - other.chars,
            words: self.words - other.words,
            sixths: self.sixths - other.sixths,
        }
    }
}

/// Measures a text, character by character.
///
/// Source of the weights: byte-pair tokenizers for many languages. Most short words are one token.
/// Scripts other than the Latin one take more, and Han characters one each.
#[derive(Clone, Copy, Default)]
pub(super) struct Meter {
    pub(super) measure: Measure,
    run: Run,
}

/// The characters directly before, as far as they share tokens with the next one.
#[derive(Clone, Copy, Default)]
enum Run {
    #[default]
    None,
    /// ASCII letters of a word.
    Letters(u32),
    Digits(u32),
    /// Letters of a word in another script.
    Others(u32),
    /// Half a word of a script without spaces between words.
    Half,
    Signs(char, u32),
    /// White space; whether its token was counted.
    Space(bool),
}

impl Meter {
    /// Takes the next character.
    #[inline]
    pub(super) fn take(&mut self, c: char) {
        self.measure.chars += 1;
        let is_in_word = matches!(self.run, Run::Letters(_) | Run::Digits(_) | Run::Others(_));
        let mut begins_word = false;
        let (run, sixths) = if c.is_ascii_lowercase() || c.is_ascii_uppercase() {
            begins_word = !is_in_word;
            match self.run {
                Run::Letters(count) => {
                    let ends_token =
                        count >= FIRST_LETTERS && (count - FIRST_LETTERS).is_multiple_of(NEXT_LETTERS);
                    (Run::Letters(count + 1), if ends_token { TOKEN } else { 0 })
                }
                Run::Others(count) => (Run::Letters(count + 1), TOKEN / 3),
                _ => (Run::Letters(1), TOKEN),
            }
        } else if c.is_ascii_digit() {
            begins_word = !is_in_word;
            match self.run {
                Run::Digits(count) => {
                    (Run::Digits(count + 1), if count.is_multiple_of(DIGITS) { TOKEN } else { 0 })
                }
                _ => (Run::Digits(1), TOKEN),
            }
        } else {
            self.other(c, is_in_word, &mut begins_word)
        };
        self.run = run;
        self.measure.words += u32::from(begins_word);
        self.measure.sixths += sixths;
    }

    fn other(&self, c: char, is_in_word: bool, begins_word: &mut bool) -> (Run, u32) {
        match class(c) {
            CharClass::Space => match self.run {
                Run::Space(true) => (self.run, 0),
                // One space belongs to the word after it.
                Run::Space(false) => (Run::Space(true), TOKEN),
                _ if c == '\n' => (Run::Space(true), TOKEN),
                _ => (Run::Space(false), 0),
            },
            CharClass::Nothing | CharClass::PendingMarks => (Run::None, 0),
            CharClass::Joined => (self.run, TOKEN / 3),
            CharClass::Letter => {
                *begins_word = !is_in_word;
                match self.run {
                    Run::Letters(count) | Run::Others(count) => (Run::Others(count + 1), TOKEN / 3),
                    _ => (Run::Others(1), TOKEN),
                }
            }
            CharClass::WholeWord => {
                *begins_word = true;
                (Run::None, TOKEN)
            }
            CharClass::HalfWord => {
                let is_second = matches!(self.run, Run::Half);
                *begins_word = !is_second;
                (if is_second { Run::None } else { Run::Half }, TOKEN / 2)
            }
            CharClass::Mark => match self.run {
                Run::Signs(last, count) if last == c => {
                    (Run::Signs(c, count + 1), if count.is_multiple_of(SIGNS) { TOKEN } else { 0 })
                }
                _ => (Run::Signs(c, 1), TOKEN),
            },
        }
    }

    /// The meter after further ASCII letters of a word of such letters; `None` in other text.
    #[inline]
    pub(super) fn with_letters(self, letters: u32) -> Option<Self> {
        let Run::Letters(count) = self.run else { return None };
        let further = |count: u32| count.saturating_sub(FIRST_LETTERS).div_ceil(NEXT_LETTERS);
        let tokens = further(count + letters) - further(count);
        let Measure { chars, words, sixths } = self.measure;
        let measure = Measure { chars: chars + letters, words, sixths: sixths + tokens * TOKEN };
        Some(Self { measure, run: Run::Letters(count + letters) })
    }

    /// Ends the word: what follows is measured as if nothing stood before it.
    pub(super) fn part(&mut self) {
        self.run = Run::None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    fn measured(text: &str) -> Measure {
        let mut meter = Meter::default();
        text.chars().for_each(|c| meter.take(c));
        meter.measure
    }

    #[test]
    fn words_are_counted_as_those_of_blocks_are() {
        for text in
            ["It rained, for 3 days.", "漢字かな交じり", "ทะเลสาบ", "한국어 낱말", "नदी का पानी", "l'été_x"]
        {
            assert_eq!(measured(text).words, crate::block::words(text), "{text}");
            assert_eq!(measured(text).chars as usize, text.chars().count());
        }
    }

    #[test]
    fn tokens_are_near_those_of_tokenizers() {
        for (text, tokens) in [
            ("The ferryman counted his passengers twice.", 8..12),
            ("internationalization", 4..7),
            ("渡し守は乗客を二度数えた", 10..14),
            ("Паромщик дважды пересчитал пассажиров.", 8..16),
            ("let x = a[0] + 1234567;", 11..16),
        ] {
            assert!(tokens.contains(&measured(text).tokens()), "{text}: {}", measured(text).tokens());
        }
    }

    proptest::proptest! {
        #[test]
        fn letters_are_measured_at_once_as_one_by_one(
            before in "[a-z漢 0-9é]{0,9}[A-Za-z]", letters in "[A-Za-z]{1,40}",
        ) {
            let mut meter = Meter::default();
            before.chars().for_each(|c| meter.take(c));
            let at_once = meter.with_letters(letters.len() as u32).expect("it ends with letters");
            proptest::prop_assert_eq!(at_once.measure, measured(&format!("{before}{letters}")));
        }
    }
}
