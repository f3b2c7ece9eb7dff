//! The command `trommel` as a function: HTML in, main content out. `trommel --help` is its manual.
//!
//! [`run`] is all of it. The binary calls it, and so does the Python package, which reads records
//! as `batch` does with [`is_foreign`] and [`has_signature`], refuses what [`address`] refuses, and
//! whose pages and tables have its [`PageFields`], [`Lists`] and [`COLUMNS`].
#![forbid(unsafe_code)]

mod args;
mod batch;
mod choices;
mod commands;
mod duplicates;
mod error;
mod explain;
mod files;
mod html;
mod inputs;
mod interrupt;
mod jobs;
mod json;
mod json_string;
mod mhtml;
mod more_fields;
mod page;
mod page_fields;
mod pool;
mod references;
mod remote;
mod repeats;
mod report;
mod settings;
mod single_page;
mod size;
mod source;
mod stderr;
mod text;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

#[cfg(feature = "arrow")]
pub use batch::arrow_rows::TableRows;
pub use batch::columns::{
    COLUMNS, CellOf, ColumnKind, ColumnValue, RecordCells, SourceCells, TableColumn, TableRow,
};
pub use choices::address;
pub use more_fields::{MoreFields, SourceFields};
pub use page_fields::PageFields;
pub use references::{ListedImage, ListedLink, ListedPost, Listing, Lists};

use args::{Cli, Command};
use clap::CommandFactory;
use error::{CliError, Status};

/// Runs the command with these arguments, the first of which is its name. Reads standard input,
/// writes standard output and standard error.
///
/// Out: the exit code. 0: done, also where the reader of our output went away; 1: nothing
/// extracted; 2: trouble, which standard error says. An interrupted batch ends the process by its
/// signal, after it said what is kept.
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
            // A help text that nobody reads to its end is no trouble.
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

/// Whether a file that begins so is neither HTML nor text, such as a PDF file or an image.
#[must_use]
pub fn is_foreign(begin: &[u8]) -> bool {
    files::foreign(begin).is_some()
}

/// Whether a file begins with the signature of a format that is neither HTML nor text. Binary data
/// without a known signature has none.
#[must_use]
pub fn has_signature(begin: &[u8]) -> bool {
    files::has_signature(begin)
}

/// Runs what the command line `args` asks for.
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
        Some(Command::Score(args)) => commands::score::run(args),
        Some(Command::Segments(args)) => commands::segments::run(&args),
        Some(Command::Train(args)) => commands::train::run(args),
        Some(Command::Site(args)) => commands::site::run(args),
        Some(Command::Completions(args)) => commands::shell::completions(&args, Cli::command()),
        Some(Command::Man(args)) => commands::shell::man(&args, Cli::command()),
    }
}
