//! What a caller can set, each with its default.

mod names;

use crate::budget::Budget;
use crate::decide::{LinearModel, Model, ModelKind, Trees};
use crate::error::{Error, ErrorKind, Result};
#[cfg(feature = "site")]
use crate::site::Sites;
use alloc::format;
use alloc::string::String;

/// Which method decides what is main content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// The learned decision where there is a model; else, or where it keeps nothing or the page has fewer than 40 words, the line-block method;
    /// and the tag ratio where its thresholds cannot decide.
    #[default]
    Auto,
    /// Boosted trees and a small network over the features of the line-blocks; or a model of one site, where [that alone](Options::with_model) is given.
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
    /// The page shows next to nothing, and its JSON-LD has the text. Never chosen, see [`Options::with_fallback`].
    JsonLd,
    /// The page shows next to nothing, and this is its description. Never chosen, see [`Options::with_fallback`].
    Description,
}

/// What the main content is written as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Plain text: a blank line between blocks; list items, table rows and preformatted lines on their own lines.
    #[default]
    Text,
    /// CommonMark with pipe tables.
    Markdown,
    /// HTML, kept structure only, no attributes but the targets of links, the first number of a list, and the class of formulas.
    Html,
}

/// What the learned decision favours. What precision keeps, balance keeps; what balance keeps, recall keeps.
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
    /// This many standard deviations of the feature over the page's line-blocks: tau = lambda * sigma.
    Sigma(f32),
}

/// How the three features of the line-block method are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combination {
    /// All three thresholds must be passed (San 2014, section 5, step 4).
    All,
    /// Few links, and either much text for its tags or many title keywords (San 2014, section 5, step 3).
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
    /// The constants of San 2014, section 4.2, combined as in its step 4. A title keyword density never reaches
    /// 2, so this keeps nothing: it is here as the literal reading, to be compared with.
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
    fn check(&self) -> Result<()> {
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
    /// One dimension: smoothed tag ratios from `lambda` standard deviations on are content (CETR-TM).
    Threshold {
        /// Standard deviations.
        lambda: f32,
    },
    /// Two dimensions: the ratio and the steepness ahead, clustered by k-means with one centroid in the origin (CETR).
    #[default]
    Clusters,
}

/// What the words-leaves method divides by what: the four ratios of Insa et al. 2013, section 5.
///
/// Leaves are texts of the tree, of which neighbours that only differ in format count as one; nodes are all texts and elements with text.
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
    /// The factor is the ratio divided by the least one of an initial node (definition 4.5), 1 at most: nodes are combined while the whole is as
    /// dense as an initial node, and less so the further it falls below.
    #[default]
    Capped,
    /// The factor is the ratio scaled to between 0 and 1, as the one in the weight is. Its figures are nearest to those of the paper's tables.
    Scaled,
    /// The factor is the ratio itself, as it is written. It is 1 or more, so that no node is more relevant than the one around it, and the
    /// whole page is chosen: the literal reading, to be compared with.
    Literal,
}

/// Settings of an [`Extractor`](crate::Extractor). Start from the default and set what differs.
///
/// ```
/// use trommel::{Budget, Format, Options};
/// let options = Options::default().with_format(Format::Markdown).with_budget(Budget::from_bytes(1 << 20));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    pub(crate) method: Method,
    pub(crate) format: Format,
    pub(crate) budget: Budget,
    pub(crate) encoding: Option<String>,
    pub(crate) links: bool,
    pub(crate) thresholds: Thresholds,
    pub(crate) tag_ratio: TagRatio,
    pub(crate) node_ratio: NodeRatio,
    pub(crate) relevance: Relevance,
    pub(crate) favor: Favor,
    pub(crate) trees: Option<Trees>,
    pub(crate) plane: Option<LinearModel>,
    pub(crate) without_fallback: bool,
    pub(crate) comments: bool,
    #[cfg(feature = "css")]
    pub(crate) selectors: crate::css::Selectors,
    #[cfg(feature = "site")]
    pub(crate) sites: Option<Sites>,
}

