//! `trommel score --gold T.jsonl INPUT...`: scores an extraction against a gold standard.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::thread;

use trommel::{Extractor, LineBlock, Method, Model, Sink, blocks::Verdict, page::PageType};
use trommel_score::{Gold, Report, ScoredBlock, Scorer, read_gold};

use crate::choices;
use crate::commands::out::OutFlag;
use crate::commands::rendered::{RenderedPage, rendered};
use crate::error::{CliError, Status};
use crate::files::{FoundFile, InputFormat, InputsById, NoHtml, Visit, Walk, open, page_id, reading_one};
use crate::headings::{CONTENT, OUTPUT};
use crate::inputs::{InputList, no_pages};
use crate::jobs::{JobsFlag, no_threads};
use crate::page::{Input, extract, no_page};
use crate::pool::WorkerPool;
use crate::remote::conceal;
use crate::settings::{Settings, has_nothing_selected};
use crate::stderr::{detail, note, report};

const LONG_ABOUT: &str = "\
Score an extraction against a gold standard.

INPUT is a folder or a file: HTML files, as for `trommel batch`, are extracted with the given method; .jsonl or .ndjson files of \
objects with `id` and `text`, as written by `trommel batch`, are predictions; .jsonl files of browser-rendered pages with `texts` \
are decided by a model trained on such pages.

The id of a file is that of `trommel batch`: its path below the folder that all inputs share, without .gz, .zst, .html, .htm. The \
gold standard may also use file names that are unique among the inputs. If two inputs have the same id, the last one counts, with \
a message. Gold pages that are not among the inputs count as empty.

The gold standard has one JSON object per line: `id`, and `text` (the main content) or `with` and `without` (lists of segments \
that must and must not be in the output), or all of them. `page_type` and `lang` are optional.

Prints precision, recall and F1 of words, averaged over pages; F1 by page type; scores by language; the number of empty results; \
and precision, recall and F1 over all segments. Words are runs of letters, digits and underscores, in lower case, compared as a \
bag; in Chinese, Japanese, Thai, Lao, Khmer and Burmese each letter is a word. If `page_type` is a type that trommel knows, also \
prints how pages with a predicted type were classified. Of the records (cards, items, rows) that the gold standard keeps or drops \
whole, the share that the output cuts is `raggedness`.";

const AFTER_LONG: &str = "\
Examples:
  trommel score --gold gold.jsonl pages/
  trommel score --gold gold.jsonl -m line-block -m tag-ratio --json pages/
  trommel score --gold gold.jsonl predictions.jsonl

Exit codes:
  0  done
  2  error: standard error says where and what; pages that cannot be read count as empty";

/// Score an extraction against a gold standard
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER_LONG)]
pub(crate) struct Args {
    /// HTML files and folders of them, or predictions in .jsonl
    #[arg(required_unless_present = "input_from", value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    list: InputList,
    /// The gold standard, in JSON lines
    #[arg(long, alias = "truth", value_name = "FILE")]
    gold: PathBuf,
    #[command(flatten)]
    out: OutFlag,
    /// Extraction method; may be given several times [default: auto]
    #[arg(short, long, help_heading = CONTENT, value_parser = choices::method())]
    method: Vec<Method>,
    /// Print one JSON object per method: pages, empty (pages with empty text), mean P, R and F of
    /// words per page, F_types (F by page type), sP, sR and sF of segments, languages (scores by
    /// language), page_types_right (share of pages whose type was recognised), raggedness (share of
    /// records cut)
    #[arg(long, help_heading = OUTPUT)]
    json: bool,
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    jobs: JobsFlag,
}

/// The source of the text of a page.
enum Source {
    /// A page to extract.
    Page(PathBuf),
    /// Blocks that a browser rendered.
    Rendered(Box<RenderedPage>),
    /// A prediction.
    Text(String),
}

