//! Streaming JSON scanner: unescaped strings, and the nesting of objects and arrays.
//!
//! In: text in pieces of any size. Out: parts of strings, and starts and ends of objects and
//! arrays, to a [`JsonSink`]. Held: nothing on the heap. Invalid JSON is skipped; a string that is
//! never closed extends to the end of the text.
//!
//! Cost: linear; unwanted strings are searched only for their end.

use memchr::memchr2;

/// Maximum nesting depth that is tracked; deeper objects and arrays are skipped with their content.
pub(super) const LEVELS: usize = 32;

/// Receiver of the scanner's events, in order.
pub(super) trait JsonSink {
    /// An object or an array begins.
    fn open(&mut self, is_object: bool);
    /// The innermost object or array ends.
    fn close(&mut self);
    /// A string begins, whose first character is at `offset`; returns whether its text is wanted.
    fn string(&mut self, is_key: bool, offset: u64) -> bool;
    /// Part of a wanted string, unescaped.
    fn part(&mut self, text: &str);
    /// The end of a wanted string.
    fn string_end(&mut self);
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Between,
    Text,
    /// After a backslash.
    Escape,
    /// Inside a `\u` escape; the number of hex digits read.
    Hex(u8),
}

/// State of the scanner.
#[derive(Default)]
pub(super) struct Scanner {
    state: State,
    /// One bit per open level, the outermost lowest: whether it is an object.
    objects: u32,
    /// Number of open levels, including those too deep.
    depth: usize,
    expects_key: bool,
    is_wanted: bool,
    digits: u32,
    /// The first half of a surrogate pair.
    high: Option<u32>,
}

impl Scanner {
    /// Whether the sink receives events at this depth.
    fn is_tracked(&self) -> bool {
        self.depth <= LEVELS
    }

    fn is_in_object(&self) -> bool {
        self.depth > 0 && self.is_tracked() && self.objects >> (self.depth - 1) & 1 == 1
    }

    /// Reads the next piece, which begins at `offset`.
    pub(super) fn push<S: JsonSink>(&mut self, text: &str, offset: u64, sink: &mut S) {
        let bytes = text.as_bytes();
        let mut pos = 0;
        while pos < bytes.len() {
            let byte = bytes[pos];
            match self.state {
                State::Between => {
                    self.between(byte, offset + pos as u64, sink);
                    pos += 1;
                }
                State::Text => {
                    let end = memchr2(b'"', b'\\', &bytes[pos..]).map_or(bytes.len(), |found| pos + found);
                    if end > pos {
                        self.emit(&text[pos..end], sink);
                    }
                    match bytes.get(end) {
                        Some(b'"') => {
                            self.emit("", sink);
                            self.state = State::Between;
                            if self.is_wanted {
                                sink.string_end();
                            }
                        }
                        Some(_) => self.state = State::Escape,
                        None => {}
                    }
                    pos = end + 1;
                }
                State::Escape => {
                    self.state = State::Text;
                    let text = match byte {
                        b'u' => {
                            (self.state, self.digits) = (State::Hex(0), 0);
                            pos += 1;
                            continue;
                        }
                        b'n' => "\n",
                        b't' => "\t",
                        b'r' => "\r",
                        b'b' => "\u{8}",
                        b'f' => "\u{c}",
                        b'"' => "\"",
                        b'\\' => "\\",
                        b'/' => "/",
                        // Not an escape: the backslash is left out.
                        _ => continue,
                    };
                    self.emit(text, sink);
                    pos += 1;
                }
                State::Hex(read) => {
                    let Some(digit) = char::from(byte).to_digit(16) else {
                        self.emit("\u{FFFD}", sink);
                        self.state = State::Text;
                        continue;
                    };
                    self.digits = self.digits << 4 | digit;
                    self.state = State::Hex(read + 1);
                    if read == 3 {
                        self.state = State::Text;
                        self.unit(sink);
                    }
                    pos += 1;
                }
            }
        }
    }

    /// Reads one byte outside strings.
    fn between<S: JsonSink>(&mut self, byte: u8, offset: u64, sink: &mut S) {
        match byte {
            b'"' => {
                let is_key = core::mem::take(&mut self.expects_key);
                self.is_wanted = self.is_tracked() && sink.string(is_key, offset + 1);
                (self.state, self.high) = (State::Text, None);
            }
            b'{' | b'[' => {
                let is_object = byte == b'{';
                self.depth += 1;
                if self.is_tracked() {
                    let bit = 1 << (self.depth - 1);
                    self.objects = if is_object { self.objects | bit } else { self.objects & !bit };
                    sink.open(is_object);
                }
                self.expects_key = is_object;
            }
            b'}' | b']' => {
                if self.depth > 0 && self.is_tracked() {
                    sink.close();
                }
                self.depth = self.depth.saturating_sub(1);
                self.expects_key = false;
            }
            b',' => self.expects_key = self.is_in_object(),
            b':' => self.expects_key = false,
            _ => {}
        }
    }

    /// Reads the UTF-16 code unit of a `\u` escape.
    fn unit<S: JsonSink>(&mut self, sink: &mut S) {
        let (unit, high) = (self.digits, self.high.take());
        match (high, unit) {
            (Some(high), 0xDC00..=0xDFFF) => {
                self.emit_char(0x1_0000 + ((high - 0xD800) << 10) + (unit - 0xDC00), sink);
            }
            (high, _) => {
                if high.is_some() {
                    self.emit("\u{FFFD}", sink);
                }
                match unit {
                    0xD800..=0xDBFF => self.high = Some(unit),
                    _ => self.emit_char(unit, sink),
                }
            }
        }
    }

