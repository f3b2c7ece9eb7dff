//! The sketch of a crawl: its hosts, within a bound of bytes, and the first page of each content.

use super::host::{Entry, Host};
use super::page::PageSketch;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

/// Minimum texts of a host. Below it, whole hosts are forgotten.
const MIN_HOST_TEXTS: usize = 128;

/// Maximum bytes of the id of a page. Longer ids are not kept.
pub(super) const MAX_ID_BYTES: usize = 1024;

/// Bytes of the id of a page in addition to its text: hash, pointer, and place in the map.
const ID_OVERHEAD_BYTES: usize = 48;

/// Divisor of all bytes: ids of pages may take one such share.
const IDS_DIVISOR: usize = 8;

/// Bounds of [`Repeats`], in bytes on the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Of one host.
    pub host_bytes: usize,
    /// Of all hosts and the ids of pages. One eighth of it may be ids.
    pub all_bytes: usize,
}

impl Limits {
    /// 64 KiB a host, which are about 2800 texts, and 256 MiB in all.
    pub const DEFAULT: Self = Self { host_bytes: 64 << 10, all_bytes: 256 << 20 };

    pub(super) fn host_texts(self) -> usize {
        // A host has space for an eighth more than its texts.
        let text_bytes = size_of::<Entry>() * 9 / 8 + 1;
        (self.host_bytes.saturating_sub(Host::OVERHEAD_BYTES) / text_bytes).max(MIN_HOST_TEXTS)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// What was counted while [`Repeats`] were made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Pages that were added.
    pub pages: u64,
    /// Pages without a known host: nothing that they repeat is counted.
    pub pages_without_host: u64,
    /// Pages whose kept text another page had before.
    pub duplicates: u64,
    /// Pages whose id was too long or found no place, so that no page can be told to be their copy.
    pub ids_left_out: u64,
    /// Times that a host was forgotten because all bytes were in use.
    pub hosts_forgotten: u64,
    /// Blocks of pages beyond the 4096 different ones that are recorded.
    pub blocks_left_out: u64,
}

impl Counts {
    pub(super) fn fields(&mut self) -> [&mut u64; 6] {
        let Self { pages, pages_without_host, duplicates, ids_left_out, hosts_forgotten, blocks_left_out } =
            self;
        [pages, pages_without_host, duplicates, ids_left_out, hosts_forgotten, blocks_left_out]
    }
}

/// What the pages of the hosts of a crawl repeat.
///
/// Deterministic: the same pages in the same order make the same bytes. The sketches of parts can
/// be [merged](Self::merge) in any order. As long as nothing was forgotten, the result is that of
/// all pages at once; else each number of pages may be too low by [`error_of`](Self::error_of).
///
/// Cost: adding a page is linear in its blocks and in the texts of its host. Holds at most the
/// bytes of its [`Limits`], and memory for the texts of one host.
#[derive(Clone, PartialEq)]
pub struct Repeats {
    pub(super) limits: Limits,
    /// Maximum texts of a host, which falls while there are many hosts.
    pub(super) most_texts: usize,
    pub(super) hosts: BTreeMap<u64, Host>,
    /// The id of the first page of each content.
    pub(super) ids: BTreeMap<u64, Box<str>>,
    pub(super) counts: Counts,
    /// Maximum pages of a host that was forgotten.
    pub(super) host_error: u32,
    pub(super) host_bytes: usize,
    pub(super) id_bytes: usize,
    scratch: Vec<Entry>,
}

impl fmt::Debug for Repeats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut repeats = f.debug_struct("Repeats");
        repeats.field("hosts", &self.hosts.len()).field("counts", &self.counts).finish_non_exhaustive()
    }
}

