//! Throughput on pages in memory, with one thread. It measures the whole filter by method, from
//! bytes to text, with one extractor for all pages, and the tokenizer alone next to lol_html and
//! html5gum.
//!
//! `TROMMEL_PAGES=FOLDER cargo bench --bench throughput` reads at most 200 of the .html and
//! .html.gz files of a folder, evenly spaced. Without it, it reads those of the corpus wcxb, if
//! that is next to the package, else the pages of `corpora/cases`.
//!
//! The measure is the processor time of the thread, where the system reports it (Linux). On a busy
//! machine it varies less than wall-clock time.

#[path = "clock/mod.rs"]
mod clock;
#[path = "count/mod.rs"]
mod count;
#[path = "gum/mod.rs"]
mod gum;
#[path = "pages/mod.rs"]
mod pages;

use clock::ProcessorTime;
use count::Count;
use criterion::{BenchmarkGroup, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use lol_html::{HtmlRewriter, Settings, doc_text, element};
use std::hint::black_box;
use std::time::Duration;
use trommel::html::Tokenizer;
use trommel::{
    Extractor, Format, Method, Options,
    methods::{TagRatio, Thresholds},
};

/// Bytes of a chunk, for pages that come in chunks.
const CHUNK_BYTES: usize = 16 << 10;

/// A chunk that is larger than any page.
const WHOLE: usize = usize::MAX / 2;

/// Number of small pages in one iteration.
const SMALL_PAGES: usize = 1000;

/// The whole filter.
fn filter(extractor: &mut Extractor, pages: &[Vec<u8>], chunk_bytes: usize) -> usize {
    let mut count = Count::default();
    for page in pages {
        for chunk in page.chunks(chunk_bytes) {
            extractor.push_to(chunk, &mut count).expect("HTML is never wrong");
        }
        extractor.finish_to(&mut count).expect("HTML is never wrong");
    }
    count.0
}

/// Our tokenizer alone, on pages in UTF-8.
fn tokenizer(pages: &[String], chunk_bytes: usize) -> usize {
    let mut count = Count::default();
    let mut tokenizer = Tokenizer::new();
    for page in pages {
        let mut from = 0;
        while from < page.len() {
            let mut to = page.len().min(from + chunk_bytes);
            while !page.is_char_boundary(to) {
                to += 1;
            }
            tokenizer.push(&page[from..to], from as u64, &mut count);
            from = to;
        }
        tokenizer.finish(&mut count);
        tokenizer.reset();
    }
    count.0
}

/// lol_html, with handlers for start tags and text if `tells`.
fn lol_html(pages: &[String], chunk_bytes: usize, tells: bool) -> usize {
    let count = std::cell::Cell::new(0);
    for page in pages {
        let mut settings = Settings::new().with_strict(false);
        if tells {
            settings = settings
                .append_element_content_handler(element!("*", |_| {
                    count.set(count.get() + 1);
                    Ok(())
                }))
                .append_document_content_handler(doc_text!(|text| {
                    count.set(count.get() + text.as_str().len());
                    Ok(())
                }));
        }
        let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
        for chunk in page.as_bytes().chunks(chunk_bytes) {
            rewriter.write(chunk).expect("no limit is set");
        }
        rewriter.end().expect("no limit is set");
    }
    count.get()
}

/// An extractor that decides by `method`.
fn extractor(method: Method, format: Format) -> Extractor {
    let options = Options::default().with_method(method).with_format(format);
    Extractor::new(options).expect("the default budget is enough")
}

const METHODS: [Method; 3] =
    [Method::LineBlock(Thresholds::DEFAULT), Method::TagRatio(TagRatio::Clusters), Method::Auto];

fn whole_pages(criterion: &mut Criterion<ProcessorTime>) {
    let pages = &pages::given()[..];
    let bytes: usize = pages.iter().map(Vec::len).sum();
    println!("{} pages, {bytes} bytes", pages.len());
    let mut group = criterion.benchmark_group("pages");
    group.sample_size(20).sampling_mode(SamplingMode::Flat);
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(4));
    group.throughput(Throughput::BytesDecimal(bytes as u64));
    for method in METHODS {
        let mut extractor = extractor(method, Format::Text);
        let name = method.name();
        measure(&mut group, name, &mut || filter(&mut extractor, pages, WHOLE));
        measure(&mut group, &format!("{name}, 16 KiB chunks"), &mut || {
            filter(&mut extractor, pages, CHUNK_BYTES)
        });
    }
    let mut markdown = extractor(Method::Auto, Format::Markdown);
    measure(&mut group, "auto, Markdown", &mut || filter(&mut markdown, pages, WHOLE));

    let pages: Vec<String> = pages.iter().map(|page| String::from_utf8_lossy(page).into_owned()).collect();
    let bytes: usize = pages.iter().map(String::len).sum();
    group.throughput(Throughput::BytesDecimal(bytes as u64));
    measure(&mut group, "tokenizer alone", &mut || tokenizer(&pages, WHOLE));
    measure(&mut group, "tokenizer alone, 16 KiB chunks", &mut || tokenizer(&pages, CHUNK_BYTES));
    for (name, tells) in [("lol_html, no handlers", false), ("lol_html, tags and text", true)] {
        measure(&mut group, name, &mut || lol_html(&pages, WHOLE, tells));
        measure(&mut group, &format!("{name}, 16 KiB chunks"), &mut || lol_html(&pages, CHUNK_BYTES, tells));
    }
    measure(&mut group, "html5gum, emitter that counts", &mut || {
        pages.iter().map(|page| gum::read(page)).sum()
    });
    measure(&mut group, "memchr, each <", &mut || {
        pages.iter().map(|page| memchr::memchr_iter(b'<', page.as_bytes()).count()).sum()
    });
    group.finish();
}

fn small_pages(criterion: &mut Criterion<ProcessorTime>) {
    let pages: Vec<Vec<u8>> = (0..SMALL_PAGES).map(pages::small_page).collect();
    let mut group = criterion.benchmark_group("small pages of 5 kB");
    group.sample_size(20).sampling_mode(SamplingMode::Flat);
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    group.throughput(Throughput::Elements(SMALL_PAGES as u64));
    for method in METHODS {
        let mut extractor = extractor(method, Format::Text);
        measure(&mut group, method.name(), &mut || filter(&mut extractor, &pages, WHOLE));
    }
    measure(&mut group, "auto, a new extractor for each", &mut || {
        pages
            .iter()
            .map(|page| trommel::extract(page, &Options::default()).expect("HTML is never wrong").text.len())
            .sum()
    });
    group.finish();
}

fn measure(group: &mut BenchmarkGroup<'_, ProcessorTime>, name: &str, run: &mut dyn FnMut() -> usize) {
    group.bench_function(name, |bencher| bencher.iter(|| black_box(run())));
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(ProcessorTime::new());
    targets = whole_pages, small_pages
}
criterion_main!(benches);
