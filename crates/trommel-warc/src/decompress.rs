//! Detects the compression of a file and decompresses it.

use std::io;

use crate::codec::Codec;
use crate::gzip::{self, Gzip};
use crate::member::{Piece, RECORD_BEGIN};
use crate::source::Source;
use crate::zstandard::{self, Zstd};

/// The decompressor of a file of records.
pub(crate) enum Decompressor {
    Plain,
    Gzip(Box<Gzip>),
    Zstd(Box<Zstd>),
}

/// A line break and the first bytes of a record.
const RECORD_LINE: &[u8] = b"\nWARC/1.";

impl Decompressor {
    /// Selects the decompressor by the first bytes of the file. Where these are damaged, the first
    /// member with a record decides. A member that comes after an uncompressed record is inside its
    /// block and does not count.
    pub(crate) fn of(source: &mut Source) -> io::Result<Self> {
        source.at_least(Codec::MAGIC_BYTES)?;
        let begin = source.unread();
        let codec = Codec::of_begin(begin);
        let line = memchr::memmem::find(begin, RECORD_LINE).unwrap_or(begin.len());
        let in_clear = if begin.starts_with(RECORD_BEGIN) { 0 } else { line };
        if codec == Codec::Gzip || (codec == Codec::None && gzip::is_before(in_clear, begin)) {
            return Ok(Self::Gzip(Box::new(Gzip::new())));
        }
        if codec == Codec::Zstd || zstandard::is_before(in_clear, begin) {
            return Ok(Self::Zstd(Box::new(Zstd::new(source)?)));
        }
        Ok(Self::Plain)
    }

    /// Whether the file is uncompressed, so that offsets are those in the file.
    pub(crate) fn is_plain(&self) -> bool {
        matches!(self, Self::Plain)
    }

    /// Moves to the next member that begins with a record before byte `end` of the file, and reads
    /// on from there. Returns whether there is one. An uncompressed file has no members.
    pub(crate) fn find(&mut self, source: &mut Source, end: u64) -> io::Result<bool> {
        match self {
            Self::Plain => Ok(false),
            Self::Gzip(gzip) => gzip.find(source, end),
            Self::Zstd(zstd) => zstd.find(source, end),
        }
    }

    /// Writes the next piece to `out`, which is not empty.
    ///
    /// Errors: the input cannot be read. Damage of the compressed data is [`Piece::Damage`].
    pub(crate) fn read(&mut self, source: &mut Source, out: &mut [u8]) -> io::Result<Piece> {
        match self {
            Self::Plain => {
                if source.unread().is_empty() && !source.fill()? {
                    return Ok(Piece::End);
                }
                let bytes = source.unread().len().min(out.len());
                out[..bytes].copy_from_slice(&source.unread()[..bytes]);
                source.consume(bytes);
                Ok(Piece::Bytes(bytes))
            }
            Self::Gzip(gzip) => gzip.read(source, out),
            Self::Zstd(zstd) => zstd.read(source, out),
        }
    }
}