impl Repeats {
    /// An empty sketch with these bounds.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            most_texts: limits.host_texts(),
            hosts: BTreeMap::new(),
            ids: BTreeMap::new(),
            counts: Counts::default(),
            host_error: 0,
            host_bytes: 0,
            id_bytes: 0,
            scratch: Vec::new(),
        }
    }

    /// Adds a page. `id` is its name in the output, if it has one.
    pub fn add(&mut self, page: &PageSketch, id: Option<&str>) {
        self.counts.pages += 1;
        self.counts.blocks_left_out += page.blocks_left_out();
        if let Some(content) = page.content_hash() {
            if self.ids.contains_key(&content) {
                self.counts.duplicates += 1;
            } else if let Some(id) = id {
                self.add_id(content, id);
            }
        }
        let Some(host) = page.host() else {
            self.counts.pages_without_host += 1;
            return;
        };
        let Some(name) = page.name() else { return };
        let blocks = page.united();
        self.change_host(host, |host, scratch| host.add(name, &blocks, scratch));
    }

    /// Adds the pages of another sketch. Of two ids for one content, the lesser one stays, so that
    /// the order of parts does not matter.
    ///
    /// Cost: linear in both.
    pub fn merge(&mut self, other: &Self) {
        let mut theirs = other.counts;
        for (mine, theirs) in self.counts.fields().into_iter().zip(theirs.fields()) {
            *mine = mine.saturating_add(*theirs);
        }
        self.host_error = self.host_error.saturating_add(other.host_error);
        for (&content, id) in &other.ids {
            let Some(mine) = self.ids.get_mut(&content) else {
                self.add_id(content, id);
                continue;
            };
            self.counts.duplicates += 1;
            if id < mine {
                self.id_bytes = self.id_bytes - mine.len() + id.len();
                mine.clone_from(id);
            }
        }
        for (&hash, theirs) in &other.hosts {
            self.change_host(hash, |host, scratch| host.merge(theirs, scratch));
        }
    }

    fn add_id(&mut self, content: u64, id: &str) {
        let bytes = id.len() + ID_OVERHEAD_BYTES;
        if id.len() > MAX_ID_BYTES || self.id_bytes + bytes > self.limits.all_bytes / IDS_DIVISOR {
            self.counts.ids_left_out += 1;
            return;
        }
        self.insert_id(content, id.into());
    }

    pub(super) fn insert_id(&mut self, content: u64, id: Box<str>) {
        self.id_bytes += id.len() + ID_OVERHEAD_BYTES;
        self.ids.insert(content, id);
    }

    /// Changes a host, and keeps the bounds.
    fn change_host(&mut self, hash: u64, change: impl FnOnce(&mut Host, &mut Vec<Entry>)) {
        let mut is_new = false;
        let host = self.hosts.entry(hash).or_insert_with(|| {
            is_new = true;
            Host::default()
        });
        let before = if is_new { 0 } else { host.bytes() };
        change(host, &mut self.scratch);
        if host.entries.len() > self.most_texts {
            // Some more than needed, so that it is rare.
            host.prune(self.most_texts - self.most_texts / 8);
        }
        self.host_bytes = self.host_bytes - before + host.bytes();
        while self.host_bytes > self.limits.all_bytes - self.limits.all_bytes / IDS_DIVISOR
            && !self.hosts.is_empty()
        {
            self.shrink();
        }
    }

    /// Makes space: forgets texts of all hosts, or where they have few already, whole hosts.
    fn shrink(&mut self) {
        if self.most_texts > MIN_HOST_TEXTS {
            self.most_texts = (self.most_texts / 2).max(MIN_HOST_TEXTS);
            self.hosts.values_mut().for_each(|host| host.prune(self.most_texts));
        } else {
            self.forget_hosts();
        }
        self.host_bytes = self.hosts.values().map(Host::bytes).sum();
    }

    /// Forgets the quarter of the hosts with the fewest pages, at least one.
    fn forget_hosts(&mut self) {
        let mut ranks: Vec<_> = self.hosts.iter().map(|(&hash, host)| (host.pages(), hash)).collect();
        let (_, &mut last, _) = ranks.select_nth_unstable(self.hosts.len() / 4);
        self.hosts.retain(|&hash, host| (host.pages(), hash) > last);
        self.counts.hosts_forgotten += (ranks.len() - self.hosts.len()) as u64;
        self.host_error = self.host_error.max(last.0);
    }

    /// The host with this hash, if anything is known of two of its pages or more.
    pub(crate) fn host(&self, hash: u64) -> Option<&Host> {
        self.hosts.get(&hash).filter(|host| host.pages() > 1)
    }

    /// The id of the first page with this content; `None` if it is not known.
    #[must_use]
    pub fn first_id(&self, content: u64) -> Option<&str> {
        self.ids.get(&content).map(|id| &**id)
    }

    /// Number of hosts.
    #[must_use]
    pub fn hosts(&self) -> usize {
        self.hosts.len()
    }

    /// Number of texts of all hosts.
    #[must_use]
    pub fn texts(&self) -> usize {
        self.hosts.values().map(|host| host.entries.len()).sum()
    }

    /// Bytes on the heap, at most those of the limits.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.host_bytes + self.id_bytes
    }

    /// What was counted.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// By how much the number of pages of a text of the host at `url` may be too low: the pages of
    /// a text that was forgotten, at most.
    #[must_use]
    pub fn error_of(&self, url: &str) -> u32 {
        let host = PageSketch::new(url).host().and_then(|hash| self.hosts.get(&hash));
        host.map_or(0, |host| host.error).saturating_add(self.host_error)
    }

    /// What is known of `text` on the pages of the host at `url`; `None` if nothing.
    #[must_use]
    pub fn repeat(&self, url: &str, text: &str) -> Option<super::Repeat> {
        let key = super::text_key::TextKey::of(text).folded?;
        self.hosts.get(&PageSketch::new(url).host()?)?.repeat(super::page::block_key(key.get()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::String;

    const TIGHT: Limits = Limits { host_bytes: 4 << 10, all_bytes: 64 << 10 };

    /// A text without digits, which would be folded.
    fn text(number: u32) -> String {
        let digits = format!("{number:x}");
        digits
            .chars()
            .filter_map(|digit| digit.to_digit(16))
            .map(|digit| char::from(b'g' + digit as u8))
            .collect()
    }

    fn page(url: &str, number: u32, blocks: u32) -> PageSketch {
        let mut page = PageSketch::new(url);
        page.add("Subscribe to our newsletter", 4, false);
        for block in 0..blocks {
            page.add(&text(number * blocks + block), 30, true);
        }
        page
    }

    #[test]
    fn copies_of_a_page_count_once() {
        let mut repeats = Repeats::new(Limits::DEFAULT);
        for (number, id) in [(1, "a"), (1, "b"), (2, "c"), (1, "d")] {
            repeats.add(&page("https://a.example/", number, 10), Some(id));
        }
        let text = text(11);
        assert_eq!(repeats.repeat("https://a.example/", &text).map(|text| text.pages), Some(1));
        let newsletter = repeats.repeat("http://www.a.example/b", "Subscribe to our  newsletter");
        assert_eq!(newsletter.map(|text| (text.pages, text.kept)), Some((2, 0.0)));
        let content = page("", 1, 10).content_hash().expect("it has content");
        assert_eq!(repeats.first_id(content), Some("a"));
        assert_eq!((repeats.counts().pages, repeats.counts().duplicates), (4, 2));
    }

    #[test]
    fn the_first_of_copies_in_parts_does_not_depend_on_their_order() {
        let part = |id| {
            let mut repeats = Repeats::new(Limits::DEFAULT);
            repeats.add(&page("https://a.example/", 1, 10), Some(id));
            repeats
        };
        let merged = |first, second| {
            let mut merged = part(first);
            merged.merge(&part(second));
            merged
        };
        let content = page("", 1, 10).content_hash().expect("it has content");
        assert_eq!(merged("a", "bcd").first_id(content), Some("a"));
        assert!(merged("a", "bcd") == merged("bcd", "a"));
        assert_eq!(merged("bcd", "a").counts().duplicates, 1);
    }

    #[test]
    fn many_hosts_stay_within_the_bound_and_the_largest_stay() {
        let mut repeats = Repeats::new(TIGHT);
        for number in 0..3000 {
            repeats.add(&page(&format!("https://{number}.example/"), number, 3), None);
            repeats.add(&page("https://large.example/", number, 3), None);
            assert!(repeats.bytes() <= TIGHT.all_bytes, "{}", repeats.bytes());
        }
        assert!(repeats.counts().hosts_forgotten > 2000, "{:?}", repeats.counts());
        let newsletter = repeats.repeat("https://large.example/", "Subscribe to our newsletter");
        assert!(newsletter.is_some_and(|text| text.share > 0.9), "{newsletter:?}");
        let measured: usize = repeats.hosts.values().map(Host::bytes).sum();
        assert_eq!(measured, repeats.host_bytes);
    }

    #[test]
    fn a_host_of_many_pages_stays_within_its_bound() {
        let mut repeats = Repeats::new(TIGHT);
        for number in 0..5000 {
            repeats.add(&page("https://a.example/", number, 20), Some("an id"));
        }
        assert!(repeats.bytes() < TIGHT.host_bytes + TIGHT.all_bytes / IDS_DIVISOR, "{}", repeats.bytes());
        assert!(repeats.counts().ids_left_out > 1000);
        let newsletter = repeats.repeat("https://a.example/", "Subscribe to our newsletter");
        assert!(newsletter.is_some_and(|text| text.pages > 1000), "{newsletter:?}");
        assert_eq!(repeats.error_of("https://a.example/"), 1);
    }
}
