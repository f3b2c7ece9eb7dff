//! Named and numeric character references: the text that `&name;` and `&#number;` stand for.
//!
//! Source: the HTML standard, "Named character references" and "Numeric character reference end
//! state". All 2231 names are in `entities_table.rs`. Every name exists with a semicolon; 106 of
//! them, the legacy names, also exist without.

use alloc::string::String;

use super::entities_table::{COUNT, FIRSTS, LEGACY, MAX_BYTES, NAME_STARTS, NAMES, TEXT_STARTS, TEXTS};

/// Bytes of the longest name, with its semicolon but without the `&`.
///
/// A longer run of letters and digits is not a name, so a tokenizer may stop waiting for its end.
pub(crate) const MAX_NAME_BYTES: usize = MAX_BYTES;

/// A named character reference that was recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Match {
    /// The text that it stands for: one or two characters.
    pub(crate) text: &'static str,
    /// Bytes of the run that belong to the name, without the semicolon.
    pub(crate) matched_bytes: usize,
    /// Whether the semicolon after the run belongs to the reference.
    pub(crate) with_semicolon: bool,
}

/// Looks up the named character reference at the start of a run.
///
/// In: `run`, all ASCII letters and digits after `&`; `semicolon`, whether `;` follows.
/// Out: the whole run if it is a name and has its semicolon. Else the longest legacy name that is a
/// prefix of the run (`notit` starts with `not`). Else `None`. In an attribute, the caller must
/// ignore a match without semicolon if a letter, a digit or `=` follows it.
///
/// Cost: a binary search among the names with the same first letter, and a linear scan of the
/// legacy names among them; holds nothing.
pub(crate) fn lookup(run: &str, semicolon: bool) -> Option<Match> {
    let whole = |text| Some(Match { text, matched_bytes: run.len(), with_semicolon: true });
    if semicolon && let Some(text) = common(run) {
        return whole(text);
    }
    let place = search(run);
    if semicolon && let Ok(index) = place {
        return whole(text_at(index));
    }
    let index = longest_legacy(run, place)?;
    Some(Match { text: text_at(index), matched_bytes: name_at(index).len(), with_semicolon: false })
}

/// The longest legacy name that is a prefix of `run`. `place`: the result of the search for `run`
/// among all names. In sorted order, it is the last prefix that is not after `run`.
fn longest_legacy(run: &str, place: Result<usize, usize>) -> Option<usize> {
    let after = place.map_or_else(|before| before, |at| at + 1);
    let up_to = LEGACY.partition_point(|&index| usize::from(index) < after);
    LEGACY[..up_to]
        .iter()
        .rev()
        .map(|&index| usize::from(index))
        .take_while(|&index| name_at(index).bytes().next() == run.bytes().next())
        .find(|&index| run.starts_with(name_at(index)))
}

/// The character for a numeric reference.
///
/// In: `code`, the number; `overflow`, whether it had too many digits, in which case `code` is
/// ignored. Out: U+FFFD for 0, for surrogates, and above U+10FFFF. For 0x80 to 0x9F, the character
/// of that byte in windows-1252, if there is one. Other control characters and noncharacters stand
/// for themselves.
pub(crate) fn numeric(code: u32, overflow: bool) -> char {
    if overflow || code == 0 {
        return char::REPLACEMENT_CHARACTER;
    }
    let windows_1252 = code.checked_sub(0x80).and_then(|i| WINDOWS_1252.get(i as usize));
    windows_1252.copied().or(char::from_u32(code)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Decodes the character references of a text from `start` on, each once. Only those that end with
/// a semicolon count: this is for texts that were decoded already, or that are not HTML.
///
/// Cost: linear for each reference.
pub(crate) fn decode_references(text: &mut String, start: usize) {
    let mut pos = start;
    while let Some(found) = text.get(pos..).and_then(|rest| rest.find('&')) {
        let at = pos + found;
        pos = at + 1;
        let run = &text[pos..];
        let end = run.bytes().take(MAX_NAME_BYTES + 1).position(|byte| byte == b';');
        let Some(name) = end.map(|end| &run[..end]) else { continue };
        let after = pos + name.len() + 1;
        let mut buffer = [0; 4];
        let Some(decoded) = reference(name, &mut buffer) else { continue };
        let decoded = if decoded.trim().is_empty() { " " } else { decoded };
        // So the text never grows.
        if at + decoded.len() <= after {
            text.replace_range(at..after, decoded);
            pos = at + decoded.len();
        }
    }
}

/// What a reference stands for, without its `&` and `;`.
fn reference<'a>(name: &str, buffer: &'a mut [u8; 4]) -> Option<&'a str> {
    let Some(number) = name.strip_prefix('#') else {
        return lookup(name, true).filter(|found| found.with_semicolon).map(|found| found.text);
    };
    let (digits, radix) = match number.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16),
        None => (number, 10),
    };
    let is_number = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
    let code = is_number.then(|| u32::from_str_radix(digits, radix));
    code.map(|code| &*numeric(code.unwrap_or(0), false).encode_utf8(buffer))
}

