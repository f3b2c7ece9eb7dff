//! Damaged pages: bytes flipped, spans deleted, doubled and cut, and spliced with those of another page. Each is read whole and in random
//! chunks: no panic, the same output, never more on the heap than the budget, and no page that takes far more time than others.
//!
//! `TROMMEL_MUTANTS` says how many (2000). The pages are those of the corpora beside this checkout, where they are, and those of `corpora/`.
//! A failure prints how it is replayed, and where the page was written to. A run that says something takes hundreds of thousands:
//!
//! ```sh
//! benches/robust.sh mutants
//! ```

use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: trommel_testing::heap::Counting = trommel_testing::heap::Counting;

use trommel::{Budget, Format, LineBlock, Method, Options, Sink, Summary, TagRatio};
use trommel_testing::heap::measure;
use trommel_testing::{
    Page, Random, all_pages, assert_same, extractor, run, run_whole, seed, shared_paths, unmet, unpacked,
};

/// Mutants of a run that says nothing else.
const MUTANTS: usize = 2000;

/// Mutants that are made of a page before the next one is read, at least.
const MUTANTS_A_PAGE: usize = 5;

/// Bytes that a mutant has at most: doubled spans and splices must not add up.
const MAX_BYTES: usize = 2 << 20;

/// A page may take so long, and so long for each of its bytes: a hundred times the slowest that we know, in an unoptimised build on a busy
/// machine, but far less than a page of usual size takes that is read in quadratic time.
const MAX_TIME: Duration = Duration::from_secs(1);
const MAX_NANOSECONDS_A_BYTE: u64 = 50_000;

/// A hash of all that comes out; holds nothing of it.
#[derive(Default)]
struct Digest {
    hasher: DefaultHasher,
    bytes: usize,
}

impl Sink for Digest {
    fn text(&mut self, piece: &str) -> ControlFlow<()> {
        // Byte by byte, since pieces differ with chunks.
        self.hasher.write(piece.as_bytes());
        self.bytes += piece.len();
        ControlFlow::Continue(())
    }

    fn block(&mut self, block: &LineBlock<'_>) -> ControlFlow<()> {
        self.bytes.hash(&mut self.hasher);
        (block.index(), block.offset(), block.tag(), block.depth(), block.tags(), block.links())
            .hash(&mut self.hasher);
        (block.chars(), block.words(), block.link_chars(), block.is_hidden(), block.continues_last())
            .hash(&mut self.hasher);
        (block.verdict() as u8).hash(&mut self.hasher);
        [block.ttr(), block.attr(), block.tkd()].map(f32::to_bits).hash(&mut self.hasher);
        block.text().for_each(|piece| self.hasher.write(piece.as_bytes()));
        ControlFlow::Continue(())
    }
}

/// What comes out of a page that comes in chunks: hash, summary.
fn digest<'a>(options: &Options, chunks: impl Iterator<Item = &'a [u8]>) -> (u64, Summary) {
    let mut digest = Digest::default();
    let mut extractor = extractor(options);
    for chunk in chunks {
        extractor.push_to(chunk, &mut digest).expect("HTML is never wrong");
    }
    let summary = extractor.finish_to(&mut digest).expect("HTML is never wrong");
    (digest.hasher.finish(), summary)
}

/// Options in which pages go different ways, and their budget.
fn options(random: &mut Random) -> (Options, Budget) {
    let format = [Format::Text, Format::Markdown, Format::Html][random.below(3)];
    let method = [Method::Auto, Method::Auto, Method::LineBlock, Method::TagRatio][random.below(4)];
    let mut options =
        Options::default().with_format(format).with_method(method).with_links(random.below(2) == 0);
    match random.below(8) {
        0 => options = options.with_encoding("utf-8"),
        1 => options = options.with_encoding("gbk"),
        2 => options = options.keep_comments(true),
        3 => options = options.with_fallback(false),
        4 => options = options.with_tag_ratio(TagRatio::Threshold { lambda: 1.0 }),
        _ => {}
    }
    let budget = match random.below(4) {
        0 => Budget::minimum(&options),
        1 => Budget::from_bytes(256 << 10),
        2 => Budget::from_bytes(1 << 20),
        _ => Budget::DEFAULT,
    };
    (options.with_budget(budget), budget)
}

/// A span of a page, mostly a short one.
fn span(random: &mut Random, len: usize) -> std::ops::Range<usize> {
    let most = [8, 200, 5000, len][random.below(4)];
    let start = random.below(len + 1);
    start..(start + random.below(most + 1)).min(len)
}

/// Damages a page in one way.
fn damage(page: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let len = page.len();
    match random.below(6) {
        0 => {
            for _ in 0..=random.below(20) {
                let at = random.below(len);
                if let Some(byte) = page.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
        }
        1 => {
            page.drain(span(random, len));
        }
        2 => {
            let span = span(random, len);
            let doubled = page[span.clone()].repeat(1 + random.below(3));
            page.splice(span.end..span.end, doubled);
        }
        3 => page.truncate(random.below(len + 1)),
        4 => {
            page.drain(..random.below(len + 1));
        }
        _ => {
            // A part of the other page in place of a part of this one.
            let part = span(random, other.len());
            page.splice(span(random, len), other[part].iter().copied());
        }
    }
    page.truncate(MAX_BYTES);
}

/// Says how a mutant that fails is made again.
struct Replay<'a> {
    seed: u64,
    number: usize,
    name: &'a str,
    page: &'a [u8],
    options: &'a Options,
}

