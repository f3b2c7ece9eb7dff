//! Converts pages with gold text to rows, one for each block.

use crate::calibration::{Calibration, Judged};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use trommel::_train::{
    ReplayKey, ReplayedDecision, TrainingReader, each_ngram, hash_64, replay_decision, scored_as,
};
use trommel::{Budget, Extractor, Favor, Method, Options, methods::Thresholds, page::PageType};
use trommel_score::matched;

/// Memory budget of a page in training. It is large, so that pages are read whole.
const BUDGET_BYTES: usize = 256 << 20;

/// Minimum number of gold words that a page counts as, so that a block of a page with little text
/// does not get a large weight.
const MIN_GOLD_WORDS: f32 = 30.0;

/// Exponent of the number of words of a block in its weight. Below 1, since there are many short
/// blocks, which are hard to decide, and a reader notices each mistake.
const WEIGHT_POWER: f32 = 0.7;

/// Weight of a block of a recombined page, relative to the original pages. A larger weight improves
/// sites outside the training corpora, at the cost of those inside.
const AUGMENTED_WEIGHT: f32 = 0.3;

/// Weight of a block of a page whose type few annotated pages have. More articles add nothing, more
/// pages of these types do.
const SCARCE_WEIGHT: f32 = 1.5;

/// Number of buckets that sites are divided into for cross-validation.
pub(super) const SITE_BUCKETS: u32 = 10;

/// A page with its gold standard.
#[derive(Clone, Debug)]
pub struct GoldPage {
    html: Vec<u8>,
    gold: Vec<u32>,
    site: u32,
    corpus: String,
    group: String,
    language: Option<String>,
    page_type: Option<PageType>,
    /// Whether it is recombined from two other pages.
    is_augmented: bool,
}

impl GoldPage {
    /// A page of `site`. In cross-validation, pages of one site are never on both sides.
    ///
    /// Gold texts of one `corpus` agree on what is content. Scores are reported by corpus, or by
    /// corpus and `page_type` where that is known.
    #[must_use]
    pub fn new(html: Vec<u8>, gold: &str, site: &str, corpus: &str, page_type: Option<&str>) -> Self {
        let group = page_type.map_or_else(|| corpus.into(), |page_type| format!("{corpus} {page_type}"));
        Self {
            html,
            gold: words(gold).collect(),
            site: hash(site),
            corpus: corpus.into(),
            group,
            language: None,
            page_type: page_type.and_then(PageType::from_name),
            is_augmented: false,
        }
    }

    /// Adds the language that the gold standard gives. Scores are reported by language, too.
    #[must_use]
    pub fn with_language(self, language: Option<String>) -> Self {
        Self { language, ..self }
    }

    /// A recombined page: this page with the frame of another one. It counts for the site of the
    /// frame.
    pub(super) fn with_frame(&self, frame: &Self, html: Vec<u8>) -> Self {
        Self {
            html,
            gold: self.gold.clone(),
            site: frame.site,
            corpus: self.corpus.clone(),
            group: self.group.clone(),
            language: self.language.clone(),
            page_type: self.page_type,
            is_augmented: true,
        }
    }

    pub(super) fn html(&self) -> &[u8] {
        &self.html
    }

    /// The corpus, and the type of the page if the gold standard gives one.
    pub(super) fn group(&self) -> &str {
        &self.group
    }

    /// The type that the gold standard gives, if it is one of the seven.
    pub(super) fn page_type(&self) -> Option<PageType> {
        self.page_type
    }

    /// Words of the gold text.
    pub(super) fn gold(&self) -> &[u32] {
        &self.gold
    }

    /// The part of the sites that contains the site of this page.
    pub(super) fn site_bucket(&self) -> u32 {
        self.site % SITE_BUCKETS
    }
}

/// The site of a page: the last two labels of the host of its URL. Without a URL, the one stated by
/// the page counts (canonical link, `og:url`). `None` if there is neither.
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
    let mut extractor =
        Extractor::new(Options::default().with_method(Method::LineBlock(Thresholds::DEFAULT))).ok()?;
    extractor.push(html).ok()?;
    host(&extractor.finish().ok()?.summary.metadata.url)
}

/// The words of a text as numbers. Words are runs of letters, digits and underscores, in lower
/// case.
pub(super) fn words(text: &str) -> impl Iterator<Item = u32> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty()).map(hash)
}

/// FNV-1a of the lower-cased text, folded to 32 bits.
fn hash(text: &str) -> u32 {
    let hash = hash_64(text.chars().flat_map(char::to_lowercase));
    (hash ^ hash >> 32) as u32
}

/// A block: its words, the key that decides whose score it reuses, and its element.
pub(super) struct Block {
    pub(super) words: Vec<u32>,
    /// The n-grams of its text; none of recombined pages.
    pub(super) ngrams: Vec<u32>,
    key: ReplayKey,
    pub(super) element: usize,
}

/// An element: its parent, and the words of its names.
pub(super) struct Element {
    pub(super) parent: usize,
    pub(super) words: Vec<u32>,
}

