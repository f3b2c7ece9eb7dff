//! The bytes of a file as they are, with their places; the last of them can be read again.

use std::io::{self, Read};

/// Bytes read at once.
const READ_BYTES: usize = 128 << 10;

/// Bytes that are kept after the place of reading.
const KEPT_BYTES: usize = 128 << 10;

/// A buffered input that knows where it is, and can go back a little.
///
/// Cost: holds [`READ_BYTES`] twice and [`KEPT_BYTES`].
pub(crate) struct Source {
    input: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    /// What was not yet consumed is `buffer[start..end]`; what can be gone back to is before it.
    start: usize,
    end: usize,
    /// Place in the file of `buffer[0]`.
    offset: u64,
    ended: bool,
}

impl Source {
    pub(crate) fn new(input: Box<dyn Read + Send>) -> Self {
        Self {
            input,
            buffer: vec![0; KEPT_BYTES + 2 * READ_BYTES],
            start: 0,
            end: 0,
            offset: 0,
            ended: false,
        }
    }

    /// What was read and not consumed.
    pub(crate) fn unread(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Place in the file of the first byte of [`unread`](Self::unread).
    pub(crate) fn position(&self) -> u64 {
        self.offset + self.start as u64
    }

    pub(crate) fn consume(&mut self, bytes: usize) {
        self.start = (self.start + bytes).min(self.end);
    }

    /// Reads more after what is unread. Out: `false` at the end of the input, or if [`READ_BYTES`]
    /// and more are unread.
    pub(crate) fn fill(&mut self) -> io::Result<bool> {
        if self.ended || self.end - self.start > READ_BYTES {
            return Ok(false);
        }
        if self.buffer.len() - self.end < READ_BYTES {
            let from = self.start.saturating_sub(KEPT_BYTES);
            self.buffer.copy_within(from..self.end, 0);
            self.offset += from as u64;
            self.start -= from;
            self.end -= from;
        }
        // A whole piece at a time, so that it does not depend on a pipe's writer how much is known
        // when.
        let mut read = 0;
        while read < READ_BYTES && !self.ended {
            match self.input.read(&mut self.buffer[self.end..][..READ_BYTES - read]) {
                Ok(bytes) => {
                    self.end += bytes;
                    read += bytes;
                    self.ended = bytes == 0;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.ended = true;
                    return Err(error);
                }
            }
        }
        Ok(read > 0)
    }

    /// Reads until `bytes` are unread, at most [`READ_BYTES`]. Out: whether there are that many.
    pub(crate) fn at_least(&mut self, bytes: usize) -> io::Result<bool> {
        while self.unread().len() < bytes {
            if !self.fill()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Goes to byte `offset` of the file, which was read already; or as near to it as is kept.
    pub(crate) fn go_to(&mut self, offset: u64) {
        let back = offset.saturating_sub(self.offset);
        self.start = usize::try_from(back).unwrap_or(usize::MAX).min(self.end);
    }
}
