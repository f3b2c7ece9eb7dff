//! Element types: what distinguishes an element of the template, on any page of the site.
//!
//! Source: Oita and Senellart 2012, def. 2. An element with attributes is identified by its tag and
//! their tolerant forms. Departure: one without is identified by the path to it from the innermost
//! element around it with attributes. The source numbers the elements in a walk through the page
//! (`dfs`), but numbers change with every entry of a menu, and no other tool knows them.

use super::normalize::{StableValue, TOLD};

use crate::hash::{EMPTY_64, add_64};
use crate::structure::Followed;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A step from an element to a child: the child's tag, and its number among the children with that
/// tag, from 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// The tag of the child.
    pub tag: String,
    /// Its number among the children with this tag, from 1.
    pub nth: u16,
}

/// An element type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ElementPattern {
    /// Where the way begins; `body` without forms for the page itself.
    pub tag: String,
    /// The attributes that elements of this type have.
    pub forms: Vec<StableValue>,
    /// The way from there on; empty for an element that has attributes itself.
    pub steps: Vec<Step>,
}

fn add_to(number: u64, text: &str) -> u64 {
    text.bytes().chain([0xFF]).fold(number, add_64)
}

/// The number of the type of a child without attributes, by that of the type around it.
pub fn number_of_child(number: u64, tag: &str, nth: u16) -> u64 {
    add_64(add_to(number, tag), nth)
}

/// Steps of a way, at most; deeper elements without attributes have no type, so they are no
/// candidates.
pub const MAX_STEPS: usize = 12;

impl ElementPattern {
    /// The page itself.
    pub fn page() -> Self {
        Self { tag: "body".to_string(), forms: Vec::new(), steps: Vec::new() }
    }

    /// The type of an element with attributes that tell; `None` without.
    pub fn named(element: &Followed<'_>) -> Option<Self> {
        let forms: Vec<StableValue> =
            TOLD.iter().filter_map(|&id| StableValue::of(id, element.tag.attributes.get(id)?)).collect();
        (!forms.is_empty()).then(|| Self { tag: element.tag.name().to_string(), forms, steps: Vec::new() })
    }

    /// The type of a child without attributes; `None` where the way is too long.
    #[cfg(test)]
    pub fn child(&self, tag: &str, nth: u16) -> Option<Self> {
        let mut child = self.clone();
        child.steps.push(Step { tag: tag.to_string(), nth });
        (child.steps.len() <= MAX_STEPS).then_some(child)
    }

    /// A number that is the same for the same type on all pages, whether digits were left out or
    /// not.
    pub fn number(&self) -> u64 {
        let mut number = add_to(EMPTY_64, &self.tag);
        for form in &self.forms {
            number = add_to(add_to(number, form.attribute.name()), &form.value);
        }
        self.steps.iter().fold(number, |number, step| number_of_child(number, &step.tag, step.nth))
    }

    /// The same type as seen elsewhere: where digits were left out there, they are here too.
    pub fn widen(&mut self, other: &Self) {
        for (form, other) in self.forms.iter_mut().zip(&other.forms) {
            form.widen(other);
        }
    }

    /// As XPath 1.0, for the tree that a browser builds.
    pub fn xpath(&self) -> String {
        let conditions: Vec<String> = self.forms.iter().map(StableValue::xpath).collect();
        let mut path = format!("//{}", self.tag);
        if !conditions.is_empty() {
            path += &format!("[{}]", conditions.join(" and "));
        }
        self.ways(path, |step| format!("/{}[{}]", step.tag, step.nth), "/tbody")
    }

    /// As a CSS selector, for the tree that a browser builds.
    pub fn css(&self) -> String {
        let conditions: String = self.forms.iter().map(StableValue::css).collect();
        let start = format!("{}{conditions}", self.tag);
        self.ways(start, |step| format!(" > {}:nth-of-type({})", step.tag, step.nth), " > tbody")
    }

    /// `path` with all steps; between a table and a row written right in it, a browser puts
    /// `tbody`.
    fn ways(&self, mut path: String, way: impl Fn(&Step) -> String, tbody: &str) -> String {
        let mut parent = self.tag.as_str();
        for step in &self.steps {
            if parent == "table" && step.tag == "tr" {
                path += tbody;
            }
            path += &way(step);
            parent = &step.tag;
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::AttrId;

    fn story() -> ElementPattern {
        let form = |attribute, value| StableValue::of(attribute, value).expect("something is left");
        ElementPattern {
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
        assert_eq!(ElementPattern::page().child("p", 1).map(|p| p.xpath()), Some("//body/p[1]".to_string()));
    }

    #[test]
    fn numbers_tell_types_apart() {
        let child = |nth| story().child("p", nth).expect("it is short").number();
        assert_eq!(child(3), child(3));
        assert_ne!(child(3), child(4));
        assert_ne!(story().number(), ElementPattern::page().number());
    }

    #[test]
    fn ways_end() {
        let mut kind = Some(ElementPattern::page());
        for _ in 0..MAX_STEPS {
            kind = kind.and_then(|kind| kind.child("div", 1));
        }
        assert!(kind.is_some_and(|kind| kind.child("div", 1).is_none()));
    }
}
