//! From inputs to pages in memory, which something is learned from: wrappers of sites, or repeats.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use trommel_warc::Statuses;

use crate::batch::args::Addresses;
use crate::batch::encode::Encoder;
use crate::batch::input_reader::InputReader;
use crate::batch::progress::Progress;
use crate::batch::tally::Tally;
use crate::batch::task::{Completed, Page, TaskResult};
use crate::batch::worker::Worker;
use crate::error::CliError;
use crate::files::{Choice, Ids, Kind, Walk};
use crate::inputs::{expect_one_stdin, no_pages};
use crate::jobs::{no_threads, threads};
use crate::pool::WorkerPool;
use crate::stderr::{detail, note, report};

/// What is read, and how.
pub(crate) struct Read<'a> {
    pub(crate) inputs: &'a [PathBuf],
    /// What is in inputs whose names do not say it.
    pub(crate) from: Option<Kind>,
    pub(crate) jobs: Option<u16>,
    pub(crate) statuses: &'a Statuses,
    pub(crate) addresses: Addresses,
    /// Maximum bytes of a page that are read.
    pub(crate) most_bytes: u64,
    /// Which files of folders are read.
    pub(crate) choice: Choice,
    /// A second pass reads the same inputs and reports what is wrong with them.
    pub(crate) is_first_of_two: bool,
}

/// Gives each page of the inputs to `take`, in their order. Inputs and pages that cannot be read
/// are reported; the others go on.
///
/// Out: whether all could be read.
pub(crate) fn read(
    what: &Read<'_>,
    encoder: impl Fn() -> Result<Encoder, CliError>,
    mut take: impl FnMut(Page),
) -> Result<bool, CliError> {
    let worker = || {
        Ok(Worker {
            encoder: encoder()?,
            statuses: what.statuses.clone(),
            addresses: what.addresses.clone(),
            most_bytes: what.most_bytes,
        })
    };
    expect_one_stdin(what.inputs)?;
    let workers = (0..threads(what.jobs)).map(|_| worker()).collect::<Result<Vec<_>, CliError>>()?;
    let mut tally = Tally::default();
    let progress = Arc::new(Progress::default());
    let report = |message: &str| {
        if !what.is_first_of_two {
            report(message);
        }
    };
    let mut take = |done: Completed| {
        tally.skip(&done.skips);
        match done.what {
            TaskResult::Page(page) => {
                tally.pages += 1;
                if let Some(message) = &page.damage {
                    tally.damaged += 1;
                    report(message);
                }
                take(*page);
            }
            TaskResult::LeftOut(input) => {
                tally.leave_out(input.reason);
                if !input.is_expected && !what.is_first_of_two {
                    progress.left_out(&input.message);
                }
                if let Some(message) = &input.damage {
                    tally.damaged += 1;
                    report(message);
                }
            }
            TaskResult::Damage(message) => {
                tally.damaged += 1;
                report(&message);
            }
            TaskResult::Error(stop) => {
                tally.errors += 1;
                if let CliError::Message(message) | CliError::OutOfSpace(message) = stop {
                    report(&message);
                }
            }
            TaskResult::Skip(skipped) => {
                tally.skip_one(skipped.reason);
                if let Some(place) = skipped.place.as_ref().filter(|_| !what.is_first_of_two) {
                    detail(&format!("{place}: skipped: {}", skipped.reason.name()));
                }
                if let Some(message) = &skipped.damage {
                    tally.damaged += 1;
                    report(message);
                }
            }
            TaskResult::Nothing => {}
        }
        ControlFlow::Continue(())
    };
    thread::scope(|scope| {
        let pool = WorkerPool::new(scope, workers).map_err(no_threads)?;
        let walk = Walk::by(what.inputs, what.choice.clone(), Ids::of(what.inputs));
        InputReader::new(pool, &mut take, what.from, &progress).run(walk, None)
    })?;
    if tally.skipped_records() > 0 && !what.is_first_of_two {
        note(&tally.skipped_line());
    }
    if tally.pages + tally.errors + tally.damaged == 0 {
        return Err(no_pages(what.inputs));
    }
    Ok(tally.errors + tally.damaged == 0)
}
