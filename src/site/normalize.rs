//! The tolerant form of attribute values, and what it looks like in XPath and CSS.
//!
//! Source: Oita and Senellart 2012, section 3.2, "Element identification".

use crate::html::AttrId;
use alloc::format;
use alloc::string::String;

/// Attributes that tell elements apart. Departure from the paper, which takes all: style, alignment
/// and the like say how an element looks.
pub(crate) const TOLD: [AttrId; 4] = [AttrId::Id, AttrId::Class, AttrId::Itemprop, AttrId::Role];

/// Bytes of a form that count.
pub(crate) const FORM_BYTES: usize = 64;

/// The tolerant form of an attribute's value: its first word, without digits.
fn chars_of(value: &str) -> impl Iterator<Item = char> {
    let word = value.split_ascii_whitespace().next().unwrap_or("");
    let mut bytes = 0;
    word.chars().filter(|c| !c.is_numeric()).take_while(move |c| {
        bytes += c.len_utf8();
        bytes <= FORM_BYTES
    })
}

/// Whether a value has this tolerant form. Holds nothing.
#[inline]
pub(crate) fn has_form(value: &str, form: &str) -> bool {
    chars_of(value).eq(form.chars())
}

/// One attribute of an element type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StableValue {
    pub attribute: AttrId,
    /// The value in its tolerant form; never empty.
    pub value: String,
    /// What stands before the first digit, where a digit was left out.
    pub stem: Option<String>,
}

impl StableValue {
    /// The form of a value; `None` where nothing is left of it.
    pub(crate) fn of(attribute: AttrId, value: &str) -> Option<Self> {
        let form: String = chars_of(value).collect();
        if form.is_empty() {
            return None;
        }
        let word = value.split_ascii_whitespace().next().unwrap_or("");
        let stem = word.find(char::is_numeric).map(|at| form.get(..at).unwrap_or(&form).into());
        Some(Self { attribute, value: form, stem })
    }

    /// The same form as seen elsewhere: what both begin with is the stem.
    pub(crate) fn widen(&mut self, other: &Self) {
        let stem = match (&self.stem, &other.stem) {
            (Some(ours), Some(theirs)) => {
                if ours.len() <= theirs.len() {
                    ours
                } else {
                    theirs
                }
            }
            (Some(stem), None) | (None, Some(stem)) => stem,
            (None, None) => return,
        };
        self.stem = Some(stem.clone());
    }

    /// The condition in XPath 1.0.
    pub(crate) fn xpath(&self) -> String {
        let name = self.attribute.name();
        match &self.stem {
            None if self.attribute == AttrId::Id => format!("@{name}={}", xpath_string(&self.value)),
            None => format!(
                "contains(concat(' ',normalize-space(@{name}),' '),{})",
                xpath_string(&format!(" {} ", self.value))
            ),
            Some(stem) if stem.is_empty() => format!("@{name}"),
            Some(stem) => format!("starts-with(normalize-space(@{name}),{})", xpath_string(stem)),
        }
    }

    /// The condition in CSS.
    pub(crate) fn css(&self) -> String {
        let name = self.attribute.name();
        match &self.stem {
            None if is_identifier(&self.value) && self.attribute == AttrId::Class => {
                format!(".{}", self.value)
            }
            None if is_identifier(&self.value) && self.attribute == AttrId::Id => format!("#{}", self.value),
            None if self.attribute == AttrId::Id => format!("[{name}={}]", css_string(&self.value)),
            None => format!("[{name}~={}]", css_string(&self.value)),
            Some(stem) if stem.is_empty() => format!("[{name}]"),
            Some(stem) => format!("[{name}^={}]", css_string(stem)),
        }
    }
}

/// A string of XPath 1.0, which knows no escapes.
fn xpath_string(text: &str) -> String {
    if !text.contains('\'') {
        format!("'{text}'")
    } else if !text.contains('"') {
        format!("\"{text}\"")
    } else {
        let parts: alloc::vec::Vec<String> = text.split('\'').map(|part| format!("'{part}'")).collect();
        format!("concat({})", parts.join(",\"'\","))
    }
}

fn css_string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            _ if c.is_control() => out.push_str(&format!("\\{:x} ", c as u32)),
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Whether a value can stand in CSS without escapes.
fn is_identifier(value: &str) -> bool {
    let mut chars = value.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(value: &str) -> StableValue {
        StableValue::of(AttrId::Class, value).expect("something is left")
    }

    #[test]
    fn the_tolerant_form_is_the_first_word_without_digits() {
        // The paper's example.
        assert_eq!(form("post wrapper-02").value, "post");
        assert_eq!(form("post wrapper-02"), form(" post wrapper-09"));
        assert_eq!(form("entry-17x").value, "entry-x");
        assert!(StableValue::of(AttrId::Id, "123").is_none() && StableValue::of(AttrId::Id, " ").is_none());
        assert!(has_form("\npost12 a", "post") && !has_form("posts", "post") && !has_form("", "post"));
    }

    #[test]
    fn a_form_is_written_for_tools_of_trees() {
        assert_eq!(form("post x").css(), ".post");
        assert_eq!(form("post x").xpath(), "contains(concat(' ',normalize-space(@class),' '),' post ')");
        assert_eq!(form("post-7 x").css(), "[class^=\"post-\"]");
        assert_eq!(form("7x").css(), "[class]");
        let id = StableValue::of(AttrId::Id, "a'b\"c").expect("something is left");
        assert_eq!(id.xpath(), "@id=concat('a',\"'\",'b\"c')");
        assert_eq!(id.css(), "[id=\"a'b\\\"c\"]");
        assert_eq!(
            StableValue::of(AttrId::Role, "main").expect("something is left").css(),
            "[role~=\"main\"]"
        );
    }
}
