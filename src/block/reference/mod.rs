//! References of a page to other files: its content images, and a list of its links.
//!
//! In: images and links as the structure stage finds them, with their places between the texts.
//! Out: those whose text is decided, for the renderer and the sink. Held: [`held_bytes`] for each
//! kind that is wanted, in a queue that is emptied as blocks are decided.
//!
//! No text, count or decision depends on references.

mod image;
mod link;
mod queue;

pub use image::Image;
pub(crate) use image::{BlockImages, ImagePlace, ImageQueue, stays};
pub use link::Link;
pub(crate) use link::{DecidedText, LinkPlace, LinkQueue, LinkText, TextPlace, push_text};
pub(crate) use queue::{Queue, Waiting, held_bytes, held_bytes_of, text_bytes};

/// Maximum bytes of an address; a reference with a longer one is left out and counted.
pub(crate) const ADDRESS_BYTES: usize = 1024;

/// Maximum bytes of the text next to an address; a longer one is cut between words.
pub(crate) const TEXT_BYTES: usize = 512;
