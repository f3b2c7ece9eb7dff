//! From inputs to one output.

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
        let from = args.pages.input_format;
        Walk::by(&self.inputs, args.pages.choice(), ids.clone()).filter(move |visit| match visit {
            Visit::File(file) => !self.is_pages_only || !has_many_pages(file, from),
            Visit::LeftOut(..) | Visit::Failed(..) => true,
        })
    }
}

/// What all outputs have in common.
#[derive(Clone, Copy)]
pub(crate) struct Runner<'a> {
    pub(crate) args: &'a Args,
    pub(crate) options: &'a Options,
    pub(crate) ids: &'a Ids,
    pub(crate) format: OutputFormat,
    /// Threads for each output.
    pub(crate) jobs: usize,
    pub(crate) progress: &'a Arc<Progress>,
    pub(crate) interruption: &'a Interruption,
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
            // What is compressed record by record is a gzip file with its first record only.
            writer.begin_wet(NO_DATE).and_then(|()| writer.begin_csv()).map_err(writing)?;
            // Of several outputs, the others may be interrupted.
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

    /// What an earlier run left of an output: all of it, or a place to go on from, if that is asked
    /// for.
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
            EarlierRun::Unknown => self.anew(name, "nothing next to it says what made it"),
            EarlierRun::Changed => self.anew(name, "it has another length than when it was complete"),
        })
    }

    /// Says why an output is done anew.
    fn anew(&self, name: &str, why: &str) -> ControlFlow<CompletedOutput, Option<Checkpoint>> {
        self.progress.note(&format!("{name}: is done anew, since {why}"));
        ControlFlow::Continue(None)
    }

    /// The writer of an output, which goes on where `state` says.
    fn writer(
        &self,
        spec: &OutputSpec,
        places: Option<Places>,
        run: RunFingerprint,
        state: Option<&Checkpoint>,
    ) -> io::Result<Writer<'_>> {
        // Compressed record by record, or column by column.
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

    /// Reads the inputs of an output from `begin` on, and hands what comes of them to `writer`.
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

    /// Whether an output of which this came is to stay.
    fn is_wanted(&self, tally: &Tally) -> bool {
        // In a folder of outputs, one of before would pass for that of an input that is empty now.
        let has_empty = names_folder(&self.args.output) || self.args.real_part().is_some();
        let is_error = tally.errors > 0 && tally.pages + tally.skipped_records() + tally.damaged == 0;
        !is_error && (has_empty || !tally.is_nothing())
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
            OutputFormat::Jsonl => Encoder::json(&args.settings, self.options, args.json_fields())?,
            OutputFormat::Csv => Encoder::csv(&args.settings, self.options, args.markdown)?,
            OutputFormat::Text | OutputFormat::Markdown | OutputFormat::Html => {
                let format = self.format.rendered().unwrap_or_default();
                Encoder::rendered(&args.settings, self.options, format, !self.has_page_files())?
            }
            OutputFormat::Wet => Encoder::wet(&args.settings, self.options, codec_of(output))?,
            #[cfg(feature = "parquet")]
            OutputFormat::Parquet => Encoder::rows(&args.settings, self.options, args.markdown)?,
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

    /// What was asked for, as far as it shows in the output.
    fn asked(&self, spec: &OutputSpec) -> RunFingerprint {
        let Args {
            method,
            two_pass,
            drop_duplicates,
            markdown,
            links,
            images,
            link_list,
            posts,
            metadata: more_metadata,
            settings,
            pages:
                PageInputs { http_status, addresses, max_page_size, input_format, glob, all_files, index, .. },
            part,
            checkpoint,
            ..
        } = self.args;
        // Files of the same names may be others by now; what is in a folder is not looked at.
        let input_bytes = spec.inputs.iter().map(|path| Some(metadata(path)?.len())).collect();
        let written: Vec<_> = settings.files().map(|path| metadata(path)?.modified().ok()).collect();
        let what = (
            (&spec.inputs, written, checkpoint),
            spec.is_pages_only,
            (method, two_pass, drop_duplicates, index),
            self.format,
            markdown,
            (links, images, link_list, posts, more_metadata),
            settings,
            http_status,
            addresses,
            (max_page_size, input_format, glob, all_files, part),
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

/// What the system says of a file that is one and is there.
fn metadata(path: &Path) -> Option<fs::Metadata> {
    fs::metadata(path).ok().filter(fs::Metadata::is_file)
}

fn file_name(path: &Path) -> Option<String> {
    if path == Path::new("-") { None } else { Some(path.file_name()?.to_string_lossy().into_owned()) }
}
