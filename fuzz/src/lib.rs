//! Support for the fuzz targets: converts arbitrary bytes to a page with options, and checks the
//! output.
//!
//! The last [`SETUP_BYTES`] of an input choose the options, the cuts, and how often the page is
//! repeated. The bytes before them are the page. So a page of the corpora is a valid input.
#![forbid(unsafe_code)]

use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;

use trommel::{Extractor, Format, LineBlock, Method, Options, Sink, Summary, methods::{TagRatio, TextSource, Thresholds}, blocks::Verdict};

/// Number of basic blocks that this process has executed, in all crates except the standard
/// library.
pub static BLOCKS: AtomicU64 = AtomicU64::new(0);

/// Defines the function that every basic block calls, except the blocks of the function itself.
/// Each target needs it, because the function of that name in libFuzzer ends the process.
#[macro_export]
macro_rules! count_blocks {
    () => {
        #[unsafe(no_mangle)]
        pub extern "C" fn __sanitizer_cov_trace_pc() {
            use std::sync::atomic::Ordering::Relaxed;
            let blocks = &$crate::BLOCKS;
            blocks.store(blocks.load(Relaxed).wrapping_add(1), Relaxed);
        }
    };
}

/// Bytes at the end of an input that are not part of the page.
const SETUP_BYTES: usize = 6;

/// Approximate bytes of a repeated page: several times the memory of the smallest budget.
const REPEATED_BYTES: usize = 128 << 10;

/// The parts of a fuzz input.
pub struct Input {
    /// Options with the default budget.
    pub options: Options,
    /// Whether images and links are kept, and links and posts are listed.
    pub has_references: bool,
    /// Whether the options have no encoding.
    pub guesses_encoding: bool,
    /// The page.
    pub page: Vec<u8>,
    /// Seed of the cuts.
    pub seed: u64,
}

impl Input {
    /// Splits the bytes of the fuzzer. `None` if there are too few.
    #[must_use]
    pub fn new(data: &[u8]) -> Option<Self> {
        let (page, setup) = data.split_at_checked(data.len().checked_sub(SETUP_BYTES)?)?;
        let format = match setup[0] % 4 {
            0 | 1 => Format::Text,
            2 => Format::Markdown,
            _ => Format::Html,
        };
        let method = match setup[1] % 4 {
            0 | 1 => Method::Auto,
            2 => Method::LineBlock(Thresholds::DEFAULT),
            _ if setup[1] & 64 != 0 => Method::TagRatio(TagRatio::Threshold { lambda: 1.0 }),
            _ => Method::TagRatio(TagRatio::Clusters),
        };
        let has_references = setup[0] & 64 != 0;
        let mut options = Options::default()
            .with_format(format)
            .with_method(method)
            .with_links(has_references)
            .with_images(has_references)
            .with_link_list(has_references)
            .with_posts(has_references);
        // UTF-8 most of the time: with it, no page waits until its encoding is detected.
        let labels =
            ["utf-8", "utf-8", "utf-8", "windows-1252", "shift_jis", "gb18030", "iso-2022-jp", "utf-16le"];
        let label = labels.get(usize::from(setup[2] % 12));
        if let Some(label) = label {
            options = options.with_encoding(*label);
        }
        let most = REPEATED_BYTES / page.len().max(1);
        let times = if setup[3] < 128 { 1 } else { (most * usize::from(setup[3] - 127) / 128).max(1) };
        let seed = u64::from_le_bytes([setup[4], setup[5], setup[3], setup[2], 1, 0, 0, 0]);
        Some(Self { options, has_references, guesses_encoding: label.is_none(), page: page.repeat(times), seed })
    }

    /// The options with the smallest possible budget.
    #[must_use]
    pub fn at_minimum(&self) -> Options {
        self.options.clone().with_budget(self.options.minimum_budget())
    }

