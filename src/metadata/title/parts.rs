//! Parts and letters of a title: the text between its separators, and the place of a heading's text
//! in it.

use super::split;
use crate::metadata::limits::SITE_NAME_BYTES;
use core::ops::Range;

/// Maximum number of parts of a title; the rest counts as one with the last.
pub(super) const MAX_PARTS: usize = 6;

/// Signs that belong to the text before them (`CLOSING`) and to the text after them (`OPENING`).
pub(super) const CLOSING: [char; 14] =
    ['?', '!', '.', '…', ')', '？', '！', '。', '）', '」', '』', '”', '»', '"'];
pub(super) const OPENING: [char; 9] = ['(', '（', '「', '『', '“', '«', '"', '¿', '¡'];

/// Letters and digits of a text, in lower case, each with the offset after it.
fn letters(text: &str) -> impl Iterator<Item = (usize, char)> + Clone {
    let letters = text.char_indices().filter(|(_, c)| c.is_alphanumeric());
    letters.map(|(at, c)| (at + c.len_utf8(), lower(c)))
}

/// Signs that separate a title from the name of a site after it, if there is a space before them.
pub(super) const SPACED_SIGNS: [char; 20] =
    [':', '：', '/', '\\', '|', '｜', '-', '－', '–', '—', '_', '~', '·', '•', '›', '»', '«', '<', '>', '@'];

/// Signs that do so in Chinese and Japanese without a space. A colon does not: the text after it
/// may belong to the title.
const UNSPACED_SIGNS: [char; 16] =
    ['-', '－', '–', '—', '_', '＿', '|', '｜', '〜', '~', '·', '›', '>', '@', '（', '【'];

/// Signs that occur within texts and addresses and separate nothing.
const INSIDE_TEXTS: [char; 6] = ['.', ',', '\'', '’', '&', '+'];

/// Whether a title's beginning, which ends in `last`, is separated from the name of a site by
/// `between`.
///
/// A colon, a bracket or a dash between numbers, without a space before it, may be followed by more
/// of the title.
fn separates_site_name(last: char, between: &str) -> bool {
    let between = between.trim_start_matches(CLOSING);
    let sign = between.trim_start();
    sign.len() < between.len() && sign.starts_with(SPACED_SIGNS)
        || sign.starts_with("::")
        || split::is_unspaced(last) && sign.starts_with(UNSPACED_SIGNS)
}

/// Length in bytes of `part` at the beginning of a title, if the name of a site may follow, after
/// signs that [`runs`] does not know.
///
/// Cost: linear in the length of the match.
pub(super) fn at_start(title: &str, part: impl Iterator<Item = char>) -> Option<usize> {
    let end = same_start(title, part)?;
    let last = title[..end].chars().next_back()?;
    let rest = &title[end..];
    let between = &rest[..rest.find(char::is_alphanumeric)?];
    separates_site_name(last, between).then_some(end)
}

/// Length in bytes of `part` at the beginning of a title, comparing letters and digits only. 0
/// if `part` has no letters and digits.
pub(super) fn same_start(title: &str, part: impl Iterator<Item = char>) -> Option<usize> {
    let mut letters = letters(title);
    part.filter(|c| c.is_alphanumeric()).try_fold(0, |_, c| {
        let (after, same) = letters.next()?;
        (same == lower(c)).then_some(after)
    })
}

/// Offset of `part` at the end of a title, if any sign separates it from the text before it.
///
/// Any sign will do: text after a title may be more of it, but text before it is the name of a site
/// or of a section.
///
/// Cost: linear in both.
pub(super) fn at_end(title: &str, part: impl Iterator<Item = char> + Clone) -> Option<usize> {
    let part = part.filter(|c| c.is_alphanumeric()).map(lower);
    let last = title.chars().rev().find(|c| c.is_alphanumeric()).map(lower)?;
    let (wanted, last_said) = part.clone().fold((0, None), |(count, _), c| (count + 1, Some(c)));
    if last_said != Some(last) {
        return None;
    }
    let others = letters(title).count().checked_sub(wanted).filter(|&others| others > 0)?;
    if !letters(title).skip(others).map(|(_, c)| c).eq(part) {
        return None;
    }
    let (before, _) = letters(title).nth(others - 1)?;
    let rest = &title[before..];
    let between = &rest[..rest.find(char::is_alphanumeric)?];
    let is_sign = |c: char| !c.is_whitespace() && !INSIDE_TEXTS.contains(&c);
    between.contains(is_sign).then_some(before + between.len())
}

