//! Fits the neural network that is blended with the trees. `trommel` evaluates it.
//!
//! Gradient descent (Kingma, Ba: Adam, ICLR 2015, algorithm 1) on the logistic loss of blocks, in
//! batches of pages.
//!
//! It reads the same bins as the filter, those between the borders of the splits of trees. In
//! training, each feature is centred and scaled; the weights of the first layer absorb that at the
//! end. For each reading of a page some features are left out, so that the network does not rely on
//! few of them. The same rows and seed give the same weights on any number of processors.

use super::boost::{Table, random};
use rayon::prelude::*;
use trommel::_train::FEATURE_COUNT;
use trommel::_train::GROUP_BLOCKS;
use trommel::_train::logistic;
use trommel::_train::{CHANNELS, GATE_EPSILON, GROUP_DECAY, NetworkRow as Row, network_layout as layout};

/// Number of epochs: how often each page is read.
const ROUNDS: usize = 24;

/// Pages of a batch.
const STEP_PAGES: usize = 32;

/// Share of the features that are left out of each reading of a page.
const LEFT_OUT: f64 = 0.2;

/// Share of the readings with the names of the page ignored.
const NAMELESS_SHARE: f64 = 0.15;

/// Maximum step of a weight.
const RATE: f64 = 0.003;

/// Share of the steps before weights are averaged. Source: Izmailov and others: Averaging Weights
/// Leads to Wider Optima and Better Generalization, UAI 2018, algorithm 1. Departures: they are
/// averaged after every step, and the learning rate is constant.
const UNSETTLED: f64 = 0.3;

/// Variance of the bins of a feature below which it counts as constant.
const MIN_VARIANCE: f64 = 1e-9;

/// Pages whose gradients are summed in one task. The sums of tasks are then added in a fixed order.
const PAGES_OF_TASK: usize = 4;

/// All weights, in the order of [`layout`].
pub(super) type Weights = Box<[Row; layout::ROWS]>;

/// The scored blocks of a page: their rows, and the rows of the same blocks with names ignored.
pub(super) struct ScoredRows {
    pub(super) rows: Vec<usize>,
    pub(super) nameless: Vec<usize>,
}

impl ScoredRows {
    /// The blocks of `rows`. The rows with names ignored are `nameless_offset` rows further on.
    pub(super) fn new(rows: Vec<usize>, nameless_offset: usize) -> Self {
        let nameless = rows.iter().map(|row| row + nameless_offset).collect();
        Self { rows, nameless }
    }
}

/// Features, targets and weights of all rows.
pub(super) struct Targets<'a> {
    pub(super) table: &'a Table,
    /// The borders of each feature at which trees split.
    pub(super) borders: &'a [Vec<f32>],
    pub(super) targets: &'a [f32],
    pub(super) weights: &'a [f32],
}

/// Bins as in the filter: the number of borders below a value, from 0.
struct Bins<'a> {
    table: &'a Table,
    /// For each feature, the bin of the filter for each bin of the table, which has more borders.
    of_table: Vec<Vec<f32>>,
}

impl<'a> Bins<'a> {
    fn new(table: &'a Table, borders: &[Vec<f32>]) -> Self {
        let of_table = (0..FEATURE_COUNT).map(|feature| {
            let all = table.borders(feature);
            let below = |bin: usize| borders[feature].partition_point(|border| all[..bin].contains(border));
            (0..=all.len()).map(|bin| below(bin) as f32).collect()
        });
        Self { table, of_table: of_table.collect() }
    }

    fn of(&self, feature: usize, row: usize) -> f32 {
        self.of_table[feature][self.table.bin(feature, row)]
    }
}

/// Scaling of each feature: the mean to subtract from its bin, and the factor to multiply by.
#[derive(Clone)]
struct Scaling {
    means: [f32; FEATURE_COUNT],
    scales: [f32; FEATURE_COUNT],
}

