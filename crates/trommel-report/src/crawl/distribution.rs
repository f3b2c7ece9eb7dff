//! Distributions of values, as counts in fixed buckets.

use crate::crawl::data::{Bar, Distributed, Quantile};

/// Values below this have a bucket each.
const EXACT: u64 = 32;
/// Buckets per doubling above: a bucket is at most a sixteenth of its values wide.
const STEPS: u64 = 16;
/// Buckets per bar on a scale of lengths: two bars per doubling.
const BAR_STEPS: u64 = 8;
/// Thousandths per bar on a scale of shares.
const BAR_THOUSANDTHS: u64 = 50;
/// Quantiles in the report.
const QUANTILES: [f64; 7] = [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99];

/// The scale of a distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    /// Lengths, in buckets that grow with them.
    Lengths,
    /// Shares in thousandths, from 0 to 1000, with a bucket each.
    Thousandths,
}

impl Scale {
    fn buckets(self) -> usize {
        match self {
            Self::Lengths => 976,
            Self::Thousandths => 1001,
        }
    }

    fn bucket(self, value: u64) -> usize {
        let bucket = match self {
            Self::Lengths if value >= EXACT => {
                let doublings = u64::from(value.ilog2());
                EXACT + (doublings - 5) * STEPS + ((value >> (doublings - 4)) - STEPS)
            }
            Self::Lengths => value,
            Self::Thousandths => value.min(1000),
        };
        bucket as usize
    }

    /// The minimum of a bucket.
    fn least(self, bucket: usize) -> u64 {
        let bucket = bucket as u64;
        if self == Self::Thousandths || bucket < EXACT {
            return bucket;
        }
        let (doublings, step) = ((bucket - EXACT) / STEPS + 5, (bucket - EXACT) % STEPS);
        // The upper end of the last bucket.
        (STEPS + step).checked_shl(doublings as u32 - 4).filter(|_| doublings < 64).unwrap_or(u64::MAX)
    }

    /// The start of the bar with this value.
    fn bar(self, value: u64) -> u64 {
        match self {
            Self::Thousandths => value.min(999) / BAR_THOUSANDTHS * BAR_THOUSANDTHS,
            Self::Lengths if value < 2 => value,
            Self::Lengths => {
                let width = (1 << value.ilog2()) / (STEPS / BAR_STEPS);
                value / width * width
            }
        }
    }

    /// The end of the bar that begins with this value.
    fn bar_end(self, begin: u64) -> u64 {
        match self {
            Self::Thousandths => begin + BAR_THOUSANDTHS,
            Self::Lengths if begin < 2 => begin + 1,
            Self::Lengths => begin.saturating_add((1 << begin.ilog2()) / (STEPS / BAR_STEPS)),
        }
    }

    /// A value in the units of the report.
    fn said(self, value: f64) -> f64 {
        match self {
            Self::Lengths => value.round(),
            Self::Thousandths => (value * 10.0).round() / 10_000.0,
        }
    }
}

/// Counts of values.
///
/// Cost: 8 KiB; constant time per value.
#[derive(Clone, Debug)]
pub(super) struct Distribution {
    scale: Scale,
    counts: Vec<u64>,
    count: u64,
    sum: u128,
    least: u64,
    greatest: u64,
}

impl Distribution {
    pub(super) fn new(scale: Scale) -> Self {
        let counts = vec![0; scale.buckets()];
        Self { scale, counts, count: 0, sum: 0, least: u64::MAX, greatest: 0 }
    }

    pub(super) fn add(&mut self, value: u64) {
        self.counts[self.scale.bucket(value)] += 1;
        self.count += 1;
        self.sum += u128::from(value);
        self.least = self.least.min(value);
        self.greatest = self.greatest.max(value);
    }

