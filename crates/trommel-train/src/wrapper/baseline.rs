//! SIGFEED, a baseline of the paper: it searches one page for the words of its feed item.

use super::learn::count;
use super::page::Page;
use super::signify::by_text;
use std::collections::HashMap;
use trommel::site::SiteRule;
use trommel::site::{Pattern, Site, Sites, Template};

/// The `div` of a page with most of the words of a related text, such as title and description of
/// its feed item. It is valid for this page only.
///
/// Out: `None` if no `div` has any of the words. Each text leaf with such a word counts, with its
/// words, for its innermost enclosing `div`. Among equals, the `div` with the fewest words wins.
///
/// Cost: linear in the page. Source: SIGFEED as described by Oita and Senellart 2012, section 4,
/// "Baselines".
#[must_use]
pub fn keyword_block(page: &Page, text: &str, signifiers: usize) -> Option<Sites> {
    let signifiers = by_text(page, text, &HashMap::new(), 1, signifiers);
    let is_signifier: Vec<bool> = (0..page.words.len())
        .map(|word| signifiers.words.iter().any(|found| found.0 as usize == word))
        .collect();
    let mut found: HashMap<usize, u32> = HashMap::new();
    let mut start = 0;
    for leaf in &page.leaves {
        let terms = &page.terms[start..leaf.end as usize];
        start = leaf.end as usize;
        let hits = terms.iter().filter(|&&term| is_signifier[term as usize]).count() as u32;
        let mut at = usize::from(leaf.element);
        while at > 0 && page.tag(at) != "div" {
            at = usize::from(page.elements[at].parent);
        }
        if hits > 0 && at > 0 && page.has_kind(at) {
            *found.entry(at).or_default() += hits;
        }
    }
    let counted = count(page, &signifiers);
    let words = |at: usize| counted[at].counts.signifiers + counted[at].counts.others;
    let (&at, _) = found.iter().min_by_key(|&(&at, &hits)| (std::cmp::Reverse(hits), words(at), at))?;
    let level = page.elements[at].level;
    let wrapper = SiteRule::new(page.kind(at)?, Some(level));
    let pattern =
        Pattern { wrapper, level, pages: 1, relevance: f64::from(found[&at]), informativeness: 0.0 };
    let template = Template { patterns: [pattern].into(), pages: 1 };
    Some(Sites::new(
        [Site { host: None, pages: 1, sample: 1, templates: [template].into(), unfit: Vec::new() }].into(),
    ))
}
