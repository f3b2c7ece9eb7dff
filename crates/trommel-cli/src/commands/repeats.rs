//! `trommel repeats build|merge`: a sketch of text that is repeated on pages of the same host.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use trommel::repeats::{Counts, Limits, Repeats};
use trommel::{Method, Options};

use crate::batch::encode::Encoder;
use crate::batch::interruption::Interruption;
use crate::batch::made::Encoded;
use crate::batch::page_inputs::PageInputs;
use crate::batch::site_pages;
use crate::batch::tally::counted;
use crate::choices;
use crate::commands::out::expect_ending;
use crate::error::{CliError, Status};
use crate::files::{Output, check_outputs};
use crate::headings::CONTENT;
use crate::jobs::JobsFlag;
use crate::repeats::read_repeats;
use crate::settings::Settings;
use crate::size;
use crate::stderr::note;

const AFTER_LONG: &str = "\
Examples:
  trommel repeats build crawl/*.warc.gz -m line-block -o crawl.repeats
  trommel batch crawl/*.warc.gz -m line-block --repeats crawl.repeats -o text.jsonl
  trommel repeats merge part-*.repeats -o crawl.repeats

Exit codes:
  0  done
  2  error: standard error says where and what; pages that cannot be read are left out

Memory:
  --memory limits the sketch. If it is full, texts on few pages of a host are forgotten first,
  then whole hosts; their number is reported.";

/// Collect text that is repeated on pages of the same host
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER_LONG)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: RepeatsCommand,
}

#[derive(Debug, Subcommand)]
enum RepeatsCommand {
    Build(Box<BuildArgs>),
    Merge(MergeArgs),
}

/// Read pages and write a sketch of text repeated on pages of the same host
#[derive(Debug, clap::Args)]
struct BuildArgs {
    /// Output file of the sketch
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Maximum memory of the sketch: 64MiB, 1GiB, ... [default: 256MiB]
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true, value_parser = size::at_least_one)]
    memory: Option<u64>,
    #[command(flatten)]
    pages: PageInputs,
    /// Extraction method
    #[arg(short, long, help_heading = CONTENT, default_value_t, value_parser = choices::method())]
    method: Method,
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    jobs: JobsFlag,
}

/// Merge sketches of parts of a crawl
#[derive(Debug, clap::Args)]
struct MergeArgs {
    /// Sketches made by `trommel repeats build`; the memory limits of the first one apply
    #[arg(required = true, value_name = "FILE")]
    inputs: Vec<PathBuf>,
    /// Output file of the merged sketch
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

pub(crate) fn run(args: Args) -> Result<Status, CliError> {
    match args.command {
        RepeatsCommand::Build(mut args) => {
            args.pages.add_list()?;
            build(&args)
        }
        RepeatsCommand::Merge(args) => merge(&args),
    }
}

fn build(args: &BuildArgs) -> Result<Status, CliError> {
    check_outputs([&*args.output], args.pages.files().chain(args.settings.files()))?;
    expect_ending(&args.output, &[])?;
    let options = args.settings.options(args.method)?;
    let all_bytes = args.memory.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    let limits = Limits { all_bytes: all_bytes.unwrap_or(Limits::DEFAULT.all_bytes), ..Limits::DEFAULT };
    let (repeats, is_whole) =
        collect(&args.pages, args.jobs.threads(), None, &args.settings, &options, limits)?;
    write(&repeats, &args.output)?;
    tell(&repeats);
    Ok(if is_whole { Status::Done } else { Status::CompletedWithErrors })
}

fn merge(args: &MergeArgs) -> Result<Status, CliError> {
    check_outputs([&*args.output], args.inputs.iter().map(PathBuf::as_path))?;
    expect_ending(&args.output, &[])?;
    let mut merged: Option<Repeats> = None;
    for path in &args.inputs {
        let repeats = read_repeats(path)?;
        match &mut merged {
            Some(merged) => merged.merge(&repeats),
            None => merged = Some(repeats),
        }
    }
    let repeats = merged.unwrap_or_else(|| Repeats::new(Limits::DEFAULT));
    write(&repeats, &args.output)?;
    tell(&repeats);
    Ok(Status::Done)
}

/// Collects repeated text of the inputs, in the same way for any number of jobs.
///
/// Out: the sketch, and whether all inputs could be read.
pub(crate) fn collect(
    pages: &PageInputs,
    jobs: usize,
    first_of_two: Option<&Interruption>,
    settings: &Settings,
    options: &Options,
    limits: Limits,
) -> Result<(Repeats, bool), CliError> {
    let mut repeats = Repeats::new(limits);
    let is_whole = site_pages::read(
        pages,
        jobs,
        first_of_two,
        || Encoder::sketches(settings, options),
        |page| {
            if let Encoded::Sketch(sketch) = &page.encoded {
                repeats.add(sketch, page.id.as_deref());
            }
        },
    )?;
    Ok((repeats, is_whole))
}

fn write(repeats: &Repeats, path: &Path) -> Result<(), CliError> {
    let name = path.display().to_string();
    let writing = |error: io::Error| CliError::writing(&name, &error);
    let mut output = Output::create(path).map_err(writing)?;
    repeats.write(|piece| output.write_all(piece)).map_err(writing)?;
    output.finish().map_err(writing)
}

/// Reports the size of a sketch, and what it left out.
pub(crate) fn tell(repeats: &Repeats) {
    let counts: Counts = repeats.counts();
    note(&format!(
        "{} of {}, {}, {:.1} MB of memory; {}",
        counted(counts.pages, "page"),
        counted(repeats.hosts() as u64, "host"),
        counted(repeats.texts() as u64, "text"),
        repeats.bytes() as f64 / 1e6,
        counted(counts.duplicates, "duplicate"),
    ));
    let left_out = [
        (counts.pages_without_host, "page", "without a URL, so that its host is unknown"),
        (
            counts.hosts_forgotten,
            "host",
            "forgotten because the memory is full; raise it with `trommel repeats build --memory`",
        ),
        (counts.ids_left_out, "id", "left out: too long, or the memory is full"),
        (counts.blocks_left_out, "block", "left out, from pages with more than 4096 different ones"),
    ];
    for (count, what, why) in left_out.into_iter().filter(|(count, ..)| *count > 0) {
        note(&format!("{} {why}", counted(count, what)));
    }
}
