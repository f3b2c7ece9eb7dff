//! The tree of what a page says: a record for each element and each text with a character that
//! shows, in the order of the stream.
//!
//! Only methods that read the nesting of elements want it; for the others nothing is held. Held:
//! segments of records, at most [`MIN_SEGMENTS`] and half of the budget beyond the minimum; all is
//! reserved. When that is full, the page is decided early, and what was handed out is folded
//! ([`Nodes::forget`]): of the nodes that are closed one record stays for all below the same
//! parent, with their sums. What still finds no room, or is too deep, is part of the node around
//! it, and counted.
//!
//! Source: Insa et al. 2013, definitions 3.1, 4.1 and 4.2. Departures: an element that the standard
//! implies and the page does not write (`tbody`) is no node; a word that a tag cuts is one, where
//! it begins.

use crate::budget::MemoryLedger;
use crate::html::TagId;
use crate::methods::NodeRatio;
use crate::structure::{Flags, NO_ELEMENT};
use alloc::vec::Vec;

/// Records in one segment.
pub(super) const SEGMENT_NODES: usize = 64;

/// What one more segment costs: its records and its place in the lists of segments.
pub(super) const NODE_SEGMENT_COST_BYTES: usize =
    SEGMENT_NODES * size_of::<Node>() + super::arena::SEGMENT_OVERHEAD_BYTES;

/// Segments that the minimum budget has room for.
const MIN_SEGMENTS: usize = 4;

/// The least with which nodes can be told apart at all.
pub(crate) const NODES_MINIMUM_BYTES: usize = MIN_SEGMENTS * NODE_SEGMENT_COST_BYTES;

/// Share of the budget beyond the minimum that nodes may take.
const NODES_SHARE: usize = 2;

/// Nodes around a node, at most; deeper ones are part of it.
const MAX_DEPTH: u8 = 128;

/// Room kept for the elements around the next text.
const RESERVED_NODES: usize = 64;

/// What is not content for any method with thresholds, beside what is hidden.
const BESIDE: Flags = Flags::NAVIGATION.with(Flags::FOOTER).with(Flags::DIALOG).with(Flags::ASIDE);

/// What a node stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum NodeKind {
    #[default]
    Element,
    /// A text node; or an element that had no more room for one.
    Text,
    /// The first children of its parent, which were handed out.
    Left,
}

/// One node: fixed size. The counts of a text are its own, those of an element are known when it
/// was [folded](crate::decide).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node {
    /// Places in the stream of its first character and behind its last one.
    pub(crate) start: u64,
    pub(crate) end: u64,
    /// Definition 4.6.
    pub(crate) relevance: f64,
    pub(crate) chars: u32,
    pub(crate) words: u32,
    pub(crate) link_words: u32,
    /// Leaves or nodes inside, as the ratio wants.
    pub(crate) parts: u32,
    /// Number of the node on the page, in preorder: the identifier of definition 4.2.
    pub(crate) serial: u32,
    pub(crate) parent: u32,
    pub(crate) kind: NodeKind,
    /// Of a text node [`TagId::Other`].
    pub(crate) tag: TagId,
    depth: u8,
    marks: u8,
}

impl Node {
    /// The page hides it.
    pub(crate) const HIDDEN: u8 = 1;
    /// Its position is not static.
    const OUT_OF_FLOW: u8 = 1 << 1;
    /// Of folding: its last child that was added goes on with neighbours as one leaf.
    pub(crate) const JOINING: u8 = 1 << 2;
    /// It was taken as a segment.
    pub(crate) const TAKEN: u8 = 1 << 3;
    /// It is a menu.
    pub(crate) const MENU: u8 = 1 << 4;
    /// The page marks it as beside the content.
    pub(crate) const BESIDE: u8 = 1 << 5;
    /// It may still get text.
    const OPEN: u8 = 1 << 6;

    #[inline]
    pub(crate) fn has(&self, mark: u8) -> bool {
        self.marks & mark != 0
    }

    pub(crate) fn set(&mut self, mark: u8, is_set: bool) {
        self.marks = if is_set { self.marks | mark } else { self.marks & !mark };
    }

    /// What the elements around make of a text.
    fn mark(&mut self, flags: Flags) {
        self.set(Self::HIDDEN, flags.has(Flags::HIDDEN));
        self.set(Self::BESIDE, flags.has(BESIDE));
    }

