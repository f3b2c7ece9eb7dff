//! Notes of the page, and the links in its text that lead to them.
//!
//! In: the ids of elements, links to places on the page, and the blocks that are kept. Out: for
//! each link the label of the note that it leads to, if both are in the output. Held:
//! [`held_bytes`].
//!
//! A note is an element to whose id a link before it leads, and from which a link leads back: to
//! the id next to that link, or as [`Blocks::link_back`](super::Blocks::link_back) says. Links to
//! more places than are held stay links.
//!
//! Markdown has notes after the text. So those that stand in the text, right after their label,
//! are held until the end of the page. A note for which there is no room stays where it is.
//!
//! Cost: a few steps for each link and each id.

mod label;
mod place_element;

pub(super) use self::place_element::PlaceElement;
use super::marks::{self, HAS_NOTES, Span, Spans, note, shown, shown_in};
use super::{Arena, Record, SEGMENT_BYTES, Verdict};
use crate::html::TagId;
use crate::structure::{Context, Flags, Mark};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
pub(crate) use label::Label;

/// Maximum number of places that are held.
const MAX_PLACES: usize = 1000;

/// Slots that are searched for a place.
const PROBES: usize = 16;

/// The first of the characters that stand for places in the text of blocks.
const FIRST_KEY: u32 = 0x4E00;

/// The place has no block yet.
const NO_BLOCK: u64 = u64::MAX;

/// The share of the budget beyond the minimum that goes to places.
const BUDGET_SHARE: usize = 64;

/// Most bytes of text that are held of notes inside of texts.
const MAX_TEXT_BYTES: usize = 8 * SEGMENT_BYTES;

/// Least bytes of a hidden text that is a note: shorter ones repeat what is shown.
const MIN_HIDDEN_BYTES: usize = 12;

/// Bytes held, with `spare_bytes` of budget above the minimum.
pub(crate) fn held_bytes(spare_bytes: usize) -> usize {
    let places = most_places(spare_bytes);
    places * size_of::<Place>() + slots_for(places) * size_of::<u16>() + text_bytes(spare_bytes)
}

fn text_bytes(spare_bytes: usize) -> usize {
    if HAS_NOTES { (spare_bytes / BUDGET_SHARE).min(MAX_TEXT_BYTES) } else { 0 }
}

fn most_places(spare_bytes: usize) -> usize {
    if HAS_NOTES { (spare_bytes / BUDGET_SHARE / size_of::<Place>()).min(MAX_PLACES) } else { 0 }
}

/// Slots of the hash table of places: at least twice their number.
fn slots_for(places: usize) -> usize {
    if places > 0 { (2 * places).next_power_of_two() } else { 0 }
}

/// A place on the page that a link leads to, or a note in the text.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Hash of its id.
    id: u64,
    /// Hash of the id of an inline element that was seen last before the first link to it.
    from: u64,
    /// Number of the first block in or after the element with that id.
    block: u64,
    /// A link leads back.
    leads_back: bool,
    /// It is a note in the output.
    is_note: bool,
    /// It stands in the text, shown, and is held as soon as its reference is written.
    is_shown_in_text: bool,
    /// Number of blocks to the one after its first one, if that is a paragraph of the note in the
    /// output.
    to_body: u8,
    /// Empty if no reference was written.
    label: Label,
}

impl Default for Place {
    fn default() -> Self {
        Self {
            id: 0,
            from: 0,
            block: NO_BLOCK,
            leads_back: false,
            is_note: false,
            is_shown_in_text: false,
            to_body: 0,
            label: Label::default(),
        }
    }
}

/// The places that links lead to; see the [module](self).
#[derive(Default)]
pub(crate) struct Notes {
    places: Vec<Place>,
    /// Hash table of the places: their indices plus 1.
    slots: Vec<u16>,
    most: usize,
    /// Hash of the last id of an inline element.
    last_id: u64,
    /// The place that began last.
    last: Option<usize>,
    /// Depth of its element, while that is open.
    depth: u16,
    /// Depth of the element that holds notes or is one, while that is open. A link at its beginning
    /// is the label of a note.
    container: u16,
    /// Its element is a term, and the definition that follows belongs to it.
    is_term: bool,
    /// It has no block yet.
    awaits_block: bool,
    /// Notes with labels.
    labels: usize,
    /// Number of the block that is written.
    block: u64,
    /// The notes that are held: of each its place as a mark, and its text.
    held: String,
    /// The place of the last of them, and where its text begins.
    last_held: (Option<char>, usize),
}

/// A block of a note.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoteBlock {
    /// Index of the note.
    pub(crate) note: u16,
    pub(crate) label: Label,
    pub(crate) is_first: bool,
}

