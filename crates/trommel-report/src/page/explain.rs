//! Runs the methods over one page and collects their results for each block.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::Hash;
use std::ops::ControlFlow;

use trommel::{
    Extractor, Favor, LineBlock, Method, Sink, Summary,
    blocks::{Rule, Verdict},
    methods::{TagRatio, TextSource, Threshold, Thresholds, WordsLeaves},
};
use trommel_output::{PageFields, rounded};
use trommel_score::{gold_shares, word_bag};

use crate::page::data::{Blocks, Explained, FavorLogits, LineBlockThresholds, Run, Truth, VERSION};
use crate::page::source::places;

/// Maximum bytes of a page to read. A longer page is cut off there.
pub const MAX_PAGE_BYTES: u64 = 64 << 20;

/// Maximum bytes of a page to include in the data.
const MAX_SOURCE_BYTES: usize = 32 << 20;

/// Bytes between two checks of the number of blocks.
const CHUNK_BYTES: usize = 64 << 10;

/// Maximum number of blocks, some 100 MB. The page ends after them.
const MAX_BLOCKS: usize = 200_000;

/// Maximum number of blocks to compute feature contributions for, which takes some 0.1 ms each.
const MAX_BLOCKS_WITH_FACTS: usize = 20_000;

/// A page in memory.
#[derive(Debug)]
pub struct Page {
    /// Name of the input.
    pub name: String,
    /// Its URL, if known.
    pub url: Option<String>,
    /// Its encoding, if its source states one.
    pub charset: Option<String>,
    /// Its bytes.
    pub html: Vec<u8>,
}

/// A gold text and the name of its file.
#[derive(Debug)]
pub struct Gold {
    /// Name of the file.
    pub name: String,
    /// The text.
    pub text: String,
}

/// Settings of an explanation.
#[derive(Debug, Default)]
pub struct Question {
    /// The method to show first.
    pub method: Method,
    /// How strict the learned method is.
    pub favor: Favor,
    /// Whether wrappers of sites are used.
    pub has_sites: bool,
    /// The gold text of the page.
    pub gold: Option<Gold>,
    /// Another method to compare with.
    pub compare: Option<Method>,
    /// An extractor with another model to compare with, and its name.
    pub compare_model: Option<(String, Extractor)>,
}

/// Why a page is not explained.
#[derive(Debug)]
pub enum ExplainError<E> {
    /// No extractor could be made.
    Extractor(E),
    /// The page could not be extracted.
    Page(trommel::Error),
}

impl<E> From<trommel::Error> for ExplainError<E> {
    fn from(error: trommel::Error) -> Self {
        Self::Page(error)
    }
}

/// Explains a page: runs the requested method, then the others. `extractor` makes the extractor of
/// a method.
///
/// Cost: a run of each method, and 0.1 ms for each of the first 20,000 blocks. Holds the page, its
/// text and some 500 bytes for each of at most 200,000 blocks.
///
/// # Errors
///
/// An extractor cannot be made, or fails.
pub fn explain<E>(
    page: &Page,
    question: Question,
    extractor: impl Fn(Method, Favor) -> Result<Extractor, E>,
) -> Result<Explained, ExplainError<E>> {
    let extractor = |method, favor| extractor(method, favor).map_err(ExplainError::Extractor);
    let Question { method: asked, favor, has_sites, gold, compare, compare_model } = question;
    let mut pass = Pass { wants_facts: true, ..Pass::default() };
    let summary = pass.run(page, &mut extractor(asked, favor)?)?;
    let mut reading = Reading::new(page, &summary, pass, gold, has_sites);
    reading.add_run(asked.name(), favor_of(asked, favor));
    for (method, favor) in others(asked, favor) {
        reading.compare(page, &mut extractor(method, favor)?, method.name(), favor_of(method, favor))?;
    }
    if let Some((name, mut extractor)) = compare_model {
        reading.data.compared = reading.compare(page, &mut extractor, &name, Some(favor.name()))?;
    }
    if let Some(method) = compare {
        let named = favor_of(method, favor);
        let is_it = |run: &Run| run.method == method.name() && (named.is_none() || run.favor == named);
        reading.data.compared = match reading.data.runs.iter().position(is_it) {
            Some(run) => Some(run),
            None => reading.compare(page, &mut extractor(method, favor)?, method.name(), named)?,
        };
    }
    Ok(reading.finish(page, &summary))
}

