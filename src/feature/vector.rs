//! Feature vector of one line-block for the learned decision. The names are in `names.rs`, in the
//! same order.
//!
//! In: a record with its text, its elements, the running sums and the page statistics. Out: one
//! lane of a [`Batch`], and the [`PageFeatures`]. Held: nothing.

use super::ancestors::{item, sibling_group};
use super::attr::attr;
use super::math::share;
use super::page_stats::PageStats;
use super::running_stats::{Neighbourhood, RunningStats};
use super::text;
use super::tkd::tkd;
use super::ttr::{normalised_chars, normalised_ttr};
use super::writer::Writer;
pub(crate) use super::writer::{BATCH_LANES, BLOCK_FEATURES, Batch};
use crate::block::{Arena, Record, TextScore};
use crate::html::TagId;
use crate::metadata::ClaimedTypes;
use crate::structure::{Flags, Hints};

/// Number of features of a line-block, including those of its page.
pub const FEATURE_COUNT: usize = BLOCK_FEATURES + 19 + ClaimedTypes::COUNT + Hints::COUNT;

/// Features of the page, which follow those of each block.
pub(crate) type PageFeatures = [f32; FEATURE_COUNT - BLOCK_FEATURES];

/// Value of a feature that does not exist for a block, less than all existing values.
const NONE: f32 = -1.0;

/// Flags used as features.
const FLAGS: [Flags; 8] = [
    Flags::HIDDEN,
    Flags::NAVIGATION,
    Flags::ASIDE,
    Flags::FOOTER,
    Flags::FIGURE,
    Flags::ARTICLE,
    Flags::MAIN,
    Flags::DIALOG,
];

/// Tags used as features of the block's own element.
const TAGS: [TagId; 4] = [TagId::Li, TagId::Div, TagId::Dd, TagId::Figcaption];

/// Writes the features of block `index` to lane `lane` of a batch. `text` is the text of the block
/// without marks, `same` the number of blocks with this text.
///
/// Cost: linear in the text of the block; holds nothing.
pub(crate) fn write(
    arena: &Arena,
    page: &PageStats,
    walk: &mut RunningStats,
    keywords: usize,
    (index, text, same): (usize, &str, u8),
    (batch, lane): (&mut Batch, usize),
) {
    let record = arena.record(index);
    let mut to = Writer::new(batch, lane);
    own(page, record, keywords, &mut to);
    position(page, walk, index, &mut to);
    text::write(text, record, &mut to);
    to.put(f32::from(same));
    to.put(f32::from(record.traits.same_before()));
    let neighbourhood = walk.neighbourhood(arena, index);
    neighbours(arena, &neighbourhood, index, &mut to);
    times(&neighbourhood, walk, index, &mut to);
    elements(arena, page, record, &mut to);
    classes(arena, record, &mut to);
    centre(arena, page, record, index, &mut to);
    groups(arena, page, record, &mut to);
    items(arena, page, record, &mut to);
    texts(arena, walk, record, index, &mut to);
    debug_assert_eq!(to.written(), BLOCK_FEATURES, "the number of features is stated");
}

/// Features of the record itself.
fn own(page: &PageStats, record: &Record, keywords: usize, to: &mut Writer<'_>) {
    to.put(record.words() as f32);
    let ttr = normalised_ttr(record);
    to.put(normalised_chars(record) as f32);
    to.put(attr(record));
    to.put(ttr);
    to.put(ttr / page.ttr_sigma.max(1.0));
    to.put((ttr - page.ttr_mean) / page.ttr_sigma.max(1.0));
    to.put(tkd(keywords, u32::from(record.title_hits)));
    to.put(record.tags() as f32);
    to.put(record.tags_before() as f32);
    to.put(f32::from(record.links.count()));
    to.put(f32::from(record.context.heading));
    to.put(f32::from(record.context.list_depth));
    to.put(f32::from(record.context.depth));
    to.put(f32::from(record.cell.row()));
    to.put(f32::from(record.cell.column));
    for flag in FLAGS {
        to.put_bit(record.has(flag));
    }
    for tag in TAGS {
        to.put_bit(record.tag() == tag);
    }
}

/// Position of the block in the page.
fn position(page: &PageStats, walk: &RunningStats, index: usize, to: &mut Writer<'_>) {
    let index = index as u32;
    let blocks = page.totals.blocks;
    to.put(share(index, blocks));
    to.put(share(walk.words_before, page.words));
    to.put(share(walk.good_before, page.good_words));
    to.put(index as f32);
    to.put((blocks - index) as f32);
    to.put(walk.last_h1.map_or(NONE, |at| (index - at) as f32));
    to.put(walk.last_heading.map_or(NONE, |at| (index - at) as f32));
    to.put(page.first_h1.map_or(0.0, |at| index as f32 - at as f32));
}

