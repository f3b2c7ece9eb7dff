//! A command that reads no addresses.

use std::io::{self, Read, Seek, SeekFrom, Write};
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

/// The address of a page, of which there is none.
pub(crate) fn web_address(_: &Path) -> Option<String> {
    None
}

/// There is none.
#[derive(Debug)]
pub(crate) enum Upload {}

impl Upload {
    pub(crate) fn complete(&mut self) -> io::Result<()> {
        match *self {}
    }
}

impl Write for Upload {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        match *self {}
    }

    fn flush(&mut self) -> io::Result<()> {
        match *self {}
    }
}

/// Refuses an address.
pub(crate) fn create(_: &Path) -> io::Result<Upload> {
    let message = "expected the name of a file, found an address; `cargo install --path crates/trommel-cli --features remote` builds a command that writes to it";
    Err(RemoteError(message.to_string()).into())
}
