//! Fits a linear model to the pages of one site, without a gold standard.
//!
//! Input: pages, as HTML or as blocks that a browser rendered. Output: a [`Model`](trommel::Model),
//! or a [`LabelError`].
//!
//! 1. Blocks are clustered by their style (`dbscan.rs`).
//! 2. The cluster that has most in common with the descriptions of the pages is content (`lcs.rs`,
//!    `label.rs`).
//! 3. A linear support vector machine learns to separate its blocks from the others (`svm.rs`).
//!
//! Memory: the text of the pages, some hundred bytes for each kind of block of each page, and at
//! most 200 MiB for the support vector machine. The same pages and settings give the same bytes.
//!
//! Source: Zhou and Mashuq 2014. Departures are named where they are made.

mod dbscan;
mod label;
mod lcs;
mod page;
mod rendered;
mod sample;
mod svm;
mod validate;

pub use label::VoteCounts;
pub use page::{SitePage, SiteReader};
pub use rendered::{RenderedBlock, RenderedPage};
pub use sample::Sample;
pub use validate::{CrossValidation, cross_validate};

use label::{Labels, Site};
use std::collections::BTreeMap;
use std::fmt;
use svm::{LinearScorer, Row};

/// Number of folds of the cross-validation.
pub const FOLDS: usize = 4;

/// Minimum F1 by cross-validation. A model below it does not even separate the blocks it is fitted
/// to.
const MIN_F1: f64 = 0.5;

/// A set of inputs of the support vector machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs(u8);

impl Inputs {
    /// Characters of text, scaled.
    pub const LENGTH: Self = Self(1);
    /// Names of the element and its ancestors.
    pub const TAG_PATH: Self = Self(1 << 1);
    /// The same with classes and ids.
    pub const SELECTORS: Self = Self(1 << 2);
    /// Style properties of rendered blocks.
    pub const STYLE: Self = Self(1 << 3);
    /// All inputs.
    pub const ALL: Self = Self(0b1111);

    /// Whether the sets share an input.
    #[must_use]
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The union of both sets.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a feature belongs to these inputs.
    fn take(self, feature: u32) -> bool {
        use trommel::_train::NumberKind as LinearFeatureKind;
        self.has(match LinearFeatureKind::of(feature) {
            LinearFeatureKind::TagPath => Self::TAG_PATH,
            LinearFeatureKind::Selector | LinearFeatureKind::Name => Self::SELECTORS,
            LinearFeatureKind::Style => Self::STYLE,
        })
    }
}

/// Settings of training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Maximum distance of neighbours in a cluster: the square root of the number of properties,
    /// tags or names that only one of two blocks has. `None` is 2 for rendered blocks (two
    /// differing properties) and 1 for HTML (one name more or less).
    pub radius: Option<f64>,
    /// Minimum neighbours of a core block of a cluster, itself counted.
    pub fewest: usize,
    /// Inputs of the support vector machine.
    pub inputs: Inputs,
    /// Whether pages are of several sites. Each host is then labelled by itself, and one model is
    /// fitted to all of them.
    pub by_host: bool,
    /// Seed of the folds.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { radius: None, fewest: 5, inputs: Inputs::ALL, by_host: false, seed: 1 }
    }
}

/// The result of training without a gold standard.
#[derive(Clone, Debug)]
pub struct SelfLabelled {
    /// The bytes of the model, to be written to a file or passed to
    /// [`Model::from_bytes`](trommel::Model::from_bytes).
    pub model: Vec<u8>,
    /// How many pages voted for the chosen cluster, by description or title.
    pub votes: VoteCounts,
    /// Hosts that could not be labelled, with the number of their pages, which are left out, and
    /// why.
    pub refused: Vec<(String, usize, LabelError)>,
    /// Number of pages that were fitted to.
    pub pages: usize,
    /// Number of their blocks.
    pub blocks: usize,
    /// Number of blocks that were labelled content.
    pub content_blocks: usize,
    /// Number of clusters of all hosts.
    pub clusters: usize,
    /// Precision, recall and F1 of the labels by cross-validation, as means over the folds.
    pub figures: CrossValidation,
}

