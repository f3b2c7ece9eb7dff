//! From inputs to one output.

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use sha1::{Digest, Sha1};
use tempfile::SpooledTempFile;
use trommel::Options;
use trommel_warc::wet;

use crate::batch::args::{Args, OutputFormat, has_many_pages};
use crate::batch::encode::{Encoded, Encoder, NO_DATE};
use crate::batch::input_reader::InputReader;
use crate::batch::pages_folder::PagesFolder;
use crate::batch::progress::Progress;
use crate::batch::resume::{Checkpoint, CompletedOutput, EarlierRun, RunFingerprint, check_inputs};
use crate::batch::tally::Tally;
use crate::batch::task::{Completed, Page, Position, TaskResult, Worker};
use crate::error::{CliError, STDOUT};
use crate::files::{Choice, Ids, Kind, Output, Packing, Places, Visit, Walk, names_folder};
use crate::jobs::no_threads;
use crate::json::copy;
use crate::pool::WorkerPool;

/// Name and version of the command, as files have it.
const SOFTWARE: &str = concat!("trommel/", env!("CARGO_PKG_VERSION"));

/// Inputs that go into one output.
pub(crate) struct OutputSpec {
    /// Files and folders.
    pub(crate) inputs: Vec<PathBuf>,
    /// Whether files of many pages in the folders are passed over: they have outputs of their own.
    pub(crate) is_pages_only: bool,
    pub(crate) output: PathBuf,
}

impl OutputSpec {
    /// The files that go into it.
    fn walk(&self, args: &Args, ids: &Ids) -> impl Iterator<Item = Visit> {
        let from = args.input_format;
        Walk::by(&self.inputs, args.choice(), ids.clone()).filter(move |visit| match visit {
            Visit::File(file) => !self.is_pages_only || !has_many_pages(file, from),
            Visit::LeftOut(..) | Visit::Failed(..) => true,
        })
    }
}

/// What all outputs have in common.
pub(crate) struct Runner<'a> {
    pub(crate) args: &'a Args,
    pub(crate) options: &'a Options,
    pub(crate) ids: &'a Ids,
    pub(crate) format: OutputFormat,
    /// Threads for each output.
    pub(crate) jobs: usize,
    pub(crate) progress: &'a Arc<Progress>,
}

