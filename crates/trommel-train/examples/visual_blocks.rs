//! Reproduces the tables of Zhou and Mashuq 2014 on their data: a folder with a file of JSON lines
//! for each site, and `chaos.jsonl` with gold texts.
//!
//! `benches/visual-blocks.sh` decompresses the data and runs this. `docs/src/self-label.md` has the
//! results.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use trommel_score::{Gold, Scorer};
use trommel_train::self_label::{
    CrossValidation, Inputs, RenderedPage, Settings, SitePage, cross_validate, label,
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Precision, recall and F1 in the paper, in per cent.
type Printed = [f64; 3];

/// Sites of the paper in its order: file and name.
const SITES: [(&str, &str); 7] = [
    ("npr", "NPR"),
    ("prothomalo", "Prothom Alo"),
    ("qq", "QQ"),
    ("sina", "Sina"),
    ("techcrunch", "TechCrunch"),
    ("theverge", "The Verge"),
    ("usatoday", "USA Today"),
];

const PERFECT: Printed = [100.0; 3];

/// A table of the paper: title, inputs of the support vector machine, and the paper's scores by
/// site.
const TABLES: [(&str, Inputs, [Printed; 7]); 5] = [
    ("Table 2: a classifier for each site", Inputs::ALL, [PERFECT; 7]),
    (
        "Table 5: text length alone",
        Inputs::LENGTH,
        [
            [78.99, 91.34, 84.70],
            [42.14, 75.01, 53.31],
            [31.95, 75.43, 44.70],
            [62.92, 60.63, 61.69],
            [32.84, 83.18, 46.96],
            [53.56, 86.86, 66.08],
            [75.45, 82.98, 78.83],
        ],
    ),
    (
        "Table 6: tag path alone",
        Inputs::TAG_PATH,
        [
            [99.74, 100.0, 99.87],
            PERFECT,
            [58.68, 100.0, 73.88],
            [94.61, 100.0, 97.22],
            PERFECT,
            [92.34, 100.0, 96.0],
            PERFECT,
        ],
    ),
    (
        "Table 7: CSS selectors alone",
        Inputs::SELECTORS,
        [
            PERFECT,
            [100.0, 97.79, 98.87],
            [61.74, 100.0, 73.94],
            [97.56, 100.0, 98.76],
            PERFECT,
            [100.0, 96.21, 97.95],
            [100.0, 98.29, 99.11],
        ],
    ),
    (
        "Table 8: CSS properties alone",
        Inputs::STYLE,
        [PERFECT, PERFECT, PERFECT, PERFECT, [94.27, 100.0, 97.03], PERFECT, PERFECT],
    ),
];

/// Scores of the paper for the dataset chaos: unseen sites (table 3), and a mixture of pages (table
/// 4).
const UNSEEN: Printed = [71.75, 20.65, 31.28];
const MIXTURE: Printed = [96.86, 89.64, 92.83];

fn main() -> Result<()> {
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or("expected a folder of .jsonl files")?);
    let sites = SITES
        .iter()
        .map(|(file, name)| {
            let pages = read(&folder.join(file).with_extension("jsonl"))?;
            let pages: Vec<SitePage> = pages.iter().map(RenderedPage::to_site_page).collect();
            let content = label(&pages, Settings::default()).map_err(|doubt| format!("{name}: {doubt}"))?;
            Ok((*name, pages, content))
        })
        .collect::<Result<Vec<_>>>()?;
    println!("| site | pages | blocks | labelled content |\n|---|---:|---:|---:|");
    for (name, pages, content) in &sites {
        let (blocks, of_content) = counts(content);
        println!("| {name} | {} | {blocks} | {of_content} |", pages.len());
    }
    for (title, inputs, printed) in TABLES {
        head(title, "site");
        for ((name, pages, content), printed) in sites.iter().zip(printed) {
            let groups: Vec<u64> = (0..pages.len() as u64).collect();
            let figures = cross_validate(pages, content, &groups, Settings { inputs, ..Settings::default() });
            row(name, &figures, Some(printed));
        }
    }
    chaos(&read(&folder.join("chaos.jsonl"))?);
    Ok(())
}

