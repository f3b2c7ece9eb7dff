//! The sketch of one host: samples of its pages, and of the pages of each text.

use crate::hash::mix;
use alloc::vec::Vec;

/// Pages of a host that are sampled: those with the lowest hashes of their names.
const HOST_SAMPLE: usize = 32;

/// Pages of a text that are sampled. Up to one less, the number of pages is exact.
pub(super) const BLOCK_SAMPLE: usize = 8;

/// Bits of a page's hash in the sample of a text. One more bit tells whether the page kept it.
const MARK_BITS: u32 = 15;

/// A free place in the sample of a text. The marks of pages are lower.
const NO_MARK: u16 = u16::MAX;

/// The greatest hash of a page in 15 bits.
const MAX_MARK: u16 = (1 << MARK_BITS) - 2;

/// A text of a host, and the pages that have it.
///
/// The marks are those of the pages with the lowest hashes, ascending. So the union of two samples
/// is the sample of the union, in any order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) key: u32,
    pub(super) marks: [u16; BLOCK_SAMPLE],
}

impl Entry {
    fn new(key: u32, mark: u16) -> Self {
        let mut marks = [NO_MARK; BLOCK_SAMPLE];
        marks[0] = mark;
        Self { key, marks }
    }

    /// Adds a page. One that is there already is kept if either of them is.
    fn add(&mut self, mark: u16) {
        let at = self.marks.partition_point(|&other| other >> 1 < mark >> 1);
        match self.marks.get_mut(at) {
            None => {}
            Some(other) if *other != NO_MARK && *other >> 1 == mark >> 1 => *other |= mark & 1,
            Some(_) => {
                self.marks[at..].rotate_right(1);
                self.marks[at] = mark;
            }
        }
    }

    fn marks(&self) -> impl Iterator<Item = u16> + '_ {
        self.marks.iter().copied().take_while(|&mark| mark != NO_MARK)
    }

    /// Number of different pages with this text: exact below [`BLOCK_SAMPLE`], else estimated with
    /// a relative standard error of 0.4.
    fn pages(&self) -> u32 {
        match self.marks[BLOCK_SAMPLE - 1] {
            NO_MARK => self.marks().count() as u32,
            last => estimate(BLOCK_SAMPLE, u64::from(last >> 1), MARK_BITS),
        }
    }

    /// Whether the marks are in order and the key has 31 bits.
    pub(super) fn is_sound(&self) -> bool {
        let is_ascending = |two: &[u16]| two[0] >> 1 < two[1] >> 1 || two[0] == NO_MARK && two[1] == NO_MARK;
        self.key >> 31 == 0 && self.marks[0] != NO_MARK && self.marks.windows(2).all(is_ascending)
    }
}

/// Size of a set whose `sample` lowest hashes of `bits` bits end with `last`.
///
/// Source: Bar-Yossef and others 2002, "Counting distinct elements in a data stream" (KMV).
fn estimate(sample: usize, last: u64, bits: u32) -> u32 {
    let pages = ((sample as u64 - 1) << bits) / (last + 1);
    (pages as u32).max(sample as u32)
}

/// What is known of a text on the other pages of its host.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Repeat {
    /// Different pages that have the text. Exact up to 7, else an estimate with a relative standard
    /// error of 0.4. It may be too low by [`Repeats::error_of`](super::Repeats::error_of).
    pub pages: u32,
    /// Their share of the pages of the host, 0 to 1.
    pub share: f32,
    /// The share of them, by a sample of 8, that kept the text.
    pub kept: f32,
}

/// The sketch of one host.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Host {
    /// The lowest hashes of pages, ascending.
    pub(super) sample: Vec<u32>,
    /// Texts by ascending key.
    pub(super) entries: Vec<Entry>,
    /// Maximum number of pages of a text that was forgotten.
    pub(super) error: u32,
}

impl Host {
    /// Bytes of a host in addition to its entries: the sample, the struct, the place in the map.
    pub(super) const OVERHEAD_BYTES: usize = HOST_SAMPLE * size_of::<u32>() + 2 * size_of::<Self>();

