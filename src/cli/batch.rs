//! `trommel batch INPUT... -o OUT`: many pages, one output, or one for each input.

#[cfg(feature = "full")]
mod date;
mod feed;
mod folder;
mod job;
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

use super::files::check_outputs;
use super::settings::{MethodName, Settings};
use super::stop::{Outcome, Stop};
use crate::batch::{Kind, Packing, Places, Progress, Watch, kind_of, tell};
use crate::warc::Statuses;
use run::{Finished, Run, Unit, write_summary};
pub(super) use tables::{Read, read};
use tally::{Tally, counted};

const LONG_ABOUT: &str = "\
Extract many pages into one output, or one for each input.

INPUT are HTML files; WARC files (.warc, .warc.gz, .warc.zst, or of a name that says nothing, by their beginning); .jsonl files of objects with a field `html`, and perhaps `id` and `url`; \
all of them plain or packed with gzip or zstd; and folders, which are walked in the order of their paths for .html, .htm, .xhtml and \
.warc files (not into links to other folders, which may lead round). `-` is standard input; --from says what is on it. \
Of WARC files, responses and resources that are HTML or XHTML are pages, by the type that is declared, or where that is missing or \
generic, by their first bytes; what else is there is skipped and counted by reason, and so is any file, record or row that begins as a \
PDF, an image, an archive and their like do. Pages come in the order of the inputs; the output is \
the same, byte for byte, for any number of jobs.

OUT gets its name only when it is complete; until then it is a hidden file .OUT.trommel-part beside it. It is packed if the name ends in \
.gz or .zst. `OUT/` is a folder with an output for each input. A page that cannot be read is reported on standard error and left out; \
what is damaged is read as far as it goes, and reported with its place; all others are done.";

const AFTER_LONG: &str = "\
Examples:
  trommel batch crawl/ -o crawl.jsonl
  trommel batch *.warc.gz -o text.warc.wet.gz
  trommel batch *.warc.gz -o out/ --to wet --resume --summary done.json
  zcat x.warc.gz | trommel batch - --from warc -o - --to wet
  trommel batch a.html b.html.gz more/ -o pages.jsonl.zst --jobs 8 --markdown
  trommel batch crawl/ -o - | jq -r 'select(.blocks_kept == 0) | .id'

JSON of a page: the fields of `trommel --help`; of a record also
  id, url        id and target address of the record
  warc_record_id, warc_date
  http_status, content_type, charset
                 as the HTTP head has them; null where it does not
  source         file, offset (byte of the file where the record begins; packed, where
                 the gzip member or zstd frame begins that it is in), unpacked_offset
  truncated      null; or why the page is not whole (of other pages only where it is so):
                 what WARC-Truncated says, \"segmented\" (its record goes on in others of type
                 continuation, which are skipped), \"damaged\",
                 \"content-encoding\", \"transfer-encoding\", \"content-length\" (it breaks off
                 before that field of its HTTP head says), \"max-page\"

Columns of a Parquet file, null where nothing is known:
  id, url, title, author, date, lang, text, markdown, method, encoding
                 text
  blocks, blocks_kept, decided_early, bytes_in, malformed, elements_forgotten,
  nodes_folded, text_bytes_lost, fallback_bytes_cut, selected, dropped, select_tags_cut,
  select_restarts
                 64-bit integers
  warc_record_id, content_type, charset, truncated, source_file
                 text
  warc_date      timestamp in microseconds, UTC; of a minute, day, month or year the beginning
  http_status, source_offset, source_unpacked_offset
                 64-bit integers
  revealed, site true or false; site only with --site

JSON of --summary:
  pages_in, extracted, empty, errors, bytes_in
                 pages; with main content; without; inputs and pages that could not be read
  not_whole, nothing_selected
                 pages that are cut; with --select, of which nothing is selected
  skipped        records, files and rows that are no pages, by reason: the type of a WARC
                 record (or unknown-type), http-status, content-type, content-encoding,
                 http-head (a page lost with its HTTP head, which is a damaged place, too).
                 All records with a head that can be read, and all files, are in pages_in or
                 here
  damaged        damaged places
  uncounted_outputs
                 with --resume: outputs that were complete before, of which it is not known
                 any more what was done; a summary that is there stays if there are only such
  seconds, mb_per_s
                 of this run; all else counts what it resumed, too

Exit codes:
  0  done, also when the reader of the output went away
  1  done, but no page gave anything
  2  trouble: standard error says where and what; with some pages only, the others are in
     OUT; also where an input was damaged, unless --accept-damage
With --resume, a small file .OUT.trommel-state stays beside an output whose run ended with
1 or 2: a later run with --resume has that exit code and those counts again, and other
inputs and options are refused. Beside others nothing stays, nothing is refused.

Memory:
  Per job the budget of an extractor (two with --markdown); up to four pages that wait,
  of at most 1 MiB as they come in, and of at most 1 MiB as they go out: what a page gives
  beyond that goes to a temporary file (TMPDIR says where), by way of 64 KiB. A line of a
  .jsonl file is held as a whole: one per job and the one being read; more wait only while
  together they hold at most 8 MiB. While its page is taken out it is held three times (one
  of 250 MB takes 745 MB resident). For Parquet, a page is held whole, some four times (one
  of 100 MB takes 388 MB resident): --max-page says how large one may be. Packed inputs take what `trommel --help` says.";

/// Extract many pages into one output, or one for each input
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER_LONG)]
pub(crate) struct Args {
    /// HTML, WARC and JSON lines files, folders of them, or `-`
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
    #[arg(short, long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=MOST_JOBS))]
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
pub(super) const MOST_JOBS: i64 = 1024;

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
    let outputs = if is_folder(&args.output) {
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
    let done = tally.pages + tally.errors + tally.damaged + tally.skipped_records() + finished_before;
    if done == 0 {
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
        && !is_folder(&args.output)
        && crate::batch::plain_name(&args.output).to_lowercase().ends_with(".warc")
    {
        return Err(Stop::at(
            &args.output.display().to_string(),
            "expected a name for JSON lines, WET or a table, found that of a WARC file; .warc.wet and .warc.wet.gz are WET",
        ));
    }
    if args.to.unwrap_or_else(|| by_name(&args.output)) == To::Parquet
        && !is_folder(&args.output)
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

/// Whether OUT is a folder with a file for each input: its name says so.
fn is_folder(output: &Path) -> bool {
    output.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
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
