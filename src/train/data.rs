//! Pages with gold text become rows: one a block.

use super::{PARTS, Scores, align};
use crate::block::marks::Plain;
use crate::budget::Budget;
use crate::decide::path_smoothing::{self, PathMeans};
use crate::decide::score_cache::{BlockKey, ScoreCache};
use crate::decide::{NEVER_CONTENT_SCORE, is_never_content, threshold};
use crate::extractor::Extractor;
use crate::extractor::Options;
use crate::feature::page_stats::PageStats;
use crate::feature::running_stats::RunningStats;
use crate::feature::tkd::TitleKeywords;
use crate::feature::vector::{self, BATCH_LANES, BLOCK_FEATURES, Batch, FEATURE_COUNT};
use crate::methods::{Favor, Method};
use crate::structure::{Bytes, ClassWeight, ENTRY_BYTES, Hints, WordWeights};
use rayon::prelude::*;
use std::boxed::Box;
use std::collections::{BTreeMap, HashMap};
use std::string::String;
use std::vec;
use std::vec::Vec;

/// Budget of a page while training: it is to be seen whole.
const BUDGET_BYTES: usize = 256 << 20;

/// Words of gold text up to which a page counts as if it had so many: a block of a page with little text is not all that matters.
const MIN_GOLD_WORDS: f32 = 30.0;

/// How much less than its words a block weighs: short blocks are many and hard, and each is a mistake that a reader sees.
const WEIGHT_POWER: f32 = 0.7;

/// Weight of a block of a page that was put together of two, beside those of the pages that it is of. At 1, F1 on corpora that were not fitted to is higher,
/// and lower on other sites of those that were.
const MIXED_WEIGHT: f32 = 0.3;

/// One page with its gold standard.
#[derive(Clone, Debug)]
pub struct GoldPage {
    html: Vec<u8>,
    gold: Vec<u32>,
    site: u32,
    group: String,
    /// It is put together of two others.
    is_mixed: bool,
}

impl GoldPage {
    /// A page of `site`; pages of one site are never on both sides when the trees are scored. Scores are told by `group`, such
    /// as a corpus or a kind of page.
    #[must_use]
    pub fn new(html: Vec<u8>, gold: &str, site: &str, group: &str) -> Self {
        Self { html, gold: words(gold).collect(), site: hash(site), group: group.into(), is_mixed: false }
    }

    /// The page with this HTML, of which the frame is that of another page: of the site of that.
    pub(super) fn with_frame(&self, frame: &Self, html: Vec<u8>) -> Self {
        Self { html, gold: self.gold.clone(), site: frame.site, group: self.group.clone(), is_mixed: true }
    }

    pub(super) fn html(&self) -> &[u8] {
        &self.html
    }

    /// Words of the gold text.
    pub(super) fn gold(&self) -> &[u32] {
        &self.gold
    }

    /// The part of the sites that its site is in.
    pub(super) fn part(&self) -> u32 {
        self.site % PARTS
    }
}

#[cfg(test)]
impl GoldPage {
    /// Whether its site is in the sealed part.
    pub(super) fn is_sealed(&self) -> bool {
        self.part() == super::SEALED
    }

    /// Gives a page of the sealed part another gold text.
    pub(super) fn muddle_if_sealed(&mut self) {
        if self.is_sealed() {
            self.gold.reverse();
            self.gold.truncate(5);
        }
    }
}

/// The site that a page belongs to: the last two labels of the host of its URL or, without one, of the address that the page
/// itself names (canonical link, `og:url`); `None` if there is neither.
#[must_use]
pub fn site_of(url: Option<&str>, html: &[u8]) -> Option<String> {
    let host = |url: &str| -> Option<String> {
        let host = url.split_once("://")?.1.split(['/', '?', '#', ':']).next()?.to_ascii_lowercase();
        let mut labels: Vec<&str> = host.rsplit('.').take(2).collect();
        labels.reverse();
        (labels.len() == 2).then(|| labels.join("."))
    };
    if let Some(site) = url.and_then(host) {
        return Some(site);
    }
    let mut extractor = Extractor::new(Options::default().with_method(Method::LineBlock)).ok()?;
    extractor.push(html).ok()?;
    host(&extractor.finish().ok()?.summary.metadata.url)
}

