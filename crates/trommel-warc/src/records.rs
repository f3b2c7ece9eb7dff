//! Reads the records of a file one by one, even if the file is damaged anywhere.

mod range;

use std::io::{self, BufRead, Read};

use memchr::memmem;

use crate::Damage;
use crate::arc;
use crate::decompress::Decompressor;
use crate::header::{Header, head_bytes};
use crate::member::{Piece, RECORD_BEGIN};
use crate::source::{Input, Source};

pub use range::ByteRange;
use range::Part;

/// Bytes of the decompressed file that are held.
const BUFFER_BYTES: usize = 256 << 10;

/// Maximum bytes of a record head. Some crawls have very long addresses.
const MAX_HEAD_BYTES: usize = 64 << 10;

/// Maximum bytes of a record head that does not begin at a line start. Only long addresses need
/// more.
const MAX_HEAD_BYTES_WITHIN_LINE: usize = 4 << 10;

/// Maximum bytes of the version line of a head.
const MAX_VERSION_BYTES: usize = b"WARC/1.1\r\n".len();

/// The bytes between two records, and the begin of the second one.
const BETWEEN: &[u8] = b"\r\n\r\nWARC/1.";

/// Bytes of `BETWEEN` before the record.
const LINE_ENDS_BYTES: usize = 4;

/// The line ends after a block, without the last byte, which can be damaged.
const LINE_ENDS: &[u8] = b"\r\n\r";

/// What [`Records::next_record`] finds.
#[derive(Debug)]
pub enum Next {
    /// A record. [`Records`] is a `BufRead` over its block, which ends with the block.
    Record(Header),
    /// Bytes that cannot be read as a record.
    Damage(Damage),
    /// The end of the file.
    End,
}

/// Why a block ends before its length, or cannot be trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cut(Damage);

/// The records of a file, in order.
///
/// Call [`next_record`](Self::next_record), read as much of the block as is needed through
/// `BufRead`, and call it again.
///
/// A block ends after the number of bytes that its `Content-Length` gives. It ends earlier at
/// damage, or where another record begins:
///
/// - In a new gzip member or zstd frame.
/// - Where a member can hold several records: after two line ends, or in place of the whole block,
///   if a whole record head follows.
///
/// So a block that is itself an uncompressed file of records is read as these records. Other bytes
/// between two records are reported as damage.
///
/// Cost: linear. Holds `BUFFER_BYTES`, and the buffers of the source and the decompressor.
pub struct Records {
    source: Source,
    unpacker: Decompressor,
    buffer: Vec<u8>,
    /// The bytes that are decompressed and not consumed are `buffer[start..end]`.
    start: usize,
    end: usize,
    /// Offset of `buffer[start]` in the decompressed file.
    unpacked_offset: u64,
    /// What follows `buffer[end]`, if it is not more of the same member.
    boundary: Option<Boundary>,
    /// The member of `buffer[start]`.
    member: Member,
    block: Block,
    /// The file is an ARC file.
    is_arc: bool,
    /// What was found out of a block and is to be said before the next record.
    cut: Option<Cut>,
    /// The part of the file that is read; `None` for all of it.
    part: Option<Part>,
    /// Members that were entered.
    members: u64,
    /// The last bytes that were consumed.
    tail: [u8; LINE_ENDS_BYTES],
}

enum Boundary {
    Member(u64),
    Damage(Damage),
    End,
}

#[derive(Clone, Copy, Default)]
struct Member {
    /// Offset in the file.
    offset: u64,
    /// Offset in the decompressed file.
    unpacked_offset: u64,
}

/// The block of the record being read.
#[derive(Default)]
struct Block {
    /// Bytes that are left, by its length.
    left: u64,
    /// Bytes that were read.
    read: u64,
    /// Bytes by `Content-Length`, if there is one.
    length: Option<u64>,
    /// Offset of the record in the file.
    offset: u64,
    /// Offset of the record in the decompressed file.
    unpacked_offset: u64,
    /// Whether other records can begin in the same member, so that the block is searched for them.
    is_open_ended: bool,
    /// Bytes from `start` that were searched and can be handed out.
    clear: usize,
    /// Whether the bytes after the block were checked.
    is_ended: bool,
    /// Whether the length is too small: what follows the block is neither a line end nor a record.
    is_short: bool,
}