/// The windows-1252 character for a control character from U+0080 to U+009F.
///
/// Such control characters come from windows-1252 text that was read as Latin-1. Numeric references
/// to them are decoded in the same way. `None` for the five that windows-1252 does not define, and
/// for all other characters.
pub(crate) fn windows_1252_of_control(control: char) -> Option<char> {
    let sign = u32::from(control).checked_sub(0x80).and_then(|at| WINDOWS_1252.get(at as usize));
    sign.copied().filter(|&sign| sign != control)
}

/// Characters of the bytes 0x80 to 0x9F in windows-1252; the five undefined ones stand for
/// themselves.
#[rustfmt::skip]
const WINDOWS_1252: [char; 32] = [
    '\u{20AC}', '\u{81}', '\u{201A}', '\u{192}', '\u{201E}', '\u{2026}', '\u{2020}', '\u{2021}',
    '\u{2C6}', '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8D}', '\u{17D}', '\u{8F}',
    '\u{90}', '\u{2018}', '\u{2019}', '\u{201C}', '\u{201D}', '\u{2022}', '\u{2013}', '\u{2014}',
    '\u{2DC}', '\u{2122}', '\u{161}', '\u{203A}', '\u{153}', '\u{9D}', '\u{17E}', '\u{178}',
];

/// Fast path for the few names that make up most references on the web.
fn common(name: &str) -> Option<&'static str> {
    Some(match name {
        "nbsp" => "\u{A0}",
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "apos" => "'",
        _ => return None,
    })
}

/// Index of a name without its semicolon, searched among the names with the same first letter. If
/// it is not a name, `Err` with the index at which it would be inserted.
fn search(name: &str) -> Result<usize, usize> {
    let first = name.bytes().next().and_then(|byte| byte.checked_sub(b'A')).map_or(FIRSTS.len(), usize::from);
    let Some(&[low, high]) = FIRSTS.get(first..).and_then(<[u16]>::first_chunk) else { return Err(0) };
    let (mut low, mut high) = (usize::from(low), usize::from(high));
    while low < high {
        let middle = low.midpoint(high);
        match name_at(middle).cmp(name) {
            core::cmp::Ordering::Less => low = middle + 1,
            core::cmp::Ordering::Equal => return Ok(middle),
            core::cmp::Ordering::Greater => high = middle,
        }
    }
    Err(low)
}

/// The name at `index`, which is below [`COUNT`].
fn name_at(index: usize) -> &'static str {
    debug_assert!(index < COUNT);
    &NAMES[usize::from(NAME_STARTS[index])..usize::from(NAME_STARTS[index + 1])]
}

