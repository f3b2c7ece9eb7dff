//! Whole pages as training reads them: blocks, elements and features.

use crate::block::Arena;
use crate::block::marks::{Plain, Span, spans};
use crate::budget::Budget;
use crate::decide::confidence::ExpectedWords;
use crate::decide::keyed_sums::{KeyedSums, MAX_KEY_BYTES, MAX_NUMBERS};
use crate::decide::path_smoothing::PathMeans;
use crate::decide::record_means::{RecordMeans, RecordPlace};
use crate::decide::score_cache::{BlockKey, ScoreCache};
use crate::decide::threshold;
use crate::decide::verdict::{NEVER_CONTENT_SCORE, is_never_content};
use crate::error::Result;
use crate::extractor::{Extractor, Options, Sink};
use crate::feature::page_stats::PageStats;
use crate::feature::page_type::{PAGE_TYPE_FEATURES, of_blocks, of_page_type};
use crate::feature::running_stats::RunningStats;
use crate::feature::text_table::TextTable;
use crate::feature::title_keywords::TitleKeywords;
use crate::feature::vector::{self, BATCH_LANES, BLOCK_FEATURES, Batch, FEATURE_COUNT};
use crate::metadata::{Metadata, PageClaims};
use crate::methods::{Favor, Method, Thresholds};
use crate::structure::{
    Bytes, ClassWeight, ClassWords, ENTRY_BYTES, ElementTracker, Flags, Hints, TagCounts, WordWeights,
};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// Reads whole pages, one after the other, and decides nothing.
pub struct TrainingReader(Extractor);

impl TrainingReader {
    /// A reader that lists, for each element, the words of its names.
    ///
    /// # Errors
    /// As [`Extractor::new`].
    pub fn of_words(budget: Budget) -> Result<Self> {
        Self::listing(budget, ClassWords::Listed(vec![Vec::new()]))
    }

    /// A reader that lists, for each element, the numbers that a linear model weighs.
    ///
    /// # Errors
    /// As [`Extractor::new`].
    pub fn of_numbers(budget: Budget) -> Result<Self> {
        Self::listing(budget, ClassWords::ListedSelectors(vec![Vec::new()]))
    }

    /// The first list is that of elements without names.
    fn listing(budget: Budget, class_words: ClassWords) -> Result<Self> {
        let options =
            Options::default().with_budget(budget).with_method(Method::LineBlock(Thresholds::DEFAULT));
        let mut extractor = Extractor::new(options)?;
        extractor.tracker = ElementTracker::new(class_words);
        Ok(Self(extractor))
    }

    /// Reads a page; `None` if the budget does not hold it. `url` and `charset` are its address and
    /// encoding where they are known from outside.
    pub fn read(
        &mut self,
        html: &[u8],
        url: Option<&str>,
        charset: Option<&str>,
    ) -> Option<TrainingPage<'_>> {
        self.0.reset();
        if let Some(charset) = charset {
            self.0.set_encoding_hint(charset);
        }
        if let Some(url) = url {
            self.0.set_url(url);
        }
        read_whole(&mut self.0, html)
    }
}

/// Reads a page to its end without a decision; `None` if the budget does not hold it.
pub(crate) fn read_whole<'a>(extractor: &'a mut Extractor, html: &[u8]) -> Option<TrainingPage<'a>> {
    struct Nowhere;
    impl Sink for Nowhere {
        fn text(&mut self, _: &str) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }
    extractor.push_to(html, &mut Nowhere).ok()?;
    extractor.read_rest(&mut Nowhere);
    extractor.page.blocks.end_block();
    let page = &mut extractor.page;
    page.reveal();
    let mut meta = Metadata::default();
    page.write_metadata(&mut meta);
    let lists: &[Vec<u32>] = match &extractor.tracker.class_words {
        ClassWords::Listed(lists) | ClassWords::ListedSelectors(lists) => lists,
        _ => &[],
    };
    let claims = page.collector.claims();
    if page.blocks.arena.len() > 0 && !page.blocks.arena.nodes.are_wanted() {
        // Finds the records.
        let texts = TextTable::given(Vec::new()).ok()?;
        PageStats::new().read(&mut page.blocks.arena, claims, &texts, &mut Plain::new(false));
    }
    page.first_early_decision_offset.is_none().then_some(TrainingPage {
        arena: &mut page.blocks.arena,
        claims,
        meta,
        tag_counts: &extractor.tracker.tag_counts,
        lists,
    })
}

/// A page that was read whole.
pub struct TrainingPage<'a> {
    pub(crate) arena: &'a mut Arena,
    claims: PageClaims<'a>,
    meta: Metadata,
    tag_counts: &'a TagCounts,
    /// Words or numbers of elements, by the number that stands in place of an element's weight.
    pub(crate) lists: &'a [Vec<u32>],
}

