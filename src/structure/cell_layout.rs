//! The layout of a table cell, by its attributes.

use super::hidden;
use crate::html::{AttrId, AttrSet, Attributes};

/// The columns and rows that a table cell spans, and how its text is aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CellLayout {
    /// At least 1.
    pub(crate) columns: u16,
    /// At least 1. `u16::MAX` means all remaining rows of the row group.
    pub(crate) rows: u16,
    pub(crate) alignment: Alignment,
}

/// How the text of a table cell is aligned, by its attributes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Alignment {
    #[default]
    Unstated,
    Left,
    Center,
    Right,
}

impl Default for CellLayout {
    /// One column, one row.
    fn default() -> Self {
        Self { columns: 1, rows: 1, alignment: Alignment::Unstated }
    }
}

impl CellLayout {
    /// The layout by the attributes of a cell. `rowspan=0` means all remaining rows of the row
    /// group.
    pub(super) fn of(attributes: Attributes<'_>) -> Self {
        const READ: AttrSet = AttrSet::of(&[AttrId::Colspan, AttrId::Rowspan, AttrId::Align, AttrId::Style]);
        if !attributes.has_any(READ) {
            return Self::default();
        }
        let rows =
            number(attributes, AttrId::Rowspan).map_or(1, |rows| if rows == 0 { u16::MAX } else { rows });
        let alignment = hidden::text_align(attributes).or(attributes.get(AttrId::Align)).unwrap_or("");
        Self {
            columns: number(attributes, AttrId::Colspan).unwrap_or(1).max(1),
            rows,
            alignment: Alignment::of(alignment.trim()),
        }
    }
}

impl Alignment {
    const ALL: [Self; 4] = [Self::Unstated, Self::Left, Self::Center, Self::Right];

    /// The alignment with this name in HTML and CSS.
    fn of(name: &str) -> Self {
        Self::ALL[1..].iter().copied().find(|one| name.eq_ignore_ascii_case(one.name())).unwrap_or_default()
    }

    /// The alignment with this number.
    pub(crate) fn of_number(number: u16) -> Self {
        Self::ALL[usize::from(number) % Self::ALL.len()]
    }

    /// Its name in HTML; empty if it is unstated.
    pub(crate) fn name(self) -> &'static str {
        ["", "left", "center", "right"][self as usize]
    }
}

/// The number at the start of an attribute, by the HTML standard's rules for parsing integers.
/// `None` if it is negative; saturates at `u16::MAX`.
pub(super) fn number(attributes: Attributes<'_>, id: AttrId) -> Option<u16> {
    let text = attributes.get(id)?.trim_start_matches([' ', '\t', '\n', '\u{0C}', '\r']);
    let digits = text.strip_prefix('+').unwrap_or(text).bytes().take_while(u8::is_ascii_digit);
    digits.map(|digit| u16::from(digit - b'0')).fold(None, |number, digit| {
        Some(number.map_or(digit, |number: u16| number.saturating_mul(10).saturating_add(digit)))
    })
}