    /// Maximum pages that are sampled.
    pub(super) const MOST_SAMPLED: usize = HOST_SAMPLE;

    /// Bytes on the heap.
    pub(super) fn bytes(&self) -> usize {
        Self::OVERHEAD_BYTES + self.entries.capacity() * size_of::<Entry>()
    }

    /// Number of different pages: exact below 32, else estimated with a relative standard error of
    /// 0.2.
    pub(crate) fn pages(&self) -> u32 {
        match self.sample.get(HOST_SAMPLE - 1) {
            None => self.sample.len() as u32,
            Some(&last) => estimate(HOST_SAMPLE, u64::from(last), u32::BITS),
        }
    }

    /// What is known of the text with this key; `None` if nothing.
    pub(crate) fn repeat(&self, key: u32) -> Option<Repeat> {
        let at = self.entries.binary_search_by_key(&key, |entry| entry.key).ok()?;
        let entry = &self.entries[at];
        let marks = entry.marks().count().max(1);
        let kept = entry.marks().filter(|mark| mark & 1 == 1).count() as f32 / marks as f32;
        Some(Repeat { pages: entry.pages(), share: self.share(entry), kept })
    }

    /// Number of pages that have the text with this key; 0 if nothing is known of it.
    pub(crate) fn pages_with(&self, key: u32) -> u32 {
        let at = self.entries.binary_search_by_key(&key, |entry| entry.key);
        at.map_or(0, |at| self.entries[at].pages())
    }

    /// The share of the pages of the host that have a text.
    fn share(&self, entry: &Entry) -> f32 {
        let last = entry.marks[BLOCK_SAMPLE - 1];
        let pages = self.pages().max(1) as f32;
        let share = match last {
            NO_MARK => entry.pages() as f32 / pages,
            // Both are samples of the same hashes, so the share of a text on all pages is exact.
            last => f32::from(self.last_mark() + 1) / f32::from((last >> 1) + 1),
        };
        share.min(1.0)
    }

    /// The greatest mark of a text that all pages have. There are at least [`BLOCK_SAMPLE`] pages.
    fn last_mark(&self) -> u16 {
        let mut marks = [0; BLOCK_SAMPLE];
        let mut count = 0;
        for mark in self.sample.iter().map(|&hash| mark_of(hash)) {
            if count < BLOCK_SAMPLE && (count == 0 || marks[count - 1] != mark) {
                marks[count] = mark;
                count += 1;
            }
        }
        // Where the lowest hashes have fewer marks, the host has so many pages that it has all
        // marks.
        if count == BLOCK_SAMPLE { marks[BLOCK_SAMPLE - 1] } else { BLOCK_SAMPLE as u16 - 1 }
    }

    /// Adds a page with this name and these blocks, by ascending key.
    pub(super) fn add(&mut self, name: u64, blocks: &[(u32, bool)], scratch: &mut Vec<Entry>) {
        let hash = (mix(name) >> 32) as u32;
        self.add_to_sample(hash);
        let mark = mark_of(hash) << 1;
        let new = blocks.iter().map(|&(key, is_kept)| Entry::new(key, mark | u16::from(is_kept)));
        self.merge_entries(new, scratch);
    }

    /// Adds another sketch of the same host.
    pub(super) fn merge(&mut self, other: &Self, scratch: &mut Vec<Entry>) {
        other.sample.iter().for_each(|&hash| self.add_to_sample(hash));
        self.merge_entries(other.entries.iter().copied(), scratch);
        self.error = self.error.saturating_add(other.error);
    }

    fn add_to_sample(&mut self, hash: u32) {
        let Err(at) = self.sample.binary_search(&hash) else { return };
        if at < HOST_SAMPLE {
            if self.sample.len() == HOST_SAMPLE {
                self.sample.pop();
            } else if self.sample.len() == self.sample.capacity() {
                self.sample.reserve_exact(self.sample.len().max(1).min(HOST_SAMPLE - self.sample.len()));
            }
            self.sample.insert(at, hash);
        }
    }

