//! The block of a record: it ends at its length, or earlier if another record begins.

use std::io::{self, BufRead, Read};

use memchr::memmem;

use super::block_state::{Block, Cut};
use super::{BETWEEN, Boundary, LINE_ENDS_BYTES, Records};
use crate::member::RECORD_BEGIN;
use crate::{Damage, read_buffered};

/// The line ends after a block, without the last byte, which can be damaged.
const LINE_ENDS: &[u8] = b"\r\n\r";

impl Records {
    /// Ends the block before its length.
    fn end_early(&mut self, message: String) {
        let Block { offset, uncompressed_offset, .. } = self.block;
        self.cut = Some(Cut(Damage { offset, uncompressed_offset, message }));
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

    /// Checks the bytes after the block. Damage of its member may only show there, in the checksum.
    fn look_past(&mut self) -> io::Result<()> {
        self.block.is_ended = true;
        self.at_least(LINE_ENDS_BYTES + RECORD_BEGIN.len())?;
        let after = self.unread();
        let is_line_end = |byte: &u8| matches!(byte, b'\r' | b'\n');
        let line_ends = after.iter().take(LINE_ENDS_BYTES).take_while(|&byte| is_line_end(byte)).count();
        let rest = &after[line_ends..];
        // A page has line ends too, so bytes after one or two of them may belong to it. Bytes after
        // an ARC block are checked as the next header.
        let is_short = !self.is_arc
            && !after.starts_with(LINE_ENDS)
            && !rest.starts_with(RECORD_BEGIN)
            && rest.first().is_some_and(|byte| !is_line_end(byte));
        let is_blank = after.iter().all(is_line_end);
        self.block.is_short = is_short;
        match self.boundary.take() {
            Some(Boundary::Damage(damage)) if is_blank && damage.offset == self.member_offset => {
                self.cut = Some(Cut(damage));
            }
            boundary => self.boundary = boundary,
        }
        Ok(())
    }

    /// Searches the bytes of a block for the start of another record. Returns the number of bytes
    /// that can be returned, 0 if a record begins here.
    fn look(&mut self, wanted: usize) -> io::Result<usize> {
        if self.block.read == 0 && self.is_empty_before_record(wanted)? {
            return Ok(0);
        }
        let unread = self.unread();
        let window = &unread[..unread.len().min(wanted.saturating_add(BETWEEN.len() - 1))];
        match memmem::find(window, BETWEEN) {
            // A record after the declared end is expected.
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
    /// This happens if the blank line after a header is damaged. The header then extends to the
    /// line ends before the next record, and includes some or all of them.
    fn is_empty_before_record(&mut self, wanted: usize) -> io::Result<bool> {
        self.at_least(LINE_ENDS_BYTES + RECORD_BEGIN.len())?;
        let unread = self.unread();
        let is_line_end = |byte: &&u8| matches!(byte, b'\r' | b'\n');
        let line_ends = unread.iter().take(LINE_ENDS_BYTES).take_while(is_line_end).count();
        // A record after the declared end is expected.
        let is_begin = line_ends < wanted && unread[line_ends..].starts_with(RECORD_BEGIN);
        Ok(is_begin && self.is_record_at(line_ends)?)
    }
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
            self.look_past()?;
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
        read_buffered(self, out)
    }
}
