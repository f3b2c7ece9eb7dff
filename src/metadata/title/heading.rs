//! The place of a heading within a part of a declared title.

use super::parts::{CLOSING, OPENING, Places, at_end, at_start, same_letters, same_start};
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
    places: &Places,
    heading: impl Fn() -> I,
) -> Option<Range<usize>> {
    // The signs of such numbers. Most titles have none.
    if !title.bytes().any(|byte| matches!(byte, b'[' | b'#' | b'!')) {
        return None;
    }
    let begin = places.runs().next()?.start;
    places.runs().filter(|run| run.start == begin).find_map(|run| {
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

#[cfg(test)]
mod tests {
    use super::super::tests::title;
    use super::*;

    #[test]
    fn many_signs_part_a_title_from_the_name_after_it() {
        let heading = "老茶馆换上新算盘";
        for name in [
            "-新华网", "--社会--人民网", " : 네이버 뉴스", "（みさき新聞）", " @ 站", " › 站", "＿站", "〜站",
        ] {
            assert_eq!(title(["", &[heading, name].concat()], "", &[(heading, true)]), heading, "{name}");
        }
        assert_eq!(title(["", &["【站】", heading].concat()], "", &[(heading, true)]), heading);
        assert_eq!(
            title(["", "Is the mill roofed? : NPR"], "", &[("Is the mill roofed?", true)]),
            "Is the mill roofed?"
        );
        assert_eq!(title(["", "老茶馆换上新算盘-新华网"], "新华网", &[]), heading);
        assert_eq!(title(["", "Is it roofed?-Valley News"], "Valley News", &[]), "Is it roofed?");
        assert_eq!(title(["", "老茶馆换上新算盘：朝日新聞"], "朝日新聞", &[]), heading);
        assert_eq!(title(["", "Shoes. Nike.example"], "nike.example", &[]), "Shoes. Nike.example");
        assert_eq!(
            title(["", "Valley News: Old mill roofed"], "", &[("Old mill roofed", true)]),
            "Old mill roofed"
        );
        // Half of a title, or a word of it, may be its topic, and after some signs the title
        // continues.
        for (whole, heading) in [
            ("Mill: a year with a roof", "Mill"),
            ("Old mills of the valley", "Old mills of the"),
            ("Gardens for beginners: a guide", "Gardens for beginners"),
            ("What is a water mill? A guide", "What is a water mill?"),
            ("Mills of the valley (2026)", "Mills of the valley"),
            ("Trends in mills for 2026-2030", "Trends in mills for 2026"),
            ("Black beans & rice", "Black beans"),
            ("老茶馆换上新算盘：账本故事", "老茶馆换上新算盘"),
        ] {
            assert_eq!(title(["", whole], "", &[(heading, true)]), whole);
        }
        assert_eq!(title(["", "-新华网"], "新华网", &[]), "-新华网");
    }

    #[test]
    fn an_issue_may_have_its_number_on_one_side_only() {
        let roof = "Mill - roof leaks";
        for (whole, heading) in [
            ("[AB-12] Mill - roof leaks - Valley Issues", roof),
            ("Mill - roof leaks (#12) · Issues · Valley", roof),
            ("[AB-12] Mill - roof leaks (!12)", roof),
            ("Mill - roof leaks · Issue #12 · valley/mill", "Mill - roof leaks #12"),
        ] {
            assert_eq!(title(["", whole], "", &[(heading, true)]), roof, "{whole}");
        }
        for (whole, heading) in [
            ("Mill - roof leaks (2012) · Valley News · Issues", roof),
            ("[Video] Roof leaks - Valley News", "Roof leaks"),
            ("[AB-12] (#12) - Valley", "Roof"),
            ("Roof leaks · Issue #13 · Valley Mill Issues", "Roof leaks #12"),
            ("Roof leaks · # · Valley Mill Issues", "Roof"),
        ] {
            let range = without_issue_number(whole, &Places::of(whole), || heading.chars());
            assert_eq!(range, None, "{whole}");
        }
    }

    #[test]
    fn brackets_and_arrows_may_hold_the_name_of_the_site() {
        for (whole, heading) in [
            ("Entretenir un four [Wiki du Fournil partagé]", "Entretenir un four"),
            ("Geography (GEOG) < Millbrook State University", "Geography (GEOG)"),
        ] {
            assert_eq!(title(["", whole], "", &[(heading, true)]), heading);
            assert_eq!(title(["", whole], "", &[(heading, false)]), whole);
        }
        for whole in ["Old mills [2026]", "Old mills [11 of them]", "Old mills [roofs] of [us]"] {
            assert_eq!(title(["", whole], "", &[("Old mills", true)]), whole);
        }
        assert_eq!(title(["", " [Valley]"], "", &[("–", true)]), " [Valley]");
    }
}
