//! A linear support vector machine over rows of binary features and a length.

use super::settings::Inputs;
use libsvm_rs::train::svm_train;
use libsvm_rs::types::{KernelType, SvmNode, SvmParameter, SvmProblem};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Cost of a row on the wrong side, for classes of equal size. The default of LIBSVM.
const COST: f64 = 1.0;

/// Maximum rows to fit to: LIBSVM compares them in pairs.
const MAX_ROWS: usize = 12_000;

/// Maximum cache of LIBSVM, in its unit MiB.
const CACHE_MIB: f64 = 200.0;

/// A block as a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    /// Rows of the same kind have the same features.
    pub(super) kind: u32,
    /// Its features, sorted. A repeated feature counts twice.
    pub(super) features: &'a [u32],
    /// Characters of its text.
    pub(super) chars: u32,
    pub(super) is_content: bool,
}

/// A linear model. A score above zero is content.
#[derive(Clone, Debug, Default)]
pub(super) struct LinearScorer {
    /// Weight of each feature, by its number.
    pub(super) weights: BTreeMap<u32, f64>,
    /// Weight of a character.
    pub(super) per_char: f64,
    pub(super) bias: f64,
}

impl LinearScorer {
    pub(super) fn score(&self, row: &Row<'_>) -> f64 {
        let weights = row.features.iter().filter_map(|feature| self.weights.get(feature));
        self.bias + self.per_char * f64::from(row.chars) + weights.sum::<f64>()
    }
}

/// Mean and standard deviation of the lengths of rows, in characters.
fn scale(lengths: impl Iterator<Item = u32> + Clone) -> (f64, f64) {
    let count = lengths.clone().count().max(1) as f64;
    let mean = lengths.clone().map(f64::from).sum::<f64>() / count;
    let variance = lengths.map(|chars| (f64::from(chars) - mean).powi(2)).sum::<f64>() / count;
    let deviation = variance.sqrt();
    (mean, if deviation > 0.0 { deviation } else { 1.0 })
}

/// Fits a linear model. `None` if all rows are of one class. Equal rows count once. Of more than
/// [`MAX_ROWS`], a sample is taken that depends on the rows alone.
///
/// Cost: LIBSVM takes between the square and the cube of the rows, in practice some seconds for
/// [`MAX_ROWS`]. Holds the rows and 200 MiB.
pub(super) fn fit<'a>(rows: impl Iterator<Item = Row<'a>>, inputs: Inputs) -> Option<LinearScorer> {
    let mut seen = HashSet::new();
    let mut rows: Vec<Row<'a>> =
        rows.filter(|row| seen.insert((row.kind, row.chars, row.is_content))).collect();
    if rows.len() > MAX_ROWS {
        // Rows are chosen by a hash of their index: spread over all pages, and reproducible.
        let order = |at: usize| (at as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut chosen: Vec<usize> = (0..rows.len()).collect();
        chosen.sort_by_key(|&at| order(at));
        chosen.truncate(MAX_ROWS);
        chosen.sort_unstable();
        rows = chosen.into_iter().map(|at| rows[at]).collect();
    }
    let content = rows.iter().filter(|row| row.is_content).count();
    if content == 0 || content == rows.len() {
        return None;
    }
    let (mean, deviation) = scale(rows.iter().map(|row| row.chars));
    let mut numbers: HashMap<u32, i32> = HashMap::new();
    let mut features = vec![];
    let instances = rows
        .iter()
        .map(|row| {
            let mut nodes = vec![];
            if inputs.has(Inputs::LENGTH) {
                nodes.push(SvmNode { index: 1, value: (f64::from(row.chars) - mean) / deviation });
            }
            for same in row.features.chunk_by(|a, b| a == b) {
                let number = *numbers.entry(same[0]).or_insert_with(|| {
                    features.push(same[0]);
                    features.len() as i32 + 1
                });
                nodes.push(SvmNode { index: number, value: same.len() as f64 });
            }
            nodes.sort_unstable_by_key(|node| node.index);
            nodes
        })
        .collect();
    let labels = rows.iter().map(|row| f64::from(u8::from(row.is_content))).collect();
    let weight = |of_class: usize| rows.len() as f64 / (2.0 * of_class as f64);
    let parameters = SvmParameter {
        kernel_type: KernelType::Linear,
        c: COST,
        cache_size: CACHE_MIB,
        weight: vec![(0, weight(rows.len() - content)), (1, weight(content))],
        ..SvmParameter::default()
    };
    // Without this, the crate prints to standard error.
    libsvm_rs::set_quiet(true);
    let model = svm_train(&SvmProblem { labels, instances }, &parameters);
    let (coefficients, rho) = (model.sv_coef.first()?, model.rho.first()?);
    // LIBSVM scores are positive for the class of the first row.
    let side = if model.label.first() == Some(&1) { 1.0 } else { -1.0 };
    let mut scorer = LinearScorer { bias: -side * rho, ..LinearScorer::default() };
    for (vector, coefficient) in model.sv.iter().zip(coefficients) {
        for node in vector {
            let weight = side * coefficient * node.value;
            if node.index == 1 {
                scorer.per_char += weight;
            } else {
                *scorer.weights.entry(features[node.index as usize - 2]).or_default() += weight;
            }
        }
    }
    scorer.per_char /= deviation;
    scorer.bias -= scorer.per_char * mean;
    Some(scorer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_separates_separable_rows() {
        let kinds: [&[u32]; 3] = [&[1, 5], &[1, 6, 6], &[2, 5]];
        let rows: Vec<Row<'_>> = (0..60_u32)
            .map(|at| Row {
                kind: at % 3,
                features: kinds[at as usize % 3],
                chars: 10 + at,
                is_content: at % 3 == 1,
            })
            .collect();
        let scorer = fit(rows.iter().copied(), Inputs::ALL).unwrap();
        assert!(rows.iter().all(|row| (scorer.score(row) > 0.0) == row.is_content), "{scorer:?}");
        let again = fit(rows.iter().copied(), Inputs::ALL).unwrap();
        assert_eq!(scorer.weights, again.weights);
        assert!(fit(rows.iter().filter(|row| row.is_content).copied(), Inputs::ALL).is_none());
    }

    #[test]
    fn length_alone_can_separate_rows() {
        let rows = (0..40_u32).map(|at| Row { kind: 0, features: &[], chars: 10 * at, is_content: at >= 20 });
        let scorer = fit(rows.clone(), Inputs::LENGTH).unwrap();
        assert!(rows.filter(|row| (scorer.score(row) > 0.0) == row.is_content).count() > 36);
        assert!(scorer.weights.is_empty());
    }
}
