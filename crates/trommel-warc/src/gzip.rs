//! Decompresses the gzip members of a file of records, and resumes after a corrupt member.

use std::io;

use flate2::{Decompress, FlushDecompress, Status};
use libdeflater::Crc;
use memchr::memmem;

use crate::Damage;
use crate::arc::{ADDRESS_BEGINS, begins_as_arc};
use crate::codec::GZIP_MAGIC;
use crate::gzip_head::{FIXED_HEAD_BYTES, HeadBytes, TRAILER_BYTES, head_bytes};
use crate::member::{Piece, RECORD_BEGIN, find_member};
use crate::source::Source;
use crate::whole_member::{MAX_BYTES, WholeMembers};

/// Maximum bytes of a member header. File name and comment are short.
const MAX_HEAD_BYTES: usize = 64 << 10;

/// Bytes of a member that are decompressed to test whether it begins with a record.
const TRIAL_BYTES: usize = 4 << 10;

/// Decompresses gzip members one after the other.
///
/// It parses headers and trailers itself, because the offsets of members must be known. One inflate
/// state serves all members, since a crawl file has a member for each record. Small intact members
/// are decompressed at once, which is faster; all others are streamed.
pub(crate) struct Gzip {
    whole: WholeMembers,
    inflate: Decompress,
    crc: Crc,
    state: State,
    /// Damage to report after the good bytes before it.
    damage: Option<Damage>,
    /// Whether the file is an ARC file; unknown before its first bytes.
    is_arc: Option<bool>,
}

enum State {
    /// Before a member.
    Between,
    /// In the data of the member that begins at this byte of the file.
    Inside(u64),
    /// In a member that is decompressed as a whole, with this many bytes returned.
    Whole(usize),
}

impl Gzip {
    pub(crate) fn new() -> Self {
        Self::with(WholeMembers::up_to(MAX_BYTES))
    }

    /// A reader with a limit for members that are decompressed at once.
    pub(crate) fn with(whole: WholeMembers) -> Self {
        Self {
            whole,
            inflate: Decompress::new(false),
            crc: Crc::new(),
            state: State::Between,
            damage: None,
            is_arc: None,
        }
    }

    pub(crate) fn read(&mut self, source: &mut Source, out: &mut [u8]) -> io::Result<Piece> {
        if let Some(damage) = self.damage.take() {
            return Ok(Piece::Damage(damage));
        }
        match self.state {
            State::Between => self.begin(source),
            State::Inside(begin) => self.inflate(source, out, begin),
            State::Whole(handed_out) => Ok(self.hand_out(handed_out, out)),
        }
    }

    fn begin(&mut self, source: &mut Source) -> io::Result<Piece> {
        let offset = source.position();
        // Zeros at the end are padding, as for `gzip`. Zeros with data after them are a hole in the
        // file.
        while source.at_least(1)? && source.unread()[0] == 0 {
            let zeros = source.unread().iter().take_while(|byte| **byte == 0).count();
            source.consume(zeros);
        }
        if source.unread().is_empty() {
            return Ok(Piece::End);
        }
        if source.position() > offset {
            return self.resync(
                source,
                offset,
                "expected a gzip member, found zeros and something after them",
            );
        }
        let mut wanted = FIXED_HEAD_BYTES;
        loop {
            let whole = source.at_least(wanted)?;
            match head_bytes(source.unread()) {
                HeadBytes::Known(bytes) => {
                    source.consume(bytes);
                    self.enter(source, offset);
                    return Ok(Piece::Member(offset));
                }
                HeadBytes::MoreThan(bytes) if whole && bytes < MAX_HEAD_BYTES => wanted = bytes + 1,
                _ => return self.resync(source, offset, "expected a gzip member, found something else"),
            }
        }
    }

    /// Enters the data of the member that begins at byte `offset` of the file.
    fn enter(&mut self, source: &mut Source, offset: u64) {
        if let Some(bytes) = self.whole.decompress(source) {
            self.is_arc.get_or_insert(begins_as_arc(bytes));
            self.state = State::Whole(0);
            return;
        }
        self.inflate.reset(false);
        self.crc = Crc::new();
        self.state = State::Inside(offset);
    }

    /// Returns the next bytes of a whole member.
    fn hand_out(&mut self, handed_out: usize, out: &mut [u8]) -> Piece {
        let rest = &self.whole.decompressed()[handed_out..];
        let bytes = rest.len().min(out.len());
        out[..bytes].copy_from_slice(&rest[..bytes]);
        self.state = if bytes < rest.len() { State::Whole(handed_out + bytes) } else { State::Between };
        Piece::Bytes(bytes)
    }

