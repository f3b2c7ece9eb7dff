//! Clusters of blocks by density: DBSCAN.
//!
//! Source: Ester, Kriegel, Sander, Xu 1996. The crates that have it (`linfa-clustering` 0.8, `dbscan` 0.3) take dense rows, here a thousand
//! columns of ones and zeros for each block, and know no weights; a site has some thousand kinds of blocks, each many times over, which differ in
//! one number, their length. So kinds are compared once, and the lengths of a kind are a sorted list.

use std::vec;
use std::vec::Vec;

/// Kinds of blocks that are compared with each other, the most frequent ones; blocks of others are noise.
const MOST_KINDS: usize = 4096;

/// A block: its kind, and its length in standard deviations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    pub(super) kind: u32,
    pub(super) length: f64,
}

/// How close is near, and how many near ones make a cluster.
#[derive(Clone, Copy, Debug)]
pub(super) struct Density {
    /// Greatest distance of two blocks that are near each other.
    pub(super) radius: f64,
    /// Blocks within that, the block itself counted, around one that a cluster grows from.
    pub(super) fewest: usize,
}

/// The lengths of the blocks of one kind, sorted.
struct Lane {
    lengths: Vec<f64>,
    blocks: Vec<u32>,
    /// Kinds so near that blocks of them can be, and how far lengths may be apart then.
    near: Vec<(u32, f64)>,
    /// Of each place, and one behind the last, one from which on the first block in no cluster is to be looked for; itself where it is that.
    free: Vec<u32>,
}

impl Lane {
    /// The first place from `at` on whose block was not taken.
    fn first_free(&mut self, mut at: usize) -> usize {
        while self.free[at] as usize != at {
            self.free[at] = self.free[self.free[at] as usize];
            at = self.free[at] as usize;
        }
        at
    }

    fn take(&mut self, at: usize) {
        self.free[at] = at as u32 + 1;
    }
}

/// The cluster of each point, counted from 0 in the order of their first points; `None` for noise. `kinds` are sets of numbers, sorted; two kinds are apart by
/// the root of how many numbers one has and the other has not.
///
/// Cost: pairs of kinds times their sizes; points times near kinds times the logarithm of their points.
pub(super) fn clusters(points: &[Point], kinds: &[Vec<u32>], density: Density) -> Vec<Option<u32>> {
    let mut lanes = lanes(points, kinds, density.radius);
    let mut found = vec![None; points.len()];
    let mut cluster = 0;
    let mut front = Vec::new();
    // Of each point, where in its lane it is.
    let mut place = vec![u32::MAX; points.len()];
    for lane in &lanes {
        lane.blocks.iter().zip(0..).for_each(|(&block, at)| place[block as usize] = at);
    }
    for first in 0..points.len() {
        let (kind, at) = (points[first].kind as usize, place[first] as usize);
        if place[first] == u32::MAX
            || lanes[kind].first_free(at) != at
            || !is_core(&lanes, kind, at, density.fewest)
        {
            continue;
        }
        lanes[kind].take(at);
        front.push((kind, at));
        while let Some((kind, at)) = front.pop() {
            found[lanes[kind].blocks[at] as usize] = Some(cluster);
            if !is_core(&lanes, kind, at, density.fewest) {
                continue;
            }
            for index in 0..lanes[kind].near.len() {
                let near = lanes[kind].near[index].0 as usize;
                let range = within(&lanes, kind, at, index);
                let mut next = lanes[near].first_free(range.start);
                while next < range.end {
                    lanes[near].take(next);
                    front.push((near, next));
                    next = lanes[near].first_free(next);
                }
            }
        }
        cluster += 1;
    }
    found
}

