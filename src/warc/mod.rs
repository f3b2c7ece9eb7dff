//! WARC records in, HTTP payload out; WET out.
//!
//! What enters: the bytes of a file, packed or not, cut anywhere, dirty as crawlers write them. What leaves: its records one after the
//! other ([`Records`]), each with the bytes of its block as a stream, and every damaged place with its byte offset; of a response, its
//! HTTP head ([`HttpHead`]) and its payload without transfer and content codings ([`payload`]); and records of the WET kind ([`wet`]).
//! What is held: of each open file 640 KiB, and the window of its packing (gzip 32 KiB; zstd what the frame asks for, at most 128 MiB);
//! no record is ever whole in memory.
//!
//! # Why not the crate `fastwarc`
//!
//! It was tried first (2.0.0, the only one that is kept up). Its reader is lost with the first error: behind a corrupt gzip member, and
//! behind a record whose `Content-Length` is wrong, every further call gives "No reader set", without end, and where in the file to go on
//! is not known. It asks for `Seek`, which standard input has not. And it brings 40 crates (two of HTTP's encodings, five hashes, LZ4,
//! zstd with threads, the abandoned `encoding`), which took 54 s to build on two cores. What is left to write is a header of lines and a
//! length: the readers below, over `flate2` and `zstd`, which are here anyway.

mod codings;
mod dechunk;
mod gunzip;
mod gzip;
mod head;
mod http;
mod raw;
mod records;
mod select;
mod short;
#[cfg(test)]
mod tests;
mod unpack;
pub(crate) mod wet;
mod zst;

pub(crate) use codings::{payload, peek};
pub(crate) use gunzip::{Behind, BehindAll, Gunzip};
pub(crate) use head::Head;
pub(crate) use http::{HttpHead, charset};
pub(crate) use records::{Next, Records};
pub(crate) use select::{Skip, Statuses, Type, is_html_type, is_text, looks_like_html};
pub(crate) use short::broken_by;
pub(crate) use zst::{SMALL_WINDOW, is_window_too_large};

/// A place of a file that could not be read as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Damage {
    /// Byte of the file, packed as it is.
    pub(crate) offset: u64,
    /// Byte of the unpacked file; the same where that is not known.
    unpacked_offset: u64,
    /// What was expected, what was found.
    pub(crate) message: String,
}

impl Damage {
    fn at(offset: u64, message: String) -> Self {
        Self { offset, unpacked_offset: offset, message }
    }
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", place(self.offset, self.unpacked_offset), self.message)
    }
}

/// A place for messages. In a file that is packed as one member, only the unpacked offset tells records apart.
fn place(offset: u64, unpacked_offset: u64) -> String {
    match unpacked_offset == offset {
        true => format!("at byte {offset}"),
        false => format!("at byte {offset}, unpacked {unpacked_offset}"),
    }
}
