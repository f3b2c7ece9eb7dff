//! What is wrong with an address or an index.

use std::fmt;
use std::io;

/// Why an address or an index cannot be read, within the error of what reads it. It says so in full, without
/// its name.
#[derive(Debug)]
pub(crate) struct RemoteError(pub(super) String);

impl RemoteError {
    /// That of an error, if it is one.
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
