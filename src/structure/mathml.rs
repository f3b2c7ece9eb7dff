//! Elements of MathML: what their places mean, and the signs for them.

/// What the places in an element mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum MathElement {
    /// What is in it follows each other.
    #[default]
    Row,
    /// Letters, numbers or a sign.
    Token,
    Space,
    Fraction,
    Power,
    Index,
    /// An index, then a power.
    Both,
    /// A sign over or under the rest.
    Over,
    Under,
    Square,
    Root,
    Table,
    Line,
    Fenced,
    /// It takes room, and shows nothing.
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

    /// What stands before all and behind all of it.
    pub(super) fn brackets(self) -> (&'static str, &'static str) {
        match self {
            Self::Fenced => ("(", ")"),
            Self::Square => ("√", ""),
            _ => ("", ""),
        }
    }

    /// Whether its parts come out as one thing, which is not to be read with a letter or number
    /// beside it.
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

    /// What stands before the part at `place`.
    pub(super) fn sign(self, place: u16) -> &'static str {
        match (self, place) {
            (Self::Fraction, 1) => "/",
            (Self::Power | Self::Over, 1) | (Self::Both, 2) => "^",
            (Self::Index | Self::Under | Self::Both, 1) => "_",
            (Self::Root, 1) => "^(1/",
            (Self::Table, 1..) => "; ",
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
    /// Parts that began in it.
    pub(super) parts: u16,
    /// Letters, numbers, signs and what binds them that stand in it side by side.
    pub(super) things: u16,
    /// Where its text begins.
    pub(super) start: u16,
}

impl Level {
    /// Whether each part of it is to be one thing, for the sign beside it.
    pub(super) fn binds(self) -> bool {
        match self.kind {
            MathElement::Fraction
            | MathElement::Power
            | MathElement::Index
            | MathElement::Both
            | MathElement::Over
            | MathElement::Under => true,
            // The second has parentheses.
            MathElement::Root => self.parts == 1,
            _ => false,
        }
    }
}
