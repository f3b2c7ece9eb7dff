//! A sample of pages: as many as fit, whatever comes.

use super::page::{SitePage, spread};
use std::collections::BTreeMap;

/// Bytes of pages that are held at most.
const MAX_BYTES: usize = 512 << 20;

/// Takes pages one after the other, and keeps a sample of them that a seed determines: the same
/// pages in the same order with the same seed give the same sample. Of one site, pages are drawn;
/// of many, each host's share of [`Sample::PAGES_PER_HOST`], and hosts.
///
/// Held: so many pages as were asked for, and no more than 512 MiB of them and the page that comes.
#[derive(Debug)]
pub struct Sample {
    most_pages: usize,
    by_host: bool,
    seed: u64,
    seen: u64,
    hosts: BTreeMap<(u64, String), Host>,
    pages: usize,
    bytes: usize,
    /// Hosts from this one on went, and do not come again.
    end: Option<(u64, String)>,
}

/// The pages of a host, or all where hosts do not matter.
#[derive(Debug, Default)]
struct Host {
    pages: BTreeMap<u64, SitePage>,
    /// Pages from this one on went, and do not come again.
    end: Option<u64>,
}

impl Sample {
    /// Pages of one host among others that are kept at most: a template is learned from some dozen.
    pub const PAGES_PER_HOST: usize = 64;

    /// An empty sample of `most_pages` at most.
    #[must_use]
    pub fn new(most_pages: usize, by_host: bool, seed: u64) -> Self {
        let (hosts, end) = (BTreeMap::new(), None);
        Self { most_pages, by_host, seed, seen: 0, hosts, pages: 0, bytes: 0, end }
    }

    /// Whether the page that comes next may be kept; if not, it is not looked at, and need not be
    /// read.
    pub fn wants_next(&mut self) -> bool {
        let wants = self.by_host || {
            let host = self.hosts.first_key_value().map(|(_, host)| host);
            host.and_then(|host| host.end).is_none_or(|end| spread(self.seen, self.seed) < end)
        };
        self.seen += u64::from(!wants);
        wants
    }

    /// Takes a page.
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

    /// Pages that came.
    #[must_use]
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// The pages that were kept.
    #[must_use]
    pub fn finish(self) -> Vec<SitePage> {
        self.hosts.into_values().flat_map(|host| host.pages.into_values()).collect()
    }
}

impl Host {
    /// Drops the page that is last in the draw: how many, and its bytes.
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
    fn a_sample_is_that_of_its_seed_and_not_larger_than_said() {
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
    fn of_many_hosts_each_has_its_share_and_whole_hosts_go() {
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
