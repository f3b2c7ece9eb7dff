//! Reports of `trommel`: one page with each decision about it, and a crawl.
//!
//! - [`explain`] runs the methods over a page. The result is [`Explained`].
//! - A [`Collector`] counts the rows of `trommel batch`. The result is [`Crawl`].
//!
//! serde writes both as JSON. [`write_page`] and [`write_crawl`] write one HTML file with the
//! viewer.
//!
//! ```
//! use trommel_report::{Collector, write_crawl};
//!
//! let rows = br#"{"id":"a","text":"It rained.\n","blocks":2,"blocks_kept":1}"#;
//! let mut collector = Collector::default();
//! collector.begin("rows.jsonl");
//! collector.read(&rows[..], "rows.jsonl", |message| eprintln!("{message}"))?;
//! assert_eq!((collector.pages(), collector.bad_lines()), (1, 0));
//! let mut html = Vec::new();
//! write_crawl(&collector.data(Vec::new()), &mut html)?;
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]

mod crawl;
mod html;
mod page;

pub use crawl::collect::Collector;
pub use crawl::data::Crawl;
pub use crawl::summary::RunSummary;
pub use html::{write_crawl, write_page};
pub use page::data::{Blocks, Explained, Run, Truth, WordScores};
pub use page::explain::{ExplainError, Gold, MAX_PAGE_BYTES, Page, Question, explain};
