//! Fits a linear model to the pages of one site, without gold.
//!
//! In come pages, as HTML or as blocks that a browser rendered; out comes a
//! [`Model`](trommel::Model), or a [`LabelError`]. Blocks are clustered by how they look
//! (`dbscan.rs`), the cluster that says most of what the pages say they are about is content
//! (`lcs.rs`, `label.rs`), and a linear support vector machine learns to tell its blocks from the
//! others (`svm.rs`). Held: the text of the pages, some hundred bytes for each kind of block of
//! each page, and what the machine compares, 200 MiB at most. The same pages and settings give the
//! same bytes.
//!
//! Source: Zhou and Mashuq 2014; departures are named where they are.

mod dbscan;
mod label;
mod lcs;
mod page;
mod rendered;
mod sample;
mod svm;
mod validate;

pub use label::PathMeans;
pub use page::{SitePage, SiteReader};
pub use rendered::{RenderedBlock, RenderedPage};
pub use sample::Sample;
pub use validate::{CrossValidation, cross_validate};

use label::{Labels, Site};
use std::collections::BTreeMap;
use std::fmt;
use svm::{LinearScorer, Row};

/// Folds of the cross-validation.
pub const FOLDS: usize = 4;

/// F1 by cross-validation below which a model is refused: it does not tell the blocks that it was
/// fitted to apart.
const MIN_F1: f64 = 0.5;

/// What a support vector machine is given of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs(u8);

impl Inputs {
    /// Characters of text, scaled.
    pub const LENGTH: Self = Self(1);
    /// Names of the elements around it.
    pub const TAG_PATH: Self = Self(1 << 1);
    /// The same with classes and ids.
    pub const SELECTORS: Self = Self(1 << 2);
    /// Properties of style.
    pub const STYLE: Self = Self(1 << 3);
    /// All of them.
    pub const ALL: Self = Self(0b1111);

    /// Whether any of `other` is in.
    #[must_use]
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Both sets together.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a feature is one of these.
    fn take(self, feature: u32) -> bool {
        use trommel::_train::NumberKind as LinearFeatureKind;
        self.has(match LinearFeatureKind::of(feature) {
            LinearFeatureKind::TagPath => Self::TAG_PATH,
            LinearFeatureKind::Selector | LinearFeatureKind::Name => Self::SELECTORS,
            LinearFeatureKind::Style => Self::STYLE,
        })
    }
}

/// Settings, each with its default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Distance within which blocks are near each other: the root of the number of properties, tags
    /// or names that only one of two has. `None`: 2 for rendered blocks, two properties with
    /// other values; 1 for HTML, a name more or less.
    pub radius: Option<f64>,
    /// Near blocks, itself counted, from which on a block is the core of a cluster.
    pub fewest: usize,
    /// What the machine is given.
    pub inputs: Inputs,
    /// Pages are of several sites: each host labels itself, and one model learns them all.
    pub by_host: bool,
    /// Seed of the folds.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { radius: None, fewest: 5, inputs: Inputs::ALL, by_host: false, seed: 1 }
    }
}

/// What training without gold gives.
#[derive(Clone, Debug)]
pub struct SelfLabelled {
    /// The model's bytes, to be written to a file or given to
    /// [`Model::from_bytes`](trommel::Model::from_bytes).
    pub model: Vec<u8>,
    /// What spoke for the cluster that was chosen.
    pub votes: PathMeans,
    /// Hosts that could not label themselves, with their pages, which are left out.
    pub refused: Vec<(String, usize, LabelError)>,
    /// Pages that were learned from.
    pub pages: usize,
    /// Blocks of these.
    pub blocks: usize,
    /// Those of them that were labelled content.
    pub content_blocks: usize,
    /// Clusters, of all hosts together.
    pub clusters: usize,
    /// By cross-validation: precision, recall and F1 of the labels of blocks of pages that were not
    /// fitted to, as means over the folds.
    pub figures: CrossValidation,
}

/// Why no model that could be trusted came out.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LabelError {
    /// Pages as HTML and pages that a browser rendered, which have different models.
    Mixed {
        /// Pages as HTML.
        html: usize,
        /// Pages that were rendered.
        rendered: usize,
    },
    /// By host: none could label itself. Each, with its pages and why.
    NoHost(Vec<(String, usize, LabelError)>),
    /// Fewer than two pages with text.
    TooFewPages(usize),
    /// Fewer than two pages with a description or title of their own.
    NothingVotes(PathMeans),
    /// All blocks look alike, or none does.
    TooFewClusters(usize),
    /// No cluster is closer to the descriptions of its own pages than to those of others.
    NothingAbout {
        /// Clusters.
        clusters: usize,
        /// Pages that vote.
        pages: usize,
    },
    /// The best cluster has next to no text, or is on few pages: headlines, or one page.
    TooLittleContent {
        /// Share of the text of the site.
        share: f64,
        /// Pages that it is on.
        pages: usize,
        /// Pages that vote.
        voters: usize,
    },
    /// The machine could not learn what the clusters say.
    NotLearned(CrossValidation),
    /// Labels are not of these pages: how many there are of a page's blocks, or of pages.
    OtherLabels {
        /// The page; `None` where there are labels of more pages, or of fewer.
        page: Option<usize>,
        /// Its blocks, or the pages.
        expected: usize,
        /// Labels.
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

/// Which blocks of each page are content, by the clusters of the site alone.
///
/// # Errors
/// A [`LabelError`] where that cannot be trusted.
pub fn label(pages: &[SitePage], settings: Settings) -> Result<Vec<Vec<bool>>, LabelError> {
    let pages: Vec<&SitePage> = pages.iter().collect();
    label::label(&pages, &settings).map(|labels| labels.content)
}

/// Labels the pages of one site, or of several by host, and fits a model to them: one for HTML, or
/// one for pages that a browser rendered. Pages that were [judged](SiteReader::scored_by) have
/// their labels.
///
/// Cost: some seconds for some hundred pages.
///
/// # Errors
/// A [`LabelError`] where no model came out that could be trusted.
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

/// Fits a model to labels that another method gave: of each page, of each block, whether it is
/// content.
///
/// # Errors
/// A [`LabelError`] where blocks that are content cannot be told from the others, or where there is
/// not one label for each block.
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
    let plane = fit_plane(pages, &site, &features, &content, settings, |_| true);
    let plane = plane.ok_or(LabelError::TooFewClusters(1))?;
    let is_rendered = pages.iter().any(|page| page.is_rendered);
    Ok(SelfLabelled {
        model: trommel::_train::linear_model_bytes(is_rendered, plane.bias, plane.per_char, plane.weights),
        votes,
        refused: vec![],
        pages: pages.len(),
        blocks: content.iter().map(Vec::len).sum(),
        content_blocks: content.iter().flatten().filter(|content| **content).count(),
        clusters,
        figures,
    })
}

/// What a machine is given of each kind of block.
fn features(site: &Site, inputs: Inputs) -> Vec<Vec<u32>> {
    let taken =
        |kind: &page::Kind| kind.features.iter().copied().filter(|&feature| inputs.take(feature)).collect();
    site.kinds.iter().map(taken).collect()
}

/// Rows of the pages that are used.
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

/// Fits a plane to the pages that are used.
fn fit_plane(
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
