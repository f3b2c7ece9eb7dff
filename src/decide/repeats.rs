//! The evidence of what the pages of a host repeat: blocks are looked up, and dropped.
//!
//! The blocks of the page, with the verdicts of the method alone, also make the sketch of the page.

use super::verdict::set;
use crate::block::marks::Plain;
use crate::block::{Arena, Verdict};
use crate::repeats::text_key::TextKey;
use crate::repeats::{Host, MAX_BLOCKS, PageSketch, Repeats, block_key, host_hash};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Logits by which the score of a block falls that all pages of the host have.
const LOGITS_OF_REPEATED: f32 = 2.0;

/// Settings of [`Evidence`].
#[derive(Clone, Debug, Default)]
pub(crate) struct EvidenceConfig {
    /// What the pages of hosts repeat.
    pub(crate) repeats: Option<Arc<Repeats>>,
    /// The sketches of pages are made.
    pub(crate) is_recording: bool,
}

impl EvidenceConfig {
    fn is_on(&self) -> bool {
        self.repeats.is_some() || self.is_recording
    }

    /// Bytes on the heap of an [`Evidence`].
    pub(crate) fn held_bytes(&self) -> usize {
        let of_page = if self.is_recording { 2 * PageSketch::HELD_BYTES } else { 0 };
        if self.is_on() { MAX_BLOCKS * size_of::<Seen>() + of_page } else { 0 }
    }
}

/// A pending block.
struct Seen {
    key: TextKey,
    words: u32,
    is_kept: bool,
}

/// Looks up the blocks of pages, and makes the sketches of pages.
pub(crate) struct Evidence {
    config: EvidenceConfig,
    page: PageSketch,
    /// Hash of the page's host, once blocks were read.
    host: Option<u64>,
    has_begun: bool,
    /// The oldest pending blocks, [`MAX_BLOCKS`] at most.
    pending: Vec<Seen>,
}

impl Evidence {
    pub(crate) fn new(config: EvidenceConfig) -> Self {
        let page = PageSketch::recording(config.is_recording);
        let pending = Vec::with_capacity(if config.is_on() { MAX_BLOCKS } else { 0 });
        Self { config, page, host: None, has_begun: false, pending }
    }

    pub(crate) fn reset(&mut self) {
        self.page.clear();
        self.pending.clear();
        (self.host, self.has_begun) = (None, false);
    }

    fn is_on(&self) -> bool {
        self.config.is_on()
    }

    /// The sketch of the page as far as its blocks [left](Self::leave).
    pub(crate) fn page(&self) -> &PageSketch {
        &self.page
    }

    /// Exchanges the sketch of the page for another one, which the next [reset](Self::reset)
    /// clears.
    pub(crate) fn swap_page(&mut self, page: &mut PageSketch) {
        core::mem::swap(&mut self.page, page);
    }

    /// Forgets the blocks of the page: another text stands for it.
    pub(crate) fn replace_page(&mut self) {
        self.page.clear();
        self.page.set_host_hash(self.host);
    }

    /// Reads all pending blocks, with the verdicts that they have. `host` is that of the page.
    pub(super) fn read(&mut self, arena: &Arena, host: &str, plain: &mut Plain) {
        if !self.is_on() {
            return;
        }
        if !self.has_begun {
            self.has_begun = true;
            self.host = host_hash(host);
            self.page.set_host_hash(self.host);
        }
        self.pending.clear();
        self.pending.extend(arena.records().take(MAX_BLOCKS).map(|record| Seen {
            key: TextKey::of(plain.of(arena.text(record))),
            words: record.words(),
            is_kept: record.verdict == Verdict::Kept,
        }));
    }

    /// Adds the `count` oldest blocks, which were read, to the sketch of the page.
    pub(super) fn leave(&mut self, count: usize) {
        for seen in self.pending.drain(..count.min(self.pending.len())) {
            self.page.add_key(seen.key, seen.words, seen.is_kept);
        }
        self.pending.clear();
    }

    /// Lowers the scores of the blocks that were [read](Self::read) and that other pages of the
    /// host have, by [`LOGITS_OF_REPEATED`] times the share of these pages. Headings are spared:
    /// the titles of pages are the teasers of others. Returns whether a score changed.
    pub(super) fn lower_scores(&self, arena: &mut Arena) -> bool {
        let Some(host) = self.known_host() else { return false };
        let pages = host.pages() as f32;
        let mut has_changed = false;
        for (index, seen) in self.pending.iter().enumerate() {
            let Some(folded) = seen.key.folded else { continue };
            let others = host.pages_with(block_key(folded.get())).saturating_sub(1);
            let record = arena.record_mut(index);
            if others > 0 && record.context.heading == 0 {
                record.score -= LOGITS_OF_REPEATED * (others as f32 / pages).min(1.0);
                has_changed = true;
            }
        }
        has_changed
    }

    fn known_host(&self) -> Option<&Host> {
        let (repeats, hash) = self.config.repeats.as_deref().zip(self.host)?;
        repeats.host(hash)
    }

    /// Drops the blocks that were [read](Self::read) and whose text is on at least `least` pages of
    /// the host. A host with one known page repeats nothing.
    pub(super) fn drop_repeats(&self, arena: &mut Arena, least: u32) {
        let Some(host) = self.known_host() else { return };
        for (index, seen) in self.pending.iter().enumerate() {
            if seen.key.folded.is_some_and(|folded| host.pages_with(block_key(folded.get())) >= least) {
                set(arena, index, false);
            }
        }
    }
}
