//! `trommel train`: trains a model from pages with or without a gold standard.

mod page_types;
mod pages;
mod self_label;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use trommel_train::score::Gold;
use trommel_train::{self as train, GoldPage, Scores, Settings, Unseen};

use crate::commands::out::expect_ending;
use crate::commands::score::{Repeated, expect_one_input_each, named, read_records};
use crate::error::{CliError, Status};
use crate::files::{FoundFile, InputFormat, InputsById, Output, check_outputs, page_id, plain_name};
use crate::inputs::{InputList, no_pages};
use crate::page::{Input, no_page};
use crate::remote::conceal;
use crate::stderr::{detail, note, report};

const LONG_ABOUT: &str = "\
Fit a model of the learned method to pages with a gold standard, or to one site without.

With --gold, INPUT are the HTML files, or folders of them, that its ids name, as for `trommel score`. Without it, each INPUT is a folder \
of its own with a gold standard, `truth.jsonl`, and pages anywhere below.

Gold text is aligned with the words of each page, and boosted trees are fitted to all pages, and a small network next to them. Before that, both are fitted five times to four \
fifths of the sites and scored on the fifth, and those scores are printed. Each page is learned from twice, the second time as if its classes \
and ids said nothing; and its content once more, for less, in the frame of another page, so that what is learned holds for sites that were never seen. Scores of pages whose classes and ids say nothing are printed as well. A page's site is taken from `url` in the gold standard, or from what \
the page says of itself. The same pages, in the same order, with the same seed give the same bytes.

All features of all pages are held in memory: some 2.7 kB a line-block at most, also of pages so put together, or 5 GB for four thousand pages.

With --page-types, trees are fitted to whole pages, to tell the types that `page_type` in the gold standard says: article, collection, \
documentation, forum, listing, product, service. The model is built into the program, from src/model/page_type.bin.

With --self-label there is no gold standard: INPUT are pages of one site, HTML files, folders of them, .warc files, .jsonl files with \
`html` and `url`, or with `texts`, the blocks that a browser rendered (docs/self-label.md). Blocks that look alike are clustered, the cluster \
that is closest to the descriptions of its pages is content, and a linear support vector machine learns to tell it from the rest. Precision, \
recall and F1 of a 4-fold cross-validation are printed: how well it tells these labels, not how right they are. With --labels auto, what \
auto keeps is content: such a model knows what of that looks like the content of other pages of the site, and is for use with auto. A site that gives no labels \
to be trusted gives no model: pages without descriptions or titles of their own, a single page, listings without articles. With --by-host, \
INPUT are of many sites; each host labels its own pages, and one model learns them all. Of many pages, a sample is held that the seed \
determines: --pages, 512 MiB at most.";

const AFTER_LONG: &str = "\
Examples:
  trommel train --gold gold.jsonl pages/ -o my.model
  trommel train corpora/news corpora/shops -o my.model
  trommel train --page-types corpora/wcxb -o page_type.bin
  trommel train --self-label site.warc.gz -o site.model
  trommel train --self-label --labels auto site.warc.gz -o site.model
  trommel --model my.model page.html

Exit codes:
  0  done
  1  with --self-label: no model that could be trusted; standard error says why
  2  trouble: standard error says where and what; pages that cannot be read are left out";

/// Fit a model to pages with a gold standard, or to one site without
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER_LONG)]
pub(crate) struct Args {
    /// HTML files and folders of them; without --gold, folders with a truth.jsonl
    #[arg(required_unless_present = "input_from", value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    list: InputList,
    /// The gold standard of the inputs, in JSON lines with `id` and `text`, and `url` where known
    #[arg(long, alias = "truth", value_name = "FILE")]
    gold: Option<PathBuf>,
    /// Where the model goes
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Without a gold standard: the pages of one site label themselves
    #[arg(long, conflicts_with_all = ["gold", "trees", "depth", "rate", "folds", "no_validation"])]
    self_label: bool,
    /// What is content
    #[arg(long, value_enum, default_value_t, requires = "self_label")]
    labels: LabelsName,
    /// Pages are of many sites: each host labels its own
    #[arg(long, requires = "self_label")]
    by_host: bool,
    /// Pages to learn from at most, a sample of all
    ///
    /// [default: 1000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, requires = "self_label", value_parser = clap::value_parser!(u32).range(2..))]
    pages: Option<u32>,
    /// Trees, 1 to 5000
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = Settings::default().trees)]
    trees: usize,
    /// Levels of each tree, 1 to 7
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = Settings::default().depth)]
    depth: usize,
    /// Step of each tree, 0.00001 to 1
    #[arg(long, value_name = "STEP", allow_negative_numbers = true, default_value_t = Settings::default().rate)]
    rate: f32,
    /// Seed of samples
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = Settings::default().seed)]
    seed: u64,
    /// Fits that are scored on sites they do not know, 0 to 5: each takes as long as the model
    #[arg(long, value_name = "N", default_value_t = Settings::default().folds)]
    folds: u32,
    /// Fit the model of page types instead, to pages whose gold standard has `page_type`
    #[arg(long, conflicts_with_all = ["self_label", "trees", "depth", "rate", "folds", "no_validation"])]
    page_types: bool,
    /// The same as --folds 0
    #[arg(long, conflicts_with = "folds")]
    no_validation: bool,
}