/// Why training gave no model that can be trusted.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LabelError {
    /// Both HTML pages and rendered pages, which need different models.
    Mixed {
        /// Number of HTML pages.
        html: usize,
        /// Number of rendered pages.
        rendered: usize,
    },
    /// No host could be labelled. Each host with the number of its pages and why.
    NoHost(Vec<(String, usize, LabelError)>),
    /// Fewer than two pages with text.
    TooFewPages(usize),
    /// Fewer than two pages with a description or title of their own.
    NothingVotes(VoteCounts),
    /// All blocks have the same style, or all have different ones.
    TooFewClusters(usize),
    /// No cluster is closer to the descriptions of its own pages than to those of others.
    NothingAbout {
        /// Number of clusters.
        clusters: usize,
        /// Number of voting pages.
        pages: usize,
    },
    /// The best cluster has very little text (headlines), or is on very few pages.
    TooLittleContent {
        /// Its share of the text of the site.
        share: f64,
        /// Number of pages with it.
        pages: usize,
        /// Number of voting pages.
        voters: usize,
    },
    /// The support vector machine could not learn the labels.
    NotLearned(CrossValidation),
    /// The number of labels does not match: for the blocks of a page, or for the pages.
    OtherLabels {
        /// Index of the page. `None` if the number of pages does not match.
        page: Option<usize>,
        /// Number of its blocks, or of pages.
        expected: usize,
        /// Number of labels.
        found: usize,
    },
}

impl std::error::Error for LabelError {}

impl fmt::Display for LabelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mixed { html, rendered } => write!(
                f,
                "expected HTML or rendered blocks, found both: {html} pages and {rendered}; make a model of each"
            ),
            Self::NoHost(hosts) => {
                write!(f, "expected a site that can label itself, found none among {} hosts", hosts.len())
            }
            Self::TooFewPages(pages) => write!(f, "expected at least two pages with text, found {pages}"),
            Self::NothingVotes(votes) => write!(
                f,
                "expected at least two pages with a description or a title that no others have, found {}; {} pages have neither",
                votes.by_description + votes.by_title,
                votes.none
            ),
            Self::TooFewClusters(clusters) => {
                write!(f, "expected blocks that look different from each other, found {clusters} kinds")
            }
            Self::NothingAbout { clusters, pages } => write!(
                f,
                "expected texts that say what the descriptions of their pages say, found none in {clusters} kinds of blocks on {pages} pages: listings without articles?"
            ),
            Self::TooLittleContent { share, pages, voters } => write!(
                f,
                "expected content on most pages, found {:.1} % of the text, on {pages} of {voters} pages: listings without articles, or more than one site?",
                100.0 * share
            ),
            Self::NotLearned(figures) => write!(
                f,
                "expected blocks that can be told apart, found an F1 of {:.3} on pages that were not fitted to",
                figures.f1
            ),
            Self::OtherLabels { page: Some(page), expected, found } => {
                write!(f, "expected a label for each of the {expected} blocks of page {page}, found {found}")
            }
            Self::OtherLabels { page: None, expected, found } => {
                write!(f, "expected labels of {expected} pages, found those of {found}")
            }
        }
    }
}

/// Labels the blocks of each page by the clusters of the site alone: whether each is content.
///
/// # Errors
/// A [`LabelError`] if the labels cannot be trusted.
pub fn label(pages: &[SitePage], settings: Settings) -> Result<Vec<Vec<bool>>, LabelError> {
    let pages: Vec<&SitePage> = pages.iter().collect();
    label::label(&pages, &settings).map(|labels| labels.content)
}

/// Labels the pages of one site, or of several by host, and fits a model to them. The model is for
/// HTML or for pages that a browser rendered. Pages that an extractor has
/// [scored](SiteReader::scored_by) keep its labels.
///
/// Cost: a few seconds for some hundred pages.
///
/// # Errors
/// A [`LabelError`] if no model can be trusted.
pub fn fit(pages: &[SitePage], settings: Settings) -> Result<SelfLabelled, LabelError> {
    let rendered = pages.iter().filter(|page| page.is_rendered).count();
    if rendered > 0 && rendered < pages.len() {
        return Err(LabelError::Mixed { html: pages.len() - rendered, rendered });
    }
    let mut hosts: BTreeMap<&str, Vec<&SitePage>> = BTreeMap::new();
    for page in pages {
        hosts.entry(if settings.by_host { page.host() } else { "" }).or_default().push(page);
    }
    let (mut used, mut all, mut refused) = (vec![], Labels::default(), vec![]);
    for (host, pages) in hosts {
        match label::label(&pages, &settings) {
            Ok(labels) => {
                used.extend(pages);
                all.add(labels);
            }
            Err(doubt) if settings.by_host => refused.push((String::from(host), pages.len(), doubt)),
            Err(doubt) => return Err(doubt),
        }
    }
    if used.is_empty() {
        return Err(if settings.by_host { LabelError::NoHost(refused) } else { LabelError::TooFewPages(0) });
    }
    let trained = learn(&used, all, settings)?;
    Ok(SelfLabelled { refused, ..trained })
}