impl Options {
    /// Which method decides. Default: [`Method::Auto`].
    #[must_use]
    pub fn with_method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }

    /// What the main content is written as. Default: [`Format::Text`].
    #[must_use]
    pub fn with_format(mut self, format: Format) -> Self {
        self.format = format;
        self
    }

    /// Bytes that an extractor may hold. Default: [`Budget::DEFAULT`].
    #[must_use]
    pub fn with_budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// The page's encoding, as a label of the encoding standard; a byte order mark wins over it. Default: found out.
    #[must_use]
    pub fn with_encoding(mut self, label: impl Into<String>) -> Self {
        self.encoding = Some(label.into());
        self
    }

    /// Whether Markdown and HTML keep links. Default: `false`, their text alone.
    #[must_use]
    pub fn with_links(mut self, links: bool) -> Self {
        self.links = links;
        self
    }

    /// Thresholds of the line-block method. Default: [`Thresholds::DEFAULT`].
    #[must_use]
    pub fn with_thresholds(mut self, thresholds: Thresholds) -> Self {
        self.thresholds = thresholds;
        self
    }

    /// What the learned decision favours. Default: [`Favor::Balanced`].
    #[must_use]
    pub fn with_favor(mut self, favor: Favor) -> Self {
        self.favor = favor;
        self
    }

    /// A model of the learned decision: trees and a network, in place of those that come with the crate; or a plane for one site, made without gold. Default:
    /// those of the crate. May be called for one of each.
    ///
    /// What trees and a plane keep both is kept. [`Method::Auto`] and the method of site wrappers always ask trees, and a plane beside them,
    /// whatever decides in the end; [`Method::Learned`] asks what was given, so a plane alone decides by itself. The other methods ask no model.
    ///
    /// Cost: the bytes of the model, and for a plane 1 KiB and one sum for each element and each block.
    #[must_use]
    pub fn with_model(mut self, model: Model) -> Self {
        match model.into_kind() {
            ModelKind::Trees(trees) => self.trees = Some(trees),
            ModelKind::Linear(plane) => self.plane = Some(plane),
        }
        self
    }

    /// Whether comments under the content are kept beside it, where classes or ids of the page say which they are. Default: `false`.
    #[must_use]
    pub fn with_comments(mut self, comments: bool) -> Self {
        self.comments = comments;
        self
    }

    /// Whether a page that shows next to no text is given that of its JSON-LD, or else its description. Default: `true`.
    ///
    /// The text is the `articleBody` of what the page is about, or else its `text`, its `description` and the parts of a recipe; 4 KiB of it are
    /// kept, and a part of the budget beyond the least, up to 64 KiB: [`Summary::fallback_bytes_cut`](crate::Summary::fallback_bytes_cut) says what did not fit. It stands for
    /// the page where fewer than 50 words were kept, and it has at least three times as many; never beside text of the page, so not
    /// where some was handed out early.
    #[must_use]
    pub fn with_fallback(mut self, fallback: bool) -> Self {
        self.without_fallback = !fallback;
        self
    }

    /// Parts of the page that are wanted, and parts that are not. Default: all is wanted.
    ///
    /// The main content is then that of what is left: sigma, shares and all else that a decision looks at are those of the selected parts.
    /// Title, author and other [`Meta`](crate::Meta) are of the whole page, and so are byte offsets. Where something is to be selected, neither JSON-LD nor a
    /// description stands for the page ([`with_fallback`](Self::with_fallback)).
    ///
    /// Cost: 160 kB and more of the budget, see [`Budget::minimum`]; some time for each tag; an allocation or more a page.
    #[cfg(feature = "css")]
    #[must_use]
    pub fn with_selectors(mut self, selectors: crate::css::Selectors) -> Self {
        self.selectors = selectors;
        self
    }

    /// Whether something may stand for a page that shows next to no text: of all of it, not of a part.
    pub(crate) fn has_fallback(&self) -> bool {
        #[cfg(feature = "css")]
        if self.selectors.selects() {
            return false;
        }
        !self.without_fallback
    }

    /// Wrappers of the sites that the pages are of, learned by [`Learner`](crate::site::Learner). Default: none.
    ///
    /// With [`Method::Site`] all that a wrapper finds is content, what the page hides aside. With any other method, that method decides
    /// inside it; outside stays what it keeps of the page's title and, with [`Method::Auto`] and [`Method::Learned`], of texts that end as sentences do. A page on which no
    /// wrapper finds anything is decided by that method alone ([`Method::Auto`] for [`Method::Site`]):
    /// [`Summary::site`](crate::Summary::site) says so. Of wrappers of several hosts, the page's address says which one counts:
    /// [`Extractor::declare_url`](crate::Extractor::declare_url).
    #[cfg(feature = "site")]
    #[must_use]
    pub fn with_sites(mut self, sites: Sites) -> Self {
        self.sites = Some(sites);
        self
    }

    /// Form of the tag-ratio method. Default: [`TagRatio::Clusters`].
    #[must_use]
    pub fn with_tag_ratio(mut self, tag_ratio: TagRatio) -> Self {
        self.tag_ratio = tag_ratio;
        self
    }

    /// Ratio of the words-leaves method. Default: [`NodeRatio::WordsLeaves`].
    #[must_use]
    pub fn with_node_ratio(mut self, ratio: NodeRatio) -> Self {
        self.node_ratio = ratio;
        self
    }

    /// Relevance of the words-leaves method. Default: [`Relevance::Capped`].
    #[must_use]
    pub fn with_relevance(mut self, relevance: Relevance) -> Self {
        self.relevance = relevance;
        self
    }

    /// What nodes are wanted for, if they are.
    pub(crate) fn wanted_nodes(&self) -> Option<NodeRatio> {
        (self.method == Method::WordsLeaves).then_some(self.node_ratio)
    }

    /// # Errors
    /// [`ErrorKind::Setting`] for settings that cannot work, whatever the page.
    pub(crate) fn check(&self) -> Result<()> {
        self.thresholds.check()?;
        if matches!(self.method, Method::JsonLd | Method::Description) {
            let name = self.method.name();
            let message =
                format!("expected a method that decides, found {name}, which is only ever a fallback");
            return Err(Error::new(ErrorKind::Setting, message));
        }
        #[cfg(feature = "site")]
        if self.method == Method::Site && self.sites.is_none() {
            let message = "expected wrappers of sites for the method site, found none";
            return Err(Error::new(ErrorKind::Setting, message));
        }
        match self.tag_ratio {
            TagRatio::Threshold { lambda } if lambda.is_nan() || lambda < 0.0 => {
                let message = format!("expected a tag-ratio lambda of zero or more, found {lambda}");
                Err(Error::new(ErrorKind::Setting, message))
            }
            _ => Ok(()),
        }
    }
}
