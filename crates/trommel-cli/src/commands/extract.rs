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
use crate::files::plain_name;
use crate::json::{JsonFields, JsonPages};
use crate::page::{Input, Writing, extract};
use crate::settings::{NOTHING_SELECTED, Settings, has_nothing_selected};
use crate::stderr::{detail, note};

/// Extract one page; same as `trommel` without a command
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// HTML or text, optionally compressed with gzip or zstd; standard input if missing or `-`
    pub(crate) file: Option<PathBuf>,
    /// Extraction method
    #[arg(short, long, default_value_t, value_parser = choices::method())]
    method: Method,
    /// Output format [default: by the extension of OUT, else text]
    #[arg(short, long, value_enum)]
    format: Option<Form>,
    #[command(flatten)]
    out: OutFlag,
    /// Keep links in Markdown and HTML
    #[arg(long)]
    pub(crate) links: bool,
    /// Keep content images in Markdown and HTML, and list them in `images` in JSON
    ///
    /// Decoration, icons, emoji and tracking pixels are left out. The image URL is taken from the
    /// attribute that a script would load (data-src), else src, else the largest of srcset, else a
    /// source element.
    #[arg(long)]
    pub(crate) images: bool,
    /// With -f json: list all links of the page in `links`, with text and whether they are in the
    /// content
    #[arg(long)]
    pub(crate) link_list: bool,
    /// With -f json: list the posts of a thread in `posts`, each with text, author, date and offset
    #[arg(long)]
    pub(crate) posts: bool,
    /// With -f json: add metadata: ISO 8601 dates, description, lead image, keywords and others,
    /// with the source of each field
    #[arg(long)]
    pub(crate) metadata: bool,
    /// With -f json: add `spans`, the byte range of the page that each block's text comes from;
    /// with --markdown, also `markdown_spans`
    #[arg(long)]
    pub(crate) spans: bool,
    #[command(flatten)]
    pub(crate) chunks: ChunkFlags,
    /// With -f json: add a field `markdown` beside `text`; without -f, same as -f markdown
    #[arg(long)]
    pub(crate) markdown: bool,
    /// URL of the page, for `url` in JSON and to choose a wrapper of --site [default: as the page
    /// states]
    #[arg(long, value_parser = choices::address)]
    url: Option<String>,
    #[command(flatten)]
    settings: Settings,
}

impl Args {
    /// The output format, given or implied.
    pub(crate) fn form(&self) -> Form {
        let usual = if self.markdown { Form::Markdown } else { Form::Text };
        let named = || self.out.file().and_then(Named::of).and_then(|named| named.form);
        self.format.or_else(named).unwrap_or(usual)
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

    /// Optional fields of JSON.
    fn json_fields(&self) -> JsonFields {
        JsonFields {
            markdown: self.markdown,
            images: self.images,
            links: self.link_list,
            posts: self.posts,
            metadata: self.metadata,
            spans: self.spans,
        }
    }

    fn files(&self) -> impl Iterator<Item = &Path> {
        self.file.as_deref().into_iter().chain(self.settings.files())
    }

    /// Whether links are kept in the output format, if `--links` is set.
    pub(crate) fn has_links(&self) -> bool {
        match self.form() {
            Form::Markdown | Form::Html | Form::Chunks => true,
            Form::Json => self.markdown,
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
    args.settings.expect_markdown(args.markdown || matches!(args.form(), Form::Markdown | Form::Chunks))?;
    let options = args.settings.options(args.method)?.with_links(args.links).with_images(args.images);
    let format = match args.form() {
        Form::Text => Format::Text,
        Form::Markdown => Format::Markdown,
        Form::Html => Format::Html,
        Form::Json => {
            let mut pages = JsonPages::new(&args.settings, &options, args.json_fields())?;
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
