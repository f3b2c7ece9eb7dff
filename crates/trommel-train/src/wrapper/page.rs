//! A page as a table of its elements and terms, read in one pass.
//!
//! There is no tree. The table has the elements in the order of their start tags, each with its
//! parent, and the terms of each text.

mod reader;

pub use reader::PageReader;
use trommel::_train::{ElementPattern, MAX_STEPS, Step};
use trommel::Metadata;

/// An element of the table. The first is the page itself.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    /// Number of its type, see [`ElementPattern::number`].
    pub(crate) number: u64,
    /// Index of its parent. The page is its own parent.
    pub(crate) parent: u16,
    /// Number of open elements, itself included. 1 is the page itself, as `body`.
    pub(crate) level: u16,
    /// Index of its tag in the tags of the page.
    tag: u16,
    /// Position among its parent's children with this tag, from 1.
    nth: u16,
    /// Index of its type in the types of the page, if it has attributes, else [`NO_KIND`].
    named: u16,
    /// Steps from the element at which its type begins. Above [`MAX_STEPS`] there is no type.
    steps: u8,
    /// Whether it may hold the content: it is block-level and not a heading.
    pub(crate) may_hold: bool,
}

impl Element {
    /// The key of its pattern: type and level.
    pub(crate) fn key(&self) -> (u64, u16) {
        (self.number, self.level)
    }
}

/// For an element without identifying attributes.
const NO_KIND: u16 = u16::MAX;

/// A text, a leaf of the page's tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf {
    pub(crate) element: u16,
    /// Index of the end of its terms. They begin where those of the previous leaf end.
    pub(crate) end: u32,
}

/// A page of a site, with the data needed for learning.
///
/// Cost: about 20 bytes for each element, 4 for each term, and each distinct word and element type
/// once.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Name of the page in messages.
    pub name: String,
    /// Its URL, if known.
    pub url: Option<String>,
    /// Its metadata.
    pub meta: Metadata,
    /// Its own description.
    pub description: String,
    /// Number of elements and terms beyond the maximum, which are not in the table.
    pub not_counted: u64,
    pub(crate) elements: Vec<Element>,
    /// Types of elements with attributes. The first is the page itself.
    named: Vec<ElementPattern>,
    tags: Vec<String>,
    pub(crate) leaves: Vec<Leaf>,
    /// Terms as indexes of the words.
    pub(crate) terms: Vec<u32>,
    pub(crate) words: Vec<Box<str>>,
}

impl Page {
    /// Bytes on the heap, without the overhead of the allocator.
    #[must_use]
    pub fn held_bytes(&self) -> usize {
        let forms = |kind: &ElementPattern| -> usize {
            kind.forms.iter().map(|form| size_of_val(form) + form.value.len() + 16).sum()
        };
        let kinds: usize =
            self.named.iter().map(|kind| size_of_val(kind) + kind.tag.len() + forms(kind)).sum();
        self.elements.len() * size_of::<Element>()
            + self.leaves.len() * size_of::<Leaf>()
            + self.terms.len() * size_of::<u32>()
            + self.words.iter().map(|word| word.len() + 2 * size_of::<Box<str>>()).sum::<usize>()
            + kinds
            + self.description.len()
            + size_of::<Self>()
            + 1024
    }

    /// The type of an element. `None` if it is too many steps from an element with attributes.
    pub(crate) fn kind(&self, at: usize) -> Option<ElementPattern> {
        let (mut at, mut steps) = (at, Vec::new());
        while self.elements[at].named == NO_KIND {
            let Element { tag, nth, parent, .. } = self.elements[at];
            steps.push(Step { tag: self.tags[usize::from(tag)].clone(), nth });
            at = usize::from(parent);
            if steps.len() > MAX_STEPS {
                return None;
            }
        }
        let mut kind = self.named[usize::from(self.elements[at].named)].clone();
        steps.reverse();
        kind.steps = steps;
        Some(kind)
    }

    /// Whether an element has identifying attributes.
    pub(crate) fn is_named(&self, at: usize) -> bool {
        self.elements[at].named != NO_KIND
    }

    pub(crate) fn has_kind(&self, at: usize) -> bool {
        usize::from(self.elements[at].steps) <= MAX_STEPS
    }

    pub(crate) fn tag(&self, at: usize) -> &str {
        &self.tags[usize::from(self.elements[at].tag)]
    }

    /// Whether the page has no visible words.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }
}
