//! Texts of JSON-LD, kept until it is known which of them count.
//!
//! In: texts in parts, each with its object and its rank. Out: the texts that count, at the end of
//! the page. Held: the allowed bytes of text, allocated when needed, and an entry for each text; at
//! most [`Texts::held_bytes`]. Text that does not fit is cut and counted.

use crate::metadata::limits::HAS_STATES;
use alloc::string::String;
use alloc::vec::Vec;

/// Separates two strings of a text.
pub(in crate::metadata) const SEPARATOR: char = '\u{1e}';

/// Maximum texts kept at one time. Each ingredient and each step of a recipe is one text.
const MAX_TEXTS: usize = 64;

/// Bytes allocated first: enough for most pages, which have a few names and descriptions.
const FIRST_BYTES: usize = 4 << 10;

/// Growth factor of the allocation.
const GROWTH: usize = 4;

/// Role of a text for the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rank {
    /// The whole text; if there is one, no other rank counts.
    Body,
    /// The text of a thing.
    Text,
    /// A part of a thing.
    Part,
    /// The name of a thing.
    Name,
    /// The description of a thing, used if it has no text.
    Description,
    /// Prose in the state of an app; see [`app_texts`](super::app_texts).
    State,
}

/// Position of one text.
#[derive(Clone, Copy)]
struct Place {
    start: usize,
    end: usize,
    rank: Rank,
    /// Level of the object that the text belongs to; `None` after the object ended.
    owner: Option<u8>,
    /// Offset in the stream.
    offset: u64,
    bytes_cut: u64,
}

/// The texts of a page.
pub(crate) struct Texts {
    text: String,
    limit_bytes: usize,
    places: Vec<Place>,
    /// The text being read.
    current: Option<Place>,
    /// A text of rank [`Rank::Body`] was found.
    has_body: bool,
    /// Bytes of texts that had no entry.
    bytes_refused: u64,
}

impl Texts {
    /// Maximum bytes on the heap for `limit_bytes` bytes of text. While the buffer grows, the old
    /// and the new one are both held.
    pub(crate) const fn held_bytes(limit_bytes: usize) -> usize {
        let (mut before, mut bytes) = (0, FIRST_BYTES);
        while bytes < limit_bytes {
            before = bytes;
            bytes *= GROWTH;
        }
        MAX_TEXTS * size_of::<Place>() + limit_bytes + before
    }

    /// Makes room for `bytes` bytes; `false` if the allocator refuses.
    fn reserve(&mut self, bytes: usize) -> bool {
        let mut capacity = self.text.capacity();
        if bytes <= capacity {
            return true;
        }
        capacity = capacity.max(FIRST_BYTES);
        while capacity < bytes {
            capacity *= GROWTH;
        }
        self.text.try_reserve_exact(capacity.min(self.limit_bytes) - self.text.len()).is_ok()
    }

    /// A store for `limit_bytes` bytes of text in total; holds nothing if this is 0.
    pub(crate) fn new(limit_bytes: usize) -> Self {
        let places = Vec::with_capacity(if limit_bytes > 0 { MAX_TEXTS } else { 0 });
        Self { text: String::new(), limit_bytes, places, current: None, has_body: false, bytes_refused: 0 }
    }

    /// Whether the store was made for `limit_bytes` bytes.
    pub(super) fn is_for(&self, limit_bytes: usize) -> bool {
        self.limit_bytes == limit_bytes
    }

    pub(super) fn reset(&mut self) {
        self.text.clear();
        self.places.clear();
        self.current = None;
        self.has_body = false;
        self.bytes_refused = 0;
    }

    /// Begins a string of an app's state, at the end of the texts; returns whether it is wanted.
    pub(super) fn begin_piece(&mut self, offset: u64) -> bool {
        let is_wanted = self.begin(Rank::State, 0, offset);
        if is_wanted {
            self.push(SEPARATOR.encode_utf8(&mut [0; 4]));
        }
        is_wanted
    }

    /// The string that was begun.
    pub(super) fn piece(&self) -> &str {
        let place = self.current.map_or(0..0, |piece| piece.start..piece.end);
        self.text[place].trim_start_matches(SEPARATOR)
    }

