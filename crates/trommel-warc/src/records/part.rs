//! The part of a file to read.

/// A range of bytes of a file, before decompression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteRange {
    /// The first byte.
    pub start: u64,
    /// The byte after the last one.
    pub end: u64,
}

impl ByteRange {
    /// Part `index`, from 0, of `count` parts of a file of `file_bytes` bytes. The last part has no
    /// end, so that it includes everything if the file grows.
    ///
    /// ```
    /// # use trommel_warc::ByteRange;
    /// assert_eq!(ByteRange::part(100, 0, 3), ByteRange { start: 0, end: 33 });
    /// assert_eq!(ByteRange::part(100, 2, 3), ByteRange { start: 66, end: u64::MAX });
    /// ```
    pub fn part(file_bytes: u64, index: u64, count: u64) -> Self {
        let cut = |index: u64| {
            let byte = u128::from(file_bytes) * u128::from(index) / u128::from(count.max(1));
            u64::try_from(byte).unwrap_or(u64::MAX)
        };
        let is_last = index.saturating_add(1) >= count;
        Self { start: cut(index), end: if is_last { u64::MAX } else { cut(index + 1) } }
    }
}

/// The part being read, and its progress.
pub(super) struct Part {
    pub(super) range: ByteRange,
    /// Whether no record of the range was reached yet.
    pub(super) is_before: bool,
    /// Whether reading began inside the file.
    pub(super) is_within: bool,
}
