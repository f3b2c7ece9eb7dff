//! Models of the learned decision: reading, checking, predicting.
//!
//! What enters: the bytes of a model, and blocks as feature vectors. What leaves: a score for each
//! block, in logits. What is held: the bytes of a model, which clones share, and the state of the
//! network on one page.

mod any;
mod ensemble;
mod linear;
mod logistic;
pub(crate) mod network;
mod predict;
#[cfg(any(feature = "_train", test))]
mod write;

pub use any::Model;
pub(crate) use any::ModelKind;
pub(crate) use ensemble::{Ensemble, LEAVES, LEVELS, Tree};
pub(crate) use linear::LinearModel;
#[cfg(feature = "_train")]
pub(crate) use linear::to_bytes as linear_to_bytes;
pub(crate) use logistic::logistic;
pub(crate) use predict::{Bins, GROUP_BLOCKS, vector_level};
#[cfg(any(feature = "_train", test))]
pub(crate) use write::{RawTree, borders_of, to_bytes};
