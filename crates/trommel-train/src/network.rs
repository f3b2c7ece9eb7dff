//! Fits the neural network that is blended with the trees. `trommel` evaluates it.
//!
//! Gradient descent (Kingma, Ba: Adam, ICLR 2015, algorithm 1) on the logistic loss of blocks, in
//! batches of pages.
//!
//! It reads the same bins as the extractor, those between the borders of the splits of trees. In
//! training, each feature is centred and scaled; finally, this is folded into the weights of the
//! first layer. In each pass over a page, some features are left out (dropout), so that the network
//! does not rely on few of them. The same rows and seed give the same weights on any number of
//! processors.
//!
//! Corpora disagree on what is content: one keeps the names and dates of posts, another does not.
//! So each corpus has two rows of biases of its own, one for each layer, which learn what is
//! special about its gold texts. All other weights learn what the corpora have in common. The
//! finished network adds the biases of the first corpus on pages that are not articles
//! (`articles.rs`).

mod articles;
mod inputs;
mod passes;
mod weights;

use super::boost::{Table, random};
use articles::ArticleWeights;
use inputs::{Bins, Scaling};
use passes::Reading;
use rayon::prelude::*;
use trommel::_train::{CHANNELS, FEATURE_COUNT, NetworkRow as Row, network_layout as layout};
use weights::{OfCorpus, Weights, add, corpus_row, no_weights};

/// Number of epochs: how often each page is read.
const ROUNDS: usize = 24;

/// Pages of a batch.
const STEP_PAGES: usize = 32;

/// Share of the passes without the names of the page.
const NAMELESS_SHARE: f64 = 0.15;

/// Share of the passes without what the words of texts say.
const TEXTLESS_SHARE: f64 = 0.15;

/// Share of the passes without the biases of the page's corpus. They keep the common weights useful
/// on their own, so that the biases stay small.
const WITHOUT_CORPUS_SHARE: f64 = 0.3;

/// Maximum step of a weight.
const RATE: f64 = 0.003;

/// Share of the steps before weights are averaged. Source: Izmailov and others: Averaging Weights
/// Leads to Wider Optima and Better Generalization, UAI 2018, algorithm 1. Departures: they are
/// averaged after every step, and the learning rate is constant.
const UNSETTLED: f64 = 0.3;

/// Pages whose gradients are summed in one task. The sums of tasks are then added in a fixed order.
const PAGES_OF_TASK: usize = 4;

/// The weights of a finished network, in the order of [`layout`].
pub(super) type FinalWeights = Box<[Row; layout::ROWS]>;

/// The scored blocks of a page: their rows, and the rows of the same blocks without names and
/// without what words say.
pub(super) struct ScoredRows {
    pub(super) rows: Vec<usize>,
    pub(super) nameless: Vec<usize>,
    pub(super) textless: Vec<usize>,
    /// The index of the page's corpus.
    corpus: usize,
    /// Whether the page is an article, where that is known.
    is_article: Option<bool>,
}

impl ScoredRows {
    /// The blocks of `rows`. The rows with names ignored are `nameless_offset` rows further on.
    pub(super) fn new(
        rows: Vec<usize>,
        nameless_offset: usize,
        corpus: usize,
        is_article: Option<bool>,
    ) -> Self {
        let nameless = rows.iter().map(|row| row + nameless_offset).collect();
        let textless = rows.iter().map(|row| row + 2 * nameless_offset).collect();
        Self { rows, nameless, textless, corpus, is_article }
    }
}