    /// The page in chunks of pseudo-random lengths. Some are empty. Most are short if the page is
    /// short.
    pub fn chunks(&self) -> impl Iterator<Item = &[u8]> {
        let mut state = self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut rest = &*self.page;
        std::iter::from_fn(move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            if rest.is_empty() {
                return None;
            }
            let most = [2, 8, 100, 10_000][(state >> 8) as usize % 4];
            let (chunk, after) = rest.split_at(((state >> 16) as usize % most).min(rest.len()));
            rest = after;
            Some(chunk)
        })
    }
}

/// A sink that records the output as text, so that two runs can be compared, and checks its order.
#[derive(Default)]
pub struct Log {
    /// The rendered text.
    pub text: String,
    /// A line for each line-block, with all its fields.
    pub blocks: Vec<String>,
    last_offset: Option<u64>,
    kept: u64,
    /// Visible characters of the kept blocks.
    shown: String,
}

impl Sink for Log {
    fn text(&mut self, piece: &str) -> ControlFlow<()> {
        self.text.push_str(piece);
        ControlFlow::Continue(())
    }

    fn block(&mut self, block: &LineBlock<'_>) -> ControlFlow<()> {
        let stands_for_page = block.text_source() != TextSource::Page;
        assert!(stands_for_page || self.last_offset < Some(block.offset()), "offsets grow");
        assert_eq!(block.index(), self.blocks.len() as u64, "no block is left out");
        assert_ne!(block.verdict(), Verdict::Undecided);
        let text: String = block.text().collect();
        let chars = text.chars().count();
        assert_eq!(block.chars() as usize, chars, "characters are counted right: {text:?}");
        assert!(chars > 0 && block.link_chars() as usize <= chars && block.words() as usize <= chars);
        assert!(!text.contains(|c: char| c.is_control() && !"\n\t\u{C}\r\u{85}".contains(c)), "{text:?}");
        for feature in [block.ttr(), block.attr(), block.tkd()] {
            assert!(feature.is_finite() && feature >= 0.0);
        }
        self.last_offset = Some(block.offset());
        if block.verdict() == Verdict::Kept {
            self.kept += 1;
            self.shown.extend(text.chars().filter(|c| !c.is_whitespace()));
        }
        self.blocks.push(format!(
            "{} {} {:?} {} {} {} {} {} {} {:?} {} {} {:?} {} {text:?}",
            block.offset(),
            block.tag(),
            block.path().collect::<Vec<_>>(),
            block.depth(),
            block.chars(),
            block.words(),
            block.tags(),
            block.links(),
            block.link_chars(),
            [block.ttr(), block.attr(), block.tkd()],
            block.is_hidden(),
            block.continues_last(),
            block.verdict(),
            self.text.len(),
        ));
        ControlFlow::Continue(())
    }
}

impl Log {
    /// Visible characters of the kept line-blocks.
    #[must_use]
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// Checks the summary of a page against the output.
    pub fn check(&self, input: &Input, summary: &Summary, is_plain: bool) {
        assert_eq!(summary.bytes_in, input.page.len() as u64);
        assert_eq!((summary.blocks_total, summary.blocks_kept), (self.blocks.len() as u64, self.kept));
        if is_plain {
            let shown = self.text.chars().filter(|c| !c.is_whitespace());
            assert!(shown.eq(self.shown.chars()), "plain text is that of the kept blocks");
        }
    }
}

/// Reads a page that comes in `chunks` to its end.
pub fn read<'a>(
    extractor: &mut Extractor,
    chunks: impl IntoIterator<Item = &'a [u8]>,
    sink: &mut dyn Sink,
) -> Summary {
    for chunk in chunks {
        extractor.push_to(chunk, sink).expect("HTML is never wrong");
    }
    extractor.finish_to(sink).expect("HTML is never wrong")
}

/// An extractor with options that are valid.
#[must_use]
pub fn extractor(options: &Options) -> Extractor {
    Extractor::new(options.clone()).expect("these options can work")
}
