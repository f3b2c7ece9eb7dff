//! Authors and dates of posts, which wait for the decision on the blocks that name them.
//!
//! An element that names one is open until a text or an element outside of it comes. Of its text,
//! the first line counts, and of a box around an author, the first element with a name. Labels
//! before the name are left out.

use super::part::{Evidence, FoundPart, PostPart};
use crate::block::reference::{Queue, Waiting, held_bytes_of};
use crate::html::TagId;
use crate::metadata::ends_with_by;
use alloc::string::String;

/// Maximum bytes of the name or the date of a post; a longer text is neither.
pub(crate) const FACT_BYTES: usize = 64;

/// Bytes of text for each name or date that can wait: about those of a usual one.
const BYTES_PER_FACT: usize = 24;

/// Bytes on the heap of facts with `text_bytes` bytes of text.
pub(crate) const fn fact_held_bytes(text_bytes: usize) -> usize {
    held_bytes_of::<PostFact>(text_bytes, BYTES_PER_FACT) + FACT_BYTES
}

/// A post of a thread, or a part of one, lent to a [`Sink`](crate::Sink).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Post<'a> {
    /// Number of the post on the page, from 0. A post of more than 16 KiB comes in several parts
    /// with the same number.
    pub index: u64,
    /// Its text, as with [`Format::Text`](crate::Format::Text), without the lines that name author
    /// and date.
    pub text: &'a str,
    /// Who wrote it, as the page names them, at most 64 bytes; empty if the page does not say. Of a
    /// post in several parts, the last part has it.
    pub author: &'a str,
    /// When, as ISO 8601 if the page writes it so that it can be read in one way only; otherwise as
    /// the page writes it, at most 64 bytes; empty if the page does not say.
    pub date: &'a str,
    /// Offset of its first line-block, as [`LineBlock::offset`](crate::LineBlock::offset).
    pub offset: u64,
}

/// An author or a date in a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PostFact {
    /// Number of the block.
    pub(crate) block: u64,
    pub(crate) part: PostPart,
    pub(crate) evidence: Evidence,
}

/// The element whose text is being read.
#[derive(Debug)]
struct OpenPart {
    part: PostPart,
    evidence: Evidence,
    depth: u16,
    /// The block of its first text.
    block: Option<u64>,
    /// Depth of its last text.
    text_depth: u16,
    /// Its text so far ends before the next one.
    is_parted: bool,
}

impl OpenPart {
    /// Whether a `tag` in it ends its text. A class for the name alone may be on several elements.
    fn is_parted_by(&self, tag: TagId) -> bool {
        self.part == PostPart::Author && (tag == TagId::Br || self.evidence < Evidence::Exact)
    }
}

/// Whether a text stands before the name of an author, as a label or a sign.
fn is_label(text: &str) -> bool {
    let text = text.trim_end();
    text.ends_with([':', '：']) || !text.contains(char::is_alphanumeric) || ends_with_by(text)
}

/// Authors and dates in page order. Held: what its queue holds, and [`FACT_BYTES`].
#[derive(Debug)]
pub(crate) struct PostFacts {
    queue: Queue<PostFact>,
    open: Option<OpenPart>,
    /// Depth of the outermost open element of an author.
    author_depth: Option<u16>,
    text: String,
}

