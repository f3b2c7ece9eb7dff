//! Removes transfer and content codings from the body of an HTTP response.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use flate2::bufread::{DeflateDecoder, ZlibDecoder};

use crate::codec::{GZIP_MAGIC, ZSTD_MAGIC};
use crate::dechunk::Dechunk;
use crate::filter::is_text;
use crate::gunzip::{Gunzip, TrailingBytes};
use crate::http::HttpHead;
use crate::truncation::Measured;

/// Bytes of a payload that are decoded on trial, to test whether it has the coding named in its
/// header.
const TRIAL_BYTES: usize = 4 << 10;

/// Buffer size of each decoder.
const DECOMPRESSED_BYTES: usize = 32 << 10;

/// Maximum content codings on top of each other. No honest server uses more.
const MAX_CODINGS: usize = 4;

/// Maximum window of a zstd payload, as a power of two: 8 MiB, the maximum of browsers. Source: RFC
/// 8878, section 3.1.1.1.2.
const ZSTD_WINDOW_LOG: u32 = 23;

/// The payload of a response: `body` without the codings named in `head`.
///
/// The bytes decide, since headers are often wrong:
///
/// - A body that does not have the named coding passes through unchanged.
/// - A body that begins with the signature of the named coding is coded. It is damaged if it cannot
///   be decoded.
/// - A body that begins like gzip or zstd is decoded even if the header names another coding, none,
///   or fewer of them, up to `MAX_CODINGS` times in all.
/// - Bytes after whole gzip members are ignored, as by `gzip`.
///
/// Errors: a reader returns all bytes before the damage, then the error.
/// [`BlockEnd::truncated_by`](crate::BlockEnd::truncated_by) names the broken part.
///
/// Fewer bytes than `Content-Length` are an error too, but only if no coding is named. Many
/// crawlers remove codings without changing the header, so that the length no longer applies.
/// For the same reason, more bytes than the length are not an error.
///
/// Cost: the windows of the codings (gzip and deflate 32 KiB, br up to 16 MiB, zstd up to 8 MiB),
/// and 36 KiB each.
pub fn payload<'a>(head: &HttpHead, body: impl BufRead + 'a) -> io::Result<Box<dyn BufRead + 'a>> {
    let mut payload: Box<dyn BufRead + 'a> = match head.length {
        _ if head.is_chunked => Box::new(Dechunk::new(body)),
        Some(expected) if head.codings.is_empty() => Box::new(Measured { body, expected, found: 0 }),
        _ => Box::new(body),
    };
    let named = head.codings.iter().rev().filter_map(|name| Coding::named(name));
    for coding in named.map(Some).chain(std::iter::repeat(None)).take(MAX_CODINGS) {
        let is_decoded;
        (payload, is_decoded) = decoded(coding, payload)?;
        if coding.is_none() && !is_decoded {
            break;
        }
    }
    Ok(payload)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coding {
    Gzip,
    /// With the zlib header, as the standard requires.
    Zlib,
    /// Without the zlib header.
    Deflate,
    Brotli,
    Zstd,
}

impl Coding {
    fn named(name: &str) -> Option<Self> {
        match name {
            "gzip" | "x-gzip" => Some(Self::Gzip),
            "deflate" | "x-deflate" => Some(Self::Zlib),
            "br" => Some(Self::Brotli),
            "zstd" => Some(Self::Zstd),
            _ => None,
        }
    }

    /// Whether a payload with these first bytes can have this coding.
    fn is_begin(self, begin: &[u8]) -> bool {
        match self {
            Self::Gzip => begin.starts_with(&GZIP_MAGIC),
            // Method 8, and a checksum over the first two bytes.
            Self::Zlib => {
                matches!(begin, &[method, flags, ..] if method & 15 == 8 && u16::from_be_bytes([method, flags]) % 31 == 0)
            }
            Self::Zstd => begin.starts_with(&ZSTD_MAGIC),
            // These have no signature. HTML begins with one of these bytes.
            Self::Deflate | Self::Brotli => {
                let text = begin.trim_ascii_start();
                !matches!(text, [b'<', b'a'..=b'z' | b'A'..=b'Z' | b'!' | b'?', ..] | [0xef, 0xbb, 0xbf, ..])
            }
        }
    }

