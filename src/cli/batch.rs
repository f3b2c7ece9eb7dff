//! `trommel batch INPUT... -o OUT`: many pages, one output, or one for each input.

#[cfg(feature = "full")]
mod date;
mod feed;
mod folder;
mod help;
mod job;
mod left;
mod make;
mod run;
#[cfg(feature = "full")]
mod table;
mod tables;
mod tally;

use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Instant;

use clap::ValueEnum;
use trommel::Budget;

use super::files::{check_outputs, names_folder};
use super::settings::{MethodName, Settings};
use super::stop::{Outcome, Stop};
use crate::batch::{Kind, Packing, Places, Progress, Watch, kind_of, tell};
use crate::warc::Statuses;
use help::{AFTER_LONG, LONG_ABOUT};
use left::Finished;
use run::{Run, Unit, write_summary};
pub(super) use tables::{Read, read};
use tally::{Tally, counted};

/// Extract many pages into one output, or one for each input
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER_LONG)]
pub(crate) struct Args {
    /// HTML, WARC and JSON lines files, folders of HTML and WARC files, or `-`
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// File to write, packed if its name ends in .gz or .zst; `-` is standard output; `DIR/` has a file for each input
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// What to write [default: by the name of OUT: .wet, .parquet, else jsonl]
    #[arg(long, value_enum)]
    to: Option<To>,
    /// What is on standard input, and in files whose names do not say it
    #[arg(long, value_enum)]
    from: Option<From>,
    /// Pages to work on at the same time [default: as many as there are processors]
    #[arg(short, long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=MAX_JOBS))]
    jobs: Option<u16>,
    /// HTTP statuses of responses that are pages: 200,404,5xx or all
    #[arg(long, value_name = "LIST", default_value = "2xx")]
    status: Statuses,
    /// Bytes of a page that are read at most, unpacked: 1MiB, ... [default: all]
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true, value_parser = Budget::parse)]
    max_page: Option<Budget>,
    /// Go on where an interrupted run stopped; outputs that are complete stay as they are
    #[arg(long)]
    resume: bool,
    /// Bytes of output, not packed, behind each of which a run can be resumed
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true, default_value = "16MiB", value_parser = Budget::parse)]
    checkpoint: Budget,
    /// Exit with 0 though an input was damaged
    #[arg(long)]
    accept_damage: bool,
    /// A bar on a terminal, else a line every 30 seconds; or nothing
    #[arg(long, value_enum, default_value_t)]
    progress: When,
    /// Write what was done, in numbers, as JSON
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,
    /// Which method decides what is main content
    #[arg(short, long, value_enum, default_value_t)]
    method: MethodName,
    /// A field `markdown` beside `text`
    #[arg(long)]
    markdown: bool,
    /// Keep links in Markdown
    #[arg(long, requires = "markdown")]
    links: bool,
    #[command(flatten)]
    settings: Settings,
}

impl Args {
    /// All files and folders that are read.
    fn files(&self) -> impl Iterator<Item = &Path> {
        self.inputs.iter().map(PathBuf::as_path).chain(self.settings.files())
    }
}

/// What a batch is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum To {
    /// One JSON line a page
    Jsonl,
    /// WARC records of plain text
    Wet,
    /// A Parquet file; needs the feature `full`
    Parquet,
}

/// What an input is.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum From {
    /// WARC records
    Warc,
    /// One page
    Html,
    /// One JSON object a line, with a page in its field `html`
    Jsonl,
}

impl std::convert::From<From> for Kind {
    fn from(from: From) -> Self {
        match from {
            From::Warc => Self::Warc,
            From::Html => Self::Html,
            From::Jsonl => Self::Jsonl,
        }
    }
}

/// When progress is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum When {
    /// While the batch runs
    #[default]
    Auto,
    /// Never
    Never,
}

/// Most threads that can be asked for.
pub(super) const MAX_JOBS: i64 = 1024;

