//! Columns of tables of pages: CSV, Arrow, Parquet.

use crate::page_fields::PageFields;
use crate::source::{RecordFacts, Source};

/// Type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Text of at most 2 GiB in a batch.
    Text,
    /// Text of any length.
    LongText,
    /// A signed 64-bit integer.
    Integer,
    /// A 64-bit floating-point number.
    Float,
    /// True or false.
    Boolean,
    /// Microseconds since 1970 in UTC.
    Timestamp,
}

/// One cell. It fits its column's [`ColumnKind`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ColumnValue<'a> {
    /// Both kinds of text.
    Text(Option<&'a str>),
    /// A count or an offset.
    Integer(Option<u64>),
    /// A share.
    Float(Option<f64>),
    /// True or false.
    Boolean(Option<bool>),
    /// A date, as a WARC record writes it.
    Date(Option<&'a str>),
}

/// A page as a table row.
#[derive(Clone, Copy, Debug)]
pub struct TableRow<'a> {
    /// Its id.
    pub id: Option<&'a str>,
    /// Its URL.
    pub url: Option<&'a str>,
    /// Its main content.
    pub text: &'a str,
    /// Its main content as Markdown.
    pub markdown: Option<&'a str>,
    /// The fields of its summary.
    pub fields: &'a PageFields<'a>,
    /// The fields of its WARC or ARC record, if any.
    pub record: Option<&'a RecordFacts>,
    /// Why it is incomplete.
    pub truncated: Option<&'a str>,
    /// Its place in the inputs.
    pub source: Option<&'a Source>,
}

impl<'a> TableRow<'a> {
    fn of_record(&self, text: fn(&'a RecordFacts) -> &'a Option<String>) -> ColumnValue<'a> {
        ColumnValue::Text(self.record.and_then(|record| text(record).as_deref()))
    }

    fn of_source(&self, number: fn(&Source) -> Option<u64>) -> ColumnValue<'a> {
        ColumnValue::Integer(self.source.and_then(number))
    }
}

/// A column of a page table.
#[derive(Clone, Copy)]
pub struct TableColumn {
    /// The name in the file.
    pub name: &'static str,
    /// Its type.
    pub kind: ColumnKind,
    /// Whether a page may have no value.
    pub is_nullable: bool,
    /// Whether CSV has it.
    pub is_in_csv: bool,
    /// Its cell in a row.
    pub value: CellOf,
}

/// Function that reads a column's cell from a row.
pub type CellOf = for<'a> fn(&TableRow<'a>) -> ColumnValue<'a>;

/// The columns, in their order. `trommel batch --help` describes them.
pub const COLUMNS: [TableColumn; 40] = {
    use ColumnKind as Kind;
    use ColumnValue::{Boolean, Date, Float, Integer, Text};
    [
        optional("id", Kind::Text, |row| Text(row.id)),
        optional("url", Kind::Text, |row| Text(row.url)),
        optional("title", Kind::Text, |row| Text(row.fields.title.as_deref())),
        optional("author", Kind::Text, |row| Text(row.fields.author.as_deref())),
        optional("date", Kind::Text, |row| Text(row.fields.date.as_deref())),
        optional("lang", Kind::Text, |row| Text(row.fields.lang.as_deref())),
        required("text", Kind::LongText, |row| Text(Some(row.text))),
        optional("markdown", Kind::LongText, |row| Text(row.markdown)),
        required("method", Kind::Text, |row| Text(Some(&row.fields.method))),
        optional("confidence", Kind::Float, |row| Float(row.fields.confidence)),
        optional("page_type", Kind::Text, |row| Text(row.fields.page_type.as_deref())),
        optional("page_type_probability", Kind::Float, |row| Float(row.fields.page_type_probability)),
        required("encoding", Kind::Text, |row| Text(Some(&row.fields.encoding))),
        required("blocks", Kind::Integer, |row| Integer(Some(row.fields.blocks))),
        required("blocks_kept", Kind::Integer, |row| Integer(Some(row.fields.blocks_kept))),
        not_in_csv(optional("decided_early", Kind::Integer, |row| Integer(row.fields.decided_early))),
        required("bytes_in", Kind::Integer, |row| Integer(Some(row.fields.bytes_in))),
        required("malformed", Kind::Integer, |row| Integer(Some(row.fields.malformed))),
        counter("elements_forgotten", |row| Integer(Some(row.fields.elements_forgotten))),
        counter("nodes_folded", |row| Integer(Some(row.fields.nodes_folded))),
        counter("text_bytes_lost", |row| Integer(Some(row.fields.text_bytes_lost))),
        counter("fallback_bytes_cut", |row| Integer(Some(row.fields.fallback_bytes_cut))),
        not_in_csv(required("revealed", Kind::Boolean, |row| Boolean(Some(row.fields.revealed)))),
        optional("skipped", Kind::Text, |row| Text(row.fields.skipped.as_deref())),
        not_in_csv(optional("site", Kind::Boolean, |row| Boolean(row.fields.site))),
        not_in_csv(optional("selected", Kind::Integer, |row| Integer(row.fields.selected))),
        not_in_csv(optional("dropped", Kind::Integer, |row| Integer(row.fields.dropped))),
        counter("select_tags_cut", |row| Integer(Some(row.fields.select_tags_cut))),
        counter("select_restarts", |row| Integer(Some(row.fields.select_restarts))),
        optional("warc_record_id", Kind::Text, |row| row.of_record(|record| &record.warc_record_id)),
        optional("warc_date", Kind::Timestamp, |row| {
            Date(row.record.and_then(|record| record.warc_date.as_deref()))
        }),
        optional("http_status", Kind::Integer, |row| {
            Integer(row.record.and_then(|record| record.http_status).map(u64::from))
        }),
        optional("content_type", Kind::Text, |row| row.of_record(|record| &record.content_type)),
        optional("charset", Kind::Text, |row| row.of_record(|record| &record.charset)),
        optional("truncated", Kind::Text, |row| Text(row.truncated)),
        optional("source_file", Kind::Text, |row| Text(row.source.map(|source| &*source.file))),
        optional("source_offset", Kind::Integer, |row| row.of_source(|source| source.offset)),
        optional("source_uncompressed_offset", Kind::Integer, |row| {
            row.of_source(|source| source.uncompressed_offset)
        }),
        optional("source_row", Kind::Integer, |row| row.of_source(|source| source.row)),
        optional("source_entry", Kind::Text, |row| {
            Text(row.source.and_then(|source| source.entry.as_deref()))
        }),
    ]
};

const fn required(name: &'static str, kind: ColumnKind, value: CellOf) -> TableColumn {
    TableColumn { name, kind, is_nullable: false, is_in_csv: true, value }
}

const fn optional(name: &'static str, kind: ColumnKind, value: CellOf) -> TableColumn {
    TableColumn { name, kind, is_nullable: true, is_in_csv: true, value }
}

/// A count of an event that is rare.
const fn counter(name: &'static str, value: CellOf) -> TableColumn {
    not_in_csv(required(name, ColumnKind::Integer, value))
}

const fn not_in_csv(column: TableColumn) -> TableColumn {
    TableColumn { is_in_csv: false, ..column }
}
