//! The features of one line-block for the learned decision, as a vector of numbers.

use super::attr::attr;
use super::page::{Page, share};
use super::tkd::tkd;
use super::ttr::ttr;
use crate::block::marks::{Span, spans};
use crate::block::{Arena, Record};
use crate::clean::{Flags, Hints};
use crate::token::TagId;

/// Features of the first pass.
pub(crate) const FIRST: usize = 133;

/// Features of the second pass: those of the first, and what the first pass says of the block and of those around it.
pub(crate) const SECOND: usize = FIRST + 22;

/// Vectors that are filled and evaluated together.
pub(crate) const LANES: usize = 8;

/// A batch of vectors, feature by feature: each row holds one feature of [`LANES`] blocks.
pub(crate) type Batch = [[f32; LANES]; SECOND];

/// Fills one vector of a batch from its first feature on.
struct Writer<'a> {
    to: &'a mut Batch,
    lane: usize,
    at: usize,
}

impl Writer<'_> {
    #[inline]
    fn put(&mut self, value: f32) {
        self.to[self.at][self.lane] = value;
        self.at += 1;
    }

    fn put_bit(&mut self, value: bool) {
        self.put(f32::from(u8::from(value)));
    }
}

/// What goes along while the blocks of a page are read in order.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Walk {
    words_before: u32,
    last_heading: Option<u32>,
    last_h1: Option<u32>,
    good_before: u32,
}

impl Walk {
    /// Goes past block `index`.
    pub(crate) fn pass(&mut self, index: usize, record: &Record) {
        self.words_before += record.words();
        if Page::is_good(record) {
            self.good_before += record.words();
        }
        if record.context.heading > 0 {
            self.last_heading = Some(index as u32);
        }
        if record.context.heading == 1 {
            self.last_h1 = Some(index as u32);
        }
    }
}

/// Flags that are features.
const FLAGS: [Flags; 15] = [
    Flags::HIDDEN,
    Flags::LINK,
    Flags::PREFORMATTED,
    Flags::NAVIGATION,
    Flags::ASIDE,
    Flags::FOOTER,
    Flags::HEADER,
    Flags::FORM,
    Flags::FIGURE,
    Flags::ARTICLE,
    Flags::MAIN,
    Flags::DIALOG,
    Flags::HEADER_CELL,
    Flags::DATA_TABLE,
    Flags::ORDERED,
];

/// Elements whose being the block's own is a feature.
const TAGS: [TagId; 12] = [
    TagId::P,
    TagId::Li,
    TagId::Td,
    TagId::Div,
    TagId::Dd,
    TagId::Dt,
    TagId::Figcaption,
    TagId::Blockquote,
    TagId::Section,
    TagId::Article,
    TagId::Label,
    TagId::Body,
];

/// Writes the features of block `index` to lane `lane` of a batch: the first [`FIRST`].
///
/// Cost: linear in the text of the block and the depth of the page; holds nothing.
pub(crate) fn first(
    arena: &Arena,
    page: &Page,
    walk: &Walk,
    keywords: usize,
    index: usize,
    to: (&mut Batch, usize),
) {
    let record = arena.record(index);
    let mut to = Writer { to: to.0, lane: to.1, at: 0 };
    let words = record.words() as f32;
    to.put(words);
    to.put(record.chars() as f32);
    to.put(attr(record));
    to.put(ttr(record));
    to.put(ttr(record) / page.ttr_sigma.max(1.0));
    to.put((ttr(record) - page.ttr_mean) / page.ttr_sigma.max(1.0));
    to.put(tkd(keywords, u32::from(record.title_hits)));
    to.put(record.tags() as f32);
    to.put(record.tags_before() as f32);
    to.put(f32::from(record.links));
    to.put(f32::from(record.context.heading));
    to.put(f32::from(record.context.list_depth));
    to.put(f32::from(record.context.quote_depth));
    to.put(f32::from(record.context.depth));
    to.put(record.break_before as u8 as f32);
    for flag in FLAGS {
        to.put_bit(record.has(flag));
    }
    for tag in TAGS {
        to.put_bit(record.tag() == tag);
    }
    position(page, walk, index, &mut to);
    text(arena.text(record), record, &mut to);
    to.put(f32::from(page.repeats[Page::text_group(arena, record)]));
    neighbours(arena, index, &mut to);
    elements(arena, page, record, index, &mut to);
    // The page as a whole.
    to.put(page.words as f32);
    to.put(page.blocks as f32);
    to.put(share(page.link_words, page.words));
    to.put(share(page.good_words, page.words));
    to.put(page.ttr_mean);
    to.put(page.ttr_sigma);
    to.put(page.articles as f32);
    to.put(share(page.headings, page.blocks));
    to.put(share(page.list_blocks, page.blocks));
    to.put(share(page.paragraphs, page.blocks));
    to.put_bit(page.unspaced);
    debug_assert_eq!(to.at, FIRST, "the number of features is stated");
}

