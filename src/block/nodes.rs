//! Tree of the page: a record for each element and each visible text, in stream order.
//!
//! In: elements, texts and tags. Out: nodes with their sums. Only methods that read the nesting of
//! elements need the tree; for the others nothing is held. Held: segments of records, at most
//! [`MIN_SEGMENTS`] and half of the budget beyond the minimum; all are reserved.
//!
//! When the segments are full, the page is decided early and the nodes that are done are folded
//! ([`Nodes::forget`]). One record per parent then replaces its closed children and holds their
//! sums. A node that still finds no memory, or is too deep, becomes part of its parent and is
//! counted as folded.
//!
//! Source: Insa et al. 2013, definitions 3.1, 4.1 and 4.2. Departures: an element that the HTML
//! standard implies and the page does not write (`tbody`) is not a node. A word cut by a tag counts
//! once, where it begins.

use crate::budget::{MemoryLedger, SEGMENT_OVERHEAD_BYTES};
use crate::html::TagId;
use crate::methods::NodeRatio;
use crate::structure::{Flags, NO_ELEMENT};
use alloc::vec::Vec;

/// Whether this was built with the words-leaves method. Without it, nodes are never wanted, and the
/// compiler leaves out what builds them.
pub(crate) const IS_BUILT_IN: bool = cfg!(feature = "words-leaves");

/// Records in one segment.
pub(super) const SEGMENT_NODES: usize = 64;

/// Bytes reserved for one more segment: its records and its entries in the lists of segments.
pub(super) const NODE_SEGMENT_COST_BYTES: usize = SEGMENT_NODES * size_of::<Node>() + SEGMENT_OVERHEAD_BYTES;

/// Segments that the minimum budget has room for.
const MIN_SEGMENTS: usize = 4;

/// Minimum bytes for methods that read nodes.
pub(crate) const NODES_MINIMUM_BYTES: usize = MIN_SEGMENTS * NODE_SEGMENT_COST_BYTES;

/// Divisor of the budget beyond the minimum: nodes may take one such share.
const NODES_BUDGET_DIVISOR: usize = 2;

/// Maximum depth of a node; deeper elements are part of an ancestor.
const MAX_DEPTH: u8 = 128;

/// Nodes reserved for the ancestors of the next text.
const RESERVED_NODES: usize = 64;

/// Flags of text that is never content for methods with thresholds, in addition to hidden text.
const NON_CONTENT: Flags = Flags::NAVIGATION.with(Flags::FOOTER).with(Flags::DIALOG).with(Flags::ASIDE);

/// Kind of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum NodeKind {
    #[default]
    Element,
    /// A text node, or an element that became one because there was no memory for its text node.
    Text,
    /// Replaces the first children of its parent, which were decided and removed.
    Left,
}

/// One node, of fixed size. A text has its counts at once, an element when it is
/// [folded](crate::decide).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node {
    /// Offsets in the stream of its first character and after its last one.
    pub(crate) start: u64,
    pub(crate) end: u64,
    /// Relevance of definition 4.6.
    pub(crate) relevance: f64,
    pub(crate) chars: u32,
    pub(crate) words: u32,
    pub(crate) link_words: u32,
    /// Number of leaves or of nodes inside, depending on the ratio.
    pub(crate) parts: u32,
    /// Number of the node on the page, in preorder: the identifier of definition 4.2.
    pub(crate) serial: u32,
    pub(crate) parent: u32,
    pub(crate) kind: NodeKind,
    /// [`TagId::Other`] for a text node.
    pub(crate) tag: TagId,
    depth: u8,
    marks: u8,
}

impl Node {
    /// The page hides it.
    pub(crate) const HIDDEN: u8 = 1;
    /// Its CSS position is not static.
    const OUT_OF_FLOW: u8 = 1 << 1;
    /// Used while folding: its last child so far can join the following siblings into one leaf.
    pub(crate) const JOINING: u8 = 1 << 2;
    /// It was taken as a segment.
    pub(crate) const TAKEN: u8 = 1 << 3;
    /// It is a menu.
    pub(crate) const MENU: u8 = 1 << 4;
    /// The page marks it as navigation, footer, dialog or aside.
    pub(crate) const NON_CONTENT: u8 = 1 << 5;
    /// Used while forgetting: it may still get text.
    const OPEN: u8 = 1 << 6;

    #[inline]
    pub(crate) fn has(&self, mark: u8) -> bool {
        self.marks & mark != 0
    }

    pub(crate) fn set(&mut self, mark: u8, is_set: bool) {
        self.marks = if is_set { self.marks | mark } else { self.marks & !mark };
    }

