//! `trommel [FILE]`: extracts the main content of one page.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use trommel::{Format, Method, Summary};

use crate::batch::args::{OutputFormat, other_ending, value_name};
use crate::choices;
use crate::chunks::{ChunkFlags, ChunkPages};
use crate::commands::out::OutFlag;
use crate::error::{CliError, Status};
use crate::field_flags::FieldFlags;
use crate::files::plain_name;
use crate::headings::{CONTENT, INPUT, OUTPUT};
use crate::json::JsonPages;
use crate::page::{Input, Writing, extract};
use crate::settings::{NOTHING_SELECTED, Settings, has_nothing_selected};
use crate::stderr::{detail, note};

/// Extract one page; same as `trommel` without a command
#[derive(Debug, clap::Args)]
#[command(next_help_heading = OUTPUT)]
pub(crate) struct Args {
    /// HTML or text, optionally compressed with gzip or zstd; standard input if missing or `-`
    #[arg(help_heading = None)]
    pub(crate) file: Option<PathBuf>,
    /// URL of the page, for `url` in JSON and to choose a wrapper of --site [default: as the page
    /// states]
    #[arg(long, help_heading = INPUT, value_parser = choices::address)]
    url: Option<String>,
    /// Output format [default: by the extension of OUT, else text]
    #[arg(short, long, value_enum)]
    format: Option<Form>,
    #[command(flatten)]
    out: OutFlag,
    #[command(flatten)]
    pub(crate) fields: FieldFlags,
    #[command(flatten)]
    pub(crate) chunks: ChunkFlags,
    /// Extraction method
    #[arg(short, long, help_heading = CONTENT, default_value_t, value_parser = choices::method())]
    method: Method,
    #[command(flatten)]
    settings: Settings,
}

impl Args {
    /// The output format, given or implied.
    pub(crate) fn form(&self) -> Form {
        let named = || self.out.file().and_then(Named::of).and_then(|named| named.form);
        self.format.or_else(named).unwrap_or(Form::Text)
    }

    /// Rejects an output whose extension contradicts `--format`, or stands for a format of many
    /// pages.
    fn expect_ending(&self) -> Result<(), CliError> {
        let Some(path) = self.out.file() else { return Ok(()) };
        let Some(Named { form, name }) = Named::of(path) else {
            return self.out.expect_ending(&["txt", "md", "html", "json"]);
        };
        if form.is_none() {
            let message = format!(
                "expected an extension of text, Markdown, HTML or JSON, found that of {name}; use `trommel batch` to write it"
            );
            return Err(CliError::at(&path.display().to_string(), message));
        }
        match self.format {
            Some(Form::Chunks) if form == Some(Form::Json) => Ok(()),
            Some(format) if form != Some(format) => Err(other_ending(path, &name, &value_name(format))),
            _ => Ok(()),
        }
    }

    fn files(&self) -> impl Iterator<Item = &Path> {
        self.file.as_deref().into_iter().chain(self.settings.files())
    }

    /// Whether links are kept in the output format, if `--links` is set.
    pub(crate) fn has_links(&self) -> bool {
        match self.form() {
            Form::Markdown | Form::Html | Form::Chunks => true,
            Form::Json => self.fields.markdown,
            Form::Text => false,
        }
    }
}

/// Output formats of one page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Plain text with a blank line between blocks
    Text,
    /// CommonMark with pipe tables
    Markdown,
    /// HTML with the kept structure only
    Html,
    /// One JSON object with text and metadata
    #[value(alias = "jsonl")]
    Json,
    /// Chunks of the main content for search and retrieval, one JSON line each
    Chunks,
}

/// The format given by the extension of an output.
struct Named {
    /// `None` for a format of many pages.
    form: Option<Form>,
    /// Name of the format.
    name: String,
}

