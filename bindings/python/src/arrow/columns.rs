//! Pages as rows of a record batch: the columns of the command's Parquet files.

use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Float64Builder, Int64Builder, LargeStringBuilder, StringBuilder,
    TimestampMicrosecondBuilder,
};
use arrow_array::{ArrayRef, StructArray};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields, TimeUnit};

use trommel_cli::{COLUMNS, ColumnKind};

use crate::page::PageData;

/// Most rows of a batch.
pub(crate) const MAX_ROWS: usize = 1024;

/// Bytes of text from which on a batch is full.
const MAX_TEXT_BYTES: usize = 32 << 20;

/// Time zone of timestamps.
const UTC: &str = "UTC";

enum Column {
    Text(StringBuilder),
    LongText(LargeStringBuilder),
    Integer(Int64Builder),
    Float(Float64Builder),
    Truth(BooleanBuilder),
    Time(TimestampMicrosecondBuilder),
}

/// One cell.
#[derive(Clone, Copy)]
enum Value<'a> {
    Null,
    Text(Option<&'a str>),
    Integer(Option<u64>),
    Float(Option<f64>),
    Truth(Option<bool>),
    Time(Option<i64>),
}

fn data_type(kind: ColumnKind) -> DataType {
    match kind {
        ColumnKind::Text => DataType::Utf8,
        ColumnKind::LongText => DataType::LargeUtf8,
        ColumnKind::Integer => DataType::Int64,
        ColumnKind::Float => DataType::Float64,
        ColumnKind::Boolean => DataType::Boolean,
        ColumnKind::Timestamp => DataType::Timestamp(TimeUnit::Microsecond, Some(UTC.into())),
    }
}

impl Column {
    fn new(kind: ColumnKind) -> Self {
        match kind {
            ColumnKind::Text => Self::Text(StringBuilder::new()),
            ColumnKind::LongText => Self::LongText(LargeStringBuilder::new()),
            ColumnKind::Integer => Self::Integer(Int64Builder::new()),
            ColumnKind::Float => Self::Float(Float64Builder::new()),
            ColumnKind::Boolean => Self::Truth(BooleanBuilder::new()),
            ColumnKind::Timestamp => Self::Time(TimestampMicrosecondBuilder::new().with_timezone(UTC)),
        }
    }

    /// Appends a value of its kind; any other is null.
    fn append(&mut self, value: Value<'_>) {
        match (self, value) {
            (Self::Text(column), Value::Text(text)) => column.append_option(text),
            (Self::LongText(column), Value::Text(text)) => column.append_option(text),
            (Self::Integer(column), Value::Integer(number)) => {
                column.append_option(number.map(|number| i64::try_from(number).unwrap_or(i64::MAX)));
            }
            (Self::Float(column), Value::Float(number)) => column.append_option(number),
            (Self::Truth(column), Value::Truth(truth)) => column.append_option(truth),
            (Self::Time(column), Value::Time(time)) => column.append_option(time),
            (Self::Text(column), _) => column.append_null(),
            (Self::LongText(column), _) => column.append_null(),
            (Self::Integer(column), _) => column.append_null(),
            (Self::Float(column), _) => column.append_null(),
            (Self::Truth(column), _) => column.append_null(),
            (Self::Time(column), _) => column.append_null(),
        }
    }

    fn finish(self) -> ArrayRef {
        match self {
            Self::Text(mut column) => ArrayBuilder::finish(&mut column),
            Self::LongText(mut column) => ArrayBuilder::finish(&mut column),
            Self::Integer(mut column) => ArrayBuilder::finish(&mut column),
            Self::Float(mut column) => ArrayBuilder::finish(&mut column),
            Self::Truth(mut column) => ArrayBuilder::finish(&mut column),
            Self::Time(mut column) => ArrayBuilder::finish(&mut column),
        }
    }
}

/// Here each column may be null: all are for a page that is.
fn fields() -> Fields {
    COLUMNS.iter().map(|column| Field::new(column.name, data_type(column.kind), true)).collect()
}

