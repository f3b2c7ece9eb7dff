//! The columns of tables of pages. Parquet files have them, and so have the record batches of the
//! Python package.

use crate::batch::date::microseconds;
use crate::page_fields::PageFields;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Text of at most 2 GiB in a batch.
    Text,
    /// Text of any length.
    LongText,
    /// A signed number of 64 bits.
    Integer,
    /// A number of 64 bits with a fraction.
    Float,
    /// True or false.
    Boolean,
    /// Microseconds since 1970 in UTC.
    Timestamp,
}

/// One cell. It fits its column's [`ColumnKind`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ColumnValue<'a> {
    /// For both kinds of text.
    Text(Option<&'a str>),
    /// A count, or a place in a file.
    Integer(Option<u64>),
    /// A share.
    Float(Option<f64>),
    /// True or false.
    Boolean(Option<bool>),
    /// Microseconds since 1970 in UTC.
    Timestamp(Option<i64>),
}

/// A page as a row of a table.
#[derive(Clone, Copy, Debug)]
pub struct TableRow<'a> {
    /// Its id.
    pub id: Option<&'a str>,
    /// Its address.
    pub url: Option<&'a str>,
    /// Its main content.
    pub text: &'a str,
    /// The same in Markdown.
    pub markdown: Option<&'a str>,
    /// What its summary says.
    pub fields: &'a PageFields<'a>,
    /// What its record says, if it comes from one.
    pub record: RecordCells<'a>,
    /// Why it is incomplete.
    pub truncated: Option<&'a str>,
    /// Where it is.
    pub source: SourceCells<'a>,
}

/// What a record says of its page.
#[derive(Clone, Copy, Debug, Default)]
pub struct RecordCells<'a> {
    /// Id of the record.
    pub warc_record_id: Option<&'a str>,
    /// When it was fetched, as the record writes it.
    pub warc_date: Option<&'a str>,
    /// Status of the response.
    pub http_status: Option<u16>,
    /// Media type of the response.
    pub content_type: Option<&'a str>,
    /// Charset of the response.
    pub charset: Option<&'a str>,
}

/// Where a page is.
#[derive(Clone, Copy, Debug, Default)]
pub struct SourceCells<'a> {
    /// The file.
    pub file: Option<&'a str>,
    /// Byte of the file, compressed as it is.
    pub offset: Option<u64>,
    /// Byte of the file when it is decompressed.
    pub uncompressed_offset: Option<u64>,
    /// Number of a row, from 1 on.
    pub row: Option<u64>,
    /// Path of a file in an archive.
    pub entry: Option<&'a str>,
}

/// A column of a table of pages.
#[derive(Clone, Copy)]
pub struct TableColumn {
    /// The name in the file.
    pub name: &'static str,
    /// What it holds.
    pub kind: ColumnKind,
    /// Whether a page may have no value.
    pub is_nullable: bool,
    /// Its cell of a row.
    pub value: CellOf,
}

/// What a column has of a row.
pub type CellOf = for<'a> fn(&TableRow<'a>) -> ColumnValue<'a>;

/// The columns, in the order of the file. The manual in `help.rs` describes them.
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
