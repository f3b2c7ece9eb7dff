//! Reads the header of a record, or skips other bytes in its place.

use std::io;

use memchr::memmem;

use super::block_state::Block;
use super::{Next, Records};
use crate::Damage;
use crate::arc;
use crate::header::{Header, head_bytes};
use crate::member::RECORD_BEGIN;

/// Maximum bytes of a record header. Some crawls have very long URLs.
const MAX_HEAD_BYTES: usize = 64 << 10;

/// Maximum bytes of a record header that does not begin at a line start. Only long URLs need more.
const MAX_HEAD_BYTES_WITHIN_LINE: usize = 4 << 10;

/// Maximum bytes of the version line of a header.
const MAX_VERSION_BYTES: usize = b"WARC/1.1\r\n".len();

impl Records {
    /// Reads the header of the record that should begin here.
    pub(super) fn head(&mut self) -> io::Result<Next> {
        let uncompressed_offset = self.uncompressed_offset;
        let is_at_begin = self.is_at_begin();
        // The first member can hold all records, so its start does not decide.
        let is_alone = !self.decompressor.is_plain() && !is_at_begin && uncompressed_offset == 0;
        let offset = self.place();
        self.at_least(arc::ARC_BEGIN.len())?;
        self.is_arc |= is_at_begin && arc::begins_as_arc(self.unread());
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
                    format!("expected a record header of at most 64 KiB and a blank line, found {found}");
                return self.skip_garbage_from(offset, uncompressed_offset, &message);
            }
        };
        let lines = &self.unread()[..bytes];
        let first_line = memchr::memchr(b'\n', lines).map_or(0, |pos| pos + 1);
        let head = Header::parse(&lines[first_line..], offset, uncompressed_offset);
        self.advance(bytes);
        let length = head.content_length().ok();
        self.block = Block {
            left: length.unwrap_or(u64::MAX),
            length,
            offset,
            uncompressed_offset,
            is_open_ended: !is_alone || length.is_none(),
            ..Block::default()
        };
        Ok(Next::Record(head))
    }

    /// Reads the first line of an ARC record, or skips other lines.
    fn arc_head(&mut self, offset: u64) -> io::Result<Next> {
        let uncompressed_offset = self.uncompressed_offset;
        if let Some((bytes, head)) = self.arc_line(offset)? {
            self.advance(bytes);
            let length = head.content_length().ok();
            self.block = Block {
                left: length.unwrap_or_default(),
                length,
                offset,
                uncompressed_offset,
                ..Block::default()
            };
            return Ok(Next::Record(head));
        }
        // Skip to a valid line, or to the end of the member.
        loop {
            let line_end = memchr::memchr(b'\n', self.unread());
            self.advance(line_end.map_or(self.unread().len(), |end| end + 1));
            let is_end = self.unread().is_empty() && !self.fill()?;
            if is_end || (line_end.is_some() && self.arc_line(0)?.is_some()) {
                break;
            }
        }
        let bytes = self.uncompressed_offset - uncompressed_offset;
        let message = format!("expected a record, found {bytes} bytes of something else");
        Ok(Next::Damage(Damage { offset, uncompressed_offset, message }))
    }

    /// The header of an ARC record that begins here, and its length.
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
        Ok(arc::parse_head(line, offset, self.uncompressed_offset).map(|head| (end + 1, head)))
    }

    pub(super) fn is_at_record(&mut self) -> io::Result<bool> {
        if self.is_arc {
            return Ok(self.arc_line(0)?.is_some());
        }
        self.at_least(RECORD_BEGIN.len())?;
        Ok(self.unread().starts_with(RECORD_BEGIN))
    }

    /// Skips bytes that are not a record.
    fn skip_garbage(&mut self, expected: &str) -> io::Result<Next> {
        self.skip_garbage_from(self.place(), self.uncompressed_offset, expected)
    }

    /// Skips to a line that begins like a record, to a whole record within a line, or to the end of
    /// the member.
    fn skip_garbage_from(
        &mut self,
        offset: u64,
        uncompressed_offset: u64,
        expected: &str,
    ) -> io::Result<Next> {
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
            // Keep one more byte, which shows whether a line begins.
            self.advance(self.unread().len().saturating_sub(RECORD_BEGIN.len()));
            if !self.fill()? {
                self.advance(self.unread().len());
                break;
            }
        }
        let bytes = self.uncompressed_offset - uncompressed_offset;
        let message = if expected.contains("found") {
            format!("{expected}; skipped {bytes} bytes")
        } else {
            format!("{expected}, found {bytes} other bytes")
        };
        Ok(Next::Damage(Damage { offset, uncompressed_offset, message }))
    }

    /// Whether a whole record header begins at `pos`.
    pub(super) fn is_record_at(&mut self, pos: usize) -> io::Result<bool> {
        self.at_least(pos + MAX_HEAD_BYTES)?;
        let bytes = &self.unread()[pos..];
        // Limited, so that the answer does not depend on the buffer.
        Ok(is_whole_head(&bytes[..bytes.len().min(MAX_HEAD_BYTES)]))
    }

    /// Whether a record begins at `pos`, in the middle of a line, because the line end before it is
    /// damaged. Its header must end before the next place that can be tested, so that no byte is
    /// tested twice.
    fn is_record_within_line(&mut self, pos: usize) -> io::Result<bool> {
        self.at_least(pos + MAX_HEAD_BYTES_WITHIN_LINE)?;
        let bytes = &self.unread()[pos..];
        let bytes = &bytes[..bytes.len().min(MAX_HEAD_BYTES_WITHIN_LINE)];
        let next = memmem::find(&bytes[1..], RECORD_BEGIN).map_or(bytes.len(), |next| 1 + next);
        let bytes = &bytes[..next];
        let version_end = memchr::memchr(b'\n', &bytes[..bytes.len().min(MAX_VERSION_BYTES)]);
        Ok(version_end.is_some_and(|end| bytes[end + 1..].starts_with(b"WARC-")) && is_whole_head(bytes))
    }
}

/// Whether `bytes` begin with a whole record header that has the mandatory fields.
fn is_whole_head(bytes: &[u8]) -> bool {
    let Some(head) = head_bytes(bytes) else { return false };
    let head = Header::parse(&bytes[..head], 0, 0);
    let needed = ["WARC-Type", "WARC-Record-ID", "WARC-Date"];
    head.content_length().is_ok() && needed.iter().all(|name| head.get(name).is_some())
}