/// Words of a text as numbers: runs of letters, digits and underscores, in lower case.
pub(super) fn words(text: &str) -> impl Iterator<Item = u32> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty()).map(hash)
}

/// FNV-1a of the lower-cased text, folded to 32 bits.
fn hash(text: &str) -> u32 {
    let start = 0xCBF2_9CE4_8422_2325_u64;
    let hash = text
        .chars()
        .flat_map(char::to_lowercase)
        .fold(start, |hash, c| (hash ^ u64::from(c)).wrapping_mul(0x0100_0000_01B3));
    (hash ^ hash >> 32) as u32
}

/// A block: its words, its path, what it has alike with others, and the element it stands in.
pub(super) struct Block {
    pub(super) words: Vec<u32>,
    path_hash: u16,
    likeness: Option<BlockKey>,
    is_never_content: bool,
    pub(super) element: usize,
}

/// An element: the one around it, and the words of its names.
pub(super) struct Element {
    pub(super) parent: usize,
    pub(super) words: Vec<u32>,
}

/// One page.
pub(super) struct PageRows {
    /// Its number among the pages.
    page: usize,
    /// Its first row.
    first: usize,
    pub(super) site: u32,
    pub(super) blocks: Vec<Block>,
    pub(super) elements: Vec<Element>,
    /// Share of the words of each block that the gold has.
    pub(super) targets: Vec<f32>,
    gold: Vec<u32>,
    group: String,
    /// It is put together of two others, which are scored themselves.
    pub(super) is_mixed: bool,
}

impl PageRows {
    /// The part of the sites that the page's is in.
    pub(super) fn part(&self) -> u32 {
        self.site % PARTS
    }
}

/// All rows, without their features.
pub(super) struct Rows {
    pub(super) pages: Vec<PageRows>,
    pub(super) targets: Vec<f32>,
    pub(super) weights: Vec<f32>,
}

/// An extractor that holds any page whole.
fn extractor() -> Option<Extractor> {
    Extractor::for_training(Options::default().with_budget(Budget::from_bytes(BUDGET_BYTES))).ok()
}

impl Rows {
    /// Reads all pages and aligns their gold text.
    pub(super) fn read(pages: &[&GoldPage]) -> Self {
        let read: Vec<Option<PageRows>> = pages
            .par_iter()
            .enumerate()
            .map_init(extractor, |extractor, (number, page)| read(extractor.as_mut()?, page, number))
            .collect();
        let mut rows = Self { pages: Vec::new(), targets: Vec::new(), weights: Vec::new() };
        for mut page in read.into_iter().flatten() {
            let gold_words = (page.gold.len() as f32).max(MIN_GOLD_WORDS);
            for block in &page.blocks {
                let share = (block.words.len() as f32 + 1.0) / gold_words;
                let of_page = if page.is_mixed { MIXED_WEIGHT } else { 1.0 };
                rows.weights.push(share.min(1.0).powf(WEIGHT_POWER) * of_page);
            }
            page.first = rows.targets.len();
            rows.targets.extend(&page.targets);
            rows.pages.push(page);
        }
        rows
    }

    /// The part that each row's site is in.
    pub(super) fn parts(&self) -> Vec<u32> {
        self.pages.iter().flat_map(|page| std::iter::repeat_n(page.part(), page.blocks.len())).collect()
    }

