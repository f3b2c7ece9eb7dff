//! `trommel train --self-label`: trains a model from pages without a gold standard.

use trommel::Options;
use trommel_train::{
    self as train,
    self_label::{LabelError, Sample, SelfLabelled, Settings, SitePage, SiteReader, fit},
};

use super::args::{Args, LabelsName};
use super::common::{trouble, write};
use crate::commands::train::pages::Pages;
use crate::error::{CliError, Status};
use crate::files::{Choice, Ids, Output, Walk};
use crate::inputs::no_pages;
use crate::stderr::{detail, note, report};

/// Default maximum of pages to learn from.
const DEFAULT_PAGES: u32 = 1000;

pub(crate) fn run(args: &Args) -> Result<Status, CliError> {
    let mut status = Status::Done;
    let mut sample = Sample::new(args.pages.unwrap_or(DEFAULT_PAGES) as usize, args.by_host, args.seed);
    let mut pages = Pages::new(&mut sample, reader(args.labels)?);
    let mut inputs = 0_u64;
    for path in Walk::by(&args.inputs, Choice::Content, Ids::of(&args.inputs)).paths() {
        inputs += 1;
        let read = match path.inspect(|path| detail(&format!("{}: reading", path.display()))) {
            Ok(path) => pages.read(&path, &mut |damage| {
                report(damage);
                status = Status::CompletedWithErrors;
            }),
            Err((path, error)) => Err(CliError::reading(&path.display().to_string(), &error)),
        };
        if let Err(stop) = read {
            trouble(stop, &mut status);
        }
    }
    if inputs == 0 {
        return Err(no_pages(&args.inputs));
    }
    let skipped = pages.skipped;
    let seen = sample.seen();
    let sampled = sample.finish();
    let seed = args.seed;
    note(&format!(
        "{seen} pages, {} sampled with seed {seed}; {skipped} records are not pages",
        sampled.len()
    ));
    if args.labels == LabelsName::Auto && sampled.iter().any(SitePage::is_rendered) {
        return Err(CliError::at("--labels auto", "expected HTML, found browser-rendered blocks"));
    }
    let name = args.output.display().to_string();
    let output = Output::create(&args.output).map_err(|error| CliError::writing(&name, &error))?;
    let settings = Settings { by_host: args.by_host, seed, ..Settings::default() };
    let trained = match fit(&sampled, settings) {
        Ok(trained) => trained,
        Err(doubt) => {
            if let LabelError::NoHost(hosts) = &doubt {
                report_refused(hosts);
            }
            note(&format!("no reliable model: {doubt}"));
            return Ok(if status == Status::CompletedWithErrors { status } else { Status::Empty });
        }
    };
    train::check(&trained.model).map_err(|error| CliError::at("train", error))?;
    write(output, &trained.model).map_err(|error| CliError::writing(&name, &error))?;
    report_trained(&trained, args);
    Ok(status)
}

/// The reader of pages. For labels by `auto`, it has an extractor.
fn reader(labels: LabelsName) -> Result<SiteReader, CliError> {
    let reader = match labels {
        LabelsName::Clusters => SiteReader::new(),
        LabelsName::Auto => SiteReader::scored_by(Options::default()),
    };
    reader.map_err(|error| CliError::at("train", error))
}

/// Reports the hosts that are left out, and why.
fn report_refused(hosts: &[(String, usize, LabelError)]) {
    for (host, pages, doubt) in hosts {
        let host = if host.is_empty() { "pages without a URL" } else { host };
        note(&format!("{host}: {pages} pages left out: {doubt}"));
    }
}

/// Reports the trained model and its scores.
fn report_trained(trained: &SelfLabelled, args: &Args) {
    report_refused(&trained.refused);
    let SelfLabelled { votes, pages, blocks, content_blocks, clusters, figures, .. } = trained;
    let (labels, kinds) = match args.labels {
        LabelsName::Clusters => (
            format!(
                "{} by their description, {} by their title, {} did not vote",
                votes.by_description, votes.by_title, votes.none
            ),
            format!(" in {clusters} clusters"),
        ),
        LabelsName::Auto => ("labelled by auto".to_string(), String::new()),
    };
    note(&format!("{pages} pages: {labels}"));
    note(&format!(
        "{blocks} line-blocks{kinds}, {content_blocks} of them content; {} bytes in {}",
        trained.model.len(),
        args.output.display()
    ));
    note(&format!(
        "by {}-fold cross-validation, over line-blocks: precision {:.4} recall {:.4} F1 {:.4}",
        figures.folds, figures.precision, figures.recall, figures.f1
    ));
}