impl Notes {
    /// `spare_bytes`: budget above the minimum. `holds_texts`: notes that stand in the text can be
    /// held.
    pub(super) fn new(spare_bytes: usize, holds_texts: bool) -> Self {
        let most = most_places(spare_bytes);
        let held = String::with_capacity(if holds_texts { text_bytes(spare_bytes) } else { 0 });
        Self {
            places: Vec::with_capacity(most),
            slots: vec![0; slots_for(most)],
            most,
            held,
            ..Self::default()
        }
    }

    pub(super) fn reset(&mut self) {
        self.places.clear();
        self.slots.fill(0);
        (self.last_id, self.last, self.depth, self.container) = (0, None, 0, 0);
        (self.awaits_block, self.is_term) = (false, false);
        (self.labels, self.block) = (0, 0);
        self.held.clear();
        self.last_held = (None, 0);
    }

    /// The slot of a place, or the free one where it belongs. `None` if too many others are there.
    fn slot(&self, id: u64) -> Option<usize> {
        /// Spreads the bits of the hash upward: Fibonacci hashing.
        const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
        let first = (id.wrapping_mul(FACTOR) >> u32::BITS) as usize;
        let mut slots = (first..first + PROBES).map(|at| at & self.slots.len().saturating_sub(1));
        slots.find(|&at| match self.slots.get(at) {
            Some(&index) => index == 0 || self.places[usize::from(index) - 1].id == id,
            None => false,
        })
    }

    fn find(&self, id: u64) -> Option<usize> {
        usize::from(self.slots[self.slot(id)?]).checked_sub(1)
    }

    /// A link to the place `id` begins. Returns the place, as a character, if the link may be a
    /// reference to a note.
    pub(super) fn link(&mut self, id: u64, is_shown: bool) -> Option<char> {
        if let Some(last) = self.last.map(|last| &mut self.places[last]) {
            last.leads_back |= last.from == id;
            if last.from == id || last.leads_back && self.depth > 0 {
                return None;
            }
        }
        let slot = self.slot(id).filter(|_| is_shown)?;
        // Another element with the same id may follow the link: the page shows several articles.
        let found = usize::from(self.slots[slot]).checked_sub(1).map(|found| self.places[found].block);
        if found.is_none_or(|block| block != NO_BLOCK) {
            if self.places.len() == self.most {
                return None;
            }
            self.places.push(Place { id, from: self.last_id, ..Place::default() });
            self.slots[slot] = self.places.len() as u16;
        }
        char::from_u32(FIRST_KEY + u32::from(self.slots[slot]) - 1)
    }

    /// A link in the note that began last leads back to the text.
    pub(super) fn last_leads_back(&mut self) {
        if let Some(last) = self.last {
            self.places[last].leads_back = true;
        }
    }

    /// A note begins in the text, after its label. Returns its place, as a character, if there is
    /// room for it.
    pub(super) fn add_inline(&mut self) -> Option<char> {
        let index = self.places.len();
        let has_room = index < self.most && self.has_room();
        has_room.then(|| self.places.push(Place::default()))?;
        char::from_u32(FIRST_KEY + index as u32)
    }

    /// Whether the text of one more note may be held. It has at most the bytes of a block.
    fn has_room(&self) -> bool {
        self.held.capacity() - self.held.len() >= SEGMENT_BYTES
    }

    /// Begins to hold the note at a place, unless it is the one that is held last. Returns `false`
    /// if there is no room.
    fn begin_held(&mut self, key: char) -> bool {
        let mut buffer = [0; 8];
        let head = marks::with_key(marks::NOTE, key, &mut buffer);
        if self.last_held.0 != Some(key) {
            if self.held.len() + head.len() > self.held.capacity() {
                return false;
            }
            self.held.push_str(head);
            self.last_held = (Some(key), self.held.len());
        }
        true
    }

    /// Holds a piece of a hidden note, with its white space folded. What has no room is left out.
    pub(super) fn hold_hidden(&mut self, key: char, text: &str) {
        if !self.begin_held(key) {
            return;
        }
        for c in text.chars() {
            let is_space = c.is_whitespace();
            let is_second = is_space && self.held.ends_with([' ', marks::TARGET_END]);
            let c = if is_space { ' ' } else { c };
            if !is_second && !c.is_control() && self.held.len() + c.len_utf8() <= self.held.capacity() {
                self.held.push(c);
            }
        }
        let is_note = self.held.len() - self.last_held.1 >= MIN_HIDDEN_BYTES;
        if let Some(place) = self.place_mut(key.encode_utf8(&mut [0; 4])) {
            place.is_note = is_note;
        }
    }