    /// The data for the report; `None` without values.
    pub(super) fn data(&self, name: &'static str) -> Option<Distributed> {
        if self.count == 0 {
            return None;
        }
        let said = |value: u64| self.scale.said(value as f64);
        Some(Distributed {
            name,
            count: self.count,
            mean: self.scale.said(self.sum as f64 / self.count as f64),
            least: said(self.least),
            greatest: said(self.greatest),
            quantiles: QUANTILES.map(|share| Quantile { share, value: self.quantile(share) }).into(),
            bars: self.bars(),
        })
    }

    /// A quantile: the middle of its bucket.
    fn quantile(&self, share: f64) -> f64 {
        let rank = (share * self.count as f64).ceil() as u64;
        let mut seen = 0;
        let found = self.counts.iter().position(|count| {
            seen += count;
            seen >= rank
        });
        let bucket = found.unwrap_or(self.counts.len() - 1);
        let (least, end) = (self.scale.least(bucket), self.scale.least(bucket + 1));
        let middle = least + (end - least - 1) / 2;
        self.scale.said(middle.clamp(self.least, self.greatest) as f64)
    }

    fn bars(&self) -> Vec<Bar> {
        let mut bars: Vec<Bar> = Vec::new();
        let mut last = None;
        for (bucket, &count) in self.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let begin = self.scale.bar(self.scale.least(bucket));
            if last == Some(begin)
                && let Some(bar) = bars.last_mut()
            {
                bar.count += count;
                continue;
            }
            last = Some(begin);
            let end = self.scale.bar_end(begin);
            bars.push(Bar { begin: self.scale.said(begin as f64), end: self.scale.said(end as f64), count });
        }
        bars
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_contiguous_and_narrow() {
        let scale = Scale::Lengths;
        for bucket in 0..scale.buckets() {
            let (least, end) = (scale.least(bucket), scale.least(bucket + 1));
            assert_eq!(scale.bucket(least), bucket);
            assert_eq!(scale.bucket(end - 1), bucket, "{least} to {end}");
            assert!(end - least <= 1.max(least / STEPS) || bucket + 1 == scale.buckets(), "{least} to {end}");
            assert!(scale.bar(least) <= least && end - 1 < scale.bar_end(scale.bar(least)), "{least}");
        }
        assert_eq!(scale.bucket(u64::MAX), scale.buckets() - 1);
    }

    #[test]
    fn quantiles_are_close_and_bars_have_all_values() {
        let mut lengths = Distribution::new(Scale::Lengths);
        let mut shares = Distribution::new(Scale::Thousandths);
        for value in 0..=10_000 {
            lengths.add(value);
            shares.add(value % 1001);
        }
        let data = lengths.data("text").expect("there are values");
        for quantile in &data.quantiles {
            let expected = quantile.share * 10_000.0;
            assert!((quantile.value - expected).abs() <= expected / 30.0 + 1.0, "{quantile:?}");
        }
        assert_eq!((data.least, data.mean, data.greatest), (0.0, 5000.0, 10_000.0));
        assert_eq!(data.bars.iter().map(|bar| bar.count).sum::<u64>(), 10_001);
        assert!(data.bars.windows(2).all(|pair| pair[0].end <= pair[1].begin));
        let data = shares.data("kept").expect("there are values");
        assert_eq!(data.bars.len(), 20);
        assert!((data.quantiles[3].value - 0.5).abs() < 0.002, "{data:?}");
        assert!(Distribution::new(Scale::Lengths).data("none").is_none());
    }

    #[test]
    fn a_single_value_is_reported_exactly() {
        for value in [0, 1, 31, 32, 1_000_003, u64::MAX] {
            let mut lengths = Distribution::new(Scale::Lengths);
            lengths.add(value);
            let data = lengths.data("text").expect("there is a value");
            let value = value as f64;
            assert!(data.quantiles.iter().all(|quantile| quantile.value == value), "{data:?}");
            assert_eq!((data.least, data.greatest, data.bars.len()), (value, value, 1));
        }
    }
}
