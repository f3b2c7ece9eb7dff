//! The binary `trommel`.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(trommel_cli::run(std::env::args_os()))
}
