//! Calibration of the confidence, on pages that the model was not trained on.

/// F1 below which a page counts as bad.
const BAD_F1: f64 = 0.6;

/// Confidences below which pages might be rejected.
const CUTOFFS: [f64; 6] = [0.0, 0.5, 0.6, 0.7, 0.8, 0.9];

/// Number of confidence intervals in which confidence and F1 are compared.
const INTERVALS: usize = 10;

/// Confidence and F1 of a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judged {
    pub(crate) confidence: f64,
    pub(crate) f1: f64,
}

/// Comparison of confidence and F1.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Calibration {
    /// Mean calibration error: mean over the pages of the difference between the mean confidence
    /// and the mean F1 of the pages in the same tenth of the confidence.
    pub mean_error: f64,
    /// Area under the receiver operating characteristic for pages with an F1 under 0.6: the
    /// probability that such a page has a lower confidence than another one. `None` if all pages
    /// are alike.
    pub bad_pages_auc: Option<f64>,
    /// For some cut-offs, the pages left when those of lower confidence are removed.
    pub cutoffs: Vec<Cutoff>,
}

/// The pages with at least some confidence.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Cutoff {
    /// The least confidence of the pages.
    pub confidence: f64,
    /// Share of all pages.
    pub share: f64,
    /// Mean F1 of these pages.
    pub f1: f64,
}

impl Calibration {
    /// Cost: a sort of the pages.
    pub(crate) fn of(pages: &mut [Judged]) -> Self {
        let mut intervals = [(0.0, 0.0); INTERVALS];
        for page in &*pages {
            let interval = &mut intervals[((page.confidence * INTERVALS as f64) as usize).min(INTERVALS - 1)];
            *interval = (interval.0 + page.confidence, interval.1 + page.f1);
        }
        let all = pages.len().max(1) as f64;
        let mean_error = intervals.iter().map(|(confidence, f1)| (confidence - f1).abs()).sum::<f64>() / all;
        let cutoffs = CUTOFFS.map(|confidence| {
            let left: Vec<f64> =
                pages.iter().filter(|page| page.confidence >= confidence).map(|page| page.f1).collect();
            let f1 = left.iter().sum::<f64>() / left.len().max(1) as f64;
            Cutoff { confidence, share: left.len() as f64 / all, f1 }
        });
        Self { mean_error, bad_pages_auc: bad_pages_auc(pages), cutoffs: cutoffs.into() }
    }
}

/// The share of pairs of a bad and another page in which the bad one has the lower confidence. A
/// tie counts as half.
fn bad_pages_auc(pages: &mut [Judged]) -> Option<f64> {
    pages.sort_by(|a, b| a.confidence.total_cmp(&b.confidence));
    let (mut bad, mut right_pairs) = (0.0, 0.0);
    for tied in pages.chunk_by(|a, b| a.confidence.total_cmp(&b.confidence).is_eq()) {
        let tied_bad = tied.iter().filter(|page| page.f1 < BAD_F1).count() as f64;
        let tied_good = tied.len() as f64 - tied_bad;
        right_pairs += tied_good * (bad + tied_bad / 2.0);
        bad += tied_bad;
    }
    let good = pages.len() as f64 - bad;
    (bad > 0.0 && good > 0.0).then(|| right_pairs / (bad * good))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pages: &[(f64, f64)]) -> Calibration {
        let mut pages: Vec<Judged> =
            pages.iter().map(|&(confidence, f1)| Judged { confidence, f1 }).collect();
        Calibration::of(&mut pages)
    }

    #[test]
    fn a_correct_confidence_has_no_error_and_separates_bad_pages() {
        let found = of(&[(0.95, 0.95), (0.2, 0.2), (0.75, 0.75), (0.4, 0.4)]);
        assert!(found.mean_error < 1e-9, "{found:?}");
        assert_eq!(found.bad_pages_auc, Some(1.0));
        let left: Vec<f64> = found.cutoffs.iter().map(|cutoff| cutoff.share).collect();
        assert_eq!(left, [1.0, 0.5, 0.5, 0.5, 0.25, 0.25]);
        assert!((found.cutoffs[3].f1 - 0.85).abs() < 1e-9);
    }

    #[test]
    fn a_constant_confidence_orders_half_of_the_pairs() {
        let found = of(&[(0.85, 0.9), (0.85, 0.1), (0.85, 0.7)]);
        assert_eq!(found.bad_pages_auc, Some(0.5));
        assert!((found.mean_error - (0.85 - 1.7 / 3.0)).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn without_bad_pages_there_is_no_area() {
        assert_eq!(of(&[(0.9, 0.9)]).bad_pages_auc, None);
        assert_eq!(of(&[]).bad_pages_auc, None);
    }
}
