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
use trommel::train::self_label::{Inputs, Settings, SitePage, SiteReader, fit, fit_to};
use trommel::{Method, Model, Options, extract};

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
    println!("| method | {} | all | all with content | models |", names.join(" | "));
    println!("|---|{}", "---:|".repeat(names.len() + 3));

    let all = Settings::default();
    let path = Inputs::TAG_PATH;
    let parts = [
        ("length", Inputs::LENGTH),
        ("tag path", path),
        ("selectors", Inputs::SELECTORS),
        ("inline style", Inputs::STYLE),
        ("tag path, selectors", path.with(Inputs::SELECTORS)),
        ("tag path, selectors, style", path.with(Inputs::SELECTORS).with(Inputs::STYLE)),
        ("all", Inputs::ALL),
    ];
    let with = |method: Method| {
        let trees = trees.clone();
        move |page: &Page, model: Option<&Model>| match model {
            Some(model) => text(page, Options::default().with_model(model.clone()).with_method(method)),
            None => text(page, trees.clone()),
        }
    };
    let (lenient, strict) = (with(Method::Auto), with(Method::Learned));
    let both = |page: &Page, model: Option<&Model>| {
        combined(&strict(page, None), &strict(page, model), |a, b| a && b)
    };
    let either = |page: &Page, model: Option<&Model>| {
        combined(&strict(page, None), &strict(page, model), |a, b| a || b)
    };
    row("`auto`", &sites, &|_| None, &lenient)?;
    for (name, inputs) in parts {
        let settings = Settings { inputs, ..all };
        row(&format!("own model, {name}"), &sites, &|pages| by_site(pages, settings), &strict)?;
    }
    for radius in [1.5, 2.0] {
        let settings = Settings { radius: Some(radius), ..all };
        row(&format!("own model, all, radius {radius}"), &sites, &|pages| by_site(pages, settings), &strict)?;
    }
    let own = |pages: &[&Page]| by_site(pages, all);
    row("own model, all; where it keeps nothing, line-block", &sites, &own, &lenient)?;
    row("blocks of `auto` that the own model keeps too", &sites, &own, &both)?;
    row("blocks of `auto` and of the own model", &sites, &own, &either)?;
    let taught = |pages: &[&Page]| by_auto(pages, &trees, all);
    row("model of the verdicts of `auto`, all", &sites, &taught, &strict)?;
    row("blocks of `auto` that it keeps too", &sites, &taught, &both)?;
    row("blocks of `auto` and of it", &sites, &taught, &either)?;
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

/// A model of what `auto` says of pages.
fn by_auto(pages: &[&Page], trees: &Options, settings: Settings) -> Option<Vec<u8>> {
    let fold = |text: &str| -> String {
        text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).take(2048).collect()
    };
    let content = pages
        .iter()
        .map(|page| {
            let kept: BTreeSet<String> = text(page, trees.clone())
                .split("\n\n")
                .flat_map(|block| block.split('\n').map(fold).chain([fold(block)]).collect::<Vec<_>>())
                .collect();
            page.looks.texts().map(|text| kept.contains(text)).collect()
        })
        .collect();
    let looks: Vec<SitePage> = pages.iter().map(|page| page.looks.clone()).collect();
    fit_to(&looks, content, settings).ok().map(|trained| trained.model)
}

/// A model that a site makes of itself.
fn by_site(pages: &[&Page], settings: Settings) -> Option<Vec<u8>> {
    let looks: Vec<SitePage> = pages.iter().map(|page| page.looks.clone()).collect();
    fit(&looks, settings).ok().map(|trained| trained.model)
}

/// Scores one method: F1 by site, over all pages, over those whose gold text is not empty; and how many models were made of how many.
fn row(
    name: &str,
    sites: &BTreeMap<String, Vec<Page>>,
    train: &dyn Fn(&[&Page]) -> Option<Vec<u8>>,
    method: &dyn Fn(&Page, Option<&Model>) -> String,
) -> Result<()> {
    let (mut all, mut with_content, mut cells, mut made, mut asked) =
        (Scorer::new(), Scorer::new(), Vec::new(), 0, 0);
    for pages in sites.values() {
        let mut scorer = Scorer::new();
        for fold in 0..FOLDS {
            let others: Vec<&Page> =
                pages.iter().enumerate().filter(|(at, _)| at % FOLDS != fold).map(|(_, page)| page).collect();
            let model = train(&others).map(Model::from_bytes).transpose()?;
            asked += 1;
            made += usize::from(model.is_some());
            for (_, page) in pages.iter().enumerate().filter(|(at, _)| at % FOLDS == fold) {
                let text = method(page, model.as_ref());
                scorer.add(&page.gold, &text);
                all.add(&page.gold, &text);
                if page.gold.text.as_ref().is_some_and(|text| !text.trim().is_empty()) {
                    with_content.add(&page.gold, &text);
                }
            }
        }
        cells.push(cell(scorer));
    }
    println!(
        "| {name} | {} | {} | {} | {made} of {asked} |",
        cells.join(" | "),
        cell(all),
        cell(with_content)
    );
    Ok(())
}

/// F1, with precision and recall.
fn cell(scorer: Scorer) -> String {
    let Some(words) = scorer.finish().words else { return String::new() };
    let mean = words.mean;
    format!("{:.3} ({:.3}, {:.3})", mean.f1, mean.precision, mean.recall)
}
