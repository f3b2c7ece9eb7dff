//! Reads the records of a file one by one, even if the file is damaged anywhere.

mod block;
mod block_state;
mod head;
mod part;
mod range;

use std::io::{self, BufRead, Read};

use crate::Damage;
use crate::decompress::Decompressor;
use crate::header::Header;
use crate::member::Piece;
use crate::source::{Input, Source};

use block_state::{Block, Cut};
pub use part::ByteRange;
use part::Part;

/// Bytes of the decompressed file that are held.
const BUFFER_BYTES: usize = 256 << 10;

/// The bytes between two records, and the start of the second one.
const BETWEEN: &[u8] = b"\r\n\r\nWARC/1.";

/// Bytes of `BETWEEN` before the record.
const LINE_ENDS_BYTES: usize = 4;

/// Result of [`Records::next_record`].
#[derive(Debug)]
pub enum Next {
    /// A record. [`Records`] is a `BufRead` over its block, which ends with the block.
    Record(Header),
    /// Bytes that cannot be read as a record.
    Damage(Damage),
    /// The end of the file.
    End,
}

/// The records of a file, in order.
///
/// Call [`next_record`](Self::next_record), read as much of the block as is needed through
/// `BufRead`, and call it again.
///
/// A block ends after the number of bytes given by `Content-Length`. It ends earlier at damage, or
/// if another record begins:
///
/// - In a new gzip member or zstd frame.
/// - If a member can hold several records: after two line ends, or in place of the whole block, if
///   a whole record header follows.
///
/// So a block that is itself an uncompressed file of records is read as these records. Other bytes
/// between two records are reported as damage.
///
/// Cost: linear. Holds `BUFFER_BYTES`, and the buffers of the source and the decompressor.
pub struct Records {
    source: Source,
    decompressor: Decompressor,
    buffer: Vec<u8>,
    /// The bytes that are decompressed and not consumed are `buffer[start..end]`.
    start: usize,
    end: usize,
    /// Offset of `buffer[start]` in its decompressed member, or in a plain file.
    uncompressed_offset: u64,
    /// What follows `buffer[end]`, unless it is more of the same member.
    boundary: Option<Boundary>,
    /// Offset of the member of `buffer[start]`.
    member_offset: u64,
    block: Block,
    is_arc: bool,
    /// Damage found in a block, to report before the next record.
    cut: Option<Cut>,
    /// The part of the file to read; `None` for all of it.
    part: Option<Part>,
    members: u64,
    tail: [u8; LINE_ENDS_BYTES],
}

enum Boundary {
    Member(u64),
    Damage(Damage),
    End,
}

impl Records {
    /// Opens `input`, which may be compressed with gzip or zstd.
    ///
    /// Errors: the first bytes cannot be read.
    pub fn new(input: Box<dyn Read + Send>) -> io::Result<Self> {
        Self::of(Source::new(Input::Stream(input)))
    }

    fn of(mut source: Source) -> io::Result<Self> {
        let decompressor = Decompressor::of(&mut source)?;
        Ok(Self {
            source,
            decompressor,
            buffer: vec![0; BUFFER_BYTES],
            start: 0,
            end: 0,
            uncompressed_offset: 0,
            boundary: None,
            member_offset: 0,
            block: Block::default(),
            is_arc: false,
            cut: None,
            part: None,
            members: 0,
            tail: [0; LINE_ENDS_BYTES],
        })
    }

    /// Skips the rest of the last block and reads the header of the next record.
    ///
    /// Errors: the file cannot be read. Damage in it is [`Next::Damage`].
    pub fn next_record(&mut self) -> io::Result<Next> {
        loop {
            let next = self.next_of_file()?;
            if !self.is_before_part() || matches!(next, Next::End) {
                return Ok(next);
            }
        }
    }

    /// Reads the next record, including those before the part.
    fn next_of_file(&mut self) -> io::Result<Next> {
        loop {
            let bytes = self.fill_buf()?.len();
            if bytes == 0 {
                break;
            }
            self.consume(bytes);
        }
        self.block = Block::default();
        if let Some(Cut(damage)) = self.cut.take() {
            return Ok(Next::Damage(damage));
        }
        // Line ends after the block, normally two.
        loop {
            while let Some(b'\r' | b'\n') = self.unread().first() {
                self.advance(1);
            }
            if self.unread().is_empty() && !self.fill()? {
                match self.boundary.take() {
                    Some(Boundary::Member(offset)) => self.enter(offset),
                    Some(Boundary::Damage(damage)) => return Ok(Next::Damage(damage)),
                    Some(Boundary::End) | None => {
                        self.boundary = Some(Boundary::End);
                        return Ok(Next::End);
                    }
                }
            } else if !self.unread().is_empty() && !matches!(self.unread()[0], b'\r' | b'\n') {
                if !self.is_past_part()? {
                    return self.head();
                }
                self.end_part();
            }
        }
    }

    /// Whether the block is incomplete or damaged. This is known at its end.
    pub fn is_cut(&self) -> bool {
        self.cut.is_some() || self.block.is_short
    }

    /// The offset of the next byte in the file. In a compressed file, the offset of its member.
    fn place(&self) -> u64 {
        if self.decompressor.is_plain() { self.uncompressed_offset } else { self.member_offset }
    }

    fn enter(&mut self, offset: u64) {
        self.members += 1;
        (self.member_offset, self.uncompressed_offset) = (offset, 0);
    }

    /// Whether this is the first byte of the file.
    fn is_at_begin(&self) -> bool {
        let is_within = self.part.as_ref().is_some_and(|part| part.is_within);
        self.uncompressed_offset == 0 && self.members <= 1 && !is_within
    }

    fn unread(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    fn advance(&mut self, bytes: usize) {
        let consumed = &self.buffer[self.start..self.start + bytes];
        let kept = bytes.min(LINE_ENDS_BYTES);
        self.tail.rotate_left(kept);
        self.tail[LINE_ENDS_BYTES - kept..].copy_from_slice(&consumed[bytes - kept..]);
        self.start += bytes;
        self.uncompressed_offset += bytes as u64;
    }

    /// Decompresses more bytes. Returns `false` if a boundary comes first, or if the buffer is
    /// full.
    fn fill(&mut self) -> io::Result<bool> {
        if self.boundary.is_some() {
            return Ok(false);
        }
        if self.has_nothing_left() {
            self.boundary = Some(Boundary::End);
            return Ok(false);
        }
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
        } else if self.end == self.buffer.len() {
            if self.start == 0 {
                return Ok(false);
            }
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
        match self.decompressor.read(&mut self.source, &mut self.buffer[self.end..])? {
            Piece::Bytes(bytes) => self.end += bytes,
            Piece::Member(offset) => self.boundary = Some(Boundary::Member(offset)),
            Piece::Damage(mut damage) => {
                if damage.offset == self.member_offset {
                    damage.uncompressed_offset = self.uncompressed_offset + self.unread().len() as u64;
                }
                self.boundary = Some(Boundary::Damage(damage));
            }
            Piece::End => self.boundary = Some(Boundary::End),
        }
        Ok(self.boundary.is_none())
    }

    /// Decompresses until `bytes` are unread, or a boundary comes.
    fn at_least(&mut self, bytes: usize) -> io::Result<()> {
        while self.unread().len() < bytes && self.fill()? {}
        Ok(())
    }
}
