//! Speed of a run over time.

use trommel_output::SpeedSample;

/// Maximum number of samples. When it is reached, every second one is dropped.
const MAX_SAMPLES: usize = 200;

/// Samples at nearly even intervals, which grow with the length of the run.
///
/// Cost: at most 200 samples, 5 KB.
#[derive(Debug, Default)]
pub(crate) struct SpeedSamples {
    samples: Vec<SpeedSample>,
    /// Minimum seconds between two samples.
    interval: f64,
}

impl SpeedSamples {
    /// Keeps a sample, if the interval since the last one has passed.
    pub(crate) fn offer(&mut self, sample: SpeedSample) {
        let last = self.samples.last().map_or(0.0, |last| last.seconds);
        if sample.seconds <= last || sample.seconds < last + self.interval {
            return;
        }
        self.samples.push(sample);
        if self.samples.len() == MAX_SAMPLES {
            let mut is_kept = false;
            self.samples.retain(|_| {
                is_kept = !is_kept;
                !is_kept
            });
            self.interval = sample.seconds / self.samples.len() as f64;
        }
    }

    /// All samples in order, followed by `end`.
    pub(crate) fn ending_with(&self, end: SpeedSample) -> Vec<SpeedSample> {
        let before = self.samples.iter().filter(|sample| sample.seconds < end.seconds);
        before.copied().chain([end]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(seconds: f64) -> SpeedSample {
        SpeedSample { seconds, pages: seconds as u64 * 3, bytes_in: seconds as u64 * 100 }
    }

    #[test]
    fn a_long_run_has_few_samples_over_its_whole_length() {
        let mut samples = SpeedSamples::default();
        (1..=500_000).for_each(|tick| samples.offer(sample(f64::from(tick) * 0.2)));
        let all = samples.ending_with(sample(100_000.1));
        assert!((MAX_SAMPLES / 2..=MAX_SAMPLES).contains(&all.len()), "{}", all.len());
        let gaps = all.windows(2).map(|pair| pair[1].seconds - pair[0].seconds);
        assert!(gaps.clone().all(|gap| gap > 0.0 && gap < 3000.0));
        assert!(all[0].seconds < 3000.0 && all[all.len() - 1].seconds == 100_000.1);
    }

    #[test]
    fn a_short_run_has_its_end() {
        assert_eq!(SpeedSamples::default().ending_with(sample(0.1)), [sample(0.1)]);
        let mut samples = SpeedSamples::default();
        samples.offer(sample(2.0));
        assert_eq!(samples.ending_with(sample(2.0)), [sample(2.0)]);
        assert_eq!(samples.ending_with(sample(3.0)), [sample(2.0), sample(3.0)]);
    }
}
