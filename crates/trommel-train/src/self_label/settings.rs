//! Settings of training without a gold standard.

/// A set of inputs of the support vector machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs(u8);

impl Inputs {
    /// Characters of text, scaled.
    pub const LENGTH: Self = Self(1);
    /// Names of the element and its ancestors.
    pub const TAG_PATH: Self = Self(1 << 1);
    /// The same with classes and ids.
    pub const SELECTORS: Self = Self(1 << 2);
    /// Style properties of rendered blocks.
    pub const STYLE: Self = Self(1 << 3);
    /// All inputs.
    pub const ALL: Self = Self(0b1111);

    /// Whether the sets share an input.
    #[must_use]
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The union of both sets.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a feature belongs to these inputs.
    pub(super) fn take(self, feature: u32) -> bool {
        use trommel::_train::NumberKind as LinearFeatureKind;
        self.has(match LinearFeatureKind::of(feature) {
            LinearFeatureKind::TagPath => Self::TAG_PATH,
            LinearFeatureKind::Selector | LinearFeatureKind::Name => Self::SELECTORS,
            LinearFeatureKind::Style => Self::STYLE,
        })
    }
}

/// Settings of training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Maximum distance of neighbours in a cluster: the square root of the number of properties,
    /// tags or names that only one of two blocks has. `None` is 2 for rendered blocks (two
    /// differing properties) and 1 for HTML (one more or one less name).
    pub radius: Option<f64>,
    /// Minimum neighbours of a core block of a cluster, itself counted.
    pub fewest: usize,
    /// Inputs of the support vector machine.
    pub inputs: Inputs,
    /// Whether pages are from several sites. Each host is then labelled separately, and one model
    /// is trained on all of them.
    pub by_host: bool,
    /// Seed of the folds.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { radius: None, fewest: 5, inputs: Inputs::ALL, by_host: false, seed: 1 }
    }
}