/// The text for the name at `index`, which is below [`COUNT`].
fn text_at(index: usize) -> &'static str {
    debug_assert!(index < COUNT);
    &TEXTS[usize::from(TEXT_STARTS[index])..usize::from(TEXT_STARTS[index + 1])]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::entities_table::MAX_LEGACY_BYTES;

    fn found(text: &'static str, matched_bytes: usize, with_semicolon: bool) -> Option<Match> {
        Some(Match { text, matched_bytes, with_semicolon })
    }

    #[test]
    fn every_name_is_found_with_its_semicolon() {
        for index in 0..COUNT {
            let name = name_at(index);
            assert_eq!(lookup(name, true), found(text_at(index), name.len(), true), "{name}");
            assert!(name.len() < MAX_NAME_BYTES);
            assert!(matches!(text_at(index).chars().count(), 1 | 2), "{name}");
        }
        assert_eq!(COUNT + LEGACY.len(), 2231);
    }

    #[test]
    fn names_are_sorted_and_indexed_by_their_first_byte() {
        assert!((1..COUNT).all(|i| name_at(i - 1) < name_at(i)));
        assert!((0..COUNT).all(|i| search(name_at(i)) == Ok(i)));
    }

    #[test]
    fn a_name_without_semicolon_is_found_only_if_it_is_legacy() {
        for index in 0..COUNT {
            let name = name_at(index);
            let whole = lookup(name, false).is_some_and(|found| found.matched_bytes == name.len());
            assert_eq!(whole, LEGACY.contains(&(index as u16)), "{name}");
        }
    }

    #[test]
    fn the_longest_legacy_prefix_is_taken() {
        assert_eq!(lookup("not", false), found("¬", 3, false));
        assert_eq!(lookup("not", true), found("¬", 3, true));
        assert_eq!(lookup("noti", false), found("¬", 3, false));
        assert_eq!(lookup("notit", true), found("¬", 3, false));
        assert_eq!(lookup("notin", false), found("¬", 3, false));
        assert_eq!(lookup("notin", true), found("∉", 5, true));
        assert_eq!(lookup("ampamp", true), found("&", 3, false));
        assert_eq!(lookup("copyright", false), found("©", 4, false));
        assert_eq!(lookup("sup1x", false), found("¹", 4, false));
    }

    #[test]
    fn the_longest_legacy_prefix_is_the_one_that_all_prefixes_are_searched_for() {
        let slow = |run: &str| {
            (1..=run.len().min(MAX_LEGACY_BYTES)).rev().find_map(|bytes| {
                search(run.get(..bytes)?).ok().filter(|&index| LEGACY.contains(&(index as u16)))
            })
        };
        for index in 0..COUNT {
            let name = name_at(index);
            for run in
                [name, &name[1..], &name[..name.len() - 1], &[name, "1"].concat(), &[name, "zz"].concat()]
            {
                assert_eq!(longest_legacy(run, search(run)), slow(run), "{run}");
            }
        }
    }

    #[test]
    fn names_respect_case() {
        assert_eq!(lookup("Eacute", true), found("É", 6, true));
        assert_eq!(lookup("eacute", true), found("é", 6, true));
        assert_eq!(lookup("AMP", false), found("&", 3, false));
        assert_eq!(lookup("Nbsp", true), None);
    }

    #[test]
    fn a_name_can_stand_for_two_characters() {
        assert_eq!(lookup("NotEqualTilde", true), found("\u{2242}\u{338}", 13, true));
        assert_eq!(lookup("fjlig", true), found("fj", 5, true));
    }

    #[test]
    fn what_is_no_name_is_nothing() {
        for run in ["", "x", "apos", "9", "1amp", "zzzz", "CounterClockwiseContourIntegralx"] {
            assert_eq!(lookup(run, false), None, "{run}");
        }
        // The tokenizer never passes these, but they must not panic.
        for run in ["@", "[", "é", "ampé", "{", "\u{1F600}", "amé"] {
            lookup(run, true);
        }
    }

    #[test]
    fn numbers_are_replaced_as_the_standard_says() {
        let fffd = char::REPLACEMENT_CHARACTER;
        for (code, wanted) in [
            (0x41, 'A'),
            (0, fffd),
            (0xD800, fffd),
            (0xDFFF, fffd),
            (0x11_0000, fffd),
            (u32::MAX, fffd),
            (0x10_FFFF, '\u{10FFFF}'),
            (0x7F, '\u{7F}'),
            (0x80, '€'),
            (0x81, '\u{81}'),
            (0x99, '™'),
            (0x9F, 'Ÿ'),
            (0xA0, '\u{A0}'),
            (0x0D, '\r'),
            (0xFDD0, '\u{FDD0}'),
        ] {
            assert_eq!(numeric(code, false), wanted, "{code:#x}");
        }
        assert_eq!(numeric(0x41, true), fffd);
    }
}
