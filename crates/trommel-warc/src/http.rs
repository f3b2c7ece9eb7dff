//! The header of an HTTP response.

use std::io::{self, BufRead};

use httparse::{EMPTY_HEADER, ParserConfig, Response, Status};

use crate::header::head_bytes;

const MAX_HEAD_BYTES: usize = 256 << 10;

/// Maximum number of header fields.
const MAX_FIELDS: usize = 512;

/// The header fields that describe the payload of a response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HttpHead {
    /// Status code, three digits.
    pub status: u16,
    /// `Content-Type`, unchanged.
    pub content_type: Option<String>,
    /// Whether the transfer coding `chunked` is named.
    pub is_chunked: bool,
    /// Content codings in lower case, in the order in which they were applied.
    pub codings: Vec<String>,
    /// `Content-Length`: bytes of the body as it was sent.
    pub length: Option<u64>,
}

impl HttpHead {
    /// Reads the header at the start of `block`, and leaves the payload.
    ///
    /// The parser is lenient. Lines may end with a bare LF, invalid fields are skipped, and every
    /// HTTP version is accepted, since crawlers write `HTTP/2`. Transfer codings other than
    /// `chunked` count as content codings.
    ///
    /// Returns the header, or a message about an invalid one. After a message, part of the block is
    /// consumed.
    pub fn read(block: &mut impl BufRead) -> io::Result<Result<Self, String>> {
        let mut held = Vec::new();
        let mut searched = 0;
        let bytes = loop {
            let more = block.fill_buf()?;
            let taken = more.len().min(MAX_HEAD_BYTES);
            held.extend_from_slice(&more[..taken]);
            let before = held.len() - taken;
            if let Some(bytes) = head_bytes(&held[searched..]) {
                let bytes = searched + bytes;
                block.consume(bytes - before);
                break bytes;
            }
            searched = held.len().saturating_sub(3);
            block.consume(taken);
            if taken == 0 {
                return Ok(Err(format!(
                    "expected an HTTP header and a blank line, found the end after {} bytes",
                    held.len()
                )));
            }
            if held.len() > MAX_HEAD_BYTES {
                return Ok(Err("expected an HTTP header of at most 256 KiB, found more".to_string()));
            }
        };
        held.truncate(bytes);
        Ok(Self::parse(&with_known_version(held)))
    }

    fn parse(head: &[u8]) -> Result<Self, String> {
        let mut fields = [EMPTY_HEADER; MAX_FIELDS];
        let mut response = Response::new(&mut fields);
        let mut lenient = ParserConfig::default();
        lenient
            .allow_spaces_after_header_name_in_responses(true)
            .allow_obsolete_multiline_headers_in_responses(true)
            .allow_multiple_spaces_in_response_status_delimiters(true)
            .ignore_invalid_headers_in_responses(true);
        match lenient.parse_response(&mut response, head) {
            Ok(Status::Complete(_)) => {}
            Ok(Status::Partial) => return Err("expected an HTTP header, found a part of one".to_string()),
            Err(error) => return Err(format!("expected an HTTP header, found an invalid one ({error})")),
        }
        let mut found = Self { status: response.code.unwrap_or_default(), ..Self::default() };
        for field in response.headers.iter() {
            let value = String::from_utf8_lossy(field.value);
            let is = |name: &str| field.name.eq_ignore_ascii_case(name);
            if is("Content-Type") {
                // The last value counts, as in browsers. An empty value is ignored.
                let value = value.trim();
                if !value.is_empty() {
                    found.content_type = Some(value.to_string());
                }
            } else if is("Content-Length") {
                found.length = value.trim().parse().ok();
            } else if is("Content-Encoding") || is("Transfer-Encoding") {
                for coding in value.split(',') {
                    let coding = coding.trim().to_ascii_lowercase();
                    match coding.as_str() {
                        "" | "identity" => {}
                        "chunked" => found.is_chunked = true,
                        _ => found.codings.push(coding),
                    }
                }
            }
        }
        Ok(found)
    }
}

/// The parameter `charset` of a content type.
pub fn charset(content_type: &str) -> Option<&str> {
    let parameters = content_type.split([';', ',']).skip(1);
    let named = |parameter: &'_ str| {
        let (name, _) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("charset").then_some(())
    };
    let value = parameters.into_iter().find(|parameter| named(parameter).is_some())?.split_once('=')?.1;
    let value = value.trim().trim_matches(['"', '\'']).trim();
    (!value.is_empty()).then_some(value)
}

/// Replaces the HTTP version by one that the parser accepts.
fn with_known_version(head: Vec<u8>) -> Vec<u8> {
    let version = head.split(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n')).next().unwrap_or_default();
    if version.starts_with(b"HTTP/") && !matches!(version, b"HTTP/1.0" | b"HTTP/1.1") {
        return [b"HTTP/1.1", &head[version.len()..]].concat();
    }
    head
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(mut block: &[u8]) -> (Result<HttpHead, String>, &[u8]) {
        let head = HttpHead::read(&mut block).expect("memory can be read");
        (head, block)
    }

    #[test]
    fn headers_of_all_kinds_are_read() {
        let expected = HttpHead {
            status: 200,
            content_type: Some("text/html; charset=x".to_string()),
            is_chunked: true,
            codings: vec!["gzip".to_string(), "br".to_string()],
            length: Some(12),
        };
        let fields = [
            "Content-Type: text/html; charset=x",
            "content-encoding: GZIP, br",
            "Transfer-Encoding: chunked",
            "CONTENT-LENGTH: 12 ",
        ];
        for first in
            ["HTTP/1.1 200 OK", "HTTP/1.0 200", "HTTP/2 200 ", "HTTP/2.0 200 OK", "HTTP/1.1  200  OK"]
        {
            for end in ["\r\n", "\n"] {
                let head = format!("{first}{end}{}{end}{end}<p>", fields.join(end));
                assert_eq!(read(head.as_bytes()), (Ok(expected.clone()), &b"<p>"[..]), "{head:?}");
            }
        }
    }

    #[test]
    fn invalid_fields_are_skipped() {
        let (head, rest) = read(
            b"HTTP/1.1 404 Not\xe9 Found\r\nno field\r\nX Y: 1\r\n\xff\xfe: 2\r\nContent-Type: a/b\r\n\r\n",
        );
        let head = head.expect("it is a head");
        assert_eq!((head.status, head.content_type.as_deref(), rest), (404, Some("a/b"), &b""[..]));
    }

    #[test]
    fn a_charset_is_found_among_the_parameters() {
        for (content_type, expected) in [
            ("text/html", None),
            ("text/html; charset=", None),
            ("text/html;charset=UTF-8", Some("UTF-8")),
            ("text/html; a=b; Charset = \"koi8-r\"; c=d", Some("koi8-r")),
        ] {
            assert_eq!(charset(content_type), expected, "{content_type}");
        }
    }

    #[test]
    fn an_invalid_header_is_reported() {
        for block in [&b""[..], b"HTTP/1.1 200 OK\r\nA: b\r\n", b"<html>\n\n<p>", b"GET / HTTP/1.1\r\n\r\n"] {
            let message = read(block).0.expect_err("it is not a header");
            assert!(message.starts_with("expected an HTTP header"), "{message}");
        }
    }
}