/// The type of batches: a struct of the columns.
pub(crate) fn field() -> FieldRef {
    Arc::new(Field::new("", DataType::Struct(fields()), false))
}

/// Rows of a batch.
pub(crate) struct Rows {
    columns: Vec<Column>,
    rows: usize,
    text_bytes: usize,
}

impl Rows {
    pub(crate) fn new() -> Self {
        Self {
            columns: COLUMNS.iter().map(|column| Column::new(column.kind)).collect(),
            rows: 0,
            text_bytes: 0,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rows == 0
    }

    pub(crate) fn is_full(&self) -> bool {
        self.rows >= MAX_ROWS || self.text_bytes >= MAX_TEXT_BYTES
    }

    /// Appends a page; a row of nulls where there is none.
    pub(crate) fn append(&mut self, page: Option<&PageData>) {
        let values = page.map_or([Value::Null; COLUMNS.len()], values);
        for (column, value) in self.columns.iter_mut().zip(values) {
            column.append(value);
        }
        self.rows += 1;
        self.text_bytes +=
            page.map_or(0, |page| page.text.len() + page.markdown.as_ref().map_or(0, String::len));
    }

    pub(crate) fn finish(self) -> Result<ArrayRef, ArrowError> {
        let columns = self.columns.into_iter().map(Column::finish).collect();
        Ok(Arc::new(StructArray::try_new(fields(), columns, None)?))
    }
}

/// The cells of a page, in the order of the columns.
fn values(page: &PageData) -> [Value<'_>; COLUMNS.len()] {
    let facts = &page.facts;
    let (record, fields) = (facts.record.as_ref(), &facts.fields);
    [
        Value::Text(facts.id.as_deref()),
        Value::Text(facts.url.as_deref()),
        Value::Text(fields.title.as_deref()),
        Value::Text(fields.author.as_deref()),
        Value::Text(fields.date.as_deref()),
        Value::Text(fields.lang.as_deref()),
        Value::Text(Some(&page.text)),
        Value::Text(page.markdown.as_deref()),
        Value::Text(Some(&fields.method)),
        Value::Float(fields.confidence),
        Value::Text(fields.page_type.as_deref()),
        Value::Float(fields.page_type_probability),
        Value::Text(Some(&fields.encoding)),
        Value::Integer(Some(fields.blocks)),
        Value::Integer(Some(fields.blocks_kept)),
        Value::Integer(fields.decided_early),
        Value::Integer(Some(fields.bytes_in)),
        Value::Integer(Some(fields.malformed)),
        Value::Integer(Some(fields.elements_forgotten)),
        Value::Integer(Some(fields.nodes_folded)),
        Value::Integer(Some(fields.text_bytes_lost)),
        Value::Integer(Some(fields.fallback_bytes_cut)),
        Value::Truth(Some(fields.revealed)),
        Value::Truth(fields.site),
        Value::Integer(fields.selected),
        Value::Integer(fields.dropped),
        Value::Integer(Some(fields.select_tags_cut)),
        Value::Integer(Some(fields.select_restarts)),
        Value::Text(record.and_then(|record| record.warc_record_id.as_deref())),
        Value::Time(
            record.and_then(|record| record.warc_date.as_deref()).and_then(trommel_cli::date_in_micros),
        ),
        Value::Integer(record.and_then(|record| record.http_status).map(u64::from)),
        Value::Text(record.and_then(|record| record.content_type.as_deref())),
        Value::Text(record.and_then(|record| record.charset.as_deref())),
        Value::Text(facts.truncated.as_deref()),
        Value::Text(record.map(|record| record.source.file.as_str())),
        Value::Integer(record.map(|record| record.source.offset)),
        Value::Integer(record.and_then(|record| record.source.unpacked_offset)),
        // A record is no row of a table, and no file in an archive.
        Value::Null,
        Value::Null,
    ]
}