    /// Whether it is a leaf that goes on with its neighbours as one (Insa et al. 2013, figure 5):
    /// its leaves are counted.
    pub(crate) fn joins(&self) -> bool {
        use TagId::*;
        let formats = matches!(self.tag, P | A | U | B | I | Em | Span | Sub | Sup | Strong | Div);
        let is_text = self.kind == NodeKind::Text && self.tag == Other;
        (formats || is_text) && self.kind != NodeKind::Left && self.parts == 1 && !self.has(Self::OUT_OF_FLOW)
    }
}

/// What is known of nodes that were handed out.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Left {
    /// The greatest relevance, and that node's ratio and serial; `0.0` while there is none.
    pub(crate) relevance: f64,
    pub(crate) ratio: f64,
    pub(crate) serial: u32,
    /// The least and the greatest ratio, if any.
    pub(crate) ratios: Option<(f64, f64)>,
}

/// The tree; see the [module](self).
#[derive(Default)]
pub(crate) struct Nodes {
    /// What nodes are wanted for, if they are.
    ratio: Option<NodeRatio>,
    used: Vec<Vec<Node>>,
    pub(super) free: Vec<Vec<Node>>,
    most_segments: usize,
    len: usize,
    next_serial: u32,
    /// A tag was seen since the last text.
    pub(super) tag_seen: bool,
    /// The element of the last text.
    text_around: u32,
    pub(crate) left: Left,
    /// Place of the line-block that was begun last.
    pub(super) block_start: Option<u64>,
    folded: u64,
    /// Nothing more is taken of this page.
    is_stopped: bool,
}

impl Nodes {
    /// No nodes; if a ratio wants any, with a share of `spare_bytes`.
    pub(super) fn new(ratio: Option<NodeRatio>, spare_bytes: usize) -> Self {
        let most_segments = MIN_SEGMENTS + spare_bytes / NODES_SHARE / NODE_SEGMENT_COST_BYTES;
        Self { ratio, most_segments, ..Self::default() }
    }

    /// Whether nodes are wanted.
    #[inline]
    pub(crate) fn are_wanted(&self) -> bool {
        self.ratio.is_some() && !self.is_stopped
    }

    /// Nodes or texts that found no room of their own.
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

    /// Text per leaf or per node of a folded node.
    pub(crate) fn ratio_of(&self, node: &Node) -> f64 {
        let counts_words = self.ratio.is_none_or(NodeRatio::counts_words);
        let text = if counts_words { node.words } else { node.chars };
        f64::from(text) / f64::from(node.parts.max(1))
    }

    /// Whether parts are leaves.
    pub(crate) fn counts_leaves(&self) -> bool {
        self.ratio.is_none_or(NodeRatio::counts_leaves)
    }

    /// Place of the line-block that was begun last.
    pub(crate) fn open_block(&self) -> Option<u64> {
        self.block_start
    }

    /// The place behind the last node below the one at `at`.
    pub(crate) fn end_of(&self, at: usize) -> usize {
        (at + 1..self.len).find(|&next| (self.get(next).parent as usize) < at).unwrap_or(self.len)
    }

    /// What was hidden is shown.
    pub(crate) fn reveal(&mut self) {
        for at in 0..self.len {
            self.get_mut(at).set(Node::HIDDEN, false);
        }
    }

    /// Ready for the next page; keeps the memory.
    pub(super) fn reset(&mut self, ledger: &mut MemoryLedger) {
        self.truncate(0, 0, ledger);
        let (used, free) = (core::mem::take(&mut self.used), core::mem::take(&mut self.free));
        *self = Self { ratio: self.ratio, most_segments: self.most_segments, used, free, ..Self::default() };
    }

    /// Takes no more of this page, and forgets what there is.
    pub(super) fn stop(&mut self, ledger: &mut MemoryLedger) {
        self.reset(ledger);
        self.is_stopped = true;
    }

    /// Keeps `len` nodes, and `segments` at most beyond those that they fill.
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

    /// Bytes of segments that are kept for other pages.
    pub(super) fn free_bytes(&self) -> usize {
        self.free.len() * NODE_SEGMENT_COST_BYTES
    }

    /// Room that the next text and the elements around it want.
    const WANTED_ROOM: usize = 1 + RESERVED_NODES;

    /// Whether the next text and the elements around it fit.
    pub(super) fn has_room(&self) -> bool {
        self.used.len() * SEGMENT_NODES >= self.len + Self::WANTED_ROOM
    }

    /// A segment more, reserved, which may have no room yet; `None` when there are as many as there
    /// may be, or the budget is spent.
    pub(super) fn take_segment(&mut self, ledger: &mut MemoryLedger) -> Option<Vec<Node>> {
        let may_grow = self.used.len() < self.most_segments && ledger.reserve(NODE_SEGMENT_COST_BYTES);
        may_grow.then(|| self.free.pop().unwrap_or_default())
    }

