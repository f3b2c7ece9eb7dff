//! Inputs that the command line names: their format, and messages about them.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::error::CliError;
use crate::files::Kind;

/// What an input is.
#[derive(Clone, Copy, Debug, ValueEnum)]
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

impl From<InputFormat> for Kind {
    fn from(format: InputFormat) -> Self {
        match format {
            InputFormat::Html => Self::Html,
            InputFormat::Warc => Self::Warc,
            InputFormat::Arc => Self::Arc,
            InputFormat::Jsonl => Self::Jsonl,
            InputFormat::Json => Self::Json,
            InputFormat::Parquet => Self::Parquet,
            InputFormat::Mhtml => Self::Mhtml,
            InputFormat::Zip => Self::Zip,
            InputFormat::Tar => Self::Tar,
        }
    }
}

/// Refuses standard input that is to be read twice.
pub(crate) fn expect_one_stdin(inputs: &[PathBuf]) -> Result<(), CliError> {
    match inputs.iter().filter(|input| *input == Path::new("-")).count() {
        0 | 1 => Ok(()),
        _ => Err(CliError::at("-", "expected standard input once, found it more often")),
    }
}

/// Trouble with inputs in which there are no pages.
pub(crate) fn no_pages(inputs: &[PathBuf]) -> CliError {
    let names: Vec<_> = inputs.iter().map(|input| input.display().to_string()).collect();
    let message = if inputs.iter().any(|input| input.is_dir()) {
        "expected pages, found none; check the folder"
    } else {
        "expected pages, found an empty input: no record, no line"
    };
    CliError::at(&names.join(", "), message)
}
