//! The date, as an element of the page's text tells it.

use super::candidate::{Candidate, append_folded};
use super::json_ld;
use alloc::string::String;

/// Rank of `time` elements among what tells the date, behind all others; and that of their text,
/// the last of all.
const RANK: u8 = json_ld::RANK_OF_SITE + 1;
const RANK_OF_TEXT: u8 = RANK + 1;

/// Rank of a text that a class alone calls the date.
const RANK_OF_CALLED: u8 = RANK_OF_TEXT + 1;

/// Bytes of a text that is a date; what is longer is none.
pub(super) const DATE_BYTES: usize = 64;

/// Digits of a year.
const YEAR_DIGITS: usize = 4;

/// Digits of a year, a month and a day with nothing between them.
const DAY_DIGITS: usize = 8;

/// So many older ones behind a date make a list of them; one may be the day of the publication
/// behind that of a change.
const OLDER_OF_LIST: u32 = 2;

/// The first `time` element that is a date, unless it is the first of a list that begins with the
/// newest. Holds [`DATE_BYTES`].
pub(super) struct Time {
    /// Where the one stands that tells the date.
    place: u64,
    /// How many older ones stand in the same place; of texts, which are not compared so easily,
    /// other ones.
    older: u32,
    /// Where such a list stands.
    list: Option<u64>,
    /// The text that is being read, and where it stands.
    text: String,
    text_place: u64,
    text_rank: u8,
    /// It is too long.
    is_cut: bool,
}

impl Time {
    pub(super) fn new() -> Self {
        let text = String::with_capacity(DATE_BYTES);
        Self { place: 0, older: 0, list: None, text, text_place: 0, text_rank: RANK_OF_TEXT, is_cut: false }
    }

    pub(super) fn clear(&mut self) {
        (self.older, self.list) = (0, None);
        self.begin_text(0);
    }

    /// An element says `value`; all of one list have one `place`. `date`: of the page, as far as is
    /// known.
    pub(super) fn offer(&mut self, date: &mut Candidate, value: &str, place: u64) {
        self.end(date);
        self.say(date, value, place, RANK);
    }

    /// An element begins whose text may say it.
    pub(super) fn begin(&mut self, date: &mut Candidate, place: u64, is_called: bool) {
        self.end(date);
        self.begin_text(place);
        self.text_rank = if is_called { RANK_OF_CALLED } else { RANK_OF_TEXT };
    }

    /// Part of that text.
    pub(super) fn push(&mut self, text: &str) {
        self.is_cut |= !append_folded(&mut self.text, text, DATE_BYTES);
    }

    /// The text that began last is whole.
    pub(super) fn end(&mut self, date: &mut Candidate) {
        let text = core::mem::take(&mut self.text);
        if !self.is_cut && names_day(&text) {
            let label = if self.text_rank == RANK_OF_CALLED { label_bytes(&text) } else { 0 };
            self.say(date, &text[label..], self.text_place, self.text_rank);
        }
        self.text = text;
        self.begin_text(self.text_place);
    }

    fn begin_text(&mut self, place: u64) {
        self.text.clear();
        (self.text_place, self.is_cut) = (place, false);
    }

    /// Whether the dates of the page are those of a list.
    pub(super) fn is_list(&self) -> bool {
        self.list.is_some()
    }

    /// What an element says, with its rank.
    fn say(&mut self, date: &mut Candidate, value: &str, place: u64, rank: u8) {
        let value = value.trim();
        if !is_date(value) || self.list == Some(place) {
            return;
        }
        if date.has_rank(rank) {
            let is_of_list = if rank == RANK { is_older(value, &date.value) } else { value != date.value };
            self.older += u32::from(place == self.place && is_of_list);
            if self.older == OLDER_OF_LIST {
                date.clear();
                self.list = Some(place);
            }
        } else if date.offer(value, rank) {
            (self.place, self.older) = (place, 0);
        }
    }
}

/// Bytes of the label in front of a date, which ends with a colon and has no digit: `Published: 5
/// June 2023`.
fn label_bytes(text: &str) -> usize {
    let label = text.split(|c: char| c.is_ascii_digit()).next().unwrap_or("");
    let end =
        label.rfind([':', '：']).map(|at| label[at..].chars().next().map_or(at, |sign| at + sign.len_utf8()));
    end.unwrap_or(0)
}

/// Whether a text has more numbers than that of a year.
fn names_day(text: &str) -> bool {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    numbers.take(2).map(|digits| if digits.len() < DAY_DIGITS { 1 } else { 2 }).sum::<u32>() >= 2
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
