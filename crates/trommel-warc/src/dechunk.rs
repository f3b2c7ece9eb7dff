//! The transfer coding `chunked`, off; also where there is none.

use std::io::{self, BufRead, Read};

use crate::truncation::Truncation;

/// Most bytes of the line with a chunk's size.
const MAX_LINE_BYTES: usize = 256;

/// Bytes without the sizes of chunks between them.
///
/// What does not begin with a chunk's size is not chunked, whatever the head says, and goes through
/// as it is. So does what follows where a size should be and is none: crawlers cut and join what
/// they record.
///
/// Errors: [`Truncation`], after all there is, where a chunk is not whole, a size is none, or the
/// last chunk, which is empty, is not there. Source: RFC 9112, section 8, which calls such a body
/// incomplete.
///
/// Cost: linear; holds at most two lines of [`MAX_LINE_BYTES`].
pub(crate) struct Dechunk<R> {
    input: R,
    state: State,
    /// What was read as a size; to be handed out if it is none.
    replay: Vec<u8>,
    replayed: usize,
}

enum State {
    /// Before a size, the first one or not.
    Size { is_first: bool },
    /// In a chunk of which this many bytes are to come.
    Chunk(u64),
    /// Through the rest as it is: it is not chunked, or no longer.
    Raw { was_chunked: bool },
    /// After the last chunk: fields may follow, which are of no interest.
    End,
}

impl<R: BufRead> Dechunk<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input, state: State::Size { is_first: true }, replay: Vec::new(), replayed: 0 }
    }

    /// Reads the line of a size, and the line end of the chunk before it.
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

    /// Reads a line after what is to be replayed.
    fn line(&mut self) -> io::Result<()> {
        Read::take(&mut self.input, MAX_LINE_BYTES as u64).read_until(b'\n', &mut self.replay).map(|_| ())
    }
}

/// A size in hexadecimal digits, and perhaps an extension after it.
fn parse_size(line: &[u8], is_first: bool) -> Option<u64> {
    let line = match line.strip_suffix(b"\n") {
        None if is_first => return None,
        // The last size, cut.
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
        let mut bytes = self.fill_buf()?;
        let read = bytes.read(out)?;
        self.consume(read);
        Ok(read)
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

    /// What comes out, and whether it is whole.
    fn dechunk(bytes: &[u8]) -> (String, bool) {
        // One byte at a time is as good as all at once.
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
    fn what_is_not_chunked_goes_through() {
        for text in ["", "<html>\n<p>a", "no newline", "zz\r\nfa\r\n", "\r\n4\r\nabcd"] {
            assert_eq!(dechunk(text.as_bytes()), (text.to_string(), true));
        }
        let long = "a".repeat(2 * MAX_LINE_BYTES);
        assert_eq!(dechunk(long.as_bytes()), (long, true));
    }

    #[test]
    fn chunks_that_break_off_give_what_there_is_and_say_so() {
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
