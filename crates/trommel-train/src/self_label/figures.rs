//! Figures of training without a gold standard.

/// Number of voting pages by source: description, title or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VoteCounts {
    /// Pages that vote by their description.
    pub by_description: usize,
    /// Pages that vote by their title, since they have no description of their own.
    pub by_title: usize,
    /// Pages without either.
    pub none: usize,
}

/// Precision, recall and F1 over blocks, as means over folds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CrossValidation {
    /// Share of the blocks classified as content that are content.
    pub precision: f64,
    /// Share of the content blocks that are classified as content.
    pub recall: f64,
    /// Harmonic mean of precision and recall.
    pub f1: f64,
    /// Number of folds with content that were tested.
    pub folds: usize,
}