/// A text without trailing signs, except for closing ones.
pub(super) fn without_signs(text: &str) -> &str {
    let end = text.trim_end_matches(|c: char| !c.is_alphanumeric()).len();
    let closing: usize = text[end..].chars().take_while(|c| CLOSING.contains(c)).map(char::len_utf8).sum();
    &text[..end + closing]
}

/// The ranges of the parts of a title.
#[derive(Clone)]
pub(super) struct Places {
    places: [Range<usize>; MAX_PARTS],
    count: usize,
}

/// [`Places::runs`] of a title.
pub(super) fn runs(title: &str) -> impl Iterator<Item = Range<usize>> {
    Places::of(title).runs()
}

impl Places {
    /// The parts of a title.
    pub(super) fn of(title: &str) -> Self {
        let mut places = [const { 0..0 }; MAX_PARTS];
        let mut count = 0;
        for place in split::part_places(title).filter(|place| !place.is_empty()) {
            if count < MAX_PARTS {
                places[count] = place;
                count += 1;
            } else {
                places[MAX_PARTS - 1].end = place.end;
            }
        }
        Self { places, count }
    }

    /// Runs of the parts: those from the beginning of the title, the longest first, then those up
    /// to its end.
    pub(super) fn runs(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let Self { places, count } = self.clone();
        let (begin, end) = (places[0].start, places[count.saturating_sub(1)].end);
        (0..2 * count).map(move |number| match number.checked_sub(count) {
            None => begin..places[count - 1 - number].end,
            Some(number) => places[number].start..end,
        })
    }

    /// All other runs of parts that are longer than the text before them and the text after them.
    /// Such a run is a title between the name of a site and a date, and not a section between both.
    pub(super) fn inner_runs(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let Self { places, count } = self.clone();
        let last = count.saturating_sub(1);
        let end = places[last].end;
        let ends = move |first: usize| (first..last).map(move |last| (first, last));
        let runs = (1..last).flat_map(ends).map(move |(first, last)| places[first].start..places[last].end);
        runs.filter(move |run| run.len() > run.start.max(end - run.end))
    }
}

/// Whether two texts have the same letters and digits, in upper or lower case, and at least one.
pub(super) fn same_letters(a: impl Iterator<Item = char>, b: impl Iterator<Item = char>) -> bool {
    let mut a = a.filter(|c| c.is_alphanumeric()).map(lower).peekable();
    let b = b.filter(|c| c.is_alphanumeric()).map(lower);
    a.peek().is_some() && a.eq(b)
}

/// Whether the last letters and digits of a title are those of a name, in upper or lower case. Only
/// the last [`SITE_NAME_BYTES`] characters of the title are compared.
pub(super) fn ends_the_same(title: &str, name: &str) -> bool {
    let mut last = title.chars().rev().take(SITE_NAME_BYTES).filter(|c| c.is_alphanumeric()).map(lower);
    let mut letters = name.chars().rev().filter(|c| c.is_alphanumeric()).map(lower);
    letters.all(|letter| last.next() == Some(letter))
}

/// A character in lower case; the first one if there are several.
pub(super) fn lower(c: char) -> char {
    if c.is_ascii() { c.to_ascii_lowercase() } else { c.to_lowercase().next().unwrap_or(c) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn a_title_has_runs_of_few_parts() {
        let texts = |title| runs(title).map(|run| &title[run]).collect::<Vec<_>>();
        assert_eq!(texts("a | b"), ["a | b", "a", "a | b", "b"]);
        assert_eq!(texts(" | a | "), ["a", "a"]);
        assert!(texts("").is_empty() && texts(" | ").is_empty());
        assert_eq!(texts(&"a | ".repeat(50)).len(), 2 * MAX_PARTS);
    }
}
