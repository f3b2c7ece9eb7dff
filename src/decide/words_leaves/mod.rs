//! The words-leaves method: the element with the densest text (Insa et al. 2013, section 4).
//!
//! Content nodes (definition 4.1) are shown nodes with words. Elements that are never content, by
//! their tag or name, have no nodes. A first pass goes from the last node to the first, so that
//! each node comes after all its descendants. It sums up words, characters and leaves; the joining
//! rule of figure 5 gives the same in this direction. A second pass weighs the initial nodes
//! (definition 4.5), sums up relevance (definition 4.6) and finds the best node (definition 4.7). A
//! line-block is kept if some of its text is in that node.
//!
//! Departures. Definition 4.6 multiplies by the ratio itself; [`Relevance`] states why it is scaled
//! here. If all content nodes have one ratio, the scaled ratio is 1. If there is one initial node,
//! its position is 1. Navigation, footers, dialogs and asides are dropped, as with every method
//! with thresholds. If a page is decided in parts, nodes that were handed out stay in the sums of
//! their ancestors. While the best of them would still be an initial node, a part keeps something
//! only if one of its nodes is more relevant.

pub(super) mod segments;

use super::verdict::{is_rarely_content, set};
use crate::block::{Arena, Node, NodeKind, Nodes};
use crate::feature::sigma::square_root;
use crate::methods::Relevance;

/// The method: a search for the best node. Holds nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NodeSearch {
    pub(super) relevance: Relevance,
    /// Navigation, footers, dialogs and asides count as well.
    pub(super) includes_boilerplate: bool,
}

/// The best node, by definition 4.7.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    /// Index of the node.
    pub(crate) at: usize,
    /// No node that was handed out before is better.
    pub(crate) is_content: bool,
}

/// Quantities over all content nodes that the weight of a node depends on.
struct Scale {
    /// Smallest and greatest ratio.
    least: f64,
    greatest: f64,
    /// Minimum ratio of an initial node: the square root of the greatest ratio times the root's
    /// ratio.
    initial: f64,
    /// Smallest and greatest identifier of the initial nodes.
    first: u32,
    last: u32,
    /// Nodes that were handed out still count.
    left_counts: bool,
}

