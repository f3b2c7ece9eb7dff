//! `trommel train`: trains a model, with or without a gold standard.

mod args;
mod common;
mod page_types;
mod pages;
mod self_label;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use trommel_score::Gold;
use trommel_train::{self as train, GoldPage, Scores, Settings, Unseen};

use crate::commands::out::expect_ending;
use crate::commands::score::{Repeated, expect_one_input_each, named, read_records};
use crate::error::{CliError, Status};
use crate::files::{FoundFile, InputFormat, InputsById, Output, check_outputs, page_id, plain_name};
use crate::inputs::no_pages;
use crate::page::{Input, no_page};
use crate::remote::conceal;
use crate::stderr::{detail, note, report};
pub(crate) use args::Args;
use args::LabelsName;
use common::{trouble, write};

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
                    let message = "expected a folder with a truth.jsonl and pages, found none; give the gold standard with --gold";
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
    let nothing = "expected sites in several folds, found all pages in one; nothing is scored";
    report_unseen("cross-validation", settings.folds > 0, trained.cross_validated, nothing);
    Ok(status)
}

/// Rejects flags that need `--self-label`. Clap does not check that if another flag conflicts with
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

/// Reports scores on unseen pages, if requested, or `nothing` if there are no such pages.
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
    line("without a text table", &unseen.textless);
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

/// Reads the pages of one gold standard, in its order.
///
/// Out: the number of pages left out because they are missing, unreadable, or without gold text.
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
    for Gold { id, text, url, page_type, lang, .. } in gold {
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
                let page = GoldPage::new(html, &text, &site, &corpus, page_type.as_deref());
                pages.push(page.with_language(lang));
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
    repeated.report("inputs have the id of another", "the last one counts");
    match (paths.is_empty(), &*status) {
        // All of them have been reported.
        (true, Status::CompletedWithErrors) => {
            Err(CliError::at("INPUT", "expected pages, found none that can be read"))
        }
        (true, _) => Err(no_pages(inputs)),
        (false, _) => Ok(paths),
    }
}

/// Reports how many pages of a gold standard are missing from the inputs, or have no text.
fn say_left_out(name: &str, gold: &[Gold], paths: &InputsById<PathBuf>) {
    let all = gold.len();
    let without_page = gold.iter().filter(|page| paths.get(&page.id).is_none());
    let without_page =
        without_page.inspect(|page| detail(&format!("{name}: {} is not among the inputs", page.id)));
    let without_page = without_page.count();
    if without_page > 0 {
        note(&format!(
            "{without_page} of the {all} pages of {name} are not among the inputs and left out; check the file names"
        ));
    }
    let has_no_words = |page: &&Gold| page.text.as_ref().is_none_or(|text| text.trim().is_empty());
    let without_words = gold.iter().filter(has_no_words).count();
    if without_words > 0 {
        note(&format!("{without_words} of the {all} pages of {name} have no gold text and are left out"));
    }
}

/// The name of a gold standard in reports: that of its folder, or of the file without its
/// extensions.
fn corpus_of(truth: &Path) -> String {
    let stem = || Path::new(&plain_name(truth)).file_stem().map(OsStr::to_os_string);
    let name = truth.parent().and_then(Path::file_name).map(OsStr::to_os_string).or_else(stem);
    name.unwrap_or_default().to_string_lossy().into_owned()
}
