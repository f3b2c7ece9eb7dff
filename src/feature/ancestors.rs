//! Features that elements inherit from their ancestors, and tree distances to the anchors.
//!
//! In: the elements of the arena with the sums of their own blocks. Out: sums, hints, weights,
//! items and distances of each element, computed from the root down once all sums are folded. Held:
//! nothing of its own.

use super::math::{GROUPS, SiblingGroup, share};
use super::page_stats::PageStats;
use crate::block::{ANCHORS, Arena, Element, Record, TreeDistance};
use crate::html::TagId;
use crate::structure::{ClassWeight, Flags};

/// Minimum number of similar siblings that count as items: cards, posts, rows.
const MIN_ITEMS: u32 = 3;

/// Minimum share of the page's good words in the main element.
const MAIN_SHARE: f32 = 0.6;

/// Weight of a title keyword against the other words of a block, when the title is searched;
/// doubled in a heading.
const TITLE_KEYWORD_WEIGHT: u32 = 4;

/// Index of the group of an element's similar siblings.
pub(crate) fn sibling_group(arena: &Arena, at: u32) -> usize {
    let element = arena.element(at);
    (u32::from(element.path_hash) ^ element.parent().wrapping_mul(0x9E37_79B9)) as usize % GROUPS
}

impl PageStats {
    /// Computes the inherited features of all elements. The sums of all elements are already
    /// folded, and all distances are unknown.
    ///
    /// Cost: linear in elements and records.
    pub(super) fn compute_ancestor_features(&mut self, arena: &mut Arena) {
        self.find_anchors(arena);
        let [title, lede, longest] = self.anchors.map(|index| arena.record(index as usize).context.element);
        let anchors: [u32; ANCHORS] = [title, lede, longest, self.main_element];
        measure_upward(arena, anchors);
        self.sum_sibling_groups(arena);
        find_records(arena);
        self.inherit_features(arena);
    }

    /// Adds the sums of each element to those of its parent, from the innermost on, and finds the
    /// main element. This is the last element in page order whose good words reach [`MAIN_SHARE`];
    /// its sums are complete when it is visited.
    pub(super) fn fold_elements(&mut self, arena: &mut Arena) {
        let least = self.good_words as f32 * MAIN_SHARE;
        let mut main = None;
        for at in (1..arena.elements() as u32).rev() {
            let &Element { words, link_words, good_words, blocks, text_scores, .. } = arena.element(at);
            if blocks == 0 {
                continue;
            }
            let parent = arena.element_mut(arena.element(at).parent());
            parent.words += words;
            parent.link_words += link_words;
            parent.good_words += good_words;
            parent.text_scores += text_scores;
            parent.blocks = parent.blocks.saturating_add(blocks);
            if main.is_none() && self.good_words > 0 && good_words as f32 >= least {
                main = Some(at);
            }
        }
        self.main_element = main.unwrap_or(0);
        self.main_share = share(arena.element(self.main_element).words, self.words);
    }

    /// Finds the anchor blocks.
    fn find_anchors(&mut self, arena: &Arena) {
        let is_text = |record: &Record| Self::is_good(record) && !record.has(Flags::HIDDEN);
        let (mut title, mut best) = (0, 0);
        let (mut longest, mut longest_words) = (None, 0);
        for (index, record) in arena.records().enumerate() {
            if record.title_hits > 0 && !record.has(Flags::HIDDEN.with(Flags::NAVIGATION).with(Flags::FOOTER))
            {
                let of_hit =
                    if record.context.heading > 0 { 2 * TITLE_KEYWORD_WEIGHT } else { TITLE_KEYWORD_WEIGHT };
                let score = (of_hit * u32::from(record.title_hits)).saturating_sub(record.words());
                if score > best {
                    (title, best) = (index, score);
                }
            }
            if record.words() > longest_words && is_text(record) {
                (longest, longest_words) = (Some(index), record.words());
            }
        }
        // If no text on the page is good, none after the title is.
        let is_lede = |&index: &usize| {
            let record = arena.record(index);
            is_text(record) && record.context.heading == 0
        };
        let lede = longest.and_then(|_| (title + 1..arena.len()).find(is_lede)).unwrap_or(title);
        self.anchors = [title as u32, lede as u32, longest.unwrap_or(lede) as u32];
    }

    /// Sums up the groups of similar siblings.
    fn sum_sibling_groups(&mut self, arena: &mut Arena) {
        self.likes.fill(SiblingGroup::default());
        for at in 1..arena.elements() as u32 {
            let place = sibling_group(arena, at);
            let element = arena.element_mut(at);
            let likes = &mut self.likes[place];
            element.like_index = u8::try_from(likes.elements).unwrap_or(u8::MAX);
            likes.elements += 1;
            likes.words += element.words;
            likes.link_words += element.link_words;
            likes.good_words += element.good_words;
        }
    }

