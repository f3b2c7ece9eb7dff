//! Other articles below the first, which endless scrolling adds. Their titles are links to their
//! own pages. The title of the page is not a link. In an index of whole posts each title is one.

use super::scale::{Scale, is_in};
use crate::block::Arena;
use crate::decide::verdict::is_linked;
use crate::structure::Flags;

/// Minimum words of content between the title and the next one.
const MIN_BODY_WORDS: u32 = 50;

/// Minimum words of running text of another article.
const MIN_WORDS: u32 = 20;

/// Maximum level of the headings that are titles.
const MAX_LEVEL: u8 = 2;

/// Drops other articles. Each is the largest element that holds a heading of the level of the
/// title, which is a link to another page, and none of the text below the title.
///
/// Cost: linear in the pending records and in the depth of their elements.
pub(super) fn drop(arena: &mut Arena, scale: Scale<'_>) {
    let title_at = scale.page.anchors[0] as usize;
    let title = *arena.record(title_at);
    if !(1..=MAX_LEVEL).contains(&title.context.heading) || is_linked(&title) || title.has(Flags::HIDDEN) {
        return;
    }
    let (mut body_words, mut text) = (0, title.context.element);
    let mut other = None;
    for index in title_at + 1..arena.len() {
        let record = arena.record(index);
        let element = record.context.element;
        let is_title = record.context.heading == title.context.heading
            && is_linked(record)
            && arena.text(record) != arena.text(&title);
        if other.is_some_and(|other| is_in(arena, element, other)) {
            scale.drop(arena.record_mut(index));
        } else if is_title && body_words < MIN_BODY_WORDS {
            return;
        } else if is_title {
            let outer = apart_from(arena, element, text);
            if arena.element(outer).good_words >= MIN_WORDS {
                other = Some(outer);
                // With labels above its title.
                let is_inside = |&at: &usize| is_in(arena, arena.record(at).context.element, outer);
                let first = index - (0..index).rev().take_while(is_inside).count();
                (first..=index).for_each(|at| scale.drop(arena.record_mut(at)));
            }
        } else if scale.is_text(record) {
            (body_words, text) = (body_words + record.words(), element);
        }
    }
}

/// The outermost ancestor-or-self of an element that does not hold `text`: the child of their
/// nearest common ancestor.
fn apart_from(arena: &Arena, element: u32, mut text: u32) -> u32 {
    let (mut at, mut apart) = (element, element);
    while at != text {
        if at > text {
            apart = at;
            at = arena.element(at).parent();
        } else {
            text = arena.element(text).parent();
        }
    }
    apart
}