/// Features, targets and weights of all rows.
pub(super) struct Targets<'a> {
    pub(super) table: &'a Table,
    /// The borders of each feature at which trees split.
    pub(super) borders: &'a [Vec<f32>],
    pub(super) targets: &'a [f32],
    pub(super) weights: &'a [f32],
    pub(super) corpora: usize,
}
/// Initial weights: each row uniform about 0, in a range that keeps the deviation of the channels
/// about one (He and others: Delving Deep into Rectifiers, ICCV 2015, equation 10).
///
/// No rectifier follows the gate and the output. They get the range of eight times the inputs, so
/// that their initial values are small. The biases of corpora begin at 0.
fn first_weights(seed: &mut u64, corpora: usize) -> Weights {
    let mut weights = no_weights(corpora);
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

    fn new(corpora: usize) -> Self {
        Self { first: no_weights(corpora), second: no_weights(corpora), steps: 0 }
    }

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

/// A trained network and its training data.
pub(super) struct Fit<'a> {
    bins: Bins<'a>,
    scaling: Scaling,
    weights: Weights,
    articles: ArticleWeights,
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
    let mut weights = first_weights(&mut seed, from.corpora);
    let mut adam = Adam::new(from.corpora);
    // The weights of a batch add up to one on average.
    let all_weights = rows.iter().map(|&row| from.weights[row]).sum::<f32>().max(f32::MIN_POSITIVE);
    let scale = pages.len() as f32 / (STEP_PAGES as f32 * all_weights);
    let all_steps = ROUNDS * pages.len().div_ceil(STEP_PAGES);
    let unsettled_steps = (UNSETTLED * all_steps as f64) as i32;
    let mut average = no_weights(from.corpora);
    for _ in 0..ROUNDS {
        let mut order: Vec<&ScoredRows> = pages.to_vec();
        for at in (1..order.len()).rev() {
            order.swap(at, (random(&mut seed) * (at + 1) as f64) as usize);
        }
        for step in order.chunks(STEP_PAGES) {
            let readings: Vec<(&[usize], OfCorpus, Scaling)> = step
                .iter()
                .map(|page| {
                    let share = random(&mut seed);
                    let rows = if share < NAMELESS_SHARE {
                        &page.nameless
                    } else if share < NAMELESS_SHARE + TEXTLESS_SHARE {
                        &page.textless
                    } else {
                        &page.rows
                    };
                    let corpus = (random(&mut seed) >= WITHOUT_CORPUS_SHARE).then_some((page.corpus, 1.0));
                    (rows.as_slice(), corpus, scaling.without_some(&mut seed))
                })
                .collect();
            let gradients: Vec<Weights> = readings
                .par_chunks(PAGES_OF_TASK)
                .map(|readings| {
                    let mut gradient = no_weights(from.corpora);
                    for (rows, corpus, scaling) in readings {
                        let reading = Reading::new(&bins, scaling, &weights, rows, *corpus);
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
            let mut gradient = no_weights(from.corpora);
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
    let typed = |page: &&ScoredRows| Some((*page.rows.first()?, page.is_article?));
    let articles = ArticleWeights::fit(&bins, &pages.iter().filter_map(typed).collect::<Vec<_>>());
    Fit { bins, scaling, weights: average, articles }
}

impl Fit<'_> {
    /// The logits of the network for the scored rows of a page. Pages that are not articles are
    /// scored as the first corpus has it.
    pub(super) fn logits(&self, rows: &[usize]) -> Vec<f32> {
        let share = rows.first().map_or(1.0, |&row| 1.0 - self.articles.probability(&self.bins, row));
        Reading::new(&self.bins, &self.scaling, &self.weights, rows, Some((0, share))).logits
    }

    /// The weights for bins that are neither centred nor scaled.
    pub(super) fn weights(&self) -> FinalWeights {
        let mut weights: FinalWeights = Box::new([[0.0; CHANNELS]; layout::ROWS]);
        weights[..layout::OTHER_INPUT].copy_from_slice(&self.weights[..layout::OTHER_INPUT]);
        weights[layout::INPUT_BIAS] = self.scaling.bias(&self.weights, None);
        weights[layout::OTHER_INPUT] = self.weights[corpus_row(0)];
        weights[layout::OTHER_HIDDEN] = self.weights[corpus_row(0) + 1];
        weights[layout::ARTICLE] = self.articles.0;
        for (row, scale) in weights[layout::INPUT..].iter_mut().zip(&self.scaling.scales) {
            row.iter_mut().for_each(|weight| *weight *= scale);
        }
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trommel::_train::{GROUP_BLOCKS, Tree, borders_of, model_bytes, network_logits};

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
    fn the_gradient_matches_finite_differences() {
        // Three groups, the last one small.
        let table = Table::new(&values(2 * GROUP_BLOCKS + 9), FEATURE_COUNT);
        let bins = Bins::new(&table, &borders());
        let rows: Vec<usize> = (0..2 * GROUP_BLOCKS + 9).collect();
        let mut seed = 3;
        let scaling = Scaling::of(&bins, &rows).without_some(&mut seed);
        let mut weights = first_weights(&mut seed, 2);
        weights[layout::OUTPUT].iter_mut().for_each(|weight| *weight += 0.5);
        let d_logit: Vec<f32> = rows.iter().map(|&row| (row % 5) as f32 - 2.0).collect();
        let loss = |weights: &Weights| {
            let reading = Reading::new(&bins, &scaling, weights, &rows, Some((1, 1.0)));
            let loss: f64 =
                reading.logits.iter().zip(&d_logit).map(|(logit, by)| f64::from(logit * by)).sum();
            let is_open = |row: &Row| row.map(|number| number > 0.0);
            (loss, reading.blocks.iter().chain(&reading.mixed).map(is_open).collect::<Vec<_>>())
        };
        let mut gradient = no_weights(2);
        Reading::new(&bins, &scaling, &weights, &rows, Some((1, 1.0)))
            .backward(&d_logit, &scaling, &weights, &mut gradient);
        let places = [
            layout::INPUT,
            layout::INPUT + 9,
            layout::INPUT_BIAS,
            layout::GATE,
            layout::MEAN + 5,
            layout::HIDDEN + 7,
            layout::HIDDEN_BIAS,
            layout::OUTPUT,
            corpus_row(1),
            corpus_row(1) + 1,
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
                // The gradient is undefined if a channel crosses 0 in between.
                if open_of_more == open_of_less {
                    let found = (more - less) / f64::from(2.0 * step);
                    let off = (found - f64::from(gradient[row][channel])).abs();
                    // The extractor computes the curve of the gate to a hundredth.
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
    fn extractor_and_trainer_agree() {
        let table = Table::new(&values(900), FEATURE_COUNT);
        let borders = borders();
        let targets: Vec<f32> = (0..900).map(|row| (row % 3) as f32 / 2.0).collect();
        let weights = vec![1.0; 900];
        let from =
            Targets { table: &table, borders: &borders, targets: &targets, weights: &weights, corpora: 1 };
        let rows: Vec<usize> = (0..300).collect();
        let fit = fit(&from, &[&ScoredRows::new(rows.clone(), 300, 0, None)], 1);
        let said = fit.logits(&rows);
        let model = model_bytes((0.0, 1.0), &[], &trees(), Some(&fit.weights()), &[]);
        let bins: Vec<[i8; FEATURE_COUNT]> =
            rows.iter().map(|&row| std::array::from_fn(|feature| fit.bins.of(feature, row) as i8)).collect();
        assert!(said.iter().any(|logit| logit.abs() > 0.1));
        for (filter, trainer) in network_logits(model, &bins).unwrap().into_iter().zip(said) {
            // The extractor rounds its channels.
            assert!((filter - trainer).abs() < 1e-2, "{filter} {trainer}");
        }
    }

    #[test]
    fn a_network_compares_a_block_with_its_page() {
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
        let from =
            Targets { table: &table, borders: &borders, targets: &targets, weights: &weights, corpora: 1 };
        let rows: Vec<usize> = (0..pages * 10).collect();
        let pages: Vec<ScoredRows> =
            rows.chunks(10).map(|rows| ScoredRows::new(rows.to_vec(), 0, 0, None)).collect();
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
