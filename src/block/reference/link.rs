//! The list of a page's links, kept or not.
//!
//! The text of a link is not held: it is read from the block that the link's text begins in, once
//! that block is decided.

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
    /// Its text, as far as it is in one line-block, at most 512 bytes; without text, the
    /// alternative text of its image; empty if it has neither.
    pub text: &'a str,
    /// The value of `rel`, at most 512 bytes; empty if there is none.
    pub rel: &'a str,
    /// Offset of its tag, as [`LineBlock::offset`](crate::LineBlock::offset).
    pub offset: u64,
    /// Whether its text is main content. A link without text is, if the next line-block is.
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

/// Place of a link in the texts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkPlace {
    offset: u64,
    /// Where its text begins; before any text, the place of its tag.
    start: TextPlace,
    has_text: bool,
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
        let place = LinkPlace { offset: found.offset, start: place, has_text: false, end: None };
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

impl<'a> Waiting<'a, LinkPlace> {
    /// The first link, whose text is in block `number`, which has the text `block`. `buffer` holds
    /// the text without its marks.
    pub(crate) fn first_link<'b>(
        &self,
        number: u64,
        block: &str,
        is_kept: bool,
        buffer: &'b mut String,
    ) -> Option<Link<'b>>
    where
        'a: 'b,
    {
        let (place, texts) = (self.first_place()?, self.first_texts()?);
        buffer.clear();
        if place.has_text && place.start.block == number {
            let end = place.end.filter(|end| end.block == number).map(|end| usize::from(end.position));
            let text = block.get(usize::from(place.start.position)..end.unwrap_or(block.len()));
            push_text(text.unwrap_or_default(), buffer);
        } else if !place.has_text {
            buffer.push_str(texts.other);
        }
        Some(Link { href: texts.address, text: buffer, rel: texts.text, offset: place.offset, is_kept })
    }
}

/// Appends the text of a part of a block without its marks and with white space folded, up to the
/// capacity of a buffer of [`TEXT_BYTES`](super::TEXT_BYTES).
pub(crate) fn push_text(part: &str, to: &mut String) {
    let mut has_gap = false;
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
