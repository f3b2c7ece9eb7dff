//! Decides which records are pages, by type, status, URL and content type.

use std::str::FromStr;

/// Kind of a record, by its field `WARC-Type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// An HTTP response.
    Response,
    /// A page without an HTTP header.
    Resource,
    /// A record that is never a page.
    Other(Skip),
}

/// Why a record is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Skip {
    /// A description of the file.
    Warcinfo,
    /// An HTTP request.
    Request,
    /// Facts about another record.
    Metadata,
    /// A reference to an earlier record of the same page.
    Revisit,
    /// A record derived from another one.
    Conversion,
    /// A later segment of a segmented record.
    Continuation,
    /// A type that the standard does not define.
    UnknownType,
    /// A response whose status is not selected.
    HttpStatus,
    /// A page whose URL is not selected.
    Url,
    /// Something other than HTML.
    ContentType,
    /// A payload in an unknown content coding.
    ContentEncoding,
    /// A response with an unreadable HTTP header. It counts as damage.
    HttpHead,
}

impl Skip {
    /// All reasons, in the order of summaries.
    pub const ALL: [Self; 12] = [
        Self::Warcinfo,
        Self::Request,
        Self::Metadata,
        Self::Revisit,
        Self::Conversion,
        Self::Continuation,
        Self::UnknownType,
        Self::HttpStatus,
        Self::Url,
        Self::ContentType,
        Self::ContentEncoding,
        Self::HttpHead,
    ];

    /// The name in summaries.
    pub fn name(self) -> &'static str {
        match self {
            Self::Warcinfo => "warcinfo",
            Self::Request => "request",
            Self::Metadata => "metadata",
            Self::Revisit => "revisit",
            Self::Conversion => "conversion",
            Self::Continuation => "continuation",
            Self::UnknownType => "unknown-type",
            Self::HttpStatus => "http-status",
            Self::Url => "url",
            Self::ContentType => "content-type",
            Self::ContentEncoding => "content-encoding",
            Self::HttpHead => "http-head",
        }
    }
}

impl Type {
    /// The kind for this value of `WARC-Type`, in upper or lower case.
    pub fn of(name: &str) -> Self {
        match name.to_ascii_lowercase().as_str() {
            "response" => Self::Response,
            "resource" => Self::Resource,
            "warcinfo" => Self::Other(Skip::Warcinfo),
            "request" => Self::Other(Skip::Request),
            "metadata" => Self::Other(Skip::Metadata),
            "revisit" => Self::Other(Skip::Revisit),
            "conversion" => Self::Other(Skip::Conversion),
            "continuation" => Self::Other(Skip::Continuation),
            _ => Self::Other(Skip::UnknownType),
        }
    }
}

/// A set of HTTP statuses, such as `200,404,5xx`, or `all`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statuses(Vec<(u16, u16)>);

impl Statuses {
    /// The set of one status.
    pub fn only(status: u16) -> Self {
        Self(vec![(status, status)])
    }

    /// Whether `status` is in the set.
    pub fn contain(&self, status: u16) -> bool {
        self.0.iter().any(|&(first, last)| (first..=last).contains(&status))
    }
}

impl FromStr for Statuses {
    type Err = String;

    fn from_str(list: &str) -> Result<Self, String> {
        if list == "all" {
            return Ok(Self(vec![(0, u16::MAX)]));
        }
        let one = |item: &str| {
            let range = match item.as_bytes() {
                [class @ b'1'..=b'5', b'x' | b'X', b'x' | b'X'] => {
                    let first = u16::from(class - b'0') * 100;
                    Some((first, first + 99))
                }
                [b'0'..=b'9', b'0'..=b'9', b'0'..=b'9'] => item.parse().ok().map(|status| (status, status)),
                _ => None,
            };
            range.ok_or_else(|| format!("expected statuses such as 200,404,5xx, or all; found {item:?}"))
        };
        list.split(',').map(|item| one(item.trim())).collect::<Result<_, _>>().map(Self)
    }
}

/// Whether a declared content type is HTML or XHTML. `None` if the type is missing or generic, so
/// that the bytes decide.
pub fn is_html_type(content_type: Option<&str>) -> Option<bool> {
    let essence = content_type.and_then(|value| value.split([';', ',']).next()).unwrap_or_default().trim();
    match essence.to_ascii_lowercase().as_str() {
        "text/html" | "application/xhtml+xml" | "application/vnd.wap.xhtml+xml" => Some(true),
        // XML can be XHTML. The others are sent by servers for unknown files.
        ""
        | "application/octet-stream"
        | "binary/octet-stream"
        | "application/binary"
        | "unknown/unknown"
        | "application/unknown"
        | "application/x-unknown-content-type"
        | "content/unknown"
        | "*/*"
        | "text/xml"
        | "application/xml" => None,
        // Not a type at all.
        other if !other.contains('/') => None,
        _ => Some(false),
    }
}

