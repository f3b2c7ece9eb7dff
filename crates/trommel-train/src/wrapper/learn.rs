//! Ranks the element patterns of pages by how likely they are to hold the content.

use super::measure::{Measure, TermCounts};
use super::page::Page;
use super::signify::{Signifiers, by_frequency, by_text};
use std::collections::{HashMap, HashSet};
use trommel::_train::ElementPattern;
use trommel::site::{Pattern, SiteRule};

/// The ranked patterns of pages of one template.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranking {
    /// Patterns, the most relevant first.
    pub(crate) patterns: Vec<Pattern>,
    /// Indexes of the pages without the best pattern or without any signifier.
    pub(crate) unfit: Vec<usize>,
}

/// Maximum patterns in a ranking.
const MAX_PATTERNS: usize = 8;

/// Key of a pattern: the number of the element type, and the level.
pub(crate) type Key = (u64, u16);

/// Sums of a pattern over pages.
struct Sum {
    pages: usize,
    measured: f64,
    /// Page and element of an example, and whether its type leaves digits out. An example with
    /// digits replaces one without.
    example: (usize, usize),
    kind: ElementPattern,
}

/// Ranks the structural patterns of `pages`, all of one template, by the signifiers of each page.
/// `of_site` are the pages of all templates of the site.
///
/// Cost: linear in elements and terms of all pages.
///
/// Source: Oita and Senellart 2012, sections 3.2 to 3.4, algorithm 1. The counts of a pattern on a
/// page are those of all its elements there, since a wrapper extracts them together. `p` is the
/// number of pages with the pattern. Departure: only block-level elements that are not headings are
/// candidates, because text is decided on by block.
pub(crate) fn rank(
    pages: &[&Page],
    signifiers: &[Signifiers],
    measure: Measure,
    of_site: &[&Page],
) -> Ranking {
    let mut sums: HashMap<Key, Sum> = HashMap::new();
    let mut has: Vec<Vec<Key>> = Vec::with_capacity(pages.len());
    for (number, (page, signifiers)) in pages.iter().zip(signifiers).enumerate() {
        let mut keys = Vec::new();
        for (key, example, counted) in patterns_of(page, signifiers) {
            if counted.counts.signifiers == 0 {
                continue;
            }
            let measured = counted.by(measure, signifiers);
            keys.push(key);
            let sum = sums.entry(key);
            match sum {
                std::collections::hash_map::Entry::Occupied(mut sum) => {
                    let sum = sum.get_mut();
                    sum.pages += 1;
                    sum.measured += measured;
                    if let Some(kind) = page.kind(example) {
                        sum.kind.widen(&kind);
                    }
                }
                std::collections::hash_map::Entry::Vacant(slot) => {
                    if let Some(kind) = page.kind(example) {
                        slot.insert(Sum { pages: 1, measured, example: (number, example), kind });
                    }
                }
            }
        }
        has.push(keys);
    }
    let mut ranked: Vec<(Key, Sum, f64)> = sums
        .into_iter()
        .map(|(key, sum)| {
            let relevance = sum.measured * sum.pages as f64 * f64::from(key.1);
            (key, sum, relevance)
        })
        .collect();
    // Among equals, the first on the first page.
    ranked.sort_unstable_by(|a, b| b.2.total_cmp(&a.2).then(a.1.example.cmp(&b.1.example)));
    let unfit = (0..pages.len())
        .filter(|&page| ranked.first().is_none_or(|best| !has[page].contains(&best.0)))
        .collect();
    let patterns = ranked
        .into_iter()
        .take(MAX_PATTERNS)
        .map(|((number, level), sum, relevance)| {
            let level_wanted = is_on_other_levels(of_site, number, level).then_some(level);
            Pattern {
                wrapper: SiteRule::new(sum.kind, level_wanted),
                level,
                pages: sum.pages,
                relevance,
                informativeness: sum.measured / sum.pages as f64,
            }
        })
        .collect();
    Ranking { patterns, unfit }
}

/// Whether elements of a type are on other levels too.
fn is_on_other_levels(pages: &[&Page], number: u64, level: u16) -> bool {
    pages
        .iter()
        .any(|page| page.elements.iter().any(|element| element.number == number && element.level != level))
}

/// Terms of the elements of a pattern.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counted {
    pub(crate) counts: TermCounts,
    /// The signifiers among them, as bits.
    mask: u64,
}

