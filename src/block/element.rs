//! The record of one block-level element that holds text.

use crate::clean::{Context, Hints};
use crate::token::TagId;

/// What is remembered of an element: a small fixed record. The sums are those of a decision, over all blocks inside.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Element {
    /// Record of the element around it; the root is its own.
    pub(crate) parent: u32,
    pub(crate) path_hash: u32,
    pub(crate) hints: Hints,
    pub(crate) tag: TagId,
    /// Elements around it that have records.
    pub(super) depth: u8,
    pub(crate) words: u32,
    pub(crate) link_words: u32,
    /// Words of long blocks with few links.
    pub(crate) good_words: u32,
    /// The same, of the elements directly inside only.
    pub(crate) child_good_words: u32,
    pub(crate) blocks: u32,
    /// Words weighted by the probability that they are content.
    pub(crate) likely_words: f32,
}

impl Element {
    pub(super) fn new(parent: u32, depth: u8, context: &Context) -> Self {
        Self {
            parent,
            path_hash: context.path_hash,
            hints: context.hints,
            tag: context.tag(),
            depth,
            ..Self::default()
        }
    }
}