/// Fits a model to labels of another method: for each page and each block, whether it is content.
///
/// # Errors
/// A [`LabelError`] if content blocks cannot be separated from the others, or if there is not one
/// label for each block.
pub fn fit_to(
    pages: &[SitePage],
    content: Vec<Vec<bool>>,
    settings: Settings,
) -> Result<SelfLabelled, LabelError> {
    let others = |page, expected, found| Err(LabelError::OtherLabels { page, expected, found });
    if content.len() != pages.len() {
        return others(None, pages.len(), content.len());
    }
    for (at, (page, labels)) in pages.iter().zip(&content).enumerate() {
        if page.blocks.len() != labels.len() {
            return others(Some(at), page.blocks.len(), labels.len());
        }
    }
    learn(&pages.iter().collect::<Vec<_>>(), Labels { content, ..Labels::default() }, settings)
}

/// Fits a model to labels.
fn learn(pages: &[&SitePage], labels: Labels, settings: Settings) -> Result<SelfLabelled, LabelError> {
    let site = Site::new(pages);
    let Labels { content, clusters, votes } = labels;
    let groups: Vec<u64> = (0..pages.len() as u64).collect();
    let figures = validate::of_site(pages, &site, &content, &groups, &settings);
    if figures.f1 < MIN_F1 {
        return Err(LabelError::NotLearned(figures));
    }
    let features = features(&site, settings.inputs);
    let scorer = fit_linear_model(pages, &site, &features, &content, settings, |_| true);
    let scorer = scorer.ok_or(LabelError::TooFewClusters(1))?;
    let is_rendered = pages.iter().any(|page| page.is_rendered);
    Ok(SelfLabelled {
        model: trommel::_train::linear_model_bytes(is_rendered, scorer.bias, scorer.per_char, scorer.weights),
        votes,
        refused: vec![],
        pages: pages.len(),
        blocks: content.iter().map(Vec::len).sum(),
        content_blocks: content.iter().flatten().filter(|content| **content).count(),
        clusters,
        figures,
    })
}

/// The inputs of the support vector machine for each kind of block.
fn features(site: &Site, inputs: Inputs) -> Vec<Vec<u32>> {
    let taken =
        |kind: &page::Kind| kind.features.iter().copied().filter(|&feature| inputs.take(feature)).collect();
    site.kinds.iter().map(taken).collect()
}

/// The rows of the used pages.
fn rows<'a>(
    pages: &'a [&SitePage],
    site: &'a Site,
    features: &'a [Vec<u32>],
    content: &'a [Vec<bool>],
    uses: impl Fn(usize) -> bool + 'a,
) -> impl Iterator<Item = Row<'a>> {
    let used = pages.iter().enumerate().filter(move |(at, _)| uses(*at));
    used.flat_map(move |(at, page)| {
        page.blocks.iter().zip(&content[at]).map(move |(block, &is_content)| {
            let kind = site.kind_of[at][block.kind as usize];
            Row { kind, features: &features[kind as usize], chars: block.chars, is_content }
        })
    })
}

/// Fits a linear model to the used pages.
fn fit_linear_model(
    pages: &[&SitePage],
    site: &Site,
    features: &[Vec<u32>],
    content: &[Vec<bool>],
    settings: Settings,
    uses: impl Fn(usize) -> bool,
) -> Option<LinearScorer> {
    let rows: Vec<Row<'_>> = rows(pages, site, features, content, uses).collect();
    svm::fit(rows.into_iter(), settings.inputs)
}
