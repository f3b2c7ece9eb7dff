//! The words that introduce the author of a text, and which lines may have one.
//!
//! In: a word or a line. Out: whether it is one, or may tell of the author. Holds nothing besides
//! static tables.

/// Words before the name of an author in the languages that have such a word, in lower case.
pub(super) const BY: [&str; 12] =
    ["by", "par", "por", "von", "di", "door", "av", "af", "przez", "oleh", "od", "от"];

/// Words of [`BY`] that are also parts of names, such as `Von Reed`. They introduce an author only
/// before two words.
pub(super) const PARTS_OF_NAMES: [&str; 4] = ["von", "di", "af", "av"];

/// Words of [`BY`] that introduce an author after another word, too: `Written by`. The others may
/// be inside a name.
pub(super) const AFTER_WORD: [&str; 5] = ["by", "par", "por", "door", "przez"];

/// Words that tell of the author together with a word of [`BY`] after them: `Written by`. After
/// others, it may be the photographer or the sponsor.
pub(super) const WRITTEN: [&str; 21] = [
    "written", "article", "text", "words", "story", "authored", "écrit", "rédigé", "texte", "escrito",
    "escrita", "texto", "geschrieben", "verfasst", "geschreven", "tekst", "scritto", "testo", "skriven",
    "skrevet", "написано",
];

/// Begin a sentence with such words: `This post was written by`.
const THIS: [&str; 6] = ["This ", "Este ", "Esta ", "Cet ", "Cette ", "Dit "];

/// Words that tell who published a text or a comment. They tell of the author only near the
/// heading.
pub(super) const POSTED: [&str; 8] =
    ["posted", "published", "submitted", "started", "publié", "publicado", "publicada", "geplaatst"];

/// Labels before the author of a text, in lower case.
pub(super) const LABELS: [&str; 22] = [
    "author", "authors", "author(s)", "autor", "autora", "autores", "autoren", "auteur", "auteurs", "autore",
    "autori", "автор", "作者", "著者", "كتب", "كتبت", "بقلم", "الكاتب", "الكاتبة", "نویسنده", "מאת", "लेखक",
];

/// A label that is also another word, where no sign follows it.
pub(super) const WROTE_OR_BOOKS: &str = "كتب";

/// Beginnings of bylines in scripts without spaces between words.
pub(super) const UNSPACED: [&str; 4] = ["文/", "文／", "撰文/", "撰文／"];

/// The first word of a text, and the rest after white space.
pub(super) fn next_word(text: &str) -> (&str, &str) {
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

/// The last word of a text.
pub(super) fn last_word(text: &str) -> &str {
    text.rsplit(char::is_whitespace).next().unwrap_or("")
}

/// Whether a word, without a colon after it, is one of `any`.
pub(super) fn is_one_of(word: &str, any: &[&str]) -> bool {
    let word = word.strip_suffix(':').unwrap_or(word);
    // In either case, these words have the same length.
    any.iter().any(|by| by.len() == word.len() && word.chars().flat_map(char::to_lowercase).eq(by.chars()))
}

/// For each first byte of words, a bit for each of their second bytes, in either case.
type Pairs = [u64; 256];

static BY_PAIRS: Pairs = pairs(&[&BY]);
static LABEL_PAIRS: Pairs = pairs(&[&LABELS, &UNSPACED]);
static FIRST_PAIRS: Pairs = pairs(&[&WRITTEN, &POSTED, &LABELS, &UNSPACED]);

const fn pairs(lists: &[&[&str]]) -> Pairs {
    let mut pairs = [0; 256];
    let (mut list, mut at) = (0, 0);
    while list < lists.len() {
        if at == lists[list].len() {
            (list, at) = (list + 1, 0);
            continue;
        }
        let word = lists[list][at].as_bytes();
        let (one, two) = (word[0], word[1]);
        // In UTF-8, Latin and Cyrillic capitals come this much before their small letters.
        let has_case = one.is_ascii() || matches!((one, two), (0xC3 | 0xD0, 0xA0..));
        let capital = if has_case { two - 0x20 } else { two };
        let bits = bit_of(two) | bit_of(capital);
        pairs[one as usize] |= bits;
        pairs[one.to_ascii_uppercase() as usize] |= bits;
        at += 1;
    }
    pairs
}

/// Bytes with the same bit differ in their highest bits.
const fn bit_of(byte: u8) -> u64 {
    1 << (byte % 64)
}

/// Whether a word may be one of a list, by its first two bytes.
#[inline]
fn may_begin_with(pairs: &Pairs, one: u8, two: u8) -> bool {
    pairs[usize::from(one)] & bit_of(two) != 0
}

/// Whether a byte is of a letter; so are all bytes beyond ASCII.
fn is_of_letter(byte: &u8) -> bool {
    byte.is_ascii_alphabetic() || *byte >= 0x80
}

/// Whether a line, perhaps with marks, may tell of the author: one of its words is a word for "by",
/// or it begins with a label. Rejects most lines by their first two bytes, and by having no sign,
/// number or date before the name.
pub(crate) fn may_tell(line: &str) -> bool {
    let bytes = line.as_bytes();
    let Some(first) = bytes.iter().position(is_of_letter) else { return false };
    let Some([one, two, ..]) = bytes.get(first..) else { return false };
    if begins_with_this(&line[first..]) {
        return true;
    }
    let parts = |has: bool, byte: &u8| has | (byte.is_ascii_digit() | (*byte == b'|') | (*byte >= 0x80));
    if !may_begin_with(&BY_PAIRS, *one, *two)
        && !may_begin_with(&FIRST_PAIRS, *one, *two)
        && !bytes.iter().fold(false, parts)
    {
        return false;
    }
    let end_of = |at: usize| at + bytes[at..].iter().take_while(|byte| is_of_letter(byte)).count();
    let word_at = |at: usize| line.get(at..end_of(at)).unwrap_or("");
    if line[first..].starts_with("By")
        || may_begin_with(&LABEL_PAIRS, *one, *two) && may_begin(word_at(first))
    {
        return true;
    }
    let mut at = first;
    while let Some([one, two, ..]) = bytes.get(at..) {
        if may_begin_with(&BY_PAIRS, *one, *two) && is_one_of(word_at(at), &BY) {
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
    begins_with_this(&line[first..])
        || may_begin_with(&FIRST_PAIRS, *one, *two)
            && line.get(first..end()).is_some_and(|word| is_one_of(word, &WRITTEN) || may_begin(word))
}

fn begins_with_this(line: &str) -> bool {
    THIS.iter().any(|this| line.starts_with(this))
}

/// Whether the first word of a line is a label, or begins with one where no space follows it.
fn may_begin(word: &str) -> bool {
    let [one, two, ..] = *word.as_bytes() else { return false };
    let begins = |any: &[&str]| any.iter().any(|label| word.starts_with(label.trim_end_matches(['/', '／'])));
    may_begin_with(&LABEL_PAIRS, one, two)
        && (is_one_of(word, &LABELS) || !word.is_ascii() && (begins(&LABELS) || begins(&UNSPACED)))
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
}