/// What labels the blocks of a site.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum LabelsName {
    /// Blocks that look alike are clustered; the cluster that says what the descriptions say is
    /// content
    #[default]
    Clusters,
    /// What auto keeps is content
    Auto,
}

/// Runs `trommel train`.
pub(crate) fn run(mut args: Args) -> Result<Status, CliError> {
    args.list.add_to(&mut args.inputs)?;
    conceal(&mut args.inputs);
    let args = &args;
    // Without --gold, each folder has its own. With --self-label there is no gold standard.
    let own = args.inputs.iter().map(|folder| folder.join("truth.jsonl")).collect::<Vec<_>>();
    let read = args.inputs.iter().chain(&args.gold).chain(&own).map(PathBuf::as_path);
    check_outputs([&*args.output], read)?;
    expect_ending(&args.output, &[])?;
    if args.self_label {
        return self_label::run(args);
    }
    check_gold(args)?;
    let settings = Settings {
        trees: args.trees,
        depth: args.depth,
        rate: args.rate,
        seed: args.seed,
        folds: if args.no_validation { 0 } else { args.folds },
    };
    settings.check().map_err(|error| CliError::at("train", error))?;
    let mut status = Status::Done;
    let mut pages = Vec::new();
    let mut left_out = 0;
    match &args.gold {
        Some(truth) => left_out += gather(truth, &args.inputs, &mut pages, &mut status)?,
        None => {
            for folder in &args.inputs {
                if !folder.is_dir() {
                    let message = "expected a folder with a truth.jsonl and pages, found something else; --gold names a gold standard of its own";
                    return Err(CliError::at(&folder.display().to_string(), message));
                }
                let truth = folder.join("truth.jsonl");
                left_out += gather(&truth, std::slice::from_ref(folder), &mut pages, &mut status)?;
            }
        }
    }
    if args.page_types {
        return page_types::run(args, &pages, status);
    }
    let name = args.output.display().to_string();
    let output = Output::create(&args.output).map_err(|error| CliError::writing(&name, &error))?;
    let trained = train::fit(&pages, settings).map_err(|error| CliError::at("train", error))?;
    train::check(&trained.model).map_err(|error| CliError::at("train", error))?;
    write(output, &trained.model).map_err(|error| CliError::writing(&name, &error))?;
    let bytes = trained.model.len();
    note(&format!(
        "{} pages, {} left out, {} put together; {} line-blocks; {bytes} bytes in {name}",
        trained.pages,
        trained.pages_left_out + left_out,
        trained.augmented_pages,
        trained.blocks
    ));
    let nothing = "expected sites of more than one fifth, found all pages in one; nothing is scored";
    report_unseen("cross-validation", settings.folds > 0, trained.cross_validated, nothing);
    Ok(status)
}

/// Refuses flags that need `--self-label`. Clap does not check that if another flag conflicts with
/// `--self-label`.
fn check_gold(args: &Args) -> Result<(), CliError> {
    let Args { by_host, labels, pages, .. } = args;
    let flag = match (by_host, labels, *pages) {
        (true, ..) => "--by-host",
        (_, LabelsName::Auto, _) => "--labels",
        (.., Some(_)) => "--pages",
        _ => return Ok(()),
    };
    Err(CliError::at(flag, "expected --self-label with it, found a gold standard"))
}

/// Prints scores on pages that the model is not fitted to, if they are requested. Prints `nothing`
/// if there are no such pages.
fn report_unseen(what: &str, is_asked_for: bool, unseen: Option<Unseen>, nothing: &str) {
    let Some(unseen) = unseen else {
        if is_asked_for {
            note(&format!("{what}: {nothing}"));
        }
        return;
    };
    let line = |name: &str, scores: &Scores| {
        let Scores { pages, precision, recall, f1, .. } = scores;
        note(&format!("{name:20} {pages:4} pages: precision {precision:.4} recall {recall:.4} F1 {f1:.4}"));
    };
    note(&format!("by {what}:"));
    for (favor, scores) in ["precision", "balanced", "recall"].into_iter().zip(&unseen.favors) {
        line(favor, scores);
    }
    line("without class names", &unseen.nameless);
    for (group, scores) in &unseen.groups {
        line(group, scores);
    }
    let calibration = &unseen.calibration;
    let auc = calibration.bad_pages_auc.map_or_else(|| "none".to_string(), |auc| format!("{auc:.4}"));
    report(&format!(
        "confidence: mean calibration error {:.4}, area under the curve for F1 < 0.6 {auc}",
        calibration.mean_error
    ));
    for cutoff in &calibration.cutoffs {
        report(&format!(
            "  from {:.1} on: {:5.1} % of the pages, F1 {:.4}",
            cutoff.confidence,
            cutoff.share * 100.0,
            cutoff.f1
        ));
    }
}

