//! How a run ends.

use std::fmt::Display;
use std::io;

use crate::files::BadPacking;

/// A run that came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// All was done.
    Done,
    /// All was done, and nothing was extracted.
    Empty,
    /// There was trouble with some inputs, which was reported; the rest was done.
    CompletedWithErrors,
}

/// Why a run ends before its end.
#[derive(Debug)]
pub(crate) enum CliError {
    /// The reader of our output went away, which is its right.
    BrokenPipe,
    /// What was expected, what was found, where, and what to do; told in one line, whatever is in a
    /// name.
    Message(String),
    /// The same, with the machine and not with a page or an input: no page after it would fare
    /// better, and this one may another time.
    OutOfSpace(String),
}

impl CliError {
    /// Trouble with what is called `name`.
    pub(crate) fn at(name: &str, message: impl Display) -> Self {
        Self::Message(format!("{name}: {message}"))
    }

    /// Trouble with reading `name`.
    pub(crate) fn reading(name: &str, error: &io::Error) -> Self {
        if let Some(bad) = BadPacking::of(error) {
            return Self::at(name, bad);
        }
        match error.kind() {
            io::ErrorKind::NotFound if name.starts_with("http://") || name.starts_with("https://") => {
                Self::at(name, "expected a file, found an address; fetch it: `curl -sL ADDRESS | trommel`")
            }
            io::ErrorKind::NotFound => {
                Self::at(name, "expected a file, found nothing of this name; check the path")
            }
            io::ErrorKind::IsADirectory => Self::at(
                name,
                "expected a file, found a folder; a folder of pages is read by `trommel batch FOLDER -o OUT`",
            ),
            _ => Self::at(name, format!("cannot be read: {error}")),
        }
    }

    /// Trouble with the temporary file for what the page `name` gives.
    pub(crate) fn spooling(name: &str, error: &io::Error) -> Self {
        let folder = std::env::temp_dir();
        let folder = folder.display();
        Self::OutOfSpace(format!(
            "{name}: expected room for a temporary file in {folder}, found none: {error}; TMPDIR names another folder"
        ))
    }

    /// Trouble with writing `name`.
    pub(crate) fn writing(name: &str, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::BrokenPipe,
            io::ErrorKind::NotFound => {
                Self::at(name, "cannot be written: its folder does not exist; make it, or give another name")
            }
            io::ErrorKind::IsADirectory => {
                Self::at(name, "expected the name of a file to write, found a folder; give a name in it")
            }
            _ => Self::at(name, format!("cannot be written: {error}")),
        }
    }
}

/// What standard output is called in messages.
pub(crate) const STDOUT: &str = "standard output";