    /// Features of all rows, one row after the other. The words of names weigh what `weights` says for a page's part; without
    /// weights they say nothing.
    pub(super) fn features<'a>(
        &self,
        pages: &[&GoldPage],
        weights: impl Fn(u32) -> Option<&'a [(u32, i8)]> + Sync,
    ) -> Vec<f32> {
        let features: Vec<Vec<f32>> = self
            .pages
            .par_iter()
            .map_init(extractor, |extractor, page| {
                let weights = weights(page.part());
                extractor
                    .as_mut()
                    .map(|extractor| features(extractor, &pages[page.page].html, weights))
                    .unwrap_or_default()
            })
            .collect();
        features.concat()
    }

    /// Scores of each page of the parts that `uses`, with its group, when the threshold favours `favor`.
    fn page_scores<'a>(
        &'a self,
        logits: &'a [f32],
        favor: Favor,
        uses: impl Fn(u32) -> bool + Sync + Send + 'a,
    ) -> impl ParallelIterator<Item = (&'a str, [f64; 3])> {
        let pages = self.pages.par_iter().filter(move |page| !page.is_mixed && uses(page.part()));
        pages.map(move |page| (page.group.as_str(), page.score(&logits[page.first..], favor)))
    }

    /// Mean scores of the pages of the parts that `uses`.
    pub(super) fn scores(
        &self,
        logits: &[f32],
        favor: Favor,
        uses: impl Fn(u32) -> bool + Sync + Send,
    ) -> Scores {
        let each: Vec<[f64; 3]> = self.page_scores(logits, favor, uses).map(|(_, scores)| scores).collect();
        mean(&each)
    }

    /// The same by group, in the order of their names.
    pub(super) fn scores_by_group(
        &self,
        logits: &[f32],
        favor: Favor,
        uses: impl Fn(u32) -> bool + Sync + Send,
    ) -> Vec<(String, Scores)> {
        let mut groups: BTreeMap<String, Vec<[f64; 3]>> = BTreeMap::new();
        let each: Vec<(&str, [f64; 3])> = self.page_scores(logits, favor, uses).collect();
        for (group, scores) in each {
            groups.entry(group.into()).or_default().push(scores);
        }
        groups.into_iter().map(|(group, each)| (group, mean(&each))).collect()
    }
}

/// Means of the scores of pages.
fn mean(each: &[[f64; 3]]) -> Scores {
    let mean = |at: usize| each.iter().map(|row| row[at]).sum::<f64>() / each.len().max(1) as f64;
    Scores { pages: each.len(), precision: mean(0), recall: mean(1), f1: mean(2) }
}

impl PageRows {
    /// Of each block the one that it gets its score from: itself or its precedent; `None` for what is never content.
    fn asked(&self) -> impl Iterator<Item = Option<usize>> {
        let mut precedents = ScoreCache::new();
        self.blocks.iter().enumerate().map(move |(index, block)| {
            (!block.is_never_content).then(|| precedents.of(block.likeness, index).unwrap_or(index))
        })
    }

    /// The rows of the blocks that the model is asked about.
    pub(super) fn scored_rows(&self) -> Vec<usize> {
        let asked = self.asked().enumerate().filter(|&(index, of)| of == Some(index));
        asked.map(|(index, _)| self.first + index).collect()
    }

    /// What the model says of the blocks or of their precedents, drawn to what it says of their paths.
    fn voted(&self, logits: &[f32]) -> Vec<f32> {
        let logits: Vec<f32> =
            self.asked().map(|of| of.map_or(NEVER_CONTENT_SCORE, |of| logits[of])).collect();
        let (mut numbers, mut hashes) = (vec![0.0; path_smoothing::ROOM.0], vec![0; path_smoothing::ROOM.1]);
        let mut votes = PathMeans::new((&mut numbers, &mut hashes), self.blocks.len());
        let by_block = || self.blocks.iter().map(|block| block.path_hash).zip(logits.iter().copied());
        by_block()
            .filter(|&(_, logit)| logit != NEVER_CONTENT_SCORE)
            .for_each(|(path_hash, logit)| votes.count(path_hash, logit));
        by_block()
            .map(
                |(path_hash, logit)| {
                    if logit == NEVER_CONTENT_SCORE { logit } else { votes.drawn(path_hash, logit) }
                },
            )
            .collect()
    }

    /// Word-bag precision, recall and F1.
    fn score(&self, logits: &[f32], favor: Favor) -> [f64; 3] {
        let logits = self.voted(logits);
        let mut scores = threshold::ScoreHistogram::new();
        for (block, &logit) in
            self.blocks.iter().zip(&logits).filter(|(_, logit)| **logit != NEVER_CONTENT_SCORE)
        {
            scores.add(logit, block.words.len() as u32);
        }
        let threshold = scores.threshold(favor);
        let mut bag: HashMap<u32, u32> = HashMap::new();
        for &word in &self.gold {
            *bag.entry(word).or_default() += 1;
        }
        let (mut kept, mut right) = (0_u32, 0_u32);
        for (block, _) in self.blocks.iter().zip(&logits).filter(|(_, logit)| **logit >= threshold) {
            for word in &block.words {
                kept += 1;
                if let Some(left) = bag.get_mut(word).filter(|left| **left > 0) {
                    *left -= 1;
                    right += 1;
                }
            }
        }
        if right == 0 {
            return [0.0; 3];
        }
        let (precision, recall) =
            (f64::from(right) / f64::from(kept), f64::from(right) / self.gold.len() as f64);
        [precision, recall, 2.0 * precision * recall / (precision + recall)]
    }
}

