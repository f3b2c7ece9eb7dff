//! The sketch of one page: its host, its name by content, and hashes of its blocks.

use super::text_key::TextKey;
use crate::address::host_of;
use crate::hash::hash_64;
use crate::hash::mix;
use alloc::vec::Vec;
use core::num::NonZeroU64;

/// Maximum blocks of a page that are recorded, and of a part of a page that are looked up. Further
/// blocks are neither recorded nor looked up.
pub(crate) const MAX_BLOCKS: usize = 4096;

/// Minimum places that uniting equal blocks must free, so that it stays rare.
const MIN_FREED: usize = MAX_BLOCKS / 8;

/// Number of texts that name a page. Pages with a share `J` of the same kept text have the same
/// name with a probability of `J` to the power of this.
const SAMPLES: usize = 3;

/// Words of a text for each chance to be sampled, and the maximum number of chances.
const WORDS_PER_CHANCE: u32 = 8;
const MAX_CHANCES: u32 = 32;

/// A MinHash of texts, weighted by their words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MinHash([(u64, u64); SAMPLES]);

impl MinHash {
    const EMPTY: Self = Self([(u64::MAX, 0); SAMPLES]);

    fn add(&mut self, key: u64, words: u32) {
        for chance in 0..(1 + words / WORDS_PER_CHANCE).min(MAX_CHANCES) {
            let hash = mix(key ^ u64::from(chance + 1) << 32);
            for (salt, sample) in (1_u64..).zip(&mut self.0) {
                let rank =
                    hash.rotate_left(16 * salt as u32).wrapping_mul(0x9E37_79B9_7F4A_7C15 ^ salt << 40);
                *sample = (*sample).min((rank, key));
            }
        }
    }

    /// The name of a page with these texts; `None` without texts.
    fn name(&self) -> Option<u64> {
        let is_empty = self.0[0] == Self::EMPTY.0[0];
        (!is_empty).then(|| self.0.iter().fold(0, |name, (_, key)| mix(name ^ key)))
    }
}

/// The sketch of one page, for [`Repeats::add`](super::Repeats::add).
///
/// An extractor with [`Options::record_repeats`](crate::Options::record_repeats) makes it. It can
/// also be made from blocks with [`new`](Self::new) and [`add`](Self::add).
///
/// Holds at most 16 KiB on the heap: 4 bytes for each of 4096 blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageSketch {
    /// Hash of the host; `None` if it is unknown.
    host: Option<u64>,
    kept: MinHash,
    all: MinHash,
    /// Hash of the kept texts so far.
    content: u64,
    /// Keys of the blocks, each with its verdict in the lowest bit.
    blocks: Vec<u32>,
    is_recorded: bool,
    /// The blocks are united, and no more are added.
    is_full: bool,
    blocks_left_out: u64,
}

impl PageSketch {
    pub(crate) const HELD_BYTES: usize = MAX_BLOCKS * size_of::<u32>();

    /// The sketch of a page at `url`, still without blocks. Without a host in the address, nothing
    /// that the page repeats is counted.
    #[must_use]
    pub fn new(url: &str) -> Self {
        let mut page = Self::recording(true);
        page.set_host_hash(host_hash(host_of(url)));
        page
    }

    /// A sketch without host and blocks. Unless `is_recorded`, its blocks are not held.
    pub(crate) fn recording(is_recorded: bool) -> Self {
        Self {
            host: None,
            kept: MinHash::EMPTY,
            all: MinHash::EMPTY,
            content: 0,
            blocks: Vec::with_capacity(if is_recorded { MAX_BLOCKS } else { 0 }),
            is_recorded,
            is_full: false,
            blocks_left_out: 0,
        }
    }

