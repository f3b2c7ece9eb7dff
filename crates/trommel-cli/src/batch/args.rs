//! Flags of `trommel batch`.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use trommel::{Format, Method};

use crate::batch::help::{AFTER_LONG, LONG_ABOUT};
use crate::batch::page_inputs::PageInputs;
use crate::batch::part::FilePart;
use crate::choices;
use crate::commands::out::expect_ending;
use crate::error::CliError;
use crate::files::{FoundFile, InputFormat, Places, Sniffed, names_folder, plain_name};
use crate::json::JsonFields;
use crate::remote::is_address;
use crate::settings::Settings;
use crate::size;

/// Extract many pages into one output, or one for each input
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER_LONG)]
pub(crate) struct Args {
    /// File to write, compressed if its name ends in .gz or .zst; `-` is standard output; `DIR/`
    /// has a file for each input
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// What to write [default: by the ending of OUT; for a folder or a pipe jsonl]
    #[arg(short, long, alias = "to", value_enum)]
    pub(crate) format: Option<OutputFormat>,
    #[command(flatten)]
    pub(crate) pages: PageInputs,
    /// Of WARC files, read the records that begin in part I of N equal parts, from 1/N to N/N; what
    /// cannot be cut is of part 1
    #[arg(long, value_name = "I/N", allow_negative_numbers = true)]
    pub(crate) part: Option<FilePart>,
    /// Go on where an interrupted run stopped; outputs that are complete stay as they are
    #[arg(long)]
    pub(crate) resume: bool,
    /// Bytes of output, not compressed, after each of which a run can be resumed
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true, default_value = "16MiB", value_parser = size::any)]
    pub(crate) checkpoint: u64,
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
    #[arg(short, long, default_value_t, value_parser = choices::method())]
    pub(crate) method: Method,
    /// Read all inputs twice: first for what the pages of each host repeat, then to extract
    ///
    /// The same as `trommel repeats build` of the inputs, then --repeats.
    #[arg(long, conflicts_with_all = ["repeats", "part"])]
    pub(crate) two_pass: bool,
    /// Leave out pages whose kept text another page had first, by --repeats or --two-pass
    #[arg(long)]
    pub(crate) drop_duplicates: bool,
    /// A field `markdown` in addition to `text`
    #[arg(long)]
    pub(crate) markdown: bool,
    /// Keep links in Markdown and HTML
    #[arg(long)]
    pub(crate) links: bool,
    /// Keep content images: in Markdown and HTML, and as a list `images` in JSON lines
    #[arg(long)]
    pub(crate) images: bool,
    /// In JSON lines: a list `links` of all links of each page, with their text, in content or not
    #[arg(long)]
    pub(crate) link_list: bool,
    /// In JSON lines: a list `posts` of the posts of a thread, each with text, author, date and
    /// offset
    #[arg(long)]
    pub(crate) posts: bool,
    /// In JSON lines: dates as ISO 8601, description, lead picture, keywords and the like, and the
    /// source of each field
    #[arg(long)]
    pub(crate) metadata: bool,
    #[command(flatten)]
    pub(crate) settings: Settings,
}

impl Args {
    /// What JSON lines have in addition to the usual fields.
    pub(crate) fn json_fields(&self) -> JsonFields {
        JsonFields {
            markdown: self.markdown,
            images: self.images,
            links: self.link_list,
            posts: self.posts,
            metadata: self.metadata,
        }
    }

    /// What is written: by the ending of the output, or as `--format` says.
    ///
    /// Errors: these say different things, or nothing.
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
                let message = "expected a name for JSON lines, WET or a table, found that of a WARC file; .warc.wet and .warc.wet.gz are WET";
                Err(CliError::at(&name, message))
            }
            (None, None) => {
                let message = "expected a name that ends in .jsonl, .csv, .txt, .md, .html, .wet or .parquet, also with .gz or .zst after that, or --format, found neither";
                Err(CliError::at(&name, message))
            }
        }
    }

    /// The part of each file that is read, if it is not all of it.
    pub(crate) fn real_part(&self) -> Option<FilePart> {
        self.part.filter(|part| !part.is_whole())
    }

    /// All files and folders that are read.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.pages.files().chain(self.settings.files())
    }
}

/// What a batch is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// One JSON line a page
    #[value(alias = "json")]
    Jsonl,
    /// A table of text, with names of columns in its first line
    Csv,
    /// Plain text; in one file, each page ends with a form feed in a line of its own
    Text,
    /// Markdown; in one file, each page begins with a comment that says where it is
    Markdown,
    /// HTML, kept structure only; in one file as with Markdown
    Html,
    /// WARC records of plain text
    Wet,
    /// A Parquet file; needs the feature `parquet`
    Parquet,
}

/// Trouble with an output whose ending says another format than `--format`.
pub(crate) fn other_ending(output: &Path, ending: &str, found: &str) -> CliError {
    let name = output.display();
    let message = format!(
        "expected {ending}, as the ending of {name} says, found {found}; give another ending, or leave out --format"
    );
    CliError::at("--format", message)
}

/// What the command line calls a value.
pub(crate) fn value_name(value: impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_string()).unwrap_or_default()
}

impl OutputFormat {
    /// How the names of outputs end.
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

    /// What pages are rendered as, where the output is nothing but that. In a folder, each page has
    /// a file of its own.
    pub(crate) fn rendered(self) -> Option<Format> {
        match self {
            Self::Text => Some(Format::Text),
            Self::Markdown => Some(Format::Markdown),
            Self::Html => Some(Format::Html),
            Self::Jsonl | Self::Csv | Self::Wet | Self::Parquet => None,
        }
    }

    /// By the ending of a name; `None` where it says nothing.
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

/// Trouble with a command that cannot write tables.
#[cfg(not(feature = "parquet"))]
pub(crate) fn no_parquet() -> crate::error::CliError {
    let message = "expected a command built with the feature `parquet`, found one without it; `cargo install --path crates/trommel-cli --features parquet` builds it";
    crate::error::CliError::at("--format parquet", message)
}

/// Whether an input has an output of its own in a folder of outputs, rather than sharing that of
/// its folder.
pub(crate) fn has_many_pages(file: &FoundFile, from: Option<InputFormat>) -> bool {
    let sniffed = match file.sniffed {
        Some(Sniffed::Format(kind)) => Some(kind),
        _ => InputFormat::of_name(&file.path).or(from),
    };
    sniffed.is_some_and(|kind| !matches!(kind, InputFormat::Html | InputFormat::Mhtml))
}
