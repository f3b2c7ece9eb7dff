//! Storage of the blocks that wait for a decision.
//!
//! In: the text and the [`Record`] of each line-block, the elements or nodes that enclose them.
//! Out: the same, oldest first. Held: segments of texts, records, elements and nodes, reused after
//! release; together at most the memory budget.

use super::element::{Element, MAX_ELEMENTS};
use super::ends::{Ends, SEGMENT_RECORDS};
use super::nodes::{NODE_SEGMENT_COST_BYTES, NODES_MINIMUM_BYTES, Nodes, SEGMENT_NODES};
use super::record::Record;
use crate::budget::{MemoryLedger, SEGMENT_OVERHEAD_BYTES};
use crate::html::TagId;
use crate::methods::NodeRatio;
use crate::structure::{Context, ElementInfo, Flags};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// Bytes of text in one segment. The text of a block lies in one segment, so this is also the
/// maximum length of a block.
pub(crate) const SEGMENT_BYTES: usize = 8 << 10;

/// Bytes reserved for one more segment of text.
pub(crate) const TEXT_SEGMENT_COST_BYTES: usize = SEGMENT_BYTES + SEGMENT_OVERHEAD_BYTES;
pub(crate) const RECORD_SEGMENT_COST_BYTES: usize =
    SEGMENT_RECORDS * size_of::<Record>() + SEGMENT_OVERHEAD_BYTES;

const SEGMENT_ELEMENTS: usize = 64;

/// Bytes reserved for one more segment of elements.
pub(crate) const ELEMENT_SEGMENT_COST_BYTES: usize =
    SEGMENT_ELEMENTS * size_of::<Element>() + SEGMENT_OVERHEAD_BYTES;

/// Maximum ancestors of an element with a record. Text of deeper elements counts for the innermost
/// ancestor that has a record. A walk from a block to the root visits at most this many elements.
const ELEMENT_DEPTH: u8 = 64;

/// Divisor of the budget beyond the minimum: elements may take one such share. The rest stays free
/// for texts and records. When the share is used up, new elements use the record of their parent.
const ELEMENTS_BUDGET_DIVISOR: usize = 2;

/// Minimum bytes with which the arena always makes progress: the segment being filled, and one to
/// which a block can move.
pub(crate) const MINIMUM_BYTES: usize =
    2 * TEXT_SEGMENT_COST_BYTES + 2 * RECORD_SEGMENT_COST_BYTES + ELEMENT_SEGMENT_COST_BYTES;

/// First-in, first-out queue of segments. No entry moves, and growing copies none.
struct Segments<T> {
    used: Vec<T>,
    free: Vec<T>,
    /// Number of the first used segment, counted over the whole page.
    first: u32,
    cost_bytes: usize,
}

impl<T> Segments<T> {
    fn new(cost_bytes: usize) -> Self {
        Self { used: Vec::new(), free: Vec::new(), first: 0, cost_bytes }
    }

    /// Moves the first `count` segments to the free list.
    ///
    /// Cost: linear in all segments.
    fn pop_front(&mut self, count: usize, clear: impl Fn(&mut T), ledger: &mut MemoryLedger) {
        for mut segment in self.used.drain(..count) {
            clear(&mut segment);
            self.free.push(segment);
            self.first += 1;
            ledger.release(self.cost_bytes);
        }
    }
}

/// Segment of `COUNT` records or elements. All entries are initialised, so that an access needs no
/// length.
type Segment<T, const COUNT: usize> = Box<[T; COUNT]>;

/// A new segment, or `None` if the allocator refuses.
fn new_segment<T: Copy + Default, const COUNT: usize>() -> Option<Segment<T, COUNT>> {
    let mut segment = Vec::new();
    segment.try_reserve_exact(COUNT).ok()?;
    segment.resize(COUNT, T::default());
    segment.into_boxed_slice().try_into().ok()
}

