//! The decision by a linear model of one site, alone or as a filter after another method. The model
//! weighs the names of the elements that enclose a block.

use super::headings;
use super::verdict::{may_be_kept, verdict};
use crate::block::{Arena, LinearScorer, Verdict};
use crate::error::{Error, ErrorKind, Result};
use crate::methods::Favor;
use crate::model::LinearModel;
use crate::structure::{SUMS_BYTES, SelectorWeights};

/// Signed distance from the hyperplane that is required for precision and allowed for recall. It is
/// half the margin of the support vector machine.
const HALF_MARGIN: f32 = 0.5;

/// The method. Holds nothing in addition to the model.
pub(super) struct Linear {
    model: LinearModel,
    favor: Favor,
}

impl Linear {
    /// # Errors
    /// [`ErrorKind::Model`] for a model of rendered blocks, which do not exist here.
    pub(super) fn new(model: LinearModel, favor: Favor) -> Result<Self> {
        if model.is_rendered() {
            let message = "expected a model for HTML, found one for blocks that a browser rendered";
            return Err(Error::new(ErrorKind::Model, message));
        }
        Ok(Self { model, favor })
    }

    /// Bytes on the heap in addition to the model.
    pub(super) const HELD_BYTES: usize = SUMS_BYTES;

    /// The model's weights of element names.
    pub(super) fn weights(&self) -> SelectorWeights {
        self.model.weights()
    }

    /// The scorer that classifies blocks.
    pub(super) fn linear_scorer(&self) -> LinearScorer {
        self.model.linear_scorer(match self.favor {
            Favor::Precision => HALF_MARGIN,
            Favor::Balanced => 0.0,
            Favor::Recall => -HALF_MARGIN,
        })
    }

    /// Decides all pending records by this model alone. Returns `false` if nothing is kept.
    ///
    /// Cost: linear in the records.
    pub(super) fn decide(arena: &mut Arena) -> bool {
        let mut kept = 0;
        for record in arena.records_mut() {
            let keep = !record.rejected_by_site_model() && may_be_kept(record);
            kept += usize::from(keep);
            record.verdict = verdict(keep);
        }
        headings::drop_empty(arena);
        kept > 0
    }

    /// Drops pending records that another method kept and that this model rejects.
    ///
    /// Cost: linear in the records.
    pub(super) fn narrow(arena: &mut Arena) {
        for record in arena.records_mut() {
            if record.verdict == Verdict::Kept && record.rejected_by_site_model() {
                record.verdict = Verdict::Dropped;
            }
        }
    }
}
