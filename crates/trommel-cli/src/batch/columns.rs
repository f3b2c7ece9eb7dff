//! The columns of tables of pages. Parquet files have them, and so have the record batches of the
//! Python package.

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

/// A column of a table of pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableColumn {
    /// The name in the file.
    pub name: &'static str,
    /// What it holds.
    pub kind: ColumnKind,
    /// Whether a page may have no value.
    pub is_nullable: bool,
}

/// The columns, in the order of the file. The manual in `help.rs` describes them.
pub const COLUMNS: [TableColumn; 39] = [
    optional("id", ColumnKind::Text),
    optional("url", ColumnKind::Text),
    optional("title", ColumnKind::Text),
    optional("author", ColumnKind::Text),
    optional("date", ColumnKind::Text),
    optional("lang", ColumnKind::Text),
    required("text", ColumnKind::LongText),
    optional("markdown", ColumnKind::LongText),
    required("method", ColumnKind::Text),
    optional("confidence", ColumnKind::Float),
    optional("page_type", ColumnKind::Text),
    optional("page_type_probability", ColumnKind::Float),
    required("encoding", ColumnKind::Text),
    required("blocks", ColumnKind::Integer),
    required("blocks_kept", ColumnKind::Integer),
    optional("decided_early", ColumnKind::Integer),
    required("bytes_in", ColumnKind::Integer),
    required("malformed", ColumnKind::Integer),
    required("elements_forgotten", ColumnKind::Integer),
    required("nodes_folded", ColumnKind::Integer),
    required("text_bytes_lost", ColumnKind::Integer),
    required("fallback_bytes_cut", ColumnKind::Integer),
    required("revealed", ColumnKind::Boolean),
    optional("site", ColumnKind::Boolean),
    optional("selected", ColumnKind::Integer),
    optional("dropped", ColumnKind::Integer),
    required("select_tags_cut", ColumnKind::Integer),
    required("select_restarts", ColumnKind::Integer),
    optional("warc_record_id", ColumnKind::Text),
    optional("warc_date", ColumnKind::Timestamp),
    optional("http_status", ColumnKind::Integer),
    optional("content_type", ColumnKind::Text),
    optional("charset", ColumnKind::Text),
    optional("truncated", ColumnKind::Text),
    optional("source_file", ColumnKind::Text),
    optional("source_offset", ColumnKind::Integer),
    optional("source_unpacked_offset", ColumnKind::Integer),
    optional("source_row", ColumnKind::Integer),
    optional("source_entry", ColumnKind::Text),
];

const fn required(name: &'static str, kind: ColumnKind) -> TableColumn {
    TableColumn { name, kind, is_nullable: false }
}

const fn optional(name: &'static str, kind: ColumnKind) -> TableColumn {
    TableColumn { name, kind, is_nullable: true }
}
