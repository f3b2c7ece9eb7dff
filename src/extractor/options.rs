//! What a caller can set, each with its default, and the settings of each room that follow from it.

use crate::budget::Budget;
use crate::decide::DeciderConfig;
use crate::error::{Error, ErrorKind, Result};
use crate::methods::{Favor, Format, Method, NodeRatio, Relevance, TagRatio, Thresholds};
use crate::model::{Ensemble, LinearModel, Model, ModelKind};
#[cfg(feature = "site")]
use crate::site::Sites;
use alloc::format;
use alloc::string::String;

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
    pub(crate) trees: Option<Ensemble>,
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

    /// The page's encoding, as a label of the encoding standard; a byte order mark wins over it.
    /// Default: found out.
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

    /// A model of the learned decision: trees and a network, in place of those that come with the
    /// crate; or a plane for one site, made without gold. Default: those of the crate. May be
    /// called for one of each.
    ///
    /// What trees and a plane keep both is kept. [`Method::Auto`] and the method of site wrappers
    /// always ask trees, and a plane beside them, whatever decides in the end;
    /// [`Method::Learned`] asks what was given, so a plane alone decides by itself. The other
    /// methods ask no model.
    ///
    /// Cost: the bytes of the model, and for a plane 1 KiB and one sum for each element and each
    /// block.
    #[must_use]
    pub fn with_model(mut self, model: Model) -> Self {
        match model.into_kind() {
            ModelKind::Ensemble(trees) => self.trees = Some(trees),
            ModelKind::Linear(plane) => self.plane = Some(plane),
        }
        self
    }

    /// Whether comments under the content are kept beside it, where classes or ids of the page say
    /// which they are. Default: `false`.
    #[must_use]
    pub fn keep_comments(mut self, comments: bool) -> Self {
        self.comments = comments;
        self
    }

    /// Whether a page that shows next to no text is given that of its JSON-LD, or else its
    /// description. Default: `true`.
    ///
    /// The text is the `articleBody` of what the page is about, or else its `text`, its
    /// `description` and the parts of a recipe; 4 KiB of it are kept, and a part of the budget
    /// beyond the least, up to 64 KiB:
    /// [`Summary::fallback_bytes_cut`](crate::Summary::fallback_bytes_cut) says what did not fit.
    /// It stands for the page where fewer than 50 words were kept, and it has at least three
    /// times as many; never beside text of the page, so not where some was handed out early.
    #[must_use]
    pub fn with_fallback(mut self, fallback: bool) -> Self {
        self.without_fallback = !fallback;
        self
    }

    /// Parts of the page that are wanted, and parts that are not. Default: all is wanted.
    ///
    /// The main content is then that of what is left: sigma, shares and all else that a decision
    /// looks at are those of the selected parts. Title, author and other
    /// [`Metadata`](crate::Metadata) are of the whole page, and so are byte offsets. Where
    /// something is to be selected, neither JSON-LD nor a description stands for the page
    /// ([`with_fallback`](Self::with_fallback)).
    ///
    /// Cost: 160 kB and more of the budget, see [`Budget::minimum`]; some time for each tag; an
    /// allocation or more a page.
    #[cfg(feature = "css")]
    #[must_use]
    pub fn with_selectors(mut self, selectors: crate::css::Selectors) -> Self {
        self.selectors = selectors;
        self
    }

    /// Whether something may stand for a page that shows next to no text: of all of it, not of a
    /// part.
    pub(crate) fn has_fallback(&self) -> bool {
        #[cfg(feature = "css")]
        if self.selectors.selects() {
            return false;
        }
        !self.without_fallback
    }

    /// Wrappers of the sites that the pages are of, learned by [`Learner`](crate::site::Learner).
    /// Default: none.
    ///
    /// With [`Method::Site`] all that a wrapper finds is content, what the page hides aside. With
    /// any other method, that method decides inside it; outside stays what it keeps of the
    /// page's title and, with [`Method::Auto`] and [`Method::Learned`], of texts that end as
    /// sentences do. A page on which no wrapper finds anything is decided by that method alone
    /// ([`Method::Auto`] for [`Method::Site`]): [`Summary::site`](crate::Summary::site) says
    /// so. Of wrappers of several hosts, the page's address says which one counts:
    /// [`Extractor::set_url`](crate::Extractor::set_url).
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

    /// Settings of the room that decides.
    pub(crate) fn decider_config(&self) -> DeciderConfig {
        DeciderConfig {
            method: self.method,
            thresholds: self.thresholds,
            tag_ratio: self.tag_ratio,
            relevance: self.relevance,
            favor: self.favor,
            trees: self.trees.clone(),
            linear_model: self.plane.clone(),
            keep_comments: self.comments,
            has_marks: self.format != Format::Text,
            #[cfg(feature = "site")]
            has_wrappers: self.sites.is_some(),
        }
    }

    /// # Errors
    /// [`ErrorKind::Setting`] for settings that cannot work, whatever the page.
    pub(crate) fn check(&self) -> Result<()> {
        self.thresholds.check()?;
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
