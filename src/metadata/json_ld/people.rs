//! Table of persons and organizations in JSON-LD, which resolves authors that are given only by
//! `@id`. Their names may come before or after.
//!
//! In: names with their `@id`, and the `@id` of authors. Out: the names of the authors. Held:
//! [`PEOPLE_BYTES`].

use crate::hash::{EMPTY_64, add_64};
use crate::metadata::candidate::{Candidate, append_folded, emptied};
use crate::metadata::claim::Claim;
use alloc::string::String;

/// Maximum bytes of all names that are remembered; a name that does not fit is ignored.
pub(crate) const PEOPLE_BYTES: usize = 256;

/// Maximum persons and organizations that are remembered, and maximum authors given by `@id`.
const MAX: usize = 16;

/// Hash of an `@id`: 64-bit FNV-1a.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Id(u64);

impl Default for Id {
    /// The hash of the empty string.
    fn default() -> Self {
        Self(EMPTY_64)
    }
}

impl Id {
    /// Adds text to the hash.
    pub(super) fn push(&mut self, text: &str) {
        self.0 = text.bytes().fold(self.0, add_64);
    }
}

/// Persons and organizations of a page, and which of them are its authors. Holds [`PEOPLE_BYTES`].
#[derive(Default)]
pub(super) struct PeopleTable {
    /// The names, concatenated.
    names: String,
    /// The `@id` of each name, with the end of the name.
    ids: [(Id, usize); MAX],
    ids_len: usize,
    /// The name being read does not fit.
    is_cut: bool,
    /// Authors given by `@id`, each with its claim.
    authors: [(Id, Claim); MAX],
    authors_len: usize,
}

impl PeopleTable {
    pub(super) fn new() -> Self {
        Self { names: String::with_capacity(PEOPLE_BYTES), ..Self::default() }
    }

    pub(super) fn clear(&mut self) {
        *self = Self { names: emptied(&mut self.names), ..Self::default() };
    }

    /// Start of the name that has no `@id` yet.
    fn start(&self) -> usize {
        self.ids_len.checked_sub(1).map_or(0, |last| self.ids[last].1)
    }

    /// Begins a name; forgets a name before it that has no `@id`.
    pub(super) fn begin_name(&mut self) {
        self.names.truncate(self.start());
        self.is_cut = false;
    }

    /// Adds a piece of the name.
    pub(super) fn push_name(&mut self, text: &str) {
        let text = if self.names.len() == self.start() { text.trim_start() } else { text };
        append_folded(&mut self.names, text, PEOPLE_BYTES, &mut self.is_cut);
    }

    /// Assigns the last name to `id`; only its first name counts.
    pub(super) fn name(&mut self, id: Id) {
        let is_named = !self.is_cut && self.names.len() > self.start() && self.of(id).is_none();
        if is_named && let Some(place) = self.ids.get_mut(self.ids_len) {
            *place = (id, self.names.len());
            self.ids_len += 1;
        }
        self.begin_name();
    }

    /// Adds an author given by `id`.
    pub(super) fn author(&mut self, id: Id, claim: Claim) {
        let is_new = !self.authors[..self.authors_len].contains(&(id, claim));
        if is_new && let Some(place) = self.authors.get_mut(self.authors_len) {
            *place = (id, claim);
            self.authors_len += 1;
        }
    }

    /// The name with this `@id`.
    fn of(&self, id: Id) -> Option<&str> {
        let at = self.ids[..self.ids_len].iter().position(|&(other, _)| other == id)?;
        let start = at.checked_sub(1).map_or(0, |before| self.ids[before].1);
        self.names.get(start..self.ids[at].1)
    }

    /// Adds the names of authors given by `@id` to `field`, at the end of the page.
    pub(super) fn name_authors(&mut self, field: &mut Candidate) {
        for &(id, claim) in &self.authors[..self.authors_len] {
            if let Some(name) = self.of(id)
                && field.begin(claim, true)
            {
                field.push(name);
                field.end();
            }
        }
        self.authors_len = 0;
    }
}
