//! The decision of a model of one site: a plane over the names of the elements around each block,
//! by itself or beside another method.

use super::{headings, may_be_kept, verdict};
use crate::block::{Arena, LinearScorer, Verdict};
use crate::error::{Error, ErrorKind, Result};
use crate::methods::Favor;
use crate::model::LinearModel;
use crate::structure::{SUMS_BYTES, SelectorWeights};

/// How far from the plane a block must be when precision is favoured, and may be when recall is:
/// half way to where the machine wants all that it was fitted to.
const HALF_MARGIN: f32 = 0.5;

/// The method, which holds nothing beside the model.
pub(super) struct Linear {
    model: LinearModel,
    favor: Favor,
}

impl Linear {
    /// # Errors
    /// [`ErrorKind::Model`] for a model of rendered blocks: here are none.
    pub(super) fn new(model: LinearModel, favor: Favor) -> Result<Self> {
        if model.is_rendered() {
            let message = "expected a model for HTML, found one for blocks that a browser rendered";
            return Err(Error::new(ErrorKind::Model, message));
        }
        Ok(Self { model, favor })
    }

    /// Bytes on the heap beside the model.
    pub(super) const HELD_BYTES: usize = SUMS_BYTES;

    /// What the names of elements are worth.
    pub(super) fn weights(&self) -> SelectorWeights {
        self.model.weights()
    }

    /// What tells the sides of blocks.
    pub(super) fn plane(&self) -> LinearScorer {
        self.model.plane(match self.favor {
            Favor::Precision => HALF_MARGIN,
            Favor::Balanced => 0.0,
            Favor::Recall => -HALF_MARGIN,
        })
    }

    /// Decides all that wait, alone; `false` when nothing is kept.
    ///
    /// Cost: linear in the records.
    pub(super) fn decide(arena: &mut Arena) -> bool {
        let mut kept = 0;
        for record in arena.records_mut() {
            let keep = !record.rejected_by_site_model() && may_be_kept(record);
            kept += usize::from(keep);
            record.verdict = verdict(keep);
        }
        headings::drop_empty(arena, 0.0);
        kept > 0
    }

    /// Drops what another method kept of all that wait and the plane does not.
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
