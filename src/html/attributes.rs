//! Attribute values of one tag, kept up to a fixed length.

use super::attribute_text::AttributeText;
use super::limits::{VALUE_BYTES, VALUES_BYTES};
use super::tag::{ATTR_NAMES, AttrId, AttrSet};
use alloc::string::String;

/// Maximum attributes kept of one tag: the number of names in [`AttrId`].
const KEPT_ATTRIBUTES: usize = ATTR_NAMES.len();

/// Position of a value in the value buffer.
#[derive(Clone, Copy, Default)]
struct Slot {
    id: AttrId,
    start: u16,
    end: u16,
}

/// Wanted attributes of the tag being read, each once. If a name is repeated, its first value
/// counts.
///
/// Holds [`VALUES_BYTES`] on the heap from construction on, and never more.
pub struct Attributes {
    slots: [Slot; KEPT_ATTRIBUTES],
    count: usize,
    wanted: AttrSet,
    /// Attributes in the slots, for a quick test: most attributes that are looked up are absent.
    kept: AttrSet,
    /// Attributes whose value is truncated.
    cut: AttrSet,
    values: String,
    open: bool,
    /// More attributes as text, if selectors are matched.
    source: Option<AttributeText>,
}

impl Attributes {
    pub(super) fn new() -> Self {
        Self {
            slots: [Slot::default(); KEPT_ATTRIBUTES],
            count: 0,
            wanted: AttrSet::NONE,
            kept: AttrSet::NONE,
            cut: AttrSet::NONE,
            values: String::with_capacity(VALUES_BYTES),
            open: false,
            source: None,
        }
    }

    /// Also records, as text, attributes whose names are in `wanted`, and `class` and `id`.
    #[cfg(feature = "css")]
    pub(super) fn record_text(&mut self, wanted: String) {
        self.source = Some(AttributeText::new(wanted));
    }

    /// Whether attributes are recorded as text.
    #[inline]
    pub(super) fn records_text(&self) -> bool {
        self.source.is_some()
    }

    /// The attributes recorded as HTML, and whether some were cut.
    #[cfg(feature = "css")]
    pub(crate) fn source(&self) -> Option<(&str, bool)> {
        self.source.as_ref().map(|source| (source.text(), source.is_cut()))
    }

    /// Forgets the attributes of the last tag. `wanted`: attributes to keep of the next one.
    #[inline]
    pub(super) fn start(&mut self, wanted: AttrSet) {
        self.count = 0;
        self.wanted = wanted;
        self.kept = AttrSet::NONE;
        self.cut = AttrSet::NONE;
        self.values.clear();
        self.open = false;
        if let Some(source) = &mut self.source {
            source.clear();
        }
    }

    /// Whether any attribute of this tag is still wanted.
    #[inline]
    pub(super) fn wants_any(&self) -> bool {
        !self.wanted.is_empty() || self.source.is_some()
    }

    /// Takes a part of an attribute's name; `begins`: the first part.
    #[inline]
    pub(super) fn name(&mut self, name: &str, begins: bool) {
        if let Some(source) = &mut self.source {
            source.name(name, begins);
        }
    }

    /// Whether a value of `id` is still wanted.
    #[inline]
    pub(super) fn wants(&self, id: AttrId) -> bool {
        self.wanted.contains(id)
    }

    /// Begins a value of `id`; returns whether it is kept.
    #[inline]
    pub(super) fn open(&mut self, id: AttrId) -> bool {
        self.open = self.wanted.contains(id) && self.count < KEPT_ATTRIBUTES;
        if self.open {
            self.wanted.remove(id);
            self.kept.add(id);
            let at = self.values.len() as u16;
            self.slots[self.count] = Slot { id, start: at, end: at };
            self.count += 1;
        }
        self.open
    }

    /// Ends the last attribute, with or without a value.
    #[inline]
    pub(super) fn close(&mut self) {
        self.open = false;
        if let Some(source) = &mut self.source {
            source.close();
        }
    }

    /// Keeps the whole value of `id`, which must be [wanted](Self::wants). Not for use while
    /// attributes are recorded as text.
    #[inline]
    pub(super) fn keep(&mut self, id: AttrId, value: &str) {
        debug_assert!(self.wants(id) && self.source.is_none(), "states write attributes down");
        let start = self.values.len();
        let end = start + value.len();
        let is_short = value.len() <= VALUE_BYTES && end <= VALUES_BYTES;
        if is_short && let Some(slot) = self.slots.get_mut(self.count) {
            self.values.push_str(value);
            *slot = Slot { id, start: start as u16, end: end as u16 };
            self.count += 1;
            self.wanted.remove(id);
            self.kept.add(id);
        } else {
            self.keep_truncated(id, value);
        }
    }

    /// [`keep`](Self::keep) for a value that may be too long.
    #[cold]
    fn keep_truncated(&mut self, id: AttrId, value: &str) {
        if self.open(id) {
            self.extend(value);
        }
        self.close();
    }

    /// Whether the value being read is kept.
    #[inline]
    pub(super) fn is_open(&self) -> bool {
        self.open || self.source.as_ref().is_some_and(AttributeText::is_open)
    }

    /// Appends to the value being read as far as it fits, cut between characters.
    #[inline]
    pub(super) fn extend(&mut self, text: &str) {
        if let Some(source) = &mut self.source {
            source.value(text);
            if !self.open {
                return;
            }
        }
        let slot = &mut self.slots[self.count - 1];
        let used = usize::from(slot.end - slot.start);
        let room = (VALUE_BYTES - used).min(VALUES_BYTES - self.values.len());
        let mut cut = text.len().min(room);
        while !text.is_char_boundary(cut) {
            cut -= 1;
        }
        self.values.push_str(&text[..cut]);
        slot.end += cut as u16;
        if cut < text.len() {
            // The rest of a truncated value is skipped, so that no gap arises.
            self.open = false;
            let id = slot.id;
            self.cut.add(id);
        }
    }

    /// The value of `id`; empty if the attribute has no value.
    #[inline]
    #[must_use]
    pub fn get(&self, id: AttrId) -> Option<&str> {
        if self.kept.contains(id) { self.find(id) } else { None }
    }

    /// The value of `id`; `None` if it was too long and is truncated.
    #[inline]
    #[must_use]
    pub fn get_untruncated(&self, id: AttrId) -> Option<&str> {
        if self.cut.contains(id) { None } else { self.get(id) }
    }

    /// Whether any of `ids` was kept. Cost: constant.
    #[inline]
    #[must_use]
    pub fn has_any(&self, ids: AttrSet) -> bool {
        self.kept.meets(ids)
    }

    /// Searches the slots for the value of `id`.
    fn find(&self, id: AttrId) -> Option<&str> {
        let slot = self.slots[..self.count].iter().find(|slot| slot.id == id)?;
        Some(&self.values[usize::from(slot.start)..usize::from(slot.end)])
    }

    /// All kept attributes in the order of the tag.
    pub fn iter(&self) -> impl Iterator<Item = (AttrId, &str)> {
        self.slots[..self.count]
            .iter()
            .map(|slot| (slot.id, &self.values[usize::from(slot.start)..usize::from(slot.end)]))
    }

    /// Whether no attribute was kept.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}
