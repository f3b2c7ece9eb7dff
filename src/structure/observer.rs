//! What an observer gets of the page, and the marks that it leaves.
//!
//! The tracker follows elements, and nothing else. Whoever wants to know more observes: it sees the
//! elements that it asked for, with the elements around them, and leaves a mark on each. The stack
//! holds the marks; children inherit them.

use super::context::{Context, ElementInfo};
use super::flags::Flags;
use super::hints::Hints;
use super::name_meaning::ClassMeaning;
use super::rules::{Class, class_of};
use super::stack::Stack;
use crate::html::{AttrSet, Tag, TagId};

/// An element that begins, with what is known of it and of the elements around it.
pub(crate) struct Opened<'a> {
    pub(crate) tag: &'a Tag<'a>,
    /// Its own context; that of its parent if it is void.
    pub(crate) context: &'a Context,
    pub(super) names: &'a ElementInfo,
    /// What the class of a link or a span means.
    pub(crate) meaning: ClassMeaning,
    /// Its class marks it as the date of the page.
    pub(crate) calls_date: bool,
    /// A heading of the text came before.
    pub(crate) has_heading: bool,
    /// The element around it is dropped, and so is this one.
    pub(crate) is_in_dropped: bool,
    pub(super) around: &'a Stack,
}

impl Opened<'_> {
    /// Whether it is a block-level element.
    pub(crate) fn is_block(&self) -> bool {
        class_of(self.names.part.shown_as(self.tag.id)).has(Class::BLOCK)
    }

    /// The hints of the innermost block-level element.
    pub(crate) fn hints(&self) -> Hints {
        self.names.hints
    }

    /// As rules of a site's wrapper see it.
    #[cfg(feature = "site")]
    pub(crate) fn followed(&self) -> Followed<'_> {
        Followed { tag: self.tag, level: self.context.depth, is_block: self.is_block() }
    }

    pub(crate) fn is_hidden(&self) -> bool {
        self.context.flags.has(Flags::HIDDEN)
    }

    pub(crate) fn is_dropped(&self) -> bool {
        self.context.flags.has(Flags::DROPPED)
    }

    /// Number of open elements, including this one, as [`Context::depth`].
    pub(crate) fn depth(&self) -> u16 {
        self.around.context().depth.saturating_add(1)
    }

    pub(crate) fn is_in_noscript(&self) -> bool {
        self.around.has_any(&[TagId::Noscript])
    }

    /// Whether it hides itself.
    pub(crate) fn hides_itself(&self) -> bool {
        self.names.hides_itself
    }

    /// The context of the element around it.
    pub(crate) fn parent(&self) -> &Context {
        self.around.context()
    }

    /// The record of the innermost element around it that has one.
    pub(crate) fn record_around(&self) -> Option<u32> {
        self.around.innermost_record()
    }

    /// Whether it is in an element of this tag, with nothing but `others` in between.
    pub(crate) fn is_within(&self, tag: TagId, others: &[TagId]) -> bool {
        self.around.find_tag(tag, |open| !others.contains(&open)).is_some()
    }

    /// Whether it is in a control or a form field.
    pub(crate) fn is_in_control(&self) -> bool {
        let is_in =
            |control| self.around.find_tag(control, |open| class_of(open).has(Class::BLOCK)).is_some();
        // A form may also enclose the whole page.
        let is_of_page =
            |open| matches!(open, TagId::Div | TagId::Section | TagId::Article | TagId::Main | TagId::Td);
        is_in(TagId::Button) || is_in(TagId::Label) || self.around.find_tag(TagId::Form, is_of_page).is_some()
    }

    /// Whether it is in a block inside a link: the teaser of another page.
    pub(crate) fn is_in_card(&self) -> bool {
        self.around.context().flags.has(Flags::LINK)
            && self.around.find_tag(TagId::A, |open| class_of(open).has(Class::BLOCK)).is_none()
    }

    /// Whether the element around it is never shown, whatever is selected.
    pub(crate) fn shows_nowhere(&self) -> bool {
        self.around.context().flags.has(Flags::DROPPED) && self.around.is_in_never_shown()
    }
}

/// An element as rules of a site's wrapper see it.
#[cfg(feature = "site")]
pub struct Followed<'a> {
    /// The start tag.
    pub tag: &'a Tag<'a>,
    /// Open elements, including this one; `html` and `body` are not counted.
    pub level: u16,
    /// Whether it is a block-level element.
    pub is_block: bool,
}

/// The elements that observers see, wherever they stand: a mask of tags and one of attributes.
#[derive(Clone, Copy)]
pub(crate) struct Subscription {
    tags: [u64; 4],
    attributes: AttrSet,
}

impl Subscription {
    /// Sees no element.
    pub(crate) const NONE: Self = Self { tags: [0; 4], attributes: AttrSet::NONE };

    /// Sees the elements of `tags`, and those with one of `attributes`.
    pub(crate) const fn of(tags: &[TagId], attributes: AttrSet) -> Self {
        let mut seen = Self { attributes, ..Self::NONE };
        let mut at = 0;
        while at < tags.len() {
            seen.tags[tags[at] as usize / 64] |= 1 << (tags[at] as u32 % u64::BITS);
            at += 1;
        }
        seen
    }

    /// Whether the element of a tag is seen.
    #[inline]
    pub(super) fn sees(&self, tag: &Tag<'_>) -> bool {
        self.tags[tag.id as usize / 64] >> (tag.id as u32 % u64::BITS) & 1 == 1
            || tag.attributes.has_any(self.attributes)
    }
}

/// Sees the elements that it asked for, and keeps one mark per open element.
pub(crate) trait Observer {
    /// What it sees wherever it stands. Besides, it sees what is in an element with a mark, and
    /// blocks whose names hint at comments, authors or dates.
    const SEES: Subscription;

    /// The mark of an element.
    type Mark: Copy;

    /// An element begins. Takes the mark of its parent, and returns its own.
    fn opened(&mut self, element: &Opened<'_>, parent: Self::Mark) -> Self::Mark;
}
