//! Zero-width marks, which are invisible but change how their neighbours are written.
//!
//! They are held until a character follows, so that marks inside a line stay and marks at its end
//! are dropped. At the beginning of a line none is held. Held: [`MAX`] marks, nothing on the heap.

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
    pub(super) fn push(&mut self, mark: char, is_spaced: bool) {
        if let Some(place) = self.marks.get_mut(usize::from(self.len)) {
            *place = (mark, is_spaced);
            self.len += 1;
        }
    }

    /// The oldest mark.
    pub(super) fn first_mut(&mut self) -> Option<&mut (char, bool)> {
        self.marks[..usize::from(self.len)].first_mut()
    }

    /// Removes the oldest mark.
    pub(super) fn pop_first(&mut self) {
        self.marks.rotate_left(1);
        self.len = self.len.saturating_sub(1);
    }
}
