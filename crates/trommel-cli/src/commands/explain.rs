//! `trommel explain [FILE]`: shows which blocks of a page were kept, and why.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use trommel::{Extractor, Favor, Method, Model};
use trommel_output::Source;
use trommel_report::{ExplainError, Explained, Gold, MAX_PAGE_BYTES, Page, Question, explain, write_page};
use trommel_warc::Codec;

use crate::batch::one_page;
use crate::choices;
use crate::commands::out::OutFlag;
use crate::error::{CliError, STDOUT, Status};
use crate::explain::{open, terminal};
use crate::files;
use crate::files::reading_one;
use crate::headings::{CONTENT, INPUT};
use crate::page::{Input, MAX_PAGE};
use crate::settings::Settings;
use crate::stderr::note;

const LONG_ABOUT: &str = "\
Show which parts of a page were kept, and why.

With -o, writes a report: a single self-contained HTML file. It has the text of the page with the verdict on each block, the \
features of each block, plots, a slider for precision and recall, all other methods, and the original beside it. Without -o, \
shows the page in the terminal, through the pager in PAGER.";

const AFTER_LONG: &str = "\
In the terminal:
  + kept, - dropped; with --truth, ! kept wrongly, ? missed. The bar is the probability of
  content by the learned method. NO_COLOR=1 turns colours off, COLUMNS sets the width.

Output:
  An OUT that ends in .json, .json.gz or .json.zst gets only the data of the report, which
  the manual describes.

Memory:
  The page, of which at most 64 MiB and 200,000 blocks are read, its text, and some 500 bytes
  per block.

Examples:
  trommel explain page.html
  trommel explain page.html -o report.html
  trommel explain page.html --open --truth gold.txt --compare tag-ratio
  trommel explain --source '{\"file\":\"crawl.warc.gz\",\"offset\":5120}' --open
  curl -s https://example.com | trommel explain --open

Exit codes:
  0  done, also if the reader of the output closed it
  1  the page has no line-blocks; a report is still written
  2  error: one line on standard error says where and what";

/// Show which parts of a page were kept, and why, as a report for the browser or in the terminal
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER_LONG)]
pub(crate) struct Args {
    /// HTML or text, optionally compressed with gzip or zstd; standard input if missing or `-`
    file: Option<PathBuf>,
    /// A page in a file of pages, given by the `source` of its row from `trommel batch`
    #[arg(long, value_name = "JSON", conflicts_with = "file", value_parser = source)]
    source: Option<Source>,
    /// Open the report in the browser; without -o it is a temporary file
    #[arg(long)]
    open: bool,
    /// Reference text of the page, to show what was missed and what was kept wrongly
    #[arg(long, alias = "gold", value_name = "FILE")]
    truth: Option<PathBuf>,
    /// Show the differences from another method
    #[arg(long, value_name = "METHOD", value_parser = choices::method())]
    compare: Option<Method>,
    /// Show the differences from another model, made by `trommel train`
    #[arg(long, value_name = "FILE", conflicts_with = "compare")]
    compare_model: Option<PathBuf>,
    /// URL of the page [default: as the page states]
    #[arg(long, help_heading = INPUT, value_parser = choices::address)]
    url: Option<String>,
    #[command(flatten)]
    out: OutFlag,
    /// Extraction method
    #[arg(short, long, help_heading = CONTENT, default_value_t, value_parser = choices::method())]
    method: Method,
    #[command(flatten)]
    settings: Settings,
}

impl Args {
    fn files(&self) -> impl Iterator<Item = &Path> {
        let own = [&self.file, &self.truth, &self.compare_model].into_iter().flatten();
        let source = self.source.as_ref().map(|source| Path::new(&source.file));
        own.map(PathBuf::as_path).chain(source).chain(self.settings.files())
    }
}

pub(crate) fn run(args: &Args) -> Result<Status, CliError> {
    args.out.expect_ending(&["html", "htm", "json"])?;
    args.settings.expect_use(&[args.method])?;
    let gold = args.truth.as_deref().map(read_gold).transpose()?;
    let compare_model = args.compare_model.as_deref().map(|path| compared_model(path, args)).transpose()?;
    let (page, has_warned) = read_page(args)?;
    let (favor, has_sites) = (args.settings.favor(), args.settings.has_sites());
    let question =
        Question { method: args.method, favor, has_sites, gold, compare: args.compare, compare_model };
    let data = explain(&page, question, |method, favor| extractor(args, method, favor));
    let data = data.map_err(|error| match error {
        ExplainError::Extractor(error) => error,
        ExplainError::Page(error) => CliError::at(&page.name, error),
    })?;
    if args.out.file().is_some() || args.open {
        write_report(args, &data)?;
    } else {
        terminal::show(&data).map_err(|error| CliError::writing(STDOUT, &error))?;
    }
    if has_warned {
        return Ok(Status::CompletedWithErrors);
    }
    if data.blocks.is_empty() {
        note(&format!("{}: the page has no text to decide about", page.name));
        return Ok(Status::Empty);
    }
    Ok(Status::Done)
}

