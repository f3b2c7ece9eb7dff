//! Words that introduce the author of a text, such as "by".
//!
//! In: a byline. Out: the names in it. Holds nothing besides static tables.

use super::iso_date::is_month;

/// Words before the name of an author in the languages that have such a word, in lower case.
const BY: [&str; 12] = ["by", "par", "por", "von", "di", "door", "av", "af", "przez", "oleh", "od", "от"];

/// Words of [`BY`] that are also parts of names, such as `Von Reed`. They introduce an author only
/// before two words.
const PARTS_OF_NAMES: [&str; 4] = ["von", "di", "af", "av"];

/// Words of [`BY`] that introduce an author after another word, too: `Written by`. The others may
/// be inside a name.
const AFTER_WORD: [&str; 5] = ["by", "par", "por", "door", "przez"];

/// Beginnings of bylines in scripts without spaces between words.
const UNSPACED: [&str; 4] = ["文/", "文／", "撰文/", "撰文／"];

/// Signs that end the names of a byline.
const ENDS_OF_NAMES: [char; 13] = ['|', '｜', '•', '·', '⋅', '»', '—', '–', '(', '/', ',', ';', '\n'];

/// Maximum words between the first one and a word of [`AFTER_WORD`]: `All posts by`.
const MAX_WORDS_BEFORE_BY: usize = 4;

/// Maximum characters of a word in lower case between names.
const MAX_CHARS_BETWEEN_NAMES: usize = 3;

/// Maximum words of the names in a byline.
const MAX_WORDS: usize = 8;

/// A name after the words that introduce it; `None` without such words.
///
/// A name begins with a capital, or with a letter of a script without capitals.
pub(super) fn after_by(text: &str) -> Option<&str> {
    let text = text.trim();
    let unspaced = UNSPACED.iter().find_map(|start| text.strip_prefix(start));
    let name = unspaced.or_else(|| {
        let (first, rest) = next_word(text);
        if is_one_of(first, &BY) && (!is_one_of(first, &PARTS_OF_NAMES) || rest.contains(char::is_whitespace))
        {
            return Some(rest);
        }
        let mut rest = rest;
        for _ in 0..MAX_WORDS_BEFORE_BY {
            let (word, after) = next_word(rest);
            if is_one_of(word, &AFTER_WORD) {
                return Some(after);
            }
            if !word.starts_with(char::is_lowercase) {
                break;
            }
            rest = after;
        }
        None
    })?;
    let begins_name = |c: char| c.is_alphabetic() && !c.is_lowercase();
    // A name that users choose may be in lower case.
    let is_one_word = !name.is_empty() && !name.contains(char::is_whitespace);
    (name.starts_with(begins_name) || is_one_word).then_some(name)
}

/// Whether words in lower case follow a first one in upper case, and are more than those in upper
/// case: `View my profile`. A name has few of them: `Anna von der Au`.
pub(super) fn is_phrase(text: &str) -> bool {
    let begin = |is: fn(char) -> bool| text.split_whitespace().filter(|word| word.starts_with(is)).count();
    let (lower, upper) = (begin(char::is_lowercase), begin(char::is_uppercase));
    text.starts_with(char::is_uppercase) && lower > upper.max(1)
}

