//! A wrapper: which element of a site's pages holds the content.

use super::normalize::StableValue;
use super::pattern::{ElementPattern, Step};
use alloc::string::String;

/// The element type that holds the content of a site's pages, as the crate `trommel-train` learns
/// it.
///
/// In the stream an element matches if it is of the type, wherever it is; where the learner saw the
/// type at other levels too, only at its own. The text inside any of the matching elements is
/// inside the wrapper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteRule {
    pub(super) kind: ElementPattern,
    pub(super) level: Option<u16>,
}

impl SiteRule {
    /// `level`: the only level on which elements of this type match.
    #[doc(hidden)]
    #[must_use]
    pub fn new(kind: ElementPattern, level: Option<u16>) -> Self {
        Self { kind, level }
    }

    /// Bytes on the heap, of this and of what it is compiled to, give or take what the allocator
    /// adds.
    pub(super) fn held_bytes(&self) -> usize {
        let ElementPattern { tag, forms, steps } = &self.kind;
        let stem = |form: &StableValue| form.stem.as_ref().map_or(0, String::capacity);
        let values: usize = forms.iter().map(|form| form.value.capacity() + stem(form)).sum();
        let names: usize = steps.iter().map(|step| step.tag.capacity()).sum();
        let lists = size_of::<StableValue>() * forms.capacity() + size_of::<Step>() * steps.capacity();
        2 * (tag.capacity() + values + names + lists)
    }

    /// The elements as XPath 1.0, for the tree that a browser builds.
    #[must_use]
    pub fn xpath(&self) -> String {
        self.kind.xpath()
    }

    /// The elements as a CSS selector, for the tree that a browser builds.
    #[must_use]
    pub fn css(&self) -> String {
        self.kind.css()
    }
}
