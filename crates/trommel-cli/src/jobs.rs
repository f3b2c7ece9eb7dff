//! The number of worker threads, and the error if none can be started.

use std::io;
use std::num::NonZeroUsize;
use std::thread;

use crate::error::CliError;
use crate::headings::RUNNING;

/// Maximum number of threads.
const MAX_JOBS: i64 = 1024;

/// The flag for the number of threads.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct JobsFlag {
    /// Pages to process in parallel [default: number of processors]
    #[arg(
        short,
        long,
        help_heading = RUNNING,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u16).range(1..=MAX_JOBS)
    )]
    jobs: Option<u16>,
}

impl JobsFlag {
    /// Number of threads: as requested, or one per processor.
    pub(crate) fn threads(self) -> usize {
        self.jobs.map_or_else(|| thread::available_parallelism().map_or(1, NonZeroUsize::get), usize::from)
    }
}

/// The error if no thread can be started.
pub(crate) fn no_threads(error: io::Error) -> CliError {
    CliError::at("--jobs", format!("no thread can be started: {error}"))
}
