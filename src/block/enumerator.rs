//! Numbers and letters of the points of a text: `(a)`, `1.`, `iv)`.
//!
//! In: a text, or its characters. Out: whether it is one. Holds nothing.

/// Maximum characters of an enumerator.
pub(super) const MAX_CHARS: u32 = 9;

/// Maximum letters or digits in a row.
const MAX_RUN: usize = 3;

/// Letters of Roman numbers below forty.
const ROMAN: [char; 6] = ['i', 'v', 'x', 'I', 'V', 'X'];

/// Whether a text without marks is an enumerator: numbers or single letters, with a bracket or a
/// point at its end. White space around it is ignored.
///
/// Cost: linear in the white space, and in [`MAX_CHARS`] characters.
pub(crate) fn is_enumerator(text: impl Iterator<Item = char>) -> bool {
    let mut chars = text.skip_while(|c| c.is_whitespace()).peekable();
    let has_bracket = chars.next_if(|c| matches!(c, '(' | '[' | '（')).is_some();
    let (mut run, mut has_number, mut is_roman, mut len) = (0, false, true, 0);
    let mut has_letter = false;
    let mut last = None;
    for c in chars.by_ref() {
        len += 1;
        if c.is_alphanumeric() {
            run += 1;
            is_roman &= ROMAN.contains(&c);
            let is_word = c.is_alphabetic() && run > 1 && !is_roman && !last.is_some_and(char::is_numeric);
            // Two letters with points are initials.
            let is_initial = c.is_alphabetic() && run == 1 && has_letter;
            if is_word || is_initial || run > MAX_RUN || len > MAX_CHARS {
                return false;
            }
            has_number = true;
            has_letter |= c.is_alphabetic();
        } else if matches!(c, '.' | '-' | '–') && has_number {
            run = 0;
        } else {
            let ends = matches!(c, ')' | ']' | '）') || c == '、' && !has_bracket;
            return ends && has_number && chars.all(char::is_whitespace);
        }
        last = Some(c);
    }
    !has_bracket && has_number && last == Some('.')
}

#[cfg(test)]
mod tests {
    use super::is_enumerator;

    #[test]
    fn numbers_and_letters_of_points_are_not_words() {
        for text in
            ["(a)", "1.", "(12)", "iv)", " (iii) ", "2.1.", "(2.13a)", "[3]", "A.", "（1）", "1、", "(A.1)"]
        {
            assert!(is_enumerator(text.chars()), "{text}");
        }
        for text in [
            "", "a", "12", "(the)", "the.", "(1) a", "2024.", "()", ".", "(1", "1:", "U.S", "U.S.", "J. G.",
            "of)",
        ] {
            assert!(!is_enumerator(text.chars()), "{text}");
        }
    }
}
