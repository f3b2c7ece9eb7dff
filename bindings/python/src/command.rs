//! The command `trommel`, run from Python.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command with these arguments, its name first. Returns its exit code.
#[pyfunction]
pub(crate) fn run_command(py: Python<'_>, args: Vec<OsString>) -> u8 {
    py.detach(|| trommel_cli::run(args))
}
