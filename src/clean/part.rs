//! What an element is by its names, whatever its tag: a listing of code, or a frame around code, that a tool makes of `div`s.

use super::{CleanSink, Cleaning};
use crate::token::{AttrId, Tag, TagId};

/// What the names of an element make of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Part {
    /// Nothing.
    #[default]
    None,
    /// Around a preformatted text and what tools put above it: by VitePress.
    Frame,
    /// A listing of code, each line of which is a `div`; or lines of it that can be folded: by Doxygen.
    Listing,
    /// A line of a listing: preformatted text, though what stands between lines is not.
    Line,
}

impl<S: CleanSink> Cleaning<'_, S> {
    /// What an element that begins is in the innermost one that is open.
    #[inline]
    pub(super) fn part_of(&self, tag: &Tag<'_>) -> Part {
        if tag.id != TagId::Div {
            return Part::None;
        }
        let Some(class) = tag.attributes.get(AttrId::Class) else { return Part::None };
        match (self.stack.names().part, class) {
            (Part::Listing, "line") => Part::Line,
            (Part::Listing, "foldopen") | (_, "fragment") => Part::Listing,
            (_, class) if class.starts_with("language-") => Part::Frame,
            _ => Part::None,
        }
    }

    /// Whether an element that is such a part of the innermost one stands on lines of its own of the same text.
    pub(super) fn has_as_lines(&self, part: Part) -> bool {
        self.stack.names().part == Part::Listing && matches!(part, Part::Line | Part::Listing)
    }

    /// Such lines begin or end. Where a line begins, [`begin_code_line`](Self::begin_code_line) follows.
    #[cold]
    pub(super) fn part_lines(&mut self) {
        self.sink.begin_line();
        self.part_byline();
    }
}
