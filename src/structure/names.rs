//! Attributes of an element that describe it: names, role, visibility and position in a list.
//!
//! In: the attributes of a start tag. Out: changes of its [`Context`] and [`ElementInfo`]. Names
//! are class and id, role, microdata (`itemprop`, `itemtype`) and test identifiers (`data-testid`).
//! All are identifiers in code, the same in pages of any language. Holds nothing.

use super::cell_layout::number;
use super::class_table::{Meanings, meanings};
use super::class_words::{ClassWeight, ClassWords};
use super::context::{Context, ElementInfo, Item};
use super::flags::{Flags, StyleFlags};
use super::kinds::NamedKind;
use super::name_attribute::NameAttribute;
use super::name_meaning::ClassMeaning;
use super::rules::{self, Class};
use super::shape::{Interests, Shape};
use super::{ElementTracker, StructureSink, TrackedSink, code_names, hidden, hints};
use crate::formula::Last;
use crate::html::{AttrId, AttrSet, Tag, TagId};

/// Attributes that give the layout of a cell, or the position of an element in its list. They do
/// not describe it: an element with these alone is handled like one without attributes.
const OF_PLACE: AttrSet = AttrSet::of(&[AttrId::Colspan, AttrId::Rowspan, AttrId::Align, AttrId::Value]);

/// Whether the sink gets an element as a part of a table.
#[inline]
pub(super) fn is_table_part(tag: TagId) -> bool {
    use TagId::{Caption, Table, Tbody, Td, Tfoot, Th, Thead, Tr};
    matches!(tag, Table | Caption | Thead | Tbody | Tfoot | Tr | Td | Th)
}

/// Whether an element holds the notes of a text, by its class or role.
#[cold]
pub(crate) fn holds_notes(tag: &Tag<'_>) -> bool {
    [AttrId::Class, AttrId::Role].into_iter().any(|id| {
        let mut words = tag.attributes.get(id).unwrap_or("").split_ascii_whitespace();
        words.any(|word| meanings(word).has(Meanings::NOTES))
    })
}

/// The heading level of an element with `role=heading`.
///
/// Source: WAI-ARIA 1.2, role `heading`, for the default level.
fn level_of_heading(told: Option<u16>) -> u8 {
    /// The levels that elements have.
    const LEVELS: core::ops::RangeInclusive<u16> = 1..=6;
    const NOT_OPENED: u16 = 2;
    told.unwrap_or(NOT_OPENED).clamp(*LEVELS.start(), *LEVELS.end()) as u8
}

/// Sets the number that the attributes of a list or an item state for the next item.
#[inline]
fn number_item(tag: &Tag<'_>, context: &mut Context) {
    // Items of preformatted text are lines, which have no numbers.
    let is_itself = context.tag() == tag.id;
    // A reversed list counts down from its length, which is unknown at the start tag: its items are
    // counted in page order.
    if tag.id == TagId::Ol
        && is_itself
        && tag.attributes.get(AttrId::Reversed).is_none()
        // A list that begins with a greater number counts from 1: it is still an ordered one.
        && let Some(start) = number(tag.attributes, AttrId::Start).filter(|&start| start <= Item::MAX)
    {
        context.item = context.item.before(start);
    } else if tag.id == TagId::Li
        && is_itself
        && context.flags.has(Flags::ORDERED)
        && let Some(value) = number(tag.attributes, AttrId::Value)
    {
        let before = context.item.before(value);
        // Two items in a row must not have the same number, or they would be one.
        context.item = if before.next() == context.item { context.item } else { before };
    }
}

