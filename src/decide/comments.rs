//! Comments under the content, for those who want them.

use super::{is_never_content, set};
use crate::block::Arena;
use crate::feature::attr::attr;
use crate::structure::{Flags, Hints};

/// Words from which on a block amid comments is one, and not a name, a date or a link to answer.
const COMMENT_WORDS: u32 = 8;

/// Share of link characters up to which it is.
const MAX_LINKED: f32 = 0.3;

/// Kinds of blocks that hold comments on one page, at most.
const KINDS: usize = 8;

/// Keeps the comments of the page: blocks inside an element whose class or id says that there are
/// comments, as far as they are long and hold few links; and short ones that stand in the like
/// elements, by path, as long ones. Forms, headings, and what is never content stay out, and what
/// is hidden where there are comments that are shown: such pages have them twice.
///
/// Cost: records that wait times elements around each, three times at most; holds nothing.
pub(super) fn keep(arena: &mut Arena) {
    let mut paths = [0; KINDS];
    let mut known = 0;
    for index in 0..arena.len() {
        let record = arena.record(index);
        let is_long = record.words() >= COMMENT_WORDS && attr(record) <= MAX_LINKED;
        let path = arena.element(record.context.element).path_hash;
        if is_long && known < KINDS && !paths[..known].contains(&path) && is_amid_comments(arena, index) {
            paths[known] = path;
            known += 1;
        }
    }
    let is_comment = |arena: &Arena, index: usize| {
        let path = arena.element(arena.record(index).context.element).path_hash;
        paths[..known].contains(&path) && is_amid_comments(arena, index)
    };
    let is_hidden = |arena: &Arena, index: usize| arena.record(index).has(Flags::HIDDEN);
    let some_are_shown = (0..arena.len()).any(|index| is_comment(arena, index) && !is_hidden(arena, index));
    for index in 0..arena.len() {
        if is_comment(arena, index) && !(some_are_shown && is_hidden(arena, index)) {
            set(arena, index, true);
        }
    }
}

/// Whether a block is text inside an element that says that it holds comments.
fn is_amid_comments(arena: &Arena, index: usize) -> bool {
    let record = arena.record(index);
    if is_never_content(record) || record.has(Flags::FORM) || record.context.heading > 0 {
        return false;
    }
    let mut at = record.context.element;
    while at != 0 {
        let element = arena.element(at);
        if element.hints.has(Hints::COMMENTS) {
            return true;
        }
        at = element.parent();
    }
    false
}
