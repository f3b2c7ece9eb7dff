//! Zero-width marks, which are invisible but change how their neighbours are written.
//!
//! They are held until a character follows, so that marks inside a line stay and marks at its end
//! are dropped. At the beginning of a line none is held. Held: [`MAX`] marks, nothing on the heap.

use super::Blocks;
use super::text::Write;

/// Maximum marks kept in a row.
const MAX: usize = 4;

/// Marks since the last character, each with whether white space was seen before it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PendingMarks {
    marks: [(char, bool); MAX],
    len: u8,
}

impl PendingMarks {
    #[inline]
    pub(super) fn are_held(&self) -> bool {
        self.len > 0
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a mark, if there is room.
    fn push(&mut self, mark: char, is_spaced: bool) {
        if let Some(place) = self.marks.get_mut(usize::from(self.len)) {
            *place = (mark, is_spaced);
            self.len += 1;
        }
    }

    /// The oldest mark.
    fn first_mut(&mut self) -> Option<&mut (char, bool)> {
        self.marks[..usize::from(self.len)].first_mut()
    }

    /// Removes the oldest mark.
    fn pop_first(&mut self) {
        self.marks.rotate_left(1);
        self.len = self.len.saturating_sub(1);
    }
}

impl Blocks {
    /// Takes a zero-width mark; at the edges of a line it is left out.
    #[cold]
    pub(super) fn take_pending_marks(&mut self, mark: char) {
        self.in_word = false;
        if self.is_open && self.newlines == 0 {
            let is_spaced = core::mem::take(&mut self.space);
            self.unseen.push(mark, is_spaced);
        }
    }

    /// Writes the pending marks before the character that follows.
    #[cold]
    pub(super) fn write_pending_marks(&mut self, preformatted: bool, in_link: bool) -> Write {
        let space_after = self.space;
        let mut written = Write::Done;
        while let Some(&mut (mark, is_spaced)) = self.unseen.first_mut() {
            self.space = is_spaced;
            written = self.write_sign(mark, preformatted, in_link);
            if written != Write::Done {
                // The space before the mark may already be written.
                let is_spaced = self.space;
                self.unseen.first_mut().into_iter().for_each(|first| first.1 = is_spaced);
                break;
            }
            self.unseen.pop_first();
        }
        self.space = space_after;
        written
    }
}
