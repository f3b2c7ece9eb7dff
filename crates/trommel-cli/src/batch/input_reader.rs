//! Turns inputs into tasks.

use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use trommel_warc::{Block, Skip};

use crate::batch::index_inputs::Slices;
use crate::batch::part::FilePart;
use crate::batch::progress::Progress;
use crate::batch::tally::Skips;
use crate::batch::task::{Completed, LeftOutInput, Position, SkippedPage, Task, TaskKind, TaskResult};
use crate::batch::worker::Worker;
use crate::error::CliError;
use crate::files::{self, BadCompression, FoundFile, InputFormat, LeftOut, Visit};
use crate::page::STDIN;
use crate::pool::WorkerPool;
use crate::stderr::is_verbose;

/// Reads the inputs and submits tasks to a pool.
pub(crate) struct InputReader<'a, 'scope> {
    pub(crate) pool: WorkerPool<'scope, Worker, Task, Completed>,
    pub(crate) take: &'a mut dyn FnMut(Completed) -> ControlFlow<()>,
    /// Format of inputs without a known extension.
    pub(crate) from: Option<InputFormat>,
    pub(crate) progress: &'a Arc<Progress>,
    /// The part of each file to read; `None` for all of it.
    pub(super) part: Option<FilePart>,
    /// Inputs that are indexes.
    pub(super) slices: Option<Slices<'a>>,
    pub(super) at: Position,
    /// Events of this input that an earlier run completed.
    done_before: u64,
    skips: Skips,
}

impl<'a, 'scope> InputReader<'a, 'scope> {
    pub(crate) fn new(
        pool: WorkerPool<'scope, Worker, Task, Completed>,
        take: &'a mut dyn FnMut(Completed) -> ControlFlow<()>,
        from: Option<InputFormat>,
        progress: &'a Arc<Progress>,
    ) -> Self {
        let at = Position { input: 0, name: "".into(), events: 0 };
        Self {
            pool,
            take,
            from,
            progress,
            part: None,
            slices: None,
            at,
            done_before: 0,
            skips: Skips::default(),
        }
    }

    pub(crate) fn of_part(mut self, part: Option<FilePart>) -> Self {
        self.part = part;
        self
    }

    pub(crate) fn with_slices(mut self, slices: Slices<'a>) -> Self {
        self.slices = Some(slices);
        self
    }

    /// Processes all `inputs`, from `begin` on if an earlier run stopped there.
    ///
    /// Errors: the inputs differ from those of the earlier run, or one of them cannot be read as
    /// far as before. Nothing is done then, so that the results of that run stay as they are.
    pub(crate) fn run(
        mut self,
        inputs: impl Iterator<Item = Visit>,
        begin: Option<&Position>,
    ) -> Result<(), CliError> {
        let first = begin.map_or(0, |at| at.input);
        let mut found = 0;
        for (index, input) in (0_u64..).zip(inputs) {
            found = index + 1;
            let (Visit::File(FoundFile { path, .. }) | Visit::LeftOut(path, _) | Visit::Failed(path, _)) =
                &input;
            if index < first {
                self.progress.add_file(path, true);
                continue;
            }
            let name: Arc<str> =
                if path == Path::new("-") { STDIN.into() } else { files::name_of(path).into() };
            self.at = Position { input: index, name, events: 0 };
            self.done_before = 0;
            if let Some(begin) = begin.filter(|at| at.input == index && at.events > 0) {
                if begin.name != self.at.name {
                    let message =
                        format!("expected {} as input {}, found {}", begin.name, index + 1, self.at.name);
                    return Err(other_inputs("--resume", &message));
                }
                self.done_before = begin.events;
            }
            let flow = self.visit(input)?;
            if flow.is_continue() {
                self.check_events()?;
            }
            let next = Position { input: index + 1, events: 0, name: "".into() };
            if flow.is_break()
                || self.submit_at(next, TaskKind::Nothing(TaskResult::Nothing), None).is_break()
            {
                return Ok(());
            }
        }
        if let Some(begin) = begin.filter(|at| at.input + u64::from(at.events > 0) > found) {
            let expected = begin.input + u64::from(begin.events > 0);
            let message =
                format!("expected the {expected} inputs that the interrupted run read, found {found}");
            return Err(other_inputs("--resume", &message));
        }
        // `take` itself knows whether it stopped early.
        let _ = self.pool.finish(self.take);
        Ok(())
    }

