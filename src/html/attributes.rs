//! Attribute values of one tag, kept up to a fixed length.

use super::attribute_text::AttributeText;
use super::limits::{VALUE_BYTES, VALUES_BYTES};
use super::tag::{ATTR_NAMES, AttrId, AttrSet};
use alloc::string::String;
use core::ops::Range;

/// Maximum attributes kept of one tag: the number of names in [`AttrId`].
const KEPT_ATTRIBUTES: usize = ATTR_NAMES.len();

/// Place of a value: in the piece, or in the buffer of copied values.
#[derive(Clone, Copy, Default)]
struct Slot {
    id: AttrId,
    bytes: u16,
    start: usize,
}

/// The wanted attributes of a tag, each once, in the order of the tag. If a name is repeated, its
/// first value counts.
#[derive(Clone, Copy)]
pub struct Attributes<'a> {
    reader: &'a AttributeReader,
    /// What the slots refer to.
    text: &'a str,
}

impl<'a> Attributes<'a> {
    /// The attributes recorded as HTML, and whether some were cut.
    #[cfg(feature = "css")]
    pub(crate) fn source(&self) -> Option<(&'a str, bool)> {
        self.reader.source.as_ref().map(|source| (source.text(), source.is_cut()))
    }

    /// The value of `id`; empty if the attribute has no value.
    #[inline]
    #[must_use]
    pub fn get(&self, id: AttrId) -> Option<&'a str> {
        if self.reader.kept.contains(id) { self.find(id) } else { None }
    }

    /// The value of `id`; `None` if it was too long and is truncated.
    #[inline]
    #[must_use]
    pub fn get_untruncated(&self, id: AttrId) -> Option<&'a str> {
        if self.reader.cut.contains(id) { None } else { self.get(id) }
    }

    /// The attributes that were kept.
    #[inline]
    pub(crate) fn kept(&self) -> AttrSet {
        self.reader.kept
    }

    /// Whether any of `ids` was kept. Cost: constant.
    #[inline]
    #[must_use]
    pub fn has_any(&self, ids: AttrSet) -> bool {
        self.reader.kept.meets(ids)
    }

    #[inline]
    fn slots(&self) -> &'a [Slot] {
        &self.reader.slots[..self.reader.count]
    }

    /// Searches the slots for the value of `id`.
    #[inline(never)]
    fn find(&self, id: AttrId) -> Option<&'a str> {
        self.slots().iter().find(|slot| slot.id == id).map(|slot| self.value(slot))
    }

    #[inline]
    fn value(&self, slot: &Slot) -> &'a str {
        &self.text[slot.start..][..usize::from(slot.bytes)]
    }

    /// All kept attributes in the order of the tag.
    pub fn iter(&self) -> impl Iterator<Item = (AttrId, &'a str)> + use<'a, '_> {
        self.slots().iter().map(|slot| (slot.id, self.value(slot)))
    }

    /// The values of the attributes in `ids`, as bytes, in the order of the tag.
    #[inline]
    pub(crate) fn values_of(&self, ids: AttrSet) -> impl Iterator<Item = (AttrId, &'a [u8])> + use<'a, '_> {
        let is_wanted = move |slot: &&Slot| ids.contains(slot.id);
        let value = |slot: &Slot| &self.text.as_bytes()[slot.start..][..usize::from(slot.bytes)];
        self.slots().iter().filter(is_wanted).map(move |slot| (slot.id, value(slot)))
    }

    /// Whether no attribute was kept.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.reader.count == 0
    }
}

/// Reads the wanted attributes of a tag.
///
/// The values of a tag that lies within one piece stay where they are, unless one of them needs
/// decoding. Those of any other tag are copied: [`VALUES_BYTES`] on the heap from construction on,
/// and never more.
pub(super) struct AttributeReader {
    slots: [Slot; KEPT_ATTRIBUTES],
    count: usize,
    wanted: AttrSet,
    /// Attributes in the slots, for a quick test: most attributes that are looked up are absent.
    kept: AttrSet,
    /// Attributes whose value is truncated.
    cut: AttrSet,
    /// Bytes of all kept values.
    value_bytes: usize,
    /// Copies of the values, if not all of them are in the piece.
    values: String,
    are_copied: bool,
    open: bool,
    /// More attributes as text, if selectors are matched.
    source: Option<AttributeText>,
}