    fn emit_char<S: JsonSink>(&mut self, code: u32, sink: &mut S) {
        let c = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        self.emit(c.encode_utf8(&mut [0; 4]), sink);
    }

    /// Passes on part of a string. An unpaired half of a surrogate pair before it becomes U+FFFD.
    fn emit<S: JsonSink>(&mut self, text: &str, sink: &mut S) {
        let is_half = self.high.take().is_some();
        if self.is_wanted {
            if is_half {
                sink.part("\u{FFFD}");
            }
            if !text.is_empty() {
                sink.part(text);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec::Vec;

    /// Records all strings, marked as keys or values, and the levels.
    #[derive(Default)]
    struct Strings {
        found: Vec<String>,
    }

    impl JsonSink for Strings {
        fn open(&mut self, is_object: bool) {
            self.found.push(if is_object { "{" } else { "[" }.into());
        }

        fn close(&mut self) {
            self.found.push("end".into());
        }

        fn string(&mut self, is_key: bool, _: u64) -> bool {
            self.found.push(if is_key { "key " } else { "value " }.into());
            true
        }

        fn part(&mut self, text: &str) {
            self.found.last_mut().expect("a string began").push_str(text);
        }

        fn string_end(&mut self) {}
    }

    fn scan(pieces: &[&str]) -> Vec<String> {
        let mut strings = Strings::default();
        let mut scanner = Scanner::default();
        for piece in pieces {
            scanner.push(piece, 0, &mut strings);
        }
        strings.found
    }

    /// Reference implementation with serde_json, which reads the whole text.
    fn by_serde(value: &serde_json::Value, found: &mut Vec<String>) {
        use serde_json::Value;
        match value {
            Value::String(text) => found.push(alloc::format!("value {text}")),
            Value::Array(values) => {
                found.push("[".into());
                values.iter().for_each(|value| by_serde(value, found));
                found.push("end".into());
            }
            Value::Object(fields) => {
                found.push("{".into());
                for (key, value) in fields {
                    found.push(alloc::format!("key {key}"));
                    by_serde(value, found);
                }
                found.push("end".into());
            }
            _ => {}
        }
    }

    // Keys are in alphabetical order, as in serde_json's maps.
    const TEXTS: [&str; 6] = [
        r#"{}"#,
        r#"["a", 1, -2.5e3, true, null, ["b"], {"c": {}}, "d"]"#,
        r#" { "@type" : [ "A" , "B" ] , "text" : "line\nline\ttab \"quoted\" \\ \/ \b\f\r" } "#,
        r#"{"a":"\u00e9\u4E2D\ud83d\ude00","b":"é中😀","c":""}"#,
        r#"{"a":{"b":[{"c":["x,y","{not}","[a]"]}]},"d":"e"}"#,
        r#""alone""#,
    ];

    #[test]
    fn the_strings_are_those_that_serde_json_finds_wherever_the_text_is_cut() {
        for text in TEXTS {
            let mut expected = Vec::new();
            by_serde(&serde_json::from_str(text).expect("the text is JSON"), &mut expected);
            for cut in (0..=text.len()).filter(|&cut| text.is_char_boundary(cut)) {
                assert_eq!(scan(&[&text[..cut], &text[cut..]]), expected, "{text} cut at {cut}");
            }
            let chars: Vec<String> = text.chars().map(String::from).collect();
            assert_eq!(scan(&chars.iter().map(String::as_str).collect::<Vec<_>>()), expected, "{text}");
        }
    }

    #[test]
    fn any_value_reads_as_serde_json_reads_it() {
        use proptest::prelude::*;
        let leaf =
            prop_oneof![any::<String>().prop_map(serde_json::Value::String), Just(serde_json::Value::Null)];
        let value = leaf.prop_recursive(6, 64, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(serde_json::Value::Array),
                prop::collection::btree_map(any::<String>(), inner, 0..5)
                    .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
            ]
        });
        proptest!(|(value in value)| {
            let mut expected = Vec::new();
            by_serde(&value, &mut expected);
            prop_assert_eq!(scan(&[&serde_json::to_string(&value).expect("a value can be written")]), expected.clone());
            prop_assert_eq!(scan(&[&serde_json::to_string_pretty(&value).expect("a value can be written")]), expected);
        });
    }

    #[test]
    fn what_is_no_json_is_read_past() {
        assert_eq!(scan(&["<!--\n{\"a\":\"b\"}\n-->"]), ["{", "key a", "value b", "end"]);
        assert_eq!(
            scan(&["}]{\"a\":\"\\ud83d x\\uZ\\q\\uD83D\""]),
            ["{", "key a", "value \u{FFFD} x\u{FFFD}Zq\u{FFFD}"]
        );
        let deep = "[".repeat(LEVELS + 3) + "\"lost\"" + &"]".repeat(LEVELS + 3) + "\"found\"";
        assert_eq!(scan(&[&deep]).len(), 2 * LEVELS + 1);
        assert_eq!(scan(&[&deep]).last().map(String::as_str), Some("value found"));
    }
}
