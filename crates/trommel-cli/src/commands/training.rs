//! The commands of the feature `train`.

use clap::Subcommand;

use crate::commands::{site, train};
use crate::error::{CliError, Status};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Train(train::Args),
    Site(site::Args),
}

pub(crate) fn run(command: Command) -> Result<Status, CliError> {
    match command {
        Command::Train(args) => train::run(args),
        Command::Site(args) => site::run(args),
    }
}
