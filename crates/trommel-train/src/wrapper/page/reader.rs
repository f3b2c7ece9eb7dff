//! Builds the table of a page in one pass.

use super::super::terms::Terms;
use super::{Element, Leaf, NO_KIND, Page};
use std::collections::HashMap;
use trommel::_train::{ElementPattern, ElementReader, ElementSink, Followed, number_of_child};
use trommel::Result;
use trommel::html::TagId;

/// Maximum elements of a page. The text of later ones counts for their parent.
const MAX_ELEMENTS: usize = u16::MAX as usize;

/// Maximum terms of a page.
const MAX_TERMS: usize = 1 << 18;

/// Maximum bytes of text that are split into terms at once.
const BUFFER_BYTES: usize = 16 << 10;

/// Whether an element is a heading. Nearly all of its few words are about the page, but it is not
/// the content.
fn is_heading(tag: TagId) -> bool {
    matches!(tag, TagId::H1 | TagId::H2 | TagId::H3 | TagId::H4 | TagId::H5 | TagId::H6)
}

/// Reads pages into tables, one after the other.
///
/// Cost: linear in the page; holds the table and the buffers of a tokenizer.
pub struct PageReader {
    reader: ElementReader,
    table: Table,
}

impl PageReader {
    /// A reader. `encoding` is the encoding of all pages, if known.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownEncoding`](trommel::ErrorKind::UnknownEncoding) for an unknown label.
    pub fn new(encoding: Option<&str>) -> Result<Self> {
        Ok(Self { reader: ElementReader::new(encoding)?, table: Table::new() })
    }

    /// Sets the encoding that the protocol declares for the next page, as
    /// [`Extractor::set_encoding_hint`](trommel::Extractor::set_encoding_hint).
    pub fn set_encoding_hint(&mut self, label: &str) {
        self.reader.set_encoding_hint(label);
    }

    /// Reads the next bytes of the page.
    pub fn push(&mut self, bytes: &[u8]) {
        self.reader.push(bytes, &mut self.table);
    }

    /// Ends the page and returns its table. The reader is then ready for the next page.
    pub fn finish(&mut self, name: impl Into<String>, url: Option<String>) -> Page {
        let (meta, description) = self.reader.finish(&mut self.table);
        let url = url.or_else(|| (!meta.url.is_empty()).then(|| meta.url.clone()));
        let page = self.table.take(Page { name: name.into(), url, meta, description, ..Page::default() });
        self.table.reset();
        page
    }

    /// Discards the page being read.
    pub fn reset(&mut self) {
        self.reader.reset();
        self.table.reset();
    }
}

struct Table {
    cutter: Terms,
    buffer: String,
    /// Element of the text in the buffer, and of the text that follows.
    at: u16,
    not_counted: u64,
    elements: Vec<Element>,
    named: Vec<ElementPattern>,
    named_of: HashMap<ElementPattern, u16>,
    tags: Vec<String>,
    tag_of: HashMap<String, u16>,
    /// Number of children by parent and tag.
    children: HashMap<(u16, u16), u16>,
    leaves: Vec<Leaf>,
    terms: Vec<u32>,
    words: Vec<Box<str>>,
    word_of: HashMap<Box<str>, u32>,
}

impl Table {
    fn new() -> Self {
        let mut table = Self {
            cutter: Terms::default(),
            buffer: String::new(),
            at: 0,
            not_counted: 0,
            elements: Vec::new(),
            named: Vec::new(),
            named_of: HashMap::new(),
            tags: Vec::new(),
            tag_of: HashMap::new(),
            children: HashMap::new(),
            leaves: Vec::new(),
            terms: Vec::new(),
            words: Vec::new(),
            word_of: HashMap::new(),
        };
        table.begin();
        table
    }

    /// Adds the page itself as the first element.
    fn begin(&mut self) {
        let kind = ElementPattern::page();
        let (number, tag) = (kind.number(), self.tag_number(&kind.tag));
        let named = self.named_number(kind);
        self.elements.push(Element {
            number,
            parent: 0,
            level: 1,
            tag,
            nth: 1,
            named,
            steps: 0,
            may_hold: true,
        });
    }

