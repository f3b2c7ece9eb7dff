//! The queue of images that wait for the decision on the text next to them.
//!
//! Held: [`held_bytes`], all of it from construction on. An image for which there is no space is
//! left out and counted.

use super::{ADDRESS_BYTES, ALT_BYTES, Image};
use crate::address::push_resolved;
use crate::block::Cell;
use crate::structure::Context;
use alloc::string::String;
use alloc::vec::Vec;

/// Bytes of addresses and alternative texts with the minimum budget.
const MIN_TEXT_BYTES: usize = 16 << 10;

/// Maximum of these bytes.
const MAX_TEXT_BYTES: usize = 256 << 10;

/// The share of the budget beyond the minimum that goes to these bytes.
const BUDGET_SHARE: usize = 32;

/// Bytes of text for each image that can wait: about those of a usual address.
const TEXT_BYTES_PER_IMAGE: usize = 128;

/// Bytes of text that are held, for the bytes of the budget beyond the minimum.
pub(crate) const fn text_bytes(spare_bytes: usize) -> usize {
    let bytes = MIN_TEXT_BYTES + spare_bytes / BUDGET_SHARE;
    if bytes < MAX_TEXT_BYTES { bytes } else { MAX_TEXT_BYTES }
}

/// Bytes on the heap of a queue with `text_bytes` bytes of text.
pub(crate) const fn held_bytes(text_bytes: usize) -> usize {
    text_bytes + text_bytes / TEXT_BYTES_PER_IMAGE * size_of::<Placed>()
}

/// A content image as the structure stage finds it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundImage<'a> {
    /// Address as in the page.
    pub(crate) src: &'a str,
    pub(crate) alt: &'a str,
    pub(crate) offset: u64,
    /// Depth of the deepest element that encloses the image and the text before it.
    pub(crate) depth_to_last: usize,
}

/// Place of an image between the texts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub(crate) offset: u64,
    /// Number of the block that it stands in; of an image by itself, that of the next block.
    pub(crate) block: u64,
    /// Bytes of the block's text before it; `None` if it stands by itself.
    pub(crate) position: Option<u16>,
    /// A line of the block begins with it.
    pub(crate) begins_line: bool,
    /// Depth of the deepest element that encloses it and the text before it; after it.
    pub(crate) depth_to_last: usize,
    pub(crate) depth_to_next: Option<usize>,
    pub(crate) context: Context,
    pub(crate) cell: Cell,
    /// Start of its text in the buffer, end of the address, and end of the alternative text.
    start: u32,
    src_end: u32,
    alt_end: u32,
}

/// Images in page order.
#[derive(Default)]
pub(crate) struct ImageQueue {
    placed: Vec<Placed>,
    texts: String,
    /// Number of images at the front that are no longer needed.
    passed: usize,
    /// Images of this page that were left out for lack of space.
    cut: u64,
}

/// Images of one block, with their texts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BlockImages<'a> {
    placed: &'a [Placed],
    texts: &'a str,
}

impl<'a> BlockImages<'a> {
    /// These images without the first.
    pub(crate) fn without_first(self) -> Self {
        Self { placed: self.placed.get(1..).unwrap_or_default(), ..self }
    }

    /// The place of the first image.
    #[inline]
    pub(crate) fn first_place(&self) -> Option<&'a Placed> {
        self.placed.first()
    }

    /// The first image.
    pub(crate) fn first(&self) -> Option<Image<'a>> {
        let placed = self.placed.first()?;
        let at = |start: u32, end: u32| self.texts.get(start as usize..end as usize).unwrap_or_default();
        Some(Image {
            src: at(placed.start, placed.src_end),
            alt: at(placed.src_end, placed.alt_end),
            offset: placed.offset,
            block_index: placed.block,
            is_alone: placed.position.is_none(),
        })
    }

    /// Only the first image, at the beginning of a block without text.
    pub(crate) fn only_first(self) -> Self {
        Self { placed: self.placed.get(..1).unwrap_or_default(), ..self }
    }
}

impl ImageQueue {
    /// A queue with this many bytes of text; with none, no images are wanted.
    pub(crate) fn new(text_bytes: usize) -> Self {
        Self {
            placed: Vec::with_capacity(text_bytes / TEXT_BYTES_PER_IMAGE),
            texts: String::with_capacity(text_bytes),
            passed: 0,
            cut: 0,
        }
    }

