//! What each element is in, and how far from what: told from the outside in, once all sums are known.

use super::page::{GROUPS, Page, share};
use crate::block::{ANCHORS, Arena, Way};
use crate::clean::{ClassWeight, Flags};

/// Like siblings: elements of one path below one parent, with all that is inside them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Likes {
    pub(crate) elements: u32,
    pub(crate) words: u32,
    pub(crate) link_words: u32,
    pub(crate) good_words: u32,
}

/// Like siblings from which on they are items: cards, posts, rows.
const FEWEST_ITEMS: u32 = 3;

/// Share of the page's good text that the main element holds.
const MAIN_SHARE: f32 = 0.6;

/// Blocks that others are seen from: the title on the page, the first good text behind it, and the longest. The first anchors are their
/// elements; the main element is the other.
pub(crate) const ANCHOR_BLOCKS: usize = 3;

/// Weight of a title keyword against the words of a block that are none, when the title is looked for; twice as much in a heading.
const TITLE_WORDS: u32 = 4;

/// Place of the like siblings of an element.
pub(crate) fn likes_of(arena: &Arena, at: u32) -> usize {
    let element = arena.element(at);
    (u32::from(element.path_hash) ^ element.parent().wrapping_mul(0x9E37_79B9)) as usize % GROUPS
}

impl Page {
    /// Tells elements what they are in. The sums of all elements are folded.
    ///
    /// Cost: linear in elements and records.
    pub(super) fn look_around(&mut self, arena: &mut Arena) {
        self.find_main(arena);
        self.find_anchors(arena);
        let [title, lede, longest] = self.anchors.map(|index| arena.record(index as usize).context.element);
        let anchors: [u32; ANCHORS] = [title, lede, longest, self.main_element];
        measure(arena, anchors);
        self.find_likes(arena);
        self.tell_elements(arena);
    }

    /// Finds the main element.
    fn find_main(&mut self, arena: &Arena) {
        let least = self.good_words as f32 * MAIN_SHARE;
        let holds_most = |at: &u32| self.good_words > 0 && arena.element(*at).good_words as f32 >= least;
        self.main_element = (0..arena.elements() as u32).rev().find(holds_most).unwrap_or(0);
        self.main_share = share(arena.element(self.main_element).words, self.words);
    }

    /// Finds the blocks that others are seen from.
    fn find_anchors(&mut self, arena: &Arena) {
        let (mut title, mut best) = (0, 0);
        for index in 0..arena.len() {
            let record = arena.record(index);
            if record.title_hits == 0 || record.has(Flags::HIDDEN.with(Flags::NAVIGATION).with(Flags::FOOTER))
            {
                continue;
            }
            let of_hit = if record.context.heading > 0 { 2 * TITLE_WORDS } else { TITLE_WORDS };
            let score = (of_hit * u32::from(record.title_hits)).saturating_sub(record.words());
            if score > best {
                (title, best) = (index, score);
            }
        }
        let is_text =
            |index: usize| Self::is_good(arena.record(index)) && !arena.record(index).has(Flags::HIDDEN);
        let lede = (title + 1..arena.len())
            .find(|&index| is_text(index) && arena.record(index).context.heading == 0)
            .unwrap_or(title);
        let (mut longest, mut words) = (lede, 0);
        for index in 0..arena.len() {
            if is_text(index) && arena.record(index).words() > words {
                (longest, words) = (index, arena.record(index).words());
            }
        }
        self.anchors = [title as u32, lede as u32, longest as u32];
    }

    /// Counts like siblings.
    fn find_likes(&mut self, arena: &mut Arena) {
        self.likes.fill(Likes::default());
        for at in 1..arena.elements() as u32 {
            let place = likes_of(arena, at);
            let element = arena.element_mut(at);
            let likes = &mut self.likes[place];
            element.like_index = u8::try_from(likes.elements).unwrap_or(u8::MAX);
            likes.elements += 1;
            likes.words += element.words;
            likes.link_words += element.link_words;
            likes.good_words += element.good_words;
        }
    }

    /// Tells each element what the one around it knows.
    fn tell_elements(&mut self, arena: &mut Arena) {
        for at in 0..arena.elements() as u32 {
            let is_item = at > 0 && self.likes[likes_of(arena, at)].elements >= FEWEST_ITEMS;
            let parent = *arena.element(arena.element(at).parent());
            let element = arena.element_mut(at);
            if at == 0 {
                (element.all_hints, element.all_class) = (element.hints, element.class);
                element.item_levels = 0;
                continue;
            }
            element.all_hints = element.hints.with(parent.all_hints);
            element.all_class = ClassWeight {
                sum: element.class.sum.saturating_add(parent.all_class.sum),
                least: element.class.least.min(parent.all_class.least),
                greatest: element.class.greatest.max(parent.all_class.greatest),
            };
            element.item_levels = match parent.item_levels {
                0 => u8::from(is_item),
                levels => levels + 1,
            };
        }
    }
}

/// The element so many levels up, itself counted as one; `None` for no levels.
pub(crate) fn item(arena: &Arena, mut at: u32, levels: u8) -> Option<u32> {
    for _ in 1..levels {
        at = arena.element(at).parent();
    }
    (levels > 0).then_some(at)
}

/// Tells each element the ways to it from the anchors.
fn measure(arena: &mut Arena, anchors: [u32; ANCHORS]) {
    for at in 0..arena.elements() as u32 {
        arena.element_mut(at).ways = [Way::UNKNOWN; ANCHORS];
    }
    for (number, anchor) in anchors.into_iter().enumerate() {
        let (mut at, mut levels) = (anchor, 0_u8);
        loop {
            let element = arena.element_mut(at);
            element.ways[number] = Way::upward(levels);
            if at == 0 {
                break;
            }
            at = element.parent();
            levels += 1;
        }
    }
    for at in 1..arena.elements() as u32 {
        let around = arena.element(arena.element(at).parent()).ways;
        for (way, around) in arena.element_mut(at).ways.iter_mut().zip(around) {
            if *way == Way::UNKNOWN {
                *way = around.down();
            }
        }
    }
}