/// Number of threads: what was asked for, or one a processor.
pub(super) fn threads(jobs: Option<u16>) -> usize {
    jobs.map_or_else(|| thread::available_parallelism().map_or(1, NonZeroUsize::get), usize::from)
}

/// Trouble with getting threads.
pub(super) fn no_threads(error: io::Error) -> Stop {
    Stop::at("--jobs", format!("no thread can be had: {error}"))
}

/// Runs `trommel batch`.
pub(crate) fn run(args: &Args) -> Result<Outcome, Stop> {
    let begin = Instant::now();
    check(args)?;
    let options = args.settings.options(args.method)?.with_links(args.links);
    let to = args.to.unwrap_or_else(|| by_name(&args.output));
    let progress = Arc::new(Progress::default());
    progress.all_file_bytes.store(file_bytes(&args.inputs), Relaxed);
    let watch = (args.progress == When::Auto).then(|| Watch::begin(&progress));
    let outputs = if names_folder(&args.output) {
        folder::run(args, &options, to, &progress)?
    } else {
        check_outputs([&*args.output].into_iter().chain(args.summary.as_deref()), args.files())?;
        let jobs = threads(args.jobs);
        let unit = Unit { inputs: args.inputs.clone(), is_html_only: false, output: args.output.clone() };
        let run = Run { args, options: &options, to, jobs, progress: &progress };
        vec![run.unit(&unit)?]
    };
    drop(watch);
    let mut tally = Tally::default();
    outputs.iter().for_each(|output| tally.add(&output.tally));
    let finished_before = count(&outputs, |output| output.is_of_before);
    let uncounted = count(&outputs, |output| output.is_uncounted);
    let done = tally.pages + tally.errors + tally.damaged + tally.skipped_records() + uncounted;
    if done == 0 {
        // A later run ends so, too, as all outputs have their part in it.
        if !args.resume {
            outputs.iter().for_each(Finished::forget);
        }
        return Err(no_pages(&args.inputs, PAGES_AND_RECORDS));
    }
    let seconds = begin.elapsed().as_secs_f64();
    let bytes = progress.page_bytes.load(Relaxed);
    if finished_before > 0 {
        report(&format!("{} complete before", counted(finished_before, "output")));
    }
    report(&tally.line(bytes, seconds));
    if let Some(path) = &args.summary {
        if uncounted > 0 && finished_before == outputs.len() as u64 && path.is_file() {
            let outputs = counted(uncounted, "output");
            report(&format!(
                "{}: stays as it is: nothing was done, and of {outputs} it is not known any more what was done before",
                path.display()
            ));
        } else {
            write_summary(path, &tally.json(bytes, seconds, uncounted))?;
        }
    }
    let outcome = outcome(&tally, args, uncounted);
    for output in &outputs {
        // What made the run end so makes a later one end so, too; of all else nothing stays beside an output.
        let tells =
            args.resume && outcome != Outcome::Done && self::outcome(&output.tally, args, 0) == outcome;
        if !tells || output.is_uncounted {
            output.forget();
        }
    }
    Ok(outcome)
}

/// How a run ends in which this was done, beside what was done before for some outputs of which it is not known.
fn outcome(tally: &Tally, args: &Args, uncounted: u64) -> Outcome {
    match tally {
        Tally { errors: 1.., .. } => Outcome::Reported,
        Tally { damaged: 1.., .. } if !args.accept_damage => Outcome::Reported,
        Tally { extracted: 0, .. } if uncounted == 0 => Outcome::Nothing,
        _ => Outcome::Done,
    }
}

/// How many outputs are so.
fn count(outputs: &[Finished], is_so: impl Fn(&Finished) -> bool) -> u64 {
    outputs.iter().filter(|output| is_so(output)).count() as u64
}

