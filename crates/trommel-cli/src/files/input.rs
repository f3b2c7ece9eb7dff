//! A single input: its decompressed bytes and its name.

use std::ffi::OsStr;
#[cfg(unix)]
use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use trommel_warc::{Codec, Gunzip, SMALL_WINDOW, TrailingBytes, TrailingBytesError, is_window_too_large};

use crate::remote::{self, RemoteFile, is_address};

/// Extensions that are not part of a page's id.
const HTML: [&str; 2] = [".html", ".htm"];

/// Opens a file without decompressing it.
///
/// Errors: as [`open`].
pub(crate) fn open_compressed(path: &Path) -> io::Result<File> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    File::open(path)
}

/// Opens a file or a URL, and decompresses it if it is compressed.
///
/// Errors: from the system; a folder is always an error.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    if is_address(path) { decompress(remote::open(path)?) } else { decompress(open_compressed(path)?) }
}

/// A local or remote file, before decompression.
#[derive(Debug)]
pub(crate) enum Opened {
    Local(File),
    Remote(Box<RemoteFile>),
}

impl Opened {
    /// Opens the file at `path` for reading in pieces.
    pub(crate) fn at(path: &Path) -> io::Result<Self> {
        if is_address(path) {
            let mut file = remote::open(path)?;
            file.ask_in_pieces();
            return Ok(Self::Remote(Box::new(file)));
        }
        Ok(Self::Local(open_compressed(path)?))
    }

    /// Size of the file, if known without a request.
    pub(crate) fn known_bytes(&self) -> Option<u64> {
        match self {
            Self::Local(file) => Some(file.metadata().ok()?.len()),
            Self::Remote(file) => file.known_bytes(),
        }
    }
}

impl Read for Opened {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Local(file) => file.read(out),
            Self::Remote(file) => file.read(out),
        }
    }
}

impl Seek for Opened {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Self::Local(file) => file.seek(to),
            Self::Remote(file) => file.seek(to),
        }
    }
}

/// Decompresses `input` as a stream, if it begins as a gzip or a zstd stream, with any number of
/// members.
///
/// Errors: those of the input; and [`BadCompression`], after everything that could be decompressed.
///
/// Cost: for gzip some 50 KiB, for zstd the window of the stream, at most 128 MiB (2 MiB at the
/// usual level).
pub(crate) fn decompress<'a>(mut input: impl Read + 'a) -> io::Result<Box<dyn Read + 'a>> {
    let mut magic = Vec::with_capacity(Codec::MAGIC_BYTES);
    input.by_ref().take(Codec::MAGIC_BYTES as u64).read_to_end(&mut magic)?;
    let codec = Codec::of_begin(&magic);
    let whole = Cursor::new(magic).chain(input);
    if codec == Codec::None {
        return Ok(Box::new(whole));
    }
    let place = Arc::new(Place::default());
    let compressed = Placed { input: BufReader::with_capacity(32 << 10, whole), place: Arc::clone(&place) };
    let decompressed: Box<dyn Read + 'a> = match codec {
        Codec::Zstd => Box::new(zstd::stream::read::Decoder::with_buffer(compressed)?),
        Codec::Gzip | Codec::None => Box::new(Gunzip::new(compressed, TrailingBytes::Reject)),
    };
    Ok(Box::new(Decompressed { decompressed, place }))
}

/// Damage in the compression of an input, inside an I/O error.
#[derive(Debug)]
pub(crate) struct BadCompression {
    /// Bytes of the compressed input that were read.
    offset: u64,
    /// The compressed data is intact, but uncompressed bytes follow it.
    is_whole: bool,
    error: io::Error,
}

impl BadCompression {
    /// The damage inside an error, if any.
    pub(crate) fn of(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }

    /// Whether all compressed data was read.
    pub(crate) fn is_whole(&self) -> bool {
        self.is_whole
    }

    fn new(error: io::Error, offset: u64) -> Self {
        let trailing: Option<&TrailingBytesError> = error.get_ref().and_then(|inner| inner.downcast_ref());
        match trailing {
            Some(TrailingBytesError(read)) => {
                Self { offset: offset.saturating_sub(*read), is_whole: true, error }
            }
            None => Self { offset, is_whole: false, error },
        }
    }
}

impl fmt::Display for BadCompression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, is_whole, error } = self;
        match is_whole {
            _ if is_window_too_large(error) => write!(f, "expected {SMALL_WINDOW}"),
            true => write!(f, "{error} at byte {offset}, which were left out"),
            false => write!(
                f,
                "expected a whole gzip or zstd stream, found a broken one at byte {offset}: {error}"
            ),
        }
    }
}

impl std::error::Error for BadCompression {}

/// How far an input was read.
#[derive(Default)]
struct Place {
    offset: AtomicU64,
    /// Whether reading failed.
    is_failed: AtomicBool,
}

/// A compressed input that counts the bytes read.
struct Placed<R> {
    input: R,
    place: Arc<Place>,
}

impl<R: BufRead> BufRead for Placed<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let is_failed = &self.place.is_failed;
        self.input.fill_buf().inspect_err(|_| is_failed.store(true, Relaxed))
    }

    fn consume(&mut self, bytes: usize) {
        self.place.offset.fetch_add(bytes as u64, Relaxed);
        self.input.consume(bytes);
    }
}