/// The method `auto` with each `--favor`, and the other methods, except the requested one.
fn others(asked: Method, asked_favor: Favor) -> Vec<(Method, Favor)> {
    let by_favor = [Favor::Precision, Favor::Balanced, Favor::Recall].map(|favor| (Method::Auto, favor));
    let others = [
        Method::LineBlock(Thresholds::DEFAULT),
        Method::TagRatio(TagRatio::Clusters),
        Method::WordsLeaves(WordsLeaves::default()),
    ];
    let all = by_favor.into_iter().chain(others.map(|method| (method, Favor::Balanced)));
    let is_asked = |method: Method, favor: Favor| {
        method.name() == asked.name() && (favor_of(method, favor).is_none() || favor == asked_favor)
    };
    all.filter(|&(method, favor)| !is_asked(method, favor)).collect()
}

fn favor_of(method: Method, favor: Favor) -> Option<&'static str> {
    match method {
        Method::LineBlock(_) | Method::TagRatio(_) | Method::WordsLeaves(_) => None,
        _ => Some(favor.name()),
    }
}

/// The result of one extractor for a page.
#[derive(Default)]
struct Pass {
    /// Whether feature contributions are collected.
    wants_facts: bool,
    blocks: Blocks,
    tags: Names<&'static str>,
    paths: Names<String>,
    features: Names<&'static str>,
    kept: String,
    rules: Vec<&'static str>,
    thresholds: Option<FavorLogits>,
    /// The rendered text.
    text: String,
    summary: Option<(&'static str, Option<f64>)>,
}

impl Pass {
    fn run(&mut self, page: &Page, extractor: &mut Extractor) -> trommel::Result<Summary> {
        extractor.reset();
        if let Some(charset) = &page.charset {
            extractor.set_encoding_hint(charset);
        }
        if let Some(url) = &page.url {
            extractor.set_url(url);
        }
        for chunk in page.html.chunks(CHUNK_BYTES) {
            extractor.push_to(chunk, self)?;
            if self.blocks.len() == MAX_BLOCKS {
                break;
            }
        }
        let summary = extractor.finish_to(self)?;
        self.summary = Some((summary.decided_by(), summary.confidence.map(rounded)));
        Ok(summary)
    }

    /// Whether it found the same blocks as `other`.
    fn is_like(&self, other: &Blocks) -> bool {
        self.blocks.offset == other.offset
    }
}

impl Sink for Pass {
    fn text(&mut self, piece: &str) -> ControlFlow<()> {
        self.text.push_str(piece);
        ControlFlow::Continue(())
    }

