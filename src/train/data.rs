//! Pages with gold text become rows: one a block.

use super::{PARTS, Scores, align};
use crate::budget::Budget;
use crate::decide::NEVER_CONTENT;
use crate::extractor::Extractor;
use crate::feature::page::Page;
use crate::feature::tkd::TitleKeywords;
use crate::feature::vector::{self, Batch, FIRST, LANES, SECOND, Walk};
use crate::options::{Method, Options};
use rayon::prelude::*;
use std::boxed::Box;
use std::collections::{BTreeMap, HashMap};
use std::string::String;
use std::vec::Vec;

/// Budget of a page while training: it is to be seen whole.
const BUDGET_BYTES: usize = 256 << 20;

/// Words of gold text up to which a page counts as if it had so many: a block of a page with little text is not all that matters.
const LEAST_GOLD_WORDS: f32 = 30.0;

/// How much less than its words a block weighs: short blocks are many and hard, and each is a mistake that a reader sees.
const WEIGHT_POWER: f32 = 0.7;

/// One page with its gold standard.
#[derive(Clone, Debug)]
pub struct GoldPage {
    html: Vec<u8>,
    gold: Vec<u32>,
    part: u32,
    group: String,
}

impl GoldPage {
    /// A page of `site`; pages of one site are never on both sides when thresholds are chosen. Scores are told by `group`, such
    /// as a corpus or a kind of page.
    #[must_use]
    pub fn new(html: Vec<u8>, gold: &str, site: &str, group: &str) -> Self {
        Self { html, gold: words(gold).collect(), part: hash(site) % PARTS, group: group.into() }
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
    host(&extractor.finish().ok()?.summary.meta.url)
}

/// Words of a text as numbers: runs of letters, digits and underscores, in lower case.
fn words(text: &str) -> impl Iterator<Item = u32> {
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

/// Words of a block, and whether it is never kept.
type BlockWords = (Vec<u32>, bool);

/// One page's place among the rows.
pub(super) struct PageRows {
    /// Its number among the pages.
    page: usize,
    first: usize,
    part: u32,
    /// Words of each block; blocks that are never kept, such as hidden ones, are marked.
    blocks: Vec<BlockWords>,
    gold: Vec<u32>,
    group: String,
}

/// All rows, without their features.
pub(super) struct Rows {
    pub(super) pages: Vec<PageRows>,
    pub(super) targets: Vec<f32>,
    pub(super) weights: Vec<f32>,
}

/// An extractor that holds any page whole.
fn extractor() -> Option<Extractor> {
    Extractor::new(
        Options::default().with_method(Method::LineBlock).with_budget(Budget::from_bytes(BUDGET_BYTES)),
    )
    .ok()
}

impl Rows {
    /// Reads all pages and aligns their gold text.
    pub(super) fn read(pages: &[GoldPage]) -> Self {
        let read: Vec<Option<(Vec<BlockWords>, Vec<f32>)>> = pages
            .par_iter()
            .map_init(extractor, |extractor, page| targets(extractor.as_mut()?, page))
            .collect();
        let mut rows = Self { pages: Vec::new(), targets: Vec::new(), weights: Vec::new() };
        for (number, (page, read)) in pages.iter().zip(read).enumerate() {
            let Some((blocks, targets)) = read else { continue };
            let gold_words = (page.gold.len() as f32).max(LEAST_GOLD_WORDS);
            for (words, _) in &blocks {
                rows.weights.push(((words.len() as f32 + 1.0) / gold_words).min(1.0).powf(WEIGHT_POWER));
            }
            let (first, gold) = (rows.targets.len(), page.gold.clone());
            let group = page.group.clone();
            rows.pages.push(PageRows { page: number, first, part: page.part, blocks, gold, group });
            rows.targets.extend(targets);
        }
        rows
    }

    /// The part that each row's site is in.
    pub(super) fn parts(&self) -> Vec<u32> {
        self.pages.iter().flat_map(|page| std::iter::repeat_n(page.part, page.blocks.len())).collect()
    }

    /// Features of all rows, one row after the other: those of the first pass, or of the second, given the first's verdicts.
    pub(super) fn features(&self, pages: &[GoldPage], likely: Option<&[f32]>) -> Vec<f32> {
        let features: Vec<Vec<f32>> = self
            .pages
            .par_iter()
            .map_init(extractor, |extractor, rows| {
                let likely = likely.map(|likely| &likely[rows.first..rows.first + rows.blocks.len()]);
                extractor
                    .as_mut()
                    .map(|extractor| features(extractor, &pages[rows.page].html, likely))
                    .unwrap_or_default()
            })
            .collect();
        features.concat()
    }

    /// Scores of each page of the parts that `uses`, with its group, when blocks above `threshold` are kept.
    fn page_scores<'a>(
        &'a self,
        logits: &'a [f32],
        threshold: f32,
        uses: impl Fn(u32) -> bool + Sync + Send + 'a,
    ) -> impl ParallelIterator<Item = (&'a str, [f64; 3])> {
        let pages = self.pages.par_iter().filter(move |page| uses(page.part));
        pages.map(move |page| (page.group.as_str(), page.score(&logits[page.first..], threshold)))
    }

    /// Mean scores of the pages of the parts that `uses`, when blocks above `threshold` are kept.
    pub(super) fn scores(
        &self,
        logits: &[f32],
        threshold: f32,
        uses: impl Fn(u32) -> bool + Sync + Send,
    ) -> Scores {
        let each: Vec<[f64; 3]> =
            self.page_scores(logits, threshold, uses).map(|(_, scores)| scores).collect();
        mean(&each)
    }

    /// The same by group, in the order of their names.
    pub(super) fn scores_by_group(
        &self,
        logits: &[f32],
        threshold: f32,
        uses: impl Fn(u32) -> bool + Sync + Send,
    ) -> Vec<(String, Scores)> {
        let mut groups: BTreeMap<String, Vec<[f64; 3]>> = BTreeMap::new();
        let each: Vec<(&str, [f64; 3])> = self.page_scores(logits, threshold, uses).collect();
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
    /// Word-bag precision, recall and F1.
    fn score(&self, logits: &[f32], threshold: f32) -> [f64; 3] {
        let mut bag: HashMap<u32, u32> = HashMap::new();
        for &word in &self.gold {
            *bag.entry(word).or_default() += 1;
        }
        let (mut kept, mut right) = (0_u32, 0_u32);
        for ((words, is_never_content), &logit) in self.blocks.iter().zip(logits) {
            if logit <= threshold || *is_never_content {
                continue;
            }
            for word in words {
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

/// Blocks of a page as words, and the share of each that the gold has; `None` for a page that is of no use.
fn targets(extractor: &mut Extractor, page: &GoldPage) -> Option<(Vec<BlockWords>, Vec<f32>)> {
    let mut blocks = Vec::new();
    if let Some((arena, _)) = extractor.read_whole(&page.html) {
        for index in 0..arena.len() {
            let record = arena.record(index);
            blocks.push((words(arena.text(record)).collect::<Vec<u32>>(), record.has(NEVER_CONTENT)));
        }
    }
    extractor.reset();
    if blocks.is_empty() || page.gold.is_empty() {
        return None;
    }
    let all: Vec<u32> = blocks.iter().flat_map(|(words, _)| words).copied().collect();
    let mut matched = align::matched(&all, &page.gold).into_iter();
    let targets = blocks
        .iter()
        .map(|(words, _)| {
            let right = matched.by_ref().take(words.len()).filter(|&matched| matched).count();
            right as f32 / words.len().max(1) as f32
        })
        .collect();
    Some((blocks, targets))
}

/// Features of all blocks of a page.
fn features(extractor: &mut Extractor, html: &[u8], likely: Option<&[f32]>) -> Vec<f32> {
    let mut rows = Vec::new();
    if let Some((arena, title)) = extractor.read_whole(html) {
        let mut keywords = TitleKeywords::default();
        keywords.learn(title);
        for index in 0..arena.len() {
            let occurrences = keywords.occurrences(arena.text(arena.record(index)));
            arena.record_mut(index).title_hits = u16::try_from(occurrences).unwrap_or(u16::MAX);
        }
        let mut page = Page::new();
        page.read(arena);
        let width = if likely.is_some() { SECOND } else { FIRST };
        if let Some(likely) = likely {
            for (index, &likely) in likely.iter().enumerate().take(arena.len()) {
                arena.record_mut(index).scores[0] = likely;
            }
            vector::sum_likely(arena, &mut page);
        }
        let mut batch: Box<Batch> = Box::new([[0.0; LANES]; SECOND]);
        let mut walk = Walk::default();
        for index in 0..arena.len() {
            vector::first(arena, &page, &walk, keywords.count(), index, (&mut batch, 0));
            if likely.is_some() {
                vector::second(arena, &page, index, (&mut batch, 0));
            }
            rows.extend(batch[..width].iter().map(|lanes| lanes[0]));
            walk.pass(index, arena.record(index));
        }
    }
    extractor.reset();
    rows
}
