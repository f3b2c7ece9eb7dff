//! Reads a file with offsets, and can step back a little.

use std::io::{self, Read, Seek, SeekFrom};

const READ_BYTES: usize = 128 << 10;

/// Maximum unread bytes that are read ahead, less the last read.
const MAX_AHEAD_BYTES: usize = 512 << 10;

/// Bytes before the read position that can be read again.
pub(crate) const KEPT_BYTES: usize = 128 << 10;

pub(crate) enum Input {
    /// A stream, read from its begin to its end.
    Stream(Box<dyn Read + Send>),
    /// A file that can be read from any byte.
    File(Box<dyn ReadSeek + Send>),
}

/// A reader with random access.
pub(crate) trait ReadSeek: Read + Seek {}

impl<F: Read + Seek> ReadSeek for F {}

impl Input {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Stream(stream) => stream.read(out),
            Self::File(file) => file.read(out),
        }
    }
}

/// A buffered input that knows its offset and can go back a little.
///
/// Cost: holds [`READ_BYTES`] twice and [`KEPT_BYTES`]; [`MAX_AHEAD_BYTES`] more once that much is
/// read ahead.
pub(crate) struct Source {
    input: Input,
    buffer: Vec<u8>,
    /// Unread bytes are `buffer[start..end]`. The bytes before `start` can be read again.
    start: usize,
    end: usize,
    /// Offset of `buffer[0]` in the file.
    offset: u64,
    ended: bool,
    /// An error of reading ahead, to be returned after the bytes before it.
    error: Option<io::Error>,
}

impl Source {
    pub(crate) fn new(input: Input) -> Self {
        Self {
            input,
            buffer: vec![0; KEPT_BYTES + 2 * READ_BYTES],
            start: 0,
            end: 0,
            offset: 0,
            ended: false,
            error: None,
        }
    }

    /// The bytes read but not consumed.
    pub(crate) fn unread(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Offset in the file of the first byte of [`unread`](Self::unread).
    pub(crate) fn position(&self) -> u64 {
        self.offset + self.start as u64
    }

    pub(crate) fn consume(&mut self, bytes: usize) {
        self.start = (self.start + bytes).min(self.end);
    }

    /// Reads more bytes. Returns `false` at the end of the input, or if more than [`READ_BYTES`]
    /// are unread.
    pub(crate) fn fill(&mut self) -> io::Result<bool> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        self.fill_up_to(READ_BYTES)
    }

    /// Reads more bytes, if at most `max_unread` are unread.
    fn fill_up_to(&mut self, max_unread: usize) -> io::Result<bool> {
        if self.ended || self.end - self.start > max_unread {
            return Ok(false);
        }
        if self.buffer.len() - self.end < READ_BYTES {
            self.make_room();
        }
        // Read a full piece at a time, so that the result does not depend on pipe timing.
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
                    if read == 0 {
                        return Err(error);
                    }
                    self.error = Some(error);
                }
            }
        }
        Ok(read > 0)
    }

    /// Makes room for [`READ_BYTES`] after the unread bytes.
    fn make_room(&mut self) {
        let from = self.start.saturating_sub(KEPT_BYTES);
        self.buffer.copy_within(from..self.end, 0);
        self.offset += from as u64;
        self.start -= from;
        self.end -= from;
        if self.buffer.len() - self.end < READ_BYTES {
            self.buffer.resize(KEPT_BYTES + MAX_AHEAD_BYTES + 2 * READ_BYTES, 0);
        }
    }

    /// Reads more bytes before they are needed. Returns `false` if there are none, or more than
    /// [`MAX_AHEAD_BYTES`] are unread. An error is returned by the next [`fill`](Self::fill).
    pub(crate) fn fill_ahead(&mut self) -> bool {
        if self.error.is_some() {
            return false;
        }
        self.fill_up_to(MAX_AHEAD_BYTES).unwrap_or_else(|error| {
            self.error = Some(error);
            false
        })
    }

    /// Whether the unread bytes are the last ones of the input.
    pub(crate) fn is_at_end(&self) -> bool {
        self.ended && self.error.is_none()
    }

    /// Reads until `bytes` are unread, at most [`READ_BYTES`]. Returns whether they are.
    pub(crate) fn at_least(&mut self, bytes: usize) -> io::Result<bool> {
        while self.unread().len() < bytes {
            if !self.fill()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Goes back to byte `offset` of the file, but by at most [`KEPT_BYTES`].
    pub(crate) fn go_back_to(&mut self, offset: u64) {
        let reachable = self.position().saturating_sub(KEPT_BYTES as u64);
        let back = offset.max(reachable).saturating_sub(self.offset);
        self.start = usize::try_from(back).unwrap_or(usize::MAX).min(self.end);
    }

    /// Continues at byte `offset` of the file. Does nothing to a stream.
    pub(crate) fn seek_to(&mut self, offset: u64) -> io::Result<()> {
        let Input::File(file) = &mut self.input else { return Ok(()) };
        file.seek(SeekFrom::Start(offset))?;
        (self.start, self.end, self.offset, self.ended) = (0, 0, offset, false);
        self.error = None;
        Ok(())
    }
}