    /// Reads data of the member that begins at byte `begin` of the file.
    fn inflate(&mut self, source: &mut Source, out: &mut [u8], begin: u64) -> io::Result<Piece> {
        loop {
            if source.unread().is_empty() && !source.fill()? {
                return self.resync(source, begin, "expected a whole gzip member, found the end of the file");
            }
            let (consumed_before, made_before) = (self.inflate.total_in(), self.inflate.total_out());
            let status = self.inflate.decompress(source.unread(), out, FlushDecompress::None);
            let made = (self.inflate.total_out() - made_before) as usize;
            source.consume((self.inflate.total_in() - consumed_before) as usize);
            self.crc.update(&out[..made]);
            if made > 0 {
                self.is_arc.get_or_insert(begins_as_arc(&out[..made]));
            }
            let wrong = match status {
                Ok(Status::StreamEnd) => self.end(source)?,
                Ok(_) => None,
                Err(_) => Some("expected a whole gzip member, found corrupt data in it"),
            };
            if let Some(message) = wrong {
                let Piece::Damage(damage) = self.resync(source, begin, message)? else { continue };
                if made == 0 {
                    return Ok(Piece::Damage(damage));
                }
                self.damage = Some(damage);
            }
            if made > 0 {
                return Ok(Piece::Bytes(made));
            }
            if let State::Between = self.state {
                return self.begin(source);
            }
        }
    }

    /// Reads the trailer of a member. Returns a message if it is wrong.
    fn end(&mut self, source: &mut Source) -> io::Result<Option<&'static str>> {
        let whole = source.at_least(TRAILER_BYTES)?;
        let trailer = source.unread();
        if !whole || trailer[..4] != self.crc.sum().to_le_bytes() {
            return Ok(Some(if whole {
                "expected a whole gzip member, found another checksum than that of its data"
            } else {
                "expected a whole gzip member, found the end of the file in its checksum"
            }));
        }
        source.consume(TRAILER_BYTES);
        self.state = State::Between;
        Ok(None)
    }

    /// Moves to the next member that begins with a record before byte `end` of the file, and
    /// continues there. Returns whether there is one.
    pub(crate) fn find(&mut self, source: &mut Source, end: u64) -> io::Result<bool> {
        (self.state, self.damage) = (State::Between, None);
        let is_arc = self.is_arc == Some(true);
        let begins = |bytes: &[u8]| first_bytes(bytes).is_some_and(|begin| is_record(&begin, is_arc));
        find_member(source, &GZIP_MAGIC, TRIAL_BYTES, end, begins)
    }

    /// Moves to the next member that begins with a record, after byte `offset` of the file.
    fn resync(&mut self, source: &mut Source, offset: u64, message: &str) -> io::Result<Piece> {
        // Searches from the start of the damaged member, as far as it is still held: corrupt data
        // can swallow the members after it.
        source.go_back_to(offset + 1);
        let found = self.find(source, u64::MAX)?;
        Ok(Piece::damage(offset, message, source, found))
    }
}

/// Whether a member that begins with a record starts in `bytes` before `end`.
pub(crate) fn is_before(end: usize, bytes: &[u8]) -> bool {
    let mut places = memmem::find_iter(bytes, &GZIP_MAGIC).take_while(|&pos| pos < end);
    places.any(|pos| first_bytes(&bytes[pos..]).is_some_and(|begin| is_record(&begin, false)))
}

/// Whether these are the first bytes of a record. An ARC record begins with the URL of a page.
fn is_record(begin: &[u8], is_arc: bool) -> bool {
    if is_arc { ADDRESS_BEGINS.contains(&begin) } else { begin == RECORD_BEGIN }
}

/// The first decompressed bytes of the member at the start of `bytes`.
fn first_bytes(bytes: &[u8]) -> Option<[u8; RECORD_BEGIN.len()]> {
    let HeadBytes::Known(head) = head_bytes(bytes) else { return None };
    let mut begin = [0; RECORD_BEGIN.len()];
    let mut inflate = Decompress::new(false);
    // Errors after the first bytes do not matter here.
    let _ = inflate.decompress(
        &bytes[head..bytes.len().min(TRIAL_BYTES).max(head)],
        &mut begin,
        FlushDecompress::None,
    );
    Some(begin)
}