/// Elements in segments, parents before children; the first is the root of the page. They stay
/// until the end of the page.
struct Elements {
    used: Vec<Segment<Element, SEGMENT_ELEMENTS>>,
    free: Vec<Segment<Element, SEGMENT_ELEMENTS>>,
    /// Elements, including the root.
    len: usize,
    /// Maximum number of segments.
    most: usize,
    /// Elements of this page that got no record of their own.
    folded: u64,
}

/// Texts and records of blocks, oldest first.
///
/// Used segments are reserved in the ledger. If the allocator refuses, this counts as a spent
/// budget. Free segments are kept for the next page. They return to the allocator when segments of
/// another kind need the bytes: used and free segments together never exceed the budget.
pub(crate) struct Arena {
    texts: Segments<String>,
    records: Segments<Segment<Record, SEGMENT_RECORDS>>,
    elements: Elements,
    /// Where each block ends in the stream.
    pub(crate) ends: Ends,
    /// Replaces the elements if the method reads the whole tree.
    pub(crate) nodes: Nodes,
    /// Index of the oldest record in its segment.
    front: usize,
    len: usize,
    /// The first element, by its number, that holds a field for a mail address; never the root.
    pub(crate) first_address_field: Option<u32>,
    ledger: MemoryLedger,
}

impl Arena {
    /// An empty arena. `ledger` already contains the bytes held elsewhere. `ratio` is the ratio
    /// that nodes are counted for, or `None` if the method reads no nodes.
    pub(crate) fn new(ledger: MemoryLedger, ratio: Option<NodeRatio>) -> Self {
        let spare_bytes = ledger.free_bytes().saturating_sub(MINIMUM_BYTES);
        // Nodes replace elements, but there is always a root element.
        let elements_bytes = if ratio.is_some() { 0 } else { spare_bytes / ELEMENTS_BUDGET_DIVISOR };
        Self {
            texts: Segments::new(TEXT_SEGMENT_COST_BYTES),
            records: Segments::new(RECORD_SEGMENT_COST_BYTES),
            elements: Elements {
                used: Vec::new(),
                free: Vec::new(),
                len: 0,
                most: (1 + elements_bytes / ELEMENT_SEGMENT_COST_BYTES).min(MAX_ELEMENTS / SEGMENT_ELEMENTS),
                folded: 0,
            },
            ends: Ends::default(),
            nodes: Nodes::new(ratio, spare_bytes.saturating_sub(NODES_MINIMUM_BYTES)),
            front: 0,
            len: 0,
            first_address_field: None,
            ledger,
        }
    }

    /// Forgets all blocks and keeps the memory.
    pub(crate) fn reset(&mut self) {
        self.texts.pop_front(self.texts.used.len(), String::clear, &mut self.ledger);
        self.records.pop_front(self.records.used.len(), |_| (), &mut self.ledger);
        self.ends.pop_front(usize::MAX, &mut self.ledger);
        while let Some(segment) = self.elements.used.pop() {
            self.elements.free.push(segment);
            self.ledger.release(ELEMENT_SEGMENT_COST_BYTES);
        }
        (self.elements.len, self.elements.folded) = (0, 0);
        self.nodes.reset(&mut self.ledger);
        self.texts.first = 0;
        self.records.first = 0;
        self.front = 0;
        self.len = 0;
        self.first_address_field = None;
        self.ledger.reset_peak();
    }

    pub(crate) fn peak_bytes(&self) -> usize {
        self.ledger.peak_bytes()
    }

