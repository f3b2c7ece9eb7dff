//! Compares models for a single site: the built-in model, a model trained on the site itself, a
//! FOREST wrapper, and combinations of them. Training uses no gold standard; other pages of the
//! site are scored.
//!
//! `cargo run --release -p trommel-train --example site_model FOLDER MODEL`
//!
//! FOLDER has a `truth.jsonl` and pages of several sites as `html/ID.html.gz`. MODEL replaces the
//! built-in model by trees that were not trained on these pages. `docs/src/self-label.md` has
//! the results.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use trommel::site::Sites;
use trommel::{Method, Model, Options, extract};
use trommel_score::{Gold, Scorer, read_gold, word_bag};
use trommel_train::self_label::{Inputs, Settings, SitePage, SiteReader, fit};
use trommel_train::site_of;
use trommel_train::wrapper::{self as site, Learner, PageReader};

/// Number of folds. Models and wrappers for a fold are learned from the other folds.
const FOLDS: usize = 4;

/// Minimum pages of a site.
const MIN_PAGES: usize = 8;

/// Maximum sites with columns of their own.
const MAX_COLUMNS: usize = 6;

/// Minimum difference in F1 for a page to count as better or worse.
const NOTABLE: f64 = 0.005;

/// The compared methods by name, in the order of [`texts`].
const METHODS: [&str; 10] = [
    "`auto`",
    "own model (`-m learned --model`)",
    "FOREST alone (`-m site --site`)",
    "**FOREST and `auto`** (`--site`)",
    "FOREST and own model",
    "`auto` and own model (`--model`)",
    "FOREST, `auto` and own model",
    "model trained on blocks kept by `auto`, alone",
    "`auto` and a model trained on blocks it keeps (`--model`)",
    "**FOREST, `auto` and that model** (`--site --model`)",
];

type Result<T> = std::result::Result<T, Box<dyn Error>>;

struct Page {
    gold: Gold,
    html: Vec<u8>,
    /// For training a model.
    site_page: SitePage,
    /// For learning a wrapper.
    table: site::Page,
}

/// Results of learning from pages of one site.
struct Learned {
    own: Option<Model>,
    sites: Option<Sites>,
    of_auto: Option<Model>,
}

/// The texts of each page of each site by one method.
type Texts<'a> = BTreeMap<&'a str, Vec<String>>;

