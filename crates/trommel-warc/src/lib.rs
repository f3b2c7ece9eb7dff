//! Reads WARC and ARC files record by record, decodes HTTP responses, and writes WET records.
//!
//! Input: the bytes of a WARC or ARC file, plain or compressed (gzip, zstd), with any damage.
//! Output:
//!
//! - [`Records`]: the records in order. The block of each is a stream. Damaged places are reported
//!   with their byte offset, and reading resumes at the next record. [`Records::in_range`] reads a
//!   part of a file.
//! - [`HttpHead`] and [`payload`]: the header of a response, and its payload without transfer and
//!   content codings; [`record_page`] is both, for records that are pages.
//! - [`wet`]: headers of plain text records.
//!
//! Memory: 640 KiB for each open file, and the needs of its compression: for gzip 32 KiB, the
//! largest member of at most 2 MiB, and 512 KiB of compressed data; for zstd the window of the
//! frame, at most 128 MiB.
//!
//! # Why not the crate `fastwarc`
//!
//! Version 2.0.0 cannot continue after its first error: after a corrupt gzip member, or a record
//! with a wrong `Content-Length`, each further call returns "No reader set". It requires `Seek`,
//! which standard input does not have, and brings 40 crates.
#![forbid(unsafe_code)]

use std::io::{self, BufRead, Read};

mod arc;
mod codec;
mod codings;
mod dechunk;
mod decompress;
mod filter;
mod gunzip;
mod gzip;
mod gzip_head;
mod header;
mod http;
mod member;
mod page;
mod records;
mod source;
#[cfg(test)]
mod tests;
mod truncation;
pub mod wet;
mod whole_member;
mod zstandard;

pub use codec::{Codec, GZIP_MAGIC, ZSTD_MAGIC};
pub use codings::{payload, peek};
pub use filter::{Skip, Statuses, Type, is_html_type, is_text, looks_like_html};
pub use gunzip::{Gunzip, TrailingBytes, TrailingBytesError};
pub use header::Header;
pub use http::{HttpHead, charset};
pub use page::{Block, BlockEnd, RecordPage, SkippedRecord, WatchedBlock, declared_truncation, record_page};
pub use records::{ByteRange, Next, Records};
pub use zstandard::{SMALL_WINDOW, is_window_too_large};

/// A place in a file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Byte of the file, before decompression.
    pub offset: u64,
    /// Byte of the decompressed member, if `offset` is that of a member; otherwise equals `offset`.
    uncompressed_offset: u64,
    /// What was expected and what was found.
    pub message: String,
}

impl Damage {
    fn at(offset: u64, message: String) -> Self {
        Self { offset, uncompressed_offset: offset, message }
    }
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", place(self.offset, self.uncompressed_offset), self.message)
    }
}

/// The offset for messages. In a member with several records, only the decompressed offset
/// distinguishes them.
fn place(offset: u64, uncompressed_offset: u64) -> String {
    match uncompressed_offset == 0 || uncompressed_offset == offset {
        true => format!("at byte {offset}"),
        false => format!("at byte {offset}, uncompressed {uncompressed_offset}"),
    }
}

/// Implements `read` for an input with a buffer.
fn read_buffered(input: &mut impl BufRead, out: &mut [u8]) -> io::Result<usize> {
    let mut bytes = input.fill_buf()?;
    let read = bytes.read(out)?;
    input.consume(read);
    Ok(read)
}
