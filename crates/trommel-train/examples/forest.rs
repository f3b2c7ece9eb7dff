//! Measures wrappers of sites on pages with a gold standard, and writes the tables and plots of
//! `docs/src/forest.md`.
//!
//! ```text
//! cargo run --release -p trommel-train --example forest -- \
//!     CORPUS_DIR --docs docs/src [--model MODEL]
//! ```
//!
//! CORPUS_DIR has `truth.jsonl` with `id`, `url` and `text`, and the pages as `html/ID.html.gz`.
//! Each page is tested with a wrapper that is learned from other pages of its host, drawn with a
//! fixed seed.

use std::collections::{BTreeMap, HashSet};
use std::error::Error;
use std::fmt::Write;
use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use trommel::site::Sites;
use trommel::{Extractor, Method, Model, Options, methods::Thresholds};
use trommel_score::{Prf, read_gold, word_bag};
use trommel_train::wrapper::{Feed, Item, Learner, Measure, Page, PageReader, Settings, keyword_block};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Sums by method over all pages, and by host.
type ByMethod<'a> = (Vec<Sums>, BTreeMap<&'a str, Vec<Sums>>);

/// Default number of pages that a wrapper is learned from, and of signifiers of a page.
const PAGES: usize = 10;
const SIGNIFIERS: usize = 10;

/// A page with its gold text.
struct Gold {
    html: Vec<u8>,
    text: String,
    table: Page,
}

/// Precision, recall and F1 over words and over pairs of words, summed over pages, and the number
/// of pages that a wrapper fits.
#[derive(Clone, Copy, Default)]
struct Sums {
    words: [f64; 3],
    pairs: [f64; 3],
    fit: usize,
    pages: usize,
}

impl Sums {
    fn add(&mut self, found: &str, gold: &str, fit: bool) {
        for (sums, prf) in [(&mut self.words, word_bag(found, gold)), (&mut self.pairs, pairs(found, gold))] {
            for (sum, value) in sums.iter_mut().zip([prf.precision, prf.recall, prf.f1]) {
                *sum += value;
            }
        }
        self.fit += usize::from(fit);
        self.pages += 1;
    }

    fn f1(&self) -> f64 {
        self.words[2] / self.pages.max(1) as f64
    }

    fn pair_f1(&self) -> f64 {
        self.pairs[2] / self.pages.max(1) as f64
    }

    fn row(&self, name: &str) -> String {
        let mean = |sum: f64| sum / self.pages.max(1) as f64;
        let [p, r, f] = self.pairs.map(mean);
        let [wp, wr, wf] = self.words.map(mean);
        format!(
            "| {name} | {p:.3} | {r:.3} | {f:.3} | {wp:.3} | {wr:.3} | {wf:.4} | {} of {} |\n",
            self.fit, self.pages
        )
    }
}

/// Precision, recall and F1 of the set of pairs of adjacent words. Source: Oita and Senellart 2012,
/// "Performance metrics".
fn pairs(found: &str, gold: &str) -> Prf {
    let set = |text: &str| -> HashSet<(String, String)> {
        let lower = text.to_lowercase();
        let words: Vec<&str> =
            lower.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect();
        words.windows(2).map(|pair| (pair[0].to_string(), pair[1].to_string())).collect()
    };
    let (found, gold) = (set(found), set(gold));
    let both = found.intersection(&gold).count() as f64;
    let precision = both / found.len().max(1) as f64;
    let recall = both / gold.len().max(1) as f64;
    let f1 = if both > 0.0 { 2.0 * precision * recall / (precision + recall) } else { 0.0 };
    Prf { precision, recall, f1 }
}

/// Reads the corpus, by host.
fn read(folder: &Path) -> Outcome<BTreeMap<String, Vec<Gold>>> {
    let mut hosts: BTreeMap<String, Vec<Gold>> = BTreeMap::new();
    let mut reader = PageReader::new(None)?;
    for gold in read_gold(BufReader::new(File::open(folder.join("truth.jsonl"))?))? {
        let (Some(text), Some(url)) = (gold.text, gold.url) else { continue };
        if text.trim().is_empty() {
            continue;
        }
        let mut html = Vec::new();
        let file = File::open(folder.join(format!("html/{}.html.gz", gold.id)))?;
        flate2::read::MultiGzDecoder::new(file).read_to_end(&mut html)?;
        reader.push(&html);
        let table = reader.finish(gold.id, Some(url.clone()));
        let host = url.split('/').nth(2).unwrap_or("").trim_start_matches("www.").to_string();
        hosts.entry(host).or_default().push(Gold { html, text, table });
    }
    hosts.retain(|_, pages| pages.len() > 1);
    Ok(hosts)
}

