//! The command `trommel`: HTML in, main content out. `trommel --help` is its manual.
#![forbid(unsafe_code)]

mod batch;
mod cli;
mod warc;

use std::io::{self, Write};
use std::process::ExitCode;

use cli::{Cli, Command, Outcome, Stop};

/// Exit codes: 0 done, also where the reader of our output went away; 1 nothing extracted; 2 trouble.
fn main() -> ExitCode {
    let cli = match cli::parse() {
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
        Ok(Outcome::Done) | Err(Stop::BrokenPipe) => ExitCode::SUCCESS,
        Ok(Outcome::Nothing) => ExitCode::from(1),
        Ok(Outcome::Reported) => ExitCode::from(2),
        Err(Stop::Trouble(message) | Stop::NoRoom(message)) => {
            batch::tell(&format!("trommel: {message}"));
            ExitCode::from(2)
        }
    }
}

fn run(cli: Cli) -> Result<Outcome, Stop> {
    match cli.command {
        None => cli::filter::run(&cli.filter),
        Some(Command::Blocks(args)) => cli::blocks::run(&args),
        Some(Command::Batch(args)) => cli::batch::run(&args),
        Some(Command::Score(args)) => cli::score::run(&args),
        Some(Command::Segments(args)) => cli::segments::run(&args),
        Some(Command::Train(args)) => cli::train::run(&args),
        Some(Command::Site(args)) => cli::site::run(&args),
    }
}
