//! Pages as CSV rows.

use std::io;

use crate::batch::made::Row;
use crate::page_fields::rounded;
use crate::source::RecordFacts;

/// The columns. The manual in `help.rs` describes them.
const COLUMNS: [&str; 29] = [
    "id",
    "url",
    "title",
    "author",
    "date",
    "lang",
    "text",
    "markdown",
    "method",
    "confidence",
    "page_type",
    "page_type_probability",
    "encoding",
    "blocks",
    "blocks_kept",
    "bytes_in",
    "malformed",
    "skipped",
    "warc_record_id",
    "warc_date",
    "http_status",
    "content_type",
    "charset",
    "truncated",
    "source_file",
    "source_offset",
    "source_uncompressed_offset",
    "source_row",
    "source_entry",
];

pub(crate) fn head() -> io::Result<Vec<u8>> {
    line(&COLUMNS.map(String::from))
}

/// A page as a line. Unknown values are empty.
pub(crate) fn row(row: &Row) -> io::Result<Vec<u8>> {
    let summary = &row.summary;
    let meta = &summary.metadata;
    let text = |text: Option<&str>| text.unwrap_or_default().to_string();
    let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
    let of_record = |get: fn(&RecordFacts) -> Option<&str>| text(row.record.as_ref().and_then(get));
    let source = row.source.as_ref();
    line(&[
        text(row.id.as_deref()),
        meta.url.clone(),
        meta.title.clone(),
        meta.author.clone(),
        meta.date.clone(),
        meta.lang.clone(),
        row.text.clone(),
        text(row.markdown.as_deref()),
        summary.decided_by().to_string(),
        summary.confidence.map(|share| rounded(share).to_string()).unwrap_or_default(),
        summary.page_type.map(|found| found.page_type.name().to_string()).unwrap_or_default(),
        summary.page_type.map(|found| rounded(found.probability).to_string()).unwrap_or_default(),
        summary.encoding.to_string(),
        summary.blocks_total.to_string(),
        summary.blocks_kept.to_string(),
        summary.bytes_in.to_string(),
        summary.decode_errors.to_string(),
        text(summary.skipped.map(|found| found.name())),
        of_record(|record| record.warc_record_id.as_deref()),
        of_record(|record| record.warc_date.as_deref()),
        number(row.record.as_ref().and_then(|record| record.http_status).map(u64::from)),
        of_record(|record| record.content_type.as_deref()),
        of_record(|record| record.charset.as_deref()),
        text(row.truncated.as_deref()),
        text(source.map(|source| source.file.as_str())),
        number(source.and_then(|source| source.offset)),
        number(source.and_then(|source| source.uncompressed_offset)),
        number(source.and_then(|source| source.row)),
        text(source.and_then(|source| source.entry.as_deref())),
    ])
}

fn line(fields: &[String; COLUMNS.len()]) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(fields).map_err(io::Error::other)?;
    writer.into_inner().map_err(|error| io::Error::other(error.to_string()))
}
