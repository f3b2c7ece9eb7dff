//! The words-leaves method: the element that holds the densest text (words-leaves-ratio.txt, section 4).
//!
//! Content nodes (definition 4.1) are nodes with words that the page does not hide; what is never content by its name has no nodes. Each
//! sum is folded upward in one walk from the last node to the first, which meets every node behind all below it: words, characters, and leaves by the
//! joining rule of figure 5, which reads the same from the end. A second walk weighs the initial nodes (definition 4.5), folds relevances
//! (definition 4.6), and finds the best node (definition 4.7). A line-block is kept if some of its text is in that node.
//!
//! Departures. Definition 4.6 multiplies by the ratio itself; see [`Relevance`] for why it is scaled here. Where all content nodes have one ratio, or
//! there is one initial node, the scaled ratio and the position are 1. What the page itself marks as beside the content is dropped, as with
//! every method. Of a page that is decided in parts, nodes that were handed out stay in the sums of those around them; and while the best of
//! them would still be an initial node, a part keeps something only if one of its nodes is more relevant.

use super::{is_beside_content, set};
use crate::block::{Arena, Node, NodeKind, Nodes};
use crate::options::Relevance;

/// The method. Holds nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WordsLeaves {
    pub(super) relevance: Relevance,
}

/// What a node's weight is computed from, over all content nodes.
struct Scale {
    /// Least and greatest ratio.
    least: f64,
    greatest: f64,
    /// Square of the least ratio of an initial node: the product of the greatest and the root's.
    initial_squared: f64,
    /// First and last identifier of the initial nodes.
    first: u32,
    last: u32,
    /// What was handed out still counts.
    left_counts: bool,
}

impl Scale {
    /// Definition 4.5.
    fn is_initial(&self, ratio: f64) -> bool {
        ratio * ratio >= self.initial_squared
    }

    /// rWLR of definition 4.6.
    fn scaled(&self, ratio: f64) -> f64 {
        if self.greatest > self.least { (ratio - self.least) / (self.greatest - self.least) } else { 1.0 }
    }

    /// W of definition 4.6.
    fn weight(&self, serial: u32, ratio: f64) -> f64 {
        if !self.is_initial(ratio) {
            return 0.0;
        }
        let (place, places) = (serial.saturating_sub(self.first), self.last.saturating_sub(self.first));
        let position = if places > 0 { 1.0 - f64::from(place) / f64::from(places) } else { 1.0 };
        position * self.scaled(ratio)
    }
}

impl WordsLeaves {
    /// Decides all that wait.
    ///
    /// Cost: linear in nodes and records.
    pub(super) fn decide(self, arena: &mut Arena) {
        let best = self.best(&mut arena.nodes).map(|at| *arena.nodes.get(at));
        for index in 0..arena.len() {
            let keep = best.is_some_and(|best| holds(arena, &best, index)) && !is_beside_content(arena, index);
            set(arena, index, keep);
        }
    }

    /// Folds and weighs all nodes but those that were taken; gives the place of the best one, unless there is none, or
    /// one that was handed out is better.
    pub(crate) fn best(self, nodes: &mut Nodes) -> Option<usize> {
        fold(nodes);
        let scale = scale(nodes)?;
        let mut best: Option<(f64, usize)> = None;
        for at in (0..nodes.len()).rev() {
            let mut node = *nodes.get(at);
            if !is_content(&node) {
                continue;
            }
            if node.kind == NodeKind::Left {
                if !scale.left_counts {
                    node.relevance = 0.0;
                }
            } else {
                let ratio = nodes.ratio_of(&node);
                let factor = match self.relevance {
                    Relevance::Scaled => scale.scaled(ratio),
                    Relevance::Paper => ratio,
                };
                node.relevance = (factor * node.relevance.max(scale.weight(node.serial, ratio))).min(f64::MAX);
                // Of equals the first one.
                if best.is_none_or(|(relevance, _)| node.relevance >= relevance) {
                    best = Some((node.relevance, at));
                }
            }
            nodes.get_mut(at).relevance = node.relevance;
            if at > 0 {
                nodes.get_mut(node.parent as usize).relevance += node.relevance;
            }
        }
        let (relevance, at) = best?;
        (!scale.left_counts || relevance > nodes.left.relevance).then_some(at)
    }
}

