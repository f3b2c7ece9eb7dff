//! Weights of the n-grams of texts, from pages with gold text.
//!
//! Logistic regression of the target of a block on its n-grams, each with the share 1 / √n of the
//! n that are known. Each page has an intercept of its own, so that the weights say what sets a text
//! apart from the others of its page, and neither corpus nor language is a prior. Source: Duchi,
//! Hazan, Singer: Adaptive Subgradient Methods, JMLR 2011 (Adagrad), one row at a time.
//!
//! An n-gram of few sites is left out: it would only identify these sites.

use crate::boost::random;
use crate::data::{PageRows, Rows};
use rayon::prelude::*;
use std::collections::HashMap;
use trommel::_train::text_table_bytes;

/// Minimum sites with an n-gram.
const MIN_SITES: u32 = 4;

/// Passes over the pages.
const PASSES: usize = 3;

/// Step of a weight.
const RATE: f32 = 0.3;

/// Weight of the squares of weights in the loss of a row.
const L2: f32 = 0.001;

/// Maximum weight of an n-gram, in logits.
const MAX_WEIGHT: f32 = 4.0;

/// Minimum weight. Smaller weights would fill the table with little effect.
const MIN_WEIGHT: f32 = 0.05;

/// Maximum weight of a block relative to one without words.
const MAX_BLOCK_WEIGHT: f32 = 8.0;

/// Number of parts of the sites.
const FOLDS: usize = 5;

/// A table of all pages, and one for each fifth of the sites, of the pages of all others.
pub(super) struct TextTables {
    pub(super) of_all: Vec<u8>,
    pub(super) without_fold: Vec<Vec<u8>>,
}

/// An n-gram of enough sites, and the number of its sites in each fifth.
struct Ngram {
    key: u32,
    sites: [u32; FOLDS],
}

impl Ngram {
    /// The number of its sites outside a fifth.
    fn sites_without(&self, fold: usize) -> u32 {
        self.sites.iter().sum::<u32>() - self.sites.get(fold).copied().unwrap_or(0)
    }
}

/// A page with the n-grams of its blocks as indices.
struct TextPage<'a> {
    page: &'a PageRows,
    weight: f32,
    blocks: Vec<Vec<u32>>,
}

/// A weight, and the sum of the squares of its gradients.
#[derive(Clone, Copy, Default)]
struct Weight {
    value: f32,
    squares: f32,
}

impl Weight {
    /// One step down the gradient.
    fn step(&mut self, by: f32) {
        self.squares += by * by;
        self.value -= RATE * by / (self.squares.sqrt() + 1e-6);
    }
}

impl TextTables {
    /// Fits all tables.
    ///
    /// Cost: a sort of the n-grams of each page, and [`PASSES`] passes over them for each table.
    pub(super) fn of(rows: &Rows, seed: u64) -> Self {
        let pages: Vec<&PageRows> = rows.pages.iter().filter(|page| !page.is_augmented).collect();
        let ngrams = known(&pages);
        let pages = text_pages(&pages, &ngrams);
        let mut tables: Vec<Vec<u8>> = (0..=FOLDS)
            .into_par_iter()
            .map(|fold| table(&ngrams, &weights(&pages, &ngrams, fold, seed), fold))
            .collect();
        let of_all = tables.pop().unwrap_or_default();
        Self { of_all, without_fold: tables }
    }
}

/// The n-grams of at least [`MIN_SITES`] sites, in the order of their keys.
fn known(pages: &[&PageRows]) -> Vec<Ngram> {
    let mut on_sites: Vec<(u32, u32)> = pages
        .par_iter()
        .flat_map_iter(|page| {
            let mut keys: Vec<u32> =
                page.blocks.iter().flat_map(|block| block.ngrams.iter().copied()).collect();
            keys.sort_unstable();
            keys.dedup();
            keys.into_iter().map(|key| (key, page.site))
        })
        .collect();
    on_sites.par_sort_unstable();
    on_sites.dedup();
    on_sites
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|sites| sites.len() >= MIN_SITES as usize)
        .map(|of_key| {
            let mut sites = [0; FOLDS];
            of_key.iter().for_each(|&(_, site)| sites[PageRows::bucket_of(site) as usize % FOLDS] += 1);
            Ngram { key: of_key[0].0, sites }
        })
        .collect()
}

/// The pages with the indices of their n-grams. All pages of a site together weigh one.
fn text_pages<'a>(pages: &[&'a PageRows], ngrams: &[Ngram]) -> Vec<TextPage<'a>> {
    let index: HashMap<u32, u32> =
        ngrams.iter().enumerate().map(|(at, ngram)| (ngram.key, at as u32)).collect();
    let mut pages_of_site: HashMap<u32, f32> = HashMap::new();
    pages.iter().for_each(|page| *pages_of_site.entry(page.site).or_default() += 1.0);
    let indices = |ngrams: &Vec<u32>| ngrams.iter().filter_map(|key| index.get(key).copied()).collect();
    pages
        .par_iter()
        .map(|&page| TextPage {
            page,
            weight: 1.0 / pages_of_site[&page.site],
            blocks: page.blocks.iter().map(|block| indices(&block.ngrams)).collect(),
        })
        .collect()
}

