//! Inputs become jobs.

use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use trommel_warc::{Next, Records, Type};

use crate::batch::progress::Progress;
use crate::batch::tally::Skips;
use crate::batch::task::{Completed, Position, Task, TaskKind, TaskResult, Worker};
use crate::error::CliError;
use crate::files::{self, BadPacking, Kind, found_kind_of, kind_of};
use crate::page::STDIN;
use crate::pool::{Block, WorkerPool};

/// Most bytes of a line of JSON, which is held as a whole.
const MAX_LINE_BYTES: u64 = 256 << 20;

/// What a file of UTF-8 may begin with.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Hands the inputs to a pool.
pub(crate) struct InputReader<'a, 'scope> {
    pub(crate) pool: WorkerPool<'scope, Worker, Task, Completed>,
    pub(crate) take: &'a mut dyn FnMut(Completed) -> ControlFlow<()>,
    /// What is in inputs whose names do not say it.
    pub(crate) from: Option<Kind>,
    pub(crate) progress: &'a Arc<Progress>,
    /// The input being read.
    at: Position,
    /// Events of it that an earlier run did.
    done_before: u64,
    skips: Skips,
}

impl<'a, 'scope> InputReader<'a, 'scope> {
    pub(crate) fn new(
        pool: WorkerPool<'scope, Worker, Task, Completed>,
        take: &'a mut dyn FnMut(Completed) -> ControlFlow<()>,
        from: Option<Kind>,
        progress: &'a Arc<Progress>,
    ) -> Self {
        let at = Position { input: 0, name: "".into(), events: 0 };
        Self { pool, take, from, progress, at, done_before: 0, skips: Skips::default() }
    }

    /// Has all `inputs` done from `begin` on, where an earlier run stopped.
    ///
    /// Errors: the inputs are not those of the earlier run, or one of them cannot be read as far as
    /// that run read it. Then nothing was done, so that what that run left stays as it is.
    pub(crate) fn run(
        mut self,
        inputs: impl Iterator<Item = Result<PathBuf, (PathBuf, io::Error)>>,
        begin: Option<&Position>,
    ) -> Result<(), CliError> {
        let first = begin.map_or(0, |at| at.input);
        let mut found = 0;
        for (index, input) in (0_u64..).zip(inputs) {
            found = index + 1;
            if index < first {
                continue;
            }
            let path = match &input {
                Ok(path) | Err((path, _)) => path,
            };
            let name: Arc<str> =
                if path == Path::new("-") { STDIN.into() } else { path.display().to_string().into() };
            self.at = Position { input: index, name, events: 0 };
            self.done_before = 0;
            if let Some(begin) = begin.filter(|at| at.input == index && at.events > 0) {
                if begin.name != self.at.name {
                    let message =
                        format!("expected {} as input {}, found {}", begin.name, index + 1, self.at.name);
                    return Err(CliError::at("--resume", message + "; without --resume all is done anew"));
                }
                self.done_before = begin.events;
            }
            let flow = match input {
                Ok(path) => self.input(&path)?,
                Err((_, error)) => self.failed(&error)?,
            };
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
            return Err(CliError::at("--resume", message + "; without --resume all is done anew"));
        }
        // Whether the taker broke is known to the taker.
        let _ = self.pool.finish(self.take);
        Ok(())
    }

    /// An error, if an input has less than an earlier run read of it: it is another one.
    fn check_events(&self) -> Result<(), CliError> {
        let (found, before) = (self.at.events, self.done_before);
        if found >= before {
            return Ok(());
        }
        let message =
            format!("expected at least the {before} records that the interrupted run read, found {found}");
        Err(CliError::at(&self.at.name, message + "; without --resume all is done anew"))
    }

    /// Says that an input cannot be read on.
    ///
    /// Errors: an earlier run read on. After the last event that it did is a page (see
    /// `Writer::take`), so that this is none of its events.
    fn failed(&mut self, error: &io::Error) -> Result<ControlFlow<()>, CliError> {
        let stop = CliError::reading(&self.at.name, error);
        if self.at.events < self.done_before {
            return Err(stop);
        }
        Ok(self.say(match (BadPacking::of(error), stop) {
            (Some(_), CliError::Message(message)) => TaskResult::Damage(message),
            (_, stop) => TaskResult::Error(stop),
        }))
    }

