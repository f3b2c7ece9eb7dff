//! Open elements of a formula, and what the positions of their children mean.
//!
//! In: start tags of MathML. Out: [`Level`]s. Holds nothing.

use super::signs::variant;
use crate::hash::hash_32;
use crate::html::{AttrId, Tag};

/// What the positions of an element's children mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    /// Children follow each other.
    #[default]
    Row,
    Letters,
    Number,
    Operator,
    Words,
    Fraction,
    /// A fraction without a line, as in a binomial coefficient.
    Stack,
    Power,
    Index,
    /// An index, then a power.
    Both,
    Over,
    Under,
    /// What is under the base, then what is over it.
    UnderOver,
    /// Indices and powers in turns.
    Scripts,
    Root,
    Table,
    Line,
    /// The number of an equation, in the first cell of a line.
    Label,
    Fenced,
    /// In the command of the level: under a root, or with a line around.
    Enclosed,
    /// Only the first child is shown.
    First,
    /// Not shown.
    Phantom,
}

impl Kind {
    pub(super) fn of(name: &str) -> Self {
        match name {
            "mi" => Self::Letters,
            "mn" => Self::Number,
            "mo" => Self::Operator,
            "ms" | "mtext" => Self::Words,
            "mfrac" => Self::Fraction,
            "msup" => Self::Power,
            "msub" => Self::Index,
            "msubsup" => Self::Both,
            "mover" => Self::Over,
            "munder" => Self::Under,
            "munderover" => Self::UnderOver,
            "mmultiscripts" => Self::Scripts,
            "msqrt" | "menclose" => Self::Enclosed,
            "mroot" => Self::Root,
            "mtable" => Self::Table,
            "mtr" | "mlabeledtr" => Self::Line,
            "mfenced" => Self::Fenced,
            "maction" => Self::First,
            "mphantom" | "annotation" | "annotation-xml" => Self::Phantom,
            _ => Self::Row,
        }
    }

    /// Whether its children are things next to each other.
    pub(super) fn is_row(self) -> bool {
        matches!(self, Self::Row | Self::Fenced | Self::Enclosed | Self::First | Self::Label)
    }

    /// Whether nothing changes before its last child when it ends: its children may be handed on
    /// before.
    pub(super) fn is_open(self) -> bool {
        matches!(self, Self::Row | Self::Table | Self::Line | Self::Fenced)
    }
}

/// What stands at the end of the last thing of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ends {
    pub(super) index: bool,
    pub(super) power: bool,
}

/// An open element of a formula. Offsets are those of its text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Level {
    pub(super) kind: Kind,
    /// Hash of its name.
    pub(super) name: u16,
    /// Number of children that began.
    pub(super) parts: u16,
    /// Number of things in the last child, or in all children of a row; in a table, of columns.
    pub(super) things: u16,
    /// Number of things in the base of scripts, and what its last one ends in.
    pub(super) base: (u16, Ends),
    pub(super) start: u16,
    /// Offset of the last child.
    pub(super) part: u16,
    /// Offset of the scripts that stand before their base.
    pub(super) before: Option<u16>,
    /// The command around it.
    pub(super) command: &'static str,
    /// Sign at the end.
    pub(super) close: Option<char>,
    /// Sign between the children.
    pub(super) between: Option<char>,
    /// A part of it was handed on.
    pub(super) is_begun: bool,
}

impl Level {
    pub(super) fn new(tag: &Tag<'_>, name: &str, parent: Option<&Self>) -> Self {
        let value = |id| tag.attributes.get(id).map(str::trim);
        let sign = |id, default| value(id).map_or(Some(default), |text: &str| text.chars().next());
        let mut level = Self { kind: Kind::of(name), name: hash_of(name), ..Self::default() };
        let is_in = |kind| parent.is_some_and(|parent| parent.kind == kind);
        match level.kind {
            Kind::Fraction if has_no_line(value(AttrId::Linethickness).unwrap_or("")) => {
                level.kind = Kind::Stack;
            }
            Kind::Enclosed if name == "msqrt" => level.command = "\\sqrt",
            Kind::Enclosed => level.command = enclosing(value(AttrId::Notation).unwrap_or("")),
            Kind::Fenced => {
                level.close = sign(AttrId::Close, ')');
                level.between = sign(AttrId::Separators, ',');
            }
            Kind::Letters | Kind::Number => {
                level.command = value(AttrId::Mathvariant).map_or("", variant);
            }
            Kind::Line if !is_in(Kind::Table) => level.kind = Kind::Row,
            Kind::Row if is_in(Kind::Line) && parent.is_some_and(|line| line.is_label()) => {
                level.kind = Kind::Label;
            }
            _ => {}
        }
        level
    }

    /// Whether its children are a base and scripts.
    pub(super) fn has_scripts(&self) -> bool {
        use Kind::{Both, Index, Over, Power, Scripts, Under, UnderOver};
        matches!(self.kind, Both | Index | Over | Power | Scripts | Under | UnderOver)
    }

    /// Whether its last child is the label of the line.
    pub(super) fn is_label(&self) -> bool {
        self.parts == 1 && self.name == hash_of("mlabeledtr")
    }
}

pub(super) fn hash_of(name: &str) -> u16 {
    hash_32(name.bytes()) as u16
}

/// Whether a fraction of this thickness has no line: a binomial coefficient.
fn has_no_line(thickness: &str) -> bool {
    thickness.starts_with('0') && !thickness.contains(|c: char| ('1'..='9').contains(&c))
}

/// The command for a `notation` around an element.
fn enclosing(notation: &str) -> &'static str {
    let has = |name| notation.split_ascii_whitespace().any(|word| word == name);
    match (has("updiagonalstrike"), has("downdiagonalstrike")) {
        (true, true) => "\\xcancel",
        (true, false) => "\\cancel",
        (false, true) => "\\bcancel",
        _ if has("box") || has("roundedbox") => "\\boxed",
        _ if has("radical") => "\\sqrt",
        _ if has("top") => "\\overline",
        _ if has("bottom") => "\\underline",
        _ => "",
    }
}
