//! The output of an extraction: the fields of a page as JSON, CSV and Arrow.
//!
//! The command `trommel` and the Python package write the same fields, in the same order:
//!
//! - [`PageFields`] and [`MoreFields`] are taken from the summary of a page. The sinks [`Listing`]
//!   and [`Spanning`] collect [`Lists`], [`Span`] and [`ListedChunk`] while it is read.
//! - [`json`] writes a page as one line.
//! - [`COLUMNS`] are the columns of tables, [`csv`] writes them as text, and `TableRows` (feature
//!   `arrow`) collects them as Arrow arrays.
//!
//! ```
//! use std::borrow::Cow;
//! use trommel_output::PageFields;
//!
//! let html = b"<title>Rain</title><p>It rained for three days.";
//! let page = trommel::extract(html, &trommel::Options::default())?;
//! let fields = PageFields::of(&page.summary, false, Cow::Borrowed);
//! assert_eq!(fields.title.as_deref(), Some("Rain"));
//! # Ok::<(), trommel::Error>(())
//! ```
#![forbid(unsafe_code)]

#[cfg(feature = "arrow")]
mod arrow;
mod chunk;
mod columns;
pub mod csv;
#[cfg(feature = "arrow")]
mod date;
pub mod json;
mod lists;
mod more_fields;
mod page_fields;
mod source;
mod spans;

#[cfg(feature = "arrow")]
pub use arrow::TableRows;
pub use chunk::{ChunkTail, ListedChunk, write_chunk};
pub use columns::{COLUMNS, CellOf, ColumnKind, ColumnValue, TableColumn, TableRow};
pub use lists::{ListedImage, ListedLink, ListedPost, Listing, Lists};
pub use more_fields::{MoreFields, SourceFields};
pub use page_fields::{PageFields, rounded};
pub use source::{RecordFacts, Source, SpeedSample};
pub use spans::{Span, Spanning};
