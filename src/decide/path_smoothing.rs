//! Blocks of one path vote blend: what trees say of a block is drawn to what they say of the others
//! like it.
//!
//! A template says of all its comments, all its cards, all its paragraphs the same; trees that look
//! at one block at a time are sure of one and in doubt about the next. `MODEL.md` has what it
//! gives. Nothing is held: votes are counted where the caller has room.

/// Weight of the mean over the blocks of a path against the block's own score.
const PATH_WEIGHT: f32 = 0.5;

/// Numbers that a path takes: its blocks, and the sum of their scores.
const NUMBERS: usize = 2;

/// Bytes that it takes beside them: its hash.
const HASH_BYTES: usize = 2;

/// Paths that there is room for: more than next to any page has.
const MAX_PLACES: usize = 1024;

/// Numbers and bytes of room that votes want.
pub(crate) const ROOM: (usize, usize) = (MAX_PLACES * NUMBERS, MAX_PLACES * HASH_BYTES);

/// Places that are looked at for one path, at most; a path that finds none has no vote.
const MAX_PROBES: usize = 16;

/// Places for each block: with half of them free, few paths meet.
const PLACES_PER_BLOCK: usize = 2;

/// Spreads hashes: 2^32 divided by the golden ratio.
const HASH_FACTOR: u32 = 0x9E37_79B9;

/// The votes of a page: an open-addressed table by path.
pub(crate) struct PathMeans<'a> {
    places: &'a mut [[f32; NUMBERS]],
    hashes: &'a mut [[i8; HASH_BYTES]],
    /// Where the path was that was asked for last: that of the next block is often the same.
    last: Option<(u16, usize)>,
}

impl<'a> PathMeans<'a> {
    /// Counts votes of so many blocks in `room`, whatever stands there: as large as [`ROOM`] says,
    /// or less for fewer paths.
    pub(crate) fn new(room: (&'a mut [f32], &'a mut [i8]), blocks: usize) -> Self {
        let (places, hashes) = (room.0.as_chunks_mut().0, room.1.as_chunks_mut().0);
        let used = [places.len(), hashes.len(), MAX_PLACES, PLACES_PER_BLOCK * blocks];
        let used = used.into_iter().min().unwrap_or(0);
        let (places, hashes) = (&mut places[..used], &mut hashes[..used]);
        places.fill([0.0; NUMBERS]);
        Self { places, hashes, last: None }
    }

    /// The place of a path; `None` where there is no room.
    #[inline]
    fn place(&mut self, path_hash: u16) -> Option<&mut [f32; NUMBERS]> {
        if let Some((hash, at)) = self.last
            && hash == path_hash
        {
            return self.places.get_mut(at);
        }
        let at = self.find(path_hash)?;
        self.last = Some((path_hash, at));
        self.places.get_mut(at)
    }

    /// The same, sought.
    fn find(&mut self, path_hash: u16) -> Option<usize> {
        let places = self.places.len();
        let hash = path_hash.to_le_bytes().map(u8::cast_signed);
        let spread = u32::from(path_hash).wrapping_mul(HASH_FACTOR);
        // A hash below 2^32 as a share of all places.
        let mut at = ((u64::from(spread) * places as u64) >> 32) as usize;
        for _ in 0..MAX_PROBES.min(places) {
            let is_free = self.places[at][0] == 0.0;
            if is_free || self.hashes[at] == hash {
                self.hashes[at] = hash;
                return Some(at);
            }
            at = if at + 1 < places { at + 1 } else { 0 };
        }
        None
    }

    /// Counts the score of a block.
    pub(crate) fn count(&mut self, path_hash: u16, score: f32) {
        if let Some([blocks, sum]) = self.place(path_hash) {
            *blocks += 1.0;
            *sum += score;
        }
    }

    /// The score of a block that was counted, drawn to the mean of its path.
    pub(crate) fn drawn(&mut self, path_hash: u16, score: f32) -> f32 {
        match self.place(path_hash) {
            Some([blocks, sum]) if *blocks > 0.0 => score + PATH_WEIGHT * (*sum / *blocks - score),
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
        let (mut numbers, mut hashes) = ([7.0; NUMBERS * 32 + 1], [7; HASH_BYTES * 32 + 1]);
        let mut votes = PathMeans::new((&mut numbers, &mut hashes), 5);
        [(1, 2.0), (1, -1.0), (1, -1.0), (65_535, 3.0), (0, 1.0)]
            .into_iter()
            .for_each(|(path, score)| votes.count(path, score));
        assert_eq!([(1, 2.0), (1, -1.0)].map(|(path, score)| votes.drawn(path, score)), [1.0, -0.5]);
        assert_eq!([(65_535, 3.0), (0, 1.0)].map(|(path, score)| votes.drawn(path, score)), [3.0, 1.0]);
    }

    #[test]
    fn paths_without_room_have_no_vote() {
        let (mut numbers, mut hashes) = ([0.0; NUMBERS * MAX_PROBES], [0; HASH_BYTES * MAX_PROBES]);
        let mut votes = PathMeans::new((&mut numbers, &mut hashes), 100);
        (0..100).for_each(|path| votes.count(path, f32::from(path)));
        (0..100).for_each(|path| votes.count(path, f32::from(path) + 2.0));
        assert_eq!(votes.drawn(0, 0.0), 0.5);
        assert_eq!(votes.drawn(99, 9.0), 9.0);
        assert_eq!(PathMeans::new((&mut [], &mut []), 1).drawn(1, 4.0), 4.0);
    }

    #[test]
    fn nearly_a_thousand_paths_vote_and_more_room_changes_nothing() {
        let voted = |more: usize| {
            let (mut numbers, mut hashes) = (vec![0.0; ROOM.0 + more], vec![0; ROOM.1 + more]);
            let mut votes = PathMeans::new((&mut numbers, &mut hashes), 950);
            (0..950_u16).for_each(|path| votes.count(path.wrapping_mul(40_503), 2.0));
            let drawn = (0..950_u16).map(|path| votes.drawn(path.wrapping_mul(40_503), 0.0));
            drawn.filter(|&score| score == 1.0).count()
        };
        assert!(voted(0) > 940, "{}", voted(0));
        assert_eq!(voted(0), voted(999));
    }
}