/// Whether some text of block `index` is in a node.
pub(crate) fn holds(arena: &Arena, node: &Node, index: usize) -> bool {
    let offset = arena.record(index).offset;
    let next = if index + 1 < arena.len() {
        arena.record(index + 1).offset
    } else {
        arena.nodes.open_block().filter(|&start| start > offset).unwrap_or(u64::MAX)
    };
    offset < node.end && node.start < next
}

/// Definition 4.1.
pub(crate) fn is_content(node: &Node) -> bool {
    node.words > 0 && !node.has(Node::HIDDEN) && !node.has(Node::TAKEN)
}

/// Sums up what is in each element, from the last node to the first.
pub(crate) fn fold(nodes: &mut Nodes) {
    let counts_leaves = nodes.counts_leaves();
    for at in 0..nodes.len() {
        let node = nodes.get_mut(at);
        match node.kind {
            NodeKind::Element => {
                (node.chars, node.words, node.link_words) = (0, 0, 0);
                (node.parts, node.relevance) = (0, 0.0);
                (node.start, node.end) = (u64::MAX, 0);
                node.set(Node::JOINING, false);
            }
            NodeKind::Text => (node.parts, node.relevance) = (1, 0.0),
            NodeKind::Left => {}
        }
    }
    for at in (0..nodes.len()).rev() {
        if !counts_leaves && nodes.get(at).kind == NodeKind::Element {
            nodes.get_mut(at).parts += 1;
        }
        let node = *nodes.get(at);
        if at == 0 {
            break;
        }
        let is_content = is_content(&node);
        let around = nodes.get_mut(node.parent as usize);
        (around.start, around.end) = (around.start.min(node.start), around.end.max(node.end));
        if !is_content {
            continue;
        }
        around.chars = around.chars.saturating_add(node.chars);
        around.words = around.words.saturating_add(node.words);
        around.link_words = around.link_words.saturating_add(node.link_words);
        let joins = if node.kind == NodeKind::Left { node.has(Node::JOINING) } else { node.joins() };
        let goes_on = counts_leaves && joins && around.has(Node::JOINING);
        // Of a run of leaves that join, one counts.
        around.parts = around.parts.saturating_add(node.parts - u32::from(goes_on));
        around.set(Node::JOINING, counts_leaves && joins);
    }
}

/// The extremes of the ratios and identifiers; `None` if there is no content node.
fn scale(nodes: &Nodes) -> Option<Scale> {
    let content = || {
        (0..nodes.len())
            .map(|at| nodes.get(at))
            .filter(|node| node.kind != NodeKind::Left && is_content(node))
            .map(|node| (node.serial, nodes.ratio_of(node)))
    };
    let root = content().next()?.1;
    let (mut least, mut greatest) = nodes.left.ratios.unwrap_or((root, root));
    for (_, ratio) in content() {
        (least, greatest) = (least.min(ratio), greatest.max(ratio));
    }
    let initial_squared = greatest * root;
    let mut scale =
        Scale { least, greatest, initial_squared, first: u32::MAX, last: 0, left_counts: false };
    let left = (nodes.left.serial, nodes.left.ratio);
    scale.left_counts = nodes.left.relevance > 0.0 && scale.is_initial(left.1);
    for (serial, ratio) in content().chain(scale.left_counts.then_some(left)) {
        if scale.is_initial(ratio) {
            (scale.first, scale.last) = (scale.first.min(serial), scale.last.max(serial));
        }
    }
    Some(scale)
}
