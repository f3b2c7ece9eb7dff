//! Noteworthy pages: the first few of each kind by rank.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::crawl::data::{Example, List};

/// Maximum pages of a list.
pub(super) const MAX_EXAMPLES: usize = 50;

/// Keeps the pages with the highest ranks; among equal ones, the earliest.
pub(super) struct Examples {
    name: &'static str,
    count: u64,
    /// The page to drop first is on top.
    kept: BinaryHeap<Reverse<Ranked>>,
}

struct Ranked {
    rank: u64,
    number: Reverse<u64>,
    page: Example,
}

impl Ranked {
    fn key(&self) -> (u64, Reverse<u64>) {
        (self.rank, self.number)
    }
}

impl PartialEq for Ranked {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Ranked {}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

impl Examples {
    pub(super) fn new(name: &'static str) -> Self {
        Self { name, count: 0, kept: BinaryHeap::new() }
    }

    /// Counts a page, and keeps it if its rank is high enough. Pages come in order.
    pub(super) fn offer(&mut self, rank: u64, page: impl FnOnce() -> Example) {
        let number = Reverse(self.count);
        self.count += 1;
        if self.kept.len() >= MAX_EXAMPLES {
            if self.kept.peek().is_some_and(|Reverse(last)| rank <= last.rank) {
                return;
            }
            self.kept.pop();
        }
        self.kept.push(Reverse(Ranked { rank, number, page: page() }));
    }

    /// The list for the report; `None` without pages.
    pub(super) fn data(&self) -> Option<List> {
        if self.count == 0 {
            return None;
        }
        let mut kept: Vec<_> = self.kept.iter().map(|Reverse(ranked)| ranked).collect();
        kept.sort_by_key(|ranked| Reverse(ranked.key()));
        let pages = kept.into_iter().map(|ranked| ranked.page.clone()).collect();
        Some(List { name: self.name, count: self.count, pages })
    }
}
