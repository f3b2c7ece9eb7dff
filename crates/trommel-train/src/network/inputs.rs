//! Inputs of a network: the bins of the extractor, centred and scaled.

use super::weights::{OfCorpus, Weights, add, corpus_row};
use crate::boost::{Table, random};
use rayon::prelude::*;
use trommel::_train::{FEATURE_COUNT, NetworkRow as Row, network_layout as layout};

/// Share of the features left out in each pass over a page.
const LEFT_OUT: f64 = 0.2;

/// Variance of the bins of a feature below which it counts as constant.
const MIN_VARIANCE: f64 = 1e-9;

/// Bins as in the extractor: the number of borders below a value, from 0.
pub(super) struct Bins<'a> {
    table: &'a Table,
    /// For each feature, the extractor's bin for each bin of the table, which has more borders.
    of_table: Vec<Vec<f32>>,
}

impl<'a> Bins<'a> {
    pub(super) fn new(table: &'a Table, borders: &[Vec<f32>]) -> Self {
        let of_table = (0..FEATURE_COUNT).map(|feature| {
            let all = table.borders(feature);
            let below = |bin: usize| borders[feature].partition_point(|border| all[..bin].contains(border));
            (0..=all.len()).map(|bin| below(bin) as f32).collect()
        });
        Self { table, of_table: of_table.collect() }
    }

    pub(super) fn of(&self, feature: usize, row: usize) -> f32 {
        self.of_table[feature][self.table.bin(feature, row)]
    }
}

/// Scaling of each feature: the mean to subtract from its bin, and the factor to multiply by.
#[derive(Clone)]
pub(super) struct Scaling {
    pub(super) means: [f32; FEATURE_COUNT],
    pub(super) scales: [f32; FEATURE_COUNT],
}

impl Scaling {
    /// The scaling with which each feature of these rows has mean 0 and deviation 1. A constant
    /// feature gets the factor 0.
    pub(super) fn of(bins: &Bins<'_>, rows: &[usize]) -> Self {
        let both: Vec<(f32, f32)> = (0..FEATURE_COUNT)
            .into_par_iter()
            .map(|feature| {
                let values = || rows.iter().map(|&row| f64::from(bins.of(feature, row)));
                let mean = values().sum::<f64>() / rows.len().max(1) as f64;
                let variance = values().map(|value| (value - mean) * (value - mean)).sum::<f64>()
                    / rows.len().max(1) as f64;
                let scale = if variance > MIN_VARIANCE { 1.0 / variance.sqrt() } else { 0.0 };
                (mean as f32, scale as f32)
            })
            .collect();
        Self {
            means: std::array::from_fn(|feature| both[feature].0),
            scales: std::array::from_fn(|feature| both[feature].1),
        }
    }

    /// The scaling with some features left out at random, and the others scaled up to compensate.
    pub(super) fn without_some(&self, seed: &mut u64) -> Self {
        let mut rest = self.clone();
        for scale in &mut rest.scales {
            *scale *= if random(seed) < LEFT_OUT { 0.0 } else { 1.0 / (1.0 - LEFT_OUT as f32) };
        }
        rest
    }

    /// The first layer's bias when all bins are 0, with a share of that of a corpus.
    pub(super) fn bias(&self, weights: &Weights, corpus: OfCorpus) -> Row {
        let mut bias = weights[layout::INPUT_BIAS];
        if let Some((corpus, share)) = corpus {
            add(&mut bias, share, &weights[corpus_row(corpus)]);
        }
        for feature in 0..FEATURE_COUNT {
            add(&mut bias, -self.means[feature] * self.scales[feature], &weights[layout::INPUT + feature]);
        }
        bias
    }
}
