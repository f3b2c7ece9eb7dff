//! The date, as a `time` element of the page's text tells it.

use super::field::Field;
use super::ld;

/// Rank of `time` elements among what tells the date: the last of all.
const RANK: u8 = ld::RANK_OF_SITE + 1;

/// Digits of a year.
const YEAR_DIGITS: usize = 4;

/// Digits of a year, a month and a day with nothing between them.
const DAY_DIGITS: usize = 8;

/// So many older ones behind a date make a list of them; one may be the day of the publication behind that of a change.
const OLDER_OF_LIST: u32 = 2;

/// The first `time` element that is a date, unless it is the first of a list that begins with the newest. Holds nothing on the heap.
#[derive(Default)]
pub(super) struct Time {
    /// Where the one stands that tells the date.
    place: u32,
    /// How many older ones stand in the same place.
    older: u32,
    /// Where such a list stands.
    list: Option<u32>,
}

impl Time {
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// A `time` element says `value`; all of one list have one `place`. `date`: of the page, as far as is known.
    pub(super) fn offer(&mut self, date: &mut Field, value: &str, place: u32) {
        let value = value.trim();
        if !is_date(value) || self.list == Some(place) {
            return;
        }
        if date.has_rank(RANK) {
            self.older += u32::from(place == self.place && is_older(value, &date.value));
            if self.older == OLDER_OF_LIST {
                date.clear();
                self.list = Some(place);
            }
        } else if date.offer(value, RANK) {
            (self.place, self.older) = (place, 0);
        }
    }
}

/// Whether `value` names a year, before any time of the day.
fn is_date(value: &str) -> bool {
    let day = value.split(':').next().unwrap_or("");
    let mut numbers = day.split(|c: char| !c.is_ascii_digit());
    numbers.any(|digits| {
        let is_year = digits.len() == YEAR_DIGITS || digits.len() >= DAY_DIGITS;
        is_year && digits.starts_with(['1', '2'])
    })
}

/// Whether both begin with the year and the first is the older one.
fn is_older(value: &str, than: &str) -> bool {
    let begins_with_year = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count() >= YEAR_DIGITS;
    begins_with_year(value) && begins_with_year(than) && value < than
}
