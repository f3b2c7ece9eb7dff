//! How a run ends: its status or its error.

use std::fmt::Display;
use std::io;
use std::path::Path;

use crate::files::{BadCompression, linked};
use crate::remote::{RemoteError, without_user};

/// The status of a run that was not aborted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// All is done.
    Done,
    /// All is done, and nothing was extracted.
    Empty,
    /// Errors of some inputs were reported. All else is done.
    CompletedWithErrors,
}

/// An error that ends a run, or the work on one input.
#[derive(Debug)]
pub(crate) enum CliError {
    /// The reader of the output closed it. That is no failure.
    BrokenPipe,
    /// What was expected, what was found, where, and what to do. It is printed on one line,
    /// whatever characters names have.
    Message(String),
    /// The same for a temporary file that cannot be written. It is no fault of the page: later
    /// pages would fail too, and this page can succeed in another run.
    OutOfSpace(String),
    /// This signal asked the command to end. What is kept was said.
    Interrupted(i32),
}

impl CliError {
    /// An error of `name`, which is a file, an address, a record or a flag.
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

    /// An error of the temporary file for the output of the page `name`.
    pub(crate) fn spooling(name: &str, error: &io::Error) -> Self {
        let folder = std::env::temp_dir();
        let folder = folder.display();
        Self::OutOfSpace(format!(
            "{name}: expected room for a temporary file in {folder}, found none: {error}; TMPDIR names another folder"
        ))
    }

    /// An error of writing `name`.
    pub(crate) fn writing(name: &str, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::BrokenPipe,
            io::ErrorKind::NotFound if has_folder(name) => {
                Self::at(name, "cannot be written: its folder takes no new files; give another name")
            }
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

/// Whether the folder of a file is there.
fn has_folder(name: &str) -> bool {
    let file = linked(Path::new(name));
    file.parent().is_some_and(|folder| folder.as_os_str().is_empty() || folder.is_dir())
}

/// Name of standard output in messages.
pub(crate) const STDOUT: &str = "standard output";
