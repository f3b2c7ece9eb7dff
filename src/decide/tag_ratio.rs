//! The tag-ratio method: CETR (Weninger et al. 2010), in one and two dimensions.
//!
//! Lines are line-blocks. Block-level tags between two line-blocks are empty lines, at most
//! [`EMPTY_LINES`] in a row, as the kernel does not reach further. Holds nothing per line: a
//! sliding window over the records computes the smoothed ratios.

use super::verdict::{is_rarely_content, set};
use crate::block::{Arena, MethodNote, Record};
use crate::feature::sigma::Sums;
use crate::methods::TagRatio;

/// Radius of the Gaussian kernel in lines. Source: Weninger et al. 2010: a normalised kernel with a
/// sigma of 1.
const RADIUS: usize = 2;

/// The kernel: exp(-d^2 / 2) for distances 0 to 2, divided by the sum over -2 to 2.
const KERNEL: [f32; RADIUS + 1] = [0.402_620, 0.244_201, 0.054_489];

/// Maximum number of empty lines between two blocks.
const EMPTY_LINES: u32 = 3;

/// Tags next to every block, which are no empty line: the end tag of the block before and its own
/// start tag.
const TAGS_AROUND: u32 = 2;

/// Number of following lines whose mean the steepness compares with. Source: Weninger et al. 2010,
/// where it is alpha.
const ALPHA: usize = 3;

/// Number of k-means clusters, including that of the origin. Source: Weninger et al. 2010, where it
/// is k.
const CLUSTERS: usize = 3;

/// Maximum rounds of k-means; it converges in far fewer.
const ROUNDS: usize = 20;

/// A line: its record, unless it is empty, and a value.
type Line = (Option<usize>, f32);

/// Smooths a sequence of lines. The result for a line comes [`RADIUS`] lines later.
#[derive(Default)]
struct Smooth {
    window: [Line; 2 * RADIUS + 1],
}

impl Smooth {
    fn push(&mut self, line: Line) -> Line {
        self.window.rotate_left(1);
        self.window[2 * RADIUS] = line;
        let value =
            self.window.iter().enumerate().map(|(at, line)| KERNEL[at.abs_diff(RADIUS)] * line.1).sum();
        (self.window[RADIUS].0, value)
    }
}

/// Steepness at each line of a sequence, as an absolute value: the mean of the next [`ALPHA`] lines
/// minus the line's value. The result for a line comes [`ALPHA`] lines later.
#[derive(Default)]
struct Steepness {
    window: [Line; ALPHA + 1],
}

impl Steepness {
    fn push(&mut self, line: Line) -> Line {
        self.window.rotate_left(1);
        self.window[ALPHA] = line;
        let ahead: f32 = self.window[1..].iter().map(|line| line.1).sum();
        (self.window[0].0, (ahead / ALPHA as f32 - self.window[0].1).abs())
    }
}

/// Turns tag ratios into smoothed tag ratios and smoothed steepness.
#[derive(Default)]
struct Pipeline {
    ratio: Smooth,
    steepness: Steepness,
    smooth_steepness: Smooth,
}

impl Pipeline {
    /// Takes one line and writes the results for earlier ones to their records.
    fn push(&mut self, line: Line, arena: &mut Arena) {
        let ratio = self.ratio.push(line);
        if let Some(index) = ratio.0 {
            arena.record_mut(index).score = ratio.1;
        }
        let steepness = self.smooth_steepness.push(self.steepness.push(ratio));
        if let Some(index) = steepness.0 {
            arena.record_mut(index).method_note = MethodNote::of_steepness(steepness.1);
        }
    }
}

/// A block as a point: smoothed tag ratio and smoothed steepness.
fn point(record: &Record) -> [f32; 2] {
    [record.score, record.method_note.steepness()]
}

/// Tag ratio of a line: characters outside tags divided by tags, or by 1 without tags.
fn tag_ratio(record: &Record) -> f32 {
    let tags = record.tags() + record.tags_before().min(TAGS_AROUND);
    record.chars() as f32 / tags.max(1) as f32
}

