//! Statistics of a page and of its groups of similar blocks, computed before any of its blocks is
//! decided.
//!
//! In: all waiting records and the claims of the page. Out: [`PageStats`]. Held:
//! [`PageStats::HELD_BYTES`].

use super::math::{ANCHOR_BLOCKS, GROUPS, SiblingGroup, share};
use super::ngram_filter::HASH_FACTOR;
use super::sigma::Sums;
use super::text::traits_of;
use super::text_table::TextTable;
use super::ttr::normalised_ttr;
use crate::block::marks::Plain;
use crate::block::{ANCHORS, Arena, MethodNote, Record, Traits, TreeDistance};
use crate::html::TagId;
use crate::metadata::{ClaimedTypes, PageClaims};
use crate::structure::{Flags, Hints};
use alloc::boxed::Box;

/// Minimum words of a block of good text.
const GOOD_WORDS: u32 = 10;

/// Minimum words of a long block of good text.
const LONG_WORDS: u32 = 40;

/// Share of characters in links, in percent, below which a block is good text.
const GOOD_ATTR_PERCENT: u32 = 30;

/// Bytes of a text that are hashed, in addition to its length.
const HASHED_BYTES: usize = 64;

/// Flags of text that the page itself marks as rarely content.
const NON_CONTENT_FLAGS: Flags = Flags::NAVIGATION.with(Flags::FOOTER).with(Flags::ASIDE).with(Flags::DIALOG);

/// Index of the main element among the anchors.
const MAIN: usize = ANCHOR_BLOCKS;

/// Sums over similar blocks: those with the same path.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Group {
    pub(crate) blocks: u32,
    pub(crate) words: u32,
    pub(crate) link_words: u32,
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

/// Sums and counts over the whole page.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Totals {
    pub(crate) blocks: u32,
    pub(crate) words: u32,
    pub(crate) link_words: u32,
    pub(crate) good_words: u32,
    pub(crate) hidden_words: u32,
    /// Words in navigation, footer, aside, dialog.
    pub(crate) non_content_words: u32,
    /// Words in items: elements with similar siblings.
    pub(crate) item_words: u32,
    /// Words under each hint of class or id.
    pub(crate) hint_words: [u32; Hints::COUNT],
    pub(crate) articles: u32,
    pub(crate) headings: u32,
    pub(crate) h1s: u32,
    pub(crate) list_blocks: u32,
    pub(crate) paragraphs: u32,
    pub(crate) long_blocks: u32,
    pub(crate) longest_words: u32,
    /// Blocks with a time of day, and blocks with a year.
    pub(crate) times: u32,
    pub(crate) years: u32,
    /// Blocks that are prices.
    pub(crate) prices: u32,
}

/// Statistics of the page. Held: [`PageStats::HELD_BYTES`] on the heap.
pub(crate) struct PageStats {
    pub(crate) by_path: Box<[Group; GROUPS]>,
    pub(crate) likes: Box<[SiblingGroup; GROUPS]>,
    /// Number of blocks with each text, by its hash.
    pub(crate) repeats: Box<[u8; GROUPS]>,
    /// Page types that the page claims.
    pub(crate) kinds: ClaimedTypes,
    pub(crate) totals: Totals,
    pub(crate) good_words: u32,
    pub(crate) words: u32,
    pub(crate) ttr_mean: f32,
    pub(crate) ttr_sigma: f32,
    pub(crate) first_h1: Option<u32>,
    /// Indices of the anchor blocks.
    pub(crate) anchors: [u32; ANCHOR_BLOCKS],
    /// The innermost element that holds most of the good text, and the indices of its first and
    /// last block.
    pub(crate) main_element: u32,
    pub(crate) main_first: u32,
    pub(crate) main_last: u32,
    pub(crate) main_share: f32,
}

impl PageStats {
    pub(crate) const HELD_BYTES: usize =
        GROUPS * (size_of::<Group>() + size_of::<SiblingGroup>() + size_of::<u8>());

    pub(crate) fn new() -> Self {
        Self {
            by_path: Box::new([Group::default(); GROUPS]),
            likes: Box::new([SiblingGroup::default(); GROUPS]),
            repeats: Box::new([0; GROUPS]),
            kinds: ClaimedTypes::default(),
            totals: Totals::default(),
            good_words: 0,
            words: 0,
            ttr_mean: 0.0,
            ttr_sigma: 0.0,
            first_h1: None,
            anchors: [0; ANCHOR_BLOCKS],
            main_element: 0,
            main_first: 0,
            main_last: 0,
            main_share: 0.0,
        }
    }

    /// Index of the group of blocks with the same path.
    pub(crate) fn path_group(arena: &Arena, record: &Record) -> usize {
        arena.element(record.context.element).path_hash as usize % GROUPS
    }

    /// Index of a text without marks in the table of repeats.
    pub(crate) fn text_group(text: &str) -> usize {
        (Self::text_hash(text) >> (u64::BITS - GROUPS.ilog2())) as usize
    }

