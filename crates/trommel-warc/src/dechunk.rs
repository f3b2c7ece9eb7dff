//! Removes the transfer coding `chunked`, if the body has it.

use std::io::{self, BufRead, Read};

use crate::read_buffered;
use crate::truncation::Truncation;

/// Maximum bytes of the line with the size of a chunk.
const MAX_LINE_BYTES: usize = 256;

/// A body without its chunk sizes.
///
/// A body that does not begin with a chunk size is not chunked, whatever the header states. It
/// passes through unchanged. So does the rest of a body after a missing chunk size, since crawlers
/// cut and join bodies.
///
/// Errors: [`Truncation`], after all bytes, if a chunk is cut, a chunk size is missing, or the
/// empty last chunk is missing. RFC 9112, section 8, calls such a body incomplete.
///
/// Cost: linear. Holds at most two lines of `MAX_LINE_BYTES`.
pub(crate) struct Dechunk<R> {
    input: R,
    state: State,
    /// Bytes read as a chunk size. They are returned if they are not one.
    replay: Vec<u8>,
    replayed: usize,
}

enum State {
    /// Before a chunk size.
    Size { is_first: bool },
    /// In a chunk, with this many bytes left.
    Chunk(u64),
    /// In bytes that are not chunked. They pass through unchanged.
    Raw { was_chunked: bool },
    /// After the last chunk. Trailer fields are ignored.
    End,
}

impl<R: BufRead> Dechunk<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input, state: State::Size { is_first: true }, replay: Vec::new(), replayed: 0 }
    }

    /// Reads a line with a chunk size, and the line end of the previous chunk before it.
    fn size(&mut self, is_first: bool) -> io::Result<()> {
        self.replay.clear();
        let mut begin = 0;
        self.line()?;
        if !is_first && matches!(&self.replay[..], b"\r\n" | b"\n") {
            begin = self.replay.len();
            self.line()?;
        }
        let line = &self.replay[begin..];
        self.state = match parse_size(line, is_first) {
            Some(0) => State::End,
            Some(size) => State::Chunk(size),
            None => State::Raw { was_chunked: !is_first },
        };
        Ok(())
    }

    /// Appends one line to `replay`.
    fn line(&mut self) -> io::Result<()> {
        Read::take(&mut self.input, MAX_LINE_BYTES as u64).read_until(b'\n', &mut self.replay).map(|_| ())
    }
}

/// A chunk size in hexadecimal digits. An extension may follow it.
fn parse_size(line: &[u8], is_first: bool) -> Option<u64> {
    let line = match line.strip_suffix(b"\n") {
        None if is_first => return None,
        // The last size may be cut.
        None => line,
        Some(line) => line,
    };
    let digits = line.split(|&byte| byte == b';').next()?.trim_ascii();
    if digits.is_empty() || digits.len() > 16 || !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    u64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

impl<R: BufRead> Read for Dechunk<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        read_buffered(self, out)
    }
}

impl<R: BufRead> BufRead for Dechunk<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        loop {
            match self.state {
                State::Size { is_first } => self.size(is_first)?,
                State::Chunk(0) => self.state = State::Size { is_first: false },
                State::Chunk(left) => {
                    let bytes = self.input.fill_buf()?;
                    if bytes.is_empty() {
                        return Err(Truncation::Chunks.into());
                    }
                    let limit = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
                    return Ok(&bytes[..limit]);
                }
                State::Raw { .. } if self.replayed < self.replay.len() => {
                    return Ok(&self.replay[self.replayed..]);
                }
                State::Raw { was_chunked } => {
                    let bytes = self.input.fill_buf()?;
                    return if bytes.is_empty() && was_chunked {
                        Err(Truncation::Chunks.into())
                    } else {
                        Ok(bytes)
                    };
                }
                State::End => return Ok(&[]),
            }
        }
    }

    fn consume(&mut self, bytes: usize) {
        match &mut self.state {
            State::Chunk(left) => {
                *left -= (bytes as u64).min(*left);
                self.input.consume(bytes);
            }
            State::Raw { .. } if self.replayed < self.replay.len() => self.replayed += bytes,
            State::Raw { .. } => self.input.consume(bytes),
            State::Size { .. } | State::End => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The decoded bytes, and whether the body is whole.
    fn dechunk(bytes: &[u8]) -> (String, bool) {
        // Input of one byte at a time gives the same result.
        let slow = read(Dechunk::new(io::BufReader::with_capacity(1, bytes)));
        assert_eq!(slow, read(Dechunk::new(bytes)));
        slow
    }

    fn read(mut body: impl Read) -> (String, bool) {
        let mut out = Vec::new();
        let is_whole = body.read_to_end(&mut out).is_ok();
        (String::from_utf8(out).expect("it is text"), is_whole)
    }

    #[test]
    fn chunks_are_joined() {
        for body in
            [&b"4\r\n<p>a\r\n2;x=y\r\nbc\r\n0\r\nA: b\r\n\r\n"[..], b" 6 \n<p>abc\n0\n\n", b"6\n<p>abc\n0"]
        {
            assert_eq!(dechunk(body), ("<p>abc".to_string(), true));
        }
    }

    #[test]
    fn bodies_without_chunks_are_unchanged() {
        for text in ["", "<html>\n<p>a", "no newline", "zz\r\nfa\r\n", "\r\n4\r\nabcd"] {
            assert_eq!(dechunk(text.as_bytes()), (text.to_string(), true));
        }
        let long = "a".repeat(2 * MAX_LINE_BYTES);
        assert_eq!(dechunk(long.as_bytes()), (long, true));
    }

    #[test]
    fn truncated_chunks_are_returned_with_an_error() {
        for (body, out) in [
            ("4\r\n<p>a\r\nbc and more", "<p>a\r\nbc and more"),
            ("4\r\n<p>abc and\nmore", "<p>abc and\nmore"),
            ("ff\r\n<p>cut", "<p>cut"),
            ("4\r\n<p>a", "<p>a"),
            ("4\r\n<p>a\r\n", "<p>a\r\n"),
        ] {
            assert_eq!(dechunk(body.as_bytes()), (out.to_string(), false), "{body:?}");
        }
    }
}
