//! Public view of a segment of the page.

use crate::block::marks::{Span, spans};
use crate::block::{Arena, Node, NodeKind, Record};
use crate::html::TagId;
use core::fmt;

/// Kind of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SegmentKind {
    /// The main content: what [`Method::WordsLeaves`](crate::Method::WordsLeaves) keeps.
    Content,
    /// The most relevant element outside all segments before it.
    Block,
    /// A group of links of one or two words.
    Menu,
}

impl SegmentKind {
    /// The name used in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Content => "content",
            Self::Block => "block",
            Self::Menu => "menu",
        }
    }
}

/// A segment of the page: a set of its line-blocks, lent to a [`Sink`](crate::Sink) that
/// [wants](crate::Sink::wants_segments) them. No line-block is in two segments.
pub struct Segment<'a> {
    arena: &'a Arena,
    /// Range of records from its first line-block to its last.
    blocks: (usize, usize),
    pub(crate) index: u64,
    part: SegmentInfo,
}

impl fmt::Debug for Segment<'_> {
    /// Writes its index and kind, without its text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Segment")
            .field("index", &self.index)
            .field("kind", &self.kind())
            .finish_non_exhaustive()
    }
}

/// Properties of a segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SegmentInfo {
    /// Number that its line-blocks note, from 1.
    pub(crate) number: u32,
    pub(crate) kind: SegmentKind,
    pub(crate) tag: TagId,
    pub(crate) is_text: bool,
    pub(crate) relevance: f64,
}

impl SegmentInfo {
    /// The segment of a node.
    pub(crate) fn new(node: &Node, number: u32, kind: SegmentKind) -> Self {
        let is_text = node.kind == NodeKind::Text;
        Self { number, kind, tag: node.tag, is_text, relevance: node.relevance }
    }
}

impl<'a> Segment<'a> {
    /// The segment whose number is noted by some of the oldest `count` line-blocks; `None` if
    /// there are none.
    pub(crate) fn new(arena: &'a Arena, count: usize, part: SegmentInfo) -> Option<Self> {
        let mut places = (0..count).filter(|&index| arena.record(index).method_note.segment() == part.number);
        let first = places.next()?;
        let last = places.next_back().unwrap_or(first);
        Some(Self { arena, blocks: (first, last + 1), index: 0, part })
    }

    fn records(&self) -> impl Iterator<Item = &'a Record> + use<'a> {
        let (arena, number) = (self.arena, self.part.number);
        let records = (self.blocks.0..self.blocks.1).map(move |index| arena.record(index));
        records.filter(move |record| record.method_note.segment() == number)
    }

    /// Index of the segment on the page, from zero, in the order in which segments come.
    #[must_use]
    pub fn index(&self) -> u64 {
        self.index
    }

    /// Kind of the segment.
    #[must_use]
    pub fn kind(&self) -> SegmentKind {
        self.part.kind
    }

    /// Relevance of its node (Insa et al. 2013, definition 4.6), in the tree without the segments
    /// before it. Values of different segments are not comparable. `None` for a menu.
    #[must_use]
    pub fn relevance(&self) -> Option<f64> {
        (self.part.kind != SegmentKind::Menu).then_some(self.part.relevance)
    }

    /// Offset of its first line-block in the stream, as in
    /// [`LineBlock::offset`](crate::LineBlock::offset).
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.arena.record(self.blocks.0).offset
    }

    /// Name of its element; `#text` for a text between elements.
    #[must_use]
    pub fn tag(&self) -> &'static str {
        if self.part.is_text && self.part.tag == TagId::Other { "#text" } else { self.part.tag.name() }
    }

    /// Number of its line-blocks.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.records().count()
    }

    /// Words; in scripts without spaces between words, characters.
    #[must_use]
    pub fn words(&self) -> u64 {
        self.records().map(|record| u64::from(record.words())).sum()
    }

    /// Words inside links.
    #[must_use]
    pub fn link_words(&self) -> u64 {
        self.records().map(|record| u64::from(record.link_words())).sum()
    }

    /// Links inside it.
    #[must_use]
    pub fn links(&self) -> u64 {
        self.records().map(|record| u64::from(record.links.count())).sum()
    }

    /// Its text in pieces, a line for each line-block.
    pub fn text(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let arena = self.arena;
        self.records().enumerate().flat_map(move |(number, record)| {
            let gap = if number > 0 { Some("\n") } else { None };
            gap.into_iter().chain(spans(arena.text(record)).filter_map(Span::text))
        })
    }
}
