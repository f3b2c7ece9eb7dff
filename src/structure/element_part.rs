//! What an element is by its names, whatever its tag: a listing of code, or a frame around code,
//! that a tool makes of `div`s; text for readers aloud; a part of a table, by its role.

use super::{StructureSink, TrackedSink, hidden};
use crate::html::{AttrId, AttrSet, Tag, TagId};

/// What the names of an element make of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ElementPart {
    /// Nothing.
    #[default]
    None,
    /// Around a preformatted text and what tools put above it: by VitePress.
    Frame,
    /// A listing of code, each line of which is a `div`; or lines of it that can be folded: by
    /// Doxygen.
    Listing,
    /// A line of a listing: preformatted text, though what stands between lines is not.
    Line,
    /// Text for readers aloud alone.
    ScreenReaderOnly,
    /// Not what its tag says: bold that its style makes normal, as Google puts it around what is
    /// copied from its documents.
    Plain,
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

impl ElementPart {
    /// What shows an element of this tag: the tag that such a part of a table has elsewhere, or its
    /// own.
    #[inline]
    pub(super) fn shown_as(self, tag: TagId) -> TagId {
        // Nearly all elements are.
        if self == Self::None { tag } else { self.of_table().unwrap_or(tag) }
    }

    /// The element that such a part of a table is by its tag elsewhere.
    #[cold]
    fn of_table(self) -> Option<TagId> {
        match self {
            Self::Table => Some(TagId::Table),
            Self::Rows => Some(TagId::Tbody),
            Self::Row => Some(TagId::Tr),
            Self::HeaderCell => Some(TagId::Th),
            Self::Cell => Some(TagId::Td),
            Self::Plain => Some(TagId::Span),
            _ => None,
        }
    }

    /// What an element of no such names is in this one.
    #[inline]
    fn inside(self) -> Self {
        if self == Self::None { self } else { self.inside_named() }
    }

    /// The same, in one of such names.
    #[cold]
    fn inside_named(self) -> Self {
        match self {
            Self::Table | Self::InTable => Self::InTable,
            Self::Rows | Self::InRows => Self::InRows,
            Self::Row | Self::InRow => Self::InRow,
            _ => Self::None,
        }
    }

    /// What an element that begins is, inside of an element that is this.
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
            TagId::B if tag.attributes.has_any(STYLE) && hidden::is_of_normal_weight(tag.attributes) => {
                Self::Plain
            }
            _ => self.inside(),
        }
    }

    /// The part of a table that an element of this role is in this one.
    ///
    /// NameAttribute: WAI-ARIA 1.2, required context roles of `row`, `cell`, `columnheader` and
    /// their like; other elements may stand between.
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

impl<S: StructureSink> TrackedSink<'_, S> {
    /// Whether an element that is such a part of the innermost one stands on lines of its own of
    /// the same text.
    pub(super) fn has_as_lines(&self, part: ElementPart) -> bool {
        self.stack.names().part == ElementPart::Listing
            && matches!(part, ElementPart::Line | ElementPart::Listing)
    }

    /// Such lines begin or end. Where a line begins, [`begin_code_line`](Self::begin_code_line)
    /// follows.
    #[cold]
    pub(super) fn part_lines(&mut self) {
        self.sink.begin_line();
        self.part_byline();
    }
}

/// What an element with a role is, inside of `around`.
#[cold]
fn part_by_role(tag: &Tag<'_>, around: ElementPart) -> ElementPart {
    let role = tag.attributes.get(AttrId::Role).unwrap_or("");
    let by_class = || if tag.id == TagId::Div { part_by_class(tag, around) } else { around.inside() };
    ElementPart::of_role(role.trim(), around).unwrap_or_else(by_class)
}

/// What a `div` is by its class, inside of `around`.
#[inline]
fn part_by_class(tag: &Tag<'_>, around: ElementPart) -> ElementPart {
    let class = tag.attributes.get(AttrId::Class).unwrap_or("");
    match class.as_bytes() {
        // All of these begin so, and most classes do not.
        [b'f' | b'l', ..] => part_of_class(class, around),
        _ => around.inside(),
    }
}

/// The same, of a class that may be one of these.
fn part_of_class(class: &str, around: ElementPart) -> ElementPart {
    match (around, class) {
        (ElementPart::Listing, "line") => ElementPart::Line,
        (ElementPart::Listing, "foldopen") | (_, "fragment") => ElementPart::Listing,
        (_, class) if class.starts_with("language-") => ElementPart::Frame,
        _ => around.inside(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_tables_are_in_the_right_ones() {
        assert_eq!(ElementPart::of_role("grid", ElementPart::Cell), Some(ElementPart::Table));
        assert_eq!(ElementPart::of_role("row", ElementPart::Table), Some(ElementPart::Row));
        assert_eq!(ElementPart::of_role("row", ElementPart::Rows.inside().inside()), Some(ElementPart::Row));
        assert_eq!(ElementPart::of_role("gridcell", ElementPart::Row), Some(ElementPart::Cell));
        for (role, around) in [
            ("row", ElementPart::None),
            ("row", ElementPart::Row),
            ("cell", ElementPart::Table),
            ("cell", ElementPart::Cell),
            ("rowgroup", ElementPart::Rows),
        ] {
            assert_eq!(ElementPart::of_role(role, around), None, "{role}");
        }
    }
}
