//! The structures of a page in C: they point into the memory of a handle.
//!
//! C gets pointers to them and never makes one, so later versions may add fields at the end.

use std::ffi::{c_char, c_void};
use trommel::{Image, LineBlock, Link, Post, Summary, blocks::Verdict};
#[cfg(feature = "chunks")]
use trommel::{blocks::Role, chunk::Chunk};

/// Borrowed text: UTF-8, not NUL-terminated.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct trommel_string {
    /// First byte; never NULL, even if the text is empty.
    pub data: *const c_char,
    /// Bytes of the text.
    pub length: usize,
}

impl trommel_string {
    pub(crate) fn of(text: &str) -> Self {
        Self { data: text.as_ptr().cast(), length: text.len() }
    }
}

/// The main content of a page, its metadata, and counts. Texts are empty if the page does not state
/// them.
///
/// It belongs to its extractor, and is valid until the next push, finish, reset, extract or free of
/// that extractor. Later versions may add fields at the end.
#[repr(C)]
pub struct trommel_page {
    /// The main content in the format of the options. Empty if a sink receives it. Without text
    /// already returned by `trommel_extractor_take`.
    pub text: trommel_string,
    /// Title, without the name of the site.
    pub title: trommel_string,
    /// Author.
    pub author: trommel_string,
    /// Date of publication, as written in the page.
    pub date: trommel_string,
    /// Language, a tag of BCP 47 such as `en-US`.
    pub language: trommel_string,
    /// Absolute URL.
    pub url: trommel_string,
    /// The method that decided: `learned`, `line-block`, `tag-ratio`, `words-leaves`; or `json-ld`,
    /// `app-state` or `description` if that replaced the text of a page that shows none.
    pub method: trommel_string,
    /// Encoding, by its name in the Encoding standard.
    pub encoding: trommel_string,
    /// Bytes of the page.
    pub bytes_in: u64,
    /// Line-blocks of the page.
    pub blocks_total: u64,
    /// Line-blocks that were kept.
    pub blocks_kept: u64,
    /// Byte sequences that could not be decoded; each became U+FFFD.
    pub decode_errors: u64,
    /// Open elements that were forgotten because too many were open.
    pub elements_forgotten: u64,
    /// Elements merged with others because the budget had no space for them.
    pub nodes_folded: u64,
    /// Bytes of JSON-LD text that did not fit, if it replaced the text of the page.
    pub fallback_bytes_cut: u64,
    /// Start of the first line-block that the first early decision did not see, as a byte offset;
    /// `UINT64_MAX` if the budget held the whole page.
    pub first_early_decision_offset: u64,
    /// Maximum number of bytes reserved against the budget at one time.
    pub peak_bytes: usize,
    /// Whether hidden text was treated as shown.
    pub hidden_text_used: bool,
    /// Whether a sink stopped the page. All counts are then those of the part that was read.
    pub stopped: bool,
    /// Estimated quality of the text: its expected F1, 0 to 1, by the scores of the learned method.
    /// NaN if another method decided.
    pub confidence: f32,
    /// Name of the site.
    pub site_name: trommel_string,
    /// Description, as the page states it.
    pub description: trommel_string,
    /// The most probable type of the page: `article`, `collection`, `documentation`, `forum`,
    /// `listing`, `product` or `service`. Empty if another method decided, or if no type has a
    /// probability of at least 0.65.
    pub page_type: trommel_string,
    /// The probability of that type, 0.5 to 1; NaN without a type.
    pub page_type_probability: f32,
    /// Content images that did not fit, or whose URL is too long.
    pub images_cut: u64,
    /// Links that did not fit, or whose URL is too long.
    pub links_cut: u64,
    /// Type of binary data, recognised by its first bytes: `PDF`, `PNG`, `ZIP`, `binary` and
    /// others; such data has no text. Empty for a page.
    pub skipped: trommel_string,
}