    fn tag_number(&mut self, tag: &str) -> u16 {
        if let Some(&number) = self.tag_of.get(tag) {
            return number;
        }
        let number = self.tags.len() as u16;
        self.tags.push(tag.to_string());
        self.tag_of.insert(tag.to_string(), number);
        number
    }

    fn named_number(&mut self, kind: ElementPattern) -> u16 {
        if let Some(&number) = self.named_of.get(&kind) {
            return number;
        }
        let number = self.named.len() as u16;
        self.named.push(kind.clone());
        self.named_of.insert(kind, number);
        number
    }

    /// Adds the text in the buffer as a leaf.
    fn end_leaf(&mut self) {
        if self.buffer.is_empty() {
            return;
        }
        let Self { cutter, buffer, terms, words, word_of, not_counted, .. } = self;
        let before = terms.len();
        cutter.cut(buffer, |term| {
            if terms.len() == MAX_TERMS {
                *not_counted += 1;
                return;
            }
            let number = match word_of.get(term) {
                Some(&number) => number,
                None => {
                    let number = words.len() as u32;
                    words.push(term.into());
                    word_of.insert(term.into(), number);
                    number
                }
            };
            terms.push(number);
        });
        if self.terms.len() > before {
            self.leaves.push(Leaf { element: self.at, end: self.terms.len() as u32 });
        }
        self.buffer.clear();
    }

    /// Completes `known` with the table.
    fn take(&mut self, known: Page) -> Page {
        self.end_leaf();
        let take = std::mem::take::<Vec<Element>>;
        let mut page = Page {
            not_counted: self.not_counted,
            elements: take(&mut self.elements),
            named: std::mem::take(&mut self.named),
            tags: std::mem::take(&mut self.tags),
            leaves: std::mem::take(&mut self.leaves),
            terms: std::mem::take(&mut self.terms),
            words: std::mem::take(&mut self.words),
            ..known
        };
        page.elements.shrink_to_fit();
        page.named.shrink_to_fit();
        page.leaves.shrink_to_fit();
        page.terms.shrink_to_fit();
        page.words.shrink_to_fit();
        page
    }

    fn reset(&mut self) {
        self.buffer.clear();
        self.at = 0;
        self.not_counted = 0;
        self.elements.clear();
        self.named.clear();
        self.named_of.clear();
        self.tags.clear();
        self.tag_of.clear();
        self.children.clear();
        self.leaves.clear();
        self.terms.clear();
        self.words.clear();
        self.word_of.clear();
        self.begin();
    }
}

impl ElementSink for Table {
    fn opened(&mut self, element: &Followed<'_>, parent_number: u16) -> u16 {
        if self.elements.len() >= MAX_ELEMENTS {
            self.not_counted += 1;
            return parent_number;
        }
        let tag = self.tag_number(element.tag.name());
        let nth = self.children.entry((parent_number, tag)).or_default();
        *nth = nth.saturating_add(1);
        let nth = *nth;
        let (number, named, steps) = match ElementPattern::named(element) {
            Some(kind) => (kind.number(), self.named_number(kind), 0),
            None => {
                let parent = &self.elements[usize::from(parent_number)];
                let number = number_of_child(parent.number, element.tag.name(), nth);
                (number, NO_KIND, parent.steps.saturating_add(1))
            }
        };
        let level = element.level.saturating_add(1);
        self.elements.push(Element {
            number,
            parent: parent_number,
            level,
            tag,
            nth,
            named,
            steps,
            may_hold: element.is_block && !is_heading(element.tag.id),
        });
        (self.elements.len() - 1) as u16
    }

    fn inside(&mut self, mark: u16) {
        if mark != self.at {
            self.end_leaf();
            self.at = mark;
        }
    }

    fn text(&mut self, text: &str) {
        if self.buffer.is_empty() && text.trim_ascii().is_empty() {
            return;
        }
        if self.buffer.len() + text.len() > BUFFER_BYTES {
            self.end_leaf();
        }
        self.buffer.push_str(text);
    }

    fn word_break(&mut self) {
        if !self.buffer.is_empty() {
            self.buffer.push(' ');
        }
    }

    fn line_end(&mut self) {
        self.end_leaf();
    }
}
