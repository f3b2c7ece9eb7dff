//! Groups of similar blocks and elements, and shares: what several files of features use.

/// Number of groups in a hash table; groups that collide count as one.
pub(crate) const GROUPS: usize = 512;

/// Number of anchor blocks: the title on the page, the first good text after it, and the longest
/// text. The first anchors are the elements of these blocks; the last anchor is the main element.
pub(crate) const ANCHOR_BLOCKS: usize = 3;

/// `part / whole`, or `part` if `whole` is 0.
#[inline]
pub(crate) fn share(part: u32, whole: u32) -> f32 {
    part as f32 / whole.max(1) as f32
}

/// Sums over similar siblings: elements with the same path below the same parent, with all their
/// descendants.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SiblingGroup {
    pub(crate) elements: u32,
    pub(crate) words: u32,
    pub(crate) link_words: u32,
    pub(crate) good_words: u32,
}
