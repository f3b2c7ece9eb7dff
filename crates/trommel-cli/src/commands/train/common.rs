//! Shared by all kinds of training: error reports and the model output.

use crate::error::{CliError, Status};
use crate::files::Output;
use crate::stderr::report;

pub(super) fn write(mut output: Output, model: &[u8]) -> std::io::Result<()> {
    std::io::Write::write_all(&mut output, model)?;
    output.finish()
}

/// Reports an error of one input. The run continues.
pub(super) fn trouble(stop: CliError, status: &mut Status) {
    if let CliError::Message(message) = stop {
        report(&message);
        *status = Status::CompletedWithErrors;
    }
}
