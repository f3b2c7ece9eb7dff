//! Dates that are counts of seconds or milliseconds since 1970.
//!
//! In: a value. Out: the date as ISO 8601. Holds nothing.

use alloc::string::String;
use core::fmt::Write;

/// Digits of a count of seconds since 1970, from the year 2001 on, and of milliseconds.
const SECONDS_DIGITS: usize = 10;
const MILLISECONDS_DIGITS: usize = 13;

/// Appends the moment that a text counts in seconds or milliseconds since 1970; `false` if it is no
/// such count.
pub(crate) fn push_epoch(text: &str, to: &mut String) -> bool {
    const DAY_SECONDS: u64 = 24 * 60 * 60;
    let text = text.trim();
    let is_count = matches!(text.len(), SECONDS_DIGITS | MILLISECONDS_DIGITS) && text.starts_with('1');
    let Some(seconds) = text.get(..SECONDS_DIGITS).filter(|_| is_count) else { return false };
    let Ok(seconds) = seconds.parse::<u64>() else { return false };
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let (days, rest) = (seconds / DAY_SECONDS, seconds % DAY_SECONDS);
    // Years from March on end with the day that some of them lack.
    let day = days + 719_468;
    let of_era = day % 146_097;
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year + day / 146_097 * 400 + u64::from(month <= 2);
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    let _ = write!(to, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z");
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_since_1970_are_dates() {
        for (text, date) in [
            ("1685952550", "2023-06-05T08:09:10Z"),
            (" 1685952550123 ", "2023-06-05T08:09:10Z"),
            ("1709164800", "2024-02-29T00:00:00Z"),
            ("1735689599", "2024-12-31T23:59:59Z"),
            ("1000000000", "2001-09-09T01:46:40Z"),
            ("2685952550", ""),
            ("16859525501", ""),
            ("1685952é50", ""),
            ("call 1685952550", ""),
            ("", ""),
        ] {
            let mut found = String::new();
            assert_eq!(push_epoch(text, &mut found), !date.is_empty(), "{text}");
            assert_eq!(found, date);
        }
    }
}
