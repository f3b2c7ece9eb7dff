//! Words that introduce the author of a text, such as "by".
//!
//! In: a byline. Out: the names in it. Holds nothing besides static tables.

use crate::metadata::candidate::folded;
use crate::metadata::date::iso_date::is_month;
use crate::metadata::date::time::has_numbers_of_day;
use crate::metadata::observer::BETWEEN_LINES;

/// Words before the name of an author in the languages that have such a word, in lower case.
const BY: [&str; 12] = ["by", "par", "por", "von", "di", "door", "av", "af", "przez", "oleh", "od", "от"];

/// Words of [`BY`] that are also parts of names, such as `Von Reed`. They introduce an author only
/// before two words.
const PARTS_OF_NAMES: [&str; 4] = ["von", "di", "af", "av"];

/// Words of [`BY`] that introduce an author after another word, too: `Written by`. The others may
/// be inside a name.
const AFTER_WORD: [&str; 5] = ["by", "par", "por", "door", "przez"];

/// Words that tell of the author together with a word of [`BY`] after them: `Written by`. After
/// others, it may be the photographer or the sponsor.
const WRITTEN: [&str; 21] = [
    "written", "article", "text", "words", "story", "authored", "écrit", "rédigé", "texte", "escrito",
    "escrita", "texto", "geschrieben", "verfasst", "geschreven", "tekst", "scritto", "testo", "skriven",
    "skrevet", "написано",
];

/// Begins a sentence that has such words: `This post was written by`.
const THIS: &str = "This";

/// Words that tell who published a text or a comment. They tell of the author only near the
/// heading.
const POSTED: [&str; 8] =
    ["posted", "published", "submitted", "started", "publié", "publicado", "publicada", "geplaatst"];

/// Labels before the author of a text, in lower case.
const LABELS: [&str; 22] = [
    "author", "authors", "author(s)", "autor", "autora", "autores", "autoren", "auteur", "auteurs", "autore",
    "autori", "автор", "作者", "著者", "كتب", "كتبت", "بقلم", "الكاتب", "الكاتبة", "نویسنده", "מאת", "लेखक",
];

/// A label that is also another word, where no sign follows it.
const WROTE_OR_BOOKS: &str = "كتب";

/// Beginnings of bylines in scripts without spaces between words.
const UNSPACED: [&str; 4] = ["文/", "文／", "撰文/", "撰文／"];

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

