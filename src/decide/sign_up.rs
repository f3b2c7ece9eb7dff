//! Rule that drops boxes in which readers sign up for letters, inside a text and next to it.
//!
//! Such a box reads like prose, and it stands anywhere. What distinguishes it is the field for a
//! mail address in it. In: elements that hold such a field, and decided records. Out: verdicts.
//! Holds nothing.

use super::verdict::set;
use crate::block::{Arena, ElementFlags, Verdict};
use crate::html::TagId;

/// Maximum words of a box.
const BOX_WORDS: u32 = 50;

/// Minimum words of content outside of the box, and how many times those of the box they are.
const MIN_CONTENT_WORDS: u32 = 100;
const MIN_CONTENT_RATIO: u32 = 3;

/// Maximum boxes of the pending records. A page with more is about such letters, or hostile.
const MAX_BOXES: usize = 8;

/// Drops each box. `threshold`: minimum score of content.
///
/// The box is the innermost element with text that holds the field, or its nearest ancestor with
/// more text if that is small, too: the words that invite are often next to the form. A list item
/// with more text is a card, and a box with an `h1` the head of a page about the letter.
///
/// Cost: none without such a field. With one, linear in the pending records and the depth of their
/// elements, [`MAX_BOXES`] times at most.
pub(super) fn drop_boxes(arena: &mut Arena, threshold: f32) {
    let Some(first) = arena.first_address_field else { return };
    let mut boxes = 0;
    for index in 0..arena.len() {
        let element = arena.record(index).context.element;
        // The innermost element with text holds the field or encloses it; its first record counts.
        if let Some(form) = form_around(arena, element, first)
            && (index == 0 || !is_in(arena, arena.record(index - 1).context.element, form))
        {
            drop_box(arena, whole_box(arena, form), threshold);
            boxes += 1;
            if boxes == MAX_BOXES {
                return;
            }
        }
    }
}

/// The nearest of `at` and its ancestors that holds a field. `first` is the first element with one;
/// elements before it are not inside of it.
fn form_around(arena: &Arena, mut at: u32, first: u32) -> Option<u32> {
    while at >= first {
        if arena.element(at).flags.has(ElementFlags::ASKS_ADDRESS) {
            return Some(at);
        }
        at = arena.element(at).parent();
    }
    None
}

/// Whether `outer` is `element` or one of its ancestors, which have lower numbers.
fn is_in(arena: &Arena, mut element: u32, outer: u32) -> bool {
    while element > outer {
        element = arena.element(element).parent();
    }
    element == outer
}

/// The outermost ancestor of `form` with no other text, or the next one, which has more.
fn whole_box(arena: &Arena, form: u32) -> u32 {
    let mut at = form;
    loop {
        let (inner, outer) = (arena.element(at), arena.element(at).parent());
        let parent = arena.element(outer);
        let is_page = outer == 0 || matches!(parent.tag, TagId::Body | TagId::Main | TagId::Article);
        let is_card = parent.tag == TagId::Li && parent.words > inner.words;
        let is_whole = at != form && inner.words > arena.element(form).words;
        if is_page || is_card || is_whole || parent.words > BOX_WORDS {
            return at;
        }
        at = outer;
    }
}

/// Drops the text of a box, if it is small and the content is outside of it.
fn drop_box(arena: &mut Arena, outer: u32, threshold: f32) {
    let words = arena.element(outer).words;
    if words > BOX_WORDS {
        return;
    }
    let mut content = 0;
    let mut has_title = false;
    for record in arena.records() {
        if is_in(arena, record.context.element, outer) {
            has_title |= record.context.heading == 1;
        } else if record.score >= threshold {
            content += record.words();
        }
    }
    if has_title || content < (MIN_CONTENT_RATIO * words).max(MIN_CONTENT_WORDS) {
        return;
    }
    for index in 0..arena.len() {
        let record = arena.record(index);
        if record.verdict == Verdict::Kept && is_in(arena, record.context.element, outer) {
            set(arena, index, false);
        }
    }
}