/// Features of the previous and next blocks.
fn neighbours(arena: &Arena, neighbourhood: &Neighbourhood, index: usize, to: &mut Writer<'_>) {
    for at in [index.checked_sub(1), Some(index + 1).filter(|&at| at < arena.len())] {
        to.put(at.map_or(NONE, |at| arena.record(at).words() as f32));
        to.put(at.map_or(NONE, |at| attr(arena.record(at))));
    }
    for window in [neighbourhood.near, neighbourhood.wider] {
        to.put(window.words as f32);
        to.put(share(window.link_words, window.words));
        to.put(window.good as f32);
    }
}

/// Features of times of day, which date comments and posts: of previous blocks and of neighbours.
fn times(neighbourhood: &Neighbourhood, walk: &RunningStats, index: usize, to: &mut Writer<'_>) {
    to.put(walk.times_before as f32);
    to.put(walk.last_time.map_or(NONE, |at| (index as u32 - at) as f32));
    neighbourhood.times().into_iter().for_each(|blocks| to.put(f32::from(blocks)));
}

/// Number of elements read: the block's own element and its ancestors.
const LEVELS: usize = 6;

/// Number of these elements whose class and id count as near.
const NEAR_LEVELS: usize = 3;

/// Features of the block's element and its ancestors.
fn elements(arena: &Arena, page: &PageStats, record: &Record, to: &mut Writer<'_>) {
    let own = arena.element(record.context.element);
    to.put(own.words as f32);
    to.put(share(record.words(), own.words));
    let mut near = Hints::default();
    let mut at = record.context.element;
    for level in 0..LEVELS {
        let element = arena.element(at);
        to.put(share(element.good_words, page.good_words));
        to.put(share(element.link_words, element.words));
        if level > 0 {
            to.put(f32::from(element.blocks));
        }
        if level < NEAR_LEVELS {
            near = near.with(element.hints);
        }
        if (1..=NEAR_LEVELS).contains(&level) {
            to.put(kind_of(element.tag));
        }
        at = element.parent();
    }
    if near.0 | own.all_hints.0 == 0 {
        [0.0; Hints::COUNT].into_iter().for_each(|none| to.put(none));
        return;
    }
    for bit in 0..Hints::COUNT {
        to.put(f32::from(u8::from(near.0 >> bit & 1 == 1) + u8::from(own.all_hints.0 >> bit & 1 == 1)));
    }
}

/// The group of an element's tag, as a number.
fn kind_of(tag: TagId) -> f32 {
    match tag {
        TagId::Li | TagId::Dd | TagId::Dt => 1.0,
        TagId::Td | TagId::Th | TagId::Tr => 2.0,
        TagId::Ul | TagId::Ol | TagId::Dl => 3.0,
        TagId::Section => 4.0,
        TagId::Article => 5.0,
        TagId::Main => 6.0,
        TagId::Form | TagId::Fieldset => 7.0,
        TagId::Header => 8.0,
        TagId::Blockquote => 9.0,
        _ => 0.0,
    }
}

/// Features of the weights of the words in class and id.
fn classes(arena: &Arena, record: &Record, to: &mut Writer<'_>) {
    let own = arena.element(record.context.element);
    let parent = arena.element(own.parent());
    to.put(f32::from(own.class.sum));
    to.put(f32::from(own.class.least));
    to.put(f32::from(own.class.greatest));
    to.put(f32::from(parent.class.sum));
    to.put(f32::from(arena.element(parent.parent()).class.sum));
    to.put(f32::from(own.all_class.sum));
    to.put(f32::from(own.all_class.least));
    to.put(f32::from(own.all_class.greatest));
}

/// Distances of the block to the middle of the content.
fn centre(arena: &Arena, page: &PageStats, record: &Record, index: usize, to: &mut Writer<'_>) {
    let own = arena.element(record.context.element);
    for way in own.anchor_distances {
        to.put(f32::from(way.levels_up()));
        to.put(f32::from(way.levels_down()));
    }
    let index = index as i64;
    let outside = (i64::from(page.main_first) - index).max(index - i64::from(page.main_last)).max(0);
    to.put(outside as f32);
    to.put((index - i64::from(page.main_first)) as f32);
    to.put(page.main_share);
    for anchor in page.anchors {
        to.put((index - i64::from(anchor)) as f32);
    }
}

/// Features of the blocks with the same path.
fn groups(arena: &Arena, page: &PageStats, record: &Record, to: &mut Writer<'_>) {
    let group = &page.by_path[PageStats::path_group(arena, record)];
    to.put(group.blocks as f32);
    to.put(share(group.words, group.blocks));
    to.put(group.link_share());
    to.put(share(group.words, page.words));
}

