//! Processes inputs into one output.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use sha1::{Digest, Sha1};
use trommel::Options;
use trommel_warc::Codec;

use crate::batch::args::{Args, OutputFormat, has_many_pages};
use crate::batch::encode::{Encoder, NO_DATE};
use crate::batch::input_reader::InputReader;
use crate::batch::interruption::Interruption;
use crate::batch::page_inputs::PageInputs;
use crate::batch::pages_folder::PagesFolder;
use crate::batch::progress::Progress;
use crate::batch::resume::{Checkpoint, CompletedOutput, EarlierRun, RunFingerprint, check_inputs};
use crate::batch::tally::Tally;
use crate::batch::task::{Completed, Position};
use crate::batch::worker::Worker;
use crate::batch::writer::{Sink, Writer, out_name};
use crate::error::CliError;
use crate::files::{Choice, Ids, InputFormat, Output, Places, Visit, Walk, codec_of, names_folder};
use crate::jobs::no_threads;
use crate::pool::WorkerPool;

pub(crate) struct OutputSpec {
    pub(crate) inputs: Vec<PathBuf>,
    /// Skips files of many pages in folders, since they have their own outputs.
    pub(crate) is_pages_only: bool,
    pub(crate) output: PathBuf,
}

impl OutputSpec {
    fn walk(&self, args: &Args, ids: &Ids) -> impl Iterator<Item = Visit> {
        let from = args.pages.input_format;
        Walk::by(&self.inputs, args.pages.choice(), ids.clone()).filter(move |visit| match visit {
            Visit::File(file) => !self.is_pages_only || !has_many_pages(file, from),
            Visit::LeftOut(..) | Visit::Failed(..) => true,
        })
    }
}

/// Settings shared by all outputs.
#[derive(Clone, Copy)]
pub(crate) struct Runner<'a> {
    pub(crate) args: &'a Args,
    pub(crate) options: &'a Options,
    pub(crate) ids: &'a Ids,
    pub(crate) format: OutputFormat,
    pub(crate) jobs: usize,
    pub(crate) progress: &'a Arc<Progress>,
    pub(crate) interruption: &'a Interruption,
}

