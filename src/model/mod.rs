//! Models of the learned decision: reading, checking, predicting.
//!
//! What enters: the bytes of a model, and blocks as feature vectors. What leaves: a score for each
//! block, in logits. What is held: the bytes of a model, which clones share, and the state of the
//! network on one page.

mod any;
mod ensemble;
mod format;
#[cfg(any(feature = "_train", test))]
mod levels;
mod linear;
mod logistic;
pub(crate) mod network;
mod page_type;
mod predict;
#[cfg(any(feature = "_train", test))]
mod write;

pub use any::Model;
pub(crate) use any::ModelKind;
pub(crate) use ensemble::Ensemble;
#[cfg(any(feature = "_train", test))]
pub use format::CHANNELS;
pub(crate) use format::{Bins, LEAVES, Tree};
pub use format::{GROUP_BLOCKS, LEVELS};
#[cfg(any(feature = "_train", test))]
pub(crate) use levels::logits_of;
pub(crate) use linear::LinearModel;
#[cfg(any(feature = "_train", test))]
pub use linear::to_bytes as linear_to_bytes;
pub use logistic::logistic;
pub(crate) use page_type::PageTypeModel;
#[cfg(any(feature = "_train", test))]
pub use page_type::{most_probable_page_type, page_type_to_bytes};
pub(crate) use predict::vector_level;
#[cfg(any(feature = "_train", test))]
pub use write::{RawTree, borders_of, to_bytes};
