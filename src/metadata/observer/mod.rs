//! Observer of the text: which elements name the author, the date, the site or a tag of the page.
//!
//! In: elements that may do so, and the text of those that do. Out: what they say, for the
//! [`MetadataCollector`]. Each open element has a [`BylineState`] as its mark. Holds nothing
//! besides the collector's fields.

mod bylines;
mod dates;
mod state;
mod text_tags;

pub(super) use state::{BETWEEN_LINES, BylineState};

use super::MetadataCollector;
use crate::block::Blocks;
use crate::html::{AttrId, AttrSet, TagId};
use crate::structure::{Observer, Opened, Subscription};

/// Attributes that may hold a date on elements other than `time`.
const OF_DATES: AttrSet = AttrSet::of(&[AttrId::Itemprop, AttrId::Datetime, AttrId::Title]);

/// Sees the elements that may name the author, the date, the site or a tag of the page.
pub(crate) struct TextObserver<'a> {
    pub(crate) collector: &'a mut MetadataCollector,
    /// The line-blocks so far, and the one around the element.
    pub(crate) blocks: &'a Blocks,
    /// The element names the author or the date.
    pub(crate) is_of_byline: bool,
    /// It is the date of the page so far, and whether words stand before it in its line.
    pub(crate) has_time_in_text: Option<bool>,
}

impl Observer for TextObserver<'_> {
    // Links may lead to an author, name the site, or be tags of the page.
    const SEES: Subscription = Subscription::of(&[TagId::A, TagId::Time], OF_DATES);

    type Mark = u8;

    fn opened(&mut self, element: &Opened<'_>, parent: u8) -> u8 {
        let tag = element.tag;
        let mut state = BylineState::of_mark(parent);
        if !element.is_dropped() {
            state = self.byline_of(element, state);
            if tag.id == TagId::A && state == BylineState::Outside {
                state = self.byline_of_site(element);
            }
            if tag.id == TagId::A && state == BylineState::Outside {
                state = self.text_tag(element);
            }
        }
        if element.calls_date || tag.id == TagId::Time || tag.attributes.has_any(OF_DATES) {
            state = self.time(element, state);
        }
        state.mark()
    }
}

impl TextObserver<'_> {
    /// A `meta` element, which may stand in a byline and give the name. `around`: the mark of the
    /// element around it. Returns whether it may be of the page.
    pub(crate) fn meta(&mut self, element: &Opened<'_>, around: u8) -> bool {
        let state = BylineState::of_mark(around);
        if state >= BylineState::Whole
            && !element.is_dropped()
            && self.byline_of(element, state) == BylineState::Name
        {
            let name = element.tag.attributes.get(AttrId::Content).unwrap_or("");
            self.collector.byline(BylineState::Name, name);
        }
        !state.is_of_comment() && !element.shows_nowhere()
    }

    /// Visible text of an element with this mark, or the white space between its words.
    pub(crate) fn text(&mut self, text: &str, mark: u8) {
        self.collector.byline(BylineState::of_mark(mark), text);
    }

    /// Words or lines are separated in an element with this mark.
    pub(crate) fn parted(&mut self, mark: u8) {
        let state = BylineState::of_mark(mark);
        let has_lines = matches!(state, BylineState::Line | BylineState::Called);
        self.collector.byline(state, if has_lines { BETWEEN_LINES } else { " " });
    }
}

#[cfg(test)]
mod tests;
