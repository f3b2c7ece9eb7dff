//! Main content out of HTML: bytes of a page go in, what a reader came for comes out, in one pass,
//! in order, without a DOM, within a stated number of bytes of memory.
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
//! assert_eq!(page.summary.method.name(), "line-block");
//! assert_eq!(page.summary.first_early_decision_offset, None);
//! # Ok::<(), trommel::Error>(())
//! ```
//!
//! [`extract`] does a whole page in memory; a [`Sink`] gets text, and each [`LineBlock`] with its
//! verdict, as soon as they are decided; [`html`] is the tokenizer alone.
//!
//! # Who should look elsewhere
//!
//! - Who needs the document: its tree, its elements by CSS selectors, a page to be changed and
//!   written back. `html5ever` and `scraper` build the tree; `lol_html` rewrites a stream.
//! - Who needs the page as a browser shows it: scripts are not run and style sheets are not read.
//!   Of an application that builds its page by scripts there is what it hides, its JSON-LD or its
//!   description ([`Options::with_fallback`]), and no more.
//! - Who wants listings, products and forum threads as good as articles: no extractor has them. The
//!   README has our figures by kind of page.
//! - Who wants to sanitise HTML: [`Format::Html`] holds nothing that runs, but shows what the page
//!   shows, links to anywhere among it.
//!
//! # How it works
//!
//! ```text
//!  bytes     UTF-8     tags, text    text in context     line-blocks      verdicts      text, Markdown, HTML
//!   --> decode --> token -------> clean -----------> block ---------> decide -------> render -->
//!                                   |                  ^                 ^
//!                                   +-- title, facts --|-----> meta -----+
//!                                                      |
//!                                              waits within the budget
//! ```
//!
//! A **line-block** is what stands between two block-level tags: a paragraph, a heading, an item, a
//! cell. [`Method::Learned`], which [`Method::Auto`] takes first, asks boosted trees and a small
//! network about its features, those of the elements around it and those of the blocks beside
//! it, and keeps what is expected to score best on the page. The line-block method has three
//! features, the text-to-tag ratio, the anchor-text ratio and the title keyword density,
//! and compares them with thresholds, some of which are tied to the standard deviation over the
//! page; where it cannot decide either, `Auto` takes smoothed tag ratios.
//! So nothing is decided before the page has ended, and line-blocks wait: a record each, and their
//! text. A page whose records and text fit the budget is decided as a whole. When they do not, the
//! older seven eighths are decided with what is known so far and handed out, and its memory is used
//! again: [`Summary::first_early_decision_offset`] says so, and from which place on. An endless
//! page is filtered in constant memory.
//!
//! # Sources
//!
//! - San 2014: Pan Ei San, "Boilerplate Removal and Content Extraction from Dynamic Web Pages",
//!   International Journal of Computer Science, Engineering and Applications 4(6). The line-block
//!   method.
//! - Weninger et al. 2010: Weninger, Hsu, Han, "CETR: Content Extraction via Tag Ratios", WWW.
//!   [`Method::TagRatio`].
//! - Insa et al. 2013: Insa, Silva, Tamarit, "Using the words/leafs ratio in the DOM tree for
//!   content extraction", Journal of Logic and Algebraic Programming 82(8).
//!   [`Method::WordsLeaves`].
//! - Oita and Senellart 2012: "FOREST: Focused Object Retrieval by Exploiting Significant Tag
//!   Paths". Wrappers of sites.
//! - Zhou and Mashuq 2014: "Web Content Extraction Through Machine Learning". Models of one site
//!   without a gold standard.
//!
//! # What is held in memory
//!
//! On the heap, whatever comes in; on machines of 64 bits:
//!
//! | room | bytes | what | knob |
//! |---|---:|---|---|
//! | decode | 12,288 | the first bytes of a page until its encoding is settled; a buffer for encodings other than UTF-8 | |
//! | token | 13,718 | attribute values of one tag; a `title`, `textarea` or `iframe` that may lack its end tag | |
//! | clean | 14,568 | 256 open elements, of more the outer half is forgotten; what 128 names of elements and 64 classes of links and spans say; a formula | |
//! | block | 1,216 | the target of a link, the language of code, the indent of a line | |
//! | block, waiting | 29,120 | records and text of line-blocks: this at least, the rest of the budget at most | [`Options::with_budget`] |
//! | block, nodes | 15,104 | the tree of elements and texts for [`Method::WordsLeaves`]: this at least, half of the rest of the budget at most; not with other methods | [`Method`] |
//! | meta | 7,488 | title, author, date, language, address, name of the site, description | |
//! | meta, fallback | 6,656 | text of JSON-LD; of a larger budget up to 76 KiB more | [`Options::with_fallback`] |
//! | decide | 8,704 | the title's keywords; the blocks before the first decision | |
//! | decide, learned | 36,782 | groups of like blocks, features of a few blocks, bits of what is shown; not with other methods | `learned` |
//! | render | 256 | what is open in the output | |
//! | select | 148,480 | the tag that is matched with selectors, what lol_html holds; 12,288 more for each part of a selector (`article > p` has two) and 256 for each name, class, id, attribute and pseudo-class in it, 1 MiB more if one says `of-type`; nothing without selectors | `Options::with_selectors` |
//!
//! Together, without nodes and selectors, that is [`Budget::minimum`]; a smaller budget is refused
//! by [`Extractor::new`]. [`Budget::DEFAULT`] is 4 MiB. [`Summary::peak_bytes`] says what was in
//! use. Not counted are the caller's chunk, and text that [`Extractor::push`] collects until [`Extractor::finish`]: a [`Sink`] takes it away piece by piece.
//!
//! ```
//! use trommel::{Budget, Extractor, Options};
//!
//! let minimum = Budget::minimum(&Options::default());
//! assert!(minimum < Budget::parse("192KiB")?);
//! assert!(Extractor::new(Options::default().with_budget(minimum)).is_ok());
//! let too_small = Budget::from_bytes(minimum.bytes() - 1);
//! assert!(Extractor::new(Options::default().with_budget(too_small)).is_err());
//! # Ok::<(), trommel::Error>(())
//! ```
//!
//! # What is given up by reading once
//!
//! - *The tree.* A stack of open elements, with the implied ends of the standard, is all there is:
//!   no foster parenting, no reconstruction of formatting elements in later blocks, no adoption
//!   agency beyond "this element is no longer open".
//! - *A second look.* What is decided early is decided without what follows, and a title that comes
//!   after the first early decision gives no keywords. A declaration of the encoding behind the
//!   first 8 KiB is not seen.
//! - *Long values.* An attribute value is cut after [`html::VALUE_BYTES`], a field of [`Metadata`]
//!   after 1 KiB; a line-block longer than 8 KiB is decided in parts, which are joined again in the
//!   output.
//! - *Nesting without end.* [`Method::WordsLeaves`] tells 128 elements around a text apart, the
//!   other methods 64, and all as many elements as half of the spare budget has room for; what is
//!   more counts with what is around it ([`Summary::nodes_folded`]).
//! - *What a style sheet hides.* Elements are hidden by their own attributes only.
//!
//! HTML is never wrong: whatever the bytes, there is a reading, no error and no panic. The same
//! bytes and options give the same output, whatever the chunks, the machine, and what the extractor
//! did before; but a page that outgrows its budget is decided in parts, which are larger on
//! machines of 32 bits, where records are smaller.
//!
//! # Cost
//!
//! Time is linear in the input, whatever is in it. After [`Extractor::new`], memory is taken from
//! the allocator only for line-blocks that wait, in segments that are kept for the next page, and
//! for what a [`Summary`] and an [`Extraction`] hold ([`Extractor::finish_into`] takes those of an
//! earlier page). Measured figures, with machine and command, are in the README.
//!
//! # Features
//!
//! - `learned` (part of `cli`): the model of the learned decision, some 340 KiB in the binary.
//!   Without it [`Method::Auto`] is the line-block method, unless [`Options::with_model`] gives a
//!   model.
//! - `select` (part of `cli`): module `select` and `Options::with_selectors`, which bound the main
//!   content by CSS selectors. Implies `std`.
//! - `cli` (default): the command `trommel`, and the modules `score`, which compares text with a
//!   gold standard, and `train`. Implies `std`. Who uses the library alone says `default-features =
//!   false`, and has five dependencies: `memchr`, `encoding_rs`, `chardetng`, `fearless_simd`,
//!   `simdutf8`.
//! - `site` (part of `cli`): the module `site`, which learns wrappers of sites, and
//!   `Options::with_sites`, which applies them. Implies `std`.
//! - `full`: the command with what takes long to build: Parquet files as output of `batch`.
//! - `std`: [`Error`] is a [`core::error::Error`] either way; what this adds is the vector
//!   instructions that `memchr`, `simdutf8` and `fearless_simd` find out about at run time. Without
//!   it the crate is `no_std` with `alloc`, and builds for bare metal and WebAssembly.
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod block;
mod budget;
#[cfg(feature = "css")]
pub mod css;
mod decide;
mod decode;
mod error;
mod extractor;
mod feature;
pub mod html;
mod line_block;
mod metadata;
mod methods;
mod model;
mod render;
#[cfg(feature = "_train")]
pub mod score;
mod segment;
#[cfg(feature = "site")]
pub mod site;
mod structure;
#[cfg(feature = "_train")]
pub mod train;

