//! Settings of a decider, and the models and memory that follow from them.

use super::EvidenceConfig;
use super::learned::Learned;
use super::linear::Linear;
use crate::block::SEGMENT_BYTES;
use crate::error::Result;
use crate::feature::title_keywords;
use crate::methods::{Favor, Method};
use crate::model::{Ensemble, LinearModel};

/// Maximum bytes on the heap for any method.
pub(crate) const HELD_BYTES: usize = title_keywords::HELD_BYTES + SEGMENT_BYTES;

/// Additional bytes for the learned method, without those of its model.
pub(crate) const LEARNED_HELD_BYTES: usize = Learned::HELD_BYTES;

/// Settings of a [`Decider`].
#[derive(Clone, Debug)]
pub(crate) struct DeciderConfig {
    pub(crate) method: Method,
    pub(crate) favor: Favor,
    /// The caller's model; without one, the built-in model is used.
    pub(crate) trees: Option<Ensemble>,
    /// The caller's linear model of one site.
    pub(crate) linear_model: Option<LinearModel>,
    pub(crate) keep_comments: bool,
    /// Text contains marks of links, emphasis and code.
    pub(crate) has_marks: bool,
    /// What the pages of a host repeat.
    pub(crate) evidence: EvidenceConfig,
    /// The caller set wrappers of sites.
    #[cfg(feature = "site")]
    pub(crate) has_wrappers: bool,
}

impl DeciderConfig {
    /// Whether the learned method has an ensemble: the caller's, or the built-in one.
    ///
    /// [`Method::Learned`] with a linear model of one site uses that model alone.
    fn has_trees(&self) -> bool {
        let is_built_in =
            cfg!(feature = "model") && !(self.method == Method::Learned && self.linear_model.is_some());
        may_learn(self.method) && (is_built_in || self.trees.is_some())
    }

    /// The ensemble to use, if any.
    ///
    /// # Errors
    /// [`ErrorKind::Model`](crate::ErrorKind::Model) if the built-in model cannot be read.
    pub(super) fn trees(&self) -> Result<Option<Ensemble>> {
        if !self.has_trees() {
            return Ok(None);
        }
        if let Some(trees) = &self.trees {
            return Ok(Some(trees.clone()));
        }
        #[cfg(feature = "model")]
        return Ensemble::built_in().map(Some);
        #[cfg(not(feature = "model"))]
        Ok(None)
    }

    /// The linear model of one site, if the method may use it.
    pub(super) fn linear_model(&self) -> Option<&LinearModel> {
        self.linear_model.as_ref().filter(|_| may_learn(self.method))
    }

    /// Maximum bytes on the heap of a decider with these settings.
    pub(crate) fn held_bytes(&self) -> usize {
        let mut held_bytes = HELD_BYTES + self.evidence.held_bytes();
        if self.has_trees() {
            held_bytes += LEARNED_HELD_BYTES + self.trees.as_ref().map_or(0, Ensemble::held_bytes);
        }
        if let Some(model) = self.linear_model() {
            held_bytes += Linear::HELD_BYTES + model.held_bytes();
        }
        held_bytes
    }
}

/// Whether a method may use the learned one.
fn may_learn(method: Method) -> bool {
    match method {
        Method::Auto | Method::Learned => true,
        #[cfg(feature = "site")]
        Method::Site => true,
        _ => false,
    }
}