impl Scaling {
    /// The scaling with which each feature of these rows has mean 0 and deviation 1. A constant
    /// feature gets the factor 0.
    fn of(bins: &Bins<'_>, rows: &[usize]) -> Self {
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
    fn without_some(&self, seed: &mut u64) -> Self {
        let mut rest = self.clone();
        for scale in &mut rest.scales {
            *scale *= if random(seed) < LEFT_OUT { 0.0 } else { 1.0 / (1.0 - LEFT_OUT as f32) };
        }
        rest
    }

    /// The first layer's bias when all bins are 0.
    fn bias(&self, weights: &Weights) -> Row {
        let mut bias = weights[layout::INPUT_BIAS];
        for feature in 0..FEATURE_COUNT {
            add(&mut bias, -self.means[feature] * self.scales[feature], &weights[layout::INPUT + feature]);
        }
        bias
    }
}

/// Adds a multiple of a row.
fn add(sum: &mut Row, times: f32, row: &Row) {
    for (sum, number) in sum.iter_mut().zip(row) {
        *sum += times * number;
    }
}

/// The scalar product of two rows.
fn product(a: &Row, b: &Row) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The rectifier: negative numbers become 0.
fn positive(mut row: Row) -> Row {
    row.iter_mut().for_each(|number| *number = number.max(0.0));
    row
}

/// A forward pass over a page.
struct Reading {
    /// The scaled bins of each block that are not 0.
    inputs: Vec<Vec<(usize, f32)>>,
    blocks: Vec<Row>,
    gates: Vec<f32>,
    /// For each group of blocks that the filter scores together, the sum of the gates and the mean.
    groups: Vec<(f32, Row)>,
    mixed: Vec<Row>,
    logits: Vec<f32>,
}

impl Reading {
    fn new(bins: &Bins<'_>, scaling: &Scaling, weights: &Weights, rows: &[usize]) -> Self {
        let inputs: Vec<Vec<(usize, f32)>> = rows
            .iter()
            .map(|&row| {
                let inputs = (0..FEATURE_COUNT)
                    .map(|feature| (feature, bins.of(feature, row) * scaling.scales[feature]));
                inputs.filter(|input| input.1 != 0.0).collect()
            })
            .collect();
        let bias = scaling.bias(weights);
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
        Self { inputs, blocks, gates, groups, mixed, logits }
    }