impl Runner<'_> {
    /// Writes one output, unless an earlier run completed it. Its state stays next to it until it
    /// is [forgotten](CompletedOutput::forget), so that a run that ends early can be resumed.
    pub(crate) fn spec(&self, spec: &OutputSpec) -> Result<CompletedOutput, CliError> {
        let name = out_name(&spec.output);
        let writing = |error: io::Error| CliError::writing(&name, &error);
        let places = Places::of(&spec.output).map_err(writing)?;
        let run = self.asked(spec);
        let state = match self.earlier(spec, &name, places.as_ref(), &run)? {
            ControlFlow::Continue(state) => state,
            ControlFlow::Break(done) => return Ok(done),
        };
        let workers =
            (0..self.jobs).map(|_| self.worker(&spec.output)).collect::<Result<Vec<_>, CliError>>()?;
        let mut writer = self.writer(spec, places.clone(), run, state.as_ref()).map_err(writing)?;
        writer.keep();
        let begin =
            state.map(|state| Position { input: state.input, name: state.name.into(), events: state.events });
        self.read(spec, workers, &mut writer, begin.as_ref(), &writing)?;
        if self.is_wanted(&writer.tally) {
            // Record-wise compression needs the first record to make a gzip file.
            writer.begin_wet(NO_DATE).and_then(|()| writer.begin_csv()).map_err(writing)?;
            // If there are several outputs, another one may be interrupted.
            let has_more = names_folder(&self.args.output);
            let (run, tally) = (writer.run.clone(), writer.tally.clone());
            let state = |bytes| {
                let (run, tally) = (run.clone(), tally.clone());
                let (input, name, events) = (0, String::new(), 0);
                Checkpoint { run, bytes, input, name, events, tally, is_finished: true }.to_bytes()
            };
            let has_state = has_more || self.args.resume || self.args.summary.is_some();
            writer.keep();
            self.progress.kept_outputs.fetch_add(u64::from(has_more), Relaxed);
            writer.output.finish(has_state.then_some(&state)).map_err(writing)?;
        }
        Ok(CompletedOutput { tally: writer.tally, places, ..CompletedOutput::default() })
    }

    /// The result of an earlier run, if it is to be used: a complete output, or a checkpoint to
    /// continue from.
    fn earlier(
        &self,
        spec: &OutputSpec,
        name: &str,
        places: Option<&Places>,
        run: &RunFingerprint,
    ) -> Result<ControlFlow<CompletedOutput, Option<Checkpoint>>, CliError> {
        let Some(places) = places.filter(|_| self.args.resume) else {
            return Ok(ControlFlow::Continue(None));
        };
        Ok(match EarlierRun::of(places, run).map_err(|message| CliError::at(name, message))? {
            EarlierRun::Nothing => ControlFlow::Continue(None),
            EarlierRun::Begun(left) => {
                check_inputs(&spec.inputs, &left)?;
                ControlFlow::Continue(Some(left))
            }
            EarlierRun::Complete(tally) => {
                let places = Some(places.clone());
                self.progress.kept_pages.fetch_add(tally.pages, Relaxed);
                self.progress.kept_outputs.fetch_add(1, Relaxed);
                spec.inputs.iter().for_each(|input| self.progress.add_file(input, true));
                ControlFlow::Break(CompletedOutput { tally, from_earlier_run: true, places })
            }
            EarlierRun::Unknown => self.anew(name, "its origin is unknown"),
            EarlierRun::Changed => self.anew(name, "its size has changed since it was complete"),
        })
    }

    /// Reports why an output is written again.
    fn anew(&self, name: &str, why: &str) -> ControlFlow<CompletedOutput, Option<Checkpoint>> {
        self.progress.note(&format!("{name}: writing it again, since {why}"));
        ControlFlow::Continue(None)
    }

    /// The writer of an output, which continues from `state`.
    fn writer(
        &self,
        spec: &OutputSpec,
        places: Option<Places>,
        run: RunFingerprint,
        state: Option<&Checkpoint>,
    ) -> io::Result<Writer<'_>> {
        // WET is compressed per record, Parquet per column.
        let codec = match self.format {
            OutputFormat::Wet | OutputFormat::Parquet => Codec::None,
            _ => codec_of(&spec.output),
        };
        let from = state.map(|state| state.bytes);
        let output = Output::open(&spec.output, places, codec, from)?.marked();
        Ok(Writer {
            output: self.sink(output)?,
            tally: state.map(|state| state.tally.clone()).unwrap_or_default(),
            has_begun: from.is_some_and(|bytes| bytes > 0),
            run,
            checkpoint_bytes: self.args.checkpoint,
            fresh_bytes: 0,
            kept_pages: 0,
            progress: self.progress,
            interruption: self.interruption,
            wet: (self.format == OutputFormat::Wet)
                .then(|| (codec_of(&spec.output), file_name(&spec.output))),
            is_csv: self.format == OutputFormat::Csv,
            pages: self.has_page_files().then(|| PagesFolder {
                root: self.args.output.clone(),
                ids: self.ids.clone(),
                ending: self.format.ending(),
            }),
        })
    }

    /// Reads the inputs of an output from `begin` on, and passes the results to `writer`.
    fn read(
        &self,
        spec: &OutputSpec,
        workers: Vec<Worker>,
        writer: &mut Writer<'_>,
        begin: Option<&Position>,
        writing: &dyn Fn(io::Error) -> CliError,
    ) -> Result<(), CliError> {
        let mut stop = None;
        let mut take = |done: Completed| match writer.take(done, writing) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                stop = Some(error);
                ControlFlow::Break(())
            }
        };
        let walk = spec.walk(self.args, self.ids);
        thread::scope(|scope| {
            let pool = WorkerPool::new(scope, workers).map_err(no_threads)?;
            let from = self.args.pages.input_format;
            InputReader::new(pool, &mut take, from, self.progress)
                .of_part(self.args.real_part())
                .with_slices(self.args.pages.slices())
                .run(walk, begin)
        })?;
        stop.map_or(Ok(()), Err)
    }

    /// Whether an output with these counts is kept.
    fn is_wanted(&self, tally: &Tally) -> bool {
        // In a folder of outputs, an older output would look like that of an input that is empty
        // now.
        let has_empty = names_folder(&self.args.output) || self.args.real_part().is_some();
        let is_error = tally.errors > 0 && tally.pages + tally.skipped_records() + tally.damaged == 0;
        !is_error && (has_empty || !tally.is_nothing())
    }

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
            OutputFormat::Jsonl if args.chunks => {
                Encoder::chunks(&args.settings, self.options, &args.chunk_flags)?
            }
            OutputFormat::Jsonl => Encoder::json(&args.settings, self.options, args.fields.json())?,
            OutputFormat::Csv => Encoder::csv(&args.settings, self.options, args.fields.markdown)?,
            OutputFormat::Text | OutputFormat::Markdown | OutputFormat::Html => {
                let format = self.format.rendered().unwrap_or_default();
                Encoder::rendered(&args.settings, self.options, format, !self.has_page_files())?
            }
            OutputFormat::Wet => Encoder::wet(&args.settings, self.options, codec_of(output))?,
            #[cfg(feature = "parquet")]
            OutputFormat::Parquet => Encoder::rows(&args.settings, self.options, args.fields.markdown)?,
            #[cfg(not(feature = "parquet"))]
            OutputFormat::Parquet => return Err(super::args::no_parquet()),
        };
        Ok(Worker {
            encoder,
            statuses: args.pages.http_status.clone(),
            addresses: args.pages.addresses.clone(),
            most_bytes: args.pages.max_page_bytes(),
            drop_duplicates_of: self.options.repeats().filter(|_| args.drop_duplicates).cloned(),
        })
    }

    /// The fingerprint of the settings and inputs that affect the output.
    fn asked(&self, spec: &OutputSpec) -> RunFingerprint {
        let Args {
            method,
            two_pass,
            drop_duplicates,
            fields,
            chunks,
            chunk_flags,
            settings,
            pages:
                PageInputs { http_status, addresses, max_page_size, input_format, glob, all_files, index, .. },
            part,
            checkpoint,
            ..
        } = self.args;
        // Files may have changed under the same name. Folders have a listing instead.
        let input_bytes = spec.inputs.iter().map(|path| Some(metadata(path)?.len())).collect();
        let written: Vec<_> = settings.files().map(|path| metadata(path)?.modified().ok()).collect();
        let what = (
            (&spec.inputs, written, checkpoint),
            spec.is_pages_only,
            (method, two_pass, drop_duplicates, index),
            self.format,
            (fields, chunks, chunk_flags),
            settings,
            http_status,
            addresses,
            (max_page_size, input_format, glob, all_files, part),
        );
        let listing = spec.inputs.iter().any(|input| input.is_dir()).then(|| self.listing(spec));
        RunFingerprint { what: format!("{} {what:?}", env!("CARGO_PKG_VERSION")), input_bytes, listing }
    }

    /// A digest of the paths and sizes of all files that may contribute to an output, without the
    /// files that the run writes.
    fn listing(&self, spec: &OutputSpec) -> String {
        let written = [Some(&self.args.output), self.args.summary.as_ref()];
        let is_written = |path: &Path| written.iter().flatten().any(|written| path.starts_with(written));
        let mut sha1 = Sha1::new();
        for path in Walk::by(&spec.inputs, Choice::All, Ids::default()).paths().flatten() {
            let has_own_output = || {
                let kind = InputFormat::of_name(&path);
                kind.is_some_and(|kind| !matches!(kind, InputFormat::Html | InputFormat::Mhtml))
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

/// Metadata of a regular file, if it exists.
fn metadata(path: &Path) -> Option<fs::Metadata> {
    fs::metadata(path).ok().filter(fs::Metadata::is_file)
}

fn file_name(path: &Path) -> Option<String> {
    if path == Path::new("-") { None } else { Some(path.file_name()?.to_string_lossy().into_owned()) }
}
