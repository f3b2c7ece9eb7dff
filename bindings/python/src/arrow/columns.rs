//! Pages as rows of a record batch: the columns of the command's Parquet files.

use std::sync::Arc;

use arrow_array::{ArrayRef, StructArray};
use arrow_schema::{ArrowError, DataType, Field, FieldRef};

use trommel_cli::{RecordCells, SourceCells, TableRow, TableRows};

use crate::page_data::PageData;

/// Most rows of a batch.
pub(crate) const MAX_ROWS: usize = 1024;

/// Bytes of text from which on a batch is full.
const MAX_TEXT_BYTES: usize = 32 << 20;

/// The type of batches: a struct of the columns. Each may be null: all are for a page that is.
pub(crate) fn field() -> FieldRef {
    Arc::new(Field::new("", DataType::Struct(TableRows::nullable_fields()), false))
}

/// Rows of a batch.
#[derive(Default)]
pub(crate) struct Rows(TableRows);

impl Rows {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.rows() == 0
    }

    pub(crate) fn is_full(&self) -> bool {
        self.0.rows() >= MAX_ROWS || self.0.text_bytes() >= MAX_TEXT_BYTES
    }

    /// Appends a page; without a page, a row of nulls.
    pub(crate) fn append(&mut self, page: Option<&PageData>) {
        self.0.append(page.map(row).as_ref());
    }

    pub(crate) fn finish(mut self) -> Result<ArrayRef, ArrowError> {
        Ok(Arc::new(StructArray::try_new(TableRows::nullable_fields(), self.0.take(), None)?))
    }
}

/// A page as a row.
fn row(page: &PageData) -> TableRow<'_> {
    let facts = &page.facts;
    let record = facts.record.as_ref();
    TableRow {
        id: facts.id.as_deref(),
        url: facts.url.as_deref(),
        text: &page.text,
        markdown: page.markdown.as_deref(),
        fields: &facts.fields,
        record: record.map_or_else(RecordCells::default, |record| RecordCells {
            warc_record_id: record.warc_record_id.as_deref(),
            warc_date: record.warc_date.as_deref(),
            http_status: record.http_status,
            content_type: record.content_type.as_deref(),
            charset: record.charset.as_deref(),
        }),
        truncated: facts.truncated.as_deref(),
        // A record is no row of a table, and no file in an archive.
        source: record.map_or_else(SourceCells::default, |record| SourceCells {
            file: Some(&record.source.file),
            offset: Some(record.source.offset),
            uncompressed_offset: record.source.uncompressed_offset,
            ..SourceCells::default()
        }),
    }
}
