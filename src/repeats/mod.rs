//! What the pages of a host repeat: a sketch of a crawl, as evidence for the decision.
//!
//! Text that several pages of a host have is rarely the content of one: cookie texts, author boxes,
//! lists of teasers. A first pass over a crawl collects [`Repeats`]. A second pass has the blocks
//! of each page looked up in it ([`Options::with_repeats`](crate::Options::with_repeats)).
//!
//! For each host, the sketch has hashes of block texts, with digits and white space folded. For
//! each hash it has a sample of the pages that have the text, and whether the page kept it. Pages
//! with nearly the same content count as one page. Their names are MinHashes of their kept text.
//!
//! ```
//! use std::sync::Arc;
//! use trommel::repeats::{Limits, Repeats};
//! use trommel::{Extractor, Method, Options, methods::Thresholds};
//!
//! let box_text = "Ada writes about rivers, lakes and all the water between them, for this paper and for others.";
//! let page = |text: &str| format!("<title>Water</title><p>{text} and rose on.</p><p>{box_text}</p><a href=/>Home</a>");
//! let pages = ["The river rose for three days", "A lake froze in the night", "The sea was calm again"].map(page);
//! let options = Options::default().with_method(Method::LineBlock(Thresholds::DEFAULT));
//!
//! // The first pass.
//! let mut extractor = Extractor::new(options.clone().record_repeats(true))?;
//! let mut repeats = Repeats::new(Limits::DEFAULT);
//! for (html, id) in pages.iter().zip(["a", "b", "c"]) {
//!     extractor.set_url("https://paper.example/");
//!     extractor.push(html.as_bytes())?;
//!     assert!(extractor.finish()?.text.contains(box_text));
//!     repeats.add(extractor.page_sketch(), Some(id));
//! }
//!
//! // The second pass.
//! let mut extractor = Extractor::new(options.with_repeats(Arc::new(repeats)))?;
//! extractor.set_url("https://paper.example/");
//! extractor.push(pages[0].as_bytes())?;
//! assert_eq!(extractor.finish()?.text, "The river rose for three days and rose on.\n");
//! # Ok::<(), trommel::Error>(())
//! ```

mod file;
mod host;
mod page;
mod sketch;
pub(crate) mod text_key;

pub(crate) use host::Host;
pub use host::Repeat;
pub use page::PageSketch;
pub(crate) use page::{MAX_BLOCKS, block_key, host_hash};
pub use sketch::{Counts, Limits, Repeats};
