//! Models of every kind, as one: what a file of a model holds is told by its first bytes.

use super::linear_model::{self, LinearModel};
use super::model::Model as Trees;
use crate::clean::Bytes;
use crate::error::Result;
use alloc::vec::Vec;

/// A model made by `trommel train`: boosted trees, or, without gold, a plane for one site.
#[derive(Clone, Debug, PartialEq)]
pub struct Model(Kind);

/// What a model is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// Boosted trees over the features of a block.
    Trees(Trees),
    /// A weight for each name around a block.
    Linear(LinearModel),
}

impl Model {
    /// The model that comes with the crate.
    #[cfg(feature = "learned")]
    pub(super) fn built_in() -> Result<Self> {
        Trees::built_in().map(|trees| Self(Kind::Trees(trees)))
    }

    /// Reads a model.
    ///
    /// # Errors
    /// [`ErrorKind::Model`](crate::ErrorKind::Model) for bytes that are no model, of another version, cut, or changed.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self> {
        if bytes.starts_with(linear_model::MAGIC) {
            LinearModel::check(Bytes::Given(bytes.into())).map(|model| Self(Kind::Linear(model)))
        } else {
            Trees::from_bytes(bytes).map(|trees| Self(Kind::Trees(trees)))
        }
    }

    /// The model of one kind.
    pub(super) fn into_kind(self) -> Kind {
        self.0
    }

    /// The plane that it is, if it is one.
    #[cfg(feature = "cli")]
    pub(crate) fn linear(&self) -> Option<&LinearModel> {
        match &self.0 {
            Kind::Linear(model) => Some(model),
            Kind::Trees(_) => None,
        }
    }

    /// Bytes on the heap at most while it decides, its own and those of its method.
    pub(super) fn held_bytes(&self) -> usize {
        match &self.0 {
            Kind::Trees(trees) => super::LEARNED_HELD_BYTES + trees.held_bytes(),
            Kind::Linear(model) => model.held_bytes(),
        }
    }
}