    /// Whether images are wanted.
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.placed.capacity() > 0
    }

    /// Number of images that were left out.
    pub(crate) fn cut(&self) -> u64 {
        self.cut
    }

    pub(crate) fn reset(&mut self) {
        self.forget();
        self.cut = 0;
    }

    /// Forgets all images that wait.
    pub(crate) fn forget(&mut self) {
        self.placed.clear();
        self.texts.clear();
        self.passed = 0;
    }

    /// Adds an image. Its address is resolved against `base`, unless that is empty. `place` has no
    /// text yet.
    pub(crate) fn push(&mut self, found: &FoundImage<'_>, base: &str, mut place: Placed) {
        let bytes = base.len() + found.src.len() + found.alt.len().min(ALT_BYTES) + 1;
        if !self.has_room(bytes) {
            self.cut += 1;
            return;
        }
        place.start = self.texts.len() as u32;
        push_resolved(found.src, base, ADDRESS_BYTES, &mut self.texts);
        if self.texts.len() - place.start as usize > ADDRESS_BYTES {
            self.texts.truncate(place.start as usize);
            self.cut += 1;
            return;
        }
        place.src_end = self.texts.len() as u32;
        push_folded(found.alt, ALT_BYTES, &mut self.texts);
        place.alt_end = self.texts.len() as u32;
        self.placed.push(place);
    }

    /// Whether one more image with `bytes` bytes of text fits. Removes those that were passed, if
    /// they are many: each is moved past by few others.
    fn has_room(&mut self, bytes: usize) -> bool {
        let is_full = self.placed.len() == self.placed.capacity()
            || self.texts.len() + bytes > self.texts.capacity();
        if is_full && self.passed * 2 >= self.placed.len() {
            let start = self.placed.get(self.passed).map_or(self.texts.len(), |first| first.start as usize);
            self.placed.drain(..core::mem::take(&mut self.passed));
            self.texts.drain(..start);
            for placed in &mut self.placed {
                placed.start -= start as u32;
                placed.src_end -= start as u32;
                placed.alt_end -= start as u32;
            }
        }
        self.placed.len() < self.placed.capacity() && self.texts.len() + bytes <= self.texts.capacity()
    }

    /// Text follows whose deepest common ancestor with what came before is at `depth`.
    pub(crate) fn text_follows(&mut self, depth: usize) {
        let mut lowest = depth;
        for placed in self.placed[self.passed..].iter_mut().rev() {
            if placed.depth_to_next.is_some() {
                break;
            }
            placed.depth_to_next = Some(lowest);
            lowest = lowest.min(placed.depth_to_last);
        }
    }

    /// The images by themselves that stand before block `number`, or those in it.
    pub(crate) fn of_block(&self, number: u64, are_alone: bool) -> BlockImages<'_> {
        let waiting = &self.placed[self.passed..];
        let is_one = |placed: &&Placed| placed.block == number && placed.position.is_none() == are_alone;
        let count = waiting.iter().take_while(is_one).count();
        BlockImages { placed: &waiting[..count], texts: &self.texts }
    }

    /// Passes the `count` oldest images.
    pub(crate) fn pass(&mut self, count: usize) {
        self.passed += count;
        if self.passed == self.placed.len() {
            self.forget();
        }
    }
}

impl BlockImages<'_> {
    pub(crate) fn len(&self) -> usize {
        self.placed.len()
    }
}

impl Placed {
    /// A place without text. `position` as in [`Placed`].
    pub(crate) fn new(found: &FoundImage<'_>, block: u64, position: Option<u16>, context: &Context) -> Self {
        Self {
            offset: found.offset,
            block,
            position,
            begins_line: false,
            depth_to_last: found.depth_to_last,
            depth_to_next: None,
            context: *context,
            cell: Cell::default(),
            start: 0,
            src_end: 0,
            alt_end: 0,
        }
    }
}

/// Appends `text` with white space folded and without control characters, at most `bytes` bytes.
fn push_folded(text: &str, bytes: usize, to: &mut String) {
    let start = to.len();
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    for word in words {
        let gap = if to.len() > start { " " } else { "" };
        let room = (bytes + start).saturating_sub(to.len() + gap.len());
        if room < word.len() {
            return;
        }
        to.push_str(gap);
        to.push_str(word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<'a>(src: &'a str, alt: &'a str) -> FoundImage<'a> {
        FoundImage { src, alt, offset: 0, depth_to_last: 1 }
    }

    fn push(queue: &mut ImageQueue, src: &str, alt: &str, block: u64) {
        let found = found(src, alt);
        queue.push(&found, "https://a.example/b/", Placed::new(&found, block, None, &Context::default()));
    }

    #[test]
    fn images_wait_in_order_and_those_without_space_are_counted() {
        let mut queue = ImageQueue::new(MIN_TEXT_BYTES);
        let most = MIN_TEXT_BYTES / TEXT_BYTES_PER_IMAGE;
        for block in 0..most as u64 + 2 {
            push(&mut queue, "c.jpg", " a \n pond ", block);
        }
        assert_eq!(queue.cut(), 2);
        let image = queue.of_block(0, true).first().expect("the first image waits");
        assert_eq!((image.src, image.alt), ("https://a.example/b/c.jpg", "a pond"));
        queue.pass(most - 1);
        push(&mut queue, "d.jpg", "", 200);
        assert_eq!(queue.cut(), 2);
        let last = queue.of_block(most as u64 - 1, true);
        assert_eq!(last.first().map(|image| image.src), Some("https://a.example/b/c.jpg"));
        queue.pass(1);
        assert_eq!(queue.of_block(200, true).first().map(|image| image.src), Some("https://a.example/b/d.jpg"));
    }

    #[test]
    fn long_addresses_are_left_out_and_long_texts_are_cut_between_words() {
        let mut queue = ImageQueue::new(MIN_TEXT_BYTES);
        push(&mut queue, &"x".repeat(ADDRESS_BYTES + 1), "", 0);
        assert_eq!((queue.cut(), queue.placed.len()), (1, 0));
        push(&mut queue, "c.jpg", &"word ".repeat(200), 0);
        let alt = queue.of_block(0, true).first().expect("it waits").alt.len();
        assert!((ALT_BYTES - 5..=ALT_BYTES).contains(&alt), "{alt}");
    }

    #[test]
    fn the_depth_to_the_next_text_is_the_lowest_on_the_way() {
        let mut queue = ImageQueue::new(MIN_TEXT_BYTES);
        for (depth, block) in [(3, 1), (2, 1), (4, 1)] {
            let found = FoundImage { depth_to_last: depth, ..found("c.jpg", "") };
            queue.push(&found, "", Placed::new(&found, block, None, &Context::default()));
        }
        queue.text_follows(5);
        let depths: Vec<_> = queue.placed.iter().map(|placed| placed.depth_to_next).collect();
        assert_eq!(depths, [Some(2), Some(4), Some(5)]);
    }
}
