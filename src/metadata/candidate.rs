//! Metadata field, chosen among the claims of several places in the page.
//!
//! In: values with their claims, whole or in pieces. Out: the value of the least claim. Held: the
//! byte limit of the field.

use super::claim::Claim;
use super::limits::FIELD_BYTES;
use crate::html::decode_references;
use crate::structure::is_mark_of_site;
use alloc::string::String;

/// Separator between several names in one field.
pub(super) const BETWEEN: &str = ", ";

/// Maximum names in one field, which bounds the comparisons of each name.
const MAX_NAMES: u8 = 16;

/// One field while it is collected. The value with the least claim wins, the first among equals.
/// Holds its byte limit.
#[derive(Default)]
pub(super) struct Candidate {
    pub(super) value: String,
    limit_bytes: usize,
    claim: Claim,
    /// The claim with which the value came; a demotion does not change it.
    origin: Claim,
    /// Byte offset of the name being read, if there is one.
    start: Option<usize>,
    /// A part of that name did not fit.
    is_cut: bool,
    /// Number of names that began.
    names: u8,
}

impl Candidate {
    pub(super) fn new() -> Self {
        Self::of(FIELD_BYTES)
    }

    /// A field of at most `limit_bytes` bytes.
    pub(super) fn of(limit_bytes: usize) -> Self {
        Self::with_room(limit_bytes, limit_bytes)
    }

    /// A field of at most `limit_bytes` bytes, which has room for another value of `room_bytes`.
    pub(super) fn with_room(limit_bytes: usize, room_bytes: usize) -> Self {
        Self { value: String::with_capacity(room_bytes), limit_bytes, ..Self::default() }
    }

    pub(super) fn clear(&mut self) {
        *self = Self { value: emptied(&mut self.value), limit_bytes: self.limit_bytes, ..Self::default() };
    }

    /// Whether the current value has this claim.
    pub(super) fn is_of(&self, claim: Claim) -> bool {
        self.claim == claim
    }

    /// The claim with which the value came.
    pub(super) fn origin(&self) -> Claim {
        self.origin
    }

    /// Sets that the value came with `claim`, and was demoted since.
    pub(super) fn set_origin(&mut self, claim: Claim) {
        self.origin = claim;
    }

    /// Raises the claim of the current value to at least `claim`, so that any value with a lesser
    /// one replaces it.
    pub(super) fn demote(&mut self, claim: Claim) {
        self.claim = self.claim.max(claim);
    }

    /// The same, if the value is a single name.
    pub(super) fn demote_single(&mut self, claim: Claim) {
        if self.names == 1 {
            self.demote(claim);
        }
    }

    /// Replaces the value if `claim` is less; returns whether it did.
    pub(super) fn offer(&mut self, value: &str, claim: Claim) -> bool {
        let value = value.trim();
        let is_better = !value.is_empty() && claim < self.claim && !is_template(value);
        if is_better {
            self.clear();
            append_folded(&mut self.value, value, self.limit_bytes, &mut self.is_cut);
            // Some pages encode their values twice.
            decode_references(&mut self.value, 0);
            (self.claim, self.origin) = (claim, claim);
        }
        is_better
    }

    /// Begins a value that comes in pieces; `false` if it is not wanted. If `is_one_of_several`, a
    /// value of equal claim is appended to the earlier ones.
    pub(super) fn begin(&mut self, claim: Claim, is_one_of_several: bool) -> bool {
        if claim < self.claim {
            self.clear();
            (self.claim, self.origin) = (claim, claim);
        } else {
            let has_room = self.names < MAX_NAMES && self.value.len() + BETWEEN.len() <= self.limit_bytes;
            if !is_one_of_several || claim > self.claim || !has_room {
                return false;
            }
            self.value.push_str(BETWEEN);
        }
        (self.start, self.is_cut) = (Some(self.value.len()), false);
        self.names += 1;
        true
    }

    /// Adds a piece of the value that [began](Self::begin).
    pub(super) fn push(&mut self, text: &str) {
        let is_first = self.start == Some(self.value.len());
        let text = if is_first { text.trim_start() } else { text };
        append_folded(&mut self.value, text, self.limit_bytes, &mut self.is_cut);
    }

    /// Completes the value. Removes it if it [stands for nobody](is_nobody) or repeats an earlier
    /// one.
    pub(super) fn end(&mut self) {
        let Some(start) = self.start else { return };
        decode_references(&mut self.value, start);
        self.value.truncate(self.value.trim_end().len().max(start));
        let (before, name) = self.value.split_at(start);
        if name.is_empty() || is_placeholder(name) || names_include(before, name) {
            self.abandon();
        }
        self.start = None;
    }

    /// Completes a value that may be an address.
    pub(super) fn end_address(&mut self) {
        if self.start.take().is_some() && self.value.trim().is_empty() {
            self.clear();
        }
    }

    /// Completes a value that is the address of a picture. Removes it if that stands for the site.
    pub(super) fn end_picture(&mut self) {
        if self.start.take().is_some() && (self.value.trim().is_empty() || is_mark_of_site(&self.value)) {
            self.clear();
        }
    }

    /// Removes a value whose end is missing.
    pub(super) fn abandon(&mut self) {
        let Some(start) = self.start.take() else { return };
        self.value.truncate(start.saturating_sub(BETWEEN.len()));
        if self.value.is_empty() {
            self.clear();
        }
    }
}

