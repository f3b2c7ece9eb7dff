//! Gradient-boosted oblivious trees.
//!
//! All nodes of a level have the same split, so that a tree is a few comparisons and a table of
//! leaves. That is fast for many blocks at once.
//!
//! Logistic loss on targets from 0 to 1, weighted rows, histograms of quantised features, and a
//! seeded sample of rows and features for each tree. The same rows and seed give the same trees.

use rayon::prelude::*;
use trommel::_train::Tree;

/// Maximum borders of a quantised feature.
const BORDERS: usize = 63;

/// L2 regularization, added to the weight of each leaf: leaves of few rows get small values.
const L2: f64 = 1.0;

/// Maximum step of a leaf in logits, before the learning rate. Newton's step is unbounded if all
/// rows agree already.
const MAX_STEP: f32 = 5.0;

/// How often rows of least weight are drawn into the sample of a tree, relative to those of the
/// mean weight and more.
const MIN_DRAW_SHARE: f32 = 0.25;

/// Maximum values of a feature from which its borders are chosen.
const SAMPLE: usize = 100_000;

/// Rows with quantised features, one column per feature.
pub(super) struct Table {
    /// Ascending borders of each feature. The bin of a value is the number of borders below it.
    borders: Vec<Vec<f32>>,
    columns: Vec<Vec<u8>>,
    rows: usize,
}

impl Table {
    /// Quantises rows of `width` features, one row after the other.
    pub(super) fn new(values: &[f32], width: usize) -> Self {
        let rows = values.len() / width;
        let (borders, columns) = (0..width)
            .into_par_iter()
            .map(|feature| {
                let column = || values.iter().skip(feature).step_by(width);
                let borders = borders(column().step_by((rows / SAMPLE).max(1)).copied().collect());
                let bins = column().map(|value| bin(&borders, *value)).collect();
                (borders, bins)
            })
            .unzip();
        Self { borders, columns, rows }
    }

    /// The borders of a feature, ascending.
    pub(super) fn borders(&self, feature: usize) -> &[f32] {
        &self.borders[feature]
    }

    pub(super) fn bin(&self, feature: usize, row: usize) -> usize {
        usize::from(self.columns[feature][row])
    }

    /// Appends rows, quantised with the same borders.
    pub(super) fn extend(&mut self, values: &[f32]) {
        let width = self.columns.len();
        self.rows += values.len() / width;
        self.columns.par_iter_mut().zip(&self.borders).enumerate().for_each(
            |(feature, (column, borders))| {
                let values = values.iter().skip(feature).step_by(width);
                column.extend(values.map(|value| bin(borders, *value)));
            },
        );
    }
}

/// The number of borders below a value.
fn bin(borders: &[f32], value: f32) -> u8 {
    borders.partition_point(|&border| border < value) as u8
}

/// At most [`BORDERS`] borders of a feature, at equal shares of its values.
fn borders(mut values: Vec<f32>) -> Vec<f32> {
    values.sort_unstable_by(f32::total_cmp);
    let mut distinct = values.clone();
    distinct.dedup();
    let mut borders: Vec<f32> = if distinct.len() <= BORDERS + 1 {
        distinct.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0).collect()
    } else {
        (1..=BORDERS).map(|i| values[i * values.len() / (BORDERS + 1)]).collect()
    };
    borders.dedup();
    borders
}

/// Number, depth and learning rate of trees, and the samples that they are fitted to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) trees: usize,
    pub(super) depth: usize,
    pub(super) rate: f32,
    /// Share of the rows in the sample of each tree.
    pub(super) row_share: f64,
    /// Share of the features in the sample of each tree.
    pub(super) feature_share: f64,
    pub(super) seed: u64,
}

impl Shape {
    /// Logits of one unit of a leaf. Leaves are whole numbers of units; the maximum is
    /// [`MAX_STEP`].
    pub(super) fn unit(self) -> f32 {
        self.rate * MAX_STEP / f32::from(i8::MAX)
    }
}

pub(super) struct Fit {
    pub(super) trees: Vec<Tree>,
    pub(super) logits: Vec<f32>,
}

/// The next pseudo-random number from 0 to 1 of a seeded sequence (splitmix64).
pub(super) fn random(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ z >> 31) >> 11) as f64 / (1_u64 << 53) as f64
}