/// The first word of a text, and the rest after white space.
fn next_word(text: &str) -> (&str, &str) {
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

/// Whether a text, perhaps with marks, may begin with a word for "by". Rejects most by their first
/// two bytes.
#[inline]
pub(super) fn may_begin_with_by(text: &str) -> bool {
    let [first, second, ..] = text.as_bytes() else { return false };
    match first.to_ascii_lowercase() {
        b'a' => matches!(second | 0x20, b'f' | b'v'),
        b'b' => second | 0x20 == b'y',
        b'd' => matches!(second | 0x20, b'i' | b'o'),
        b'o' => matches!(second | 0x20, b'd' | b'l'),
        b'p' => matches!(second | 0x20, b'a' | b'o' | b'r'),
        b'v' => second | 0x20 == b'o',
        first => matches!(first, 0xD0 | 0xE6 | ..=b' '),
    }
}

/// Whether a line begins with a word for "by".
pub(super) fn begins_with_by(line: &str) -> bool {
    is_one_of(next_word(line).0, &BY) || UNSPACED.iter().any(|start| line.starts_with(start))
}

/// The names in a line that nothing marks as a byline. Empty unless the line begins with a word for
/// "by" and goes on with a name: words in upper case, between which stand short ones such as `and`
/// or `de`. In other languages such a word may begin any phrase, so few short ones are allowed.
pub(super) fn names_of_plain_line(line: &str) -> &str {
    let (first, rest) = next_word(line.trim_start());
    let is_unspaced = UNSPACED.iter().any(|start| first.starts_with(start));
    if !is_unspaced && !is_one_of(first, &BY) {
        return "";
    }
    let names = names_of_line(line);
    let is_short = |word: &str| word.chars().count() <= MAX_CHARS_BETWEEN_NAMES;
    let is_part = |word: &str| !word.starts_with(char::is_lowercase) || is_short(word);
    let is_english = is_one_of(first, &BY[..1]);
    let words = names.split_whitespace().count();
    let short = names.split_whitespace().filter(|word| word.starts_with(char::is_lowercase)).count();
    let is_name = is_unspaced
        || words > 1 && (is_english || 3 * short < words) && names.split_whitespace().all(is_part)
        || is_english && names.len() == rest.len();
    if is_name { names } else { "" }
}

/// Whether a line that nothing marks as a byline names an author: `By Ada Reed`.
pub(crate) fn names_author(line: &str) -> bool {
    begins_with_by(line) && !names_of_plain_line(line).is_empty()
}

/// Whether a label ends with a word for "by": `Written by`.
pub(super) fn ends_with_by(label: &str) -> bool {
    is_one_of(label.rsplit(char::is_whitespace).next().unwrap_or(""), &BY)
}

/// Whether a word, without a colon after it, is one of `any`.
fn is_one_of(word: &str, any: &[&str]) -> bool {
    let word = word.strip_suffix(':').unwrap_or(word);
    // In either case, these words have the same length.
    any.iter().any(|by| by.len() == word.len() && word.chars().flat_map(char::to_lowercase).eq(by.chars()))
}

/// The names in a line that a class marks as a byline: what follows a word for "by", up to a sign
/// or a number. Empty if the line has no such word.
pub(super) fn names_of_line(line: &str) -> &str {
    let Some(names) = after_by(line) else { return "" };
    let is_end = |c: char| ENDS_OF_NAMES.contains(&c) || c.is_numeric();
    let end = names.find(is_end).unwrap_or(names.len());
    let is_before_number = names[end..].starts_with(char::is_numeric);
    let names = if is_before_number { without_begin_of_date(&names[..end]) } else { &names[..end] };
    let names = names.split_once(" - ").map_or(names, |(names, _)| names);
    let names = names.trim_matches(|c: char| c.is_whitespace() || c == '-');
    if names.split_whitespace().count() <= MAX_WORDS { names } else { "" }
}

/// Names without what begins a date after them: the name of a month, and words in lower case.
fn without_begin_of_date(mut names: &str) -> &str {
    loop {
        names = names.trim_end_matches(|c: char| c.is_whitespace() || ENDS_OF_NAMES.contains(&c) || c == '-');
        let last = names.rsplit(char::is_whitespace).next().unwrap_or("");
        if last.is_empty() || !(last.starts_with(char::is_lowercase) || is_month(last)) {
            return names;
        }
        names = &names[..names.len() - last.len()];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_byte_of_each_word_is_known() {
        let words = BY.iter().chain(&UNSPACED);
        assert!(words.clone().all(|word| may_begin_with_by(word) && begins_with_by(word)));
        assert!(words.clone().all(|word| may_begin_with_by(&word.to_uppercase())));
        assert!(!may_begin_with_by("Rain"));
    }

    #[test]
    fn words_before_a_name_are_no_part_of_it() {
        for (text, name) in [
            ("By Ada Reed", "Ada Reed"),
            ("WRITTEN BY Ada Reed", "Ada Reed"),
            ("View all posts by Ada Reed", "Ada Reed"),
            ("Ada Reed by Ben Hill", ""),
            ("Von Ada Reed", "Ada Reed"),
            ("Par : Ada Reed", ""),
            ("par Ada Reed", "Ada Reed"),
            ("от Анна Рид", "Анна Рид"),
            ("文/王小明", "王小明"),
            ("Von Reed", ""),
            ("Anna von Reed", ""),
            ("by the pond", ""),
            ("Posted by newt", "newt"),
            ("Byron Reed", ""),
            ("By", ""),
            ("", ""),
        ] {
            assert_eq!(after_by(text).unwrap_or(""), name, "{text}");
        }
    }

    #[test]
    fn a_line_names_who_follows_the_word_for_by() {
        for (line, names) in [
            ("By Ada Reed and Ben Hill", "Ada Reed and Ben Hill"),
            ("By Ada Reed | 5 May 2020", "Ada Reed"),
            ("By Ada Reed, Pond Weekly", "Ada Reed"),
            ("By Ada Reed May 5", "Ada Reed"),
            ("By Ada Reed on 5 May", "Ada Reed"),
            ("Posted by Ada Reed on May 5", "Ada Reed"),
            ("Von Ada Reed am 5. Mai", "Ada Reed"),
            ("By Ada Reed, 5 May", "Ada Reed"),
            ("By Ada Reed - May 5", "Ada Reed"),
            ("by Newt » Mon May 5", "Newt"),
            ("Ada Reed", ""),
            ("By All Who Ever Saw The Pond In Spring Or Autumn", ""),
        ] {
            assert_eq!(names_of_line(line), names, "{line}");
        }
    }
}
