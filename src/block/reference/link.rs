//! The list of a page's links, kept or not.
//!
//! The text of a link is read from its blocks as they are decided; only that of one link is held.

use super::queue::{Queue, Waiting};
use crate::block::marks::{Span, spans};
use crate::structure::FoundLink;
use alloc::string::String;

/// A link of the page, lent to a [`Sink`](crate::Sink).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Link<'a> {
    /// Address that it leads to: absolute if the page's address is known, otherwise as in the page.
    /// A place on the same page stays as it is. At most 1 KiB.
    pub href: &'a str,
    /// Its text, with spaces between line-blocks, at most 512 bytes; without text, the alternative
    /// text of its image; empty if it has neither.
    pub text: &'a str,
    /// The value of `rel`, at most 512 bytes; empty if there is none.
    pub rel: &'a str,
    /// Offset of its tag, as [`LineBlock::offset`](crate::LineBlock::offset).
    pub offset: u64,
    /// Whether any of its text is main content. A link without text is, if it is not hidden and the
    /// next line-block is.
    pub is_kept: bool,
}

/// A place in the text of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TextPlace {
    /// Number of the block.
    pub(crate) block: u64,
    /// Bytes of its text before the place.
    pub(crate) position: u16,
}

impl TextPlace {
    fn begin_of(block: u64) -> Self {
        Self { block, position: 0 }
    }
}

/// Place of a link in the texts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkPlace {
    offset: u64,
    /// Where its text begins; before any text, the place of its tag.
    start: TextPlace,
    has_text: bool,
    is_hidden: bool,
    /// Where it ends; `None` if it is open.
    end: Option<TextPlace>,
}

/// Links that wait for the decision on their text.
pub(crate) type LinkQueue = Queue<LinkPlace>;

impl LinkQueue {
    /// Whether links are wanted.
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        // Without the feature, nothing that follows from it is built.
        cfg!(feature = "references") && self.has_capacity()
    }
}

impl LinkQueue {
    /// A link begins at `place`. Its address is resolved against `base`, unless that is empty.
    pub(crate) fn open(&mut self, found: &FoundLink<'_>, base: &str, place: TextPlace) {
        self.close(place);
        let FoundLink { offset, is_hidden, .. } = *found;
        let place = LinkPlace { offset, start: place, has_text: false, is_hidden, end: None };
        self.push(found.href, base, found.rel, "", place);
    }

    /// An image with this alternative text stands here.
    pub(crate) fn image(&mut self, alt: &str) {
        if self.open_link().is_some_and(|link| !link.has_text) {
            self.add_to_last(alt);
        }
    }

    /// Text follows at `place`.
    pub(crate) fn text_begins(&mut self, place: TextPlace) {
        if let Some(link) = self.open_link()
            && !link.has_text
        {
            (link.start, link.has_text) = (place, true);
        }
    }

    /// The open link ends at `place`, if there is one.
    pub(crate) fn close(&mut self, place: TextPlace) {
        if let Some(link) = self.open_link() {
            if !link.has_text {
                link.start = place;
            }
            link.end = Some(place);
        }
    }

    fn open_link(&mut self) -> Option<&mut LinkPlace> {
        self.waiting_places_mut().next_back().filter(|link| link.end.is_none())
    }

    /// The links whose text begins in block `number` or before.
    pub(crate) fn up_to_block(&self, number: u64) -> Waiting<'_, LinkPlace> {
        self.waiting_while(|link| link.start.block <= number)
    }
}

/// A block that is decided.
pub(crate) struct DecidedText<'a> {
    pub(crate) number: u64,
    pub(crate) text: &'a str,
    /// It is the rest of a block that was cut.
    pub(crate) goes_on: bool,
    pub(crate) is_kept: bool,
}

impl DecidedText<'_> {
    /// What comes after the last block.
    pub(crate) const END: Self = Self { number: u64::MAX, text: "", goes_on: false, is_kept: false };
}

/// The text of the link that is handed out next, as far as its blocks are decided.
///
/// Held: [`TEXT_BYTES`](super::TEXT_BYTES), if links are wanted.
pub(crate) struct LinkText {
    text: String,
    /// Some of it is main content.
    is_kept: bool,
    /// The link was handed out.
    is_over: bool,
}

impl LinkText {
    pub(crate) fn new(is_on: bool) -> Self {
        let text = String::with_capacity(if is_on { super::TEXT_BYTES } else { 0 });
        Self { text, is_kept: false, is_over: false }
    }

    pub(crate) fn clear(&mut self) {
        self.text.clear();
        (self.is_kept, self.is_over) = (false, false);
    }

    /// Adds the part of a block that is the text of a link.
    fn add(&mut self, place: &LinkPlace, block: &DecidedText<'_>) {
        let in_block = |at: TextPlace| (at.block == block.number).then_some(usize::from(at.position));
        let start = in_block(place.start).unwrap_or(0);
        let end = place.end.map_or(Some(block.text.len()), |end| match end.block > block.number {
            true => Some(block.text.len()),
            false => in_block(end),
        });
        let bytes_before = self.text.len();
        let part = block.text.get(start..end.unwrap_or(start)).unwrap_or_default();
        push_part(part, !block.goes_on, &mut self.text);
        self.is_kept |= block.is_kept && self.text.len() > bytes_before;
    }
}

impl<'a> Waiting<'a, LinkPlace> {
    /// The first link, if its text ends in this block, which is the next one that is decided, or
    /// before.
    pub(crate) fn first_link<'b>(&self, block: &DecidedText<'_>, held: &'b mut LinkText) -> Option<Link<'b>>
    where
        'a: 'b,
    {
        let (place, texts) = (self.first_place()?, self.first_texts()?);
        if held.is_over {
            held.clear();
        }
        if place.has_text {
            held.add(place, block);
        }
        let ends = |end: TextPlace| {
            end.block <= block.number || end == TextPlace::begin_of(block.number.saturating_add(1))
        };
        held.is_over = block.number == u64::MAX || place.end.is_some_and(ends);
        if !held.is_over {
            return None;
        }
        let text = if place.has_text { &*held.text } else { texts.other };
        // Hidden text within shown text is not a part of it.
        let is_kept = if held.text.is_empty() { block.is_kept && !place.is_hidden } else { held.is_kept };
        Some(Link { href: texts.address, text, rel: texts.text, offset: place.offset, is_kept })
    }
}

/// Appends the text of a part of a block without its marks and with white space folded, up to the
/// capacity of a buffer of [`TEXT_BYTES`](super::TEXT_BYTES).
pub(crate) fn push_text(part: &str, to: &mut String) {
    push_part(part, false, to);
}

/// [`push_text`]. `is_apart`: white space stands before the part.
fn push_part(part: &str, is_apart: bool, to: &mut String) {
    let mut has_gap = is_apart && !to.is_empty();
    for text in spans(part).filter_map(Span::text) {
        for c in text.chars() {
            if c.is_whitespace() {
                has_gap = !to.is_empty();
                continue;
            }
            if to.len() + c.len_utf8() + 1 > super::TEXT_BYTES {
                return;
            }
            if core::mem::take(&mut has_gap) {
                to.push(' ');
            }
            to.push(c);
        }
    }
}
