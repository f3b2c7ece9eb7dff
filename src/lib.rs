//! Extracts the main content of HTML pages in one streaming pass, within a fixed memory budget and
//! without building a DOM.
//!
//! ```
//! use trommel::{Budget, Extractor, Format, Options};
//!
//! // Settings are checked here, before the first byte: a budget that cannot work is refused.
//! let options = Options::default().with_format(Format::Markdown).with_budget(Budget::parse("1MiB")?);
//! let mut extractor = Extractor::new(options)?;
//!
//! // The page, in chunks of any size, as they come from a file or the network.
//! let chunks: [&[u8]; 4] = [
//!     b"<!DOCTYPE html><title>High water - The Valley Post</title><nav><a href=/>Home</a> <a href=/ne",
//!     b"ws>News</a></nav><h1>High water</h1><p>It rained for three days in the valley, and on the fourth",
//!     b" the river <em>rose</em> above the old bridge.<p>Nobody had seen it so high before.</p><footer><a",
//!     b" href=/imprint>Imprint</a></footer>",
//! ];
//! for chunk in chunks {
//!     extractor.push(chunk)?;
//! }
//!
//! // The end of the page. The extractor is then ready for the next one, with the memory that it has.
//! let page = extractor.finish()?;
//! assert_eq!(
//!     page.text,
//!     "# High water\n\n\
//!      It rained for three days in the valley, and on the fourth the river *rose* above the old bridge.\n\n\
//!      Nobody had seen it so high before.\n"
//! );
//! assert_eq!(page.summary.metadata.title, "High water");
//! assert_eq!(page.summary.method.name(), "learned");
//! assert_eq!(page.summary.first_early_decision_offset, None);
//! # Ok::<(), trommel::Error>(())
//! ```
//!
//! [`extract`] reads a whole page in memory. A [`Sink`] gets text, and each [`LineBlock`] with its
//! verdict, as soon as they are decided. [`html`] is the tokenizer alone. There is no tree to
//! inspect or modify, scripts are not run, and style sheets are not read.
//!
//! ```text
//!  bytes     UTF-8     tags, text     elements       line-blocks     verdicts      text, Markdown,
//!   --> decode --> html -------> structure -----> block --------> decide -------> render --> HTML
//!                                    |              |                ^
//!                                    |     pending, within budget    |
//!                                    +-- title, meta tags --> metadata
//! ```
//!
//! A **line-block** is the text between two block-level tags: a paragraph, heading, item or cell.
//! [`Method::Auto`] tries three methods until one decides. [`Method::Learned`] scores the features
//! of a block, its ancestors and its neighbours with a small network and boosted trees. Its
//! threshold has the best expected F-measure on the page. [`Method::LineBlock`] compares three
//! features with thresholds. [`Method::TagRatio`] clusters smoothed tag ratios.
//!
//! A decision needs the whole page, so line-blocks are pending until its end. When the budget is
//! spent, the oldest seven eighths are decided with what is known so far
//! ([`Summary::first_early_decision_offset`]). So an endless page is filtered in constant memory.
//!
//! Any bytes can be read as HTML: no page is an error or causes a panic. Output depends on bytes
//! and options only, not on chunks, the machine or earlier pages. One exception: a page that
//! exceeds the budget is decided in larger parts on 32-bit machines. Time is linear in the input.
//!
//! Sources:
//! - San 2014, "Boilerplate Removal and Content Extraction from Dynamic Web Pages" (line-block).
//! - Weninger, Hsu, Han 2010, "CETR: Content Extraction via Tag Ratios" ([`Method::TagRatio`]).
//! - Insa, Silva, Tamarit 2013, "Using the words/leafs ratio in the DOM tree for content
//!   extraction" ([`Method::WordsLeaves`]).
//! - Oita, Senellart 2012, "FOREST: Focused Object Retrieval by Exploiting Significant Tag Paths"
//!   (wrappers of sites).
//! - Zhou, Mashuq 2014, "Web Content Extraction Through Machine Learning" (models of one site).
//!
//! # What is held in memory
//!
//! Bytes on the heap on 64-bit machines, for any input:
//!
//! | room | bytes | more | what | knob |
//! |---|---:|---:|---|---|
//! | decode | 12,288 | | first bytes until the encoding is known; a buffer that decodes | |
//! | html | 13,718 | | attribute values of one tag; a `title`, `textarea` or `iframe` | |
//! | structure | 14,281 | 17,760 | 256 open elements; a cache of the shapes of tags; a formula | |
//! | block | 1,216 | | target of a link, language of code, indent of a line | |
//! | block, pending | 29,120 | the rest | text and records | [`Options::with_budget`] |
//! | block, nodes | 15,104 | half the rest | nodes for [`Method::WordsLeaves`] | [`Method`] |
//! | metadata | 6,720 | 6,976 | title, author, date, language, address, site, description | |
//! | metadata, heading | 1,024 | | a heading that may be the title | |
//! | metadata, more | 8,128 | | more fields; text that tells the language | `Options::with_more_metadata` |
//! | metadata, fallback | 6,656 | 76 KiB | text of JSON-LD, of an app | [`Options::with_fallback`] |
//! | decide | 8,704 | | the title's keywords; the blocks before the first decision | |
//! | decide, learned | 36,782 | | score cache, features of blocks, n-grams of text | `model` |
//! | reference, images | 30,208 | 420 KiB | images not yet decided on | `Options::with_images` |
//! | reference, links | 26,112 | 360 KiB | links not yet decided on | `Options::with_link_list` |
//! | posts | 55,184 | 560 KiB | posts that wait; the text of one | `Options::with_posts` |
//! | chunks | 94,976 | | the blocks of a chunk of 512 tokens | `Options::with_chunks` |
//! | spans | 896 | | where the blocks that wait end | `Options::with_spans` |
//! | render | 272 | | open elements of the output | |
//! | css | 148,480 | | state of lol_html; the tag that is matched | `Options::with_selectors` |
//!
//! A larger budget lets a room have as much `more`; `metadata` needs it for a given address. A room
//! whose knob is off takes nothing. `css` takes 12,288 bytes more for each compound selector
//! (`article > p` has two), 256 for each simple selector in it, and 1 MiB for `of-type`.
//!
//! The sum, without nodes and selectors, is [`Options::minimum_budget`]. [`Summary::peak_bytes`]
//! is what a page used. Not counted: text that [`Extractor::push`] collects until
//! [`Extractor::finish`].
//!
//! ```
//! use trommel::{Budget, Extractor, Options};
//!
//! let minimum = Options::default().minimum_budget();
//! assert!(minimum < Budget::parse("192KiB")?);
//! assert!(Extractor::new(Options::default().with_budget(minimum)).is_ok());
//! let too_small = Budget::from_bytes(minimum.bytes() - 1);
//! assert!(Extractor::new(Options::default().with_budget(too_small)).is_err());
//! # Ok::<(), trommel::Error>(())
//! ```
//!
//! # Limits of a single pass
//!
//! - No foster parenting, no adoption agency algorithm, no reconstructed formatting elements.
//! - Early decisions lack the text after them. Encoding declarations count in the first 8 KiB only.
//! - Attribute values are cut after [`html::VALUE_BYTES`], fields of [`Metadata`] after 1 KiB,
//!   dates after 128 bytes, headings that may be the title after 512.
//! - Elements nested too deep or beyond the budget count elsewhere ([`Summary::nodes_folded`]).
//!
//! # Features
//!
//! - `std` (default): run-time detection of vector instructions; without it, `no_std` with `alloc`.
//! - `learned`: [`Method::Learned`] by a model that is given, and models of sites.
//! - `model` (default): the built-in model of that method; turns `learned` on.
//! - `notes` (default): references are linked to their notes in Markdown and HTML.
//! - `chunks`: the module `chunk`, `Options::with_chunks`, and where each line-block ends.
//! - `css`: the module `css` and `Options::with_selectors`, which select parts of a page.
//! - `references`: `Options::with_images` and `with_link_list`; turns `posts` on.
//! - `more-metadata`: `Options::with_more_metadata`.
//! - `language`: `MoreMetadata::lang_detected`; implies `more-metadata` and `std`.
//! - `posts`: `Options::with_posts`.
//! - `repeats`: the module `repeats` and `Options::with_repeats`, for what the pages of a host
//!   repeat.
//! - `words-leaves`: [`Method::WordsLeaves`] and `Sink::segment`.
//! - `site`: the module `site` and `Options::with_sites`, for wrappers of sites.
//!
//! `_train` is not part of the API.
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