impl<S: StructureSink> TrackedSink<'_, S> {
    /// Applies the attributes of an element, apart from its names, to its context and info. `says`:
    /// the meaning of the class of a link or a span.
    #[cold]
    pub(super) fn apply_attributes(
        &mut self,
        tag: &Tag<'_>,
        (class, says): (Class, ClassMeaning),
        context: &mut Context,
        names: &mut ElementInfo,
    ) {
        let place = hidden::Place {
            is_in_heading: context.heading > 0,
            is_after_heading_text: context.heading > 0 && !self.heading_awaits_text,
            heading: self.heading_id,
            is_in_cell: matches!(self.stack.top_tag(), TagId::Td | TagId::Th),
            is_in_frame: self.stack.info().part == NamedKind::Frame,
            is_in_note: self.stack.info().part == NamedKind::Note,
        };
        if hidden::is_hidden(tag.attributes) && !self.is_all_of_formula(tag)
            || hidden::is_mark_of_tool(tag, says, &place)
            || code_names::is_line_number(tag, context.flags.has(Flags::PREFORMATTED))
            || self.is_list_of_line_numbers(tag)
        {
            self.hide(tag, context, names);
        }
        if context.flags.has(Flags::PREFORMATTED) && code_names::is_control(tag) {
            context.flags.set(Flags::DROPPED);
        }
        if class.has(Class::BLOCK)
            && let Some(shown) = hidden::white_space(tag.attributes)
        {
            names.style = shown.style;
            self.tracker.has_shown_lines |= shown.style.has(StyleFlags::LINES);
            if shown.is_code {
                context.flags.set(Flags::PREFORMATTED);
            }
        }
        if tag.id == TagId::Footer && holds_notes(tag) && !self.stack.context().flags.has(Flags::FOOTER) {
            context.flags.unset(Flags::FOOTER);
        }
        number_item(tag, context);
        if self.records_all && tag.id == TagId::Div && hidden::is_out_of_flow(tag.attributes) {
            names.style.set(StyleFlags::OUT_OF_FLOW);
        }
        if let Some(role) = tag.attributes.get(AttrId::Role) {
            context.flags.set(rules::flags_of_role(role));
            // A self-closing element has no text. In a page that is not XML, the text after it
            // would be in it.
            // docutils has the label of a note in a `span`, and links it back.
            // Org mode calls a reference so, and Sphinx the text of a heading.
            let is_label = tag.id == TagId::A && self.stack.top_tag() == TagId::Span
                || place.is_in_heading && !place.is_after_heading_text
                || tag.attributes.get(AttrId::Class) == Some("footref");
            if hidden::is_mark_of_book(role.trim()) && !tag.self_closing && !is_label {
                context.flags.set(Flags::HIDDEN);
                names.hides_itself = true;
            }
            if role.trim() == "tab" {
                self.separate_words();
            }
            if class.has(Class::BLOCK) && context.heading == 0 && role.trim() == "heading" {
                context.heading = level_of_heading(number(tag.attributes, AttrId::AriaLevel));
            }
        }
    }

    /// Whether an element draws a formula that the page has neither as TeX nor as MathML.
    fn is_all_of_formula(&self, tag: &Tag<'_>) -> bool {
        tag.id == TagId::Span
            && self.formula.last == Last::Passed
            && tag.attributes.get(AttrId::Class).is_some_and(hidden::is_drawn)
            && !hidden::is_unseen(tag.attributes)
    }

    /// Hides an element, and what its attributes say besides.
    fn hide(&mut self, tag: &Tag<'_>, context: &mut Context, names: &mut ElementInfo) {
        // What is hidden may be another formula, which would take the place of this one.
        self.leave_typeset();
        context.flags.set(Flags::HIDDEN);
        names.hides_itself = true;
        if tag.id == TagId::Span && tag.attributes.get(AttrId::Class).is_some_and(hidden::is_of_mathml) {
            names.part = NamedKind::Typeset;
        }
        if tag.id == TagId::Td && code_names::is_line_number(tag, true) {
            self.begin_line_numbers(tag);
        }
        // `aria-hidden` hides from screen readers only: the text is visible and separates words.
        if tag.attributes.get(AttrId::AriaHidden).is_some() && !hidden::is_unseen(tag.attributes) {
            self.separate_words();
        }
    }

    /// Applies the names of an element, as its shape has them: hints, weights and the hash of its
    /// path. Returns whether its class marks it as the date.
    #[inline]
    pub(super) fn apply_names(&mut self, tag: &Tag<'_>, shape: &Shape, names: &mut ElementInfo) -> bool {
        if matches!(tag.id, TagId::Td | TagId::Th | TagId::Li)
            && tag.attributes.kept().without(OF_PLACE).is_empty()
        {
            return false;
        }
        let (mut read, mut calls_date) = (shape.names, shape.asks(Interests::DATE));
        if !shape.asks(Interests::NAMES) || matches!(self.class_words, ClassWords::Listed(_)) {
            if matches!(self.class_words, ClassWords::Unread) {
                return false;
            }
            self.list_words(tag, &mut names.class);
            let ElementTracker { shapes, class_words, .. } = &mut *self.tracker;
            (read, calls_date) = shapes.names_of(tag, class_words);
        }
        if let Some(id) = tag.attributes.get(AttrId::Id) {
            read.add_id(id, &self.class_words);
        }
        names.hints = read.hints.hints();
        if read.hints.has_layer() {
            names.style.set(StyleFlags::LAYER);
        }
        if !matches!(self.class_words, ClassWords::Listed(_)) {
            names.class = read.weight;
        }
        names.path_hash = (names.path_hash ^ read.kind).wrapping_mul(0x85EB_CA6B).rotate_left(13);
        calls_date
    }

    /// Lists the words of all names of an element, for training.
    #[cold]
    fn list_words(&mut self, tag: &Tag<'_>, weight: &mut ClassWeight) {
        self.tracker.class_words.begin_element(weight);
        let ClassWords::Listed(lists) = &mut self.tracker.class_words else { return };
        let Some(list) = lists.last_mut() else { return };
        for (id, text) in tag.attributes.iter() {
            if let Some(source) = NameAttribute::of(id) {
                hints::read(text, |word| list.push(source.number(word)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_block_level_elements_are_listed_by_their_source() {
        use crate::_train::TrainingReader;
        use crate::budget::Budget;

        let mut reader = TrainingReader::of_words(Budget::DEFAULT).expect("the default budget is enough");
        let mut lists = |element: &str| {
            let page = std::format!("<p>a<{element}>b</div>");
            let lists = reader.read(page.as_bytes(), None, None).map(|page| page.lists.concat());
            lists.expect("a small page is held whole")
        };
        let class = lists("div class=list");
        assert_eq!(class.len(), 1);
        for (name, source) in [
            ("role", NameAttribute::Role),
            ("itemprop", NameAttribute::Itemprop),
            ("itemtype", NameAttribute::Itemtype),
            ("data-testid", NameAttribute::DataTestid),
        ] {
            assert_eq!(lists(&std::format!("div {name}=list")), [source.number(class[0])], "{name}");
        }
        assert_eq!(lists("div id=list"), class);
        assert!(lists("div data-x=list").is_empty());
    }

    #[test]
    fn a_word_has_another_number_in_each_source() {
        let sources = [
            NameAttribute::Class,
            NameAttribute::Itemprop,
            NameAttribute::Role,
            NameAttribute::DataTestid,
            NameAttribute::Itemtype,
        ];
        for word in [1, 0x9E37_79B9, u32::MAX] {
            let mut numbers = sources.map(|source| source.number(word));
            numbers.sort_unstable();
            assert!(numbers[0] > 0 && numbers.windows(2).all(|pair| pair[0] < pair[1]), "{numbers:?}");
        }
        assert_eq!(NameAttribute::of(AttrId::Id), NameAttribute::of(AttrId::Class));
        assert_eq!(NameAttribute::of(AttrId::Style), None);
    }
}
