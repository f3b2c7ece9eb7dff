//! Flags of `trommel batch`.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use trommel::{Format, Method};

use crate::batch::help::{AFTER_LONG, LONG_ABOUT};
use crate::batch::page_inputs::PageInputs;
use crate::batch::part::FilePart;
use crate::choices;
use crate::chunks::ChunkFlags;
use crate::commands::out::expect_ending;
use crate::error::CliError;
use crate::field_flags::FieldFlags;
use crate::files::{FoundFile, InputFormat, Places, Sniffed, names_folder, plain_name};
use crate::headings::{CONTENT, INPUT, OUTPUT, RUNNING};
use crate::jobs::JobsFlag;
use crate::remote::is_address;
use crate::settings::Settings;
use crate::size;

/// Extract many pages into one output, or one for each input
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER_LONG)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) pages: PageInputs,
    /// Of WARC files, read the records that begin in part I of N equal parts, from 1/N to N/N; a
    /// file that cannot be split belongs to part 1
    #[arg(long, help_heading = INPUT, hide_short_help = true, value_name = "I/N", allow_negative_numbers = true)]
    pub(crate) part: Option<FilePart>,
    /// Output file, compressed if its name ends in .gz or .zst; `-` is standard output; with
    /// `DIR/`, one file per input
    #[arg(short, long, help_heading = OUTPUT, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// Output format [default: by the extension of OUT; jsonl for folders and pipes]
    #[arg(short, long, help_heading = OUTPUT, alias = "to", value_enum)]
    pub(crate) format: Option<OutputFormat>,
    #[command(flatten)]
    pub(crate) fields: FieldFlags,
    /// Write chunks of the main content for search and retrieval, one JSON line each, instead of
    /// pages
    #[arg(long)]
    pub(crate) chunks: bool,
    #[command(flatten)]
    pub(crate) chunk_flags: ChunkFlags,
    /// Extraction method
    #[arg(short, long, help_heading = CONTENT, default_value_t, value_parser = choices::method())]
    pub(crate) method: Method,
    /// Read all inputs twice: first to find repeated text of each host, then to extract
    ///
    /// Same as `trommel repeats build` with these inputs, then --repeats.
    #[arg(long, help_heading = CONTENT, hide_short_help = true, conflicts_with_all = ["repeats", "part"])]
    pub(crate) two_pass: bool,
    /// Leave out pages whose kept text appeared on an earlier page, according to --repeats or
    /// --two-pass
    #[arg(long, help_heading = CONTENT, hide_short_help = true)]
    pub(crate) drop_duplicates: bool,
    #[command(flatten)]
    pub(crate) settings: Settings,
    #[command(flatten)]
    pub(crate) jobs: JobsFlag,
    /// Continue where an interrupted run stopped; complete outputs are kept
    #[arg(long, help_heading = RUNNING)]
    pub(crate) resume: bool,
    /// Bytes of output, before compression, between checkpoints for --resume
    #[arg(
        long,
        help_heading = RUNNING,
        hide_short_help = true,
        value_name = "SIZE",
        allow_negative_numbers = true,
        default_value = "16MiB",
        value_parser = size::any
    )]
    pub(crate) checkpoint: u64,
    /// Exit with 0 even if an input was damaged
    #[arg(long, help_heading = RUNNING, hide_short_help = true, alias = "accept-damage")]
    pub(crate) allow_damaged: bool,
    /// When to show progress: a bar on a terminal, a line every 30 seconds elsewhere
    #[arg(long, help_heading = RUNNING, hide_short_help = true, value_enum, default_value_t)]
    pub(crate) progress: When,
    /// Write counts and speed as JSON
    #[arg(long, help_heading = RUNNING, hide_short_help = true, value_name = "FILE")]
    pub(crate) summary: Option<PathBuf>,
}

