//! What a page is made into.

use tempfile::SpooledTempFile;
use trommel::Summary;
use trommel::repeats::PageSketch;
use trommel_train::wrapper::Page as Table;

use crate::source::{RecordFacts, Source};

/// What a page was made into.
pub(crate) enum Encoded {
    /// Bytes for the output.
    Bytes(SpooledTempFile),
    /// A record for the output, as it is to be written.
    Record(Box<Record>),
    /// A row of a table.
    #[cfg(feature = "parquet")]
    Row(Box<Row>),
    /// A page to learn from.
    Table(Box<Table>),
    /// What a page has that others may repeat.
    Sketch(Box<PageSketch>),
    /// The page itself, if it is the one that is wanted.
    Html(Box<Html>),
    /// Nothing, of any other page.
    Nothing,
}

/// A page as it is, and what is known of it.
pub(crate) struct Html {
    pub(crate) name: String,
    pub(crate) url: Option<String>,
    pub(crate) charset: Option<String>,
    pub(crate) bytes: Vec<u8>,
    /// Why it is not whole.
    pub(crate) truncated: Option<String>,
}

/// A record of text.
pub(crate) struct Record {
    /// In a gzip member or a zstd frame of its own, where that is asked for.
    pub(crate) compressed: SpooledTempFile,
    /// Bytes of it, not compressed.
    pub(crate) bytes: u64,
    pub(crate) date: String,
}

/// A page with all that is known of it.
pub(crate) struct Row {
    pub(crate) id: Option<String>,
    pub(crate) text: String,
    pub(crate) markdown: Option<String>,
    pub(crate) summary: Summary,
    /// With wrappers: whether one found the content.
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "a table of text has no column for it"))]
    pub(crate) site: Option<bool>,
    pub(crate) record: Option<RecordFacts>,
    pub(crate) source: Option<Source>,
    pub(crate) truncated: Option<String>,
}
