//! The methods that decide which blocks are main content, their settings, and the output formats.

mod names;

use crate::error::{Error, ErrorKind, Result};
use alloc::format;
use alloc::string::String;

/// A method that decides which blocks are main content.
///
/// A method has its settings in it. The name of a method, parsed, has the defaults:
///
/// ```
/// use trommel::{Method, methods::TagRatio};
/// assert_eq!("tag-ratio".parse(), Ok(Method::TagRatio(TagRatio::Clusters)));
/// assert_eq!(Method::TagRatio(TagRatio::Threshold { lambda: 1.0 }).to_string(), "tag-ratio");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Method {
    /// The learned method with fallbacks.
    ///
    /// Falls back to the line-block method without a model, for pages of fewer than 20 words, and
    /// if the learned method keeps nothing. Falls back to the tag ratio if the line-block
    /// thresholds cannot decide. Both have their default settings then.
    #[default]
    Auto,
    /// Boosted trees and a small neural network over the features of the line-blocks. If [only a
    /// site model is given](crate::Options::with_model), that linear model alone.
    Learned,
    /// Thresholds on text-to-tag ratio, anchor-text ratio and title keyword density.
    LineBlock(Thresholds),
    /// Smoothed tag ratios, clustered or with a threshold (CETR).
    TagRatio(TagRatio),
    /// The element with the densest text, found in the element hierarchy (Insa et al. 2013). An
    /// extractor with it needs the feature `words-leaves`.
    WordsLeaves(WordsLeaves),
    /// The wrapper learned for the site of the page; see
    /// [`Options::with_sites`](crate::Options::with_sites).
    #[cfg(feature = "site")]
    Site,
}

/// Where the text of a page comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextSource {
    /// The page itself.
    #[default]
    Page,
    /// The page's JSON-LD: the page shows next to no text.
    JsonLd,
    /// The state of the page's app, as JSON in a script: the page shows next to no text, and the
    /// other sources have several times less.
    AppState,
    /// The page's description: the page shows next to no text, and its JSON-LD has none.
    Description,
}

/// Output format of the main content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Plain text with a blank line between blocks. List items, table rows and preformatted lines
    /// are lines of their own.
    #[default]
    Text,
    /// CommonMark with pipe tables.
    Markdown,
    /// HTML of the kept structure only. The only attributes are link targets, list numbers, and the
    /// class of formulas.
    Html,
}

/// How Markdown writes formulas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Formulas {
    /// As code between dollars: ``$`x^2`$``. GitHub and GitLab typeset it, and every other reader
    /// of Markdown leaves its TeX whole.
    #[default]
    Code,
    /// Between dollars, `$x^2$`, and one that is a paragraph of its own between two: `$$x^2$$`.
    /// Pandoc, KaTeX and MathJax typeset it; a reader of CommonMark alone may take `_` or `*` in it
    /// for emphasis. A formula with a dollar, a backtick or a link in it is written as code, and
    /// a `<` has a space after it.
    Dollars,
}

/// Trade-off between precision and recall in the learned method. The kept blocks are nested:
/// `Precision` is a subset of `Balanced`, and `Balanced` a subset of `Recall`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Favor {
    /// As little boilerplate as possible.
    Precision,
    /// Highest F1 over bags of words.
    #[default]
    Balanced,
    /// Nearly all of the main content.
    Recall,
}

/// Thresholds of the learned method on one page, in logits, by what is favoured: blocks that score
/// as much are kept, apart from the rules that follow.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct FavorThresholds {
    /// For [`Favor::Precision`]; the highest.
    pub precision: f32,
    /// For [`Favor::Balanced`].
    pub balanced: f32,
    /// For [`Favor::Recall`]; the lowest.
    pub recall: f32,
}

/// A block as the tag-ratio method sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SmoothedTagRatio {
    /// Smoothed tag ratio, in characters per tag.
    pub ratio: f32,
    /// Smoothed steepness of the ratio.
    pub steepness: f32,
}

/// A threshold of the line-block method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Threshold {
    /// A constant value of the feature.
    Constant(f32),
    /// Standard deviations of the feature over the line-blocks of the page: tau = lambda * sigma.
    Sigma(f32),
}

/// Rule that combines the three features of the line-block method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combination {
    /// All three thresholds must be passed (San 2014, section 5, step 4).
    All,
    /// The anchor-text ratio must be low, and either the text-to-tag ratio or the title keyword
    /// density high (San 2014, section 5, step 3).
    Rescue,
}

/// Thresholds of the line-block method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// Minimum text-to-tag ratio, exclusive.
    pub ttr: Threshold,
    /// Maximum anchor-text ratio, exclusive.
    pub attr: Threshold,
    /// Minimum title keyword density, inclusive.
    pub tkd: Threshold,
    /// How the three are combined.
    pub combination: Combination,
}

