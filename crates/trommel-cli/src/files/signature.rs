//! Files that are no page and no text at all, by how they begin: crawls hold them under any name
//! and any type.

/// How files of a kind begin, and what else they have at a place.
struct Signature {
    begin: &'static [u8],
    at: usize,
    there: &'static [u8],
    name: &'static str,
}

const fn begins(begin: &'static [u8], name: &'static str) -> Signature {
    has(begin, begin.len(), b"", name)
}

const fn has(begin: &'static [u8], at: usize, there: &'static [u8], name: &'static str) -> Signature {
    Signature { begin, at, there, name }
}

/// No page and hardly a text begins so, whatever its encoding.
///
/// Source: "MIME Sniffing", sections 6 and 7.1: images, audio, video, fonts, archives, PDF and
/// PostScript. Departures: patterns of two bytes are left out; where one is all letters, more of
/// what such files have is asked for. Added: packings, office files, programs, and other data, each
/// by its own specification.
const SIGNATURES: [Signature; 48] = [
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
    begins(b"PK\x03\x04", "a ZIP archive"),
    begins(b"PK\x05\x06", "a ZIP archive"),
    begins(b"Rar!\x1a\x07", "a RAR archive"),
    begins(b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    // Of one that is packed twice, the inner packing stays.
    begins(b"\x1f\x8b\x08", "a gzip file in another packing"),
    begins(b"\x28\xb5\x2f\xfd", "a zstd file in another packing"),
    // Of POSIX, and of GNU.
    has(b"", 257, b"ustar\0", "a tar archive"),
    has(b"", 257, b"ustar  \0", "a tar archive"),
    begins(b"\xfd7zXZ\0", "an xz file"),
    has(b"BZh", 4, b"1AY&SY", "a bzip2 file"),
    begins(b"\x04\x22\x4d\x18", "an LZ4 file"),
    // What archives of the web were before WARC.
    begins(b"filedesc://", "an ARC file"),
    begins(b"\x7fELF", "a program"),
    begins(b"\xca\xfe\xba\xbe", "a program"),
    begins(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an office file"),
    begins(b"SQLite format 3\0", "a database"),
    begins(b"\0asm", "a WebAssembly module"),
];

/// Bytes at the beginning of a file that tell.
pub(crate) const FOREIGN_BYTES: usize = 265;

/// What a file is that begins so, if it is none that could be HTML or text.
///
/// Cost: constant.
pub(crate) fn foreign(begin: &[u8]) -> Option<&'static str> {
    let is_there = |signature: &&Signature| {
        let there = || begin.get(signature.at..).is_some_and(|rest| rest.starts_with(signature.there));
        begin.starts_with(signature.begin) && there()
    };
    SIGNATURES.iter().find(is_there).map(|signature| signature.name)
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(foreign(begin), Some(name), "{name}");
        }
        let tar = |magic: &[u8]| [&b"page.html"[..], &[0; 248], magic].concat();
        for magic in [&b"ustar\x0000"[..], b"ustar  \0"] {
            assert_eq!(foreign(&tar(magic)), Some("a tar archive"));
        }
        assert_eq!(foreign(&tar(b"ustar is")), None);
        assert!(SIGNATURES.iter().all(|signature| signature.at + signature.there.len() <= FOREIGN_BYTES));
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
            b"FORM of AIFF",
        ];
        assert!(pages.into_iter().all(|page| foreign(page).is_none()));
    }
}