fn main() -> Result<()> {
    let folder =
        PathBuf::from(std::env::args_os().nth(1).ok_or("expected a folder with truth.jsonl and html/")?);
    let trees = match std::env::args_os().nth(2) {
        Some(path) => Options::default().with_model(Model::from_bytes(std::fs::read(path)?)?),
        None => Options::default(),
    };
    let sites = read(&folder)?;
    let pages = sites.values().map(Vec::len).sum::<usize>();
    let with_content = sites.values().flatten().filter(|page| has_content(page)).count();
    println!("{} sites, {pages} pages, {with_content} of them with content\n", sites.len());

    let mut by_method: Vec<Texts<'_>> = METHODS.iter().map(|_| Texts::new()).collect();
    let (mut own, mut wrappers, mut taught, mut folds) = (0, 0, 0, 0);
    for (name, pages) in &sites {
        let mut of_site: Vec<Vec<String>> =
            METHODS.iter().map(|_| vec![String::new(); pages.len()]).collect();
        for fold in 0..FOLDS {
            let learned = learn(&others(pages, fold), &trees)?;
            folds += 1;
            own += u8::from(learned.own.is_some());
            wrappers += u8::from(learned.sites.is_some());
            taught += u8::from(learned.of_auto.is_some());
            for at in (fold..pages.len()).step_by(FOLDS) {
                for (method, text) in texts(&pages[at], &learned, &trees)?.into_iter().enumerate() {
                    of_site[method][at] = text;
                }
            }
        }
        for (texts, of_site) in by_method.iter_mut().zip(of_site) {
            texts.insert(name, of_site);
        }
    }
    println!(
        "Of {folds} folds, {own} gave an own model, {wrappers} a wrapper, {taught} a model of the blocks kept by `auto`.\n"
    );
    head(&sites);
    for (name, texts) in METHODS.iter().zip(&by_method) {
        row(name, &sites, texts, &by_method[0]);
    }
    println!();

    head(&sites);
    let path = Inputs::TAG_PATH;
    let parts = [
        ("length", Inputs::LENGTH, None),
        ("tag path", path, None),
        ("selectors", Inputs::SELECTORS, None),
        ("tag path, selectors", path.with(Inputs::SELECTORS), None),
        ("all", Inputs::ALL, None),
        ("all, radius 1.5", Inputs::ALL, Some(1.5)),
        ("all, radius 2", Inputs::ALL, Some(2.0)),
    ];
    for (name, inputs, radius) in parts {
        let settings = Settings { inputs, radius, ..Settings::default() };
        let mut texts = Texts::new();
        for (site, pages) in &sites {
            let models = (0..FOLDS)
                .map(|fold| model(others(pages, fold).iter().map(|page| page.site_page.clone()), settings));
            let models = models.collect::<Result<Vec<_>>>()?;
            let kept = pages.iter().enumerate().map(|(at, page)| match &models[at % FOLDS] {
                Some(model) => text(page, alone(model)),
                None => text(page, trees.clone()),
            });
            texts.insert(site, kept.collect::<Result<_>>()?);
        }
        row(name, &sites, &texts, &by_method[0]);
    }
    Ok(())
}

/// Reads the pages of each site that has at least [`MIN_PAGES`].
fn read(folder: &Path) -> Result<BTreeMap<String, Vec<Page>>> {
    let (mut site_reader, mut tables) = (SiteReader::new()?, PageReader::new(None)?);
    let mut sites: BTreeMap<String, Vec<Page>> = BTreeMap::new();
    for gold in read_gold(BufReader::new(std::fs::File::open(folder.join("truth.jsonl"))?))? {
        let mut html = Vec::new();
        let file = std::fs::File::open(folder.join("html").join(format!("{}.html.gz", gold.id)))?;
        GzDecoder::new(file).read_to_end(&mut html)?;
        let Some(site) = site_of(gold.url.as_deref(), &html) else { continue };
        tables.push(&html);
        let page = Page {
            site_page: site_reader.read(&html, gold.url.as_deref(), None),
            table: tables.finish(gold.id.clone(), gold.url.clone()),
            gold,
            html,
        };
        sites.entry(site).or_default().push(page);
    }
    sites.retain(|_, pages| pages.len() >= MIN_PAGES);
    Ok(sites)
}

fn has_content(page: &Page) -> bool {
    page.gold.text.as_ref().is_some_and(|text| !text.trim().is_empty())
}

/// The pages outside a fold.
fn others(pages: &[Page], fold: usize) -> Vec<&Page> {
    pages.iter().enumerate().filter(|(at, _)| at % FOLDS != fold).map(|(_, page)| page).collect()
}

fn learn(pages: &[&Page], trees: &Options) -> Result<Learned> {
    let mut learner = Learner::new(site::Settings::default())?;
    pages.iter().for_each(|page| learner.add(page.table.clone()));
    let sites = learner.finish().ok().map(|learned| learned.sites);
    let mut reader = SiteReader::scored_by(trees.clone())?;
    let labelled_by_auto = pages.iter().map(|page| reader.read(&page.html, page.gold.url.as_deref(), None));
    Ok(Learned {
        own: model(pages.iter().map(|page| page.site_page.clone()), Settings::default())?,
        of_auto: model(labelled_by_auto, Settings::default())?,
        sites,
    })
}

