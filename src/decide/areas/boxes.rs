//! Boxes between paragraphs: related articles, and forms to sign up for newsletters.
//!
//! Such a box reads like prose. It is recognised by what it holds: a heading that is a link to
//! another page, nearly only links, or a field for an email address.

use super::scale::{Scale, is_in};
use crate::block::{Arena, ElementFlags};
use crate::decide::verdict::{is_linked, may_be_kept};
use crate::html::TagId;
use core::ops::Range;

/// Maximum words of a box between paragraphs.
const MAX_BOX_WORDS: u32 = 120;

/// Maximum blocks of such a box.
const MAX_BOX_BLOCKS: u16 = 40;

/// Maximum blocks from a box to the paragraphs before and after it.
const MAX_TO_TEXT: usize = 3;

/// Minimum share of the characters of a box that are links, if nothing else tells that it is one.
const MIN_LINKED: f32 = 0.7;

/// Evidence, in logits, that such a box is not content.
const BOX_LOGITS: f32 = -3.0;

/// Maximum words of a box that asks for an email address, wherever it is.
const MAX_FORM_WORDS: u32 = 50;

/// Minimum words of content outside of such a box.
const MIN_CONTENT_WORDS: u32 = 100;

/// Minimum ratio of these words to those of the box.
const MIN_CONTENT_RATIO: u32 = 3;

/// Maximum such boxes of the pending records. A page with more is about newsletters, or hostile.
const MAX_FORMS: usize = 8;

/// Drops the boxes.
pub(super) fn drop(arena: &mut Arena, scale: Scale<'_>) {
    drop_amid_text(arena, scale);
    drop_forms(arena, scale);
}

/// Drops boxes between paragraphs of the main element.
///
/// Cost: linear in the pending records, the depth of their elements and [`MAX_BOX_BLOCKS`].
fn drop_amid_text(arena: &mut Arena, scale: Scale<'_>) {
    let last = (scale.page.main_last as usize).min(arena.len().saturating_sub(1));
    let mut index = scale.page.main_first as usize;
    let mut judged = None;
    while index < last {
        index += 1;
        let record = arena.record(index);
        if !is_linked(record) && form_around(arena, record.context.element).is_none() {
            continue;
        }
        let outer = small_element(arena, record.context.element, scale.page.main_element);
        if judged.replace(outer) == Some(outer) {
            continue;
        }
        if let Some(blocks) = blocks_amid_text(arena, outer, index, scale)
            && is_dropped(arena, outer, blocks.clone(), scale)
        {
            index = blocks.end - 1;
            blocks.for_each(|at| scale.drop(arena.record_mut(at)));
        }
    }
}

/// The largest small element around `at` in the main element.
fn small_element(arena: &Arena, mut at: u32, main: u32) -> u32 {
    loop {
        let outer = arena.element(at).parent();
        if at == 0 || outer == main || arena.element(outer).words > MAX_BOX_WORDS {
            return at;
        }
        at = outer;
    }
}

/// The blocks of element `at`, one of which is `index`, if it may be a box: a few blocks between
/// paragraphs of its parent. Lists, tables, figures and quotations are parts of the text.
fn blocks_amid_text(arena: &Arena, at: u32, index: usize, scale: Scale<'_>) -> Option<Range<usize>> {
    let outer = arena.element(at);
    let may_be_box =
        matches!(outer.tag, TagId::Div | TagId::Aside | TagId::Section | TagId::Article | TagId::Form);
    if !may_be_box || outer.words > MAX_BOX_WORDS || !(2..=MAX_BOX_BLOCKS).contains(&outer.blocks) {
        return None;
    }
    let is_inside = |&index: &usize| is_in(arena, arena.record(index).context.element, at);
    let start = index - (0..index).rev().take_while(is_inside).count();
    let end = index + (index..arena.len()).take_while(is_inside).count();
    let is_paragraph = |index: usize| {
        let record = arena.record(index);
        let element = record.context.element;
        let is_sibling = element == outer.parent() || arena.element(element).parent() == outer.parent();
        is_sibling && scale.is_text(record)
    };
    let is_amid_text = (start.saturating_sub(MAX_TO_TEXT)..start).any(is_paragraph)
        && (end..arena.len().min(end + MAX_TO_TEXT)).any(is_paragraph);
    is_amid_text.then_some(start..end)
}

