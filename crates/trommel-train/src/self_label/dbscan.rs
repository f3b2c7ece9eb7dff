//! Density clustering of blocks: DBSCAN.
//!
//! Source: Ester, Kriegel, Sander, Xu 1996. The crates with it (`linfa-clustering` 0.8, `dbscan`
//! 0.3) take dense rows, here a thousand columns of ones and zeros for each block, and have no
//! weights. A site has some hundred distinct block styles, each of many blocks. So styles are
//! clustered, each weighted by the number of its blocks.

use std::cmp::Reverse;

/// Maximum styles that are clustered, the most frequent ones. Blocks of other styles are noise.
const MAX_LOOKS: usize = 4096;

/// The density of a cluster: the two parameters of DBSCAN.
#[derive(Clone, Copy, Debug)]
pub(super) struct Density {
    /// Maximum distance of two blocks that are neighbours (eps).
    pub(super) radius: f64,
    /// Minimum neighbours of a core block, itself counted (minPts).
    pub(super) fewest: usize,
}

/// A block style: sorted numbers of its properties, and the number of blocks with it.
#[derive(Clone, Debug)]
pub(super) struct BlockStyle {
    pub(super) numbers: Vec<u32>,
    pub(super) blocks: usize,
}

/// The cluster of each style, numbered from 0. `None` is noise. The distance of two styles is the
/// square root of the number of properties that only one of them has.
///
/// Cost: pairs of styles times their sizes.
pub(super) fn clusters(styles: &[BlockStyle], density: Density) -> Vec<Option<u32>> {
    let near = near(styles, density.radius);
    let is_core =
        |at: usize| near[at].iter().map(|&other| styles[other].blocks).sum::<usize>() >= density.fewest;
    let mut found = vec![None; styles.len()];
    let mut cluster = 0;
    let mut front = vec![];
    for first in 0..styles.len() {
        if found[first].is_some() || !is_core(first) {
            continue;
        }
        found[first] = Some(cluster);
        front.push(first);
        while let Some(at) = front.pop() {
            if !is_core(at) {
                continue;
            }
            for &other in &near[at] {
                if found[other].is_none() {
                    found[other] = Some(cluster);
                    front.push(other);
                }
            }
        }
        cluster += 1;
    }
    found
}

/// The neighbours of each style, itself included.
fn near(styles: &[BlockStyle], radius: f64) -> Vec<Vec<usize>> {
    let mut compared: Vec<usize> = (0..styles.len()).collect();
    compared.sort_by_key(|&at| Reverse(styles[at].blocks));
    compared.truncate(MAX_LOOKS);
    let most = (radius * radius) as usize;
    let mut near = vec![vec![]; styles.len()];
    for (index, &at) in compared.iter().enumerate() {
        for &other in &compared[index..] {
            if apart(&styles[at].numbers, &styles[other].numbers, most) <= most {
                near[at].push(other);
                if other != at {
                    near[other].push(at);
                }
            }
        }
    }
    near
}

/// The count of numbers that only one of two sorted lists has. Counts above `most` are given as
/// `most` + 1.
fn apart(a: &[u32], b: &[u32], most: usize) -> usize {
    let (mut at_a, mut at_b, mut apart) = (0, 0, 0);
    if a.len().abs_diff(b.len()) > most {
        return most + 1;
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn styles(all: &[(&[u32], usize)]) -> Vec<BlockStyle> {
        all.iter().map(|&(numbers, blocks)| BlockStyle { numbers: numbers.to_vec(), blocks }).collect()
    }

    #[test]
    fn clusters_are_dense_and_isolated_styles_are_noise() {
        let styles = styles(&[(&[1, 2, 3], 2), (&[1, 2, 4], 1), (&[7, 8, 9], 3), (&[5, 6], 2)]);
        let wide = Density { radius: 2.0, fewest: 3 };
        assert_eq!(clusters(&styles, wide), [Some(0), Some(0), Some(1), None]);
        let narrow = Density { radius: 1.0, fewest: 3 };
        assert_eq!(clusters(&styles, narrow), [None, None, Some(0), None]);
        assert_eq!(clusters(&[], wide), []);
    }

    #[test]
    fn a_chain_of_close_styles_is_one_cluster_up_to_its_thin_end() {
        let chain: Vec<BlockStyle> =
            (0..50).map(|at| BlockStyle { numbers: (0..at).collect(), blocks: 2 }).collect();
        let density = Density { radius: 1.0, fewest: 4 };
        assert!(clusters(&chain, density).iter().all(|cluster| *cluster == Some(0)));
        let mut thin = chain;
        for look in &mut thin[20..] {
            look.blocks = 1;
        }
        let found = clusters(&thin, density);
        assert_eq!((found[21], found[22], found[49]), (Some(0), None, None));
    }

    #[test]
    fn the_distance_counts_properties_of_only_one_style() {
        assert_eq!(apart(&[1, 2, 3], &[2, 3, 4, 5], 9), 3);
        assert_eq!(apart(&[], &[], 0), 0);
        assert_eq!(apart(&[1, 2, 3], &[], 2), 3);
        assert_eq!(apart(&[1, 2, 3], &[4, 5, 6], 1), 2);
    }
}