impl PostFacts {
    /// Facts of this many bytes of text; with none, they are not wanted.
    pub(crate) fn new(text_bytes: usize) -> Self {
        let text = String::with_capacity(if text_bytes == 0 { 0 } else { FACT_BYTES });
        Self { queue: Queue::of(text_bytes, BYTES_PER_FACT), open: None, author_depth: None, text }
    }

    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        // Without the feature, nothing that follows from it is built.
        cfg!(feature = "posts") && self.queue.has_capacity()
    }

    /// Authors and dates that found no space.
    pub(crate) fn cut(&self) -> u64 {
        self.queue.cut()
    }

    pub(crate) fn reset(&mut self) {
        self.queue.reset();
        (self.open, self.author_depth) = (None, None);
    }

    /// An element begins at `depth`, in or before block `block`.
    pub(crate) fn element(&mut self, depth: u16, found: Option<FoundPart<'_>>, block: u64) {
        if self.open.as_ref().is_some_and(|open| depth <= open.depth) {
            self.close();
        }
        self.author_depth = self.author_depth.filter(|&author| author < depth);
        let Some(mut found) = found else { return };
        if found.part == PostPart::Author {
            if self.open.as_ref().is_some_and(|open| open.part == PostPart::Author) {
                // What stands next to a name in its element is not a name.
                found.evidence = found.evidence.max(Evidence::Inner);
                self.open = None;
            } else if found.evidence == Evidence::Name && self.author_depth.is_none() {
                return;
            }
            self.author_depth = self.author_depth.or(Some(depth));
        }
        self.close();
        self.text.clear();
        let FoundPart { part, evidence, value } = found;
        match value {
            Some(value) => self.push(value, PostFact { block, part, evidence }),
            None => {
                let (text_depth, is_parted) = (depth, false);
                self.open = Some(OpenPart { part, evidence, depth, block: None, text_depth, is_parted });
            }
        }
    }

    /// An element of this tag begins, before [`element`](Self::element) sees it.
    pub(crate) fn tag(&mut self, tag: TagId) {
        if let Some(open) = &mut self.open {
            open.is_parted |= open.is_parted_by(tag);
        }
    }

    /// Text, or white space, at `depth` in block `block`.
    #[inline]
    pub(crate) fn text(&mut self, text: &str, depth: u16, block: u64) {
        if self.open.is_some() {
            self.open_text(text, depth, block);
        }
    }

    fn open_text(&mut self, text: &str, depth: u16, block: u64) {
        let Some(open) = &mut self.open else { return };
        let is_blank = text.trim().is_empty();
        open.is_parted |= depth < open.text_depth && open.is_parted_by(TagId::Span);
        let is_other_line = open.block.is_some_and(|first| first != block);
        if (is_other_line || open.is_parted) && open.part == PostPart::Author && !is_blank {
            // An avatar can be the first letter of the name.
            if is_label(&self.text) || self.text.trim_end().chars().nth(1).is_none() {
                self.text.clear();
                (open.block, open.is_parted) = (None, false);
            }
        }
        if depth < open.depth || open.block.is_some_and(|first| first != block) {
            self.close();
            return;
        }
        if open.is_parted || is_blank && self.text.is_empty() {
            return;
        }
        open.block = Some(open.block.unwrap_or(block));
        open.text_depth = depth;
        for c in text.chars() {
            let c = if c.is_whitespace() { ' ' } else { c };
            if c == ' ' && self.text.ends_with(' ') {
                continue;
            }
            if self.text.len() + c.len_utf8() > FACT_BYTES {
                // Too long for a name.
                self.open = None;
                return;
            }
            self.text.push(c);
        }
    }

    /// Ends the open element.
    pub(crate) fn close(&mut self) {
        if let Some(OpenPart { part, evidence, block: Some(block), .. }) = self.open.take() {
            let text = core::mem::take(&mut self.text);
            self.push(&text, PostFact { block, part, evidence });
            self.text = text;
        }
    }

    fn push(&mut self, text: &str, fact: PostFact) {
        let text = text.trim();
        let is_plausible = match fact.part {
            PostPart::Author => text.chars().any(char::is_alphanumeric),
            PostPart::Date => text.bytes().any(|byte| byte.is_ascii_digit()),
        };
        if is_plausible && text.len() <= FACT_BYTES {
            self.queue.push("", "", text, "", fact);
        }
    }

    /// The authors and dates in block `number` or before.
    pub(crate) fn up_to_block(&self, number: u64) -> Waiting<'_, PostFact> {
        self.queue.waiting_while(|fact| fact.block <= number)
    }

    /// All that wait.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = &PostFact> + Clone {
        self.queue.waiting_places()
    }

    /// Passes the `count` oldest.
    pub(crate) fn pass(&mut self, count: usize) {
        self.queue.pass(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    const NAME: Option<FoundPart<'static>> = found(PostPart::Author, Evidence::Class, None);

    const fn found(
        part: PostPart,
        evidence: Evidence,
        value: Option<&'static str>,
    ) -> Option<FoundPart<'static>> {
        Some(FoundPart { part, evidence, value })
    }

    /// The texts that wait, oldest first.
    fn texts(facts: &PostFacts) -> Vec<String> {
        let mut rest = facts.up_to_block(u64::MAX);
        let mut texts = Vec::new();
        while let Some(first) = rest.first_texts() {
            texts.push(first.text.into());
            rest = rest.without_first();
        }
        texts
    }

    #[test]
    fn a_name_is_the_first_line_of_its_element() {
        let mut facts = PostFacts::new(1024);
        facts.element(3, NAME, 0);
        facts.text(" ada\n ", 3, 0);
        facts.text("of the hill", 4, 0);
        facts.text("Member since May", 3, 1);
        assert_eq!(texts(&facts), ["ada of the hill"]);
        assert_eq!(facts.waiting().map(|fact| fact.block).collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn an_element_outside_ends_a_name() {
        let mut facts = PostFacts::new(1024);
        facts.element(3, NAME, 0);
        facts.text("ada", 3, 0);
        facts.element(3, None, 0);
        facts.text("writes", 3, 0);
        facts.close();
        assert_eq!(texts(&facts), ["ada"]);
    }

    #[test]
    fn a_name_inside_a_name_replaces_it() {
        let mut facts = PostFacts::new(1024);
        facts.element(3, NAME, 0);
        facts.text("Member", 3, 0);
        facts.element(4, NAME, 0);
        facts.text("ada", 4, 0);
        facts.close();
        assert_eq!(texts(&facts), ["ada"]);
        assert!(facts.waiting().all(|fact| fact.evidence == Evidence::Inner));
    }

    #[test]
    fn a_name_in_microdata_can_stand_next_to_a_link_in_the_author() {
        let mut facts = PostFacts::new(1024);
        facts.element(3, NAME, 0);
        facts.element(4, NAME, 0);
        facts.text("Ada", 4, 0);
        facts.element(4, found(PostPart::Author, Evidence::Name, Some("ada")), 0);
        facts.element(3, found(PostPart::Author, Evidence::Name, Some("Rain")), 0);
        assert_eq!(texts(&facts), ["Ada", "ada"]);
    }

    #[test]
    fn what_is_no_name_and_no_date_is_left_out() {
        let mut facts = PostFacts::new(1024);
        facts.element(3, NAME, 0);
        facts.text(&"x".repeat(FACT_BYTES + 1), 3, 0);
        facts.close();
        facts.element(3, NAME, 0);
        facts.text("-", 3, 0);
        facts.close();
        facts.element(3, found(PostPart::Date, Evidence::Exact, Some("soon")), 0);
        facts.element(3, found(PostPart::Date, Evidence::Exact, Some("2020-01-02")), 0);
        assert_eq!(texts(&facts), ["2020-01-02"]);
    }

    #[test]
    fn what_finds_no_space_is_counted() {
        let mut facts = PostFacts::new(64);
        for _ in 0..99 {
            facts.element(3, found(PostPart::Author, Evidence::Exact, Some("ada of the hill")), 0);
        }
        assert!(facts.cut() > 0 && texts(&facts).len() as u64 + facts.cut() == 99);
        facts.reset();
        assert_eq!((facts.cut(), texts(&facts).len()), (0, 0));
    }
}
