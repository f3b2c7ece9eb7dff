//! What may be in an input.

use std::path::Path;

use crate::files::plain_name;

/// What is in an input. The texts are those of the help for `--input-format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum InputFormat {
    /// One page
    Html,
    /// WARC records
    Warc,
    /// ARC records
    Arc,
    /// One JSON object a line, with a page in its field `html`
    Jsonl,
    /// A JSON array of such objects
    Json,
    /// A table with pages in its column `html`; needs the feature `parquet`
    Parquet,
    /// A page saved with its pictures
    Mhtml,
    /// An archive of pages
    Zip,
    /// An archive of pages
    Tar,
}

impl InputFormat {
    /// What it is called in messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Html => "a page of HTML",
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

    /// By the ending of a name, without that of a compression; `None` where it says nothing.
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
