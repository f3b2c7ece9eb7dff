//! From inputs to tables of pages, which sites are learned from.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use trommel_train::wrapper::{Page, PageReader};
use trommel_warc::Statuses;

use crate::batch::args::Addresses;
use crate::batch::encode::{Encoded, Encoder};
use crate::batch::input_reader::InputReader;
use crate::batch::progress::Progress;
use crate::batch::tally::Tally;
use crate::batch::task::{Completed, TaskResult};
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
    /// Encoding of the pages, where it is known.
    pub(crate) encoding: Option<&'a str>,
}

/// Gives each page of the inputs to `take`, in their order. Inputs and pages that cannot be read
/// are reported; the others go on.
///
/// Out: whether all could be read.
pub(crate) fn read(what: &Read<'_>, mut take: impl FnMut(Page)) -> Result<bool, CliError> {
    let worker = || {
        let reader = PageReader::new(what.encoding).map_err(|error| CliError::at("--encoding", error))?;
        let encoder = Encoder::Tables(Box::new(reader));
        Ok(Worker {
            encoder,
            statuses: what.statuses.clone(),
            addresses: Addresses::default(),
            most_bytes: u64::MAX,
        })
    };
    expect_one_stdin(what.inputs)?;
    let workers = (0..threads(what.jobs)).map(|_| worker()).collect::<Result<Vec<_>, CliError>>()?;
    let mut tally = Tally::default();
    let progress = Arc::new(Progress::default());
    let mut take = |done: Completed| {
        tally.skip(&done.skips);
        match done.what {
            TaskResult::Page(page) => {
                tally.pages += 1;
                if let Some(message) = &page.damage {
                    tally.damaged += 1;
                    report(message);
                }
                if let Encoded::Table(table) = page.encoded {
                    take(*table);
                }
            }
            TaskResult::LeftOut(input) => {
                tally.leave_out(input.reason);
                if !input.is_expected {
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
                if let Some(place) = &skipped.place {
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
        let walk = Walk::by(what.inputs, Choice::Content, Ids::of(what.inputs));
        InputReader::new(pool, &mut take, what.from, &progress).run(walk, None)
    })?;
    if tally.skipped_records() > 0 {
        note(&tally.skipped_line());
    }
    if tally.pages + tally.errors + tally.damaged == 0 {
        return Err(no_pages(what.inputs));
    }
    Ok(tally.errors + tally.damaged == 0)
}
