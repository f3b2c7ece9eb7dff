//! The error type of this crate.

use alloc::string::String;
#[cfg(feature = "std")]
use alloc::string::ToString;
use alloc::sync::Arc;
use core::error::Error as StdError;
use core::fmt;

/// `Result` with the [`Error`] of this crate.
pub type Result<T> = core::result::Result<T, Error>;

/// The category of an [`Error`]. More may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A setting that cannot work, such as a budget below the minimum or an impossible threshold.
    Setting,
    /// An encoding label that names no encoding.
    UnknownEncoding,
    /// A model that is missing, truncated, corrupt, or of another format version.
    Model,
    /// A site file that is not one or has another version, or pages that yield no wrapper.
    Site,
    /// A file of repeats that is foreign, damaged, truncated, or of another format version.
    Repeats,
    /// The allocator did not provide memory that the budget allows.
    OutOfMemory,
    /// Reading an input failed.
    Read,
    /// Writing an output failed.
    Write,
    /// A file of records (gold standard, JSON lines) is malformed.
    BrokenRecord,
}

/// An error of this crate. Malformed HTML never is one: every page can be read.
///
/// `Display` writes what was expected and what was found, in lower case and without a full stop.
/// The offset in the stream follows if there is one.
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
    /// An error of `kind`; `message` states what was expected and what was found.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), offset: None, source: None }
    }

    /// The same error with the byte `offset` in its input.
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

    /// The category of the error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Byte offset in the input, if the error has one.
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