impl<R: BufRead> Read for Placed<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut bytes = self.fill_buf()?;
        let read = bytes.read(out)?;
        self.consume(read);
        Ok(read)
    }
}

/// A decompressed input whose errors have an offset.
struct Decompressed<'a> {
    decompressed: Box<dyn Read + 'a>,
    place: Arc<Place>,
}

impl Read for Decompressed<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.decompressed.read(out).map_err(|error| {
            if self.place.is_failed.swap(false, Relaxed) {
                return error;
            }
            let offset = self.place.offset.load(Relaxed);
            io::Error::new(io::ErrorKind::InvalidData, BadCompression::new(error, offset))
        })
    }
}

/// The last part of `path` without the extension of a compressed file.
pub(crate) fn plain_name(path: &Path) -> String {
    let name = readable(path.file_name().unwrap_or(path.as_os_str()));
    without_codec(&name).to_string()
}

/// A name as text. Bytes that are not text are written `%XX`, so that names stay distinct.
pub(super) fn readable(name: &OsStr) -> String {
    let mut text = String::with_capacity(name.len());
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}

/// A path as text for ids and `source`. Bytes that are not text are written `%XX`.
pub(crate) fn name_of(path: &Path) -> String {
    readable(path.as_os_str())
}

/// The path with this name; the inverse of [`name_of`].
pub(crate) fn path_of(name: &str) -> PathBuf {
    let path = PathBuf::from(name);
    #[cfg(unix)]
    if !path.exists() {
        use std::os::unix::ffi::OsStringExt;
        let real = PathBuf::from(OsString::from_vec(with_bytes(name)));
        return if real.exists() { real } else { path };
    }
    path
}

/// Decodes the `%XX` of a name.
#[cfg(unix)]
fn with_bytes(name: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name;
    while let Some(at) = rest.find('%') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        let byte = rest.get(at + 1..at + 3).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        // ASCII bytes are text.
        let taken = match byte.filter(|byte| !byte.is_ascii()) {
            Some(byte) => {
                bytes.push(byte);
                3
            }
            None => {
                bytes.push(b'%');
                1
            }
        };
        rest = &rest[at + taken..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

/// The id of the page in a file: the file's name without the extensions of compression and HTML.
pub(crate) fn page_id(path: &Path) -> String {
    let name = plain_name(path);
    without_ending(&name, &HTML).to_string()
}

/// `name` without the extension of a compressed file, unless nothing would be left.
fn without_codec(name: &str) -> &str {
    Some(Codec::of_name(name).1).filter(|stem| !stem.is_empty()).unwrap_or(name)
}

/// `name` without the first matching extension, ignoring case, unless nothing would be left.
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
    fn an_id_is_the_name_without_its_extensions() {
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
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStrExt;
            let path = Path::new(OsStr::from_bytes(b"a/%20\xe4\xfc.html"));
            assert_eq!(page_id(path), "%20%E4%FC");
            assert_eq!(with_bytes(&name_of(path)), path.as_os_str().as_bytes());
        }
    }

    #[test]
    fn compression_damage_has_an_offset() {
        let page = [b'x'; 1000];
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        let gzip = io::Write::write_all(&mut encoder, &page).and_then(|()| encoder.finish());
        let gzip = gzip.expect("memory can be written");
        let zstd = zstd::encode_all(&page[..], 3).expect("memory can be compressed");
        for (compressed, offset, is_whole) in [
            (gzip[..gzip.len() - 3].to_vec(), gzip.len() - 3, false),
            ([&gzip[..], b"\0\0junk"].concat(), gzip.len() + 2, true),
            (zstd[..zstd.len() - 3].to_vec(), zstd.len() - 3, false),
        ] {
            let mut read = Vec::new();
            let error =
                decompress(Cursor::new(compressed)).and_then(|mut input| input.read_to_end(&mut read));
            let error = error.expect_err("the compression is bad");
            let bad = BadCompression::of(&error).expect("it is the compression");
            assert_eq!((bad.offset, bad.is_whole), (offset as u64, is_whole), "{bad}");
            assert!(!is_whole || read == page);
        }
    }

    #[test]
    fn a_window_that_is_too_large_is_not_reported_as_damage() {
        // A frame with a window of 256 MiB, and one raw block of three bytes.
        let compressed = b"\x28\xb5\x2f\xfd\0\x90\x19\0\0<p>";
        let error = decompress(&compressed[..]).and_then(|mut input| input.read_to_end(&mut Vec::new()));
        let error = error.expect_err("the window is too large");
        let said = BadCompression::of(&error).expect("it is the compression").to_string();
        assert!(said.starts_with("expected a zstd frame with a window of at most 128 MiB"), "{said}");
    }

    #[test]
    fn short_inputs_are_not_decompressed() {
        for bytes in [&b""[..], b"<", b"<p>"] {
            let mut read = Vec::new();
            decompress(bytes).and_then(|mut input| input.read_to_end(&mut read)).expect("memory can be read");
            assert_eq!(read, bytes);
        }
    }
}
