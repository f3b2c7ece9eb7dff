//! How a run ends: its status or its error.

use std::fmt::Display;
use std::io;
use std::path::Path;

use crate::files::{BadCompression, linked};
use crate::remote::{RemoteError, without_user};

/// The status of a run that was not aborted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Everything is done.
    Done,
    /// Everything is done, and nothing was extracted.
    Empty,
    /// Errors of some inputs were reported. Everything else is done.
    CompletedWithErrors,
}

/// An error that ends a run, or the work on one input.
#[derive(Debug)]
pub(crate) enum CliError {
    /// The reader closed the output. This is not a failure.
    BrokenPipe,
    /// What was expected, what was found, where, and what to do. It is printed on one line, with
    /// control characters escaped.
    Message(String),
    /// A temporary file cannot be written. This is not the page's fault: later pages would fail
    /// too, and this page can succeed in another run.
    OutOfSpace(String),
    /// The command was interrupted by this signal. What is kept has been reported.
    Interrupted(i32),
}

impl CliError {
    /// An error of `name`, which is a file, a URL, a record or a flag.
    pub(crate) fn at(name: &str, message: impl Display) -> Self {
        Self::Message(format!("{}: {message}", without_user(name)))
    }

    /// An error of reading `name`.
    pub(crate) fn reading(name: &str, error: &io::Error) -> Self {
        if let Some(bad) = BadCompression::of(error) {
            return Self::at(name, bad);
        }
        if let Some(remote) = RemoteError::of(error) {
            return Self::at(name, remote);
        }
        match error.kind() {
            io::ErrorKind::NotFound => Self::at(name, "expected a file, found nothing at this path"),
            io::ErrorKind::IsADirectory => Self::at(
                name,
                "expected a file, found a folder; use `trommel batch FOLDER -o OUT` for a folder of pages",
            ),
            _ => Self::at(name, format!("cannot be read: {error}")),
        }
    }

    /// An error of the temporary file for the output of the page `name`.
    pub(crate) fn spooling(name: &str, error: &io::Error) -> Self {
        let folder = std::env::temp_dir();
        let folder = folder.display();
        Self::OutOfSpace(format!(
            "{name}: cannot write a temporary file in {folder}: {error}; set TMPDIR to another folder"
        ))
    }

    /// An error of writing `name`.
    pub(crate) fn writing(name: &str, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::BrokenPipe,
            io::ErrorKind::NotFound if has_folder(name) => {
                Self::at(name, "cannot be written: files cannot be created in its folder")
            }
            io::ErrorKind::NotFound => Self::at(name, "cannot be written: its folder does not exist"),
            io::ErrorKind::IsADirectory => {
                Self::at(name, "expected an output file, found a folder; give a file in it")
            }
            _ => Self::at(name, format!("cannot be written: {error}")),
        }
    }
}

/// Whether the folder of a file exists.
fn has_folder(name: &str) -> bool {
    let file = linked(Path::new(name));
    file.parent().is_some_and(|folder| folder.as_os_str().is_empty() || folder.is_dir())
}

/// Name of standard output in messages.
pub(crate) const STDOUT: &str = "standard output";
