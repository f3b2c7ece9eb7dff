//! Time per byte and memory for pages of 1 kB to 1 GB: `cargo bench --bench sizes`.
//!
//! The pages are of one kind, a generated article between menus. A larger page has more of the same
//! paragraphs. Pages below 100 MB are read many times with one extractor. Time is measured as in
//! the benchmark `throughput`; the best of three rounds counts.

#[path = "clock/mod.rs"]
mod clock;
#[path = "count/mod.rs"]
mod count;

use clock::ProcessorTime;
use count::Count;
use criterion::measurement::Measurement;
use trommel::{Extractor, Method, Options, Summary, methods::Thresholds};

/// Bytes of a page.
const SIZES: [usize; 7] = [1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];

/// Minimum bytes that are read in one round.
const ROUND_BYTES: usize = 100_000_000;

const ROUNDS: usize = 3;

/// Bytes of the generated paragraphs. They exceed the caches near the processor.
const BODY_BYTES: usize = 4 << 20;

/// Bytes of a chunk.
const CHUNK_BYTES: usize = 64 << 10;

const HEAD: &str = "<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>The harbour log</title></head><body>\
<nav><ul><li><a href=/>Home</a><li><a href=/log>Log</a><li><a href=/boats>Boats</a></ul></nav><main><h1>The harbour log</h1>";

const TAIL: &str = "</main><footer><p><a href=/imprint>Imprint</a></p></footer></body></html>";

/// Paragraphs, headings and lists, no two of which are equal.
fn body() -> String {
    let mut body = String::new();
    for entry in 0.. {
        if body.len() >= BODY_BYTES {
            break;
        }
        if entry % 12 == 0 {
            body += &format!("<h2>Week {}</h2>\n", entry / 12);
        }
        body += &format!(
            "<p class=\"entry\">Entry {entry}: the tide turned at <b>{}:{:02}</b>, and {} boats that had waited for it went out one after the \
             other, past the <a href=\"/marks/{}\">mark</a> that the winter had moved by {} metres.</p>\n",
            entry * 7 % 24,
            entry * 13 % 60,
            entry % 31,
            entry % 17,
            entry * 3 % 41
        );
        if entry % 9 == 0 {
            body += &format!(
                "<ul><li>wind {} knots</li><li>water {} degrees</li></ul>\n",
                entry % 37,
                entry % 19
            );
        }
    }
    body
}

/// Reads one page of `page_bytes`, whose paragraphs begin at byte `from` of `body`.
fn read(extractor: &mut Extractor, body: &[u8], from: usize, page_bytes: usize, summary: &mut Summary) {
    let mut left = page_bytes.saturating_sub(HEAD.len() + TAIL.len());
    let mut at = from % body.len();
    let mut push =
        |bytes: &[u8]| extractor.push_to(bytes, &mut Count::default()).expect("HTML is never wrong");
    push(HEAD.as_bytes());
    while left > 0 {
        let chunk = &body[at..body.len().min(at + left.min(CHUNK_BYTES))];
        push(chunk);
        left -= chunk.len();
        at = (at + chunk.len()) % body.len();
    }
    push(TAIL.as_bytes());
    extractor.finish_into(&mut Count::default(), summary).expect("HTML is never wrong");
}

fn main() {
    let body = body().into_bytes();
    let clock = ProcessorTime::new();
    println!("| bytes of a page | method | ns a byte | MB/s | bytes held |\n|---:|---|---:|---:|---:|");
    for method in [Method::LineBlock(Thresholds::DEFAULT), Method::Auto] {
        let options = Options::default().with_method(method);
        let mut extractor = Extractor::new(options).expect("the default budget is enough");
        for page_bytes in SIZES {
            let pages = ROUND_BYTES.div_ceil(page_bytes);
            let mut summary = Summary::default();
            let nanoseconds = (0..ROUNDS)
                .map(|_| {
                    let start = clock.start();
                    for page in 0..pages {
                        read(&mut extractor, &body, page * page_bytes, page_bytes, &mut summary);
                    }
                    clock.end(start).as_nanos() as f64
                })
                .fold(f64::MAX, f64::min);
            let nanoseconds = nanoseconds / (pages * page_bytes) as f64;
            println!(
                "| {page_bytes} | {} | {nanoseconds:.2} | {:.0} | {} |",
                method.name(),
                1e3 / nanoseconds,
                summary.peak_bytes
            );
        }
    }
}
