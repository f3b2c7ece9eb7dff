//! Pages as rows of a Parquet file.

use std::io;
use std::mem;
use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Float64Builder, Int64Builder, LargeStringBuilder, StringBuilder,
    TimestampMicrosecondBuilder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, TimeUnit};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;

use crate::batch::columns::{COLUMNS, ColumnKind, TableColumn};
use crate::batch::date::microseconds;
use crate::batch::encode::Row;
use crate::files::Output;
use crate::json::said;
use crate::page_fields::rounded;

/// Bytes of text in a row group, from which on it is written.
const ROW_GROUP_BYTES: usize = 32 << 20;

/// Most rows of a row group.
const ROW_GROUP_ROWS: usize = 1 << 16;

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
enum Value<'a> {
    Text(Option<&'a str>),
    Integer(Option<u64>),
    Float(Option<f64>),
    Truth(Option<bool>),
    Time(Option<i64>),
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

    fn append(&mut self, value: &Value<'_>) {
        match (self, value) {
            (Self::Text(column), Value::Text(text)) => column.append_option(*text),
            (Self::LongText(column), Value::Text(text)) => column.append_option(*text),
            (Self::Integer(column), Value::Integer(number)) => {
                column.append_option(number.map(|number| i64::try_from(number).unwrap_or(i64::MAX)));
            }
            (Self::Float(column), Value::Float(number)) => column.append_option(*number),
            (Self::Truth(column), Value::Truth(truth)) => column.append_option(*truth),
            (Self::Time(column), Value::Time(time)) => column.append_option(*time),
            _ => debug_assert!(false, "a value of another kind than its column"),
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Text(column) => ArrayBuilder::finish(column),
            Self::LongText(column) => ArrayBuilder::finish(column),
            Self::Integer(column) => ArrayBuilder::finish(column),
            Self::Float(column) => ArrayBuilder::finish(column),
            Self::Truth(column) => ArrayBuilder::finish(column),
            Self::Time(column) => ArrayBuilder::finish(column),
        }
    }
}

/// A Parquet file that is being written.
///
/// Cost: holds a row group, at most 32 MiB of text and the largest page's, some four times while it
/// is written: as a row, in its column, as it is encoded and packed.
pub(crate) struct Table {
    writer: ArrowWriter<Output>,
    schema: Arc<Schema>,
    columns: Vec<Column>,
    rows: usize,
    text_bytes: usize,
}

impl Table {
    pub(crate) fn new(output: Output) -> io::Result<Self> {
        let field = |column: &TableColumn| {
            let kind = match column.kind {
                ColumnKind::Text => DataType::Utf8,
                ColumnKind::LongText => DataType::LargeUtf8,
                ColumnKind::Integer => DataType::Int64,
                ColumnKind::Float => DataType::Float64,
                ColumnKind::Boolean => DataType::Boolean,
                ColumnKind::Timestamp => DataType::Timestamp(TimeUnit::Microsecond, Some(UTC.into())),
            };
            Field::new(column.name, kind, column.is_nullable)
        };
        let schema = Arc::new(Schema::new(COLUMNS.iter().map(field).collect::<Vec<_>>()));
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_created_by(concat!("trommel ", env!("CARGO_PKG_VERSION")).to_string());
        // Hardly two pages have one text, and nobody looks for the least of them: both would hold a
        // page once more.
        for column in COLUMNS.iter().filter(|column| column.kind == ColumnKind::LongText) {
            properties = properties
                .set_column_dictionary_enabled(ColumnPath::from(column.name), false)
                .set_column_statistics_enabled(ColumnPath::from(column.name), EnabledStatistics::None);
        }
        let properties = properties.build();
        let writer = ArrowWriter::try_new(output, Arc::clone(&schema), Some(properties)).map_err(broken)?;
        let columns = COLUMNS.iter().map(|column| Column::new(column.kind)).collect();
        Ok(Self { writer, schema, columns, rows: 0, text_bytes: 0 })
    }

