//! Decides which blocks of a site are content: those of the cluster that has most in common with
//! the descriptions of the pages.

use super::dbscan::{BlockStyle, Density, clusters};
use super::error::LabelError;
use super::figures::VoteCounts;
use super::lcs::TitleOrDescription;
use super::page::{Kind, SitePage};
use super::settings::Settings;
use std::collections::{HashMap, HashSet};
use trommel::_train::NumberKind as LinearFeatureKind;

/// Default neighbour distance. In rendered blocks, two differing properties. In HTML, one more or
/// one less name: another class or id makes another kind of block.
const RENDERED_RADIUS: f64 = 2.0;
const HTML_RADIUS: f64 = 1.0;

/// Maximum pages that may share a description before it counts as that of the site.
const MAX_SHARING: usize = 2;

/// Minimum certainty, in standard deviations, that the texts of a cluster are closer to the
/// descriptions of their own pages than to those of others. With few pages, the maximum possible.
const MIN_SURE: f64 = 2.0;
const MIN_SURE_OF_FEW: f64 = 0.9;

/// Minimum share of the text of the site in the content. A headline has less.
const MIN_SHARE: f64 = 0.05;

/// Minimum share of the blocks of a cluster that are between content blocks, for the cluster to be
/// content too. Such are headings, lists and quotes.
const BETWEEN_SHARE: f64 = 0.9;

/// Minimum characters of a block that may be the title of its page.
const MIN_TITLE_CHARS: usize = 5;

/// Minimum share of the voting pages that must have content.
const MIN_PAGES: f64 = 1.0 / 3.0;

/// A site: the kinds of blocks of all its pages.
pub(super) struct Site {
    pub(super) kinds: Vec<Kind>,
    /// For each page and each of its kinds, the index of that kind in `kinds`.
    pub(super) kind_of: Vec<Vec<u32>>,
}

impl Site {
    pub(super) fn new(pages: &[&SitePage]) -> Self {
        let mut numbers: HashMap<&Kind, u32> = HashMap::new();
        let mut kinds = vec![];
        let kind_of = pages
            .iter()
            .map(|page| {
                page.kinds
                    .iter()
                    .map(|kind| {
                        *numbers.entry(kind).or_insert_with(|| {
                            kinds.push(kind.clone());
                            kinds.len() as u32 - 1
                        })
                    })
                    .collect()
            })
            .collect();
        Self { kinds, kind_of }
    }
}

/// Blocks with labels.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    /// For each page and each of its blocks, whether it is content.
    pub(super) content: Vec<Vec<bool>>,
    pub(super) clusters: usize,
    pub(super) votes: VoteCounts,
}

impl Labels {
    /// Adds the labels of another site.
    pub(super) fn add(&mut self, other: Self) {
        self.content.extend(other.content);
        self.clusters += other.clusters;
        self.votes.by_description += other.votes.by_description;
        self.votes.by_title += other.votes.by_title;
        self.votes.none += other.votes.none;
    }
}

/// The sums of a cluster over all its blocks.
#[derive(Clone, Debug, Default)]
struct Cluster {
    chars: u64,
    /// Characters that its blocks have in common with the descriptions of their pages.
    relevance: u64,
    /// For each page, the excess over what its blocks have in common with the description of
    /// another page.
    excess: HashMap<usize, i64>,
}

impl Cluster {
    /// Certainty that the excess is not chance, in standard deviations. By chance, the excess of
    /// each page is as likely positive as negative.
    fn surety(&self) -> f64 {
        let sum: i64 = self.excess.values().sum();
        let squares: i64 = self.excess.values().map(|excess| excess * excess).sum();
        if squares == 0 { 0.0 } else { sum as f64 / (squares as f64).sqrt() }
    }

    fn least_sure(&self) -> f64 {
        MIN_SURE.min(MIN_SURE_OF_FEW * (self.excess.len() as f64).sqrt())
    }
}

/// The description or title of each page. `None` if it has none of its own.
fn hints<'a>(pages: &[&'a SitePage]) -> (Vec<Option<&'a str>>, VoteCounts) {
    let count = |text: fn(&SitePage) -> &String| {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        pages.iter().for_each(|page| *counts.entry(text(page)).or_default() += 1);
        counts
    };
    let descriptions = count(|page| &page.description);
    let titles = count(|page| &page.title);
    let own = |counts: &HashMap<&str, usize>, text: &str| !text.is_empty() && counts[text] <= MAX_SHARING;
    let mut votes = VoteCounts::default();
    let hints = pages
        .iter()
        .map(|page| {
            if own(&descriptions, &page.description) {
                votes.by_description += 1;
                Some(page.description.as_str())
            } else if own(&titles, &page.title) {
                votes.by_title += 1;
                Some(page.title.as_str())
            } else {
                votes.none += 1;
                None
            }
        })
        .collect();
    (hints, votes)
}

