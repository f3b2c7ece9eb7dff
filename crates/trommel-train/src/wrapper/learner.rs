//! Learns wrappers from a bounded sample of the pages of each site.

use super::feed::Feed;
use super::learn::{Key, likeness, rank, shape, signifiers_of};
use super::measure::Measure;
use super::page::Page;
use std::collections::BTreeMap;
use std::collections::HashSet;
use trommel::_train::{MAX_TEMPLATES, host_of};
use trommel::site::{Site, Sites, Template};
use trommel::{Error, ErrorKind, Result};

/// Settings of learning.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Signifiers of a page, 1 to [`MAX_SIGNIFIERS`](super::MAX_SIGNIFIERS). Default: 10, as in the
    /// paper.
    pub signifiers: usize,
    /// Measure by which patterns are ranked. Default: [`Measure::Informativeness`].
    pub measure: Measure,
    /// Whether pages are separated by the host of their URL. Default: `false`, all are of one site.
    pub by_host: bool,
    /// Maximum sample pages of a host. Default: 64; the paper sees no gain beyond 10.
    pub sample: usize,
    /// Maximum bytes of the sample. Default: 256 MiB. If pages do not fit, the samples get smaller,
    /// and then pages are left out.
    pub sample_bytes: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            signifiers: 10,
            measure: Measure::default(),
            by_host: false,
            sample: 64,
            sample_bytes: 256 << 20,
        }
    }
}

/// Minimum sample pages of a host before pages are left out.
const MIN_SAMPLE: usize = 4;

/// Minimum similarity of the shapes of two pages of one template.
const ALIKE: f64 = 0.4;

/// Maximum names in the list of pages that do not fit.
const MAX_UNFIT: usize = 100;

/// Takes pages of sites and learns their wrappers.
///
/// Cost: linear in each page; at the end, linear in the sample, and quadratic in the number of
/// pages of each host. Holds [`Settings::sample_bytes`] and one page more.
///
/// Source: Oita and Senellart 2012. Departure: pages of different shapes are separated, so that
/// each template gets its own wrapper. The paper assumes a single template.
pub struct Learner {
    settings: Settings,
    hosts: BTreeMap<String, Sample>,
    /// Current maximum of sample pages of a host. It shrinks so that all samples fit.
    sample: usize,
    held_bytes: usize,
    feed: Option<Feed>,
    counts: PageCounts,
}

/// Counts of the pages that were given to a [`Learner`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PageCounts {
    /// All pages.
    pub pages: u64,
    /// Pages without words.
    pub empty: u64,
    /// Pages with an unknown URL, if pages are separated by host.
    pub without_host: u64,
    /// Pages that did not fit in the memory of the sample.
    pub without_room: u64,
    /// Pages in the sample with an item in the feed.
    pub in_feed: u64,
}

impl PageCounts {
    /// Counts above zero of pages left out of learning, each with the reason.
    pub fn left_out(&self) -> impl Iterator<Item = (u64, &'static str)> {
        let all = [
            (self.empty, "no words"),
            (self.without_host, "URL unknown"),
            (self.without_room, "sample full (--memory)"),
        ];
        all.into_iter().filter(|(pages, _)| *pages > 0)
    }
}

/// The sample of a host. All its pages are in it with the same probability.
#[derive(Default)]
struct Sample {
    pages: Vec<Page>,
    given: u64,
}

impl Learner {
    /// A learner without pages.
    ///
    /// # Errors
    /// [`ErrorKind::Setting`] if the number of signifiers is out of range, or the sample is smaller
    /// than two pages.
    pub fn new(settings: Settings) -> Result<Self> {
        let most = super::MAX_SIGNIFIERS;
        if !(1..=most).contains(&settings.signifiers) {
            let message = format!("expected 1 to {most} signifiers, found {}", settings.signifiers);
            return Err(Error::new(ErrorKind::Setting, message));
        }
        if settings.sample < 2 {
            let message = format!("expected a sample of at least 2 pages, found {}", settings.sample);
            return Err(Error::new(ErrorKind::Setting, message));
        }
        let sample = settings.sample;
        Ok(Self {
            settings,
            hosts: BTreeMap::new(),
            sample,
            held_bytes: 0,
            feed: None,
            counts: PageCounts::default(),
        })
    }

    /// Sets a feed. Pages with an item in it get their signifiers from the item, other pages by
    /// tf-idf.
    pub fn set_feed(&mut self, feed: Feed) {
        self.feed = Some(feed);
    }

    /// Counts of the pages so far.
    #[must_use]
    pub fn counts(&self) -> PageCounts {
        self.counts
    }

    /// Bytes of the sample.
    #[must_use]
    pub fn held_bytes(&self) -> usize {
        self.held_bytes
    }

    /// Takes a page. Only the order of pages decides which are in the sample.
    pub fn add(&mut self, page: Page) {
        self.counts.pages += 1;
        if page.is_empty() {
            self.counts.empty += 1;
            return;
        }
        let host = match (self.settings.by_host, page.url.as_deref().and_then(host_of)) {
            (false, _) => String::new(),
            (true, Some(host)) => host,
            (true, None) => {
                self.counts.without_host += 1;
                return;
            }
        };
        let bytes = page.held_bytes();
        while self.held_bytes + bytes > self.settings.sample_bytes {
            if self.sample <= MIN_SAMPLE {
                self.counts.without_room += 1;
                if let Some(sample) = self.hosts.get_mut(&host) {
                    sample.given += 1;
                }
                return;
            }
            self.shrink();
        }
        let sample = self.hosts.entry(host).or_default();
        sample.given += 1;
        if sample.pages.len() < self.sample {
            sample.pages.push(page);
            self.held_bytes += bytes;
            return;
        }
        let at = mixed(sample.given) % sample.given;
        if let Some(old) = usize::try_from(at).ok().and_then(|at| sample.pages.get_mut(at)) {
            self.held_bytes = self.held_bytes + bytes - old.held_bytes();
            *old = page;
        }
    }

