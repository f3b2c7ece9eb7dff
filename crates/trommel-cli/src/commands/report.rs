//! `trommel report ROWS...`: a report of a crawl from the rows of `trommel batch`.

use std::io::{self, Cursor, Read, Write};
use std::path::{Path, PathBuf};

use trommel_report::{Collector, RunSummary, write_crawl};

use crate::batch::tally::counted;
use crate::commands::explain::is_json;
use crate::commands::out::OutFlag;
use crate::error::{CliError, Status};
use crate::files::{Begin, InputFormat, SNIFF_BYTES, Sniffed, decompress, open, reading_one};
use crate::inputs::expect_one_stdin;
use crate::page::STDIN;
use crate::stderr::{note, report};

/// Maximum bytes of a summary.
const MAX_SUMMARY_BYTES: u64 = 1 << 20;

const LONG_ABOUT: &str = "\
Show statistics of a crawl from the rows written by `trommel batch`.

The report is a single self-contained HTML file. It has pages by host, method, type, language, encoding, HTTP status, content \
type and day, if the rows have these fields; distributions of text length, share of kept blocks, and confidence; damage; and \
pages that kept nothing, nearly nothing or nearly everything, each with the command that explains it.";

const AFTER_LONG: &str = "\
Output:
  An OUT that ends in .json, .json.gz or .json.zst gets only the data of the report, which
  the manual describes.

Lines:
  Lines that are not rows of `trommel batch` are counted and left out; the first 20 are named.

Memory:
  One line of at most 256 MiB, a copy of its text, and about 10 MB for any number of rows. Of
  each field, at most 1,000 values are counted; the report gives the maximum number of pages
  of any other value. Quantiles are exact up to 31, and above that to 3 %.

Examples:
  trommel batch crawl/*.warc.gz -o crawl.jsonl.zst && trommel report crawl.jsonl.zst -o report.html
  trommel batch crawl/ -o - | trommel report - -o report.html
  trommel report out/*.jsonl --summary done.json -o report.html.gz

Exit codes:
  0  done, also if the reader of the output closed it
  1  there are no rows; a report is still written
  2  error: standard error says where and what. If only some lines or inputs are bad, the
     report has all others";

/// Show statistics of a crawl extracted by `trommel batch`, as a report for the browser
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER_LONG)]
pub(crate) struct Args {
    /// JSON lines written by `trommel batch`, optionally compressed with gzip or zstd; `-` is
    /// standard input
    #[arg(required = true, value_name = "ROWS")]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    out: OutFlag,
    /// Also show a summary written by `trommel batch --summary`: speed, damaged places, skipped
    /// records; may be given several times
    #[arg(long, value_name = "FILE")]
    summary: Vec<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<Status, CliError> {
    expect_one_stdin(&args.inputs)?;
    // Check the output before reading anything.
    let mut out = args.out.open(args.inputs.iter().chain(&args.summary).map(PathBuf::as_path))?;
    args.out.expect_ending(&["html", "htm", "json"])?;
    let runs = args.summary.iter().map(|path| read_summary(path)).collect::<Result<_, _>>()?;
    let mut collector = Collector::default();
    for input in &args.inputs {
        read(input, &mut collector);
    }
    let (pages, bad_lines, is_whole) = (collector.pages(), collector.bad_lines(), collector.is_whole());
    let data = collector.data(runs);
    let written = if args.out.file().is_some_and(is_json) {
        serde_json::to_writer(&mut out, &data).map_err(Into::into).and_then(|()| out.write_all(b"\n"))
    } else {
        write_crawl(&data, &mut out)
    };
    written.map_err(|error| out.error(&error))?;
    out.finish()?;
    note(&format!("{}, {}", counted(pages, "page"), counted(bad_lines, "bad line")));
    Ok(match pages {
        _ if !is_whole => Status::CompletedWithErrors,
        0 => Status::Empty,
        _ => Status::Done,
    })
}

/// Reads a summary.
///
/// Errors: the file cannot be read, or is not a summary.
fn read_summary(path: &Path) -> Result<RunSummary, CliError> {
    let name = path.display().to_string();
    let mut json = Vec::new();
    open(path)
        .and_then(|file| file.take(MAX_SUMMARY_BYTES).read_to_end(&mut json))
        .map_err(|error| reading_one(&name, &error))?;
    RunSummary::of(&name, &json).map_err(|error| {
        CliError::at(
            &name,
            format!("expected a summary written by `trommel batch --summary`, found: {error}"),
        )
    })
}

/// Counts the rows of an input. Errors are counted and reported.
///
/// Cost: holds one line.
fn read(path: &Path, collector: &mut Collector) {
    let is_stdin = path == Path::new("-");
    let name = if is_stdin { STDIN.to_string() } else { path.display().to_string() };
    collector.begin(&name);
    let bytes = if is_stdin { decompress(io::stdin()) } else { open(path) };
    let file = (!is_stdin).then_some(path);
    let read = bytes.and_then(|mut bytes| {
        let mut begin = Vec::new();
        bytes.by_ref().take(SNIFF_BYTES as u64).read_to_end(&mut begin)?;
        let other = other_kind(&begin, file);
        if other.is_none() {
            let begin = Cursor::new(begin);
            collector.read(begin.chain(bytes), &name, report)?;
        }
        Ok(other)
    });
    let error = match read {
        Ok(None) => return,
        Ok(Some(found)) => {
            let message = "expected JSON lines from `trommel batch --format jsonl`, found";
            CliError::at(&name, format!("{message} {found}"))
        }
        Err(error) => reading_one(&name, &error),
    };
    if let CliError::Message(message) = error {
        report(&message);
        collector.unread(&message);
    }
}

/// The format of an input whose first lines do not look like JSON.
fn other_kind(begin: &[u8], path: Option<&Path>) -> Option<&'static str> {
    let is_json = |line: &[u8]| {
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii_start();
        line.starts_with(b"{") || line.starts_with(b"[")
    };
    if begin.trim_ascii().is_empty() || begin.split(|byte| *byte == b'\n').any(is_json) {
        return None;
    }
    Some(match (Begin { bytes: begin, path }).sniff() {
        Sniffed::Format(InputFormat::Jsonl | InputFormat::Json) | Sniffed::Text => "text",
        Sniffed::Format(kind) => kind.name(),
        Sniffed::NoHtml(other) => other.found,
    })
}