/// The points of each kind, and which kinds are near.
fn lanes(points: &[Point], kinds: &[Vec<u32>], radius: f64) -> Vec<Lane> {
    let mut lanes: Vec<Lane> =
        kinds.iter().map(|_| Lane { lengths: vec![], blocks: vec![], near: vec![], free: vec![] }).collect();
    for (point, block) in points.iter().zip(0..) {
        lanes[point.kind as usize].blocks.push(block);
    }
    let mut compared: Vec<usize> = (0..kinds.len()).collect();
    compared.sort_by_key(|&kind| std::cmp::Reverse(lanes[kind].blocks.len()));
    for &kind in compared.iter().skip(MOST_KINDS) {
        lanes[kind].blocks.clear();
    }
    compared.truncate(MOST_KINDS);
    for lane in &mut lanes {
        lane.blocks.sort_by(|&a, &b| points[a as usize].length.total_cmp(&points[b as usize].length));
        lane.lengths = lane.blocks.iter().map(|&block| points[block as usize].length).collect();
        lane.free = (0..=lane.blocks.len() as u32).collect();
    }
    let most = radius * radius;
    for (index, &kind) in compared.iter().enumerate() {
        for &other in &compared[index..] {
            let apart = apart(&kinds[kind], &kinds[other], most as usize);
            if apart as f64 <= most {
                let reach = (most - apart as f64).sqrt();
                lanes[kind].near.push((other as u32, reach));
                if other != kind {
                    lanes[other].near.push((kind as u32, reach));
                }
            }
        }
    }
    lanes
}

/// Numbers that only one of two sorted lists has; more than `most` count as one more than that.
fn apart(a: &[u32], b: &[u32], most: usize) -> usize {
    let (mut at_a, mut at_b, mut apart) = (0, 0, a.len().abs_diff(b.len()));
    if apart > most {
        return most + 1;
    }
    apart = 0;
    while apart <= most && (at_a < a.len() || at_b < b.len()) {
        match (a.get(at_a), b.get(at_b)) {
            (Some(x), Some(y)) if x == y => (at_a, at_b) = (at_a + 1, at_b + 1),
            (Some(x), Some(y)) if x > y => (at_b, apart) = (at_b + 1, apart + 1),
            (None, _) => (at_b, apart) = (at_b + 1, apart + 1),
            _ => (at_a, apart) = (at_a + 1, apart + 1),
        }
    }
    apart.min(most + 1)
}

/// The points of near kind `index` of `kind` that are near the point at `at`.
fn within(lanes: &[Lane], kind: usize, at: usize, index: usize) -> std::ops::Range<usize> {
    let (near, reach) = lanes[kind].near[index];
    let (length, lengths) = (lanes[kind].lengths[at], &lanes[near as usize].lengths);
    lengths.partition_point(|&other| other < length - reach)
        ..lengths.partition_point(|&other| other <= length + reach)
}

/// Whether a cluster grows from this point.
fn is_core(lanes: &[Lane], kind: usize, at: usize, fewest: usize) -> bool {
    (0..lanes[kind].near.len()).map(|index| within(lanes, kind, at, index).len()).sum::<usize>() >= fewest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clusters_are_dense_and_what_stands_alone_is_noise() {
        let kinds = [vec![1, 2, 3], vec![1, 2, 4], vec![7, 8, 9], vec![5, 6]];
        let lane = |kind: u32, lengths: &[f64]| -> Vec<Point> {
            lengths.iter().map(|&length| Point { kind, length }).collect()
        };
        let points =
            [lane(0, &[0.0, 0.1, 5.0]), lane(1, &[0.2, 9.0]), lane(2, &[1.0, 1.0, 1.1]), lane(3, &[0.0])]
                .concat();
        let wide = Density { radius: 2.0, fewest: 3 };
        let (a, b) = (Some(0), Some(1));
        assert_eq!(clusters(&points, &kinds, wide), [a, a, None, a, None, b, b, b, None]);
        let narrow = Density { radius: 1.0, fewest: 3 };
        assert_eq!(clusters(&points, &kinds, narrow), [None, None, None, None, None, a, a, a, None]);
        assert_eq!(clusters(&[], &[], wide), []);
    }

    #[test]
    fn a_chain_of_near_blocks_is_one_cluster() {
        let points: Vec<Point> = (0..50).map(|at| Point { kind: 0, length: f64::from(at) * 0.4 }).collect();
        let density = Density { radius: 0.5, fewest: 2 };
        assert!(clusters(&points, &[vec![1]], density).iter().all(|cluster| *cluster == Some(0)));
    }

    #[test]
    fn kinds_are_apart_by_what_only_one_has() {
        assert_eq!(apart(&[1, 2, 3], &[2, 3, 4, 5], 9), 3);
        assert_eq!(apart(&[], &[], 0), 0);
        assert_eq!(apart(&[1, 2, 3], &[], 2), 3);
        assert_eq!(apart(&[1, 2, 3], &[4, 5, 6], 1), 2);
    }
}
