//! Bytes on the heap that the options of an extractor need, and the minimum budget that follows.

use super::{Options, posts};
use crate::block::notes;
use crate::block::reference::{self, ImagePlace, LinkPlace};
use crate::block::{self, Blocks};
use crate::budget::Budget;
#[cfg(feature = "chunks")]
use crate::chunk;
#[cfg(feature = "css")]
use crate::css;
use crate::decode;
use crate::fingerprint;
use crate::html::Tokenizer;
use crate::language;
use crate::metadata::{self, MetadataCollector};
use crate::methods::Format;
use crate::render;
use crate::structure::{self, ElementTracker};

/// Heap bytes of the parts of fixed size that every extractor has.
const FIXED_BYTES: usize = decode::HELD_BYTES
    + Tokenizer::HELD_BYTES
    + ElementTracker::HELD_BYTES
    + Blocks::HELD_BYTES
    + MetadataCollector::HELD_BYTES
    + metadata::title::HELD_BYTES
    + render::HELD_BYTES;

impl Options {
    /// The minimum budget of an extractor with these options.
    /// [`Extractor::new`](crate::Extractor::new) refuses a smaller one.
    #[must_use]
    pub fn minimum_budget(&self) -> Budget {
        let nodes_bytes = if self.wanted_nodes().is_some() { block::NODES_MINIMUM_BYTES } else { 0 };
        Budget::from_bytes(self.fixed_bytes(0) + block::MINIMUM_BYTES + nodes_bytes)
    }

    /// Heap bytes that an extractor with these options sets aside when it is made, if `budget` is
    /// its budget: from [`minimum_budget`](Self::minimum_budget) up to the budget.
    ///
    /// With a larger budget, more names, links and texts can wait for the decision. The rest of the
    /// budget is taken as a page needs it. For callers that provide the memory, such as an arena.
    #[must_use]
    pub fn initial_bytes(&self, budget: Budget) -> usize {
        let minimum_bytes = self.minimum_budget().bytes();
        let spare_bytes = budget.bytes().saturating_sub(minimum_bytes);
        minimum_bytes + self.fixed_bytes(spare_bytes) - self.fixed_bytes(0)
    }

    /// Heap bytes of the parts of fixed size, with `spare_bytes` of budget above the minimum.
    pub(super) fn fixed_bytes(&self, spare_bytes: usize) -> usize {
        let fallback_bytes =
            if self.has_fallback() { metadata::held_bytes(metadata::text_bytes(spare_bytes)) } else { 0 };
        // The shortest address is among those of the metadata.
        let url_bytes = metadata::url_bytes(spare_bytes) - metadata::url_bytes(0);
        FIXED_BYTES
            + url_bytes
            + ElementTracker::spare_bytes(spare_bytes)
            + self.optional_bytes()
            + fallback_bytes
            + self.reference_bytes(spare_bytes)
    }

    /// Heap bytes for references that wait, with `spare_bytes` of budget above the minimum.
    fn reference_bytes(&self, spare_bytes: usize) -> usize {
        let text_bytes = reference::text_bytes(spare_bytes);
        let images = reference::held_bytes::<ImagePlace>(text_bytes);
        let links = reference::held_bytes::<LinkPlace>(text_bytes) + reference::TEXT_BYTES;
        let notes = if self.format == Format::Text { 0 } else { notes::held_bytes(spare_bytes) };
        notes
            + usize::from(self.images || self.link_list) * structure::IMAGE_HELD_BYTES
            + usize::from(self.images) * images
            + usize::from(self.link_list) * links
            + usize::from(self.posts) * posts::held_bytes(text_bytes)
            + usize::from(self.more_metadata) * reference::TEXT_BYTES
    }

    /// Bytes of text that a fallback holds, with `spare_bytes` of budget above the minimum.
    pub(super) fn fallback_text_bytes(&self, spare_bytes: usize) -> usize {
        if self.has_fallback() { metadata::text_bytes(spare_bytes) } else { 0 }
    }

    /// Heap bytes of the parts of fixed size that only some options need.
    fn optional_bytes(&self) -> usize {
        #[cfg(feature = "css")]
        let selection_bytes = css::held_bytes(&self.selectors);
        #[cfg(not(feature = "css"))]
        let selection_bytes = 0;
        #[cfg(feature = "site")]
        let site_bytes = self.sites.as_ref().map_or(0, |sites| sites.held_bytes());
        #[cfg(not(feature = "site"))]
        let site_bytes = 0;
        #[cfg(feature = "chunks")]
        let chunk_bytes = self.chunks.as_ref().map_or(0, chunk::held_bytes);
        #[cfg(not(feature = "chunks"))]
        let chunk_bytes = 0;
        let span_bytes = usize::from(self.has_spans()) * block::ENDS_HELD_BYTES;
        let more_bytes = usize::from(self.more_metadata)
            * (metadata::MORE_HELD_BYTES + language::HELD_BYTES + fingerprint::HELD_BYTES);
        self.decider_config().held_bytes()
            + selection_bytes
            + site_bytes
            + more_bytes
            + chunk_bytes
            + span_bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(feature = "chunks")]
    use crate::chunk::ChunkOptions;

    #[test]
    #[cfg(all(feature = "chunks", target_pointer_width = "64"))]
    fn chunks_and_spans_take_what_the_table_of_rooms_says() {
        let minimum = |options: Options| options.minimum_budget().bytes();
        let spans = minimum(Options::default().with_spans(true)) - minimum(Options::default());
        let chunks = minimum(Options::default().with_chunks(ChunkOptions::default()));
        let chunks = chunks - minimum(Options::default()) - spans;
        assert_eq!((chunks, spans), (94_976, 896));
    }

    #[test]
    fn what_is_taken_at_first_fits_into_each_budget() {
        let no_fallback = Options { without_fallback: true, ..Options::default() };
        let all =
            Options { posts: true, images: true, link_list: true, more_metadata: true, ..Options::default() };
        #[cfg(feature = "chunks")]
        let all = all.with_chunks(ChunkOptions::default());
        for options in [Options::default(), no_fallback, all] {
            let minimum_bytes = options.minimum_budget().bytes();
            for spare_bytes in (0..2000).chain((0..4000).map(|step| step * 997)) {
                let bytes = options.initial_bytes(Budget::from_bytes(minimum_bytes + spare_bytes));
                let expected = minimum_bytes..=minimum_bytes + spare_bytes;
                assert!(expected.contains(&bytes), "{bytes} of {expected:?}");
            }
        }
    }
}