impl trommel_page {
    pub(crate) fn of(text: &str, summary: &Summary) -> Self {
        let metadata = &summary.metadata;
        Self {
            text: trommel_string::of(text),
            title: trommel_string::of(&metadata.title),
            author: trommel_string::of(&metadata.author),
            date: trommel_string::of(&metadata.date),
            language: trommel_string::of(&metadata.lang),
            url: trommel_string::of(&metadata.url),
            method: trommel_string::of(summary.decided_by()),
            encoding: trommel_string::of(summary.encoding),
            bytes_in: summary.bytes_in,
            blocks_total: summary.blocks_total,
            blocks_kept: summary.blocks_kept,
            decode_errors: summary.decode_errors,
            elements_forgotten: summary.elements_forgotten,
            nodes_folded: summary.nodes_folded,
            fallback_bytes_cut: summary.fallback_bytes_cut,
            first_early_decision_offset: summary.first_early_decision_offset.unwrap_or(u64::MAX),
            peak_bytes: summary.peak_bytes,
            hidden_text_used: summary.hidden_text_used,
            stopped: summary.stopped,
            confidence: summary.confidence.unwrap_or(f32::NAN),
            site_name: trommel_string::of(&metadata.site_name),
            description: trommel_string::of(&metadata.description),
            page_type: trommel_string::of(summary.page_type.map_or("", |found| found.page_type.name())),
            page_type_probability: summary.page_type.map_or(f32::NAN, |found| found.probability),
            images_cut: summary.images_cut,
            links_cut: summary.links_cut,
            skipped: trommel_string::of(summary.skipped.map_or("", |found| found.name())),
        }
    }
}

/// A line-block with its verdict: the text between two block-level tags.
///
/// It is valid only during the call of the sink. Later versions may add fields at the end.
#[repr(C)]
pub struct trommel_block {
    /// Its text, without markup.
    pub text: trommel_string,
    /// Name of its element, such as `p`.
    pub tag: trommel_string,
    /// Name of the method that decided.
    pub method: trommel_string,
    /// Its number in the page, from 0.
    pub index: u64,
    /// Byte offset of its start in the page as UTF-8.
    pub offset: u64,
    /// Characters of its text.
    pub chars: u32,
    /// Words; in scripts without spaces between words, characters.
    pub words: u32,
    /// Tags.
    pub tags: u32,
    /// Links.
    pub links: u32,
    /// Characters inside links.
    pub link_chars: u32,
    /// Open elements at its start.
    pub depth: u32,
    /// Text-to-tag ratio: characters per tag.
    pub ttr: f32,
    /// Anchor-text-to-text ratio: link characters per character.
    pub attr: f32,
    /// Title keyword density.
    pub tkd: f32,
    /// Score of the learned method, in logits; NaN if another method decided.
    pub score: f32,
    /// The verdict: whether it is main content.
    pub kept: bool,
    /// Whether the page hides it.
    pub hidden: bool,
    /// Whether it continues the block before, which was cut because it is long.
    pub continues_last: bool,
    /// Its role (`title`, `paragraph`, `code`, ...), or why it was dropped (`navigation`, ...).
    pub role: trommel_string,
}

impl trommel_block {
    pub(crate) fn of(block: &LineBlock<'_>, text: &str) -> Self {
        Self {
            text: trommel_string::of(text),
            tag: trommel_string::of(block.tag()),
            method: trommel_string::of(block.method().name()),
            index: block.index(),
            offset: block.offset(),
            chars: block.chars(),
            words: block.words(),
            tags: block.tags(),
            links: block.links().into(),
            link_chars: block.link_chars(),
            depth: block.depth().into(),
            ttr: block.ttr(),
            attr: block.attr(),
            tkd: block.tkd(),
            score: block.score().unwrap_or(f32::NAN),
            kept: block.verdict() == Verdict::Kept,
            hidden: block.is_hidden(),
            continues_last: block.continues_last(),
            role: trommel_string::of(block.role().name()),
        }
    }
}

