//! What serves best for one site: the built-in model, one that the site makes of itself, the wrapper of FOREST, or several of them together. Pages
//! of a site are learned from without their gold, and others are scored.
//!
//! `cargo run --release --example site_model FOLDER MODEL`, where FOLDER has a `truth.jsonl` and pages of several sites in `html/`, named
//! `ID.html.gz`, and MODEL is one of trees that never saw them, which stands for the built-in one. `docs/self-label.md` has what it prints.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::io::{BufReader, Read};
use std::ops::ControlFlow;
use std::path::PathBuf;

use flate2::read::GzDecoder;
use trommel::score::{Gold, Scorer, read_gold, word_bag};
use trommel::site::{self, Learner, PageReader, Sites};
use trommel::train::self_label::{Inputs, Settings, SitePage, SiteReader, fit, fit_to};
use trommel::train::site_of;
use trommel::{Extractor, LineBlock, Method, Model, Options, Sink, Verdict};

/// Folds of pages: of each, what is learned comes from the others.
const FOLDS: usize = 4;

/// Pages of a site that are too few to leave some out.
const FEWEST_PAGES: usize = 8;

/// Sites that have columns of their own at most.
const MOST_COLUMNS: usize = 6;

/// F1 by which a page must differ to count as better or worse.
const NOTABLE: f64 = 0.005;

/// Characters of a block that training compares.
const TEXT_CHARS: usize = 2048;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

struct Page {
    gold: Gold,
    html: Vec<u8>,
    /// For the machine.
    looks: SitePage,
    /// For the wrapper.
    table: site::Page,
    /// By the model of trees.
    auto: Blocks,
}

/// The line-blocks of a page by their places in it, each with whether a method kept it.
#[derive(Clone, Default)]
struct Blocks(BTreeMap<u64, (String, bool)>);

impl Sink for Blocks {
    fn rendered(&mut self, _: &str) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn line_block(&mut self, block: &LineBlock<'_>) -> ControlFlow<()> {
        self.0.insert(block.offset(), (block.text().collect(), block.verdict() == Verdict::Kept));
        ControlFlow::Continue(())
    }
}

impl Blocks {
    fn of(html: &[u8], options: Options) -> Result<Self> {
        let mut blocks = Self::default();
        let mut extractor = Extractor::new(options)?;
        extractor.push_to(html, &mut blocks)?;
        extractor.finish_to(&mut blocks)?;
        Ok(blocks)
    }

    /// Those that `other` keeps too.
    fn and(&self, other: &Self) -> Self {
        let mut both = self.clone();
        for (offset, (_, is_kept)) in &mut both.0 {
            *is_kept &= other.0.get(offset).is_some_and(|(_, is_kept)| *is_kept);
        }
        both
    }

    /// Those that `other` keeps beside them.
    fn or(&self, other: &Self) -> Self {
        let mut either = self.clone();
        for (offset, block) in other.0.iter().filter(|(_, (_, is_kept))| *is_kept) {
            either.0.insert(*offset, block.clone());
        }
        either
    }

    fn kept(&self) -> impl Iterator<Item = &str> {
        self.0.values().filter(|(_, is_kept)| *is_kept).map(|(text, _)| text.as_str())
    }
}

/// What methods say of one page.
struct Said {
    auto: Blocks,
    own: Blocks,
    wrapper: Blocks,
    wrapper_auto: Blocks,
    wrapper_own: Blocks,
    /// Models of the verdicts of `auto`, and of `auto` with the wrapper.
    of_auto: Blocks,
    wrapper_of_auto: Blocks,
    wrapper_of_both: Blocks,
}

/// What is learned of pages of one site.
struct Learned {
    own: Option<Model>,
    sites: Option<Sites>,
    of_auto: Option<Model>,
    of_both: Option<Model>,
}

