//! The weights of a network while it is fitted.

use trommel::_train::{CHANNELS, NetworkRow as Row, network_layout as layout};

/// All weights, in the order of [`layout`]. After them come two rows for each corpus: its biases of
/// the first layer and of the second.
pub(super) type Weights = Box<[Row]>;

/// A corpus whose biases are used, and their share; none for those that all corpora have in common.
pub(super) type OfCorpus = Option<(usize, f32)>;

/// The row of the biases of a corpus in the first layer. Those in the second layer are next.
pub(super) fn corpus_row(corpus: usize) -> usize {
    layout::ROWS + 2 * corpus
}

/// Weights or gradients of 0, for a number of corpora.
pub(super) fn no_weights(corpora: usize) -> Weights {
    vec![[0.0; CHANNELS]; corpus_row(corpora)].into()
}

pub(super) fn add(sum: &mut Row, times: f32, row: &Row) {
    for (sum, number) in sum.iter_mut().zip(row) {
        *sum += times * number;
    }
}