    /// Reads one input, or reports why it is left out.
    fn visit(&mut self, input: Visit) -> Result<ControlFlow<()>, CliError> {
        match input {
            Visit::File(file) => {
                self.progress.detail(&format!("{}: reading", self.at.name));
                self.input(&file)
            }
            Visit::LeftOut(path, why) => {
                self.progress.add_file(&path, false);
                let message = format!("expected a page, found {}", why.found());
                Ok(self.leave_out(why.name(), &message, why == LeftOut::Glob))
            }
            Visit::Failed(_, error) => self.failed(&error),
        }
    }

    /// Leaves out the input for the reason in `message`. `is_expected`: the user asked for it.
    pub(super) fn leave_out(
        &mut self,
        reason: &'static str,
        message: &str,
        is_expected: bool,
    ) -> ControlFlow<()> {
        let message = format!("{}: left out: {message}", self.at.name);
        let input = LeftOutInput { reason, message, is_expected, damage: None };
        self.say(TaskResult::LeftOut(Box::new(input)))
    }

    /// An error if an input has fewer events than the earlier run read: it is a different one.
    fn check_events(&self) -> Result<(), CliError> {
        let (found, before) = (self.at.events, self.done_before);
        if found >= before {
            return Ok(());
        }
        let message =
            format!("expected at least the {before} records that the interrupted run read, found {found}");
        Err(other_inputs(&self.at.name, &message))
    }

    /// Reports that the rest of an input cannot be read.
    ///
    /// Errors: an earlier run could read it. This cannot be one of its events, since the last one
    /// it completed is a page (see `Writer::take`).
    pub(super) fn failed(&mut self, error: &io::Error) -> Result<ControlFlow<()>, CliError> {
        let stop = CliError::reading(&self.at.name, error);
        if self.at.events < self.done_before {
            return Err(stop);
        }
        Ok(self.say(match (BadCompression::of(error), stop) {
            (Some(_), CliError::Message(message)) => TaskResult::Damage(message),
            (_, stop) => TaskResult::Error(stop),
        }))
    }

    /// Whether an earlier run completed the next event.
    pub(super) fn is_done_before(&self) -> bool {
        self.at.events < self.done_before
    }

    /// Counts a record that is not a page, and reports its place in verbose mode.
    pub(super) fn skip_record(&mut self, skip: Skip, place: impl FnOnce() -> String) -> ControlFlow<()> {
        if is_verbose() {
            let place = Some(format!("{}: record {}", self.at.name, place()));
            return self.say(TaskResult::Skip(SkippedPage { reason: skip, damage: None, place }));
        }
        self.at.events += 1;
        if self.at.events > self.done_before {
            self.skips.add(skip);
        }
        ControlFlow::Continue(())
    }

    /// Reports something else about the last event, which no earlier run completed.
    pub(super) fn say_also(&mut self, what: TaskResult) -> ControlFlow<()> {
        self.submit_at(self.at.clone(), TaskKind::Nothing(what), None)
    }

    pub(super) fn say(&mut self, what: TaskResult) -> ControlFlow<()> {
        self.event(TaskKind::Nothing(what), None)
    }

    /// Submits a task, unless an earlier run completed it.
    pub(super) fn event(&mut self, kind: TaskKind, block: Option<&mut dyn Block>) -> ControlFlow<()> {
        self.at.events += 1;
        if self.at.events <= self.done_before {
            return ControlFlow::Continue(());
        }
        self.submit_at(self.at.clone(), kind, block)
    }

    fn submit_at(&mut self, at: Position, kind: TaskKind, block: Option<&mut dyn Block>) -> ControlFlow<()> {
        let task = Task { kind, at, skips: std::mem::take(&mut self.skips) };
        self.pool.submit(task, block, self.take)
    }
}

/// The error for inputs that differ from those of the run to resume.
fn other_inputs(name: &str, message: &str) -> CliError {
    CliError::at(name, format!("{message}; run without --resume to start over"))
}
