//! Splits a stream into JSON objects, in an array or one after another, on any number of lines.

use std::io::{self, BufRead, BufReader, Read};

/// Splits a JSON stream into its outermost objects. Whether they are well-formed inside is checked
/// by their reader.
///
/// Cost: linear; holds one object, and 128 KiB.
pub(crate) struct Objects<R> {
    input: BufReader<R>,
    max_bytes: usize,
    offset: u64,
}

/// The next part of the stream.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Object {
    /// An object and its offset in the stream.
    Whole {
        bytes: Vec<u8>,
        offset: u64,
    },
    /// What was expected and found, and where. Reading stops there.
    Damage(String),
    End,
}

/// Parser state within an object.
#[derive(Default)]
struct Place {
    /// Nesting depth of objects and arrays.
    depth: usize,
    is_in_string: bool,
    is_escaped: bool,
}

impl Place {
    /// Consumes a byte. Out: whether the object ends with it.
    fn pass(&mut self, byte: u8) -> bool {
        if self.is_in_string {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' => self.is_escaped = true,
                b'"' => self.is_in_string = false,
                _ => {}
            }
            return false;
        }
        match byte {
            b'"' => self.is_in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            _ => {}
        }
        false
    }
}

impl<R: Read> Objects<R> {
    /// Reads objects of at most `max_bytes` each.
    pub(crate) fn new(input: R, max_bytes: usize) -> Self {
        Self { input: BufReader::with_capacity(128 << 10, input), max_bytes, offset: 0 }
    }

    /// The next object.
    ///
    /// Errors: the input cannot be read.
    pub(crate) fn next(&mut self) -> io::Result<Object> {
        let Some(byte) = self.first()? else { return Ok(Object::End) };
        if byte != b'{' {
            let found = char::from(byte).escape_default();
            return Ok(Object::Damage(format!(
                "byte {}: expected a JSON object with a string `html`, found {found}",
                self.offset
            )));
        }
        let (offset, mut bytes, mut place) = (self.offset, Vec::new(), Place::default());
        loop {
            let chunk = self.input.fill_buf()?;
            let end = chunk.iter().position(|byte| place.pass(*byte));
            let taken = end.map_or(chunk.len(), |end| end + 1);
            let problem = if chunk.is_empty() {
                Some("found the end of the file in it".to_string())
            } else {
                let most = self.max_bytes;
                (bytes.len() + taken > most).then(|| format!("of at most {} MiB, found more", most >> 20))
            };
            if let Some(problem) = problem {
                return Ok(Object::Damage(format!("byte {offset}: expected a whole JSON object, {problem}")));
            }
            bytes.extend_from_slice(&chunk[..taken]);
            self.input.consume(taken);
            self.offset += taken as u64;
            if end.is_some() {
                return Ok(Object::Whole { bytes, offset });
            }
        }
    }

    /// The first byte of the next object, or of whatever else comes next. Separators are skipped.
    fn first(&mut self) -> io::Result<Option<u8>> {
        const BETWEEN: &[u8] = b" \t\r\n,[]\xef\xbb\xbf";
        loop {
            let chunk = self.input.fill_buf()?;
            let found = chunk.iter().position(|byte| !BETWEEN.contains(byte));
            let (skipped, byte) = (found.unwrap_or(chunk.len()), found.map(|pos| chunk[pos]));
            let is_end = chunk.is_empty();
            self.input.consume(skipped);
            self.offset += skipped as u64;
            if byte.is_some() || is_end {
                return Ok(byte);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> (Vec<(String, u64)>, Option<String>) {
        let mut objects = Objects::new(text.as_bytes(), 100);
        let mut found = Vec::new();
        loop {
            match objects.next().expect("memory can be read") {
                Object::Whole { bytes, offset } => {
                    found.push((String::from_utf8(bytes).expect("it is text"), offset));
                }
                Object::Damage(message) => return (found, Some(message)),
                Object::End => return (found, None),
            }
        }
    }

    #[test]
    fn braces_in_strings_do_not_end_objects() {
        let one = r#"{"html": "}]{\"\\", "more": [{"a": {}}]}"#;
        let two = "{\n  \"html\": \"x\"\n}";
        let found = vec![(one.to_string(), 1), (two.to_string(), one.len() as u64 + 3)];
        assert_eq!(all(&format!("[{one},\n{two}]\n")), (found, None));
        let (found, damage) = all(&format!("{two}{one}\n"));
        assert_eq!((found.len(), damage), (2, None));
        assert_eq!(all("[]"), (Vec::new(), None));
    }

    #[test]
    fn other_values_end_the_stream_with_an_offset() {
        let (found, damage) = all("[{\"a\": 1}, 7]");
        assert_eq!(found.len(), 1);
        assert!(damage.is_some_and(|damage| damage.starts_with("byte 11: expected a JSON object")));
        assert!(all("[{\"a\": ").1.is_some_and(|damage| damage.contains("found the end of the file")));
        let long = format!("[{{\"a\": \"{}\"}}]", "x".repeat(200));
        assert!(all(&long).1.is_some_and(|damage| damage.contains("found more")));
    }
}
