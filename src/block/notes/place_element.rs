//! An element as a place on the page.

use crate::html::TagId;

/// An element as a place on the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaceElement {
    pub(crate) tag: TagId,
    /// As [`Context::depth`](crate::structure::Context::depth).
    pub(crate) depth: u16,
    /// The hash of its id, or 0.
    pub(crate) id: u64,
    pub(crate) is_block: bool,
    /// Its class says that it is a note, or holds notes.
    pub(crate) holds_notes: bool,
}
