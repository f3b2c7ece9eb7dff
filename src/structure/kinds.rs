//! The kinds of elements by their names, whatever their tags.

use crate::html::TagId;

/// The kind of an element by its names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum NamedKind {
    /// No special kind.
    #[default]
    None,
    /// The parent of a preformatted text and of what tools put above it. Used by VitePress.
    Frame,
    /// A listing of code with a `div` or an item for each line, or a foldable group of its lines.
    /// Used by Doxygen.
    Listing,
    /// A line of a listing. It is preformatted, but white space between lines is not, and line ends
    /// in it are only in the source.
    Line,
    /// A table or a row group whose rows are lines of code, and such a row. The first cell
    /// of each row holds the number of the line.
    LineTable,
    LineRow,
    /// A cell of such a row: the number of the line, or the line.
    LineCell,
    /// A row with a cell for the numbers of all lines.
    GutterRow,
    /// The cell next to that one. It holds a preformatted text, or a `div` with a `div` for each
    /// line.
    CodeCell,
    /// A `div` in that cell: each `div` in it is a line.
    Lines,
    /// Text for screen readers alone.
    ScreenReaderOnly,
    /// The text of a note, right after its label. Used by LaTeXML.
    Note,
    /// MathML of a formula that is drawn next to it. Used by MathJax 2.
    Typeset,
    /// Bold that its inline style makes normal. Google Docs wraps text that is copied from a
    /// document in it.
    Plain,
    /// A `span` that its inline style makes bold, or else italic. Editors write it.
    Bold,
    Italic,
    /// A `code` that its inline style displays as a block with its line ends.
    Code,
    /// A `span` that is displayed as a block. It separates lines and is not a block: the model is
    /// trained on such spans as inline elements.
    Block,
    /// A table, a row group, a row or a cell by its role.
    Table,
    Rows,
    Row,
    HeaderCell,
    Cell,
    /// No part of a table itself, but inside of such a table, group or row; no other part is
    /// closer.
    InTable,
    InRows,
    InRow,
}

impl NamedKind {
    /// The tag that an element is displayed as: that of its part, or its own.
    #[inline]
    pub(super) fn shown_as(self, tag: TagId) -> TagId {
        // The usual case.
        if self == Self::None { tag } else { self.tag_by_names().unwrap_or(tag) }
    }

    /// The tag of an HTML element that is displayed like this kind.
    #[cold]
    fn tag_by_names(self) -> Option<TagId> {
        match self {
            Self::Table => Some(TagId::Table),
            Self::Rows => Some(TagId::Tbody),
            Self::Row => Some(TagId::Tr),
            Self::HeaderCell => Some(TagId::Th),
            Self::Cell => Some(TagId::Td),
            Self::Plain => Some(TagId::Span),
            Self::Bold => Some(TagId::Strong),
            Self::Italic => Some(TagId::Em),
            Self::Code => Some(TagId::Pre),
            // Parts of a listing are not parts of a table.
            Self::LineRow | Self::LineCell => Some(TagId::Div),
            // Nor are they lists.
            Self::Listing | Self::Line => Some(TagId::Div),
            _ => None,
        }
    }

    /// Whether line ends directly in it are only in the source.
    #[inline]
    pub(super) fn has_source_line_ends(self) -> bool {
        matches!(self, Self::Line | Self::LineRow | Self::LineTable)
    }

    /// The kind of a child without such names.
    #[inline]
    pub(super) fn inside(self) -> Self {
        if self == Self::None { self } else { self.inside_named() }
    }

    /// The kind of a child without such names, in an element that has one.
    #[cold]
    fn inside_named(self) -> Self {
        match self {
            Self::Table | Self::InTable => Self::InTable,
            Self::Rows | Self::InRows => Self::InRows,
            Self::Row | Self::InRow => Self::InRow,
            Self::LineTable => Self::LineRow,
            Self::LineRow => Self::LineCell,
            Self::GutterRow => Self::CodeCell,
            _ => Self::None,
        }
    }
}