/// Number of features of an item.
const ITEM_FEATURES: usize = 7;

/// Features of the outermost item that contains the block: a card, a post, a row.
fn items(arena: &Arena, page: &PageStats, record: &Record, to: &mut Writer<'_>) {
    let own = arena.element(record.context.element);
    let Some(item) = item(arena, record.context.element, own.item_levels) else {
        [NONE; ITEM_FEATURES].into_iter().for_each(|none| to.put(none));
        return;
    };
    let element = arena.element(item);
    let likes = &page.likes[sibling_group(arena, item)];
    to.put(likes.elements as f32);
    to.put(f32::from(element.like_index));
    to.put(share(likes.words, likes.elements));
    to.put(share(likes.link_words, likes.words));
    to.put(share(likes.words, page.words));
    to.put(share(likes.good_words, page.good_words));
    to.put(share(element.words, likes.words) * likes.elements as f32);
}

/// Blocks before and after whose text scores are averaged.
const NEAR_BLOCKS: usize = 3;

/// Features of what the texts of the block, its neighbours, its ancestors and the page say.
fn texts(arena: &Arena, walk: &RunningStats, record: &Record, index: usize, to: &mut Writer<'_>) {
    let TextScore { score, least, greatest, known } = record.text_score;
    let score_of = |at: usize| f32::from(arena.record(at).text_score.score) / TextScore::UNITS;
    let mean_of = |blocks: core::ops::Range<usize>| {
        let count = blocks.len().max(1) as f32;
        blocks.map(score_of).sum::<f32>() / count
    };
    to.put(f32::from(score) / TextScore::UNITS);
    to.put(f32::from(least) / TextScore::WEIGHT_UNITS);
    to.put(f32::from(greatest) / TextScore::WEIGHT_UNITS);
    to.put(f32::from(known) / TextScore::WHOLE);
    let end = arena.len();
    to.put(mean_of(index.saturating_sub(1)..index));
    to.put(mean_of((index + 1).min(end)..(index + 2).min(end)));
    to.put(mean_of(index.saturating_sub(NEAR_BLOCKS)..index));
    to.put(mean_of((index + 1).min(end)..(index + 1 + NEAR_BLOCKS).min(end)));
    to.put(walk.last_heading.map_or(0.0, |at| score_of(at as usize)));
    let mean_in = |element: u32| {
        let element = arena.element(element);
        element.text_scores as f32 / TextScore::UNITS / f32::from(element.blocks.max(1))
    };
    let mut at = record.context.element;
    for _ in 0..=NEAR_LEVELS {
        to.put(mean_in(at));
        at = arena.element(at).parent();
    }
    to.put(mean_in(0));
}

/// Place of the claimed types among the features of the page.
const CLAIMED_TYPES_AT: usize = 19;

/// Sets the types that the page claims, which are known in full at its end.
pub(crate) fn set_claimed_types(features: &mut PageFeatures, types: ClaimedTypes) {
    let bits = (0..ClaimedTypes::COUNT).map(|bit| f32::from(u8::from(types.0 >> bit & 1 == 1)));
    features.iter_mut().skip(CLAIMED_TYPES_AT).zip(bits).for_each(|(to, value)| *to = value);
}

/// Features of the page as a whole.
pub(crate) fn of_page(page: &PageStats) -> PageFeatures {
    let mut features = [0.0; FEATURE_COUNT - BLOCK_FEATURES];
    let mut rest = features.iter_mut();
    let mut put = |value: f32| {
        let place = rest.next();
        debug_assert!(place.is_some(), "the number of features is stated");
        place.into_iter().for_each(|place| *place = value);
    };
    let totals = &page.totals;
    put(totals.words as f32);
    put(totals.blocks as f32);
    put(share(totals.link_words, totals.words));
    put(share(totals.good_words, totals.words));
    put(share(totals.hidden_words, totals.words));
    put(share(totals.non_content_words, totals.words));
    put(share(totals.item_words, totals.words));
    put(page.ttr_mean);
    put(page.ttr_sigma);
    put(totals.articles as f32);
    put(totals.h1s as f32);
    put(share(totals.headings, totals.blocks));
    put(share(totals.list_blocks, totals.blocks));
    put(share(totals.paragraphs, totals.blocks));
    put(share(totals.long_blocks, totals.blocks));
    put(totals.long_blocks as f32);
    put(totals.longest_words as f32);
    put(totals.times as f32);
    put(totals.years as f32);
    for kind in 0..ClaimedTypes::COUNT {
        put(f32::from(u8::from(page.kinds.0 >> kind & 1 == 1)));
    }
    for words in totals.hint_words {
        put(share(words, totals.words));
    }
    debug_assert!(rest.next().is_none(), "the number of features is stated");
    features
}
