//! Errors of URLs and indexes.

use std::fmt;
use std::io;

/// Why a URL or an index cannot be read, inside an I/O error. The message is complete except for
/// the name.
#[derive(Debug)]
pub(crate) struct RemoteError(pub(super) String);

impl RemoteError {
    /// The remote error inside an I/O error, if any.
    pub(crate) fn of(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }
}

impl fmt::Display for RemoteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RemoteError {}

impl From<RemoteError> for io::Error {
    fn from(error: RemoteError) -> Self {
        Self::other(error)
    }
}
