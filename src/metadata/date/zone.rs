//! Zones of a time of day: names such as `CET`, and hours and minutes.
//!
//! In: the text after a time. Out: the zone as in ISO 8601. Holds nothing besides static tables.

use alloc::string::String;
use core::fmt::Write;

/// Names of zones, with the minutes that they are ahead of UTC. `CST`, `IST` and `MST` are left
/// out:
/// each is the name of several zones.
const ZONES: [(&str, i16); 30] = [
    ("z", 0),
    ("gmt", 0),
    ("utc", 0),
    ("wet", 0),
    ("bst", 60),
    ("west", 60),
    ("cet", 60),
    ("mez", 60),
    ("cest", 120),
    ("mesz", 120),
    ("eet", 120),
    ("sast", 120),
    ("eest", 180),
    ("msk", 180),
    ("мск", 180),
    ("hkt", 480),
    ("sgt", 480),
    ("awst", 480),
    ("jst", 540),
    ("kst", 540),
    ("aest", 600),
    ("aedt", 660),
    ("nzst", 720),
    ("nzdt", 780),
    ("est", -300),
    ("edt", -240),
    ("cdt", -300),
    ("mdt", -360),
    ("pst", -480),
    ("pdt", -420),
];

/// Appends the zone at the beginning of a text: a name, hours and minutes, or both as in `GMT+2`.
pub(crate) fn push_zone(rest: &str, to: &mut String) {
    let name_bytes = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
    let (name, after) = rest.split_at(name_bytes);
    let is_named = |(zone, _): &&(&str, i16)| name.chars().flat_map(char::to_lowercase).eq(zone.chars());
    let zone = ZONES.iter().find(is_named).map(|&(_, minutes)| minutes);
    // Hours after a name are ahead of it.
    if matches!(zone, Some(0)) && push_offset(after, to) || name.is_empty() && push_offset(rest, to) {
        return;
    }
    match zone {
        _ if after.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-')) => {}
        Some(0) => to.push('Z'),
        Some(minutes) => {
            let sign = if minutes < 0 { '-' } else { '+' };
            let _ = write!(to, "{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60);
        }
        None => {}
    }
}

/// Appends the hours and minutes that a text begins with, after a sign: `+02:00`, `-0530`, `+2`.
/// Returns whether it does.
fn push_offset(rest: &str, to: &mut String) -> bool {
    let Some(sign) = rest.chars().next().filter(|sign| matches!(sign, '+' | '-')) else { return false };
    let digits =
        |at: usize| rest.get(at..at + 2).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    if let Some(hours) = digits(1) {
        let minutes_at = if rest.as_bytes().get(3) == Some(&b':') { 4 } else { 3 };
        let _ = write!(to, "{sign}{hours}:{}", digits(minutes_at).unwrap_or("00"));
        return true;
    }
    let hour = rest.get(1..2).filter(|hour| hour.bytes().all(|byte| byte.is_ascii_digit()));
    if let Some(hour) = hour {
        let _ = write!(to, "{sign}0{hour}:00");
    }
    hour.is_some()
}
