//! State of the reader of an app's state. Held: nothing on the heap.

use crate::metadata::json::LEVELS;
use crate::metadata::limits::HAS_STATES;

/// Strings with the same key at the same depth.
#[derive(Clone, Copy, Default)]
pub(super) struct Series {
    /// Hash of the key.
    pub(super) key: u16,
    pub(super) depth: usize,
    pub(super) words: u32,
}

impl Series {
    pub(super) fn is_like(self, other: Self) -> bool {
        (self.key, self.depth) == (other.key, other.depth)
    }
}

/// State of the reader.
#[derive(Default)]
pub(super) struct AppState {
    is_on: bool,
    /// Hash of the last key of each open object; for an array, of the key whose value it is.
    pub(super) keys: [u16; LEVELS],
    /// The series being read, if its depth is not 0. It is the last of the texts.
    pub(super) series: Series,
    /// The longest text so far.
    pub(super) longest: Series,
}

impl AppState {
    /// Whether the script is the state of an app.
    #[inline]
    pub(super) fn is_on(&self) -> bool {
        HAS_STATES && self.is_on
    }

    pub(super) fn begin(&mut self, is_on: bool) {
        self.is_on = is_on;
    }

    /// An object or an array begins inside `depth` levels.
    pub(super) fn open(&mut self, depth: usize, is_object: bool) {
        if !self.is_on() {
            return;
        }
        let key = depth.checked_sub(1).map_or(0, |parent| self.keys[parent]);
        self.keys[depth] = if is_object { 0 } else { key };
    }

    /// Reads a key of the object at level `at`.
    pub(super) fn key(&mut self, at: usize, name: &str) {
        self.keys[at] = crate::structure::hash_of(name);
    }
}
