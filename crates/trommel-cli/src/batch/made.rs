//! Encoded pages.

use std::borrow::Cow;

use tempfile::SpooledTempFile;
use trommel::Summary;
use trommel::repeats::PageSketch;
use trommel_output::json::stated;
use trommel_output::{PageFields, RecordFacts, Source, TableRow};
#[cfg(feature = "train")]
use trommel_train::wrapper::Page as Table;

pub(crate) enum Encoded {
    /// Bytes for the output.
    Bytes(SpooledTempFile),
    /// A complete record to write.
    Record(Box<Record>),
    /// A row of a table.
    #[cfg(feature = "parquet")]
    Row(Box<Row>),
    /// A page to learn a wrapper from.
    #[cfg(feature = "train")]
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

/// A page as a row of a table.
pub(crate) struct Row {
    pub(crate) id: Option<String>,
    pub(crate) text: String,
    pub(crate) markdown: Option<String>,
    pub(crate) summary: Summary,
    /// Whether wrappers of sites are used.
    pub(crate) has_sites: bool,
    pub(crate) record: Option<RecordFacts>,
    pub(crate) source: Option<Source>,
    pub(crate) truncated: Option<String>,
}

impl Row {
    /// Passes its cells to `write`.
    pub(crate) fn cells<T>(&self, write: impl FnOnce(&TableRow<'_>) -> T) -> T {
        write(&TableRow {
            id: self.id.as_deref(),
            url: stated(&self.summary.metadata.url),
            text: &self.text,
            markdown: self.markdown.as_deref(),
            fields: &PageFields::of(&self.summary, self.has_sites, Cow::Borrowed),
            record: self.record.as_ref(),
            truncated: self.truncated.as_deref(),
            source: self.source.as_ref(),
        })
    }
}
