//! Whether a boundary between two inline elements separates two words.
//!
//! In: the last text of the block being filled, and the text that follows. Held: nothing.

use super::chars::{CharClass, wide};
use super::enumerator::{MAX_CHARS, is_enumerator};
use super::{Blocks, marks};
use crate::structure::{Boundary, is_currency};

/// Signs that a space follows in running text.
const ENDS_OF_SENTENCES: [char; 10] = ['.', '!', '?', ':', ';', ')', ']', '…', '”', '»'];

/// Follows prices that have a footnote.
const MARK_OF_PRICES: char = '*';

/// Joins two letters into one sign.
const ZERO_WIDTH_JOINER: char = '\u{200D}';

/// Maximum characters examined to recognise an address.
const MAX_ADDRESS_CHARS: usize = 64;

impl Blocks {
    /// Whether a boundary separates the last written text from `next`.
    #[cold]
    pub(super) fn separates(&self, border: Boundary, next: &str) -> bool {
        match border {
            Boundary::Raised => return self.separates_numbers(next),
            Boundary::AfterEnumerator => return self.follows_enumerator(next),
            _ => {}
        }
        let parts = match border {
            // A number may be a footnote reference.
            Boundary::AfterLabel => {
                next.starts_with(char::is_alphabetic) && self.separates_sentences(&[':'], next)
            }
            _ if self.in_word => self.separates_letters(border, next),
            _ => border == Boundary::DifferentClass && self.separates_sentences(&ENDS_OF_SENTENCES, next),
        };
        parts || self.separates_prices(border, next) || self.follows_enumerator(next)
    }

    /// Whether the block so far is an enumerator, and no code, and its point follows.
    fn follows_enumerator(&self, next: &str) -> bool {
        let shown = || marks::shown(self.arena.text(&self.current));
        // A capital with a point is an initial.
        let is_initial = || shown().any(char::is_uppercase) && shown().last() == Some('.');
        self.current.chars() <= MAX_CHARS
            && self.code_chars == 0
            && next.starts_with(|c: char| c.is_lowercase() || c.is_uppercase())
            && is_enumerator(shown())
            && !is_initial()
    }

    /// Whether a superscript of digits follows directly after a number, and would be part of it.
    fn separates_numbers(&self, next: &str) -> bool {
        let last = marks::shown_backwards(self.arena.text(&self.current)).next();
        let is_apart = self.space || self.is_apart || self.newlines > 0;
        !is_apart && last.is_some_and(char::is_numeric) && next.starts_with(char::is_numeric)
    }

    /// Whether a boundary stands between a price and another price or a name: `5 €` and `7 €`, `$5`
    /// and `$7`. A number and its currency sign, in either order, are one price.
    fn separates_prices(&self, border: Boundary, next: &str) -> bool {
        let mut before = marks::shown_backwards(self.arena.text(&self.current))
            .take(MAX_ADDRESS_CHARS)
            .skip_while(|c| *c == MARK_OF_PRICES);
        let (Some(last), Some(first)) = (before.next(), next.chars().next()) else { return false };
        let is_of_number = |c: &char| c.is_numeric() || matches!(c, '.' | ',');
        if is_currency(last) {
            let number = before.skip_while(|c| c.is_whitespace());
            // Digits after a whole number may be its cents: `5€` and `90`.
            let is_whole = || !number.clone().take_while(is_of_number).any(|c| !c.is_numeric());
            let begins = if first.is_numeric() {
                border != Boundary::AfterLabel || !is_whole()
            } else {
                is_currency(first) || wide(first) == CharClass::Letter && !first.is_lowercase()
            };
            // If a sign precedes the number, the sign after it belongs to the next price.
            let has_sign = || number.clone().find(|c| !is_of_number(c)).is_some_and(is_currency);
            begins && !has_sign() && number.clone().next().is_some_and(char::is_numeric)
        } else {
            // After a label, a space ends the number, since the sign may belong to it: `29€. 25`
            // and `€`. At other boundaries, the number may contain spaces.
            let may_be_of_number =
                |c: &char| is_of_number(c) || border != Boundary::AfterLabel && matches!(c, ' ' | '\u{A0}');
            last.is_numeric()
                && is_currency(first)
                && before.find(|c| !may_be_of_number(c)).is_some_and(is_currency)
        }
    }

