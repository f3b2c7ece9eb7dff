//! The kind of an element by its names, whatever its tag.
//!
//! In: `role`, `class` and `style` of a start tag, and the [`NamedKind`] of its parent. Out: its
//! own. Tools make listings of code and frames of code from `div`s. Other kinds are text for screen
//! readers alone, and parts of tables by their ARIA role. Holds nothing.

use super::{StructureSink, TrackedSink, code, hidden};
use crate::html::{AttrId, AttrSet, Tag, TagId};

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
    /// A table or a row group of which each row is a line of code, and such a row. The first cell
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
    /// A `span` that is displayed as a block. It separates lines and is no block: the model is
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
            // Parts of a listing are no parts of a table.
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
    fn inside(self) -> Self {
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

    /// The kind of a child element, by its tag, role, class and style.
    #[inline]
    pub(super) fn of_child(self, tag: &Tag<'_>) -> Self {
        const ROLE: AttrSet = AttrSet::of(&[AttrId::Role]);
        const STYLE: AttrSet = AttrSet::of(&[AttrId::Style]);
        let may_be = matches!(tag.id, TagId::Div | TagId::Span | TagId::P | TagId::Section | TagId::Other);
        if may_be && tag.attributes.has_any(ROLE) {
            return part_by_role(tag, self);
        }
        match tag.id {
            TagId::Div => part_by_class(tag, self),
            TagId::Ol if code::is_list_of_lines(tag) => Self::Listing,
            TagId::Li if self == Self::Listing => Self::Line,
            TagId::B if tag.attributes.has_any(STYLE) && hidden::is_of_normal_weight(tag.attributes) => {
                Self::Plain
            }
            TagId::Span | TagId::Code if tag.attributes.has_any(STYLE) && self.inside() == Self::None => {
                by_style(tag)
            }
            _ => self.inside(),
        }
    }

    /// The table part that a role is in a parent of kind `parent`.
    ///
    /// Source: WAI-ARIA 1.2, required context roles of `row`, `cell`, `columnheader` and similar
    /// roles. Other elements may stand in between.
    fn of_role(role: &str, parent: Self) -> Option<Self> {
        Some(match (role, parent.inside()) {
            ("table" | "grid" | "treegrid", _) => Self::Table,
            ("rowgroup", Self::InTable) => Self::Rows,
            ("row", Self::InTable | Self::InRows) => Self::Row,
            ("columnheader" | "rowheader", Self::InRow) => Self::HeaderCell,
            ("cell" | "gridcell", Self::InRow) => Self::Cell,
            _ => return None,
        })
    }
}

impl<S: StructureSink> TrackedSink<'_, S> {
    /// Whether a child of kind `part` of the innermost element has lines of its own in the same
    /// block.
    pub(super) fn has_as_lines(&self, part: NamedKind) -> bool {
        use NamedKind::{LineCell, LineRow, LineTable, Lines, Listing};
        match self.stack.names().part {
            Listing => matches!(part, NamedKind::Line | Listing),
            Lines => part == NamedKind::Line,
            LineTable => part == LineRow,
            LineRow => part == LineCell,
            _ => false,
        }
    }

    /// Such lines begin or end. Where a line begins, [`begin_code_line`](Self::begin_code_line)
    /// follows.
    #[cold]
    pub(super) fn separate_lines(&mut self) {
        self.sink.begin_line();
        self.part_byline();
    }
}

/// The kind of an element with a role in a parent of kind `parent`.
#[cold]
fn part_by_role(tag: &Tag<'_>, parent: NamedKind) -> NamedKind {
    let role = tag.attributes.get(AttrId::Role).unwrap_or("");
    let by_class = || if tag.id == TagId::Div { part_by_class(tag, parent) } else { parent.inside() };
    NamedKind::of_role(role.trim(), parent).unwrap_or_else(by_class)
}

/// The kind of a `span` or a `code` by its style.
#[cold]
fn by_style(tag: &Tag<'_>) -> NamedKind {
    let is_block = hidden::is_block(tag.attributes);
    match tag.id {
        TagId::Code => {
            let has_lines = is_block && hidden::white_space(tag.attributes).is_some_and(|shown| shown.is_pre);
            if has_lines { NamedKind::Code } else { NamedKind::None }
        }
        // It separates lines.
        _ if is_block => NamedKind::None,
        _ => hidden::emphasis(tag.attributes),
    }
}

/// The kind of a `div` by its class, in a parent of kind `parent`.
#[inline]
fn part_by_class(tag: &Tag<'_>, parent: NamedKind) -> NamedKind {
    let class = tag.attributes.get(AttrId::Class).unwrap_or("");
    match class.as_bytes() {
        _ if matches!(parent, NamedKind::CodeCell | NamedKind::Lines) => part_of_code_cell(parent),
        // All of these classes begin so; most others do not.
        [b'f' | b'l', ..] | [b'c', b'm', b'-', ..] | [b'a', b'c', b'e', b'_', ..] => {
            part_of_class(class, parent)
        }
        _ => parent.inside(),
    }
}

/// The kind of a `div` in a cell of code, or in a `div` there.
#[cold]
fn part_of_code_cell(parent: NamedKind) -> NamedKind {
    if parent == NamedKind::Lines { NamedKind::Line } else { NamedKind::Lines }
}

/// The kind by a class that passed the test of the first letter.
fn part_of_class(class: &str, parent: NamedKind) -> NamedKind {
    let has = |word: &str| class.split_ascii_whitespace().any(|other| other == word);
    match (parent, class) {
        // LaTeXML makes listings of algorithms, too. They are no code.
        (_, class) if class.starts_with("ltx_listing") && has("ltx_lstlisting") => NamedKind::Listing,
        (NamedKind::Listing, class) if class.starts_with("ltx_") && has("ltx_listingline") => NamedKind::Line,
        (NamedKind::Listing, "line") => NamedKind::Line,
        (NamedKind::Listing, "foldopen") | (_, "fragment") => NamedKind::Listing,
        // Editors, as they stand in saved pages: CodeMirror and Ace.
        (_, class) if has("cm-content") || class.starts_with("ace_layer ace_text") => NamedKind::Listing,
        (NamedKind::Listing, _) if has("cm-line") || has("ace_line") => NamedKind::Line,
        (NamedKind::Listing, "ace_line_group") => NamedKind::Listing,
        (_, class) if class.starts_with("language-") => NamedKind::Frame,
        _ => parent.inside(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_tables_are_in_the_right_ones() {
        assert_eq!(NamedKind::of_role("grid", NamedKind::Cell), Some(NamedKind::Table));
        assert_eq!(NamedKind::of_role("row", NamedKind::Table), Some(NamedKind::Row));
        assert_eq!(NamedKind::of_role("row", NamedKind::Rows.inside().inside()), Some(NamedKind::Row));
        assert_eq!(NamedKind::of_role("gridcell", NamedKind::Row), Some(NamedKind::Cell));
        for (role, parent) in [
            ("row", NamedKind::None),
            ("row", NamedKind::Row),
            ("cell", NamedKind::Table),
            ("cell", NamedKind::Cell),
            ("rowgroup", NamedKind::Rows),
        ] {
            assert_eq!(NamedKind::of_role(role, parent), None, "{role}");
        }
    }
}
