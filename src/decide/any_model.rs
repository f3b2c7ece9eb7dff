//! Models of every kind, as one: what a file of a model holds is told by its first bytes.

use super::linear_model::{self, LinearModel};
use super::model::Model as Trees;
use crate::clean::Bytes;
use crate::error::Result;
use alloc::vec::Vec;

/// A model made by `trommel train`: boosted trees with a network beside them, or, without gold, a plane for one site.
#[derive(Clone, Debug, PartialEq)]
pub struct Model(Kind);

/// What a model is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// Boosted trees and a network over the features of a block.
    Trees(Trees),
    /// A weight for each name around a block.
    Linear(LinearModel),
}

impl Model {
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

    /// Whether it is a plane for one site, made without gold, and not trees.
    #[must_use]
    pub fn is_plane(&self) -> bool {
        matches!(self.0, Kind::Linear(_))
    }

    /// The model of one kind.
    pub(crate) fn into_kind(self) -> Kind {
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
}