/// Number of empty lines before a block.
fn empty_lines(record: &Record) -> u32 {
    (record.tags_before().saturating_sub(TAGS_AROUND) / 2).min(EMPTY_LINES)
}

/// The method, and its sums over blocks that were handed out early.
#[derive(Default)]
pub(super) struct Smoothed {
    left: Sums,
}

impl Smoothed {
    /// Decides all pending records.
    pub(super) fn decide(&mut self, arena: &mut Arena, form: TagRatio) {
        let mut pipeline = Pipeline::default();
        for index in 0..arena.len() {
            let record = arena.record(index);
            let (empty_lines, ratio) = (empty_lines(record), tag_ratio(record));
            for _ in 0..empty_lines {
                pipeline.push((None, 0.0), arena);
            }
            pipeline.push((Some(index), ratio), arena);
        }
        for _ in 0..2 * RADIUS + ALPHA {
            pipeline.push((None, 0.0), arena);
        }
        match form {
            TagRatio::Threshold { lambda } => self.by_threshold(arena, lambda),
            TagRatio::Clusters => by_clusters(arena),
        }
    }

    /// One dimension: content where TR' >= lambda * sigma(TR').
    fn by_threshold(&self, arena: &mut Arena, lambda: f32) {
        let mut sums = self.left;
        for index in 0..arena.len() {
            sums.add(arena.record(index).score);
        }
        let tau = lambda * sums.sigma();
        for index in 0..arena.len() {
            let keep = arena.record(index).score >= tau && !is_rarely_content(arena, index);
            set(arena, index, keep);
        }
    }

    /// Adds the `count` oldest records, which are handed out, to the lasting sums.
    pub(super) fn leave(&mut self, arena: &Arena, count: usize) {
        for index in 0..count {
            self.left.add(arena.record(index).score);
        }
    }
}

/// Two dimensions: content where the point (TR', |G|') is not in the cluster of the origin.
fn by_clusters(arena: &mut Arena) {
    let centroids = centroids(arena);
    for index in 0..arena.len() {
        let keep = nearest(&centroids, point(arena.record(index))) != 0 && !is_rarely_content(arena, index);
        set(arena, index, keep);
    }
}

/// Centroids of k-means; the first one stays at the origin. The others start at the mean of the
/// points and at the farthest point, so the result is deterministic.
fn centroids(arena: &Arena) -> [[f32; 2]; CLUSTERS] {
    let mut sum = [0.0_f64; 2];
    let mut farthest = [0.0_f32; 2];
    for index in 0..arena.len() {
        let point = point(arena.record(index));
        sum[0] += f64::from(point[0]);
        sum[1] += f64::from(point[1]);
        if distance([0.0; 2], point) > distance([0.0; 2], farthest) {
            farthest = point;
        }
    }
    let count = arena.len().max(1) as f64;
    let mut centroids = [[0.0; 2], [(sum[0] / count) as f32, (sum[1] / count) as f32], farthest];
    for _ in 0..ROUNDS {
        let mut sums = [[0.0_f64; 2]; CLUSTERS];
        let mut counts = [0_u32; CLUSTERS];
        for index in 0..arena.len() {
            let point = point(arena.record(index));
            let cluster = nearest(&centroids, point);
            counts[cluster] += 1;
            sums[cluster][0] += f64::from(point[0]);
            sums[cluster][1] += f64::from(point[1]);
        }
        let before = centroids;
        for cluster in 1..CLUSTERS {
            if counts[cluster] > 0 {
                let count = f64::from(counts[cluster]);
                centroids[cluster] = [(sums[cluster][0] / count) as f32, (sums[cluster][1] / count) as f32];
            }
        }
        if centroids == before {
            break;
        }
    }
    centroids
}

/// The cluster with the nearest centroid; the first one of a tie.
fn nearest(centroids: &[[f32; 2]; CLUSTERS], point: [f32; 2]) -> usize {
    let mut best = 0;
    for cluster in 1..CLUSTERS {
        if distance(centroids[cluster], point) < distance(centroids[best], point) {
            best = cluster;
        }
    }
    best
}

/// Squared Euclidean distance of two points.
fn distance(a: [f32; 2], b: [f32; 2]) -> f32 {
    (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])
}