fn read(file: &Path) -> Result<Vec<RenderedPage>> {
    let lines = BufReader::new(File::open(file)?).split(b'\n');
    lines.map(|line| RenderedPage::parse(&line?).map_err(Into::into)).collect()
}

/// Number of blocks, and of content blocks.
fn counts(content: &[Vec<bool>]) -> (usize, usize) {
    (content.iter().map(Vec::len).sum(), content.iter().flatten().filter(|content| **content).count())
}

fn head(title: &str, what: &str) {
    println!("\n{title}\n\n| {what} | precision | recall | F1 | paper: precision | recall | F1 |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
}

fn row(name: &str, figures: &CrossValidation, printed: Option<Printed>) {
    let ours = [figures.precision, figures.recall, figures.f1].map(|figure| format!("{:.2}", 100.0 * figure));
    let paper =
        printed.map_or(["", "", ""].map(String::from), |paper| paper.map(|figure| format!("{figure:.2}")));
    println!("| {name} | {} | {} |", ours.join(" | "), paper.join(" | "));
}

/// Pages of many sites, labelled host by host from the pages alone, and by their gold texts.
fn chaos(pages: &[RenderedPage]) {
    let mut hosts: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let all: Vec<SitePage> = pages.iter().map(RenderedPage::to_site_page).collect();
    for (at, page) in all.iter().enumerate() {
        hosts.entry(page.host().to_string()).or_default().push(at);
    }
    let mut host_of = vec![0_u64; pages.len()];
    for (number, on_host) in hosts.values().enumerate() {
        on_host.iter().for_each(|&at| host_of[at] = number as u64);
    }
    let (mut used, mut own, mut of_hosts, mut words) = (Vec::new(), Vec::new(), 0, Scorer::new());
    for on_host in hosts.values() {
        let site: Vec<SitePage> = on_host.iter().map(|&at| all[at].clone()).collect();
        let Ok(content) = label(&site, Settings::default()) else { continue };
        of_hosts += 1;
        for (&at, content) in on_host.iter().zip(&content) {
            let texts = pages[at].texts().filter(|text| !text.trim().is_empty());
            let kept: Vec<String> =
                texts.zip(content).filter(|(_, content)| **content).map(|(text, _)| text).collect();
            words.add(&Gold { text: pages[at].gold.clone(), ..Gold::default() }, &kept.join("\n"));
        }
        used.extend(on_host.iter().copied());
        own.extend(content);
    }
    let gold = |at: usize| pages[at].gold_labels().unwrap_or_default();
    let by_gold: Vec<Vec<bool>> = (0..pages.len()).map(gold).collect();
    let labelled: Vec<SitePage> = used.iter().map(|&at| all[at].clone()).collect();
    for (title, by_host, printed) in [
        ("Table 3: unseen sites of chaos", true, UNSEEN),
        ("Table 4: a mixture of pages of chaos", false, MIXTURE),
    ] {
        head(title, "labels");
        let group = |at: usize| if by_host { host_of[at] } else { at as u64 };
        let groups: Vec<u64> = used.iter().map(|&at| group(at)).collect();
        let name = format!("own, {} pages", used.len());
        row(&name, &cross_validate(&labelled, &own, &groups, Settings::default()), Some(printed));
        let groups: Vec<u64> = (0..pages.len()).map(group).collect();
        let name = format!("by gold text, {} pages", pages.len());
        row(&name, &cross_validate(&all, &by_gold, &groups, Settings::default()), None);
    }
    if let Some(figures) = words.finish().words {
        let mean = figures.mean;
        println!(
            "\nOwn labels of chaos against its gold texts, over words: {of_hosts} of {} hosts label themselves, {} of {} pages; precision {:.3}, recall {:.3}, F1 {:.3}.",
            hosts.len(),
            used.len(),
            pages.len(),
            mean.precision,
            mean.recall,
            mean.f1
        );
    }
}