/// Placeholder names that software writes if no author is set.
const PLACEHOLDER_NAMES: [&str; 9] = [
    "name",
    "admin",
    "administrator",
    "super user",
    "root",
    "webmaster",
    "undefined",
    "null",
    "Discuz! Team and Comsenz UI Team",
];

/// Signs at the start and at the end of a field of a template that was not filled in.
const TEMPLATE_DELIMITERS: [(&str, &str); 8] = [
    ("{{", "}}"),
    ("{%", "%}"),
    ("${", "}"),
    ("#{", "}"),
    ("<%", "%>"),
    ("[[", "]]"),
    ("[%", "%]"),
    ("%%", "%%"),
];

/// Whether a value is a field of a template that was not filled in: `{{ page.author }}`.
pub(super) fn is_template(value: &str) -> bool {
    let is_between = |(start, end): &(&str, &str)| value.starts_with(start) && value.ends_with(end);
    TEMPLATE_DELIMITERS.iter().any(is_between)
}

/// Whether an author's name stands for nobody: an address, also of mail, a note in brackets, or a
/// placeholder of software.
pub(super) fn is_placeholder(name: &str) -> bool {
    let name = name.trim();
    let is_mail = |(user, host): (&str, &str)| !user.is_empty() && host.contains('.');
    let is_one_word = !name.contains(char::is_whitespace);
    name.starts_with("http")
        || name.starts_with("www.") && is_one_word
        || name.split_once('@').is_some_and(is_mail) && is_one_word
        || name.starts_with('(') && name.ends_with(')')
        || is_template(name)
        // The path of a field.
        || name.ends_with(".author") && is_one_word
        || PLACEHOLDER_NAMES.iter().any(|stand_in| name.eq_ignore_ascii_case(stand_in))
}

/// Signs between a label and its value.
const ENDS_OF_LABELS: [char; 2] = [':', '：'];

/// Signs between a name and the address after it.
const ADDRESS_DELIMITERS: [char; 10] = ['(', '<', '[', ',', ';', '|', '-', '–', ':', '：'];

/// An author's name without the label before it: `Author: Ada Reed`. A name with several labels
/// stays unchanged.
pub(super) fn without_label(name: &str) -> &str {
    match name.split_once(ENDS_OF_LABELS) {
        // The sign may belong to an address.
        Some((_, rest))
            if !rest.contains(ENDS_OF_LABELS)
                && rest.contains(char::is_alphabetic)
                && !rest.starts_with("//") =>
        {
            rest.trim()
        }
        _ => name,
    }
}

/// A name without the address after it: `Ada Reed (https://a.example)`. A name with an address
/// inside it stays unchanged.
pub(super) fn without_address(name: &str) -> &str {
    let Some((before, address)) = name.split_once("http") else { return name };
    let is_address = address.strip_prefix('s').unwrap_or(address).starts_with("://");
    let is_alone = is_address && !address.contains(char::is_whitespace);
    let before = before.trim_end_matches(|c: char| c.is_whitespace() || ADDRESS_DELIMITERS.contains(&c));
    if is_alone && before.contains(char::is_alphabetic) { before } else { name }
}

/// Whether `name` is one of `names`, each of which ends with [`BETWEEN`].
pub(super) fn names_include(names: &str, name: &str) -> bool {
    names.match_indices(name).any(|(at, _)| {
        let (before, rest) = (&names[..at], &names[at + name.len()..]);
        (before.is_empty() || before.ends_with(BETWEEN)) && rest.starts_with(BETWEEN)
    })
}

/// The same buffer, empty.
pub(super) fn emptied(text: &mut String) -> String {
    let mut text = core::mem::take(text);
    text.clear();
    text
}

/// Appends `text` with white space folded, up to `limit` bytes in total. Sets `is_cut` where a
/// character does not fit. After a cut nothing is appended, so that the result does not depend on
/// how a text is cut into pieces.
pub(super) fn append_folded(to: &mut String, text: &str, limit: usize, is_cut: &mut bool) {
    for c in text.chars() {
        if *is_cut {
            return;
        }
        if c.is_whitespace() || c.is_control() {
            if !to.is_empty() && !to.ends_with(' ') && to.len() < limit {
                to.push(' ');
            }
        } else if to.len() + c.len_utf8() <= limit {
            to.push(c);
        } else {
            *is_cut = true;
        }
    }
}

/// The characters of a name in lower case.
pub(super) fn folded(name: &str) -> impl Iterator<Item = char> {
    name.chars().flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn a_long_value_is_cut_at_the_same_place_however_it_is_read() {
        for text in ["Ada é Reed, 雨 and Ben", "雨雨雨雨雨雨", "aé b c d e f g h", "a\u{1F600}bc\u{1F600}d"]
        {
            for limit in 1..text.len() {
                let read = |pieces: &[&str]| {
                    let mut field = Candidate::of(limit);
                    assert!(field.begin(Claim::Link, false));
                    pieces.iter().for_each(|piece| field.push(piece));
                    field.value.to_string()
                };
                let whole = read(&[text]);
                for (cut, _) in text.char_indices() {
                    assert_eq!(read(&[&text[..cut], &text[cut..]]), whole, "{text} {limit} {cut}");
                }
            }
        }
    }
}