impl Scale {
    /// Definition 4.5.
    fn is_initial(&self, ratio: f64) -> bool {
        ratio >= self.initial
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

impl NodeSearch {
    /// A search for main content.
    pub(super) fn new(relevance: Relevance) -> Self {
        Self { relevance, includes_boilerplate: false }
    }

    /// Decides all pending records.
    ///
    /// Cost: linear in nodes and records.
    pub(super) fn decide(self, arena: &mut Arena) {
        let best = self.best(&mut arena.nodes).filter(|best| best.is_content);
        let best = best.map(|best| *arena.nodes.get(best.at));
        for index in 0..arena.len() {
            let keep =
                best.is_some_and(|best| holds(arena, &best, index)) && !is_rarely_content(arena, index);
            set(arena, index, keep);
        }
    }

    /// Folds and weighs all nodes but the taken ones, and returns the best one, if any.
    pub(crate) fn best(self, nodes: &mut Nodes) -> Option<Best> {
        self.fold(nodes);
        let scale = self.scale(nodes)?;
        let mut best: Option<(f64, usize)> = None;
        for at in (0..nodes.len()).rev() {
            let mut node = *nodes.get(at);
            if !self.is_content(&node) {
                continue;
            }
            if node.kind == NodeKind::Left {
                if !scale.left_counts {
                    node.relevance = 0.0;
                }
            } else {
                let ratio = nodes.ratio_of(&node);
                let factor = match self.relevance {
                    Relevance::Capped => (ratio / scale.initial).min(1.0),
                    Relevance::Scaled => scale.scaled(ratio),
                    Relevance::Literal => ratio,
                };
                node.relevance =
                    (factor * node.relevance.max(scale.weight(node.serial, ratio))).min(f64::MAX);
                // Of equal nodes, the first one in the page wins.
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
        Some(Best { at, is_content: !scale.left_counts || relevance > nodes.left.relevance })
    }

    /// Definition 4.1.
    pub(crate) fn is_content(self, node: &Node) -> bool {
        let is_out = node.has(Node::HIDDEN)
            || node.has(Node::TAKEN)
            || !self.includes_boilerplate && node.has(Node::NON_CONTENT);
        node.words > 0 && !is_out
    }

    /// Sums up the counts of each element's descendants, from the last node to the first.
    pub(crate) fn fold(self, nodes: &mut Nodes) {
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
            let is_content = self.is_content(&node);
            let parent = nodes.get_mut(node.parent as usize);
            (parent.start, parent.end) = (parent.start.min(node.start), parent.end.max(node.end));
            if !is_content {
                continue;
            }
            parent.chars = parent.chars.saturating_add(node.chars);
            parent.words = parent.words.saturating_add(node.words);
            parent.link_words = parent.link_words.saturating_add(node.link_words);
            let joins = if node.kind == NodeKind::Left { node.has(Node::JOINING) } else { node.joins() };
            let goes_on = counts_leaves && joins && parent.has(Node::JOINING);
            // A run of leaves that join counts as one leaf.
            parent.parts = parent.parts.saturating_add(node.parts - u32::from(goes_on));
            parent.set(Node::JOINING, counts_leaves && joins);
        }
    }

    /// The extremes of ratios and identifiers; `None` if there is no content node.
    fn scale(self, nodes: &Nodes) -> Option<Scale> {
        let content = || {
            (0..nodes.len())
                .map(|at| nodes.get(at))
                .filter(|node| node.kind != NodeKind::Left && self.is_content(node))
                .map(|node| (node.serial, nodes.ratio_of(node)))
        };
        let root = content().next()?.1;
        let (mut least, mut greatest) = nodes.left.ratios.unwrap_or((root, root));
        for (_, ratio) in content() {
            (least, greatest) = (least.min(ratio), greatest.max(ratio));
        }
        let initial = square_root(greatest * root);
        let mut scale = Scale { least, greatest, initial, first: u32::MAX, last: 0, left_counts: false };
        let left = (nodes.left.serial, nodes.left.ratio);
        scale.left_counts = nodes.left.relevance > 0.0 && scale.is_initial(left.1);
        for (serial, ratio) in content().chain(scale.left_counts.then_some(left)) {
            if scale.is_initial(ratio) {
                (scale.first, scale.last) = (scale.first.min(serial), scale.last.max(serial));
            }
        }
        Some(scale)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::TagId;
    use crate::{
        Extractor, Method, Options,
        methods::{NodeRatio, WordsLeaves},
    };
    use std::string::String;
    use std::vec::Vec;
    use std::{format, vec};

    /// Calls `look` with the nodes of a page.
    fn with_nodes<T>(html: &str, ratio: NodeRatio, look: impl FnOnce(&mut Nodes) -> T) -> T {
        let method = Method::WordsLeaves(WordsLeaves { ratio, relevance: Relevance::Capped });
        let options = Options::default().with_method(method);
        let mut extractor = Extractor::new(options).expect("the options are sound");
        let page = crate::_train::pages::read_whole(&mut extractor, html.as_bytes()).expect("the page fits");
        look(&mut page.arena.nodes)
    }

    /// Words, characters, and leaves or nodes of the whole page.
    fn counts(html: &str, ratio: NodeRatio) -> (u32, u32, u32) {
        with_nodes(html, ratio, |nodes| {
            NodeSearch::default().fold(nodes);
            let root = nodes.get(0);
            (root.words, root.chars, root.parts)
        })
    }

    /// Leaves of the whole page.
    fn leaves(html: &str) -> u32 {
        counts(html, NodeRatio::WordsLeaves).2
    }

    /// The tags from the root to the best node.
    fn best_path(html: &str, relevance: Relevance) -> Vec<TagId> {
        with_nodes(html, NodeRatio::WordsLeaves, |nodes| {
            let method = NodeSearch::new(relevance);
            let mut at = method.best(nodes).expect("there is text").at;
            let mut path = vec![nodes.get(at).tag];
            while at > 0 {
                at = nodes.get(at).parent as usize;
                path.push(nodes.get(at).tag);
            }
            path.reverse();
            path
        })
    }

    /// A text of this many words, without a full stop.
    fn prose(words: usize) -> String {
        vec!["water"; words].join(" ")
    }

    #[test]
    fn a_formatted_sentence_is_one_leaf() {
        // Example 4.3 with other words.
        let html = "<em>Ann Other</em>, author of the book <strong>High Water</strong>, will speak tomorrow in <a href=/>Hall</a>.";
        assert_eq!(counts(html, NodeRatio::WordsLeaves), (13, 67, 1));
    }

    #[test]
    fn leaves_join_as_in_figure_5() {
        for (html, expected) in [
            ("one", 1),
            ("<p>one<p>two<div>three</div>", 1),
            ("<h1>one</h1><h2>two</h2>", 2),
            ("<h1>one</h1><p>two<p>three <i>four</i></p><h2>five</h2>", 3),
            ("<ul><li>one<li>two</ul>", 2),
            ("<div>one<p>two</div><div>three</div>", 1),
            ("<p>one<div><h1>two</h1><h2>three</h2></div><p>four", 4),
            ("<div>one</div><div style='position:absolute'>two</div><div>three</div>", 3),
            ("<div>one</div><p style='position:fixed'>two</p><div>three</div>", 1),
            ("<table><tr><td>one<td><b>two</b> three</table>", 2),
            // Not content: without words, hidden, a script. They do not separate leaves.
            ("<p>one<hr><script>x</script><h1> - </h1><p>two", 1),
            ("<p>one<h1 hidden>two</h1><p>three", 1),
        ] {
            assert_eq!(leaves(html), expected, "{html}");
        }
    }

    #[test]
    fn nodes_are_elements_and_texts_with_words() {
        // The root, `p`, its text, `b`, its text; `div` and `hr` have no words.
        let html = "<p>one <b>two</b></p><div> </div><hr>";
        assert_eq!(counts(html, NodeRatio::WordsNodes).2, 5);
        assert_eq!(counts(html, NodeRatio::WordsNodes), counts(html, NodeRatio::CharsNodes));
    }

    #[test]
    fn ratios_are_text_by_parts() {
        let html = "<h1>one two</h1><h2>three</h2>";
        for (ratio, expected) in [
            (NodeRatio::WordsLeaves, 3.0 / 2.0),
            (NodeRatio::CharsLeaves, 12.0 / 2.0),
            (NodeRatio::WordsNodes, 3.0 / 5.0),
            (NodeRatio::CharsNodes, 12.0 / 5.0),
        ] {
            let found = with_nodes(html, ratio, |nodes| {
                NodeSearch::default().fold(nodes);
                nodes.ratio_of(nodes.get(0))
            });
            assert!((found - expected).abs() < 1e-9, "{ratio:?}: {found}");
        }
    }

    /// A page in the shape of figures 2 to 4: a table of papers by year, and a short list of names
    /// after it.
    fn list_of_papers() -> String {
        let row = |number: usize| {
            format!(
                "<tr><td align=right>{number}</td><td>ee</td><td>Ann Other, <a href=/b>Ben Other</a>: {}. <a href=/j>Proc. 33</a>(2): 193-207 (1997)</td></tr>",
                prose(12)
            )
        };
        let rows: String = (1..9)
            .map(|year| format!("<tr><th>No</th><th colspan=2>199{year}</th></tr>{}", row(year)))
            .collect();
        let names: String =
            (1..9).map(|n| format!("<tr><td>{n}</td><td><a href=/c>Carl</a></td></tr>")).collect();
        format!(
            "<body><div class=llogo><a href=/><img alt=x></a></div><hr/><h1>Ann Other <a href=/v>home</a></h1>\
             <p><table border=1>{rows}</table></p><h2><a name=coauthors href=/x>Coauthors</a></h2><p><table>{names}</table></p>\
             <script>x</script></body>"
        )
    }

    #[test]
    fn the_table_of_papers_is_the_best_node_as_in_example_4_8() {
        let html = list_of_papers();
        for relevance in [Relevance::Capped, Relevance::Scaled] {
            let path = best_path(&html, relevance);
            assert!(path.contains(&TagId::Table), "{relevance:?}: {path:?}");
        }
        assert_eq!(best_path(&html, Relevance::Literal).len(), 1, "as written, the root");
    }

    #[test]
    fn initial_nodes_are_as_dense_as_definition_4_5_says() {
        let html = format!("<h1>{}</h1><h2>{}</h2><h3>{}</h3>", prose(100), prose(30), prose(2));
        with_nodes(&html, NodeRatio::WordsLeaves, |nodes| {
            let method = NodeSearch::default();
            method.fold(nodes);
            let scale = method.scale(nodes).expect("there are nodes");
            // The root has 132 words in 3 leaves.
            assert!((scale.initial * scale.initial - 100.0 * 44.0).abs() < 1e-6);
            assert!((scale.least, scale.greatest) == (2.0, 100.0));
            assert!(scale.is_initial(100.0) && !scale.is_initial(44.0));
            assert!((scale.scaled(51.0) - 0.5).abs() < 1e-9);
            // `h1` and its text: the first has the full weight, the last has none.
            assert_eq!(scale.last - scale.first, 1);
            assert!(
                (scale.weight(scale.first, 100.0) - 1.0).abs() < 1e-9
                    && scale.weight(scale.last, 100.0).abs() < 1e-9
            );
        });
    }
}
