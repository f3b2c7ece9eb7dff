//! Element types: what tells an element of the template from others, on any page of the site.
//!
//! Source: Oita and Senellart 2012, def. 2. An element with attributes is told by its tag and their tolerant forms. Departure: one without is told by the
//! way to it from the innermost element around it that has some, not by its number in a walk through the page (`dfs`): the number
//! changes with every entry of a menu, and no other tool knows it.

use super::form::{Form, TOLD};
use crate::html::TagId;
use crate::structure::Followed;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A step from an element to a child: the child's tag, and its number among the children with that tag, from 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Step {
    pub(crate) tag: String,
    pub(crate) nth: u16,
}

/// An element type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Kind {
    /// Where the way begins; `body` without forms for the page itself.
    pub(crate) tag: String,
    pub(crate) forms: Vec<Form>,
    /// The way from there on; empty for an element that has attributes itself.
    pub(crate) steps: Vec<Step>,
}

/// Start and prime of FNV-1a.
const START: u64 = 0xCBF2_9CE4_8422_2325;
const PRIME: u64 = 0x0100_0000_01B3;

fn add_to(number: u64, text: &str) -> u64 {
    text.bytes().chain([0xFF]).fold(number, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

/// The number of the type of a child without attributes, by that of the type around it.
pub(crate) fn number_of_child(number: u64, tag: &str, nth: u16) -> u64 {
    (add_to(number, tag) ^ u64::from(nth)).wrapping_mul(PRIME)
}

/// Steps of a way, at most; deeper elements without attributes have no type, so they are no candidates.
pub(crate) const MAX_STEPS: usize = 12;

impl Kind {
    /// The page itself.
    pub(crate) fn page() -> Self {
        Self { tag: "body".to_string(), forms: Vec::new(), steps: Vec::new() }
    }

    /// The type of an element with attributes that tell; `None` without.
    pub(crate) fn named(element: &Followed<'_>) -> Option<Self> {
        let forms: Vec<Form> =
            TOLD.iter().filter_map(|&id| Form::of(id, element.tag.attributes.get(id)?)).collect();
        (!forms.is_empty()).then(|| Self { tag: element.tag.name().to_string(), forms, steps: Vec::new() })
    }

    /// The type of a child without attributes; `None` where the way is too long.
    #[cfg(test)]
    pub(crate) fn child(&self, tag: &str, nth: u16) -> Option<Self> {
        let mut child = self.clone();
        child.steps.push(Step { tag: tag.to_string(), nth });
        (child.steps.len() <= MAX_STEPS).then_some(child)
    }

    /// A number that is the same for the same type on all pages, whether digits were left out or not.
    pub(crate) fn number(&self) -> u64 {
        let mut number = add_to(START, &self.tag);
        for form in &self.forms {
            number = add_to(add_to(number, form.attribute.name()), &form.value);
        }
        self.steps.iter().fold(number, |number, step| number_of_child(number, &step.tag, step.nth))
    }

    /// The same type as seen elsewhere: where digits were left out there, they are here too.
    pub(crate) fn widen(&mut self, other: &Self) {
        for (form, other) in self.forms.iter_mut().zip(&other.forms) {
            form.widen(other);
        }
    }

    /// As XPath 1.0, for the tree that a browser builds.
    pub(crate) fn xpath(&self) -> String {
        let conditions: Vec<String> = self.forms.iter().map(Form::xpath).collect();
        let mut path = format!("//{}", self.tag);
        if !conditions.is_empty() {
            path += &format!("[{}]", conditions.join(" and "));
        }
        self.ways(path, |step| format!("/{}[{}]", step.tag, step.nth), "/tbody")
    }

    /// As a CSS selector, for the tree that a browser builds.
    pub(crate) fn css(&self) -> String {
        let conditions: String = self.forms.iter().map(Form::css).collect();
        let start = format!("{}{conditions}", self.tag);
        self.ways(start, |step| format!(" > {}:nth-of-type({})", step.tag, step.nth), " > tbody")
    }

    /// `path` with all steps; between a table and a row written right in it, a browser puts `tbody`.
    fn ways(&self, mut path: String, way: impl Fn(&Step) -> String, tbody: &str) -> String {
        let mut around = self.tag.as_str();
        for step in &self.steps {
            if around == "table" && step.tag == "tr" {
                path += tbody;
            }
            path += &way(step);
            around = &step.tag;
        }
        path
    }
}

/// A type with its tags as numbers, to be compared with elements as they begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Compiled {
    tag: Name,
    forms: Vec<Form>,
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
    pub(crate) fn of(kind: &Kind) -> Self {
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
                element
                    .tag
                    .attributes
                    .get(form.attribute)
                    .is_some_and(|value| super::form::has_form(value, &form.value))
            })
    }

    /// Whether an element has the tag of step `at`, and the number that this makes wanted.
    #[inline]
    pub(crate) fn step(&self, at: usize, element: &Followed<'_>) -> Option<u16> {
        let (name, nth) = self.steps.get(at)?;
        name.is(element).then_some(*nth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::AttrId;

    fn story() -> Kind {
        let form = |attribute, value| Form::of(attribute, value).expect("something is left");
        Kind {
            tag: "div".to_string(),
            forms: [form(AttrId::Id, "container"), form(AttrId::Class, "post wrapper-02")].to_vec(),
            steps: Vec::new(),
        }
    }

    #[test]
    fn a_type_is_a_path_for_tools_of_trees() {
        assert_eq!(
            story().xpath(),
            "//div[@id='container' and contains(concat(' ',normalize-space(@class),' '),' post ')]"
        );
        assert_eq!(story().css(), "div#container.post");
        let row = story().child("table", 2).and_then(|table| table.child("tr", 1)).expect("it is short");
        assert!(row.xpath().ends_with("]/table[2]/tbody/tr[1]"), "{}", row.xpath());
        assert_eq!(row.css(), "div#container.post > table:nth-of-type(2) > tbody > tr:nth-of-type(1)");
        assert_eq!(Kind::page().child("p", 1).map(|p| p.xpath()), Some("//body/p[1]".to_string()));
    }

    #[test]
    fn numbers_tell_types_apart() {
        let child = |nth| story().child("p", nth).expect("it is short").number();
        assert_eq!(child(3), child(3));
        assert_ne!(child(3), child(4));
        assert_ne!(story().number(), Kind::page().number());
    }

    #[test]
    fn ways_end() {
        let mut kind = Some(Kind::page());
        for _ in 0..MAX_STEPS {
            kind = kind.and_then(|kind| kind.child("div", 1));
        }
        assert!(kind.is_some_and(|kind| kind.child("div", 1).is_none()));
    }
}
