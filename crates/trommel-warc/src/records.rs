//! Records, one after the other, out of a file that may be damaged anywhere.

use std::io::{self, BufRead, Read};

use memchr::memmem;

use crate::Damage;
use crate::arc;
use crate::decompress::Decompressor;
use crate::header::{Header, head_bytes};
use crate::member::{Piece, RECORD_BEGIN};
use crate::source::Source;

/// Bytes of the unpacked file that are held.
const BUFFER_BYTES: usize = 256 << 10;

/// Most bytes of a record's head. Addresses of 20 kB are seen.
const MAX_HEAD_BYTES: usize = 64 << 10;

/// The same where no line begins, as records have it but for long addresses.
const MAX_HEAD_BYTES_WITHIN_LINE: usize = 4 << 10;

/// Most bytes of the first line of a head.
const MAX_VERSION_BYTES: usize = b"WARC/1.1\r\n".len();

/// What is between two records.
const BETWEEN: &[u8] = b"\r\n\r\nWARC/1.";

/// Bytes of it before the record.
const LINE_ENDS_BYTES: usize = 4;

/// The line ends after a block, but for the last byte, for which a damaged one may stand.
const LINE_ENDS: &[u8] = b"\r\n\r";

/// What comes next.
#[derive(Debug)]
pub enum Next {
    /// A record; its block is read through [`Records`], which is a `BufRead` that ends with it.
    Record(Header),
    /// A place that could not be read.
    Damage(Damage),
    /// The end of the file.
    End,
}

/// Why a block ended before its length, or cannot be trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cut(Damage);

/// Reads the records of a file.
///
/// [`next_record`](Self::next_record), then the block by `BufRead`, as far as it is of interest; then the next
/// one.
///
/// A block ends where its `Content-Length` says; or sooner, where a damaged place comes, or where
/// another record begins: in a new gzip member or zstd frame, or, where members do not tell records
/// apart, after two line ends or in place of the whole block, with a whole head of its own; so a
/// block that is an unpacked file of records itself is read as its records. What stands between two
/// records and is neither is reported as a damaged place.
///
/// Cost: linear. Holds `BUFFER_BYTES`, and what reading the file takes.
pub struct Records {
    source: Source,
    unpacker: Decompressor,
    buffer: Vec<u8>,
    /// What was unpacked and not consumed is `buffer[start..end]`.
    start: usize,
    end: usize,
    /// Place of `buffer[start]` in the unpacked file.
    unpacked_offset: u64,
    /// What comes after `buffer[end]`, if it is not simply more of the same member.
    boundary: Option<Boundary>,
    /// Where the member begins that `buffer[start]` is in.
    member: Member,
    block: Block,
    /// The file is an ARC file.
    is_arc: bool,
    /// What was found out of a block and is to be said before the next record.
    cut: Option<Cut>,
}

enum Boundary {
    Member(u64),
    Damage(Damage),
    End,
}

#[derive(Clone, Copy, Default)]
struct Member {
    /// In the file.
    offset: u64,
    /// In the unpacked file.
    unpacked_offset: u64,
}

/// The block of the record being read.
#[derive(Default)]
struct Block {
    /// Bytes that are to come by its length.
    left: u64,
    /// Bytes that were read.
    read: u64,
    /// Bytes by the head; none if it does not say it.
    length: Option<u64>,
    /// Where the record begins, in the file.
    offset: u64,
    /// In the unpacked file.
    unpacked_offset: u64,
    /// Whether other records may begin in the same member, so that they are looked for.
    is_open_ended: bool,
    /// Bytes from `start` on that were looked at, and may be handed out.
    clear: usize,
    /// What is after it was looked at.
    is_ended: bool,
    /// What is after it is neither a line end nor a record, so that its length is too short.
    is_short: bool,
}