/// The density of the clusters, with the defaults of the kind of pages.
fn density(pages: &[&SitePage], settings: &Settings) -> Density {
    let of_pages = if pages.iter().any(|page| page.is_rendered) { RENDERED_RADIUS } else { HTML_RADIUS };
    Density { radius: settings.radius.unwrap_or(of_pages), fewest: settings.fewest }
}

/// Labels the blocks of a site.
///
/// Source: Zhou and Mashuq 2014, algorithm 1. Departures:
///
/// - Only clusters count whose texts are closer to the descriptions of their own pages than to
///   those of other pages. A long menu has more characters in common with any description than an
///   article.
/// - In HTML, the clusters between the blocks of the best one, and the title before it, are content
///   too.
/// - Unreliable labels are rejected.
///
/// Cost: that of the clusters, and for each block the characters of its text times those of two
/// descriptions, divided by 64.
pub(super) fn label(pages: &[&SitePage], settings: &Settings) -> Result<Labels, LabelError> {
    let site = Site::new(pages);
    let with_blocks = pages.iter().filter(|page| !page.blocks.is_empty()).count();
    if with_blocks < 2 {
        return Err(LabelError::TooFewPages(with_blocks));
    }
    if let Some(content) = pages.iter().map(|page| page.verdicts.clone()).collect::<Option<Vec<_>>>() {
        return labels_of_content(pages, content);
    }
    let (hints, votes) = hints(pages);
    let voters: Vec<usize> = (0..pages.len()).filter(|&page| hints[page].is_some()).collect();
    if voters.len() < 2 {
        return Err(LabelError::NothingVotes(votes));
    }
    let blocks = || pages.iter().flat_map(|page| &page.blocks);
    let found = of_blocks(pages, &site, density(pages, settings));
    let count = found.iter().flatten().max().map_or(0, |most| *most as usize + 1);
    if count < 2 {
        return Err(LabelError::TooFewClusters(count));
    }
    let mut all = vec![Cluster::default(); count];
    let mut first = 0;
    for (at, page) in pages.iter().enumerate() {
        let in_clusters = &found[first..first + page.blocks.len()];
        first += page.blocks.len();
        let next = voters.iter().position(|&voter| voter == at);
        let other = next.and_then(|next| {
            let others = (1..voters.len()).map(|step| hints[voters[(next + step) % voters.len()]]);
            others.flatten().find(|other| Some(*other) != hints[at])
        });
        let mut pair = hints[at]
            .zip(other)
            .map(|(own, other)| (TitleOrDescription::new(own), TitleOrDescription::new(other)));
        for (block, cluster) in page.blocks.iter().zip(in_clusters) {
            let Some(cluster) = cluster.map(|cluster| &mut all[cluster as usize]) else { continue };
            cluster.chars += u64::from(block.chars);
            if let Some((own, other)) = &mut pair {
                let chars = own.chars.min(other.chars);
                let (whole, begin) = own.common(&block.text, chars);
                let (_, chance) = other.common(&block.text, chars);
                cluster.relevance += u64::from(whole);
                *cluster.excess.entry(at).or_default() += i64::from(begin) - i64::from(chance);
            }
        }
    }
    let site_chars: u64 = blocks().map(|block| u64::from(block.chars)).sum();
    let best = choose(&all, site_chars, voters.len())?;
    let chosen = if pages.iter().any(|page| page.is_rendered) {
        (0..count).map(|at| at == best as usize).collect()
    } else {
        with_companions(pages, &found, best, count)
    };
    let mut found = found.into_iter();
    let content = pages
        .iter()
        .map(|page| {
            let is_chosen = |found: Option<u32>| found.is_some_and(|found| chosen[found as usize]);
            found.by_ref().take(page.blocks.len()).map(is_chosen).collect()
        })
        .collect();
    Ok(Labels { content, clusters: count, votes })
}

/// Labels by another method, if it found content on enough pages to learn from.
fn labels_of_content(pages: &[&SitePage], content: Vec<Vec<bool>>) -> Result<Labels, LabelError> {
    let (mut all_chars, mut chars, mut with_content) = (0_u64, 0_u64, 0);
    for (page, content) in pages.iter().zip(&content) {
        for (block, is_content) in page.blocks.iter().zip(content) {
            all_chars += u64::from(block.chars);
            chars += if *is_content { u64::from(block.chars) } else { 0 };
        }
        with_content += usize::from(content.contains(&true));
    }
    let share = chars as f64 / all_chars.max(1) as f64;
    if share < MIN_SHARE || (with_content as f64) < (MIN_PAGES * pages.len() as f64).max(2.0) {
        return Err(LabelError::TooLittleContent { share, pages: with_content, voters: pages.len() });
    }
    Ok(Labels { content, ..Labels::default() })
}

