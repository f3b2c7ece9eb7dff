//! Inputs that the command line names: their format, and messages about them.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::error::CliError;
use crate::files::Kind;

/// What an input is.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum InputFormat {
    /// WARC records
    Warc,
    /// One page
    Html,
    /// One JSON object a line, with a page in its field `html`
    Jsonl,
}

impl From<InputFormat> for Kind {
    fn from(format: InputFormat) -> Self {
        match format {
            InputFormat::Warc => Self::Warc,
            InputFormat::Html => Self::Html,
            InputFormat::Jsonl => Self::Jsonl,
        }
    }
}

/// Refuses standard input of which nobody says what is on it, or that is to be read twice.
pub(crate) fn expect_kind_of_stdin(inputs: &[PathBuf], from: Option<InputFormat>) -> Result<(), CliError> {
    let message = match inputs.iter().filter(|input| *input == Path::new("-")).count() {
        0 => return Ok(()),
        1 if from.is_some() => return Ok(()),
        1 => "expected a file, or --input-format warc|html|jsonl, which says what is on standard input",
        _ => "expected standard input once, found it more often",
    };
    Err(CliError::at("-", message))
}

/// Trouble with inputs in which there are no pages.
///
/// In: `endings` are those of what is looked for in folders.
pub(crate) fn no_pages(inputs: &[PathBuf], endings: &str) -> CliError {
    let names: Vec<_> = inputs.iter().map(|input| input.display().to_string()).collect();
    let message = if inputs.iter().any(|input| input.is_dir()) {
        format!("expected pages ({endings}, also with .gz or .zst after that), found none; check the folder")
    } else {
        "expected pages, found an empty input: no record, no line".to_string()
    };
    CliError::at(&names.join(", "), message)
}

/// Endings of pages in folders, for messages.
pub(crate) const PAGES: &str = ".html, .htm, .xhtml";

/// Endings of pages and of files of records in folders, for messages.
pub(crate) const PAGES_AND_RECORDS: &str = ".html, .htm, .xhtml, .warc";
