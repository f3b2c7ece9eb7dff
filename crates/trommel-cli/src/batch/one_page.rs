//! Finds one page in a file by its place.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;

use trommel_output::Source;
use trommel_warc::Statuses;

use crate::batch::addresses::Addresses;
use crate::batch::encode::Encoder;
use crate::batch::input_reader::InputReader;
use crate::batch::made::{Encoded, Html};
use crate::batch::progress::Progress;
use crate::batch::task::{Completed, TaskResult};
use crate::batch::worker::Worker;
use crate::error::CliError;
use crate::files::{Choice, Ids, Walk, path_of};
use crate::jobs::no_threads;
use crate::pool::WorkerPool;

/// Finds the page at `source`, as rows of `batch` write it, and reads at most `most_bytes` of it.
///
/// Cost: time linear in the file up to the page; holds that page.
///
/// Errors: the file cannot be read, or has no page there.
pub(crate) fn find(source: Source, most_bytes: u64) -> Result<Html, CliError> {
    let inputs = [path_of(&source.file)];
    let name = source.file.clone();
    let worker = Worker {
        encoder: Encoder::Html(Box::new(source)),
        statuses: "all".parse::<Statuses>().map_err(|error| CliError::at(&name, error))?,
        addresses: Addresses::default(),
        most_bytes,
        drop_duplicates_of: None,
    };
    let mut found = None;
    let mut take = |done: Completed| match done.what {
        TaskResult::Page(page) => match page.encoded {
            Encoded::Html(html) => {
                found = Some(Ok(*html));
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        },
        TaskResult::Error(error) => {
            found = Some(Err(error));
            ControlFlow::Break(())
        }
        // Errors elsewhere in the file do not matter here.
        _ => ControlFlow::Continue(()),
    };
    thread::scope(|scope| {
        let pool = WorkerPool::new(scope, vec![worker]).map_err(no_threads)?;
        let walk = Walk::by(&inputs, Choice::All, Ids::of(&inputs));
        InputReader::new(pool, &mut take, None, &Arc::new(Progress::default())).run(walk, None)
    })?;
    found.unwrap_or_else(|| {
        Err(CliError::at(&name, "expected a page at the place given by --source, found none"))
    })
}
