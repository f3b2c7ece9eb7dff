//! Verdicts, and which blocks a method or a rule may keep.

use crate::block::{Arena, Record, Verdict};
use crate::feature::attr::attr;
use crate::structure::Flags;

/// Elements whose text is never content, for any method: navigation, page footers, dialogs.
const NEVER_CONTENT: Flags = Flags::NAVIGATION.with(Flags::FOOTER).with(Flags::DIALOG);

/// Elements whose text is rarely content: hidden elements and asides. Methods with thresholds
/// cannot find the exceptions and drop them all.
const RARELY_CONTENT: Flags = Flags::HIDDEN.with(Flags::ASIDE);

/// Score of blocks that are never content. The learned method does not predict it. It is below any
/// threshold, so rules need no special case.
pub(crate) const NEVER_CONTENT_SCORE: f32 = f32::NEG_INFINITY;

/// Minimum share of link characters of a block that is a link.
const LINKED: f32 = 0.5;

/// Whether a block is never content, whatever its score.
pub(crate) fn is_never_content(record: &Record) -> bool {
    record.has(NEVER_CONTENT)
}

/// Whether rules may keep a block, whatever its score: it is shown and may be content.
pub(super) fn may_be_kept(record: &Record) -> bool {
    !record.has(Flags::HIDDEN) && !is_never_content(record)
}

/// Whether methods with thresholds drop a block, whatever its features.
pub(super) fn is_rarely_content(arena: &Arena, index: usize) -> bool {
    arena.record(index).has(NEVER_CONTENT.with(RARELY_CONTENT))
}

/// Whether most of a block is a link to another page. Such a heading is the title of an item, which
/// may stand without text. Links to itself and toggles for the text below do not count.
pub(super) fn is_linked(record: &Record) -> bool {
    record.links.lead_elsewhere() && attr(record) >= LINKED
}

/// Sets the verdict of a block.
pub(super) fn set(arena: &mut Arena, index: usize, keep: bool) {
    arena.record_mut(index).verdict = verdict(keep);
}

/// The verdict for `keep`.
pub(super) fn verdict(keep: bool) -> Verdict {
    if keep { Verdict::Kept } else { Verdict::Dropped }
}
