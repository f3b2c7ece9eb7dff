//! What the words of names are worth, from pages with gold text.
//!
//! For each word, and each site that uses it, the share of words inside such elements that is
//! right; the mean over sites, drawn towards that of all pages where sites are few, as a log-odds
//! ratio. A word that few sites use says nothing: it would only tell these sites apart.
//! Of a page put together (`recombine.rs`) the site is that of the frame, so that the names of a
//! content count for several.

use super::data::PageRows;
use std::collections::HashMap;
use trommel::_train::WEIGHTS_PER_LOGIT;

/// Sites that use a word, at least.
const MIN_SITES: u32 = 5;

/// Sites' worth of the usual share that is added to each word.
const USUAL_SITES: f64 = 2.0;

/// The usual share of right words inside an element, across pages.
const USUAL_SHARE: f64 = 0.35;

/// Keeps log-odds finite: added to both sides of a share.
const SHARE_MARGIN: f64 = 0.02;

/// Sites at which a word has three quarters of its weight at most.
const DOUBT_SITES: f64 = 3.0;

/// Weights below are left out, in logits: they would fill the table and say little.
const MIN_LOGITS: f64 = 0.2;

/// Weights of words, in the order of their hashes, by the pages that are given.
///
/// Cost: linear in elements and their words, but for sorting words.
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

/// A word on a site: the word and the site, and of the weights of its elements those that are
/// right, and all.
type OnSite = ((u32, u32), (f64, f64));

/// The weight of one word, of what is known of it by site; `None` for next to none.
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

/// Elements of a page with names: their words, what they weigh, and the share of their text that is
/// right.
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
