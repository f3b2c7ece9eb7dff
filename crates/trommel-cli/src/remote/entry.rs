//! What an index says of a record.

/// A record that an index names. They are ordered by their places.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry {
    /// The file, without a prefix.
    pub(crate) file: String,
    /// The first byte of the record in its file, compressed as it is.
    pub(crate) offset: u64,
    /// Bytes of it, compressed as they are.
    pub(crate) length: u64,
    /// Its line or row in the index, from 1 on.
    pub(crate) number: u64,
    /// The address of its page, if the index says it.
    pub(crate) url: Option<String>,
}

/// What an index has next: a record, or what is wrong with a line.
pub(crate) type Found = Result<Entry, String>;
