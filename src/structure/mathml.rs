//! Elements of MathML: what the positions of their children mean, and the operators for them.
//!
//! In: element names and child positions. Out: operators and brackets. Holds nothing.

/// What the positions of an element's children mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum MathElement {
    /// Children follow each other.
    #[default]
    Row,
    /// Letters, a number or an operator.
    Token,
    Space,
    Fraction,
    /// One over the other without a line, as in a binomial coefficient.
    Stack,
    Power,
    Index,
    /// An index, then a power.
    Both,
    /// A sign over or under the base.
    Over,
    Under,
    Square,
    Root,
    Table,
    Line,
    Fenced,
    /// Takes space, but is invisible.
    Phantom,
}

impl MathElement {
    pub(super) fn of(name: &str) -> Self {
        match name {
            "mi" | "mn" | "mo" | "ms" | "mtext" => Self::Token,
            "mspace" => Self::Space,
            "mfrac" => Self::Fraction,
            "msup" => Self::Power,
            "msub" => Self::Index,
            "msubsup" | "munderover" => Self::Both,
            "mover" => Self::Over,
            "munder" => Self::Under,
            "msqrt" => Self::Square,
            "mroot" => Self::Root,
            "mtable" => Self::Table,
            "mtr" | "mlabeledtr" => Self::Line,
            "mfenced" => Self::Fenced,
            "mphantom" => Self::Phantom,
            _ => Self::Row,
        }
    }

    /// Text before and after the whole element.
    pub(super) fn brackets(self) -> (&'static str, &'static str) {
        match self {
            Self::Fenced => ("(", ")"),
            Self::Square => ("√", ""),
            _ => ("", ""),
        }
    }

    /// Whether the element is one operand, which is never merged with an adjacent letter or number.
    pub(super) fn is_bound(self) -> bool {
        matches!(
            self,
            Self::Fraction
                | Self::Power
                | Self::Index
                | Self::Both
                | Self::Over
                | Self::Under
                | Self::Square
                | Self::Root
        )
    }

    /// The operator before the child at `place`.
    pub(super) fn sign(self, place: u16) -> &'static str {
        match (self, place) {
            (Self::Fraction, 1) => "/",
            (Self::Power | Self::Over, 1) | (Self::Both, 2) => "^",
            (Self::Index | Self::Under | Self::Both, 1) => "_",
            (Self::Root, 1) => "^(1/",
            (Self::Table | Self::Stack, 1..) => "; ",
            (Self::Line | Self::Fenced, 1..) => ", ",
            _ => "",
        }
    }
}

/// An open element of a formula.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Level {
    pub(super) kind: MathElement,
    /// Hash of its name.
    pub(super) name: u16,
    /// Number of children that began.
    pub(super) parts: u16,
    /// Number of letters, numbers, operators and operands next to each other in it.
    pub(super) things: u16,
    /// Offset of its text.
    pub(super) start: u16,
}

impl Level {
    /// Whether each child must be one operand, because of the adjacent operator.
    pub(super) fn binds(self) -> bool {
        match self.kind {
            MathElement::Fraction
            | MathElement::Power
            | MathElement::Index
            | MathElement::Both
            | MathElement::Over
            | MathElement::Under => true,
            // The second child already has parentheses.
            MathElement::Root => self.parts == 1,
            _ => false,
        }
    }
}
