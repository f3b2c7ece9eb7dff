//! Test support for several crates: pages, chunkings, a sink that records everything, a counting
//! allocator.

pub mod heap;
pub mod kinds;
pub mod mutants;
pub mod reread;
pub mod shown;
pub mod site_pages;

use std::env;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use trommel::{
    Extractor, Format, Image, LineBlock, Link, Method, Options, Post, Sink, Summary,
    blocks::Verdict,
    chunk::{Chunk, ChunkOptions},
    methods::{TagRatio, Thresholds, WordsLeaves},
};

/// A page of `corpora/`, named as `cases/poem` or `hostile/lt-soup`.
pub struct Page {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The path of a file or folder of this checkout.
pub fn in_package(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The golden pages, ordered by name.
pub fn cases() -> Vec<Page> {
    pages_in("corpora/cases", |path| path.join("page.html"))
}

/// The golden pages whose expected output is not reached yet, ordered by name.
pub fn unmet() -> Vec<Page> {
    pages_in("corpora/unmet", |path| path.join("page.html"))
}

/// The hostile pages, ordered by name.
pub fn hostile() -> Vec<Page> {
    pages_in("corpora/hostile", Path::to_path_buf)
}

/// The golden pages, then the hostile ones.
pub fn all_pages() -> Vec<Page> {
    let mut pages = cases();
    pages.append(&mut hostile());
    pages
}

fn pages_in(folder: &str, page_of: impl Fn(&Path) -> PathBuf) -> Vec<Page> {
    let entries = fs::read_dir(in_package(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut pages: Vec<Page> = entries
        .map(|entry| {
            let path = entry.expect("a folder can be listed").path();
            let kind = folder.rsplit('/').next().unwrap_or_default();
            let stem = path.file_stem().expect("a listed file has a name").to_string_lossy().into_owned();
            let page = page_of(&path);
            let bytes = fs::read(&page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
            Page { name: format!("{kind}/{stem}"), bytes }
        })
        .collect();
    assert!(!pages.is_empty(), "{folder} holds no page");
    pages.sort_by(|a, b| a.name.cmp(&b.name));
    pages
}

/// Pages of the corpora next to this checkout, at most `most` of each corpus. Prints a reason and
/// returns none if there are no corpora.
pub fn shared_pages(most: usize) -> Vec<Page> {
    shared_paths(most).iter().map(|path| decompressed(path)).collect()
}

/// The paths of the pages of [`shared_pages`].
pub fn shared_paths(most: usize) -> Vec<PathBuf> {
    let Ok(corpora) = fs::read_dir(in_package("../shared/corpora")) else {
        println!("skipped: no corpora next to this checkout");
        return Vec::new();
    };
    let mut chosen = Vec::new();
    for corpus in corpora.flatten() {
        let Ok(files) = fs::read_dir(corpus.path().join("html")) else { continue };
        let mut paths: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
        paths.sort();
        let step = paths.len().div_ceil(most).max(1);
        chosen.extend(paths.into_iter().step_by(step));
    }
    chosen
}

/// Reads a page of the corpora.
pub fn decompressed(path: &Path) -> Page {
    let file = fs::File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(file), &mut bytes)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Page { name: path.display().to_string(), bytes }
}

/// Options with a site model that keeps some text of most pages, alone and together with trees.
#[cfg(feature = "training")]
pub fn with_site_model() -> [Options; 2] {
    use trommel::Model;
    use trommel_train::self_label::{Settings, SiteReader, fit_to};
    let mut reader = SiteReader::new().expect("the settings of training are sound");
    let pages: Vec<_> = (0..8)
        .map(|page| {
            let text = format!("Text {page} of a page, ").repeat(20);
            let html =
                format!("<ul class=menu><li>Home<li>Other pages</ul><article><h2>Page {page}</h2><p>{text}<p class=x>{text}</article>");
            reader.read(html.as_bytes(), None, None)
        })
        .collect();
    let content = vec![vec![false, false, true, true, true]; pages.len()];
    let trained = fit_to(&pages, content, Settings::default()).expect("articles can be told from menus");
    let model = Model::from_bytes(trained.model).expect("it is sound");
    [Method::Learned, Method::Auto]
        .map(|method| Options::default().with_method(method).with_model(model.clone()))
}

/// Methods that need no wrapper, with their default settings.
pub const METHODS: [Method; 4] = [
    Method::Auto,
    Method::LineBlock(Thresholds::DEFAULT),
    Method::TagRatio(TagRatio::Clusters),
    Method::WordsLeaves(WordsLeaves::DEFAULT),
];

/// Everything a sink can read of a line-block.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    pub index: u64,
    pub offset: u64,
    pub tag: &'static str,
    pub path: Vec<&'static str>,
    pub depth: u16,
    pub chars: u32,
    pub words: u32,
    pub tags: u32,
    pub links: u16,
    pub link_chars: u32,
    /// TTR, ATTR and TKD.
    pub features: [f32; 3],
    /// With spans only.
    pub end: Option<u64>,
    pub is_hidden: bool,
    pub continues_last: bool,
    pub verdict: Verdict,
    pub text: String,
    /// Bytes that were rendered before this block.
    pub after_bytes: usize,
}

/// Everything an extractor returns for a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    pub text: String,
    pub blocks: Vec<Block>,
    /// URL, alternative text and offset of each kept image.
    pub images: Vec<(String, String, u64)>,
    /// URL, text, rel, offset and verdict of each link.
    pub links: Vec<(String, String, String, u64, bool)>,
    /// Number, text, author, date and offset of each part of a post.
    pub posts: Vec<(u64, String, String, String, u64)>,
    pub chunks: Vec<FoundChunk>,
    pub summary: Summary,
}

/// Everything a sink can read of a chunk.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundChunk {
    pub text: String,
    pub markdown: String,
    pub headings: Vec<String>,
    pub roles: String,
    pub chars: u32,
    pub words: u32,
    pub tokens: u32,
    pub offset: u64,
    pub end: u64,
    pub is_last: bool,
}

impl Outcome {
    /// The text of all line-blocks, kept or not, each on its own line.
    pub fn all_text(&self) -> String {
        self.blocks.iter().map(|block| format!("{}\n", block.text)).collect()
    }
}

impl Sink for Outcome {
    fn text(&mut self, piece: &str) -> ControlFlow<()> {
        self.text.push_str(piece);
        ControlFlow::Continue(())
    }