/// Indexes of all pages but `test`, in a pseudo-random order that is the same on every run.
fn others(pages: usize, test: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..pages).filter(|&at| at != test).collect();
    let mut state = 12345 + test as u64;
    for at in (1..order.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        order.swap(at, (state >> 33) as usize % (at + 1));
    }
    order
}

/// A feed item made of the page's own title and description, since these pages have no feed.
fn item(page: &Page) -> Item {
    let link = page.url.clone().unwrap_or_default();
    Item { link, title: page.meta.title.clone(), description: page.description.clone() }
}

struct Bench {
    hosts: BTreeMap<String, Vec<Gold>>,
    model: Option<Model>,
}

/// How to learn a wrapper.
#[derive(Clone, Copy)]
struct Learn {
    pages: usize,
    signifiers: usize,
    measure: Measure,
    by_feed: bool,
}

const LEARN: Learn =
    Learn { pages: PAGES, signifiers: SIGNIFIERS, measure: Measure::Informativeness, by_feed: false };

impl Bench {
    fn options(&self, method: Method) -> Options {
        let options = Options::default().with_method(method);
        self.model.iter().fold(options, |options, model| options.with_model(model.clone()))
    }

    /// Learns wrappers for the page `test`. `None` if its host gives none.
    fn learn(&self, pages: &[Gold], test: usize, how: Learn) -> Outcome<Option<Sites>> {
        let settings = Settings { signifiers: how.signifiers, measure: how.measure, ..Settings::default() };
        let mut learner = Learner::new(settings)?;
        let from: Vec<usize> = others(pages.len(), test).into_iter().take(how.pages).collect();
        if how.by_feed {
            learner.set_feed(Feed::from_items(from.iter().map(|&at| item(&pages[at].table))));
        }
        for at in from {
            learner.add(pages[at].table.clone());
        }
        Ok(learner.finish().ok().map(|learned| learned.sites))
    }

    /// Runs each of `methods` on all pages, with wrappers learned as in `how`, or without. Returns
    /// the sums by method, and by host and method.
    fn run(&self, methods: &[Method], how: Option<Learn>) -> Outcome<ByMethod<'_>> {
        let mut all = vec![Sums::default(); methods.len()];
        let mut by_host = BTreeMap::new();
        for (host, pages) in &self.hosts {
            let sums = by_host.entry(&**host).or_insert_with(|| vec![Sums::default(); methods.len()]);
            for test in 0..pages.len() {
                let sites = how.map(|how| self.learn(pages, test, how)).transpose()?.flatten();
                for (at, &method) in methods.iter().enumerate() {
                    let (text, fit) = self.extract(&pages[test].html, method, sites.clone())?;
                    all[at].add(&text, &pages[test].text, fit);
                    sums[at].add(&text, &pages[test].text, fit);
                }
            }
        }
        Ok((all, by_host))
    }

    fn extract(&self, html: &[u8], method: Method, sites: Option<Sites>) -> Outcome<(String, bool)> {
        let method = if method == Method::Site && sites.is_none() { Method::Auto } else { method };
        let options = sites.into_iter().fold(self.options(method), Options::with_sites);
        let mut extractor = Extractor::new(options)?;
        extractor.push(html)?;
        let page = extractor.finish()?;
        Ok((page.text, page.summary.site == Some(true)))
    }

    /// The baselines SIGFEED and DESCRIPTION. The page's own title and description serve as the
    /// feed.
    fn baselines(&self) -> Outcome<[Sums; 2]> {
        let mut sums = [Sums::default(); 2];
        for page in self.hosts.values().flatten() {
            let Item { title, description, .. } = item(&page.table);
            let told = format!("{title}\n{description}");
            let block = keyword_block(&page.table, &told, SIGNIFIERS);
            let is_found = block.is_some();
            let text = match block {
                Some(sites) => self.extract(&page.html, Method::Site, Some(sites))?.0,
                None => String::new(),
            };
            sums[0].add(&text, &page.text, is_found);
            sums[1].add(&told, &page.text, !description.is_empty());
        }
        Ok(sums)
    }
}

const HEAD: &str = "| | 2-gram P | R | F1 | word-bag P | R | F1 | wrapper fitted |\n|---|---:|---:|---:|---:|---:|---:|---:|\n";

/// A line of a plot: name, colour, and points.
type Line = (&'static str, &'static str, Vec<(f64, f64)>);