    /// Begins the next page; keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.blocks.clear();
        let blocks = core::mem::take(&mut self.blocks);
        *self = Self { blocks, is_recorded: self.is_recorded, ..Self::recording(false) };
    }

    pub(crate) fn set_host_hash(&mut self, host: Option<u64>) {
        self.host = host;
    }

    /// Adds the text of a block, with its number of words, and whether it was kept.
    pub fn add(&mut self, text: &str, words: u32, is_kept: bool) {
        self.add_key(TextKey::of(text), words, is_kept);
    }

    pub(crate) fn add_key(&mut self, key: TextKey, words: u32, is_kept: bool) {
        if is_kept {
            self.content = mix(self.content.rotate_left(1) ^ key.exact);
        }
        let Some(folded) = key.folded.map(NonZeroU64::get) else { return };
        self.all.add(folded, words);
        if is_kept {
            self.kept.add(folded, words);
        }
        if !self.is_recorded {
            return;
        }
        if self.blocks.len() == MAX_BLOCKS && !self.is_full {
            // Blocks that the page repeats need no place of their own.
            self.unite();
            self.is_full = self.blocks.len() > MAX_BLOCKS - MIN_FREED;
        }
        if !self.is_full {
            self.blocks.push(block_key(folded) << 1 | u32::from(is_kept));
        } else if let Ok(at) = self.blocks.binary_search_by_key(&block_key(folded), |block| block >> 1) {
            self.blocks[at] |= u32::from(is_kept);
        } else {
            self.blocks_left_out += 1;
        }
    }

    /// Sorts the blocks and unites those with the same text. One that was kept once counts as kept.
    fn unite(&mut self) {
        self.blocks.sort_unstable();
        self.blocks.dedup_by(|next, block| {
            let is_same = *next >> 1 == *block >> 1;
            *block |= if is_same { *next & 1 } else { 0 };
            is_same
        });
    }

    /// The blocks by ascending key, each key once, as `(key, is_kept)`.
    pub(super) fn united(&self) -> Vec<(u32, bool)> {
        let mut page = self.clone();
        page.unite();
        page.blocks.iter().map(|block| (block >> 1, block & 1 == 1)).collect()
    }

    /// The hash of the host; `None` if the host is unknown.
    pub(super) fn host(&self) -> Option<u64> {
        self.host
    }

    /// The name of the page by its content: pages with nearly the same kept text have the same
    /// name. Without kept text, by all of its text; `None` without any.
    pub(super) fn name(&self) -> Option<u64> {
        self.kept.name().or_else(|| self.all.name())
    }

    /// The hash of the kept text; `None` if nothing was kept. It depends on all characters but
    /// white space, and on the order of the blocks.
    #[must_use]
    pub fn content_hash(&self) -> Option<u64> {
        (self.content != 0).then_some(self.content)
    }

    /// Blocks that found no place: those after the first 4096 different ones.
    #[must_use]
    pub fn blocks_left_out(&self) -> u64 {
        self.blocks_left_out
    }
}

/// The key of a block with this hash, 31 bits.
pub(crate) fn block_key(folded: u64) -> u32 {
    (folded >> 33) as u32
}

/// The hash of a host name in lower case, without a leading `www.`; `None` for an empty name.
///
/// Cost: linear in the name, which is not held.
pub(crate) fn host_hash(host: &str) -> Option<u64> {
    let is_www = host.get(..4).is_some_and(|begin| begin.eq_ignore_ascii_case("www."));
    let host = host.get(if is_www { 4 } else { 0 }..).unwrap_or(host);
    (!host.is_empty()).then(|| mix(hash_64(host.bytes().map(|byte| byte.to_ascii_lowercase()))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    fn page(texts: &[&str]) -> PageSketch {
        let mut page = PageSketch::new("https://a.example/");
        texts.iter().for_each(|text| page.add(text, 20, true));
        page
    }

    #[test]
    fn hosts_are_told_apart_by_their_names_alone() {
        let host = |url| PageSketch::new(url).host();
        assert_eq!(host("https://WWW.a.example:80/b"), host("http://a.example"));
        assert_ne!(host("https://a.example"), host("https://b.example"));
        assert_eq!(host("/a"), None);
        let long = format!("https://{}.example/", "a".repeat(1 << 20));
        assert!(host(&long).is_some() && host(&long) != host("https://a.example"));
    }

    #[test]
    fn content_differs_by_its_numbers_and_not_by_what_was_dropped() {
        let mut other = page(&["It rained for 3 days."]);
        assert_ne!(other.content_hash(), page(&["It rained for 4 days."]).content_hash());
        other.add("Home", 1, false);
        assert_eq!(other.content_hash(), page(&["It rained for 3 days."]).content_hash());
        assert_ne!(page(&["a", "b"]).content_hash(), page(&["b", "a"]).content_hash());
        assert_eq!(page(&[]).content_hash(), None);
    }

    #[test]
    fn pages_that_share_most_of_their_text_mostly_have_one_name() {
        let texts: Vec<_> = (0..40).map(|number| format!("text {}", "x".repeat(number))).collect();
        let mut counts = [0; 2];
        for trial in 0..200 {
            let own = |text: &str| format!("{text} {}", "y".repeat(trial));
            let texts: Vec<_> = texts.iter().map(|text| own(text)).collect();
            let all: Vec<&str> = texts.iter().map(|text| &**text).collect();
            let name = page(&all).name();
            counts[0] += u32::from(page(&all[1..]).name() == name);
            counts[1] += u32::from(page(&all[20..]).name() == name);
        }
        // 39 of 40 texts: 0.93; 20 of 40: 0.125.
        assert!(counts[0] > 170 && counts[1] < 50, "{counts:?}");
    }

    #[test]
    fn a_line_that_a_page_repeats_takes_one_place() {
        let mut page = PageSketch::new("https://a.example/");
        (0..1_000_000).for_each(|number| page.add("Buy now", 2, number == 7));
        page.add("Home", 1, false);
        let blocks = page.united();
        assert_eq!((blocks.len(), page.blocks_left_out()), (2, 0));
        assert_eq!(blocks.iter().filter(|block| block.1).count(), 1);
        (0..10_000).for_each(|number| page.add(&"x".repeat(number), 1, false));
        assert_eq!(page.united().len(), MAX_BLOCKS);
        // Of the first text, which is empty, nothing is recorded.
        assert_eq!(page.blocks_left_out(), 10_000 - 1 - (MAX_BLOCKS as u64 - 2));
        assert_eq!(page.blocks.capacity(), MAX_BLOCKS);
    }
}