    fn block(&mut self, block: &LineBlock<'_>) -> ControlFlow<()> {
        let text: String = block.text().collect();
        assert_eq!(block.chars() as usize, text.chars().count(), "characters are counted right: {text:?}");
        self.blocks.push(Block {
            index: block.index(),
            offset: block.offset(),
            tag: block.tag(),
            path: block.path().collect(),
            depth: block.depth(),
            chars: block.chars(),
            words: block.words(),
            tags: block.tags(),
            links: block.links(),
            link_chars: block.link_chars(),
            features: [block.ttr(), block.attr(), block.tkd()],
            end: block.end(),
            is_hidden: block.is_hidden(),
            continues_last: block.continues_last(),
            verdict: block.verdict(),
            text,
            after_bytes: self.text.len(),
        });
        ControlFlow::Continue(())
    }

    fn image(&mut self, image: &Image<'_>) -> ControlFlow<()> {
        self.images.push((image.src.to_string(), image.alt.to_string(), image.offset));
        ControlFlow::Continue(())
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<()> {
        let [href, text, rel] = [link.href, link.text, link.rel].map(str::to_string);
        self.links.push((href, text, rel, link.offset, link.is_kept));
        ControlFlow::Continue(())
    }

    fn chunk(&mut self, chunk: &Chunk<'_>) -> ControlFlow<()> {
        assert_eq!(chunk.number(), self.chunks.len() as u64, "chunks are numbered from 0 on");
        self.chunks.push(FoundChunk {
            text: chunk.text(),
            markdown: chunk.markdown(),
            headings: chunk.headings().to_vec(),
            roles: chunk.roles().to_string(),
            chars: chunk.chars(),
            words: chunk.words(),
            tokens: chunk.tokens(),
            offset: chunk.offset(),
            end: chunk.end(),
            is_last: chunk.is_last(),
        });
        ControlFlow::Continue(())
    }

    fn post(&mut self, post: &Post<'_>) -> ControlFlow<()> {
        let [text, author, date] = [post.text, post.author, post.date].map(str::to_string);
        self.posts.push((post.index, text, author, date, post.offset));
        ControlFlow::Continue(())
    }
}

/// The outcome of `extractor` for a page in `chunks`.
pub fn run<'a>(extractor: &mut Extractor, chunks: impl IntoIterator<Item = &'a [u8]>) -> Outcome {
    let mut outcome = Outcome::default();
    for chunk in chunks {
        extractor.push_to(chunk, &mut outcome).expect("HTML is never wrong");
    }
    outcome.summary = extractor.finish_to(&mut outcome).expect("HTML is never wrong");
    outcome
}

/// The outcome of a new extractor for a page in one chunk.
pub fn run_whole(options: &Options, page: &[u8]) -> Outcome {
    run(&mut extractor(options), [page])
}

/// An extractor with valid options.
pub fn extractor(options: &Options) -> Extractor {
    Extractor::new(options.clone()).expect("the options of a test can work")
}

/// Fails if two outcomes differ, and shows the first difference.
#[track_caller]
pub fn assert_same(expected: &Outcome, found: &Outcome, what: impl FnOnce() -> String) {
    if expected == found {
        return;
    }
    let what = what();
    for (expected, found) in expected.blocks.iter().zip(&found.blocks) {
        assert_eq!(expected, found, "{what}");
    }
    assert_eq!(expected.blocks.len(), found.blocks.len(), "{what}: number of line-blocks");
    assert_eq!(expected.summary, found.summary, "{what}");
    assert_eq!(expected.posts, found.posts, "{what}");
    assert_eq!(expected.chunks, found.chunks, "{what}");
    assert_eq!(expected.text, found.text, "{what}");
}

/// Options of every format, with and without links, images, posts and chunks.
pub fn every_format() -> Vec<Options> {
    let options = |format| Options::default().with_format(format);
    vec![
        options(Format::Text),
        options(Format::Markdown).with_links(true),
        options(Format::Html).with_links(true).with_images(true).with_link_list(true),
        options(Format::Markdown)
            .with_images(true)
            .with_posts(true)
            .with_chunks(ChunkOptions::of_tokens(24).with_overlap(12)),
    ]
}

/// Pseudo-random numbers (xorshift). The same seed gives the same numbers.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        // Spreads small seeds. The state must not be zero.
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % limit.max(1) as u64) as usize
    }
}

/// The seed of this run: `TROMMEL_SEED`, or a new one.
pub fn seed() -> u64 {
    match env::var("TROMMEL_SEED") {
        Ok(seed) => seed.parse().expect("TROMMEL_SEED is a whole number"),
        Err(_) => std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(1, |since| since.as_nanos() as u64),
    }
}