pub(crate) fn run(mut args: Args) -> Result<Status, CliError> {
    let endings: &[&str] = if args.json { &["json", "jsonl", "ndjson"] } else { &["txt", "text"] };
    args.out.expect_ending(endings)?;
    args.list.add_to(&mut args.inputs)?;
    conceal(&mut args.inputs);
    let args = &args;
    let gold = read_records(&args.gold)?;
    let truth = args.gold.display().to_string();
    if gold.is_empty() {
        return Err(CliError::at(&truth, "expected JSON lines, found an empty file"));
    }
    if gold.iter().all(|page| page.text.is_none() && page.with.is_empty() && page.without.is_empty()) {
        return Err(CliError::at(
            &truth,
            "expected `text`, `with` or `without` in its lines, found none of them",
        ));
    }
    let mut status = Status::Done;
    let sources = sources(&args.inputs, &mut status)?;
    expect_one_input_each(&truth, &gold, &sources)?;
    let missing = gold.iter().filter(|page| sources.get(&page.id).is_none());
    let missing = missing.inspect(|page| detail(&format!("{truth}: {} is not among the inputs", page.id)));
    let missing = missing.count();
    if missing == gold.len() {
        let message =
            format!("expected ids of the inputs, found none among its {missing}; check the file names");
        return Err(CliError::at(&truth, message));
    }
    if missing > 0 {
        let pages = gold.len();
        note(&format!(
            "{missing} of the {pages} pages of the gold standard are not among the inputs and count as empty"
        ));
    }
    let has_pages = sources.values().any(|source| matches!(source, Source::Page(_)));
    let methods = match &args.method[..] {
        [_, ..] if !has_pages => {
            return Err(CliError::at(
                "--method",
                "expected HTML to extract, found only predictions or rendered blocks",
            ));
        }
        [] => &[Method::Auto],
        methods => methods,
    };
    let read = args.inputs.iter().chain([&args.gold]).chain(&args.list.input_from).map(PathBuf::as_path);
    let mut out = args.out.open(read.chain(args.settings.files()))?;
    args.settings.expect_use(methods)?;
    for (i, &method) in methods.iter().enumerate() {
        let figures = score(args, method, &gold, &sources, &mut status)?;
        let name = has_pages.then(|| method.name());
        print(&figures, name, args.json, i == 0, &mut out).map_err(|error| out.error(&error))?;
    }
    out.finish()?;
    Ok(status)
}

/// Prints the scores of one method.
fn print(
    figures: &Report,
    method: Option<&str>,
    json: bool,
    is_first: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    match (json, method) {
        (true, None) => writeln!(out, "{}", figures.to_json()),
        (true, Some(method)) => {
            writeln!(out, "{{\"method\":\"{method}\",{}", figures.to_json().trim_start_matches('{'))
        }
        (false, None) => writeln!(out, "{figures}"),
        (false, Some(method)) => {
            let gap = if is_first { "" } else { "\n" };
            writeln!(out, "{gap}{:<10} {method:>9}\n{figures}", "method")
        }
    }
}

/// Reads a file of JSON lines. If ids repeat, the last row counts, and their number is reported.
///
/// Cost: holds the file and its records.
pub(crate) fn read_records(path: &Path) -> Result<Vec<Gold>, CliError> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    open(path)
        .and_then(|mut input| input.read_to_end(&mut bytes))
        .map_err(|error| reading_one(&name, &error))?;
    let records = read_gold(&bytes[..]).map_err(|error| CliError::at(&name, error))?;
    let rows = bytes.split(|&byte| byte == b'\n').filter(|row| !row.trim_ascii().is_empty()).count();
    let repeated = rows.saturating_sub(records.len());
    if repeated > 0 {
        note(&format!(
            "{repeated} of the {rows} rows of {name} have the id of another row; the last one counts"
        ));
    }
    Ok(records)
}

/// Rejects a gold standard with file names that several inputs share.
pub(crate) fn expect_one_input_each<T>(
    truth: &str,
    gold: &[Gold],
    inputs: &InputsById<T>,
) -> Result<(), CliError> {
    let ambiguous = || gold.iter().filter(|page| !inputs.meant_by(&page.id).is_empty());
    let Some(first) = ambiguous().next() else { return Ok(()) };
    let message = format!(
        "expected ids that match one input each, found {} that match several, such as {}: {}; use the ids of `trommel batch`",
        ambiguous().count(),
        first.id,
        inputs.meant_by(&first.id).join(", ")
    );
    Err(CliError::at(truth, message))
}

