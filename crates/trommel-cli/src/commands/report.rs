//! `trommel report ROWS...`: shows a crawl, from the rows that `trommel batch` wrote.

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
Show a crawl: the rows that `trommel batch` wrote, counted.

The report is one HTML file that needs nothing else and runs from anywhere: pages by host, method, type, language, encoding, HTTP status, content type \
and day, as far as rows say it; lengths of texts, the share of blocks that is kept, confidence; what is damaged; and pages that kept \
nothing, nearly nothing or nearly all, each with the command that explains it.";

const AFTER_LONG: &str = "\
Output:
  an OUT that ends in .json, .json.gz or .json.zst gets the data of the report alone, which
  the manual describes

Lines:
  a line that is no row of `trommel batch` is counted, and left out; the first 20 are named

Memory:
  one line of at most 256 MiB and its text once more, and some 10 MB, whatever the number of
  rows is. Of each field, 1,000 values are counted at most; the report says how many pages
  any other can have. Quantiles are exact up to 31, above that to 3 %

Examples:
  trommel batch crawl/*.warc.gz -o crawl.jsonl.zst && trommel report crawl.jsonl.zst -o report.html
  trommel batch crawl/ -o - | trommel report - -o report.html
  trommel report out/*.jsonl --summary done.json -o report.html.gz

Exit codes:
  0  done, also when the reader of the output went away
  1  there are no rows; a report is written all the same
  2  trouble: standard error says where and what; where only some lines or inputs are bad,
     the report has all others";

/// Show a crawl that `trommel batch` extracted: a report for the browser
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER_LONG)]
pub(crate) struct Args {
    /// JSON lines that `trommel batch` wrote, plain or compressed with gzip or zstd; `-` is
    /// standard input
    #[arg(required = true, value_name = "ROWS")]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    out: OutFlag,
    /// Also show what `trommel batch --summary FILE` wrote: speed, damaged places, what was skipped;
    /// may be given several times
    #[arg(long, value_name = "FILE")]
    summary: Vec<PathBuf>,
}

/// Runs `trommel report`.
pub(crate) fn run(args: &Args) -> Result<Status, CliError> {
    expect_one_stdin(&args.inputs)?;
    // What is wrong with the output is said before anything is read.
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

/// The title of the report.
fn title_of(data: &Crawl) -> String {
    let name = data.inputs.first().map_or("", String::as_str);
    match data.inputs_count {
        0 | 1 => format!("{name} · trommel report"),
        count => format!("{name} and {} more · trommel report", count - 1),
    }
}
