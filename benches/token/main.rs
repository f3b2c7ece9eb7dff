//! Speed of the tokenizer beside others, on pages held in memory, one thread.
//!
//! `cargo bench --bench token`. Reads every 8th page of the corpus wcxb; without it, pages made here.

mod gum;

use criterion::{BenchmarkGroup, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use flate2::read::MultiGzDecoder;
use lol_html::{HtmlRewriter, Settings, element};
use std::fs::{self, File};
use std::hint::black_box;
use std::io::Read;
use std::time::Duration;
use trommel::html::{AttrId, AttrSet, Tag, TagId, TokenSink, Tokenizer};

const PAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/corpora/wcxb/html");

/// Of so many pages one is read: enough bytes to lie outside every cache.
const STEP: usize = 8;

/// Bytes of a piece where pages are not read whole.
const PIECE_BYTES: usize = 16 * 1024;

fn pages() -> Vec<String> {
    let Ok(files) = fs::read_dir(PAGES) else {
        println!("no corpus beside the package: pages made here");
        let item = "<div class=\"item wide\" id=i1><h2><a href=\"/a/b?c=d\">Title</a></h2>\n<p>Some text, not long.</p></div>\n";
        return vec![format!("<title>x</title><script>var a = '<b>';</script>{}", item.repeat(2000)); 100];
    };
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    let page = |path| {
        let mut bytes = Vec::new();
        MultiGzDecoder::new(File::open(path).unwrap()).read_to_end(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    paths.iter().step_by(STEP).map(page).collect()
}

/// Counts what it is given; asks for the attributes that it is told to ask for.
struct Count {
    wanted: AttrSet,
    raw_text: bool,
    tags: usize,
    text_bytes: usize,
    value_bytes: usize,
}

impl Count {
    fn wanting(wanted: AttrSet, raw_text: bool) -> Self {
        Self { wanted, raw_text, tags: 0, text_bytes: 0, value_bytes: 0 }
    }
}

impl TokenSink for Count {
    fn wanted(&self, _: TagId) -> AttrSet {
        self.wanted
    }

    fn wants_raw_text(&self, _: TagId) -> bool {
        self.raw_text
    }

    fn start_tag(&mut self, tag: &Tag<'_>) {
        self.tags += usize::from(tag.id != TagId::Other);
        self.value_bytes += tag.attributes.iter().map(|(_, value)| value.len()).sum::<usize>();
    }

    fn end_tag(&mut self, tag: &Tag<'_>) {
        self.tags += usize::from(tag.id != TagId::Other);
    }

    fn text(&mut self, text: &str, _: u64) {
        self.text_bytes += text.len();
    }
}

/// Reads all pages with one tokenizer, in pieces of at most `piece_bytes`.
fn trommel(pages: &[String], piece_bytes: usize, wanted: AttrSet, raw_text: bool) -> usize {
    let mut tokenizer = Tokenizer::new();
    let mut count = Count::wanting(wanted, raw_text);
    for page in pages {
        let mut from = 0;
        while from < page.len() {
            let mut to = page.len().min(from + piece_bytes);
            while !page.is_char_boundary(to) {
                to += 1;
            }
            tokenizer.push(&page[from..to], from as u64, &mut count);
            from = to;
        }
        tokenizer.finish(&mut count);
        tokenizer.reset();
    }
    count.tags + count.text_bytes + count.value_bytes
}

/// Reads all pages with lol_html; tells of start tags if `tells`.
fn lol_html(pages: &[String], piece_bytes: usize, tells: bool) -> usize {
    let mut tags = 0;
    for page in pages {
        let mut settings = Settings::new().with_strict(false);
        if tells {
            settings = settings.append_element_content_handler(element!("*", |_| {
                tags += 1;
                Ok(())
            }));
        }
        let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
        for piece in page.as_bytes().chunks(piece_bytes) {
            rewriter.write(piece).expect("no limit is set");
        }
        rewriter.end().expect("no limit is set");
    }
    tags
}

fn token(criterion: &mut Criterion) {
    let pages = &pages()[..];
    let bytes: usize = pages.iter().map(String::len).sum();
    println!("{} pages, {bytes} bytes", pages.len());
    let mut group = criterion.benchmark_group("token");
    group
        .throughput(Throughput::BytesDecimal(bytes as u64))
        .sampling_mode(SamplingMode::Flat)
        .sample_size(20);
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
    let mut measure = |name: &str, read: &dyn Fn() -> usize| bench(&mut group, name, read);

    let some = AttrSet::of(&[AttrId::Class, AttrId::Id, AttrId::Style, AttrId::Hidden, AttrId::Role]);
    let whole = usize::MAX / 2;
    measure("trommel bare", &|| trommel(pages, whole, AttrSet::NONE, true));
    measure("trommel bare, pieces", &|| trommel(pages, PIECE_BYTES, AttrSet::NONE, true));
    measure("trommel bare, no script text", &|| trommel(pages, whole, AttrSet::NONE, false));
    measure("trommel 5 attributes", &|| trommel(pages, whole, some, true));
    measure("trommel 5 attributes, pieces", &|| trommel(pages, PIECE_BYTES, some, true));
    measure("trommel 5 attributes, no script text, pieces", &|| trommel(pages, PIECE_BYTES, some, false));
    measure("trommel all attributes", &|| trommel(pages, whole, AttrSet::ALL, true));
    measure("lol_html no handlers", &|| lol_html(pages, whole, false));
    measure("lol_html no handlers, pieces", &|| lol_html(pages, PIECE_BYTES, false));
    measure("lol_html element!(\"*\")", &|| lol_html(pages, whole, true));
    measure("lol_html element!(\"*\"), pieces", &|| lol_html(pages, PIECE_BYTES, true));
    measure("html5gum minimal emitter", &|| pages.iter().map(|page| gum::read(page)).sum());
    measure("memchr every <", &|| {
        pages.iter().map(|page| memchr::memchr_iter(b'<', page.as_bytes()).map(black_box).count()).sum()
    });
    group.finish();
}

fn bench<M: criterion::measurement::Measurement>(
    group: &mut BenchmarkGroup<'_, M>,
    name: &str,
    read: &dyn Fn() -> usize,
) {
    group.bench_function(name, |bencher| bencher.iter(|| black_box(read())));
}

criterion_group!(benches, token);
criterion_main!(benches);
