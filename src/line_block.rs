//! A decided line-block as a caller sees it.

use crate::block::marks::{Span, spans};
use crate::block::{Record, Verdict};
use crate::decide::NEVER_CONTENT_SCORE;
use crate::decide::explain::{Contribution, Contributions};
use crate::feature::{attr::attr, tkd::tkd, ttr::ttr};
use crate::html::TagId;
use crate::methods::{Method, TextSource};
use crate::structure::Flags;
use core::fmt;

/// A decided line-block, lent to a [`Sink`](crate::Sink).
pub struct LineBlock<'a> {
    index: u64,
    record: &'a Record,
    text: &'a str,
    title_keywords: usize,
    method: Method,
    source: TextSource,
    contributions: Option<&'a Contributions>,
}

impl fmt::Debug for LineBlock<'_> {
    /// Which one it is and what was decided, without its text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut block = f.debug_struct("LineBlock");
        block.field("index", &self.index()).field("offset", &self.offset()).field("tag", &self.tag());
        block.field("verdict", &self.verdict()).finish_non_exhaustive()
    }
}

impl<'a> LineBlock<'a> {
    pub(crate) fn new(
        index: u64,
        record: &'a Record,
        text: &'a str,
        title_keywords: usize,
        method: Method,
        source: TextSource,
        contributions: Option<&'a Contributions>,
    ) -> Self {
        Self { index, record, text, title_keywords, method, source, contributions }
    }

    /// Number of the block on the page, from zero.
    #[must_use]
    pub fn index(&self) -> u64 {
        self.index
    }

    /// Place of its first character in the stream that is no white space. Of a page in UTF-8, the
    /// byte offset in the input; of another encoding, the offset in the page as UTF-8. Offsets
    /// grow from block to block. Of what stands for a page without text ([`TextSource::JsonLd`],
    /// [`TextSource::Description`]): about where it stands in the script or tag, exactly for the first
    /// block of each text only. A formula that an attribute says stands where its tag does.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.record.offset
    }

    /// The innermost block-level element around it; empty outside all.
    #[must_use]
    pub fn tag(&self) -> &'static str {
        self.record.tag().name()
    }

    /// Names of the innermost eight block-level elements around it, the innermost first.
    pub fn path(&self) -> impl Iterator<Item = &'static str> + use<> {
        let path = self.record.context.path.to_le_bytes();
        path.into_iter().take_while(|&byte| byte != 0).map(|byte| TagId::from_byte(byte).name())
    }

    /// Open elements around it.
    #[must_use]
    pub fn depth(&self) -> u16 {
        self.record.context.depth
    }

    /// Unicode scalar values, white space folded.
    #[must_use]
    pub fn chars(&self) -> u32 {
        self.record.chars()
    }

    /// Words; in scripts that do not part words by spaces, characters.
    #[must_use]
    pub fn words(&self) -> u32 {
        self.record.words()
    }

    /// Tags inside it.
    #[must_use]
    pub fn tags(&self) -> u32 {
        self.record.tags()
    }

    /// Links inside it.
    #[must_use]
    pub fn links(&self) -> u16 {
        self.record.links.count()
    }

    /// Characters inside links. White space counts with the character behind it: that in front of a
    /// link is in it, and that in front of its end is not.
    #[must_use]
    pub fn link_chars(&self) -> u32 {
        self.record.link_chars()
    }

    /// Text-to-tag ratio, in characters per tag.
    #[must_use]
    pub fn ttr(&self) -> f32 {
        ttr(self.record)
    }

    /// Anchor-text-to-text ratio, `0.0` to `1.0`.
    #[must_use]
    pub fn attr(&self) -> f32 {
        attr(self.record)
    }

    /// Title keyword density, `0.0` to below `1.0`.
    #[must_use]
    pub fn tkd(&self) -> f32 {
        tkd(self.title_keywords, u32::from(self.record.title_hits))
    }

    /// Whether the page hides it.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.record.has(Flags::HIDDEN)
    }

    /// Whether it goes on where the block before had to be cut: the page does not part the two.
    #[must_use]
    pub fn continues_last(&self) -> bool {
        self.record.break_before == crate::structure::Break::None
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

    /// Score of the learned method, in logits, half of it the mean over the blocks of the same
    /// path; the other half may be that of a like block shortly before. `None` if another
    /// method decided, and, where trees did, for what is never content: navigation, the foot of the
    /// page, dialogs.
    #[must_use]
    pub fn score(&self) -> Option<f32> {
        let score = self.record.scores[0];
        (self.source == TextSource::Page && self.method == Method::Learned && score != NEVER_CONTENT_SCORE)
            .then_some(score)
    }

    /// The features that move trees most on this block, at most five, the strongest first, also
    /// where its score is that of a like one; `None` if trees gave it no [score](Self::score),
    /// or the sink does not [want](crate::Sink::wants_explanations) them. Of characters, and those
    /// per tag, the values are in the measure of scripts that part words by spaces: one of Han
    /// or kana counts as five.
    pub fn contributions(&self) -> Option<impl Iterator<Item = Contribution> + use<>> {
        self.contributions.map(Contributions::iter)
    }

    /// What was decided.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.record.verdict
    }

    /// Its text, in parts.
    pub fn text(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        spans(self.text).filter_map(|span| if let Span::Text(text) = span { Some(text) } else { None })
    }
}
