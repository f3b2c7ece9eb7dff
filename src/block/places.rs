//! Elements as places on the page, and links to them.
//!
//! In: elements as they begin. Out: what they are to the notes of the page. Holds nothing.

use super::Blocks;
use super::notes::PlaceElement;
use crate::html::{AttrId, TagId};
use crate::structure::{Opened, Value, fragment_of, holds_notes, leads_back};

impl Blocks {
    /// A link begins. One that encloses a heading mostly leads elsewhere; only headings use where
    /// it leads.
    pub(crate) fn begin_link(&mut self, link: &Opened<'_>) {
        let attributes = link.tag.attributes;
        let href = if link.context.heading > 0 { attributes.get(AttrId::Href).unwrap_or("") } else { "" };
        self.leads_into_page = href.trim_start().starts_with('#');
        if leads_back(attributes) {
            self.link_back();
        }
    }

    /// An element begins, which may be a place on the page, or a link to one.
    pub(crate) fn follow_place(&mut self, element: &Opened<'_>) {
        let tag = element.tag;
        let value = |id| tag.attributes.get(id);
        // Word has the names of links for ids.
        let name = value(AttrId::Name).filter(|_| tag.id == TagId::A);
        let place = PlaceElement {
            tag: tag.id,
            depth: element.context.depth,
            id: value(AttrId::Id).or(name).map_or(0, |id| Value::of(id).number()),
            is_block: element.is_block(),
            holds_notes: tag.id == TagId::Div && value(AttrId::Class).is_some() && holds_notes(tag),
        };
        let is_shown = !element.is_hidden() && !element.is_dropped();
        let is_in_text = self.is_in_visible_block();
        self.notes.element(&place, is_shown && !is_in_text);
        // Some pages link to their notes by the address of the page.
        let to = if tag.id == TagId::A { fragment_of(tag).number() } else { 0 };
        if to != 0 {
            self.inline.next_reference = self.notes.link(to, is_shown);
        }
    }
}