    /// Whether the last text ends with one of the signs `ends` and `next` begins a word. Examples:
    /// a question before the next one, a number in brackets before its text. Not after a single
    /// capital as in `U.S.`, nor inside an address.
    fn separates_sentences(&self, ends: &[char], next: &str) -> bool {
        let mut before = marks::shown_backwards(self.arena.text(&self.current));
        let (Some(sign), Some(last), Some(first)) = (before.next(), before.next(), next.chars().next())
        else {
            return false;
        };
        // Parts of a number, an address or a time.
        if matches!(sign, '.' | ':') && last.is_numeric() && first.is_numeric() {
            return false;
        }
        let is_initial = last.is_uppercase() && !before.clone().next().is_some_and(char::is_alphanumeric);
        // Letters without case begin words as capitals do.
        let begins_word = wide(first) == CharClass::Letter && (sign == ':' || !first.is_lowercase());
        ends.contains(&sign)
            && begins_word
            && (last.is_alphanumeric() || matches!(last, ')' | ']' | '”' | '»'))
            && !(sign == '.' && is_initial)
            && !is_in_address(before)
    }

    /// Whether a boundary separates the last word from `next`. Both sides must be letters or
    /// digits, and nothing may indicate a single word.
    ///
    /// These stay one word: a drop cap and its rest, a number and its unit, the letters and numbers
    /// of a formula, the parts of an address. Two spans of the same class are separated only at
    /// digit-digit and lowercase-uppercase boundaries.
    fn separates_letters(&self, border: Boundary, next: &str) -> bool {
        let mut before = marks::shown_backwards(self.arena.text(&self.current));
        let (Some(last), Some(first)) = (before.next(), next.chars().next()) else { return false };
        // The standard library counts Indic combining signs as letters. All Indic scripts have
        // their letters at the same positions of their code blocks.
        let is_letter = match first {
            '\u{0900}'..='\u{0DFF}' => (0x05..=0x39).contains(&(u32::from(first) % 0x80)),
            _ if first.is_ascii() => first.is_ascii_alphanumeric(),
            _ => wide(first) == CharClass::Letter,
        };
        let mut word = before.clone().take_while(|c| c.is_alphanumeric());
        let begins_word = word.next().is_none();
        // Of a formula, or a paper size.
        let is_short = word.next().is_none();
        let may_be_two = border == Boundary::DifferentClass
            || last.is_numeric() && first.is_numeric()
            || last.is_lowercase() && first.is_uppercase();
        let may_be_one = last == ZERO_WIDTH_JOINER
            || last.is_uppercase() && first.is_lowercase() && begins_word
            || last.is_numeric() && first.is_lowercase() && !ends_date(last, before.clone())
            || last.is_uppercase() && first.is_numeric() && is_short;
        let goes_on = matches!(wide(last), CharClass::WholeWord | CharClass::HalfWord);
        is_letter
            && may_be_two
            && !may_be_one
            && !goes_on
            && !is_in_address(core::iter::once(last).chain(before))
    }
}

/// Whether a text, given in reverse, ends with a date whose last part is the year: `May 5, 2020`,
/// `5. Mai 2020`. A word after it is no unit.
fn ends_date(last: char, before: impl Iterator<Item = char>) -> bool {
    /// Digits of a year, and maximum digits of a day.
    const YEAR: usize = 4;
    const DAY: usize = 2;
    let mut text = core::iter::once(last).chain(before).take(MAX_ADDRESS_CHARS).peekable();
    let mut count = |is_of: fn(char) -> bool| {
        let mut found = 0;
        while text.next_if(|c| is_of(*c)).is_some() {
            found += 1;
        }
        found
    };
    let is_between = |c: char| matches!(c, ' ' | ',' | '.');
    if count(|c| c.is_ascii_digit()) != YEAR || count(is_between) == 0 {
        return false;
    }
    if count(char::is_alphabetic) > 0 {
        count(is_between);
    }
    (1..=DAY).contains(&count(|c| c.is_ascii_digit()))
}

/// Whether a word, given in reverse, is an address: of mail, of a page, or of a file.
fn is_in_address(word: impl Iterator<Item = char>) -> bool {
    let (mut has_slash, mut has_dot, mut has_letter, mut first) = (false, false, false, ' ');
    for c in word.take(MAX_ADDRESS_CHARS).take_while(|c| !c.is_whitespace()) {
        match c {
            '@' => return true,
            '/' => has_slash = true,
            '.' | ':' => has_dot = true,
            _ => has_letter |= c.is_alphabetic(),
        }
        first = c;
    }
    has_slash && (first == '/' || has_dot && has_letter)
}
