//! Recognises JSON with pages by its first object.

use std::cell::Cell;
use std::path::Path;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::files::first_bytes::{first_of, text_of};
use crate::files::input_format::InputFormat;

/// Whether the first object of a JSON file has a field `html`.
///
/// In: the first bytes of the file. If they do not suffice, at most [`MAX_PROBED_BYTES`] are read.
pub(crate) fn has_html_field(path: &Path, bytes: &[u8]) -> bool {
    let probe = Probe::of(text_of(bytes));
    let more = || first_of(path, MAX_PROBED_BYTES).is_ok_and(|bytes| Probe::of(text_of(&bytes)).has_html);
    probe.has_html || (!probe.is_complete && more())
}

/// Maximum bytes of a JSON file to search for the first field `html`.
const MAX_PROBED_BYTES: usize = 1 << 20;

/// The kind of JSON at the beginning of a file, if any.
pub(super) fn json_kind(bytes: &[u8]) -> Option<InputFormat> {
    let text = text_of(bytes);
    let probe = || Probe::of(text);
    match text.first()? {
        b'[' => probe().has_object.then_some(InputFormat::Json),
        b'{' => {
            let probe = probe();
            let line = text.split(|byte| *byte == b'\n').next().unwrap_or(text);
            let is_line = serde_json::from_slice::<IgnoredAny>(line).is_ok() || line.len() == text.len();
            probe.has_object.then_some(if is_line { InputFormat::Jsonl } else { InputFormat::Json })
        }
        _ => None,
    }
}

/// Findings about the first object of a JSON text, which may be cut off.
#[derive(Default)]
struct Probe {
    /// The text is valid JSON up to its end, and has an object with a field.
    has_object: bool,
    /// The first object has a field `html`.
    has_html: bool,
    /// The first object is complete.
    is_complete: bool,
}

impl Probe {
    fn of(text: &[u8]) -> Self {
        let seen = Seen::default();
        let mut parser = serde_json::Deserializer::from_slice(text);
        let read = Seek(&seen).deserialize(&mut parser);
        let is_json = seen.is_complete.get() || read.as_ref().is_err_and(serde_json::Error::is_eof);
        Self {
            has_object: is_json && seen.has_field.get(),
            has_html: seen.has_html.get(),
            is_complete: seen.is_complete.get(),
        }
    }
}

#[derive(Default)]
struct Seen {
    has_field: Cell<bool>,
    has_html: Cell<bool>,
    is_complete: Cell<bool>,
}

/// Reads the fields of an object, or of the first object of an array.
struct Seek<'a>(&'a Seen);

impl<'de> DeserializeSeed<'de> for Seek<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seek<'_> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object, or an array of objects")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        while let Some(name) = fields.next_key::<String>()? {
            // A value after the name makes it a field.
            self.0.has_field.set(true);
            self.0.has_html.set(self.0.has_html.get() || name == "html");
            fields.next_value::<IgnoredAny>()?;
        }
        self.0.is_complete.set(true);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        items.next_element_seed(Seek(self.0)).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::first_bytes::{SNIFF_BYTES, first_bytes};

    #[test]
    fn json_without_pages_is_recognised() {
        let temp = tempfile::tempdir().expect("a temporary folder can be made");
        let has = |text: &str| {
            let path = temp.path().join("x.jsonl");
            std::fs::write(&path, text).expect("files can be written");
            has_html_field(&path, &first_bytes(&path).expect("it can be read"))
        };
        let long = "x".repeat(SNIFF_BYTES);
        assert!(!has("{\"id\":\"a\",\"text\":\"x\"}\n"));
        assert!(!has("[{\"id\": 1}, {\"html\": \"x\"}]"));
        assert!(has("{\"id\":\"a\",\"html\":\"x\"}\n"));
        assert!(has(&format!("{{\"text\":\"{long}\",\"html\":\"x\"}}")));
        assert!(!has(&format!("{{\"text\":\"{long}\"}}")));
    }
}
