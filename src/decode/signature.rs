//! Binary data and XML feeds, recognised by their first bytes. Crawls hold them under any name and
//! any type.

use alloc::vec::Vec;
use memchr::memmem;

/// The type of data that is not a page: binary data, or a list of pages in XML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Foreign {
    /// Its format, with an article: `a PDF file`, `a PNG image`, `binary data`.
    pub found: &'static str,
    /// Whether it is compressed in a way that is not read here: what is in it may be pages.
    pub is_compressed: bool,
}

impl Foreign {
    /// Data of no known format.
    pub const BINARY: Self = Self::of("binary data");
    /// Text in an encoding that the web does not have.
    pub const UTF_32: Self = Self::of("UTF-32 text");
    /// RSS, Atom, OPML: summaries of pages.
    pub const FEED: Self = Self::of("an XML feed");
    /// URLs of pages.
    pub const SITEMAP: Self = Self::of("an XML sitemap");

    const fn of(found: &'static str) -> Self {
        Self { found, is_compressed: false }
    }

    /// The format in a word or two: `PDF`, `PNG`, `ZIP`, `binary`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        let name = self.found.split_once(' ').map_or(self.found, |(article, name)| match article {
            "a" | "an" => name,
            _ => self.found,
        });
        let name = name.split_once(" within ").map_or(name, |(inner, _)| inner);
        let shorter = [" file", " image", " archive", " data", " text", " film"];
        shorter.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name)
    }
}

/// How files of a kind begin, and what else they have at a place.
struct Signature {
    begin: &'static [u8],
    at: usize,
    there: &'static [u8],
    kind: Foreign,
}

const fn begins(begin: &'static [u8], found: &'static str) -> Signature {
    has(begin, begin.len(), b"", found)
}

const fn compressed(begin: &'static [u8], found: &'static str) -> Signature {
    Signature { begin, at: begin.len(), there: b"", kind: Foreign { found, is_compressed: true } }
}

const fn has(begin: &'static [u8], at: usize, there: &'static [u8], found: &'static str) -> Signature {
    Signature { begin, at, there, kind: Foreign::of(found) }
}