/// Reads a page: its blocks, the share of each that the gold has, its elements; `None` for a page that is of no use.
fn read(extractor: &mut Extractor, page: &GoldPage, number: usize) -> Option<PageRows> {
    let (mut blocks, mut elements) = (Vec::new(), Vec::new());
    if let Some(whole) = extractor.read_whole(&page.html) {
        let arena = whole.arena;
        for index in 0..arena.len() {
            let record = arena.record(index);
            let element = record.context.element as usize;
            let path_hash = arena.element(record.context.element).path_hash;
            let likeness = BlockKey::of(arena, record);
            let is_never_content = is_never_content(record);
            let words = words(arena.text(record)).collect();
            blocks.push(Block { words, path_hash, likeness, is_never_content, element });
        }
        for at in 0..arena.elements() as u32 {
            let element = arena.element(at);
            let mut words = whole.class_lists[element.class.list()].clone();
            words.sort_unstable();
            words.dedup();
            elements.push(Element { parent: element.parent() as usize, words });
        }
    }
    extractor.reset();
    if blocks.is_empty() || page.gold.is_empty() {
        return None;
    }
    let all: Vec<u32> = blocks.iter().flat_map(|block| &block.words).copied().collect();
    let mut matched = align::matched(&all, &page.gold).into_iter();
    let targets = blocks
        .iter()
        .map(|Block { words, .. }| {
            let right = matched.by_ref().take(words.len()).filter(|&matched| matched).count();
            right as f32 / words.len().max(1) as f32
        })
        .collect();
    let (gold, group) = (page.gold.clone(), page.group.clone());
    Some(PageRows {
        page: number,
        first: 0,
        site: page.site,
        blocks,
        elements,
        targets,
        gold,
        group,
        is_mixed: page.is_mixed,
    })
}

/// Features of all blocks of a page, by the words' weights; without them, of a page whose names say nothing.
fn features(extractor: &mut Extractor, html: &[u8], weights: Option<&[(u32, i8)]>) -> Vec<f32> {
    let mut rows = Vec::new();
    if let Some(whole) = extractor.read_whole(html) {
        let arena = whole.arena;
        let table = WordWeights::table(weights.unwrap_or_default());
        let entries = table.len() / ENTRY_BYTES;
        let table = WordWeights::new(Bytes::Given(table.into()), 0, entries);
        for at in 0..arena.elements() as u32 {
            let element = arena.element_mut(at);
            let mut class = ClassWeight::default();
            whole.class_lists[element.class.list()].iter().for_each(|&word| class.add(table.weight(word)));
            element.class = class;
            if weights.is_none() {
                element.hints = Hints::default();
            }
        }
        let mut keywords = TitleKeywords::new();
        keywords.learn(whole.claims.title);
        for index in 0..arena.len() {
            let occurrences = keywords.occurrences(arena.text(arena.record(index)));
            arena.record_mut(index).title_hits = u16::try_from(occurrences).unwrap_or(u16::MAX);
        }
        if arena.len() > 0 {
            let mut page = PageStats::new();
            let mut plain = Plain::new(false);
            page.read(arena, whole.claims, &mut plain);
            let mut batch: Box<Batch> = Box::new([[0.0; BATCH_LANES]; BLOCK_FEATURES]);
            let mut walk = RunningStats::default();
            let of_page = vector::of_page(&page);
            rows = vec![0.0; arena.len() * FEATURE_COUNT];
            for (index, row) in rows.chunks_exact_mut(FEATURE_COUNT).enumerate() {
                let text = arena.text(arena.record(index));
                vector::write(arena, &page, &mut walk, keywords.count(), (index, text), (&mut batch, 0));
                let values = batch.iter().map(|lanes| lanes[0]).chain(of_page);
                row.iter_mut().zip(values).for_each(|(to, value)| *to = value);
                walk.pass(arena, index);
            }
        }
    }
    extractor.reset();
    rows
}
