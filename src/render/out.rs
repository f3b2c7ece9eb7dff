//! What all renderers have in common: the blocks that they take, and how they write.

use crate::block::Record;
use crate::block::notes::Notes;
use crate::block::reference::BlockImages;
use crate::structure::Break;
use core::panic::{RefUnwindSafe, UnwindSafe};

/// Receives rendered pieces.
pub(crate) type Out<'a> = dyn FnMut(&str) + 'a;

/// What the text of a block refers to.
pub(crate) struct Referred<'a> {
    /// The images in the block.
    pub(crate) images: BlockImages<'a>,
    /// The notes of the page.
    pub(crate) notes: &'a mut Notes,
}

/// Renders kept blocks.
pub(crate) trait Renderer: Send + Sync + UnwindSafe + RefUnwindSafe {
    /// Renders the next kept block. `between` is the strongest break since the last kept block,
    /// including breaks at dropped blocks.
    fn block(
        &mut self,
        record: &Record,
        between: Break,
        text: &str,
        referred: Referred<'_>,
        out: &mut Out<'_>,
    );
    /// Ends the page, with the notes that are held.
    fn finish(&mut self, notes: &mut Notes, out: &mut Out<'_>);
    /// Prepares for another page.
    fn reset(&mut self);
}

/// Whether a space parts an image from a text that ends in `last`: a letter, or a sign after which
/// a word begins.
pub(super) fn parts_from_image(last: char) -> bool {
    last.is_alphanumeric() || matches!(last, '.' | ',' | ';' | ':' | '!' | '?' | '…' | '”' | '»')
}

/// Writes `text` a number of times.
pub(super) fn repeat(text: &str, times: usize, out: &mut Out<'_>) {
    for _ in 0..times {
        out(text);
    }
}
