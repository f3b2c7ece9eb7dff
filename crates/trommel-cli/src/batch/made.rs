//! Encoded pages.

use tempfile::SpooledTempFile;
use trommel::Summary;
use trommel::repeats::PageSketch;
use trommel_train::wrapper::Page as Table;

use crate::source::{RecordFacts, Source};

pub(crate) enum Encoded {
    /// Bytes for the output.
    Bytes(SpooledTempFile),
    /// A complete record to write.
    Record(Box<Record>),
    /// A row of a table.
    #[cfg(feature = "parquet")]
    Row(Box<Row>),
    /// A page to learn a wrapper from.
    Table(Box<Table>),
    /// The parts of a page that others may repeat.
    Sketch(Box<PageSketch>),
    /// The page itself, if it is the requested one.
    Html(Box<Html>),
    /// Nothing, for other pages.
    Nothing,
}

/// A page's HTML and its known properties.
pub(crate) struct Html {
    pub(crate) name: String,
    pub(crate) url: Option<String>,
    pub(crate) charset: Option<String>,
    pub(crate) bytes: Vec<u8>,
    /// Why it is incomplete.
    pub(crate) truncated: Option<String>,
}

pub(crate) struct Record {
    /// Compressed as its own gzip member or zstd frame, if requested.
    pub(crate) compressed: SpooledTempFile,
    /// Bytes before compression.
    pub(crate) bytes: u64,
    pub(crate) date: String,
}

pub(crate) struct Row {
    pub(crate) id: Option<String>,
    pub(crate) text: String,
    pub(crate) markdown: Option<String>,
    pub(crate) summary: Summary,
    /// With wrappers: whether one of them found the content.
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "a table of text has no column for it"))]
    pub(crate) site: Option<bool>,
    pub(crate) record: Option<RecordFacts>,
    pub(crate) source: Option<Source>,
    pub(crate) truncated: Option<String>,
}
