//! Reads the pages of inputs into memory to learn from them: wrappers of sites, or repeated text.

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
use crate::jobs::no_threads;
use crate::pool::WorkerPool;
use crate::stderr::{detail, note, report};

/// Passes each page of the inputs to `take`, in order. Unreadable inputs and pages are reported and
/// skipped. In the first of two passes, nothing is reported, since the second pass will do so.
///
/// In: the number of threads; for the first of two passes, the signal that ends it.
///
/// Out: whether everything could be read.
pub(crate) fn read(
    pages: &PageInputs,
    jobs: usize,
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
    let workers = (0..jobs).map(|_| worker()).collect::<Result<Vec<_>, CliError>>()?;
    let progress = Arc::new(Progress::default());
    let mut reading =
        Reading { tally: Tally::default(), progress: &progress, is_silent: first_of_two.is_some() };
    let mut interrupted = None;
    let mut take = |done: Completed| {
        reading.page_of(done).map(&mut take);
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
    let Reading { tally, is_silent, .. } = reading;
    if tally.skipped_records() > 0 && !is_silent {
        note(&tally.skipped_line());
    }
    if tally.pages + tally.errors + tally.damaged == 0 {
        return Err(no_pages(&pages.inputs));
    }
    Ok(tally.errors + tally.damaged == 0)
}

struct Reading<'a> {
    tally: Tally,
    progress: &'a Progress,
    is_silent: bool,
}

impl Reading<'_> {
    /// Counts a result and reports its errors. Returns the page, if it is one.
    fn page_of(&mut self, done: Completed) -> Option<Page> {
        self.tally.skip(&done.skips);
        match done.what {
            TaskResult::Page(page) => {
                self.tally.pages += 1;
                self.damage(page.damage.as_deref());
                return Some(*page);
            }
            TaskResult::LeftOut(input) => {
                self.tally.leave_out(input.reason);
                if !input.is_expected && !self.is_silent {
                    self.progress.left_out(&input.message);
                }
                self.damage(input.damage.as_deref());
            }
            TaskResult::Damage(message) => self.damage(Some(&message)),
            TaskResult::Error(stop) => {
                self.tally.errors += 1;
                if let CliError::Message(message) | CliError::OutOfSpace(message) = stop {
                    self.report(&message);
                }
            }
            TaskResult::Skip(skipped) => {
                self.tally.skip_one(skipped.reason);
                if let Some(place) = skipped.place.as_ref().filter(|_| !self.is_silent) {
                    detail(&format!("{place}: skipped: {}", skipped.reason.name()));
                }
                self.damage(skipped.damage.as_deref());
            }
            TaskResult::Nothing => {}
        }
        None
    }

    fn damage(&mut self, message: Option<&str>) {
        if let Some(message) = message {
            self.tally.damaged += 1;
            self.report(message);
        }
    }

    fn report(&self, message: &str) {
        if !self.is_silent {
            report(message);
        }
    }
}