    /// Halves the sample of each host.
    fn shrink(&mut self) {
        self.sample = (self.sample / 2).max(MIN_SAMPLE);
        for sample in self.hosts.values_mut() {
            sample.pages.truncate(self.sample);
            sample.pages.shrink_to_fit();
        }
        self.held_bytes = self.hosts.values().flat_map(|sample| &sample.pages).map(Page::held_bytes).sum();
    }

    /// The wrappers, and for each host without one the reason.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Site`] if no host has a wrapper: there are too few pages, no two of the same
    /// shape, or all words are on all pages.
    pub fn finish(mut self) -> Result<Learned> {
        let mut sites = Vec::new();
        let mut failed = Vec::new();
        for (host, sample) in std::mem::take(&mut self.hosts) {
            match self.learn(&sample) {
                Ok(site) => sites.push(Site { host: self.settings.by_host.then_some(host), ..site }),
                Err(why) => failed.push((host, why)),
            }
        }
        if sites.is_empty() {
            let mut message = match failed.into_iter().next() {
                Some((host, why)) if self.settings.by_host => format!("{why} (of {host})"),
                Some((_, why)) => why,
                None => "expected pages to learn from, found none".to_string(),
            };
            message.extend(
                self.counts
                    .left_out()
                    .map(|(pages, why)| format!("; {pages} of {} left out: {why}", self.counts.pages)),
            );
            return Err(Error::new(ErrorKind::Site, message));
        }
        Ok(Learned { sites: Sites::new(sites), failed, counts: self.counts })
    }

    /// The wrappers of one site, without its host, or the reason why there are none.
    fn learn(&mut self, sample: &Sample) -> std::result::Result<Site, String> {
        let pages: Vec<&Page> = sample.pages.iter().collect();
        if pages.len() < 2 {
            return Err(format!("expected at least 2 pages of a site, found {}", pages.len()));
        }
        let texts: Vec<Option<String>> =
            pages.iter().map(|page| self.feed.as_ref().and_then(|feed| feed.text_of(page))).collect();
        self.counts.in_feed += texts.iter().flatten().count() as u64;
        let mut templates = Vec::new();
        let mut is_fit: HashSet<usize> = HashSet::new();
        let groups = alike(&pages);
        let (all, most) = (groups.len(), groups.first().map_or(0, Vec::len));
        for group in groups {
            if group.len() < 2 || templates.len() == MAX_TEMPLATES {
                break;
            }
            let of_template: Vec<&Page> = group.iter().map(|&at| pages[at]).collect();
            let of_texts: Vec<Option<&str>> = group.iter().map(|&at| texts[at].as_deref()).collect();
            let signifiers = signifiers_of(&of_template, &of_texts, self.settings.signifiers);
            let ranking = rank(&of_template, &signifiers, self.settings.measure, &pages);
            // A pattern of a single page does not count.
            if ranking.patterns.first().is_none_or(|best| best.pages < 2 || best.relevance <= 0.0) {
                continue;
            }
            is_fit.extend(
                group.iter().enumerate().filter(|(at, _)| !ranking.unfit.contains(at)).map(|(_, page)| page),
            );
            templates.push(Template { patterns: ranking.patterns, pages: group.len() });
        }
        if templates.is_empty() {
            let found = pages.len();
            return Err(if most < 2 {
                format!(
                    "expected at least 2 pages of one template, found {found} pages of {all} templates; give pages with the same layout"
                )
            } else {
                format!(
                    "expected words that are not on all {found} pages, found none in elements that the pages share"
                )
            });
        }
        let unfit = (0..pages.len()).filter(|at| !is_fit.contains(at)).take(MAX_UNFIT);
        Ok(Site {
            host: None,
            pages: sample.given,
            sample: pages.len(),
            templates,
            unfit: unfit.map(|at| pages[at].name.to_string()).collect(),
        })
    }
}

/// The result of learning.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Learned {
    /// The wrappers.
    pub sites: Sites,
    /// Hosts without a wrapper, and why.
    pub failed: Vec<(String, String)>,
    /// Counts of the pages.
    pub counts: PageCounts,
}

/// Groups of pages with similar shapes, as indexes. A page joins the first group whose first page
/// is similar to it. The largest group comes first; among equals, the one whose first page came
/// first.
fn alike(pages: &[&Page]) -> Vec<Vec<usize>> {
    let shapes: Vec<HashSet<Key>> = pages.iter().map(|page| shape(page)).collect();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for at in 0..pages.len() {
        let likest = groups
            .iter()
            .map(|group| likeness(&shapes[group[0]], &shapes[at]))
            .enumerate()
            .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        match likest {
            Some((group, likeness)) if likeness >= ALIKE => groups[group].push(at),
            _ => groups.push([at].into()),
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// A pseudo-random number, the same on every run. Source: Steele, Lea, Flood 2014, SplitMix64.
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}