impl Args {
    /// The output format, by the extension of the output or by `--format`.
    ///
    /// Errors: the two disagree, or neither is given.
    pub(crate) fn output_format(&self) -> Result<OutputFormat, CliError> {
        let name = self.output.display().to_string();
        let is_place = is_address(&self.output) || matches!(Places::of(&self.output), Ok(Some(_)));
        let is_file = is_place && !names_folder(&self.output);
        let named = OutputFormat::of_name(&self.output).filter(|_| is_file);
        match (self.format, named) {
            (Some(format), Some(named)) if format != named => {
                Err(other_ending(&self.output, &value_name(named), &value_name(format)))
            }
            (Some(format), None) if is_file => {
                let others: &[&str] = match format {
                    OutputFormat::Jsonl => &["json"],
                    OutputFormat::Wet => &["warc"],
                    _ => &[],
                };
                expect_ending(&self.output, others).map(|()| format)
            }
            (Some(format), _) | (None, Some(format)) => Ok(format),
            (None, None) if !is_file => Ok(OutputFormat::Jsonl),
            (None, None) if plain_name(&self.output).to_lowercase().ends_with(".warc") => {
                let message = "expected a name for JSON lines, WET or a table, found a WARC file name; for WET, use .warc.wet or .warc.wet.gz";
                Err(CliError::at(&name, message))
            }
            (None, None) => {
                let message = "expected --format, or a name that ends in .jsonl, .csv, .txt, .md, .html, .wet or .parquet, optionally followed by .gz or .zst";
                Err(CliError::at(&name, message))
            }
        }
    }

    /// The part of each file to read, if not all of it.
    pub(crate) fn real_part(&self) -> Option<FilePart> {
        self.part.filter(|part| !part.is_whole())
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.pages.files().chain(self.settings.files())
    }
}

/// Output formats of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// JSON lines, one page each
    #[value(alias = "json")]
    Jsonl,
    /// CSV, with column names in the first line
    Csv,
    /// Plain text; in a single file, a line with a form feed ends each page
    Text,
    /// Markdown; in a single file, a comment with the page's source begins each page
    Markdown,
    /// HTML with the kept structure only; in a single file, as for Markdown
    Html,
    /// WET: WARC records of plain text
    Wet,
    /// Parquet; needs the feature `parquet`
    Parquet,
}

/// The error for an output whose extension contradicts `--format`.
pub(crate) fn other_ending(output: &Path, ending: &str, found: &str) -> CliError {
    let name = output.display();
    let message = format!(
        "expected {ending} by the extension of {name}, found {found}; change the extension, or leave out --format"
    );
    CliError::at("--format", message)
}

/// Name of a value on the command line.
pub(crate) fn value_name(value: impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_string()).unwrap_or_default()
}

impl OutputFormat {
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Self::Jsonl => ".jsonl",
            Self::Csv => ".csv",
            Self::Text => ".txt",
            Self::Markdown => ".md",
            Self::Html => ".html",
            Self::Wet => ".warc.wet.gz",
            Self::Parquet => ".parquet",
        }
    }

    /// The rendered format, if outputs contain nothing but rendered pages. In a folder, each page
    /// then has its own file.
    pub(crate) fn rendered(self) -> Option<Format> {
        match self {
            Self::Text => Some(Format::Text),
            Self::Markdown => Some(Format::Markdown),
            Self::Html => Some(Format::Html),
            Self::Jsonl | Self::Csv | Self::Wet | Self::Parquet => None,
        }
    }

    /// The format by the extension of a name, if it is known.
    pub(crate) fn of_name(output: &Path) -> Option<Self> {
        let name = plain_name(output).to_lowercase();
        Some(match name.rsplit_once('.')?.1 {
            "jsonl" | "ndjson" => Self::Jsonl,
            "csv" => Self::Csv,
            "txt" | "text" => Self::Text,
            "md" | "markdown" => Self::Markdown,
            "html" | "htm" => Self::Html,
            "wet" => Self::Wet,
            "parquet" => Self::Parquet,
            _ => return None,
        })
    }
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

/// The error for a command built without Parquet.
#[cfg(not(feature = "parquet"))]
pub(crate) fn no_parquet() -> crate::error::CliError {
    let message = "expected a command built with the feature `parquet`, found one without it; `cargo install --path crates/trommel-cli --features parquet` builds it; in Python, pyarrow.parquet writes pyarrow.table(trommel.read_warc(FILE).to_arrow())";
    crate::error::CliError::at("--format parquet", message)
}

/// Whether an input gets its own output in a folder of outputs. Otherwise it shares that of its
/// folder.
pub(crate) fn has_many_pages(file: &FoundFile, from: Option<InputFormat>) -> bool {
    let sniffed = match file.sniffed {
        Some(Sniffed::Format(kind)) => Some(kind),
        _ => InputFormat::of_name(&file.path).or(from),
    };
    sniffed.is_some_and(|kind| !matches!(kind, InputFormat::Html | InputFormat::Mhtml))
}
