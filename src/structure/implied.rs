//! Implied end tags: which open elements a tag ends.
//!
//! In: the tag and the stack of open elements. Out: the elements that end, popped from the stack.
//! Holds nothing.

use super::rules::{self, Class, class_of};
use super::{StructureSink, TrackedSink};
use crate::html::TagId;

impl<S: StructureSink> TrackedSink<'_, S> {
    /// Ends the elements that the start tag of `id` closes implicitly (HTML standard, 13.1.2.4 and
    /// 13.2.6.4.7).
    #[inline]
    pub(super) fn end_implied(&mut self, id: TagId, class: Class) {
        if class.has(Class::CLOSES_P) && self.stack.has_any(&[TagId::P]) {
            self.end_if_open(TagId::P, rules::ends_button_scope);
        }
        if class.has(Class::ENDS_OTHERS) && (id != TagId::A || self.stack.has_any(&[TagId::A])) {
            self.end_others(id);
        }
    }

    /// Ends the elements that the start tag of `id` closes implicitly, besides a paragraph.
    #[inline(never)]
    fn end_others(&mut self, id: TagId) {
        match id {
            TagId::Li => self.end_item(|tag| tag == TagId::Li),
            TagId::Dd | TagId::Dt => self.end_item(|tag| matches!(tag, TagId::Dd | TagId::Dt)),
            TagId::H1 | TagId::H2 | TagId::H3 | TagId::H4 | TagId::H5 | TagId::H6
                if class_of(self.stack.top_tag()).has(Class::HEADING) =>
            {
                self.pop_through(self.stack.len() - 1);
            }
            TagId::A => {
                if let Some(at) = self.matching(TagId::A, class_of(TagId::A)) {
                    self.remove_inline(TagId::A, at);
                }
            }
            // These start tags end an open `select`, as its end tag does.
            TagId::Select | TagId::Input | TagId::Textarea | TagId::Keygen => {
                self.end_if_open(TagId::Select, rules::ends_scope);
            }
            TagId::Button => self.end_if_open(TagId::Button, rules::ends_scope),
            TagId::Option | TagId::Optgroup if self.stack.top_tag() == TagId::Option => {
                self.pop_through(self.stack.len() - 1);
            }
            // Mostly none is open.
            TagId::Td | TagId::Th if self.stack.has_any(&[TagId::Td, TagId::Th]) => {
                self.end_any_open(|tag| matches!(tag, TagId::Td | TagId::Th));
            }
            TagId::Tr if self.stack.has_any(&[TagId::Td, TagId::Th, TagId::Tr]) => {
                self.end_any_open(|tag| matches!(tag, TagId::Td | TagId::Th | TagId::Tr));
            }
            TagId::Tbody | TagId::Thead | TagId::Tfoot | TagId::Caption | TagId::Colgroup => {
                self.end_any_open(|tag| class_of(tag).has(Class::TABLE_PART));
            }
            TagId::Rt | TagId::Rp | TagId::Rb | TagId::Rtc
                if matches!(self.stack.top_tag(), TagId::Rt | TagId::Rp | TagId::Rb) =>
            {
                self.pop_through(self.stack.len() - 1);
            }
            _ => {}
        }
    }

    /// Ends the innermost open `id`, unless an element that `is_barrier` is inside it.
    #[inline(never)]
    fn end_if_open(&mut self, id: TagId, is_barrier: impl Fn(TagId) -> bool) {
        if let Some(at) = self.stack.find_tag(id, is_barrier) {
            self.pop_through(at);
        }
    }

    /// Ends an open item of the same list.
    fn end_item(&mut self, is_item: impl Fn(TagId) -> bool) {
        if let Some(at) = self.stack.find(is_item, rules::ends_item_scope) {
            self.pop_through(at);
        }
    }

    /// Ends all open elements of the same table that `is_part`.
    fn end_any_open(&mut self, is_part: impl Fn(TagId) -> bool + Copy) {
        while let Some(at) = self.stack.find(is_part, rules::ends_table_scope) {
            self.pop_through(at);
        }
    }

    /// Index of the open element that an end tag of `id` ends.
    pub(super) fn matching(&self, id: TagId, class: Class) -> Option<usize> {
        if class.has(Class::VOID) {
            return None;
        }
        if class.has(Class::HEADING) {
            return self.stack.find(|tag| class_of(tag).has(Class::HEADING), rules::ends_scope);
        }
        if class.has(Class::TABLE_PART) || id == TagId::Table {
            return self.stack.find_tag(id, rules::ends_table_scope);
        }
        match id {
            // Ends whatever was left open inside.
            TagId::Svg | TagId::Noscript | TagId::ForeignObject | TagId::Desc | TagId::Template => {
                return self.stack.find_tag(id, |_| false);
            }
            TagId::Title => {
                let title = self.stack.find_tag(id, |_| false);
                return title.or_else(|| self.stack.find_tag(TagId::Desc, |_| false));
            }
            _ => {}
        }
        if class.has(Class::BLOCK) || class.has(Class::FORMATTING) || class.has(Class::DROP) {
            return self.stack.find_tag(id, rules::ends_scope);
        }
        // Any other element: the standard stops at the first block-level one.
        self.stack.find_tag(id, |tag| class_of(tag).has(Class::BLOCK) || rules::is_island(tag))
    }
}
