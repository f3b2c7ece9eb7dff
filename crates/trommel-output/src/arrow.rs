//! Pages as Arrow columns.

use arrow_array::ArrayRef;
use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Float64Builder, Int64Builder, LargeStringBuilder, StringBuilder,
    TimestampMicrosecondBuilder,
};
use arrow_schema::{DataType, Field, Fields, TimeUnit};

use crate::columns::{COLUMNS, ColumnKind, ColumnValue, TableColumn, TableRow};
use crate::date::microseconds;

/// Time zone of timestamps.
const UTC: &str = "UTC";

enum Builder {
    Text(StringBuilder),
    LongText(LargeStringBuilder),
    Integer(Int64Builder),
    Float(Float64Builder),
    Boolean(BooleanBuilder),
    Timestamp(TimestampMicrosecondBuilder),
}

impl Builder {
    fn new(kind: ColumnKind) -> Self {
        match kind {
            ColumnKind::Text => Self::Text(StringBuilder::new()),
            ColumnKind::LongText => Self::LongText(LargeStringBuilder::new()),
            ColumnKind::Integer => Self::Integer(Int64Builder::new()),
            ColumnKind::Float => Self::Float(Float64Builder::new()),
            ColumnKind::Boolean => Self::Boolean(BooleanBuilder::new()),
            ColumnKind::Timestamp => Self::Timestamp(TimestampMicrosecondBuilder::new().with_timezone(UTC)),
        }
    }

    fn append(&mut self, value: ColumnValue<'_>) {
        match (self, value) {
            (Self::Text(column), ColumnValue::Text(text)) => column.append_option(text),
            (Self::LongText(column), ColumnValue::Text(text)) => column.append_option(text),
            (Self::Integer(column), ColumnValue::Integer(number)) => {
                column.append_option(number.map(|number| i64::try_from(number).unwrap_or(i64::MAX)));
            }
            (Self::Float(column), ColumnValue::Float(number)) => column.append_option(number),
            (Self::Boolean(column), ColumnValue::Boolean(truth)) => column.append_option(truth),
            (Self::Timestamp(column), ColumnValue::Date(date)) => {
                column.append_option(date.and_then(microseconds));
            }
            (column, _) => {
                debug_assert!(false, "the value does not fit its column");
                column.append_null();
            }
        }
    }

    fn append_null(&mut self) {
        match self {
            Self::Text(column) => column.append_null(),
            Self::LongText(column) => column.append_null(),
            Self::Integer(column) => column.append_null(),
            Self::Float(column) => column.append_null(),
            Self::Boolean(column) => column.append_null(),
            Self::Timestamp(column) => column.append_null(),
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Text(column) => ArrayBuilder::finish(column),
            Self::LongText(column) => ArrayBuilder::finish(column),
            Self::Integer(column) => ArrayBuilder::finish(column),
            Self::Float(column) => ArrayBuilder::finish(column),
            Self::Boolean(column) => ArrayBuilder::finish(column),
            Self::Timestamp(column) => ArrayBuilder::finish(column),
        }
    }
}

/// The field of a column. `is_nullable`: whether rows can lack a value.
fn field(column: &TableColumn, is_nullable: bool) -> Field {
    let data_type = match column.kind {
        ColumnKind::Text => DataType::Utf8,
        ColumnKind::LongText => DataType::LargeUtf8,
        ColumnKind::Integer => DataType::Int64,
        ColumnKind::Float => DataType::Float64,
        ColumnKind::Boolean => DataType::Boolean,
        ColumnKind::Timestamp => DataType::Timestamp(TimeUnit::Microsecond, Some(UTC.into())),
    };
    Field::new(column.name, data_type, is_nullable)
}

/// Collects table rows as columns.
///
/// Cost: holds all rows until they are taken.
pub struct TableRows {
    columns: Vec<Builder>,
    rows: usize,
    text_bytes: usize,
}

impl Default for TableRows {
    fn default() -> Self {
        let columns = COLUMNS.iter().map(|column| Builder::new(column.kind)).collect();
        Self { columns, rows: 0, text_bytes: 0 }
    }
}

impl TableRows {
    /// The fields, if every row is a page.
    #[must_use]
    pub fn fields() -> Fields {
        COLUMNS.iter().map(|column| field(column, column.is_nullable)).collect()
    }

    /// The fields, if rows can be entirely null.
    #[must_use]
    pub fn nullable_fields() -> Fields {
        COLUMNS.iter().map(|column| field(column, true)).collect()
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Bytes of text and Markdown in the rows.
    #[must_use]
    pub fn text_bytes(&self) -> usize {
        self.text_bytes
    }

    /// Appends a page, or a row of nulls.
    pub fn append(&mut self, row: Option<&TableRow<'_>>) {
        for (builder, column) in self.columns.iter_mut().zip(&COLUMNS) {
            match row {
                Some(row) => builder.append((column.value)(row)),
                None => builder.append_null(),
            }
        }
        self.rows += 1;
        self.text_bytes += row.map_or(0, |row| row.text.len() + row.markdown.map_or(0, str::len));
    }

    /// Takes all rows as columns.
    pub fn take(&mut self) -> Vec<ArrayRef> {
        (self.rows, self.text_bytes) = (0, 0);
        self.columns.iter_mut().map(Builder::finish).collect()
    }
}
