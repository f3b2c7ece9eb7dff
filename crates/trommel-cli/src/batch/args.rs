//! Flags of `trommel batch`.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use globset::{Glob, GlobSetBuilder};
use regex::Regex;
use trommel::Budget;
use trommel_warc::Statuses;

use crate::batch::help::{AFTER_LONG, LONG_ABOUT};
use crate::files::{Choice, FoundFile, Kind, Told, plain_name};
use crate::inputs::InputFormat;
use crate::jobs::MAX_JOBS;
use crate::settings::{MethodName, Settings};

/// Extract many pages into one output, or one for each input
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER_LONG)]
pub(crate) struct Args {
    /// Pages, files of pages (WARC, ARC, JSON, Parquet, ZIP, tar), folders of all these, or `-`
    #[arg(required = true, value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    /// File to write, packed if its name ends in .gz or .zst; `-` is standard output; `DIR/` has a
    /// file for each input
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// What to write [default: by the name of OUT: .wet, .parquet, else jsonl]
    #[arg(short, long, alias = "to", value_enum)]
    pub(crate) format: Option<OutputFormat>,
    /// What is on standard input, and in files whose names do not say otherwise [default: told by
    /// their first bytes]
    #[arg(long, alias = "from", value_enum)]
    pub(crate) input_format: Option<InputFormat>,
    /// Of folders, read the files whose path below the folder matches, whatever they are; may be
    /// given several times [default: what is a page by its first bytes]
    #[arg(long, value_name = "PATTERN")]
    pub(crate) glob: Vec<Glob>,
    /// Of folders, read all files, whatever they are
    #[arg(long, conflicts_with = "glob")]
    pub(crate) all_files: bool,
    /// Pages to work on at the same time [default: as many as there are processors]
    #[arg(short, long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=MAX_JOBS))]
    pub(crate) jobs: Option<u16>,
    /// HTTP statuses of responses that are pages: 200,404,5xx or all
    #[arg(long, alias = "status", value_name = "LIST", default_value = "2xx")]
    pub(crate) http_status: Statuses,
    #[command(flatten)]
    pub(crate) addresses: Addresses,
    /// Bytes of a page that are read at most, unpacked: 1MiB, ... [default: all]
    #[arg(long, alias = "max-page", value_name = "SIZE", allow_negative_numbers = true, value_parser = Budget::parse)]
    pub(crate) max_page_size: Option<Budget>,
    /// Go on where an interrupted run stopped; outputs that are complete stay as they are
    #[arg(long)]
    pub(crate) resume: bool,
    /// Bytes of output, not packed, after each of which a run can be resumed
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true, default_value = "16MiB", value_parser = Budget::parse)]
    pub(crate) checkpoint: Budget,
    /// Exit with 0 though an input was damaged
    #[arg(long, alias = "accept-damage")]
    pub(crate) allow_damaged: bool,
    /// A bar on a terminal, else a line every 30 seconds; or nothing
    #[arg(long, value_enum, default_value_t)]
    pub(crate) progress: When,
    /// Write what was done, in numbers, as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) summary: Option<PathBuf>,
    /// Which method decides what is main content
    #[arg(short, long, value_enum, default_value_t)]
    pub(crate) method: MethodName,
    /// A field `markdown` in addition to `text`
    #[arg(long)]
    pub(crate) markdown: bool,
    /// Keep links in Markdown
    #[arg(long, requires = "markdown")]
    pub(crate) links: bool,
    #[command(flatten)]
    pub(crate) settings: Settings,
}

impl Args {
    /// Which files of folders are read.
    pub(crate) fn choice(&self) -> Choice {
        if self.all_files {
            return Choice::All;
        }
        if self.glob.is_empty() {
            return Choice::Content;
        }
        let mut globs = GlobSetBuilder::new();
        for glob in &self.glob {
            globs.add(glob.clone());
        }
        // Each of them is sound by itself, so that together they are.
        globs.build().map_or(Choice::Content, Choice::Matching)
    }

    /// All files and folders that are read.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.inputs.iter().map(PathBuf::as_path).chain(self.settings.files())
    }
}

/// What a batch is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// One JSON line a page
    Jsonl,
    /// WARC records of plain text
    Wet,
    /// A Parquet file; needs the feature `parquet`
    Parquet,
}

/// When progress is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// While the batch runs
    #[default]
    Auto,
    /// Never
    Never,
}

/// What to write into a file of this name.
pub(crate) fn by_name(output: &Path) -> OutputFormat {
    let name = plain_name(output).to_lowercase();
    match name.rsplit('.').next() {
        Some("wet") => OutputFormat::Wet,
        Some("parquet") => OutputFormat::Parquet,
        _ => OutputFormat::Jsonl,
    }
}

/// Trouble with a command that cannot write tables.
#[cfg(not(feature = "parquet"))]
pub(crate) fn no_parquet() -> crate::error::CliError {
    let message = "expected a command built with the feature `parquet`, found one without it; `cargo install --path crates/trommel-cli --features parquet` builds it";
    crate::error::CliError::at("--format parquet", message)
}

/// Which pages are wanted, by their addresses. A match takes time linear in the address.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct Addresses {
    /// Only pages whose address matches a regular expression; those without an address do not
    #[arg(long = "url", value_name = "REGEX")]
    wanted: Option<Regex>,
    /// No pages whose address matches a regular expression
    #[arg(long = "not-url", value_name = "REGEX")]
    unwanted: Option<Regex>,
}

impl Addresses {
    /// Whether a page with this address is wanted.
    pub(crate) fn contain(&self, url: Option<&str>) -> bool {
        let matches = |pattern: &Regex| url.is_some_and(|url| pattern.is_match(url));
        self.wanted.as_ref().is_none_or(matches) && !self.unwanted.as_ref().is_some_and(matches)
    }
}

/// Whether an input has an output of its own in a folder of outputs, rather than sharing that of
/// its folder.
pub(crate) fn has_many_pages(file: &FoundFile, from: Option<InputFormat>) -> bool {
    let told = match file.told {
        Some(Told::Kind(kind)) => Some(kind),
        _ => Kind::of_name(&file.path).or(from.map(Into::into)),
    };
    told.is_some_and(|kind| !matches!(kind, Kind::Html | Kind::Mhtml))
}
