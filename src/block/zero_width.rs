//! Marks that show nothing, but say how what is beside them is written: they are held until a
//! character follows, so that they stay amid a line and go where it ends. Where it begins, none is
//! held.

use super::Blocks;
use super::text::Write;

/// Marks in a row that are kept; more say no more.
const MAX: usize = 4;

/// Marks since the last character, and whether white space was seen in front of each.
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

    /// One more is seen.
    fn push(&mut self, mark: char, is_spaced: bool) {
        if let Some(place) = self.marks.get_mut(usize::from(self.len)) {
            *place = (mark, is_spaced);
            self.len += 1;
        }
    }

    /// The one that was seen first.
    fn first_mut(&mut self) -> Option<&mut (char, bool)> {
        self.marks[..usize::from(self.len)].first_mut()
    }

    /// That one is done with.
    fn pop_first(&mut self) {
        self.marks.rotate_left(1);
        self.len = self.len.saturating_sub(1);
    }
}

impl Blocks {
    /// A mark that shows nothing; at the edges of a line it is none of it.
    #[cold]
    pub(super) fn take_unseen(&mut self, mark: char) {
        self.in_word = false;
        if self.is_open && self.newlines == 0 {
            let is_spaced = core::mem::take(&mut self.space);
            self.unseen.push(mark, is_spaced);
        }
    }

    /// Writes the marks that are held: a character follows.
    #[cold]
    pub(super) fn write_unseen(&mut self, preformatted: bool, in_link: bool) -> Write {
        let is_spaced_behind = self.space;
        let mut written = Write::Done;
        while let Some(&mut (mark, is_spaced)) = self.unseen.first_mut() {
            self.space = is_spaced;
            written = self.write_sign(mark, preformatted, in_link);
            if written != Write::Done {
                // The space in front may be written by now.
                let is_spaced = self.space;
                self.unseen.first_mut().into_iter().for_each(|first| first.1 = is_spaced);
                break;
            }
            self.unseen.pop_first();
        }
        self.space = is_spaced_behind;
        written
    }
}
