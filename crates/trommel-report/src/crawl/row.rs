//! The fields of a `trommel batch` row that a report needs.

use std::fmt;

use serde::Deserialize;
use serde::de::{self, Deserializer, Visitor};
use trommel_output::Source;

/// A page as a line of JSON. Other fields are skipped.
#[derive(Debug, Default, Deserialize)]
#[serde(default, expecting = "a JSON object")]
pub(super) struct Row {
    pub(super) id: Option<String>,
    pub(super) url: Option<String>,
    text: Option<TextSize>,
    pub(super) lang: Option<String>,
    pub(super) method: Option<String>,
    confidence: Option<f64>,
    pub(super) page_type: Option<String>,
    pub(super) encoding: Option<String>,
    pub(super) blocks: Option<u64>,
    pub(super) blocks_kept: Option<u64>,
    pub(super) bytes_in: Option<u64>,
    malformed: Option<u64>,
    decided_early: Option<u64>,
    elements_forgotten: Option<u64>,
    nodes_folded: Option<u64>,
    text_bytes_lost: Option<u64>,
    fallback_bytes_cut: Option<u64>,
    select_tags_cut: Option<u64>,
    select_restarts: Option<u64>,
    pub(super) warc_date: Option<String>,
    pub(super) http_status: Option<u16>,
    pub(super) content_type: Option<String>,
    truncated: Option<String>,
    pub(super) source: Option<Source>,
}

/// The size of a text, which is not kept.
#[derive(Clone, Copy, Debug, Default)]
struct TextSize {
    chars: u64,
    is_blank: bool,
}

impl<'de> Deserialize<'de> for TextSize {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Counting;
        impl Visitor<'_> for Counting {
            type Value = TextSize;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<TextSize, E> {
                Ok(TextSize { chars: text.chars().count() as u64, is_blank: text.trim().is_empty() })
            }
        }
        deserializer.deserialize_str(Counting)
    }
}

/// Measurements of a page.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Measures {
    pub(super) chars: Option<u64>,
    pub(super) kept_nothing: bool,
    pub(super) blocks: Option<u64>,
    pub(super) blocks_kept: Option<u64>,
    /// Share of the blocks that are kept.
    pub(super) kept_thousandths: Option<u64>,
    pub(super) confidence_thousandths: Option<u64>,
}

impl Row {
    /// Parses a line.
    ///
    /// Errors: what was expected and found.
    pub(super) fn of_line(line: &[u8]) -> Result<Self, String> {
        // serde would accept an array, with the fields in order.
        if line.trim_ascii_start().first() == Some(&b'[') {
            return Err("expected a JSON object, found an array".to_string());
        }
        let row: Self = serde_json::from_slice(line).map_err(|error| {
            let message = error.to_string();
            let place = format!(" at line {} column {}", error.line(), error.column());
            let found = message.strip_suffix(&place).unwrap_or(&message);
            format!("column {}: expected a row of `trommel batch`, found: {found}", error.column())
        })?;
        if row.text.is_none() && row.blocks.is_none() {
            let found = "expected a row of `trommel batch`, found an object with neither `text` nor `blocks`";
            return Err(found.to_string());
        }
        Ok(row)
    }

    pub(super) fn measures(&self) -> Measures {
        let thousandths = |share: f64| (share.clamp(0.0, 1.0) * 1000.0).round() as u64;
        let share = |(kept, blocks): (u64, u64)| thousandths(kept as f64 / blocks as f64);
        let counts = self.blocks_kept.zip(self.blocks.filter(|blocks| *blocks > 0));
        Measures {
            chars: self.text.map(|text| text.chars),
            kept_nothing: self.text.map_or(self.blocks_kept == Some(0), |text| text.is_blank),
            blocks: self.blocks,
            blocks_kept: self.blocks_kept,
            kept_thousandths: counts.map(share),
            confidence_thousandths: self.confidence.map(thousandths),
        }
    }