    /// Number of waiting records.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn record(&self, index: usize) -> &Record {
        let at = self.front + index;
        &self.records.used[at / SEGMENT_RECORDS][at % SEGMENT_RECORDS]
    }

    #[inline]
    pub(crate) fn record_mut(&mut self, index: usize) -> &mut Record {
        let at = self.front + index;
        &mut self.records.used[at / SEGMENT_RECORDS][at % SEGMENT_RECORDS]
    }

    /// All waiting records, oldest first.
    pub(crate) fn records(&self) -> impl Iterator<Item = &Record> {
        let mut records = self.records.used.iter().flat_map(|segment| segment.iter());
        if self.front > 0 {
            records.nth(self.front - 1);
        }
        records.take(self.len)
    }

    /// All waiting records, oldest first, mutable.
    pub(crate) fn records_mut(&mut self) -> impl Iterator<Item = &mut Record> {
        let mut records = self.records.used.iter_mut().flat_map(|segment| segment.iter_mut());
        if self.front > 0 {
            records.nth(self.front - 1);
        }
        records.take(self.len)
    }

    /// Text of a record, including its marks.
    #[inline]
    pub(crate) fn text(&self, record: &Record) -> &str {
        let segment = (record.segment - self.texts.first) as usize;
        &self.texts.used[segment][usize::from(record.start)..usize::from(record.end)]
    }

    /// Number of elements, nodes and texts that got no record of their own and count with their
    /// parent.
    pub(crate) fn folded(&self) -> u64 {
        self.elements.folded + self.nodes.folded()
    }

    /// Number of elements with records, including the root.
    pub(crate) fn elements(&self) -> usize {
        self.elements.len
    }

    /// All elements with records, the root first.
    pub(crate) fn all_elements_mut(&mut self) -> impl Iterator<Item = &mut Element> {
        self.elements.used.iter_mut().flat_map(|segment| segment.iter_mut()).take(self.elements.len)
    }

    #[inline]
    pub(crate) fn element(&self, at: u32) -> &Element {
        let at = at as usize;
        &self.elements.used[at / SEGMENT_ELEMENTS][at % SEGMENT_ELEMENTS]
    }

    #[inline]
    pub(crate) fn element_mut(&mut self, at: u32) -> &mut Element {
        let at = at as usize;
        &mut self.elements.used[at / SEGMENT_ELEMENTS][at % SEGMENT_ELEMENTS]
    }

    /// Makes sure that there is a root; `false` if the budget is spent.
    pub(super) fn ensure_root(&mut self) -> bool {
        if self.elements.len > 0 {
            return true;
        }
        let has_room = self.reserve_element();
        if has_room {
            self.add_element(Element::default());
        }
        has_room
    }

    /// Adds an element inside `parent` and returns its index. Returns `parent` if the element is
    /// too deep or there is no memory for it.
    pub(super) fn new_element(&mut self, parent: u32, context: &Context, info: ElementInfo) -> u32 {
        if !self.ensure_root() {
            return parent;
        }
        let depth = self.element(parent).depth + 1;
        if depth > ELEMENT_DEPTH {
            return parent;
        }
        if !self.reserve_element() {
            self.elements.folded += 1;
            return parent;
        }
        self.add_element(Element::new(parent, depth, context, info))
    }

    /// Makes sure that text at `offset` belongs to a text node, which may be a new one. Returns
    /// `false` if the budget is spent and deciding some blocks may help.
    #[inline]
    pub(super) fn ensure_text_node(&mut self, context: &Context, offset: u64) -> bool {
        let is_hidden = context.flags.has(Flags::HIDDEN);
        if !self.nodes.are_wanted() || self.nodes.text_goes_on(context.element, is_hidden) {
            return true;
        }
        let has_room = self.reserve_nodes();
        if !has_room && self.len > 0 {
            return false;
        }
        self.nodes.begin_text(context.element, context.flags, offset);
        true
    }

    /// Reserves memory for the nodes of the next text and its ancestors; `false` if the budget is
    /// spent.
    fn reserve_nodes(&mut self) -> bool {
        while !self.nodes.has_room() {
            let Some(mut segment) = self.nodes.take_segment(&mut self.ledger) else { return false };
            if segment.capacity() < SEGMENT_NODES {
                self.free_unused_segments();
                if segment.try_reserve_exact(SEGMENT_NODES).is_err() {
                    self.ledger.release(NODE_SEGMENT_COST_BYTES);
                    return false;
                }
            }
            self.nodes.add_segment(segment);
        }
        true
    }

    /// Adds a node for an element and returns its serial number. Without memory for it, returns the
    /// serial number of an ancestor.
    pub(super) fn new_node(&mut self, parent: u32, tag: TagId, info: ElementInfo) -> u32 {
        if self.nodes.len() == 0 {
            self.reserve_nodes();
        }
        self.nodes.new_element(parent, tag, info.style.is_out_of_flow())
    }

    /// Stops building nodes for this page.
    pub(crate) fn stop_nodes(&mut self) {
        self.nodes.stop(&mut self.ledger);
    }

    /// Folds the nodes of blocks that left the arena; `waiting` is the block being filled.
    pub(super) fn forget_nodes(&mut self, waiting: Option<&Record>) {
        let oldest = if self.len > 0 { Some(self.record(0)) } else { waiting };
        let boundary = oldest.map_or(u64::MAX, |record| record.offset);
        self.nodes.forget(boundary, &mut self.ledger);
    }

    /// Frees unused segments of earlier pages before a new segment is allocated, if the budget has
    /// no room for both. The new segment is already reserved.
    fn free_unused_segments(&mut self) {
        let free_bytes = self.texts.free.len() * self.texts.cost_bytes
            + self.records.free.len() * self.records.cost_bytes
            + self.elements.free.len() * ELEMENT_SEGMENT_COST_BYTES
            + self.ends.free_bytes()
            + self.nodes.free_bytes();
        if free_bytes > self.ledger.free_bytes() {
            self.texts.free.clear();
            self.records.free.clear();
            self.ends.forget_free();
            self.elements.free.clear();
            self.nodes.free.clear();
        }
    }

    /// The free segment if there is one, otherwise a new one. `reserved_bytes` were reserved for
    /// it. Returns `None` if the allocator refuses; the bytes are released then.
    fn segment<T: Copy + Default, const COUNT: usize>(
        &mut self,
        free: Option<Segment<T, COUNT>>,
        reserved_bytes: usize,
    ) -> Option<Segment<T, COUNT>> {
        if free.is_some() {
            return free;
        }
        self.free_unused_segments();
        let made = new_segment();
        if made.is_none() {
            self.ledger.release(reserved_bytes);
        }
        made
    }

    /// Makes sure that one more element fits; `false` if there is no memory for it.
    fn reserve_element(&mut self) -> bool {
        if self.elements.len < self.elements.used.len() * SEGMENT_ELEMENTS {
            return true;
        }
        if self.elements.used.len() >= self.elements.most || !self.ledger.reserve(ELEMENT_SEGMENT_COST_BYTES)
        {
            return false;
        }
        let free = self.elements.free.pop();
        let Some(segment) = self.segment(free, ELEMENT_SEGMENT_COST_BYTES) else { return false };
        self.elements.used.push(segment);
        true
    }

    /// Adds an element, for which memory was reserved, and returns its index.
    fn add_element(&mut self, element: Element) -> u32 {
        let at = self.elements.len as u32;
        self.elements.len += 1;
        *self.element_mut(at) = element;
        at
    }

    /// Makes sure that one more record fits; `false` if the budget is spent.
    pub(super) fn reserve_record(&mut self) -> bool {
        if self.front + self.len < self.records.used.len() * SEGMENT_RECORDS {
            return true;
        }
        let cost_bytes = RECORD_SEGMENT_COST_BYTES + self.ends.cost_bytes();
        if !self.ledger.reserve(cost_bytes) {
            return false;
        }
        let free = self.records.free.pop();
        let Some(segment) = self.segment(free, cost_bytes) else { return false };
        if !self.ends.add_segment() {
            self.records.free.push(segment);
            self.ledger.release(cost_bytes);
            return false;
        }
        self.records.used.push(segment);
        true
    }

    /// Adds the record of a block that ends at `end`, for which memory was reserved.
    pub(super) fn push_record(&mut self, record: Record, end: u64) {
        self.ends.set(self.front + self.len, end.saturating_sub(record.offset));
        self.len += 1;
        *self.record_mut(self.len - 1) = record;
    }

    /// Offset in the stream after the last character of a record; `None` if it is not kept.
    #[cfg(feature = "chunks")]
    pub(crate) fn end_offset(&self, index: usize) -> Option<u64> {
        let bytes = self.ends.get(self.front + index)?;
        Some(self.record(index).offset + u64::from(bytes))
    }

    /// Begins a text at the end of the arena; `false` if the budget is spent.
    pub(super) fn start_text(&mut self, record: &mut Record) -> bool {
        let has_room = self.texts.used.last().is_some_and(|segment| segment.len() < SEGMENT_BYTES);
        if !has_room {
            let Some(segment) = self.take_text_segment() else { return false };
            self.texts.used.push(segment);
        }
        let segment = self.texts.used.len() - 1;
        record.segment = self.texts.first + segment as u32;
        record.start = self.texts.used[segment].len() as u16;
        record.end = record.start;
        true
    }

    /// An empty text segment, already reserved; `None` if the budget is spent.
    fn take_text_segment(&mut self) -> Option<String> {
        if !self.ledger.reserve(self.texts.cost_bytes) {
            return None;
        }
        let mut segment = self.texts.free.pop().unwrap_or_default();
        if segment.capacity() < SEGMENT_BYTES {
            self.free_unused_segments();
            if segment.try_reserve_exact(SEGMENT_BYTES).is_err() {
                self.ledger.release(self.texts.cost_bytes);
                return None;
            }
        }
        Some(segment)
    }

    /// Appends to the text of the last block, which may move to a new segment. Returns `false` if
    /// the budget is spent; then nothing has changed. The text must not exceed [`SEGMENT_BYTES`].
    #[inline]
    pub(super) fn extend_text(&mut self, record: &mut Record, text: &str) -> bool {
        match self.texts.used.last_mut() {
            Some(last) if last.len() + text.len() <= SEGMENT_BYTES => {
                last.push_str(text);
                record.end += text.len() as u16;
                true
            }
            _ => self.move_text(record, text),
        }
    }

    /// Encloses a part of the text of the last block in two marks, of at most eight bytes together.
    /// Otherwise as [`extend_text`](Self::extend_text). Cost: linear in the text after the part.
    pub(super) fn enclose_text(
        &mut self,
        record: &mut Record,
        part: Range<usize>,
        open: &str,
        close: &str,
    ) -> bool {
        // Room for both, so that none is written alone.
        let room = &"        "[..open.len() + close.len()];
        let has_room = self.extend_text(record, room);
        if has_room && let Some(last) = self.texts.used.last_mut() {
            let start = usize::from(record.start);
            last.truncate(last.len() - room.len());
            last.insert_str(start + part.end, close);
            last.insert_str(start + part.start, open);
        }
        has_room
    }

    /// Moves the text of the last block to a new segment and appends to it.
    fn move_text(&mut self, record: &mut Record, text: &str) -> bool {
        let Some(mut segment) = self.take_text_segment() else { return false };
        if let Some(last) = self.texts.used.last_mut() {
            segment.push_str(&last[usize::from(record.start)..]);
            last.truncate(usize::from(record.start));
        }
        segment.push_str(text);
        record.segment = self.texts.first + self.texts.used.len() as u32;
        record.start = 0;
        record.end = segment.len() as u16;
        self.texts.used.push(segment);
        true
    }

    /// Removes the `count` oldest records. `waiting` is the block being filled; its text stays.
    pub(super) fn pop_front(&mut self, count: usize, waiting: Option<&Record>) {
        let count = count.min(self.len);
        self.len -= count;
        self.front += count;
        self.records.pop_front(self.front / SEGMENT_RECORDS, |_| (), &mut self.ledger);
        self.ends.pop_front(self.front / SEGMENT_RECORDS, &mut self.ledger);
        self.front %= SEGMENT_RECORDS;
        let needed = if self.len > 0 {
            self.record(0).segment
        } else {
            waiting.map_or(u32::MAX, |record| record.segment)
        };
        let texts =
            (needed.saturating_sub(self.texts.first) as usize).min(self.texts.used.len().saturating_sub(1));
        self.texts.pop_front(texts, String::clear, &mut self.ledger);
    }
}