impl Runner<'_> {
    /// Makes one output, unless an earlier run did. What was done for it stays next to it until it
    /// is [forgotten](CompletedOutput::forget): a run that ends before it has told that is gone on
    /// with.
    pub(crate) fn spec(&self, spec: &OutputSpec) -> Result<CompletedOutput, CliError> {
        let name = out_name(&spec.output);
        let writing = |error: io::Error| CliError::writing(&name, &error);
        let places = Places::of(&spec.output).map_err(writing)?;
        let run = self.asked(spec);
        let mut state = None;
        if let (true, Some(places)) = (self.args.resume, &places) {
            match EarlierRun::of(places, &run).map_err(|message| CliError::at(&name, message))? {
                EarlierRun::Nothing => {}
                EarlierRun::Begun(left) => {
                    check_inputs(&spec.inputs, &left)?;
                    state = Some(left);
                }
                EarlierRun::Complete(tally) => {
                    let places = Some(places.clone());
                    return Ok(CompletedOutput { tally, from_earlier_run: true, places });
                }
                EarlierRun::Unknown => self.progress.line(&format!(
                    "trommel: {name}: is done anew, since nothing next to it says what made it"
                )),
            }
        }
        // Packed record by record, or column by column.
        let packing = match self.format {
            OutputFormat::Wet | OutputFormat::Parquet => Packing::None,
            _ => Packing::of(&spec.output),
        };
        let workers =
            (0..self.jobs).map(|_| self.worker(&spec.output)).collect::<Result<Vec<_>, CliError>>()?;
        let from = state.as_ref().map(|state| state.bytes);
        let output = Output::open(&spec.output, places.clone(), packing, from).map_err(writing)?.marked();
        let mut writer = Writer {
            output: self.sink(output).map_err(writing)?,
            tally: state.as_ref().map(|state| state.tally.clone()).unwrap_or_default(),
            has_begun: from.is_some_and(|bytes| bytes > 0),
            run,
            checkpoint_bytes: self.args.checkpoint,
            fresh_bytes: 0,
            progress: self.progress,
            wet: (self.format == OutputFormat::Wet)
                .then(|| (Packing::of(&spec.output), file_name(&spec.output))),
            is_csv: self.format == OutputFormat::Csv,
            pages: self.has_page_files().then(|| PagesFolder {
                root: self.args.output.clone(),
                ids: self.ids.clone(),
                ending: self.format.ending(),
            }),
        };
        let begin =
            state.map(|state| Position { input: state.input, name: state.name.into(), events: state.events });
        let mut stop = None;
        let mut take = |done: Completed| match writer.take(done, &writing) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                stop = Some(error);
                ControlFlow::Break(())
            }
        };
        let walk = spec.walk(self.args, self.ids);
        thread::scope(|scope| {
            let pool = WorkerPool::new(scope, workers).map_err(no_threads)?;
            let from = self.args.input_format;
            InputReader::new(pool, &mut take, from, self.progress).run(walk, begin.as_ref())
        })?;
        if let Some(stop) = stop {
            return Err(stop);
        }
        // In a folder of outputs, one of before would pass for that of an input that is empty now.
        let tally = &writer.tally;
        let is_empty = tally.errors == 0 && names_folder(&self.args.output);
        if tally.pages > 0 || tally.skipped_records() > 0 || tally.damaged > 0 || is_empty {
            // What is packed record by record is a gzip file with its first record only.
            writer.begin_wet(NO_DATE).and_then(|()| writer.begin_csv()).map_err(writing)?;
            // Of several outputs, the others may be interrupted.
            let has_more = names_folder(&self.args.output);
            let state = (has_more || self.args.resume || self.args.summary.is_some()).then(|| {
                let (run, tally) = (writer.run.clone(), writer.tally.clone());
                let (bytes, input, name, events) = (0, 0, String::new(), 0);
                Checkpoint { run, bytes, input, name, events, tally, is_finished: true }.to_bytes()
            });
            writer.output.finish(state.as_deref()).map_err(writing)?;
        }
        Ok(CompletedOutput { tally: writer.tally, places, ..CompletedOutput::default() })
    }

    /// Whether each page has a file of its own.
    fn has_page_files(&self) -> bool {
        self.format.rendered().is_some() && names_folder(&self.args.output)
    }

    fn sink(&self, output: Output) -> io::Result<Sink> {
        #[cfg(feature = "parquet")]
        if self.format == OutputFormat::Parquet {
            return Ok(Sink::Table(Box::new(super::parquet::Table::new(output)?)));
        }
        Ok(Sink::Bytes(Box::new(output)))
    }

    fn worker(&self, output: &Path) -> Result<Worker, CliError> {
        let args = self.args;
        let encoder = match self.format {
            OutputFormat::Jsonl => Encoder::json(&args.settings, self.options, args.markdown)?,
            OutputFormat::Csv => Encoder::csv(&args.settings, self.options, args.markdown)?,
            OutputFormat::Text | OutputFormat::Markdown | OutputFormat::Html => {
                let format = self.format.rendered().unwrap_or_default();
                Encoder::rendered(&args.settings, self.options, format, !self.has_page_files())?
            }
            OutputFormat::Wet => Encoder::wet(&args.settings, self.options, Packing::of(output))?,
            #[cfg(feature = "parquet")]
            OutputFormat::Parquet => Encoder::rows(&args.settings, self.options, args.markdown)?,
            #[cfg(not(feature = "parquet"))]
            OutputFormat::Parquet => return Err(super::args::no_parquet()),
        };
        let most_bytes = args.max_page_size.unwrap_or(u64::MAX);
        Ok(Worker {
            encoder,
            statuses: args.http_status.clone(),
            addresses: args.addresses.clone(),
            most_bytes,
        })
    }

    /// What was asked for, as far as it shows in the output.
    fn asked(&self, spec: &OutputSpec) -> RunFingerprint {
        let Args {
            method,
            markdown,
            links,
            settings,
            http_status,
            addresses,
            max_page_size,
            input_format,
            glob,
            all_files,
            checkpoint,
            ..
        } = self.args;
        // Files of the same names may be others by now; what is in a folder is not looked at.
        let input_bytes = spec.inputs.iter().map(|path| Some(metadata(path)?.len())).collect();
        let written: Vec<_> = settings.files().map(|path| metadata(path)?.modified().ok()).collect();
        let what = (
            (&spec.inputs, written, checkpoint),
            spec.is_pages_only,
            method,
            self.format,
            markdown,
            links,
            settings,
            http_status,
            addresses,
            (max_page_size, input_format, glob, all_files),
        );
        let listing = spec.inputs.iter().any(|input| input.is_dir()).then(|| self.listing(spec));
        RunFingerprint { what: format!("{} {what:?}", env!("CARGO_PKG_VERSION")), input_bytes, listing }
    }

    /// A digest of the paths and lengths of all files that an output may be made of; what the run
    /// writes is none of them.
    fn listing(&self, spec: &OutputSpec) -> String {
        let written = [Some(&self.args.output), self.args.summary.as_ref()];
        let is_written = |path: &Path| written.iter().flatten().any(|written| path.starts_with(written));
        let mut sha1 = Sha1::new();
        for path in Walk::by(&spec.inputs, Choice::All, Ids::default()).paths().flatten() {
            let has_own_output = || {
                let kind = Kind::of_name(&path);
                kind.is_some_and(|kind| !matches!(kind, Kind::Html | Kind::Mhtml))
            };
            if is_written(&path) || (spec.is_pages_only && has_own_output()) {
                continue;
            }
            let bytes = metadata(&path).map(|found| found.len());
            sha1.update(format!("{path:?} {bytes:?}\n"));
        }
        sha1.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// What the system says of a file that is one and is there.
fn metadata(path: &Path) -> Option<fs::Metadata> {
    fs::metadata(path).ok().filter(fs::Metadata::is_file)
}

/// What an output is called in messages.
pub(crate) fn out_name(path: &Path) -> String {
    if path == Path::new("-") { STDOUT.to_string() } else { path.display().to_string() }
}

fn file_name(path: &Path) -> Option<String> {
    if path == Path::new("-") { None } else { Some(path.file_name()?.to_string_lossy().into_owned()) }
}

/// What results are written to.
enum Sink {
    Bytes(Box<Output>),
    #[cfg(feature = "parquet")]
    Table(Box<super::parquet::Table>),
}

impl Sink {
    /// Writes all of `bytes`. Out: how many they are.
    fn copy(&mut self, bytes: SpooledTempFile) -> io::Result<u64> {
        match self {
            Self::Bytes(output) => copy(bytes, &mut **output),
            #[cfg(feature = "parquet")]
            Self::Table(_) => Err(io::Error::other("a row was expected, bytes came")),
        }
    }

    /// Writes all of `bytes`. Out: how many they are.
    fn write(&mut self, bytes: &[u8]) -> io::Result<u64> {
        match self {
            Self::Bytes(output) => output.write_all(bytes).map(|()| bytes.len() as u64),
            #[cfg(feature = "parquet")]
            Self::Table(_) => Err(io::Error::other("a row was expected, bytes came")),
        }
    }

    fn finish(self, state: Option<&[u8]>) -> io::Result<()> {
        match self {
            Self::Bytes(output) => output.finish_with(state),
            #[cfg(feature = "parquet")]
            Self::Table(table) => table.finish()?.finish_with(state),
        }
    }
}

/// Writes results as they come.
struct Writer<'a> {
    output: Sink,
    tally: Tally,
    /// Whether something was written.
    has_begun: bool,
    run: RunFingerprint,
    checkpoint_bytes: u64,
    /// Bytes since the last checkpoint, not packed.
    fresh_bytes: u64,
    progress: &'a Arc<Progress>,
    /// Of WET: how records are packed, and what the file is called.
    wet: Option<(Packing, Option<String>)>,
    is_csv: bool,
    /// Where each page has a file of its own; the output is the list of them.
    pages: Option<PagesFolder>,
}