    /// The note at a place has text that is shown.
    pub(super) fn shown_begins(&mut self, key: char) {
        if let Some(place) = self.place_mut(key.encode_utf8(&mut [0; 4])) {
            (place.is_note, place.is_shown_in_text) = (true, true);
        }
    }

    /// Holds a note whose reference was written, or the next part of one that was cut. Returns
    /// `false` if it stays in its place.
    pub(crate) fn hold_shown(&mut self, key: &str, rest: &mut Spans<'_>) -> bool {
        let is_held =
            HAS_NOTES && self.place(key).is_some_and(|place| !place.label.is_empty()) && self.has_room();
        if is_held && key.chars().next().is_some_and(|key| self.begin_held(key)) {
            self.held.push_str(rest.take_note().trim_start());
        }
        is_held
    }

    /// Takes the notes that are held, to be written at the end of the page: of each its place as a
    /// mark, and its text.
    pub(crate) fn take_held(&mut self) -> String {
        self.block = NO_BLOCK;
        core::mem::take(&mut self.held)
    }

    /// Gives back the memory of the notes that were held.
    pub(crate) fn give_back(&mut self, mut held: String) {
        held.clear();
        self.held = held;
    }

    /// An element begins. `is_place`: it may begin a block.
    pub(super) fn element(&mut self, element: &PlaceElement, is_place: bool) {
        let &PlaceElement { tag, depth, id, is_block, holds_notes, .. } = element;
        let is_definition = tag == TagId::Dd && depth == self.depth && self.is_term;
        if depth <= self.depth && !is_definition {
            self.depth = 0;
        }
        if holds_notes || depth <= self.container {
            self.container = if holds_notes { depth } else { 0 };
        }
        if id == 0 {
            return;
        }
        // A link back to a whole paragraph may be one to the top of a list of questions.
        self.last_id = if is_block { self.last_id } else { id };
        if is_place
            && let Some(found) = self.find(id)
            && self.places[found].block == NO_BLOCK
        {
            let is_label = tag == TagId::A && self.container > 0 && depth == self.container + 1;
            self.depth = if is_label { self.container } else { depth };
            (self.last, self.awaits_block, self.is_term) = (Some(found), true, tag == TagId::Dt);
        }
    }

    /// The place in which the block `number` is, as a character.
    pub(super) fn key_of_block(&mut self, number: u64, context: &Context) -> Option<char> {
        if context.depth < self.depth {
            self.depth = 0;
        }
        if !HAS_NOTES {
            return None;
        }
        let last = self.last.filter(|_| self.depth > 0 || self.awaits_block)?;
        if core::mem::take(&mut self.awaits_block) {
            self.places[last].block = number;
        }
        char::from_u32(FIRST_KEY + last as u32)
    }

    fn place(&self, key: &str) -> Option<&Place> {
        self.places.get(index_of(key)?).filter(|_| HAS_NOTES)
    }

    fn place_mut(&mut self, key: &str) -> Option<&mut Place> {
        self.places.get_mut(index_of(key)?).filter(|_| HAS_NOTES)
    }

    /// Block `number` is written next.
    pub(crate) fn begin_block(&mut self, number: u64) {
        self.block = number;
    }

    /// Whether a link to a place in the block that is written may be a reference. A note in the
    /// text needs room to be held.
    fn may_lead_to(&self, place: &Place) -> bool {
        place.is_note && self.block < place.block && (!place.is_shown_in_text || self.has_room())
    }

    /// The same for the place `key`.
    pub(crate) fn may_be_note(&self, key: &str) -> bool {
        self.place(key).is_some_and(|place| self.may_lead_to(place))
    }

    /// The label that a link to the place `key` gives its note, if that is in the output. `shown`:
    /// the text of the link.
    pub(crate) fn label_of(&self, key: &str, shown: &mut dyn Iterator<Item = char>) -> Option<Label> {
        let place = self.place(key).filter(|place| self.may_lead_to(place))?;
        let label = Label::of(shown)?;
        if !place.label.is_empty() {
            place.label.shows_as(&label).then_some(place.label)
        } else if self.has(&label) {
            label.with_number(self.labels + 1).filter(|label| !self.has(label))
        } else {
            Some(label)
        }
    }

    /// The same for a link that is written now. From here on, the note is written with this label.
    pub(crate) fn reference(&mut self, key: &str, shown: &mut dyn Iterator<Item = char>) -> Option<Label> {
        let label = self.label_of(key, shown)?;
        let place = self.place_mut(key)?;
        if core::mem::replace(&mut place.label, label).is_empty() {
            self.labels += 1;
        }
        Some(label)
    }

