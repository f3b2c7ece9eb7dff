//! Areas of a page: comments, other articles below the first, boxes between paragraphs.
//!
//! In: scored records, and elements with their sums. Out: scores and verdicts. An area is
//! recognised by its names and what it holds, never by its words. Its blocks have one decision: by
//! the mean of their scores plus the evidence of the area, in logits. Holds nothing.

mod boxes;
pub(super) mod comments;
mod following;
mod scale;

use crate::block::Arena;
pub(super) use scale::Scale;

/// Decides the areas of the page.
///
/// Cost: linear in the pending records and in the depth of their elements, on pages with comments,
/// linked headings or fields for mail addresses.
pub(super) fn judge(arena: &mut Arena, scale: Scale<'_>) {
    comments::judge(arena, scale);
    following::drop(arena, scale);
    boxes::drop(arena, scale);
}
