//! Models of every kind, as one: what a file of a model holds is told by its first bytes.

use super::ensemble::Ensemble;
use super::linear::{self, LinearModel};
use crate::error::Result;
use crate::structure::Bytes;
use alloc::vec::Vec;

/// A model made by `trommel train`: boosted trees with a network beside them, or, without gold, a
/// plane for one site.
#[derive(Clone, Debug, PartialEq)]
pub struct Model(ModelKind);

/// What a model is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ModelKind {
    /// Boosted trees and a network over the features of a block.
    Ensemble(Ensemble),
    /// A weight for each name around a block.
    Linear(LinearModel),
}

impl Model {
    /// Reads a model. Its bytes, which clones share, count against the budget.
    ///
    /// # Errors
    /// [`ErrorKind::Model`](crate::ErrorKind::Model) for bytes that are no model, of another
    /// version, cut, or changed.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self> {
        Self::check(Bytes::Given(bytes.into()))
    }

    /// Reads a model where it lies, as in the program, or in memory that is only read: it takes
    /// none of the budget.
    ///
    /// # Errors
    /// As [`from_bytes`](Self::from_bytes).
    pub fn from_static(bytes: &'static [u8]) -> Result<Self> {
        Self::check(Bytes::BuiltIn(bytes))
    }

    fn check(bytes: Bytes) -> Result<Self> {
        if bytes.starts_with(linear::MAGIC) {
            LinearModel::check(bytes).map(|model| Self(ModelKind::Linear(model)))
        } else {
            Ensemble::check(bytes).map(|trees| Self(ModelKind::Ensemble(trees)))
        }
    }

    /// Whether it is a plane for one site, made without gold, and not trees.
    #[must_use]
    pub fn is_site_model(&self) -> bool {
        matches!(self.0, ModelKind::Linear(_))
    }

    /// The model of one kind.
    pub(crate) fn into_kind(self) -> ModelKind {
        self.0
    }

    /// The plane that it is, if it is one.
    #[cfg(feature = "_train")]
    pub(crate) fn linear(&self) -> Option<&LinearModel> {
        match &self.0 {
            ModelKind::Linear(model) => Some(model),
            ModelKind::Ensemble(_) => None,
        }
    }
}

#[cfg(all(test, feature = "model"))]
mod tests {
    use super::*;
    use crate::{Budget, Options};

    #[test]
    fn a_model_that_is_read_where_it_lies_takes_none_of_the_budget() {
        static BYTES: &[u8] = include_bytes!("model.bin");
        let model = |model: Result<Model>| Options::default().with_model(model.expect("it is sound"));
        let (lying, copied) = (model(Model::from_static(BYTES)), model(Model::from_bytes(BYTES.to_vec())));
        assert_eq!(Budget::minimum(&lying), Budget::minimum(&Options::default()));
        assert!(Budget::minimum(&copied).bytes() - Budget::minimum(&lying).bytes() >= BYTES.len());
        assert!(Model::from_static(&BYTES[1..]).is_err());
        assert!(alloc::format!("{lying:?}").len() < 2000);
    }
}
