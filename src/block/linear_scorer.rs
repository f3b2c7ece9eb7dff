//! The side of a plane that a line-block is on: what a linear model of one site says of it.
//!
//! It is known when the block is complete, and is one bit of its record; so elements need not be
//! remembered for it.

/// Weights are in units of this many to one.
pub(crate) const LINEAR_UNITS_PER_LOGIT: f64 = 65_536.0;

/// What a linear model makes of what the elements around a block are worth, and of its length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LinearScorer {
    pub(crate) bias: i32,
    /// What a character is worth.
    pub(crate) per_char: f64,
    /// What is content scores more than this.
    pub(crate) threshold: f32,
}

impl LinearScorer {
    /// The score of a block of so many characters, in elements that are worth `sum` blend.
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
        let plane = LinearScorer { bias: -65_536, per_char: 0.25, threshold: 0.0 };
        assert_eq!(plane.score(2 * 65_536, 4), 2.0);
        assert_eq!(plane.score(i32::MIN, 0), -32_768.0);
    }
}