impl Thresholds {
    /// The constants of San 2014, section 4.2, combined as in its step 4. A title keyword density
    /// never reaches 2, so nothing is kept. This literal reading serves for comparison.
    pub const PAPER: Self = Self {
        ttr: Threshold::Constant(30.0),
        attr: Threshold::Constant(0.2),
        tkd: Threshold::Constant(2.0),
        combination: Combination::All,
    };

    /// The defaults of this crate, chosen on annotated pages.
    pub const DEFAULT: Self = Self {
        ttr: Threshold::Sigma(0.3),
        attr: Threshold::Constant(0.35),
        tkd: Threshold::Constant(0.4),
        combination: Combination::Rescue,
    };

    /// Checks that each threshold is a number of zero or more.
    ///
    /// # Errors
    /// [`ErrorKind::Setting`] for the first threshold that is not.
    pub(crate) fn check(&self) -> Result<()> {
        for (name, threshold) in [("ttr", self.ttr), ("attr", self.attr), ("tkd", self.tkd)] {
            let (Threshold::Constant(value) | Threshold::Sigma(value)) = threshold;
            check_not_negative(value, || format!("a threshold of {name}"))?;
        }
        Ok(())
    }
}

impl Default for Thresholds {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Checks that a setting is a number of zero or more.
fn check_not_negative(value: f32, name: impl FnOnce() -> String) -> Result<()> {
    // The number itself is left out: code that formats floats takes 18 KB of the wasm file.
    let found = match value {
        value if value.is_nan() => "NaN",
        value if value < 0.0 => "a number below zero",
        _ => return Ok(()),
    };
    Err(Error::new(ErrorKind::Setting, format!("expected {} of zero or more, found {found}", name())))
}

/// Variant of the tag-ratio method.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum TagRatio {
    /// One dimension (CETR-TM): smoothed tag ratios of at least `lambda` standard deviations are
    /// content.
    Threshold {
        /// Threshold in standard deviations.
        lambda: f32,
    },
    /// Two dimensions (CETR): the smoothed ratio and its slope towards the next lines, clustered by
    /// k-means with one centroid fixed at the origin.
    #[default]
    Clusters,
}

impl TagRatio {
    /// # Errors
    /// [`ErrorKind::Setting`] for a lambda that is not a number of zero or more.
    pub(crate) fn check(self) -> Result<()> {
        match self {
            Self::Threshold { lambda } => check_not_negative(lambda, || "a tag-ratio lambda".into()),
            Self::Clusters => Ok(()),
        }
    }
}

/// Settings of the words-leaves method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct WordsLeaves {
    /// What is divided by what.
    pub ratio: NodeRatio,
    /// How the relevance of a node is read.
    pub relevance: Relevance,
}

impl WordsLeaves {
    /// The defaults: words per leaf, [capped](Relevance::Capped).
    pub const DEFAULT: Self = Self { ratio: NodeRatio::WordsLeaves, relevance: Relevance::Capped };
}

/// The ratio of the words-leaves method: one of the four of Insa et al. 2013, section 5.
///
/// Leaves are the texts of the tree; adjacent texts that differ only in inline format count as one.
/// Nodes are all texts and all elements with text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NodeRatio {
    /// Words per leaf (WLR).
    #[default]
    WordsLeaves,
    /// Characters per leaf (CLR).
    CharsLeaves,
    /// Words per node (WNR).
    WordsNodes,
    /// Characters per node (CNR).
    CharsNodes,
}

impl NodeRatio {
    /// Whether text is counted in words rather than characters.
    pub(crate) fn counts_words(self) -> bool {
        matches!(self, Self::WordsLeaves | Self::WordsNodes)
    }

    /// Whether leaves are counted rather than nodes.
    pub(crate) fn counts_leaves(self) -> bool {
        matches!(self, Self::WordsLeaves | Self::CharsLeaves)
    }
}

/// Reading of the relevance of a node in the words-leaves method (Insa et al. 2013, definition
/// 4.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Relevance {
    /// The factor is the ratio divided by the lowest ratio of an initial node (definition 4.5),
    /// capped at 1. A combination of nodes loses relevance only as far as it is less dense than an
    /// initial node.
    #[default]
    Capped,
    /// The factor is the ratio scaled to the range 0 to 1, like the ratio in the weight. Results
    /// are the closest to the tables of the paper.
    Scaled,
    /// The factor is the ratio itself, as the paper prints it. It is at least 1, so no node is more
    /// relevant than its parent, and the whole page is chosen. This literal reading serves for
    /// comparison.
    Literal,
}
