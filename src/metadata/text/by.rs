//! The names in bylines, and how lines tell of them.
//!
//! In: a byline. Out: the names in it. Holds nothing.

use super::words::{
    AFTER_WORD, BY, LABELS, PARTS_OF_NAMES, POSTED, UNSPACED, WRITTEN, WROTE_OR_BOOKS, is_one_of, last_word,
    next_word,
};
use crate::metadata::candidate::folded;
use crate::metadata::date::iso_date::is_month;
use crate::metadata::date::time::has_numbers_of_day;
use crate::metadata::observer::BETWEEN_LINES;

/// Signs that end the names of a byline.
const ENDS_OF_NAMES: [char; 18] =
    ['|', '｜', '•', '●', '·', '⋅', '»', '—', '–', '(', '<', '/', ',', '،', ';', '؛', '@', '\n'];

/// Signs that end text other than a name.
const ENDS_OF_PHRASES: [char; 3] = [':', '?', '!'];

/// Words between the names and the part of the site, the place or the day: `Ada Reed in Ponds`.
const AFTER_NAMES: [&str; 6] = ["in", "on", "at", "for", "am", "im"];

/// Signs that part a line, after which a word for "by" may stand.
pub(crate) const PARTS: [char; 9] = ['|', '｜', '•', '●', '·', '⋅', '»', '—', '–'];

/// Maximum words between the first one and a word of [`AFTER_WORD`]: `All posts by`.
const MAX_WORDS_BEFORE_BY: usize = 4;

/// Maximum characters of a word in lower case between names.
const MAX_CHARS_BETWEEN_NAMES: usize = 3;

/// Words of a full name.
const WORDS_OF_NAME: core::ops::RangeInclusive<usize> = 2..=4;

/// Maximum words of a date before a byline.
const MAX_WORDS_OF_DATE: usize = 6;

/// Letters of an academic degree.
const CHARS_OF_DEGREE: core::ops::RangeInclusive<usize> = 2..=6;

/// Maximum words of the names in a byline, and after a label.
const MAX_WORDS: usize = 8;
const MAX_WORDS_AFTER_LABEL: usize = 5;

