//! Where the blocks that wait end in the stream.
//!
//! In: bytes of the stream for each record. Out: the same. Held: a segment for each segment of
//! records, only if ends are wanted.

use crate::budget::{MemoryLedger, SEGMENT_OVERHEAD_BYTES};
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// Without the feature, nothing of this is in the binary.
pub(super) const HAS_ENDS: bool = cfg!(feature = "chunks");

/// Records in one segment.
pub(super) const SEGMENT_RECORDS: usize = 64;

/// Bytes reserved for one more segment.
const COST_BYTES: usize = SEGMENT_RECORDS * size_of::<u32>() + SEGMENT_OVERHEAD_BYTES;

/// Bytes with which the arena always makes progress: as many segments as it has of records.
pub(crate) const HELD_BYTES: usize = 2 * COST_BYTES;

/// Bytes of the stream from the first character of each record to its end.
#[derive(Default)]
pub(crate) struct Ends {
    are_wanted: bool,
    used: VecDeque<Vec<u32>>,
    free: Vec<Vec<u32>>,
}

impl Ends {
    pub(super) fn want(&mut self, are_wanted: bool) {
        self.are_wanted = HAS_ENDS && are_wanted;
    }

    /// Bytes to reserve for one more segment.
    pub(super) fn cost_bytes(&self) -> usize {
        if HAS_ENDS && self.are_wanted { COST_BYTES } else { 0 }
    }

    /// Adds a segment, which was reserved; `false` if the allocator refuses.
    pub(super) fn add_segment(&mut self) -> bool {
        if !HAS_ENDS || !self.are_wanted {
            return true;
        }
        let mut segment = self.free.pop().unwrap_or_default();
        if segment.try_reserve_exact(SEGMENT_RECORDS).is_err() {
            return false;
        }
        segment.resize(SEGMENT_RECORDS, 0);
        self.used.push_back(segment);
        true
    }

    /// Sets the bytes of the record `at`, counted from the first one of the first segment.
    #[inline]
    pub(super) fn set(&mut self, at: usize, bytes: u64) {
        if HAS_ENDS && let Some(segment) = self.used.get_mut(at / SEGMENT_RECORDS) {
            segment[at % SEGMENT_RECORDS] = u32::try_from(bytes).unwrap_or(u32::MAX);
        }
    }

    #[cfg(feature = "chunks")]
    pub(super) fn get(&self, at: usize) -> Option<u32> {
        self.used.get(at / SEGMENT_RECORDS).map(|segment| segment[at % SEGMENT_RECORDS])
    }

    /// Moves the first `count` segments, or all, to the free ones.
    pub(super) fn pop_front(&mut self, count: usize, ledger: &mut MemoryLedger) {
        for mut segment in self.used.drain(..count.min(self.used.len())) {
            segment.clear();
            self.free.push(segment);
            ledger.release(COST_BYTES);
        }
    }

    pub(super) fn free_bytes(&self) -> usize {
        self.free.len() * COST_BYTES
    }

    pub(super) fn forget_free(&mut self) {
        self.free.clear();
    }
}
