//! What the text of the page says: authors, tags and categories.

pub(super) mod by;
pub(super) mod byline;
pub(super) mod line_author;
pub(super) mod text_tags;
mod words;
