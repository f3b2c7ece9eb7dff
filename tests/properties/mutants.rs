//! Damaged pages: each is read whole and in random chunks. There must be no panic, the output must
//! be the same, the ledger must stay within the budget, and no page may take much longer than
//! others.
//!
//! `TROMMEL_MUTANTS` sets their number (2000). The pages are those of `corpora/` and of the corpora
//! next to this checkout, if present. `tests/budget.rs` measures the heap of damaged pages. A
//! meaningful run takes hundreds of thousands:
//!
//! ```sh
//! benches/robust.sh mutants
//! ```

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use trommel::{LineBlock, Options, Sink, Summary};
use trommel_testing::mutants::{Mutant, each};
use trommel_testing::{assert_same, extractor, run, run_whole};

/// Default number of mutants.
const MUTANTS: usize = 2000;

/// Maximum time of a page, and maximum time per byte; the larger one counts. They are far above the
/// time of the slowest known page in an unoptimised build on a busy machine, and far below
/// quadratic time for a page of usual size.
const MAX_TIME: Duration = Duration::from_secs(1);
const MAX_NANOSECONDS_A_BYTE: u64 = 50_000;

/// A sink that hashes all output and holds none of it.
#[derive(Default)]
struct Digest {
    hasher: DefaultHasher,
    bytes: usize,
}

impl Sink for Digest {
    fn text(&mut self, piece: &str) -> ControlFlow<()> {
        // Hashed byte by byte, since pieces depend on chunks.
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

/// The hash and the summary of a page that comes in chunks.
fn digest<'a>(options: &Options, chunks: impl Iterator<Item = &'a [u8]>) -> (u64, Summary) {
    let mut digest = Digest::default();
    let mut extractor = extractor(options);
    for chunk in chunks {
        extractor.push_to(chunk, &mut digest).expect("HTML is never wrong");
    }
    let summary = extractor.finish_to(&mut digest).expect("HTML is never wrong");
    (digest.hasher.finish(), summary)
}

/// The measurements of a run.
#[derive(Default)]
struct Figures {
    mutants: usize,
    bytes: u64,
    /// Nanoseconds per byte, and bytes, of each page of more than 10 kB.
    speeds: Vec<(u64, usize)>,
    decided_early: usize,
    empty: usize,
}

/// Reads one mutant twice.
fn check(mutant: &mut Mutant, figures: &mut Figures) {
    let begun = Instant::now();
    let (whole, summary) = digest(&mutant.options, [&mutant.page[..]].into_iter());
    let time = begun.elapsed();
    let chunks = mutant.chunks();
    let chunks = || chunks.iter().map(Vec::as_slice);
    let (cut, of_cut) = digest(&mutant.options, chunks());
    if (whole, &summary) != (cut, &of_cut) {
        let outcome = run(&mut extractor(&mutant.options), chunks());
        assert_same(&run_whole(&mutant.options, &mutant.page), &outcome, || "in random chunks".to_owned());
        panic!("outcomes are the same, but not what a sink sees of them");
    }
    let budget = mutant.budget.bytes();
    assert!(summary.peak_bytes <= budget, "the ledger says {} of {budget} bytes", summary.peak_bytes);
    assert_eq!(summary.text_bytes_lost, 0);
    let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    let bytes = mutant.page.len() as u64;
    assert!(time < MAX_TIME || nanoseconds / bytes < MAX_NANOSECONDS_A_BYTE, "{bytes} bytes took {time:?}");
    figures.mutants += 1;
    figures.bytes += bytes;
    figures.decided_early += usize::from(summary.first_early_decision_offset.is_some());
    figures.empty += usize::from(summary.blocks_kept == 0);
    if bytes > 10_000 {
        figures.speeds.push((nanoseconds / bytes, mutant.page.len()));
    }
}

#[test]
fn damaged_pages_are_read_the_same_in_all_chunks_and_in_linear_time() {
    let mut figures = Figures::default();
    each(MUTANTS, |mutant| check(mutant, &mut figures));
    let Figures { mutants, bytes, decided_early, empty, mut speeds } = figures;
    speeds.sort_unstable();
    println!("{mutants} mutants, {bytes} bytes; {decided_early} decided early, {empty} without content");
    if let Some((slowest, of_bytes)) = speeds.last() {
        let at = |share: f64| speeds[((speeds.len() - 1) as f64 * share) as usize].0;
        println!(
            "ns for a byte, read whole: median {}, 99 of 100 at most {}, 999 of 1000 at most {}, most \
             {slowest} (of {of_bytes} bytes)",
            at(0.5),
            at(0.99),
            at(0.999)
        );
    }
}