/// A line-block of a [`TrainingPage`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TrainingBlock<'a> {
    /// Its text, with marks.
    pub text: &'a str,
    /// Characters of its text, without marks.
    pub chars: u32,
    /// The index of its element in [`TrainingPage::elements`].
    pub element: usize,
    /// What decides whose score it takes.
    pub key: ReplayKey,
    /// It is hidden, or stands in navigation, in a foot or in a dialog.
    pub is_left_out: bool,
}

impl TrainingBlock<'_> {
    /// Its text without marks.
    #[must_use]
    pub fn plain_text(&self) -> String {
        spans(self.text).filter_map(Span::text).collect()
    }
}

impl TrainingPage<'_> {
    /// Its line-blocks, in order.
    pub fn blocks(&self) -> impl Iterator<Item = TrainingBlock<'_>> {
        let left_out = Flags::HIDDEN.with(Flags::NAVIGATION).with(Flags::FOOTER).with(Flags::DIALOG);
        let arena = &*self.arena;
        (0..arena.len()).map(move |index| {
            let record = arena.record(index);
            let key = ReplayKey {
                path_hash: arena.element(record.context.element).path_hash,
                place: RecordPlace::of(arena, record),
                likeness: BlockKey::of(arena, record),
                is_never_content: is_never_content(record),
            };
            TrainingBlock {
                text: arena.text(record),
                chars: record.chars(),
                element: record.context.element as usize,
                key,
                is_left_out: record.has(left_out),
            }
        })
    }

    /// Its elements, each with the index of its parent and the words or numbers of its names. The
    /// root is the first, and its own parent.
    pub fn elements(&self) -> impl Iterator<Item = (usize, &[u32])> {
        (0..self.arena.elements() as u32).map(|at| {
            let element = self.arena.element(at);
            (element.parent() as usize, &*self.lists[list_of(element.class)])
        })
    }

    /// The title of the page, empty where there is none.
    #[must_use]
    pub fn title(&self) -> &str {
        self.claims.title
    }

    /// The description of the page, empty where there is none.
    #[must_use]
    pub fn description(&self) -> &str {
        self.claims.description
    }

    /// The address of the page, empty where it is not known.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.meta.url
    }

    /// Features that tell the type of the page; `None` for a page without blocks.
    #[must_use]
    pub fn page_type_features(&mut self) -> Option<[f32; PAGE_TYPE_FEATURES]> {
        if self.arena.len() == 0 {
            return None;
        }
        count_title_keywords(self.arena, self.claims.title);
        let mut page = PageStats::new();
        page.read(self.arena, self.claims, &TextTable::given(Vec::new()).ok()?, &mut Plain::new(false));
        let of_blocks = of_blocks(self.arena, &page);
        Some(of_page_type(self.tag_counts, &of_blocks, &vector::of_page(&page), &self.meta.url))
    }

    /// Features of all blocks, [`FEATURE_COUNT`] of each, given the weights of words; without
    /// weights, as if names claims nothing. `texts` is a text table, or empty.
    #[must_use]
    pub fn features(&mut self, weights: Option<&[(u32, i8)]>, texts: &[u8]) -> Vec<f32> {
        let Self { arena, claims, lists, .. } = self;
        if arena.len() == 0 {
            return Vec::new();
        }
        let table = WordWeights::table(weights.unwrap_or_default());
        let entries = table.len() / ENTRY_BYTES;
        let (Ok(bytes), Ok(texts)) = (Bytes::given(table), TextTable::given(texts.to_vec())) else {
            return Vec::new();
        };
        let table = WordWeights::new(bytes, 0, entries);
        for at in 0..arena.elements() as u32 {
            let element = arena.element_mut(at);
            let mut class = ClassWeight::default();
            lists[list_of(element.class)].iter().for_each(|&word| class.add(table.weight(word)));
            element.class = class;
            if weights.is_none() {
                element.hints = Hints::default();
            }
        }
        let keywords = count_title_keywords(arena, claims.title);
        let mut page = PageStats::new();
        page.read(arena, *claims, &texts, &mut Plain::new(false));
        let mut batch: Box<Batch> = Box::new([[0.0; BATCH_LANES]; BLOCK_FEATURES]);
        let mut walk = RunningStats::default();
        let of_page = vector::of_page(&page);
        let mut rows = vec![0.0; arena.len() * FEATURE_COUNT];
        for (index, row) in rows.chunks_exact_mut(FEATURE_COUNT).enumerate() {
            let text = arena.text(arena.record(index));
            let same = page.repeats[arena.record(index).method_note.text_group()];
            vector::write(arena, &page, &mut walk, keywords.count(), (index, text, same), (&mut batch, 0));
            let values = batch.iter().map(|lanes| lanes[0]).chain(of_page);
            row.iter_mut().zip(values).for_each(|(to, value)| *to = value);
            walk.pass(arena, index);
        }
        rows
    }
}