impl Counted {
    fn add(&mut self, other: Self) {
        self.counts.signifiers = self.counts.signifiers.saturating_add(other.counts.signifiers);
        self.counts.others = self.counts.others.saturating_add(other.counts.others);
        self.mask |= other.mask;
    }

    fn by(&self, measure: Measure, signifiers: &Signifiers) -> f64 {
        match measure {
            Measure::Informativeness => self.counts.informativeness(),
            Measure::Density => self.counts.density(),
            Measure::Unexpectedness => self.counts.unexpectedness(),
            Measure::Coverage => signifiers.coverage(self.mask),
        }
    }
}

/// Signifiers and other terms of each element of a page, with those of its descendants.
pub(crate) fn count(page: &Page, signifiers: &Signifiers) -> Vec<Counted> {
    let mut bits = vec![u8::MAX; page.words.len()];
    for (bit, &(word, _)) in signifiers.words.iter().enumerate() {
        bits[word as usize] = bit as u8;
    }
    let mut counted = vec![Counted::default(); page.elements.len()];
    let mut start = 0;
    for leaf in &page.leaves {
        let own = &mut counted[usize::from(leaf.element)];
        for &term in &page.terms[start..leaf.end as usize] {
            match bits[term as usize] {
                u8::MAX => own.counts.others += 1,
                bit => {
                    own.counts.signifiers += 1;
                    own.mask |= 1 << bit;
                }
            }
        }
        start = leaf.end as usize;
    }
    // An element comes after its parent.
    for at in (1..counted.len()).rev() {
        let inner = counted[at];
        counted[usize::from(page.elements[at].parent)].add(inner);
    }
    let TermCounts { signifiers: all, others, .. } = counted.first().copied().unwrap_or_default().counts;
    for element in &mut counted {
        (element.counts.page_signifiers, element.counts.page_others) = (all, others);
    }
    counted
}

/// The patterns of a page, each with its first element and the terms of all its elements. In no
/// order. The page itself is left out.
fn patterns_of(page: &Page, signifiers: &Signifiers) -> Vec<(Key, usize, Counted)> {
    let counted = count(page, signifiers);
    let mut found: HashMap<Key, (usize, Counted)> = HashMap::new();
    // The page itself is not a candidate.
    for (at, element) in page.elements.iter().enumerate().skip(1) {
        if !element.may_hold || !page.has_kind(at) {
            continue;
        }
        match found.entry(element.key()) {
            std::collections::hash_map::Entry::Vacant(slot) => drop(slot.insert((at, counted[at]))),
            std::collections::hash_map::Entry::Occupied(mut slot) => slot.get_mut().1.add(counted[at]),
        }
    }
    found.into_iter().map(|(key, (at, counted))| (key, at, counted)).collect()
}

/// The signifiers of each page: from a text about it that shares words with it, else by tf-idf over
/// all pages.
pub(crate) fn signifiers_of(pages: &[&Page], texts: &[Option<&str>], most: usize) -> Vec<Signifiers> {
    let mut pages_with: HashMap<&str, u32> = HashMap::new();
    for page in pages {
        for word in &page.words {
            *pages_with.entry(word).or_default() += 1;
        }
    }
    let of = |(page, text): (&&Page, &Option<&str>)| {
        text.map(|text| by_text(page, text, &pages_with, pages.len(), most))
            .filter(|told| !told.words.is_empty())
            .unwrap_or_else(|| by_frequency(page, &pages_with, pages.len(), most))
    };
    pages.iter().zip(texts).map(of).collect()
}

/// The shape of a page, by which its template is recognised: types and levels of its elements with
/// attributes.
pub(crate) fn shape(page: &Page) -> HashSet<Key> {
    let is_told = |at: usize| page.elements[at].may_hold && page.is_named(at);
    (0..page.elements.len()).filter(|&at| is_told(at)).map(|at| page.elements[at].key()).collect()
}

/// Similarity of two shapes (Jaccard). Two empty shapes are equal.
pub(crate) fn likeness(a: &HashSet<Key>, b: &HashSet<Key>) -> f64 {
    let both = a.intersection(b).count();
    let all = a.len() + b.len() - both;
    if all == 0 { 1.0 } else { both as f64 / all as f64 }
}
