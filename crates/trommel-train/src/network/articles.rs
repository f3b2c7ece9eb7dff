//! Whether a page is an article: logistic regression over its page features.
//!
//! Corpora agree on what is content of an article, so that articles are scored by what all corpora
//! have in common.

use super::inputs::Bins;
use trommel::_train::{CHANNELS, NetworkRow as Row, logistic, network_layout as layout};

/// Page features, which are the last ones.
const FEATURES: std::ops::Range<usize> =
    layout::PAGE_INPUT - layout::INPUT..layout::INPUT_BIAS - layout::INPUT;
const COUNT: usize = FEATURES.end - FEATURES.start;
const _: () = assert!(COUNT < CHANNELS, "weights and bias fit into a row");

/// Passes over all pages, and the step of each weight.
const PASSES: usize = 600;
const RATE: f64 = 0.02;

/// Weight of the squares of weights in the loss.
const L2: f64 = 1e-3;

/// The weights of the bins of page features, and the bias after them.
pub(super) struct ArticleWeights(pub(super) Row);

impl ArticleWeights {
    /// The probability that the page of a row is an article.
    pub(super) fn probability(&self, bins: &Bins<'_>, row: usize) -> f32 {
        let bin = |feature: usize| bins.of(feature, row) * self.0[feature - FEATURES.start];
        logistic(FEATURES.map(bin).sum::<f32>() + self.0[COUNT])
    }

    /// Fits weights to the pages whose type is known: a row of each, and whether it is an article.
    /// Without any, no page is an article.
    ///
    /// Cost: [`PASSES`] passes over the pages.
    pub(super) fn fit(bins: &Bins<'_>, rows: &[(usize, bool)]) -> Self {
        let values = |row| std::array::from_fn(|at| f64::from(bins.of(FEATURES.start + at, row)));
        let known: Vec<([f64; COUNT], f64)> =
            rows.iter().map(|&(row, is)| (values(row), f64::from(u8::from(is)))).collect();
        let mut weights = [0.0; CHANNELS];
        if known.is_empty() {
            weights[COUNT] = -30.0;
            return Self(weights);
        }
        let count = known.len() as f64;
        let mean: [f64; COUNT] =
            std::array::from_fn(|at| known.iter().map(|page| page.0[at]).sum::<f64>() / count);
        let deviation: [f64; COUNT] = std::array::from_fn(|at| {
            (known.iter().map(|page| (page.0[at] - mean[at]).powi(2)).sum::<f64>() / count).sqrt().max(1e-6)
        });
        let scaled: Vec<([f64; COUNT], f64)> = known
            .iter()
            .map(|(values, target)| {
                (std::array::from_fn(|at| (values[at] - mean[at]) / deviation[at]), *target)
            })
            .collect();
        // Adam, as for the network, over all pages at once.
        let (mut at_scale, mut first, mut second) = ([0.0; COUNT + 1], [0.0; COUNT + 1], [0.0; COUNT + 1]);
        for pass in 1..=PASSES as i32 {
            let mut gradient: [f64; COUNT + 1] = at_scale.map(|weight: f64| L2 * weight);
            for (values, target) in &scaled {
                let sum = at_scale[COUNT] + values.iter().zip(&at_scale).map(|(a, b)| a * b).sum::<f64>();
                let off = (1.0 / (1.0 + (-sum).exp()) - target) / count;
                gradient.iter_mut().zip(values).for_each(|(by, value)| *by += off * value);
                gradient[COUNT] += off;
            }
            let rate = RATE * (1.0 - 0.999_f64.powi(pass)).sqrt() / (1.0 - 0.9_f64.powi(pass));
            for at in 0..=COUNT {
                first[at] += 0.1 * (gradient[at] - first[at]);
                second[at] += 0.001 * (gradient[at] * gradient[at] - second[at]);
                at_scale[at] -= rate * first[at] / (f64::sqrt(second[at]) + 1e-8);
            }
        }
        let mut bias = at_scale[COUNT];
        for at in 0..COUNT {
            let weight = at_scale[at] / deviation[at];
            bias -= weight * mean[at];
            weights[at] = weight as f32;
        }
        weights[COUNT] = bias as f32;
        Self(weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boost::Table;
    use trommel::_train::FEATURE_COUNT;

    #[test]
    fn an_article_is_told_by_the_features_of_its_page() {
        let feature = FEATURES.end - 1;
        let mut values = vec![0.0; 40 * FEATURE_COUNT];
        (0..40).for_each(|row| values[row * FEATURE_COUNT + feature] = (row % 2) as f32);
        let table = Table::new(&values, FEATURE_COUNT);
        let mut borders = vec![Vec::new(); FEATURE_COUNT];
        borders[feature] = table.borders(feature).to_vec();
        let bins = Bins::new(&table, &borders);
        let rows: Vec<(usize, bool)> = (0..40).map(|row| (row, row % 2 == 1)).collect();
        let probabilities = |weights: ArticleWeights| [0, 1].map(|row| weights.probability(&bins, row));
        let [other, article] = probabilities(ArticleWeights::fit(&bins, &rows));
        assert!(other < 0.1 && article > 0.9, "{other} {article}");
        assert!(probabilities(ArticleWeights::fit(&bins, &[])).iter().all(|&probability| probability < 1e-6));
    }
}
