//! `trommel batch INPUT... -o OUT`: many pages, one output.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use clap::ValueEnum;
use tempfile::{SpooledTempFile, spooled_tempfile};
use trommel::Summary;

use super::json::{JsonPages, SPOOL, SPOOL_BYTES, copy};
use super::page::Input;
use super::settings::{MethodName, Settings};
use super::stop::{Outcome, STDOUT, Stop};
use crate::batch::{Output, Walk, in_order};

const LONG_ABOUT: &str = "\
Extract many pages into one output.

INPUT are HTML files, plain or packed with gzip or zstd, and folders, which are walked in the order of their paths for .html, .htm and \
.xhtml files, also with .gz or .zst behind that. Each page becomes one line of JSON, in the order of the inputs; the output is the same \
for any number of jobs. The fields are those of `trommel -f json`, described in `trommel --help`.

OUT has its name only when it is complete (until then it is a file .trommel-*.part beside it, which an interrupted run leaves behind); \
it is packed if the name ends in .gz or .zst. A page that cannot be read is reported on \
standard error and left out; all others are done.";

const AFTER_LONG: &str = "\
Examples:
  trommel batch crawl/ -o crawl.jsonl
  trommel batch a.html b.html.gz more/ -o pages.jsonl.zst --jobs 8 --markdown
  trommel batch crawl/ -o - | jq -r 'select(.blocks_kept == 0) | .id'

Exit codes:
  0  done, also when the reader of the output went away
  1  done, but no page gave anything
  2  trouble: standard error says where and what; with some pages only, the others are in OUT

Memory:
  Per job the budget of an extractor (two with --markdown), and up to five finished pages of
  at most 1 MiB each; what a page gives beyond that goes to a temporary file (TMPDIR says
  where). Packed inputs take what `trommel --help` says.";

/// Extract many pages into one output
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER_LONG)]
pub(crate) struct Args {
    /// HTML files and folders of them
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// File to write, packed if its name ends in .gz or .zst; `-` is standard output
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// What to write
    #[arg(long, value_enum, default_value_t)]
    to: To,
    /// Pages to work on at the same time [default: as many as there are processors]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_JOBS))]
    jobs: Option<u16>,
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

/// What a batch is written as.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum To {
    /// One JSON line a page
    #[default]
    Jsonl,
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

/// A finished page: its line, and what is known of it.
struct Page {
    line: SpooledTempFile,
    summary: Summary,
}

/// What was done so far.
#[derive(Default)]
struct Tally {
    pages: u64,
    extracted: u64,
    errors: u64,
    bytes_in: u64,
}

/// Runs `trommel batch`.
pub(crate) fn run(args: &Args) -> Result<Outcome, Stop> {
    let To::Jsonl = args.to;
    let begin = Instant::now();
    let options = args.settings.options(args.method)?.with_links(args.links);
    let workers = (0..threads(args.jobs))
        .map(|_| {
            let mut pages = JsonPages::new(&args.settings, &options, args.markdown)?;
            Ok(move |path| page(path, &mut pages))
        })
        .collect::<Result<Vec<_>, Stop>>()?;
    let out_name =
        if args.output == Path::new("-") { STDOUT.to_string() } else { args.output.display().to_string() };
    let mut output = Output::create(&args.output).map_err(|error| Stop::writing(&out_name, &error))?;
    let mut tally = Tally::default();
    let mut stop = None;
    let take = |page| match tally.take(page, &mut output) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            stop = Some(Stop::writing(&out_name, &error));
            ControlFlow::Break(())
        }
    };
    in_order(workers, Walk::new(&args.inputs), take).map_err(no_threads)?;
    if let Some(stop) = stop {
        return Err(stop);
    }
    if tally.pages == 0 && tally.errors == 0 {
        return Err(no_pages(&args.inputs));
    }
    if tally.pages > 0 {
        output.finish().map_err(|error| Stop::writing(&out_name, &error))?;
    }
    report(&tally.summary(begin.elapsed().as_secs_f64()));
    Ok(match tally {
        Tally { errors: 1.., .. } => Outcome::Reported,
        Tally { extracted: 0, .. } => Outcome::Nothing,
        _ => Outcome::Done,
    })
}

/// Trouble with inputs in which there are no pages.
pub(super) fn no_pages(inputs: &[PathBuf]) -> Stop {
    let names: Vec<_> = inputs.iter().map(|input| input.display().to_string()).collect();
    let message = "expected pages (.html, .htm, .xhtml, also with .gz or .zst behind that), found none; check the folder";
    Stop::at(&names.join(", "), message)
}

/// Makes the line of a page.
fn page(path: Result<PathBuf, (PathBuf, io::Error)>, pages: &mut JsonPages) -> Result<Page, Stop> {
    let path = path.map_err(|(path, error)| Stop::reading(&path.display().to_string(), &error))?;
    let mut input = Input::open(&path)?;
    let mut line = spooled_tempfile(SPOOL_BYTES);
    let summary = pages.write(&mut input, None, &mut line, SPOOL)?;
    Ok(Page { line, summary })
}

/// One line on standard error.
pub(super) fn report(message: &str) {
    // Where nobody can be told, the exit code still says it.
    let _ = writeln!(io::stderr(), "trommel: {message}");
}

impl Tally {
    /// Counts a page and writes its line to `output`, or reports what went wrong with it.
    fn take(&mut self, page: Result<Page, Stop>, output: &mut Output) -> io::Result<()> {
        match page {
            Ok(page) => {
                self.pages += 1;
                self.extracted += u64::from(page.summary.blocks_kept > 0);
                self.bytes_in += page.summary.bytes_in;
                copy(page.line, output)
            }
            Err(stop) => {
                self.errors += 1;
                if let Stop::Trouble(message) = stop {
                    report(&message);
                }
                Ok(())
            }
        }
    }

    /// The line at the end.
    fn summary(&self, seconds: f64) -> String {
        let Self { pages, extracted, errors, bytes_in } = self;
        let megabytes = *bytes_in as f64 / 1e6;
        let speed = megabytes / seconds.max(1e-9);
        let empty = pages - extracted;
        format!(
            "{} pages in, {extracted} extracted, {empty} empty, {errors} errors, {megabytes:.1} MB, {speed:.1} MB/s",
            pages + errors
        )
    }
}
