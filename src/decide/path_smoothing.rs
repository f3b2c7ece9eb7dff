//! Score smoothing: the score of a block moves towards the mean score of its path.
//!
//! A template gives all comments, cards or paragraphs of a page the same path, and they are usually
//! all content or all not. The model scores one block at a time and may be sure of one and in doubt
//! about the next. `docs/src/research.md` has the effect. Holds nothing: the caller lends the
//! memory.

use super::keyed_sums::KeyedSums;

/// Weight of the path's mean in the smoothed score of a block.
const PATH_WEIGHT: f32 = 0.5;

/// Numbers per path: the number of its blocks and the sum of their scores.
pub(crate) const NUMBERS: usize = 2;

/// Block counts and score sums by path.
pub(crate) struct PathMeans<'a>(KeyedSums<'a, NUMBERS>);

impl<'a> PathMeans<'a> {
    pub(crate) fn new(sums: KeyedSums<'a, NUMBERS>) -> Self {
        Self(sums)
    }

    /// Adds the score of a block.
    pub(crate) fn count(&mut self, path_hash: u16, score: f32) {
        self.0.add(path_hash, [1.0, score]);
    }

    /// The smoothed score of a block that was added before.
    pub(crate) fn smoothed_score(&mut self, path_hash: u16, score: f32) -> f32 {
        match self.0.of(path_hash) {
            Some([blocks, sum]) => score + PATH_WEIGHT * (sum / blocks - score),
            None => score,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::keyed_sums::{MAX_KEY_BYTES, MAX_NUMBERS};
    use super::*;
    use alloc::vec;

    #[test]
    fn a_score_is_drawn_to_those_of_its_path() {
        let (mut numbers, mut hashes) = ([7.0; NUMBERS * 32 + 1], [7; 2 * 32 + 1]);
        let mut means = PathMeans::new(KeyedSums::new(&mut numbers, &mut hashes, 5));
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
        let (mut numbers, mut hashes) = ([0.0; NUMBERS * 16], [0; 2 * 16]);
        let mut means = PathMeans::new(KeyedSums::new(&mut numbers, &mut hashes, 100));
        (0..100).for_each(|path| means.count(path, f32::from(path)));
        (0..100).for_each(|path| means.count(path, f32::from(path) + 2.0));
        assert_eq!(means.smoothed_score(0, 0.0), 0.5);
        assert_eq!(means.smoothed_score(99, 9.0), 9.0);
        assert_eq!(PathMeans::new(KeyedSums::new(&mut [], &mut [], 1)).smoothed_score(1, 4.0), 4.0);
    }

    #[test]
    fn nearly_a_thousand_paths_vote_and_more_room_changes_nothing() {
        let voted = |more: usize| {
            let (mut numbers, mut hashes) = (vec![0.0; MAX_NUMBERS + more], vec![0; MAX_KEY_BYTES + more]);
            let mut means = PathMeans::new(KeyedSums::new(&mut numbers, &mut hashes, 950));
            (0..950_u16).for_each(|path| means.count(path.wrapping_mul(40_503), 2.0));
            let smoothed_score =
                (0..950_u16).map(|path| means.smoothed_score(path.wrapping_mul(40_503), 0.0));
            smoothed_score.filter(|&score| score == 1.0).count()
        };
        assert!(voted(0) > 940, "{}", voted(0));
        assert_eq!(voted(0), voted(999));
    }
}