/// Counts the keywords of the title in all records; returns them.
fn count_title_keywords(arena: &mut Arena, title: &str) -> TitleKeywords {
    let mut keywords = TitleKeywords::new();
    keywords.learn(title);
    for index in 0..arena.len() {
        let occurrences = keywords.occurrences(arena.text(arena.record(index)));
        arena.record_mut(index).title_hits = u16::try_from(occurrences).unwrap_or(u16::MAX);
    }
    keywords
}

/// The number of the list of words that stands in place of a weight.
fn list_of(weight: ClassWeight) -> usize {
    let [a, b] = weight.sum.to_le_bytes();
    u32::from_le_bytes([a, b, weight.least as u8, weight.greatest as u8]) as usize
}

/// What decides whose score a block takes.
#[derive(Clone, Copy, Debug)]
pub struct ReplayKey {
    path_hash: u16,
    place: RecordPlace,
    likeness: Option<BlockKey>,
    is_never_content: bool,
}

/// Of each block, the index of the block whose score it takes: itself or one like it shortly
/// before; `None` for what is never content.
pub fn scored_as(keys: impl Iterator<Item = ReplayKey>) -> impl Iterator<Item = Option<usize>> {
    let mut precedents = ScoreCache::new();
    keys.enumerate().map(move |(index, key)| {
        (!key.is_never_content).then(|| precedents.of(key.likeness, index).unwrap_or(index))
    })
}

/// What the learned method decides, before its rules.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReplayedDecision {
    /// Whether each block is kept.
    pub is_kept: Vec<bool>,
    /// The expected F1; `None` for a page without words.
    pub confidence: Option<f32>,
}

/// The decision for blocks, given their words, the logits of a model and what is favoured.
#[must_use]
pub fn replay_decision(blocks: &[(ReplayKey, u32)], logits: &[f32], favor: Favor) -> ReplayedDecision {
    let keys = || blocks.iter().map(|block| block.0);
    let logits: Vec<f32> =
        scored_as(keys()).map(|of| of.map_or(NEVER_CONTENT_SCORE, |of| logits[of])).collect();
    let (mut numbers, mut keys_of_sums) = (vec![0.0; MAX_NUMBERS], vec![0; MAX_KEY_BYTES]);
    let mut paths = PathMeans::new(KeyedSums::new(&mut numbers, &mut keys_of_sums, blocks.len()));
    let may_be = |score: f32| score != NEVER_CONTENT_SCORE;
    for (key, &logit) in keys().zip(&logits).filter(|(_, logit)| may_be(**logit)) {
        paths.count(key.path_hash, logit);
    }
    let mut drawn: Vec<f32> = keys()
        .zip(&logits)
        .map(|(key, &logit)| match may_be(logit) {
            true => paths.smoothed_score(key.path_hash, logit),
            false => logit,
        })
        .collect();
    let mut means = RecordMeans::new(KeyedSums::new(&mut numbers, &mut keys_of_sums, blocks.len()));
    for (block, &score) in blocks.iter().zip(&drawn).filter(|(_, score)| may_be(**score)) {
        means.count(block.0.place, block.1, score);
    }
    for (block, score) in blocks.iter().zip(&mut drawn).filter(|(_, score)| may_be(**score)) {
        *score = means.pooled_score(block.0.place, *score);
    }
    let mut scores = threshold::ScoreHistogram::new();
    for (block, &logit) in blocks.iter().zip(&drawn).filter(|(_, logit)| **logit != NEVER_CONTENT_SCORE) {
        scores.add(logit, block.1);
    }
    let threshold = scores.threshold(favor);
    let is_kept: Vec<bool> = drawn.iter().map(|&logit| logit >= threshold).collect();
    let mut expected_words = ExpectedWords::default();
    for ((block, &logit), &is_kept) in blocks.iter().zip(&drawn).zip(&is_kept) {
        expected_words.add_words(block.1, logit, is_kept);
    }
    ReplayedDecision { is_kept, confidence: expected_words.f1() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_keep_their_number() {
        assert_eq!([0, 255, 1 << 20].map(|number| list_of(ClassWeight::of_list(number))), [0, 255, 1 << 20]);
    }

    #[test]
    fn blocks_tell_the_type_by_prices_and_by_the_title() {
        let page = "<title>A red bicycle</title><h1>Red bicycle</h1><p>$120<p>It has two wheels, one \
            saddle and a bell that everyone in the street knows.<p>Sold here";
        let mut reader = TrainingReader::of_words(Budget::from_bytes(1 << 20)).unwrap();
        let features = reader.read(page.as_bytes(), None, None).unwrap().page_type_features().unwrap();
        assert!(features.windows(3).any(|three| three == [0.25, 15.0, 2.0]), "{features:?}");
    }
}