    /// Hands on what is in one input.
    ///
    /// Errors: as [`failed`](Self::failed).
    fn input(&mut self, path: &Path) -> Result<ControlFlow<()>, CliError> {
        let is_stdin = path == Path::new("-");
        let kind = match self.from {
            Some(from) if kind_of(path).is_none() => from,
            _ => found_kind_of(path),
        };
        if kind == Kind::Html {
            let task = if is_stdin { TaskKind::Stdin } else { TaskKind::File(path.to_path_buf()) };
            let bytes = fs::metadata(path).map_or(0, |metadata| metadata.len());
            let flow = self.event(task, None);
            self.progress.file_bytes.fetch_add(bytes, Relaxed);
            return Ok(flow);
        }
        let opened: io::Result<Box<dyn Read + Send>> = if is_stdin {
            Ok(Box::new(io::stdin()))
        } else {
            files::open_packed(path).map(|file| Box::new(file) as Box<dyn Read + Send>)
        };
        let read = match opened {
            Ok(input) => {
                let counted = Box::new(Counted { input, progress: Arc::clone(self.progress) });
                if kind == Kind::Warc { self.records(counted) } else { self.rows(counted) }
            }
            Err(error) => Err(error),
        };
        match read {
            Ok(flow) => Ok(flow),
            Err(error) => self.failed(&error),
        }
    }

    fn records(&mut self, input: Box<dyn Read + Send>) -> io::Result<ControlFlow<()>> {
        let mut records = Records::new(input)?;
        loop {
            let flow = match records.next_record()? {
                Next::End => return Ok(ControlFlow::Continue(())),
                Next::Damage(damage) => self.say(TaskResult::Damage(format!("{}: {damage}", self.at.name))),
                Next::Record(head) => match head.get("WARC-Type").map_or(Type::Response, Type::of) {
                    Type::Other(skip) => {
                        self.at.events += 1;
                        if self.at.events > self.done_before {
                            self.skips.add(skip);
                        }
                        continue;
                    }
                    Type::Response | Type::Resource => self.event(TaskKind::Record(head), Some(&mut records)),
                },
            };
            if flow.is_break() {
                return Ok(flow);
            }
        }
    }

    fn rows(&mut self, input: Box<dyn Read + Send>) -> io::Result<ControlFlow<()>> {
        let mut lines = BufReader::with_capacity(128 << 10, files::unpack(input)?);
        for number in 1.. {
            let mut line = Vec::new();
            let read = Read::take(&mut lines, MAX_LINE_BYTES).read_until(b'\n', &mut line);
            let damage = match read {
                Ok(0) => break,
                Ok(_) => None,
                // The last line is whole, and something stands after it.
                Err(error) if BadPacking::of(&error).is_some_and(BadPacking::is_whole) => Some(error),
                Err(error) => return Err(error),
            };
            if number == 1 && line.starts_with(BYTE_ORDER_MARK) {
                line.drain(..BYTE_ORDER_MARK.len());
            }
            let flow = if line.len() as u64 == MAX_LINE_BYTES && !line.ends_with(b"\n") {
                lines.skip_until(b'\n')?;
                let message = "expected a line of at most 256 MiB, found more";
                self.say(TaskResult::Damage(format!("{}: line {number}: {message}", self.at.name)))
            } else if line.trim_ascii().is_empty() {
                ControlFlow::Continue(())
            } else {
                self.event(TaskKind::Row(line, number), None)
            };
            if flow.is_break() {
                return Ok(flow);
            }
            if let Some(error) = damage {
                return Err(error);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn say(&mut self, what: TaskResult) -> ControlFlow<()> {
        self.event(TaskKind::Nothing(what), None)
    }

    /// Has a task done, unless an earlier run did it.
    fn event(&mut self, kind: TaskKind, block: Option<&mut dyn Block>) -> ControlFlow<()> {
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

/// An input of which the user sees how far it was read.
struct Counted {
    input: Box<dyn Read + Send>,
    progress: Arc<Progress>,
}

impl Read for Counted {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let bytes = self.input.read(out)?;
        self.progress.file_bytes.fetch_add(bytes as u64, Relaxed);
        Ok(bytes)
    }
}