impl Records {
    /// Opens `input`, which may be compressed with gzip or zstd.
    ///
    /// Errors: the first bytes cannot be read.
    pub fn new(input: Box<dyn Read + Send>) -> io::Result<Self> {
        Self::of(Source::new(Input::Stream(input)))
    }

    fn of(mut source: Source) -> io::Result<Self> {
        let unpacker = Decompressor::of(&mut source)?;
        Ok(Self {
            source,
            unpacker,
            buffer: vec![0; BUFFER_BYTES],
            start: 0,
            end: 0,
            unpacked_offset: 0,
            boundary: None,
            member: Member::default(),
            block: Block::default(),
            is_arc: false,
            cut: None,
            part: None,
            members: 0,
            tail: [0; LINE_ENDS_BYTES],
        })
    }

    /// Skips the rest of the last block and reads the head of the next record.
    ///
    /// Errors: the file cannot be read. Damage in it is [`Next::Damage`].
    pub fn next_record(&mut self) -> io::Result<Next> {
        loop {
            let next = self.next_of_file()?;
            if !self.is_before_part() || matches!(next, Next::End) {
                return Ok(self.in_part(next));
            }
        }
    }

    /// The same, also for what is before the part.
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

    /// Reads the head of the record that should begin here.
    fn head(&mut self) -> io::Result<Next> {
        let unpacked_offset = self.unpacked_offset;
        // The first member can hold all records, so its begin does not decide.
        let is_first = unpacked_offset == 0 && !self.part.as_ref().is_some_and(|part| part.is_within);
        let is_alone =
            !self.unpacker.is_plain() && !is_first && unpacked_offset == self.member.unpacked_offset;
        let offset = self.place();
        self.at_least(arc::ARC_BEGIN.len())?;
        self.is_arc |= unpacked_offset == 0 && arc::begins_as_arc(self.unread());
        if self.is_arc {
            return self.arc_head(offset);
        }
        if !self.unread().starts_with(RECORD_BEGIN) {
            return self.skip_garbage("expected a record");
        }
        let mut searched = 0;
        let bytes = loop {
            // The search steps back, because the blank line can begin in the last bytes.
            let unread = self.unread();
            if let Some(bytes) = head_bytes(&unread[searched..unread.len().min(MAX_HEAD_BYTES)]) {
                break searched + bytes;
            }
            searched = unread.len().min(MAX_HEAD_BYTES).saturating_sub(3);
            if self.unread().len() > MAX_HEAD_BYTES || !self.fill()? {
                let found = if self.unread().len() > MAX_HEAD_BYTES { "more" } else { "its end" };
                self.advance(RECORD_BEGIN.len());
                let message =
                    format!("expected a record's head of at most 64 KiB and a blank line, found {found}");
                return self.skip_garbage_from(offset, unpacked_offset, &message);
            }
        };
        let lines = &self.unread()[..bytes];
        let first_line = memchr::memchr(b'\n', lines).map_or(0, |pos| pos + 1);
        let head = Header::parse(&lines[first_line..], offset, unpacked_offset);
        self.advance(bytes);
        let length = head.content_length().ok();
        self.block = Block {
            left: length.unwrap_or(u64::MAX),
            length,
            offset,
            unpacked_offset,
            is_open_ended: !is_alone || length.is_none(),
            ..Block::default()
        };
        Ok(Next::Record(head))
    }

