//! The fields of a page that come from its summary.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use trommel::Summary;

/// Fields of a page beside its text, in JSON order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PageFields<'a> {
    /// Title of the page, without the name of the site.
    pub title: Option<Cow<'a, str>>,
    /// Author of the page.
    pub author: Option<Cow<'a, str>>,
    /// Date of publication, as the page writes it.
    pub date: Option<Cow<'a, str>>,
    /// Language of the page, as a BCP 47 tag.
    pub lang: Option<Cow<'a, str>>,
    /// The method that decided, or the source of the text.
    pub method: Cow<'static, str>,
    /// The expected F1 of the text, with three decimals; `None` unless the learned method decided.
    pub confidence: Option<f64>,
    /// The most probable page type. `None` unless the learned method decided with a probability of
    /// at least 0.5.
    pub page_type: Option<Cow<'static, str>>,
    /// The probability of that type, with three decimals.
    pub page_type_probability: Option<f64>,
    /// Name of the page's encoding, as in the Encoding standard.
    pub encoding: Cow<'static, str>,
    /// Line-blocks of the page.
    pub blocks: u64,
    /// Line-blocks that are main content.
    pub blocks_kept: u64,
    /// The first byte that the first decision did not see; `None` if the budget held the page.
    pub decided_early: Option<u64>,
    /// Bytes of the page.
    pub bytes_in: u64,
    /// Byte sequences that could not be decoded.
    pub malformed: u64,
    // Rare events are written only if they happened.
    /// Open elements that were removed from the full stack.
    #[serde(skip_serializing_if = "is_zero")]
    pub elements_forgotten: u64,
    /// Elements merged with others because the budget had no space for them.
    #[serde(skip_serializing_if = "is_zero")]
    pub nodes_folded: u64,
    /// Bytes of text lost because the system refused memory.
    #[serde(skip_serializing_if = "is_zero")]
    pub text_bytes_lost: u64,
    /// Bytes of JSON-LD text that did not fit.
    #[serde(skip_serializing_if = "is_zero")]
    pub fallback_bytes_cut: u64,
    /// Whether hidden text was treated as shown.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub revealed: bool,
    /// The format found instead of a page: `PDF`, `PNG`, `ZIP`, `binary`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skipped: Option<Cow<'static, str>>,
    // Selector counts are written only if selectors are used.
    /// Elements that were selected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selected: Option<u64>,
    /// Elements that were dropped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dropped: Option<u64>,
    /// Tags too long to be matched with selectors in full.
    #[serde(skip_serializing_if = "is_zero")]
    pub select_tags_cut: u64,
    /// How often selectors forgot the ancestors of an element.
    #[serde(skip_serializing_if = "is_zero")]
    pub select_restarts: u64,
    /// Hash of the kept text, 16 hexadecimal digits; `None` without a sketch of repeats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_hash: Option<String>,
    /// Whether a wrapper found the content; `None` without wrappers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site: Option<bool>,
}

impl<'a> PageFields<'a> {
    /// The fields of `summary`. `has_sites`: wrappers of sites are used. `text` borrows or copies
    /// the metadata.
    #[must_use]
    pub fn of<'s>(summary: &'s Summary, has_sites: bool, text: impl Fn(&'s str) -> Cow<'a, str>) -> Self {
        let stated = |field: &'s str| (!field.is_empty()).then(|| text(field));
        let metadata = &summary.metadata;
        let selection = summary.selection.unwrap_or_default();
        Self {
            title: stated(&metadata.title),
            author: stated(&metadata.author),
            date: stated(&metadata.date),
            lang: stated(&metadata.lang),
            method: Cow::Borrowed(summary.decided_by()),
            confidence: summary.confidence.map(rounded),
            page_type: summary.page_type.map(|found| Cow::Borrowed(found.page_type.name())),
            page_type_probability: summary.page_type.map(|found| rounded(found.probability)),
            encoding: Cow::Borrowed(summary.encoding),
            blocks: summary.blocks_total,
            blocks_kept: summary.blocks_kept,
            decided_early: summary.first_early_decision_offset,
            bytes_in: summary.bytes_in,
            malformed: summary.decode_errors,
            elements_forgotten: summary.elements_forgotten,
            nodes_folded: summary.nodes_folded,
            text_bytes_lost: summary.text_bytes_lost,
            fallback_bytes_cut: summary.fallback_bytes_cut,
            revealed: summary.hidden_text_used,
            skipped: summary.skipped.map(|found| Cow::Borrowed(found.name())),
            selected: selection.selected,
            dropped: selection.dropped,
            select_tags_cut: selection.tags_cut,
            select_restarts: selection.restarts,
            content_hash: summary.content_hash.map(|hash| format!("{hash:016x}")),
            site: has_sites.then_some(summary.site == Some(true)),
        }
    }
}

/// Rounds a share to three decimals.
#[must_use]
pub fn rounded(share: f32) -> f64 {
    (f64::from(share) * 1000.0).round() / 1000.0
}

/// Whether a count is left out.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
pub(crate) fn is_zero(count: &u64) -> bool {
    *count == 0
}
