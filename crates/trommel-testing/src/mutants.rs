//! Mutants: pages with flipped bytes, with spans deleted, repeated or cut, or spliced with another
//! page.
//!
//! `TROMMEL_MUTANTS` sets their number, `TROMMEL_SEED` the seed of the first one. A failure prints
//! how to replay it, and writes the page to a file.

use std::env;
use std::fs;
use std::ops::Range;
use std::path::PathBuf;

use trommel::{
    Budget, Format, Method, Options,
    methods::{TagRatio, Thresholds},
};

use crate::{Page, Random, all_pages, decompressed, seed, shared_paths, unmet};

/// Minimum mutants of a page before the next page is read.
const MUTANTS_A_PAGE: usize = 5;

/// Maximum bytes of a mutant. It bounds repeated spans and splices.
const MAX_BYTES: usize = 2 << 20;

/// A damaged page, and options to read it with.
pub struct Mutant {
    pub page: Vec<u8>,
    pub options: Options,
    /// The budget of the options.
    pub budget: Budget,
    /// The random numbers of its test, which depend only on the mutant.
    pub random: Random,
}

impl Mutant {
    /// The page, cut at random places.
    pub fn chunks(&mut self) -> Vec<Vec<u8>> {
        let most = [1, 16, 1500, 100_000][self.random.below(4)];
        let mut rest = &self.page[..];
        let mut chunks = Vec::new();
        while !rest.is_empty() {
            let (chunk, after) = rest.split_at(self.random.below(most + 1).min(rest.len()));
            chunks.push(chunk.to_vec());
            rest = after;
        }
        chunks
    }
}

/// Random options that cover different code paths, and their budget.
fn options(random: &mut Random) -> (Options, Budget) {
    let format = [Format::Text, Format::Markdown, Format::Html][random.below(3)];
    let method = [
        Method::Auto,
        Method::Auto,
        Method::LineBlock(Thresholds::DEFAULT),
        Method::TagRatio(TagRatio::Clusters),
    ][random.below(4)];
    let mut options =
        Options::default().with_format(format).with_method(method).with_links(random.below(2) == 0);
    match random.below(8) {
        0 => options = options.with_encoding("utf-8"),
        1 => options = options.with_encoding("gbk"),
        2 => options = options.keep_comments(true),
        3 => options = options.with_fallback(false),
        4 => options = options.with_method(Method::TagRatio(TagRatio::Threshold { lambda: 1.0 })),
        _ => {}
    }
    let budget = match random.below(4) {
        0 => options.minimum_budget(),
        1 => Budget::from_bytes(256 << 10),
        2 => Budget::from_bytes(1 << 20),
        _ => Budget::DEFAULT,
    };
    (options.with_budget(budget), budget)
}

/// A random span of a page, usually a short one.
fn span(random: &mut Random, len: usize) -> Range<usize> {
    let most = [8, 200, 5000, len][random.below(4)];
    let start = random.below(len + 1);
    start..(start + random.below(most + 1)).min(len)
}

/// Damages a page in one random way.
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
            // A part of the other page replaces a part of this one.
            let part = span(random, other.len());
            page.splice(span(random, len), other[part].iter().copied());
        }
    }
    page.truncate(MAX_BYTES);
}

/// Prints how to make a mutant again when its test fails.
struct Replay<'a> {
    seed: u64,
    number: usize,
    name: &'a str,
    page: Vec<u8>,
    options: Options,
}

impl Drop for Replay<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let path = env::temp_dir().join(format!("trommel-mutant-{}.html", self.number));
            let written = fs::write(&path, &self.page);
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

/// The source of mutants: a page in memory, or a path that is read when needed.
enum Origin {
    Here(Page),
    There(PathBuf),
}

/// Calls `check` with `count` mutants. `TROMMEL_MUTANTS` overrides the number; `TROMMEL_MUTANT`
/// selects a single mutant.
pub fn each(count: usize, mut check: impl FnMut(&mut Mutant)) {
    let number = |name| env::var(name).ok().map(|text| text.parse().expect("a whole number"));
    let mutants = number("TROMMEL_MUTANTS").unwrap_or(count);
    let only = number("TROMMEL_MUTANT");
    let seed = seed();
    let mut origins: Vec<Origin> = all_pages().into_iter().chain(unmet()).map(Origin::Here).collect();
    origins.extend(shared_paths(mutants).into_iter().map(Origin::There));
    // All pages if there are enough mutants, else some of them, evenly spaced.
    let step = (origins.len() * MUTANTS_A_PAGE).div_ceil(mutants).max(1);
    let origins: Vec<Origin> = origins.into_iter().step_by(step).collect();
    let mutants_a_page = mutants.div_ceil(origins.len());
    println!("seed {seed}: {mutants_a_page} mutants of each of {} pages", origins.len());
    let mut other = Vec::new();
    for (at, origin) in origins.into_iter().enumerate() {
        let origin = match origin {
            Origin::Here(page) => page,
            Origin::There(path) => decompressed(&path),
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
            let replay =
                Replay { seed, number, name: &origin.name, page: page.clone(), options: options.clone() };
            check(&mut Mutant { page, options, budget, random });
            drop(replay);
        }
        other = origin.bytes;
    }
}
