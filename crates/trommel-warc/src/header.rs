//! The header of a record: its named fields.

use memchr::memchr;

/// The named fields of a record header, and the offsets of the record.
#[derive(Clone, Debug, Default)]
pub struct Header {
    fields: Vec<(String, String)>,
    /// Byte of the file at which the record begins. In a compressed file, the byte at which its
    /// gzip member or zstd frame begins.
    pub offset: u64,
    /// Byte of the decompressed member or frame at which the record begins: 0 for its first record.
    /// In a plain file, the same as `offset`.
    pub uncompressed_offset: u64,
}

impl Header {
    /// Parses the lines after the version line. Bytes that are not UTF-8 become U+FFFD.
    ///
    /// A line that begins with white space continues the previous field. A line without a colon is
    /// ignored.
    pub(crate) fn parse(mut lines: &[u8], offset: u64, uncompressed_offset: u64) -> Self {
        let mut fields: Vec<(String, String)> = Vec::with_capacity(16);
        while !lines.is_empty() {
            let end = memchr(b'\n', lines).map_or(lines.len(), |pos| pos + 1);
            let line = &lines[..end];
            lines = &lines[end..];
            let value = |bytes: &[u8]| String::from_utf8_lossy(bytes.trim_ascii()).into_owned();
            if let (Some(b' ' | b'\t'), Some((_, last))) = (line.first(), fields.last_mut()) {
                let more = value(line);
                if !more.is_empty() {
                    last.push(' ');
                    last.push_str(&more);
                }
            } else if let Some(colon) = memchr(b':', line) {
                fields.push((value(&line[..colon]), value(&line[colon + 1..])));
            }
        }
        Self { fields, offset, uncompressed_offset }
    }

    /// A header with these fields.
    pub(crate) fn of_fields(fields: Vec<(String, String)>, offset: u64, uncompressed_offset: u64) -> Self {
        Self { fields, offset, uncompressed_offset }
    }

    /// The place of the record, for messages.
    pub fn place(&self) -> String {
        crate::place(self.offset, self.uncompressed_offset)
    }

    /// The value of the first field with this name that is not empty. Names are case-insensitive.
    pub fn get(&self, name: &str) -> Option<&str> {
        let is_it = |(key, value): &&(String, String)| key.eq_ignore_ascii_case(name) && !value.is_empty();
        self.fields.iter().find(is_it).map(|(_, value)| value.as_str())
    }

    /// The URL of the page. Some crawlers put it in angle brackets, as an early draft of the
    /// standard did.
    pub fn target_uri(&self) -> Option<&str> {
        let uri = self.get("WARC-Target-URI")?;
        Some(uri.strip_prefix('<').and_then(|uri| uri.strip_suffix('>')).unwrap_or(uri))
    }

    /// Length of the block, from `Content-Length`.
    ///
    /// Errors: the value found instead of a number.
    pub(crate) fn content_length(&self) -> Result<u64, &str> {
        let value = self.get("Content-Length").unwrap_or("nothing");
        if value.bytes().all(|byte| byte.is_ascii_digit()) {
            value.parse().map_err(|_| value)
        } else {
            Err(value)
        }
    }
}

/// Length of the record header at the start of `bytes`, with its blank line. `None` without a blank
/// line. Lines end with LF or CRLF.
pub(crate) fn head_bytes(bytes: &[u8]) -> Option<usize> {
    let mut pos = 0;
    loop {
        pos += memchr(b'\n', &bytes[pos..])? + 1;
        match &bytes[pos..] {
            [b'\n', ..] => return Some(pos + 1),
            [b'\r', b'\n', ..] => return Some(pos + 2),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_by_name_in_any_case() {
        let head = Header::parse(
            b"WARC-Type: response\r\nnonsense\nwarc-target-uri:<http://a/ b>\r\nX: one\r\n  two\r\nContent-Length: 12\r\n\r\n",
            0,
            0,
        );
        assert_eq!(head.get("warc-type"), Some("response"));
        assert_eq!(head.target_uri(), Some("http://a/ b"));
        assert_eq!(head.get("X"), Some("one two"));
        assert_eq!(head.content_length(), Ok(12));
        assert_eq!(head.get("Y"), None);
    }

    #[test]
    fn a_length_is_digits_only() {
        for (value, length) in [("0", Ok(0)), ("-1", Err("-1")), ("1e3", Err("1e3")), ("", Err("nothing"))] {
            let head = Header::parse(format!("Content-Length: {value}\n").as_bytes(), 0, 0);
            assert_eq!(head.content_length(), length);
        }
    }

    #[test]
    fn a_header_ends_with_a_blank_line() {
        assert_eq!(head_bytes(b"A: b\r\n\r\nrest"), Some(8));
        assert_eq!(head_bytes(b"A: b\nB: c\n\nrest"), Some(11));
        assert_eq!(head_bytes(b"A: b\n\r\nrest"), Some(7));
        assert_eq!(head_bytes(b"A: b\r\nB: c\r\n"), None);
    }
}
