//! A queue of references that wait for the decision on the text next to them.
//!
//! Held: [`held_bytes`], all of it from construction on. A reference for which there is no space is
//! left out and counted.

use super::{ADDRESS_BYTES, TEXT_BYTES};
use crate::address::push_resolved;
use alloc::string::String;
use alloc::vec::Vec;

/// Bytes of addresses and texts with the minimum budget.
const MIN_TEXT_BYTES: usize = 16 << 10;

/// Maximum of these bytes.
const MAX_TEXT_BYTES: usize = 256 << 10;

/// The share of the budget beyond the minimum that goes to these bytes.
const BUDGET_SHARE: usize = 32;

/// Bytes of text for each reference that can wait: about those of a usual address.
const TEXT_BYTES_PER_REFERENCE: usize = 128;

/// Bytes of text that are held, for the bytes of the budget beyond the minimum.
pub(crate) const fn text_bytes(spare_bytes: usize) -> usize {
    let bytes = MIN_TEXT_BYTES + spare_bytes / BUDGET_SHARE;
    if bytes < MAX_TEXT_BYTES { bytes } else { MAX_TEXT_BYTES }
}

/// Bytes on the heap of a queue with `text_bytes` bytes of text.
pub(crate) const fn held_bytes<P>(text_bytes: usize) -> usize {
    held_bytes_of::<P>(text_bytes, TEXT_BYTES_PER_REFERENCE)
}

/// Bytes on the heap of a queue of references with this many bytes of text each.
pub(crate) const fn held_bytes_of<P>(text_bytes: usize, bytes_each: usize) -> usize {
    text_bytes + text_bytes / bytes_each * size_of::<Held<P>>()
}

/// A reference that waits.
#[derive(Clone, Copy, Debug)]
struct Held<P> {
    place: P,
    /// Start of its texts in the buffer, and the end of each.
    start: u32,
    address_end: u32,
    text_end: u32,
    end: u32,
}

/// The texts of a reference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Texts<'a> {
    pub(crate) address: &'a str,
    pub(crate) text: &'a str,
    /// Of an image, the target of its link; of a link, the text of its image.
    pub(crate) other: &'a str,
}

/// References in page order, with a place each.
#[derive(Debug)]
pub(crate) struct Queue<P> {
    held: Vec<Held<P>>,
    texts: String,
    /// Number of references at the front that are no longer needed.
    passed: usize,
    /// References of this page that were left out.
    cut: u64,
}

/// Some references in order, with their texts.
#[derive(Debug)]
pub(crate) struct Waiting<'a, P> {
    held: &'a [Held<P>],
    texts: &'a str,
}

impl<P> Clone for Waiting<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Waiting<'_, P> {}

impl<P> Default for Waiting<'_, P> {
    fn default() -> Self {
        Self { held: &[], texts: "" }
    }
}

impl<'a, P> Waiting<'a, P> {
    pub(crate) fn len(&self) -> usize {
        self.held.len()
    }

    /// The place of the first reference.
    #[inline]
    pub(crate) fn first_place(&self) -> Option<&'a P> {
        self.held.first().map(|held| &held.place)
    }

    /// The texts of the first reference.
    pub(crate) fn first_texts(&self) -> Option<Texts<'a>> {
        let held = self.held.first()?;
        let part = |start: u32, end: u32| self.texts.get(start as usize..end as usize).unwrap_or_default();
        Some(Texts {
            address: part(held.start, held.address_end),
            text: part(held.address_end, held.text_end),
            other: part(held.text_end, held.end),
        })
    }

    /// These without the first.
    #[must_use]
    pub(crate) fn without_first(self) -> Self {
        Self { held: self.held.get(1..).unwrap_or_default(), ..self }
    }

    /// Only the first.
    #[must_use]
    pub(crate) fn only_first(self) -> Self {
        Self { held: self.held.get(..1).unwrap_or_default(), ..self }
    }
}

impl<P> Queue<P> {
    /// A queue with this many bytes of text; with none, no references are wanted.
    pub(crate) fn new(text_bytes: usize) -> Self {
        Self::of(text_bytes, TEXT_BYTES_PER_REFERENCE)
    }

    /// A queue of references with this many bytes of text each.
    pub(crate) fn of(text_bytes: usize, bytes_each: usize) -> Self {
        Self {
            held: Vec::with_capacity(text_bytes / bytes_each),
            texts: String::with_capacity(text_bytes),
            passed: 0,
            cut: 0,
        }
    }

    /// Whether any references fit, which is so if they are wanted.
    #[inline]
    pub(crate) fn has_capacity(&self) -> bool {
        self.held.capacity() > 0
    }

    /// Number of references that were left out.
    pub(crate) fn cut(&self) -> u64 {
        self.cut
    }

    pub(crate) fn reset(&mut self) {
        self.forget();
        self.cut = 0;
    }

    /// Forgets all references that wait.
    pub(crate) fn forget(&mut self) {
        self.held.clear();
        self.texts.clear();
        self.passed = 0;
    }

