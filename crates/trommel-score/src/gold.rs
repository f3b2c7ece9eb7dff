//! Reads gold standards in JSON lines, one record per page.
use std::collections::HashMap;
use std::io::BufRead;

use serde_json::{Map, Value};

use trommel::{Error, ErrorKind, Result};

/// The gold standard of one page: its main content, as annotated by people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gold {
    /// Id of the page. A number in the file is held as its JSON text: `7` and `"7"` are the same
    /// page.
    pub id: String,
    /// Gold main content. `None` if the record has no such key; the page then counts for segments
    /// only. A `null` is an empty text.
    pub text: Option<String>,
    /// Segments that must be in the output.
    pub with: Vec<String>,
    /// Segments that must not be in the output.
    pub without: Vec<String>,
    /// Address of the page, if the gold standard has it. Never empty.
    pub url: Option<String>,
    /// Kind of page (article, forum, product, ...), if the gold standard has it. Never empty.
    pub page_type: Option<String>,
    /// Language of the text, if the gold standard has it. Never empty.
    pub lang: Option<String>,
}

/// Reads a gold standard in JSON lines, one object per page.
///
/// In: UTF-8, one object a line. The keys are `id` and, optionally, `text`, `with`, `without`,
/// `url`, `page_type` and `lang`. Without `text`, the key `gold` counts as the text, as in files of
/// rendered blocks. Other keys and blank lines are ignored. Out: pages in the order of the file. If
/// an id is repeated, the last record counts, at the place of the first.
///
/// Cost: linear; holds the gold standard and the line being read. Errors: [`ErrorKind::Read`] if
/// reading fails; [`ErrorKind::BrokenRecord`] for a line that is not such an object. The message
/// has the line number (from 1) and what was expected. The offset is that of the line, or of the
/// byte in it where the JSON is invalid.
///
/// ```
/// # use trommel_score::read_gold;
/// let gold = read_gold(&b"{\"id\": 7, \"text\": \"main content\"}\n"[..])?;
/// assert_eq!((gold[0].id.as_str(), gold[0].text.as_deref()), ("7", Some("main content")));
/// # Ok::<(), trommel::Error>(())
/// ```
pub fn read_gold(mut input: impl BufRead) -> Result<Vec<Gold>> {
    let mut pages: Vec<Gold> = Vec::new();
    let mut place_of: HashMap<String, usize> = HashMap::new();
    let mut line = Vec::new();
    let (mut line_no, mut offset) = (0_u64, 0_u64);
    loop {
        line.clear();
        let line_bytes = input.read_until(b'\n', &mut line).map_err(|error| {
            Error::new(ErrorKind::Read, format!("gold standard cannot be read: {error}")).at(offset)
        })?;
        if line_bytes == 0 {
            return Ok(pages);
        }
        line_no += 1;
        let bytes = match line.strip_prefix("\u{FEFF}".as_bytes()) {
            Some(rest) if line_no == 1 => rest,
            _ => &line,
        };
        if !bytes.trim_ascii().is_empty() {
            let page = parse(bytes, line_no, offset + (line_bytes - bytes.len()) as u64)?;
            if let Some(&place) = place_of.get(&page.id) {
                pages[place] = page;
            } else {
                place_of.insert(page.id.clone(), pages.len());
                pages.push(page);
            }
        }
        offset += line_bytes as u64;
    }
}

