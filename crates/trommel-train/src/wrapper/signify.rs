//! Signifiers: the terms that represent the topic of a page.
//!
//! Source: Oita and Senellart 2012, section 3.1, "Signifiers".

use super::page::Page;
use super::terms::Terms;
use std::collections::HashMap;

/// Maximum signifiers of a page, which are held as bits of a word.
pub const MAX_SIGNIFIERS: usize = 64;

/// The signifiers of one page in descending order of weight: word of the page, and weight.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signifiers {
    pub(crate) words: Vec<(u32, f64)>,
}

impl Signifiers {
    /// The `most` heaviest of these words; among equals, the first on the page.
    fn new(mut words: Vec<(u32, f64)>, most: usize) -> Self {
        words.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        words.truncate(most.min(MAX_SIGNIFIERS));
        Self { words }
    }

    /// The weight of the signifiers in `mask` as a share of all weight, divided by their number.
    /// Source: Oita and Senellart 2012, eq. 6.
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

/// The terms of a page with the greatest tf-idf: their count on the page, times the logarithm of
/// the number of all pages divided by that of the pages with the term. A term of all pages has no
/// weight and is left out.
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

/// The terms of a text about the page, such as its feed item, that are also on the page. Each is
/// weighted by its count in the text. Terms of more than half of the pages are left out, if there
/// are others.
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
