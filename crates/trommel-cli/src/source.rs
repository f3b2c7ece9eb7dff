//! Where a page comes from.

use serde::{Deserialize, Serialize};

/// Metadata of a page that comes from a record.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct RecordFacts {
    pub(crate) warc_record_id: Option<String>,
    pub(crate) warc_date: Option<String>,
    pub(crate) http_status: Option<u16>,
    pub(crate) content_type: Option<String>,
    /// The charset of the HTTP head.
    pub(crate) charset: Option<String>,
}

/// Where a page is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(expecting = "an object with a string `file`")]
pub(crate) struct Source {
    /// As it was given, or found in a folder that was.
    pub(crate) file: String,
    /// Of a record: byte of the file, compressed as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) offset: Option<u64>,
    /// Of a record or row: byte of the file when it is decompressed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) uncompressed_offset: Option<u64>,
    /// Of a row: its number, from 1 on; of JSON lines, that of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) row: Option<u64>,
    /// Of a file in an archive: its path there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) entry: Option<String>,
}

impl Source {
    /// All of a file.
    pub(crate) fn of_file(file: &str) -> Self {
        Self { file: file.to_string(), ..Self::default() }
    }

    /// Whether a page at the place `other` of the same file is meant: that has what this one says.
    pub(crate) fn is_of(&self, other: &Self) -> bool {
        let agree = |said: Option<u64>, found: Option<u64>| said.is_none() || said == found;
        agree(self.offset, other.offset)
            && agree(self.uncompressed_offset, other.uncompressed_offset)
            && agree(self.row, other.row)
            && (self.entry.is_none() || self.entry == other.entry)
    }
}
