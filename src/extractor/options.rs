//! The options of an extractor, their defaults, and the settings of its stages that follow from
//! them.

use crate::block::nodes;
use crate::budget::Budget;
#[cfg(feature = "chunks")]
use crate::chunk::ChunkOptions;
use crate::decide::{EvidenceConfig, config::DeciderConfig};
use crate::error::{Error, ErrorKind, Result};
use crate::methods::{Favor, Format, Formulas, Method, NodeRatio};
use crate::model::{Ensemble, LinearModel, Model, ModelKind};
#[cfg(feature = "repeats")]
use crate::repeats::Repeats;
use crate::role::RoleSet;
#[cfg(feature = "site")]
use crate::site::Sites;
use alloc::string::String;
#[cfg(feature = "repeats")]
use alloc::sync::Arc;

/// Options of an [`Extractor`](crate::Extractor). Start from the default and set what differs.
///
/// ```
/// use trommel::{Budget, Format, Options};
/// let options = Options::default().with_format(Format::Markdown).with_budget(Budget::from_bytes(1 << 20));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    pub(crate) method: Method,
    pub(crate) format: Format,
    pub(crate) formulas: Formulas,
    pub(crate) budget: Budget,
    pub(crate) encoding: Option<String>,
    pub(crate) links: bool,
    pub(crate) images: bool,
    pub(crate) link_list: bool,
    pub(crate) posts: bool,
    #[cfg(feature = "chunks")]
    pub(crate) chunks: Option<ChunkOptions>,
    #[cfg(feature = "chunks")]
    pub(crate) spans: bool,
    pub(crate) more_metadata: bool,
    pub(crate) favor: Favor,
    pub(crate) ensemble: Option<Ensemble>,
    pub(crate) linear_model: Option<LinearModel>,
    pub(crate) without_fallback: bool,
    pub(crate) comments: bool,
    pub(crate) with_roles: RoleSet,
    pub(crate) without_roles: RoleSet,
    #[cfg(feature = "css")]
    pub(crate) selectors: crate::css::Selectors,
    #[cfg(feature = "repeats")]
    pub(crate) repeats: Option<Arc<Repeats>>,
    #[cfg(feature = "repeats")]
    pub(crate) is_recording: bool,
    #[cfg(feature = "site")]
    pub(crate) sites: Option<Sites>,
}

