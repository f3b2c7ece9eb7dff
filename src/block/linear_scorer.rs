//! Score of a line-block by a linear model of one site.
//!
//! In: the sum of the weights of the block's ancestors, and its characters. Out: a score, known
//! when the block is complete. Its record stores one bit of it, so that no element needs to be
//! remembered. Held: nothing.

/// Weight units per logit.
pub(crate) const LINEAR_UNITS_PER_LOGIT: f64 = 65_536.0;

/// Bias, length weight and threshold of a linear model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LinearScorer {
    pub(crate) bias: i32,
    /// Weight of one character, in logits.
    pub(crate) per_char: f64,
    /// Content scores more than this.
    pub(crate) threshold: f32,
}

impl LinearScorer {
    /// The score of a block of `chars` characters whose ancestors' weights sum to `sum`.
    pub(crate) fn score(&self, sum: i32, chars: u32) -> f32 {
        let sum = f64::from(sum.saturating_add(self.bias)) / LINEAR_UNITS_PER_LOGIT;
        (sum + self.per_char * f64::from(chars)) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_sums_and_do_not_overflow() {
        let scorer = LinearScorer { bias: -65_536, per_char: 0.25, threshold: 0.0 };
        assert_eq!(scorer.score(2 * 65_536, 4), 2.0);
        assert_eq!(scorer.score(i32::MIN, 0), -32_768.0);
    }
}
