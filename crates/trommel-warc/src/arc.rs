//! ARC records, the format of crawls before WARC: a header line and a block.
//!
//! Source: Burner and Kahle, "Arc File Format", versions 1 and 2.

use crate::header::Header;

/// First bytes of an ARC file.
pub(crate) const ARC_BEGIN: &[u8] = b"filedesc://";

/// Whether these are the first bytes of an ARC file. If damage follows, fewer than [`ARC_BEGIN`]
/// suffice: no other record format begins with them.
pub(crate) fn begins_as_arc(bytes: &[u8]) -> bool {
    !bytes.is_empty() && bytes.iter().zip(ARC_BEGIN).all(|(byte, expected)| byte == expected)
}

/// First bytes of the URL of a page, by which members with records are recognised.
pub(crate) const ADDRESS_BEGINS: [&[u8]; 2] = [b"http:", b"https"];

/// Fields after the URL in version 1: IP address, date, type, length.
const V1_FIELDS: usize = 4;

/// Fields after the URL in version 2: IP address, date, type, status, checksum, location, offset,
/// file name, length.
const V2_FIELDS: usize = 9;

/// Parses the first line of a record; `None` if it is a different line.
///
/// Out: fields as in WARC. Records fetched by HTTP are responses, whose block has an HTTP header.
/// The first record of a file describes it. All others have the type in the line.
pub(crate) fn parse_head(line: &[u8], offset: u64, uncompressed_offset: u64) -> Option<Header> {
    let line = String::from_utf8_lossy(line);
    let parts: Vec<&str> = line.trim_ascii_end().split(' ').collect();
    // URLs may have spaces, so fields are counted from the end.
    let fields = |count: usize| {
        let at = parts.len().checked_sub(count).filter(|at| *at > 0)?;
        is_date(parts[at + 1]).then_some(at)
    };
    let at = fields(V2_FIELDS).or_else(|| fields(V1_FIELDS))?;
    let (address, date, kind) = (parts[..at].join(" "), parts[at + 1], parts[at + 2]);
    let length: u64 = parts.last()?.parse().ok()?;
    let (scheme, _) = address.split_once(':')?;
    let (record_type, block_type) = match scheme {
        "filedesc" => ("warcinfo", kind),
        "http" | "https" => ("response", "application/http; msgtype=response"),
        _ => ("resource", kind),
    };
    let fields = [
        ("WARC-Type", record_type),
        ("WARC-Target-URI", &address),
        ("WARC-Date", &date_of(date)),
        ("Content-Type", block_type),
        ("Content-Length", &length.to_string()),
    ];
    let fields = fields.map(|(name, value)| (name.to_string(), value.to_string()));
    Some(Header::of_fields(fields.to_vec(), offset, uncompressed_offset))
}

/// Whether it is a date in digits: year to day, or to minute or second.
fn is_date(text: &str) -> bool {
    matches!(text.len(), 8 | 12 | 14) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Converts a date to WARC format.
fn date_of(digits: &str) -> String {
    let digits = format!("{digits:0<14}");
    let part = |from: usize, to: usize| digits.get(from..to).unwrap_or_default();
    format!("{}-{}-{}T{}:{}:{}Z", part(0, 4), part(4, 6), part(6, 8), part(8, 10), part(10, 12), part(12, 14))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_both_versions_are_read() {
        let one = b"http://a.example/x y 192.0.2.1 20080430204825 text/html 4021\n";
        let two = b"http://a.example/ 192.0.2.1 200804302048 text/html 200 - - 1234 x.arc 7\r\n";
        let head = parse_head(one, 5, 9).expect("it is a head");
        assert_eq!(head.target_uri(), Some("http://a.example/x y"));
        assert_eq!(head.get("WARC-Date"), Some("2008-04-30T20:48:25Z"));
        assert_eq!((head.content_length(), head.offset, head.uncompressed_offset), (Ok(4021), 5, 9));
        let head = parse_head(two, 0, 0).expect("it is a head");
        assert_eq!((head.target_uri(), head.content_length()), (Some("http://a.example/"), Ok(7)));
        assert_eq!(head.get("WARC-Date"), Some("2008-04-30T20:48:00Z"));
        let dns = parse_head(b"dns:a.example 192.0.2.1 20080430204825 text/dns 40\n", 0, 0);
        assert_eq!(dns.as_ref().and_then(|head| head.get("WARC-Type")), Some("resource"));
    }

    #[test]
    fn other_lines_are_not_headers() {
        for line in [
            &b""[..],
            b"1 0 Alexa Internet\n",
            b"<p>It rained on 20080430 for 4 days\n",
            b"http://a.example/ 192.0.2.1 yesterday text/html 7\n",
            b"http://a.example/ 192.0.2.1 20080430204825 text/html many\n",
        ] {
            assert!(parse_head(line, 0, 0).is_none(), "{:?}", String::from_utf8_lossy(line));
        }
    }
}
