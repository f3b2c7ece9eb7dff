//! Public view of a decided line-block.

use crate::block::marks::{Span, spans};
use crate::block::{Arena, Record, Verdict};
use crate::decide;
use crate::decide::explain::{Contribution, Contributions, KeyPhrase};
use crate::decide::role::RoleEvidence;
use crate::decide::rule::Rule;
use crate::decide::verdict::NEVER_CONTENT_SCORE;
use crate::feature::{attr::attr, tkd::tkd, ttr::ttr};
use crate::html::TagId;
use crate::methods::{FavorThresholds, Method, SmoothedTagRatio, TextSource};
use crate::role::Role;
use crate::structure::Flags;
use core::fmt;

mod structure;
pub use structure::{RecordId, TableCell};

/// What is known of a decision only if the sink wants it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Explanation {
    pub(crate) contributions: Option<Contributions>,
    pub(crate) rule: Option<Rule>,
    pub(crate) thresholds: Option<FavorThresholds>,
    pub(crate) smoothed_tag_ratio: Option<SmoothedTagRatio>,
}

/// What a line-block is a view of.
#[derive(Clone, Copy)]
pub(crate) struct LineBlockView<'a> {
    pub(crate) arena: &'a Arena,
    pub(crate) record: &'a Record,
    pub(crate) text: &'a str,
    /// It is in the output.
    pub(crate) is_kept: bool,
    pub(crate) evidence: RoleEvidence<'a>,
    /// Its role, if it is already known.
    pub(crate) role: Option<Role>,
    /// Where it ends in the page, if that is kept.
    #[cfg(feature = "chunks")]
    pub(crate) end: Option<u64>,
}

/// A decided line-block, lent to a [`Sink`](crate::Sink).
pub struct LineBlock<'a> {
    index: u64,
    view: LineBlockView<'a>,
    title_keywords: usize,
    method: Method,
    source: TextSource,
    explanation: Option<&'a Explanation>,
}

impl fmt::Debug for LineBlock<'_> {
    /// Writes its number, place and verdict, without its text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut block = f.debug_struct("LineBlock");
        block.field("index", &self.index()).field("offset", &self.offset()).field("tag", &self.tag());
        block.field("verdict", &self.verdict()).finish_non_exhaustive()
    }
}

impl<'a> LineBlock<'a> {
    pub(crate) fn new(
        index: u64,
        view: LineBlockView<'a>,
        title_keywords: usize,
        method: Method,
        source: TextSource,
        explanation: Option<&'a Explanation>,
    ) -> Self {
        Self { index, view, title_keywords, method, source, explanation }
    }

    /// Index of the block on the page, from zero.
    #[must_use]
    pub fn index(&self) -> u64 {
        self.index
    }