    fn decoder<'a>(self, coded: impl BufRead + 'a) -> io::Result<Box<dyn Read + 'a>> {
        Ok(match self {
            Self::Gzip => Box::new(Gunzip::new(coded, TrailingBytes::Ignore)),
            Self::Zlib => Box::new(ZlibDecoder::new(coded)),
            Self::Deflate => Box::new(DeflateDecoder::new(coded)),
            Self::Brotli => Box::new(brotli_decompressor::Decompressor::new(coded, 4 << 10)),
            Self::Zstd => {
                let mut decoder = zstd::stream::read::Decoder::with_buffer(coded)?;
                decoder.window_log_max(ZSTD_WINDOW_LOG)?;
                Box::new(decoder)
            }
        })
    }

    /// Whether a payload with these first bytes certainly has this coding, even if it cannot be
    /// decoded. It has the signature, and is not text that begins with the same two bytes as zlib.
    fn is_signed(self, begin: &[u8]) -> bool {
        let has_signature = matches!(self, Self::Gzip | Self::Zlib | Self::Zstd);
        has_signature && self.is_begin(begin) && !is_text(begin)
    }

    /// Whether `begin` decodes without an error as far as it goes. It is the whole payload if
    /// `whole`.
    fn is_good(self, begin: &[u8], whole: bool) -> bool {
        if begin.is_empty() || !self.is_begin(begin) {
            return false;
        }
        let mut out = [0; 256];
        match self.decoder(begin).and_then(|mut decoder| decoder.read(&mut out)) {
            Ok(bytes) => bytes > 0 || whole,
            // The trial bytes end here, or the payload was cut off.
            Err(error) => error.kind() == io::ErrorKind::UnexpectedEof || (self == Self::Brotli && !whole),
        }
    }
}

/// The first bytes of `payload`, at most `most_bytes`, and the payload with these bytes in it
/// again.
pub fn peek<'a>(mut payload: Box<dyn BufRead + 'a>, most_bytes: usize) -> (Vec<u8>, Box<dyn BufRead + 'a>) {
    let mut begin = Vec::with_capacity(most_bytes);
    // The same error comes again when the payload is read, after the bytes before it.
    let error = Read::take(&mut payload, most_bytes as u64).read_to_end(&mut begin).err();
    let rest: Box<dyn BufRead + 'a> = match error {
        Some(error) => Broken::after_nothing(error),
        None => payload,
    };
    (begin.clone(), Box::new(Cursor::new(begin).chain(rest)))
}

/// `coded` without one coding: gzip or zstd if it begins with their signature, else the named one.
/// Returns it unchanged if it has none of them. The flag says whether a coding was removed.
fn decoded<'a>(
    named: Option<Coding>,
    mut coded: Box<dyn BufRead + 'a>,
) -> io::Result<(Box<dyn BufRead + 'a>, bool)> {
    match coded.fill_buf() {
        // Most payloads have no coding.
        Ok(begin)
            if named.is_none()
                && !begin.first().is_some_and(|byte| [GZIP_MAGIC[0], ZSTD_MAGIC[0]].contains(byte)) =>
        {
            return Ok((coded, false));
        }
        Ok(_) => {}
        Err(error) => return Ok((Broken::after_nothing(error), false)),
    }
    let (begin, coded) = peek(coded, TRIAL_BYTES);
    let whole = begin.len() < TRIAL_BYTES;
    // Many servers name `deflate` for data without the zlib header.
    let bare = named.filter(|coding| *coding == Coding::Zlib).map(|_| Coding::Deflate);
    let mut kinds = [Some(Coding::Gzip), Some(Coding::Zstd), named, bare].into_iter().flatten();
    let signed = named.filter(|coding| coding.is_signed(&begin));
    Ok(match kinds.find(|kind| kind.is_good(&begin, whole)).or(signed) {
        Some(coding) => {
            (Box::new(BufReader::with_capacity(DECOMPRESSED_BYTES, coding.decoder(coded)?)), true)
        }
        None => (coded, false),
    })
}

/// A reader that returns one error and then ends.
struct Broken(Option<io::Error>);

