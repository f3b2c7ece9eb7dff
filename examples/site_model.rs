//! Whether a model that a site made of itself beats the built-in one: pages of a site are learned from without their gold, and others are scored.
//!
//! `cargo run --release --example site_model FOLDER MODEL`, where FOLDER has a `truth.jsonl` and pages of several sites in `html/`, named
//! `SITE_NUMBER.html.gz`, and MODEL is one of trees that never saw them, which stands for the built-in one. `docs/self-label.md` has what it prints.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::io::{BufReader, Read};
use std::path::PathBuf;

use flate2::read::GzDecoder;
use trommel::score::{Gold, Scorer, read_gold};
use trommel::train::self_label::{Inputs, Settings, SitePage, SiteReader, fit};
use trommel::{Favor, Model, Options, extract};

/// Folds of pages: of each, the model is made of the others.
const FOLDS: usize = 4;

/// Pages of a site that are too few to leave some out.
const FEWEST_PAGES: usize = 8;

struct Page {
    gold: Gold,
    html: Vec<u8>,
    looks: SitePage,
}

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let folder =
        PathBuf::from(std::env::args_os().nth(1).ok_or("expected a folder with truth.jsonl and html/")?);
    let gold = read_gold(BufReader::new(std::fs::File::open(folder.join("truth.jsonl"))?))?;
    let trees = match std::env::args_os().nth(2) {
        Some(path) => Options::default().with_model(Model::from_bytes(std::fs::read(path)?)?),
        None => Options::default(),
    };
    let mut reader = SiteReader::new()?;
    let mut sites: BTreeMap<String, Vec<Page>> = BTreeMap::new();
    for gold in gold {
        let Some((site, _)) = gold.id.rsplit_once('_') else { continue };
        let mut html = Vec::new();
        let file = std::fs::File::open(folder.join("html").join(format!("{}.html.gz", gold.id)))?;
        GzDecoder::new(file).read_to_end(&mut html)?;
        let looks = reader.read(&html, gold.url.as_deref(), None);
        sites.entry(site.to_string()).or_default().push(Page { gold, html, looks });
    }
    sites.retain(|_, pages| pages.len() >= FEWEST_PAGES);
    let names: Vec<&str> = sites.keys().map(String::as_str).collect();
    println!("| method | {} | all | models |\n|---|{}", names.join(" | "), "---:|".repeat(names.len() + 2));
    let auto = |page: &Page, _: Option<&Model>| text(page, trees.clone());
    row("auto", &sites, None, &auto)?;
    let all = Settings::default();
    let own = |page: &Page, model: Option<&Model>| match model {
        Some(model) => text(page, Options::default().with_model(model.clone())),
        None => text(page, trees.clone()),
    };
    let parts = [
        ("length", Inputs::LENGTH),
        ("tag path", Inputs::TAG_PATH),
        ("selectors", Inputs::SELECTORS),
        ("style", Inputs::STYLE),
        ("tag path, selectors", Inputs::TAG_PATH.with(Inputs::SELECTORS)),
        ("tag path, selectors, style", Inputs::TAG_PATH.with(Inputs::SELECTORS).with(Inputs::STYLE)),
        ("length, tag path, selectors", Inputs::LENGTH.with(Inputs::TAG_PATH).with(Inputs::SELECTORS)),
        ("all", Inputs::ALL),
    ];
    for (name, inputs) in parts {
        row(&format!("own model: {name}"), &sites, Some(Settings { inputs, ..all }), &own)?;
    }
    for favor in [Favor::Precision, Favor::Recall] {
        let favored = |page: &Page, model: Option<&Model>| match model {
            Some(model) => text(page, Options::default().with_model(model.clone()).with_favor(favor)),
            None => text(page, trees.clone().with_favor(favor)),
        };
        row(&format!("auto, favour {favor:?}"), &sites, None, &favored)?;
        row(&format!("own model, favour {favor:?}"), &sites, Some(all), &favored)?;
    }
    let both =
        |page: &Page, model: Option<&Model>| combined(&auto(page, None), &own(page, model), |a, b| a && b);
    row("blocks of auto that the own model keeps too", &sites, Some(all), &both)?;
    let either =
        |page: &Page, model: Option<&Model>| combined(&auto(page, None), &own(page, model), |a, b| a || b);
    row("blocks of either", &sites, Some(all), &either)?;
    for radius in [1.5, 2.0] {
        let settings = Settings { radius: Some(radius), ..all };
        row(&format!("own model, radius {radius}"), &sites, Some(settings), &own)?;
    }
    Ok(())
}

/// The main content of a page.
fn text(page: &Page, options: Options) -> String {
    extract(&page.html, options).map_or_else(|_| String::new(), |extraction| extraction.text)
}

/// Blocks of two outputs of one page, in the order of the longer one.
fn combined(a: &str, b: &str, keep: fn(bool, bool) -> bool) -> String {
    let blocks = |text: &str| text.split("\n\n").map(str::to_string).collect::<Vec<_>>();
    let (a, b) = (blocks(a), blocks(b));
    let (in_a, in_b): (BTreeSet<_>, BTreeSet<_>) = (a.iter().collect(), b.iter().collect());
    let all = a.iter().chain(b.iter().filter(|block| !in_a.contains(block)));
    let kept = all.filter(|block| keep(in_a.contains(block), in_b.contains(block)));
    kept.map(String::as_str).collect::<Vec<_>>().join("\n\n")
}

/// Scores one method: F1 by site, over all pages; and how many models were made of how many.
fn row(
    name: &str,
    sites: &BTreeMap<String, Vec<Page>>,
    settings: Option<Settings>,
    method: &dyn Fn(&Page, Option<&Model>) -> String,
) -> Result<()> {
    let (mut all, mut cells, mut made, mut asked) = (Scorer::new(), Vec::new(), 0, 0);
    for pages in sites.values() {
        let mut scorer = Scorer::new();
        for fold in 0..FOLDS {
            let others = pages.iter().enumerate().filter(|(at, _)| at % FOLDS != fold);
            let learned: Vec<SitePage> = others.map(|(_, page)| page.looks.clone()).collect();
            let trained = settings.map(|settings| fit(&learned, settings));
            asked += usize::from(trained.is_some());
            let model = trained
                .and_then(|trained| trained.ok())
                .map(|trained| Model::from_bytes(trained.model))
                .transpose()?;
            made += usize::from(model.is_some());
            for (_, page) in pages.iter().enumerate().filter(|(at, _)| at % FOLDS == fold) {
                let text = method(page, model.as_ref());
                scorer.add(&page.gold, &text);
                all.add(&page.gold, &text);
            }
        }
        cells.push(cell(scorer));
    }
    println!("| {name} | {} | {} | {made} of {asked} |", cells.join(" | "), cell(all));
    Ok(())
}

/// F1, with precision and recall.
fn cell(scorer: Scorer) -> String {
    let Some(words) = scorer.finish().words else { return String::new() };
    let mean = words.mean;
    format!("{:.3} ({:.3}, {:.3})", mean.f1, mean.precision, mean.recall)
}
