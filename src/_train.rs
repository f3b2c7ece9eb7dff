//! The interface that `trommel-train` has to this crate. It may change at any time and is not for
//! others.

#[cfg(feature = "site")]
mod elements;
pub(crate) mod pages;

#[cfg(feature = "_train")]
pub use crate::block::{WordRole, letters};
pub use crate::feature::page_type::PAGE_TYPE_FEATURES;
pub use crate::feature::text_table::each_ngram;
pub use crate::feature::vector::FEATURE_COUNT;
#[cfg(feature = "_train")]
pub use crate::hash::{hash_32, hash_64};
#[cfg(feature = "_train")]
pub use crate::metadata::title::split::is_unspaced;
pub use crate::model::network::{
    GATE_EPSILON, GROUP_DECAY, Row as NetworkRow, blend, layout as network_layout,
};
pub use crate::model::{
    CHANNELS, GROUP_BLOCKS, LEVELS, RawTree as Tree, borders_of, linear_to_bytes as linear_model_bytes,
    logistic, most_probable_page_type, page_type_to_bytes as page_type_bytes, to_bytes as model_bytes,
};
#[cfg(feature = "site")]
pub use crate::site::{
    compiled::MAX_TEMPLATES,
    pattern::{ElementPattern, MAX_STEPS, Step, number_of_child},
    sites::host_of,
};
#[cfg(feature = "site")]
pub use crate::structure::Followed;
pub use crate::structure::LinearFeatureKind as NumberKind;
#[cfg(feature = "site")]
pub use elements::{ElementReader, ElementSink};
pub use pages::{
    ReplayKey, ReplayedDecision, TrainingBlock, TrainingPage, TrainingReader, replay_decision, scored_as,
};

use crate::decode::Decoder;
use crate::error::Result;
use crate::model::{Ensemble, ModelKind, logits_of};
use crate::{Model, block::LinearScorer, structure::SelectorWeights};
use alloc::string::String;
use alloc::vec::Vec;

/// The bytes of a text table: n-grams and their weights in logits, the most important ones first.
#[must_use]
pub fn text_table_bytes(ngrams: impl IntoIterator<Item = (u32, f32)>) -> Vec<u8> {
    crate::feature::text_table::TextTable::bytes(ngrams)
}

/// Units of the weight of a word of a name to one logit.
pub const WEIGHTS_PER_LOGIT: f32 = 32.0;

/// The text of a page's bytes, without a byte order mark.
#[must_use]
pub fn decoded(html: &[u8]) -> String {
    let mut text = String::new();
    let Ok(mut decoder) = Decoder::new(None) else { return text };
    let mut add = |piece: &str, _: u64| text.push_str(piece);
    decoder.push(html, &mut add);
    decoder.finish(&mut add);
    text
}

/// The score of the network of a model for each block, in logits, given the bins of its features.
///
/// # Errors
/// As [`Model::from_bytes`].
pub fn network_logits(model: Vec<u8>, blocks: &[[i8; FEATURE_COUNT]]) -> Result<Vec<f32>> {
    Ensemble::from_bytes(model).map(|model| logits_of(&model, blocks))
}

/// A linear model for blocks that a browser rendered.
pub struct RenderedModel {
    weights: SelectorWeights,
    scorer: LinearScorer,
}

impl RenderedModel {
    /// `None` for models of other kinds.
    #[must_use]
    pub fn of(model: &Model) -> Option<Self> {
        match &model.0 {
            ModelKind::Linear(model) if model.is_rendered() => {
                Some(Self { weights: model.weights(), scorer: model.linear_scorer(0.0) })
            }
            _ => None,
        }
    }

    /// Whether a block with these numbers and this many characters is content.
    #[must_use]
    pub fn keeps(&self, numbers: &[u32], chars: u32) -> bool {
        let add = |sum: i32, &number: &u32| sum.saturating_add(self.weights.weight(number));
        self.scorer.score(numbers.iter().fold(0, add), chars) > self.scorer.threshold
    }
}

impl NumberKind {
    /// The kind of a number.
    #[must_use]
    pub fn of(number: u32) -> Self {
        [Self::TagPath, Self::Selector, Self::Name, Self::Style]
            [(number >> (u32::BITS - Self::BITS)) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_says_what_it_stands_for() {
        for kind in [NumberKind::TagPath, NumberKind::Selector, NumberKind::Name, NumberKind::Style] {
            let is_kept = |hash| NumberKind::of(kind.number(hash)) == kind && kind.number(hash) > 0;
            assert!((0..100).all(is_kept));
        }
    }
}
