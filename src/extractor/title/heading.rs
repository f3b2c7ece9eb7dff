//! The place of a heading in a declared title of which it is no whole part.

use super::parts::{CLOSING, OPENING, at_end, at_start, runs, same_letters, same_start};
use core::ops::Range;

/// Range of `heading` in a title, if it is more than half of the title and at one of its ends.
pub(super) fn most_of<I: Iterator<Item = char> + Clone>(
    title: &str,
    heading: impl Fn() -> I,
) -> Option<Range<usize>> {
    let Range { start, end } = match at_start(title, heading()) {
        Some(end) => 0..end,
        None => at_end(title, heading())?..title.len(),
    };
    let is_of = |signs: &'static [char]| move |c: &char| signs.contains(c);
    let opening: usize = title[..start].chars().rev().take_while(is_of(&OPENING)).map(char::len_utf8).sum();
    let closing: usize = title[end..].chars().take_while(is_of(&CLOSING)).map(char::len_utf8).sum();
    let place = start - opening..end + closing;
    (2 * place.len() > title.len()).then_some(place)
}

/// Range of `heading` in the title of an issue tracker, if only one of both has the issue's number,
/// or has it elsewhere.
///
/// Examples: `[AB-12] Roof leaks | Tracker` and `Roof leaks (#12) | Tracker` with `Roof leaks`,
/// `Roof leaks | Issue #12 | Tracker` with `Roof leaks #12`.
pub(super) fn without_issue_number<I: Iterator<Item = char>>(
    title: &str,
    heading: impl Fn() -> I,
) -> Option<Range<usize>> {
    let begin = runs(title).next()?.start;
    runs(title).filter(|run| run.start == begin).find_map(|run| {
        let place = without_number(title, run.clone());
        if place != run && same_letters(heading(), title[place.clone()].chars()) {
            return Some(place);
        }
        let (_, after) = title[run.end..].split_once('#')?;
        let number = after.chars().take_while(char::is_ascii_digit);
        let is_said = number.clone().next().is_some()
            && same_letters(heading(), title[run.clone()].chars().chain(number));
        is_said.then_some(run)
    })
}

/// A part of a title without the number of an issue at one of its ends.
fn without_number(title: &str, part: Range<usize>) -> Range<usize> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_key = |text: &str| {
        text.rsplit_once('-').is_some_and(|(project, number)| {
            project.starts_with(|c: char| c.is_ascii_uppercase()) && is_number(number)
        })
    };
    let is_reference = |text: &str| text.strip_prefix(['#', '!']).is_some_and(is_number);
    let mut place = part;
    let in_front = title[place.clone()].strip_prefix('[').and_then(|text| text.split_once("] "));
    if let Some((_, rest)) = in_front.filter(|(key, _)| is_key(key)) {
        place.start = place.end - rest.len();
    }
    let after = title[place.clone()].strip_suffix(')').and_then(|text| text.rsplit_once(" ("));
    if let Some((rest, _)) = after.filter(|(_, number)| is_reference(number)) {
        place.end = place.start + rest.len();
    }
    place
}

/// Range of `heading` in a title, if only the name of a site can follow, as in
/// `Old ovens [Baker's wiki]` and `Geography < University`.
pub(super) fn before_site_name<I: Iterator<Item = char>>(
    title: &str,
    heading: impl Fn() -> I,
) -> Option<Range<usize>> {
    let end = same_start(title, heading()).filter(|&end| end > 0)?;
    let rest = title[end..].trim_start_matches(CLOSING);
    // Brackets with a number are about the text, such as its year or a count.
    let is_name = |text: &str| !text.contains(['[', ']']) && !text.contains(|c: char| c.is_ascii_digit());
    let is_bracketed = rest.strip_prefix(" [").and_then(|rest| rest.strip_suffix(']')).is_some_and(is_name);
    (is_bracketed || rest.starts_with(" < ")).then_some(0..title.len() - rest.len())
}

/// Range of `heading` in a title, if the name of a site and a colon are in front of it: `My garden:
/// The first peas`.
pub(super) fn after_site_name<I: Iterator<Item = char> + Clone>(
    title: &str,
    heading: impl Fn() -> I,
) -> Option<Range<usize>> {
    let start = at_end(title, heading())?;
    title[..start].trim_end().ends_with([':', '：']).then_some(start..title.len())
}
