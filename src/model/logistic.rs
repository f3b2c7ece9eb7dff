//! The exponential and the logistic function without a floating-point library.

/// The logistic function 1 / (1 + exp(-x)), with an error of about 1 %.
pub fn logistic(logit: f32) -> f32 {
    1.0 / (1.0 + exponential(-logit))
}

/// The exponential function of -16 to 16; values beyond count as the nearest of these.
///
/// The core library has no such function, and the result must be the same on every machine.
/// It is (1 + y + y²/2)^64 with y = x/64, with an error of about 1 % for small x.
pub(crate) fn exponential(x: f32) -> f32 {
    /// Number of squarings: 2^6 = 64.
    const SQUARINGS: u32 = 6;
    let y = x.clamp(-16.0, 16.0) / (1 << SQUARINGS) as f32;
    (0..SQUARINGS).fold(1.0 + y + y * y / 2.0, |power, _| power * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logistic_function_is_near_enough() {
        for step in -120..=120 {
            let logit = step as f32 / 10.0;
            let exact = 1.0 / (1.0 + (-logit).exp());
            assert!((logistic(logit) - exact).abs() < 0.002, "{logit}");
            assert!(logistic(logit) > logistic(logit - 0.1), "{logit}");
        }
    }
}