/// Fits trees to rows. Each row begins with the logit `start`. Rows of weight zero get a logit, but
/// do not affect the fit.
///
/// Cost: trees times depth passes over the sampled rows and features.
pub(super) fn fit(table: &Table, targets: &[f32], weights: &[f32], shape: Shape, start: f32) -> Fit {
    let mut fit = Fit { trees: Vec::new(), logits: vec![start; table.rows] };
    let mut seed = shape.seed;
    for _ in 0..shape.trees {
        let tree = grow(table, weights, shape, &mut seed, |row| {
            let p = 1.0 / (1.0 + (-fit.logits[row]).exp());
            (targets[row] - p, p * (1.0 - p))
        });
        fit.add(table, tree, shape);
    }
    fit
}

/// Fits trees to rows of `classes` kinds, with the softmax loss: one fit for each class, with a
/// tree in turn. `class_of` gives the class of each row, and `starts` the first logit of each
/// class.
///
/// Cost: that of [`fit`] for each class.
pub(super) fn fit_classes(
    table: &Table,
    class_of: &[usize],
    weights: &[f32],
    shape: Shape,
    starts: &[f32],
) -> Vec<Fit> {
    let begin = |start: &f32| Fit { trees: Vec::new(), logits: vec![*start; table.rows] };
    let mut fits: Vec<Fit> = starts.iter().map(begin).collect();
    let mut seed = shape.seed;
    for _ in 0..shape.trees {
        let sums: Vec<f32> =
            (0..table.rows).map(|row| fits.iter().map(|fit| fit.logits[row].exp()).sum()).collect();
        // All trees of a round see the probabilities before it.
        let trees: Vec<Splits> = (0..fits.len())
            .map(|class| {
                grow(table, weights, shape, &mut seed, |row| {
                    let p = fits[class].logits[row].exp() / sums[row];
                    (f32::from(u8::from(class_of[row] == class)) - p, p * (1.0 - p))
                })
            })
            .collect();
        fits.iter_mut().zip(trees).for_each(|(fit, tree)| fit.add(table, tree, shape));
    }
    fits
}

/// A tree by the numbers of its features and borders, and its leaves.
type Splits = (Vec<(usize, usize)>, Vec<i8>);

impl Fit {
    /// Adds a tree, and its leaves to the logits.
    fn add(&mut self, table: &Table, (splits, leaves): Splits, shape: Shape) {
        let unit = shape.unit();
        self.logits.par_iter_mut().enumerate().for_each(|(row, logit)| {
            let at = splits.iter().enumerate().fold(0, |at, (level, &(feature, border))| {
                at | usize::from(usize::from(table.columns[feature][row]) > border) << level
            });
            *logit += f32::from(leaves[at]) * unit;
        });
        let border_of =
            |feature: usize, border: usize| table.borders[feature].get(border).copied().unwrap_or(f32::MAX);
        let splits =
            splits.into_iter().map(|(feature, border)| (feature as u8, border_of(feature, border))).collect();
        self.trees.push(Tree { splits, leaves });
    }
}

/// One tree, fitted to a sample of rows and features. `slope` gives the residual of a row and the
/// curvature of its loss.
fn grow(
    table: &Table,
    weights: &[f32],
    shape: Shape,
    seed: &mut u64,
    slope: impl Fn(usize) -> (f32, f32) + Sync,
) -> Splits {
    // Weights have the mean 1, so that `L2` means the same for any number of pages.
    let seen = weights.iter().filter(|&&weight| weight > 0.0).count().max(1);
    let scale = seen as f32 / weights.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    // Rows of little weight are drawn less often, and weigh more then.
    let draw_share = |weight: f32| (weight * scale).clamp(MIN_DRAW_SHARE, 1.0);
    let mut rows: Vec<u32> = Vec::new();
    for (row, &weight) in weights.iter().enumerate() {
        if random(seed) < shape.row_share * f64::from(draw_share(weight)) && weight > 0.0 {
            rows.push(row as u32);
        }
    }
    let features: Vec<usize> = (0..table.columns.len())
        .filter(|&feature| random(seed) < shape.feature_share && !table.borders[feature].is_empty())
        .collect();
    let gradients: Vec<(f32, f32)> = rows
        .par_iter()
        .map(|&row| {
            let row = row as usize;
            let (residual, curvature) = slope(row);
            let weight = weights[row] * scale / draw_share(weights[row]);
            (weight * residual, weight * curvature.max(1e-4))
        })
        .collect();
    let mut leaf = vec![0_u8; rows.len()];
    let mut histograms: Vec<Histogram> = features.iter().map(|_| Histogram::new()).collect();
    // The rows of the rarer answer to the last split; all rows before the first.
    let (mut counted, mut is_rarer) = ((0..rows.len() as u32).collect::<Vec<u32>>(), false);
    let mut splits: Vec<(usize, usize)> = Vec::new();
    for level in 0..shape.depth {
        let best = features
            .par_iter()
            .zip(&mut histograms)
            .map(|(&feature, histogram)| {
                let bins = table.borders[feature].len() + 1;
                let rows = counted.iter().map(|&at| (rows[at as usize] as usize, at as usize));
                let column = &table.columns[feature];
                let cells = rows.map(|(row, at)| (leaf[at], column[row], gradients[at]));
                histogram.divide(bins, level, is_rarer, cells);
                let (gain, border) = histogram.best_border(bins);
                (gain, feature, border)
            })
            .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        // If no feature can split the rows, all of them go one way.
        let (feature, border) = best.map_or((0, usize::MAX), |(_, feature, border)| (feature, border));
        for (leaf, &row) in leaf.iter_mut().zip(&rows) {
            *leaf |= u8::from(usize::from(table.columns[feature][row as usize]) > border) << level;
        }
        let is_above = |at: &u32| leaf[*at as usize] >> level & 1 == 1;
        let above = (0..rows.len() as u32).filter(is_above).count();
        is_rarer = 2 * above <= rows.len();
        counted = (0..rows.len() as u32).filter(|at| is_above(at) == is_rarer).collect();
        splits.push((feature, border));
    }
    let leaves = leaves(&leaf, &gradients, shape);
    (splits, leaves)
}