    fn block(&mut self, block: &LineBlock<'_>) -> ControlFlow<()> {
        let blocks = &mut self.blocks;
        let is_own_text = block.text_source() == TextSource::Page;
        blocks.offset.push(block.offset());
        blocks.at.push(if is_own_text { 0 } else { -1 });
        blocks.role.push(block.role().name());
        blocks.tag.push(self.tags.number(block.tag()));
        let mut path: Vec<_> = block.path().collect();
        path.reverse();
        blocks.path.push(self.paths.number(path.join(" ")));
        blocks.depth.push(block.depth());
        blocks.chars.push(block.chars());
        blocks.words.push(block.words());
        blocks.tag_count.push(block.tags());
        blocks.links.push(block.links());
        blocks.ttr.push(short(block.ttr()));
        blocks.attr.push(short(block.attr()));
        blocks.tkd.push(short(block.tkd()));
        blocks.hidden.push(u8::from(block.is_hidden()));
        blocks.score.push(block.score().map(short));
        if let Some(point) = block.smoothed_tag_ratio() {
            blocks.smoothed_ratio.push(short(point.ratio));
            blocks.steepness.push(short(point.steepness));
        }
        let features = &mut self.features;
        let facts = block.contributions().map(|facts| {
            facts.map(|fact| (features.number(fact.name), short(fact.value), short(fact.moved))).collect()
        });
        blocks.facts.push(facts.unwrap_or_default());
        blocks.phrases.push(block.key_phrase().map(|phrase| (phrase.text.clone(), short(phrase.weight))));
        blocks.record.push(block.record().map(|record| (record.group, record.element)));
        blocks.text.push(block.text().collect());
        self.kept.push(if block.verdict() == Verdict::Kept { '1' } else { '0' });
        self.rules.push(block.rule().map_or("method", Rule::name));
        self.thresholds = block.thresholds().map_or(self.thresholds.take(), |thresholds| {
            Some(FavorLogits {
                precision: thresholds.precision,
                balanced: thresholds.balanced,
                recall: thresholds.recall,
            })
        });
        if self.blocks.len() < MAX_BLOCKS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn wants_contributions(&self) -> bool {
        self.wants_facts && self.blocks.len() < MAX_BLOCKS_WITH_FACTS
    }

    fn wants_rules(&self) -> bool {
        true
    }
}

/// Rounds to four decimals, which is enough to draw.
fn short(value: f32) -> f32 {
    let rounded = (value * 10_000.0).round() / 10_000.0;
    if rounded.is_finite() { rounded } else { value }
}

/// Numbers distinct names.
#[derive(Default)]
struct Names<T> {
    numbers: HashMap<T, u32>,
    names: Vec<T>,
}

impl<T: Hash + Eq + Clone> Names<T> {
    fn number(&mut self, name: T) -> u32 {
        if let Some(&number) = self.numbers.get(&name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.numbers.insert(name.clone(), number);
        self.names.push(name);
        number
    }
}

/// An explained page in progress.
struct Reading {
    data: Explained,
    rules: Names<&'static str>,
    gold: Option<Gold>,
    /// The next pass.
    pass: Pass,
}

impl Reading {
    /// Takes the blocks of the first pass.
    fn new(page: &Page, summary: &Summary, mut pass: Pass, gold: Option<Gold>, has_sites: bool) -> Self {
        let blocks = std::mem::take(&mut pass.blocks);
        let truth = gold.as_ref().map(|gold| {
            let shares = gold_shares(blocks.text.iter().map(String::as_str), &gold.text);
            Truth {
                name: gold.name.clone(),
                words_found: shares.iter().map(|share| u64::from(share.gold)).sum(),
                words: shares.iter().map(|share| share.words).collect(),
                gold: shares.iter().map(|share| share.gold).collect(),
            }
        });
        let url = &summary.metadata.url;
        let data = Explained {
            format: "trommel-explain",
            version: VERSION,
            name: page.name.clone(),
            url: (!url.is_empty()).then(|| url.clone()),
            page: PageFields::of(summary, has_sites, |text| Cow::Owned(text.to_string())),
            line_block: line_block_thresholds(&blocks),
            tags: std::mem::take(&mut pass.tags.names),
            paths: std::mem::take(&mut pass.paths.names),
            features: std::mem::take(&mut pass.features.names),
            thresholds: pass.thresholds.take(),
            blocks,
            rules: Vec::new(),
            runs: Vec::new(),
            shown: 0,
            compared: None,
            truth,
            left_out: Vec::new(),
            source: None,
        };
        Self { data, rules: Names::default(), gold, pass }
    }

    fn add_run(&mut self, method: &str, favor: Option<&'static str>) -> usize {
        let pass = std::mem::take(&mut self.pass);
        let (decided_by, confidence) = pass.summary.unwrap_or_default();
        let score = self.gold.as_ref().map(|gold| word_bag(&pass.text, &gold.text).into());
        let rules = pass.rules.into_iter().map(|rule| self.rules.number(rule) as u8).collect();
        let method = method.to_string();
        self.data.runs.push(Run { method, favor, decided_by, confidence, kept: pass.kept, rules, score });
        self.data.runs.len() - 1
    }

    /// Runs another extractor, and adds its result. Returns the number of the run, or `None` if the
    /// extractor has different blocks, which is noted.
    fn compare(
        &mut self,
        page: &Page,
        extractor: &mut Extractor,
        method: &str,
        favor: Option<&'static str>,
    ) -> trommel::Result<Option<usize>> {
        // The trees' scores do not depend on `--favor`.
        self.pass.wants_facts = self.data.thresholds.is_none();
        self.pass.run(page, extractor)?;
        if !self.pass.is_like(&self.data.blocks) {
            let favor = favor.map_or(String::new(), |favor| format!(" ({favor})"));
            let decided_by = self.pass.summary.unwrap_or_default().0;
            let note = format!("{method}{favor}: decided by {decided_by}, with different blocks");
            self.data.left_out.push(note);
            self.pass = Pass::default();
            return Ok(None);
        }
        let (pass, blocks) = (&mut self.pass, &mut self.data.blocks);
        if blocks.smoothed_ratio.is_empty() && pass.blocks.smoothed_ratio.len() == blocks.len() {
            blocks.smoothed_ratio = std::mem::take(&mut pass.blocks.smoothed_ratio);
            blocks.steepness = std::mem::take(&mut pass.blocks.steepness);
        }
        if self.data.thresholds.is_none() && pass.thresholds.is_some() {
            self.data.thresholds = pass.thresholds.take();
            self.data.features = std::mem::take(&mut pass.features.names);
            blocks.score = std::mem::take(&mut pass.blocks.score);
            blocks.facts = std::mem::take(&mut pass.blocks.facts);
            blocks.phrases = std::mem::take(&mut pass.blocks.phrases);
            blocks.record = std::mem::take(&mut pass.blocks.record);
        }
        Ok(Some(self.add_run(method, favor)))
    }