fn main() -> Result<()> {
    let folder =
        PathBuf::from(std::env::args_os().nth(1).ok_or("expected a folder with truth.jsonl and html/")?);
    let trees = match std::env::args_os().nth(2) {
        Some(path) => Options::default().with_model(Model::from_bytes(std::fs::read(path)?)?),
        None => Options::default(),
    };
    let sites = read(&folder, &trees)?;
    let pages = sites.values().map(Vec::len).sum::<usize>();
    let with_content = sites.values().flatten().filter(|page| has_content(page)).count();
    println!("{} sites, {pages} pages, {with_content} of them with content\n", sites.len());

    let mut said: BTreeMap<&str, Vec<Said>> = BTreeMap::new();
    let (mut own, mut wrappers, mut folds) = (0, 0, 0);
    for (name, pages) in &sites {
        let mut of_site: Vec<Option<Said>> = pages.iter().map(|_| None).collect();
        for fold in 0..FOLDS {
            let others = others(pages, fold);
            let learned = learn(&others, &trees)?;
            (own, wrappers) =
                (own + u8::from(learned.own.is_some()), wrappers + u8::from(learned.sites.is_some()));
            folds += 1;
            for at in (fold..pages.len()).step_by(FOLDS) {
                of_site[at] = Some(ask(&pages[at], &learned, &trees)?);
            }
        }
        said.insert(name, of_site.into_iter().flatten().collect());
    }
    println!("Of {folds} folds, {own} gave a model of their own, {wrappers} a wrapper.\n");
    head(&sites);
    let row = |name: &str, blocks: &dyn Fn(&Said) -> Blocks| {
        row(name, &sites, &|site, at| blocks(&said[site][at]));
    };
    row("`auto`", &|said| said.auto.clone());
    row("own model", &|said| said.own.clone());
    row("FOREST alone", &|said| said.wrapper.clone());
    row("FOREST and `auto`", &|said| said.wrapper_auto.clone());
    row("FOREST and own model", &|said| said.wrapper_own.clone());
    row("what `auto` and the own model keep", &|said| said.auto.and(&said.own));
    row("what `auto` or the own model keeps", &|said| said.auto.or(&said.own));
    row("what FOREST and `auto`, and the own model keep", &|said| said.wrapper_auto.and(&said.wrapper_own));
    row("model of the verdicts of `auto`", &|said| said.of_auto.clone());
    row("what `auto` and it keep", &|said| said.auto.and(&said.of_auto));
    row("what FOREST and `auto`, and it keep", &|said| said.wrapper_auto.and(&said.wrapper_of_auto));
    row("what FOREST and `auto`, and a model of their verdicts keep", &|said| {
        said.wrapper_auto.and(&said.wrapper_of_both)
    });
    println!();

    head(&sites);
    let path = Inputs::TAG_PATH;
    let parts = [
        ("length", Inputs::LENGTH, None),
        ("tag path", path, None),
        ("selectors", Inputs::SELECTORS, None),
        ("inline style", Inputs::STYLE, None),
        ("tag path, selectors", path.with(Inputs::SELECTORS), None),
        ("all", Inputs::ALL, None),
        ("all, radius 1.5", Inputs::ALL, Some(1.5)),
        ("all, radius 2", Inputs::ALL, Some(2.0)),
    ];
    for (name, inputs, radius) in parts {
        let settings = Settings { inputs, radius, ..Settings::default() };
        let mut blocks: BTreeMap<&str, Vec<Blocks>> = BTreeMap::new();
        for (site, pages) in &sites {
            let models = (0..FOLDS).map(|fold| own_model(&others(pages, fold), settings));
            let models = models.collect::<Result<Vec<_>>>()?;
            let kept = pages.iter().enumerate().map(|(at, page)| by_model(page, models[at % FOLDS].as_ref()));
            blocks.insert(site, kept.collect::<Result<_>>()?);
        }
        self::row(name, &sites, &|site, at| blocks[site][at].clone());
    }
    Ok(())
}

/// The pages of each site that has enough of them.
fn read(folder: &std::path::Path, trees: &Options) -> Result<BTreeMap<String, Vec<Page>>> {
    let (mut looks, mut tables) = (SiteReader::new()?, PageReader::new(None)?);
    let mut sites: BTreeMap<String, Vec<Page>> = BTreeMap::new();
    for gold in read_gold(BufReader::new(std::fs::File::open(folder.join("truth.jsonl"))?))? {
        let mut html = Vec::new();
        let file = std::fs::File::open(folder.join("html").join(format!("{}.html.gz", gold.id)))?;
        GzDecoder::new(file).read_to_end(&mut html)?;
        let Some(site) = site_of(gold.url.as_deref(), &html) else { continue };
        tables.push(&html);
        let page = Page {
            looks: looks.read(&html, gold.url.as_deref(), None),
            table: tables.finish(gold.id.clone(), gold.url.clone()),
            auto: Blocks::of(&html, trees.clone())?,
            gold,
            html,
        };
        sites.entry(site).or_default().push(page);
    }
    sites.retain(|_, pages| pages.len() >= FEWEST_PAGES);
    Ok(sites)
}

fn has_content(page: &Page) -> bool {
    page.gold.text.as_ref().is_some_and(|text| !text.trim().is_empty())
}

/// The pages that a fold is learned from.
fn others(pages: &[Page], fold: usize) -> Vec<&Page> {
    pages.iter().enumerate().filter(|(at, _)| at % FOLDS != fold).map(|(_, page)| page).collect()
}

