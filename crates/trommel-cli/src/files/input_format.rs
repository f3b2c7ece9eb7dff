//! Formats of inputs.

use std::path::Path;

use crate::files::plain_name;

/// The format of an input. The texts are the help of `--input-format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum InputFormat {
    /// One page
    Html,
    /// WARC records
    Warc,
    /// ARC records
    Arc,
    /// JSON lines, each an object with a page in `html`
    Jsonl,
    /// JSON array of such objects
    Json,
    /// Parquet table with pages in its column `html`; needs the feature `parquet`
    Parquet,
    /// Page saved with its images
    Mhtml,
    /// ZIP archive of pages
    Zip,
    /// Tar archive of pages
    Tar,
}

impl InputFormat {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Html => "an HTML page",
            Self::Warc => "WARC records",
            Self::Arc => "ARC records",
            Self::Jsonl => "JSON lines",
            Self::Json => "JSON",
            Self::Parquet => "a Parquet file",
            Self::Mhtml => "an MHTML file",
            Self::Zip => "a ZIP archive",
            Self::Tar => "a tar archive",
        }
    }

    /// The format by the extension of a name, without that of a compression, if it is known.
    pub(crate) fn of_name(path: &Path) -> Option<Self> {
        let name = plain_name(path).to_ascii_lowercase();
        Some(match name.rsplit_once('.')?.1 {
            "html" | "htm" | "xhtml" => Self::Html,
            "warc" | "wet" | "wat" => Self::Warc,
            "arc" => Self::Arc,
            "jsonl" | "ndjson" => Self::Jsonl,
            "json" => Self::Json,
            "parquet" => Self::Parquet,
            "mhtml" | "mht" => Self::Mhtml,
            "zip" => Self::Zip,
            "tar" | "tgz" => Self::Tar,
            _ => return None,
        })
    }
}