    /// Merges entries by ascending key. `scratch` is memory for it.
    fn merge_entries(&mut self, new: impl Iterator<Item = Entry>, scratch: &mut Vec<Entry>) {
        scratch.clear();
        let mut old = self.entries.iter().copied().peekable();
        for mut entry in new {
            while let Some(before) = old.next_if(|before| before.key < entry.key) {
                scratch.push(before);
            }
            if let Some(same) = old.next_if(|same| same.key == entry.key) {
                let added = entry;
                entry = same;
                added.marks().for_each(|mark| entry.add(mark));
            }
            scratch.push(entry);
        }
        scratch.extend(old);
        self.entries.clear();
        // By an eighth more than needed, so that growth is rare and little is unused.
        if self.entries.capacity() < scratch.len() {
            self.entries.reserve_exact(scratch.len() + scratch.len() / 8);
        }
        self.entries.extend_from_slice(scratch);
        scratch.clear();
    }

    /// Forgets the texts of the fewest pages, until at most `most` are left, if there are more. Of
    /// texts of as many pages, which are forgotten changes from call to call.
    pub(super) fn prune(&mut self, most: usize) {
        let excess = self.entries.len().saturating_sub(most);
        if excess == 0 {
            return;
        }
        let salt = u64::from(self.sample.first().copied().unwrap_or(0)) << 32 | self.entries.len() as u64;
        let rank = |entry: &Entry| (entry.pages(), mix(u64::from(entry.key) ^ mix(salt)));
        let mut ranks: Vec<_> = self.entries.iter().map(rank).collect();
        let (_, &mut last, _) = ranks.select_nth_unstable(excess - 1);
        self.error = self.error.max(last.0);
        self.entries.retain(|entry| rank(entry) > last);
        self.entries.shrink_to(most);
    }
}

/// The hash of a page in the sample of a text: its upper 15 bits.
fn mark_of(hash: u32) -> u16 {
    ((hash >> (u32::BITS - MARK_BITS)) as u16).min(MAX_MARK)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(pages: core::ops::Range<u64>, keys: &[(u32, bool)]) -> Host {
        let mut host = Host::default();
        pages.for_each(|page| host.add(page, keys, &mut Vec::new()));
        host
    }

    #[test]
    fn pages_are_counted_once_and_estimated_when_they_are_many() {
        let mut few = host(0..5, &[(3, true), (9, false)]);
        few.add(2, &[(3, true), (7, true)], &mut Vec::new());
        assert_eq!(few.pages(), 5);
        assert_eq!(few.repeat(3), Some(Repeat { pages: 5, share: 1.0, kept: 1.0 }));
        assert_eq!(few.repeat(7), Some(Repeat { pages: 1, share: 0.2, kept: 1.0 }));
        assert_eq!(few.repeat(8), None);
        for pages in [100, 1000, 100_000] {
            assert_eq!(host(0..pages, &[(3, false)]).share(&host(0..pages, &[(3, false)]).entries[0]), 1.0);
        }
        let many = host(0..10_000, &[(3, false)]);
        assert!((6_000..16_000).contains(&many.pages()), "{}", many.pages());
        let repeat = many.repeat(3).expect("it is there");
        assert!((3_000..30_000).contains(&repeat.pages), "{repeat:?}");
        assert_eq!((repeat.share, repeat.kept), (1.0, 0.0));
    }

    #[test]
    fn texts_of_few_pages_are_forgotten_first_and_the_error_says_so() {
        let mut some = host(0..4, &[(1, false)]);
        for page in 10..60 {
            some.add(page, &[(1, false), (page as u32, false)], &mut Vec::new());
        }
        some.prune(20);
        assert_eq!((some.entries.len(), some.error), (20, 1));
        assert!(some.repeat(1).is_some_and(|repeat| repeat.pages > 20));
        assert!(some.entries.iter().all(Entry::is_sound) && some.entries.is_sorted_by_key(|entry| entry.key));
    }
}