/// A name after the words that introduce it; `None` without such words.
///
/// A name begins with a capital, or with a letter of a script without capitals.
pub(crate) fn after_by(text: &str) -> Option<&str> {
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

/// A text that is marked as the author without a word for "by" before it: `By the editors`.
pub(crate) fn without_by(text: &str) -> &str {
    let (first, rest) = next_word(text);
    if is_one_of(first, &BY) && !is_one_of(first, &PARTS_OF_NAMES) && !rest.is_empty() { rest } else { text }
}

/// Whether words in lower case follow a first one in upper case, and are more than those in upper
/// case: `View my profile`. A name has few of them: `Anna von der Au`.
pub(crate) fn is_phrase(text: &str) -> bool {
    let begin = |is: fn(char) -> bool| text.split_whitespace().filter(|word| word.starts_with(is)).count();
    let (lower, upper) = (begin(char::is_lowercase), begin(char::is_uppercase));
    text.starts_with(char::is_uppercase) && lower > upper.max(1)
}

/// Whether a line begins with a word for "by".
pub(crate) fn begins_with_by(line: &str) -> bool {
    is_one_of(next_word(line).0, &BY) || UNSPACED.iter().any(|start| line.starts_with(start))
}

/// How a line that nothing marks as a byline tells of the author.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Telling<'a> {
    /// It does not.
    Nothing,
    /// The line, or a part of it after a sign, begins with a word for "by", and the names follow.
    By(&'a str),
    /// So it does with a word of [`WRITTEN`] or a label: `Written by Ada Reed`.
    Written(&'a str),
    /// It says only that the author follows in the next line: `Written by`. Whether it does so with
    /// a word of [`WRITTEN`].
    Label(bool),
}

impl<'a> Telling<'a> {
    /// What a line tells.
    pub(crate) fn of(line: &'a str) -> Self {
        let line = line.trim();
        if let Some(label) = Label::before(line) {
            return match label {
                Label { rest: "", is_written } => Self::Label(is_written),
                Label { rest, is_written: true } => Self::named(Self::Written, names_after_label(rest)),
                Label { rest, .. } => Self::named(Self::By, names_after_label(rest)),
            };
        }
        let names = names_of_plain_line(line);
        if !names.is_empty() {
            return Self::By(names);
        }
        if let Some(rest) = after_glued_by(line) {
            return Self::named(Self::By, names_after_label(rest));
        }
        let parts = line.split(PARTS).skip(1).chain(after_date(line));
        let names = parts.map(|part| names_of_plain_line(part.trim_start())).find(|names| !names.is_empty());
        Self::named(Self::By, names.unwrap_or(""))
    }

    fn named(of: fn(&'a str) -> Self, names: &'a str) -> Self {
        if names.is_empty() { Self::Nothing } else { of(names) }
    }
}

/// The rest of a line that begins with a date, from a word of [`AFTER_WORD`] on: `5 May 2020 by Ada
/// Reed`.
fn after_date(line: &str) -> Option<&str> {
    let mut rest = line;
    for _ in 0..MAX_WORDS_OF_DATE {
        rest = next_word(rest).1;
        if is_one_of(next_word(rest).0, &AFTER_WORD) {
            return has_numbers_of_day(&line[..line.len() - rest.len()]).then_some(rest);
        }
    }
    None
}

/// A label at the start of a line, which says that the author follows.
struct Label<'a> {
    /// What stands after it.
    rest: &'a str,
    is_written: bool,
}

impl<'a> Label<'a> {
    fn before(line: &'a str) -> Option<Self> {
        let (first, rest) = next_word(line);
        if rest.is_empty() && is_one_of(first, &BY) {
            return Some(Self { rest, is_written: false });
        }
        let has_sign = first.ends_with(':') || rest.starts_with(':');
        if is_one_of(first, &LABELS) && (has_sign || rest.is_empty() && first != WROTE_OR_BOOKS) {
            return Some(Self { rest: rest.trim_start_matches([':', ' ']), is_written: true });
        }
        if let Some((_, rest)) = line.split_once(':').filter(|(label, _)| is_one_of(label, &LABELS)) {
            return Some(Self { rest: rest.trim_start(), is_written: true });
        }
        let (mut word, mut rest) = (first, rest);
        for _ in 0..=MAX_WORDS_BEFORE_BY {
            let (next, after) = next_word(rest);
            let is_written = is_one_of(word, &WRITTEN);
            if (is_written || is_one_of(word, &POSTED)) && is_one_of(next, &BY) {
                return Some(Self { rest: after, is_written });
            }
            if !next.starts_with(char::is_lowercase) {
                break;
            }
            (word, rest) = (next, after);
        }
        None
    }
}

/// The names at the start of a line that follows a label: up to a sign or a number. Empty if it
/// does not begin with a name.
pub(crate) fn names_after_label(line: &str) -> &str {
    let names = up_to_sign(line.trim());
    if names.ends_with(ENDS_OF_PHRASES) { "" } else { as_names(without_place(names)) }
}

/// A text, if it begins with a name and consists of names and short words.
fn as_names(names: &str) -> &str {
    let begins_name = |c: char| c.is_alphabetic() && !c.is_lowercase();
    let is_short = |word: &str| word.chars().count() <= MAX_CHARS_BETWEEN_NAMES;
    let is_part = |word: &str| !word.starts_with(char::is_lowercase) || is_short(word);
    let is_name = names.starts_with(begins_name)
        && !names.ends_with(ENDS_OF_PHRASES)
        && last_word(names).strip_suffix('.').is_none_or(|word| CHARS_OF_DEGREE.contains(&word.len()))
        && names.split_whitespace().count() <= MAX_WORDS_AFTER_LABEL
        && names.split_whitespace().all(is_part)
        && !is_phrase(names);
    if is_name { names } else { "" }
}

/// The names in a line that nothing marks as a byline. Empty unless the line begins with a word for
/// "by" and goes on with a name: words in upper case, between which stand short ones such as `and`
/// or `de`. In other languages such a word may begin any phrase, so few short ones are allowed.
pub(crate) fn names_of_plain_line(line: &str) -> &str {
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
pub(crate) fn ends_with_by(label: &str) -> bool {
    is_one_of(last_word(label), &BY)
}

/// Whether a text ends with what stands before a day or a place: `Posted on`.
pub(crate) fn is_cut_off(text: &str) -> bool {
    AFTER_NAMES.contains(&last_word(text))
}

/// The names in a line that a class marks as a byline: what follows a word for "by", up to a sign
/// or a number. Empty if the line has no such word.
pub(crate) fn names_of_line(line: &str) -> &str {
    let names = without_place(up_to_sign(after_by(line).unwrap_or("")));
    if names.split_whitespace().count() <= MAX_WORDS { names } else { "" }
}

/// The names in the lines of a block that a class marks as a byline, and whether they are plain: no
/// word for "by" or label says so, and they are the first line, besides dates, and may be a full
/// name. `is_cut`: the end of the last line is missing.
pub(crate) fn names_of_block(text: &str, is_cut: bool) -> (&str, bool) {
    let (mut name, mut is_first, mut is_after_label) = ("", true, false);
    for line in lines_of(text, is_cut) {
        let names = if name.is_empty() { names_of_line(line) } else { "" };
        let telling = if names.is_empty() { Telling::of(line) } else { Telling::By(names) };
        match telling {
            Telling::By(names) | Telling::Written(names) => return (names, false),
            Telling::Label(_) => is_after_label = true,
            Telling::Nothing if is_after_label || is_first => {
                let written = names_after_label(line);
                if is_after_label && !written.is_empty() {
                    return (written, false);
                }
                let plain = up_to_sign(after_first_date(line));
                let names = if without_place(plain) == plain { as_names(plain) } else { "" };
                name = if is_full_name(names) { names } else { "" };
                (is_first, is_after_label) = (name.is_empty() && has_numbers_of_day(line), false);
            }
            Telling::Nothing => {}
        }
    }
    (name, true)
}

/// What follows a date and a sign at the start of a line: `5 May 2020 · Ada Reed`.
fn after_first_date(line: &str) -> &str {
    let rest = line.split_once(PARTS).filter(|(date, _)| has_numbers_of_day(date)).map(|(_, rest)| rest);
    rest.map_or(line, str::trim_start)
}

/// The name in the lines of an element that a class or an address marks as the author: the first
/// line that is not a label.
pub(crate) fn name_of_lines(text: &str) -> &str {
    let line = lines_of(text, false).find(|line| !matches!(Telling::of(line), Telling::Label(_)));
    line.map_or("", |line| {
        after_by(line).or_else(|| after_glued_by(line)).unwrap_or_else(|| without_by(line))
    })
}

/// A name after a word for "by" without a space: `ByAda Reed`.
fn after_glued_by(line: &str) -> Option<&str> {
    line.strip_prefix("By").filter(|rest| rest.starts_with(char::is_uppercase))
}

/// The lines of a byline. `is_cut`: the end of the last one is missing.
fn lines_of(text: &str, is_cut: bool) -> impl Iterator<Item = &str> {
    let end = if is_cut { text.rfind(BETWEEN_LINES).unwrap_or_default() } else { text.len() };
    text[..end].split(BETWEEN_LINES).map(str::trim).filter(|line| !line.is_empty())
}

/// Whether names have two to four words, and no label, number or address among them.
pub(crate) fn is_full_name(names: &str) -> bool {
    let words = names.split_whitespace();
    let is_of_name =
        |word: &str| !is_one_of(word, &LABELS) && !word.contains(|c: char| c.is_numeric() || c == '/');
    WORDS_OF_NAME.contains(&words.clone().count()) && words.into_iter().all(is_of_name)
}

/// Whether two texts share a word, without regard to case.
pub(crate) fn share_words(one: &str, other: &str) -> bool {
    let words = |text| str::split(text, |c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words(one).any(|word| words(other).any(|same| folded(word).eq(folded(same))))
}

/// Names up to a sign or a number, with the degrees after them: `Ada Reed, MD`.
fn up_to_sign(text: &str) -> &str {
    let is_end = |c: char| ENDS_OF_NAMES.contains(&c) || c.is_numeric();
    let first = text.chars().next().map_or(0, char::len_utf8);
    let mut end = text[first..].find(is_end).map_or(text.len(), |at| first + at);
    let (mut names, mut rest) = text.split_at(end);
    if rest.starts_with(char::is_numeric) || rest.starts_with(',') {
        names = without_begin_of_date(names, rest.starts_with(char::is_numeric));
    }
    while names.len() == end
        && let Some(after) = rest.strip_prefix(',')
    {
        let degree = &after[..after.find(is_end).unwrap_or(after.len())];
        if !is_degree(degree.trim().trim_end_matches('*')) {
            break;
        }
        end += 1 + degree.len();
        (names, rest) = text.split_at(end);
    }
    let names = names.split_once(" - ").map_or(names, |(names, _)| names);
    names.trim_matches(|c: char| c.is_whitespace() || c == '-' || c == '*')
}

/// Whether a word after a name is an academic degree: a few letters, at least two of them in upper
/// case. So are `MD` and `Ph.D.`
fn is_degree(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let capitals = word.chars().filter(|c| c.is_uppercase()).count();
    CHARS_OF_DEGREE.contains(&letters)
        && capitals > 1
        && word.chars().all(|c| c.is_alphabetic() || matches!(c, '.' | '-'))
}

/// Names without what begins a date after them: the name of a month, a preposition and the day of
/// the week, and words in lower case.
fn without_begin_of_date(names: &str, is_before_number: bool) -> &str {
    let is_sign = |c: char| c.is_whitespace() || ENDS_OF_NAMES.contains(&c) || c == '-';
    let mut end = names.len();
    while is_before_number && end > 0 {
        end = names[..end].trim_end_matches(is_sign).len();
        let last = last_word(&names[..end]);
        if last.is_empty() || !(last.starts_with(char::is_lowercase) || is_month(last)) {
            break;
        }
        end -= last.len();
    }
    &names[..end]
}

/// Names up to a word of [`AFTER_NAMES`]. In `Ada in 't Veld` it is part of the name.
fn without_place(names: &str) -> &str {
    let begins_place = |&(at, _): &(usize, &str)| {
        let (word, rest) = next_word(&names[at + 1..]);
        AFTER_NAMES.contains(&word) && !rest.starts_with(['\'', '’'])
    };
    names.match_indices(' ').find(begins_place).map_or(names, |(at, _)| &names[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_begins_with_a_word_for_by_in_either_case() {
        let words = BY.iter().chain(&UNSPACED);
        assert!(words.clone().all(|word| begins_with_by(word) && begins_with_by(&word.to_uppercase())));
        assert!(!begins_with_by("Rain"));
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
            ("Von Jörg Häberle, 14. Mai 2025, 18:32 Uhr", "Jörg Häberle"),
            ("Written by Ada Reed in Ponds on 1 June 2019 at 08:34 PM", "Ada Reed"),
            ("By Ada Reed @adareed", "Ada Reed"),
            ("By Ada Reed at the pond", "Ada Reed"),
            ("By Ada in 't Veld in Ponds", "Ada in 't Veld"),
            ("By Ada Reed - May 5", "Ada Reed"),
            ("by Newt » Mon May 5", "Newt"),
            ("By Ada Reed, MD, RDN", "Ada Reed, MD, RDN"),
            ("By Ada Reed, Ph.D., Newts", "Ada Reed, Ph.D."),
            ("By Ada Reed on Monday, 5 May", "Ada Reed"),
            ("By Ada Reed <ada at a.example>", "Ada Reed"),
            ("Ada Reed", ""),
            ("By All Who Ever Saw The Pond In Spring Or Autumn", ""),
        ] {
            assert_eq!(names_of_line(line), names, "{line}");
        }
    }
}
