//! The images, links and posts of a page, as lists in its JSON.

use std::mem;
use std::ops::ControlFlow;

use serde::Serialize;
use trommel::{Image, LineBlock, Link, Post, Sink, Summary};

use crate::json::JsonFields;

/// Maximum images, and links, that are listed of a page; more are counted. With the maximum lengths
/// of their fields, a list takes 20 MB.
const MAX_LISTED: usize = 10_000;

/// Maximum bytes of the texts of all posts that are listed of a page. Later posts are counted.
const MAX_POST_BYTES: usize = 16 << 20;

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

/// A post in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ListedPost {
    #[serde(skip)]
    index: u64,
    text: String,
    author: Option<String>,
    date: Option<String>,
    offset: u64,
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
    /// `None` if the page is no thread.
    #[serde(skip_serializing_if = "Option::is_none")]
    posts: Option<Vec<ListedPost>>,
    /// Posts that are not in the list, or not whole.
    #[serde(skip_serializing_if = "is_zero")]
    posts_cut: u64,
    /// Names and dates that found no space.
    #[serde(skip_serializing_if = "is_zero")]
    post_names_cut: u64,
    #[serde(skip)]
    post_bytes: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Lists {
    /// Empty lists of what is wanted.
    pub(crate) fn new(fields: &JsonFields) -> Self {
        Self { images: fields.images.then(Vec::new), links: fields.links.then(Vec::new), ..Self::default() }
    }

    /// Adds what the extractor left out.
    pub(crate) fn add_cut(&mut self, summary: &Summary) {
        self.images_cut += if self.images.is_some() { summary.images_cut } else { 0 };
        self.links_cut += if self.links.is_some() { summary.links_cut } else { 0 };
        self.post_names_cut = summary.post_names_cut;
    }

    /// Adds a post, or the next part of the last one.
    fn add_post(&mut self, post: &Post<'_>) {
        let posts = self.posts.get_or_insert_default();
        self.post_bytes += post.text.len();
        if self.post_bytes > MAX_POST_BYTES || posts.len() == MAX_LISTED {
            self.posts_cut += 1;
            return;
        }
        match posts.last_mut().filter(|last| last.index == post.index) {
            Some(last) => {
                last.text.push_str(post.text);
                (last.author, last.date) = (stated(post.author), stated(post.date));
            }
            None => posts.push(ListedPost {
                index: post.index,
                text: post.text.to_string(),
                author: stated(post.author),
                date: stated(post.date),
                offset: post.offset,
            }),
        }
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

    fn post(&mut self, post: &Post<'_>) -> ControlFlow<()> {
        self.lists.add_post(post);
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