/// Trains a model. `None` if the labels are unreliable.
fn model(pages: impl Iterator<Item = SitePage>, settings: Settings) -> Result<Option<Model>> {
    let trained = fit(&pages.collect::<Vec<_>>(), settings).ok();
    Ok(trained.map(|trained| Model::from_bytes(trained.model)).transpose()?)
}

/// Options with the site model alone.
fn alone(model: &Model) -> Options {
    Options::default().with_method(Method::Learned).with_model(model.clone())
}

/// The main content of a page.
fn text(page: &Page, options: Options) -> Result<String> {
    Ok(extract(&page.html, &options)?.text)
}

/// The main content of a page by each of [`METHODS`]. Missing models and wrappers are left out.
fn texts(page: &Page, learned: &Learned, trees: &Options) -> Result<Vec<String>> {
    let Learned { own, sites, of_auto } = learned;
    let with_model = |model: &Option<Model>| model.iter().cloned().fold(trees.clone(), Options::with_model);
    let by_itself = |model: &Option<Model>| model.as_ref().map_or_else(|| trees.clone(), alone);
    let with_wrapper = |options: Options| sites.iter().cloned().fold(options, Options::with_sites);
    let wrapper_alone = match sites {
        Some(_) => with_wrapper(trees.clone().with_method(Method::Site)),
        None => trees.clone(),
    };
    let all: [Options; METHODS.len()] = [
        trees.clone(),
        by_itself(own),
        wrapper_alone,
        with_wrapper(trees.clone()),
        with_wrapper(by_itself(own)),
        with_model(own),
        with_wrapper(with_model(own)),
        by_itself(of_auto),
        with_model(of_auto),
        with_wrapper(with_model(of_auto)),
    ];
    all.into_iter().map(|options| text(page, options)).collect()
}

/// The names of sites with columns of their own.
fn columns(sites: &BTreeMap<String, Vec<Page>>) -> impl Iterator<Item = &str> {
    sites.keys().map(String::as_str).take(if sites.len() > MAX_COLUMNS { 0 } else { MAX_COLUMNS })
}

fn head(sites: &BTreeMap<String, Vec<Page>>) {
    let names: String = columns(sites).map(|name| format!("{name} | ")).collect();
    println!("| | {names}all | all with content | better, worse than `auto` |");
    println!("|---|{}", "---:|".repeat(columns(sites).count() + 3));
}

/// Prints the scores of one method: by site, over all pages, over pages whose gold text is not
/// empty, and how many pages are better and worse than by `auto`.
fn row(name: &str, sites: &BTreeMap<String, Vec<Page>>, texts: &Texts<'_>, auto: &Texts<'_>) {
    let (mut all, mut with_content, mut by_site) = (Scorer::new(), Scorer::new(), BTreeMap::new());
    let (mut better, mut worse) = (0, 0);
    for (site, pages) in sites {
        let mut scorer = Scorer::new();
        let found = texts[site.as_str()].iter().zip(&auto[site.as_str()]);
        for (page, (text, by_auto)) in pages.iter().zip(found) {
            scorer.add(&page.gold, text);
            all.add(&page.gold, text);
            if has_content(page) {
                with_content.add(&page.gold, text);
            }
            let f1 = |text: &str| word_bag(text, page.gold.text.as_deref().unwrap_or_default()).f1;
            let more = f1(text) - f1(by_auto);
            (better, worse) = (better + u32::from(more > NOTABLE), worse + u32::from(more < -NOTABLE));
        }
        by_site.insert(site.as_str(), cell(scorer));
    }
    let cells: String = columns(sites).map(|site| format!("{} | ", by_site[site])).collect();
    println!("| {name} | {cells}{} | {} | {better}, {worse} |", cell(all), cell(with_content));
}

/// F1, with precision and recall.
fn cell(scorer: Scorer) -> String {
    let Some(words) = scorer.finish().words else { return String::new() };
    let mean = words.mean;
    format!("{:.3} ({:.3}, {:.3})", mean.f1, mean.precision, mean.recall)
}
