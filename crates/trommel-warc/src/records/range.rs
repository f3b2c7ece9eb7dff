//! Reads a part of a file: the records that begin in a range of its bytes.
//!
//! Each part begins and ends at records that can be found from any place in the file. So the parts
//! of a file, however it is split, give each record and each damaged place once:
//!
//! - In a plain file, after two line ends, if a whole record header follows. [`Records`] ends a
//!   block there in any case.
//! - In a compressed file, at a member or frame that begins with a record. Members are known only
//!   by decompressing, so a part reads from some way before its range.
//!
//! Other records, such as the second record of a member or one after garbage, belong to the part
//! that reads the bytes before them.

use std::io::{self, Read, Seek};

use memchr::memmem;

use super::part::{ByteRange, Part};
use super::{BETWEEN, Boundary, LINE_ENDS_BYTES, Records};
use crate::arc::{ARC_BEGIN, begins_as_arc};
use crate::member::RECORD_BEGIN;
use crate::source::{Input, KEPT_BYTES, Source};

/// Bytes before the range to read of a compressed file. A compressed file stored inside a record
/// looks like members. If it begins in these bytes, it is recognised as part of a record.
const LOOK_BACK_BYTES: u64 = 1 << 20;

impl Records {
    /// The records that begin in `range` of the file `input`, which may be compressed with gzip or
    /// zstd. Ranges that cover the file give the records of [`Records::new`], each once.
    ///
    /// Edge cases: an ARC file, or a file with a single member, cannot be split. The range that
    /// begins at byte 0 has all of it, and [`is_undivided`](Self::is_undivided) is true. Members
    /// inside the block of a record (a compressed file that was crawled, and stored without further
    /// compression) are not taken for members of the file, unless more than 1 MiB of them precede
    /// the range.
    ///
    /// Cost: linear in the range, its last record, and 1 MiB before it.
    ///
    /// Errors: the first bytes, or those of the range, cannot be read.
    pub fn in_range(input: impl Read + Seek + Send + 'static, range: ByteRange) -> io::Result<Self> {
        Self::in_range_from(input, range, LOOK_BACK_BYTES)
    }

    /// Like [`in_range`](Self::in_range), starting `look_back` bytes before the range.
    pub(crate) fn in_range_from(
        input: impl Read + Seek + Send + 'static,
        range: ByteRange,
        look_back: u64,
    ) -> io::Result<Self> {
        let mut records = Self::of(Source::new(Input::File(Box::new(input))))?;
        records.part = Some(Part { range, is_before: range.start > 0, is_within: false });
        if range.start >= range.end {
            records.end_part();
        } else if range.start > 0 && records.decompressor.is_plain() {
            records.find_plain(range)?;
        } else if range.start > 0 {
            records.find_compressed(range, look_back)?;
        }
        Ok(records)
    }

    /// Whether the file cannot be split, so that the range from byte 0 has more than the records
    /// that begin in it. Known after [`Next::End`](super::Next::End).
    pub fn is_undivided(&self) -> bool {
        let Some(Part { range, .. }) = &self.part else { return false };
        let is_one_member =
            !self.decompressor.is_plain() && self.members == 1 && self.source.position() > range.end;
        self.is_arc || (range.start == 0 && is_one_member)
    }

    /// Whether the file is compressed.
    pub fn is_compressed(&self) -> bool {
        !self.decompressor.is_plain()
    }

    /// Whether the last event belongs to an earlier part.
    pub(super) fn is_before_part(&self) -> bool {
        self.part.as_ref().is_some_and(|part| part.is_before)
    }

    /// Whether all bytes up to the end of this part belong to earlier parts. Damage found later
    /// does not lead back into the part.
    pub(super) fn has_nothing_left(&self) -> bool {
        self.part.as_ref().is_some_and(|part| {
            part.is_before
                && !self.decompressor.is_plain()
                && self.member_offset < part.range.start
                && self.source.position().saturating_sub(KEPT_BYTES as u64) >= part.range.end
        })
    }

    /// Whether the part ends before the next record. Notes whether the part begins with it.
    pub(super) fn is_past_part(&mut self) -> io::Result<bool> {
        let Some(Part { range, is_before, .. }) = self.part else { return Ok(false) };
        let offset = self.place();
        if offset < range.start || (!is_before && offset < range.end) || !self.is_at_border()? {
            return Ok(false);
        }
        if let Some(part) = &mut self.part {
            part.is_before = false;
        }
        Ok(offset >= range.end)
    }

    /// Whether a record begins here that a part can begin with.
    fn is_at_border(&mut self) -> io::Result<bool> {
        if self.is_arc {
            return Ok(false);
        }
        if self.decompressor.is_plain() {
            let (line_ends, begin) = BETWEEN.split_at(LINE_ENDS_BYTES);
            self.at_least(begin.len())?;
            let is_begin = self.tail == *line_ends && self.unread().starts_with(begin);
            return Ok(is_begin && self.is_record_at(0)?);
        }
        self.at_least(RECORD_BEGIN.len())?;
        Ok(self.uncompressed_offset == 0 && self.unread().starts_with(RECORD_BEGIN))
    }

    /// Moves to the first record in a range of a plain file that a part can begin with.
    fn find_plain(&mut self, range: ByteRange) -> io::Result<()> {
        let from = range.start.saturating_sub(LINE_ENDS_BYTES as u64);
        self.go_to(from)?;
        self.uncompressed_offset = from;
        let between = memmem::Finder::new(BETWEEN);
        loop {
            if let Some(pos) = between.find(self.unread()) {
                self.advance(pos + LINE_ENDS_BYTES);
                if self.uncompressed_offset < range.end && !self.is_record_at(0)? {
                    continue;
                }
            } else {
                self.advance(self.unread().len().saturating_sub(BETWEEN.len() - 1));
                if self.uncompressed_offset < range.end && self.fill()? {
                    continue;
                }
                self.end_part();
            }
            if self.uncompressed_offset >= range.end {
                self.end_part();
            }
            return Ok(());
        }
    }

    /// Moves to a member before a range of a compressed file, or in it.
    fn find_compressed(&mut self, range: ByteRange, look_back: u64) -> io::Result<()> {
        // After the dictionary, whose content may look like a record.
        let begin = self.source.position();
        self.is_arc = self.begins_as_arc()?;
        let from = range.start.saturating_sub(look_back);
        if self.is_arc {
            self.end_part();
        } else if from > begin {
            self.go_to(from)?;
            if let Some(part) = &mut self.part {
                part.is_within = true;
            }
            if !self.decompressor.find(&mut self.source, range.end)? {
                self.end_part();
            }
        }
        Ok(())
    }

    /// Whether the decompressed file begins as an ARC file. Consumes nothing.
    fn begins_as_arc(&mut self) -> io::Result<bool> {
        while self.unread().len() < ARC_BEGIN.len() && !self.fill()? {
            match self.boundary.take() {
                Some(Boundary::Member(offset)) => self.enter(offset),
                boundary => {
                    self.boundary = boundary;
                    break;
                }
            }
        }
        Ok(begins_as_arc(self.unread()))
    }

    /// Continues at byte `offset` of the file.
    fn go_to(&mut self, offset: u64) -> io::Result<()> {
        self.source.seek_to(offset)?;
        (self.start, self.end, self.uncompressed_offset) = (0, 0, 0);
        (self.boundary, self.member_offset, self.members) = (None, 0, 0);
        Ok(())
    }

    pub(super) fn end_part(&mut self) {
        (self.start, self.end) = (0, 0);
        self.boundary = Some(Boundary::End);
    }
}
