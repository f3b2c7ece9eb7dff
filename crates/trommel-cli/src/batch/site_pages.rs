//! From inputs to pages in memory, which something is learned from: wrappers of sites, or repeats.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;

use crate::batch::encode::Encoder;
use crate::batch::input_reader::InputReader;
use crate::batch::interruption::Interruption;
use crate::batch::page_inputs::PageInputs;
use crate::batch::progress::Progress;
use crate::batch::tally::Tally;
use crate::batch::task::{Completed, Page, TaskResult};
use crate::batch::worker::Worker;
use crate::error::CliError;
use crate::files::{Ids, Walk};
use crate::inputs::{expect_one_stdin, no_pages};
use crate::jobs::{no_threads, threads};
use crate::pool::WorkerPool;
use crate::stderr::{detail, note, report};

/// Gives each page of the inputs to `take`, in their order. Inputs and pages that cannot be read
/// are reported; the others go on. The first of two passes leaves reports to the second.
///
/// In: for the first of two passes, the signal that ends it.
///
/// Out: whether all could be read.
pub(crate) fn read(
    pages: &PageInputs,
    first_of_two: Option<&Interruption>,
    encoder: impl Fn() -> Result<Encoder, CliError>,
    mut take: impl FnMut(Page),
) -> Result<bool, CliError> {
    let worker = || {
        Ok(Worker {
            encoder: encoder()?,
            statuses: pages.http_status.clone(),
            addresses: pages.addresses.clone(),
            most_bytes: pages.max_page_bytes(),
            drop_duplicates_of: None,
        })
    };
    expect_one_stdin(&pages.inputs)?;
    let workers = (0..threads(pages.jobs)).map(|_| worker()).collect::<Result<Vec<_>, CliError>>()?;
    let mut tally = Tally::default();
    let progress = Arc::new(Progress::default());
    let mut interrupted = None;
    let report = |message: &str| {
        if first_of_two.is_none() {
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
                if !input.is_expected && first_of_two.is_none() {
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
                if let Some(place) = skipped.place.as_ref().filter(|_| first_of_two.is_none()) {
                    detail(&format!("{place}: skipped: {}", skipped.reason.name()));
                }
                if let Some(message) = &skipped.damage {
                    tally.damaged += 1;
                    report(message);
                }
            }
            TaskResult::Nothing => {}
        }
        match first_of_two.and_then(Interruption::signal) {
            Some(signal) => {
                interrupted = Some(signal);
                ControlFlow::Break(())
            }
            None => ControlFlow::Continue(()),
        }
    };
    thread::scope(|scope| {
        let pool = WorkerPool::new(scope, workers).map_err(no_threads)?;
        let walk = Walk::by(&pages.inputs, pages.choice(), Ids::of(&pages.inputs));
        InputReader::new(pool, &mut take, pages.input_format, &progress)
            .with_slices(pages.slices())
            .run(walk, None)
    })?;
    if let Some(signal) = interrupted {
        return Err(CliError::Interrupted(signal));
    }
    if tally.skipped_records() > 0 && first_of_two.is_none() {
        note(&tally.skipped_line());
    }
    if tally.pages + tally.errors + tally.damaged == 0 {
        return Err(no_pages(&pages.inputs));
    }
    Ok(tally.errors + tally.damaged == 0)
}