    /// Sets the marks of a text from the flags of its ancestors.
    fn mark(&mut self, flags: Flags) {
        self.set(Self::HIDDEN, flags.has(Flags::HIDDEN));
        self.set(Self::NON_CONTENT, flags.has(NON_CONTENT));
    }

    /// Whether it is a leaf that joins its neighbours into one leaf (Insa et al. 2013, figure 5).
    /// Its leaves must be counted before.
    pub(crate) fn joins(&self) -> bool {
        use TagId::*;
        let formats = matches!(self.tag, P | A | U | B | I | Em | Span | Sub | Sup | Strong | Div);
        let is_text = self.kind == NodeKind::Text && self.tag == Other;
        (formats || is_text) && self.kind != NodeKind::Left && self.parts == 1 && !self.has(Self::OUT_OF_FLOW)
    }
}

/// Summary of the nodes that were decided and removed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Left {
    /// The greatest relevance, and the ratio and serial number of that node; `0.0` while there is
    /// none.
    pub(crate) relevance: f64,
    pub(crate) ratio: f64,
    pub(crate) serial: u32,
    /// The smallest and the greatest ratio, if any.
    pub(crate) ratios: Option<(f64, f64)>,
}

/// The tree; see the [module](self).
#[derive(Default)]
pub(crate) struct Nodes {
    /// The ratio that nodes are counted for; `None` if the method reads no nodes.
    ratio: Option<NodeRatio>,
    used: Vec<Vec<Node>>,
    pub(super) free: Vec<Vec<Node>>,
    most_segments: usize,
    len: usize,
    next_serial: u32,
    /// A tag was seen since the last text.
    pub(super) tag_seen: bool,
    /// Serial number of the parent of the last text.
    text_parent: u32,
    pub(crate) left: Left,
    /// Offset of the last line-block that began.
    pub(super) block_start: Option<u64>,
    folded: u64,
    /// No more nodes of this page are added.
    is_stopped: bool,
}

impl Nodes {
    /// An empty tree. If there is a ratio, it may take a share of `spare_bytes`.
    pub(super) fn new(ratio: Option<NodeRatio>, spare_bytes: usize) -> Self {
        let most_segments = MIN_SEGMENTS + spare_bytes / NODES_BUDGET_DIVISOR / NODE_SEGMENT_COST_BYTES;
        Self { ratio, most_segments, ..Self::default() }
    }

    /// Whether nodes are built for this page.
    #[inline]
    pub(crate) fn are_wanted(&self) -> bool {
        IS_BUILT_IN && self.ratio.is_some() && !self.is_stopped
    }

