//! Codecs of compressed files, recognised by their first bytes and by their names.

/// The first bytes of a gzip member: two magic bytes, and deflate, the only method.
pub const GZIP_MAGIC: [u8; 3] = [0x1f, 0x8b, 8];

/// The first bytes of a zstd frame.
pub const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Compression of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codec {
    /// Not compressed.
    None,
    /// Gzip members.
    Gzip,
    /// Zstd frames.
    Zstd,
}

impl Codec {
    /// Number of first bytes needed to recognise a codec.
    pub const MAGIC_BYTES: usize = ZSTD_MAGIC.len();

    /// Extensions of compressed files.
    const ENDINGS: [(&str, Self); 2] = [(".gz", Self::Gzip), (".zst", Self::Zstd)];

    /// Codec by the first bytes of a file. Neither HTML nor records begin like a compressed file.
    #[must_use]
    pub fn of_begin(begin: &[u8]) -> Self {
        let is_skipped_frame = matches!(begin, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]);
        if begin.starts_with(&GZIP_MAGIC[..2]) {
            Self::Gzip
        } else if begin.starts_with(&ZSTD_MAGIC) || is_skipped_frame {
            // Dictionaries are in skippable frames, and parallel compressors begin with one.
            Self::Zstd
        } else {
            Self::None
        }
    }

    /// Codec by the extension of a name, ignoring case, and the name without it.
    #[must_use]
    pub fn of_name(name: &str) -> (Self, &str) {
        let found = Self::ENDINGS.into_iter().find_map(|(ending, codec)| {
            let (stem, end) = name.split_at_checked(name.len().checked_sub(ending.len())?)?;
            end.eq_ignore_ascii_case(ending).then_some((codec, stem))
        });
        found.unwrap_or((Self::None, name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_codec_is_recognised_by_the_first_bytes() {
        for (begin, codec) in [
            (&b"<htm"[..], Codec::None),
            (b"", Codec::None),
            (b"\x1f\x8b\x08\x00", Codec::Gzip),
            (b"\x1f", Codec::None),
            (b"\x28\xb5\x2f\xfd", Codec::Zstd),
            (b"\x28\xb5", Codec::None),
            (b"\x5d\x2a\x4d\x18", Codec::Zstd),
        ] {
            assert_eq!(Codec::of_begin(begin), codec, "{begin:?}");
        }
    }

    #[test]
    fn a_codec_is_recognised_by_the_extension() {
        for (name, found) in [
            ("a.html.gz", (Codec::Gzip, "a.html")),
            ("A.ZST", (Codec::Zstd, "A")),
            (".gz", (Codec::Gzip, "")),
            ("ü", (Codec::None, "ü")),
            ("a.gz.html", (Codec::None, "a.gz.html")),
        ] {
            assert_eq!(Codec::of_name(name), found);
        }
    }
}
