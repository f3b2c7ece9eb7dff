//! What a word of a class means by its spelling or its parts.
//!
//! In: a word of a class. Out: what it marks; for authors and dates, by its last part (BEM, CSS
//! modules) or its ending.
//! Holds nothing.

use super::class_table::{Meanings, meanings};
use super::hints::Hints;
use memchr::memchr2;

/// Whether a word of a class marks a link or a span as the author's name.
pub(super) fn calls_author(word: &str) -> bool {
    meanings(last_part(word)).has(Meanings::AUTHOR)
        || split_ending(word, "author").is_some()
        || calls_name_of_author(word)
}

/// Whether the last part of a word is `author`, and those before it are not of comments:
/// `story-author`.
pub(crate) fn names_author(word: &str) -> bool {
    split_ending(without_hash(word), "author").is_some_and(|before| !is_of_comment(before))
}

/// What stands before the last part of a word, if that is `ending`: `forum-post` of
/// `forum-post-author`.
#[inline]
fn split_ending<'a>(word: &'a str, ending: &str) -> Option<&'a str> {
    let (before, last) = word.split_at_checked(word.len().checked_sub(ending.len())?)?;
    let before = before.strip_suffix(['-', '_'])?;
    last.eq_ignore_ascii_case(ending).then_some(before)
}

/// Whether a word of a class marks any element as the author's name, and nothing else: `name` is
/// its last part or follows `author`, and `author` stands before it. So do `author-box__name`,
/// `Page_authorName__x7Yz3` and `author-name--small`.
pub(crate) fn calls_name_of_author(word: &str) -> bool {
    // Nearly all words are shorter, or have no such letter.
    if word.len() < AUTHOR.len() + NAME.len() || memchr2(b'u', b'U', word.as_bytes()).is_none() {
        return false;
    }
    let name = if word.as_bytes().contains(&b'_') { without_hash(word) } else { word }.as_bytes();
    let find = |part: &[u8]| name.windows(part.len()).position(|other| other.eq_ignore_ascii_case(part));
    let Some(author) = find(AUTHOR) else { return false };
    let after = &name[author + AUTHOR.len()..];
    let next = &after[after.iter().take_while(|&&byte| is_separator(byte)).count()..];
    let ends = after.len().checked_sub(NAME.len()).is_some_and(|at| after[at..].eq_ignore_ascii_case(NAME));
    let is_next = || {
        let (part, rest) = next.split_at_checked(NAME.len()).unwrap_or_default();
        part.eq_ignore_ascii_case(NAME) && (rest.is_empty() || rest.starts_with(b"--"))
    };
    (ends || is_next()) && !is_of_comment(word)
}

fn is_separator(byte: u8) -> bool {
    matches!(byte, b'-' | b'_')
}

/// The parts of a word that mark the name of a person.
const AUTHOR: &[u8] = b"author";
const NAME: &[u8] = b"name";

/// A word of a class without the hash that CSS modules add: `Page_byline__x7Yz3`.
fn without_hash(word: &str) -> &str {
    let is_hash = |part: &str| {
        HASH_CHARS.contains(&part.len())
            && part.contains(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase())
    };
    word.rsplit_once("__").filter(|(_, part)| is_hash(part)).map_or(word, |(name, _)| name)
}

/// Characters of such a hash.
const HASH_CHARS: core::ops::RangeInclusive<usize> = 5..=6;

/// The part of a word of a class after the block's name: `authors` of `story-meta__authors` (BEM),
/// `byline` of `Page_byline__x7Yz3`.
#[inline]
pub(crate) fn last_part(word: &str) -> &str {
    // Most words have no parts.
    if word.as_bytes().contains(&b'_') { last_of_parts(word) } else { word }
}

fn last_of_parts(word: &str) -> &str {
    let name = without_hash(word);
    let parts = if name.len() < word.len() { name.split_once('_') } else { name.rsplit_once("__") };
    parts.map_or(name, |(_, part)| part)
}

/// Whether a word of a class is of comments, or of what customers say.
fn is_of_comment(word: &str) -> bool {
    let has =
        |other: &[u8]| word.as_bytes().windows(other.len()).any(|part| part.eq_ignore_ascii_case(other));
    [&b"comment"[..], b"quote", b"review", b"testimonial"].into_iter().any(has)
}

/// Whether a word of a class marks an element as the date of the page.
pub(crate) fn calls_date(word: &str) -> bool {
    meanings(last_part(word)).has(Meanings::DATE) || ends_with_date(word)
}

/// Whether the last part of a word is `date`, and those before it are of no other date:
/// `pond-published-date`.
fn ends_with_date(word: &str) -> bool {
    split_ending(word, "date").is_some_and(|before| !is_of_other(before))
}

/// Whether the parts of a word before `date` say that it is another date.
fn is_of_other(before: &str) -> bool {
    let is_in = |part: &str| {
        before.as_bytes().windows(part.len()).any(|word| word.eq_ignore_ascii_case(part.as_bytes()))
    };
    OTHER_DATES.iter().any(|part| is_in(part))
}

/// Parts of words that mark the date of something else, or of a change.
const OTHER_DATES: [&str; 9] =
    ["birth", "comment", "due", "end", "event", "modif", "revision", "start", "update"];

/// Whether a class marks an element as the date of the page. `hints`: those of its words.
#[inline]
pub(super) fn class_calls_date(class: &str, hints: Hints) -> bool {
    hints.has(Hints::ABOUT) && any_calls_date(class)
}

/// Whether any word of a class marks the date of the page.
#[cold]
fn any_calls_date(class: &str) -> bool {
    class.split_ascii_whitespace().any(calls_date)
}

/// Classes of text that style sheets hide from all but screen readers. Used by Bootstrap and its
/// descendants, HTML5 Boilerplate, WordPress, eBay and Amazon. Only the first and the last word of
/// a class are compared.
const SCREEN_READER: [&str; 6] =
    ["sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "clipped", "a-offscreen"];

/// Whether a word, the first or the last of a class, marks text for screen readers alone.
pub(super) fn is_screen_reader_class(word: &str) -> bool {
    SCREEN_READER.contains(&word)
}

/// Whether the first word of a class marks the last part of a dotted name, whose parts are spans.
/// Used by Sphinx.
pub(super) fn is_of_last_of_name(word: &str) -> bool {
    word == "sig-name"
}

/// Whether a word of the class of a link marks it as a tool's mark.
pub(super) fn is_of_mark(word: &str) -> bool {
    matches!(word, "headerlink" | "sl-anchor-link" | "footnote-backref" | "footnote-back")
        || matches!(word, "reversefootnote" | "data-footnote-backref")
}

/// Whether a word of the class marks a link in a heading as a tool's mark.
pub(super) fn is_of_mark_in_heading(word: &str) -> bool {
    matches!(word, "hash-link" | "anchorjs-link")
}

/// Whether a word of the class marks an icon that a font draws from its name: `expand_more`. Used
/// by Material Icons and Material Symbols.
pub(super) fn is_of_icon(word: &str) -> bool {
    word.starts_with("material-icons") || word.starts_with("material-symbols")
}
