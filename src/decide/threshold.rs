//! The threshold of a page: the one with which what is kept is expected to score best.
//!
//! A block's score says how likely its words are content. With what a threshold would keep, the
//! expected number of right words and of all right words on the page are known, and so is the
//! expected F-measure; it is tried at every threshold. Pages that the scores are sure of and pages
//! where they are not so get the threshold that suits them. After Nan, Chai, Lee, Chieu: Optimizing
//! F-measure, ICML 2012, section 3.1, with scores in bins instead of in order.

use crate::methods::Favor;
use crate::model::logistic;

/// ScoreHistogram are told apart in steps of one over this many logits.
const BINS_PER_LOGIT: f32 = 16.0;

/// Thresholds that are tried: what is less likely is never kept, what is likelier always.
const MIN_LOGIT: f32 = -3.5;
const MAX_LOGIT: f32 = 1.5;

/// Bins of scores.
const BINS: usize = ((MAX_LOGIT - MIN_LOGIT) * BINS_PER_LOGIT) as usize + 1;

/// How much recall counts against precision, squared: the weight in the F-measure of each choice.
const BETA_SQUARED: [f32; 3] = [0.25, 1.0, 4.0];

/// Blocks by their score. On the stack.
#[derive(Clone, Debug)]
pub(crate) struct ScoreHistogram {
    /// Words of the blocks of each bin, and those expected to be right.
    bins: [(f32, f32); BINS],
    /// Expected right words of blocks below all bins.
    below: f32,
}

impl ScoreHistogram {
    pub(crate) fn new() -> Self {
        Self { bins: [(0.0, 0.0); BINS], below: 0.0 }
    }

    /// Adds a block of so many words with a score in logits.
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

    /// The threshold, in logits: blocks that score as much or more are kept.
    ///
    /// What precision keeps, balance keeps; what balance keeps, recall keeps. Cost: linear in the
    /// bins.
    pub(crate) fn threshold(&self, favor: Favor) -> f32 {
        let balanced = self.best(BETA_SQUARED[1]);
        match favor {
            Favor::Precision => self.best(BETA_SQUARED[0]).max(balanced),
            Favor::Balanced => balanced,
            Favor::Recall => self.best(BETA_SQUARED[2]).min(balanced),
        }
    }

    /// The threshold with the best expected F-measure, the greatest of several.
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
