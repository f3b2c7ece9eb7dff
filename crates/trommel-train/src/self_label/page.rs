//! One page as training without gold sees it.

use super::lcs::{HINT_CHARS, TEXT_CHARS, folded};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use trommel::_train::{NumberKind as LinearFeatureKind, TrainingReader};
use trommel::Budget;
use trommel::LineBlock;
use trommel::Result;
use trommel::Verdict;
use trommel::{Extractor, Sink};
use trommel::{Options, TextSource};

/// Budget of a page while training: it is to be seen whole.
const BUDGET_BYTES: usize = 256 << 20;

/// A kind of block: what all of them have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Kind {
    /// What they are clustered by; sorted, each once.
    pub(super) looks: Box<[u32]>,
    /// What a plane weighs; sorted, one that is there twice counts twice.
    pub(super) features: Box<[u32]>,
}

/// A block.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// Its kind, as a place in the kinds of its page.
    pub(super) kind: u32,
    /// Its length: characters, of rendered blocks those that are no white space.
    pub(super) chars: u32,
    /// The first characters that are no white space, in lower case.
    pub(super) text: Box<str>,
}

/// One page of a site, without what its blocks say beyond 2048 characters each.
///
/// Cost: the text, and a few hundred bytes for each kind of block.
#[derive(Clone, Debug, Default)]
pub struct SitePage {
    pub(super) kinds: Vec<Kind>,
    pub(super) blocks: Vec<Block>,
    /// What the page says it is about, folded; empty where it says nothing.
    pub(super) description: String,
    pub(super) title: String,
    /// Lower-case host of its address; empty where that is not known.
    pub(super) host: String,
    /// Whether it was rendered by a browser.
    pub(super) is_rendered: bool,
    /// Of each block, whether the method that was asked kept it, if one was.
    pub(super) verdicts: Option<Vec<bool>>,
}

impl SitePage {
    /// Whether a browser rendered it: then no method but the clusters can say what of it is
    /// content.
    #[must_use]
    pub fn is_rendered(&self) -> bool {
        self.is_rendered
    }

    /// The host that the page came from, in lower case; empty where it is not known.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Bytes on the heap, about.
    pub(super) fn held_bytes(&self) -> usize {
        let kinds =
            self.kinds.iter().map(|kind| 4 * (kind.looks.len() + kind.features.len()) + size_of::<Kind>());
        let blocks = self.blocks.iter().map(|block| block.text.len() + size_of::<Block>());
        let verdicts = self.verdicts.as_ref().map_or(0, Vec::capacity);
        kinds.sum::<usize>() + blocks.sum::<usize>() + self.description.len() + self.title.len() + verdicts
    }

    /// Blocks of the page.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }
}

/// A number that a number and a seed determine, and that looks like chance (splitmix64).
pub(super) fn spread(number: u64, seed: u64) -> u64 {
    let mut mixed =
        number.wrapping_add(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// The host of an address, in lower case; empty if it has none.
pub(super) fn host_of(url: &str) -> String {
    let after = url.split_once("://").map_or("", |(_, rest)| rest);
    let authority = after.split(['/', '?', '#']).next().unwrap_or("");
    let host = authority.rsplit('@').next().unwrap_or("").split(':').next().unwrap_or("");
    host.to_ascii_lowercase()
}

/// Gathers the blocks of a page, each kind once.
#[derive(Default)]
pub(super) struct Gathering {
    kinds: HashMap<Kind, u32>,
    page: SitePage,
}

impl Gathering {
    /// Adds a block of so many characters. `looks` and `features` come in any order.
    pub(super) fn add(&mut self, mut looks: Vec<u32>, mut features: Vec<u32>, text: &str, chars: u32) {
        if chars == 0 {
            return;
        }
        looks.sort_unstable();
        looks.dedup();
        features.sort_unstable();
        let kind = Kind { looks: looks.into(), features: features.into() };
        let next = self.page.kinds.len() as u32;
        let kinds = &mut self.page.kinds;
        let number = *self.kinds.entry(kind).or_insert_with_key(|kind| {
            kinds.push(kind.clone());
            next
        });
        let text = folded(text.chars(), TEXT_CHARS).into_boxed_str();
        self.page.blocks.push(Block { kind: number, chars, text });
    }

    /// The page, with what it says of itself.
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
    /// Says what is content, if the pages are not to find out themselves.
    judge: Option<Extractor>,
}

/// Texts of the blocks that were kept, as blocks are compared.
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
    /// # Errors
    /// None that the settings of training lead to.
    pub fn new() -> Result<Self> {
        Ok(Self { reader: TrainingReader::of_numbers(Budget::from_bytes(BUDGET_BYTES))?, judge: None })
    }

    /// The same; an extractor of these options says what is content, for [`fit`](super::fit) to
    /// learn from. Blocks that say what a kept one says are content too, since their looks are
    /// no reason why they were dropped.
    ///
    /// # Errors
    /// As [`Extractor::new`].
    pub fn scored_by(options: Options) -> Result<Self> {
        let budget = Budget::from_bytes(BUDGET_BYTES);
        let judge = Some(Extractor::new(options.with_budget(budget))?);
        Ok(Self { reader: TrainingReader::of_numbers(budget)?, judge })
    }

    /// Reads a page. `url` is its address where that is known, else the page is asked; `charset` is
    /// what the protocol says of its encoding. What the page hides, and what is navigation,
    /// foot or dialog by its elements, is left out: a reader does not see it, or no method keeps
    /// it.
    ///
    /// Cost: linear in the page; holds it as blocks, up to 256 MiB, and twice where there is a
    /// judge. A larger page has no blocks.
    pub fn read(&mut self, html: &[u8], url: Option<&str>, charset: Option<&str>) -> SitePage {
        let kept = self.judge.as_mut().map(|judge| kept_by(judge, html, url, charset));
        let mut gathering = Gathering::default();
        let Some(whole) = self.reader.read(html, url, charset) else { return SitePage::default() };
        let elements: Vec<(usize, &[u32])> = whole.elements().collect();
        for block in whole.blocks().filter(|block| !block.is_left_out) {
            let (mut looks, mut features) = (vec![], vec![]);
            let mut at = block.element;
            while at != 0 {
                let (parent, list) = elements[at];
                let is_innermost = at == block.element;
                features.extend(list);
                // Of paths the innermost says all.
                looks.extend(list.iter().filter(|&&number| match LinearFeatureKind::of(number) {
                    LinearFeatureKind::TagPath => is_innermost,
                    LinearFeatureKind::Selector => false,
                    LinearFeatureKind::Name | LinearFeatureKind::Style => true,
                }));
                at = parent;
            }
            gathering.add(looks, features, &block.plain_text(), block.chars);
        }
        let mut page = gathering.finish(whole.description(), whole.title(), url.unwrap_or(whole.url()));
        page.verdicts = kept.map(|kept| page.blocks.iter().map(|block| kept.contains(&block.text)).collect());
        page
    }
}

/// Tells an extractor what is known of the next page.
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
    judge: &mut Extractor,
    html: &[u8],
    url: Option<&str>,
    charset: Option<&str>,
) -> HashSet<Box<str>> {
    let mut kept = Kept(HashSet::new());
    judge.reset();
    declare(judge, url, charset);
    let read = judge.push_to(html, &mut kept).and_then(|()| judge.finish_to(&mut kept));
    debug_assert!(read.is_ok(), "HTML is never wrong");
    // What stands for a page without text is no part of it.
    if read.is_ok_and(|summary| summary.text_source != TextSource::Page) {
        kept.0.clear();
    }
    kept.0
}