pub(super) struct PageRows {
    /// Index of the page.
    page: usize,
    /// Index of its first row.
    first: usize,
    pub(super) site: u32,
    pub(super) blocks: Vec<Block>,
    pub(super) elements: Vec<Element>,
    /// Share of the words of each block that are in the gold text.
    pub(super) targets: Vec<f32>,
    gold: Vec<u32>,
    /// Index of its corpus.
    pub(super) corpus: usize,
    page_type: Option<PageType>,
    group: String,
    language: Option<String>,
    /// Whether it is recombined from two pages, which are scored themselves.
    pub(super) is_augmented: bool,
}

impl PageRows {
    /// The part of the sites that contains the site of this page.
    pub(super) fn site_bucket(&self) -> u32 {
        Self::bucket_of(self.site)
    }

    /// The part of the sites that contains a site.
    pub(super) fn bucket_of(site: u32) -> u32 {
        site % SITE_BUCKETS
    }

    /// Whether it is an article, where the gold standard gives a type.
    pub(super) fn is_article(&self) -> Option<bool> {
        self.page_type.map(|page_type| page_type == PageType::Article)
    }

    /// The weight of a block with a share of the gold text.
    fn weight_of(&self, share: f32) -> f32 {
        use PageType::{Collection, Listing, Product, Service};
        let of_page = if self.is_augmented { AUGMENTED_WEIGHT } else { 1.0 };
        let weight = share.min(1.0).powf(WEIGHT_POWER) * of_page;
        let is_scarce = matches!(self.page_type, Some(Collection | Listing | Product | Service));
        if is_scarce { weight * SCARCE_WEIGHT } else { weight }
    }
}

/// Mean word-bag scores of a set of pages.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Scores {
    /// Number of pages.
    pub pages: usize,
    /// Mean word-bag precision.
    pub precision: f64,
    /// Mean word-bag recall.
    pub recall: f64,
    /// Mean word-bag F1.
    pub f1: f64,
}

/// Chooses sites by their bucket.
pub(super) type Buckets<'a> = &'a (dyn Fn(u32) -> bool + Sync);

/// The rows of all pages, without their features.
pub(super) struct Rows {
    pub(super) pages: Vec<PageRows>,
    pub(super) corpora: usize,
    pub(super) targets: Vec<f32>,
    pub(super) weights: Vec<f32>,
}

/// A reader that reads pages whole.
pub(super) fn reader() -> Option<TrainingReader> {
    TrainingReader::of_words(Budget::from_bytes(BUDGET_BYTES)).ok()
}

impl Rows {
    /// Reads all pages and aligns them with their gold text.
    pub(super) fn read(pages: &[&GoldPage]) -> Self {
        let mut corpora: Vec<&str> = Vec::new();
        for page in pages {
            if !corpora.contains(&page.corpus.as_str()) {
                corpora.push(&page.corpus);
            }
        }
        let corpus_of = |page: &GoldPage| corpora.iter().position(|&corpus| corpus == page.corpus);
        let read: Vec<Option<PageRows>> = pages
            .par_iter()
            .enumerate()
            .map_init(reader, |reader, (number, page)| read(reader.as_mut()?, page, number, corpus_of(page)?))
            .collect();
        let mut rows =
            Self { pages: Vec::new(), corpora: corpora.len(), targets: Vec::new(), weights: Vec::new() };
        for mut page in read.into_iter().flatten() {
            let gold_words = (page.gold.len() as f32).max(MIN_GOLD_WORDS);
            for block in &page.blocks {
                let share = (block.words.len() as f32 + 1.0) / gold_words;
                rows.weights.push(page.weight_of(share));
            }
            page.first = rows.targets.len();
            rows.targets.extend(&page.targets);
            rows.pages.push(page);
        }
        rows
    }

    /// The part of the sites of each row.
    pub(super) fn parts(&self) -> Vec<u32> {
        self.pages
            .iter()
            .flat_map(|page| std::iter::repeat_n(page.site_bucket(), page.blocks.len()))
            .collect()
    }

