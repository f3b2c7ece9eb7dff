//! A wrapper: which element of a site's pages holds the content.

use super::form::{FORM_BYTES, Form};
use super::kind::{Compiled, Kind, Step};
use crate::error::{Error, ErrorKind, Result};
use crate::html::AttrId;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// The element type that holds the content of a site's pages, learned by [`Learner`](super::Learner).
///
/// In the stream an element matches if it is of the type, wherever it is; where the learner saw the type at other levels too, only
/// at its own. The text inside any of the matching elements is inside the wrapper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrapper {
    kind: Kind,
    level: Option<u16>,
}

/// Steps of a wrapper in a file, at most.
const MAX_STEPS: usize = super::kind::MAX_STEPS;

impl Wrapper {
    /// `level`: the only level on which elements of this type match.
    pub(crate) fn new(kind: Kind, level: Option<u16>) -> Self {
        Self { kind, level }
    }

    /// The same, to be compared with elements as they begin; and the only level on which they match.
    pub(super) fn compiled(&self) -> (Compiled, Option<u16>) {
        (Compiled::of(&self.kind), self.level)
    }

    /// Bytes on the heap, of this and of what it is compiled to, give or take what the allocator adds.
    pub(super) fn held_bytes(&self) -> usize {
        let Kind { tag, forms, steps } = &self.kind;
        let stem = |form: &Form| form.stem.as_ref().map_or(0, String::capacity);
        let values: usize = forms.iter().map(|form| form.value.capacity() + stem(form)).sum();
        let names: usize = steps.iter().map(|step| step.tag.capacity()).sum();
        let lists = size_of::<Form>() * forms.capacity() + size_of::<Step>() * steps.capacity();
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

/// A wrapper in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Written {
    tag: String,
    /// Attributes in their tolerant form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    attributes: Vec<WrittenForm>,
    /// Children from there on: tag, and number among those of this tag.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    steps: Vec<(String, u16)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    level: Option<u16>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct WrittenForm {
    name: String,
    value: String,
    /// What stands before the first digit that was left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stem: Option<String>,
}

impl From<&Wrapper> for Written {
    fn from(wrapper: &Wrapper) -> Self {
        let form = |form: &Form| WrittenForm {
            name: form.attribute.name().into(),
            value: form.value.clone(),
            stem: form.stem.clone(),
        };
        Self {
            tag: wrapper.kind.tag.clone(),
            attributes: wrapper.kind.forms.iter().map(form).collect(),
            steps: wrapper.kind.steps.iter().map(|step| (step.tag.clone(), step.nth)).collect(),
            level: wrapper.level,
        }
    }
}

impl TryFrom<Written> for Wrapper {
    type Error = Error;

    fn try_from(written: Written) -> Result<Self> {
        let wrong = |message: String| Error::new(ErrorKind::Site, message);
        let is_name = |name: &str| !name.is_empty() && name.len() <= FORM_BYTES;
        let mut forms = Vec::new();
        for WrittenForm { name, value, stem } in written.attributes {
            let attribute = AttrId::from_name(&name);
            if !super::form::TOLD.contains(&attribute) {
                return Err(wrong(format!(
                    "expected an attribute id, class, itemprop or role, found {name:?}"
                )));
            }
            if !is_name(&value) || stem.as_ref().is_some_and(|stem| stem.len() > FORM_BYTES) {
                let message =
                    format!("expected a value of 1 to {FORM_BYTES} bytes of {name}, found {value:?}");
                return Err(wrong(message));
            }
            forms.push(Form { attribute, value, stem });
        }
        if written.steps.len() > MAX_STEPS || forms.len() > super::form::TOLD.len() {
            return Err(wrong(format!("expected a way of at most {MAX_STEPS} steps, found a longer one")));
        }
        let steps: Vec<Step> = written.steps.into_iter().map(|(tag, nth)| Step { tag, nth }).collect();
        // As the tokenizer reads them.
        let ends_name =
            |char: char| char.is_ascii_uppercase() || matches!(char, '\t' | '\n' | '\x0C' | ' ' | '/' | '>');
        let is_tag = |tag: &str| {
            is_name(tag)
                && tag.starts_with(|first: char| first.is_ascii_lowercase())
                && !tag.contains(ends_name)
        };
        if !is_tag(&written.tag) || steps.iter().any(|step| !is_tag(&step.tag) || step.nth == 0) {
            return Err(wrong(
                "expected tags with names in lower case and numbers from 1 on, found others".into(),
            ));
        }
        if forms.is_empty() && (written.tag != "body" || steps.is_empty()) {
            return Err(wrong(
                "expected an element with attributes or a way from body, found neither".into(),
            ));
        }
        Ok(Self { kind: Kind { tag: written.tag, forms, steps }, level: written.level })
    }
}
