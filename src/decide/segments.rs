//! What else is on the page (Insa et al. 2013, section 7): the words-leaves method again and again,
//! each time without what was found before; and menus, which are concentrations of links of one or
//! two words.
//!
//! Departures. The paper leaves the ratio of menus open. Here a menu is an outermost element that
//! does not hold the main content, with at least [`MIN_LINKS`] links, most of them short, and most
//! of its words in them. Two words are up to [`SHORT_CHARS`] characters in scripts that do not part
//! words, where each character is counted as one. Menus are set apart behind the first round, so
//! that no later one is for them.

use super::words_leaves::{WordsLeaves, holds};
use crate::block::{Arena, Node, NodeKind, Nodes, Verdict};
use crate::html::TagId;
use crate::segment::{Segment, SegmentInfo, SegmentKind};
use crate::structure::Flags;
use core::ops::ControlFlow;

/// Links of a menu, at least.
const MIN_LINKS: u32 = 3;

/// Words of a short link, at most.
const SHORT_WORDS: u32 = 2;

/// Characters of one, at most, if its script does not part words.
const SHORT_CHARS: u32 = 8;

/// Characters of a word, at most, from which a script is seen not to part words: there each is
/// counted as one, and some not at all.
const UNPARTED_CHARS: u32 = 2;

/// Share of a menu's links that are short, and of its words that are in links, at least: three of
/// four.
const MENU_SHARE: (u32, u32) = (3, 4);

/// Segments, and menus, that are found at most.
const MAX_SEGMENTS: usize = 10_000;

/// Finds at most `most` segments, and as many menus, among the oldest `count` records, which were
/// decided, and hands them to `take`: content, blocks in the order of their relevance, menus in the
/// order of the page. Nodes are afterwards as the decision left them.
///
/// Cost: `most` times the nodes and records.
pub(crate) fn find(
    method: WordsLeaves,
    arena: &mut Arena,
    count: usize,
    most: usize,
    take: &mut dyn FnMut(Segment<'_>) -> ControlFlow<()>,
) {
    for index in 0..arena.len() {
        arena.record_mut(index).scores[0] = 0.0;
    }
    // One that breaks off wants no more, and nothing is left to be done.
    let _ = rounds(method, arena, count, most.min(MAX_SEGMENTS), take);
    for at in 0..arena.nodes.len() {
        arena.nodes.get_mut(at).set(Node::TAKEN | Node::MENU, false);
    }
    method.best(&mut arena.nodes);
}

fn rounds(
    method: WordsLeaves,
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
    let all = WordsLeaves { counts_beside: true, ..method };
    let content =
        content.map(|best| (best.at, SegmentInfo::new(arena.nodes.get(best.at), 1.0, SegmentKind::Content)));
    mark_menus(all, &mut arena.nodes, content.map(|(at, _)| at));
    if let Some((at, part)) = content {
        claim(all, arena, count, at, part);
        hand_out(arena, part)?;
    }
    let mut number = 1;
    for at in 0..arena.nodes.len() {
        if arena.nodes.get(at).has(Node::MENU) && number <= most {
            number += 1;
            let part = SegmentInfo::new(arena.nodes.get(at), number as f32, SegmentKind::Menu);
            claim(all, arena, count, at, part);
        }
    }
    for round in usize::from(content.is_some())..most {
        let Some(best) = all.best(&mut arena.nodes) else { break };
        let number = (1 + most + round) as f32;
        let part = SegmentInfo::new(arena.nodes.get(best.at), number, SegmentKind::Block);
        claim(all, arena, count, best.at, part);
        hand_out(arena, part)?;
    }
    // Their numbers are those behind the content's.
    let mut number = 1;
    for at in 0..arena.nodes.len() {
        if arena.nodes.get(at).has(Node::MENU) && number <= most {
            number += 1;
            let part = SegmentInfo::new(arena.nodes.get(at), number as f32, SegmentKind::Menu);
            hand_out(arena, part)?;
        }
    }
    ControlFlow::Continue(())
}

/// Gives the line-blocks of a node to a part, as far as they are not another's, and takes the node
/// out of the tree. Of the content, only what was kept; never what the page hides.
fn claim(all: WordsLeaves, arena: &mut Arena, count: usize, at: usize, part: SegmentInfo) {
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
            if record.scores[0] == 0.0 && !record.has(Flags::HIDDEN) && !is_left_out {
                record.scores[0] = part.number;
            }
            index += 1;
        }
        // The next text may begin in the block that this one ends in.
        index = index.saturating_sub(1);
    }
}

/// Marks the menus, which do not hold the content, the node at `content`. What is counted in each
/// node are then no leaves.
fn mark_menus(all: WordsLeaves, nodes: &mut Nodes, content: Option<usize>) {
    all.fold(nodes);
    // What is counted of leaves and relevance is not needed until the nodes are folded again: here it
    // is links, and short ones.
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
            let around = nodes.get_mut(node.parent as usize);
            around.parts += node.parts;
            around.relevance += node.relevance;
        }
    }
    let mut around = content.unwrap_or(0);
    while around > 0 {
        nodes.get_mut(around).set(Node::TAKEN, true);
        around = nodes.get(around).parent as usize;
    }
    let mut at = 1;
    while at < nodes.len() {
        // What holds the content was marked just now.
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

/// Whether an element whose links were counted is a menu.
fn is_menu(node: &Node) -> bool {
    let (part, whole) = MENU_SHARE;
    node.kind == NodeKind::Element
        && node.parts >= MIN_LINKS
        && node.relevance * f64::from(whole) >= f64::from(part) * f64::from(node.parts)
        && u64::from(node.link_words) * u64::from(whole) >= u64::from(part) * u64::from(node.words)
}
