//! Date of the page, as elements of its text state it.
//!
//! In: `time` elements, and texts marked as dates. Out: an offer to the date field. Held:
//! [`DATE_BYTES`].

use crate::metadata::candidate::{Candidate, append_folded, emptied};
use crate::metadata::claim::Claim;
use alloc::string::String;

/// Maximum bytes of a text with a date; a longer text is not a date.
pub(crate) const DATE_BYTES: usize = 64;

const YEAR_DIGITS: usize = 4;

/// Digits of year, month and day without separators.
const DAY_DIGITS: usize = 8;

/// Number of older dates after a date that make a list. A single one may be the date of publication
/// after the date of a change.
const OLDER_OF_LIST: u32 = 2;

/// The first `time` element with a date, unless it is the first of a list that begins with the
/// newest. Holds [`DATE_BYTES`].
#[derive(Default)]
pub(crate) struct Time {
    /// Key of the place of the current date; the same for all elements of one list.
    place: u64,
    /// Number of older dates in the same place. Texts are hard to compare, so each different one
    /// counts.
    older: u32,
    /// Key of the place of such a list.
    list: Option<u64>,
    /// The text being read, and the key of its place.
    text: String,
    text_place: u64,
    text_claim: Claim,
    /// The text is too long.
    is_cut: bool,
}

impl Time {
    pub(crate) fn new() -> Self {
        Self { text: String::with_capacity(DATE_BYTES), ..Self::default() }
    }

    pub(crate) fn clear(&mut self) {
        *self = Self { text: emptied(&mut self.text), ..Self::default() };
    }

    /// Offers the date `value` of an element to `date`, the field of the page. `place` is the same
    /// for all elements of one list. `is_property`: microdata calls it the date of publication.
    /// Returns whether the field has this value then.
    pub(crate) fn offer(&mut self, date: &mut Candidate, value: &str, place: u64, is_property: bool) -> bool {
        self.end(date);
        self.say(date, value, place, if is_property { Claim::Microdata } else { Claim::Time })
    }

    /// Takes back the value of a `time` element: its sentence is about that day.
    pub(crate) fn withdraw(&mut self, date: &mut Candidate) {
        if date.is_of(Claim::Time) {
            date.clear();
        }
    }

    /// Begins an element whose text may be the date.
    pub(crate) fn begin(&mut self, date: &mut Candidate, place: u64, is_called: bool) {
        self.end(date);
        self.begin_text(place);
        self.text_claim = if is_called { Claim::DateClass } else { Claim::DateText };
    }

    /// Adds a part of that text.
    pub(crate) fn push(&mut self, text: &str) {
        append_folded(&mut self.text, text, DATE_BYTES, &mut self.is_cut);
    }

    /// Completes the current text and offers it as a date.
    pub(crate) fn end(&mut self, date: &mut Candidate) {
        let text = core::mem::take(&mut self.text);
        if !self.is_cut && has_numbers_of_day(&text) {
            let label = if self.text_claim == Claim::DateClass { label_bytes(&text) } else { 0 };
            self.say(date, &text[label..], self.text_place, self.text_claim);
        }
        self.text = text;
        self.begin_text(self.text_place);
    }

    fn begin_text(&mut self, place: u64) {
        self.text.clear();
        (self.text_place, self.is_cut) = (place, false);
    }

    /// Whether the dates of the page belong to a list.
    pub(crate) fn is_list(&self) -> bool {
        self.list.is_some()
    }

    /// Offers a date with its claim. Returns whether the field has this value now.
    fn say(&mut self, date: &mut Candidate, value: &str, place: u64, claim: Claim) -> bool {
        let value = value.trim();
        if !is_date(value) || self.list == Some(place) {
            return false;
        }
        if date.is_of(claim) {
            let is_of_list =
                if claim <= Claim::Time { is_older(value, &date.value) } else { value != date.value };
            self.older += u32::from(place == self.place && is_of_list);
            if self.older == OLDER_OF_LIST {
                date.demote(Claim::FirstOfList);
                self.list = Some(place);
            }
            false
        } else {
            let is_better = date.offer(value, claim);
            if is_better {
                (self.place, self.older) = (place, 0);
            }
            is_better
        }
    }
}

/// Offers the date of a post.
pub(crate) fn offer_of_post(date: &mut Candidate, value: &str) {
    if is_date(value.trim()) {
        date.offer(value, Claim::FirstOfList);
    }
}

/// Bytes of the label before a date, which ends with a colon and has no digit: `Published: 5 June
/// 2023`.
fn label_bytes(text: &str) -> usize {
    let label = text.split(|c: char| c.is_ascii_digit()).next().unwrap_or("");
    let end =
        label.rfind([':', '：']).map(|at| label[at..].chars().next().map_or(at, |sign| at + sign.len_utf8()));
    end.unwrap_or(0)
}

/// A date of eight digits with hyphens between year, month and day (ISO 8601); `None` for any
/// other.
pub(crate) fn with_hyphens(date: &str) -> Option<[&str; 3]> {
    let is_compact = date.len() == DAY_DIGITS && date.bytes().all(|byte| byte.is_ascii_digit());
    let parts = is_compact.then(|| [&date[..4], &date[4..6], &date[6..]])?;
    let is_in = |part: &str, most: u8| part.parse().is_ok_and(|number: u8| (1..=most).contains(&number));
    let is_year = parts[0].starts_with(['1', '2']);
    (is_year && is_in(parts[1], 12) && is_in(parts[2], 31)).then_some(parts)
}

/// Whether a text has at least two numbers, or year, month and day in one number.
pub(crate) fn has_numbers_of_day(text: &str) -> bool {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    numbers.take(2).map(|digits| if digits.len() < DAY_DIGITS { 1 } else { 2 }).sum::<u32>() >= 2
}

/// Whether `value` contains a year before any time of day.
fn is_date(value: &str) -> bool {
    let day = value.split(':').next().unwrap_or("");
    let mut numbers = day.split(|c: char| !c.is_ascii_digit());
    numbers.any(|digits| {
        let is_year = digits.len() == YEAR_DIGITS || digits.len() >= DAY_DIGITS;
        is_year && digits.starts_with(['1', '2'])
    })
}

/// Whether both begin with a year and `value` is older.
fn is_older(value: &str, than: &str) -> bool {
    let begins_with_year = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count() >= YEAR_DIGITS;
    begins_with_year(value) && begins_with_year(than) && value < than
}
