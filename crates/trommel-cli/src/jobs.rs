//! The number of worker threads, and the error if none can be started.

use std::io;
use std::num::NonZeroUsize;
use std::thread;

use crate::error::CliError;

/// Maximum number of threads.
pub(crate) const MAX_JOBS: i64 = 1024;

/// Number of threads: as requested, or one per processor.
pub(crate) fn threads(jobs: Option<u16>) -> usize {
    jobs.map_or_else(|| thread::available_parallelism().map_or(1, NonZeroUsize::get), usize::from)
}

/// The error if no thread can be started.
pub(crate) fn no_threads(error: io::Error) -> CliError {
    CliError::at("--jobs", format!("no thread can be started: {error}"))
}
