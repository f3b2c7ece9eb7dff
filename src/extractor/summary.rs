//! Results of a page: its text and its summary.

#[cfg(feature = "css")]
use crate::css;
use crate::decode::Foreign;
use crate::metadata::Metadata;
use crate::methods::{Method, TextSource};
use crate::page_type::ProbablePageType;
use alloc::string::String;

/// Metadata and counts of a page, known at its end.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Summary {
    /// Title, author, date and other metadata of the page.
    pub metadata: Metadata,
    /// The method that decided, or the configured one if nothing was decided.
    pub method: Method,
    /// Source of the text: the page, or the fallback for a page that shows next to no text.
    pub text_source: TextSource,
    /// How good the text probably is: the expected F1 of the kept words, 0 to 1, which the learned
    /// method computes from its scores. `None` if another method decided, for text that is not from
    /// the page, and for a page without words.
    pub confidence: Option<f32>,
    /// The most probable type of the page. `None` where [`confidence`](Self::confidence) is, where
    /// no type has a probability of at least 0.65, and without the feature `model`.
    pub page_type: Option<ProbablePageType>,
    /// Name of the page's encoding, as in the Encoding standard.
    pub encoding: &'static str,
    /// Bytes of the page.
    pub bytes_in: u64,
    /// Line-blocks of the page, and of its fallback text.
    pub blocks_total: u64,
    /// Line-blocks that were kept.
    pub blocks_kept: u64,
    /// Start of the first line-block that the first early decision did not see; `None` if the
    /// budget held the whole page. Earlier blocks were decided without the text from there on.
    pub first_early_decision_offset: Option<u64>,
    /// Byte sequences that could not be decoded; each became one U+FFFD.
    pub decode_errors: u64,
    /// Open elements that were removed from the full stack.
    pub elements_forgotten: u64,
    /// Elements that were merged into their parent or a sibling, as the budget had no space for
    /// them. With [`Method::WordsLeaves`], texts as well. Their words count there. With a larger
    /// budget, the decision may differ.
    pub nodes_folded: u64,
    /// Bytes of text that were lost because the allocator refused memory within the budget. A small
    /// budget alone loses no text.
    pub text_bytes_lost: u64,
    /// Whether hidden text was treated as shown: the page hides nearly all of its text, to be shown
    /// by a script or in `noscript`.
    pub hidden_text_used: bool,
    /// Bytes of text in JSON-LD or the state of an app that did not fit, if it replaced the page's
    /// text.
    pub fallback_bytes_cut: u64,
    /// Images that were left out because too many waited for the decision on their text, or because
    /// their address was too long; see `Options::with_images`.
    pub images_cut: u64,
    /// Links that were left out for the same reasons; see `Options::with_link_list`.
    pub links_cut: u64,
    /// Names and dates of posts that were left out because too many waited for the decision on
    /// their text; see `Options::with_posts`.
    pub post_names_cut: u64,
    /// Type of binary data, such as a PDF file or an image, recognised by its first 1 KiB. It gives
    /// no text. `None` for a page.
    pub skipped: Option<Foreign>,
    /// Whether the sink stopped the page, see [`Sink`](crate::Sink). All counts are then those of a
    /// part of it.
    pub stopped: bool,
    /// Whether a wrapper found the content of the page; `None` if its site has no wrapper. See
    /// [`Options::with_sites`](crate::Options::with_sites).
    #[cfg(feature = "site")]
    pub site: Option<bool>,
    /// Hash of the text that the method keeps, before any evidence of repeats; `None` if it keeps
    /// nothing, or without [`Options::with_repeats`](crate::Options::with_repeats) and
    /// [`Options::record_repeats`](crate::Options::record_repeats). Pages with the same text have
    /// the same hash.
    #[cfg(feature = "repeats")]
    pub content_hash: Option<u64>,
    /// Maximum number of bytes reserved against the budget at one time.
    pub peak_bytes: usize,
    /// What was selected and dropped, if there were selectors.
    #[cfg(feature = "css")]
    pub selection: Option<css::Selection>,
}

impl Summary {
    /// The value of the JSON field `method`: the name of [`text_source`](Self::text_source) if that
    /// is not the page, otherwise the name of the [`method`](Self::method).
    #[must_use]
    pub fn decided_by(&self) -> &'static str {
        self.text_source.or_method(self.method)
    }
}

/// The main content of one page.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Extraction {
    /// The rendered main content; empty if there is none.
    pub text: String,
    /// Metadata and counts of the page.
    pub summary: Summary,
}
