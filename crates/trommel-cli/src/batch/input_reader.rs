//! Turns inputs into tasks.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use trommel_warc::{Block, Next, Records, Skip, Type};

use crate::batch::index_inputs::Slices;
use crate::batch::part::FilePart;
use crate::batch::progress::Progress;
use crate::batch::tally::{NO_ROWS, Skips};
use crate::batch::task::{
    Completed, LeftOutInput, Origin, Pipe, Position, SkippedPage, Task, TaskKind, TaskResult,
};
use crate::batch::worker::Worker;
use crate::error::CliError;
use crate::files::{
    self, BadCompression, Begin, FoundFile, InputFormat, LeftOut, Opened, SNIFF_BYTES, Sniffed, Visit,
};
use crate::page::STDIN;
use crate::pool::WorkerPool;
use crate::remote::{self, is_address};
use crate::stderr::is_verbose;

/// Bytes of standard input and of URLs, before decompression, used to recognise their format.
const SNIFF_COMPRESSED_BYTES: usize = 64 << 10;

/// Reads the inputs and submits tasks to a pool.
pub(crate) struct InputReader<'a, 'scope> {
    pub(crate) pool: WorkerPool<'scope, Worker, Task, Completed>,
    pub(crate) take: &'a mut dyn FnMut(Completed) -> ControlFlow<()>,
    /// Format of inputs without a known extension.
    pub(crate) from: Option<InputFormat>,
    pub(crate) progress: &'a Arc<Progress>,
    /// The part of each file to read; `None` for all of it.
    part: Option<FilePart>,
    /// Inputs that are indexes.
    slices: Option<Slices<'a>>,
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
    fn leave_out(&mut self, reason: &'static str, message: &str, is_expected: bool) -> ControlFlow<()> {
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
    fn failed(&mut self, error: &io::Error) -> Result<ControlFlow<()>, CliError> {
        let stop = CliError::reading(&self.at.name, error);
        if self.at.events < self.done_before {
            return Err(stop);
        }
        Ok(self.say(match (BadCompression::of(error), stop) {
            (Some(_), CliError::Message(message)) => TaskResult::Damage(message),
            (_, stop) => TaskResult::Error(stop),
        }))
    }

    /// Reads one input.
    ///
    /// Errors: as for [`failed`](Self::failed).
    fn input(&mut self, file: &FoundFile) -> Result<ControlFlow<()>, CliError> {
        if let Some(slices) = self.slices.filter(|slices| slices.inputs.cdx.contains(&file.path)) {
            return self.slices(&file.path, slices).or_else(|error| self.failed(&error));
        }
        let looked = if file.path == Path::new("-") {
            self.look_at_pipe(None, Box::new(io::stdin()))
        } else if files::is_pipe(&file.path) {
            File::open(&file.path).and_then(|pipe| self.look_at_pipe(Some(&file.path), Box::new(pipe)))
        } else if is_address(&file.path) {
            self.look_at_remote(file)
        } else {
            self.look_at(file)
        };
        let read = looked.and_then(|(kind, origin)| self.read(file, kind, origin));
        match read {
            Ok(flow) => Ok(flow),
            Err(error) => self.failed(&error),
        }
    }

    /// Recognises a file; `None` if only its reader can.
    fn look_at(&self, file: &FoundFile) -> io::Result<(Option<InputFormat>, Origin)> {
        let named = InputFormat::of_name(&file.path);
        if let Some(from) = self.from
            && named.is_none_or(|named| named == from)
        {
            return Ok((Some(from), Origin::File));
        }
        let sniffed = match file.sniffed {
            Some(sniffed) => Ok(sniffed),
            None => files::sniff(&file.path),
        };
        Ok((
            match sniffed {
                Ok(Sniffed::Format(kind)) => Some(kind),
                // The reader reports what it found.
                Ok(Sniffed::Text | Sniffed::NoHtml(_)) => None,
                Err(_) => named,
            },
            Origin::File,
        ))
    }

    /// What is in a pipe. Standard input has no path.
    fn look_at_pipe(
        &self,
        path: Option<&Path>,
        mut rest: Box<dyn Read + Send>,
    ) -> io::Result<(Option<InputFormat>, Origin)> {
        let mut begin = Vec::new();
        let named = path.and_then(InputFormat::of_name);
        let kind = match self.from {
            Some(from) if named.is_none_or(|named| named == from) => Some(from),
            _ => {
                rest.by_ref().take(SNIFF_COMPRESSED_BYTES as u64).read_to_end(&mut begin)?;
                kind_of(&begin, path)
            }
        };
        Ok((kind, Origin::Pipe(Pipe { begin, rest })))
    }

    /// Recognises the content of a URL. Its first bytes are fetched only once.
    fn look_at_remote(&self, file: &FoundFile) -> io::Result<(Option<InputFormat>, Origin)> {
        let mut remote = remote::open(&file.path)?;
        if self.part.is_some() {
            remote.ask_in_pieces();
        }
        let named = InputFormat::of_name(&file.path);
        let kind = match self.from {
            Some(from) if named.is_none_or(|named| named == from) => Some(from),
            _ => {
                let mut compressed = Vec::new();
                remote.by_ref().take(SNIFF_COMPRESSED_BYTES as u64).read_to_end(&mut compressed)?;
                remote.rewind()?;
                kind_of(&compressed, Some(&file.path))
            }
        };
        Ok((kind, Origin::Remote(Box::new(remote))))
    }

    fn read(
        &mut self,
        file: &FoundFile,
        kind: Option<InputFormat>,
        origin: Origin,
    ) -> io::Result<ControlFlow<()>> {
        match (self.part, kind) {
            (Some(part), Some(InputFormat::Warc | InputFormat::Arc)) => return self.part(file, part, origin),
            (Some(part), _) if !part.is_first() => return Ok(self.leave_to_first(file)),
            _ => {}
        }
        match kind {
            None | Some(InputFormat::Html | InputFormat::Mhtml) => Ok(self.page(file, kind, origin)),
            Some(kind) => {
                let flow = self.pages(file, kind, origin)?;
                let is_empty = flow.is_continue() && self.at.events == 0;
                Ok(if is_empty { self.nothing_in(kind) } else { flow })
            }
        }
    }

    fn pages(&mut self, file: &FoundFile, kind: InputFormat, origin: Origin) -> io::Result<ControlFlow<()>> {
        if let InputFormat::Zip | InputFormat::Parquet = kind {
            let opened = match origin {
                Origin::File => Opened::Local(files::open_compressed(&file.path)?),
                Origin::Remote(remote) => Opened::Remote(remote),
                Origin::Pipe(_) => {
                    let message =
                        "expected a file, found a pipe, which cannot be read from its end; give a file name";
                    return Ok(self.say(TaskResult::Error(CliError::at(&self.at.name, message))));
                }
            };
            let flow = if kind == InputFormat::Zip { self.zip(file, opened)? } else { self.table(opened)? };
            self.progress.add_file(&file.path, false);
            return Ok(flow);
        }
        let input: Box<dyn Read + Send> = match origin {
            Origin::File => Box::new(files::open_compressed(&file.path)?),
            Origin::Pipe(pipe) => pipe.into_bytes(),
            Origin::Remote(remote) => remote,
        };
        let counted = Box::new(Counted { input, progress: Arc::clone(self.progress) });
        match kind {
            InputFormat::Jsonl => self.lines(counted),
            InputFormat::Json => self.objects(counted),
            InputFormat::Tar => self.tar(file, counted),
            _ => self.records(&mut Records::new(counted)?),
        }
    }

    /// Reports an empty file of pages. A table may have no rows; an empty archive or record file is
    /// damaged.
    fn nothing_in(&mut self, kind: InputFormat) -> ControlFlow<()> {
        let found = kind.name();
        match kind {
            InputFormat::Jsonl | InputFormat::Json | InputFormat::Parquet => {
                self.leave_out(NO_ROWS, &format!("expected pages, found {found} without a row"), false)
            }
            _ => self.say(TaskResult::Damage(format!("{}: expected {found}, found nothing", self.at.name))),
        }
    }

    /// Reads the records that begin in a part of a file.
    fn part(&mut self, file: &FoundFile, part: FilePart, origin: Origin) -> io::Result<ControlFlow<()>> {
        let (mut input, bytes) = match origin {
            Origin::Remote(mut remote) => {
                let bytes = remote.file_bytes()?;
                (Opened::Remote(remote), bytes)
            }
            Origin::File | Origin::Pipe(_) => {
                let opened = files::open_compressed(&file.path)?;
                let bytes = opened.metadata()?.len();
                (Opened::Local(opened), Some(bytes))
            }
        };
        let Some(bytes) = bytes else {
            let message =
                "cannot be split, since its server does not report its size; read it without --part";
            return Ok(self.say(TaskResult::Error(CliError::at(&self.at.name, message))));
        };
        let range = part.range(bytes);
        if let Opened::Remote(remote) = &mut input {
            remote.expect_range(range);
        }
        self.progress.add_bytes_before(bytes - (range.end.min(bytes) - range.start.min(bytes)));
        let counted = Counted { input, progress: Arc::clone(self.progress) };
        let mut records = Records::in_range(counted, range)?;
        let before = self.at.events;
        let flow = self.records(&mut records)?;
        let name = &self.at.name;
        if records.is_undivided() {
            let found = "one gzip member, one zstd frame or an ARC file";
            self.progress
                .note(&format!("{name}: cannot be split, since it is {found}: all of it belongs to part 1"));
        } else if self.at.events == before {
            self.progress.note(&format!("{name}: no record begins in {part}"));
        }
        Ok(flow)
    }

    /// Leaves out an input that cannot be split, which belongs to part 1.
    fn leave_to_first(&mut self, file: &FoundFile) -> ControlFlow<()> {
        self.progress.add_file(&file.path, true);
        self.leave_out("other-part", "it cannot be split and belongs to part 1", false)
    }

    /// Submits an input that is one page.
    fn page(&mut self, file: &FoundFile, kind: Option<InputFormat>, origin: Origin) -> ControlFlow<()> {
        let is_given = self.from.is_some();
        let task = TaskKind::Page { file: file.clone(), kind, is_given, origin };
        let flow = self.event(task, None);
        self.progress.add_file(&file.path, false);
        flow
    }

    fn records(&mut self, records: &mut Records) -> io::Result<ControlFlow<()>> {
        let (mut has_pages, mut has_texts) = (false, false);
        loop {
            let flow = match records.next_record()? {
                Next::End if has_texts && !has_pages => {
                    let message =
                        "expected records with pages, found text records (WET), which are already extracted";
                    return Ok(self.say(TaskResult::Error(CliError::at(&self.at.name, message))));
                }
                Next::End => return Ok(ControlFlow::Continue(())),
                Next::Damage(damage) => self.say(TaskResult::Damage(format!("{}: {damage}", self.at.name))),
                Next::Record(head) => match head.get("WARC-Type").map_or(Type::Response, Type::of) {
                    Type::Other(skip) => {
                        has_texts |= skip == Skip::Conversion;
                        self.skip_record(skip, || head.place().to_string())
                    }
                    Type::Response | Type::Resource => {
                        has_pages = true;
                        self.event(TaskKind::Record { head, file: None }, Some(records))
                    }
                },
            };
            if flow.is_break() {
                return Ok(flow);
            }
        }
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

/// The format of a file with these first bytes, before decompression; `None` if only its reader can
/// tell.
fn kind_of(compressed: &[u8], path: Option<&Path>) -> Option<InputFormat> {
    let mut bytes = Vec::new();
    // Damage is reported by the reader.
    let _ = files::decompress(compressed)
        .and_then(|begin| begin.take(SNIFF_BYTES as u64).read_to_end(&mut bytes));
    match (Begin { bytes: &bytes, path }).sniff() {
        Sniffed::Format(kind) => Some(kind),
        Sniffed::Text | Sniffed::NoHtml(_) => None,
    }
}

/// Counts the bytes read for the progress display.
struct Counted<R> {
    input: R,
    progress: Arc<Progress>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let bytes = self.input.read(out)?;
        self.progress.file_bytes.fetch_add(bytes as u64, Relaxed);
        Ok(bytes)
    }
}

impl<R: Seek> Seek for Counted<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.input.seek(to)
    }
}
