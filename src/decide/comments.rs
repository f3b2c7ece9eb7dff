//! Rule that keeps user comments below the content (option `keep_comments`).

use super::verdict::{is_never_content, set};
use crate::block::Arena;
use crate::feature::attr::attr;
use crate::structure::{Flags, Hints};

/// Minimum words of a comment; shorter blocks in a comment section are names, dates or reply links.
const COMMENT_WORDS: u32 = 8;

/// Maximum share of link characters in a comment.
const MAX_LINKED: f32 = 0.3;

/// Maximum number of element paths that are remembered as comment paths on one page.
const KINDS: usize = 8;

/// Keeps the comments of the page.
///
/// A comment stands inside an element whose class or id means comments. Long blocks with few links
/// are kept. Short blocks are kept if an element of the same path holds a long one. Forms, headings
/// and blocks that are never content are not kept. Hidden comments are not kept if other comments
/// are shown: such pages often hold every comment twice.
///
/// Cost: pending records times the depth of their elements, three times at most. Holds nothing.
pub(super) fn keep(arena: &mut Arena) {
    let mut paths = [0; KINDS];
    let mut known = 0;
    for index in 0..arena.len() {
        let record = arena.record(index);
        let is_long = record.words() >= COMMENT_WORDS && attr(record) <= MAX_LINKED;
        let path = arena.element(record.context.element).path_hash;
        if is_long && known < KINDS && !paths[..known].contains(&path) && is_in_comments(arena, index) {
            paths[known] = path;
            known += 1;
        }
    }
    let is_comment = |arena: &Arena, index: usize| {
        let path = arena.element(arena.record(index).context.element).path_hash;
        paths[..known].contains(&path) && is_in_comments(arena, index)
    };
    let is_hidden = |arena: &Arena, index: usize| arena.record(index).has(Flags::HIDDEN);
    let some_are_shown = (0..arena.len()).any(|index| is_comment(arena, index) && !is_hidden(arena, index));
    for index in 0..arena.len() {
        if is_comment(arena, index) && !(some_are_shown && is_hidden(arena, index)) {
            set(arena, index, true);
        }
    }
}

/// Whether a block is text inside an element whose class or id means comments.
fn is_in_comments(arena: &Arena, index: usize) -> bool {
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
