//! The origin of a page.

use serde::{Deserialize, Serialize};

/// Fields of the record that a page comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordFacts {
    /// Id of the record.
    pub warc_record_id: Option<String>,
    /// Fetch date, as the record writes it.
    pub warc_date: Option<String>,
    /// Status of the response.
    pub http_status: Option<u16>,
    /// Media type of the HTTP header.
    pub content_type: Option<String>,
    /// Charset of the HTTP header.
    pub charset: Option<String>,
}

/// Place of a page in the inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(expecting = "an object with a string `file`")]
pub struct Source {
    /// Path as given, or as found in a given folder.
    pub file: String,
    /// For records: byte of the file, before decompression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// For records: byte of the decompressed member or frame; in plain files, the same as `offset`.
    /// For rows: byte of the decompressed file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncompressed_offset: Option<u64>,
    /// For rows: row number, from 1; for JSON lines, the line number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<u64>,
    /// For files in archives: path in the archive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
}

impl Source {
    /// Standard input, as a file.
    pub const STDIN: &str = "standard input";

    /// A whole file.
    #[must_use]
    pub fn of_file(file: &str) -> Self {
        Self { file: file.to_string(), ..Self::default() }
    }

    /// Whether a page at `other` matches: it has all values that this place has.
    #[must_use]
    pub fn is_of(&self, other: &Self) -> bool {
        let agree = |said: Option<u64>, found: Option<u64>| said.is_none() || said == found;
        agree(self.offset, other.offset)
            && agree(self.uncompressed_offset, other.uncompressed_offset)
            && agree(self.row, other.row)
            && (self.entry.is_none() || self.entry == other.entry)
    }
}

/// The work of a run up to a point in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SpeedSample {
    /// Seconds since the run began.
    pub seconds: f64,
    /// Pages.
    pub pages: u64,
    /// Bytes of pages, decompressed.
    pub bytes_in: u64,
}
