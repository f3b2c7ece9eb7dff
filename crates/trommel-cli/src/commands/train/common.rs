//! What all kinds of training do: report inputs, and write a model.

use crate::error::{CliError, Status};
use crate::files::Output;
use crate::stderr::report;

/// Writes the whole model to a temporary file, then renames it.
pub(super) fn write(mut output: Output, model: &[u8]) -> std::io::Result<()> {
    std::io::Write::write_all(&mut output, model)?;
    output.finish()
}

/// Reports an error of one input. The others go on.
pub(super) fn trouble(stop: CliError, status: &mut Status) {
    if let CliError::Message(message) = stop {
        report(&message);
        *status = Status::CompletedWithErrors;
    }
}
