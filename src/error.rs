//! The one error type: what was expected, what was found, and where.

use alloc::string::String;
#[cfg(feature = "std")]
use alloc::string::ToString;
use alloc::sync::Arc;
use core::error::Error as StdError;
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
#[derive(Clone, Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    offset: Option<u64>,
    /// Shared, so that an error can be cloned.
    source: Option<Arc<dyn StdError + Send + Sync>>,
}

/// Errors are equal if they say the same; their sources are not compared.
impl PartialEq for Error {
    fn eq(&self, other: &Self) -> bool {
        (self.kind, &self.message, self.offset) == (other.kind, &other.message, other.offset)
    }
}

impl Eq for Error {}

impl Error {
    /// An error of `kind` with a message that says what was expected and what was found.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), offset: None, source: None }
    }

    /// The same error, at byte `offset` of its input.
    #[must_use]
    pub fn at(mut self, offset: u64) -> Self {
        self.offset = Some(offset);
        self
    }

    /// The same error, caused by `source`.
    #[must_use]
    pub fn with_source(mut self, source: impl StdError + Send + Sync + 'static) -> Self {
        self.source = Some(Arc::new(source));
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

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}

/// An input that could not be read.
#[cfg(feature = "std")]
impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Self::new(ErrorKind::Read, error.to_string()).with_source(error)
    }
}

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
