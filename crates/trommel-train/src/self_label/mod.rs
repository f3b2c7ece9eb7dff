//! Trains a linear model on the pages of one site, without a gold standard.
//!
//! Input: pages, as HTML or as browser-rendered blocks. Output: a [`Model`](trommel::Model), or a
//! [`LabelError`].
//!
//! 1. Blocks are clustered by their style (`dbscan.rs`).
//! 2. The cluster that has most in common with the descriptions of the pages is content (`lcs.rs`,
//!    `label.rs`).
//! 3. A linear support vector machine learns to separate its blocks from the others (`svm.rs`).
//!
//! Memory: the text of the pages, some hundred bytes for each kind of block of each page, and at
//! most 200 MiB for the support vector machine. The same pages and settings give the same bytes.
//!
//! Source: Zhou and Mashuq 2014. Departures are listed where they are made.

mod dbscan;
mod error;
mod figures;
mod label;
mod lcs;
mod page;
mod rendered;
mod rows;
mod sample;
mod settings;
mod svm;
mod validate;

pub use error::LabelError;
pub use figures::{CrossValidation, VoteCounts};
pub use page::{SitePage, SiteReader};
pub use rendered::{RenderedBlock, RenderedPage};
pub use sample::Sample;
pub use settings::{Inputs, Settings};
pub use validate::{FOLDS, cross_validate};

use label::{Labels, Site};
use rows::{features, fit_linear_model};
use std::collections::BTreeMap;

/// Minimum F1 by cross-validation. A model below it cannot even separate the blocks it was trained
/// on.
const MIN_F1: f64 = 0.5;

/// The result of training without a gold standard.
#[derive(Clone, Debug)]
pub struct SelfLabelled {
    /// The bytes of the model, to be written to a file or passed to
    /// [`Model::from_bytes`](trommel::Model::from_bytes).
    pub model: Vec<u8>,
    /// How many pages voted for the chosen cluster, by description or title.
    pub votes: VoteCounts,
    /// Hosts that could not be labelled and were left out, with the number of their pages and the
    /// reason.
    pub refused: Vec<(String, usize, LabelError)>,
    /// Number of training pages.
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

/// Labels the blocks of each page by the clusters of the site alone: whether each is content.
///
/// # Errors
/// A [`LabelError`] if the labels are unreliable.
pub fn label(pages: &[SitePage], settings: Settings) -> Result<Vec<Vec<bool>>, LabelError> {
    let pages: Vec<&SitePage> = pages.iter().collect();
    label::label(&pages, &settings).map(|labels| labels.content)
}

/// Labels the pages of one site, or of several by host, and trains a model on them. The model is
/// for HTML or for browser-rendered pages. Pages [scored](SiteReader::scored_by) by an extractor
/// keep its labels.
///
/// Cost: a few seconds for some hundred pages.
///
/// # Errors
/// A [`LabelError`] if no reliable model can be trained.
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

/// Trains a model on labels of another method: for each page and each block, whether it is content.
///
/// # Errors
/// A [`LabelError`] if content blocks cannot be separated from the others, or if the number of
/// labels differs from that of blocks.
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
