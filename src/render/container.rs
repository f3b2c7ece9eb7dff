//! What blocks are in: lists and quotes.

/// Maximum depth of nested lists, and of nested quotes; deeper ones are merged.
pub(super) const DEPTH: usize = 8;

/// Type of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ListKind {
    #[default]
    Unordered,
    Ordered,
    /// `dl`: its items are terms and definitions.
    Definitions,
}

/// An open list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct List {
    pub(super) kind: ListKind,
    /// Number of the open item.
    pub(super) item: u16,
    /// The open item is a term of a definition list.
    pub(super) is_term: bool,
    /// A term of the list was kept.
    pub(super) has_term: bool,
    /// An item of the list was kept. If only a list inside it was kept, the list is omitted.
    pub(super) is_shown: bool,
    /// Nothing of the open item was written yet.
    pub(super) is_item_unwritten: bool,
    /// The list directly follows another one, and needs a different marker.
    pub(super) needs_other_marker: bool,
    /// The open item is not just one paragraph, so a blank line separates it from the next.
    pub(super) has_long_item: bool,
    pub(super) number: u8,
}

/// An open list or quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Container {
    /// A number that distinguishes the quote from the one before and the one after, if known.
    Quote(Option<u8>),
    List(List),
}
