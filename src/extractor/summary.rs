//! What is known of a page at its end.

#[cfg(feature = "css")]
use crate::css;
use crate::metadata::Metadata;
use crate::methods::{Method, TextSource};
use alloc::string::String;

/// What is known of a page at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// What the page says about itself.
    pub metadata: Metadata,
    /// The method that decided, or the method of the options if there was nothing to decide.
    pub method: Method,
    /// Where the text comes from: the page, or what stands for a page that shows next to no text.
    pub text_source: TextSource,
    /// Name of the page's encoding, as in the encoding standard.
    pub encoding: &'static str,
    /// Bytes of the page.
    pub bytes_in: u64,
    /// Line-blocks of the page, and of what stands for it.
    pub blocks_total: u64,
    /// Those of them that were kept.
    pub blocks_kept: u64,
    /// If the budget did not hold the page: the place in the stream of the first line-block that
    /// the first early decision could not know of. Blocks before it were decided without what
    /// follows.
    pub first_early_decision_offset: Option<u64>,
    /// Byte sequences that could not be decoded; each is one U+FFFD.
    pub decode_errors: u64,
    /// Open elements that the full stack forgot.
    pub elements_forgotten: u64,
    /// Elements, and with [`Method::WordsLeaves`] texts, that were taken for part of what is around
    /// or before them, since the budget had no room to tell them apart; their words count
    /// there. With more room, the page may be decided otherwise.
    pub nodes_folded: u64,
    /// Bytes of text that were lost because the allocator refused memory that the budget allows.
    /// The budget alone loses none.
    pub text_bytes_lost: u64,
    /// The page hides nearly all of its text, for a script to show it or in `noscript`; so it was
    /// taken as shown.
    pub hidden_text_used: bool,
    /// Bytes of the text in JSON-LD that did not fit, where it stands for the page's.
    pub fallback_bytes_cut: u64,
    /// The sink stopped the page, see [`Sink`](crate::Sink); so these are figures of a part of it.
    pub stopped: bool,
    /// Whether a wrapper of the page's site found its content; `None` where there is no wrapper of
    /// its site. See [`Options::with_sites`](crate::Options::with_sites).
    #[cfg(feature = "site")]
    pub site: Option<bool>,
    /// Most bytes that were reserved against the budget at one time.
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Extraction {
    /// The rendered main content; empty if there is none.
    pub text: String,
    /// What else is known.
    pub summary: Summary,
}