/// The inputs to score, by id. If ids repeat, the last input counts.
fn sources(inputs: &[PathBuf], status: &mut Status) -> Result<InputsById<Source>, CliError> {
    let mut sources = InputsById::new();
    let mut repeated = Repeated::default();
    let mut insert = |id: String, name: Option<String>, source| {
        if sources.insert(id.clone(), name, source) {
            repeated.add(&id);
        }
    };
    for file in named(inputs) {
        match file {
            Ok(FoundFile { path, .. }) if InputFormat::of_name(&path) == Some(InputFormat::Jsonl) => {
                let rendered = rendered(&path)?;
                if rendered.is_empty() {
                    for Gold { id, text, .. } in read_records(&path)? {
                        let text = text.ok_or_else(|| no_prediction(&path, &id))?;
                        insert(id, None, Source::Text(text));
                    }
                }
                for page in rendered {
                    insert(page.id(), None, Source::Rendered(Box::new(page)));
                }
            }
            Ok(FoundFile { path, id, .. }) => insert(id, Some(page_id(&path)), Source::Page(path)),
            Err(stop) => trouble(stop, status),
        }
    }
    repeated.report("inputs have the id of another", "the last one counts");
    match (sources.is_empty(), &*status) {
        // All of them have been reported.
        (true, Status::CompletedWithErrors) => {
            Err(CliError::at("INPUT", "expected pages or predictions, found none that can be read"))
        }
        (true, _) => Err(no_pages(inputs)),
        (false, _) => Ok(sources),
    }
}

/// The error for a row without a prediction, such as a row of a file of pages.
fn no_prediction(path: &Path, id: &str) -> CliError {
    let message = format!(
        "expected predictions with `id` and `text`, found no `text` for {id}; extract pages in `html` with `trommel batch`"
    );
    CliError::at(&path.display().to_string(), message)
}

/// The named files, and those in folders. A missing file or a file of records is an error even if
/// no gold page needs it.
pub(crate) fn named(inputs: &[PathBuf]) -> impl Iterator<Item = Result<FoundFile, CliError>> {
    let found = Walk::new(inputs).filter_map(|visit| match visit {
        Visit::File(file) => Some(match file.path.metadata() {
            Ok(_) => Ok(file),
            Err(error) => Err((file.path, error)),
        }),
        Visit::LeftOut(..) => None,
        Visit::Failed(path, error) => Some(Err((path, error))),
    });
    found.map(|file| match file {
        Ok(file) if InputFormat::of_name(&file.path) == Some(InputFormat::Warc) => {
            Err(no_page(&file.path.display().to_string(), InputFormat::Warc))
        }
        Ok(file) => Ok(file),
        Err((path, error)) => Err(CliError::reading(&path.display().to_string(), &error)),
    })
}

/// Counts repeated ids.
#[derive(Default)]
pub(crate) struct Repeated {
    times: usize,
    first: String,
}

impl Repeated {
    pub(crate) fn add(&mut self, id: &str) {
        if self.times == 0 {
            self.first = id.to_string();
        }
        self.times += 1;
    }

    /// Reports the number of repeated ids, if any, and their handling.
    pub(crate) fn report(&self, what: &str, then: &str) {
        if self.times > 0 {
            note(&format!("{} {what}, such as {}: {then}", self.times, self.first));
        }
    }
}