    /// Takes the string for a text of its own. Returns whether there was a place for it.
    pub(super) fn end_piece(&mut self) -> bool {
        let has_place = self.places.len() < MAX_TEXTS;
        if has_place {
            self.places.extend(self.current.take().map(|piece| Place { owner: None, ..piece }));
        }
        has_place
    }

    /// Adds the string to the last text: as a span of its last paragraph if white space within a
    /// sentence parts them.
    pub(super) fn append_piece(&mut self) {
        let (Some(piece), Some(last)) = (self.current.take(), self.places.last_mut()) else { return };
        (last.end, last.bytes_cut) = (piece.end, last.bytes_cut + piece.bytes_cut);
        let is_mark = |c: char| c.is_whitespace() || matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | ')');
        let text = self.text[piece.start..].trim_start_matches(SEPARATOR);
        let before = &self.text[..piece.start];
        let is_open =
            before.ends_with('(') || before.ends_with(' ') && !before.trim_end().ends_with(['.', '!', '?']);
        if text.starts_with(is_mark) || is_open {
            self.text.remove(piece.start);
            last.end -= SEPARATOR.len_utf8();
        }
    }

    /// Drops the string that was begun.
    pub(super) fn drop_piece(&mut self) {
        if let Some(piece) = self.current.take() {
            self.text.truncate(piece.start);
        }
    }

    /// Joins the state before the last `count` texts to the one before it, if there is one.
    pub(super) fn join_states(&mut self, count: usize) -> bool {
        let Some(at) = (self.places.len() - count).checked_sub(2) else { return false };
        let is_next = self.places[at].rank == Rank::State && self.places[at].end == self.places[at + 1].start;
        if is_next {
            let Place { end, bytes_cut, .. } = self.places.remove(at + 1);
            self.places[at].end = end;
            self.places[at].bytes_cut += bytes_cut;
        }
        is_next
    }

    /// Keeps the state before the last `count` texts, and removes the other; or the reverse.
    pub(super) fn keep_state(&mut self, count: usize, is_kept: bool) {
        let last = self.places.len() - count - 1;
        let other = self.places[..last].iter().position(|place| place.rank == Rank::State);
        if let Some(at) = if is_kept { other } else { Some(last) } {
            self.remove(at);
        }
    }

    /// Begins a text of the object at level `owner`; returns whether it is wanted.
    pub(super) fn begin(&mut self, rank: Rank, owner: usize, offset: u64) -> bool {
        if self.limit_bytes == 0 || self.has_body && rank != Rank::Body {
            return false;
        }
        let at = self.text.len();
        self.current =
            Some(Place { start: at, end: at, rank, owner: Some(owner as u8), offset, bytes_cut: 0 });
        true
    }

    /// Adds a part of the current text.
    pub(super) fn push(&mut self, mut text: &str) {
        let Some(mut current) = self.current else { return };
        if current.rank == Rank::Body && !self.has_body {
            text = text.trim_start();
            if text.is_empty() {
                return;
            }
            // No other text counts any more.
            self.text.clear();
            self.places.clear();
            self.bytes_refused = 0;
            self.has_body = true;
            (current.start, current.end) = (0, 0);
        }
        // Nothing is kept after a gap.
        let has_room = current.bytes_cut == 0;
        let mut taken = if has_room { text.len().min(self.limit_bytes - self.text.len()) } else { 0 };
        if !self.reserve(self.text.len() + taken) {
            taken = 0;
        }
        while !text.is_char_boundary(taken) {
            taken -= 1;
        }
        self.text.push_str(&text[..taken]);
        current.end += taken;
        current.bytes_cut += (text.len() - taken) as u64;
        self.current = Some(current);
    }

    /// Ends the current text.
    pub(super) fn end(&mut self) {
        let Some(current) = self.current.take() else { return };
        let text = &self.text[current.start..current.end];
        let is_known = self.places.iter().any(|place| self.text[place.start..place.end] == *text);
        let is_blank = text.trim().is_empty() && current.bytes_cut == 0;
        let has_place = self.places.len() < MAX_TEXTS;
        if has_place && !is_known && !is_blank {
            self.places.push(current);
            return;
        }
        if !has_place {
            self.bytes_refused += (current.end - current.start) as u64 + current.bytes_cut;
        }
        self.text.truncate(current.start);
    }

    /// Ends the object at level `owner`: its `wanted` texts stay. Its description is removed if it
    /// has a text.
    pub(super) fn owner_closed(&mut self, owner: usize, wanted: impl Fn(Rank) -> bool) {
        let is_own = |place: &Place| place.owner == Some(owner as u8);
        let Some(first) = self.places.iter().position(is_own) else { return };
        let has_text = wanted(Rank::Text)
            && self.places[first..].iter().any(|place| is_own(place) && place.rank == Rank::Text);
        for at in (first..self.places.len()).rev() {
            let place = self.places[at];
            if !is_own(&place) {
                continue;
            }
            self.places[at].owner = None;
            if !wanted(place.rank) || place.rank == Rank::Description && has_text {
                self.remove(at);
            }
        }
    }

    /// Removes a text.
    fn remove(&mut self, at: usize) {
        let Place { start, end, .. } = self.places.remove(at);
        self.text.drain(start..end);
        for place in &mut self.places[at..] {
            place.start -= end - start;
            place.end -= end - start;
        }
    }

    /// The texts of rank [`Rank::Body`].
    pub(super) fn body(&self) -> &str {
        if self.has_body { &self.text } else { "" }
    }

    /// The texts and their offsets in the stream, in order: of an app's state, or of JSON-LD.
    pub(crate) fn iter(&self, is_state: bool) -> impl Iterator<Item = (u64, &str)> {
        self.places_of(is_state).map(|place| (place.offset, &self.text[place.start..place.end]))
    }

    fn places_of(&self, is_state: bool) -> impl Iterator<Item = &Place> {
        self.places.iter().filter(move |place| !HAS_STATES || is_state == (place.rank == Rank::State))
    }

    /// Bytes of these texts that did not fit.
    pub(crate) fn bytes_cut(&self, is_state: bool) -> u64 {
        let refused = if is_state { 0 } else { self.bytes_refused };
        refused + self.places_of(is_state).map(|place| place.bytes_cut).sum::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(texts: &mut Texts, rank: Rank, text: &str) {
        assert!(texts.begin(rank, 0, 0));
        texts.push(text);
        texts.end();
    }

    #[test]
    fn what_does_not_fit_is_cut_between_characters_and_counted() {
        let mut texts = Texts::new(8);
        add(&mut texts, Rank::Text, "1234567");
        assert!(texts.begin(Rank::Part, 0, 0));
        for part in ["é", "a", "b"] {
            texts.push(part);
        }
        texts.end();
        assert_eq!(texts.text, "1234567");
        assert_eq!(texts.bytes_cut(false), 4);
        add(&mut texts, Rank::Body, "12é4567890");
        assert!(texts.iter(false).map(|(_, text)| text).eq(["12é4567"]));
        assert_eq!(texts.bytes_cut(false), 3);
        assert!(!texts.begin(Rank::Part, 0, 0));
    }

    #[test]
    fn room_that_grows_is_never_more_than_was_set_aside() {
        for limit_bytes in [4 << 10, 12 << 10, 64 << 10] {
            for first_bytes in [1, 900, 1100, 4000, 4200] {
                let mut texts = Texts::new(limit_bytes);
                for bytes in [first_bytes, 1000, 3000, 20_000, 60_000] {
                    let before = texts.text.capacity();
                    add(&mut texts, Rank::Text, &"x".repeat(bytes));
                    // Both buffers are held while it grows.
                    let after = texts.text.capacity();
                    let room = after + if after > before { before } else { 0 };
                    let held = texts.places.capacity() * size_of::<Place>() + room;
                    assert!(held <= Texts::held_bytes(limit_bytes), "{limit_bytes}, {first_bytes}: {held}");
                }
            }
        }
    }

    #[test]
    fn texts_without_a_place_are_counted() {
        let mut texts = Texts::new(1 << 10);
        for number in 0..MAX_TEXTS + 3 {
            add(&mut texts, Rank::Part, &alloc::format!("{number:03}"));
        }
        assert_eq!((texts.iter(false).count(), texts.bytes_cut(false)), (MAX_TEXTS, 9));
    }

    #[test]
    fn without_room_nothing_is_taken() {
        let mut texts = Texts::new(0);
        assert!(!texts.begin(Rank::Body, 0, 0));
        texts.push("a");
        texts.end();
        assert_eq!((texts.iter(false).count(), texts.text.capacity(), texts.places.capacity()), (0, 0, 0));
    }
}
