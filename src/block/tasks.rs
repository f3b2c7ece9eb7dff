//! Tasks: list items that begin with a check box.
//!
//! In: an `input` element. Out: the state of its task, for the block. Holds nothing.

use super::Blocks;
use crate::html::{AttrId, TagId};
use crate::structure::{Flags, Opened};

impl Blocks {
    /// An `input` that is not dropped. A check box of a task stands in an item, perhaps in a label
    /// or a paragraph there.
    ///
    /// Tools that make lists of tasks disable the box or give it a class. Another box is a task if
    /// nothing refers to it: it has no name and no id, and stands in no form. The rest are filters
    /// of shops, subscriptions, and boxes that a script adds to ingredients.
    pub(crate) fn check_box(&mut self, input: &Opened<'_>) {
        const WRAPPERS: [TagId; 4] = [TagId::Label, TagId::P, TagId::Span, TagId::Div];
        let value = |id| input.tag.attributes.get(id);
        let flags = input.parent().flags;
        let is_check_box = || value(AttrId::Type).unwrap_or("").trim().eq_ignore_ascii_case("checkbox");
        if !self.has_marks() || flags.has(Flags::HIDDEN) || !is_check_box() {
            return;
        }
        let has = |id| value(id).is_some();
        let has_id = || value(AttrId::Id).is_some_and(|id| !id.is_empty());
        let is_control = || has(AttrId::Name) || has_id() || flags.has(Flags::FORM);
        let is_made = has(AttrId::Disabled)
            || value(AttrId::Class).is_some_and(|class| class.contains("task-list-item"));
        if (is_made || !is_control()) && input.is_within(TagId::Li, &WRAPPERS) {
            self.task(has(AttrId::Checked));
        }
    }

    /// An `input` that is not dropped: a field for a mail address, or a check box.
    pub(crate) fn input(&mut self, input: &Opened<'_>) {
        let kind = input.tag.attributes.get(AttrId::Type).unwrap_or("").trim();
        if kind.eq_ignore_ascii_case("email")
            && let Some(element) = input.record_around()
        {
            self.address_field(element);
        }
        self.check_box(input);
    }
}
