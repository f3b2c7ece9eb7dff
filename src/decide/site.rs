//! The decision by the wrapper of a site: what inside the wrapper is content, and what outside.

use super::verdict::set;
use crate::block::{Arena, Record, Traits, Verdict};
use crate::structure::Flags;

/// Which blocks inside the wrapper are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cleaning {
    /// Hidden blocks.
    None,
    /// Blocks that another method, which decided before, drops.
    ByMethod,
}

/// Decides all pending records by the wrapper.
///
/// Returns `false`, and changes nothing, if the wrapper holds no block to keep and `has_found` is
/// `false`: it found none earlier, either.
///
/// With [`Cleaning::ByMethod`], inside the wrapper the verdicts of the other method stay. Outside,
/// that method's kept blocks are dropped, with two exceptions: the page's title, and texts that end
/// like a sentence. The latter are leads or captions that the template keeps apart from the body;
/// lines of names and dates have no such end. Only the learned method sets this trait: the texts
/// that thresholds keep outside the wrapper are mostly wrong.
pub(super) fn decide(arena: &mut Arena, cleaning: Cleaning, has_found: bool) -> bool {
    let is_kept_inside = |record: &Record| {
        record.has(Flags::INSIDE)
            && match cleaning {
                Cleaning::None => !record.has(Flags::HIDDEN),
                Cleaning::ByMethod => record.verdict == Verdict::Kept,
            }
    };
    if !has_found && !(0..arena.len()).any(|index| is_kept_inside(arena.record(index))) {
        return false;
    }
    for index in 0..arena.len() {
        let record = arena.record(index);
        let keep = is_kept_inside(record)
            || cleaning == Cleaning::ByMethod
                && record.verdict == Verdict::Kept
                && (is_title(record) || record.traits.has(Traits::SENTENCE));
        set(arena, index, keep);
    }
    true
}

/// Whether a block is an `h1` with words of the page's title.
fn is_title(record: &Record) -> bool {
    record.context.heading == 1 && record.title_hits > 0
}
