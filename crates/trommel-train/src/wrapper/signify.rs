//! Signifiers: the terms that stand for what a page is about.
//!
//! Source: Oita and Senellart 2012, section 3.1, "Signifiers".

use super::page::Page;
use super::terms::Terms;
use std::collections::HashMap;

/// Signifiers of a page, at most: one bit each.
pub const MAX_SIGNIFIERS: usize = 64;

/// The signifiers of one page, the weightiest first: a word of the page, and its weight.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signifiers {
    pub(crate) words: Vec<(u32, f64)>,
}

impl Signifiers {
    /// The `most` weightiest of these; of equals the ones that come first on the page.
    fn new(mut words: Vec<(u32, f64)>, most: usize) -> Self {
        words.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        words.truncate(most.min(MAX_SIGNIFIERS));
        Self { words }
    }

    /// The share of the weight of the signifiers in `mask`, over their number. Source: Oita and
    /// Senellart 2012, eq. 6.
    pub(crate) fn coverage(&self, mask: u64) -> f64 {
        let all: f64 = self.words.iter().map(|word| word.1).sum();
        let found: f64 = self
            .words
            .iter()
            .enumerate()
            .filter(|(bit, _)| mask >> bit & 1 == 1)
            .map(|(_, word)| word.1)
            .sum();
        if all > 0.0 { found / all / self.words.len() as f64 } else { 0.0 }
    }
}

/// The terms of a page with the greatest tf-idf: how often they are on the page, times the
/// logarithm of all pages by those that have them. A term of all pages weighs nothing and is none.
pub(crate) fn by_frequency(
    page: &Page,
    pages_with: &HashMap<&str, u32>,
    pages: usize,
    most: usize,
) -> Signifiers {
    let mut counts = vec![0_u32; page.words.len()];
    for &term in &page.terms {
        counts[term as usize] += 1;
    }
    let weigh = |(number, word): (usize, &std::boxed::Box<str>)| {
        let with = pages_with.get(&**word).copied().unwrap_or(1).max(1);
        let weight = f64::from(counts[number]) * (pages as f64 / f64::from(with)).ln();
        (weight > 0.0).then_some((number as u32, weight))
    };
    Signifiers::new(page.words.iter().enumerate().filter_map(weigh).collect(), most)
}

/// The terms of a text about the page that are on the page, such as those of a feed's item: each
/// weighs as often as it is there. Terms of more than half of the pages are none, if there are
/// others.
pub(crate) fn by_text(
    page: &Page,
    text: &str,
    pages_with: &HashMap<&str, u32>,
    pages: usize,
    most: usize,
) -> Signifiers {
    let number_of: HashMap<&str, u32> = page.words.iter().map(|word| &**word).zip(0..).collect();
    let mut counts: HashMap<u32, (u32, bool)> = HashMap::new();
    Terms::default().cut(text, |term| {
        if let Some(&number) = number_of.get(term) {
            let is_rare = pages_with.get(term).is_none_or(|&with| with as usize * 2 <= pages);
            let count = counts.entry(number).or_insert((0, is_rare));
            count.0 += 1;
        }
    });
    let has_rare = counts.values().any(|count| count.1);
    let words = counts.into_iter().filter(|(_, (_, is_rare))| *is_rare || !has_rare);
    Signifiers::new(words.map(|(word, (count, _))| (word, f64::from(count))).collect(), most)
}
