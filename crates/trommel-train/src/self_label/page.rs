//! A page for training without a gold standard: its blocks with their styles and first characters.

use super::lcs::{HINT_CHARS, TEXT_CHARS, folded};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use trommel::_train::{NumberKind as LinearFeatureKind, TrainingReader};
use trommel::Budget;
use trommel::LineBlock;
use trommel::Result;
use trommel::blocks::Verdict;
use trommel::{Extractor, Sink};
use trommel::{Options, methods::TextSource};

/// Memory budget of a page in training. It is large, so that pages are read whole.
const BUDGET_BYTES: usize = 256 << 20;

/// A kind of block: the properties that its blocks share.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Kind {
    /// The properties for clustering, sorted and unique.
    pub(super) style: Box<[u32]>,
    /// The features of the linear model, sorted. A repeated feature counts twice.
    pub(super) features: Box<[u32]>,
}

/// A block of a page.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// Index of its kind in the kinds of its page.
    pub(super) kind: u32,
    /// Characters of its text. In rendered blocks, white space does not count.
    pub(super) chars: u32,
    /// The first characters that are not white space, in lower case.
    pub(super) text: Box<str>,
}

/// One page of a site. Only the first 2048 characters of each block are kept.
///
/// Cost: the text, and a few hundred bytes for each kind of block.
#[derive(Clone, Debug, Default)]
pub struct SitePage {
    pub(super) kinds: Vec<Kind>,
    pub(super) blocks: Vec<Block>,
    /// The page's own description, folded. Empty if it has none.
    pub(super) description: String,
    pub(super) title: String,
    /// Host of its URL in lower case. Empty if unknown.
    pub(super) host: String,
    /// Whether it was rendered by a browser.
    pub(super) is_rendered: bool,
    /// For each block, whether the extractor kept it, if the reader has one.
    pub(super) verdicts: Option<Vec<bool>>,
}

impl SitePage {
    /// Whether it was rendered by a browser. Its content can then be labelled only by clusters.
    #[must_use]
    pub fn is_rendered(&self) -> bool {
        self.is_rendered
    }

    /// The host of the page, in lower case. Empty if unknown.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Bytes on the heap, approximately.
    pub(super) fn held_bytes(&self) -> usize {
        let kinds =
            self.kinds.iter().map(|kind| 4 * (kind.style.len() + kind.features.len()) + size_of::<Kind>());
        let blocks = self.blocks.iter().map(|block| block.text.len() + size_of::<Block>());
        let verdicts = self.verdicts.as_ref().map_or(0, Vec::capacity);
        kinds.sum::<usize>() + blocks.sum::<usize>() + self.description.len() + self.title.len() + verdicts
    }

    /// Number of blocks of the page.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }
}