/// A line plot as SVG. `places` are the values of the horizontal axis. The vertical axis is F1 from
/// `least` to 1.
fn plot(axis: &str, places: &[usize], lines: &[Line], least: f64) -> String {
    const WIDTH: f64 = 560.0;
    const HEIGHT: f64 = 300.0;
    const LEFT: f64 = 50.0;
    const TOP: f64 = 14.0;
    let x = |place: f64| {
        let at = places.iter().position(|&found| found as f64 == place).unwrap_or(0) as f64;
        LEFT + at * (WIDTH - LEFT - 150.0) / (places.len() - 1).max(1) as f64
    };
    let y = |f1: f64| TOP + (1.0 - f1.max(least)) / (1.0 - least) * (HEIGHT - TOP - 44.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for step in 0..=5 {
        let f1 = least + (1.0 - least) * f64::from(step) / 5.0;
        let (at, right) = (y(f1), WIDTH - 145.0);
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {at:.1}H{right}\" stroke=\"#ddd\"/><text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{f1:.2}</text>",
            LEFT - 6.0,
            at + 4.0
        );
    }
    for &place in places {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.0}\" text-anchor=\"middle\">{place}</text>",
            x(place as f64),
            HEIGHT - 26.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{axis}</text>",
        (WIDTH - 100.0) / 2.0,
        HEIGHT - 8.0
    );
    for (at, (name, colour, points)) in lines.iter().enumerate() {
        let way: Vec<String> =
            points.iter().map(|&(place, f1)| format!("{:.1},{:.1}", x(place), y(f1))).collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            way.join(" ")
        );
        let _ = writeln!(
            svg,
            "<text x=\"{:.0}\" y=\"{}\" fill=\"{colour}\">{name}</text>",
            WIDTH - 138.0,
            24 + 16 * at
        );
    }
    svg + "</svg>\n"
}

/// A bar plot of precision, recall and F1 for each name, as SVG.
fn bars(rows: &[(&str, Sums)]) -> String {
    const HEIGHT: f64 = 260.0;
    let width = 60.0 + 110.0 * rows.len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (at, (name, sums)) in rows.iter().enumerate() {
        let left = 40.0 + 110.0 * at as f64;
        for (bar, (sum, colour)) in sums.pairs.iter().zip(["#4477aa", "#ccbb44", "#228833"]).enumerate() {
            let value = sum / sums.pages.max(1) as f64;
            let height = value * 200.0;
            let x = left + 28.0 * bar as f64;
            let _ = writeln!(
                svg,
                "<rect x=\"{x:.0}\" y=\"{:.1}\" width=\"24\" height=\"{height:.1}\" fill=\"{colour}\"/><text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"middle\">{value:.2}</text>",
                220.0 - height,
                x + 12.0,
                215.0 - height
            );
        }
        let _ =
            writeln!(svg, "<text x=\"{:.0}\" y=\"236\" text-anchor=\"middle\">{name}</text>", left + 40.0);
    }
    let _ =
        writeln!(svg, "<text x=\"40\" y=\"254\">2-gram precision (blue), recall (yellow), F1 (green)</text>");
    svg + "</svg>\n"
}

/// Methods compared with wrappers.
const METHODS: [Method; 3] = [Method::Site, Method::LineBlock(Thresholds::DEFAULT), Method::Auto];

impl Bench {
    /// Scores wrappers learned with `learn` for each of `values`. Appends a row for each to `out`,
    /// ending with the output of `end`. `auto` is the score without wrappers.
    fn curves(
        &self,
        values: &[usize],
        auto: Sums,
        learn: impl Fn(usize) -> Learn,
        end: impl Fn(Sums) -> String,
        out: &mut String,
    ) -> Outcome<[Line; 4]> {
        let mut lines: [Line; 4] = [
            ("FOREST and auto", "#228833", Vec::new()),
            ("auto", "#4477aa", Vec::new()),
            ("FOREST alone", "#ee6677", Vec::new()),
            ("COVERAGE alone", "#aaaaaa", Vec::new()),
        ];
        for &value in values {
            let (sums, _) = self.run(&METHODS, Some(learn(value)))?;
            let by_coverage = Learn { measure: Measure::Coverage, ..learn(value) };
            let (coverage, _) = self.run(&[Method::Site], Some(by_coverage))?;
            let (both, alone, coverage) = (sums[2], sums[0], coverage[0]);
            let _ = writeln!(
                out,
                "| {value} | {:.4} | {:.4} | {:.4} | {:.4} | {:.4} |{}",
                both.f1(),
                alone.f1(),
                coverage.f1(),
                both.pair_f1(),
                alone.pair_f1(),
                end(alone)
            );
            for (line, sums) in lines.iter_mut().zip([both, auto, alone, coverage]) {
                line.2.push((value as f64, sums.f1()));
            }
        }
        Ok(lines)
    }
}