/// Whether a payload that begins with `begin` is HTML.
///
/// Source: "MIME Sniffing", section 7.1, rules for HTML. Added: XML with the root element `html`.
pub fn looks_like_html(begin: &[u8]) -> bool {
    const TAGS: [&str; 18] = [
        "!doctype html", "html", "head", "script", "iframe", "h1", "div", "font", "table", "a", "style",
        "title", "b", "body", "br", "p", "meta", "link",
    ];
    let text = begin.strip_prefix(b"\xef\xbb\xbf").unwrap_or(begin).trim_ascii_start();
    let Some(inside) = text.strip_prefix(b"<") else { return false };
    if inside.starts_with(b"!--") {
        return true;
    }
    if inside.starts_with(b"?xml") {
        return memchr::memmem::find(text, b"<html").is_some();
    }
    TAGS.iter().any(|tag| {
        let ends = inside
            .get(tag.len())
            .is_none_or(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/'));
        inside.get(..tag.len()).is_some_and(|name| name.eq_ignore_ascii_case(tag.as_bytes())) && ends
    })
}

/// Whether a payload that begins with `begin` is text, in any encoding. Compressed bytes have many
/// control characters that text does not have.
///
/// Source: "MIME Sniffing", section 4, binary data bytes. Departures: a few of them occur in pages,
/// and NUL is half of the characters of UTF-16.
pub fn is_text(begin: &[u8]) -> bool {
    const MAX_CONTROLS_PERCENT: usize = 3;
    let is_control = |byte: &&u8| matches!(byte, 1..=8 | 0x0b | 0x0e..=0x1a | 0x1c..=0x1f);
    let is_utf_16 = begin.starts_with(&[0xff, 0xfe]) || begin.starts_with(&[0xfe, 0xff]);
    is_utf_16 || begin.iter().filter(is_control).count() * 100 <= begin.len() * MAX_CONTROLS_PERCENT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_are_lists_of_numbers_and_classes() {
        let statuses: Statuses = "203, 4xx".parse().expect("it is a list");
        assert!(
            statuses.contain(203)
                && statuses.contain(404)
                && !statuses.contain(200)
                && !statuses.contain(500)
        );
        assert!("all".parse::<Statuses>().is_ok_and(|all| all.contain(0) && all.contain(999)));
        for bad in ["", "2x", "20", "6xx", "200,", "2000"] {
            assert!(bad.parse::<Statuses>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn types_are_html_other_or_undecided() {
        for html in
            ["text/html", "Text/HTML; charset=utf-8", " application/xhtml+xml ", "text/html,text/html"]
        {
            assert_eq!(is_html_type(Some(html)), Some(true), "{html}");
        }
        for other in ["text/plain", "image/png", "application/pdf", "application/rss+xml"] {
            assert_eq!(is_html_type(Some(other)), Some(false), "{other}");
        }
        for nothing in [None, Some(""), Some("application/octet-stream"), Some("html"), Some("text/xml")] {
            assert_eq!(is_html_type(nothing), None, "{nothing:?}");
        }
    }

    #[test]
    fn text_is_not_compressed_bytes() {
        let utf_16: Vec<u8> = "<p>Кошка".encode_utf16().flat_map(u16::to_be_bytes).collect();
        for text in [
            &b""[..],
            b"<p>a",
            b"<p>One \x01 in a line of text, which is not much",
            &[0xfe, 0xff],
            b"<\0p\0>\0",
        ] {
            assert!(is_text(text), "{text:?}");
        }
        assert!(is_text(&[&[0xfe, 0xff], &utf_16[..]].concat()));
        // Pseudo-random bytes, as in compressed data.
        let compressed: Vec<u8> =
            (0..1445_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        assert!(!is_text(&compressed));
    }

    #[test]
    fn html_is_recognised_by_its_first_bytes() {
        for html in [
            "<!DOCTYPE html>",
            "\n\t<HTML lang=en>",
            "\u{feff}<head>",
            "<!-- hi -->",
            "<p>x",
            "<p",
            "<a href=/>",
            "<?xml version='1.0'?><!DOCTYPE html><html xmlns='x'>",
        ] {
            assert!(looks_like_html(html.as_bytes()), "{html}");
        }
        for other in
            ["", "text", "{}", "<?xml version='1.0'?><rss>", "<rss>", "<pre-x>", "\u{0}\u{1}", "<", "<abc>"]
        {
            assert!(!looks_like_html(other.as_bytes()), "{other}");
        }
    }
}
