//! Dates of records as numbers.

use std::ops::RangeInclusive;

/// Microseconds since 1970 of a record date, such as `2024-05-18T01:58:10.5Z`. Version 1.1 of the
/// standard allows seconds, time, day or month to be missing; the earliest value is used. `None`
/// for invalid dates, such as the 31st of February.
///
/// Departure: a time may have an offset from UTC, such as `+02:00`, since some crawlers write it.
pub(crate) fn microseconds(date: &str) -> Option<i64> {
    let (day, time) = date.split_once('T').map_or((date, None), |(day, time)| (day, Some(time)));
    let fields: Vec<&str> = day.split('-').collect();
    let (year, month, day) = match (&fields[..], time) {
        ([year, month, day], _) => (year, *month, *day),
        ([year, month], None) => (year, *month, "01"),
        ([year], None) => (year, "01", "01"),
        _ => return None,
    };
    let (year, month) = (number(year, 4, 0..=9999)?, number(month, 2, 1..=12)?);
    let day = number(day, 2, 1..=days_of(year, month))?;
    let time = time.map_or(Some(0), microseconds_of_day)?;
    Some(days_since_1970(year, month, day) * 24 * 60 * MINUTE + time)
}

const MINUTE: i64 = 60 * SECOND;

const SECOND: i64 = 1_000_000;

/// Microseconds since midnight UTC of a time with its zone, such as `01:58:10.5Z` or `01:58+02:00`.
fn microseconds_of_day(time: &str) -> Option<i64> {
    let (clock, offset) = match time.strip_suffix('Z') {
        Some(clock) => (clock, 0),
        None => {
            let (clock, offset) = time.split_at(time.rfind(['+', '-'])?);
            let (hours, minutes) = offset[1..].split_once(':')?;
            let minutes = number(hours, 2, 0..=23)? * 60 + number(minutes, 2, 0..=59)?;
            (clock, if offset.starts_with('-') { -minutes } else { minutes })
        }
    };
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, ""));
    let fields: Vec<&str> = clock.split(':').collect();
    let (hour, minute, second) = match &fields[..] {
        [hour, minute, second] => (hour, minute, *second),
        [hour, minute] if fraction.is_empty() => (hour, minute, "00"),
        _ => return None,
    };
    // Leap seconds are possible.
    let (hour, minute, second) =
        (number(hour, 2, 0..=23)?, number(minute, 2, 0..=59)?, number(second, 2, 0..=60)?);
    // Fractions of a microsecond are dropped.
    let digits = format!("{fraction:0<6}");
    let micros = number(digits.get(..6)?, 6, 0..=SECOND - 1)?;
    Some((hour * 60 + minute - offset) * MINUTE + second * SECOND + micros)
}

/// The number of exactly `count` digits, if it is within the limits.
fn number(digits: &str, count: usize, limits: RangeInclusive<i64>) -> Option<i64> {
    let is_one = digits.len() == count && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|number| is_one && limits.contains(number))
}

fn days_of(year: i64, month: i64) -> i64 {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 => 28 + i64::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970-01-01 to a date. Source: Howard Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms", days_from_civil.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_microseconds() {
        for (date, expected) in [
            ("1970-01-01T00:00:00Z", 0),
            ("2000-02-29T00:00:00.5Z", 951_782_400_500_000),
            ("2024-05-18T02:40:00.123456789Z", 1_716_000_000_123_456),
            ("2024-05-18T02:40Z", 1_716_000_000_000_000),
            ("2024-05-18T04:40:00+02:00", 1_716_000_000_000_000),
            ("2024-05-17T21:10-05:30", 1_716_000_000_000_000),
            ("2024-05-18", 1_715_990_400_000_000),
            ("2024-05", 1_714_521_600_000_000),
            ("2024", 1_704_067_200_000_000),
        ] {
            assert_eq!(microseconds(date), Some(expected), "{date}");
        }
    }

    #[test]
    fn invalid_dates_are_rejected() {
        for date in [
            "",
            "20240518024000",
            "2024-13-18T02:40:00Z",
            "2024-02-31T02:40:00Z",
            "2023-02-29",
            "1900-02-29",
            "2024-00",
            "2024-05-18T02:40:00",
            "2024-05-18T",
            "2024-05T02:40Z",
            "2024-05-18T02:40.5Z",
            "2024-05-18T02:40:00.5xZ",
            "2024-05-1\u{e9}T02:40:00Z",
            "2024-05-18T02:40:00+0200",
            "2024-05-18T02:40:00+\u{e9}:00",
            "+024-05-18",
        ] {
            assert_eq!(microseconds(date), None, "{date}");
        }
    }
}
