//! Short records are kept whole.
//!
//! A record is one of at least three siblings of one shape, such as a card or an item of a list, or
//! a term with its definition. In short records, such as a time and what happens then, each part
//! makes little sense without the others. So no block of them scores less than the mean of the
//! group, except columns far below it: "Add to cart" under each product, the name over each
//! comment. `docs/src/research.md` has the effect. Holds nothing: the caller lends the memory.

use super::keyed_sums::KeyedSums;
use crate::block::{Arena, Record};
use crate::feature::ancestors::{item, shape};
use crate::html::TagId;
use crate::structure::Flags;

/// Maximum words of a short record, as the mean of its group.
const MAX_WORDS: f32 = 40.0;

/// Maximum rise, in logits, of a block's score to the mean of its group.
const MAX_RISE_LOGITS: f32 = 2.0;

/// Maximum elements from a definition back to its term.
const MAX_TERM_DISTANCE: u32 = 16;

/// Numbers per group: the sum of the weights of its blocks, the sum of their scores by weight, its
/// words and its records.
pub(crate) const NUMBERS: usize = 4;

/// The record that a block is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RecordPlace {
    /// Index of the element that is the record; `0` if there is none.
    element: u16,
    /// Hash of what the records of a group have in common: their shape and their parent.
    group: u16,
}

/// Multiplier of the hash: 2^16 divided by the golden ratio.
const HASH_FACTOR: u16 = 0x9E37;

impl RecordPlace {
    pub(crate) fn of(arena: &Arena, record: &Record) -> Self {
        if record.has(Flags::HIDDEN) {
            return Self::default();
        }
        let own = record.context.element;
        let of_parent = |at: u32| (arena.element(at).parent() as u16).wrapping_mul(HASH_FACTOR);
        match arena.element(own).tag {
            // Each term begins a record, and the definitions after it belong to it.
            TagId::Dt | TagId::Dd => {
                Self { element: term_of(arena, own).unwrap_or(own) as u16, group: of_parent(own) }
            }
            _ => item(arena, own, arena.element(own).record_levels).map_or(Self::default(), |at| Self {
                element: at as u16,
                group: shape(arena.element(at)) ^ of_parent(at),
            }),
        }
    }

    /// The index of the record's element and the hash of its group; `None` outside of records.
    pub(crate) fn ids(self) -> Option<(u16, u16)> {
        self.is_in_record().then_some((self.element, self.group))
    }

    pub(crate) fn is_in_record(self) -> bool {
        self.element != 0
    }
}

/// The term that an element is, or that is right before it: at most [`MAX_TERM_DISTANCE`] elements
/// back, and in the same list.
fn term_of(arena: &Arena, at: u32) -> Option<u32> {
    let parent = arena.element(at).parent();
    let is_term = |&at: &u32| arena.element(at).tag == TagId::Dt && arena.element(at).parent() == parent;
    (at.saturating_sub(MAX_TERM_DISTANCE)..=at).rev().find(is_term)
}

/// Sums of scores by group of records.
pub(crate) struct RecordMeans<'a> {
    sums: KeyedSums<'a, NUMBERS>,
    /// The record of the block that was added last.
    last: u16,
}

impl<'a> RecordMeans<'a> {
    pub(crate) fn new(sums: KeyedSums<'a, NUMBERS>) -> Self {
        Self { sums, last: 0 }
    }

    /// Adds the score of a block of `words` words. Its weight is their square root.
    pub(crate) fn count(&mut self, place: RecordPlace, words: u32, score: f32) {
        if place.is_in_record() {
            let weight = words.max(1).isqrt() as f32;
            let records = f32::from(u8::from(self.last != place.element));
            self.sums.add(place.group, [weight, weight * score, words as f32, records]);
            self.last = place.element;
        }
    }

    /// The score of a block that was added before, by its group.
    pub(crate) fn pooled_score(&mut self, place: RecordPlace, score: f32) -> f32 {
        if !place.is_in_record() {
            return score;
        }
        match self.sums.of(place.group) {
            Some([weights, sum, words, records]) if words <= MAX_WORDS * records => {
                let mean = sum / weights;
                if mean - score < MAX_RISE_LOGITS { mean.max(score) } else { score }
            }
            _ => score,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_short_records_rise_to_the_mean_unless_they_are_far_below() {
        let place = RecordPlace { element: 3, group: 7 };
        let (mut numbers, mut keys) = ([3.0; NUMBERS * 8], [0; 16]);
        let mut means = RecordMeans::new(KeyedSums::new(&mut numbers, &mut keys, 4));
        for (words, score) in [(1, -0.5), (9, 1.0), (1, -4.0)] {
            means.count(place, words, score);
        }
        let mean = (-0.5 + 3.0 - 4.0) / 5.0;
        assert_eq!([-0.5, 1.0, -4.0].map(|score| means.pooled_score(place, score)), [mean, 1.0, -4.0]);
        assert_eq!(means.pooled_score(RecordPlace::default(), 0.25), 0.25, "in no record");
        let long = RecordPlace { element: 9, group: 8 };
        means.count(long, 4, 0.0);
        means.count(long, 40, 1.0);
        assert_eq!(means.pooled_score(long, 0.0), 0.0, "long records");
    }
}