pub use block::Verdict;
pub use budget::Budget;
pub use decide::explain::Contribution;
pub use error::{Error, ErrorKind, Result};
#[cfg(feature = "stream")]
pub use extractor::ExtractStream;
#[cfg(feature = "std")]
pub use extractor::{ExtractWriter, extract_reader};
pub use extractor::{Extraction, Extractor, Options, Sink, Summary, extract};
pub use line_block::LineBlock;
pub use metadata::Metadata;
pub use methods::{
    Combination, Favor, Format, Method, NodeRatio, Relevance, TagRatio, Threshold, Thresholds,
};
pub use model::Model;
pub use segment::{Segment, SegmentKind};

/// The examples of the README are run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::String;

    /// What the table of the crate's documentation says, by room.
    fn documented_bytes(room: &str) -> usize {
        let begin = format!("//! | {room} | ");
        let row = include_str!("lib.rs").lines().find_map(|line| line.strip_prefix(&begin));
        let cell = row.and_then(|row| row.split(" |").next()).expect("each room has a row with its bytes");
        cell.replace(',', "").parse().expect("the second cell is a number")
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn the_memory_table_says_what_the_rooms_hold_and_that_is_the_minimum_budget() {
        let rooms = [
            ("decode", decode::HELD_BYTES),
            ("token", html::Tokenizer::HELD_BYTES),
            ("clean", structure::ElementTracker::HELD_BYTES),
            ("block", block::Blocks::HELD_BYTES),
            ("block, waiting", block::MINIMUM_BYTES),
            ("meta", metadata::MetadataCollector::HELD_BYTES),
            ("meta, fallback", metadata::held_bytes(metadata::text_bytes(0))),
            ("decide", decide::HELD_BYTES),
            ("decide, learned", decide::LEARNED_HELD_BYTES),
            ("render", render::HELD_BYTES),
        ];
        let wrong: String = rooms
            .iter()
            .filter(|(room, held)| documented_bytes(room) != *held)
            .map(|(room, held)| format!("{room} holds {held}\n"))
            .collect();
        let minimum = |method| Budget::minimum(&Options::default().with_method(method)).bytes();
        let nodes = minimum(Method::WordsLeaves) - minimum(Method::TagRatio);
        assert_eq!((documented_bytes("block, nodes"), nodes), (nodes, block::NODES_MINIMUM_BYTES));
        assert!(wrong.is_empty(), "the table \"What is held in memory\" in src/lib.rs differs:\n{wrong}");
        #[cfg(feature = "css")]
        {
            let selectors = css::Selectors::default().select("article>p").expect("it is a selector");
            let options = Options::default().with_fallback(false);
            let plain = Budget::minimum(&options).bytes();
            let held = Budget::minimum(&options.with_selectors(selectors)).bytes() - plain;
            assert_eq!(held, documented_bytes("select") + 2 * (12_288 + 256));
        }
        let is_held = |room: &str| room != "decide, learned" || cfg!(feature = "model");
        let sum: usize = rooms.iter().filter(|(room, _)| is_held(room)).map(|(_, held)| held).sum();
        assert_eq!(Budget::minimum(&Options::default()).bytes(), sum);
    }
}
