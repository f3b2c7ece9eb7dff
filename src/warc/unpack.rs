//! What a file is packed with, and its bytes without that.

use std::io;

use super::Damage;
use super::gzip::{self, Gzip};
use super::raw::Raw;
use super::zst::{self, Zst};

/// What comes next of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// This many bytes were written.
    Bytes(usize),
    /// A gzip member or a zstd frame begins, at this byte of the file.
    Member(u64),
    /// Bytes are lost here. Reading goes on where the next member with a record is found, if there is one.
    Damage(Damage),
    /// There is no more.
    End,
}

/// Takes the packing off.
pub(super) enum Unpacker {
    Plain,
    Gzip(Box<Gzip>),
    Zstd(Box<Zst>),
}

/// How a record begins; a place with these bytes is one where reading can go on.
pub(super) const RECORD_BEGIN: &[u8] = b"WARC/";

/// The same behind a line end, with more of it.
const RECORD_LINE: &[u8] = b"\nWARC/1.";

impl Unpacker {
    /// By the first bytes of a file; or, where they are damaged, by the first member with a record that is near. A member behind a record in
    /// clear is in a block.
    pub(super) fn of(raw: &mut Raw) -> io::Result<Self> {
        raw.at_least(4)?;
        let begin = raw.unread();
        let is_zst = matches!(begin, [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]);
        let is_gzip = begin.starts_with(&[0x1f, 0x8b]);
        let line = memchr::memmem::find(begin, RECORD_LINE).unwrap_or(begin.len());
        let in_clear = if begin.starts_with(RECORD_BEGIN) { 0 } else { line };
        if is_gzip || (!is_zst && gzip::is_before(in_clear, begin)) {
            return Ok(Self::Gzip(Box::new(Gzip::new())));
        }
        if is_zst || zst::is_before(in_clear, begin) {
            return Ok(Self::Zstd(Box::new(Zst::new(raw)?)));
        }
        Ok(Self::Plain)
    }

    /// Whether the file is as it is, so that places in it are those in the file.
    pub(super) fn is_plain(&self) -> bool {
        matches!(self, Self::Plain)
    }

    /// The next piece; bytes are written to `out`, which is not empty.
    ///
    /// Errors: the input cannot be read. What is wrong with the packing is [`Piece::Damage`].
    pub(super) fn read(&mut self, raw: &mut Raw, out: &mut [u8]) -> io::Result<Piece> {
        match self {
            Self::Plain => {
                if raw.unread().is_empty() && !raw.fill()? {
                    return Ok(Piece::End);
                }
                let bytes = raw.unread().len().min(out.len());
                out[..bytes].copy_from_slice(&raw.unread()[..bytes]);
                raw.consume(bytes);
                Ok(Piece::Bytes(bytes))
            }
            Self::Gzip(gzip) => gzip.read(raw, out),
            Self::Zstd(zstd) => zstd.read(raw, out),
        }
    }
}

/// Looks for a place from the one of reading on at which `begins` sees a member that begins with a record, and stops there, or at
/// the end of the file. `magic` is how members begin; `begins` is shown at most `trial_bytes`. Out: whether there is one.
///
/// Cost: linear, times the share of `magic` in the bytes.
pub(super) fn find_member(
    raw: &mut Raw,
    magic: &[u8],
    trial_bytes: usize,
    mut begins: impl FnMut(&[u8]) -> bool,
) -> io::Result<bool> {
    let finder = memchr::memmem::Finder::new(magic);
    loop {
        if let Some(pos) = finder.find(raw.unread()) {
            raw.consume(pos);
            raw.at_least(trial_bytes)?;
            let unread = raw.unread();
            if begins(&unread[..unread.len().min(trial_bytes)]) {
                return Ok(true);
            }
            raw.consume(1);
        } else {
            raw.consume(raw.unread().len().saturating_sub(magic.len() - 1));
            if !raw.fill()? {
                raw.consume(magic.len());
                return Ok(false);
            }
        }
    }
}