    pub(crate) fn write(&mut self, row: &Row) -> io::Result<()> {
        let (summary, record, source) = (&row.summary, row.record.as_ref(), row.source.as_ref());
        let meta = &summary.metadata;
        let selection = summary.selection.unwrap_or_default();
        let of_record = |get: fn(&crate::json::RecordFacts) -> Option<&str>| record.and_then(get);
        let values: [Value<'_>; COLUMNS.len()] = [
            Value::Text(row.id.as_deref()),
            Value::Text(row.url.as_deref().or_else(|| said(&meta.url))),
            Value::Text(said(&meta.title)),
            Value::Text(said(&meta.author)),
            Value::Text(said(&meta.date)),
            Value::Text(said(&meta.lang)),
            Value::Text(Some(&row.text)),
            Value::Text(row.markdown.as_deref()),
            Value::Text(Some(summary.decided_by())),
            Value::Float(summary.confidence.map(rounded)),
            Value::Text(summary.page_type.map(|found| found.page_type.name())),
            Value::Float(summary.page_type.map(|found| rounded(found.probability))),
            Value::Text(Some(summary.encoding)),
            Value::Integer(Some(summary.blocks_total)),
            Value::Integer(Some(summary.blocks_kept)),
            Value::Integer(summary.first_early_decision_offset),
            Value::Integer(Some(summary.bytes_in)),
            Value::Integer(Some(summary.decode_errors)),
            Value::Integer(Some(summary.elements_forgotten)),
            Value::Integer(Some(summary.nodes_folded)),
            Value::Integer(Some(summary.text_bytes_lost)),
            Value::Integer(Some(summary.fallback_bytes_cut)),
            Value::Truth(Some(summary.hidden_text_used)),
            Value::Truth(row.site),
            Value::Integer(selection.selected),
            Value::Integer(selection.dropped),
            Value::Integer(Some(selection.tags_cut)),
            Value::Integer(Some(selection.restarts)),
            Value::Text(of_record(|record| record.warc_record_id.as_deref())),
            Value::Time(of_record(|record| record.warc_date.as_deref()).and_then(microseconds)),
            Value::Integer(record.and_then(|record| record.http_status).map(u64::from)),
            Value::Text(of_record(|record| record.content_type.as_deref())),
            Value::Text(of_record(|record| record.charset.as_deref())),
            Value::Text(row.truncated.as_deref()),
            Value::Text(source.map(|source| source.file.as_str())),
            Value::Integer(source.and_then(|source| source.offset)),
            Value::Integer(source.and_then(|source| source.unpacked_offset)),
            Value::Integer(source.and_then(|source| source.row)),
            Value::Text(source.and_then(|source| source.entry.as_deref())),
        ];
        for (column, value) in self.columns.iter_mut().zip(&values) {
            column.append(value);
        }
        self.rows += 1;
        self.text_bytes += row.text.len() + row.markdown.as_ref().map_or(0, String::len);
        if self.rows >= ROW_GROUP_ROWS || self.text_bytes >= ROW_GROUP_BYTES {
            self.end_row_group()?;
        }
        Ok(())
    }

    fn end_row_group(&mut self) -> io::Result<()> {
        let columns = self.columns.iter_mut().map(Column::finish).collect();
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns).map_err(io::Error::other)?;
        (self.rows, self.text_bytes) = (0, 0);
        self.writer.write(&batch).and_then(|()| self.writer.flush()).map_err(broken)
    }

    /// Writes what is left, and the footer.
    pub(crate) fn finish(mut self) -> io::Result<Output> {
        if mem::take(&mut self.rows) > 0 {
            self.end_row_group()?;
        }
        self.writer.into_inner().map_err(broken)
    }
}

/// The system's error, where it is one.
fn broken(error: parquet::errors::ParquetError) -> io::Error {
    match error {
        parquet::errors::ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}