/// Flags that do not go together.
fn check(args: &Args) -> Result<(), Stop> {
    #[cfg(not(feature = "full"))]
    if args.to.unwrap_or_else(|| by_name(&args.output)) == To::Parquet {
        return Err(no_parquet());
    }
    if args.to.is_none()
        && !names_folder(&args.output)
        && crate::batch::plain_name(&args.output).to_lowercase().ends_with(".warc")
    {
        return Err(Stop::at(
            &args.output.display().to_string(),
            "expected a name for JSON lines, WET or a table, found that of a WARC file; .warc.wet and .warc.wet.gz are WET",
        ));
    }
    if args.to.unwrap_or_else(|| by_name(&args.output)) == To::Parquet
        && !names_folder(&args.output)
        && Packing::of(&args.output) != Packing::None
    {
        return Err(Stop::at(
            &args.output.display().to_string(),
            "expected a name for a Parquet file without .gz or .zst, found one with it; its columns are packed already, and readers need its end",
        ));
    }
    expect_kind_of_stdin(&args.inputs, args.from)?;
    if args.resume && matches!(Places::of(&args.output), Ok(None)) {
        return Err(Stop::at(
            "--resume",
            "expected a file or a folder as OUT, found what is written directly",
        ));
    }
    if args.markdown && args.to.unwrap_or_else(|| by_name(&args.output)) == To::Wet {
        return Err(Stop::at(
            "--markdown",
            "expected JSON lines or a table to add a field to, found WET, which is text alone",
        ));
    }
    Ok(())
}

/// Trouble with a command that cannot write tables.
#[cfg(not(feature = "full"))]
fn no_parquet() -> Stop {
    let message = "expected a command built with the feature `full`, found one without it; `cargo install --path . --features full` builds it";
    Stop::at("--to parquet", message)
}

/// Refuses standard input of which nobody says what is on it, or that is to be read twice.
fn expect_kind_of_stdin(inputs: &[PathBuf], from: Option<From>) -> Result<(), Stop> {
    let message = match inputs.iter().filter(|input| *input == Path::new("-")).count() {
        0 => return Ok(()),
        1 if from.is_some() => return Ok(()),
        1 => "expected a file, or --from warc|html|jsonl, which says what is on standard input",
        _ => "expected standard input once, found it more often",
    };
    Err(Stop::at("-", message))
}

/// What to write into a file of this name.
fn by_name(output: &Path) -> To {
    let name = crate::batch::plain_name(output).to_lowercase();
    match name.rsplit('.').next() {
        Some("wet") => To::Wet,
        Some("parquet") => To::Parquet,
        _ => To::Jsonl,
    }
}

/// Bytes of all inputs; 0 where they are not all files.
fn file_bytes(inputs: &[PathBuf]) -> u64 {
    let bytes =
        |path: &PathBuf| path.metadata().ok().filter(std::fs::Metadata::is_file).map(|found| found.len());
    inputs.iter().map(bytes).sum::<Option<u64>>().unwrap_or(0)
}

/// Trouble with inputs in which there are no pages.
///
/// In: `endings` are those of what is looked for in folders.
pub(super) fn no_pages(inputs: &[PathBuf], endings: &str) -> Stop {
    let names: Vec<_> = inputs.iter().map(|input| input.display().to_string()).collect();
    let message = if inputs.iter().any(|input| input.is_dir()) {
        format!("expected pages ({endings}, also with .gz or .zst behind that), found none; check the folder")
    } else {
        "expected pages, found an empty input: no record, no line".to_string()
    };
    Stop::at(&names.join(", "), message)
}

/// Endings of pages in folders, for messages.
pub(super) const PAGES: &str = ".html, .htm, .xhtml";

/// Endings of pages and of files of records in folders, for messages.
pub(super) const PAGES_AND_RECORDS: &str = ".html, .htm, .xhtml, .warc";

/// One line on standard error.
pub(super) fn report(message: &str) {
    tell(&format!("trommel: {message}"));
}

/// Whether an input has an output of its own in a folder of outputs, rather than sharing that of its folder.
fn has_many_pages(path: &Path, from: Option<From>) -> bool {
    matches!(kind_of(path).or(from.map(Into::into)), Some(Kind::Warc | Kind::Jsonl))
}
