//! The images and links of a page, as lists in its JSON.

use std::mem;
use std::ops::ControlFlow;

use serde::Serialize;
use trommel::{Image, LineBlock, Link, Sink};

/// Maximum images, and links, that are listed of a page; more are counted. With the maximum lengths
/// of their fields, a list takes 20 MB.
const MAX_LISTED: usize = 10_000;

/// Maximum bytes of a caption; a longer one is cut.
const MAX_CAPTION_BYTES: usize = 1024;

/// An image in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ListedImage {
    src: String,
    alt: Option<String>,
    caption: Option<String>,
}

/// A link in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ListedLink {
    url: String,
    text: Option<String>,
    rel: Option<String>,
    in_content: bool,
}

/// The lists of a page. A list that was not asked for is `None`.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Lists {
    #[serde(skip_serializing_if = "Option::is_none")]
    images: Option<Vec<ListedImage>>,
    /// Images that are not in the list.
    #[serde(skip_serializing_if = "is_zero")]
    images_cut: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    links: Option<Vec<ListedLink>>,
    /// Links that are not in the list.
    #[serde(skip_serializing_if = "is_zero")]
    links_cut: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Lists {
    /// Empty lists of what is wanted.
    pub(crate) fn new(images: bool, links: bool) -> Self {
        Self { images: images.then(Vec::new), links: links.then(Vec::new), ..Self::default() }
    }

    /// Adds what the extractor left out.
    pub(crate) fn add_cut(&mut self, images: u64, links: u64) {
        self.images_cut += if self.images.is_some() { images } else { 0 };
        self.links_cut += if self.links.is_some() { links } else { 0 };
    }
}

/// A sink that makes the lists, and hands the text on.
pub(crate) struct Listing<S> {
    pub(crate) inner: S,
    pub(crate) lists: Lists,
    /// Images by themselves since the last block, whose caption may come next.
    awaiting_caption: usize,
}

impl<S> Listing<S> {
    pub(crate) fn new(inner: S, lists: Lists) -> Self {
        Self { inner, lists, awaiting_caption: 0 }
    }
}

impl<S: Sink> Sink for Listing<S> {
    fn text(&mut self, piece: &str) -> ControlFlow<()> {
        self.inner.text(piece)
    }

    fn block(&mut self, block: &LineBlock<'_>) -> ControlFlow<()> {
        let awaiting = mem::take(&mut self.awaiting_caption);
        if let Some(images) = &mut self.lists.images
            && awaiting > 0
            && block.path().any(|tag| tag == "figcaption")
        {
            let text: String = block.text().collect();
            let caption = cut(text.trim(), MAX_CAPTION_BYTES);
            let first = images.len().saturating_sub(awaiting);
            images[first..].iter_mut().for_each(|image| image.caption = Some(caption.to_string()));
        }
        self.inner.block(block)
    }

    fn image(&mut self, image: &Image<'_>) -> ControlFlow<()> {
        if let Some(images) = &mut self.lists.images {
            if images.len() < MAX_LISTED {
                images.push(ListedImage {
                    src: image.src.to_string(),
                    alt: stated(image.alt),
                    caption: None,
                });
                self.awaiting_caption += usize::from(image.is_alone);
            } else {
                self.lists.images_cut += 1;
            }
        }
        ControlFlow::Continue(())
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<()> {
        if let Some(links) = &mut self.lists.links {
            if links.len() < MAX_LISTED {
                links.push(ListedLink {
                    url: link.href.to_string(),
                    text: stated(link.text),
                    rel: stated(link.rel),
                    in_content: link.is_kept,
                });
            } else {
                self.lists.links_cut += 1;
            }
        }
        ControlFlow::Continue(())
    }
}

/// A text, `None` if it is empty.
fn stated(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_string())
}

/// The text up to the last character that ends within `bytes`.
fn cut(text: &str, bytes: usize) -> &str {
    let mut end = text.len().min(bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
