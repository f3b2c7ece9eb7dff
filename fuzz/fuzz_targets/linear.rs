//! The work per byte of a page is bounded for every page.
//!
//! Work is the number of executed basic blocks, in this crate and those it uses, but not in the
//! standard library, which is precompiled. The compiler inserts a call of
//! `__sanitizer_cov_trace_pc` into each block. So no loop is left out, and the source needs no
//! counters. The count for an input is the same on every machine with the same vector instructions.
//!
//! First, the target checks the bound for known pages: each kind of hostile page of the tests at
//! several sizes, and the pages of the folder `TROMMEL_WORK_PAGES`, if set. Then each fuzz input
//! that takes more work per byte than those before is reported as new coverage, so that the fuzzer
//! climbs.
#![no_main]

use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use libfuzzer_sys::fuzz_target;
use trommel::{Budget, Extractor, Format, Options, Sink};
use trommel_fuzz::{BLOCKS, Input, count_blocks, extractor};
use trommel_testing::kinds;

/// Maximum basic blocks per byte of a page. The costliest pages have blocks that are all different,
/// so that the network scores each of them, and the trees many.
const MAX_PER_BYTE: f64 = 600.0;

/// Maximum basic blocks per page, in addition to those per byte. Even a page of a single title
/// needs most of them: trees score 32 blocks at once, however few there are.
const MAX_PER_PAGE: u64 = 300_000;

/// Maximum basic blocks per byte from which an encoding is detected: the detector tries each
/// encoding on it.
const MAX_PER_GUESSED_BYTE: u64 = 1_100;

/// Maximum bytes from which an encoding is detected, beginning at the first that is not ASCII.
const GUESSED_BYTES: usize = 8 << 10;

/// Maximum growth of the work per byte, relative to the smallest page of a kind.
///
/// A page larger than the budget takes up to a seventh more: an eighth of the line-blocks that wait
/// at an early decision is read again at the next one.
const MAX_GROWTH: f64 = 1.2;

/// Sizes of each kind of hostile page, as multiples of the smallest.
const SIZES: [usize; 4] = [1, 2, 4, 8];

/// Bytes of a chunk.
const CHUNK_BYTES: usize = 16 << 10;

count_blocks!();

/// Extra coverage counters of the fuzzer: the levels of work per byte that were reached, in eighths
/// of an octave.
#[unsafe(link_section = "__libfuzzer_extra_counters")]
static REACHED: [AtomicU8; 128] = [const { AtomicU8::new(0) }; 128];

/// A sink that holds nothing.
struct Nothing;