    /// Adds a segment that was taken, with its room.
    pub(super) fn add_segment(&mut self, segment: Vec<Node>) {
        self.used.push(segment);
    }

    /// Adds a node for which there may be room; gives its serial.
    fn add(&mut self, mut node: Node) -> Option<u32> {
        let segment = self.used.get_mut(self.len / SEGMENT_NODES)?;
        node.serial = self.next_serial;
        segment.push(node);
        self.len += 1;
        self.next_serial = self.next_serial.saturating_add(1);
        Some(node.serial)
    }

    /// Makes sure that there is a root, if there is room.
    fn ensure_root(&mut self) {
        if self.len == 0 {
            self.add(Node { tag: TagId::Body, ..Node::default() });
        }
    }

    /// The place of the node with a serial, or of the root.
    fn place_of(&self, serial: u32) -> usize {
        let (mut from, mut to) = (0, self.len);
        while from + 1 < to {
            let middle = usize::midpoint(from, to);
            if self.get(middle).serial <= serial { from = middle } else { to = middle }
        }
        from
    }

    /// An element gets its first text; `around` and the result are serials.
    pub(super) fn new_element(&mut self, around: u32, tag: TagId, is_out_of_flow: bool) -> u32 {
        if !self.are_wanted() {
            return 0;
        }
        self.ensure_root();
        if self.len == 0 {
            return 0;
        }
        let parent = self.place_of(around);
        let depth = self.get(parent).depth + 1;
        let mut node = Node { parent: parent as u32, tag, depth, ..Node::default() };
        node.set(Node::OUT_OF_FLOW, is_out_of_flow);
        let added = if depth < MAX_DEPTH { self.add(node) } else { None };
        added.unwrap_or_else(|| {
            self.folded += 1;
            self.get(parent).serial
        })
    }

    /// Whether text in this element goes on with the last text node.
    pub(super) fn text_goes_on(&self, around: u32, is_hidden: bool) -> bool {
        let Some(last) = self.len.checked_sub(1).map(|at| self.get(at)) else { return false };
        let around = if around == NO_ELEMENT { 0 } else { around };
        !self.tag_seen
            && last.kind == NodeKind::Text
            && self.text_around == around
            && last.has(Node::HIDDEN) == is_hidden
    }

    /// A text node begins at `offset`. Where there is no room, the text is part of the last node.
    pub(super) fn begin_text(&mut self, around: u32, flags: Flags, offset: u64) {
        self.ensure_root();
        if self.len == 0 {
            self.folded += 1;
            return;
        }
        let around = if around == NO_ELEMENT { 0 } else { around };
        let parent = self.place_of(around);
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
        self.text_around = around;
    }

    /// Text of the last text node, which ends at `end`; gaps between two texts end nowhere.
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

    /// Folds what was handed out: nodes that are closed and end before `boundary`, and that were
    /// folded and weighed. Of those below a parent that stays, one record with their sums
    /// stays.
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
        // Nodes around the one at hand that stay: places before and after.
        let mut around = [(0_usize, 0_usize); MAX_DEPTH as usize + 2];
        let (mut depth, mut to) = (0, 1);
        for from in 1..self.len {
            let mut node = *self.get(from);
            let parent = node.parent as usize;
            while depth > 0 && around[depth].0 > parent {
                depth -= 1;
            }
            if node.has(Node::OPEN) || node.end > boundary {
                node.set(Node::OPEN, false);
                node.parent = around[depth].1 as u32;
                *self.get_mut(to) = node;
                depth = (depth + 1).min(around.len() - 1);
                around[depth] = (from, to);
                to += 1;
                continue;
            }
            if node.words == 0 || node.has(Node::HIDDEN | Node::BESIDE) {
                continue;
            }
            self.note_left(&node);
            let (before, after) = around[depth];
            if before != parent {
                // Part of the sums of one that goes as well.
                continue;
            }
            if to == after + 1 {
                // The first child of its parent: it stays for all that go.
                *self.get_mut(to) = Node { start: node.start, parent: after as u32, ..LEFT };
                to += 1;
            }
            let counts_leaves = self.counts_leaves();
            self.get_mut(after + 1).take_in(&node, counts_leaves);
        }
        self.truncate(to, Self::WANTED_ROOM.div_ceil(SEGMENT_NODES), ledger);
    }

    /// A node goes: what later decisions are to know of it.
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

/// A record of nodes that were handed out, before it has any.
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
    /// Takes in the next sibling that goes; this one is [`NodeKind::Left`].
    fn take_in(&mut self, node: &Self, counts_leaves: bool) {
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
