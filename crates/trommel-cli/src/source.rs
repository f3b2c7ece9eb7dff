//! The origin of a page.

use serde::{Deserialize, Serialize};

/// Fields of the record that a page comes from.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct RecordFacts {
    pub(crate) warc_record_id: Option<String>,
    pub(crate) warc_date: Option<String>,
    pub(crate) http_status: Option<u16>,
    pub(crate) content_type: Option<String>,
    /// The charset of the HTTP header.
    pub(crate) charset: Option<String>,
}

/// Place of a page in the inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(expecting = "an object with a string `file`")]
pub(crate) struct Source {
    /// Path as given, or as found in a given folder.
    pub(crate) file: String,
    /// For records: byte of the file, before decompression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) offset: Option<u64>,
    /// For records: byte of the decompressed member or frame; in plain files, the same as `offset`.
    /// For rows: byte of the decompressed file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) uncompressed_offset: Option<u64>,
    /// For rows: row number, from 1; for JSON lines, the line number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) row: Option<u64>,
    /// For files in archives: path in the archive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) entry: Option<String>,
}

impl Source {
    /// A whole file.
    pub(crate) fn of_file(file: &str) -> Self {
        Self { file: file.to_string(), ..Self::default() }
    }

    /// Whether a page at `other` matches: it has all values that this place has.
    pub(crate) fn is_of(&self, other: &Self) -> bool {
        let agree = |said: Option<u64>, found: Option<u64>| said.is_none() || said == found;
        agree(self.offset, other.offset)
            && agree(self.uncompressed_offset, other.uncompressed_offset)
            && agree(self.row, other.row)
            && (self.entry.is_none() || self.entry == other.entry)
    }
}