impl Writer<'_> {
    /// Counts a result and writes its page, or reports what went wrong.
    ///
    /// Errors: the output cannot be written, of which `writing` makes what is said; or there was no
    /// room to make the page. Nothing after it is done: a later run starts before it.
    fn take(&mut self, done: Completed, writing: &dyn Fn(io::Error) -> CliError) -> Result<(), CliError> {
        self.tally.skip(&done.skips);
        match done.what {
            TaskResult::Page(page) => self.page(*page).map_err(writing)?,
            TaskResult::Skip(skip, damage) => {
                self.tally.skip_one(skip);
                damage.iter().for_each(|message| self.damage(message));
            }
            TaskResult::LeftOut(input) => {
                self.tally.leave_out(input.reason);
                if !input.is_expected {
                    self.progress.left_out(&input.message);
                }
                input.damage.iter().for_each(|message| self.damage(message));
            }
            TaskResult::Damage(message) => self.damage(&message),
            TaskResult::Error(stop @ CliError::OutOfSpace(_)) => return Err(stop),
            TaskResult::Error(stop) => {
                self.tally.errors += 1;
                if let CliError::Message(message) = stop {
                    self.progress.line(&format!("trommel: {message}"));
                }
            }
            TaskResult::Nothing => {}
        }
        // A table is of use only with its last bytes: none is gone on with.
        #[cfg_attr(not(feature = "parquet"), allow(irrefutable_let_patterns))]
        if let Sink::Bytes(output) = &mut self.output
            // After a page only, as `InputReader::failed` needs it.
            && self.fresh_bytes >= self.checkpoint_bytes.max(1)
        {
            self.fresh_bytes = 0;
            let (run, tally, at) = (&self.run, &self.tally, done.at);
            let state = |bytes| {
                let (run, tally) = (run.clone(), tally.clone());
                let (input, name, events) = (at.input, at.name.to_string(), at.events);
                Checkpoint { run, bytes, input, name, events, tally, is_finished: false }.to_bytes()
            };
            output.checkpoint(state).map_err(writing)?;
        }
        Ok(())
    }

    fn page(&mut self, page: Page) -> io::Result<()> {
        self.tally.pages += 1;
        self.tally.extracted += u64::from(page.is_extracted);
        self.tally.cut += u64::from(!page.is_whole);
        self.tally.unselected += u64::from(page.has_nothing_selected);
        self.tally.bytes_in += page.bytes_in;
        self.progress.pages.fetch_add(1, Relaxed);
        self.progress.page_bytes.fetch_add(page.bytes_in, Relaxed);
        page.damage.iter().for_each(|message| self.damage(message));
        match page.encoded {
            Encoded::Bytes(bytes) => {
                self.begin_csv()?;
                self.fresh_bytes += match &self.pages {
                    Some(folder) => {
                        let (bytes, line) = folder.write(page.id.as_deref(), page.source.as_ref(), bytes)?;
                        bytes + self.output.write(&line)?
                    }
                    None => self.output.copy(bytes)?,
                };
            }
            Encoded::Record(record) => {
                self.begin_wet(&record.date)?;
                self.fresh_bytes += record.bytes;
                self.output.copy(record.packed)?;
            }
            #[cfg(feature = "parquet")]
            Encoded::Row(row) => {
                return match &mut self.output {
                    Sink::Table(table) => table.write(&row),
                    Sink::Bytes(_) => Err(io::Error::other("bytes were expected, a row came")),
                };
            }
            Encoded::Table(_) => return Err(io::Error::other("a page was expected, a table came")),
        }
        self.has_begun = true;
        Ok(())
    }

    /// Counts and reports a damaged place.
    fn damage(&mut self, message: &str) {
        self.tally.damaged += 1;
        self.progress.line(&format!("trommel: {message}"));
    }

    /// Writes the names of the columns of a table of text, if nothing was written yet.
    fn begin_csv(&mut self) -> io::Result<()> {
        if self.is_csv && !self.has_begun {
            self.output.write(&super::csv::head()?)?;
            self.has_begun = true;
        }
        Ok(())
    }

    /// Writes the record that a WET file begins with, if nothing was written yet.
    fn begin_wet(&mut self, date: &str) -> io::Result<()> {
        if let (false, Some((packing, file_name))) = (self.has_begun, &self.wet) {
            let warcinfo = wet::warcinfo(date, file_name.as_deref(), SOFTWARE);
            let warcinfo = warcinfo.strip_suffix(wet::RECORD_END).unwrap_or(&warcinfo);
            let packed = super::encode::packed(*packing, warcinfo, SpooledTempFile::new(0))?;
            self.output.copy(packed)?;
        }
        Ok(())
    }
}

/// Writes `--summary`, as a whole or not at all.
pub(crate) fn write_summary(path: &Path, summary: &serde_json::Value) -> Result<(), CliError> {
    let writing = |error: io::Error| CliError::writing(&out_name(path), &error);
    let mut output = Output::create(path).map_err(writing)?;
    writeln!(output, "{summary:#}").map_err(writing)?;
    output.finish().map_err(writing)
}