/// The first word of a text, and the rest after white space.
fn next_word(text: &str) -> (&str, &str) {
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

/// The last word of a text.
fn last_word(text: &str) -> &str {
    text.rsplit(char::is_whitespace).next().unwrap_or("")
}

/// Whether a byte is of a letter; so are all bytes beyond ASCII.
fn is_of_letter(byte: &u8) -> bool {
    byte.is_ascii_alphabetic() || *byte >= 0x80
}

/// Whether a word may be one of [`BY`], by its first two bytes.
fn may_be_by(one: u8, two: u8) -> bool {
    match one | 0x20 {
        b'a' => matches!(two | 0x20, b'f' | b'v'),
        b'b' => two | 0x20 == b'y',
        b'd' => matches!(two | 0x20, b'i' | b'o'),
        b'o' => matches!(two | 0x20, b'd' | b'l'),
        b'p' => matches!(two | 0x20, b'a' | b'o' | b'r'),
        b'v' => two | 0x20 == b'o',
        // The first bytes of О and о.
        _ => one == 0xD0 && matches!(two, 0x9E | 0xBE),
    }
}

/// Whether a word may be a label, or one of [`WRITTEN`] or [`POSTED`], by its first two bytes.
fn may_be_of_label(one: u8, two: u8) -> bool {
    match one | 0x20 {
        b'a' => matches!(two | 0x20, b'r' | b'u'),
        b'e' => two | 0x20 == b's',
        b'g' | b'v' => two | 0x20 == b'e',
        b't' => matches!(two | 0x20, b'e' | b'h'),
        b'p' => matches!(two | 0x20, b'o' | b'u'),
        b'r' => two == 0xC3,
        b's' => matches!(two | 0x20, b'c' | b'k' | b't' | b'u'),
        b'w' => matches!(two | 0x20, b'o' | b'r'),
        // The first bytes of É and é, of А, а, Н and н, of מ, of ا, ب, ك and ن, of ल, and of 作, 文,
        // 撰 and 著.
        _ => match one {
            0xC3 => matches!(two, 0x89 | 0xA9),
            0xD0 => matches!(two, 0x90 | 0xB0 | 0x9D | 0xBD),
            0xD7 => two == 0x9E,
            0xD8 => matches!(two, 0xA7 | 0xA8),
            0xD9 => matches!(two, 0x83 | 0x86),
            0xE0 => two == 0xA4,
            0xE4 => two == 0xBD,
            0xE6 => matches!(two, 0x92 | 0x96),
            0xE8 => two == 0x91,
            _ => false,
        },
    }
}

/// Whether a line, perhaps with marks, may tell of the author: one of its words is a word for "by",
/// or it begins with a label. Rejects most lines by their first two bytes, and by having no sign,
/// number or date before the name.
pub(crate) fn may_tell(line: &str) -> bool {
    let bytes = line.as_bytes();
    let Some(first) = bytes.iter().position(is_of_letter) else { return false };
    let Some([one, two, ..]) = bytes.get(first..) else { return false };
    let parts = |has: bool, byte: &u8| has | (byte.is_ascii_digit() | (*byte == b'|') | (*byte >= 0x80));
    if !may_be_by(*one, *two) && !may_be_of_label(*one, *two) && !bytes.iter().fold(false, parts) {
        return false;
    }
    let end_of = |at: usize| at + bytes[at..].iter().take_while(|byte| is_of_letter(byte)).count();
    let word_at = |at: usize| line.get(at..end_of(at)).unwrap_or("");
    let may_begin = |word| may_begin(word) || word == THIS;
    if line[first..].starts_with("By") || may_be_of_label(*one, *two) && may_begin(word_at(first)) {
        return true;
    }
    let mut at = first;
    while let Some([one, two, ..]) = bytes.get(at..) {
        if may_be_by(*one, *two) && is_one_of(word_at(at), &BY) {
            return true;
        }
        at = end_of(at);
        at += bytes[at..].iter().take_while(|byte| !is_of_letter(byte)).count();
    }
    false
}

/// Whether a line, perhaps with marks, begins with a label or a word of [`WRITTEN`]. Rejects most
/// lines by their first two bytes.
pub(crate) fn may_be_label(line: &str) -> bool {
    let bytes = line.as_bytes();
    let Some(first) = bytes.iter().position(is_of_letter) else { return false };
    let Some([one, two, ..]) = bytes.get(first..) else { return false };
    let end = || first + bytes[first..].iter().take_while(|byte| is_of_letter(byte)).count();
    may_be_of_label(*one, *two)
        && line
            .get(first..end())
            .is_some_and(|word| is_one_of(word, &WRITTEN) || may_begin(word) || word == THIS)
}

/// Whether the first word of a line is a label, or begins with one where no space follows it.
fn may_begin(word: &str) -> bool {
    let begins = |any: &[&str]| any.iter().any(|label| word.starts_with(label.trim_end_matches(['/', '／'])));
    // The first bytes of all of them.
    let is_likely =
        matches!(word.as_bytes(), [b'a' | b'A' | 0xD0 | 0xD7..=0xD9 | 0xE0 | 0xE4 | 0xE6 | 0xE8, ..]);
    is_likely && (is_one_of(word, &LABELS) || !word.is_ascii() && (begins(&LABELS) || begins(&UNSPACED)))
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

/// Whether a word, without a colon after it, is one of `any`.
fn is_one_of(word: &str, any: &[&str]) -> bool {
    let word = word.strip_suffix(':').unwrap_or(word);
    // In either case, these words have the same length.
    any.iter().any(|by| by.len() == word.len() && word.chars().flat_map(char::to_lowercase).eq(by.chars()))
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
    fn every_line_that_tells_of_the_author_may_do_so() {
        for word in BY.iter().chain(&LABELS).chain(&UNSPACED) {
            assert!(may_tell(word) && may_tell(&word.to_uppercase()), "{word}");
        }
        for word in BY {
            assert!(may_tell(&["\u{7}5 May | ", word, " Ada Reed"].concat()), "{word}");
            assert!(may_tell(&["Text ", &word.to_uppercase()].concat()), "{word}");
        }
        for word in WRITTEN.iter().chain(&LABELS) {
            assert!(may_be_label(&["\u{7}", word].concat()) && may_be_label(&word.to_uppercase()), "{word}");
        }
        assert!(!may_be_label("Rain") && !may_be_label("w") && !may_be_label("Gem"));
        assert!(may_tell("ByAda Reed"));
        assert!(!may_tell("The dog and the vole in spring") && !may_tell("5 | 6") && !may_tell(""));
    }

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
