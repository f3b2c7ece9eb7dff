//! What is known of a page as a whole, of its elements and of its groups of like blocks, before any of its blocks is decided.

use super::attr::attr;
use super::sigma::Sums;
use super::ttr::ttr;
use crate::block::marks::{Span, spans};
use crate::block::{Arena, Record};
use crate::token::TagId;
use alloc::boxed::Box;

/// Words from which on a block with few links counts as good text.
const GOOD_WORDS: u32 = 10;

/// Share of link characters up to which it does.
const GOOD_ATTR: f32 = 0.3;

/// Share of the page's good text that the main element holds.
const MAIN_SHARE: f32 = 0.6;

/// Groups that are told apart; groups that share a place are taken for one.
pub(crate) const GROUPS: usize = 512;

/// Bytes of a text that its hash is made of, beside its length.
const HASHED_BYTES: usize = 64;

/// A group of like blocks: those of one path, or of like siblings.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Group {
    pub(crate) blocks: u32,
    pub(crate) words: u32,
    pub(crate) link_words: u32,
    /// Words weighted by the probability that they are content.
    pub(crate) likely_words: f32,
}

impl Group {
    fn add(&mut self, record: &Record) {
        self.blocks += 1;
        self.words += record.words();
        self.link_words += record.link_words();
    }

    pub(crate) fn link_share(&self) -> f32 {
        share(self.link_words, self.words)
    }
}

/// `part` of `whole`, `0.0` of nothing.
#[inline]
pub(crate) fn share(part: u32, whole: u32) -> f32 {
    part as f32 / whole.max(1) as f32
}

/// The page so far. Holds [`Page::HELD_BYTES`] on the heap.
pub(crate) struct Page {
    pub(crate) by_path: Box<[Group; GROUPS]>,
    pub(crate) by_siblings: Box<[Group; GROUPS]>,
    /// How often a text was seen, by its hash.
    pub(crate) repeats: Box<[u8; GROUPS]>,
    pub(crate) blocks: u32,
    pub(crate) words: u32,
    pub(crate) link_words: u32,
    pub(crate) good_words: u32,
    pub(crate) ttr_mean: f32,
    pub(crate) ttr_sigma: f32,
    pub(crate) articles: u32,
    pub(crate) headings: u32,
    pub(crate) list_blocks: u32,
    pub(crate) paragraphs: u32,
    pub(crate) unspaced: bool,
    pub(crate) first_h1: Option<u32>,
    /// The innermost element that holds most of the good text, and its blocks.
    pub(crate) main_element: u32,
    pub(crate) main_first: u32,
    pub(crate) main_last: u32,
    /// The element with the most good text directly below it.
    pub(crate) container: u32,
}

impl Page {
    pub(crate) const HELD_BYTES: usize = 2 * GROUPS * size_of::<Group>() + GROUPS;

    pub(crate) fn new() -> Self {
        Self {
            by_path: Box::new([Group::default(); GROUPS]),
            by_siblings: Box::new([Group::default(); GROUPS]),
            repeats: Box::new([0; GROUPS]),
            blocks: 0,
            words: 0,
            link_words: 0,
            good_words: 0,
            ttr_mean: 0.0,
            ttr_sigma: 0.0,
            articles: 0,
            headings: 0,
            list_blocks: 0,
            paragraphs: 0,
            unspaced: false,
            first_h1: None,
            main_element: 0,
            main_first: 0,
            main_last: 0,
            container: 0,
        }
    }

    /// Place of the group of blocks with the same path.
    pub(crate) fn path_group(arena: &Arena, record: &Record) -> usize {
        arena.element(record.context.element).path_hash as usize % GROUPS
    }

    /// Place of the group of like siblings of the block's element.
    pub(crate) fn sibling_group(arena: &Arena, record: &Record) -> usize {
        let element = arena.element(record.context.element);
        (element.path_hash ^ element.parent.wrapping_mul(0x9E37_79B9)) as usize % GROUPS
    }