    /// Adds the page itself.
    fn finish(self, page: &Page, summary: &Summary) -> Explained {
        let Self { mut data, rules, .. } = self;
        data.rules = rules.names;
        let count = data.blocks.len();
        if count == MAX_BLOCKS {
            data.left_out.push(format!("everything after the first {MAX_BLOCKS} blocks"));
        }
        if count > MAX_BLOCKS_WITH_FACTS {
            data.left_out.push(format!("the features of blocks after the first {MAX_BLOCKS_WITH_FACTS}"));
        }
        if page.html.len() > MAX_SOURCE_BYTES {
            let note = format!("the page itself: larger than {} MiB", MAX_SOURCE_BYTES >> 20);
            data.left_out.push(note);
            data.blocks.at.fill(-1);
            return data;
        }
        // Offsets rise within the text of the page. Text from other sources follows.
        let is_own = |at: &i64| *at >= 0;
        let own = data.blocks.at.iter().take_while(|at| is_own(at)).count();
        let (source, at) = places(&page.html, summary.encoding, &data.blocks.offset[..own]);
        data.blocks.at[..own].copy_from_slice(&at);
        data.source = Some(source);
        data
    }
}

/// The default thresholds of the line-block method over these blocks.
fn line_block_thresholds(blocks: &Blocks) -> LineBlockThresholds {
    let sigma = |values: &[f32]| {
        let count = values.len().max(1) as f64;
        let mean = values.iter().map(|&value| f64::from(value)).sum::<f64>() / count;
        let squares = values.iter().map(|&value| (f64::from(value) - mean).powi(2)).sum::<f64>();
        (squares / count).sqrt()
    };
    let tau = |threshold: Threshold, sigma: f64| match threshold {
        Threshold::Constant(value) => f64::from(value),
        Threshold::Sigma(lambda) => f64::from(lambda) * sigma,
    };
    let defaults = Thresholds::DEFAULT;
    let ttr_sigma = sigma(&blocks.ttr);
    let shown = |value: f64| (value * 10_000.0).round() / 10_000.0;
    LineBlockThresholds {
        ttr_sigma: shown(ttr_sigma),
        ttr: shown(tau(defaults.ttr, ttr_sigma)),
        attr: shown(tau(defaults.attr, sigma(&blocks.attr))),
        tkd: shown(tau(defaults.tkd, sigma(&blocks.tkd))),
    }
}

#[cfg(test)]
mod tests {
    use trommel::Options;

    use super::*;

    #[test]
    fn a_page_is_cut_off_at_the_maximum_number_of_blocks() {
        let html = b"<p>a".repeat(2 * MAX_BLOCKS);
        let page = Page { name: "page".to_string(), url: None, charset: None, html };
        let options = Options::default().with_method(Method::TagRatio(TagRatio::Clusters));
        let mut extractor = Extractor::new(options).expect("the options are sound");
        let mut pass = Pass::default();
        let summary = pass.run(&page, &mut extractor).expect("HTML is never wrong");
        assert_eq!(
            (pass.blocks.len(), pass.kept.len(), pass.rules.len()),
            (MAX_BLOCKS, MAX_BLOCKS, MAX_BLOCKS)
        );
        assert!(summary.stopped && summary.bytes_in < page.html.len() as u64);
        let reading = Reading::new(&page, &summary, pass, None, false);
        let explained = reading.finish(&page, &summary);
        assert!(explained.left_out.iter().any(|what| what.contains("everything after the first")));
    }
}