fn learn(pages: &[&Page], trees: &Options) -> Result<Learned> {
    let mut learner = Learner::new(site::Settings::default())?;
    pages.iter().for_each(|page| learner.add(page.table.clone()));
    let sites = learner.finish().ok().map(|learned| learned.sites);
    let by_auto: Vec<Blocks> = pages.iter().map(|page| page.auto.clone()).collect();
    let by_both = match &sites {
        Some(sites) => {
            let options = trees.clone().with_sites(sites.clone());
            pages.iter().map(|page| Blocks::of(&page.html, options.clone())).collect::<Result<_>>()?
        }
        None => by_auto.clone(),
    };
    Ok(Learned {
        own: own_model(pages, Settings::default())?,
        sites,
        of_auto: model_of(pages, &by_auto)?,
        of_both: model_of(pages, &by_both)?,
    })
}

/// A model that a site makes of itself.
fn own_model(pages: &[&Page], settings: Settings) -> Result<Option<Model>> {
    let looks: Vec<SitePage> = pages.iter().map(|page| page.looks.clone()).collect();
    Ok(fit(&looks, settings).ok().map(|trained| Model::from_bytes(trained.model)).transpose()?)
}

/// A model of verdicts.
fn model_of(pages: &[&Page], verdicts: &[Blocks]) -> Result<Option<Model>> {
    let folded = |text: &str| -> String {
        text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).take(TEXT_CHARS).collect()
    };
    let labels = pages.iter().zip(verdicts).map(|(page, blocks)| {
        let kept: BTreeSet<String> = blocks.kept().map(folded).collect();
        page.looks.texts().map(|text| kept.contains(text)).collect()
    });
    let looks: Vec<SitePage> = pages.iter().map(|page| page.looks.clone()).collect();
    let trained = fit_to(&looks, labels.collect(), Settings::default()).ok();
    Ok(trained.map(|trained| Model::from_bytes(trained.model)).transpose()?)
}

/// What a plane keeps of a page; where there is none, `auto`.
fn by_model(page: &Page, model: Option<&Model>) -> Result<Blocks> {
    match model {
        Some(model) => {
            Blocks::of(&page.html, Options::default().with_model(model.clone()).with_method(Method::Learned))
        }
        None => Ok(page.auto.clone()),
    }
}

fn ask(page: &Page, learned: &Learned, trees: &Options) -> Result<Said> {
    let with_wrapper = |options: &Options, method: Method| match &learned.sites {
        Some(sites) => Blocks::of(&page.html, options.clone().with_method(method).with_sites(sites.clone())),
        None => Ok(page.auto.clone()),
    };
    let wrapper_auto = with_wrapper(trees, Method::Auto)?;
    let wrapper_and = |model: &Option<Model>| match model {
        Some(model) => with_wrapper(&Options::default().with_model(model.clone()), Method::Learned),
        None => Ok(wrapper_auto.clone()),
    };
    Ok(Said {
        auto: page.auto.clone(),
        own: by_model(page, learned.own.as_ref())?,
        wrapper: with_wrapper(trees, Method::Site)?,
        wrapper_own: wrapper_and(&learned.own)?,
        of_auto: by_model(page, learned.of_auto.as_ref())?,
        wrapper_of_auto: wrapper_and(&learned.of_auto)?,
        wrapper_of_both: wrapper_and(&learned.of_both)?,
        wrapper_auto,
    })
}

/// The names of sites that have columns of their own.
fn columns(sites: &BTreeMap<String, Vec<Page>>) -> impl Iterator<Item = &str> {
    sites.keys().map(String::as_str).take(if sites.len() > MOST_COLUMNS { 0 } else { MOST_COLUMNS })
}

fn head(sites: &BTreeMap<String, Vec<Page>>) {
    let names: String = columns(sites).map(|name| format!("{name} | ")).collect();
    println!("| | {names}all | all with content | better, worse than `auto` |");
    println!("|---|{}", "---:|".repeat(columns(sites).count() + 3));
}

/// Scores one method: by site, over all pages, over those whose gold text is not empty; and how many pages are better and worse than by `auto`.
fn row(name: &str, sites: &BTreeMap<String, Vec<Page>>, blocks: &dyn Fn(&str, usize) -> Blocks) {
    let (mut all, mut with_content, mut by_site) = (Scorer::new(), Scorer::new(), BTreeMap::new());
    let (mut better, mut worse) = (0, 0);
    for (site, pages) in sites {
        let mut scorer = Scorer::new();
        for (at, page) in pages.iter().enumerate() {
            let text = |blocks: &Blocks| blocks.kept().collect::<Vec<_>>().join("\n\n");
            let found = text(&blocks(site, at));
            scorer.add(&page.gold, &found);
            all.add(&page.gold, &found);
            if has_content(page) {
                with_content.add(&page.gold, &found);
            }
            let f1 = |text: &str| word_bag(text, page.gold.text.as_deref().unwrap_or_default()).f1;
            let more = f1(&found) - f1(&text(&page.auto));
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
