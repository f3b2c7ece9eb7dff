//! How many start tags of each name a page has.

use crate::html::TagId;

/// Start tags of a page, by name. Counts saturate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TagCounts([u16; 256]);

impl Default for TagCounts {
    fn default() -> Self {
        Self([0; 256])
    }
}

impl TagCounts {
    /// Counts a start tag.
    #[inline]
    pub(crate) fn add(&mut self, tag: TagId) {
        let count = &mut self.0[usize::from(tag as u8)];
        *count = count.saturating_add(1);
    }

    /// The count of a tag.
    pub(crate) fn of(&self, tag: TagId) -> f32 {
        f32::from(self.0[usize::from(tag as u8)])
    }

    /// The count of all tags but scripts and styles, which change nothing that is read.
    pub(crate) fn all(&self) -> f32 {
        let all = self.0.iter().map(|&count| u32::from(count)).sum::<u32>() as f32;
        all - self.of(TagId::Script) - self.of(TagId::Style)
    }
}