/// A pseudo-random number, determined by a number and a seed (splitmix64).
pub(super) fn spread(number: u64, seed: u64) -> u64 {
    let mut mixed =
        number.wrapping_add(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// The host of a URL, in lower case. Empty if it has none.
pub(super) fn host_of(url: &str) -> String {
    let after = url.split_once("://").map_or("", |(_, rest)| rest);
    let authority = after.split(['/', '?', '#']).next().unwrap_or("");
    let host = authority.rsplit('@').next().unwrap_or("").split(':').next().unwrap_or("");
    host.to_ascii_lowercase()
}

/// Collects the blocks of a page, and each kind of block once.
#[derive(Default)]
pub(super) struct Gathering {
    kinds: HashMap<Kind, u32>,
    page: SitePage,
}

impl Gathering {
    /// Adds a block of `chars` characters. `style` and `features` can have any order.
    pub(super) fn add(&mut self, mut style: Vec<u32>, mut features: Vec<u32>, text: &str, chars: u32) {
        if chars == 0 {
            return;
        }
        style.sort_unstable();
        style.dedup();
        features.sort_unstable();
        let kind = Kind { style: style.into(), features: features.into() };
        let next = self.page.kinds.len() as u32;
        let kinds = &mut self.page.kinds;
        let number = *self.kinds.entry(kind).or_insert_with_key(|kind| {
            kinds.push(kind.clone());
            next
        });
        let text = folded(text.chars(), TEXT_CHARS).into_boxed_str();
        self.page.blocks.push(Block { kind: number, chars, text });
    }

    /// The page, with its description, title and URL.
    pub(super) fn finish(mut self, description: &str, title: &str, url: &str) -> SitePage {
        self.page.description = folded(description.chars(), HINT_CHARS);
        self.page.title = folded(title.chars(), HINT_CHARS);
        self.page.host = host_of(url);
        self.page
    }
}

/// Reads HTML pages, one after the other.
pub struct SiteReader {
    reader: TrainingReader,
    /// An extractor that labels the blocks, unless clusters do.
    extractor: Option<Extractor>,
}

/// The texts of the kept blocks, folded for comparison.
struct Kept(HashSet<Box<str>>);

impl Sink for Kept {
    fn text(&mut self, _: &str) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn block(&mut self, block: &LineBlock<'_>) -> ControlFlow<()> {
        if block.verdict() == Verdict::Kept {
            let chars = block.text().flat_map(str::chars);
            self.0.insert(folded(chars, TEXT_CHARS).into_boxed_str());
        }
        ControlFlow::Continue(())
    }
}

impl SiteReader {
    /// A reader whose pages are labelled by clusters.
    ///
    /// # Errors
    /// None with the budget of training.
    pub fn new() -> Result<Self> {
        Ok(Self { reader: TrainingReader::of_numbers(Budget::from_bytes(BUDGET_BYTES))?, extractor: None })
    }

    /// A reader that labels blocks with an extractor of these options, for [`fit`](super::fit). A
    /// block with the same text as a kept block is content too, since the extractor drops repeated
    /// blocks for other reasons than their style.
    ///
    /// # Errors
    /// As [`Extractor::new`].
    pub fn scored_by(options: Options) -> Result<Self> {
        let budget = Budget::from_bytes(BUDGET_BYTES);
        let extractor = Some(Extractor::new(options.with_budget(budget))?);
        Ok(Self { reader: TrainingReader::of_numbers(budget)?, extractor })
    }

    /// Reads a page. `url` is its URL; otherwise the URL stated by the page counts. `charset` is
    /// the encoding declared by the protocol. Hidden elements, navigation, footers and dialogs are
    /// left out, since readers do not see them, or no method keeps them.
    ///
    /// Cost: linear in the page. Holds it as blocks, up to 256 MiB, and twice if an extractor
    /// labels. A larger page gives no blocks.
    pub fn read(&mut self, html: &[u8], url: Option<&str>, charset: Option<&str>) -> SitePage {
        let kept = self.extractor.as_mut().map(|extractor| kept_by(extractor, html, url, charset));
        let mut gathering = Gathering::default();
        let Some(whole) = self.reader.read(html, url, charset) else { return SitePage::default() };
        let elements: Vec<(usize, &[u32])> = whole.elements().collect();
        for block in whole.blocks().filter(|block| !block.is_left_out) {
            let (mut style, mut features) = (vec![], vec![]);
            let mut at = block.element;
            while at != 0 {
                let (parent, list) = elements[at];
                let is_innermost = at == block.element;
                features.extend(list);
                // The path of the innermost element contains all others.
                style.extend(list.iter().filter(|&&number| match LinearFeatureKind::of(number) {
                    LinearFeatureKind::TagPath => is_innermost,
                    LinearFeatureKind::Name => true,
                    LinearFeatureKind::Selector | LinearFeatureKind::Style => false,
                }));
                at = parent;
            }
            gathering.add(style, features, &block.plain_text(), block.chars);
        }
        let mut page = gathering.finish(whole.description(), whole.title(), url.unwrap_or(whole.url()));
        page.verdicts = kept.map(|kept| page.blocks.iter().map(|block| kept.contains(&block.text)).collect());
        page
    }
}

/// Passes the URL and encoding of the next page to an extractor.
fn declare(extractor: &mut Extractor, url: Option<&str>, charset: Option<&str>) {
    if let Some(charset) = charset {
        extractor.set_encoding_hint(charset);
    }
    if let Some(url) = url {
        extractor.set_url(url);
    }
}

/// The texts of the blocks of a page that an extractor keeps.
fn kept_by(
    extractor: &mut Extractor,
    html: &[u8],
    url: Option<&str>,
    charset: Option<&str>,
) -> HashSet<Box<str>> {
    let mut kept = Kept(HashSet::new());
    extractor.reset();
    declare(extractor, url, charset);
    let read = extractor.push_to(html, &mut kept).and_then(|()| extractor.finish_to(&mut kept));
    debug_assert!(read.is_ok(), "HTML is never wrong");
    // Text that replaces the text of an empty page is not part of it.
    if read.is_ok_and(|summary| summary.text_source != TextSource::Page) {
        kept.0.clear();
    }
    kept.0
}
