//! The one pass over a page that makes its table.

use super::super::kind::{Kind, number_of_child};
use super::super::terms::Terms;
use super::{Element, Leaf, NO_KIND, Page};
use crate::decode::Decoder;
use crate::error::Result;
use crate::html::{Tag, TagId, Tokenizer};
use crate::metadata::{Metadata, MetadataCollector};
use crate::structure::{
    Break, CellSpan, ClassWords, Context, ElementInfo, ElementTracker, Flags, Followed, Mark, StructureSink,
    TrackedSink,
};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::collections::HashMap;

/// Elements of a page that are told apart; the text of later ones counts for the one around them.
const MAX_ELEMENTS: usize = u16::MAX as usize;

/// Terms of a page that count.
const MAX_TERMS: usize = 1 << 18;

/// Bytes of text of one element that are cut into terms at once.
const BUFFER_BYTES: usize = 16 << 10;

/// Whether an element is a heading: its few words are nearly all about the page, but it is not what they are about.
fn is_heading(tag: TagId) -> bool {
    matches!(tag, TagId::H1 | TagId::H2 | TagId::H3 | TagId::H4 | TagId::H5 | TagId::H6)
}

/// Reads pages into tables, one after the other.
///
/// Cost: linear in the page; holds the table, and what a tokenizer holds.
pub struct PageReader {
    decoder: Decoder,
    tokenizer: Tokenizer,
    tracker: ElementTracker,
    table: Table,
}

impl PageReader {
    /// A reader; `encoding` is the encoding of the pages, where it is known.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownEncoding`](crate::ErrorKind::UnknownEncoding) for a label that names no encoding.
    pub fn new(encoding: Option<&str>) -> Result<Self> {
        Ok(Self {
            decoder: Decoder::new(encoding)?,
            tokenizer: Tokenizer::new(),
            tracker: ElementTracker::new(ClassWords::Unread),
            table: Table::new(),
        })
    }

    /// What the protocol that brought the next page says of its encoding. As
    /// [`Extractor::set_encoding_hint`](crate::Extractor::set_encoding_hint).
    pub fn set_encoding_hint(&mut self, label: &str) {
        self.decoder.declare(label.as_bytes());
    }

    /// Reads the next bytes of the page.
    pub fn push(&mut self, bytes: &[u8]) {
        let Self { decoder, tokenizer, tracker, table } = self;
        decoder.push(bytes, &mut |piece, offset| {
            tokenizer.push(piece, offset, &mut TrackedSink { tracker, sink: table });
        });
    }

    /// The end of the page: its table. The reader is ready for the next page.
    pub fn finish(&mut self, name: impl Into<String>, url: Option<String>) -> Page {
        let Self { decoder, tokenizer, tracker, table } = self;
        decoder.finish(&mut |piece, offset| {
            tokenizer.push(piece, offset, &mut TrackedSink { tracker, sink: table });
        });
        tokenizer.finish(&mut TrackedSink { tracker, sink: table });
        let page = self.table.take(name.into(), url);
        self.reset();
        page
    }

    /// Forgets the page being read.
    pub fn reset(&mut self) {
        self.decoder.reset();
        self.tokenizer.reset();
        self.tracker.reset();
        self.table.reset();
    }
}

/// The table on its way.
struct Table {
    gatherer: MetadataCollector,
    cutter: Terms,
    /// Text of one leaf.
    buffer: String,
    /// The element that the buffer is of, and the one that what follows is of.
    at: u16,
    not_counted: u64,
    elements: Vec<Element>,
    named: Vec<Kind>,
    named_of: HashMap<Kind, u16>,
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
            // Some bytes, for with none a description is not kept.
            gatherer: MetadataCollector::new(crate::metadata::text_bytes(0)),
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