#[cfg(any(feature = "_train", test))]
#[cfg_attr(not(feature = "_train"), allow(dead_code, unused_imports))]
#[doc(hidden)]
pub mod _train;
mod address;
mod block;
mod budget;
#[cfg(feature = "chunks")]
pub mod chunk;
#[cfg(feature = "css")]
pub mod css;
mod decide;
mod decode;
mod error;
mod extractor;
mod feature;
mod fingerprint;
mod formula;
mod hash;
pub mod html;
mod language;
mod line_block;
mod metadata;
pub mod methods;
mod model;
mod page_type;
mod posts;
mod render;
#[cfg(feature = "repeats")]
pub mod repeats;
mod role;
mod segment;
#[cfg(feature = "site")]
pub mod site;
mod structure;

pub use address::whole_address;
pub use block::reference::{Image, Link};
pub use budget::Budget;
pub use error::{Error, ErrorKind, Result};
#[cfg(feature = "stream")]
pub use extractor::ExtractStream;
#[cfg(feature = "std")]
pub use extractor::{ExtractWriter, extract_reader};
pub use extractor::{Extraction, Extractor, Options, Sink, Summary, extract};
pub use line_block::LineBlock;
pub use metadata::Metadata;
pub use methods::{Favor, Format, Formulas, Method};
pub use model::Model;
pub use posts::Post;

