//! The comments of a page. Under a text they are not content. Without such a text, or in a thread,
//! they are. One decision holds for all of them.

use super::scale::{Scale, common};
use crate::block::Arena;
use crate::decide::verdict::{is_never_content, may_be_kept, set};
use crate::feature::attr::attr;
use crate::feature::page_stats::PageStats;
use crate::html::TagId;
use crate::metadata::ClaimedTypes;
use crate::structure::{Flags, Hints};

/// Minimum words of running text in the comments of a page.
const MIN_WORDS: u32 = 50;

/// Minimum words of a text that is commented on.
const MIN_BODY_WORDS: u32 = 40;

/// The part of the text below the first comment is at most one in this many words. Otherwise the
/// comments are parts of the text, as reviews in a comparison are.
const MIN_BODY_TO_BELOW: u32 = 8;

/// Evidence, in logits, of comments under a text of its own.
const UNDER_TEXT_LOGITS: f32 = -4.0;
/// Evidence of comments without such a text.
const ALONE_LOGITS: f32 = 3.0;
/// Evidence of names above the comments that mean a forum. Under a text, it replaces the first.
const IN_FORUM_LOGITS: f32 = 2.5;

/// Minimum distance, in logits, of the mean of kept comments above the threshold. Short blocks,
/// such as links to reply, rise by this much less.
const KEPT_LOGITS: f32 = 1.0;

/// Types of pages without posts, whatever their names speak of.
const NO_FORUM: ClaimedTypes = ClaimedTypes::PRODUCT.with(ClaimedTypes::RECIPE);

/// Minimum words of a comment; shorter blocks in a comment section are names, dates or reply links.
const COMMENT_WORDS: u32 = 8;

/// Maximum share of link characters in a comment.
const MAX_LINKED: f32 = 0.3;

/// Maximum blocks before a comment that name its author and date.
const MAX_NAMES: usize = 4;

/// Maximum blocks from a control, such as "Reply", to one with the same text.
const MAX_TO_SAME: usize = 16;

/// Maximum element paths of comments that are remembered.
const MAX_PATHS: usize = 8;

/// Sums over running text.
#[derive(Default)]
struct Sums {
    /// Words of the comments, and the sum of their scores by words.
    words: u32,
    scores: f32,
    /// Words of content outside of the comments, and below the first of them.
    body_words: u32,
    words_below: u32,
    /// A name above the comments speaks of a forum.
    is_in_forum: bool,
}

impl Sums {
    fn of(arena: &Arena, scale: Scale<'_>) -> Self {
        let mut sums = Self::default();
        for record in arena.records().filter(|record| may_be_kept(record)) {
            if is_comment(arena, record.context.element) {
                let words = if PageStats::is_good(record) { record.words() } else { 0 };
                sums.words += words;
                sums.scores += record.score * words as f32;
                continue;
            }
            if sums.words == 0 {
                sums.is_in_forum |= arena.element(record.context.element).all_hints.has(Hints::FORUM);
            }
            if scale.is_content(record) {
                sums.body_words += record.words();
                sums.words_below += if sums.words > 0 { record.words() } else { 0 };
            }
        }
        sums
    }

    /// The evidence of the area.
    fn evidence(&self, scale: Scale<'_>) -> f32 {
        let has_body = scale.is_continued || self.body_words >= MIN_BODY_WORDS;
        match (has_body, self.is_in_forum && !scale.page.kinds.has(NO_FORUM)) {
            (true, false) => UNDER_TEXT_LOGITS,
            (true, true) => IN_FORUM_LOGITS,
            (false, false) => ALONE_LOGITS,
            (false, true) => ALONE_LOGITS + IN_FORUM_LOGITS,
        }
    }
}

/// Keeps or drops the comments of the page as one. If they are kept, their scores rise until the
/// mean is above the threshold.
pub(super) fn judge(arena: &mut Arena, scale: Scale<'_>) {
    let hints = &scale.page.totals.hint_words;
    if hints[Hints::COMMENTS.0.trailing_zeros() as usize] < MIN_WORDS {
        return;
    }
    let sums = Sums::of(arena, scale);
    if sums.words < MIN_WORDS || MIN_BODY_TO_BELOW * sums.words_below > sums.body_words {
        return;
    }
    let mean = sums.scores / sums.words as f32;
    let is_kept = mean + sums.evidence(scale) >= scale.content_from;
    let rise = scale.content_from - mean;
    for index in 0..arena.len() {
        if is_comment(arena, arena.record(index).context.element) {
            let record = arena.record_mut(index);
            let more = if PageStats::is_good(record) { KEPT_LOGITS } else { 0.0 };
            if is_kept { scale.raise(record, (rise + more).max(0.0)) } else { scale.drop(record) }
        }
    }
}

