//! Tags and categories of the page, as links of its text name them: `rel=tag`.
//!
//! In: the texts of such links, with their places. Out: values for the fields. Held:
//! [`TEXT_TAG_BYTES`].

use crate::metadata::candidate::{Candidate, append_folded, emptied};
use crate::metadata::claim::Claim;
use alloc::string::String;

/// Maximum bytes of a tag; a longer text is not a tag.
pub(crate) const TEXT_TAG_BYTES: usize = 64;

/// Maximum lines between two tags of one text.
const MAX_LINES_BETWEEN: u64 = 1;

/// The links of one field. They count only where the page has one group of them: in a list of
/// teasers, each teaser has its own.
#[derive(Clone, Copy, Default)]
struct Group {
    /// Key of the place of the first link; `None` before it.
    place: Option<u64>,
    /// Number of the line of the last link.
    line: u64,
    /// There are several groups in one place.
    is_list: bool,
}

/// The text of such a link while it is read. Holds [`TEXT_TAG_BYTES`].
#[derive(Default)]
pub(crate) struct TextTag {
    text: String,
    is_cut: bool,
    is_category: bool,
    /// The groups of tags, and of categories.
    groups: [Group; 2],
}

impl TextTag {
    pub(crate) fn new() -> Self {
        Self { text: String::with_capacity(TEXT_TAG_BYTES), ..Self::default() }
    }

    pub(crate) fn clear(&mut self) {
        *self = Self { text: emptied(&mut self.text), ..Self::default() };
    }

    /// Begins a link in line `line`, after the text before was [taken](Self::end); returns whether
    /// its text is wanted. `place` is the same for all links of one list.
    pub(crate) fn begin(&mut self, is_category: bool, place: u64, line: u64) -> bool {
        let group = &mut self.groups[usize::from(is_category)];
        let is_of_group = group.place.is_none() || line.saturating_sub(group.line) <= MAX_LINES_BETWEEN;
        let is_wanted = is_of_group && !group.is_list;
        if is_wanted {
            group.place.get_or_insert(place);
            group.line = line;
        } else {
            group.is_list |= group.place == Some(place);
        }
        (self.is_cut, self.is_category) = (false, is_category);
        is_wanted
    }

    /// Whether the text that is read is a category.
    pub(crate) fn is_category(&self) -> bool {
        self.is_category
    }

    /// Whether the links of a field are those of several texts.
    pub(crate) fn is_list(&self, is_category: bool) -> bool {
        self.groups[usize::from(is_category)].is_list
    }

    /// Adds a part of the text.
    pub(crate) fn push(&mut self, text: &str) {
        append_folded(&mut self.text, text, TEXT_TAG_BYTES, &mut self.is_cut);
    }

    /// Completes the text and adds it to its field.
    pub(crate) fn end(&mut self, field: &mut Candidate) {
        let tag = self.text.trim().trim_start_matches('#');
        if !tag.is_empty() && !self.is_cut && field.begin(Claim::TextTag, true) {
            field.push(tag);
            field.end();
        }
        self.text.clear();
    }
}