    /// Hash of the length and the beginning of a text without marks. All hashed bytes affect its
    /// uppermost bits.
    pub(crate) fn text_hash(text: &str) -> u64 {
        let bytes = text.as_bytes();
        let mut hash = text.len() as u64;
        let (words, rest) = bytes[..bytes.len().min(HASHED_BYTES)].as_chunks();
        for &word in words {
            hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(HASH_FACTOR);
            hash ^= hash >> 32;
        }
        for &byte in rest {
            hash = (hash ^ u64::from(byte)).wrapping_mul(HASH_FACTOR);
        }
        hash
    }

    /// Whether a block is good text: long, with few links.
    #[inline]
    pub(crate) fn is_good(record: &Record) -> bool {
        // Compares the anchor-text ratio with the share, without a division.
        record.words() >= GOOD_WORDS && 100 * record.link_chars() < GOOD_ATTR_PERCENT * record.chars()
    }

    /// Reads all waiting records, at least one, and the claims of the page. Title keywords are
    /// already counted.
    ///
    /// Cost: linear in records, their text, and elements.
    pub(crate) fn read(
        &mut self,
        arena: &mut Arena,
        claims: PageClaims<'_>,
        texts: &TextTable,
        plain: &mut Plain,
    ) {
        self.kinds = claims.kinds;
        self.by_path.fill(Group::default());
        self.repeats.fill(0);
        self.totals = Totals::default();
        self.first_h1 = None;
        for element in arena.all_elements_mut() {
            (element.words, element.link_words, element.good_words) = (0, 0, 0);
            element.blocks = 0;
            element.text_scores = 0;
            element.anchor_distances = [TreeDistance::UNKNOWN; ANCHORS];
            self.totals.articles += u32::from(element.tag == TagId::Article);
        }
        self.read_records(arena, texts, plain);
        (self.words, self.good_words) = (self.totals.words, self.totals.good_words);
        self.fold_elements(arena);
        self.compute_ancestor_features(arena);
        self.read_places(arena);
    }

    /// Sums up all records, by page, group and element.
    fn read_records(&mut self, arena: &mut Arena, texts: &TextTable, plain: &mut Plain) {
        let mut ttrs = Sums::default();
        for index in 0..arena.len() {
            let record = arena.record(index);
            let text = plain.of(arena.text(record));
            let (traits, is_price) = traits_of(text);
            self.totals.prices += u32::from(is_price);
            let group = Self::text_group(text);
            let text_score = texts.score(text);
            let repeats = &mut self.repeats[group];
            let record = arena.record_mut(index);
            record.method_note = MethodNote::of_text_group(group);
            record.traits = traits.with_same_before(*repeats);
            record.text_score = text_score;
            *repeats = repeats.saturating_add(1);
            let record = *record;
            let good_words = if Self::is_good(&record) { record.words() } else { 0 };
            ttrs.add(normalised_ttr(&record));
            let totals = &mut self.totals;
            totals.blocks += 1;
            totals.words += record.words();
            totals.link_words += record.link_words();
            totals.good_words += good_words;
            totals.headings += u32::from(record.context.heading > 0);
            totals.h1s += u32::from(record.context.heading == 1);
            totals.list_blocks += u32::from(record.context.list_depth > 0);
            totals.paragraphs += u32::from(record.tag() == TagId::P);
            totals.long_blocks += u32::from(good_words >= LONG_WORDS);
            totals.longest_words = totals.longest_words.max(record.words());
            totals.times += u32::from(traits.has(Traits::TIME));
            totals.years += u32::from(traits.has(Traits::YEAR));
            if record.context.heading == 1 && self.first_h1.is_none() {
                self.first_h1 = Some(index as u32);
            }
            self.by_path[Self::path_group(arena, &record)].add(&record);
            let element = arena.element_mut(record.context.element);
            element.words += record.words();
            element.link_words += record.link_words();
            element.good_words += good_words;
            element.blocks = element.blocks.saturating_add(1);
            element.text_scores += i32::from(text_score.score);
        }
        (self.ttr_mean, self.ttr_sigma) = (ttrs.mean(), ttrs.sigma());
    }

    /// Sums up words by hints, flags, items and the main element.
    fn read_places(&mut self, arena: &Arena) {
        (self.main_first, self.main_last) = (u32::MAX, 0);
        for (index, record) in arena.records().enumerate() {
            let (words, element) = (record.words(), arena.element(record.context.element));
            let totals = &mut self.totals;
            let mut hints = element.all_hints.0;
            while hints != 0 {
                totals.hint_words[hints.trailing_zeros() as usize] += words;
                hints &= hints - 1;
            }
            totals.hidden_words += if record.has(Flags::HIDDEN) { words } else { 0 };
            totals.non_content_words += if record.has(NON_CONTENT_FLAGS) { words } else { 0 };
            totals.item_words += if element.item_levels != 0 { words } else { 0 };
            if element.anchor_distances[MAIN].levels_up() == 0 {
                self.main_first = self.main_first.min(index as u32);
                self.main_last = index as u32;
            }
        }
        if self.main_first > self.main_last {
            (self.main_first, self.main_last) = (0, self.totals.blocks.saturating_sub(1));
        }
    }
}
