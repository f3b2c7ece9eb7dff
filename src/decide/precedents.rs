//! Precedents: a block gets the score of one shortly before it of the same path and much the same text, so that it need not be looked at.
//!
//! Two thirds of the blocks of web pages are rows, items and paragraphs of which a template makes many, and trees say nearly the same of
//! all of them; they vote together anyway (`votes.rs`). `MODEL.md` has what it takes from quality, which is nothing, and from time.

use crate::block::{Arena, Record};
use crate::feature::attr::attr;
use alloc::boxed::Box;

/// What a block has alike with its precedent: the path of its element, the magnitude of its words, and whether most of it is links.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Likeness(u32);

impl Likeness {
    #[inline]
    pub(crate) fn of(arena: &Arena, record: &Record) -> Self {
        let path_hash = arena.element(record.context.element).path_hash;
        let magnitude = (record.words() + 1).ilog2();
        let is_linked = attr(record) > MOST_ATTR;
        Self(u32::from(path_hash) << 16 | magnitude << 1 | u32::from(is_linked))
    }

    /// Its place in the table.
    fn place(self) -> usize {
        (self.0.wrapping_mul(HASH_FACTOR) >> (u32::BITS - PLACES.ilog2())) as usize
    }
}

/// Anchor-text ratio above which a block is links for the most part.
const MOST_ATTR: f32 = 0.5;

/// Blocks between a block and its precedent, at most: what is around them is then much the same.
const MOST_APART: u32 = 32;

/// Blocks that are looked at before one is a precedent: where a page has a few of one likeness, each may be something else.
const LOOKED_AT: u32 = 4;

/// Likenesses that are remembered at a time; a new one takes the place of an older one.
const PLACES: usize = 256;

/// Spreads likenesses: 2^32 divided by the golden ratio.
const HASH_FACTOR: u32 = 0x9E37_79B9;

/// Blocks of one likeness.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    likeness: Likeness,
    /// Those that were looked at; none in a place that is free.
    looked_at: u32,
    /// The last of them.
    last: u32,
}

/// Blocks that others may follow. Held: [`Precedents::HELD_BYTES`].
pub(crate) struct Precedents {
    places: Box<[Place; PLACES]>,
}

impl Precedents {
    pub(super) const HELD_BYTES: usize = size_of::<[Place; PLACES]>();

    pub(crate) fn new() -> Self {
        Self { places: Box::new([Place::default(); PLACES]) }
    }

    /// Forgets all blocks.
    pub(crate) fn begin(&mut self) {
        self.places.fill(Place::default());
    }

    /// The precedent of block `index`; `None` for one that is to be looked at. Blocks are asked for in their order, each once.
    ///
    /// Cost: constant.
    #[inline]
    pub(crate) fn of(&mut self, likeness: Likeness, index: usize) -> Option<usize> {
        let place = &mut self.places[likeness.place()];
        let index = index as u32;
        if place.likeness != likeness {
            *place = Place { likeness, ..Place::default() };
        }
        if place.looked_at >= LOOKED_AT && index - place.last <= MOST_APART {
            return Some(place.last as usize);
        }
        place.looked_at = place.looked_at.saturating_add(1);
        place.last = index;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    /// The same by looking at all blocks before.
    fn slowly(blocks: &[u32]) -> Vec<Option<usize>> {
        let mut precedents: Vec<Option<usize>> = Vec::new();
        for (index, block) in blocks.iter().enumerate() {
            let looked_at: Vec<_> =
                (0..index).filter(|&at| blocks[at] == *block && precedents[at].is_none()).collect();
            let last = looked_at.last().copied().filter(|last| index - last <= MOST_APART as usize);
            precedents.push(last.filter(|_| looked_at.len() >= LOOKED_AT as usize));
        }
        precedents
    }

    proptest! {
        #[test]
        fn a_precedent_is_a_like_block_not_far_before(blocks in prop::collection::vec(0_u32..12, 0..300)) {
            let places: Vec<_> = (0..12).map(|block| Likeness(block).place()).collect();
            prop_assert!((1..12).all(|at| !places[..at].contains(&places[at])), "no two meet: {places:?}");
            let mut precedents = Precedents::new();
            let found: Vec<_> =
                blocks.iter().enumerate().map(|(index, &block)| precedents.of(Likeness(block), index)).collect();
            prop_assert_eq!(found, slowly(&blocks));
        }
    }

    #[test]
    fn likenesses_that_meet_take_the_place_of_each_other() {
        let mut precedents = Precedents::new();
        let meets = (2..).map(Likeness).find(|other| other.place() == Likeness(1).place()).unwrap();
        let looked_at = LOOKED_AT as usize;
        for (begin, likeness) in [(0, Likeness(1)), (100, meets), (200, Likeness(1))] {
            let found: Vec<_> =
                (begin..=begin + looked_at).map(|index| precedents.of(likeness, index)).collect();
            assert_eq!(found[..looked_at], [None; LOOKED_AT as usize]);
            assert_eq!(found[looked_at], Some(begin + looked_at - 1));
        }
        precedents.begin();
        assert_eq!(precedents.of(Likeness(1), 0), None);
    }
}
