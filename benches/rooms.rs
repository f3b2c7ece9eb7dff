//! Speed of the filter up to each of its rooms, so that the difference of two figures is what a room takes; and yardsticks, on the same
//! pages in the same run: what memory allows, what unpacking takes, what other tokenizers take.
//!
//! `cargo bench --bench rooms --features rooms`. Pages and clock are those of the benchmark `filter`.

#[path = "clock/mod.rs"]
mod clock;
#[path = "token/gum.rs"]
mod gum;
#[path = "pages/mod.rs"]
mod pages;

use clock::ProcessorTime;
use criterion::{BenchmarkGroup, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use flate2::Compression;
use flate2::read::{GzDecoder, GzEncoder};
use html5ever::interface::TokenizerResult;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer};
use lol_html::{HtmlRewriter, Settings, element};
use std::cell::Cell;
use std::hint::black_box;
use std::io::Read;
use std::time::Duration;
use trommel::rooms::{Room, Rooms};
use trommel::{Format, Method, Options};

/// What html5ever's tokenizer finds, counted; who builds no tree has to tell it of raw text.
#[derive(Default)]
struct Count(Cell<usize>);

impl TokenSink for Count {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        match token {
            Token::TagToken(tag) => {
                self.0.set(self.0.get() + 1);
                let is_start = tag.kind == TagKind::StartTag;
                match &*tag.name {
                    "script" if is_start => return TokenSinkResult::RawData(RawKind::ScriptData),
                    "style" if is_start => return TokenSinkResult::RawData(RawKind::Rawtext),
                    "title" | "textarea" if is_start => return TokenSinkResult::RawData(RawKind::Rcdata),
                    _ => {}
                }
            }
            Token::CharacterTokens(text) => self.0.set(self.0.get() + text.len()),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

fn html5ever(page: &str) -> usize {
    let tokenizer = Tokenizer::new(Count::default(), Default::default());
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from_slice(page));
    while !matches!(tokenizer.feed(&queue), TokenizerResult::Done) {}
    tokenizer.end();
    tokenizer.sink.0.get()
}

/// lol_html, telling of each element.
fn lol_html(page: &[u8]) -> usize {
    let mut tags = 0;
    let handler = element!("*", |_| {
        tags += 1;
        Ok(())
    });
    let settings = Settings::new().with_strict(false).append_element_content_handler(handler);
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    rewriter.write(page).expect("no limit is set");
    rewriter.end().expect("no limit is set");
    tags
}

fn rooms(criterion: &mut Criterion<ProcessorTime>) {
    let pages = &pages::given()[..];
    let mut group = group(criterion, "rooms", pages);
    let stages = [
        ("decode", Room::Decode),
        ("decode, token", Room::Token),
        ("decode to block", Room::Block),
        ("decode to feature", Room::Feature),
        ("decode to decide", Room::Decide),
        ("whole filter", Room::Render),
    ];
    let mut measure = |name: &str, options: Options, last| {
        let mut rooms = Rooms::new(options).expect("the options are sound");
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let counts = pages.iter().map(|page| rooms.read(page, last).expect("HTML is never wrong"));
                black_box(counts.sum::<usize>())
            });
        });
    };
    for (name, last) in stages {
        measure(name, Options::default(), last);
    }
    for method in [Method::LineBlock, Method::TagRatio] {
        let name = format!("decode to decide, {}", method.name());
        measure(&name, Options::default().with_method(method), Room::Decide);
    }
    for (name, format) in [("Markdown", Format::Markdown), ("HTML", Format::Html)] {
        for (upto, last) in [("decode to decide", Room::Decide), ("whole filter", Room::Render)] {
            measure(&format!("{upto}, {name}"), Options::default().with_format(format), last);
        }
    }
    group.finish();
}

fn yardsticks(criterion: &mut Criterion<ProcessorTime>) {
    let pages: Vec<String> =
        pages::given().iter().map(|page| String::from_utf8_lossy(page).into_owned()).collect();
    let packed: Vec<Vec<u8>> = pages
        .iter()
        .map(|page| {
            let mut packed = Vec::new();
            GzEncoder::new(page.as_bytes(), Compression::default())
                .read_to_end(&mut packed)
                .expect("memory can be read");
            packed
        })
        .collect();
    let most = pages.iter().map(String::len).max().unwrap_or(0);
    let mut copy = vec![0; most];
    let mut group = group(criterion, "yardsticks", &pages);
    let mut measure = |name: &str, run: &mut dyn FnMut(usize) -> usize| {
        group.bench_function(name, |bencher| {
            bencher.iter(|| black_box((0..pages.len()).map(&mut *run).sum::<usize>()));
        });
    };
    measure("memcpy", &mut |at| {
        let page = pages[at].as_bytes();
        copy[..page.len()].copy_from_slice(page);
        usize::from(black_box(&copy)[0])
    });
    measure("memchr, every <", &mut |at| {
        memchr::memchr_iter(b'<', pages[at].as_bytes()).map(black_box).count()
    });
    let mut unpacked = Vec::with_capacity(most);
    measure("gunzip, zlib-rs", &mut |at| {
        unpacked.clear();
        GzDecoder::new(&packed[at][..]).read_to_end(&mut unpacked).expect("it was packed here")
    });
    measure("lol_html, each element", &mut |at| lol_html(pages[at].as_bytes()));
    measure("html5gum, minimal emitter", &mut |at| gum::read(&pages[at]));
    measure("html5ever, tokenizer", &mut |at| html5ever(&pages[at]));
    group.finish();
}

/// A group whose figures are bytes of these pages a second.
fn group<'a, P: AsRef<[u8]>>(
    criterion: &'a mut Criterion<ProcessorTime>,
    name: &str,
    pages: &[P],
) -> BenchmarkGroup<'a, ProcessorTime> {
    let bytes: usize = pages.iter().map(|page| page.as_ref().len()).sum();
    println!("{} pages, {bytes} bytes", pages.len());
    let mut group = criterion.benchmark_group(name);
    group.sample_size(20).sampling_mode(SamplingMode::Flat);
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
    group.throughput(Throughput::BytesDecimal(bytes as u64));
    group
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(ProcessorTime::new());
    targets = rooms, yardsticks
}
criterion_main!(benches);
