//! A CDXJ line: a key, a timestamp, and JSON with the place of a record.

use serde_json::{Map, Value};

use super::entry::{Entry, Found};

/// The record of a line. `None` for a blank line and for metadata of the index. A line of JSON
/// alone, as index servers return it, is valid too.
pub(super) fn entry(line: &[u8], number: u64) -> Option<Found> {
    let line = line.trim_ascii();
    if line.is_empty() || line.starts_with(b"!") {
        return None;
    }
    let json = line.iter().position(|byte| *byte == b'{').map(|begin| &line[begin..]);
    let expected = "expected JSON with `filename`, `offset` and `length`";
    let Some(json) = json else { return Some(Err(format!("line {number}: {expected}, found none"))) };
    let fields: Map<String, Value> = match serde_json::from_slice(json) {
        Ok(fields) => fields,
        Err(error) => return Some(Err(format!("line {number}: {expected}, found {error}"))),
    };
    let text = |name: &str| fields.get(name).and_then(Value::as_str).map(str::to_string);
    // Most tools write numbers as strings.
    let number_of = |name: &str| match fields.get(name)? {
        Value::String(text) => text.parse().ok(),
        value => value.as_u64(),
    };
    let (Some(file), Some(offset), Some(length)) =
        (text("filename"), number_of("offset"), number_of("length"))
    else {
        let found = ["filename", "offset", "length"].map(|name| {
            let value = fields.get(name).map_or_else(|| "nothing".to_string(), Value::to_string);
            format!("{name} {value}")
        });
        return Some(Err(format!("line {number}: {expected}, found {}", found.join(", "))));
    };
    Some(Ok(Entry { file, offset, length, number, url: text("url") }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_the_place_of_a_record() {
        let found = |line: &str| entry(line.as_bytes(), 3);
        let expected = Entry {
            file: "a/x.warc.gz".to_string(),
            offset: 12,
            length: 345,
            number: 3,
            url: Some("http://a/".to_string()),
        };
        for line in [
            r#"a)/ 20240518015810 {"url": "http://a/", "length": "345", "offset": "12", "filename": "a/x.warc.gz"}"#,
            r#"{"url":"http://a/","length":345,"offset":12,"filename":"a/x.warc.gz","status":"200"}"#,
        ] {
            assert_eq!(found(line), Some(Ok(expected.clone())), "{line}");
        }
        assert_eq!(found(" \r\n"), None);
        assert_eq!(found("!meta {\"format\": \"cdxj\"}"), None);
        for (line, message) in [
            ("CDX N b a m s k r M S V g", "found none"),
            ("a)/ 2024 {\"url\"", "found EOF"),
            ("{\"filename\":\"x\",\"offset\":-1}", "found filename \"x\", offset -1, length nothing"),
        ] {
            let said = found(line).and_then(Result::err).unwrap_or_default();
            assert!(said.starts_with("line 3: expected JSON with") && said.contains(message), "{said}");
        }
    }
}
