//! Mean and standard deviation over the line-blocks of a page.
//!
//! In: values. Out: their mean and sigma. Held: nothing on the heap.

/// Share of the squared mean up to which a variance counts as rounding error. Single precision
/// distinguishes values whose deviation is at least 10^-7 of the mean.
const ROUNDED: f64 = 1e-13;

/// Sums from which mean and standard deviation follow. Values are added in page order, so that the
/// result does not depend on how the page was cut into chunks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sums {
    count: u64,
    sum: f64,
    sum_of_squares: f64,
}

impl Sums {
    /// Adds one value.
    #[inline]
    pub(crate) fn add(&mut self, value: f32) {
        self.count += 1;
        self.sum += f64::from(value);
        self.sum_of_squares += f64::from(value) * f64::from(value);
    }

    /// Mean of the values so far; `0.0` without values.
    pub(crate) fn mean(&self) -> f32 {
        (self.sum / self.count.max(1) as f64) as f32
    }

    /// Population standard deviation of the values so far, as in San 2014, section 4.2; `0.0`
    /// without values.
    pub(crate) fn sigma(&self) -> f32 {
        if self.count == 0 {
            return 0.0;
        }
        let mean = self.sum / self.count as f64;
        let variance = self.sum_of_squares / self.count as f64 - mean * mean;
        // For equal values, rounding leaves a small positive or negative variance.
        if variance <= mean * mean * ROUNDED { 0.0 } else { square_root(variance) as f32 }
    }
}

/// Square root by Newton's method, since `core` has none. Exact to the last one or two binary
/// digits, and the same on every machine.
pub(crate) fn square_root(value: f64) -> f64 {
    if value.is_nan() || value <= 0.0 || value.is_infinite() {
        return 0.0;
    }
    // Halving the exponent gives a first guess within a factor of two.
    let mut root = f64::from_bits((value.to_bits() >> 1) + (1023_u64 << 51));
    for _ in 0..6 {
        root = 0.5 * (root + value / root);
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sigma_is_that_of_the_population() {
        let mut sums = Sums::default();
        assert_eq!(sums.sigma(), 0.0);
        for value in [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
            sums.add(value);
        }
        assert_eq!(sums.sigma(), 2.0);
    }

    #[test]
    fn sigma_of_equal_values_is_zero() {
        for count in 1..2000 {
            let mut sums = Sums::default();
            (0..count).for_each(|_| sums.add(23.0 / 3.0));
            assert_eq!(sums.sigma(), 0.0, "{count}");
        }
    }

    #[test]
    fn square_roots_are_those_of_the_standard_library() {
        for value in [1e-12, 0.3, 1.0, 2.0, 4.0, 12345.678, 1e18] {
            let difference = (square_root(value) - value.sqrt()).abs();
            assert!(difference <= value.sqrt() * 1e-15, "{value}");
        }
        assert_eq!(square_root(-1.0), 0.0);
        assert_eq!(square_root(f64::NAN), 0.0);
    }
}
