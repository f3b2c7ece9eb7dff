//! A command that reads no addresses.

use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use trommel_warc::ByteRange;

use super::RemoteError;

/// There is none.
#[derive(Debug)]
pub(crate) enum RemoteFile {}

impl RemoteFile {
    pub(crate) fn file_bytes(&mut self) -> io::Result<Option<u64>> {
        match *self {}
    }

    pub(crate) fn ask_in_pieces(&mut self) {
        match *self {}
    }

    pub(crate) fn known_bytes(&self) -> Option<u64> {
        match *self {}
    }

    pub(crate) fn expect_up_to(&mut self, _: u64) {
        match *self {}
    }

    pub(crate) fn expect_range(&mut self, _: ByteRange) {
        match *self {}
    }
}

impl Read for RemoteFile {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        match *self {}
    }
}

impl Seek for RemoteFile {
    fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
        match *self {}
    }
}

/// Refuses an address.
pub(crate) fn open(_: &Path) -> io::Result<RemoteFile> {
    let message = "expected a file, found an address; fetch it: `curl -sL ADDRESS | trommel`; `cargo install --path crates/trommel-cli --features remote` builds a command that reads it";
    Err(RemoteError(message.to_string()).into())
}
