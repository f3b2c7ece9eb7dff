//! Splits text into terms: lower-case words, and character pairs in scripts without spaces between
//! words.

use trommel::_train::{WordRole, letters};

/// Maximum bytes of a term. Longer words are cut.
const TERM_BYTES: usize = 48;

/// Splits text into terms. It reuses its buffer.
///
/// A word is a run of letters and digits with at least one letter and two characters. In Han, kana,
/// Thai, Khmer and their relatives, each two adjacent characters are a term. There are no stop
/// words and no stemming by language: a word that is on all pages of a site has no weight.
#[derive(Default)]
pub(crate) struct Terms {
    word: String,
    chars: usize,
    has_letter: bool,
    /// The previous character, if its script has no spaces.
    before: Option<char>,
}

impl Terms {
    /// Passes each term of `text` to `take`, in order. The end of the text ends a word.
    pub(crate) fn cut(&mut self, text: &str, mut take: impl FnMut(&str)) {
        for c in text.chars() {
            match letters(c) {
                WordRole::Word => {
                    self.before = None;
                    self.chars += 1;
                    self.has_letter |= !c.is_numeric();
                    for lower in c.to_lowercase() {
                        if self.word.len() + lower.len_utf8() <= TERM_BYTES {
                            self.word.push(lower);
                        }
                    }
                }
                WordRole::Joined => {
                    if self.chars > 0 && self.word.len() + c.len_utf8() <= TERM_BYTES {
                        self.word.push(c);
                    }
                }
                WordRole::Whole => {
                    self.end_word(&mut take);
                    if let Some(before) = self.before {
                        let mut pair = [0; 8];
                        let first = before.encode_utf8(&mut pair).len();
                        let len = first + c.encode_utf8(&mut pair[first..]).len();
                        take(std::str::from_utf8(&pair[..len]).unwrap_or_default());
                    }
                    self.before = Some(c);
                }
                WordRole::None => {
                    self.before = None;
                    self.end_word(&mut take);
                }
            }
        }
        self.before = None;
        self.end_word(&mut take);
    }

    fn end_word(&mut self, take: &mut impl FnMut(&str)) {
        if self.chars > 1 && self.has_letter {
            take(&self.word);
        }
        self.word.clear();
        self.chars = 0;
        self.has_letter = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        Terms::default().cut(text, |term| found.push(String::from(term)));
        found
    }

    #[test]
    fn words_are_in_lower_case_and_have_letters() {
        assert_eq!(terms("Past, PRESENT 2013 a 4th Ärger"), ["past", "present", "4th", "ärger"]);
        assert_eq!(terms("it's"), ["it"]);
        assert!(terms(" - 17 ").is_empty());
    }

    #[test]
    fn scripts_without_spaces_give_pairs() {
        assert_eq!(terms("漢字の、山"), ["漢字", "字の"]);
        assert_eq!(terms("ok漢字"), ["ok", "漢字"]);
    }
}
