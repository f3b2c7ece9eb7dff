//! Columns of page tables, for Parquet files and the record batches of the Python package.

use crate::batch::date::microseconds;
use crate::page_fields::PageFields;

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
    /// Microseconds since 1970 in UTC.
    Timestamp(Option<i64>),
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
    pub record: RecordCells<'a>,
    /// Why it is incomplete.
    pub truncated: Option<&'a str>,
    /// Its place in the inputs.
    pub source: SourceCells<'a>,
}

/// Record fields of a page.
#[derive(Clone, Copy, Debug, Default)]
pub struct RecordCells<'a> {
    /// Id of the record.
    pub warc_record_id: Option<&'a str>,
    /// Fetch date, as the record writes it.
    pub warc_date: Option<&'a str>,
    /// Status of the response.
    pub http_status: Option<u16>,
    /// Media type of the response.
    pub content_type: Option<&'a str>,
    /// Charset of the response.
    pub charset: Option<&'a str>,
}

/// Place of a page in the inputs.
#[derive(Clone, Copy, Debug, Default)]
pub struct SourceCells<'a> {
    /// The file.
    pub file: Option<&'a str>,
    /// Byte in the file as stored, that is, possibly compressed.
    pub offset: Option<u64>,
    /// Byte in the decompressed file.
    pub uncompressed_offset: Option<u64>,
    /// Row number, from 1.
    pub row: Option<u64>,
    /// Path of a file in an archive.
    pub entry: Option<&'a str>,
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
    /// Its cell in a row.
    pub value: CellOf,
}

/// Function that reads a column's cell from a row.
pub type CellOf = for<'a> fn(&TableRow<'a>) -> ColumnValue<'a>;

/// The columns, in file order. The manual in `help.rs` describes them.
pub const COLUMNS: [TableColumn; 40] = {
    use ColumnKind as Kind;
    use ColumnValue::{Boolean, Float, Integer, Text, Timestamp};
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
        optional("decided_early", Kind::Integer, |row| Integer(row.fields.decided_early)),
        required("bytes_in", Kind::Integer, |row| Integer(Some(row.fields.bytes_in))),
        required("malformed", Kind::Integer, |row| Integer(Some(row.fields.malformed))),
        required("elements_forgotten", Kind::Integer, |row| Integer(Some(row.fields.elements_forgotten))),
        required("nodes_folded", Kind::Integer, |row| Integer(Some(row.fields.nodes_folded))),
        required("text_bytes_lost", Kind::Integer, |row| Integer(Some(row.fields.text_bytes_lost))),
        required("fallback_bytes_cut", Kind::Integer, |row| Integer(Some(row.fields.fallback_bytes_cut))),
        required("revealed", Kind::Boolean, |row| Boolean(Some(row.fields.revealed))),
        optional("skipped", Kind::Text, |row| Text(row.fields.skipped.as_deref())),
        optional("site", Kind::Boolean, |row| Boolean(row.fields.site)),
        optional("selected", Kind::Integer, |row| Integer(row.fields.selected)),
        optional("dropped", Kind::Integer, |row| Integer(row.fields.dropped)),
        required("select_tags_cut", Kind::Integer, |row| Integer(Some(row.fields.select_tags_cut))),
        required("select_restarts", Kind::Integer, |row| Integer(Some(row.fields.select_restarts))),
        optional("warc_record_id", Kind::Text, |row| Text(row.record.warc_record_id)),
        optional("warc_date", Kind::Timestamp, |row| Timestamp(row.record.warc_date.and_then(microseconds))),
        optional("http_status", Kind::Integer, |row| Integer(row.record.http_status.map(u64::from))),
        optional("content_type", Kind::Text, |row| Text(row.record.content_type)),
        optional("charset", Kind::Text, |row| Text(row.record.charset)),
        optional("truncated", Kind::Text, |row| Text(row.truncated)),
        optional("source_file", Kind::Text, |row| Text(row.source.file)),
        optional("source_offset", Kind::Integer, |row| Integer(row.source.offset)),
        optional("source_uncompressed_offset", Kind::Integer, |row| Integer(row.source.uncompressed_offset)),
        optional("source_row", Kind::Integer, |row| Integer(row.source.row)),
        optional("source_entry", Kind::Text, |row| Text(row.source.entry)),
    ]
};

const fn required(name: &'static str, kind: ColumnKind, value: CellOf) -> TableColumn {
    TableColumn { name, kind, is_nullable: false, value }
}

const fn optional(name: &'static str, kind: ColumnKind, value: CellOf) -> TableColumn {
    TableColumn { name, kind, is_nullable: true, value }
}
