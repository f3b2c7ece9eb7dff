//! The tables of visual-blocks-svm.txt, on its data: a folder with a file of JSON lines for each site, and `chaos.jsonl`, which has gold texts.
//!
//! `benches/visual-blocks.sh` unpacks the data and runs this; `docs/visual-blocks.md` has what it prints beside the figures of the paper.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use trommel::score::{Gold, Scorer};
use trommel::train::self_label::{Figures, Inputs, RenderedPage, Settings, SitePage, cross_validate, label};

/// What the machine is given, by table of the paper.
const TABLES: [(&str, Inputs); 5] = [
    ("table 2, all", Inputs::ALL),
    ("table 5, text length", Inputs::LENGTH),
    ("table 6, tag path", Inputs::TAG_PATH),
    ("table 7, CSS selectors", Inputs::SELECTORS),
    ("table 8, CSS properties", Inputs::STYLE),
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or("expected a folder of .jsonl files")?);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "jsonl"));
    files.sort();
    println!(
        "| site | pages | blocks | content | table | precision | recall | F1 |\n|---|---:|---:|---:|---|---:|---:|---:|"
    );
    for file in files.iter().filter(|file| !file.ends_with("chaos.jsonl")) {
        site(file)?;
    }
    if let Some(file) = files.iter().find(|file| file.ends_with("chaos.jsonl")) {
        chaos(&read(file)?);
    }
    Ok(())
}

fn read(file: &Path) -> Result<Vec<RenderedPage>, Box<dyn Error>> {
    let lines = BufReader::new(File::open(file)?).split(b'\n');
    lines.map(|line| RenderedPage::parse(&line?).map_err(Into::into)).collect()
}

/// One site, labelled by itself.
fn site(file: &Path) -> Result<(), Box<dyn Error>> {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let pages: Vec<SitePage> = read(file)?.iter().map(RenderedPage::to_site_page).collect();
    let content = match label(&pages, Settings::default()) {
        Ok(content) => content,
        Err(doubt) => {
            println!("| {name} | {} | no labels: {doubt} |", pages.len());
            return Ok(());
        }
    };
    let groups: Vec<u64> = (0..pages.len() as u64).collect();
    for (table, inputs) in TABLES {
        let figures = cross_validate(&pages, &content, &groups, Settings { inputs, ..Settings::default() });
        print(&name, table, &content, &figures);
    }
    Ok(())
}

fn print(name: &str, table: &str, content: &[Vec<bool>], figures: &Figures) {
    let Figures { precision, recall, f1, .. } = figures;
    let blocks: usize = content.iter().map(Vec::len).sum();
    let of_content = content.iter().flatten().filter(|content| **content).count();
    let [precision, recall, f1] = [precision, recall, f1].map(|figure| 100.0 * figure);
    println!(
        "| {name} | {} | {blocks} | {of_content} | {table} | {precision:.2} | {recall:.2} | {f1:.2} |",
        content.len()
    );
}

/// Many sites: by their gold texts, and labelled by themselves, site by site.
fn chaos(pages: &[RenderedPage]) {
    let host = |page: &RenderedPage| page.url.split('/').nth(2).unwrap_or("").to_string();
    let mut hosts: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, page) in pages.iter().enumerate() {
        hosts.entry(host(page)).or_default().push(at);
    }
    let number: HashMap<&String, u64> = hosts.keys().zip(0..).collect();
    let all: Vec<SitePage> = pages.iter().map(RenderedPage::to_site_page).collect();
    let by_gold: Vec<Vec<bool>> = pages.iter().map(|page| page.gold_labels().unwrap_or_default()).collect();
    let settings = Settings::default();
    let by_host: Vec<u64> = pages.iter().map(|page| number[&host(page)]).collect();
    let by_page: Vec<u64> = (0..pages.len() as u64).collect();
    for (table, groups) in [("table 3, unseen sites", &by_host), ("table 4, mixture", &by_page)] {
        print("chaos, gold labels", table, &by_gold, &cross_validate(&all, &by_gold, groups, settings));
    }

    // Each site labels itself, as far as that can be trusted.
    let (mut used, mut own, mut words, mut refused) = (Vec::new(), Vec::new(), Scorer::new(), 0);
    for (host, on_host) in &hosts {
        let site: Vec<SitePage> = on_host.iter().map(|&at| all[at].clone()).collect();
        match label(&site, settings) {
            Ok(content) => {
                let mut on_site = Scorer::new();
                for (&at, content) in on_host.iter().zip(&content) {
                    let texts = pages[at].texts().filter(|text| !text.trim().is_empty());
                    let kept: Vec<String> =
                        texts.zip(content).filter(|(_, content)| **content).map(|(text, _)| text).collect();
                    let gold = Gold { text: pages[at].gold.clone(), ..Gold::default() };
                    words.add(&gold, &kept.join("\n"));
                    on_site.add(&gold, &kept.join("\n"));
                }
                if let Some(figures) = on_site.finish().words {
                    let mean = figures.mean;
                    eprintln!(
                        "{host}: {} pages, {:.3} {:.3} {:.3}",
                        site.len(),
                        mean.precision,
                        mean.recall,
                        mean.f1
                    );
                }
                used.extend(on_host.iter().copied());
                own.extend(content);
            }
            Err(doubt) => {
                eprintln!("{host}: {} pages: {doubt}", site.len());
                refused += site.len();
            }
        }
    }
    let labelled: Vec<SitePage> = used.iter().map(|&at| all[at].clone()).collect();
    for (table, groups) in [("table 3, unseen sites", &by_host), ("table 4, mixture", &by_page)] {
        let groups: Vec<u64> = used.iter().map(|&at| groups[at]).collect();
        print("chaos, own labels", table, &own, &cross_validate(&labelled, &own, &groups, settings));
    }
    if let Some(figures) = words.finish().words {
        let mean = figures.mean;
        println!(
            "\nOwn labels of {} pages against their gold texts, word-bag precision {:.3}, recall {:.3}, F1 {:.3}; {refused} pages of sites that gave no labels that could be trusted.",
            used.len(),
            mean.precision,
            mean.recall,
            mean.f1
        );
    }
}
