//! A page as one line of JSON, written while it is read.
//!
//! [`begin`] opens the text, [`escape`] writes its pieces, [`begin_markdown`] ends it and opens the
//! Markdown, and [`end`] writes the fields that are known only at the end.

use std::io::{self, Write};

use serde::Serialize;

use crate::chunk::ListedChunk;
use crate::lists::Lists;
use crate::more_fields::MoreFields;
use crate::page_fields::PageFields;
use crate::source::{RecordFacts, Source};
use crate::spans::Span;

/// The fields after the text, in their order.
#[derive(Serialize)]
pub struct JsonTail<'a> {
    /// The URL that the page states, if none was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<Option<&'a str>>,
    /// Fields of the summary.
    #[serde(flatten)]
    pub page: &'a PageFields<'a>,
    /// More metadata.
    #[serde(flatten)]
    pub more: Option<&'a MoreFields<'a>>,
    /// Images, links and posts.
    #[serde(flatten)]
    pub lists: &'a Lists,
    /// Chunks. The command writes them as lines of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chunks: Option<&'a [ListedChunk]>,
    /// Where the text comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spans: Option<&'a [Span]>,
    /// Where the Markdown comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markdown_spans: Option<&'a [Span]>,
    /// Fields of the record.
    #[serde(flatten)]
    pub record: Option<&'a RecordFacts>,
    /// Place in the inputs. Not needed for a single page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<&'a Source>,
    /// Why it is incomplete. Pages that are not of a record have this field only if they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truncated: Option<Option<&'a str>>,
    /// The id of the page that had the same content first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicate_of: Option<&'a str>,
}

/// Writes the fields that are known before the page, and opens the text.
///
/// # Errors
///
/// The output cannot be written.
pub fn begin(id: Option<&str>, url: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{\"id\":")?;
    serde_json::to_writer(&mut *out, &id)?;
    if let Some(url) = url {
        out.write_all(b",\"url\":")?;
        serde_json::to_writer(&mut *out, url)?;
    }
    out.write_all(b",\"text\":\"")
}

/// Ends the text, and opens the Markdown.
///
/// # Errors
///
/// The output cannot be written.
pub fn begin_markdown(out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"\",\"markdown\":\"")
}

/// Ends the text or the Markdown, and writes the other fields.
///
/// # Errors
///
/// The output cannot be written.
pub fn end(tail: &JsonTail<'_>, out: &mut dyn Write) -> io::Result<()> {
    let tail = serde_json::to_string(tail)?;
    // A JSON object without its opening brace continues the object of the page.
    writeln!(out, "\",{}", tail.trim_start_matches('{'))
}

/// A metadata field, `None` if it is empty.
#[must_use]
pub fn stated(field: &str) -> Option<&str> {
    (!field.is_empty()).then_some(field)
}

/// Writes `piece` as part of a JSON string. A string can be split into pieces between any
/// characters.
///
/// # Errors
///
/// The output cannot be written.
pub fn escape<W: Write>(piece: &str, out: &mut W) -> io::Result<()> {
    let mut rest = piece.as_bytes();
    while let Some(pos) = rest.iter().position(|&byte| matches!(byte, b'"' | b'\\' | 0..0x20)) {
        out.write_all(&rest[..pos])?;
        match rest[pos] {
            b'"' => out.write_all(b"\\\"")?,
            b'\\' => out.write_all(b"\\\\")?,
            b'\n' => out.write_all(b"\\n")?,
            b'\t' => out.write_all(b"\\t")?,
            byte => write!(out, "\\u{byte:04x}")?,
        }
        rest = &rest[pos + 1..];
    }
    out.write_all(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaping_in_pieces_preserves_text() {
        let all: String =
            (0..0x250).filter_map(char::from_u32).chain("\u{2028}\u{fffd}😀\\\"".chars()).collect();
        let mut json = b"\"".to_vec();
        for piece in [&all[..40], "", &all[40..]] {
            escape(piece, &mut json).expect("memory can be written");
        }
        json.push(b'"');
        assert_eq!(serde_json::from_slice::<String>(&json).expect("it is JSON"), all);
    }
}
