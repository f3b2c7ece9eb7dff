//! The decision of a model of one site: a plane over the names of the elements around each block.

use super::linear_model::LinearModel;
use super::{headings, is_never_content, set};
use crate::block::Arena;
use crate::clean::{ClassWeight, Flags, SelectorWeights};
use crate::error::{Error, ErrorKind, Result};
use crate::options::Favor;

/// How far from the plane a block must be when precision is favoured, and may be when recall is: half way to where the machine wants all
/// that it was fitted to.
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

    /// What the names of elements are worth.
    pub(super) fn weights(&self) -> SelectorWeights {
        self.model.weights()
    }

    /// Decides all that wait; `false` when nothing is kept.
    ///
    /// Cost: linear in the elements and the records: what the elements around a block are worth is summed up once for each element.
    pub(super) fn decide(&self, arena: &mut Arena) -> bool {
        for at in 1..arena.elements() as u32 {
            let element = arena.element(at);
            let own = element.class.number();
            // The element around it came before it.
            let around =
                if element.parent() == 0 { 0 } else { arena.element(element.parent()).all_class.number() };
            arena.element_mut(at).all_class = ClassWeight::of_number(own.saturating_add(around));
        }
        let threshold = match self.favor {
            Favor::Precision => HALF_MARGIN,
            Favor::Balanced => 0.0,
            Favor::Recall => -HALF_MARGIN,
        };
        let mut kept = 0;
        for index in 0..arena.len() {
            let record = arena.record(index);
            let sum = match record.context.element {
                0 => 0,
                at => arena.element(at).all_class.number(),
            };
            let score = self.model.score(sum, record.chars());
            let keep = score > threshold && !is_never_content(arena, index) && !record.has(Flags::HIDDEN);
            kept += usize::from(keep);
            arena.record_mut(index).scores[0] = score;
            set(arena, index, keep);
        }
        headings::drop_empty(arena, 0.0);
        kept > 0
    }
}
