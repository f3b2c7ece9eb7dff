//! The record of one block-level element that holds text.

use crate::html::TagId;
use crate::structure::{ClassWeight, Context, ElementInfo, Hints};

/// Elements that the others are seen from.
pub(crate) const ANCHORS: usize = 4;

/// Elements with records, at most: their numbers take 16 bits.
pub(super) const MAX_ELEMENTS: usize = 1 << 16;

/// What is remembered of an element: a small fixed record. The sums are those of a decision, over
/// all blocks inside.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Element {
    pub(crate) words: u32,
    pub(crate) link_words: u32,
    /// Words of long blocks with few links.
    pub(crate) good_words: u32,
    /// Record of the element around it; the root is its own.
    parent: u16,
    /// Hash of the tags and classes of all elements around it, and its own.
    pub(crate) path_hash: u16,
    /// Many count as the most there are.
    pub(crate) blocks: u16,
    pub(crate) hints: Hints,
    /// Hints of the element and of all around it.
    pub(crate) all_hints: Hints,
    /// What the words of its names are worth.
    pub(crate) class: ClassWeight,
    /// The same of all around it and itself.
    pub(crate) all_class: ClassWeight,
    /// The ways from the anchors to this element.
    pub(crate) ways: [Way; ANCHORS],
    /// Levels up to the outermost element around that has like siblings, itself counted as one; `0`
    /// if none has.
    pub(crate) item_levels: u8,
    /// Its number among its like siblings, from 0: elements of one path below one parent. Many
    /// count as the most there are.
    pub(crate) like_index: u8,
    pub(crate) tag: TagId,
    /// Elements around it that have records.
    pub(super) depth: u8,
}

/// The way from one element to another: up to the one around both, and down from there. More than
/// [`Way::MAX`] levels count as that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Way(u8);

impl Way {
    const MAX: u8 = 15;

    /// Of nothing known: further than any way.
    pub(crate) const UNKNOWN: Self = Self(u8::MAX);

    /// So many levels up.
    pub(crate) fn upward(levels: u8) -> Self {
        Self(levels.min(Self::MAX - 1) << 4)
    }

    /// One level further down.
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
    pub(super) fn new(parent: u32, depth: u8, context: &Context, names: ElementInfo) -> Self {
        let ElementInfo { path_hash, hints, class, .. } = names;
        let path_hash = (path_hash ^ path_hash >> 16) as u16;
        Self { parent: parent as u16, path_hash, hints, class, tag: context.tag(), depth, ..Self::default() }
    }

    #[inline]
    pub(crate) fn parent(&self) -> u32 {
        u32::from(self.parent)
    }
}
