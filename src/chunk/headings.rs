//! The headings above a text.

use crate::block::marks::shown;
use alloc::string::String;

/// Levels of headings.
const LEVELS: usize = 6;

/// Maximum bytes of a heading in the path; a longer one is cut.
const HEADING_BYTES: usize = 256;

/// Heap bytes of a path.
pub(super) const HELD_BYTES: usize = LEVELS * HEADING_BYTES;

/// The headings above a text, the highest first. Each has a greater level than the one before.
pub(super) struct HeadingPath {
    titles: [String; LEVELS],
    levels: [u8; LEVELS],
    len: usize,
}

impl HeadingPath {
    pub(super) fn new() -> Self {
        let titles = core::array::from_fn(|_| String::with_capacity(HEADING_BYTES));
        Self { titles, levels: [0; LEVELS], len: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    pub(super) fn titles(&self) -> &[String] {
        &self.titles[..self.len]
    }

    /// A heading of this level, from 1 to 6, begins a part of the text.
    pub(super) fn push(&mut self, level: u8, text: &str) {
        while self.len > 0 && self.levels[self.len - 1] >= level {
            self.len -= 1;
        }
        // Levels increase, so there is one free.
        let Some(title) = self.titles.get_mut(self.len) else { return };
        title.clear();
        for c in shown(text) {
            let c = if c == '\n' { ' ' } else { c };
            if title.len() + c.len_utf8() > HEADING_BYTES {
                break;
            }
            title.push(c);
        }
        title.truncate(title.trim_end().len());
        self.levels[self.len] = level;
        self.len += 1;
    }
}