fn parse(line: &[u8], line_no: u64, offset: u64) -> Result<Gold> {
    let broken = |expected: &str, found: &str| {
        Error::new(ErrorKind::BrokenRecord, format!("line {line_no}: expected {expected}, found {found}"))
    };
    let value: Value = serde_json::from_slice(line).map_err(|error| {
        // serde_json gets one line at a time, so that it always reports "line 1".
        let message = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let found = message.strip_suffix(&place).unwrap_or(&message);
        broken("a JSON object", &format!("broken JSON: {found}"))
            .at(offset + error.column().saturating_sub(1) as u64)
    })?;
    let broken = |expected: &str, found: &str| broken(expected, found).at(offset);
    let Value::Object(mut row) = value else {
        return Err(broken("a JSON object", kind(&value)));
    };
    let id = match row.remove("id") {
        Some(Value::String(id)) => id,
        Some(Value::Number(id)) => id.to_string(),
        other => return Err(broken("a string or a number as `id`", found(other.as_ref()))),
    };
    let text = match row.remove("text").or_else(|| row.remove("gold")) {
        None => None,
        Some(Value::Null) => Some(String::new()),
        Some(Value::String(text)) => Some(text),
        other => return Err(broken("a string or null as `text`", found(other.as_ref()))),
    };
    let mut named = |key: &str| match row.remove(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(name)) => Ok(Some(name).filter(|name| !name.is_empty())),
        other => Err(broken(&format!("a string or null as `{key}`"), found(other.as_ref()))),
    };
    let (page_type, url, lang) = (named("page_type")?, named("url")?, named("lang")?);
    let with = segments(&mut row, "with").map_err(|found| broken("strings in a list as `with`", found))?;
    let without =
        segments(&mut row, "without").map_err(|found| broken("strings in a list as `without`", found))?;
    Ok(Gold { id, text, with, without, url, page_type, lang })
}

/// The list of strings under `key`, empty without the key. Errors: the type of the value found
/// instead.
fn segments(row: &mut Map<String, Value>, key: &str) -> std::result::Result<Vec<String>, &'static str> {
    let items = match row.remove(key) {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(items)) => items,
        other => return Err(found(other.as_ref())),
    };
    let one = |item| match item {
        Value::String(segment) => Ok(segment),
        other => Err(kind(&other)),
    };
    items.into_iter().map(one).collect()
}

fn found(value: Option<&Value>) -> &'static str {
    value.map_or("no such key", kind)
}

/// The type of a JSON value, for messages.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trouble(input: &str) -> (ErrorKind, String) {
        let error = read_gold(input.as_bytes()).expect_err("the input is broken on purpose");
        (error.kind(), error.to_string())
    }

    #[test]
    fn keys_that_are_missing_or_null_have_a_reading() {
        let input = "{\"id\": \"a\"}\n\n{\"id\": 12, \"text\": null, \"with\": null, \"page_type\": \"\", \"more\": 1}\r\n";
        let expected = [
            Gold { id: "a".into(), ..Gold::default() },
            Gold { id: "12".into(), text: Some(String::new()), ..Gold::default() },
        ];
        assert_eq!(read_gold(input.as_bytes()), Ok(expected.into()));
    }

    #[test]
    fn last_record_of_an_id_counts_in_the_place_of_the_first() {
        let input = "{\"id\":\"a\",\"text\":\"1\"}\n{\"id\":\"b\"}\n{\"id\":\"a\",\"text\":\"2\"}";
        let pages = read_gold(input.as_bytes()).expect("the input is sound");
        let ids: Vec<_> = pages.iter().map(|page| (page.id.as_str(), page.text.as_deref())).collect();
        assert_eq!(ids, [("a", Some("2")), ("b", None)]);
    }

    #[test]
    fn a_broken_line_is_named_with_its_place() {
        let good = "{\"id\": 1}\n";
        assert_eq!(
            trouble(&format!("{good}{{\"id\": \"x\", \"text\"}}")),
            (
                ErrorKind::BrokenRecord,
                "line 2: expected a JSON object, found broken JSON: expected `:` (at byte 28)".into()
            )
        );
        let cases = [
            ("[]", "line 2: expected a JSON object, found a list (at byte 10)"),
            (
                "{\"text\": \"\"}",
                "line 2: expected a string or a number as `id`, found no such key (at byte 10)",
            ),
            ("{\"id\": null}", "line 2: expected a string or a number as `id`, found null (at byte 10)"),
            (
                "{\"id\": 2, \"with\": [\"a\", 3]}",
                "line 2: expected strings in a list as `with`, found a number (at byte 10)",
            ),
        ];
        for (line, message) in cases {
            assert_eq!(trouble(&format!("{good}{line}")), (ErrorKind::BrokenRecord, message.into()));
        }
    }

    #[test]
    fn bytes_that_are_not_utf_8_are_a_broken_record() {
        let error = read_gold(&b"{\"id\": \"\xff\"}"[..]).expect_err("the input is broken on purpose");
        assert_eq!(error.kind(), ErrorKind::BrokenRecord);
    }
}
