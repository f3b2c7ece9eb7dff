//! A page as a small table of its elements and terms, read in one pass.
//!
//! There is no tree: elements in the order of their start tags, each with the one around it, and
//! the terms of each text.

mod reader;

pub use reader::PageReader;
use trommel::_train::{ElementPattern, MAX_STEPS, Step};
use trommel::Metadata;

/// An element of the table. The first is the page itself.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    /// The number of its type, see [`ElementPattern::number`].
    pub(crate) number: u64,
    /// The element around it; the page is its own.
    pub(crate) parent: u16,
    /// Open elements, itself included; 1 is the page itself, as `body`.
    pub(crate) level: u16,
    /// Its tag, as an index of the page's.
    tag: u16,
    /// Which of its parent's children with this tag it is, from 1.
    nth: u16,
    /// Its type as an index of the page's, where it has attributes; or [`NO_KIND`].
    named: u16,
    /// Steps from the element that its type begins with; more than [`MAX_STEPS`] give none.
    steps: u8,
    /// Whether it may hold the content: block-level, and no heading.
    pub(crate) may_hold: bool,
}

impl Element {
    /// Its pattern: type and level.
    pub(crate) fn key(&self) -> (u64, u16) {
        (self.number, self.level)
    }
}

/// An element without attributes that tell.
const NO_KIND: u16 = u16::MAX;

/// A text, the leaf of the page's tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf {
    pub(crate) element: u16,
    /// Its terms end here; they begin where those of the leaf before end.
    pub(crate) end: u32,
}

/// A page of a site, as far as learning asks for it.
///
/// Cost: some 20 bytes an element, 4 a term, and each distinct word and element type once; a page
/// of 100 kB takes some 60 kB.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// What the page is called where it is told of.
    pub name: String,
    /// Its address, where one is known.
    pub url: Option<String>,
    /// What the page says about itself.
    pub meta: Metadata,
    /// Its description, as it says it.
    pub description: String,
    /// Elements or terms that were too many to count.
    pub not_counted: u64,
    pub(crate) elements: Vec<Element>,
    /// Types of elements with attributes; the first is the page itself.
    named: Vec<ElementPattern>,
    tags: Vec<String>,
    pub(crate) leaves: Vec<Leaf>,
    /// Terms as indexes of the words.
    pub(crate) terms: Vec<u32>,
    pub(crate) words: Vec<Box<str>>,
}

impl Page {
    /// Bytes on the heap, give or take what the allocator adds.
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

    /// The type of an element; `None` for one that is too far from any attribute.
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

    /// Whether an element has attributes that tell.
    pub(crate) fn is_named(&self, at: usize) -> bool {
        self.elements[at].named != NO_KIND
    }

    /// Whether an element can be told by a type.
    pub(crate) fn has_kind(&self, at: usize) -> bool {
        usize::from(self.elements[at].steps) <= MAX_STEPS
    }

    pub(crate) fn tag(&self, at: usize) -> &str {
        &self.tags[usize::from(self.elements[at].tag)]
    }

    /// Whether the page shows no words.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }
}