/// Writes the whole model to a temporary file, then renames it.
fn write(mut output: Output, model: &[u8]) -> std::io::Result<()> {
    std::io::Write::write_all(&mut output, model)?;
    output.finish()
}

/// Reads the pages of one gold standard, in its order.
///
/// Out: the number of pages left out, because a page is missing, cannot be read, or has no gold
/// text.
fn gather(
    truth: &Path,
    inputs: &[PathBuf],
    pages: &mut Vec<GoldPage>,
    status: &mut Status,
) -> Result<usize, CliError> {
    let name = truth.display().to_string();
    let gold = read_records(truth)?;
    let paths = inputs_by_id(inputs, status)?;
    expect_one_input_each(&name, &gold, &paths)?;
    say_left_out(&name, &gold, &paths);
    let corpus = corpus_of(truth);
    let mut left_out = 0;
    for Gold { id, text, url, page_type, .. } in gold {
        let (Some(path), Some(text)) = (paths.get(&id), text) else {
            left_out += 1;
            continue;
        };
        let mut html = Vec::new();
        let read = Input::open_page(path).and_then(|mut input| {
            input.read(|chunk| {
                html.extend_from_slice(chunk);
                Ok(())
            })
        });
        match read {
            Ok(()) => {
                let site = train::site_of(url.as_deref(), &html).unwrap_or_else(|| format!("{corpus} {id}"));
                pages.push(GoldPage::new(html, &text, &site, &corpus, page_type.as_deref()));
            }
            Err(stop) => {
                left_out += 1;
                trouble(stop, status);
            }
        }
    }
    Ok(left_out)
}

/// The pages of the inputs, by their ids.
fn inputs_by_id(inputs: &[PathBuf], status: &mut Status) -> Result<InputsById<PathBuf>, CliError> {
    let mut paths: InputsById<PathBuf> = InputsById::new();
    let mut repeated = Repeated::default();
    for file in named(inputs) {
        match file {
            Ok(FoundFile { path, .. }) if InputFormat::of_name(&path) == Some(InputFormat::Jsonl) => {
                trouble(no_page(&path.display().to_string(), InputFormat::Jsonl), status);
            }
            Ok(FoundFile { path, id, .. }) => {
                if paths.insert(id.clone(), Some(page_id(&path)), path) {
                    repeated.add(&id);
                }
            }
            Err(stop) => trouble(stop, status),
        }
    }
    repeated.report("inputs have an id that another has", "the last counts");
    match (paths.is_empty(), &*status) {
        // A message has been printed for each of them.
        (true, Status::CompletedWithErrors) => {
            Err(CliError::at("INPUT", "expected pages, found none that can be read"))
        }
        (true, _) => Err(no_pages(inputs)),
        (false, _) => Ok(paths),
    }
}

/// Says how many pages of a gold standard have no page among the inputs, or no text.
fn say_left_out(name: &str, gold: &[Gold], paths: &InputsById<PathBuf>) {
    let all = gold.len();
    let without_page = gold.iter().filter(|page| paths.get(&page.id).is_none());
    let without_page =
        without_page.inspect(|page| detail(&format!("{name}: {} is not among the inputs", page.id)));
    let without_page = without_page.count();
    if without_page > 0 {
        note(&format!(
            "{without_page} of the {all} pages of {name} are not among the inputs: left out; check the file names"
        ));
    }
    // A page without gold text teaches nothing.
    let has_no_words = |page: &&Gold| page.text.as_ref().is_none_or(|text| text.trim().is_empty());
    let without_words = gold.iter().filter(has_no_words).count();
    if without_words > 0 {
        note(&format!(
            "{without_words} of the {all} pages of {name} have no gold text, or an empty one: left out"
        ));
    }
}

/// The name of the group of a gold standard in reports: its folder, or without one the file name
/// without its endings.
fn corpus_of(truth: &Path) -> String {
    let stem = || Path::new(&plain_name(truth)).file_stem().map(OsStr::to_os_string);
    let name = truth.parent().and_then(Path::file_name).map(OsStr::to_os_string).or_else(stem);
    name.unwrap_or_default().to_string_lossy().into_owned()
}

/// Reports an error of one input. The others go on.
fn trouble(stop: CliError, status: &mut Status) {
    if let CliError::Message(message) = stop {
        report(&message);
        *status = Status::CompletedWithErrors;
    }
}
