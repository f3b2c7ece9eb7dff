//! Why training without a gold standard failed.

use super::figures::{CrossValidation, VoteCounts};
use std::fmt;

/// Why training gave no reliable model.
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
    /// No host could be labelled. Each host with the number of its pages and the reason.
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
                "expected HTML or rendered blocks, found both: {html} pages and {rendered}; train a model for each"
            ),
            Self::NoHost(hosts) => {
                write!(f, "expected a site that can label itself, found none among {} hosts", hosts.len())
            }
            Self::TooFewPages(pages) => write!(f, "expected at least two pages with text, found {pages}"),
            Self::NothingVotes(votes) => write!(
                f,
                "expected at least two pages with their own description or title, found {}; {} pages have neither",
                votes.by_description + votes.by_title,
                votes.none
            ),
            Self::TooFewClusters(clusters) => {
                write!(f, "expected blocks with different styles, found {clusters} kinds")
            }
            Self::NothingAbout { clusters, pages } => write!(
                f,
                "expected blocks that match the descriptions of their pages, found none in {clusters} kinds of blocks on {pages} pages: listings without articles?"
            ),
            Self::TooLittleContent { share, pages, voters } => write!(
                f,
                "expected content on most pages, found {:.1} % of the text, on {pages} of {voters} pages: listings without articles, or more than one site?",
                100.0 * share
            ),
            Self::NotLearned(figures) => write!(
                f,
                "expected blocks that a model can separate, found an F1 of {:.3} on unseen pages",
                figures.f1
            ),
            Self::OtherLabels { page: Some(page), expected, found } => {
                write!(f, "expected a label for each of the {expected} blocks of page {page}, found {found}")
            }
            Self::OtherLabels { page: None, expected, found } => {
                write!(f, "expected labels for {expected} pages, found labels for {found}")
            }
        }
    }
}
