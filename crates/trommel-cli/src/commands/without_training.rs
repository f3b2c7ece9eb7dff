//! Stand-ins for the commands of the feature `train`.

use std::ffi::OsString;

use clap::Subcommand;

use crate::error::{CliError, Status};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Train a model on pages with a gold standard (not in this build: feature `train`)
    Train(Arguments),
    /// Learn the templates of sites (not in this build: feature `train`)
    Site(Arguments),
}

/// How to build a command that has them.
const HOW: &str = "`cargo install --path crates/trommel-cli --features train` builds it";

/// Any arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = HOW)]
pub(crate) struct Arguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    all: Vec<OsString>,
}

pub(crate) fn run(command: Command) -> Result<Status, CliError> {
    let name = match command {
        Command::Train(_) => "train",
        Command::Site(_) => "site",
    };
    Err(no_training(name))
}

/// The error for what this build lacks.
pub(crate) fn no_training(name: &str) -> CliError {
    let message = format!("expected a command built with the feature `train`, found one without it; {HOW}");
    CliError::at(name, message)
}
