//! The images, links and posts of a page, as lists in its JSON.

use std::mem;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use trommel::chunk::Chunk;
use trommel::{Image, LineBlock, Link, Post, Sink, Summary};

use crate::page_fields::is_zero;

/// Maximum number of listed images, and of links, per page. The rest is counted. With fields of
/// maximum length, a list takes 20 MB.
const MAX_LISTED: usize = 10_000;

/// Maximum bytes of the texts of all listed posts of a page. Later posts are counted.
const MAX_POST_BYTES: usize = 16 << 20;

/// Maximum bytes of a caption; a longer one is cut.
const MAX_CAPTION_BYTES: usize = 1024;

/// An image in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedImage {
    /// URL of the image.
    pub src: String,
    /// Alternative text.
    pub alt: Option<String>,
    /// Caption.
    pub caption: Option<String>,
}

/// A link in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedLink {
    /// URL that it leads to.
    pub url: String,
    /// Its text.
    pub text: Option<String>,
    /// The value of `rel`.
    pub rel: Option<String>,
    /// Whether its text is main content.
    pub in_content: bool,
}

/// A post in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedPost {
    /// Its text, without the lines of author and date.
    pub text: String,
    /// Its author.
    pub author: Option<String>,
    /// Its date.
    pub date: Option<String>,
    /// Byte of the page at which it begins.
    pub offset: u64,
}

/// The lists of a page, in JSON order. Lists that were not requested are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Lists {
    /// The content images, in page order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub images: Option<Vec<ListedImage>>,
    /// Number of images that are not in the list.
    #[serde(skip_serializing_if = "is_zero")]
    pub images_cut: u64,
    /// All links, in page order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub links: Option<Vec<ListedLink>>,
    /// Number of links that are not in the list.
    #[serde(skip_serializing_if = "is_zero")]
    pub links_cut: u64,
    /// The posts, in page order. `None` if the page is not a thread.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub posts: Option<Vec<ListedPost>>,
    /// Number of posts that are missing from the list or incomplete.
    #[serde(skip_serializing_if = "is_zero")]
    pub posts_cut: u64,
    /// Number of names and dates that did not fit.
    #[serde(skip_serializing_if = "is_zero")]
    pub post_names_cut: u64,
}

impl Lists {
    /// Empty lists for the requested fields. Posts are listed if the extractor finds them.
    #[must_use]
    pub fn new(images: bool, links: bool) -> Self {
        Self { images: images.then(Vec::new), links: links.then(Vec::new), ..Self::default() }
    }
}

/// A sink that fills the lists, and passes on text and blocks.
///
/// Cost: the lists, of at most 10,000 entries each, and 16 MiB of text of posts.
#[derive(Debug, Default)]
pub struct Listing<S> {
    /// Receives text and blocks.
    pub inner: S,
    lists: Lists,
    /// Images since the last block, which wait for a caption.
    awaiting_caption: usize,
    /// Number of the last post in the list.
    last_post: Option<u64>,
    post_bytes: usize,
}

impl<S> Listing<S> {
    /// A sink that adds to `lists`.
    pub fn new(inner: S, lists: Lists) -> Self {
        Self { inner, lists, awaiting_caption: 0, last_post: None, post_bytes: 0 }
    }

    /// Begins a page with `lists`.
    pub fn begin(&mut self, lists: Lists) {
        self.lists = lists;
        self.awaiting_caption = 0;
        self.last_post = None;
        self.post_bytes = 0;
    }

    /// The lists of the page that ended with `summary`, which counts entries dropped by the
    /// extractor.
    pub fn take(&mut self, summary: &Summary) -> Lists {
        let mut lists = mem::take(&mut self.lists);
        lists.images_cut += if lists.images.is_some() { summary.images_cut } else { 0 };
        lists.links_cut += if lists.links.is_some() { summary.links_cut } else { 0 };
        lists.post_names_cut = summary.post_names_cut;
        lists
    }

    /// Adds a post, or continues the last one.
    fn add_post(&mut self, post: &Post<'_>) {
        let posts = self.lists.posts.get_or_insert_default();
        self.post_bytes += post.text.len();
        if self.post_bytes > MAX_POST_BYTES || posts.len() == MAX_LISTED {
            self.lists.posts_cut += 1;
            return;
        }
        let (author, date) = (stated(post.author), stated(post.date));
        match posts.last_mut().filter(|_| self.last_post == Some(post.index)) {
            Some(last) => {
                last.text.push_str(post.text);
                (last.author, last.date) = (author, date);
            }
            None => {
                posts.push(ListedPost { text: post.text.to_string(), author, date, offset: post.offset });
                self.last_post = Some(post.index);
            }
        }
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
                self.awaiting_caption += usize::from(image.has_caption);
            } else {
                self.lists.images_cut += 1;
            }
        }
        ControlFlow::Continue(())
    }

    fn post(&mut self, post: &Post<'_>) -> ControlFlow<()> {
        self.add_post(post);
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

    fn chunk(&mut self, chunk: &Chunk<'_>) -> ControlFlow<()> {
        self.inner.chunk(chunk)
    }

    fn wants_contributions(&self) -> bool {
        self.inner.wants_contributions()
    }
}

/// A text, `None` if it is empty.
fn stated(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_string())
}

/// The beginning of the text of at most `bytes` bytes, cut between characters.
fn cut(text: &str, bytes: usize) -> &str {
    let mut end = text.len().min(bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