    /// Offset in the stream of its first character that is not white space.
    ///
    /// In a page in UTF-8, it is a byte offset in the input; in other encodings, an offset in the
    /// page as UTF-8. Offsets increase from block to block. In fallback text
    /// ([`TextSource::JsonLd`], [`TextSource::Description`]) it is roughly the place in the
    /// script or tag, and exact only for the first block of each text. A formula from an
    /// attribute has the offset of its tag.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.view.record.offset
    }

    /// Offset in the stream after its last character, counted as [`offset`](Self::offset) is. The
    /// page has its text between the two, with tags and with text that is left out. `None` without
    /// `Options::with_spans`.
    #[cfg(feature = "chunks")]
    #[must_use]
    pub fn end(&self) -> Option<u64> {
        self.view.end
    }

    /// Name of the innermost enclosing block-level element; empty if there is none.
    #[must_use]
    pub fn tag(&self) -> &'static str {
        self.view.record.tag().name()
    }

    /// Names of the innermost eight enclosing block-level elements, innermost first.
    pub fn path(&self) -> impl Iterator<Item = &'static str> + use<> {
        let path = self.view.record.context.path.to_le_bytes();
        path.into_iter().take_while(|&byte| byte != 0).map(|byte| TagId::from_byte(byte).name())
    }

    /// Number of open elements that enclose it.
    #[must_use]
    pub fn depth(&self) -> u16 {
        self.view.record.context.depth
    }

    /// Characters (Unicode scalar values), with white space folded.
    #[must_use]
    pub fn chars(&self) -> u32 {
        self.view.record.chars()
    }

    /// Words; in scripts without spaces between words, characters.
    #[must_use]
    pub fn words(&self) -> u32 {
        self.view.record.words()
    }

    /// Tags inside it.
    #[must_use]
    pub fn tags(&self) -> u32 {
        self.view.record.tags()
    }

    /// Links inside it.
    #[must_use]
    pub fn links(&self) -> u16 {
        self.view.record.links.count()
    }

    /// Characters inside links. White space counts with the character after it: a space before a
    /// link counts as linked, and a space before the link's end tag does not.
    #[must_use]
    pub fn link_chars(&self) -> u32 {
        self.view.record.link_chars()
    }

    /// Text-to-tag ratio, in characters per tag.
    #[must_use]
    pub fn ttr(&self) -> f32 {
        ttr(self.view.record)
    }

    /// Anchor-text ratio, `0.0` to `1.0`.
    #[must_use]
    pub fn attr(&self) -> f32 {
        attr(self.view.record)
    }

    /// Title keyword density, `0.0` to below `1.0`.
    #[must_use]
    pub fn tkd(&self) -> f32 {
        tkd(self.title_keywords, u32::from(self.view.record.title_hits))
    }

    /// Whether the page hides it.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.view.record.has(Flags::HIDDEN)
    }

    /// Whether it continues the block before, which was cut for its length: the page has no break
    /// between them.
    #[must_use]
    pub fn continues_last(&self) -> bool {
        self.view.record.continues_last()
    }

    /// Where its text comes from.
    #[must_use]
    pub fn text_source(&self) -> TextSource {
        self.source
    }

    /// The method that decided it.
    #[must_use]
    pub fn method(&self) -> Method {
        self.method
    }

    /// Score of the learned method, in logits, smoothed by path: half of it is the mean over the
    /// blocks of the same path. The other half may be the score of a similar block shortly before.
    ///
    /// `None` if another method decided. With an ensemble, also `None` for blocks that are never
    /// content: navigation, page footers, dialogs.
    #[must_use]
    pub fn score(&self) -> Option<f32> {
        let score = self.view.record.score;
        (self.source == TextSource::Page && self.method == Method::Learned && score != NEVER_CONTENT_SCORE)
            .then_some(score)
    }

    /// The features with the strongest contributions to the trees' score of this block, at most
    /// five, strongest first. They are those of the block itself, even if its score is that of a
    /// similar block.
    ///
    /// `None` if there is no [score](Self::score) by an ensemble, or if the sink does not
    /// [want](crate::Sink::wants_contributions) contributions. Values in characters are normalised
    /// to scripts with spaces between words: a Han or kana character counts as five.
    pub fn contributions(&self) -> Option<impl Iterator<Item = Contribution> + use<>> {
        self.explanation?.contributions.as_ref().map(Contributions::iter)
    }

    /// The words among its first that weigh most for or against content. `None` as for
    /// [`contributions`](Self::contributions), and where the model knows none of its words.
    #[must_use]
    pub fn key_phrase(&self) -> Option<&KeyPhrase> {
        self.explanation?.contributions.as_ref()?.phrase.as_ref()
    }

    /// The rule that had the last word on it. `None` if the sink does not
    /// [want](crate::Sink::wants_rules) rules.
    #[must_use]
    pub fn rule(&self) -> Option<Rule> {
        self.explanation?.rule
    }

    /// The thresholds of the learned method that its [score](Self::score) is compared with. They
    /// are those of the page, or of its part that was decided at once.
    ///
    /// `None` if another method decided, or if the sink does not
    /// [want](crate::Sink::wants_rules) rules.
    #[must_use]
    pub fn thresholds(&self) -> Option<FavorThresholds> {
        self.explanation?.thresholds
    }

    /// Its smoothed ratio and steepness. `None` unless the tag-ratio method decided and the sink
    /// [wants](crate::Sink::wants_rules) rules.
    #[must_use]
    pub fn smoothed_tag_ratio(&self) -> Option<SmoothedTagRatio> {
        self.explanation?.smoothed_tag_ratio
    }

    /// Whether it was kept.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if self.view.is_kept { Verdict::Kept } else { Verdict::Dropped }
    }

    /// What it is, or why the method dropped it. A block that
    /// [`Options::without_roles`](crate::Options::without_roles) leaves out has the role that it
    /// would have in the output.
    ///
    /// Cost: a few comparisons, and for a dropped block the depth of its elements.
    #[must_use]
    pub fn role(&self) -> Role {
        let LineBlockView { arena, record, text, evidence, role, .. } = &self.view;
        role.unwrap_or_else(|| decide::role::role(arena, record, text, evidence))
    }

    /// Its text, in pieces.
    pub fn text(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        spans(self.view.text).filter_map(|span| if let Span::Text(text) = span { Some(text) } else { None })
    }
}