impl Records {
    /// The records of `input`, which may be packed with gzip or zstd.
    ///
    /// Errors: the first bytes cannot be read.
    pub fn new(input: Box<dyn Read + Send>) -> io::Result<Self> {
        let mut source = Source::new(input);
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
        })
    }

    /// Reads what is left of the last record, and then the head of the next one.
    ///
    /// Errors: the file cannot be read. What is wrong with it is [`Next::Damage`].
    pub fn next_record(&mut self) -> io::Result<Next> {
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
        // Line ends after the block, two as a rule.
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
                return self.head();
            }
        }
    }

    /// Whether the block is not whole, or damaged; known at its end.
    pub fn is_cut(&self) -> bool {
        self.cut.is_some() || self.block.is_short
    }

    /// Reads the head of the record that should begin here.
    fn head(&mut self) -> io::Result<Next> {
        let unpacked_offset = self.unpacked_offset;
        // The first member may hold all records, so its begin says nothing.
        let is_alone = !self.unpacker.is_plain()
            && unpacked_offset > 0
            && unpacked_offset == self.member.unpacked_offset;
        let offset = self.place();
        self.at_least(arc::ARC_BEGIN.len())?;
        self.is_arc |= unpacked_offset == 0 && self.unread().starts_with(arc::ARC_BEGIN);
        if self.is_arc {
            return self.arc_head(offset);
        }
        if !self.unread().starts_with(RECORD_BEGIN) {
            return self.skip_garbage("expected a record");
        }
        let mut searched = 0;
        let bytes = loop {
            // Two bytes back, where the blank line may begin.
            if let Some(bytes) = head_bytes(&self.unread()[searched..]) {
                break searched + bytes;
            }
            searched = self.unread().len().saturating_sub(3);
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

    /// Reads on to where a line begins as a record does, or a whole record within one, or to the
    /// end of the member.
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
            // One byte more, which says whether a line begins.
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

    /// The block ends here, though it should not.
    fn end_early(&mut self, message: String) {
        let Block { offset, unpacked_offset, .. } = self.block;
        self.cut = Some(Cut(Damage { offset, unpacked_offset, message }));
        self.block.left = 0;
    }

    /// Comes to what is after the buffer's end, all before it being consumed. Out: whether the
    /// block goes on.
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

    /// The block is at its end. That its member is damaged may show only there, in the checksum.
    fn look_behind(&mut self) -> io::Result<()> {
        self.block.is_ended = true;
        self.at_least(LINE_ENDS_BYTES + RECORD_BEGIN.len())?;
        let behind = self.unread();
        let is_line_end = |byte: &u8| matches!(byte, b'\r' | b'\n');
        let line_ends = behind.iter().take(LINE_ENDS_BYTES).take_while(|&byte| is_line_end(byte)).count();
        let rest = &behind[line_ends..];
        // A page has line ends, too: what is after one or two of them may be more of it.
        // What is after a block of ARC is looked at as the next head.
        let is_short = !self.is_arc
            && !behind.starts_with(LINE_ENDS)
            && !rest.starts_with(RECORD_BEGIN)
            && rest.first().is_some_and(|byte| !is_line_end(byte));
        let is_blank = behind.iter().all(is_line_end);
        self.block.is_short = is_short;
        match self.boundary.take() {
            Some(Boundary::Damage(damage)) if is_blank && damage.offset == self.member.offset => {
                self.cut = Some(Cut(damage));
            }
            boundary => self.boundary = boundary,
        }
        Ok(())
    }

    /// Looks at the bytes of a block for the begin of another record. Out: how many of them may be
    /// handed out; 0 if one begins here.
    fn look(&mut self, wanted: usize) -> io::Result<usize> {
        if self.block.read == 0 && self.is_empty_before_record(wanted)? {
            return Ok(0);
        }
        let unread = self.unread();
        let window = &unread[..unread.len().min(wanted.saturating_add(BETWEEN.len() - 1))];
        match memmem::find(window, BETWEEN) {
            // After the declared end is where it belongs.
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

    /// Whether a block of `wanted` bytes has another record in the place of its first ones: where
    /// the blank line after a head is damaged, the head goes on to the line ends before the next
    /// record, and takes some or all of them.
    fn is_empty_before_record(&mut self, wanted: usize) -> io::Result<bool> {
        self.at_least(LINE_ENDS_BYTES + RECORD_BEGIN.len())?;
        let unread = self.unread();
        let is_line_end = |byte: &&u8| matches!(byte, b'\r' | b'\n');
        let line_ends = unread.iter().take(LINE_ENDS_BYTES).take_while(is_line_end).count();
        // After the declared end is where it belongs.
        let is_begin = line_ends < wanted && unread[line_ends..].starts_with(RECORD_BEGIN);
        Ok(is_begin && self.is_record_at(line_ends)?)
    }

    /// Whether a whole head of a record begins `pos` bytes on.
    fn is_record_at(&mut self, pos: usize) -> io::Result<bool> {
        self.at_least(pos + MAX_HEAD_BYTES)?;
        Ok(is_whole_head(&self.unread()[pos..]))
    }

    /// Whether a record begins `pos` bytes on, where no line does: the line end before it was
    /// damaged. Its head ends before the next place of which that can be asked, so that no byte is
    /// looked at for two of them.
    fn is_record_within_line(&mut self, pos: usize) -> io::Result<bool> {
        self.at_least(pos + MAX_HEAD_BYTES_WITHIN_LINE)?;
        let bytes = &self.unread()[pos..];
        let bytes = &bytes[..bytes.len().min(MAX_HEAD_BYTES_WITHIN_LINE)];
        let next = memmem::find(&bytes[1..], RECORD_BEGIN).map_or(bytes.len(), |next| 1 + next);
        let bytes = &bytes[..next];
        let version_end = memchr::memchr(b'\n', &bytes[..bytes.len().min(MAX_VERSION_BYTES)]);
        Ok(version_end.is_some_and(|end| bytes[end + 1..].starts_with(b"WARC-")) && is_whole_head(bytes))
    }

    /// Place in the file of what comes next: of the member it is in, if the file is packed.
    fn place(&self) -> u64 {
        if self.unpacker.is_plain() { self.unpacked_offset } else { self.member.offset }
    }

    fn enter(&mut self, offset: u64) {
        self.member = Member { offset, unpacked_offset: self.unpacked_offset };
    }

    fn unread(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    fn advance(&mut self, bytes: usize) {
        self.start += bytes;
        self.unpacked_offset += bytes as u64;
    }

    /// Unpacks more. Out: `false` where a boundary comes first, or when the buffer is full.
    fn fill(&mut self) -> io::Result<bool> {
        if self.boundary.is_some() {
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

    /// Unpacks until `bytes` are unread, or a boundary comes.
    fn at_least(&mut self, bytes: usize) -> io::Result<()> {
        while self.unread().len() < bytes && self.fill()? {}
        Ok(())
    }
}

/// Whether bytes begin with a whole head that says what all heads say.
fn is_whole_head(bytes: &[u8]) -> bool {
    let Some(head) = head_bytes(bytes) else { return false };
    let head = Header::parse(&bytes[..head], 0, 0);
    let needed = ["WARC-Type", "WARC-Record-ID", "WARC-Date"];
    head.content_length().is_ok() && needed.iter().all(|name| head.get(name).is_some())
}

/// What is wrong with a block that ends after `read` bytes.
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
    /// More of the block; nothing at its end.
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