impl Options {
    /// Sets the method that decides. Default: [`Method::Auto`].
    #[must_use]
    pub fn with_method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }

    /// Sets the output format. Default: [`Format::Text`].
    #[must_use]
    pub fn with_format(mut self, format: Format) -> Self {
        self.format = format;
        self
    }

    /// Sets how Markdown writes formulas. Default: [`Formulas::Code`].
    #[must_use]
    pub fn with_formulas(mut self, formulas: Formulas) -> Self {
        self.formulas = formulas;
        self
    }

    /// Sets the maximum bytes that an extractor holds. Default: [`Budget::DEFAULT`].
    #[must_use]
    pub fn with_budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// Sets the page's encoding, as a label of the Encoding standard; a byte order mark overrides
    /// it. Default: detected.
    #[must_use]
    pub fn with_encoding(mut self, label: impl Into<String>) -> Self {
        self.encoding = Some(label.into());
        self
    }

    /// Sets whether Markdown and HTML keep links. Default: `false`, only the text of links stays.
    #[must_use]
    pub fn with_links(mut self, links: bool) -> Self {
        self.links = links;
        self
    }

    /// Sets whether content images are kept. Default: `false`.
    ///
    /// Markdown and HTML then have them at their places, and [`Sink::image`](crate::Sink::image)
    /// gets each. An image is kept with the text next to it; no text depends on images. Decoration,
    /// icons, emoji and tracking pixels are left out. With links, an image in a link keeps it.
    /// Audio, video and embedded players become links in Markdown and HTML, and go to no sink as
    /// images.
    ///
    /// The file is the one that a script loads (`data-src`, `data-original`, `data-lazy-src`), or
    /// else `src`, or the largest of `srcset`, or that of a `source`. Placeholders count as none.
    ///
    /// Cost: 32 KiB of the budget, and 1/16 of what it has beyond the minimum, up to 512 KiB.
    /// [`Summary::images_cut`](crate::Summary::images_cut) counts images that found no space.
    #[cfg(feature = "references")]
    #[must_use]
    pub fn with_images(mut self, images: bool) -> Self {
        self.images = images;
        self
    }

    /// Sets whether [`Sink::link`](crate::Sink::link) gets the links of the page, in its main
    /// content or not. Default: `false`. The output does not depend on it.
    ///
    /// Links that run code (`javascript:`) are left out, and so are elements that are never
    /// content.
    ///
    /// Cost: 25 KiB of the budget, and 1/21 of what it has beyond the minimum, up to 385 KiB.
    /// [`Summary::links_cut`](crate::Summary::links_cut) counts links that found no space.
    #[cfg(feature = "references")]
    #[must_use]
    pub fn with_link_list(mut self, link_list: bool) -> Self {
        self.link_list = link_list;
        self
    }

    /// Sets whether [`Sink::post`](crate::Sink::post) gets the posts of a thread: of a forum, a
    /// mailing list, or a page of a question and its answers. Default: `false`. The output does not
    /// depend on it.
    ///
    /// A thread is recognised by elements of one tag and one parent that name authors or dates and
    /// hold at least half of the kept words. Its posts have those of their line-blocks that are
    /// kept, and dropped ones that stand where the others have their text. The methods that read
    /// classes and ids recognise most: [`Method::Auto`], [`Method::Learned`].
    ///
    /// Cost: 54 KiB of the budget, and 1/14 of what it has beyond the minimum, up to 560 KiB; time
    /// for each tag and each name, up to the depth of its element.
    /// [`Summary::post_names_cut`](crate::Summary::post_names_cut) counts names that found no
    /// space.
    #[cfg(feature = "posts")]
    #[must_use]
    pub fn with_posts(mut self, posts: bool) -> Self {
        self.posts = posts;
        self
    }

    /// Sets how the main content is cut into chunks, which [`Sink::chunk`](crate::Sink::chunk)
    /// gets. Default: no chunks. The output does not depend on it.
    ///
    /// Cost: memory for what waits, 93 KiB of the budget for 512 tokens, and time for each
    /// kept character.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use trommel::{Extractor, Options, Sink, chunk::{Chunk, ChunkOptions}};
    ///
    /// #[derive(Default)]
    /// struct Chunks(Vec<(String, String)>);
    ///
    /// impl Sink for Chunks {
    ///     fn text(&mut self, _: &str) -> ControlFlow<()> {
    ///         ControlFlow::Continue(())
    ///     }
    ///
    ///     fn chunk(&mut self, chunk: &Chunk<'_>) -> ControlFlow<()> {
    ///         self.0.push((chunk.headings().join(" > "), chunk.text()));
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    ///
    /// let page = b"<h1>Newts</h1><p>They live in ponds, and in slow streams with much reed.\
    ///     <h2>Food</h2><p>Worms, snails and water fleas are what they eat in spring.";
    /// let options = Options::default().with_chunks(ChunkOptions::of_tokens(24));
    /// let mut extractor = Extractor::new(options)?;
    /// let mut chunks = Chunks::default();
    /// extractor.push_to(page, &mut chunks)?;
    /// extractor.finish_to(&mut chunks)?;
    /// assert_eq!(chunks.0[1].0, "Newts > Food");
    /// assert!(chunks.0[1].1.starts_with("Food\n\nWorms, snails and water fleas"));
    /// # Ok::<(), trommel::Error>(())
    /// ```
    #[cfg(feature = "chunks")]
    #[must_use]
    pub fn with_chunks(mut self, chunks: ChunkOptions) -> Self {
        self.chunks = Some(chunks);
        self
    }

    /// Sets whether each line-block has its [`end`](crate::LineBlock::end) in the page. Chunks turn
    /// it on. Default: `false`.
    ///
    /// Cost: 896 bytes of the budget, and four bytes for each line-block that waits.
    #[cfg(feature = "chunks")]
    #[must_use]
    pub fn with_spans(mut self, spans: bool) -> Self {
        self.spans = spans;
        self
    }

    /// Whether line-blocks have their end in the page.
    pub(crate) fn has_spans(&self) -> bool {
        #[cfg(feature = "chunks")]
        return self.spans || self.chunks.is_some();
        #[cfg(not(feature = "chunks"))]
        false
    }

    /// Sets whether [`Metadata::more`](crate::Metadata::more) is collected: dates as ISO 8601, lead
    /// picture, keywords and the like, and the source of each field. Default: `false`.
    ///
    /// Cost: 4 KiB of the budget, and some time for each `meta` element.
    #[cfg(feature = "more-metadata")]
    #[must_use]
    pub fn with_more_metadata(mut self, more_metadata: bool) -> Self {
        self.more_metadata = more_metadata;
        self
    }

    /// Sets what the learned method favours. Default: [`Favor::Balanced`].
    #[must_use]
    pub fn with_favor(mut self, favor: Favor) -> Self {
        self.favor = favor;
        self
    }

    /// Sets a model of the learned method. Default: the built-in one.
    ///
    /// A model is either an ensemble, in place of the built-in one, or a linear model of one site,
    /// made without a gold standard. One of each may be set; a block is then kept if both models
    /// keep it.
    ///
    /// [`Method::Auto`] and the method of site wrappers use the ensemble. If there is a linear
    /// model, it filters whatever method decides in the end. [`Method::Learned`] uses the models
    /// that were set, so a linear model alone decides by itself. The other methods use no model.
    ///
    /// Cost: the bytes of the model. For a linear model also 1 KiB, and one sum for each element
    /// and block.
    #[must_use]
    pub fn with_model(mut self, model: Model) -> Self {
        match model.into_kind() {
            ModelKind::Ensemble(ensemble) => self.ensemble = Some(ensemble),
            ModelKind::Linear(linear_model) => self.linear_model = Some(linear_model),
        }
        self
    }

    /// Sets whether user comments below the content are kept. They are found by classes and ids
    /// that mean comments. Default: `false`.
    #[must_use]
    pub fn keep_comments(mut self, comments: bool) -> Self {
        self.comments = comments;
        self
    }

    /// Sets roles of blocks that are kept in addition to the main content. Default: none.
    ///
    /// A block with such a role is kept whatever the method decides. Classes and ids tell the roles
    /// of comments, teasers and the like with [`Method::Auto`] and [`Method::Learned`] only.
    ///
    /// ```
    /// use trommel::{Options, blocks::Role};
    /// let page = b"<h1>Newts</h1><p>Nineteen newts live in the pond.<footer>By the club</footer>";
    /// let options = Options::default().with_roles([Role::Footer]).without_roles([Role::Title]);
    /// let text = trommel::extract(page, &options)?.text;
    /// assert_eq!(text, "Nineteen newts live in the pond.\n\nBy the club\n");
    /// # Ok::<(), trommel::Error>(())
    /// ```
    #[must_use]
    pub fn with_roles(mut self, roles: impl Into<RoleSet>) -> Self {
        self.with_roles = roles.into();
        self
    }

    /// Sets roles of blocks that are left out of the main content. Default: none. They take
    /// precedence over [`with_roles`](Self::with_roles).
    #[must_use]
    pub fn without_roles(mut self, roles: impl Into<RoleSet>) -> Self {
        self.without_roles = roles.into();
        self
    }

    /// Sets whether the text of JSON-LD, of the state of an app, or the description replaces the
    /// text of a page that shows almost none. Default: `true`.
    ///
    /// The text is the `articleBody` of the page's main entity, or else its `text`, its
    /// `description` and the parts of a recipe. Up to 4 KiB of it are held. A larger budget holds
    /// more, up to 64 KiB; [`Summary::fallback_bytes_cut`](crate::Summary::fallback_bytes_cut)
    /// counts the bytes that did not fit. It replaces the page's text if fewer than 50 words were
    /// kept and it has at least three times as many. It never adds to text of the page: if some was
    /// already handed out, there is no fallback.
    #[must_use]
    pub fn with_fallback(mut self, fallback: bool) -> Self {
        self.without_fallback = !fallback;
        self
    }

    /// Sets which parts of the page are selected and which are dropped. Default: the whole page is
    /// read.
    ///
    /// The main content is then decided as if the page had only the parts that are left.
    /// [`Metadata`](crate::Metadata) and byte offsets still are those of the whole page. If there
    /// are selectors that select, there is no fallback text
    /// ([`with_fallback`](Self::with_fallback)).
    ///
    /// Cost: 160 kB and more of the budget, see [`minimum_budget`](Self::minimum_budget), some time
    /// for each tag, and at least one allocation per page.
    #[cfg(feature = "css")]
    #[must_use]
    pub fn with_selectors(mut self, selectors: crate::css::Selectors) -> Self {
        self.selectors = selectors;
        self
    }

    /// Whether a fallback may replace the text of a page: only of a whole page, not of selected
    /// parts.
    pub(crate) fn has_fallback(&self) -> bool {
        #[cfg(feature = "css")]
        if self.selectors.selects() {
            return false;
        }
        !self.without_fallback
    }

    /// Sets wrappers of sites, learned by the crate `trommel-train`. Default: none.
    ///
    /// With [`Method::Site`], everything that a wrapper finds is content, except for hidden text.
    /// With any other method, that method decides inside the wrapper. Outside it, blocks that the
    /// method keeps stay only if they are the page's title or, with [`Method::Auto`] and
    /// [`Method::Learned`], if they end like a sentence. If no wrapper finds anything on a page,
    /// the method decides alone, or [`Method::Auto`] for [`Method::Site`];
    /// [`Summary::site`](crate::Summary::site) is then `false`. With wrappers of several hosts, the
    /// page's address selects the one to use: [`Extractor::set_url`](crate::Extractor::set_url).
    #[cfg(feature = "site")]
    #[must_use]
    pub fn with_sites(mut self, sites: Sites) -> Self {
        self.sites = Some(sites);
        self
    }

    /// Sets what the pages of hosts repeat. Default: none.
    ///
    /// The host of a page is that of [`Extractor::set_url`](crate::Extractor::set_url), or else the
    /// one that the page claims. [`Method::LineBlock`] and [`Method::TagRatio`]
    /// drop texts that are on three pages of it or more. [`Method::Learned`] lowers the score of a
    /// text by the share of the host's pages that have it. The other methods ignore it. With every
    /// method, the summary has a [`content_hash`](crate::Summary::content_hash). A page whose host
    /// has no other known page is decided without it.
    ///
    /// Cost: 96 KiB of the budget, and time for each character of text. The sketch itself is
    /// shared and not counted.
    #[cfg(feature = "repeats")]
    #[must_use]
    pub fn with_repeats(mut self, repeats: Arc<Repeats>) -> Self {
        self.repeats = Some(repeats);
        self
    }

    /// What the pages of hosts repeat, if it is set.
    #[cfg(feature = "repeats")]
    #[must_use]
    pub fn repeats(&self) -> Option<&Arc<Repeats>> {
        self.repeats.as_ref()
    }

    /// Sets whether the extractor makes a sketch of each page:
    /// [`Extractor::page_sketch`](crate::Extractor::page_sketch). Default: `false`.
    ///
    /// Cost: 128 KiB of the budget, and time for each character of text.
    #[cfg(feature = "repeats")]
    #[must_use]
    pub fn record_repeats(mut self, is_recording: bool) -> Self {
        self.is_recording = is_recording;
        self
    }

    /// Settings of the evidence of repeats.
    fn evidence_config(&self) -> EvidenceConfig {
        #[cfg(feature = "repeats")]
        return EvidenceConfig { repeats: self.repeats.clone(), is_recording: self.is_recording };
        #[cfg(not(feature = "repeats"))]
        EvidenceConfig
    }

    /// The ratio that nodes are counted for; `None` if the method needs no nodes.
    pub(crate) fn wanted_nodes(&self) -> Option<NodeRatio> {
        match self.method {
            Method::WordsLeaves(words_leaves) => Some(words_leaves.ratio),
            _ => None,
        }
    }

    /// Settings of the decider.
    pub(crate) fn decider_config(&self) -> DeciderConfig {
        DeciderConfig {
            method: self.method,
            favor: self.favor,
            trees: self.ensemble.clone(),
            linear_model: self.linear_model.clone(),
            keep_comments: self.comments,
            has_marks: self.format != Format::Text,
            evidence: self.evidence_config(),
            #[cfg(feature = "site")]
            has_wrappers: self.sites.is_some(),
        }
    }

    /// # Errors
    /// [`ErrorKind::Setting`] for settings that cannot work on any page.
    pub(crate) fn check(&self) -> Result<()> {
        #[cfg(feature = "chunks")]
        if let Some(chunks) = &self.chunks {
            chunks.check()?;
        }
        match self.method {
            Method::LineBlock(thresholds) => thresholds.check(),
            Method::TagRatio(tag_ratio) => tag_ratio.check(),
            Method::WordsLeaves(_) if !nodes::IS_BUILT_IN => {
                let message = "expected another method, found words-leaves: this was built without it";
                Err(Error::new(ErrorKind::Setting, message))
            }
            #[cfg(feature = "site")]
            Method::Site if self.sites.is_none() => {
                let message = "expected wrappers of sites for the method site, found none";
                Err(Error::new(ErrorKind::Setting, message))
            }
            _ => Ok(()),
        }
    }
}
