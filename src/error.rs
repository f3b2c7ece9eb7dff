//! The one error type: what was expected, what was found, and where.

use alloc::string::String;
use core::fmt;

/// Shorthand for results of this crate.
pub type Result<T> = core::result::Result<T, Error>;

/// What kind of trouble an [`Error`] is. More kinds may come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A setting cannot work (a budget below the minimum, an impossible threshold).
    Setting,
    /// An encoding label that names no encoding.
    UnknownEncoding,
    /// A model that is missing, of another version, cut, or changed.
    Model,
    /// A site file of another version, or none; pages from which no wrapper can be learned.
    Site,
    /// Memory that the budget allows could not be had from the allocator.
    OutOfMemory,
    /// Reading an input failed.
    Read,
    /// Writing an output failed.
    Write,
    /// A file that should hold records (gold standard, JSON lines) is broken.
    BrokenRecord,
}

/// An error of this crate. HTML never is one: malformed pages have a reading like any other.
///
/// `Display` says in lower case, without a full stop, what was expected and what was found;
/// the stream offset follows where one exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    offset: Option<u64>,
}

impl Error {
    /// An error of `kind` with a message that says what was expected and what was found.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), offset: None }
    }

    /// The same error, at byte `offset` of its input.
    #[must_use]
    pub fn at(mut self, offset: u64) -> Self {
        self.offset = Some(offset);
        self
    }

    /// The kind, for callers that act on it.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Byte offset in the input, where one exists.
    #[must_use]
    pub fn offset(&self) -> Option<u64> {
        self.offset
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match self.offset {
            Some(offset) => write!(f, " (at byte {offset})"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn display_names_the_offset_when_there_is_one() {
        let plain = Error::new(ErrorKind::Setting, "budget is too small");
        assert_eq!(plain.to_string(), "budget is too small");
        assert_eq!(plain.at(7).to_string(), "budget is too small (at byte 7)");
    }
}
