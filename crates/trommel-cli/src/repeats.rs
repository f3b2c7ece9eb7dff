//! Reads a sketch of repeated text.

use std::io::{self, Read};
use std::path::Path;

use trommel::repeats::Repeats;

use crate::error::CliError;
use crate::files::{open, reading_one};

/// Reads a sketch, compressed or not.
pub(crate) fn read_repeats(path: &Path) -> Result<Repeats, CliError> {
    let name = path.display().to_string();
    let mut input = open(path).map_err(|error| reading_one(&name, &error))?;
    let mut failed = None;
    let read = Repeats::read(|buffer| {
        loop {
            match input.read(buffer) {
                Ok(bytes) => return Ok(bytes),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // The sketch seems to end here; report the cause instead.
                Err(error) => {
                    failed = Some(error);
                    return Ok(0);
                }
            }
        }
    });
    match failed {
        Some(error) => Err(reading_one(&name, &error)),
        None => read.map_err(|error| CliError::at(&name, error)),
    }
}
