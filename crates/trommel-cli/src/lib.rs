//! The command `trommel` as a library. `trommel --help` is its manual.
//!
//! [`run`] runs the command. The Python package calls it as well, and checks URLs by [`address`].
#![forbid(unsafe_code)]

mod args;
mod batch;
mod choices;
mod chunks;
mod commands;
mod duplicates;
mod error;
mod explain;
mod field_flags;
mod files;
mod headings;
mod inputs;
mod interrupt;
mod jobs;
mod json;
mod mhtml;
mod page;
mod pool;
mod remote;
mod repeats;
mod settings;
mod single_page;
mod size;
mod spool;
mod stderr;
mod text;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

pub use choices::address;

use args::{Cli, Command};
use clap::CommandFactory;
use error::{CliError, Status};

/// Runs the command with these arguments, including its name. Reads standard input, writes standard
/// output and standard error.
///
/// Out: the exit code. 0: done, also if the reader of the output closed it; 1: nothing was
/// extracted; 2: errors, reported on standard error. An interrupted batch reports what is kept, and
/// ends the process by its signal.
pub fn run(args: impl IntoIterator<Item = OsString>) -> u8 {
    let args: Vec<OsString> = args.into_iter().collect();
    let cli = match args::parse(&args) {
        Ok(cli) => cli,
        Err(usage) if usage.use_stderr() => {
            stderr::report(&args::in_one_line(&usage));
            return 2;
        }
        Err(usage) => {
            let printed = usage.print().and_then(|()| io::stdout().flush());
            // A closed pipe is not an error for a help text.
            let lost = printed.err().filter(|error| error.kind() != io::ErrorKind::BrokenPipe);
            if let Some(error) = &lost {
                stderr::report(&format!("{}: cannot be written: {error}", error::STDOUT));
            }
            return if lost.is_some() { 2 } else { 0 };
        }
    };
    match dispatch(cli, &args) {
        Ok(Status::Done) | Err(CliError::BrokenPipe) => 0,
        Ok(Status::Empty) => 1,
        Ok(Status::CompletedWithErrors) => 2,
        Err(CliError::Message(message) | CliError::OutOfSpace(message)) => {
            stderr::report(&message);
            2
        }
        Err(CliError::Interrupted(signal)) => interrupt::end_by(signal),
    }
}

/// Runs the command line `args`.
fn dispatch(cli: Cli, args: &[OsString]) -> Result<Status, CliError> {
    if cli.quiet {
        stderr::be_quiet();
    } else if cli.verbose {
        stderr::be_verbose();
    }
    match cli.command {
        None if args.len() < 2 && io::stdin().is_terminal() => {
            let printed = writeln!(io::stdout(), "{}", args::short_help());
            printed.map(|()| Status::Done).map_err(|error| CliError::writing(error::STDOUT, &error))
        }
        Some(Command::Extract(args)) => commands::extract::run(&args),
        None => commands::extract::run(&cli.filter),
        Some(Command::Blocks(args)) => commands::blocks::run(&args),
        Some(Command::Explain(args)) => commands::explain::run(&args),
        Some(Command::Batch(batch)) => commands::batch::run(batch, args),
        Some(Command::Report(args)) => commands::report::run(&args),
        Some(Command::Repeats(args)) => commands::repeats::run(args),
        Some(Command::Segments(args)) => commands::segments::run(&args),
        Some(Command::Score(args)) => commands::score::run(args),
        Some(Command::Training(command)) => commands::training::run(command),
        Some(Command::Completions(args)) => commands::shell::completions(&args, Cli::command()),
        Some(Command::Man(args)) => commands::shell::man(&args, Cli::command()),
    }
}