impl Drop for Replay<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let path = env::temp_dir().join(format!("trommel-mutant-{}.html", self.number));
            let written = fs::write(&path, self.page);
            eprintln!(
                "mutant {} of seed {}, made of {}, {:?}; page at {}: {written:?}",
                self.number,
                self.seed,
                self.name,
                self.options,
                path.display()
            );
        }
    }
}

/// Figures of a run.
#[derive(Default)]
struct Figures {
    bytes: u64,
    /// Nanoseconds for a byte, and bytes, of each page of more than 10 kB.
    speeds: Vec<(u64, usize)>,
    /// Heap as a share of what is allowed, at most.
    heap: f64,
    decided_early: usize,
    empty: usize,
}

/// Reads one mutant, twice.
fn check(page: &[u8], options: &Options, budget: usize, random: &mut Random, figures: &mut Figures) {
    let begun = Instant::now();
    let ((whole, summary), heap_bytes, _) = measure(|| digest(options, [page].into_iter()));
    let time = begun.elapsed();
    let mut rest = page;
    let most = [1, 16, 1500, 100_000][random.below(4)];
    let mut cuts = Vec::new();
    while !rest.is_empty() {
        let (chunk, after) = rest.split_at(random.below(most + 1).min(rest.len()));
        cuts.push(chunk);
        rest = after;
    }
    let ((cut, of_cut), heap_bytes_cut, _) = measure(|| digest(options, cuts.iter().copied()));
    if (whole, &summary) != (cut, &of_cut) {
        let outcome = run(&mut extractor(options), cuts.iter().copied());
        assert_same(&run_whole(options, page), &outcome, || "in random chunks".to_owned());
        panic!("outcomes are the same, but not what a sink sees of them");
    }
    assert!(summary.peak_bytes <= budget, "the ledger says {} of {budget} bytes", summary.peak_bytes);
    let meta = &summary.metadata;
    let handed_out: usize =
        [&meta.title, &meta.author, &meta.date, &meta.lang, &meta.url].map(String::len).iter().sum();
    // Beside the budget: the label of an encoding in the options' copy.
    let allowed = budget + handed_out + 16;
    let most_bytes = heap_bytes.max(heap_bytes_cut);
    assert!(most_bytes <= allowed, "{most_bytes} bytes on the heap, {allowed} allowed");
    assert_eq!(summary.text_bytes_lost, 0);
    let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    let bytes = page.len() as u64;
    assert!(time < MAX_TIME || nanoseconds / bytes < MAX_NANOSECONDS_A_BYTE, "{bytes} bytes took {time:?}");
    figures.bytes += bytes;
    figures.heap = figures.heap.max(most_bytes as f64 / allowed as f64);
    figures.decided_early += usize::from(summary.first_early_decision_offset.is_some());
    figures.empty += usize::from(summary.blocks_kept == 0);
    if bytes > 10_000 {
        figures.speeds.push((nanoseconds / bytes, page.len()));
    }
}

/// What mutants are made of: pages in memory, and those that are read when it is their turn.
enum Origin {
    Here(Page),
    There(PathBuf),
}

#[test]
fn damaged_pages_are_read_within_the_budget_and_the_same_in_all_chunks() {
    let number = |name| env::var(name).ok().map(|text| text.parse().expect("a whole number"));
    let mutants = number("TROMMEL_MUTANTS").unwrap_or(MUTANTS);
    let only = number("TROMMEL_MUTANT");
    let seed = seed();
    let mut origins: Vec<Origin> = all_pages().into_iter().chain(unmet()).map(Origin::Here).collect();
    origins.extend(shared_paths(mutants).into_iter().map(Origin::There));
    // All pages if there are mutants enough, else some of them, evenly spread.
    let step = (origins.len() * MUTANTS_A_PAGE).div_ceil(mutants).max(1);
    let mut origins: Vec<Origin> = origins.into_iter().step_by(step).collect();
    let mutants_a_page = mutants.div_ceil(origins.len());
    let count = origins.len();
    println!("seed {seed}: {mutants_a_page} mutants of each of {count} pages");
    let mut figures = Figures::default();
    let mut other = Vec::new();
    for (at, origin) in origins.drain(..).enumerate() {
        let origin = match origin {
            Origin::Here(page) => page,
            Origin::There(path) => unpacked(&path),
        };
        for number in at * mutants_a_page..(at + 1) * mutants_a_page {
            if only.is_some_and(|only| only != number) {
                continue;
            }
            let mut random = Random::new(seed.wrapping_add(number as u64));
            let (options, budget) = options(&mut random);
            let mut page = origin.bytes.clone();
            for _ in 0..=random.below(4) {
                damage(&mut page, &other, &mut random);
            }
            let replay = Replay { seed, number, name: &origin.name, page: &page, options: &options };
            check(&page, &options, budget.bytes(), &mut random, &mut figures);
            drop(replay);
        }
        other = origin.bytes;
    }
    let Figures { bytes, heap, decided_early, empty, mut speeds } = figures;
    speeds.sort_unstable();
    println!(
        "{} mutants of {count} pages, {bytes} bytes; heap at most {heap:.4} of what is allowed; {decided_early} decided early, {empty} without content",
        mutants_a_page * count,
    );
    if let Some((slowest, of_bytes)) = speeds.last() {
        let at = |share: f64| speeds[((speeds.len() - 1) as f64 * share) as usize].0;
        println!(
            "time for a byte, whole, in ns: median {}, 99 of 100 at most {}, 999 of 1000 at most {}, most {slowest} (of {of_bytes} bytes)",
            at(0.5),
            at(0.99),
            at(0.999)
        );
    }
}