/// The weights of the n-grams by the pages outside a fifth of the sites; 0 for those of too few
/// sites.
fn weights(pages: &[TextPage<'_>], ngrams: &[Ngram], fold: usize, seed: u64) -> Vec<f32> {
    let is_used: Vec<bool> = ngrams.iter().map(|ngram| ngram.sites_without(fold) >= MIN_SITES).collect();
    let is_of_others = |page: &&TextPage<'_>| page.page.site_bucket() as usize % FOLDS != fold;
    let mut order: Vec<(&TextPage<'_>, Weight)> =
        pages.iter().filter(is_of_others).map(|page| (page, Weight::default())).collect();
    let mut weights = vec![Weight::default(); ngrams.len()];
    let mut seed = seed;
    let mut used: Vec<u32> = Vec::new();
    for _ in 0..PASSES {
        for at in (1..order.len()).rev() {
            order.swap(at, (random(&mut seed) * (at + 1) as f64) as usize);
        }
        for (page, intercept) in &mut order {
            let blocks = page.page.blocks.iter().zip(&page.page.targets);
            for ((block, target), ngrams) in blocks.zip(&page.blocks) {
                used.clear();
                used.extend(ngrams.iter().filter(|&&at| is_used[at as usize]));
                let share = 1.0 / (used.len().max(1) as f32).sqrt();
                let sum: f32 = used.iter().map(|&at| weights[at as usize].value).sum();
                let logit = intercept.value + sum * share;
                let weight = page.weight * (block.words.len() as f32 + 1.0).sqrt().min(MAX_BLOCK_WEIGHT);
                let residual = weight * (1.0 / (1.0 + (-logit).exp()) - target);
                intercept.step(residual);
                for &at in &used {
                    let weight = &mut weights[at as usize];
                    weight.step(residual * share + L2 * page.weight * weight.value);
                }
            }
        }
    }
    weights.into_iter().map(|weight| weight.value).collect()
}

/// The table of these weights, the most important n-grams first.
fn table(ngrams: &[Ngram], weights: &[f32], fold: usize) -> Vec<u8> {
    let mut ranked: Vec<(f32, u32, f32)> = ngrams
        .iter()
        .zip(weights)
        .filter(|(_, weight)| weight.abs() >= MIN_WEIGHT)
        .map(|(ngram, weight)| {
            let importance = weight.abs() * (ngram.sites_without(fold) as f32).sqrt();
            (importance, ngram.key, weight.clamp(-MAX_WEIGHT, MAX_WEIGHT))
        })
        .collect();
    ranked.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    text_table_bytes(ranked.into_iter().map(|(_, key, weight)| (key, weight)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::GoldPage;
    use trommel::_train::each_ngram;

    /// Pages of as many sites: a text of its own, which is content, and "Read more", which is not.
    fn pages(sites: usize) -> Vec<GoldPage> {
        (0..sites)
            .map(|site| {
                let town = "x".repeat(site + 1);
                let text = format!("What happened in {town} on that day is told here");
                let html = format!("<p>{text}</p><div>Read more</div>");
                GoldPage::new(html.into_bytes(), &text, &format!("site{site}.example"), "all", None)
            })
            .collect()
    }

    #[test]
    fn an_n_gram_of_enough_sites_weighs_what_it_says() {
        let pages = pages(40);
        let rows = Rows::read(&pages.iter().collect::<Vec<_>>());
        let pages: Vec<&PageRows> = rows.pages.iter().collect();
        let ngrams = known(&pages);
        let weights = weights(&text_pages(&pages, &ngrams), &ngrams, FOLDS, 1);
        let weight_of = |text: &str| {
            let mut sum = 0.0;
            each_ngram(text, |key| {
                sum += ngrams.binary_search_by_key(&key, |ngram| ngram.key).map_or(0.0, |at| weights[at]);
            });
            sum
        };
        assert!(weight_of("Read more") < -1.0 && weight_of("happened") > 0.1, "{}", weight_of("Read more"));
        assert_eq!(weight_of("xxxxxxx"), 0.0, "a word of one site");
    }

    #[test]
    fn an_n_gram_of_few_other_sites_is_left_out() {
        let pages = pages(MIN_SITES as usize);
        let rows = Rows::read(&pages.iter().collect::<Vec<_>>());
        let TextTables { of_all, without_fold } = TextTables::of(&rows, 1);
        assert!(of_all.iter().any(|&byte| byte != 0));
        for (fold, table) in without_fold.iter().enumerate() {
            let has_site = rows.pages.iter().any(|page| page.site_bucket() as usize % FOLDS == fold);
            assert_eq!(table.iter().all(|&byte| byte == 0), has_site, "{fold}");
        }
    }
}
