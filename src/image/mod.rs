//! Content images of a page: which of them stay, and where they stand between the texts.
//!
//! In: images that the structure stage took for content, each with its place. Out: those that
//! belong to kept text, for the renderer and the sink. Held: [`held_bytes`], in a queue that is
//! emptied as blocks are decided.
//!
//! An image inside a line-block is kept with the block. One that stands by itself is kept if the
//! blocks before and after it are. If one of them is dropped, the image goes with the one that is
//! closer in the tree: that with the deeper common ancestor.
//!
//! No text, count or decision depends on images.

mod queue;

pub(crate) use queue::{BlockImages, FoundImage, ImageQueue, Placed, held_bytes, text_bytes};

/// Maximum bytes of an image's address; an image with a longer one is left out and counted.
pub(crate) const ADDRESS_BYTES: usize = 1024;

/// Maximum bytes of an image's alternative text; a longer one is cut.
pub(crate) const ALT_BYTES: usize = 512;

/// A content image, lent to a [`Sink`](crate::Sink).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Image<'a> {
    /// Address of the image: absolute if the page's address is known, otherwise as in the page.
    /// At most 1 KiB.
    pub src: &'a str,
    /// Alternative text, with white space folded, at most 512 bytes; empty if there is none.
    pub alt: &'a str,
    /// Offset of its tag, as [`LineBlock::offset`](crate::LineBlock::offset).
    pub offset: u64,
    /// Number of the line-block that it stands in or before, as
    /// [`LineBlock::index`](crate::LineBlock::index).
    pub block_index: u64,
    /// Whether it stands by itself, before the line-block.
    pub is_alone: bool,
}

/// Whether an image that stands by itself stays, between two blocks of which some are kept.
pub(crate) fn stays(placed: &Placed, is_last_kept: bool, is_next_kept: bool) -> bool {
    match (is_last_kept, is_next_kept) {
        (true, true) => true,
        (false, false) => false,
        (true, false) => placed.depth_to_last >= placed.depth_to_next.unwrap_or(0),
        (false, true) => placed.depth_to_next.unwrap_or(0) >= placed.depth_to_last,
    }
}
