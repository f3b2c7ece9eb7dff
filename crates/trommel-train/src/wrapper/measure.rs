//! The measures J, U and I of how informative an element is (Oita and Senellart 2012, section 3.3).

/// Counts of the terms of an element: signifiers (x) and others (y), and those of its page (X, Y).
/// Repeated terms count each time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TermCounts {
    /// Signifiers in the element's text.
    pub signifiers: u32,
    /// Other terms in the element's text.
    pub others: u32,
    /// Signifiers in the page's text.
    pub page_signifiers: u32,
    /// Other terms in the page's text.
    pub page_others: u32,
}

/// The measure by which patterns are ranked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Measure {
    /// I = J · U (eq. 4).
    #[default]
    Informativeness,
    /// J alone (eq. 2).
    Density,
    /// U alone (eq. 3).
    Unexpectedness,
    /// The baseline COVERAGE (eq. 6).
    Coverage,
}

impl Measure {
    /// The name on the command line and in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Informativeness => "informativeness",
            Self::Density => "density",
            Self::Unexpectedness => "unexpectedness",
            Self::Coverage => "coverage",
        }
    }
}

impl TermCounts {
    /// Jeffrey's statistical density J: the lower end of the one-sigma confidence interval of the
    /// share of signifiers.
    ///
    /// Out: 0 to 1; 0 without terms. Source: Oita and Senellart 2012, eq. 2.
    #[must_use]
    pub fn density(self) -> f64 {
        let (x, y) = (f64::from(self.signifiers) + 0.5, f64::from(self.others) + 0.5);
        let all = f64::from(self.signifiers) + f64::from(self.others);
        if all == 0.0 {
            return 0.0;
        }
        ((x - (x * y / all).sqrt()) / (all + 1.0)).max(0.0)
    }

    /// Unexpectedness U: how much simpler it is to describe the element's share of signifiers than
    /// to draw it from the terms of the page.
    ///
    /// Out: zero or more, in nats; 0 if the page has no terms. A count of zero adds nothing, since
    /// 0 · log 0 is 0. Source: Oita and Senellart 2012, eq. 3. The paper calls its figures (23 and
    /// 6) bits, but they result from the natural logarithm.
    #[must_use]
    pub fn unexpectedness(self) -> f64 {
        let part = |count: u32, of: u32| if count == 0 { 0.0 } else { f64::from(count) * f64::from(of).ln() };
        let page = f64::from(self.page_signifiers) + f64::from(self.page_others);
        let all = f64::from(self.signifiers) + f64::from(self.others);
        if all == 0.0 || page == 0.0 {
            return 0.0;
        }
        let drawn = all * page.ln();
        (drawn - part(self.signifiers, self.page_signifiers) - part(self.others, self.page_others)).max(0.0)
    }

    /// Informativeness I = J · U. Source: Oita and Senellart 2012, eq. 4.
    #[must_use]
    pub fn informativeness(self) -> f64 {
        self.density() * self.unexpectedness()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(signifiers: u32, others: u32) -> TermCounts {
        TermCounts { signifiers, others, page_signifiers: 20, page_others: 100 }
    }

    #[test]
    fn the_density_of_one_signifier_alone_is_that_of_the_paper() {
        assert!((counts(1, 0).density() - 0.32).abs() < 0.005);
    }

    #[test]
    fn a_low_share_of_many_terms_is_as_dense_as_a_higher_one_of_few() {
        let (many, few) = (counts(8, 20).density(), counts(3, 5).density());
        assert!((many - few).abs() < 0.01, "{many} {few}");
    }

    #[test]
    fn unexpectedness_is_that_of_the_paper() {
        assert_eq!(counts(10, 26).unexpectedness().round(), 23.0);
        assert_eq!(counts(3, 1).unexpectedness().round(), 6.0);
    }

    #[test]
    fn nothing_is_neither_dense_nor_unexpected() {
        assert_eq!((counts(0, 0).density(), counts(0, 0).unexpectedness()), (0.0, 0.0));
        assert_eq!(TermCounts::default().informativeness(), 0.0);
        assert_eq!(counts(0, 3).density(), 0.0);
        // All signifiers of a page without other terms: they are expected.
        assert_eq!(TermCounts { page_others: 0, ..counts(20, 0) }.unexpectedness(), 0.0);
    }
}