    /// Whether a superscript or a link holds only references to notes in the output, and commas
    /// between them. `rest`: the spans in it.
    pub(crate) fn are_all_in(&self, mark: Mark, rest: &Spans<'_>) -> bool {
        let (mut rest, mut has_one) = (rest.clone(), false);
        while HAS_NOTES
            && !self.places.is_empty()
            && let Some(span) = rest.next()
        {
            match span {
                Span::Close(closed) if closed == mark => break,
                Span::Open(Mark::Reference, place) => {
                    if self.label_of(place, &mut shown_in(&rest)).is_none() {
                        return false;
                    }
                    has_one = true;
                    let _ = rest.find(|span| *span == Span::Close(Mark::Reference));
                }
                Span::Open(..) | Span::Close(_) => {}
                Span::Text(text) if text.bytes().all(|byte| matches!(byte, b' ' | b',' | b';')) => {}
                _ => return false,
            }
        }
        has_one
    }

    fn has(&self, label: &Label) -> bool {
        self.places.iter().any(|place| place.label.is_same(label))
    }

    /// The note of the block that is written, by the place in its text, if there is a reference to
    /// the note.
    pub(crate) fn note(&self, key: &str) -> Option<NoteBlock> {
        let place = self.place(key).filter(|place| !place.label.is_empty())?;
        let is_first = place.block == self.block;
        Some(NoteBlock { note: index_of(key)? as u16, label: place.label, is_first })
    }

    /// Whether the block that is written holds only the label of the note that begins with it.
    /// Then the note begins with the next block.
    pub(crate) fn skips_label(&mut self, key: &str, shown: &mut dyn Iterator<Item = char>) -> bool {
        let block = self.block;
        let Some(place) = self.place_mut(key).filter(|place| place.block == block) else { return false };
        let is_label = Label::of(shown).is_some_and(|label| label.shows_as(&place.label));
        let skips = is_label && place.to_body > 0;
        place.block += u64::from(skips) * u64::from(place.to_body);
        skips
    }

    /// Finds the notes among the `count` oldest blocks, which were decided; the first has the
    /// number `first`.
    pub(super) fn find_notes(&mut self, arena: &Arena, count: usize, first: u64) {
        for place in self.places.iter_mut().filter(|_| HAS_NOTES) {
            if let Some(index) = place.block.checked_sub(first)
                && index < count as u64
            {
                let index = index as usize;
                place.is_note = place.leads_back && is_kept_note(arena, index);
                place.to_body = if place.leads_back { blocks_to_body(arena, index, count) } else { 0 };
                let record = arena.record(index);
                if place.to_body > 0
                    && record.verdict != Verdict::Kept
                    && Label::of(&mut shown(arena.text(record))).is_some()
                {
                    // Its label was dropped.
                    place.is_note = true;
                    place.block += u64::from(core::mem::take(&mut place.to_body));
                }
            }
        }
    }
}

/// The index of the place that a character in a text stands for.
fn index_of(key: &str) -> Option<usize> {
    let index = u32::from(key.chars().next()?).checked_sub(FIRST_KEY)?;
    usize::try_from(index).ok()
}

/// Whether a block is a paragraph outside of quotes and inner lists.
fn is_kept_paragraph(record: &Record) -> bool {
    record.verdict == Verdict::Kept
        && record.context.heading == 0
        && !record.has(Flags::PREFORMATTED)
        && record.data_cell().is_none()
        && !record.continues_last()
        && record.context.list_depth <= 1
        && record.context.quotes().0 == 0
}

/// The number of blocks from the first one of a note to the paragraph after it, if that is in the
/// same note, kept, and one of the `count` oldest.
fn blocks_to_body(arena: &Arena, first: usize, count: usize) -> u8 {
    let place = |index: usize| note(arena.text(arena.record(index)));
    let is_hidden = |index: &usize| arena.record(*index).has(Flags::HIDDEN);
    let last = count.min(first + usize::from(u8::MAX));
    match (first + 1..last).find(|index| !is_hidden(index)) {
        Some(next) if place(next) == place(first) && is_kept_paragraph(arena.record(next)) => {
            (next - first) as u8
        }
        _ => 0,
    }
}

/// Whether a block can begin a note in the output: a kept paragraph, or the first one of an item,
/// outside of other lists and of quotes.
fn is_kept_note(arena: &Arena, index: usize) -> bool {
    let record = arena.record(index);
    let item = |record: &Record| (record.context.list, record.context.item, record.context.list_depth);
    let before = (0..index).rev().map(|at| arena.record(at)).find(|before| !before.has(Flags::HIDDEN));
    let is_first =
        || record.context.list_depth == 0 || before.is_some_and(|before| item(before) != item(record));
    is_kept_paragraph(record) && is_first()
}
