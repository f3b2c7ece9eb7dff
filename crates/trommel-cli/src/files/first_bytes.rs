//! The first bytes of a file, by which its format is recognised.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use crate::files::open;

/// Number of bytes used to recognise a format.
pub(crate) const SNIFF_BYTES: usize = 4 << 10;

/// The first bytes of the file at `path`, decompressed. Empty for anything but a regular file.
///
/// Errors: as [`sniff`](crate::files::sniff).
pub(crate) fn first_bytes(path: &Path) -> io::Result<Vec<u8>> {
    first_of(path, SNIFF_BYTES)
}

/// Whether an input is a pipe or a device, such as `<(zcat crawl.warc.gz)`.
pub(crate) fn is_pipe(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

pub(super) fn first_of(path: &Path, most_bytes: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if path.is_file() {
        let read = open(path)?.take(most_bytes as u64).read_to_end(&mut bytes);
        // Damage is reported when the file is read.
        if let (Err(error), true) = (read, bytes.is_empty()) {
            return Err(error);
        }
    }
    Ok(bytes)
}

/// Skips a byte order mark and white space.
pub(super) fn text_of(bytes: &[u8]) -> &[u8] {
    let marks = [&b"\xef\xbb\xbf"[..], b"\xff\xfe", b"\xfe\xff"];
    let text = marks.iter().find_map(|mark| bytes.strip_prefix(*mark)).unwrap_or(bytes);
    text.trim_ascii_start()
}