/// Whether a box is known by what it holds, and the mean of its scores, with that evidence, is too
/// low.
fn is_dropped(arena: &Arena, outer: u32, blocks: Range<usize>, scale: Scale<'_>) -> bool {
    let (mut words, mut scores, mut chars, mut link_chars) = (0, 0.0, 0, 0);
    let (mut has_field, mut heading) = (false, None);
    for record in blocks.map(|index| arena.record(index)).filter(|record| may_be_kept(record)) {
        words += record.words();
        scores += record.score * record.words() as f32;
        chars += record.chars();
        link_chars += if record.links.lead_elsewhere() { record.link_chars() } else { 0 };
        has_field |= form_around(arena, record.context.element).is_some_and(|form| is_in(arena, form, outer));
        if record.context.heading > 0 {
            heading.get_or_insert(is_linked(record));
        }
    }
    let is_of_links = link_chars as f32 >= MIN_LINKED * chars as f32;
    (has_field || is_of_links || heading == Some(true))
        && scores + (BOX_LOGITS - scale.content_from) * (words as f32) < 0.0
}

/// Drops small boxes that ask for an email address.
///
/// Such a box is the innermost element with text that holds the field, or its nearest ancestor with
/// more text if that is small, too: the words that invite are often next to the form. A list item
/// with more text is a card, and a box with an `h1` the head of a page about the letter.
///
/// Cost: none without such a field. With one, linear in the pending records and the depth of their
/// elements, [`MAX_FORMS`] times at most.
fn drop_forms(arena: &mut Arena, scale: Scale<'_>) {
    if arena.first_address_field.is_none() {
        return;
    }
    let mut forms = 0;
    for index in 0..arena.len() {
        let element = arena.record(index).context.element;
        // The innermost element with text holds the field or encloses it; its first record counts.
        if let Some(form) = form_around(arena, element)
            && (index == 0 || !is_in(arena, arena.record(index - 1).context.element, form))
        {
            drop_form(arena, whole_form(arena, form), scale);
            forms += 1;
            if forms == MAX_FORMS {
                return;
            }
        }
    }
}

/// The nearest of `at` and its ancestors that holds a field.
fn form_around(arena: &Arena, mut at: u32) -> Option<u32> {
    // Elements before the first one with a field are not inside of any.
    while at >= arena.first_address_field? {
        if arena.element(at).flags.has(ElementFlags::ASKS_ADDRESS) {
            return Some(at);
        }
        at = arena.element(at).parent();
    }
    None
}

/// The outermost ancestor of `form` with no other text, or the next one, which has more.
fn whole_form(arena: &Arena, form: u32) -> u32 {
    let mut at = form;
    loop {
        let (inner, outer) = (arena.element(at), arena.element(at).parent());
        let parent = arena.element(outer);
        let is_page = outer == 0 || matches!(parent.tag, TagId::Body | TagId::Main | TagId::Article);
        let is_card = parent.tag == TagId::Li && parent.words > inner.words;
        let is_whole = at != form && inner.words > arena.element(form).words;
        if is_page || is_card || is_whole || parent.words > MAX_FORM_WORDS {
            return at;
        }
        at = outer;
    }
}

/// Drops the text of a box, if it is small and the content is outside of it.
fn drop_form(arena: &mut Arena, outer: u32, scale: Scale<'_>) {
    let words = arena.element(outer).words;
    let (mut content, mut has_title) = (0, false);
    for record in arena.records() {
        if is_in(arena, record.context.element, outer) {
            has_title |= record.context.heading == 1;
        } else if record.score >= scale.content_from {
            content += record.words();
        }
    }
    if words > MAX_FORM_WORDS || has_title || content < (MIN_CONTENT_RATIO * words).max(MIN_CONTENT_WORDS) {
        return;
    }
    for index in 0..arena.len() {
        if is_in(arena, arena.record(index).context.element, outer) {
            scale.drop(arena.record_mut(index));
        }
    }
}