/// A post of a thread, or a part of one.
///
/// A long post comes in parts: the first ones have its start, the last one has the end of its text,
/// and the author and date of the post. Its text is that of all parts in order.
///
/// It is valid only during the call of the sink. Later versions may add fields at the end.
#[repr(C)]
pub struct trommel_post {
    /// Its text, or the next part of it; paragraphs are separated by a blank line.
    pub text: trommel_string,
    /// Name of its author; empty if unknown, and in all parts but the last.
    pub author: trommel_string,
    /// Its date, in ISO 8601 if it can be parsed, else as written in the page; empty like the
    /// author.
    pub date: trommel_string,
    /// Its number in the page, from 0; the same for all parts of a post.
    pub index: u64,
    /// Byte offset of its first line-block in the page as UTF-8.
    pub offset: u64,
}

impl trommel_post {
    pub(crate) fn of(post: &Post<'_>) -> Self {
        Self {
            text: trommel_string::of(post.text),
            author: trommel_string::of(post.author),
            date: trommel_string::of(post.date),
            index: post.index,
            offset: post.offset,
        }
    }
}

/// A content image.
///
/// It is valid only during the call of the sink. Later versions may add fields at the end.
#[repr(C)]
pub struct trommel_image {
    /// URL of the image: absolute if the page's URL is known, else as in the page.
    pub src: trommel_string,
    /// Alternative text.
    pub alt: trommel_string,
    /// Byte offset of its tag in the page as UTF-8.
    pub offset: u64,
    /// Number of the line-block that it is in or before.
    pub block_index: u64,
    /// Whether it stands alone, before the line-block.
    pub is_alone: bool,
}

impl trommel_image {
    pub(crate) fn of(image: &Image<'_>) -> Self {
        Self {
            src: trommel_string::of(image.src),
            alt: trommel_string::of(image.alt),
            offset: image.offset,
            block_index: image.block_index,
            is_alone: image.is_alone,
        }
    }
}

/// A link of a page.
///
/// It is valid only during the call of the sink. Later versions may add fields at the end.
#[repr(C)]
pub struct trommel_link {
    /// Target URL: absolute if the page's URL is known, else as in the page.
    pub href: trommel_string,
    /// Its text.
    pub text: trommel_string,
    /// The value of `rel`.
    pub rel: trommel_string,
    /// Byte offset of its tag in the page as UTF-8.
    pub offset: u64,
    /// Whether its text is main content.
    pub kept: bool,
}

impl trommel_link {
    pub(crate) fn of(link: &Link<'_>) -> Self {
        Self {
            href: trommel_string::of(link.href),
            text: trommel_string::of(link.text),
            rel: trommel_string::of(link.rel),
            offset: link.offset,
            kept: link.is_kept,
        }
    }
}

/// A chunk of the main content, for search and retrieval.
///
/// It is valid only during the call of the sink. Later versions may add fields at the end.
#[repr(C)]
pub struct trommel_chunk {
    /// Its text, without markup.
    pub text: trommel_string,
    /// Its Markdown, without images. A chunk that begins inside a table repeats the header row, one
    /// inside a list its lead-in. With the format `text`, it has no inline markup.
    pub markdown: trommel_string,
    /// The headings above it, the highest first, each of at most 256 bytes.
    pub headings: *const trommel_string,
    /// Number of `headings`.
    pub heading_count: usize,
    /// Roles of its line-blocks, each once.
    pub roles: *const trommel_string,
    /// Number of `roles`.
    pub role_count: usize,
    /// Its number in the page, from 0.
    pub number: u64,
    /// Byte offset of the start of its first line-block in the page as UTF-8.
    pub offset: u64,
    /// Byte offset of the end of its last line-block in the page as UTF-8.
    pub end: u64,
    /// Characters of its line-blocks.
    pub chars: u32,
    /// Words; in scripts without spaces between words, characters.
    pub words: u32,
    /// Tokens, estimated.
    pub tokens: u32,
    /// Whether it is the last chunk of the page.
    pub is_last: bool,
}

