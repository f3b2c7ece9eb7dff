//! Members: the gzip members and zstd frames of a compressed file.

use std::io;

use crate::Damage;
use crate::source::Source;

/// The next part of a decompressed file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// This many decompressed bytes were written.
    Bytes(usize),
    /// A gzip member or a zstd frame begins at this byte of the file.
    Member(u64),
    /// Bytes are lost here. Reading resumes at the next member that begins with a record, if any.
    Damage(Damage),
    /// The end of the file.
    End,
}

impl Piece {
    /// Damage at byte `offset` of the file. If a member was found after it, reading continues at
    /// the position of `source`.
    pub(crate) fn damage(offset: u64, message: &str, source: &Source, is_found: bool) -> Self {
        let message = match is_found {
            true => format!("{message}; reading resumed at byte {}", source.position()),
            false => format!("{message}; nothing readable follows"),
        };
        Self::Damage(Damage::at(offset, message))
    }
}

/// The first bytes of a record. Reading can resume at them.
pub(crate) const RECORD_BEGIN: &[u8] = b"WARC/";

/// Moves `source` to the next member that begins with a record before byte `end` of the file, or to
/// that byte or the end of the file. Returns whether one was found.
///
/// `magic` is the signature of members. `begins` tests whether its argument is a member that begins
/// with a record. It gets at most `trial_bytes` bytes.
///
/// Cost: linear. Each occurrence of `magic` costs one trial.
pub(crate) fn find_member(
    source: &mut Source,
    magic: &[u8],
    trial_bytes: usize,
    end: u64,
    mut begins: impl FnMut(&[u8]) -> bool,
) -> io::Result<bool> {
    let finder = memchr::memmem::Finder::new(magic);
    loop {
        if let Some(pos) = finder.find(source.unread()) {
            source.consume(pos);
            if source.position() >= end {
                return Ok(false);
            }
            source.at_least(trial_bytes)?;
            let unread = source.unread();
            if begins(&unread[..unread.len().min(trial_bytes)]) {
                return Ok(true);
            }
            source.consume(1);
        } else {
            source.consume(source.unread().len().saturating_sub(magic.len() - 1));
            if source.position() >= end {
                return Ok(false);
            }
            if !source.fill()? {
                source.consume(magic.len());
                return Ok(false);
            }
        }
    }
}