    /// The backward pass: adds the gradient of the loss by the weights to `gradient`. `d_` stands
    /// before derivatives of the loss: `d_logit` are those by the logits.
    fn backward(&self, d_logit: &[f32], scaling: &Scaling, weights: &Weights, gradient: &mut Weights) {
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

/// Weights or gradients of 0.
fn no_weights() -> Weights {
    Box::new([[0.0; CHANNELS]; layout::ROWS])
}

/// Initial weights: each row uniform about 0, in a range that keeps the deviation of the channels
/// about one (He and others: Delving Deep into Rectifiers, ICCV 2015, equation 10).
///
/// No rectifier follows the gate and the output. They get the range of eight times the inputs, so
/// that their initial values are small.
fn first_weights(seed: &mut u64) -> Weights {
    let mut weights = no_weights();
    let mut fill = |rows: std::ops::Range<usize>, inputs: usize| {
        let most = (6.0 / inputs as f64).sqrt();
        for number in weights[rows].as_flattened_mut() {
            *number = ((2.0 * random(seed) - 1.0) * most) as f32;
        }
    };
    fill(layout::INPUT..layout::INPUT_BIAS, FEATURE_COUNT);
    fill(layout::GATE..layout::MEAN, 8 * CHANNELS);
    fill(layout::MEAN..layout::HIDDEN_BIAS, 2 * CHANNELS);
    fill(layout::OUTPUT..layout::ROWS, 8 * CHANNELS);
    weights
}

/// The state of Adam: two running means of each weight.
struct Adam {
    first: Weights,
    second: Weights,
    steps: i32,
}

impl Adam {
    /// Decay rates of the means of gradients and of their squares, those of the paper.
    const FIRST: f64 = 0.9;
    const SECOND: f64 = 0.999;
    /// Added to the divisor of a step.
    const MIN: f32 = 1e-8;

    fn new() -> Self {
        Self { first: no_weights(), second: no_weights(), steps: 0 }
    }

    /// One step down the gradient.
    fn step(&mut self, gradient: &Weights, weights: &mut Weights) {
        self.steps += 1;
        let unbiased = (1.0 - Self::SECOND.powi(self.steps)).sqrt() / (1.0 - Self::FIRST.powi(self.steps));
        let rate = (RATE * unbiased) as f32;
        let means = self.first.as_flattened_mut().iter_mut().zip(self.second.as_flattened_mut());
        let gradient = gradient.as_flattened().iter();
        for ((weight, by), (first, second)) in weights.as_flattened_mut().iter_mut().zip(gradient).zip(means)
        {
            *first += (1.0 - Self::FIRST) as f32 * (by - *first);
            *second += (1.0 - Self::SECOND) as f32 * (by * by - *second);
            *weight -= rate * *first / (second.sqrt() + Self::MIN);
        }
    }
}

/// A fitted network, and what it reads.
pub(super) struct Fit<'a> {
    bins: Bins<'a>,
    scaling: Scaling,
    weights: Weights,
}

/// Fits a network to the rows of pages whose weight is above zero.
///
/// Cost: [`ROUNDS`] passes over the pages. A pass takes about [`FEATURE_COUNT`] times [`CHANNELS`]
/// products for each block, forward and backward.
pub(super) fn fit<'a>(from: &Targets<'a>, pages: &[&ScoredRows], seed: u64) -> Fit<'a> {
    let mut seed = seed;
    let bins = Bins::new(from.table, from.borders);
    let rows: Vec<usize> = pages.iter().flat_map(|page| page.rows.iter().copied()).collect();
    let scaling = Scaling::of(&bins, &rows);
    let mut weights = first_weights(&mut seed);
    let mut adam = Adam::new();
    // The weights of a batch add up to one on average.
    let all_weights = rows.iter().map(|&row| from.weights[row]).sum::<f32>().max(f32::MIN_POSITIVE);
    let scale = pages.len() as f32 / (STEP_PAGES as f32 * all_weights);
    let all_steps = ROUNDS * pages.len().div_ceil(STEP_PAGES);
    let unsettled_steps = (UNSETTLED * all_steps as f64) as i32;
    let mut average = no_weights();
    for _ in 0..ROUNDS {
        let mut order: Vec<&ScoredRows> = pages.to_vec();
        for at in (1..order.len()).rev() {
            order.swap(at, (random(&mut seed) * (at + 1) as f64) as usize);
        }
        for step in order.chunks(STEP_PAGES) {
            let readings: Vec<(&[usize], Scaling)> = step
                .iter()
                .map(|page| {
                    let is_nameless = random(&mut seed) < NAMELESS_SHARE;
                    let rows = if is_nameless { &page.nameless } else { &page.rows };
                    (rows.as_slice(), scaling.without_some(&mut seed))
                })
                .collect();
            let gradients: Vec<Weights> = readings
                .par_chunks(PAGES_OF_TASK)
                .map(|readings| {
                    let mut gradient = no_weights();
                    for (rows, scaling) in readings {
                        let reading = Reading::new(&bins, scaling, &weights, rows);
                        let d_logit: Vec<f32> = rows
                            .iter()
                            .zip(&reading.logits)
                            .map(|(&row, &logit)| {
                                scale * from.weights[row] * (1.0 / (1.0 + (-logit).exp()) - from.targets[row])
                            })
                            .collect();
                        reading.backward(&d_logit, scaling, &weights, &mut gradient);
                    }
                    gradient
                })
                .collect();
            let mut gradient = no_weights();
            for part in &gradients {
                for (sum, row) in gradient.iter_mut().zip(part.iter()) {
                    add(sum, 1.0, row);
                }
            }
            adam.step(&gradient, &mut weights);
            if adam.steps > unsettled_steps {
                let share = 1.0 / (adam.steps - unsettled_steps) as f32;
                for (average, weight) in average.as_flattened_mut().iter_mut().zip(weights.as_flattened()) {
                    *average += (weight - *average) * share;
                }
            }
        }
    }
    Fit { bins, scaling, weights: average }
}