    /// The page itself is the first element.
    fn begin(&mut self) {
        let kind = Kind::page();
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

    fn named_number(&mut self, kind: Kind) -> u16 {
        if let Some(&number) = self.named_of.get(&kind) {
            return number;
        }
        let number = self.named.len() as u16;
        self.named.push(kind.clone());
        self.named_of.insert(kind, number);
        number
    }

    /// The text in the buffer becomes a leaf.
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

    fn take(&mut self, name: String, url: Option<String>) -> Page {
        self.end_leaf();
        let mut meta = Metadata::default();
        self.gatherer.write_metadata(&mut meta);
        let description = self.gatherer.claims().description.to_string();
        let take = core::mem::take::<Vec<Element>>;
        let mut page = Page {
            url: url.or_else(|| (!meta.url.is_empty()).then(|| meta.url.clone())),
            name,
            meta,
            description,
            not_counted: self.not_counted,
            elements: take(&mut self.elements),
            named: core::mem::take(&mut self.named),
            tags: core::mem::take(&mut self.tags),
            leaves: core::mem::take(&mut self.leaves),
            terms: core::mem::take(&mut self.terms),
            words: core::mem::take(&mut self.words),
        };
        page.elements.shrink_to_fit();
        page.named.shrink_to_fit();
        page.leaves.shrink_to_fit();
        page.terms.shrink_to_fit();
        page.words.shrink_to_fit();
        page
    }

    fn reset(&mut self) {
        self.gatherer.reset();
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

impl StructureSink for Table {
    fn follows_elements(&self) -> bool {
        true
    }

    fn opened(&mut self, element: &Followed<'_>, around: u16) -> u16 {
        if self.elements.len() >= MAX_ELEMENTS {
            self.not_counted += 1;
            return around;
        }
        let tag = self.tag_number(element.tag.name());
        let nth = self.children.entry((around, tag)).or_default();
        *nth = nth.saturating_add(1);
        let nth = *nth;
        let (number, named, steps) = match Kind::named(element) {
            Some(kind) => (kind.number(), self.named_number(kind), 0),
            None => {
                let parent = &self.elements[usize::from(around)];
                let number = number_of_child(parent.number, element.tag.name(), nth);
                (number, NO_KIND, parent.steps.saturating_add(1))
            }
        };
        let level = element.level.saturating_add(1);
        self.elements.push(Element {
            number,
            parent: around,
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

    fn text(&mut self, text: &str, _: u64, context: &Context) {
        if context.flags.has(Flags::HIDDEN) {
            return;
        }
        if self.buffer.is_empty() && text.trim_ascii().is_empty() {
            return;
        }
        if self.buffer.len() + text.len() > BUFFER_BYTES {
            self.end_leaf();
        }
        self.buffer.push_str(text);
    }

    fn space(&mut self, context: &Context) {
        if !context.flags.has(Flags::HIDDEN) {
            self.word_break();
        }
    }

    fn new_element(&mut self, _: u32, _: TagId, _: &Context, _: ElementInfo) -> u32 {
        0
    }

    fn line_break(&mut self, _: Break) {
        self.end_leaf();
    }

    fn begin_line(&mut self) {
        self.end_leaf();
    }

    fn begin_code_line(&mut self, is_item: bool) {
        if is_item {
            self.end_leaf();
        }
    }

    fn tag(&mut self) {}

    fn word_break(&mut self) {
        if !self.buffer.is_empty() {
            self.buffer.push(' ');
        }
    }

    fn open_mark(&mut self, _: Mark, _: Option<&str>) {}

    fn close_mark(&mut self, _: Mark) {}

    fn language(&mut self, _: Option<&str>, _: bool) {}

    fn open_table_part(&mut self, _: TagId, _: CellSpan) {}

    fn close_table(&mut self) {}

    fn head_tag(&mut self, tag: &Tag<'_>) {
        self.gatherer.fact(tag);
    }

    fn json_ld(&mut self, _: &str, _: u64) {}

    fn title(&mut self, text: &str) {
        self.gatherer.title(text);
    }
}
