//! Tasks: list items that begin with a check box.
//!
//! In: the start tag of an `input`. Out: the state of its task, for the sink. Holds nothing.

use super::flags::Flags;
use super::{StructureSink, TrackedSink, Wants};
use crate::html::{AttrId, AttrSet, Tag, TagId};

/// Attributes of an `input` that say whether it is that of a task, and its state.
pub(super) const OF_TASKS: AttrSet =
    AttrSet::of(&[AttrId::Type, AttrId::Checked, AttrId::Disabled, AttrId::Class, AttrId::Id, AttrId::Name]);

impl<S: StructureSink> TrackedSink<'_, S> {
    /// An `input` that is not dropped. A check box of a task stands in an item, perhaps in a label
    /// or a paragraph there.
    ///
    /// Tools that make lists of tasks disable the box or give it a class. Another box is a task if
    /// nothing refers to it: it has no name and no id, and stands in no form. The rest are filters
    /// of shops, subscriptions, and boxes that a script adds to ingredients.
    pub(super) fn input(&mut self, tag: &Tag<'_>) {
        let kind = tag.attributes.get(AttrId::Type).unwrap_or("");
        if !self.wants.has(Wants::MARKS) || !kind.trim().eq_ignore_ascii_case("checkbox") {
            return;
        }
        let flags = self.stack.context().flags;
        let has = |id| tag.attributes.get(id).is_some();
        let has_id = || tag.attributes.get(AttrId::Id).is_some_and(|id| !id.is_empty());
        let is_control = || has(AttrId::Name) || has_id() || flags.has(Flags::FORM);
        let is_made = has(AttrId::Disabled)
            || tag.attributes.get(AttrId::Class).is_some_and(|class| class.contains("task-list-item"));
        let is_wrapper = |tag| matches!(tag, TagId::Label | TagId::P | TagId::Span | TagId::Div);
        if !flags.has(Flags::HIDDEN)
            && (is_made || !is_control())
            && self.stack.find_tag(TagId::Li, |tag| !is_wrapper(tag)).is_some()
        {
            self.sink.task(has(AttrId::Checked));
        }
    }
}