impl Named {
    /// `None` if the extension is not known.
    fn of(output: &Path) -> Option<Self> {
        if plain_name(output).to_lowercase().ends_with(".json") {
            return Some(Self { form: Some(Form::Json), name: value_name(Form::Json) });
        }
        let format = OutputFormat::of_name(output)?;
        let form = match format {
            OutputFormat::Jsonl => Some(Form::Json),
            OutputFormat::Text => Some(Form::Text),
            OutputFormat::Markdown => Some(Form::Markdown),
            OutputFormat::Html => Some(Form::Html),
            OutputFormat::Csv | OutputFormat::Wet | OutputFormat::Parquet => None,
        };
        Some(Self { form, name: value_name(format) })
    }
}

/// Runs `trommel` without a command.
pub(crate) fn run(args: &Args) -> Result<Status, CliError> {
    args.expect_ending()?;
    args.settings
        .expect_markdown(args.fields.markdown || matches!(args.form(), Form::Markdown | Form::Chunks))?;
    let FieldFlags { links, images, .. } = args.fields;
    let options = args.settings.options(args.method)?.with_links(links).with_images(images);
    let format = match args.form() {
        Form::Text => Format::Text,
        Form::Markdown => Format::Markdown,
        Form::Html => Format::Html,
        Form::Json => {
            let mut pages = JsonPages::new(&args.settings, &options, args.fields.json())?;
            return run_lines(args, |input, out, name| pages.write(input, None, out, name));
        }
        Form::Chunks => {
            let mut pages = ChunkPages::new(&args.settings, &options, &args.chunks)?;
            return run_lines(args, |input, out, name| pages.write(input, out, name));
        }
    };
    let mut extractor = args.settings.extractor(&options.with_format(format))?;
    let mut input = Input::open_or_stdin(args.file.as_ref())?;
    input.url.clone_from(&args.url);
    let out = args.out.open(args.files())?;
    let name = out.name.clone();
    let mut sink = Writing::plain(out);
    let summary = extract(&mut input, &mut extractor, &mut sink, |sink| {
        sink.check(|error| CliError::writing(&name, error))
    })?;
    sink.out.finish()?;
    Ok(status(&input, &summary, summary.blocks_kept))
}

/// The exit status for a page with `blocks` line-blocks. If there are none, reports why.
pub(crate) fn status(input: &Input<'_>, summary: &Summary, blocks: u64) -> Status {
    let Summary { blocks_kept, blocks_total, bytes_in, .. } = summary;
    let name = &input.name;
    detail(&format!("{name}: {bytes_in} bytes, {blocks_kept} of {blocks_total} blocks are main content"));
    if has_nothing_selected(summary) {
        note(&format!("{}: {NOTHING_SELECTED}", input.name));
    } else if blocks == 0 {
        let why = match summary {
            Summary { bytes_in: 0, .. } => "the input is empty".to_string(),
            Summary { blocks_total: 0, .. } => "there is no text to decide about".to_string(),
            Summary { blocks_total, .. } => {
                format!("none of its {blocks_total} blocks is main content; `trommel explain` shows them")
            }
        };
        note(&format!("{}: nothing extracted: {why}", input.name));
    }
    if input.has_warned {
        Status::CompletedWithErrors
    } else if blocks == 0 {
        Status::Empty
    } else {
        Status::Done
    }
}

/// Writes the page as one line, or several.
fn run_lines(
    args: &Args,
    write: impl FnOnce(&mut Input<'_>, &mut dyn Write, Option<&str>) -> Result<Summary, CliError>,
) -> Result<Status, CliError> {
    let mut input = Input::open_or_stdin(args.file.as_ref())?;
    input.url.clone_from(&args.url);
    let mut out = args.out.open(args.files())?;
    let name = out.name.clone();
    let summary = match write(&mut input, &mut out, Some(&name)) {
        Ok(summary) => summary,
        Err(stop) => {
            out.abandon();
            return Err(stop);
        }
    };
    out.finish()?;
    Ok(status(&input, &summary, summary.blocks_kept))
}
