//! Stand-ins for a command without the feature `remote`.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use trommel_warc::ByteRange;

use super::RemoteError;

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

pub(crate) fn open(_: &Path) -> io::Result<RemoteFile> {
    let message = "expected a file, found a URL; download it: `curl -sL URL | trommel`, or install with the feature `remote`: `cargo install --path crates/trommel-cli --features remote`";
    Err(RemoteError(message.to_string()).into())
}

pub(crate) fn web_address(_: &Path) -> Option<String> {
    None
}

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

pub(crate) fn create(_: &Path) -> io::Result<Upload> {
    let message = "expected a file name, found a URL; writing to it needs the feature `remote`: `cargo install --path crates/trommel-cli --features remote`";
    Err(RemoteError(message.to_string()).into())
}