/// The cluster of each block of all pages.
fn of_blocks(pages: &[&SitePage], site: &Site, density: Density) -> Vec<Option<u32>> {
    let (mut styles, mut style_of, mut numbers) = (vec![], vec![], HashMap::new());
    for style in styles_of_kinds(pages, site) {
        let number = *numbers.entry(style).or_insert_with_key(|style| {
            styles.push(BlockStyle { numbers: style.clone(), blocks: 0 });
            styles.len() - 1
        });
        style_of.push(number);
    }
    let kinds = pages.iter().zip(&site.kind_of);
    let kinds =
        kinds.flat_map(|(page, kind_of)| page.blocks.iter().map(|block| kind_of[block.kind as usize]));
    let blocks: Vec<usize> = kinds.map(|kind| style_of[kind as usize]).collect();
    blocks.iter().for_each(|&style| styles[style].blocks += 1);
    let found = clusters(&styles, density);
    blocks.iter().map(|&style| found[style]).collect()
}

/// The styles of the kinds of a site. Classes and ids that occur on a single page are left out,
/// since they do not characterise the site.
fn styles_of_kinds(pages: &[&SitePage], site: &Site) -> Vec<Vec<u32>> {
    let mut pages_of: HashMap<u32, (usize, usize)> = HashMap::new();
    for (at, (page, kind_of)) in pages.iter().zip(&site.kind_of).enumerate() {
        for block in &page.blocks {
            for &number in &site.kinds[kind_of[block.kind as usize] as usize].style {
                let (last, count) = pages_of.entry(number).or_insert((usize::MAX, 0));
                *count += usize::from(*last != at);
                *last = at;
            }
        }
    }
    let is_shared = |number: &&u32| {
        LinearFeatureKind::of(**number) != LinearFeatureKind::Name
            || pages_of.get(number).is_some_and(|(_, count)| *count > 1)
    };
    site.kinds.iter().map(|kind| kind.style.iter().filter(is_shared).copied().collect()).collect()
}

/// Whether a block repeats the title of its page, or the half of it that is not the name of the
/// site.
fn is_title(title: &mut TitleOrDescription, text: &str) -> bool {
    let chars = text.chars().count();
    let may_be = chars >= MIN_TITLE_CHARS && 2 * chars >= title.chars && chars <= title.chars;
    may_be && 10 * title.common(text, 0).0 as usize >= 9 * chars
}

/// The clusters of content, by number: the best one; those whose blocks are mostly between its
/// blocks (headings, lists, quotes); and that of the page titles, if it comes before them.
fn with_companions(pages: &[&SitePage], found: &[Option<u32>], best: u32, count: usize) -> Vec<bool> {
    let (mut blocks, mut between, mut titles) =
        (vec![0_usize; count], vec![0_usize; count], vec![0_usize; count]);
    let (mut first, mut with_content) = (0, 0);
    for page in pages {
        let in_clusters = &found[first..first + page.blocks.len()];
        first += page.blocks.len();
        let begin = in_clusters.iter().position(|found| *found == Some(best));
        let end = in_clusters.iter().rposition(|found| *found == Some(best));
        with_content += usize::from(begin.is_some());
        let mut title = TitleOrDescription::new(&page.title);
        for (at, cluster) in in_clusters.iter().enumerate() {
            let Some(cluster) = *cluster else { continue };
            let cluster = cluster as usize;
            blocks[cluster] += 1;
            between[cluster] +=
                usize::from(begin.is_some_and(|begin| at > begin) && end.is_some_and(|end| at < end));
            let is_before = begin.is_some_and(|begin| at < begin);
            titles[cluster] += usize::from(is_before && is_title(&mut title, &page.blocks[at].text));
        }
    }
    (0..count)
        .map(|at| {
            let is_between = between[at] as f64 >= BETWEEN_SHARE * blocks[at] as f64;
            let is_title = 2 * titles[at] >= with_content.max(blocks[at]);
            at == best as usize || is_between || is_title
        })
        .collect()
}

fn choose(all: &[Cluster], site_chars: u64, voters: usize) -> Result<u32, LabelError> {
    let is_about = |cluster: &&(usize, &Cluster)| cluster.1.surety() >= cluster.1.least_sure();
    let known: Vec<(usize, &Cluster)> = all.iter().enumerate().collect();
    let (at, best) = known
        .iter()
        .filter(is_about)
        .max_by_key(|(at, cluster)| (cluster.relevance, std::cmp::Reverse(*at)))
        .ok_or(LabelError::NothingAbout { clusters: all.len(), pages: voters })?;
    let share = best.chars as f64 / site_chars.max(1) as f64;
    let pages = best
        .excess
        .iter()
        .filter(|(_, excess)| **excess != 0)
        .map(|(page, _)| page)
        .collect::<HashSet<_>>()
        .len();
    if share < MIN_SHARE || (pages as f64) < (MIN_PAGES * voters as f64).max(2.0) {
        return Err(LabelError::TooLittleContent { share, pages, voters });
    }
    Ok(*at as u32)
}