/// The leaves of a tree: the step of the rows in each, in units.
fn leaves(leaf: &[u8], gradients: &[(f32, f32)], shape: Shape) -> Vec<i8> {
    let mut sums = vec![(0.0_f64, 0.0_f64); 1 << shape.depth];
    for (&leaf, gradient) in leaf.iter().zip(gradients) {
        sums[usize::from(leaf)].0 += f64::from(gradient.0);
        sums[usize::from(leaf)].1 += f64::from(gradient.1);
    }
    let step = |sum: &(f64, f64)| {
        let step = f64::from(shape.rate) * sum.0 / (sum.1 + L2);
        // Larger steps are cut to the maximum. Later trees make up for that and for rounding.
        ((step / f64::from(shape.unit())).round() as i8).max(-i8::MAX)
    };
    sums.iter().map(step).collect()
}

/// Sums of gradients by leaf and bin of one feature.
struct Histogram(Vec<(f64, f64)>);

impl Histogram {
    fn new() -> Self {
        Self(Vec::new())
    }

    /// Sums up the rows of one answer of the last level, and subtracts them from their parent to
    /// get the other answer. `is_above`: they are those above the border. At the first level they
    /// are all rows.
    fn divide(
        &mut self,
        bins: usize,
        level: usize,
        is_above: bool,
        cells: impl Iterator<Item = (u8, u8, (f32, f32))>,
    ) {
        let parents = self.0.len();
        let mut counted = vec![(0.0_f64, 0.0_f64); bins << level];
        for (leaf, bin, gradient) in cells {
            let cell = &mut counted[usize::from(leaf) * bins + usize::from(bin)];
            cell.0 += f64::from(gradient.0);
            cell.1 += f64::from(gradient.1);
        }
        if level > 0 {
            let (below, above) = counted.split_at_mut(parents);
            let (from, to) = if is_above { (above, below) } else { (below, above) };
            for ((to, from), parent) in to.iter_mut().zip(from).zip(&self.0) {
                *to = (parent.0 - from.0, (parent.1 - from.1).max(0.0));
            }
        }
        self.0 = counted;
    }

    /// The border that best separates the rows of all leaves: its gain and its number.
    fn best_border(&self, bins: usize) -> (f64, usize) {
        let mut gains = vec![0.0; bins - 1];
        for cells in self.0.chunks(bins) {
            let total = cells.iter().fold((0.0, 0.0), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1));
            let mut left = (0.0, 0.0);
            for (gain, cell) in gains.iter_mut().zip(cells) {
                left.0 += cell.0;
                left.1 += cell.1;
                let right = (total.0 - left.0, total.1 - left.1);
                *gain += left.0 * left.0 / (left.1 + L2) + right.0 * right.0 / (right.1 + L2);
            }
        }
        let best = (0..gains.len()).fold(0, |best, at| if gains[at] > gains[best] { at } else { best });
        (gains[best], best)
    }
}
