//! What the attributes of an element say about it, its class and id above all.

use super::class_words::{ClassWeight, ClassWords};
use super::context::{Context, Flags, Names};
use super::known::Meaning;
use super::rules::{self, Class};
use super::{CleanSink, Cleaner, Cleaning, hidden, hints};
use crate::token::{AttrId, AttrSet, Attributes, Tag, TagId};

/// Attributes that say where in its table or list an element stands, and nothing of what it is: with these alone it is as one without any.
const OF_PLACE: AttrSet = AttrSet::of(&[AttrId::Colspan, AttrId::Rowspan, AttrId::Value]);

/// How many columns and rows of its table a cell takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CellSpan {
    /// At least 1.
    pub(crate) columns: u16,
    /// At least 1.
    pub(crate) rows: u16,
}

impl Default for CellSpan {
    /// One of each.
    fn default() -> Self {
        Self { columns: 1, rows: 1 }
    }
}

impl CellSpan {
    /// What the attributes of a cell say. No rows mean all that follow in their group.
    pub(super) fn of(attributes: &Attributes) -> Self {
        let rows =
            number(attributes, AttrId::Rowspan).map_or(1, |rows| if rows == 0 { u16::MAX } else { rows });
        Self { columns: number(attributes, AttrId::Colspan).unwrap_or(1).max(1), rows }
    }
}

/// Whether the sink is told of an element because it is part of a table.
#[inline]
pub(super) fn is_table_part(tag: TagId) -> bool {
    use TagId::{Table, Tbody, Td, Tfoot, Th, Thead, Tr};
    matches!(tag, Table | Thead | Tbody | Tfoot | Tr | Td | Th)
}

/// The number that an attribute begins with, by the rules of the HTML standard for integers; nothing for a negative one, and the greatest
/// there is for more.
fn number(attributes: &Attributes, id: AttrId) -> Option<u16> {
    let text = attributes.get(id)?.trim_start_matches([' ', '\t', '\n', '\u{0C}', '\r']);
    let digits = text.strip_prefix('+').unwrap_or(text).bytes().take_while(u8::is_ascii_digit);
    digits.map(|digit| u16::from(digit - b'0')).fold(None, |number, digit| {
        Some(number.map_or(digit, |number: u16| number.saturating_mul(10).saturating_add(digit)))
    })
}

impl<S: CleanSink> Cleaning<'_, S> {
    /// What the attributes of an element say about it.
    pub(super) fn read_attributes(
        &mut self,
        tag: &Tag<'_>,
        class: Class,
        context: &mut Context,
        names: &mut Names,
    ) {
        if hidden::is_hidden(tag.attributes)
            || hidden::is_mark_of_heading(tag, context.heading > 0)
            || hidden::is_line_number(tag, context.flags.has(Flags::PREFORMATTED))
        {
            context.flags.set(Flags::HIDDEN);
        }
        if tag.id == TagId::Ol
            && let Some(start) = number(tag.attributes, AttrId::Start)
        {
            context.item = context.item.before(start);
        } else if tag.id == TagId::Li
            && context.flags.has(Flags::ORDERED)
            && let Some(value) = number(tag.attributes, AttrId::Value)
        {
            let before = context.item.before(value);
            // Two items in a row have not the same number, or they would be one.
            context.item = if before.next() == context.item { context.item } else { before };
        }
        if self.records_all {
            names.is_out_of_flow = tag.id == TagId::Div && hidden::is_out_of_flow(tag.attributes);
        }
        let has_names = !matches!(tag.id, TagId::Td | TagId::Th | TagId::Li)
            || tag.attributes.iter().any(|(id, _)| !OF_PLACE.contains(id));
        if has_names && class.has(Class::BLOCK) && !matches!(self.class_words, ClassWords::Unread) {
            self.read_names(tag, names);
        }
        if let Some(role) = tag.attributes.get(AttrId::Role) {
            context.flags.set(rules::flags_of_role(role));
        }
    }

    /// What the class and id of an element come to.
    fn read_names(&mut self, tag: &Tag<'_>, names: &mut Names) {
        let Cleaner { class_words, known, .. } = &mut *self.cleaner;
        class_words.begin_element(&mut names.class);
        let mut class_kind = 0;
        for id in [AttrId::Class, AttrId::Id] {
            let Some(text) = tag.attributes.get(id) else { continue };
            let (hints, kind) = match class_words {
                ClassWords::Unread => return,
                ClassWords::Read => {
                    let meaning = known.meaning(text, || {
                        let (hints, kind) = hints::read(text, |_| {});
                        Meaning { kind, hints, ..Meaning::default() }
                    });
                    (meaning.hints, meaning.kind)
                }
                ClassWords::Weighed(weights) => {
                    let meaning = known.meaning(text, || {
                        let mut weight = ClassWeight::default();
                        let (hints, kind) = hints::read(text, |word| weight.add(weights.weight(word)));
                        Meaning { kind, weight, hints }
                    });
                    names.class.add_all(meaning.weight);
                    (meaning.hints, meaning.kind)
                }
                #[cfg(feature = "cli")]
                ClassWords::ListedSelectors(_) => hints::read(text, |_| {}),
                #[cfg(feature = "cli")]
                ClassWords::Listed(lists) => hints::read(text, |word| {
                    if let Some(list) = lists.last_mut() {
                        list.push(word);
                    }
                }),
            };
            names.hints = names.hints.with(hints);
            if id == AttrId::Class {
                class_kind = kind;
            }
        }
        names.path_hash = (names.path_hash ^ class_kind).wrapping_mul(0x85EB_CA6B).rotate_left(13);
    }
}