    /// Reads the line with which a record of ARC begins, or past what is none.
    fn arc_head(&mut self, offset: u64) -> io::Result<Next> {
        let unpacked_offset = self.unpacked_offset;
        if let Some((bytes, head)) = self.arc_line(offset)? {
            self.advance(bytes);
            let length = head.content_length().ok();
            self.block = Block {
                left: length.unwrap_or_default(),
                length,
                offset,
                unpacked_offset,
                ..Block::default()
            };
            return Ok(Next::Record(head));
        }
        // To a line that is a head, or to the end of the member.
        loop {
            let line_end = memchr::memchr(b'\n', self.unread());
            self.advance(line_end.map_or(self.unread().len(), |end| end + 1));
            let is_end = self.unread().is_empty() && !self.fill()?;
            if is_end || (line_end.is_some() && self.arc_line(0)?.is_some()) {
                break;
            }
        }
        let bytes = self.unpacked_offset - unpacked_offset;
        let message = format!("expected a record, found {bytes} bytes of something else");
        Ok(Next::Damage(Damage { offset, unpacked_offset, message }))
    }

    /// The head of a record of ARC that begins here, and its bytes.
    fn arc_line(&mut self, offset: u64) -> io::Result<Option<(usize, Header)>> {
        let mut searched = 0;
        let end = loop {
            if let Some(end) = memchr::memchr(b'\n', &self.unread()[searched..]) {
                break searched + end;
            }
            searched = self.unread().len();
            if searched > MAX_HEAD_BYTES || !self.fill()? {
                return Ok(None);
            }
        };
        let line = &self.unread()[..end.min(MAX_HEAD_BYTES)];
        Ok(arc::parse_head(line, offset, self.unpacked_offset).map(|head| (end + 1, head)))
    }

    /// Whether a record begins here.
    fn is_at_record(&mut self) -> io::Result<bool> {
        if self.is_arc {
            return Ok(self.arc_line(0)?.is_some());
        }
        self.at_least(RECORD_BEGIN.len())?;
        Ok(self.unread().starts_with(RECORD_BEGIN))
    }

    /// Reads past what is no record.
    fn skip_garbage(&mut self, expected: &str) -> io::Result<Next> {
        self.skip_garbage_from(self.place(), self.unpacked_offset, expected)
    }

    /// Skips to a line that begins as a record, to a whole record within a line, or to the end of
    /// the member.
    fn skip_garbage_from(&mut self, offset: u64, unpacked_offset: u64, expected: &str) -> io::Result<Next> {
        loop {
            if let Some(pos) = memmem::find(self.unread(), RECORD_BEGIN) {
                let is_line = pos.checked_sub(1).is_some_and(|before| self.unread()[before] == b'\n');
                if is_line || self.is_record_within_line(pos)? {
                    self.advance(pos);
                    break;
                }
                self.advance(pos + 1);
                continue;
            }
            // Keeps one byte more, which shows whether a line begins.
            self.advance(self.unread().len().saturating_sub(RECORD_BEGIN.len()));
            if !self.fill()? {
                self.advance(self.unread().len());
                break;
            }
        }
        let bytes = self.unpacked_offset - unpacked_offset;
        let message = if expected.contains("found") {
            format!("{expected}; {bytes} bytes were left out")
        } else {
            format!("{expected}, found {bytes} bytes of something else")
        };
        Ok(Next::Damage(Damage { offset, unpacked_offset, message }))
    }

    /// Ends the block before its length.
    fn end_early(&mut self, message: String) {
        let Block { offset, unpacked_offset, .. } = self.block;
        self.cut = Some(Cut(Damage { offset, unpacked_offset, message }));
        self.block.left = 0;
    }

    /// Handles the boundary at the end of the buffer, which is all consumed. Returns whether the
    /// block continues.
    fn cross(&mut self) -> io::Result<bool> {
        let read = self.block.read;
        let length = self.block.length;
        match self.boundary.take() {
            None => Ok(true),
            Some(Boundary::Damage(damage)) => {
                self.cut = Some(Cut(damage));
                self.block.left = 0;
                Ok(false)
            }
            Some(Boundary::Member(offset)) => {
                self.enter(offset);
                if !self.is_at_record()? {
                    return Ok(true);
                }
                self.end_early(wrong_length(length, read, "the next record"));
                Ok(false)
            }
            Some(Boundary::End) => {
                self.boundary = Some(Boundary::End);
                self.end_early(wrong_length(length, read, "the end of the file"));
                Ok(false)
            }
        }
    }

