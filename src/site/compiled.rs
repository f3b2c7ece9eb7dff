//! Wrappers in the form in which they are compared with elements.

use super::normalize::{StableValue, has_form};
use super::pattern::ElementPattern;
use super::wrapper::SiteRule;
use crate::html::TagId;
use crate::structure::Followed;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Maximum number of wrappers of one site, one for each template; all are followed at the same
/// time.
pub const MAX_TEMPLATES: usize = 4;

/// A wrapper as it is followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CompiledRule {
    pub(super) kind: Compiled,
    pub(super) level: Option<u16>,
}

impl CompiledRule {
    pub(crate) fn of(wrapper: &SiteRule) -> Self {
        Self { kind: Compiled::of(&wrapper.kind), level: wrapper.level }
    }
}

/// A type with its tags as numbers, to be compared with elements as they begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Compiled {
    tag: Name,
    forms: Vec<StableValue>,
    steps: Vec<(Name, u16)>,
}

/// The name of an element, as a number where it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Name {
    Known(TagId),
    Other(String),
}

impl Name {
    fn of(tag: &str) -> Self {
        match TagId::from_name(tag) {
            TagId::Other => Self::Other(tag.to_string()),
            id => Self::Known(id),
        }
    }

    fn is(&self, element: &Followed<'_>) -> bool {
        match self {
            Self::Known(id) => element.tag.id == *id,
            Self::Other(name) => element.tag.id == TagId::Other && element.tag.name() == name,
        }
    }
}

impl Compiled {
    pub(crate) fn of(kind: &ElementPattern) -> Self {
        Self {
            tag: Name::of(&kind.tag),
            forms: kind.forms.clone(),
            steps: kind.steps.iter().map(|step| (Name::of(&step.tag), step.nth)).collect(),
        }
    }

    /// Whether the way begins with the page itself.
    pub(crate) fn begins_with_page(&self) -> bool {
        self.forms.is_empty()
    }

    pub(crate) fn steps(&self) -> usize {
        self.steps.len()
    }

    /// Whether the way begins with this element.
    #[inline]
    pub(crate) fn begins_with(&self, element: &Followed<'_>) -> bool {
        !self.begins_with_page()
            && self.tag.is(element)
            && self.forms.iter().all(|form| {
                element.tag.attributes.get(form.attribute).is_some_and(|value| has_form(value, &form.value))
            })
    }

    /// Whether an element has the tag of step `at`, and the number that this makes wanted.
    #[inline]
    pub(crate) fn step(&self, at: usize, element: &Followed<'_>) -> Option<u16> {
        let (name, nth) = self.steps.get(at)?;
        name.is(element).then_some(*nth)
    }
}