/// Details of line-blocks: verdicts and their rules, roles, cells of tables, segments.
pub mod blocks {
    pub use crate::block::Verdict;
    pub use crate::decide::explain::{Contribution, KeyPhrase};
    pub use crate::decide::rule::Rule;
    pub use crate::line_block::{RecordId, TableCell};
    pub use crate::role::{Role, RoleSet};
    pub use crate::segment::{Segment, SegmentKind};
}

/// Details of pages: their type, the sources of their metadata, and data that is not a page.
pub mod page {
    #[doc(hidden)]
    pub use crate::decode::has_tags;
    pub use crate::decode::{Foreign, foreign};
    pub use crate::metadata::{MetadataSource, MetadataSources, MoreMetadata};
    pub use crate::page_type::{PageType, ProbablePageType};
}

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    use super::methods::{TagRatio, WordsLeaves};
    use super::*;

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn the_minimum_budget_is_what_the_rooms_hold() {
        let learned = if cfg!(feature = "model") { decide::config::LEARNED_HELD_BYTES } else { 0 };
        let sum: usize = [
            decode::HELD_BYTES,
            html::Tokenizer::HELD_BYTES,
            structure::ElementTracker::HELD_BYTES,
            block::Blocks::HELD_BYTES,
            block::MINIMUM_BYTES,
            metadata::MetadataCollector::HELD_BYTES,
            metadata::title::HELD_BYTES,
            metadata::held_bytes(metadata::text_bytes(0)),
            decide::config::HELD_BYTES,
            learned,
            render::HELD_BYTES,
        ]
        .iter()
        .sum();
        let minimum = |method| Options::default().with_method(method).minimum_budget().bytes();
        assert_eq!(Options::default().minimum_budget().bytes(), sum);
        assert!(sum <= 128 << 10, "the least budget is {sum} bytes");
        let nodes = minimum(Method::WordsLeaves(WordsLeaves::DEFAULT))
            - minimum(Method::TagRatio(TagRatio::Clusters));
        assert_eq!(nodes, block::NODES_MINIMUM_BYTES);
    }
}