/// Parses `--source`.
fn source(json: &str) -> Result<Source, String> {
    serde_json::from_str(json).map_err(|error| format!("expected `source` of a row as JSON, found: {error}"))
}

/// Reads the page as a whole. Also returns whether a warning was printed.
fn read_page(args: &Args) -> Result<(Page, bool), CliError> {
    if let Some(source) = &args.source {
        let page = one_page::find(source.clone(), MAX_PAGE_BYTES)?;
        if let Some(why) = page.truncated {
            note(&format!("{}: the page is incomplete: {why}", page.name));
        }
        let url = args.url.clone().or(page.url);
        return Ok((Page { name: page.name, url, charset: page.charset, html: page.bytes }, false));
    }
    let mut input = Input::open_or_stdin(args.file.as_ref())?;
    input.most_bytes = MAX_PAGE_BYTES;
    let mut html = Vec::new();
    input.read(|chunk| {
        html.extend_from_slice(chunk);
        Ok(())
    })?;
    if input.truncated.as_deref() == Some(MAX_PAGE) {
        note(&format!("{}: only the first {} MiB are explained", input.name, MAX_PAGE_BYTES >> 20));
    }
    let url = args.url.clone().or(input.url);
    Ok((Page { name: input.name, url, charset: input.charset, html }, input.has_warned))
}

fn read_gold(path: &Path) -> Result<Gold, CliError> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    files::open(path)
        .and_then(|mut file| file.read_to_end(&mut bytes))
        .map_err(|error| reading_one(&name, &error))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        CliError::at(&name, format!("expected text in UTF-8, found other bytes at byte {offset}"))
    })?;
    Ok(Gold { name, text })
}

/// The extractor of a method.
fn extractor(args: &Args, method: Method, favor: Favor) -> Result<Extractor, CliError> {
    let settings = &args.settings;
    settings.extractor(&settings.options_of(method)?.with_favor(favor))
}

/// An extractor with another model, and the name of the model.
fn compared_model(path: &Path, args: &Args) -> Result<(String, Extractor), CliError> {
    let (name, settings) = (path.display().to_string(), &args.settings);
    let bytes = std::fs::read(path).map_err(|error| reading_one(&name, &error))?;
    let model = Model::from_bytes(bytes).map_err(|error| CliError::at(&name, error))?;
    let options = settings.options_of(Method::Auto)?.with_model(model).with_favor(settings.favor());
    Ok((name, settings.extractor(&options)?))
}

/// Writes the report, and opens it if requested.
fn write_report(args: &Args, data: &Explained) -> Result<(), CliError> {
    let Some(path) = args.out.file() else {
        let folder = std::env::temp_dir();
        let file = tempfile::Builder::new().prefix("trommel-").suffix(".html").tempfile_in(&folder);
        let name = folder.display().to_string();
        let writing = |error| CliError::writing(&name, &error);
        let (mut file, path) = file.map_err(writing)?.keep().map_err(|error| writing(error.error))?;
        let mut out = std::io::BufWriter::new(&mut file);
        write_page(data, &mut out).and_then(|()| out.flush()).map_err(writing)?;
        note(&format!("{}: written", path.display()));
        return open::in_browser(&path);
    };
    let mut out = args.out.open(args.files())?;
    let written = if is_json(path) {
        serde_json::to_writer(&mut out, data).map_err(Into::into).and_then(|()| out.write_all(b"\n"))
    } else {
        write_page(data, &mut out)
    };
    written.map_err(|error| out.error(&error))?;
    out.finish()?;
    if args.open { open::in_browser(path) } else { Ok(()) }
}

/// Whether the output is the JSON data of a report.
pub(crate) fn is_json(path: &Path) -> bool {
    let name = path.to_string_lossy().to_lowercase();
    Codec::of_name(&name).1.ends_with(".json")
}
