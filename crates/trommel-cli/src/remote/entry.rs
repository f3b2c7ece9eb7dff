//! Index entries of records.

/// A record listed in an index. Entries are ordered by place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry {
    /// The file, without a prefix.
    pub(crate) file: String,
    /// First byte of the record in its file, before decompression.
    pub(crate) offset: u64,
    /// Its bytes, before decompression.
    pub(crate) length: u64,
    /// Its line or row in the index, from 1.
    pub(crate) number: u64,
    /// The URL of its page, if the index has it.
    pub(crate) url: Option<String>,
}

/// The next entry of an index, or an error of its line.
pub(crate) type Found = Result<Entry, String>;
