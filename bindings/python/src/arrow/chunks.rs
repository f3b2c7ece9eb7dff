//! Chunks as a column of lists, or as rows of their own.

use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder, Float64Builder, Int64Builder, LargeStringBuilder, ListBuilder, StringBuilder, StructBuilder,
};
use arrow_array::{Array, StructArray};
use arrow_schema::{DataType, Field, FieldRef, Fields};
use trommel_output::ListedChunk;

use crate::page_data::{ChunkIds, PageData};

/// Name of the column of lists.
pub(super) const NAME: &str = "chunks";

/// The fields of a chunk.
fn chunk_fields() -> Vec<Field> {
    let texts = DataType::List(Arc::new(Field::new("item", DataType::Utf8, true)));
    [
        ("id", DataType::Utf8),
        ("chunk", DataType::Int64),
        ("text", DataType::LargeUtf8),
        ("markdown", DataType::LargeUtf8),
        ("headings", texts.clone()),
        ("roles", texts),
        ("chars", DataType::Int64),
        ("words", DataType::Int64),
        ("tokens", DataType::Int64),
        ("offset", DataType::Int64),
        ("end", DataType::Int64),
        ("previous", DataType::Utf8),
        ("next", DataType::Utf8),
    ]
    .map(|(name, kind)| Field::new(name, kind, true))
    .to_vec()
}

/// The fields of a row that is a chunk: those of the chunk, and those of its page. `row` is the
/// number of the page's row in the input.
fn row_fields() -> Vec<Field> {
    let of_page = [
        ("row", DataType::Int64),
        ("page", DataType::Utf8),
        ("url", DataType::Utf8),
        ("title", DataType::Utf8),
        ("date", DataType::Utf8),
        ("lang", DataType::Utf8),
        ("confidence", DataType::Float64),
    ];
    let of_page = of_page.map(|(name, kind)| Field::new(name, kind, true));
    [chunk_fields(), of_page.to_vec()].concat()
}

/// The field of the column of lists.
pub(super) fn list_field() -> FieldRef {
    let item = Field::new("item", DataType::Struct(chunk_fields().into()), true);
    Arc::new(Field::new(NAME, DataType::List(Arc::new(item)), true))
}

/// The type of rows that are chunks.
pub(super) fn rows_field() -> FieldRef {
    Arc::new(Field::new("", DataType::Struct(row_fields().into()), false))
}

fn builder(fields: Vec<Field>) -> StructBuilder {
    let builders = fields.iter().map(|field| -> Box<dyn ArrayBuilder> {
        match field.data_type() {
            DataType::Utf8 => Box::new(StringBuilder::new()),
            DataType::LargeUtf8 => Box::new(LargeStringBuilder::new()),
            DataType::Float64 => Box::new(Float64Builder::new()),
            DataType::List(_) => Box::new(ListBuilder::new(StringBuilder::new())),
            _ => Box::new(Int64Builder::new()),
        }
    });
    let builders = builders.collect();
    StructBuilder::new(Fields::from(fields), builders)
}

/// Appends values to the columns of a struct, in order.
struct Row<'a> {
    columns: &'a mut StructBuilder,
    next: usize,
}

impl Row<'_> {
    fn column<T: ArrayBuilder>(&mut self) -> Option<&mut T> {
        self.next += 1;
        self.columns.field_builder::<T>(self.next - 1)
    }

    fn text(&mut self, text: Option<&str>) {
        self.column::<StringBuilder>().into_iter().for_each(|column| column.append_option(text));
    }

    fn long_text(&mut self, text: &str) {
        self.column::<LargeStringBuilder>().into_iter().for_each(|column| column.append_value(text));
    }

    fn texts(&mut self, texts: &[String]) {
        if let Some(column) = self.column::<ListBuilder<StringBuilder>>() {
            texts.iter().for_each(|text| column.values().append_value(text));
            column.append(true);
        }
    }

    fn number(&mut self, number: u64) {
        let number = i64::try_from(number).unwrap_or(i64::MAX);
        self.column::<Int64Builder>().into_iter().for_each(|column| column.append_value(number));
    }

    /// Appends a chunk.
    fn chunk(&mut self, chunk: &ListedChunk, at: usize, ids: &ChunkIds<'_>) {
        self.text(ids.get(Some(at)).as_deref());
        self.number(chunk.chunk);
        self.long_text(&chunk.text);
        self.long_text(&chunk.markdown);
        self.texts(&chunk.headings);
        self.texts(&chunk.roles);
        for number in [chunk.chars, chunk.words, chunk.tokens] {
            self.number(number.into());
        }
        self.number(chunk.offset);
        self.number(chunk.end);
        self.text(ids.get(at.checked_sub(1)).as_deref());
        self.text(ids.get(Some(at + 1)).as_deref());
    }

    /// Ends the row.
    fn end(self) {
        self.columns.append(true);
    }
}

/// The chunks of a page, and their ids.
fn chunks_of(page: &PageData) -> (&[ListedChunk], ChunkIds<'_>) {
    let chunks = page.parts.chunks.as_deref().unwrap_or_default();
    (chunks, ChunkIds::of(&page.facts, chunks.len()))
}

/// A column of lists of chunks.
pub(super) struct ChunkLists(ListBuilder<StructBuilder>);

impl Default for ChunkLists {
    fn default() -> Self {
        Self(ListBuilder::new(builder(chunk_fields())))
    }
}

impl ChunkLists {
    /// Appends the chunks of a page; without a page, a null.
    pub(super) fn append(&mut self, page: Option<&PageData>) {
        if let Some(page) = page {
            let (chunks, ids) = chunks_of(page);
            for (at, chunk) in chunks.iter().enumerate() {
                let mut row = Row { columns: self.0.values(), next: 0 };
                row.chunk(chunk, at, &ids);
                row.end();
            }
        }
        self.0.append(page.is_some());
    }

    pub(super) fn finish(&mut self) -> Arc<dyn Array> {
        Arc::new(self.0.finish())
    }
}

/// Rows that are chunks.
pub(super) struct ChunkRows(StructBuilder);

impl Default for ChunkRows {
    fn default() -> Self {
        Self(builder(row_fields()))
    }
}

impl ChunkRows {
    /// Appends the chunks of a page, which is this row of the input.
    pub(super) fn append(&mut self, page: &PageData, row_number: u64) {
        let facts = &page.facts;
        let (chunks, ids) = chunks_of(page);
        for (at, chunk) in chunks.iter().enumerate() {
            let mut row = Row { columns: &mut self.0, next: 0 };
            row.chunk(chunk, at, &ids);
            row.number(row_number);
            for text in [facts.id.as_deref(), facts.url.as_deref()] {
                row.text(text);
            }
            for text in [&facts.fields.title, &facts.fields.date, &facts.fields.lang] {
                row.text(text.as_deref());
            }
            let confidence = facts.fields.confidence;
            row.column::<Float64Builder>().into_iter().for_each(|column| column.append_option(confidence));
            row.end();
        }
    }

    pub(super) fn finish(&mut self) -> StructArray {
        self.0.finish()
    }
}
