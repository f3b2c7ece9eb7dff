//! Date of the page, as a short line near the start of its text states it: `5 June 2023`.
//!
//! In: short lines, and the places where a main heading and the text begin. Out: the date in the
//! only such line, or the earlier one of two that stand together. Held: [`LINE_DATE_BYTES`].

use super::iso_date::push_iso;
use crate::metadata::candidate::{emptied, folded};
use alloc::string::String;

/// Bytes on the heap: two dates as ISO 8601.
pub(crate) const LINE_DATE_BYTES: usize = 64;

/// Maximum blocks between a date and the heading or the text after it. A date that is farther away
/// is the day on which the page was fetched.
const MAX_BLOCKS_BEFORE: u64 = 8;

/// Maximum blocks between the first text, which may be a summary, and a date after it.
const MAX_BLOCKS_AFTER: u64 = 4;

/// Maximum blocks between two dates that stand together: those of publication and of a change.
const MAX_BLOCKS_BETWEEN: u64 = 2;

/// Bytes of a day as ISO 8601.
pub(crate) const DAY_BYTES: usize = 10;

/// Words in labels of the date of a change, in lower case: `Last updated`.
const OF_CHANGES: [&str; 26] = [
    "updated", "update", "modified", "revised", "aktualisiert", "aktualisierung", "geändert", "actualizado",
    "actualizada", "actualización", "modificado", "modifié", "aggiornato", "aggiornamento", "atualizado",
    "atualização", "bijgewerkt", "gewijzigd", "aktualizacja", "aktualizováno", "uppdaterad", "opdateret",
    "oppdatert", "обновлено", "güncelleme", "diperbarui",
];

/// Words in such labels that are not between spaces or alone.
const UNSPACED_OF_CHANGES: [&str; 5] = ["à jour", "更新", "修改", "수정", "업데이트"];

/// Whether a text that ends with a date says that it is the date of a change.
pub(crate) fn is_of_change(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words.any(|word| OF_CHANGES.iter().any(|label| folded(word).eq(label.chars())))
        || UNSPACED_OF_CHANGES.iter().any(|label| text.contains(label))
}

/// The date of a line. Holds [`LINE_DATE_BYTES`].
#[derive(Default)]
pub(crate) struct LineDate {
    date: String,
    /// Number of the line.
    number: u64,
    /// No main heading came before the line.
    is_above_heading: bool,
    /// A line next to it had another day.
    has_other: bool,
    /// There are more days, so that none counts.
    is_ambiguous: bool,
    has_heading: bool,
    /// Number of the block with the first text.
    text_number: Option<u64>,
}

impl LineDate {
    pub(crate) fn new() -> Self {
        Self { date: String::with_capacity(LINE_DATE_BYTES), ..Self::default() }
    }

    pub(crate) fn clear(&mut self) {
        *self = Self { date: emptied(&mut self.date), ..Self::default() };
    }

    fn clear_date(&mut self) {
        let Self { has_heading, text_number, .. } = *self;
        *self = Self { date: emptied(&mut self.date), has_heading, text_number, ..Self::default() };
    }

    /// Whether a line that is block `number` may state the date.
    #[inline]
    pub(crate) fn wants(&self, number: u64) -> bool {
        let may_follow = |text: u64| {
            let is_near = number.saturating_sub(text) <= MAX_BLOCKS_AFTER;
            is_near && (self.date.is_empty() || self.number > text)
        };
        !self.is_ambiguous && self.text_number.is_none_or(may_follow)
    }

    /// Reads a short line: block `number` of the page.
    pub(crate) fn line(&mut self, line: &str, number: u64) {
        let known_bytes = self.date.len();
        if self.is_ambiguous || !push_iso(line, &mut self.date) {
            return;
        }
        let (known, other) = self.date.split_at(known_bytes);
        let (day, other_day) = (known.get(..DAY_BYTES), other.get(..DAY_BYTES));
        if day == other_day {
            return self.date.truncate(known_bytes);
        }
        let is_first = known.is_empty() || self.is_above_heading && self.has_heading;
        if !is_first {
            let stands_together = number.saturating_sub(self.number) <= MAX_BLOCKS_BETWEEN;
            self.is_ambiguous = self.has_other || !stands_together;
            self.has_other = true;
            if day < other_day {
                return self.date.truncate(known_bytes);
            }
        }
        self.date.drain(..known_bytes);
        if is_first {
            (self.number, self.is_above_heading, self.has_other) = (number, !self.has_heading, false);
        }
    }

    /// A main heading or the first text begins with block `number`.
    pub(crate) fn text_begins(&mut self, number: u64, is_text: bool) {
        let is_first = !core::mem::replace(&mut self.has_heading, true);
        if is_first && self.is_above_heading && number.saturating_sub(self.number) > MAX_BLOCKS_BEFORE {
            self.clear_date();
        }
        if is_text {
            self.text_number = Some(number);
        }
    }

    /// Whether there was no such line.
    pub(crate) fn is_empty(&self) -> bool {
        self.date.is_empty() && !self.is_ambiguous
    }

    /// The date; empty without such a line.
    pub(crate) fn date(&self) -> &str {
        if self.is_ambiguous { "" } else { &self.date }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Line of a page: a heading, a text, or a short line.
    enum Line<'a> {
        Heading,
        Text,
        Short(&'a str),
        /// A number of other blocks.
        Blocks(u64),
    }
    use Line::{Blocks, Heading, Short, Text};

    fn date(page: &[Line<'_>]) -> String {
        let (mut found, mut number) = (LineDate::new(), 0);
        for line in page {
            match line {
                Heading => found.text_begins(number, false),
                Text if found.text_number.is_none() => found.text_begins(number, true),
                Short(line) if found.wants(number) => found.line(line, number),
                Text | Short(_) => {}
                Blocks(count) => number += count - 1,
            }
            number += 1;
        }
        found.date().into()
    }

    const FIRST: Line<'_> = Short("Published on 5 June 2023");
    const LATER: Line<'_> = Short("Changed on 7 June 2023");

    #[test]
    fn a_date_stands_near_the_heading_or_the_first_text() {
        assert_eq!(date(&[Heading, FIRST, Text]), "2023-06-05");
        assert_eq!(date(&[Heading, Text, Blocks(2), FIRST]), "2023-06-05");
        assert_eq!(date(&[Heading, Text, Blocks(9), FIRST]), "");
        assert_eq!(date(&[FIRST, Heading, Blocks(20), Text]), "2023-06-05");
        assert_eq!(date(&[FIRST, Blocks(9), Heading, Text]), "");
        assert_eq!(date(&[Heading, FIRST, Text, LATER]), "2023-06-05");
    }

    #[test]
    fn of_two_dates_that_stand_together_the_earlier_counts() {
        assert_eq!(date(&[Heading, FIRST, LATER, Text]), "2023-06-05");
        assert_eq!(date(&[Heading, LATER, Blocks(1), FIRST, Text]), "2023-06-05");
        assert_eq!(date(&[Heading, FIRST, Short("5 June 2023, 10:30"), LATER, Text]), "2023-06-05");
        assert_eq!(date(&[Heading, FIRST, Blocks(2), LATER, Text]), "");
        assert_eq!(date(&[Heading, FIRST, LATER, Short("9 June 2023"), Text]), "");
    }

    #[test]
    fn a_date_below_the_heading_counts_more_than_one_above() {
        assert_eq!(date(&[LATER, Heading, FIRST, Text]), "2023-06-05");
        assert_eq!(date(&[FIRST, Heading, LATER, Text]), "2023-06-07");
    }
}
