//! Segments of a page (Insa et al. 2013, section 7): main content, further blocks, and menus.
//!
//! The words-leaves method runs repeatedly, each time without the nodes that were found before.
//! Menus are elements with many links of one or two words.
//!
//! Departures. The paper leaves the ratio of menus open. Here a menu is an outermost element that
//! does not hold the main content. It has at least [`MIN_LINKS`] links, most of them short, and
//! most of its words are in them. In scripts without spaces between words, each character counts as
//! a word, so there a short link has up to [`SHORT_CHARS`] characters. Menus are removed after the
//! first round, so that no later round finds them.

use super::{NodeSearch, holds};
use crate::block::{Arena, MethodNote, Node, NodeKind, Nodes, Verdict};
use crate::html::TagId;
use crate::segment::{Segment, SegmentInfo, SegmentKind};
use crate::structure::Flags;
use core::ops::ControlFlow;

/// Minimum number of links of a menu.
const MIN_LINKS: u32 = 3;

/// Maximum words of a short link.
const SHORT_WORDS: u32 = 2;

/// Maximum characters of a short link in scripts without spaces between words.
const SHORT_CHARS: u32 = 8;

/// Maximum mean characters per word of a text that counts as a script without spaces. In such a
/// script each character is a word, and some characters count as none.
const UNPARTED_CHARS: u32 = 2;

/// Minimum share of a menu's links that are short, and of its words that are in links: three
/// quarters.
const MENU_SHARE: (u32, u32) = (3, 4);

/// Maximum number of segments, and of menus, per call.
const MAX_SEGMENTS: usize = 10_000;

