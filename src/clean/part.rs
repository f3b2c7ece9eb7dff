//! What an element is by its names, whatever its tag: a listing of code, or a frame around code, that a tool makes of `div`s; text for readers aloud;
//! a part of a table, by its role.

use super::{CleanSink, Cleaning};
use crate::token::{AttrId, AttrSet, Tag, TagId};

/// What the names of an element make of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Part {
    /// Nothing.
    #[default]
    None,
    /// Around a preformatted text and what tools put above it: by VitePress.
    Frame,
    /// A listing of code, each line of which is a `div`; or lines of it that can be folded: by Doxygen.
    Listing,
    /// A line of a listing: preformatted text, though what stands between lines is not.
    Line,
    /// Text for readers aloud alone.
    Aloud,
    /// A table, a group of its rows, one of its rows, or a cell of that.
    Table,
    Rows,
    Row,
    HeaderCell,
    Cell,
    /// Nothing, but inside of such a table, group or row, and of no part of it that is closer.
    InTable,
    InRows,
    InRow,
}

impl Part {
    /// The element that such a part of a table is by its tag elsewhere.
    #[inline]
    pub(super) fn of_table(self) -> Option<TagId> {
        match self {
            Self::Table => Some(TagId::Table),
            Self::Rows => Some(TagId::Tbody),
            Self::Row => Some(TagId::Tr),
            Self::HeaderCell => Some(TagId::Th),
            Self::Cell => Some(TagId::Td),
            _ => None,
        }
    }

    /// What an element of no such names is in this one.
    #[inline]
    fn inside(self) -> Self {
        match self {
            Self::Table | Self::InTable => Self::InTable,
            Self::Rows | Self::InRows => Self::InRows,
            Self::Row | Self::InRow => Self::InRow,
            _ => Self::None,
        }
    }

    /// The part of a table that an element of this role is in this one.
    ///
    /// Source: WAI-ARIA 1.2, required context roles of `row`, `cell`, `columnheader` and their like; other elements may stand between.
    fn of_role(role: &str, around: Self) -> Option<Self> {
        Some(match (role, around.inside()) {
            ("table" | "grid" | "treegrid", _) => Self::Table,
            ("rowgroup", Self::InTable) => Self::Rows,
            ("row", Self::InTable | Self::InRows) => Self::Row,
            ("columnheader" | "rowheader", Self::InRow) => Self::HeaderCell,
            ("cell" | "gridcell", Self::InRow) => Self::Cell,
            _ => return None,
        })
    }
}

impl<S: CleanSink> Cleaning<'_, S> {
    /// What an element that begins is in the innermost one that is open.
    #[inline]
    pub(super) fn part_of(&self, tag: &Tag<'_>) -> Part {
        const SAYS: AttrSet = AttrSet::of(&[AttrId::Class, AttrId::Role]);
        let around = self.stack.names().part;
        let may_be = matches!(tag.id, TagId::Div | TagId::Span | TagId::P | TagId::Section | TagId::Other);
        if may_be && tag.attributes.has_any(SAYS) { part_named(tag, around) } else { around.inside() }
    }

    /// Whether an element that is such a part of the innermost one stands on lines of its own of the same text.
    pub(super) fn has_as_lines(&self, part: Part) -> bool {
        self.stack.names().part == Part::Listing && matches!(part, Part::Line | Part::Listing)
    }

    /// Such lines begin or end. Where a line begins, [`begin_code_line`](Self::begin_code_line) follows.
    #[cold]
    pub(super) fn part_lines(&mut self) {
        self.sink.begin_line();
        self.part_byline();
    }
}

/// What an element is by its role or its class, inside of `around`.
fn part_named(tag: &Tag<'_>, around: Part) -> Part {
    let role = tag.attributes.get(AttrId::Role);
    if let Some(part) = role.and_then(|role| Part::of_role(role.trim(), around)) {
        return part;
    }
    let class = if tag.id == TagId::Div { tag.attributes.get(AttrId::Class).unwrap_or("") } else { "" };
    match (around, class) {
        (Part::Listing, "line") => Part::Line,
        (Part::Listing, "foldopen") | (_, "fragment") => Part::Listing,
        (_, class) if class.starts_with("language-") => Part::Frame,
        _ => around.inside(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_tables_are_in_the_right_ones() {
        assert_eq!(Part::of_role("grid", Part::Cell), Some(Part::Table));
        assert_eq!(Part::of_role("row", Part::Table), Some(Part::Row));
        assert_eq!(Part::of_role("row", Part::Rows.inside().inside()), Some(Part::Row));
        assert_eq!(Part::of_role("gridcell", Part::Row), Some(Part::Cell));
        for (role, around) in [
            ("row", Part::None),
            ("row", Part::Row),
            ("cell", Part::Table),
            ("cell", Part::Cell),
            ("rowgroup", Part::Rows),
        ] {
            assert_eq!(Part::of_role(role, around), None, "{role}");
        }
    }
}
