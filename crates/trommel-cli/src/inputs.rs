//! Inputs that the command line names: their format, and messages about them.

use std::path::{Path, PathBuf};

use crate::error::CliError;

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
