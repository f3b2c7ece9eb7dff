//! Blocks of one path vote together: what trees say of a block is drawn to what they say of the others like it.
//!
//! A template says of all its comments, all its cards, all its paragraphs the same; trees that look at one block at a time are sure of one
//! and in doubt about the next. `MODEL.md` has what it gives. Nothing is held: votes are counted where the caller has room.

/// Weight of the mean over the blocks of a path against the block's own score.
const PATH_WEIGHT: f32 = 0.5;

/// Numbers that a path takes: its hash, its blocks, the sum of their scores.
const NUMBERS: usize = 3;

/// Room for this many paths is more than next to any page has.
#[cfg_attr(not(feature = "cli"), allow(dead_code))]
pub(crate) const ROOM: usize = 1024 * NUMBERS;

/// Places that are looked at for one path, at most; a path that finds none has no vote.
const MOST_PROBES: usize = 16;

/// Places for each block: with half of them free, few paths meet.
const PLACES_PER_BLOCK: usize = 2;

/// Spreads hashes: 2^32 divided by the golden ratio.
const HASH_FACTOR: u32 = 0x9E37_79B9;

/// The votes of a page: an open-addressed table by path.
pub(crate) struct Votes<'a> {
    places: &'a mut [[f32; NUMBERS]],
}

impl<'a> Votes<'a> {
    /// Counts votes of so many blocks in `room`, whatever stands there.
    pub(crate) fn new(room: &'a mut [f32], blocks: usize) -> Self {
        let (places, _) = room.as_chunks_mut();
        let used = places.len().min(PLACES_PER_BLOCK * blocks);
        let places = &mut places[..used];
        places.fill([0.0; NUMBERS]);
        Self { places }
    }

    /// The place of a path; `None` where there is no room.
    fn place(&mut self, path_hash: u16) -> Option<&mut [f32; NUMBERS]> {
        let places = self.places.len();
        let hash = f32::from(path_hash);
        let spread = u32::from(path_hash).wrapping_mul(HASH_FACTOR);
        // A hash below 2^32 as a share of all places.
        let mut at = ((u64::from(spread) * places as u64) >> 32) as usize;
        for _ in 0..MOST_PROBES.min(places) {
            let place = self.places[at];
            if place[1] == 0.0 || place[0] == hash {
                self.places[at][0] = hash;
                return self.places.get_mut(at);
            }
            at = if at + 1 < places { at + 1 } else { 0 };
        }
        None
    }

    /// Counts the score of a block.
    pub(crate) fn count(&mut self, path_hash: u16, score: f32) {
        if let Some([_, blocks, sum]) = self.place(path_hash) {
            *blocks += 1.0;
            *sum += score;
        }
    }

    /// The score of a block that was counted, drawn to the mean of its path.
    pub(crate) fn drawn(&mut self, path_hash: u16, score: f32) -> f32 {
        match self.place(path_hash) {
            Some([_, blocks, sum]) if *blocks > 0.0 => score + PATH_WEIGHT * (*sum / *blocks - score),
            _ => score,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn a_score_is_drawn_to_those_of_its_path() {
        let mut room = [7.0; 3 * 32 + 2];
        let mut votes = Votes::new(&mut room, 5);
        [(1, 2.0), (1, -1.0), (1, -1.0), (65_535, 3.0), (0, 1.0)]
            .into_iter()
            .for_each(|(path, score)| votes.count(path, score));
        assert_eq!([(1, 2.0), (1, -1.0)].map(|(path, score)| votes.drawn(path, score)), [1.0, -0.5]);
        assert_eq!([(65_535, 3.0), (0, 1.0)].map(|(path, score)| votes.drawn(path, score)), [3.0, 1.0]);
    }

    #[test]
    fn paths_without_room_have_no_vote() {
        let mut room = vec![0.0; NUMBERS * MOST_PROBES];
        let mut votes = Votes::new(&mut room, 100);
        (0..100).for_each(|path| votes.count(path, f32::from(path)));
        (0..100).for_each(|path| votes.count(path, f32::from(path) + 2.0));
        assert_eq!(votes.drawn(0, 0.0), 0.5);
        assert_eq!(votes.drawn(99, 9.0), 9.0);
        assert_eq!(Votes::new(&mut [], 1).drawn(1, 4.0), 4.0);
    }
}
