//! Skipped records and damage of a file, and how far it was read.

use std::collections::BTreeMap;

/// Skipped records and damage.
#[derive(Default)]
pub(super) struct Log {
    pub(super) damage: Vec<Damaged>,
    /// Damaged places without a warning so far.
    pub(super) unsaid: usize,
    pub(super) skipped: BTreeMap<&'static str, u64>,
    pub(super) place: Place,
}

/// How far a file was read.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    /// The byte from which reading can continue.
    pub(super) next_start: u64,
    /// The last record, and whether one before it has the same offset: one member holds several.
    record: Option<u64>,
    is_shared: bool,
}

impl Place {
    pub(super) fn begin(&mut self, offset: u64) {
        self.is_shared = self.record == Some(offset);
        self.record = Some(offset);
        self.next_start = offset;
    }

    /// The record was read. Records of one member are read together.
    pub(super) fn end(&mut self) {
        self.next_start = self.record.map_or(0, |offset| offset + u64::from(!self.is_shared));
    }
}

impl Log {
    /// For a file that is read from a byte on.
    pub(super) fn from(start: u64) -> Self {
        Self { place: Place { next_start: start, ..Place::default() }, ..Self::default() }
    }

    pub(super) fn next_unsaid(&mut self) -> Option<Damaged> {
        let at = self.damage.len().checked_sub(self.unsaid)?;
        let damage = self.damage.get(at)?.clone();
        self.unsaid -= 1;
        Some(damage)
    }
}

/// A damaged place.
#[derive(Clone)]
pub(super) struct Damaged {
    pub(super) offset: u64,
    pub(super) message: String,
}
