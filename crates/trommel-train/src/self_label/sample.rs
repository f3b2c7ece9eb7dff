//! A random sample of pages, of bounded size.

use super::page::{SitePage, spread};
use std::collections::BTreeMap;

/// Maximum bytes of the pages in a sample.
const MAX_BYTES: usize = 512 << 20;

/// Keeps a random sample of pages. The same pages in the same order with the same seed give the
/// same sample.
///
/// With one site, pages are drawn. With many, hosts are drawn, and of each host up to
/// [`Sample::PAGES_PER_HOST`] pages.
///
/// Memory: at most the set number of pages, at most 512 MiB of them, and the page being added.
#[derive(Debug)]
pub struct Sample {
    most_pages: usize,
    by_host: bool,
    seed: u64,
    seen: u64,
    hosts: BTreeMap<(u64, String), Host>,
    pages: usize,
    bytes: usize,
    /// Draw of the last dropped host. Hosts from this draw on are not taken.
    end: Option<(u64, String)>,
}

/// The sample of a host, or of all pages if there is one site.
#[derive(Debug, Default)]
struct Host {
    pages: BTreeMap<u64, SitePage>,
    /// Draw of the last dropped page. Pages from this draw on are not taken.
    end: Option<u64>,
}

impl Sample {
    /// Maximum pages of a host when there are many. A few dozen pages are enough to learn a
    /// template.
    pub const PAGES_PER_HOST: usize = 64;

    /// An empty sample of at most `most_pages`.
    #[must_use]
    pub fn new(most_pages: usize, by_host: bool, seed: u64) -> Self {
        let (hosts, end) = (BTreeMap::new(), None);
        Self { most_pages, by_host, seed, seen: 0, hosts, pages: 0, bytes: 0, end }
    }

    /// Whether the next page can be in the sample. If not, it counts as seen and need not be read.
    pub fn wants_next(&mut self) -> bool {
        let wants = self.by_host || {
            let host = self.hosts.first_key_value().map(|(_, host)| host);
            host.and_then(|host| host.end).is_none_or(|end| spread(self.seen, self.seed) < end)
        };
        self.seen += u64::from(!wants);
        wants
    }

    /// Adds a page, which the sample may drop.
    pub fn add(&mut self, page: SitePage) {
        let draw = spread(self.seen, self.seed);
        self.seen += 1;
        let name = if self.by_host { page.host.clone() } else { String::new() };
        let name_draw = name.bytes().fold(self.seed, |draw, byte| spread(draw ^ u64::from(byte), self.seed));
        let key = (name_draw, name);
        if self.end.as_ref().is_some_and(|end| key >= *end) {
            return;
        }
        let host = self.hosts.entry(key).or_default();
        if host.end.is_some_and(|end| draw >= end) {
            return;
        }
        (self.pages, self.bytes) = (self.pages + 1, self.bytes + page.held_bytes());
        host.pages.insert(draw, page);
        let most_of_host = if self.by_host { Self::PAGES_PER_HOST } else { usize::MAX };
        let (one_pages, one_bytes) = if host.pages.len() > most_of_host { host.drop_last() } else { (0, 0) };
        (self.pages, self.bytes) = (self.pages - one_pages, self.bytes - one_bytes);
        while self.pages > self.most_pages || self.bytes > MAX_BYTES {
            if self.hosts.len() > 1 {
                let Some((key, host)) = self.hosts.pop_last() else { return };
                self.pages -= host.pages.len();
                self.bytes -= host.pages.values().map(SitePage::held_bytes).sum::<usize>();
                self.end = Some(key);
            } else {
                let Some(mut host) = self.hosts.last_entry() else { return };
                let (pages, bytes) = host.get_mut().drop_last();
                if pages == 0 {
                    return;
                }
                (self.pages, self.bytes) = (self.pages - pages, self.bytes - bytes);
            }
        }
    }

    /// Number of pages seen.
    #[must_use]
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// The pages in the sample.
    #[must_use]
    pub fn finish(self) -> Vec<SitePage> {
        self.hosts.into_values().flat_map(|host| host.pages.into_values()).collect()
    }
}

impl Host {
    /// Drops the page with the highest draw. Returns the number of dropped pages and their bytes.
    fn drop_last(&mut self) -> (usize, usize) {
        let Some((draw, page)) = self.pages.pop_last() else { return (0, 0) };
        self.end = Some(draw);
        (1, page.held_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(host: &str, number: usize) -> SitePage {
        SitePage { host: host.into(), title: format!("{number}"), ..SitePage::default() }
    }

    fn titles(sample: Sample) -> Vec<String> {
        sample.finish().into_iter().map(|page| page.host + " " + &page.title).collect()
    }

    #[test]
    fn a_sample_depends_on_its_seed_and_is_bounded() {
        let draw = |seed: u64, asks: bool| {
            let mut sample = Sample::new(10, false, seed);
            for number in 0..1000 {
                if !asks || sample.wants_next() {
                    sample.add(page("a", number));
                }
            }
            assert_eq!(sample.seen(), 1000);
            titles(sample)
        };
        assert_eq!(draw(1, false).len(), 10);
        assert_eq!(draw(1, false), draw(1, true));
        assert_ne!(draw(1, false), draw(2, false));
    }

    #[test]
    fn hosts_get_equal_shares_or_are_dropped_whole() {
        let mut sample = Sample::new(300, true, 1);
        for number in 0..4000 {
            assert!(sample.wants_next());
            sample.add(page(&format!("host{}", number % 40), number));
        }
        let titles = titles(sample);
        let mut hosts: Vec<&str> = titles.iter().filter_map(|title| title.split(' ').next()).collect();
        hosts.dedup();
        assert_eq!((titles.len(), hosts.len()), (4 * Sample::PAGES_PER_HOST, 4));
        let mut sample = Sample::new(10, true, 1);
        (0..100).for_each(|number| sample.add(page("a", number)));
        assert_eq!(sample.finish().len(), 10);
    }
}