#[cfg(feature = "chunks")]
impl trommel_chunk {
    /// Calls `work` with the chunk, whose text and Markdown are these.
    pub(crate) fn with<T>(chunk: &Chunk<'_>, text: &str, markdown: &str, work: impl FnOnce(&Self) -> T) -> T {
        let mut headings = [trommel_string::of(""); MAX_HEADINGS];
        let heading_count = fill(&mut headings, chunk.headings().iter().map(String::as_str));
        let mut roles = [trommel_string::of(""); Role::ALL.len()];
        let of_chunk = Role::ALL.into_iter().filter(|&role| chunk.roles().contains(role));
        let role_count = fill(&mut roles, of_chunk.map(Role::name));
        work(&Self {
            text: trommel_string::of(text),
            markdown: trommel_string::of(markdown),
            headings: headings.as_ptr(),
            heading_count,
            roles: roles.as_ptr(),
            role_count,
            number: chunk.number(),
            offset: chunk.offset(),
            end: chunk.end(),
            chars: chunk.chars(),
            words: chunk.words(),
            tokens: chunk.tokens(),
            is_last: chunk.is_last(),
        })
    }
}

/// HTML has six levels of headings.
#[cfg(feature = "chunks")]
const MAX_HEADINGS: usize = 6;

/// Writes texts to `list`, as many as fit, and returns their number.
#[cfg(feature = "chunks")]
fn fill<'a>(list: &mut [trommel_string], texts: impl Iterator<Item = &'a str>) -> usize {
    list.iter_mut().zip(texts).map(|(place, text)| *place = trommel_string::of(text)).count()
}

/// Functions that receive a page as soon as it is decided. Each may be NULL.
///
/// Set all fields, with NULL for unused functions: later versions may add functions at the end.
///
/// They are called during push, finish and extract, on the thread of that call. They return true to
/// continue, and false to stop the page, which is not an error. They must not use the extractor
/// that calls them (it returns `TROMMEL_CODE_BUSY`), must not throw, and must not leave by
/// `longjmp`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct trommel_sink {
    /// Passed to the functions; may be NULL.
    pub user_data: *mut c_void,
    /// Receives a piece of the rendered main content: `length` bytes of UTF-8 (never 0), valid
    /// during the call. All pieces in order are the whole. If NULL, the extractor collects them.
    pub text:
        Option<unsafe extern "C" fn(user_data: *mut c_void, data: *const c_char, length: usize) -> bool>,
    /// Receives each line-block, kept or dropped, before its text.
    pub block: Option<unsafe extern "C" fn(user_data: *mut c_void, block: *const trommel_block) -> bool>,
    /// Receives the posts of a thread, each after its line-blocks. Called only with
    /// `trommel_options_set_posts`.
    pub post: Option<unsafe extern "C" fn(user_data: *mut c_void, post: *const trommel_post) -> bool>,
    /// Receives the content images: one that stands alone before the line-block after it, one
    /// inside a line-block after that. Called only with `trommel_options_set_images`.
    pub image: Option<unsafe extern "C" fn(user_data: *mut c_void, image: *const trommel_image) -> bool>,
    /// Receives the links of the page, in its main content or not, each after the line-block in
    /// which its text begins. Called only with `trommel_options_set_link_list`.
    pub link: Option<unsafe extern "C" fn(user_data: *mut c_void, link: *const trommel_link) -> bool>,
    /// Receives the chunks of the main content, each as soon as its end is decided. Called only
    /// with `trommel_options_set_chunks`.
    pub chunk: Option<unsafe extern "C" fn(user_data: *mut c_void, chunk: *const trommel_chunk) -> bool>,
}