/// Finds at most `most` segments, and as many menus, among the oldest `count` records, and hands
/// them to `take`.
///
/// The records were decided before. Order: content, blocks by descending relevance, menus in page
/// order. Afterwards nodes are as the decision left them.
///
/// Cost: `most` times the nodes and records.
pub(crate) fn find(
    method: NodeSearch,
    arena: &mut Arena,
    count: usize,
    most: usize,
    take: &mut dyn FnMut(Segment<'_>) -> ControlFlow<()>,
) {
    for index in 0..arena.len() {
        arena.record_mut(index).method_note = MethodNote::of_segment(0);
    }
    // If `take` breaks off, it wants no more segments, and no rounds are left to do.
    let _ = rounds(method, arena, count, most.min(MAX_SEGMENTS), take);
    for at in 0..arena.nodes.len() {
        arena.nodes.get_mut(at).set(Node::TAKEN | Node::MENU, false);
    }
    method.best(&mut arena.nodes);
}

fn rounds(
    method: NodeSearch,
    arena: &mut Arena,
    count: usize,
    most: usize,
    take: &mut dyn FnMut(Segment<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut hand_out = |arena: &Arena, part| match Segment::new(arena, count, part) {
        Some(segment) => take(segment),
        None => ControlFlow::Continue(()),
    };
    let content = method.best(&mut arena.nodes).filter(|best| best.is_content);
    let all = NodeSearch { includes_boilerplate: true, ..method };
    let content =
        content.map(|best| (best.at, SegmentInfo::new(arena.nodes.get(best.at), 1, SegmentKind::Content)));
    mark_menus(all, &mut arena.nodes, content.map(|(at, _)| at));
    if let Some((at, part)) = content {
        claim(all, arena, count, at, part);
        hand_out(arena, part)?;
    }
    let mut number = 1;
    for at in 0..arena.nodes.len() {
        if arena.nodes.get(at).has(Node::MENU) && number <= most {
            number += 1;
            let part = SegmentInfo::new(arena.nodes.get(at), number as u32, SegmentKind::Menu);
            claim(all, arena, count, at, part);
        }
    }
    for round in usize::from(content.is_some())..most {
        let Some(best) = all.best(&mut arena.nodes) else { break };
        let number = (1 + most + round) as u32;
        let part = SegmentInfo::new(arena.nodes.get(best.at), number, SegmentKind::Block);
        claim(all, arena, count, best.at, part);
        hand_out(arena, part)?;
    }
    // Menus are numbered after the content.
    let mut number = 1;
    for at in 0..arena.nodes.len() {
        if arena.nodes.get(at).has(Node::MENU) && number <= most {
            number += 1;
            let part = SegmentInfo::new(arena.nodes.get(at), number as u32, SegmentKind::Menu);
            hand_out(arena, part)?;
        }
    }
    ControlFlow::Continue(())
}

/// Assigns the line-blocks of a node to a segment and marks the node and its descendants as taken.
///
/// Line-blocks of another segment and hidden ones are left out. The content segment gets kept
/// blocks only.
fn claim(all: NodeSearch, arena: &mut Arena, count: usize, at: usize, part: SegmentInfo) {
    let mut index = 0;
    for at in at..arena.nodes.end_of(at) {
        let node = *arena.nodes.get(at);
        arena.nodes.get_mut(at).set(Node::TAKEN, true);
        if node.kind != NodeKind::Text || !all.is_content(&node) {
            continue;
        }
        while index < count && !holds(arena, &node, index) && arena.record(index).offset < node.end {
            index += 1;
        }
        while index < count && holds(arena, &node, index) {
            let record = arena.record_mut(index);
            let is_left_out = part.kind == SegmentKind::Content && record.verdict != Verdict::Kept;
            if record.method_note.segment() == 0 && !record.has(Flags::HIDDEN) && !is_left_out {
                record.method_note = MethodNote::of_segment(part.number);
            }
            index += 1;
        }
        // The next text may begin in the block in which this one ends.
        index = index.saturating_sub(1);
    }
}

/// Marks the menus, outside the ancestors of `content`, the content node. Afterwards the counts of
/// nodes are not those of leaves.
fn mark_menus(all: NodeSearch, nodes: &mut Nodes, content: Option<usize>) {
    all.fold(nodes);
    // `parts` and `relevance` are not needed until the next fold. Here they count links and short
    // links.
    for at in 0..nodes.len() {
        let node = nodes.get_mut(at);
        if node.kind != NodeKind::Left {
            let is_link = node.tag == TagId::A && node.kind == NodeKind::Element && all.is_content(node);
            node.parts = u32::from(is_link);
            node.relevance = f64::from(u8::from(is_link && is_short(node)));
        }
    }
    for at in (1..nodes.len()).rev() {
        let node = *nodes.get(at);
        if node.kind != NodeKind::Left {
            let ancestor = nodes.get_mut(node.parent as usize);
            ancestor.parts += node.parts;
            ancestor.relevance += node.relevance;
        }
    }
    let mut ancestor = content.unwrap_or(0);
    while ancestor > 0 {
        nodes.get_mut(ancestor).set(Node::TAKEN, true);
        ancestor = nodes.get(ancestor).parent as usize;
    }
    let mut at = 1;
    while at < nodes.len() {
        // Ancestors of the content were marked above.
        let holds_content = nodes.get(at).has(Node::TAKEN);
        nodes.get_mut(at).set(Node::TAKEN, false);
        let is_found = !holds_content && all.is_content(nodes.get(at)) && is_menu(nodes.get(at));
        nodes.get_mut(at).set(Node::MENU, is_found);
        at = if is_found { nodes.end_of(at) } else { at + 1 };
    }
}

/// Whether a link has one or two words.
fn is_short(link: &Node) -> bool {
    let is_unparted = link.chars <= link.words * UNPARTED_CHARS;
    link.words <= SHORT_WORDS || is_unparted && link.chars <= SHORT_CHARS
}

/// Whether an element, whose links were counted, is a menu.
fn is_menu(node: &Node) -> bool {
    let (part, whole) = MENU_SHARE;
    node.kind == NodeKind::Element
        && node.parts >= MIN_LINKS
        && node.relevance * f64::from(whole) >= f64::from(part) * f64::from(node.parts)
        && u64::from(node.link_words) * u64::from(whole) >= u64::from(part) * u64::from(node.words)
}