fn main() -> Outcome<()> {
    let (mut corpus, mut docs, mut model) = (None, None, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match &*argument {
            "--docs" => docs = arguments.next().map(PathBuf::from),
            "--model" => {
                model = arguments.next().map(fs::read).transpose()?.map(Model::from_bytes).transpose()?
            }
            _ => corpus = Some(PathBuf::from(argument)),
        }
    }
    let corpus = corpus.ok_or("expected the folder of a corpus, found none")?;
    let bench = Bench { hosts: read(&corpus)?, model };
    let mut out = String::new();

    let (single, single_by_host) =
        bench.run(&[Method::Auto, Method::LineBlock(Thresholds::DEFAULT)], None)?;
    let (with, with_by_host) = bench.run(&METHODS, Some(LEARN))?;
    let (by_feed, _) = bench.run(&METHODS, Some(Learn { by_feed: true, ..LEARN }))?;
    let (coverage, _) = bench.run(&METHODS, Some(Learn { measure: Measure::Coverage, ..LEARN }))?;
    let [sigfeed, description] = bench.baselines()?;
    out += HEAD;
    for (name, sums) in [
        ("`auto`, the page alone", single[0]),
        ("line-block, the page alone", single[1]),
        ("FOREST alone (`-m site`)", with[0]),
        ("FOREST and line-block (`-m line-block`)", with[1]),
        ("**FOREST and `auto`** (the default)", with[2]),
        ("FOREST alone, signifiers from titles and descriptions", by_feed[0]),
        ("FOREST and `auto`, the same", by_feed[2]),
        ("COVERAGE alone", coverage[0]),
        ("COVERAGE and `auto`", coverage[2]),
        ("SIGFEED", sigfeed),
        ("DESCRIPTION", description),
    ] {
        out += &sums.row(name);
    }
    out += "\nWord-bag F1 by host:\n\n| | pages | `auto` | FOREST alone | FOREST and line-block | FOREST and `auto` |\n|---|---:|---:|---:|---:|---:|\n";
    for (host, sums) in &with_by_host {
        let [auto, _] = single_by_host[host][..] else { continue };
        let [site, lines, both] = sums[..] else { continue };
        let _ = writeln!(
            out,
            "| {host} | {} | {:.4} | {:.4} | {:.4} | {:.4} |",
            auto.pages,
            auto.f1(),
            site.f1(),
            lines.f1(),
            both.f1()
        );
    }

    out += "\n### By the number of pages\n\n![F1 by the number of pages](forest-pages.svg)\n\n| pages | word-bag F1: FOREST and `auto` | FOREST alone | COVERAGE alone | 2-gram F1: FOREST and `auto` | FOREST alone | wrapper fitted |\n|---:|---:|---:|---:|---:|---:|---:|\n";
    let places = [2, 3, 4, 5, 6, 8, 10, 13];
    let fitted = |sums: Sums| format!(" {} of {} |", sums.fit, sums.pages);
    let lines = bench.curves(&places, single[0], |pages| Learn { pages, ..LEARN }, fitted, &mut out)?;
    let by_pages = plot("pages to learn the wrapper from", &places, &lines, 0.7);

    out += "\n### By the number of signifiers\n\n![F1 by the number of signifiers](forest-signifiers.svg)\n\n| signifiers | word-bag F1: FOREST and `auto` | FOREST alone | COVERAGE alone | 2-gram F1: FOREST and `auto` | FOREST alone |\n|---:|---:|---:|---:|---:|---:|\n";
    let places = [1, 2, 3, 5, 8, 10, 15, 20, 30, 64];
    let lines = bench.curves(
        &places,
        single[0],
        |signifiers| Learn { signifiers, ..LEARN },
        |_| String::new(),
        &mut out,
    )?;
    let by_signifiers = plot("signifiers of a page", &places, &lines, 0.7);

    out += "\n### J, U and I apart\n\n![Precision, recall and F1 by measure](forest-measures.svg)\n\n";
    out += HEAD;
    let mut rows = Vec::new();
    for (name, measure) in
        [("J", Measure::Density), ("U", Measure::Unexpectedness), ("I = J · U", Measure::Informativeness)]
    {
        let (sums, _) = bench.run(&METHODS, Some(Learn { measure, ..LEARN }))?;
        out += &sums[0].row(&format!("{name}, FOREST alone"));
        out += &sums[2].row(&format!("{name}, FOREST and `auto`"));
        rows.push((name, sums[0]));
    }

    println!("{out}");
    if let Some(docs) = docs {
        const BEGIN: &str = "<!-- measured -->\n";
        const END: &str = "<!-- end of what is measured -->";
        let path = docs.join("forest.md");
        let text = fs::read_to_string(&path)?;
        let (before, rest) =
            text.split_once(BEGIN).ok_or("expected a begin mark for the tables, found none")?;
        let (_, after) = rest.split_once(END).ok_or("expected an end mark for the tables, found none")?;
        fs::write(&path, format!("{before}{BEGIN}{out}{END}{after}"))?;
        fs::write(docs.join("forest-pages.svg"), by_pages)?;
        fs::write(docs.join("forest-signifiers.svg"), by_signifiers)?;
        fs::write(docs.join("forest-measures.svg"), bars(&rows))?;
    }
    Ok(())
}