    /// Adds a reference. Its address is resolved against `base`, unless that is empty.
    pub(crate) fn push(&mut self, address: &str, base: &str, text: &str, other: &str, place: P) {
        let bytes = base.len() + address.len() + text.len().min(TEXT_BYTES) + other.len() + 1;
        if !self.has_room(bytes) {
            self.cut += 1;
            return;
        }
        let start = self.texts.len();
        push_resolved(address, base, ADDRESS_BYTES, &mut self.texts);
        if self.texts.len() - start > ADDRESS_BYTES {
            self.texts.truncate(start);
            self.cut += 1;
            return;
        }
        let address_end = self.texts.len() as u32;
        push_folded(text, &mut self.texts);
        let text_end = self.texts.len() as u32;
        self.texts.push_str(other);
        let end = self.texts.len() as u32;
        self.held.push(Held { place, start: start as u32, address_end, text_end, end });
    }

    /// Adds the other text of the last reference. Without space, or if it has one, nothing changes.
    pub(crate) fn add_to_last(&mut self, text: &str) {
        let fits = self.texts.len() + text.len().min(TEXT_BYTES) <= self.texts.capacity();
        if let Some(last) = self.held.last_mut().filter(|last| fits && last.end == last.text_end) {
            push_folded(text, &mut self.texts);
            last.end = self.texts.len() as u32;
        }
    }

    /// Counts a reference that is left out.
    pub(crate) fn count_cut(&mut self) {
        self.cut += 1;
    }

    /// Whether one more reference with `bytes` bytes of text fits. Removes those that were passed,
    /// if they are many: so each of the others moves only a few times.
    fn has_room(&mut self, bytes: usize) -> bool {
        let is_full =
            self.held.len() == self.held.capacity() || self.texts.len() + bytes > self.texts.capacity();
        if is_full && self.passed * 2 >= self.held.len() {
            let start = self.held.get(self.passed).map_or(self.texts.len(), |first| first.start as usize);
            self.held.drain(..core::mem::take(&mut self.passed));
            self.texts.drain(..start);
            for held in &mut self.held {
                held.start -= start as u32;
                held.address_end -= start as u32;
                held.text_end -= start as u32;
                held.end -= start as u32;
            }
        }
        self.held.len() < self.held.capacity() && self.texts.len() + bytes <= self.texts.capacity()
    }

    /// The places of those that wait.
    pub(crate) fn waiting_places_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut P> {
        self.held[self.passed..].iter_mut().map(|held| &mut held.place)
    }

    /// The places of those that wait.
    pub(crate) fn waiting_places(&self) -> impl Iterator<Item = &P> + Clone {
        self.held[self.passed..].iter().map(|held| &held.place)
    }

    /// The oldest that wait, as long as they are `wanted`.
    pub(crate) fn waiting_while(&self, wanted: impl Fn(&P) -> bool) -> Waiting<'_, P> {
        let waiting = &self.held[self.passed..];
        let count = waiting.iter().take_while(|held| wanted(&held.place)).count();
        Waiting { held: &waiting[..count], texts: &self.texts }
    }

    /// Passes the `count` oldest.
    pub(crate) fn pass(&mut self, count: usize) {
        self.passed += count;
        if self.passed == self.held.len() {
            self.forget();
        }
    }
}

/// Appends `text` with white space folded and without control characters, at most [`TEXT_BYTES`].
fn push_folded(text: &str, to: &mut String) {
    let start = to.len();
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    for word in words {
        let gap = if to.len() > start { " " } else { "" };
        if to.len() - start + gap.len() + word.len() > TEXT_BYTES {
            return;
        }
        to.push_str(gap);
        to.push_str(word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn push(queue: &mut Queue<u64>, address: &str, text: &str, place: u64) {
        queue.push(address, "https://a.example/b/", text, "", place);
    }

    fn first(queue: &Queue<u64>) -> (&str, &str) {
        let texts = queue.waiting_while(|_| true).first_texts().expect("one waits");
        (texts.address, texts.text)
    }

    #[test]
    fn references_wait_in_order_and_those_without_space_are_counted() {
        let mut queue = Queue::new(MIN_TEXT_BYTES);
        let most = MIN_TEXT_BYTES / TEXT_BYTES_PER_REFERENCE;
        for place in 0..most as u64 + 2 {
            push(&mut queue, "c.jpg", " a \n pond ", place);
        }
        assert_eq!(queue.cut(), 2);
        assert_eq!(first(&queue), ("https://a.example/b/c.jpg", "a pond"));
        queue.pass(most - 1);
        push(&mut queue, "d.jpg", "", 200);
        assert_eq!(queue.cut(), 2);
        assert_eq!(first(&queue), ("https://a.example/b/c.jpg", "a pond"));
        queue.pass(1);
        assert_eq!(first(&queue), ("https://a.example/b/d.jpg", ""));
    }

    #[test]
    fn long_addresses_are_left_out_and_long_texts_are_cut_between_words() {
        let mut queue = Queue::new(MIN_TEXT_BYTES);
        push(&mut queue, &"x".repeat(ADDRESS_BYTES + 1), "", 0);
        assert_eq!((queue.cut(), queue.held.len()), (1, 0));
        push(&mut queue, "c.jpg", &"word ".repeat(200), 0);
        let text = first(&queue).1.len();
        assert!((TEXT_BYTES - 5..=TEXT_BYTES).contains(&text), "{text}");
    }
}