impl Fit<'_> {
    /// The logits of the network for the scored rows of a page.
    pub(super) fn logits(&self, rows: &[usize]) -> Vec<f32> {
        Reading::new(&self.bins, &self.scaling, &self.weights, rows).logits
    }

    /// The weights for bins that are neither centred nor scaled.
    pub(super) fn weights(&self) -> Weights {
        let mut weights = self.weights.clone();
        weights[layout::INPUT_BIAS] = self.scaling.bias(&self.weights);
        for (row, scale) in weights[layout::INPUT..].iter_mut().zip(&self.scaling.scales) {
            row.iter_mut().for_each(|weight| *weight *= scale);
        }
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trommel::_train::{Tree, borders_of, model_bytes, network_logits};

    /// Features of some rows. The first is 0, 1 or 2, the others are random.
    fn values(rows: usize) -> Vec<f32> {
        let mut seed = 7;
        let value =
            |at: usize| if at.is_multiple_of(FEATURE_COUNT) { 3.0 } else { 5.0 } * random(&mut seed) as f32;
        (0..rows * FEATURE_COUNT).map(value).map(f32::floor).collect()
    }

    /// Trees that split at three features.
    fn trees() -> Vec<Tree> {
        let tree = |feature, border| Tree { splits: vec![(feature, border)], leaves: vec![0, 0] };
        vec![tree(0, 0.5), tree(0, 1.5), tree(1, 2.5), tree(9, 0.5), tree(9, 3.5)]
    }

    fn borders() -> Vec<Vec<f32>> {
        (0..FEATURE_COUNT).map(|feature| borders_of(feature, &trees())).collect()
    }

    #[test]
    fn the_gradient_is_what_small_steps_show() {
        // Three groups, the last one small.
        let table = Table::new(&values(2 * GROUP_BLOCKS + 9), FEATURE_COUNT);
        let bins = Bins::new(&table, &borders());
        let rows: Vec<usize> = (0..2 * GROUP_BLOCKS + 9).collect();
        let mut seed = 3;
        let scaling = Scaling::of(&bins, &rows).without_some(&mut seed);
        let mut weights = first_weights(&mut seed);
        weights[layout::OUTPUT].iter_mut().for_each(|weight| *weight += 0.5);
        let d_logit: Vec<f32> = rows.iter().map(|&row| (row % 5) as f32 - 2.0).collect();
        let loss = |weights: &Weights| {
            let reading = Reading::new(&bins, &scaling, weights, &rows);
            let loss: f64 =
                reading.logits.iter().zip(&d_logit).map(|(logit, by)| f64::from(logit * by)).sum();
            let is_open = |row: &Row| row.map(|number| number > 0.0);
            (loss, reading.blocks.iter().chain(&reading.mixed).map(is_open).collect::<Vec<_>>())
        };
        let mut gradient = no_weights();
        Reading::new(&bins, &scaling, &weights, &rows).backward(&d_logit, &scaling, &weights, &mut gradient);
        let places = [
            layout::INPUT,
            layout::INPUT + 9,
            layout::INPUT_BIAS,
            layout::GATE,
            layout::MEAN + 5,
            layout::HIDDEN + 7,
            layout::HIDDEN_BIAS,
            layout::OUTPUT,
        ];
        for row in places {
            let greatest = gradient[row].iter().fold(0.0_f32, |most, by| most.max(by.abs()));
            let mut compared = 0;
            for channel in 0..CHANNELS {
                let step = 5e-4;
                let at = |times: f32| {
                    let mut weights = weights.clone();
                    weights[row][channel] += times * step;
                    loss(&weights)
                };
                let ((more, open_of_more), (less, open_of_less)) = (at(1.0), at(-1.0));
                // Where a channel crosses 0 on the way, the gradient is not defined.
                if open_of_more == open_of_less {
                    let found = (more - less) / f64::from(2.0 * step);
                    let off = (found - f64::from(gradient[row][channel])).abs();
                    // The filter computes the curve of the gate to a hundredth.
                    assert!(
                        off <= 0.05 * f64::from(greatest) + 0.02,
                        "row {row}, channel {channel}: {found}"
                    );
                    compared += 1;
                }
            }
            assert!(compared > CHANNELS / 4, "row {row}: {compared}");
        }
    }

    #[test]
    fn the_filter_says_what_the_trainer_says() {
        let table = Table::new(&values(700), FEATURE_COUNT);
        let borders = borders();
        let targets: Vec<f32> = (0..700).map(|row| (row % 3) as f32 / 2.0).collect();
        let weights = vec![1.0; 700];
        let from = Targets { table: &table, borders: &borders, targets: &targets, weights: &weights };
        let rows: Vec<usize> = (0..300).collect();
        let fit = fit(&from, &[&ScoredRows::new(rows.clone(), 300)], 1);
        let said = fit.logits(&rows);
        let model = model_bytes((0.0, 1.0), &[], &trees(), Some(&fit.weights()));
        let bins: Vec<[i8; FEATURE_COUNT]> =
            rows.iter().map(|&row| std::array::from_fn(|feature| fit.bins.of(feature, row) as i8)).collect();
        assert!(said.iter().any(|logit| logit.abs() > 0.1));
        for (filter, trainer) in network_logits(model, &bins).unwrap().into_iter().zip(said) {
            // The filter rounds its channels.
            assert!((filter - trainer).abs() < 1e-2, "{filter} {trainer}");
        }
    }

    #[test]
    fn a_network_learns_what_a_block_is_beside_its_page() {
        // Content has more of the second feature than most of its page. The mean of the page
        // decides; the first feature has no influence.
        let pages = 300;
        let mut values = values(pages * 10);
        let mut targets = Vec::new();
        for (row, values) in values.chunks_mut(FEATURE_COUNT).enumerate() {
            let page_has = (row / 10) % 3;
            let is_content = row % 10 >= 7;
            values[9] = (page_has + usize::from(is_content)) as f32;
            targets.push(f32::from(u8::from(is_content)));
        }
        let tree = |border| Tree { splits: vec![(9, border)], leaves: vec![0, 0] };
        let trees = [tree(0.5), tree(1.5), tree(2.5)];
        let borders: Vec<Vec<f32>> = (0..FEATURE_COUNT).map(|feature| borders_of(feature, &trees)).collect();
        let table = Table::new(&values, FEATURE_COUNT);
        let weights = vec![1.0; targets.len()];
        let from = Targets { table: &table, borders: &borders, targets: &targets, weights: &weights };
        let rows: Vec<usize> = (0..pages * 10).collect();
        let pages: Vec<ScoredRows> = rows.chunks(10).map(|rows| ScoredRows::new(rows.to_vec(), 0)).collect();
        let fit = fit(&from, &pages.iter().collect::<Vec<_>>(), 1);
        let is_right = |page: &ScoredRows| {
            let said = fit.logits(&page.rows);
            said.iter()
                .zip(&page.rows)
                .filter(|&(&logit, &row)| (logit > 0.0) == (targets[row] > 0.5))
                .count()
        };
        let right: usize = pages.iter().map(is_right).sum();
        assert!(right > rows.len() * 95 / 100, "{right}");
    }
}
