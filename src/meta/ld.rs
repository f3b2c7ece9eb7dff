//! JSON-LD: what it says of the kind of the page.
//!
//! In comes the text of the page's JSON-LD scripts, as it goes by; out come kinds. Held: nothing on the heap. A
//! script is never held whole. What counts are the things the page is about: the outermost objects, and those inside them by
//! `@graph`, `mainEntity` and the elements of lists; not an article's publisher, or products beside it.

use super::json::{JsonSink, LEVELS, Scanner};
use super::kind::PageKind;

/// Bytes of the names that are compared; longer ones are none of ours.
const NAME_BYTES: usize = 32;

/// A key that matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Key {
    #[default]
    Other,
    Type,
    /// Leads to what the page is about.
    Main,
}

impl Key {
    fn of(name: &str) -> Self {
        match name {
            "@type" => Self::Type,
            "@graph" | "mainEntity" | "itemListElement" | "item" => Self::Main,
            _ => Self::Other,
        }
    }
}

/// An open object or array.
#[derive(Clone, Copy, Default)]
struct Level {
    /// Of an object, the last key; of an array, the key that it is the value of.
    key: Key,
    /// It is what the page is about, or leads there.
    is_main: bool,
}

/// A short string: a name that is compared.
#[derive(Default)]
struct Name {
    bytes: [u8; NAME_BYTES],
    len: usize,
}

impl Name {
    fn push(&mut self, text: &str) {
        for &byte in text.as_bytes() {
            if let Some(place) = self.bytes.get_mut(self.len) {
                *place = byte;
            }
            self.len += 1;
        }
    }

    /// The name; empty if it is too long.
    fn as_str(&self) -> &str {
        self.bytes.get(..self.len).and_then(|bytes| core::str::from_utf8(bytes).ok()).unwrap_or("")
    }

    /// The name without what it may have in front: `https://schema.org/`, `schema:`.
    fn local(&self) -> &str {
        let name = self.as_str();
        name.rsplit(['/', '#', ':']).next().unwrap_or(name)
    }
}

/// What a wanted string is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Role {
    #[default]
    Key,
    Type,
}

/// The JSON-LD of a page.
#[derive(Default)]
pub(super) struct LinkedData {
    scanner: Scanner,
    objects: Objects,
}

/// What is open.
#[derive(Default)]
struct Objects {
    levels: [Level; LEVELS],
    depth: usize,
    role: Role,
    name: Name,
    kinds: PageKind,
}

impl LinkedData {
    /// Ready for the next page.
    pub(super) fn reset(&mut self) {
        self.begin_script();
        self.objects.kinds = PageKind::default();
    }

    /// A script begins; one before it that was cut is over.
    pub(super) fn begin_script(&mut self) {
        self.scanner = Scanner::default();
        self.objects.depth = 0;
    }

    /// Reads part of a script, which stands at `offset` of the stream.
    pub(super) fn push(&mut self, text: &str, offset: u64) {
        self.scanner.push(text, offset, &mut self.objects);
    }

    /// The kinds that the page says it is.
    pub(super) fn kinds(&self) -> PageKind {
        self.objects.kinds
    }
}

impl Objects {
    /// The innermost level.
    fn top(&self) -> Option<&Level> {
        self.depth.checked_sub(1).map(|at| &self.levels[at])
    }
}

impl JsonSink for Objects {
    fn open(&mut self, is_object: bool) {
        let around = self.top().copied().unwrap_or(Level { key: Key::Main, is_main: true });
        self.levels[self.depth] = Level {
            key: if is_object { Key::Other } else { around.key },
            is_main: around.is_main && (!is_object || around.key == Key::Main),
        };
        self.depth += 1;
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn string(&mut self, is_key: bool, _: u64) -> bool {
        let Some(top) = self.top() else { return false };
        self.role = match (is_key, top.key) {
            (true, _) => Role::Key,
            (false, Key::Type) if top.is_main => Role::Type,
            _ => return false,
        };
        self.name.len = 0;
        true
    }

    fn part(&mut self, text: &str) {
        self.name.push(text);
    }

    fn string_end(&mut self) {
        match self.role {
            Role::Key => {
                let key = Key::of(self.name.as_str());
                if let Some(at) = self.depth.checked_sub(1) {
                    self.levels[at].key = key;
                }
            }
            Role::Type => self.kinds = self.kinds.with(PageKind::of_schema_type(self.name.local())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(scripts: &[&str]) -> PageKind {
        let mut data = LinkedData::default();
        for script in scripts {
            data.begin_script();
            data.push(script, 0);
        }
        data.kinds()
    }

    #[test]
    fn the_types_of_what_the_page_is_about_are_its_kinds() {
        assert_eq!(kinds(&[r#"{"@type":"NewsArticle"}"#]), PageKind::ARTICLE);
        assert_eq!(kinds(&[r#"[{"@type":["Thing","http://schema.org/Product"]}]"#]), PageKind::PRODUCT);
        assert_eq!(kinds(&[r#"{"@graph":[{"@type":"WebPage"},{"@type":"Recipe"}]}"#]), PageKind::RECIPE);
        let list =
            r#"{"@type":"ItemList","itemListElement":[{"@type":"ListItem","item":{"@type":"Product"}}]}"#;
        assert_eq!(kinds(&[list]), PageKind::LISTING.with(PageKind::PRODUCT));
    }

    #[test]
    fn what_stands_beside_it_is_not() {
        assert_eq!(
            kinds(&[
                r#"{"@type":"NewsArticle","video":{"@type":"VideoObject"},"isRelatedTo":[{"@type":"Product"}]}"#
            ]),
            PageKind::ARTICLE
        );
    }

    #[test]
    fn a_script_that_was_cut_does_not_reach_into_the_next() {
        let both = kinds(&[r#"{"@type":"FAQPage","publisher":{"name":"x"#, r#"{"@type":"QAPage"}"#]);
        assert_eq!(both, PageKind::FAQ.with(PageKind::FORUM));
    }
}
