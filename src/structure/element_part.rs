//! The kind of an element by its names, whatever its tag.
//!
//! In: `role`, `class` and `style` of a start tag, and the [`NamedKind`] of its parent. Out: its
//! own. Tools make listings of code and frames of code from `div`s. Other kinds are text for screen
//! readers alone, and parts of tables by their ARIA role. Holds nothing.

use super::kinds::NamedKind;
use super::{code_names, hidden};
use crate::html::{AttrId, AttrSet, Tag, TagId};

impl NamedKind {
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
            TagId::Ol | TagId::Ul if code_names::is_list_of_lines(tag) => Self::Listing,
            TagId::Li if self == Self::Listing => Self::Line,
            TagId::B if tag.attributes.has_any(STYLE) && hidden::is_of_normal_weight(tag.attributes) => {
                Self::Plain
            }
            TagId::Span | TagId::Code if tag.attributes.has_any(STYLE) && self.inside() == Self::None => {
                by_style(tag)
            }
            TagId::Span if tag.attributes.get(AttrId::Class).is_some_and(is_note_text) => Self::Note,
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

/// Ends of classes of the text of a note that stands next to its label.
const NOTE_TEXTS: [&str; 6] =
    ["notecontent", "note_content", "note-content", "note-text", "sidenote", "marginnote"];

/// Whether a word ends with a name, ignoring case.
fn ends_with(word: &str, name: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() >= name.len() && bytes[bytes.len() - name.len()..].eq_ignore_ascii_case(name.as_bytes())
}

/// Whether a class marks the text of a note that stands next to its label.
fn is_note_text(class: &str) -> bool {
    class.split_ascii_whitespace().any(|word| {
        // Most words end otherwise.
        let may_be = matches!(word.as_bytes().last(), Some(b't' | b'e'));
        may_be && NOTE_TEXTS.iter().any(|name| ends_with(word, name))
    })
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
        // LaTeXML makes listings of algorithms, too. They are not code.
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
