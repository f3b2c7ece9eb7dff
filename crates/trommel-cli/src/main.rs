//! The command `trommel`: HTML in, main content out. `trommel --help` is its manual.
#![forbid(unsafe_code)]

mod args;
mod batch;
mod commands;
mod error;
mod files;
mod inputs;
mod jobs;
mod json;
mod json_string;
mod mhtml;
mod page;
mod pool;
mod settings;
mod size;
mod stderr;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use args::{Cli, Command};
use error::{CliError, Status};

/// Exit codes: 0 done, also where the reader of our output went away; 1 nothing extracted; 2
/// trouble.
fn main() -> ExitCode {
    let cli = match args::parse() {
        Ok(cli) => cli,
        Err(usage) => {
            let printed = usage.print().and_then(|()| io::stdout().flush());
            // A help text that nobody reads to its end is no trouble.
            let lost = printed.err().filter(|error| error.kind() != io::ErrorKind::BrokenPipe);
            if let Some(error) = &lost {
                let _ = writeln!(io::stderr(), "trommel: standard output: cannot be written: {error}");
            }
            return ExitCode::from(if lost.is_some() || usage.use_stderr() { 2 } else { 0 });
        }
    };
    match run(cli) {
        Ok(Status::Done) | Err(CliError::BrokenPipe) => ExitCode::SUCCESS,
        Ok(Status::Empty) => ExitCode::from(1),
        Ok(Status::CompletedWithErrors) => ExitCode::from(2),
        Err(CliError::Message(message) | CliError::OutOfSpace(message)) => {
            stderr::tell(&format!("trommel: {message}"));
            ExitCode::from(2)
        }
    }
}

fn run(cli: Cli) -> Result<Status, CliError> {
    if cli.quiet {
        stderr::be_quiet();
    }
    match cli.command {
        None if std::env::args_os().len() == 1 && io::stdin().is_terminal() => {
            let help = args::short_help();
            let printed = writeln!(io::stdout(), "{help}");
            printed.map(|()| Status::Done).map_err(|error| CliError::writing(error::STDOUT, &error))
        }
        Some(Command::Extract(args)) => commands::extract::run(&args),
        None => commands::extract::run(&cli.filter),
        Some(Command::Blocks(args)) => commands::blocks::run(&args),
        Some(Command::Batch(args)) => commands::batch::run(&args),
        Some(Command::Score(args)) => commands::score::run(&args),
        Some(Command::Segments(args)) => commands::segments::run(&args),
        Some(Command::Train(args)) => commands::train::run(&args),
        Some(Command::Site(args)) => commands::site::run(&args),
    }
}
