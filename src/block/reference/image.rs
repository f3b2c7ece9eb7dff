//! Content images: their places between the texts, and which of them stay.
//!
//! An image inside a line-block is kept with the block. One that stands by itself is kept if the
//! blocks before and after it are. If one of them is dropped, the image goes with the one that is
//! closer in the tree: that with the deeper common ancestor.

use super::queue::{Queue, Waiting};
use crate::block::Cell;
use crate::structure::{Context, FoundImage};

/// A content image, lent to a [`Sink`](crate::Sink).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Image<'a> {
    /// Address of the image: absolute if the page's address is known, otherwise as in the page.
    /// At most 1 KiB.
    pub src: &'a str,
    /// Alternative text, with white space folded, at most 512 bytes; empty if there is none.
    pub alt: &'a str,
    /// Offset of its tag, as [`LineBlock::offset`](crate::LineBlock::offset).
    pub offset: u64,
    /// Number of the line-block that it stands in or before, as
    /// [`LineBlock::index`](crate::LineBlock::index).
    pub block_index: u64,
    /// Whether it stands by itself, before the line-block.
    pub is_alone: bool,
    /// Whether the line-block is its caption, which it stands before.
    pub has_caption: bool,
    /// Target of the link around it, if links are written; otherwise empty. Of a player, its
    /// address.
    pub(crate) link: &'a str,
    /// It is a player: a link whose text is `alt`.
    pub(crate) is_player: bool,
}

/// Place of an image between the texts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ImagePlace {
    pub(crate) offset: u64,
    /// Number of the block that it stands in; of an image by itself, that of the next block.
    pub(crate) block: u64,
    /// Bytes of the block's text before it; `None` if it stands by itself.
    pub(crate) position: Option<u16>,
    /// A line of the block begins with it.
    pub(crate) begins_line: bool,
    /// Depth of the deepest element that encloses it and the text before it.
    pub(crate) depth_to_last: usize,
    /// The same for the text after it, once that is known.
    pub(crate) depth_to_next: Option<usize>,
    pub(crate) context: Context,
    pub(crate) cell: Cell,
    pub(crate) is_player: bool,
    /// The text after it is its caption.
    pub(crate) has_caption: bool,
}

/// Images that wait for the decision on the text next to them.
pub(crate) type ImageQueue = Queue<ImagePlace>;

impl ImageQueue {
    /// Whether images are wanted.
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        // Without the feature, nothing that follows from it is built.
        cfg!(feature = "references") && self.has_capacity()
    }
}

/// Images of one block.
pub(crate) type BlockImages<'a> = Waiting<'a, ImagePlace>;

impl<'a> BlockImages<'a> {
    /// The first image.
    pub(crate) fn first(&self) -> Option<Image<'a>> {
        let (place, texts) = (self.first_place()?, self.first_texts()?);
        Some(Image {
            src: texts.address,
            alt: texts.text,
            offset: place.offset,
            block_index: place.block,
            is_alone: place.position.is_none(),
            has_caption: place.has_caption && place.position.is_none(),
            link: match () {
                () if place.is_player => texts.address,
                () if is_same_file(texts.address, texts.other) => "",
                () => texts.other,
            },
            is_player: place.is_player,
        })
    }
}

impl ImageQueue {
    /// Adds an image, with the target of its link. Its address is resolved against `base`, unless
    /// that is empty.
    pub(crate) fn push_image(&mut self, found: &FoundImage<'_>, base: &str, link: &str, place: ImagePlace) {
        self.push(found.src, base, found.alt, link, place);
    }

    /// Text follows whose deepest common ancestor with what came before is at `depth`. A caption is
    /// that of the last image, and of those before it that are no farther from it in the tree.
    pub(crate) fn text_follows(&mut self, depth: usize, is_caption: bool) {
        let mut lowest = depth;
        for place in self.waiting_places_mut().rev() {
            if place.depth_to_next.is_some() {
                break;
            }
            place.depth_to_next = Some(lowest);
            place.has_caption = is_caption && lowest == depth;
            lowest = lowest.min(place.depth_to_last);
        }
    }

    /// The images by themselves that stand before block `number`, or those in it.
    pub(crate) fn of_block(&self, number: u64, are_alone: bool) -> BlockImages<'_> {
        self.waiting_while(|place| place.block == number && place.position.is_none() == are_alone)
    }
}

/// Whether two addresses are those of one file. A query mostly states its size.
fn is_same_file(address: &str, other: &str) -> bool {
    let [file, other_file] = [address, other].map(|url| {
        let path = url.split(['?', '#']).next().unwrap_or("");
        path.split_once("//").map_or(path, |(_, path)| path)
    });
    file == other_file
}

/// Whether an image outside all blocks is kept, by the blocks before and after it.
pub(crate) fn stays(place: &ImagePlace, is_last_kept: bool, is_next_kept: bool) -> bool {
    let depth_to_next = place.depth_to_next.unwrap_or(0);
    match (is_last_kept, is_next_kept) {
        (true, true) => true,
        (false, false) => false,
        (true, false) => place.depth_to_last >= depth_to_next,
        (false, true) => depth_to_next >= place.depth_to_last,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn a_link_to_the_file_of_an_image_is_the_same_in_another_size() {
        for link in ["https://a.example/b.jpg", "http://a.example/b.jpg?w=9", "//a.example/b.jpg#x"] {
            assert!(is_same_file("https://a.example/b.jpg?w=300", link), "{link}");
        }
        for link in ["https://a.example/c.jpg", "/b.jpg", ""] {
            assert!(!is_same_file("https://a.example/b.jpg", link), "{link}");
        }
    }

    #[test]
    fn the_depth_to_the_next_text_is_the_lowest_on_the_way() {
        let mut queue = ImageQueue::new(1 << 14);
        for depth_to_last in [3, 2, 4] {
            let found = FoundImage { src: "c.jpg", alt: "", offset: 0, depth_to_last, is_player: false };
            let place = ImagePlace {
                offset: 0,
                block: 1,
                position: None,
                begins_line: false,
                depth_to_last,
                depth_to_next: None,
                context: Context::default(),
                cell: Cell::default(),
                is_player: false,
                has_caption: false,
            };
            queue.push_image(&found, "", "", place);
        }
        queue.text_follows(5, true);
        let depths: Vec<_> = queue.waiting_places_mut().map(|place| place.depth_to_next).collect();
        assert_eq!(depths, [Some(2), Some(4), Some(5)]);
        assert!(queue.waiting_places_mut().map(|place| place.has_caption).eq([false, false, true]));
    }
}
