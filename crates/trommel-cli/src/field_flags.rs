//! Flags that add links, images and fields to the output, for one page and for many.

use crate::headings::OUTPUT;
use crate::json::JsonFields;

#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = OUTPUT)]
pub(crate) struct FieldFlags {
    /// Keep links in Markdown and HTML
    #[arg(long)]
    pub(crate) links: bool,
    /// Keep content images in Markdown and HTML, and list them in `images` in JSON
    ///
    /// Decoration, icons, emoji and tracking pixels are left out. The image URL is taken from the
    /// attribute that a script would load (data-src), else src, else the largest of srcset, else a
    /// source element.
    #[arg(long, hide_short_help = true)]
    pub(crate) images: bool,
    /// Add a field `markdown` beside `text` to JSON
    #[arg(long)]
    pub(crate) markdown: bool,
    /// Add metadata to JSON: ISO 8601 dates, description, lead image, keywords and others, with the
    /// source of each field
    #[arg(long)]
    metadata: bool,
    /// List all links of a page in `links` in JSON, with text and whether they are in the content
    #[arg(long, hide_short_help = true)]
    link_list: bool,
    /// List the posts of a thread in `posts` in JSON, each with text, author, date and offset
    #[arg(long, hide_short_help = true)]
    posts: bool,
    /// Add `spans` to JSON, the byte range of each block in the page; with --markdown, also
    /// `markdown_spans`
    #[arg(long, hide_short_help = true)]
    spans: bool,
}

impl FieldFlags {
    /// Optional fields of JSON.
    pub(crate) fn json(self) -> JsonFields {
        JsonFields {
            markdown: self.markdown,
            images: self.images,
            links: self.link_list,
            posts: self.posts,
            metadata: self.metadata,
            spans: self.spans,
        }
    }

    /// The first given flag that adds a field to JSON, and to no other format.
    pub(crate) fn of_json(self) -> Option<&'static str> {
        let flags = [
            ("--link-list", self.link_list),
            ("--posts", self.posts),
            ("--metadata", self.metadata),
            ("--spans", self.spans),
        ];
        flags.into_iter().find_map(|(flag, is_given)| is_given.then_some(flag))
    }

    /// The first given flag that adds a field to lines of pages.
    pub(crate) fn of_pages(self) -> Option<&'static str> {
        let markdown = self.markdown.then_some("--markdown");
        markdown.or(self.images.then_some("--images")).or(self.of_json())
    }
}