    /// Passes hints, weights, item levels and distances from each parent to its children. Skips
    /// elements without waiting blocks: no block reads them. They are the majority in a large page,
    /// since elements stay until it ends.
    fn inherit_features(&mut self, arena: &mut Arena) {
        for at in 0..arena.elements() as u32 {
            if at > 0 && arena.element(at).blocks == 0 {
                continue;
            }
            let is_item = at > 0 && self.likes[sibling_group(arena, at)].elements >= MIN_ITEMS;
            let &Element { all_hints, all_class, item_levels, record_levels, anchor_distances, .. } =
                arena.element(arena.element(at).parent());
            let element = arena.element_mut(at);
            if at == 0 {
                (element.all_hints, element.all_class) = (element.hints, element.class);
                (element.item_levels, element.record_levels) = (0, 0);
                continue;
            }
            element.all_hints = element.hints.with(all_hints);
            element.all_class = ClassWeight {
                sum: element.class.sum.saturating_add(all_class.sum),
                least: element.class.least.min(all_class.least),
                greatest: element.class.greatest.max(all_class.greatest),
            };
            element.item_levels = match item_levels {
                0 => u8::from(is_item),
                levels => levels + 1,
            };
            element.record_levels = match record_levels {
                _ if element.record_levels > 0 => 1,
                0 => 0,
                _ if element.tag == TagId::Table => 0,
                levels => levels.saturating_add(1),
            };
            for (way, parent) in element.anchor_distances.iter_mut().zip(anchor_distances) {
                if *way == TreeDistance::UNKNOWN {
                    *way = parent.down();
                }
            }
        }
    }
}

/// Sets the levels of each record to 1, and of other elements to 0: a record is in a run of at
/// least [`MIN_ITEMS`] siblings of one shape.
///
/// Cost: twice linear in all elements. Holds nothing on the heap.
fn find_records(arena: &mut Arena) {
    let mut runs = Runs::default();
    for at in 1..arena.elements() as u32 {
        arena.element_mut(at).record_levels = runs.next(arena, at);
    }
    let mut runs = Runs::default();
    for at in (1..arena.elements() as u32).rev() {
        let run = u32::from(arena.element(at).record_levels) + u32::from(runs.next(arena, at));
        let element = arena.element_mut(at);
        element.record_levels = u8::from(run > MIN_ITEMS && may_be_record(element.tag));
    }
}

/// The last element of each depth, as its parent, its shape and its number in the run of siblings.
struct Runs([(u32, u16, u8); 1 << u8::BITS]);

impl Default for Runs {
    fn default() -> Self {
        Self([(u32::MAX, 0, 0); 1 << u8::BITS])
    }
}

impl Runs {
    /// The number of an element in the run of siblings of its shape, from 1, saturating. Call in
    /// the order of the page, or in the opposite one.
    fn next(&mut self, arena: &Arena, at: u32) -> u8 {
        let element = arena.element(at);
        let last = &mut self.0[usize::from(element.depth())];
        let run =
            if (last.0, last.1) == (element.parent(), shape(element)) { last.2.saturating_add(1) } else { 1 };
        *last = (element.parent(), shape(element), run);
        run
    }
}

/// The shape of an element among its siblings: its tag and its classes. Items of a list and
/// articles often have the names of their categories as classes, which say nothing of the shape.
pub(crate) fn shape(element: &Element) -> u16 {
    match element.tag {
        TagId::Li | TagId::Article => element.tag as u16,
        _ => element.path_hash,
    }
}

/// Whether siblings of one shape with this tag are records. Paragraphs and headings stand for
/// themselves, a term belongs to its definition, and a table is one whole. The columns of a table
/// have no paths of their own.
fn may_be_record(tag: TagId) -> bool {
    use TagId::{Blockquote, Dd, Dt, H1, H2, H3, H4, H5, H6, P, Pre, Tbody, Td, Tfoot, Th, Thead, Tr};
    !matches!(
        tag,
        P | H1 | H2 | H3 | H4 | H5 | H6 | Td | Th | Tr | Tbody | Thead | Tfoot | Dt | Dd | Pre | Blockquote
    )
}

/// The ancestor-or-self `levels` up, where level 1 is the element itself; `None` for level 0.
pub(crate) fn item(arena: &Arena, mut at: u32, levels: u8) -> Option<u32> {
    for _ in 1..levels {
        at = arena.element(at).parent();
    }
    (levels > 0).then_some(at)
}

/// Sets the distances of the anchors and their ancestors. All distances are unknown before.
fn measure_upward(arena: &mut Arena, anchors: [u32; ANCHORS]) {
    for (number, anchor) in anchors.into_iter().enumerate() {
        let (mut at, mut levels) = (anchor, 0_u8);
        loop {
            let element = arena.element_mut(at);
            element.anchor_distances[number] = TreeDistance::upward(levels);
            if at == 0 {
                break;
            }
            at = element.parent();
            levels += 1;
        }
    }
}