    /// Checks what follows the block. Damage of its member can show only here, in the checksum.
    fn look_behind(&mut self) -> io::Result<()> {
        self.block.is_ended = true;
        self.at_least(LINE_ENDS_BYTES + RECORD_BEGIN.len())?;
        let after = self.unread();
        let is_line_end = |byte: &u8| matches!(byte, b'\r' | b'\n');
        let line_ends = after.iter().take(LINE_ENDS_BYTES).take_while(|&byte| is_line_end(byte)).count();
        let rest = &after[line_ends..];
        // A page has line ends, too: what is after one or two of them may be more of it.
        // What is after a block of ARC is looked at as the next head.
        let is_short = !self.is_arc
            && !after.starts_with(LINE_ENDS)
            && !rest.starts_with(RECORD_BEGIN)
            && rest.first().is_some_and(|byte| !is_line_end(byte));
        let is_blank = after.iter().all(is_line_end);
        self.block.is_short = is_short;
        match self.boundary.take() {
            Some(Boundary::Damage(damage)) if is_blank && damage.offset == self.member.offset => {
                self.cut = Some(Cut(damage));
            }
            boundary => self.boundary = boundary,
        }
        Ok(())
    }

    /// Searches the bytes of a block for the begin of another record. Returns how many of them can
    /// be handed out, 0 if a record begins here.
    fn look(&mut self, wanted: usize) -> io::Result<usize> {
        if self.block.read == 0 && self.is_empty_before_record(wanted)? {
            return Ok(0);
        }
        let unread = self.unread();
        let window = &unread[..unread.len().min(wanted.saturating_add(BETWEEN.len() - 1))];
        match memmem::find(window, BETWEEN) {
            // A record after the declared end is where it belongs.
            Some(pos) if pos >= wanted => Ok(wanted),
            Some(0) => {
                let is_record = self.is_record_at(LINE_ENDS_BYTES)?;
                Ok(if is_record { 0 } else { BETWEEN.len().min(wanted) })
            }
            Some(pos) => Ok(pos),
            None if window.len() >= wanted.saturating_add(BETWEEN.len() - 1) => Ok(wanted),
            None => {
                let safe = unread.len().saturating_sub(BETWEEN.len() - 1).min(wanted);
                if safe > 0 {
                    return Ok(safe);
                }
                let all = unread.len().min(wanted);
                if self.fill()? { self.look(wanted) } else { Ok(all) }
            }
        }
    }

    /// Whether another record begins in place of the first bytes of a block of `wanted` bytes.
    ///
    /// That happens where the blank line after a head is damaged. The head then extends to the line
    /// ends before the next record, and takes some or all of them.
    fn is_empty_before_record(&mut self, wanted: usize) -> io::Result<bool> {
        self.at_least(LINE_ENDS_BYTES + RECORD_BEGIN.len())?;
        let unread = self.unread();
        let is_line_end = |byte: &&u8| matches!(byte, b'\r' | b'\n');
        let line_ends = unread.iter().take(LINE_ENDS_BYTES).take_while(is_line_end).count();
        // A record after the declared end is where it belongs.
        let is_begin = line_ends < wanted && unread[line_ends..].starts_with(RECORD_BEGIN);
        Ok(is_begin && self.is_record_at(line_ends)?)
    }

    /// Whether a whole record head begins at `pos`.
    fn is_record_at(&mut self, pos: usize) -> io::Result<bool> {
        self.at_least(pos + MAX_HEAD_BYTES)?;
        let bytes = &self.unread()[pos..];
        // Not more, however much is held: the answer depends on the file alone.
        Ok(is_whole_head(&bytes[..bytes.len().min(MAX_HEAD_BYTES)]))
    }