    /// Place of a text among the texts of the page.
    pub(crate) fn text_group(arena: &Arena, record: &Record) -> usize {
        // Marks are not part of it: the decision must not depend on the format.
        let shown = spans(arena.text(record)).filter_map(Span::text).flat_map(str::bytes);
        let hash = shown
            .take(HASHED_BYTES)
            .fold(record.chars(), |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        (hash ^ hash >> 15) as usize % GROUPS
    }

    /// Whether a block is good text: long, with few links.
    pub(crate) fn is_good(record: &Record) -> bool {
        record.words() >= GOOD_WORDS && attr(record) < GOOD_ATTR
    }

    /// Reads all records that wait.
    ///
    /// Cost: linear in records and elements.
    pub(crate) fn read(&mut self, arena: &mut Arena) {
        self.by_path.fill(Group::default());
        self.by_siblings.fill(Group::default());
        self.repeats.fill(0);
        (self.blocks, self.words, self.link_words, self.good_words) = (0, 0, 0, 0);
        (self.articles, self.headings, self.list_blocks, self.paragraphs) = (0, 0, 0, 0);
        self.first_h1 = None;
        for at in 0..arena.elements() as u32 {
            let element = arena.element_mut(at);
            (element.words, element.link_words, element.good_words) = (0, 0, 0);
            (element.child_good_words, element.blocks, element.likely_words) = (0, 0, 0.0);
            self.articles += u32::from(element.tag == TagId::Article);
        }
        let mut ttrs = Sums::default();
        let mut wide_chars = 0_u64;
        let mut chars = 0_u64;
        for index in 0..arena.len() {
            let record = *arena.record(index);
            let good = if Self::is_good(&record) { record.words() } else { 0 };
            ttrs.add(ttr(&record));
            self.blocks += 1;
            self.words += record.words();
            self.link_words += record.link_words();
            self.good_words += good;
            self.headings += u32::from(record.context.heading > 0);
            self.list_blocks += u32::from(record.context.list_depth > 0);
            self.paragraphs += u32::from(record.tag() == TagId::P);
            if record.context.heading == 1 && self.first_h1.is_none() {
                self.first_h1 = Some(index as u32);
            }
            chars += u64::from(record.chars());
            wide_chars +=
                u64::from(record.words().saturating_mul(2) > record.chars()) * u64::from(record.chars());
            self.by_path[Self::path_group(arena, &record)].add(&record);
            self.by_siblings[Self::sibling_group(arena, &record)].add(&record);
            let repeats = &mut self.repeats[Self::text_group(arena, &record)];
            *repeats = repeats.saturating_add(1);
            let element = arena.element_mut(record.context.element);
            element.words += record.words();
            element.link_words += record.link_words();
            element.good_words += good;
            element.blocks += 1;
            let parent = element.parent;
            arena.element_mut(parent).child_good_words += good;
        }
        self.unspaced = wide_chars * 2 > chars;
        (self.ttr_mean, self.ttr_sigma) = (ttrs.mean(), ttrs.sigma());
        self.fold(arena);
        self.find_main(arena);
    }

    /// Adds the sums of each element to the element around it, from the innermost on.
    fn fold(&mut self, arena: &mut Arena) {
        for at in (1..arena.elements() as u32).rev() {
            let element = *arena.element(at);
            let parent = arena.element_mut(element.parent);
            parent.words += element.words;
            parent.link_words += element.link_words;
            parent.good_words += element.good_words;
            parent.blocks += element.blocks;
        }
    }

    /// Finds the main element and the container of the good text.
    fn find_main(&mut self, arena: &Arena) {
        let least = self.good_words as f32 * MAIN_SHARE;
        (self.main_element, self.container) = (0, 0);
        let mut most = 0;
        for at in 0..arena.elements() as u32 {
            let element = arena.element(at);
            if self.good_words > 0 && element.good_words as f32 >= least {
                self.main_element = at;
            }
            if element.child_good_words > most {
                most = element.child_good_words;
                self.container = at;
            }
        }
        (self.main_first, self.main_last) = (u32::MAX, 0);
        for index in 0..arena.len() {
            let element = arena.record(index).context.element;
            if element >= self.main_element && Self::is_inside(arena, element, self.main_element) {
                self.main_first = self.main_first.min(index as u32);
                self.main_last = index as u32;
            }
        }
        if self.main_first > self.main_last {
            (self.main_first, self.main_last) = (0, self.blocks.saturating_sub(1));
        }
    }

    /// Whether `element` is `outer` or inside it. An element comes after the one around it.
    pub(crate) fn is_inside(arena: &Arena, mut element: u32, outer: u32) -> bool {
        while element > outer {
            element = arena.element(element).parent;
        }
        element == outer
    }
}
