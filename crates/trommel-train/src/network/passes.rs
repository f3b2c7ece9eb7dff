//! A network over a page: its logits, and the gradient of its weights.

use super::inputs::{Bins, Scaling};
use super::weights::{OfCorpus, Weights, add, corpus_row};
use trommel::_train::{
    CHANNELS, FEATURE_COUNT, GATE_EPSILON, GROUP_BLOCKS, GROUP_DECAY, NetworkRow as Row, logistic,
    network_layout as layout,
};

/// The scalar product of two rows, by sums in lanes that a compiler vectorises.
fn product(a: &Row, b: &Row) -> f32 {
    const LANES: usize = 16;
    let mut sums = [0.0; LANES];
    for (a, b) in a.as_chunks::<LANES>().0.iter().zip(b.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}

/// The rectifier: negative numbers become 0.
fn positive(mut row: Row) -> Row {
    row.iter_mut().for_each(|number| *number = number.max(0.0));
    row
}

/// A forward pass over a page.
pub(super) struct Reading {
    corpus: OfCorpus,
    /// The scaled bins of each block that are not 0.
    inputs: Vec<Vec<(usize, f32)>>,
    pub(super) blocks: Vec<Row>,
    gates: Vec<f32>,
    /// For each group of blocks that the extractor scores together, the sum of the gates and the
    /// mean.
    groups: Vec<(f32, Row)>,
    pub(super) mixed: Vec<Row>,
    pub(super) logits: Vec<f32>,
}

impl Reading {
    pub(super) fn new(
        bins: &Bins<'_>,
        scaling: &Scaling,
        weights: &Weights,
        rows: &[usize],
        corpus: OfCorpus,
    ) -> Self {
        let inputs: Vec<Vec<(usize, f32)>> = rows
            .iter()
            .map(|&row| {
                let inputs = (0..FEATURE_COUNT)
                    .map(|feature| (feature, bins.of(feature, row) * scaling.scales[feature]));
                inputs.filter(|input| input.1 != 0.0).collect()
            })
            .collect();
        let bias = scaling.bias(weights, corpus);
        let blocks: Vec<Row> = inputs
            .iter()
            .map(|inputs| {
                let mut sums = bias;
                inputs.iter().for_each(|&(feature, times)| {
                    add(&mut sums, times, &weights[layout::INPUT + feature]);
                });
                positive(sums)
            })
            .collect();
        let gates: Vec<f32> =
            blocks.iter().map(|block| logistic(product(block, &weights[layout::GATE]))).collect();
        let groups = means(&blocks, &gates);
        let mut mixed = Vec::new();
        for (blocks, (_, mean)) in blocks.chunks(GROUP_BLOCKS).zip(&groups) {
            let mut of_group = weights[layout::HIDDEN_BIAS];
            if let Some((corpus, share)) = corpus {
                add(&mut of_group, share, &weights[corpus_row(corpus) + 1]);
            }
            (0..CHANNELS).for_each(|at| add(&mut of_group, mean[at], &weights[layout::MEAN + at]));
            mixed.extend(blocks.iter().map(|block| {
                let mut sums = of_group;
                (0..CHANNELS)
                    .filter(|&at| block[at] != 0.0)
                    .for_each(|at| add(&mut sums, block[at], &weights[layout::HIDDEN + at]));
                positive(sums)
            }));
        }
        let logits = mixed.iter().map(|mixed| product(mixed, &weights[layout::OUTPUT])).collect();
        Self { corpus, inputs, blocks, gates, groups, mixed, logits }
    }

    /// The backward pass: adds the gradient of the loss by the weights to `gradient`. `d_` stands
    /// before derivatives of the loss: `d_logit` are those by the logits.
    pub(super) fn backward(
        &self,
        d_logit: &[f32],
        scaling: &Scaling,
        weights: &Weights,
        gradient: &mut Weights,
    ) {
        let mut d_bias = [0.0; CHANNELS];
        // From the last group to the first, since the running mean carries a group into those after
        // it.
        let (mut d_gated, mut d_open) = ([0.0; CHANNELS], 0.0);
        for (number, (open, mean)) in self.groups.iter().enumerate().rev() {
            let first = number * GROUP_BLOCKS;
            let blocks = first..(first + GROUP_BLOCKS).min(self.blocks.len());
            let mut d_blocks = [[0.0; CHANNELS]; GROUP_BLOCKS];
            let mut d_group = [0.0; CHANNELS];
            for (at, d_block) in blocks.clone().zip(&mut d_blocks) {
                let (block, mixed) = (&self.blocks[at], &self.mixed[at]);
                add(&mut gradient[layout::OUTPUT], d_logit[at], mixed);
                let mut d_mixed = [0.0; CHANNELS];
                add(&mut d_mixed, d_logit[at], &weights[layout::OUTPUT]);
                only_where_positive(&mut d_mixed, mixed);
                add(&mut d_group, 1.0, &d_mixed);
                for channel in 0..CHANNELS {
                    // A channel at 0 is cut off by the rectifier there: no gradient flows back
                    // through it, whatever uses it.
                    if block[channel] != 0.0 {
                        add(&mut gradient[layout::HIDDEN + channel], block[channel], &d_mixed);
                        d_block[channel] = product(&d_mixed, &weights[layout::HIDDEN + channel]);
                    }
                }
            }
            add(&mut gradient[layout::HIDDEN_BIAS], 1.0, &d_group);
            if let Some((corpus, share)) = self.corpus {
                add(&mut gradient[corpus_row(corpus) + 1], share, &d_group);
            }
            let mut d_mean = [0.0; CHANNELS];
            for channel in 0..CHANNELS {
                add(&mut gradient[layout::MEAN + channel], mean[channel], &d_group);
                d_mean[channel] = product(&d_group, &weights[layout::MEAN + channel]);
            }
            d_gated = d_gated.map(|by| by * GROUP_DECAY);
            add(&mut d_gated, 1.0 / open, &d_mean);
            d_open = d_open * GROUP_DECAY - product(&d_mean, mean) / open;
            for (at, mut d_block) in blocks.zip(d_blocks) {
                let (block, gate) = (&self.blocks[at], self.gates[at]);
                add(&mut d_block, gate, &d_gated);
                let d_sum = (product(block, &d_gated) + d_open) * gate * (1.0 - gate);
                add(&mut gradient[layout::GATE], d_sum, block);
                add(&mut d_block, d_sum, &weights[layout::GATE]);
                only_where_positive(&mut d_block, block);
                for &(feature, times) in &self.inputs[at] {
                    add(&mut gradient[layout::INPUT + feature], times, &d_block);
                }
                add(&mut d_bias, 1.0, &d_block);
            }
        }
        add(&mut gradient[layout::INPUT_BIAS], 1.0, &d_bias);
        if let Some((corpus, share)) = self.corpus {
            add(&mut gradient[corpus_row(corpus)], share, &d_bias);
        }
        for feature in 0..FEATURE_COUNT {
            let times = -scaling.means[feature] * scaling.scales[feature];
            add(&mut gradient[layout::INPUT + feature], times, &d_bias);
        }
    }
}

/// For each group of blocks, the sum of the gates and the mean, with the decayed sums of the groups
/// before.
fn means(blocks: &[Row], gates: &[f32]) -> Vec<(f32, Row)> {
    let (mut gated, mut open) = ([0.0; CHANNELS], 0.0);
    let groups = blocks.chunks(GROUP_BLOCKS).zip(gates.chunks(GROUP_BLOCKS)).map(|(blocks, gates)| {
        gated = gated.map(|sum: f32| sum * GROUP_DECAY);
        blocks.iter().zip(gates).for_each(|(block, &gate)| add(&mut gated, gate, block));
        open = open * GROUP_DECAY + gates.iter().sum::<f32>();
        let open = open + GATE_EPSILON;
        (open, gated.map(|sum| sum / open))
    });
    groups.collect()
}

/// Sets numbers of a gradient to 0 where the rectifier cut off `of`.
fn only_where_positive(row: &mut Row, of: &Row) {
    for (number, &of) in row.iter_mut().zip(of) {
        *number = if of > 0.0 { *number } else { 0.0 };
    }
}
