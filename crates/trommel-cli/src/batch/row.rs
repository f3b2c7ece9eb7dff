//! A JSON object with a page.

use serde::de::{Deserialize, Deserializer, Visitor};
use serde_json::value::RawValue;

use crate::batch::task::RowPlace;

/// A JSON line with a page.
#[derive(serde::Deserialize)]
pub(super) struct Row<'a> {
    pub(super) html: Text,
    /// Raw, since numbers may have any number of digits.
    #[serde(borrow)]
    pub(super) id: Option<&'a RawValue>,
    pub(super) url: Option<Text>,
}

/// A JSON string that need not be well-formed. A lone surrogate, which Python writes, becomes three
/// bytes as if it were a character. Bytes that are not UTF-8 are kept. A decoder will find both
/// malformed.
pub(super) struct Text(pub(super) Vec<u8>);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = Text;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a string")
            }

            fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<Text, E> {
                Ok(Text(bytes.to_vec()))
            }
        }
        deserializer.deserialize_bytes(Bytes)
    }
}

impl Text {
    pub(super) fn to_text(&self) -> String {
        String::from_utf8_lossy(&self.0).into_owned()
    }
}

/// An id as text.
pub(super) fn id_of(raw: &RawValue) -> String {
    serde_json::from_str(raw.get()).map_or_else(|_| raw.get().to_string(), |id: Text| id.to_text())
}

/// The error for a row that is not valid JSON. A line counts as one row, whatever line the parser
/// counted.
pub(super) fn json_damage(name: &str, place: RowPlace, error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let found = message.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&message);
    row_damage(name, place, column, found)
}

/// The error for a row, at this column.
pub(super) fn row_damage(name: &str, place: RowPlace, column: usize, found: &str) -> String {
    let RowPlace { unit, number, .. } = place;
    format!(
        "{name}: {unit} {number}, column {column}: expected a JSON object with a string `html`, and a string `url` or none, found: {found}"
    )
}
