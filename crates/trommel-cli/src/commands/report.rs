//! `trommel report ROWS...`: a report of a crawl from the rows of `trommel batch`.

use std::io::Write;
use std::path::PathBuf;

use crate::batch::tally::counted;
use crate::commands::explain::is_json;
use crate::commands::out::OutFlag;
use crate::error::{CliError, Status};
use crate::html::{self, Viewer};
use crate::inputs::expect_one_stdin;
use crate::report::collect::Collector;
use crate::report::data::Crawl;
use crate::report::read::read;
use crate::report::summary::RunSummary;
use crate::stderr::note;

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
  One line of at most 256 MiB, its text once more, and some 10 MB for any number of rows. Of
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
    let runs = args.summary.iter().map(|path| RunSummary::read(path)).collect::<Result<_, _>>()?;
    let mut collector = Collector::new();
    for input in &args.inputs {
        read(input, &mut collector);
    }
    let (pages, bad_lines, is_whole) = (collector.pages(), collector.bad_lines(), collector.is_whole());
    let data = collector.data(runs);
    let written = if args.out.file().is_some_and(is_json) {
        serde_json::to_writer(&mut out, &data).map_err(Into::into).and_then(|()| out.write_all(b"\n"))
    } else {
        html::write(Viewer::Crawl, &title_of(&data), &data, &mut out)
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

fn title_of(data: &Crawl) -> String {
    let name = data.inputs.first().map_or("", String::as_str);
    match data.inputs_count {
        0 | 1 => format!("{name} · trommel report"),
        count => format!("{name} and {} more · trommel report", count - 1),
    }
}