impl Sink for Nothing {
    fn text(&mut self, _: &str) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Basic blocks of a page, without those of creating an extractor.
fn work(options: &Options, push_all: impl FnOnce(&mut dyn FnMut(&[u8]))) -> u64 {
    let mut extractor: Extractor = extractor(options);
    let before = BLOCKS.load(Relaxed);
    push_all(&mut |chunk| extractor.push_to(chunk, &mut Nothing).expect("HTML is never wrong"));
    extractor.finish_to(&mut Nothing).expect("HTML is never wrong");
    BLOCKS.load(Relaxed) - before
}

/// Basic blocks per byte, without those that any page may take.
fn per_byte(blocks: u64, bytes: usize) -> f64 {
    blocks.saturating_sub(MAX_PER_PAGE) as f64 / bytes.max(1) as f64
}

/// Maximum basic blocks of detecting the encoding of a page: zero if the encoding is given, and if
/// the page is plain ASCII or UTF-8.
fn most_of_guess(input: &Input) -> u64 {
    const ESCAPE: u8 = 0x1B;
    let first = input.page.iter().position(|&byte| !byte.is_ascii() || byte == ESCAPE);
    let Some(first) = first.filter(|_| input.guesses_encoding) else { return 0 };
    let rest = &input.page[first..];
    let guessed = &rest[..rest.len().min(GUESSED_BYTES)];
    // The last character may be cut.
    let is_utf8 = std::str::from_utf8(guessed).map_or_else(|error| error.error_len().is_none(), |_| true);
    if is_utf8 && !guessed.is_ascii() { 0 } else { guessed.len() as u64 * MAX_PER_GUESSED_BYTE }
}

/// Checks the bound of encoding detection on pages of one byte that is not ASCII, or of that byte
/// and a letter. Returns the maximum of basic blocks.
fn check_guesses(options: &Options) -> u64 {
    let pages = (0x80..=0xFF_u8)
        .flat_map(|byte| [[byte; 2], [byte, b'a']])
        .map(|pair| pair.repeat(GUESSED_BYTES / 2));
    pages.map(|page| work(options, |push| push(&page))).max().unwrap_or_default()
}

/// The options for hostile pages, and the bytes of the smallest ones. Most kinds exceed the budget.
fn setups() -> [(&'static str, Options, usize); 2] {
    let marked = Options::default().with_format(Format::Markdown).with_links(true);
    let least = marked.clone().with_budget(marked.minimum_budget());
    let small = Options::default().with_posts(true).with_budget(Budget::from_bytes(1 << 20));
    [("1 MiB, posts", small, 60_000), ("least, Markdown", least, 25_000)]
}

/// The results for known pages.
#[derive(Default)]
struct Report {
    failures: Vec<String>,
    most: f64,
    most_of: String,
    /// Work per byte of the smallest page of each kind.
    least: HashMap<String, f64>,
}

impl Report {
    /// Checks a page of a kind against the bound, and against the first page of that kind. Returns
    /// basic blocks per byte.
    fn page(&mut self, kind: &str, bytes: usize, blocks: u64) -> f64 {
        let each = blocks as f64 / bytes as f64;
        let per_input_byte = per_byte(blocks, bytes);
        if per_input_byte > self.most {
            (self.most, self.most_of) = (per_input_byte, format!("{kind}, {bytes} bytes"));
        }
        let first = *self.least.entry(kind.to_owned()).or_insert(each);
        if per_input_byte > MAX_PER_BYTE || per_input_byte > first * MAX_GROWTH {
            self.failures.push(format!(
                "{kind}: {per_input_byte:.1} for each of {bytes} bytes, {first:.1} of the least page"
            ));
        }
        each
    }
}

/// Checks known costly pages against the bound.
fn check_known_pages() {
    let mut report = Report::default();
    println!("basic blocks for each byte of a page, and of pages that are 2, 4 and 8 times as large");
    for (setup, options, least_bytes) in setups() {
        for at in 0..kinds::kinds(1).len() {
            let mut line = String::new();
            let name = kinds::kinds(1)[at].name;
            for times in SIZES {
                let kind = kinds::kinds(least_bytes * times).swap_remove(at);
                let blocks = work(&options, |push| kind.stream(push));
                line += &format!(" {:7.1}", report.page(&format!("{setup}: {name}"), kind.bytes(), blocks));
            }
            println!("{setup:16} {name:24}{line}");
        }
    }
    let (setup, options, _) = &setups()[0];
    for path in pages_beside() {
        let page = fs::read(&path).expect("a listed file can be read");
        let blocks = work(options, |push| page.chunks(CHUNK_BYTES).for_each(push));
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let kind = stem.rsplit_once('-').map_or(&*stem, |(kind, _)| kind);
        let each = report.page(&format!("{setup}: {kind}"), page.len(), blocks);
        println!("{setup:16} {stem:24} {each:7.1} of {} bytes", page.len());
    }
    let mut most_per_page = 0;
    for title in kinds::dear_titles() {
        // The host may contain the name of the site.
        for address in ["", "<link rel=canonical href=https://www.news.valley.example>"] {
            // So may a link to the root.
            for logo in ["", "<a href=/>News of the valley</a>", "<a href=/>a_a_a_a_a_a_a_a</a>"] {
                let page = format!("{address}<title>{title}</title>{logo}<p>{title}");
                most_per_page = most_per_page.max(work(options, |push| push(page.as_bytes())));
            }
        }
    }
    let guess = check_guesses(options);
    println!(
        "most for each byte: {:.1} ({}); for a page that is a title: {most_per_page}; for one whose encoding is guessed: {guess}",
        report.most, report.most_of
    );
    assert!(most_per_page <= MAX_PER_PAGE, "{most_per_page}");
    assert!(guess <= GUESSED_BYTES as u64 * MAX_PER_GUESSED_BYTE, "{guess}");
    assert!(report.failures.is_empty(), "{:#?}", report.failures);
}

/// The files of `TROMMEL_WORK_PAGES`, smaller ones of a kind first.
fn pages_beside() -> Vec<std::path::PathBuf> {
    let Some(folder) = std::env::var_os("TROMMEL_WORK_PAGES") else { return Vec::new() };
    let folder = fs::read_dir(folder).expect("TROMMEL_WORK_PAGES is a folder");
    let mut paths: Vec<_> = folder.map(|entry| entry.expect("a folder can be listed").path()).collect();
    paths.sort();
    paths
}

/// Maximum work per byte so far, in thousandths.
static MAX: AtomicU64 = AtomicU64::new(0);

fuzz_target!(
    init: check_known_pages(),
    |data: &[u8]| {
        let Some(input) = Input::new(data) else { return };
        for options in [input.options.clone(), input.at_minimum()] {
            let blocks = work(&options, |push| input.chunks().for_each(push));
            let blocks = blocks.saturating_sub(most_of_guess(&input));
            let each = per_byte(blocks, input.page.len());
            let step = (each.max(1.0).log2() * 8.0) as usize;
            REACHED[step.min(REACHED.len() - 1)].store(1, Relaxed);
            let thousandths = (each * 1000.0) as u64;
            if MAX.fetch_max(thousandths, Relaxed) < thousandths {
                println!("most: {each:.1} basic blocks for each of {} bytes", input.page.len());
            }
            assert!(each <= MAX_PER_BYTE, "{each:.1} basic blocks for each of {} bytes", input.page.len());
        }
    }
);