/// Keeps the comments of the page, with the names and dates above them (option `keep_comments`).
///
/// Blocks of at least [`COMMENT_WORDS`] with few links are kept, and short blocks in elements of
/// the same path. Forms, headings and blocks that are never content are not kept. Hidden comments
/// are not kept if other comments are shown: such pages often hold every comment twice.
///
/// Cost: pending records times the depth of their elements, a few times. Holds nothing.
pub(in crate::decide) fn keep(arena: &mut Arena) {
    let mut paths = [None; MAX_PATHS];
    let path_of = |arena: &Arena, index: usize| arena.element(arena.record(index).context.element).path_hash;
    for index in 0..arena.len() {
        let record = arena.record(index);
        let is_long = record.words() >= COMMENT_WORDS && attr(record) <= MAX_LINKED;
        let path = Some(path_of(arena, index));
        if is_long
            && !paths.contains(&path)
            && may_be_comment(arena, index)
            && let Some(free) = paths.iter_mut().find(|path| path.is_none())
        {
            *free = path;
        }
    }
    let is_text = |arena: &Arena, index: usize| {
        may_be_comment(arena, index) && paths.contains(&Some(path_of(arena, index)))
    };
    let is_hidden = |arena: &Arena, index: usize| arena.record(index).has(Flags::HIDDEN);
    let some_are_shown = (0..arena.len()).any(|index| is_text(arena, index) && !is_hidden(arena, index));
    let mut last = None;
    for index in 0..arena.len() {
        if !is_text(arena, index) || some_are_shown && is_hidden(arena, index) {
            continue;
        }
        set(arena, index, true);
        let last = last.replace(index);
        for name in index.saturating_sub(MAX_NAMES)..index {
            let is_above = (name..index).all(|at| may_be_name(arena, at) && !is_text(arena, at))
                && last.is_none_or(|last| !is_closer(arena, name, last, index));
            if is_above && is_hidden(arena, name) == is_hidden(arena, index) && !is_control(arena, name) {
                set(arena, name, true);
            }
        }
    }
}

/// Whether block `name` is in an element with `last` that does not hold `next`: below a comment,
/// and not above the next one.
fn is_closer(arena: &Arena, name: usize, last: usize, next: usize) -> bool {
    let [name, last, next] = [name, last, next].map(|at| arena.record(at).context.element);
    common(arena, name, last) > common(arena, name, next)
}

/// Whether a block is a link within the page, or has the same text as one of the same path nearby:
/// a link to reply.
fn is_control(arena: &Arena, index: usize) -> bool {
    let record = arena.record(index);
    if record.link_chars() == record.chars() && !record.links.lead_elsewhere() {
        return true;
    }
    let path = |at: usize| arena.element(arena.record(at).context.element).path_hash;
    let text = |at: usize| arena.text(arena.record(at));
    let near = index.saturating_sub(MAX_TO_SAME)..arena.len().min(index + MAX_TO_SAME);
    near.into_iter().any(|at| at != index && path(at) == path(index) && text(at) == text(index))
}

/// Whether a block may be the text of a comment.
fn may_be_comment(arena: &Arena, index: usize) -> bool {
    !is_never_content(arena.record(index)) && may_be_name(arena, index)
}

/// Whether a block may be a name above a comment, such as in its `footer`.
fn may_be_name(arena: &Arena, index: usize) -> bool {
    let record = arena.record(index);
    !record.has(Flags::FORM.with(Flags::NAVIGATION))
        && record.context.heading == 0
        && is_comment(arena, record.context.element)
}

/// Whether an element is in one whose class or id means comments. Those of a whole page say that
/// there are some.
fn is_comment(arena: &Arena, mut at: u32) -> bool {
    while at != 0 {
        let element = arena.element(at);
        if element.hints.are_of_comments() && element.tag != TagId::Body {
            return true;
        }
        at = element.parent();
    }
    false
}