    /// Kinds of damage or loss on the page, and their counts.
    pub(super) fn damage(&self) -> impl Iterator<Item = (String, u64)> {
        let truncated = self.truncated.as_deref();
        let truncated = truncated.map(|why| (format!("truncated: {}", begin_of(why, 100)), u64::MAX));
        let counts = [
            ("malformed", self.malformed),
            ("decided_early", self.decided_early.map(|_| 1)),
            ("elements_forgotten", self.elements_forgotten),
            ("nodes_folded", self.nodes_folded),
            ("text_bytes_lost", self.text_bytes_lost),
            ("fallback_bytes_cut", self.fallback_bytes_cut),
            ("select_tags_cut", self.select_tags_cut),
            ("select_restarts", self.select_restarts),
        ];
        let counts =
            counts.into_iter().filter_map(|(name, count)| Some((name, count.filter(|count| *count > 0)?)));
        truncated.into_iter().chain(counts.map(|(name, count)| (name.to_string(), count)))
    }

    /// The day when the page was fetched.
    pub(super) fn day(&self) -> Option<&str> {
        let date = self.warc_date.as_deref()?;
        Some(date.split('T').next().unwrap_or(date))
    }

    /// The place of the page, for readers.
    pub(super) fn place(&self) -> String {
        let Some(source) = &self.source else { return String::new() };
        let mut place = source.file.clone();
        if let Some(entry) = &source.entry {
            place += &format!(", {entry}");
        } else if let Some(row) = source.row {
            place += &format!(", row {row}");
        } else if let Some(offset) = source.offset.or(source.uncompressed_offset) {
            place += &format!(", byte {offset}");
        }
        place
    }
}

/// The beginning of a text, at most `max` bytes, cut between characters.
pub(super) fn begin_of(text: &str, max: usize) -> &str {
    if text.len() <= max {
        return text;
    }
    let end = (0..=max).rev().find(|at| text.is_char_boundary(*at));
    &text[..end.unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(line: &str) -> Row {
        Row::of_line(line.as_bytes()).expect("it is a row")
    }

    #[test]
    fn a_row_is_measured() {
        let page =
            row(r#"{"text":"Zwölf\n","blocks":8,"blocks_kept":1,"confidence":0.9,"more":[{}]}"#).measures();
        assert_eq!((page.chars, page.kept_nothing), (Some(6), false));
        assert_eq!((page.kept_thousandths, page.confidence_thousandths), (Some(125), Some(900)));
        let page = row(r#"{"text":" \n","blocks":0,"blocks_kept":0,"confidence":null}"#).measures();
        assert_eq!((page.kept_thousandths, page.confidence_thousandths), (None, None));
        assert!(
            row(r#"{"text":null,"blocks":3,"malformed":null,"http_status":null}"#).damage().next().is_none()
        );
        assert!(page.kept_nothing && row(r#"{"blocks":3,"blocks_kept":0}"#).measures().kept_nothing);
    }

    #[test]
    fn damage_is_named_by_its_field() {
        let page =
            row(r#"{"text":"","truncated":"damaged","malformed":3,"decided_early":9,"nodes_folded":0}"#);
        let names: Vec<_> = page.damage().map(|(name, _)| name).collect();
        assert_eq!(names, ["truncated: damaged", "malformed", "decided_early"]);
    }

    #[test]
    fn errors_of_rows_say_what_was_found() {
        for (line, found) in [
            ("", "EOF"),
            ("[1]", "an array"),
            ("7", "a JSON object"),
            (r#"{"text":"a""#, "EOF"),
            (
                r#"{"text":3}"#,
                "column 9: expected a row of `trommel batch`, found: invalid type: integer `3`",
            ),
            (r#"{"path":"a.txt"}"#, "neither `text` nor `blocks`"),
        ] {
            let message = Row::of_line(line.as_bytes()).expect_err("it is not a row");
            assert!(message.contains(found), "{line}: {message}");
        }
    }
}