    /// Whether a record begins at `pos`, in the middle of a line, because the line end before it is
    /// damaged. Its head must end before the next place that can be tested, so that no byte is read
    /// for two of them.
    fn is_record_within_line(&mut self, pos: usize) -> io::Result<bool> {
        self.at_least(pos + MAX_HEAD_BYTES_WITHIN_LINE)?;
        let bytes = &self.unread()[pos..];
        let bytes = &bytes[..bytes.len().min(MAX_HEAD_BYTES_WITHIN_LINE)];
        let next = memmem::find(&bytes[1..], RECORD_BEGIN).map_or(bytes.len(), |next| 1 + next);
        let bytes = &bytes[..next];
        let version_end = memchr::memchr(b'\n', &bytes[..bytes.len().min(MAX_VERSION_BYTES)]);
        Ok(version_end.is_some_and(|end| bytes[end + 1..].starts_with(b"WARC-")) && is_whole_head(bytes))
    }

    /// The offset of the next byte in the file. In a compressed file, the offset of its member.
    fn place(&self) -> u64 {
        if self.unpacker.is_plain() { self.unpacked_offset } else { self.member.offset }
    }

    fn enter(&mut self, offset: u64) {
        self.members += 1;
        self.member = Member { offset, unpacked_offset: self.unpacked_offset };
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
        self.unpacked_offset += bytes as u64;
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
        match self.unpacker.read(&mut self.source, &mut self.buffer[self.end..])? {
            Piece::Bytes(bytes) => self.end += bytes,
            Piece::Member(offset) => self.boundary = Some(Boundary::Member(offset)),
            Piece::Damage(damage) => {
                let unpacked_offset = self.unpacked_offset + self.unread().len() as u64;
                self.boundary = Some(Boundary::Damage(Damage { unpacked_offset, ..damage }));
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

/// Whether `bytes` begin with a whole record head that has the fields of every record.
fn is_whole_head(bytes: &[u8]) -> bool {
    let Some(head) = head_bytes(bytes) else { return false };
    let head = Header::parse(&bytes[..head], 0, 0);
    let needed = ["WARC-Type", "WARC-Record-ID", "WARC-Date"];
    head.content_length().is_ok() && needed.iter().all(|name| head.get(name).is_some())
}

/// The message for a block that ends after `read` bytes.
fn wrong_length(length: Option<u64>, read: u64, found: &str) -> String {
    match length {
        Some(length) => {
            format!("expected a block of {length} bytes (Content-Length), found {found} after {read}")
        }
        None => format!(
            "expected a Content-Length in bytes, found none that can be read; the block was read to {found}, {read} bytes"
        ),
    }
}

impl BufRead for Records {
    /// More bytes of the block. Empty at its end.
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.block.clear == 0 && self.block.left > 0 {
            if self.unread().is_empty() {
                if !self.fill()? && !self.cross()? {
                    break;
                }
                continue;
            }
            let wanted = usize::try_from(self.block.left).unwrap_or(usize::MAX);
            self.block.clear =
                if self.block.is_open_ended { self.look(wanted)? } else { self.unread().len().min(wanted) };
            if self.block.clear == 0 {
                let message = wrong_length(self.block.length, self.block.read, "the next record");
                self.end_early(message);
            }
        }
        if self.block.left == 0 && !self.block.is_ended && self.block.length.is_some() && self.cut.is_none() {
            self.look_behind()?;
        }
        let clear = if self.block.left == 0 { 0 } else { self.block.clear };
        Ok(&self.buffer[self.start..self.start + clear])
    }

    fn consume(&mut self, bytes: usize) {
        let bytes = bytes.min(self.block.clear);
        self.block.clear -= bytes;
        self.block.left -= bytes as u64;
        self.block.read += bytes as u64;
        self.advance(bytes);
    }
}

impl Read for Records {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut block = self.fill_buf()?;
        let bytes = block.read(out)?;
        self.consume(bytes);
        Ok(bytes)
    }
}
