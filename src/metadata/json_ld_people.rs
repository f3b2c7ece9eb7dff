//! Who is who in JSON-LD: an author may be named elsewhere, in front or behind, and claims by his
//! `@id` only.

use super::candidate::{Candidate, append_folded};
use alloc::string::String;

/// Bytes of the names of all who are remembered; who does not fit is not.
pub(super) const AGENTS_BYTES: usize = 256;

/// Persons and organizations that are remembered, and authors that are claims by `@id`, at most.
const MAX: usize = 16;

/// A hash of an `@id`: 64-bit FNV-1a.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Id(u64);

impl Default for Id {
    /// Of the empty one.
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Id {
    /// More of it.
    pub(super) fn push(&mut self, text: &str) {
        self.0 =
            text.bytes().fold(self.0, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3));
    }
}

/// Persons and organizations of a page, and which of them are its authors. Holds [`AGENTS_BYTES`].
pub(super) struct Agents {
    /// The names, one behind the other.
    names: String,
    /// Whose they are, each with the end of its name.
    known: [(Id, usize); MAX],
    known_len: usize,
    /// The name being read does not fit.
    is_cut: bool,
    /// Authors who are claims by `@id`, each with the rank of what says so.
    authors: [(Id, u8); MAX],
    authors_len: usize,
}

impl Agents {
    pub(super) fn new() -> Self {
        Self {
            names: String::with_capacity(AGENTS_BYTES),
            known: [Default::default(); MAX],
            known_len: 0,
            is_cut: false,
            authors: [Default::default(); MAX],
            authors_len: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        self.names.clear();
        (self.known_len, self.authors_len, self.is_cut) = (0, 0, false);
    }

    /// Where the name begins that is not yet anyone's.
    fn start(&self) -> usize {
        self.known_len.checked_sub(1).map_or(0, |last| self.known[last].1)
    }

    /// A name begins; one before it that is nobody's is forgotten.
    pub(super) fn begin_name(&mut self) {
        self.names.truncate(self.start());
        self.is_cut = false;
    }

    /// More of the name.
    pub(super) fn push_name(&mut self, text: &str) {
        let text = if self.names.len() == self.start() { text.trim_start() } else { text };
        self.is_cut |= !append_folded(&mut self.names, text, AGENTS_BYTES);
    }

    /// The name that was read last is that of `id`, the first name of whom counts.
    pub(super) fn name(&mut self, id: Id) {
        let is_named = !self.is_cut && self.names.len() > self.start() && self.of(id).is_none();
        if is_named && let Some(place) = self.known.get_mut(self.known_len) {
            *place = (id, self.names.len());
            self.known_len += 1;
        }
        self.begin_name();
    }

    /// An author is claims by `id`.
    pub(super) fn author(&mut self, id: Id, rank: u8) {
        let is_new = !self.authors[..self.authors_len].contains(&(id, rank));
        if is_new && let Some(place) = self.authors.get_mut(self.authors_len) {
            *place = (id, rank);
            self.authors_len += 1;
        }
    }

    /// The name of `id`.
    fn of(&self, id: Id) -> Option<&str> {
        let at = self.known[..self.known_len].iter().position(|&(known, _)| known == id)?;
        let start = at.checked_sub(1).map_or(0, |before| self.known[before].1);
        self.names.get(start..self.known[at].1)
    }

    /// At the end of the page: authors who were claims by `@id` are named in `field`.
    pub(super) fn name_authors(&mut self, field: &mut Candidate) {
        for &(id, rank) in &self.authors[..self.authors_len] {
            if let Some(name) = self.of(id)
                && field.begin(rank, true)
            {
                field.push(name);
                field.end();
            }
        }
        self.authors_len = 0;
    }
}
