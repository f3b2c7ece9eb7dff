//! The methods that decide what is main content, their settings, and the formats of output.

mod names;

use crate::error::{Error, ErrorKind, Result};
use alloc::format;

/// Which method decides what is main content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// The learned decision where there is a model; else, or where it keeps nothing or the page has
    /// fewer than 40 words, the line-block method; and the tag ratio where its thresholds
    /// cannot decide.
    #[default]
    Auto,
    /// Boosted trees and a small network over the features of the line-blocks; or a model of one
    /// site, where [that alone](Options::with_model) is given.
    Learned,
    /// Thresholds on text-to-tag ratio, anchor-text ratio and title keyword density.
    LineBlock,
    /// Smoothed tag ratios, clustered (CETR).
    TagRatio,
    /// The element that holds the densest text, by the nesting of elements (Insa et al. 2013).
    WordsLeaves,
    /// The wrapper of the page's site, see [`Options::with_sites`].
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
    /// The page's description: the page shows next to no text, and its JSON-LD has none.
    Description,
}

/// What the main content is written as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Plain text: a blank line between blocks; list items, table rows and preformatted lines on
    /// their own lines.
    #[default]
    Text,
    /// CommonMark with pipe tables.
    Markdown,
    /// HTML, kept structure only, no attributes but the targets of links, the first number of a
    /// list, and the class of formulas.
    Html,
}

/// What the learned decision favours. What precision keeps, balance keeps; what balance keeps,
/// recall keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Favor {
    /// Little that is not content.
    Precision,
    /// The best word-bag F1.
    #[default]
    Balanced,
    /// Nearly all that is content.
    Recall,
}

/// A threshold of the line-block method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Threshold {
    /// The value itself.
    Constant(f32),
    /// This many standard deviations of the feature over the page's line-blocks: tau = lambda *
    /// sigma.
    Sigma(f32),
}

/// How the three features of the line-block method are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combination {
    /// All three thresholds must be passed (San 2014, section 5, step 4).
    All,
    /// Few links, and either much text for its tags or many title keywords (San 2014, section 5,
    /// step 3).
    Rescue,
}

/// Thresholds of the line-block method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// Least text-to-tag ratio, exclusive.
    pub ttr: Threshold,
    /// Greatest anchor-text ratio, exclusive.
    pub attr: Threshold,
    /// Least title keyword density, inclusive.
    pub tkd: Threshold,
    /// How they are combined.
    pub combination: Combination,
}

impl Thresholds {
    /// The constants of San 2014, section 4.2, combined as in its step 4. A title keyword density
    /// never reaches 2, so this keeps nothing: it is here as the literal reading, to be
    /// compared with.
    pub const PAPER: Self = Self {
        ttr: Threshold::Constant(30.0),
        attr: Threshold::Constant(0.2),
        tkd: Threshold::Constant(2.0),
        combination: Combination::All,
    };

    /// Chosen by measurement; the README has the figures.
    pub const DEFAULT: Self = Self {
        ttr: Threshold::Sigma(0.3),
        attr: Threshold::Constant(0.35),
        tkd: Threshold::Constant(0.4),
        combination: Combination::Rescue,
    };

    /// # Errors
    /// [`ErrorKind::Setting`] for a threshold that is not a number from zero on.
    pub(crate) fn check(&self) -> Result<()> {
        for (name, threshold) in [("ttr", self.ttr), ("attr", self.attr), ("tkd", self.tkd)] {
            let (Threshold::Constant(value) | Threshold::Sigma(value)) = threshold;
            if value.is_nan() || value < 0.0 {
                let message = format!("expected a threshold of {name} of zero or more, found {value}");
                return Err(Error::new(ErrorKind::Setting, message));
            }
        }
        Ok(())
    }
}

impl Default for Thresholds {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Which form of the tag-ratio method.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum TagRatio {
    /// One dimension: smoothed tag ratios from `lambda` standard deviations on are content
    /// (CETR-TM).
    Threshold {
        /// Standard deviations.
        lambda: f32,
    },
    /// Two dimensions: the ratio and the steepness ahead, clustered by k-means with one centroid in
    /// the origin (CETR).
    #[default]
    Clusters,
}

/// What the words-leaves method divides by what: the four ratios of Insa et al. 2013, section 5.
///
/// Leaves are texts of the tree, of which neighbours that only differ in format count as one; nodes
/// are all texts and elements with text.
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
    /// Whether text is counted in words.
    pub(crate) fn counts_words(self) -> bool {
        matches!(self, Self::WordsLeaves | Self::WordsNodes)
    }

    /// Whether leaves are counted, and not nodes.
    pub(crate) fn counts_leaves(self) -> bool {
        matches!(self, Self::WordsLeaves | Self::CharsLeaves)
    }
}

/// How the words-leaves method reads the relevance of a node (Insa et al. 2013, definition 4.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Relevance {
    /// The factor is the ratio divided by the least one of an initial node (definition 4.5), 1 at
    /// most: nodes are combined while the whole is as dense as an initial node, and less so the
    /// further it falls below.
    #[default]
    Capped,
    /// The factor is the ratio scaled to between 0 and 1, as the one in the weight is. Its figures
    /// are nearest to those of the paper's tables.
    Scaled,
    /// The factor is the ratio itself, as it is written. It is 1 or more, so that no node is more
    /// relevant than the one around it, and the whole page is chosen: the literal reading, to
    /// be compared with.
    Literal,
}
