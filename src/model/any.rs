//! One type for models of every kind; the first bytes of a file state the kind.

use super::ensemble::Ensemble;
use super::linear::{self, LinearModel};
use crate::error::Result;
use crate::structure::Bytes;
use alloc::vec::Vec;

/// A model made by `trommel train`: boosted trees with a network, or a linear model of one site,
/// made without a gold standard.
#[derive(Clone, Debug, PartialEq)]
pub struct Model(pub(crate) ModelKind);

/// The kind of a model, with its data.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ModelKind {
    /// Boosted trees and a network over the features of a block.
    Ensemble(Ensemble),
    /// A linear model: weights of the names of a block's enclosing elements.
    Linear(LinearModel),
}

impl Model {
    /// Reads a model from its bytes. Clones share them, and they count against the budget.
    ///
    /// # Errors
    /// [`ErrorKind::Model`](crate::ErrorKind::Model) for bytes that are not a model, or one of
    /// another version, cut, or changed; without the feature `learned` for all.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self> {
        Self::check(Bytes::given(bytes)?)
    }

    /// Reads a model from static memory, such as the program itself. It does not count against the
    /// budget.
    ///
    /// # Errors
    /// As [`from_bytes`](Self::from_bytes), except that changed bytes may go unnoticed.
    pub fn from_static(bytes: &'static [u8]) -> Result<Self> {
        Self::check(Bytes::built_in(bytes)?)
    }

    fn check(bytes: Bytes) -> Result<Self> {
        if bytes.starts_with(linear::MAGIC) {
            LinearModel::check(bytes).map(|model| Self(ModelKind::Linear(model)))
        } else {
            Ensemble::check(bytes).map(|trees| Self(ModelKind::Ensemble(trees)))
        }
    }

    /// Whether it is a linear model of one site, made without a gold standard.
    #[must_use]
    pub fn is_site_model(&self) -> bool {
        matches!(self.0, ModelKind::Linear(_))
    }

    /// The data of the model.
    pub(crate) fn into_kind(self) -> ModelKind {
        self.0
    }
}

#[cfg(all(test, feature = "model"))]
mod tests {
    use super::*;
    use crate::Options;

    #[test]
    fn a_model_that_is_read_where_it_lies_takes_none_of_the_budget() {
        static BYTES: &[u8] = include_bytes!("model.bin");
        let model = |model: Result<Model>| Options::default().with_model(model.expect("it is sound"));
        let (lying, copied) = (model(Model::from_static(BYTES)), model(Model::from_bytes(BYTES.to_vec())));
        assert_eq!(lying.minimum_budget(), Options::default().minimum_budget());
        assert!(copied.minimum_budget().bytes() - lying.minimum_budget().bytes() >= BYTES.len());
        assert!(Model::from_static(&BYTES[1..]).is_err());
        assert!(alloc::format!("{lying:?}").len() < 2000);
    }
}
