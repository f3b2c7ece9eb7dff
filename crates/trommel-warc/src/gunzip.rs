//! Decompresses a page that consists of gzip members, as one stream. It does not resume after
//! damage.

use std::fmt;
use std::io::{self, BufRead, Chain, Cursor, Read};

use flate2::bufread::GzDecoder;

use crate::codec::GZIP_MAGIC;

/// The first two bytes of a member.
const MAGIC: &[u8] = GZIP_MAGIC.split_at(2).0;

/// A reader that decompresses consecutive gzip members. Zeros after the last member are padding and
/// are ignored, as by `gzip`.
///
/// Errors: those of the input; a damaged or cut member; and, with [`TrailingBytes::Reject`],
/// [`TrailingBytesError`].
///
/// Cost: linear. Holds about 50 KiB.
pub struct Gunzip<R> {
    state: State<R>,
    trailing: TrailingBytes,
}

/// What to do with other bytes after a whole member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrailingBytes {
    /// Ignores them.
    Ignore,
    /// Returns an error after all decompressed bytes.
    Reject,
}

/// The error for bytes after a whole member that are not a member, with the number of them that
/// were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrailingBytesError(pub u64);

impl fmt::Display for TrailingBytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a gzip member or the end, found something else")
    }
}

impl std::error::Error for TrailingBytesError {}

enum State<R> {
    /// In a member. Its first bytes are read from the cursor.
    Inside(Box<GzDecoder<Chain<Cursor<Vec<u8>>, R>>>),
    /// Between two members.
    Between(R),
    End,
}

impl<R: BufRead> State<R> {
    fn inside(begin: Vec<u8>, input: R) -> Self {
        Self::Inside(Box::new(GzDecoder::new(Cursor::new(begin).chain(input))))
    }
}

impl<R: BufRead> Gunzip<R> {
    /// Decompresses `input`, which begins with a member.
    pub fn new(input: R, trailing: TrailingBytes) -> Self {
        Self { state: State::inside(Vec::new(), input), trailing }
    }

    /// The state after a member.
    fn next(&self, mut input: R) -> io::Result<State<R>> {
        skip_zeros(&mut input)?;
        let mut begin = Vec::with_capacity(MAGIC.len());
        input.by_ref().take(MAGIC.len() as u64).read_to_end(&mut begin)?;
        if begin.is_empty() {
            return Ok(State::End);
        }
        if MAGIC.starts_with(&begin) {
            return Ok(State::inside(begin, input));
        }
        match self.trailing {
            TrailingBytes::Ignore => Ok(State::End),
            TrailingBytes::Reject => {
                Err(io::Error::new(io::ErrorKind::InvalidData, TrailingBytesError(begin.len() as u64)))
            }
        }
    }
}

impl<R: BufRead> Read for Gunzip<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        loop {
            if let State::Inside(member) = &mut self.state {
                let bytes = member.read(out)?;
                if bytes > 0 {
                    return Ok(bytes);
                }
            }
            self.state = match std::mem::replace(&mut self.state, State::End) {
                State::Inside(member) => State::Between(member.into_inner().into_inner().1),
                State::Between(input) => self.next(input)?,
                State::End => return Ok(0),
            };
        }
    }
}

fn skip_zeros(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = input.fill_buf()?;
        let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
        let is_all = zeros == bytes.len() && zeros > 0;
        input.consume(zeros);
        if !is_all {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory can be written")
    }

    /// The decompressed bytes, and whether no error came.
    fn read(compressed: &[u8], trailing: TrailingBytes) -> (Vec<u8>, bool) {
        let read = |input: &mut dyn Read| {
            let mut out = Vec::new();
            let is_well = input.read_to_end(&mut out).is_ok();
            (out, is_well)
        };
        let slow = read(&mut Gunzip::new(io::BufReader::with_capacity(1, compressed), trailing));
        assert_eq!(read(&mut Gunzip::new(compressed, trailing)), slow);
        slow
    }

    #[test]
    fn members_are_joined_and_zeros_are_ignored() {
        let (a, b) = (gzip(b"<p>a"), gzip(b"<p>b"));
        for compressed in [
            [&a[..], &b].concat(),
            [&a[..], &gzip(b""), &b].concat(),
            [&a[..], &b, &[0; 600]].concat(),
            [&a[..], &[0; 3], &b].concat(),
        ] {
            assert_eq!(read(&compressed, TrailingBytes::Reject), (b"<p>a<p>b".to_vec(), true));
        }
    }

    #[test]
    fn other_bytes_after_a_member_are_an_error_or_ignored() {
        for trailing in [&b"j"[..], b"\0\0\0junk", &[0x1f, 0x1f]] {
            let compressed = [&gzip(b"<p>a")[..], trailing].concat();
            assert_eq!(read(&compressed, TrailingBytes::Ignore), (b"<p>a".to_vec(), true));
            assert_eq!(read(&compressed, TrailingBytes::Reject), (b"<p>a".to_vec(), false));
        }
    }

    #[test]
    fn a_truncated_member_is_an_error() {
        let (a, b) = (gzip(b"<p>a"), gzip(b"<p>b"));
        for end in 1..b.len() {
            assert!(!read(&[&a[..], &b[..end]].concat(), TrailingBytes::Ignore).1, "{end}");
            assert!(!read(&b[..end], TrailingBytes::Ignore).1, "{end}");
        }
    }
}
