//! Response bodies that end earlier than their header states.

use std::fmt;
use std::io::{self, BufRead, Read};

use crate::read_buffered;

/// What the header of a response declares and the body lacks. It is the inner error of the read
/// error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Truncation {
    /// Chunks with an empty one at the end.
    Chunks,
    /// A number of bytes.
    Length { expected: u64, found: u64 },
}

impl fmt::Display for Truncation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chunks => f.write_str("expected an empty last chunk, found the end"),
            Self::Length { expected, found } => {
                write!(f, "expected a body of {expected} bytes (Content-Length), found the end after {found}")
            }
        }
    }
}

impl std::error::Error for Truncation {}

impl From<Truncation> for io::Error {
    fn from(truncation: Truncation) -> Self {
        Self::new(io::ErrorKind::UnexpectedEof, truncation)
    }
}

/// The field of the HTTP header, in lower case, that declares more than a payload ending with
/// `error`.
pub fn broken_by(error: &io::Error) -> &'static str {
    match error.get_ref().and_then(|inner| inner.downcast_ref()) {
        Some(Truncation::Chunks) => "transfer-encoding",
        Some(Truncation::Length { .. }) => "content-length",
        None => "content-encoding",
    }
}

/// A body with an expected length.
///
/// Errors: [`Truncation`] at its end, if it is shorter. A longer body is not an error.
pub(crate) struct Measured<R> {
    pub(crate) body: R,
    pub(crate) expected: u64,
    pub(crate) found: u64,
}

impl<R: BufRead> BufRead for Measured<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let (expected, found) = (self.expected, self.found);
        let bytes = self.body.fill_buf()?;
        if bytes.is_empty() && found < expected {
            return Err(Truncation::Length { expected, found }.into());
        }
        Ok(bytes)
    }

    fn consume(&mut self, bytes: usize) {
        self.found += bytes as u64;
        self.body.consume(bytes);
    }
}

impl<R: BufRead> Read for Measured<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        read_buffered(self, out)
    }
}