/// Scores all pages of the gold standard, in its order.
fn score(
    args: &Args,
    method: Method,
    gold: &[Gold],
    sources: &InputsById<Source>,
    status: &mut Status,
) -> Result<Report, CliError> {
    // A model of rendered blocks is a site model.
    let model = args.settings.models()?.into_iter().max_by_key(Model::is_site_model);
    let has_pages = sources.values().any(|source| matches!(source, Source::Page(_)));
    if let Some(page) = sources.values().find(|source| matches!(source, Source::Rendered(_))) {
        // Reports an unsuitable model once, before the pages.
        scored(Some(page), None, model.as_ref())?;
    }
    let options = args.settings.options_of(method)?;
    let workers = (0..args.jobs.threads())
        .map(|_| {
            // An extractor cannot use a model of rendered blocks.
            let mut extractor = has_pages.then(|| args.settings.extractor(&options)).transpose()?;
            let model = model.as_ref();
            Ok(move |source: Option<&Source>| scored(source, extractor.as_mut(), model))
        })
        .collect::<Result<Vec<_>, CliError>>()?;
    let mut scorer = Scorer::new();
    let mut pages = gold.iter();
    let mut unselected = 0_u64;
    let mut take = |found: Result<Scored, CliError>| {
        let Scored { text, blocks, is_unselected, page_type } = found.unwrap_or_else(|stop| {
            trouble(stop, status);
            Scored::default()
        });
        unselected += u64::from(is_unselected);
        if let Some(page) = pages.next() {
            scorer.add(page, &text);
            scorer.add_blocks(page, &blocks);
            page_type.into_iter().for_each(|page_type| scorer.add_page_type(page, page_type));
        }
        ControlFlow::Continue(())
    };
    thread::scope(|scope| {
        let mut pool = WorkerPool::new(scope, workers).map_err(no_threads)?;
        // `take` never breaks. A missing worker has panicked, which ends the scope.
        let _ = gold
            .iter()
            .try_for_each(|page| pool.submit(sources.get(&page.id), None, &mut take))
            .is_continue()
            && pool.finish(&mut take).is_continue();
        Ok::<(), CliError>(())
    })?;
    if unselected > 0 {
        note(&format!("{unselected} pages on which nothing is selected count as empty"));
    }
    Ok(scorer.finish())
}

/// The result for a page.
#[derive(Default)]
struct Scored {
    /// Its text, empty without a source.
    text: String,
    /// Its blocks, if it was extracted.
    blocks: Vec<ScoredBlock>,
    /// Whether it is empty because no element was selected.
    is_unselected: bool,
    page_type: Option<PageType>,
}

impl Sink for Scored {
    fn text(&mut self, piece: &str) -> ControlFlow<()> {
        self.text.push_str(piece);
        ControlFlow::Continue(())
    }

    fn block(&mut self, block: &LineBlock<'_>) -> ControlFlow<()> {
        let text = block.text().collect();
        let of_table = block.cell().map(|cell| 1 << 32 | u64::from(cell.table) << 16 | u64::from(cell.row));
        let of_record = || block.record().map(|record| u64::from(record.element));
        let record = of_table.or_else(of_record);
        self.blocks.push(ScoredBlock { text, record, is_kept: block.verdict() == Verdict::Kept });
        ControlFlow::Continue(())
    }
}

/// The text to score, and the type of the page.
fn scored(
    source: Option<&Source>,
    extractor: Option<&mut Extractor>,
    model: Option<&Model>,
) -> Result<Scored, CliError> {
    let mut found = Scored::default();
    match (source, extractor) {
        (Some(Source::Text(prediction)), _) => found.text.push_str(prediction),
        (Some(Source::Page(path)), Some(extractor)) => {
            if let Some(data) = Input::open(path)?.foreign().filter(NoHtml::is_feed) {
                let name = path.display();
                note(&format!("{name}: counts as empty: expected an HTML page, found {}", data.found));
                return Ok(found);
            }
            let summary = extract(&mut Input::open_page(path)?, extractor, &mut found, |_| Ok(()))?;
            found.is_unselected = has_nothing_selected(&summary);
            found.page_type = summary.page_type.map(|found| found.page_type);
        }
        (Some(Source::Rendered(page)), _) => {
            let expected = "expected a model of rendered blocks, found none";
            let model = model.ok_or_else(|| CliError::at("--model", expected))?;
            found.text = page.extract(model).map_err(|error| CliError::at("--model", error))?;
        }
        (None, _) | (_, None) => {}
    }
    Ok(found)
}

/// Reports an error of one page. The run continues.
fn trouble(stop: CliError, status: &mut Status) {
    if let CliError::Message(message) = stop {
        report(&message);
    }
    *status = Status::CompletedWithErrors;
}
