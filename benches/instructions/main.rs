//! The pages whose instructions are counted: each row once, in the order of `run.py`.
//!
//! Prints the bytes, the microseconds and the name of each row. [`counted_row`] is where counting
//! begins and ends. With a number as argument, each row runs so many times, and its time is the
//! least.

#[path = "../count/mod.rs"]
mod count;
#[path = "../pages/mod.rs"]
mod pages;

use count::Count;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Duration;
use std::{env, fs};
use trommel::css::Selectors;
use trommel::html::Tokenizer;
use trommel::{
    Extractor, Format, LineBlock, Method, Options, Sink,
    chunk::ChunkOptions,
    methods::{TagRatio, Thresholds},
};

/// A chunk that is larger than any page, and a small chunk.
const WHOLE: usize = usize::MAX / 2;
const SMALL_CHUNK_BYTES: usize = 512;

/// The function whose instructions are counted. `run.py` knows it by its name.
#[inline(never)]
fn counted_row(run: &mut dyn FnMut() -> usize) -> usize {
    black_box(run())
}

/// Processor time of this thread.
fn processor_time() -> Duration {
    // The system updates the count when the thread yields.
    std::thread::yield_now();
    let line = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = line.split(' ').next().and_then(|number| number.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

fn row(name: &str, pages: &[Vec<u8>], run: &mut dyn FnMut(&[u8]) -> usize) {
    let bytes: usize = pages.iter().map(Vec::len).sum();
    let times: usize = env::args().nth(1).and_then(|number| number.parse().ok()).unwrap_or(1);
    let mut time = || {
        let begun = processor_time();
        counted_row(&mut || pages.iter().map(|page| run(page)).sum());
        processor_time() - begun
    };
    let least = (0..times).map(|_| time()).min().unwrap_or_default();
    println!("{bytes}\t{}\t{name}", least.as_micros());
}

/// The whole filter over pages. The extractor is created before counting begins.
fn filter(name: &str, pages: &[Vec<u8>], options: Options, chunk_bytes: usize) {
    filter_to(name, pages, options, chunk_bytes, &mut Count::default());
}

/// The whole filter into `sink`, which can require more than the text.
fn filter_to(name: &str, pages: &[Vec<u8>], options: Options, chunk_bytes: usize, sink: &mut impl Sink) {
    let mut extractor = Extractor::new(options).expect("the options are sound");
    row(name, pages, &mut |page| {
        for chunk in page.chunks(chunk_bytes) {
            extractor.push_to(chunk, sink).expect("HTML is never wrong");
        }
        extractor.finish_to(sink).expect("HTML is never wrong");
        black_box(&mut *sink);
        page.len()
    });
}

/// A sink that counts the contributions to the scores of line-blocks.
struct Facts(usize);

impl Sink for Facts {
    fn text(&mut self, _: &str) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn block(&mut self, line_block: &LineBlock<'_>) -> ControlFlow<()> {
        self.0 += line_block.contributions().into_iter().flatten().count();
        ControlFlow::Continue(())
    }

    fn wants_contributions(&self) -> bool {
        true
    }
}

/// The tokenizer alone.
fn tokenizer(name: &str, pages: &[Vec<u8>]) {
    let pages: Vec<Vec<u8>> =
        pages.iter().map(|page| String::from_utf8_lossy(page).into_owned().into_bytes()).collect();
    let mut tokenizer = Tokenizer::new();
    let mut count = Count::default();
    row(name, &pages, &mut |page| {
        tokenizer.push(str::from_utf8(page).expect("it was made so"), 0, &mut count);
        tokenizer.finish(&mut count);
        tokenizer.reset();
        count.0
    });
}

fn main() {
    let golden = pages::golden();
    let new = Options::default;
    tokenizer("golden pages: tokenizer", &golden);
    filter("golden pages: auto", &golden, new(), WHOLE);
    filter(
        "golden pages: line-block",
        &golden,
        new().with_method(Method::LineBlock(Thresholds::DEFAULT)),
        WHOLE,
    );
    filter(
        "golden pages: tag-ratio",
        &golden,
        new().with_method(Method::TagRatio(TagRatio::Clusters)),
        WHOLE,
    );
    filter(
        "golden pages: auto, Markdown",
        &golden,
        new().with_format(Format::Markdown).with_links(true),
        WHOLE,
    );
    filter("golden pages: auto, HTML", &golden, new().with_format(Format::Html).with_links(true), WHOLE);
    filter("golden pages: auto, posts", &golden, new().with_posts(true), WHOLE);
    let chunks = || new().with_chunks(ChunkOptions::default());
    filter("golden pages: auto, chunks of text", &golden, chunks(), WHOLE);
    // A letter that does not fit must not have the rest of its word counted anew.
    let word = format!("<p>{}", "a".repeat(300_000)).into_bytes();
    filter("a word without end: auto, chunks of text", &[word], chunks(), WHOLE);
    filter("golden pages: auto, small chunks", &golden, new(), SMALL_CHUNK_BYTES);
    let selectors = Selectors::default().select("main, body").and_then(|all| all.drop("nav > ul, .ad"));
    let selectors = selectors.expect("the selectors are sound");
    filter("golden pages: auto, selectors", &golden, new().with_selectors(selectors), WHOLE);
    filter_to("golden pages: auto, facts of each block", &golden, new(), WHOLE, &mut Facts(0));
    let least = new().minimum_budget();
    filter("golden pages: auto, least budget", &golden, new().with_budget(least), WHOLE);
    for made in pages::made() {
        tokenizer(&format!("{}: tokenizer", made.name), &made.pages);
        filter(&format!("{}: auto", made.name), &made.pages, new(), WHOLE);
    }
}