/// No page begins like this, and hardly any text does, in any encoding.
///
/// Source: "MIME Sniffing", sections 6 and 7.1: images, audio, video, fonts, archives, PDF and
/// PostScript. Departures: patterns of two bytes are left out; where one is all letters, more of
/// what such files have is asked for. Added: compressed files, office files, programs, and other
/// data, each by its own specification.
const SIGNATURES: [Signature; 52] = [
    begins(b"%PDF-1.", "a PDF file"),
    begins(b"%PDF-2.", "a PDF file"),
    begins(b"%!PS-Adobe-", "a PostScript file"),
    begins(b"{\\rtf1", "an RTF file"),
    begins(b"\x89PNG\r\n\x1a\n", "a PNG image"),
    begins(b"\xff\xd8\xff", "a JPEG image"),
    has(b"GIF87a", 12, b"\0", "a GIF image"),
    has(b"GIF89a", 12, b"\0", "a GIF image"),
    begins(b"II*\0", "a TIFF image"),
    begins(b"MM\0*", "a TIFF image"),
    begins(b"\0\0\x01\0", "an icon"),
    begins(b"\0\0\x02\0", "a cursor"),
    has(b"RIFF", 8, b"WEBPVP8", "a WebP image"),
    has(b"RIFF", 8, b"WAVEfmt ", "a WAV file"),
    has(b"RIFF", 8, b"AVI LIST", "an AVI film"),
    has(b"FORM\0", 8, b"AIF", "an AIFF file"),
    has(b"\0\0", 4, b"ftyp", "an MP4 file"),
    begins(b"OggS\0", "an Ogg file"),
    begins(b"MThd\0\0\0\x06", "a MIDI file"),
    begins(b".snd\0", "an audio file"),
    begins(b"ID3\x02", "an MP3 file"),
    begins(b"ID3\x03", "an MP3 file"),
    begins(b"ID3\x04", "an MP3 file"),
    begins(b"fLaC\0", "a FLAC file"),
    begins(b"\x1a\x45\xdf\xa3", "a Matroska film"),
    begins(b"FLV\x01", "a Flash film"),
    has(b"wOFF", 8, b"\0", "a font"),
    has(b"wOF2", 8, b"\0", "a font"),
    begins(b"OTTO\0", "a font"),
    begins(b"ttcf\0", "a font"),
    begins(b"\0\x01\0\0", "a font"),
    // What these archives hold is a document, or a program.
    has(b"PK\x03\x04", 30, b"[Content_Types].xml", "an office file"),
    has(b"PK\x03\x04", 30, b"mimetypeapplication/epub", "an e-book"),
    has(b"PK\x03\x04", 30, b"mimetypeapplication/vnd", "an office file"),
    has(b"PK\x03\x04", 30, b"META-INF/", "a Java archive"),
    begins(b"PK\x03\x04", "a ZIP archive"),
    begins(b"PK\x05\x06", "a ZIP archive"),
    begins(b"Rar!\x1a\x07", "a RAR archive"),
    begins(b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    // Of one that is compressed twice, the inner compression stays.
    begins(b"\x1f\x8b", "a gzip file within another compressed file"),
    begins(b"\x28\xb5\x2f\xfd", "a zstd file within another compressed file"),
    // Of POSIX, and of GNU.
    has(b"", 257, b"ustar\0", "a tar archive"),
    has(b"", 257, b"ustar  \0", "a tar archive"),
    compressed(b"\xfd7zXZ\0", "an xz file"),
    Signature { at: 4, there: b"1AY&SY", ..BZIP2 },
    compressed(b"\x04\x22\x4d\x18", "an LZ4 file"),
    // What archives of the web were before WARC.
    begins(b"filedesc://", "an ARC file"),
    begins(b"\x7fELF", "a program"),
    begins(b"\xca\xfe\xba\xbe", "a program"),
    begins(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an office file"),
    begins(b"SQLite format 3\0", "a database"),
    begins(b"\0asm", "a WebAssembly module"),
];

const BZIP2: Signature = compressed(b"BZh", "a bzip2 file");

/// Bytes by which binary data is recognised.
pub(super) const BEGIN_BYTES: usize = 1 << 10;

/// The type of binary data or of an XML feed, by its first bytes; `None` for possible HTML or text.
///
/// In: the first bytes, 4 KiB of them or the whole. Cost: linear in the bytes.
#[must_use]
pub fn foreign(begin: &[u8]) -> Option<Foreign> {
    let is_there = |signature: &&Signature| {
        let there = || begin.get(signature.at..).is_some_and(|rest| rest.starts_with(signature.there));
        begin.starts_with(signature.begin) && there()
    };
    let signature = SIGNATURES.iter().find(is_there).map(|signature| signature.kind);
    let utf_32 = || is_utf_32(begin).then_some(Foreign::UTF_32);
    signature.or_else(utf_32).or_else(|| feed(begin)).or_else(|| is_binary(begin).then_some(Foreign::BINARY))
}

/// The type of an XML file that lists pages, by its first element.
///
/// Source: RSS 0.9 to 2.0, RFC 4287 (Atom), OPML 2.0, sitemaps.org 0.9.
fn feed(begin: &[u8]) -> Option<Foreign> {
    let mut rest = begin.strip_prefix(b"\xef\xbb\xbf").unwrap_or(begin).trim_ascii_start();
    loop {
        let inside = rest.strip_prefix(b"<")?;
        let end: &[u8] = match inside {
            [b'?', ..] => b"?>",
            [b'!', b'-', b'-', ..] => b"-->",
            [b'!', ..] => b">",
            _ => return feed_of_root(inside),
        };
        let at = memmem::find(inside, end)?;
        rest = inside[at + end.len()..].trim_ascii_start();
    }
}

/// The type of feed whose first tag has this name.
fn feed_of_root(tag: &[u8]) -> Option<Foreign> {
    let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/');
    let name = &tag[..tag.iter().position(ends)?];
    let local = name.rsplit(|byte| *byte == b':').next()?;
    let is_any = |names: &[&str]| names.iter().any(|other| local.eq_ignore_ascii_case(other.as_bytes()));
    if is_any(&["rss", "feed", "rdf", "opml"]) {
        Some(Foreign::FEED)
    } else {
        is_any(&["urlset", "sitemapindex"]).then_some(Foreign::SITEMAP)
    }
}

/// Minimum bytes of a beginning from which UTF-32 and binary data are told without a signature.
const MIN_BYTES: usize = 32;

/// Whether bytes are UTF-32: in all groups of four, a code point in the same order.
fn is_utf_32(begin: &[u8]) -> bool {
    if begin.len() < MIN_BYTES {
        return begin.starts_with(b"\xff\xfe\0\0") || begin.starts_with(b"\0\0\xfe\xff");
    }
    let all = |is_so: fn(&[u8; 4]) -> bool| begin.as_chunks::<4>().0.iter().all(is_so);
    all(|bytes| bytes[3] == 0 && bytes[2] <= 0x10 && bytes[..3] != [0; 3])
        || all(|bytes| bytes[0] == 0 && bytes[1] <= 0x10 && bytes[1..] != [0; 3])
}

/// Whether bytes are neither text nor damaged HTML: control characters or zeros as no text has
/// them, and no tag.
///
/// Source: "MIME Sniffing", section 4, binary data bytes. Departures: a few of them occur in pages,
/// and NUL is half of the characters of UTF-16.
fn is_binary(begin: &[u8]) -> bool {
    const MAX_ZEROS_PERCENT: usize = 60;
    const MAX_CONTROLS_PERCENT: usize = 3;
    let is_control = |byte: &&u8| matches!(byte, 1..=8 | 0x0b | 0x0e..=0x1a | 0x1c..=0x1f);
    let is_utf_16 = || begin.starts_with(b"\xff\xfe") || begin.starts_with(b"\xfe\xff");
    let zeros = begin.iter().filter(|byte| **byte == 0).count();
    let controls = begin.iter().filter(is_control).count();
    let has_zeros = zeros * 100 > begin.len() * MAX_ZEROS_PERCENT;
    let has_controls = controls * 100 > begin.len() * MAX_CONTROLS_PERCENT;
    begin.len() >= MIN_BYTES
        && (has_zeros || (has_controls && !is_utf_16()))
        && !begins_with_tag(begin)
        && !has_tags(begin, MIN_TAG_BYTES)
}

/// Least bytes of the name of a tag that does not stand in binary data by chance.
const MIN_TAG_BYTES: usize = 3;

/// Whether there is a tag of HTML, with a name of at least `min_bytes`, in bytes in any encoding of
/// which ASCII is a part; zeros, which UTF-16 has, are passed over.
#[must_use]
pub fn has_tags(bytes: &[u8], min_bytes: usize) -> bool {
    let plain: Vec<u8> = bytes.iter().copied().filter(|byte| *byte != 0).collect();
    plain
        .split(|byte| *byte == b'<')
        .skip(1)
        .any(|rest| is_tag(rest.strip_prefix(b"/").unwrap_or(rest), min_bytes))
}

/// Whether data begins with a tag, a comment, or a declaration of XML.
fn begins_with_tag(begin: &[u8]) -> bool {
    let text = begin.strip_prefix(b"\xef\xbb\xbf").unwrap_or(begin).trim_ascii_start();
    text.strip_prefix(b"<")
        .is_some_and(|inside| inside.starts_with(b"!--") || inside.starts_with(b"?xml") || is_tag(inside, 1))
}

/// Whether a tag of HTML has a name, of at least `min_bytes`, that these bytes begin with.
fn is_tag(rest: &[u8], min_bytes: usize) -> bool {
    const TAGS: [&[u8]; 16] = [
        b"!doctype", b"html", b"head", b"body", b"title", b"meta", b"link", b"script", b"style", b"div",
        b"p", b"span", b"table", b"a", b"br", b"ul",
    ];
    TAGS.iter().filter(|tag| tag.len() >= min_bytes).any(|tag| {
        let ends = rest.get(tag.len()).is_some_and(|byte| byte.is_ascii_whitespace() || *byte == b'>');
        ends && rest[..tag.len()].eq_ignore_ascii_case(tag)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn files_are_known_by_their_first_bytes() {
        for (begin, name) in [
            (&b"%PDF-1.7\n%\xe2\xe3"[..], "a PDF file"),
            (b"BZh91AY&SY\x8c\xc6", "a bzip2 file"),
            (b"RIFF\x10\x20\0\0WEBPVP8 ", "a WebP image"),
            (b"RIFF\x10\x20\0\0WAVEfmt ", "a WAV file"),
            (b"GIF89a\x64\0\x32\0\xf7\0\0", "a GIF image"),
            (b"\0\0\0\x1cftypisom", "an MP4 file"),
            (b"SQLite format 3\0", "a database"),
            (b"filedesc://x.arc 0.0.0.0 ", "an ARC file"),
        ] {
            assert_eq!(foreign(begin).map(|found| found.found), Some(name), "{name}");
        }
        let tar = |magic: &[u8]| [&b"page.html"[..], &[0; 248], magic].concat();
        for magic in [&b"ustar\x0000"[..], b"ustar  \0"] {
            assert_eq!(foreign(&tar(magic)).map(|found| found.found), Some("a tar archive"));
        }
    }

    #[test]
    fn a_name_is_a_word_or_two() {
        for name in SIGNATURES.iter().map(|signature| signature.kind.name()) {
            assert!((1..=2).contains(&name.split(' ').count()), "{name}");
        }
        assert_eq!(foreign(b"\x1f\x8b\x08").map(|found| found.name()), Some("gzip"));
    }

    #[test]
    fn pages_and_texts_are_none_of_them() {
        let utf_16: Vec<u8> = "<p>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let pages = [
            &b""[..],
            b"<p>",
            b"\xef\xbb\xbf<p>",
            &utf_16,
            b"\0\0\0<",
            b"PK and more",
            b"\x1b$B",
            b"<i> ftyp",
            b"ID3 tags",
            b"RIFF vs WAVE: which of the two",
            b"RIFF to AVI conversion",
            b"GIF89a was published in 1989",
            b"%PDF- is how it begins",
            b"\x01\x02\x03 few bytes",
            b"<div>\x01\x02\x03\x04 and more of a page that is damaged",
            b"FORM of AIFF",
        ];
        assert!(pages.into_iter().all(|page| foreign(page).is_none()));
    }

    #[test]
    fn feeds_and_sitemaps_are_known_by_their_first_element() {
        let name = |begin: &str| foreign(begin.as_bytes()).map(|found| found.name());
        for feed in [
            "<?xml version=\"1.0\"?><rss version=\"2.0\">",
            "\u{feff}<?xml version='1.0'?>\n<?xml-stylesheet href='a.xsl'?>\n<!-- Atom -->\n<feed xmlns='http://www.w3.org/2005/Atom'>",
            "<!DOCTYPE rss SYSTEM \"rss-0.91.dtd\">\n<rss>",
            "<rdf:RDF\nxmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>",
            "<atom:feed xmlns:atom='http://www.w3.org/2005/Atom'>",
            "<?xml version='1.0'?><opml version='2.0'>",
        ] {
            assert_eq!(name(feed), Some("XML feed"), "{feed}");
        }
        assert_eq!(name("<?xml version='1.0'?><urlset>"), Some("XML sitemap"));
        assert_eq!(name("<?xml version='1.0'?><s:sitemapindex xmlns:s=''>"), Some("XML sitemap"));
        for page in [
            "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'>",
            "<?xml version='1.0'?><!DOCTYPE html><html>",
            "<feedback>Thanks</feedback>",
            "<p>rss</p><rss>",
            "<!-- <rss> -->",
        ] {
            assert_eq!(name(page), None, "{page}");
        }
    }

    #[test]
    fn binary_data_and_utf_32_are_none() {
        // Numbers that look random.
        let random: Vec<u8> = (0..4096_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let text = "<p>It rained for three days.";
        let utf_32 =
            |bytes: fn(u32) -> [u8; 4]| text.chars().flat_map(|char| bytes(char.into())).collect::<Vec<_>>();
        for (bytes, found) in [
            (random, Foreign::BINARY),
            (vec![0; 100], Foreign::BINARY),
            (utf_32(u32::to_le_bytes), Foreign::UTF_32),
            (utf_32(u32::to_be_bytes), Foreign::UTF_32),
            ([&b"\xff\xfe\0\0"[..], &utf_32(u32::to_le_bytes)].concat(), Foreign::UTF_32),
        ] {
            assert_eq!(foreign(&bytes), Some(found));
        }
        for text in [
            text,
            "Кошка сидит на окне и смотрит",
            "雨が三日間降り続いた。その後、太陽が出た。雨が三日間降り続いた。",
        ] {
            let utf_16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            assert_eq!(foreign(&[&b"\xff\xfe"[..], &utf_16].concat()), None, "{text}");
            assert_eq!(foreign(text.as_bytes()), None);
        }
    }
}
