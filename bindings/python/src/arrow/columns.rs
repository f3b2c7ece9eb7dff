//! Pages as rows of a record batch: the columns of the command's Parquet files.

use std::sync::Arc;

use arrow_array::{ArrayRef, StructArray};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields};

use trommel_output::{TableRow, TableRows};

use super::chunks::{self, ChunkLists, ChunkRows};
use crate::page_data::PageData;

/// Maximum rows of a batch.
pub(crate) const MAX_ROWS: usize = 1024;

/// Bytes of text at which a batch is full.
const MAX_TEXT_BYTES: usize = 32 << 20;

/// The kind of rows of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowKind {
    Pages,
    /// Pages with a column of their chunks.
    PagesWithChunks,
    Chunks,
}

impl RowKind {
    /// The type of batches: a struct of the columns. Each may be null; for a null page all are.
    pub(crate) fn field(self) -> FieldRef {
        match self {
            Self::Chunks => chunks::rows_field(),
            _ => Arc::new(Field::new("", DataType::Struct(self.page_fields()), false)),
        }
    }

    fn page_fields(self) -> Fields {
        let chunks = (self == Self::PagesWithChunks).then(chunks::list_field);
        TableRows::nullable_fields().iter().cloned().chain(chunks).collect()
    }
}

/// Rows of a batch.
pub(crate) struct Rows {
    kind: RowKind,
    pages: TableRows,
    lists: ChunkLists,
    chunks: ChunkRows,
    /// Rows of the input so far, and bytes of their chunks.
    count: u64,
    chunk_bytes: usize,
}

impl Rows {
    /// Rows of a batch whose first row of the input is `first`.
    pub(crate) fn new(kind: RowKind, first: u64) -> Self {
        let (lists, chunks) = (ChunkLists::default(), ChunkRows::default());
        Self { kind, pages: TableRows::default(), lists, chunks, count: first, chunk_bytes: 0 }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.pages.rows() == 0
    }

    pub(crate) fn is_full(&self) -> bool {
        self.pages.rows() >= MAX_ROWS || self.pages.text_bytes() + self.chunk_bytes >= MAX_TEXT_BYTES
    }

    /// Number of the next row of the input.
    pub(crate) fn next_row(&self) -> u64 {
        self.count
    }

    /// Appends a page; without a page, a row of nulls, or no chunk.
    pub(crate) fn append(&mut self, page: Option<&PageData>) {
        self.pages.append(page.map(row).as_ref());
        if self.kind == RowKind::PagesWithChunks {
            self.lists.append(page);
        }
        if let Some(page) = page.filter(|_| self.kind == RowKind::Chunks) {
            self.chunks.append(page, self.count);
        }
        let chunks = page.and_then(|page| page.parts.chunks.as_deref()).unwrap_or_default();
        self.chunk_bytes += chunks.iter().map(|chunk| chunk.text.len() + chunk.markdown.len()).sum::<usize>();
        self.count += 1;
    }

    pub(crate) fn finish(mut self) -> Result<ArrayRef, ArrowError> {
        if self.kind == RowKind::Chunks {
            return Ok(Arc::new(self.chunks.finish()));
        }
        let mut columns = self.pages.take();
        if self.kind == RowKind::PagesWithChunks {
            columns.push(self.lists.finish());
        }
        Ok(Arc::new(StructArray::try_new(self.kind.page_fields(), columns, None)?))
    }
}

/// A page as a row.
fn row(page: &PageData) -> TableRow<'_> {
    let facts = &page.facts;
    TableRow {
        id: facts.id.as_deref(),
        url: facts.url.as_deref(),
        text: &page.text,
        markdown: page.markdown.as_deref(),
        fields: &facts.fields,
        record: facts.record.as_ref(),
        truncated: facts.truncated.as_deref(),
        source: facts.source.as_ref(),
    }
}