impl AttributeReader {
    pub(super) fn new() -> Self {
        Self {
            slots: [Slot::default(); KEPT_ATTRIBUTES],
            count: 0,
            wanted: AttrSet::NONE,
            kept: AttrSet::NONE,
            cut: AttrSet::NONE,
            value_bytes: 0,
            values: String::with_capacity(VALUES_BYTES),
            are_copied: false,
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

    /// Forgets the attributes of the last tag. `wanted`: attributes to keep of the next one.
    #[inline]
    pub(super) fn start(&mut self, wanted: AttrSet) {
        self.count = 0;
        self.wanted = wanted;
        self.kept = AttrSet::NONE;
        self.cut = AttrSet::NONE;
        self.value_bytes = 0;
        self.are_copied = false;
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

    /// Whether a value is still wanted, apart from attributes recorded as text.
    #[inline]
    pub(super) fn wants_more(&self) -> bool {
        !self.wanted.is_empty()
    }

    /// Whether a value of `id` is still wanted.
    #[inline]
    pub(super) fn wants(&self, id: AttrId) -> bool {
        self.wanted.contains(id)
    }

    /// The attributes of the tag, which ends in `piece`.
    #[inline]
    pub(super) fn view<'a>(&'a self, piece: &'a str) -> Attributes<'a> {
        Attributes { reader: self, text: if self.are_copied { &self.values } else { piece } }
    }

    /// Copies the values so far out of `piece`, and those that follow: a value is decoded, or the
    /// tag may end in another piece.
    pub(super) fn copy(&mut self, piece: &str) {
        if self.are_copied {
            return;
        }
        self.values.clear();
        self.are_copied = true;
        for slot in &mut self.slots[..self.count] {
            let start = self.values.len();
            self.values.push_str(&piece[slot.start..][..usize::from(slot.bytes)]);
            slot.start = start;
        }
    }

    /// Begins a value of `id` at `start`. Returns whether it is kept.
    #[inline]
    fn begin(&mut self, id: AttrId, start: usize) -> Option<&mut Slot> {
        let slot = self.slots.get_mut(self.count)?;
        self.wanted.remove(id);
        self.kept.add(id);
        self.count += 1;
        *slot = Slot { id, bytes: 0, start };
        Some(slot)
    }

    /// Begins a value of `id` that is copied, if it is wanted.
    #[inline]
    pub(super) fn open(&mut self, id: AttrId) {
        debug_assert!(self.are_copied, "the states copy values");
        let start = self.values.len();
        self.open = self.wanted.contains(id) && self.begin(id, start).is_some();
    }

    /// Ends the last attribute, with or without a value.
    #[inline]
    pub(super) fn close(&mut self) {
        self.open = false;
        if let Some(source) = &mut self.source {
            source.close();
        }
    }

    /// Keeps the value of `id` at `place` of the piece. It must be [wanted](Self::wants). Not for
    /// use while attributes are recorded as text.
    #[inline]
    pub(super) fn keep(&mut self, id: AttrId, piece: &str, place: Range<usize>) {
        debug_assert!(self.wants(id) && self.source.is_none(), "states write attributes down");
        let room = VALUE_BYTES.min(VALUES_BYTES - self.value_bytes);
        let end = if place.len() <= room { place.end } else { self.cut(id, piece, place.start + room) };
        let bytes = end - place.start;
        self.value_bytes += bytes;
        let mut start = place.start;
        if self.are_copied {
            start = self.values.len();
            self.values.push_str(&piece[place.start..end]);
        }
        if let Some(slot) = self.begin(id, start) {
            slot.bytes = bytes as u16;
        }
    }

    /// Notes that the value of `id` is truncated; returns the last border between characters up to
    /// `end`.
    #[cold]
    fn cut(&mut self, id: AttrId, text: &str, mut end: usize) -> usize {
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        self.cut.add(id);
        end
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
        let slot = self.slots[self.count - 1];
        let room = (VALUE_BYTES - usize::from(slot.bytes)).min(VALUES_BYTES - self.value_bytes);
        // The rest of a truncated value is skipped, so that no gap arises.
        self.open = text.len() <= room;
        let end = if self.open { text.len() } else { self.cut(slot.id, text, room) };
        self.values.push_str(&text[..end]);
        self.value_bytes += end;
        self.slots[self.count - 1].bytes += end as u16;
    }
}
