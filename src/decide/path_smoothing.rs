//! Score smoothing: the score of a block moves towards the mean score of its path.
//!
//! A template gives all comments, cards or paragraphs of a page the same path, and they are usually
//! all content or all not. The model scores one block at a time and may be sure of one and in doubt
//! about the next. `docs/src/research.md` has the effect. Holds nothing: the caller lends the
//! memory.

/// Weight of the path's mean in the smoothed score.
const PATH_WEIGHT: f32 = 0.5;

/// Numbers per path: the number of its blocks and the sum of their scores.
const NUMBERS: usize = 2;

/// Bytes per path in addition to the numbers: its hash.
const HASH_BYTES: usize = 2;

/// Maximum number of paths, more than almost any page has.
const MAX_SLOTS: usize = 1024;

/// Numbers of memory for [`MAX_SLOTS`] paths.
pub(crate) const MAX_NUMBERS: usize = MAX_SLOTS * NUMBERS;

/// Bytes of memory for the hashes of [`MAX_SLOTS`] paths.
pub(crate) const MAX_HASH_BYTES: usize = MAX_SLOTS * HASH_BYTES;

/// Maximum number of slots probed for one path. A path without a slot is not smoothed.
const MAX_PROBES: usize = 16;

/// Slots per block: with half of them free, collisions are rare.
const SLOTS_PER_BLOCK: usize = 2;

/// Multiplier of the hash: 2^32 divided by the golden ratio.
const HASH_FACTOR: u32 = 0x9E37_79B9;

/// Block counts and score sums by path, in an open-addressed table.
pub(crate) struct PathMeans<'a> {
    slots: &'a mut [[f32; NUMBERS]],
    hashes: &'a mut [[i8; HASH_BYTES]],
    /// Path and slot of the last look-up: the next block often has the same path.
    last: Option<(u16, usize)>,
}

impl<'a> PathMeans<'a> {
    /// Empties a table for `blocks` blocks in memory whose contents do not matter: up to
    /// [`MAX_NUMBERS`] numbers, and up to [`MAX_HASH_BYTES`] bytes for hashes.
    pub(crate) fn new(numbers: &'a mut [f32], hashes: &'a mut [i8], blocks: usize) -> Self {
        let (slots, hashes) = (numbers.as_chunks_mut().0, hashes.as_chunks_mut().0);
        let used = [slots.len(), hashes.len(), MAX_SLOTS, SLOTS_PER_BLOCK * blocks];
        let used = used.into_iter().min().unwrap_or(0);
        let (slots, hashes) = (&mut slots[..used], &mut hashes[..used]);
        slots.fill([0.0; NUMBERS]);
        Self { slots, hashes, last: None }
    }

    /// The slot of a path; `None` if the table is full.
    #[inline]
    fn slot(&mut self, path_hash: u16) -> Option<&mut [f32; NUMBERS]> {
        if let Some((hash, at)) = self.last
            && hash == path_hash
        {
            return self.slots.get_mut(at);
        }
        let at = self.find(path_hash)?;
        self.last = Some((path_hash, at));
        self.slots.get_mut(at)
    }

    /// Finds the slot of a path by linear probing.
    fn find(&mut self, path_hash: u16) -> Option<usize> {
        let slots = self.slots.len();
        let hash = path_hash.to_le_bytes().map(u8::cast_signed);
        let spread = u32::from(path_hash).wrapping_mul(HASH_FACTOR);
        // Scales the 32-bit hash to the number of slots.
        let mut at = ((u64::from(spread) * slots as u64) >> 32) as usize;
        for _ in 0..MAX_PROBES.min(slots) {
            let is_free = self.slots[at][0] == 0.0;
            if is_free || self.hashes[at] == hash {
                self.hashes[at] = hash;
                return Some(at);
            }
            at = if at + 1 < slots { at + 1 } else { 0 };
        }
        None
    }

    /// Adds the score of a block.
    pub(crate) fn count(&mut self, path_hash: u16, score: f32) {
        if let Some([blocks, sum]) = self.slot(path_hash) {
            *blocks += 1.0;
            *sum += score;
        }
    }

    /// The smoothed score of a block that was added before.
    pub(crate) fn smoothed_score(&mut self, path_hash: u16, score: f32) -> f32 {
        match self.slot(path_hash) {
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
        let mut means = PathMeans::new(&mut numbers, &mut hashes, 5);
        [(1, 2.0), (1, -1.0), (1, -1.0), (65_535, 3.0), (0, 1.0)]
            .into_iter()
            .for_each(|(path, score)| means.count(path, score));
        assert_eq!([(1, 2.0), (1, -1.0)].map(|(path, score)| means.smoothed_score(path, score)), [1.0, -0.5]);
        assert_eq!(
            [(65_535, 3.0), (0, 1.0)].map(|(path, score)| means.smoothed_score(path, score)),
            [3.0, 1.0]
        );
    }

    #[test]
    fn paths_without_room_have_no_vote() {
        let (mut numbers, mut hashes) = ([0.0; NUMBERS * MAX_PROBES], [0; HASH_BYTES * MAX_PROBES]);
        let mut means = PathMeans::new(&mut numbers, &mut hashes, 100);
        (0..100).for_each(|path| means.count(path, f32::from(path)));
        (0..100).for_each(|path| means.count(path, f32::from(path) + 2.0));
        assert_eq!(means.smoothed_score(0, 0.0), 0.5);
        assert_eq!(means.smoothed_score(99, 9.0), 9.0);
        assert_eq!(PathMeans::new(&mut [], &mut [], 1).smoothed_score(1, 4.0), 4.0);
    }

    #[test]
    fn nearly_a_thousand_paths_vote_and_more_room_changes_nothing() {
        let voted = |more: usize| {
            let (mut numbers, mut hashes) = (vec![0.0; MAX_NUMBERS + more], vec![0; MAX_HASH_BYTES + more]);
            let mut means = PathMeans::new(&mut numbers, &mut hashes, 950);
            (0..950_u16).for_each(|path| means.count(path.wrapping_mul(40_503), 2.0));
            let smoothed_score =
                (0..950_u16).map(|path| means.smoothed_score(path.wrapping_mul(40_503), 0.0));
            smoothed_score.filter(|&score| score == 1.0).count()
        };
        assert!(voted(0) > 940, "{}", voted(0));
        assert_eq!(voted(0), voted(999));
    }
}
