//! The parts and words of a title. Nothing is held.

use core::ops::Range;

/// Separators between the title of a page and the name of its site.
const SEPARATORS: [&str; 12] =
    [" | ", " - ", " – ", " — ", " :: ", " » ", " « ", " · ", " • ", " / ", "｜", "_"];

/// The part of a title about the page: the longest part between separators.
///
/// In: a title, white space folded. Out: a slice of it. Works in any language, since it uses no
/// list of sites or words.
pub(crate) fn without_site_name(title: &str) -> &str {
    let weighed = parts(title).filter(|part| !part.is_empty()).map(|part| (weight(part), part));
    // Of equally long parts the first, since site names are more often last.
    let longer = |best: (usize, _), part: (usize, _)| if part.0 > best.0 { part } else { best };
    weighed.fold((0, ""), longer).1
}

/// The parts of a title between separators, trimmed.
pub(crate) fn parts(title: &str) -> impl Iterator<Item = &str> {
    part_places(title).map(|place| &title[place])
}

/// The byte ranges of the [`parts`] of a title.
pub(crate) fn part_places(title: &str) -> impl Iterator<Item = Range<usize>> {
    let mut from = Some(0);
    core::iter::from_fn(move || {
        let start = from?;
        let rest = &title[start..];
        let end = separator(rest);
        from = end.map(|(at, len)| start + at + len);
        let part = end.map_or(rest, |(at, _)| &rest[..at]);
        let start = start + part.len() - part.trim_start().len();
        Some(start..start + part.trim().len())
    })
}

/// Position and length of the first separator in a title.
fn separator(title: &str) -> Option<(usize, usize)> {
    // First bytes of the separators. After a space, no separator continues with an ASCII letter or
    // digit.
    const BAR: u8 = "｜".as_bytes()[0];
    let bytes = title.as_bytes();
    let may_be = |&(at, &byte): &(usize, &u8)| match byte {
        b' ' => bytes.get(at + 1).is_some_and(|next| !next.is_ascii_alphanumeric()),
        _ => matches!(byte, b'_' | BAR),
    };
    bytes.iter().enumerate().filter(may_be).find_map(|(at, _)| {
        let found = SEPARATORS.into_iter().find(|separator| bytes[at..].starts_with(separator.as_bytes()))?;
        Some((at, found.len()))
    })
}

/// Length of a part of a title: words first, then characters. In scripts without spaces, pairs of
/// characters count as words.
fn weight(part: &str) -> usize {
    words(part).count() * 100 + part.chars().count()
}

/// Whether the script of this character does not separate words by spaces. The middle dot of
/// katakana is also a sign of scripts that do.
pub fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{0E00}'..='\u{0EFF}' | '\u{0F00}'..='\u{109F}' | '\u{1780}'..='\u{17FF}'
        | '\u{3040}'..='\u{30FA}' | '\u{30FC}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

/// Words of a text: runs of letters and digits; in scripts without spaces, each pair of
/// neighbouring characters.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut chars = text.char_indices().peekable();
    core::iter::from_fn(move || {
        loop {
            let (start, first) = chars.next()?;
            if is_unspaced(first) {
                match chars.peek() {
                    Some(&(at, next)) if is_unspaced(next) => {
                        return Some(&text[start..at + next.len_utf8()]);
                    }
                    _ => continue,
                }
            }
            if !first.is_alphanumeric() {
                continue;
            }
            let mut end = start + first.len_utf8();
            while let Some(&(at, next)) = chars.peek() {
                if !next.is_alphanumeric() || is_unspaced(next) {
                    break;
                }
                end = at + next.len_utf8();
                chars.next();
            }
            return Some(&text[start..end]);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{format, vec::Vec};

    #[test]
    fn the_site_name_is_left_out() {
        assert_eq!(without_site_name("Storm hits the coast | The Daily"), "Storm hits the coast");
        assert_eq!(without_site_name("Shop - A very long product name - Buy"), "A very long product name");
        assert_eq!(without_site_name("Plain"), "Plain");
        assert_eq!(without_site_name("沿海地区遭遇风暴_新闻网"), "沿海地区遭遇风暴");
        assert_eq!(parts("A b | C - ｜ d").collect::<Vec<_>>(), ["A b", "C", "", "d"]);
        assert_eq!(parts("").collect::<Vec<_>>(), [""]);
        for separator in SEPARATORS {
            assert_eq!(parts(&format!("A{separator}b c")).collect::<Vec<_>>(), ["A", "b c"], "{separator}");
        }
    }

    #[test]
    fn words_are_runs_or_pairs() {
        let found: Vec<&str> = words("Storm-hit coast 沿海地, x").collect();
        assert_eq!(found, ["Storm", "hit", "coast", "沿海", "海地", "x"]);
    }
}
