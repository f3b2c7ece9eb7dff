//! Features of a whole page that tell its type.
//!
//! In: counts of start tags, the blocks and page features of the learned decision, and the address
//! of the page. Out: a vector. Held: nothing. Nothing here depends on the words of the text, but
//! for those that its title has in common with it.

use super::math::share;
use super::page_stats::PageStats;
use super::vector::PageFeatures;
use crate::block::Arena;
use crate::html::TagId;
use crate::structure::TagCounts;

/// Tags that are counted, each in two features: the count, and the share of all tags.
const TAGS: [TagId; 54] = {
    use TagId::*;
    [
        A, P, Div, Span, Li, Ul, Ol, Table, Tr, Td, Th, Pre, Code, Form, Button, Input, Select, Option,
        Textarea, Img, Picture, Svg, Video, Iframe, H1, H2, H3, H4, H5, H6, Article, Section, Main, Aside,
        Nav, Footer, Header, Time, Figure, Figcaption, Blockquote, Dl, Dt, Dd, Label, Strong, Em, I, Sup, Br,
        Hr, Link, Meta, Other,
    ]
};

/// Features of the address.
const OF_ADDRESS: usize = 9;

/// Features of the blocks.
const OF_BLOCKS: usize = 3;

/// Blocks from the title on whose good text counts as next to it.
const NEXT_TO_TITLE: usize = 15;

/// Features of the blocks of a page that nothing but its type depends on.
pub(crate) type BlocksFeatures = [f32; OF_BLOCKS];

/// Number of features of a page type.
pub const PAGE_TYPE_FEATURES: usize =
    2 * TAGS.len() + 1 + OF_ADDRESS + OF_BLOCKS + size_of::<PageFeatures>() / size_of::<f32>();

/// The share of blocks that are prices, the good words next to the title, and the occurrences of
/// title keywords in the title on the page. There is at least one block, and `page` has read all.
pub(crate) fn of_blocks(arena: &Arena, page: &PageStats) -> BlocksFeatures {
    let title = page.anchors[0] as usize;
    let next = (title..arena.len().min(title + NEXT_TO_TITLE)).map(|index| arena.record(index));
    let good_words: u32 = next.filter(|record| PageStats::is_good(record)).map(|record| record.words()).sum();
    let hits = arena.record(title).title_hits;
    [share(page.totals.prices, page.totals.blocks), good_words as f32, f32::from(hits)]
}

/// Features of a page with these tags, blocks, page features, and address; the address is empty
/// where it is unknown.
///
/// Cost: linear in the address.
pub(crate) fn of_page_type(
    tags: &TagCounts,
    of_blocks: &BlocksFeatures,
    of_page: &PageFeatures,
    address: &str,
) -> [f32; PAGE_TYPE_FEATURES] {
    let all = tags.all();
    let of_tags = TAGS.into_iter().flat_map(|tag| {
        let count = tags.of(tag);
        [count, count / all.max(1.0)]
    });
    let mut values = [0.0; PAGE_TYPE_FEATURES];
    let each = of_tags.chain([all]).chain(of_address(address)).chain(*of_blocks);
    let each = each.chain(of_page.iter().copied());
    values.iter_mut().zip(each).for_each(|(to, value)| *to = value);
    values
}

/// Features of the path of an address; all are below zero where it is unknown.
fn of_address(address: &str) -> [f32; OF_ADDRESS] {
    let Some((_, rest)) = address.split_once("://") else { return [-1.0; OF_ADDRESS] };
    let rest = rest.split('#').next().unwrap_or("");
    let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
    let path = place.split_once('/').map_or("", |(_, path)| path);
    let steps = || path.split('/').filter(|step| !step.is_empty());
    let last = steps().next_back().unwrap_or("");
    let count = |text: &str, is: fn(&u8) -> bool| text.bytes().filter(is).count() as f32;
    [
        steps().count() as f32,
        path.len() as f32,
        count(path, u8::is_ascii_digit),
        count(path, |byte| *byte == b'-'),
        count(path, |byte| *byte == b'_'),
        last.len() as f32,
        count(last, |byte| *byte == b'-'),
        f32::from(u8::from(last.contains('.'))),
        query.len() as f32,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vector_is_filled_to_its_end() {
        let mut tags = TagCounts::default();
        [TagId::P, TagId::P, TagId::Other].into_iter().for_each(|tag| tags.add(tag));
        let mut of_page = [1.0; size_of::<PageFeatures>() / size_of::<f32>()];
        *of_page.last_mut().unwrap() = 7.0;
        let features = of_page_type(&tags, &[5.0; OF_BLOCKS], &of_page, "https://a.example/b");
        let of_blocks = 2 * TAGS.len() + 1 + OF_ADDRESS;
        assert_eq!((features[2], features[of_blocks], features.last()), (2.0, 5.0, Some(&7.0)));
    }

    #[test]
    fn an_address_is_told_by_its_path() {
        let found = of_address("https://a.example/news/2024/a-long-day.html?page=2#top");
        assert_eq!(found, [3.0, 25.0, 4.0, 2.0, 0.0, 15.0, 2.0, 1.0, 6.0]);
        assert_eq!(of_address("https://a.example"), [0.0; OF_ADDRESS]);
        assert_eq!(of_address(""), [-1.0; OF_ADDRESS]);
    }
}