/// Where the block stands in the page.
fn position(page: &Page, walk: &Walk, index: usize, to: &mut Writer<'_>) {
    let index = index as u32;
    to.put(share(index, page.blocks));
    to.put(share(walk.words_before, page.words));
    to.put(share(walk.good_before, page.good_words));
    to.put(index as f32);
    to.put((page.blocks - index) as f32);
    to.put(walk.last_h1.map_or(-1.0, |at| (index - at) as f32));
    to.put(walk.last_heading.map_or(-1.0, |at| (index - at) as f32));
    to.put(page.first_h1.map_or(0.0, |at| index as f32 - at as f32));
}

/// What the characters of the text look like. No word of any language is known.
fn text(text: &str, record: &Record, to: &mut Writer<'_>) {
    let (mut digits, mut upper, mut commas, mut stops, mut odd) = (0_u32, 0_u32, 0_u32, 0_u32, 0_u32);
    let mut last = ' ';
    let mut begins_word = true;
    for c in spans(text).filter_map(Span::text).flat_map(str::chars) {
        match c {
            '0'..='9' => digits += 1,
            ',' | ';' | '、' | '，' | '；' | '،' | '؛' => commas += 1,
            '.' | '!' | '?' | '。' | '！' | '？' | '…' | '؟' | '।' => stops += 1,
            '|' | '©' | '»' | '«' | '›' | '→' | '·' | '•' | '/' | '#' | '@' => odd += 1,
            _ => {}
        }
        upper += u32::from(begins_word && c.is_uppercase());
        begins_word = c == ' ' || c == '\n';
        last = c;
    }
    let chars = record.chars().max(1);
    to.put(share(digits, chars));
    to.put(share(upper, record.words()));
    to.put(share(commas, record.words()));
    to.put(share(stops, record.words()));
    to.put(commas as f32);
    to.put(stops as f32);
    to.put(odd as f32);
    to.put(match last {
        '.' | '!' | '?' | '。' | '！' | '？' | '…' | '؟' | '।' => 3.0,
        '"' | '\'' | '”' | '’' | ')' | '」' | '»' => 2.0,
        ':' | '：' | ',' | ';' => 1.0,
        _ => 0.0,
    });
    to.put(share(record.chars(), record.words()));
}

/// The blocks before and after.
fn neighbours(arena: &Arena, index: usize, to: &mut Writer<'_>) {
    let own = arena.record(index);
    for step in [-1_isize, 1, -2, 2] {
        match neighbour(arena, index, step) {
            Some(record) => {
                to.put(record.words() as f32);
                to.put(attr(record));
                to.put(if record.context.path_hash == own.context.path_hash { 1.0 } else { 0.0 });
            }
            None => {
                to.put(-1.0);
                to.put(-1.0);
                to.put(-1.0);
            }
        }
    }
    for radius in [3_usize, 8] {
        let (mut words, mut link_words, mut good) = (0, 0, 0);
        for at in index.saturating_sub(radius)..(index + radius + 1).min(arena.len()) {
            let record = arena.record(at);
            words += record.words();
            link_words += record.link_words();
            good += u32::from(Page::is_good(record));
        }
        to.put(words as f32);
        to.put(share(link_words, words));
        to.put(good as f32);
    }
}

/// The block `step` places on.
fn neighbour(arena: &Arena, index: usize, step: isize) -> Option<&Record> {
    let at = index.checked_add_signed(step)?;
    (at < arena.len()).then(|| arena.record(at))
}

