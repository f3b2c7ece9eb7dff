//! The threshold of a page: the one with the best expected F-measure.
//!
//! A block's score gives the probability that its words are content. So each threshold has an
//! expected number of correct words kept, and the page an expected number of correct words. Both
//! give an expected F-measure, which is computed for every threshold. The best threshold depends on
//! how confident the scores of the page are. Source: Nan, Chai, Lee, Chieu: Optimizing F-measure,
//! ICML 2012, section 3.1. Departure: scores are in bins and not sorted.

use crate::methods::Favor;
use crate::model::logistic;

/// Bins per logit.
const BINS_PER_LOGIT: f32 = 16.0;

/// Range of thresholds: blocks below MIN are never kept, blocks above MAX always.
const MIN_LOGIT: f32 = -3.5;
const MAX_LOGIT: f32 = 1.5;

/// Number of bins.
const BINS: usize = ((MAX_LOGIT - MIN_LOGIT) * BINS_PER_LOGIT) as usize + 1;

/// Squared beta of the F-measure for precision, balanced and recall: the weight of recall against
/// precision.
const BETA_SQUARED: [f32; 3] = [0.25, 1.0, 4.0];

/// Histogram of the blocks of a page by score. Lives on the stack.
#[derive(Clone, Debug)]
pub(crate) struct ScoreHistogram {
    /// For each bin, the words of its blocks and the expected correct words among them.
    bins: [(f32, f32); BINS],
    /// Expected correct words of blocks below all bins.
    below: f32,
}

impl ScoreHistogram {
    pub(crate) fn new() -> Self {
        Self { bins: [(0.0, 0.0); BINS], below: 0.0 }
    }

    /// Adds a block of `words` words with a score in logits.
    pub(crate) fn add(&mut self, logit: f32, words: u32) {
        let words = words as f32;
        let right = words * logistic(logit);
        if logit < MIN_LOGIT {
            self.below += right;
            return;
        }
        let bin = (((logit - MIN_LOGIT) * BINS_PER_LOGIT) as usize).min(BINS - 1);
        self.bins[bin].0 += words;
        self.bins[bin].1 += right;
    }

    /// The threshold, in logits: blocks that score this or more are kept.
    ///
    /// Thresholds are ordered: precision >= balanced >= recall, so the kept sets are nested.
    ///
    /// Cost: linear in the bins.
    pub(crate) fn threshold(&self, favor: Favor) -> f32 {
        let balanced = self.best(BETA_SQUARED[1]);
        match favor {
            Favor::Precision => self.best(BETA_SQUARED[0]).max(balanced),
            Favor::Balanced => balanced,
            Favor::Recall => self.best(BETA_SQUARED[2]).min(balanced),
        }
    }

    /// The threshold with the best expected F-measure; the highest one of a tie.
    fn best(&self, beta_squared: f32) -> f32 {
        let all_right = self.below + self.bins.iter().map(|bin| bin.1).sum::<f32>();
        let (mut kept, mut right) = (0.0, 0.0);
        let (mut best, mut best_bin) = (-1.0, BINS - 1);
        for bin in (0..BINS).rev() {
            kept += self.bins[bin].0;
            right += self.bins[bin].1;
            let f = (1.0 + beta_squared) * right / (kept + beta_squared * all_right).max(f32::MIN_POSITIVE);
            if f > best {
                (best, best_bin) = (f, bin);
            }
        }
        MIN_LOGIT + best_bin as f32 / BINS_PER_LOGIT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sure_pages_are_cut_between_content_and_the_rest() {
        let mut scores = ScoreHistogram::new();
        scores.add(4.0, 300);
        scores.add(-4.0, 300);
        for favor in [Favor::Precision, Favor::Balanced, Favor::Recall] {
            let threshold = scores.threshold(favor);
            assert!(threshold > -3.6 && threshold <= 1.5, "{threshold}");
        }
    }

    #[test]
    fn where_nothing_is_likely_the_likeliest_is_kept() {
        let mut scores = ScoreHistogram::new();
        scores.add(-1.0, 100);
        scores.add(-2.9, 10);
        let threshold = scores.threshold(Favor::Balanced);
        assert!(threshold <= -1.0 && threshold > -2.9, "{threshold}");
    }

    #[test]
    fn choices_are_nested() {
        let mut scores = ScoreHistogram::new();
        for step in 0..60 {
            scores.add(step as f32 / 10.0 - 4.0, 7 + step * 13 % 31);
        }
        let [precision, balanced, recall] =
            [Favor::Precision, Favor::Balanced, Favor::Recall].map(|favor| scores.threshold(favor));
        assert!(precision > balanced && balanced > recall, "{precision} {balanced} {recall}");
    }
}
