//! Weights of the words of names (classes and ids), from pages with gold text.
//!
//! For each word and each site with it, computes the share of gold words inside the elements with
//! that name. The weight is the mean over sites as a log-odds ratio to the usual share. With few
//! sites it is pulled towards the usual share. A word of very few sites gets no weight: it would
//! only identify these sites.
//!
//! The site of a recombined page (`recombine.rs`) is that of the frame, so that the names of a
//! content count for several sites.

use super::data::PageRows;
use std::collections::HashMap;
use trommel::_train::WEIGHTS_PER_LOGIT;

/// Minimum sites with a word.
const MIN_SITES: u32 = 5;

/// Number of sites with the usual share that are added to each word.
const USUAL_SITES: f64 = 2.0;

/// Usual share of gold words inside an element, across pages.
const USUAL_SHARE: f64 = 0.35;

/// Added to both sides of a share, which keeps log-odds finite.
const SHARE_MARGIN: f64 = 0.02;

/// Number of sites at which the weight of a word is halved. With more sites it is reduced less.
const DOUBT_SITES: f64 = 3.0;

/// Minimum weight in logits. Smaller weights would fill the table with little effect.
const MIN_LOGITS: f64 = 0.2;

/// Weights of words, in the order of their hashes.
///
/// Cost: linear in elements and their words, except for sorting the words.
pub(super) fn weights<'a>(pages: impl Iterator<Item = &'a PageRows>) -> Vec<(u32, i8)> {
    let mut by_site: HashMap<(u32, u32), (f64, f64)> = HashMap::new();
    for page in pages {
        for (words, weight, share) in elements(page) {
            for &word in words {
                let entry = by_site.entry((word, page.site)).or_default();
                entry.0 += weight * share;
                entry.1 += weight;
            }
        }
    }
    let mut by_site: Vec<_> = by_site.into_iter().collect();
    by_site.sort_unstable_by_key(|(key, _)| *key);
    by_site
        .chunk_by(|a, b| a.0.0 == b.0.0)
        .filter_map(|sites| weight(sites).map(|w| (sites[0].0.0, w)))
        .collect()
}

/// A word on a site: word and site, then the weight of the gold words in its elements and of all
/// words.
type OnSite = ((u32, u32), (f64, f64));

/// The weight of a word from its shares by site. `None` if it is too small.
fn weight(sites: &[OnSite]) -> Option<i8> {
    if sites.len() < MIN_SITES as usize {
        return None;
    }
    let shares: f64 = sites.iter().map(|(_, (right, all))| right / all).sum();
    let count = sites.len() as f64;
    let share = (shares + USUAL_SITES * USUAL_SHARE) / (count + USUAL_SITES);
    let log_odds = |share: f64| ((share + SHARE_MARGIN) / (1.0 - share + SHARE_MARGIN)).ln();
    let logits = (log_odds(share) - log_odds(USUAL_SHARE)) * count / (count + DOUBT_SITES);
    (logits.abs() >= MIN_LOGITS).then_some((logits * f64::from(WEIGHTS_PER_LOGIT)).clamp(-127.0, 127.0) as i8)
}

/// Elements of a page with names: their words, their weight, and the share of their text that is in
/// the gold text.
fn elements(page: &PageRows) -> impl Iterator<Item = (&Vec<u32>, f64, f64)> {
    let mut sums = vec![(0.0_f64, 0.0_f64); page.elements.len()];
    for (block, target) in page.blocks.iter().zip(&page.targets) {
        let words = block.words.len() as f64;
        sums[block.element].0 += words * f64::from(*target);
        sums[block.element].1 += words;
    }
    for at in (1..page.elements.len()).rev() {
        let (right, all) = sums[at];
        let parent = &mut sums[page.elements[at].parent];
        parent.0 += right;
        parent.1 += all;
    }
    page.elements
        .iter()
        .zip(sums)
        .filter(|(element, _)| !element.words.is_empty())
        .map(|(element, (right, all))| (&element.words, (all + 1.0).sqrt(), right / all.max(1.0)))
}
