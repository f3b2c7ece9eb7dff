//! Packings of files, told by their first bytes and by their names.

/// The first bytes of a gzip member: two of magic, and deflate, the only method there is.
pub const GZIP_MAGIC: [u8; 3] = [0x1f, 0x8b, 8];

/// The first bytes of a zstd frame.
pub const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// How a file is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// It is not.
    None,
    /// Gzip members.
    Gzip,
    /// Zstd frames.
    Zstd,
}

impl Packing {
    /// First bytes of a file that tell its packing.
    pub const MAGIC_BYTES: usize = ZSTD_MAGIC.len();

    /// Endings of the names of packed files.
    const ENDINGS: [(&str, Self); 2] = [(".gz", Self::Gzip), (".zst", Self::Zstd)];

    /// That of a file with these first bytes. No HTML and no record begins like a packed file.
    #[must_use]
    pub fn of_begin(begin: &[u8]) -> Self {
        let is_skipped_frame = matches!(begin, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]);
        if begin.starts_with(&GZIP_MAGIC[..2]) {
            Self::Gzip
        } else if begin.starts_with(&ZSTD_MAGIC) || is_skipped_frame {
            // Dictionaries are in frames that are skipped, and parallel packers begin with one.
            Self::Zstd
        } else {
            Self::None
        }
    }

    /// That which the ending of a name says, in any case, and the name without it.
    #[must_use]
    pub fn of_name(name: &str) -> (Self, &str) {
        let found = Self::ENDINGS.into_iter().find_map(|(ending, packing)| {
            let (stem, end) = name.split_at_checked(name.len().checked_sub(ending.len())?)?;
            end.eq_ignore_ascii_case(ending).then_some((packing, stem))
        });
        found.unwrap_or((Self::None, name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packing_is_told_by_the_first_bytes() {
        for (begin, packing) in [
            (&b"<htm"[..], Packing::None),
            (b"", Packing::None),
            (b"\x1f\x8b\x08\x00", Packing::Gzip),
            (b"\x1f", Packing::None),
            (b"\x28\xb5\x2f\xfd", Packing::Zstd),
            (b"\x28\xb5", Packing::None),
            (b"\x5d\x2a\x4d\x18", Packing::Zstd),
        ] {
            assert_eq!(Packing::of_begin(begin), packing, "{begin:?}");
        }
    }

    #[test]
    fn a_packing_is_told_by_the_ending_of_a_name() {
        for (name, found) in [
            ("a.html.gz", (Packing::Gzip, "a.html")),
            ("A.ZST", (Packing::Zstd, "A")),
            (".gz", (Packing::Gzip, "")),
            ("ü", (Packing::None, "ü")),
            ("a.gz.html", (Packing::None, "a.gz.html")),
        ] {
            assert_eq!(Packing::of_name(name), found);
        }
    }
}