/// The elements around the block.
fn elements(arena: &Arena, page: &Page, record: &Record, index: usize, to: &mut Writer<'_>) {
    let mut at = record.context.element;
    let mut near = Hints::default();
    for level in 0..4 {
        let element = arena.element(at);
        to.put(share(element.good_words, page.good_words));
        to.put(share(element.link_words, element.words));
        to.put(element.blocks as f32);
        if level < 3 {
            near = near.with(element.hints);
        }
        at = element.parent;
    }
    let mut all = near;
    let mut from_container = 0_u32;
    let mut from_main = 0_u32;
    let mut at = record.context.element;
    let (mut in_container, mut in_main) = (false, false);
    loop {
        let element = arena.element(at);
        all = all.with(element.hints);
        in_container |= at == page.container;
        in_main |= at == page.main_element;
        from_container += u32::from(!in_container);
        from_main += u32::from(!in_main);
        if at == 0 {
            break;
        }
        at = element.parent;
    }
    for bit in 0..Hints::COUNT {
        to.put(f32::from(u8::from(near.0 >> bit & 1 == 1) + u8::from(all.0 >> bit & 1 == 1)));
    }
    to.put_bit(in_container);
    to.put(from_container as f32);
    to.put_bit(in_main);
    to.put(from_main as f32);
    let index = index as i64;
    let outside = (i64::from(page.main_first) - index).max(index - i64::from(page.main_last)).max(0);
    to.put(outside as f32);
    to.put((index - i64::from(page.main_first)) as f32);
    to.put(share(arena.element(page.main_element).words, page.words));
    to.put(share(arena.element(page.container).child_good_words, page.good_words));
    for group in [
        &page.by_path[Page::path_group(arena, record)],
        &page.by_siblings[Page::sibling_group(arena, record)],
    ] {
        to.put(group.blocks as f32);
        to.put(share(group.words, group.blocks));
        to.put(group.link_share());
        to.put(share(group.words, page.words));
    }
}

/// Writes the features of the second pass behind those of the first. The first pass's probabilities are the records'
/// first score.
pub(crate) fn second(arena: &Arena, page: &Page, index: usize, to: (&mut Batch, usize)) {
    let record = arena.record(index);
    let mut to = Writer { to: to.0, lane: to.1, at: FIRST };
    let likely = |at: usize| arena.record(at).scores[0];
    to.put(likely(index));
    for step in [-1_isize, 1, -2, 2] {
        to.put(neighbour(arena, index, step).map_or(-1.0, |record| record.scores[0]));
    }
    for radius in [3_usize, 8, 20] {
        let (mut sum, mut words) = (0.0, 0.0);
        for at in index.saturating_sub(radius)..(index + radius + 1).min(arena.len()) {
            let weight = 1.0 + arena.record(at).words() as f32;
            sum += likely(at) * weight;
            words += weight;
        }
        to.put(sum / words);
    }
    let total = arena.element(0).likely_words.max(1e-3);
    let mut at = record.context.element;
    for _ in 0..4 {
        let element = arena.element(at);
        to.put(element.likely_words / total);
        to.put(element.likely_words / (element.words as f32).max(1.0));
        at = element.parent;
    }
    let by_path = &page.by_path[Page::path_group(arena, record)];
    let by_siblings = &page.by_siblings[Page::sibling_group(arena, record)];
    to.put(by_path.likely_words / (by_path.words as f32).max(1.0));
    to.put(by_siblings.likely_words / (by_siblings.words as f32).max(1.0));
    to.put(total);
    to.put(total / (page.words as f32).max(1.0));
    to.put(by_path.likely_words / total);
    to.put(by_siblings.likely_words / total);
    debug_assert_eq!(to.at, SECOND, "the number of features is stated");
}

/// Sums the first pass's probabilities by element and group.
pub(crate) fn sum_likely(arena: &mut Arena, page: &mut Page) {
    for index in 0..arena.len() {
        let record = *arena.record(index);
        let likely = record.scores[0] * record.words() as f32;
        arena.element_mut(record.context.element).likely_words += likely;
        page.by_path[Page::path_group(arena, &record)].likely_words += likely;
        page.by_siblings[Page::sibling_group(arena, &record)].likely_words += likely;
    }
    for at in (1..arena.elements() as u32).rev() {
        let element = *arena.element(at);
        arena.element_mut(element.parent).likely_words += element.likely_words;
    }
}
