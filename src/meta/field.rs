//! One thing that a page says of itself, perhaps in several places.

use super::FIELD_BYTES;
use alloc::string::String;

/// What stands between several names of one field.
const BETWEEN: &str = ", ";

/// One field while it is gathered; a lower rank wins, the first of one rank. Holds [`FIELD_BYTES`].
pub(super) struct Field {
    pub(super) value: String,
    rank: u8,
    /// Where the name begins that is being read.
    start: usize,
}

impl Field {
    pub(super) fn new() -> Self {
        Self { value: String::with_capacity(FIELD_BYTES), rank: u8::MAX, start: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.value.clear();
        self.rank = u8::MAX;
    }

    /// Takes `value` if it ranks before what is there; says whether it did.
    pub(super) fn offer(&mut self, value: &str, rank: u8) -> bool {
        let value = value.trim();
        let is_better = !value.is_empty() && rank < self.rank;
        if is_better {
            self.value.clear();
            append_folded(&mut self.value, value, FIELD_BYTES);
            self.rank = rank;
        }
        is_better
    }

    /// A value begins that comes in pieces; `false` if it is not wanted. One of several, if it may be, goes behind those of its rank.
    pub(super) fn begin(&mut self, rank: u8, is_one_of_several: bool) -> bool {
        if rank < self.rank {
            self.value.clear();
            self.rank = rank;
        } else if !is_one_of_several || rank > self.rank || self.value.len() + BETWEEN.len() > FIELD_BYTES {
            return false;
        } else {
            self.value.push_str(BETWEEN);
        }
        self.start = self.value.len();
        true
    }

    /// A piece of the value that [began](Self::begin).
    pub(super) fn push(&mut self, text: &str) {
        if self.value.len() > self.start {
            append_folded(&mut self.value, text, FIELD_BYTES);
        } else {
            append_folded(&mut self.value, text.trim_start(), FIELD_BYTES);
        }
    }

    /// The value is whole. Taken out again are an address, and what was said before.
    pub(super) fn end(&mut self) {
        self.value.truncate(self.value.trim_end().len().max(self.start));
        let (before, name) = self.value.split_at(self.start);
        if name.is_empty() || name.starts_with("http") || before.split(BETWEEN).any(|other| other == name) {
            self.value.truncate(self.start.saturating_sub(BETWEEN.len()));
        }
        if self.value.is_empty() {
            self.clear();
        }
    }
}

/// Appends `text`, white space folded, up to `limit` bytes of the whole; `false` if something did not fit.
pub(super) fn append_folded(to: &mut String, text: &str, limit: usize) -> bool {
    for c in text.chars() {
        if c.is_whitespace() || c.is_control() {
            if !to.is_empty() && !to.ends_with(' ') && to.len() < limit {
                to.push(' ');
            }
        } else if to.len() + c.len_utf8() <= limit {
            to.push(c);
        } else {
            return false;
        }
    }
    true
}
