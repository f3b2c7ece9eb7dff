//! Record of one block-level element that holds text.

use crate::html::TagId;
use crate::structure::{ClassWeight, Context, ElementInfo, Hints};

/// Number of anchor elements. Each element stores its tree distance to each of them.
pub(crate) const ANCHORS: usize = 4;

/// Maximum elements with records: their indices take 16 bits.
pub(super) const MAX_ELEMENTS: usize = 1 << 16;

/// Record of one element, of fixed size. A decision fills the sums over all blocks inside it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Element {
    pub(crate) words: u32,
    pub(crate) link_words: u32,
    /// Words of long blocks with few links.
    pub(crate) good_words: u32,
    /// Sum of the scores of the texts of its blocks.
    pub(crate) text_scores: i32,
    /// Index of the parent's record; the root is its own parent.
    parent: u16,
    /// Hash of the tags and classes of the element and of all its ancestors.
    pub(crate) path_hash: u16,
    /// Number of blocks, saturating.
    pub(crate) blocks: u16,
    pub(crate) hints: Hints,
    /// Hints of the element and of all its ancestors.
    pub(crate) all_hints: Hints,
    /// Weights of the words in its class and id.
    pub(crate) class: ClassWeight,
    /// Weights of the element and of all its ancestors.
    pub(crate) all_class: ClassWeight,
    /// Tree distances from the anchors to this element.
    pub(crate) anchor_distances: [TreeDistance; ANCHORS],
    /// Levels from the element to its outermost ancestor-or-self with similar siblings, where `1`
    /// means the element itself. `0` if there is none.
    pub(crate) item_levels: u8,
    /// Levels from the element to its innermost ancestor-or-self that is a record, counted as for
    /// `item_levels`; `0` if there is none.
    pub(crate) record_levels: u8,
    /// Number of the element among its similar siblings, from 0, saturating. Similar siblings have
    /// the same path below the same parent.
    pub(crate) like_index: u8,
    pub(crate) tag: TagId,
    pub(crate) flags: ElementFlags,
    /// Number of ancestors with records.
    pub(super) depth: u8,
}

/// Facts about an element, as bits.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ElementFlags(u8);

impl ElementFlags {
    /// It is the innermost element with text around a field for a mail address.
    pub(crate) const ASKS_ADDRESS: Self = Self(1);
    /// It is a post of the thread, in another post or next to one.
    pub(crate) const REPLY: Self = Self(1 << 1);
    /// By its class or id, it is a layer over the page.
    pub(crate) const LAYER: Self = Self(1 << 2);

    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn set(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// Tree distance between two elements: levels up to their lowest common ancestor, and levels down
/// from it. Each saturates at [`TreeDistance::MAX`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TreeDistance(u8);

impl TreeDistance {
    const MAX: u8 = 15;

    /// Distance to an unknown element: farther than any known one.
    pub(crate) const UNKNOWN: Self = Self(u8::MAX);

    /// The distance `levels` up.
    pub(crate) fn upward(levels: u8) -> Self {
        Self(levels.min(Self::MAX - 1) << 4)
    }

    /// The distance one level further down.
    pub(crate) fn down(self) -> Self {
        if self.levels_down() < Self::MAX { Self(self.0 + 1) } else { self }
    }

    pub(crate) fn levels_up(self) -> u8 {
        self.0 >> 4
    }

    pub(crate) fn levels_down(self) -> u8 {
        self.0 & Self::MAX
    }
}

impl Element {
    pub(super) fn new(parent: u32, depth: u8, context: &Context, info: ElementInfo) -> Self {
        let ElementInfo { path_hash, hints, class, style, .. } = info;
        let path_hash = (path_hash ^ path_hash >> 16) as u16;
        let flags = if style.is_layer() { ElementFlags::LAYER } else { ElementFlags::default() };
        let tag = context.tag();
        Self { parent: parent as u16, path_hash, hints, class, tag, flags, depth, ..Self::default() }
    }

    /// Number of ancestors with records, saturating.
    pub(crate) fn depth(&self) -> u8 {
        self.depth
    }

    #[inline]
    pub(crate) fn parent(&self) -> u32 {
        u32::from(self.parent)
    }
}
