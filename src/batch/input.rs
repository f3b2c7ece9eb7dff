//! One input: its bytes, unpacked, and its name.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

/// Endings of compressed files; they are no part of a page's name.
const COMPRESSED: [&str; 2] = [".gz", ".zst"];

/// Endings that are no part of a page's id.
const HTML: [&str; 2] = [".html", ".htm"];

/// Bytes that tell what a file is packed with.
const MAGIC_BYTES: usize = 4;

/// What is in an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One page.
    Html,
    /// WARC records.
    Warc,
    /// A JSON object a line, with a page in its field `html`.
    Jsonl,
}

/// What is in the file at `path`, by its ending; `None` where that says nothing.
pub(crate) fn kind_of(path: &Path) -> Option<Kind> {
    let name = plain_name(path).to_ascii_lowercase();
    let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
    if ends(&[".warc"]) {
        Some(Kind::Warc)
    } else if ends(&[".jsonl", ".ndjson"]) {
        Some(Kind::Jsonl)
    } else if ends(&[".html", ".htm", ".xhtml"]) {
        Some(Kind::Html)
    } else {
        None
    }
}

/// Opens a file as it is.
///
/// Errors: as [`open`].
pub(crate) fn open_packed(path: &Path) -> io::Result<File> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    File::open(path)
}

/// Opens a file and unpacks it if it is packed.
///
/// Errors: as the system says; a folder is one, whatever the system lets us open.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    unpack(open_packed(path)?)
}

/// The bytes of `input`, unpacked if it begins as a gzip or a zstd stream does, of any number of members; streamed.
///
/// Cost: of gzip some 50 KiB, of zstd the window that the stream asks for, at most 128 MiB (2 MiB where it was packed at the
/// usual level).
pub(crate) fn unpack(mut input: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let mut magic = Vec::with_capacity(MAGIC_BYTES);
    input.by_ref().take(MAGIC_BYTES as u64).read_to_end(&mut magic)?;
    let packing = Packing::of(&magic);
    let whole = Cursor::new(magic).chain(input);
    Ok(match packing {
        Packing::None => Box::new(whole),
        Packing::Gzip => Box::new(MultiGzDecoder::new(BufReader::with_capacity(32 << 10, whole))),
        Packing::Zstd => Box::new(zstd::stream::read::Decoder::new(whole)?),
    })
}

#[derive(Debug, PartialEq)]
enum Packing {
    None,
    Gzip,
    Zstd,
}

impl Packing {
    /// What a file with these first bytes is packed with. No HTML begins like this.
    fn of(magic: &[u8]) -> Self {
        match magic {
            [0x1f, 0x8b, ..] => Self::Gzip,
            // A frame; or one to be skipped, with which parallel packers begin.
            [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18] => Self::Zstd,
            _ => Self::None,
        }
    }
}

/// The last part of `path` without the ending of a compressed file.
pub(crate) fn plain_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    without_ending(&name, &COMPRESSED).to_string()
}

/// The id of the page in a file: the file's name without the endings of packing and HTML.
pub(crate) fn page_id(path: &Path) -> String {
    let name = plain_name(path);
    without_ending(&name, &HTML).to_string()
}

/// `name` without the first of `endings` that it has, in any case, unless nothing would be left.
fn without_ending<'a>(name: &'a str, endings: &[&str]) -> &'a str {
    let ends_at = endings.iter().find_map(|ending| {
        let at = name.len().checked_sub(ending.len())?;
        (at > 0 && name.get(at..)?.eq_ignore_ascii_case(ending)).then_some(at)
    });
    &name[..ends_at.unwrap_or(name.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_the_name_without_its_endings() {
        let cases = [
            ("a/b/page.html.gz", "page"),
            ("PAGE.HTM", "PAGE"),
            ("bbc.co.uk_01.html.zst", "bbc.co.uk_01"),
            ("page.xhtml", "page.xhtml"),
            (".html", ".html"),
            ("ü.html", "ü"),
        ];
        for (path, id) in cases {
            assert_eq!(page_id(Path::new(path)), id, "{path}");
        }
    }

    #[test]
    fn packing_is_told_by_the_first_bytes() {
        assert_eq!(Packing::of(b"<htm"), Packing::None);
        assert_eq!(Packing::of(b"\x1f\x8b\x08\x00"), Packing::Gzip);
        assert_eq!(Packing::of(b"\x28\xb5\x2f\xfd"), Packing::Zstd);
        assert_eq!(Packing::of(b"\x28\xb5"), Packing::None);
    }

    #[test]
    fn short_inputs_are_read_as_they_are() {
        for bytes in [&b""[..], b"<", b"<p>"] {
            let mut read = Vec::new();
            unpack(bytes).and_then(|mut input| input.read_to_end(&mut read)).expect("memory can be read");
            assert_eq!(read, bytes);
        }
    }
}