    /// Number of elements and texts that got no node of their own.
    pub(crate) fn folded(&self) -> u64 {
        self.folded
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn get(&self, at: usize) -> &Node {
        &self.used[at / SEGMENT_NODES][at % SEGMENT_NODES]
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, at: usize) -> &mut Node {
        &mut self.used[at / SEGMENT_NODES][at % SEGMENT_NODES]
    }

    /// Words or characters per leaf or per node, of a folded node.
    pub(crate) fn ratio_of(&self, node: &Node) -> f64 {
        let counts_words = self.ratio.is_none_or(NodeRatio::counts_words);
        let text = if counts_words { node.words } else { node.chars };
        f64::from(text) / f64::from(node.parts.max(1))
    }

    /// Whether `Node::parts` counts leaves.
    pub(crate) fn counts_leaves(&self) -> bool {
        self.ratio.is_none_or(NodeRatio::counts_leaves)
    }

    /// Offset of the last line-block that began.
    pub(crate) fn open_block(&self) -> Option<u64> {
        self.block_start
    }

    /// Index after the last descendant of the node at `at`.
    pub(crate) fn end_of(&self, at: usize) -> usize {
        (at + 1..self.len).find(|&next| (self.get(next).parent as usize) < at).unwrap_or(self.len)
    }

    /// Marks all hidden nodes as visible.
    pub(crate) fn reveal(&mut self) {
        for at in 0..self.len {
            self.get_mut(at).set(Node::HIDDEN, false);
        }
    }

    /// Prepares for the next page; keeps the memory.
    pub(super) fn reset(&mut self, ledger: &mut MemoryLedger) {
        self.truncate(0, 0, ledger);
        let (used, free) = (core::mem::take(&mut self.used), core::mem::take(&mut self.free));
        *self = Self { ratio: self.ratio, most_segments: self.most_segments, used, free, ..Self::default() };
    }

    /// Stops building nodes for this page and forgets the existing ones.
    pub(super) fn stop(&mut self, ledger: &mut MemoryLedger) {
        self.reset(ledger);
        self.is_stopped = true;
    }

    /// Keeps the first `len` nodes, and at most `segments` segments in addition to those they fill.
    fn truncate(&mut self, len: usize, segments: usize, ledger: &mut MemoryLedger) {
        let keep = (len.div_ceil(SEGMENT_NODES) + segments).min(self.used.len());
        for mut segment in self.used.drain(keep..) {
            segment.clear();
            self.free.push(segment);
            ledger.release(NODE_SEGMENT_COST_BYTES);
        }
        for (number, segment) in self.used.iter_mut().enumerate() {
            segment.truncate(len.saturating_sub(number * SEGMENT_NODES));
        }
        self.len = len;
    }

    /// Bytes of free segments, kept for other pages.
    pub(super) fn free_bytes(&self) -> usize {
        self.free.len() * NODE_SEGMENT_COST_BYTES
    }

    /// Nodes reserved for the next text and its ancestors.
    const WANTED_ROOM: usize = 1 + RESERVED_NODES;

    /// Whether the next text and its ancestors fit.
    pub(super) fn has_room(&self) -> bool {
        self.used.len() * SEGMENT_NODES >= self.len + Self::WANTED_ROOM
    }

    /// One more reserved segment, which may have no capacity yet. Returns `None` at the maximum
    /// number of segments, or if the budget is spent.
    pub(super) fn take_segment(&mut self, ledger: &mut MemoryLedger) -> Option<Vec<Node>> {
        let may_grow = self.used.len() < self.most_segments && ledger.reserve(NODE_SEGMENT_COST_BYTES);
        may_grow.then(|| self.free.pop().unwrap_or_default())
    }

    /// Adds a taken segment, which now has its capacity.
    pub(super) fn add_segment(&mut self, segment: Vec<Node>) {
        self.used.push(segment);
    }

    /// Adds a node and returns its serial number; `None` without memory for it.
    fn add(&mut self, mut node: Node) -> Option<u32> {
        let segment = self.used.get_mut(self.len / SEGMENT_NODES)?;
        node.serial = self.next_serial;
        segment.push(node);
        self.len += 1;
        self.next_serial = self.next_serial.saturating_add(1);
        Some(node.serial)
    }

    /// Makes sure that there is a root, if there is memory for it.
    fn ensure_root(&mut self) {
        if self.len == 0 {
            self.add(Node { tag: TagId::Body, ..Node::default() });
        }
    }

    /// Index of the node with a serial number. If that node was removed, the index of the last node
    /// before it; the root at least.
    fn place_of(&self, serial: u32) -> usize {
        let (mut from, mut to) = (0, self.len);
        while from + 1 < to {
            let middle = usize::midpoint(from, to);
            if self.get(middle).serial <= serial { from = middle } else { to = middle }
        }
        from
    }

    /// Adds an element at its first text. `parent_serial` and the result are serial numbers.
    pub(super) fn new_element(&mut self, parent_serial: u32, tag: TagId, is_out_of_flow: bool) -> u32 {
        if !self.are_wanted() {
            return 0;
        }
        self.ensure_root();
        if self.len == 0 {
            return 0;
        }
        let parent = self.place_of(parent_serial);
        let depth = self.get(parent).depth + 1;
        let mut node = Node { parent: parent as u32, tag, depth, ..Node::default() };
        node.set(Node::OUT_OF_FLOW, is_out_of_flow);
        let added = if depth < MAX_DEPTH { self.add(node) } else { None };
        added.unwrap_or_else(|| {
            self.folded += 1;
            self.get(parent).serial
        })
    }

    /// Whether text in this element continues the last text node.
    pub(super) fn text_goes_on(&self, parent_serial: u32, is_hidden: bool) -> bool {
        let Some(last) = self.len.checked_sub(1).map(|at| self.get(at)) else { return false };
        let parent_serial = if parent_serial == NO_ELEMENT { 0 } else { parent_serial };
        !self.tag_seen
            && last.kind == NodeKind::Text
            && self.text_parent == parent_serial
            && last.has(Node::HIDDEN) == is_hidden
    }

    /// Begins a text node at `offset`. Without memory for it, the text becomes part of the last
    /// node.
    pub(super) fn begin_text(&mut self, parent_serial: u32, flags: Flags, offset: u64) {
        self.ensure_root();
        if self.len == 0 {
            self.folded += 1;
            return;
        }
        let parent_serial = if parent_serial == NO_ELEMENT { 0 } else { parent_serial };
        let parent = self.place_of(parent_serial);
        let depth = self.get(parent).depth.saturating_add(1);
        let kind = NodeKind::Text;
        let mut node =
            Node { start: offset, end: offset, parent: parent as u32, kind, depth, ..Node::default() };
        node.mark(flags);
        if self.add(node).is_none() {
            self.folded += 1;
            let last = self.get_mut(self.len - 1);
            if last.kind != NodeKind::Text {
                // It has no children yet.
                last.kind = NodeKind::Text;
                (last.start, last.end) = (offset, offset);
                last.mark(flags);
            }
        }
        self.tag_seen = false;
        self.text_parent = parent_serial;
    }

    /// Adds a run of text to the last text node, which then ends at offset `end` or later.
    #[inline]
    pub(super) fn count(&mut self, chars: u16, words: u16, in_link: bool, end: u64) {
        if self.len == 0 {
            return;
        }
        let last = self.get_mut(self.len - 1);
        last.chars = last.chars.saturating_add(u32::from(chars));
        last.words = last.words.saturating_add(u32::from(words));
        if in_link {
            last.link_words = last.link_words.saturating_add(u32::from(words));
        }
        last.end = last.end.max(end);
    }

    /// Folds the nodes that are decided: those that are closed and end before `boundary`. Their
    /// sums and relevance must be known. Per remaining parent one record stays, which holds the
    /// sums of all its removed descendants.
    ///
    /// Cost: linear in the nodes.
    pub(super) fn forget(&mut self, boundary: u64, ledger: &mut MemoryLedger) {
        if !self.are_wanted() || self.len == 0 {
            return;
        }
        let mut open = self.len - 1;
        while open > 0 {
            self.get_mut(open).set(Node::OPEN, true);
            open = self.get(open).parent as usize;
        }
        // Remaining ancestors of the current node: their indices before and after folding.
        let mut ancestors = [(0_usize, 0_usize); MAX_DEPTH as usize + 2];
        let (mut depth, mut to) = (0, 1);
        for from in 1..self.len {
            let mut node = *self.get(from);
            let parent = node.parent as usize;
            while depth > 0 && ancestors[depth].0 > parent {
                depth -= 1;
            }
            if node.has(Node::OPEN) || node.end > boundary {
                node.set(Node::OPEN, false);
                node.parent = ancestors[depth].1 as u32;
                *self.get_mut(to) = node;
                depth = (depth + 1).min(ancestors.len() - 1);
                ancestors[depth] = (from, to);
                to += 1;
                continue;
            }
            if node.words == 0 || node.has(Node::HIDDEN | Node::NON_CONTENT) {
                continue;
            }
            self.note_left(&node);
            let (before, after) = ancestors[depth];
            if before != parent {
                // Already included in the sums of a removed ancestor.
                continue;
            }
            if to == after + 1 {
                // First removed child of its parent: its record stays for all that follow.
                *self.get_mut(to) = Node { start: node.start, parent: after as u32, ..LEFT };
                to += 1;
            }
            let counts_leaves = self.counts_leaves();
            self.get_mut(after + 1).absorb(&node, counts_leaves);
        }
        self.truncate(to, Self::WANTED_ROOM.div_ceil(SEGMENT_NODES), ledger);
    }

    /// Records what later decisions need of a node that is removed.
    fn note_left(&mut self, node: &Node) {
        if node.kind == NodeKind::Left {
            return;
        }
        let ratio = self.ratio_of(node);
        let left = &mut self.left;
        let (least, greatest) = left.ratios.unwrap_or((ratio, ratio));
        left.ratios = Some((least.min(ratio), greatest.max(ratio)));
        if node.relevance > left.relevance {
            (left.relevance, left.ratio, left.serial) = (node.relevance, ratio, node.serial);
        }
    }
}

/// Empty record for nodes that were removed.
const LEFT: Node = Node {
    start: 0,
    end: 0,
    relevance: 0.0,
    chars: 0,
    words: 0,
    link_words: 0,
    parts: 0,
    serial: 0,
    parent: 0,
    kind: NodeKind::Left,
    tag: TagId::Other,
    depth: 0,
    marks: 0,
};

impl Node {
    /// Adds the sums of the next removed sibling; `self` is a [`NodeKind::Left`].
    fn absorb(&mut self, node: &Self, counts_leaves: bool) {
        if self.parts == 0 {
            (self.serial, self.depth) = (node.serial, node.depth);
        }
        let joins = if node.kind == NodeKind::Left { node.has(Self::JOINING) } else { node.joins() };
        let goes_on = counts_leaves && node.kind != NodeKind::Left && joins && self.has(Self::JOINING);
        self.parts = self.parts.saturating_add(if goes_on { 0 } else { node.parts });
        self.set(Self::JOINING, counts_leaves && joins);
        self.chars = self.chars.saturating_add(node.chars);
        self.words = self.words.saturating_add(node.words);
        self.link_words = self.link_words.saturating_add(node.link_words);
        self.relevance += node.relevance;
        self.end = self.end.max(node.end);
    }
}