impl Broken {
    fn after_nothing<'a>(error: io::Error) -> Box<dyn BufRead + 'a> {
        Box::new(BufReader::with_capacity(1, Self(Some(error))))
    }
}

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn read(codings: &[&str], body: &[u8]) -> (Vec<u8>, bool) {
        let codings = codings.iter().map(ToString::to_string).collect();
        let head = HttpHead { codings, ..HttpHead::default() };
        let mut out = Vec::new();
        let is_whole = payload(&head, body).and_then(|mut payload| payload.read_to_end(&mut out)).is_ok();
        (out, is_whole)
    }

    fn page() -> Vec<u8> {
        (0..2000)
            .flat_map(|n| format!("<p>Paragraph {n} of {}</p>\n", n * 7919 % 1000).into_bytes())
            .collect()
    }

    fn compressed(coding: &str, page: &[u8]) -> Vec<u8> {
        use flate2::{Compression, write};
        let level = Compression::default();
        match coding {
            "gzip" => {
                let mut encoder = write::GzEncoder::new(Vec::new(), level);
                encoder.write_all(page).and_then(|()| encoder.finish())
            }
            "zlib" => {
                let mut encoder = write::ZlibEncoder::new(Vec::new(), level);
                encoder.write_all(page).and_then(|()| encoder.finish())
            }
            "deflate" => {
                let mut encoder = write::DeflateEncoder::new(Vec::new(), level);
                encoder.write_all(page).and_then(|()| encoder.finish())
            }
            _ => zstd::encode_all(page, 3),
        }
        .expect("memory can be written")
    }

    #[test]
    fn codings_are_removed() {
        let page = page();
        for (name, coding) in [
            ("gzip", "gzip"),
            ("x-gzip", "gzip"),
            ("deflate", "zlib"),
            ("deflate", "deflate"),
            ("zstd", "zstd"),
        ] {
            assert_eq!(read(&[name], &compressed(coding, &page)), (page.clone(), true), "{name} {coding}");
        }
        let twice = compressed("zstd", &compressed("gzip", &page));
        assert_eq!(read(&["gzip", "zstd"], &twice), (page, true));
    }

    #[test]
    fn first_bytes_of_a_body_override_its_header() {
        let page = page();
        let gzip = compressed("gzip", &page);
        let twice = compressed("gzip", &gzip);
        for (names, body) in [
            (&["gzip"][..], &twice),
            (&[], &twice),
            (&["zstd", "gzip"], &twice),
            (&["br"], &gzip),
            (&["deflate"], &gzip),
            (&["none"], &gzip),
            (&["sdch", "gzip", "x-what"], &gzip),
        ] {
            assert_eq!(read(names, body), (page.clone(), true), "{names:?}");
        }
        let often = (0..20).fold(page.clone(), |body, _| compressed("gzip", &body));
        assert!(read(&["gzip"], &often).0.starts_with(&[0x1f, 0x8b]));
    }

    #[test]
    fn bytes_after_a_member_are_ignored() {
        for after in [&b"\0\0\0junk"[..], &[0; 100], b"junk"] {
            let body = [&compressed("gzip", &page())[..], after].concat();
            assert_eq!(read(&["gzip"], &body), (page(), true), "{after:?}");
        }
    }

    #[test]
    fn a_body_without_the_named_coding_is_unchanged() {
        for page in [&page()[..], b"", b"<p>short", b"\xef\xbb\xbf<p>mark", b"\n <!doctype html><p>x"] {
            for name in ["gzip", "deflate", "br", "zstd", "utf-8"] {
                assert_eq!(read(&[name], page), (page.to_vec(), true), "{name}");
            }
        }
    }

    #[test]
    fn a_compressed_body_is_decompressed_without_a_header() {
        for coding in ["gzip", "zstd"] {
            assert_eq!(read(&[], &compressed(coding, &page())), (page(), true));
        }
    }

    #[test]
    fn a_body_with_a_signature_that_cannot_be_decompressed_is_damaged() {
        for (name, coding) in [("gzip", "gzip"), ("deflate", "zlib"), ("zstd", "zstd")] {
            let mut body = compressed(coding, &page());
            // After the signature and the rest of the fixed header.
            let begin = if coding == "zlib" { 2 } else { 10 };
            body[begin..begin + 20].fill(0xff);
            let (out, is_whole) = read(&[name], &body);
            assert!(!is_whole && out.len() < 256, "{name}: {}", out.len());
            if coding == "gzip" {
                // The head names no coding.
                assert_eq!(read(&[], &body), (body, true));
            }
        }
        for text in ["x^2 and more words of a text", "80 percent of it is text", "HK is a text, too"] {
            assert_eq!(read(&["deflate"], text.as_bytes()), (text.as_bytes().to_vec(), true), "{text}");
        }
    }

    #[test]
    fn bytes_before_damage_are_returned() {
        for (name, coding) in
            [("gzip", "gzip"), ("deflate", "zlib"), ("deflate", "deflate"), ("zstd", "zstd")]
        {
            let compressed = compressed(coding, &page());
            let (out, is_whole) = read(&[name], &compressed[..compressed.len() - 100]);
            assert!(!is_whole && page().starts_with(&out), "{coding}");
            assert!(coding == "zstd" || out.len() > page().len() / 2, "{coding}: {}", out.len());
        }
    }
}