    /// Features of all rows, one row after the other. `weights` gives the weights of the words of
    /// names for a part of the sites. Without weights, names have no effect.
    pub(super) fn features<'a>(
        &self,
        pages: &[&GoldPage],
        weights: impl Fn(u32) -> Option<&'a [(u32, i8)]> + Sync,
        texts: impl Fn(u32) -> &'a [u8] + Sync,
    ) -> Vec<f32> {
        let features: Vec<Vec<f32>> = self
            .pages
            .par_iter()
            .map_init(reader, |reader, page| {
                let html = &pages[page.page].html;
                let page_weights = weights(page.site_bucket());
                let whole = reader.as_mut().and_then(|reader| reader.read(html, None, None));
                let texts = texts(page.site_bucket());
                whole.map(|mut whole| whole.features(page_weights, texts)).unwrap_or_default()
            })
            .collect();
        features.concat()
    }

    /// The scores of each page, at the threshold of `favor`. Recombined pages and
    /// pages of sites outside `of` are left out.
    fn page_scores<'a>(
        &'a self,
        logits: &'a [f32],
        favor: Favor,
        of: Buckets<'a>,
    ) -> impl ParallelIterator<Item = (&'a PageRows, [f64; 3])> {
        let pages = self.pages.par_iter().filter(move |page| !page.is_augmented && of(page.site_bucket()));
        pages.map(move |page| (page, page.score(&logits[page.first..], favor)))
    }

    /// Mean scores of the pages.
    pub(super) fn scores(&self, logits: &[f32], favor: Favor, of: Buckets<'_>) -> Scores {
        let each: Vec<[f64; 3]> = self.page_scores(logits, favor, of).map(|(_, scores)| scores).collect();
        mean(&each)
    }

    /// The confidence of the pages next to their F1.
    pub(super) fn calibration(&self, logits: &[f32], of: Buckets<'_>) -> Calibration {
        let pages = self.pages.par_iter().filter(|page| !page.is_augmented && of(page.site_bucket()));
        let mut judged: Vec<Judged> = pages
            .map(|page| {
                let decision = page.decision(&logits[page.first..], Favor::Balanced);
                let [.., f1] = page.score_kept(&decision.is_kept);
                Judged { confidence: f64::from(decision.confidence.unwrap_or(0.0)), f1 }
            })
            .collect();
        Calibration::of(&mut judged)
    }

    /// Mean scores by group and by language, in the order of their names.
    pub(super) fn scores_by_group(
        &self,
        logits: &[f32],
        favor: Favor,
        of: Buckets<'_>,
    ) -> Vec<(String, Scores)> {
        let mut groups: BTreeMap<String, Vec<[f64; 3]>> = BTreeMap::new();
        let each: Vec<(&PageRows, [f64; 3])> = self.page_scores(logits, favor, of).collect();
        for (page, scores) in each {
            let language = page.language.as_ref().map(|language| format!("language {language}"));
            for group in [Some(page.group.clone()), language].into_iter().flatten() {
                groups.entry(group).or_default().push(scores);
            }
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
    /// The rows of the blocks that the model scores.
    pub(super) fn scored_rows(&self) -> Vec<usize> {
        let keys = self.blocks.iter().map(|block| block.key);
        let asked = scored_as(keys).enumerate().filter(|&(index, of)| of == Some(index));
        asked.map(|(index, _)| self.first + index).collect()
    }

    /// Word-bag precision, recall and F1 of the text that is kept.
    fn score(&self, logits: &[f32], favor: Favor) -> [f64; 3] {
        self.score_kept(&self.decision(logits, favor).is_kept)
    }

    fn decision(&self, logits: &[f32], favor: Favor) -> ReplayedDecision {
        let blocks: Vec<(ReplayKey, u32)> =
            self.blocks.iter().map(|block| (block.key, block.words.len() as u32)).collect();
        replay_decision(&blocks, logits, favor)
    }

    fn score_kept(&self, is_kept: &[bool]) -> [f64; 3] {
        let mut bag: HashMap<u32, u32> = HashMap::new();
        for &word in &self.gold {
            *bag.entry(word).or_default() += 1;
        }
        let (mut kept, mut right) = (0_u32, 0_u32);
        for (block, _) in self.blocks.iter().zip(is_kept).filter(|(_, is_kept)| **is_kept) {
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

/// Reads a page: its blocks with the share of each that is in the gold text, and its elements.
/// `None` for a page that cannot be used.
fn read(reader: &mut TrainingReader, page: &GoldPage, number: usize, corpus: usize) -> Option<PageRows> {
    let whole = reader.read(&page.html, None, None)?;
    let blocks: Vec<Block> = whole
        .blocks()
        .map(|block| {
            let mut ngrams = Vec::new();
            if !page.is_augmented {
                each_ngram(&block.plain_text(), |key| ngrams.push(key));
            }
            Block { words: words(block.text).collect(), ngrams, key: block.key, element: block.element }
        })
        .collect();
    let elements = whole
        .elements()
        .map(|(parent, words)| {
            let mut words = words.to_vec();
            words.sort_unstable();
            words.dedup();
            Element { parent, words }
        })
        .collect();
    if blocks.is_empty() || page.gold.is_empty() {
        return None;
    }
    let all: Vec<u32> = blocks.iter().flat_map(|block| &block.words).copied().collect();
    let mut matched = matched(&all, &page.gold).into_iter();
    let targets = blocks
        .iter()
        .map(|Block { words, .. }| {
            let right = matched.by_ref().take(words.len()).filter(|&matched| matched).count();
            right as f32 / words.len().max(1) as f32
        })
        .collect();
    let (gold, group, language) = (page.gold.clone(), page.group.clone(), page.language.clone());
    Some(PageRows {
        page: number,
        first: 0,
        site: page.site,
        blocks,
        elements,
        targets,
        gold,
        corpus,
        page_type: page.page_type,
        group,
        language,
        is_augmented: page.is_augmented,
    })
}
