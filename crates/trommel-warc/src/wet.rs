//! Headers of WET records: plain text, as Common Crawl writes it.

use std::fmt::Write as _;

use sha1::{Digest, Sha1};

/// Fields of the record from which a text record is made.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// URL of the page.
    pub target_uri: &'a str,
    /// Fetch date.
    pub date: &'a str,
    /// Id of the record.
    pub record_id: Option<&'a str>,
    /// Why the page is incomplete, as a value of `WARC-Truncated`.
    pub truncated: Option<&'a str>,
}

/// The bytes after each record.
pub const RECORD_END: &[u8] = b"\r\n\r\n";

/// The header of a record whose block is plain text of `bytes` bytes with this SHA-1.
///
/// The id of the record is a hash of the source and the text, so that the same input gives the same
/// output.
pub fn conversion_head(source: &Source<'_>, bytes: u64, sha1: &[u8; 20]) -> String {
    let mut hash = Sha1::new_with_prefix(b"trommel conversion\n");
    for part in [source.record_id.unwrap_or_default(), source.target_uri, source.date] {
        hash.update(part.as_bytes());
        hash.update(b"\n");
    }
    hash.update(sha1);
    let mut head = String::with_capacity(512);
    begin(&mut head, "conversion", source.date, &uuid(&hash.finalize().into()));
    field(&mut head, "WARC-Target-URI", source.target_uri);
    if let Some(id) = source.record_id {
        field(&mut head, "WARC-Refers-To", id);
    }
    if let Some(reason) = source.truncated {
        field(&mut head, "WARC-Truncated", reason);
    }
    field(&mut head, "WARC-Block-Digest", &format!("sha1:{}", base32(sha1)));
    end(&mut head, "text/plain", bytes);
    head
}

/// The first record of a file, written by `software`.
///
/// `date` is the date of the record after it, so that the same input gives the same output.
pub fn warcinfo(date: &str, file_name: Option<&str>, software: &str) -> Vec<u8> {
    let mut block = String::new();
    for (name, value) in [
        ("software", software),
        ("format", "WARC File Format 1.0"),
        ("conformsTo", "http://bibnum.bnf.fr/WARC/WARC_ISO_28500_version1_latestdraft.pdf"),
        ("description", "Main content of web pages, as plain text"),
    ] {
        field(&mut block, name, value);
    }
    let digest: [u8; 20] = Sha1::digest(block.as_bytes()).into();
    let mut hash = Sha1::new_with_prefix(b"trommel warcinfo\n");
    hash.update(date.as_bytes());
    hash.update(file_name.unwrap_or_default().as_bytes());
    hash.update(digest);
    let mut head = String::with_capacity(512);
    begin(&mut head, "warcinfo", date, &uuid(&hash.finalize().into()));
    if let Some(name) = file_name {
        field(&mut head, "WARC-Filename", name);
    }
    field(&mut head, "WARC-Block-Digest", &format!("sha1:{}", base32(&digest)));
    end(&mut head, "application/warc-fields", block.len() as u64);
    [head.as_bytes(), block.as_bytes(), RECORD_END].concat()
}

fn begin(head: &mut String, kind: &str, date: &str, id: &str) {
    head.push_str("WARC/1.0\r\n");
    field(head, "WARC-Type", kind);
    field(head, "WARC-Date", &whole_seconds(date));
    field(head, "WARC-Record-ID", id);
}

fn end(head: &mut String, content_type: &str, bytes: u64) {
    field(head, "Content-Type", content_type);
    field(head, "Content-Length", &bytes.to_string());
    head.push_str("\r\n");
}

/// Appends one field. Line breaks in the value become spaces.
fn field(head: &mut String, name: &str, value: &str) {
    let value = value.replace(['\r', '\n'], " ");
    let _ = write!(head, "{name}: {value}\r\n");
}

/// Whether `date` is a date in W3C-DTF, as records have it, at any precision. Source: WARC 1.1,
/// section 5.4.
pub fn is_date(date: &str) -> bool {
    let has_form = date.bytes().zip("0000-00-00T".bytes()).all(|(byte, form)| match form {
        b'0' => byte.is_ascii_digit(),
        form => byte == form,
    });
    let is_of_time = |byte: u8| byte.is_ascii_digit() || matches!(byte, b':' | b'.' | b'Z' | b'+' | b'-');
    has_form && date.len() >= "2000".len() && date.bytes().skip("2000-01-01T".len()).all(is_of_time)
}

/// A date without fractions of seconds, which version 1.0 of the standard does not have.
fn whole_seconds(date: &str) -> String {
    match (date.find('.'), date.ends_with('Z')) {
        (Some(dot), true) => format!("{}Z", &date[..dot]),
        _ => date.to_string(),
    }
}

/// A UUID made of a hash. Source: RFC 9562, section 5.8: version 8, for ids with a private layout.
fn uuid(hash: &[u8; 20]) -> String {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    bytes[6] = 0x80 | bytes[6] & 0x0f;
    bytes[8] = 0x80 | bytes[8] & 0x3f;
    let mut id = String::from("<urn:uuid:");
    for (index, byte) in bytes.iter().enumerate() {
        if matches!(index, 4 | 6 | 8 | 10) {
            id.push('-');
        }
        let _ = write!(id, "{byte:02x}");
    }
    id.push('>');
    id
}

/// A hash in base32. Source: RFC 4648, section 6. 160 bits need no padding.
fn base32(bytes: &[u8; 20]) -> String {
    const DIGITS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let mut out = String::with_capacity(32);
    for group in bytes.chunks_exact(5) {
        let bits = group.iter().fold(0_u64, |bits, &byte| bits << 8 | u64::from(byte));
        for digit in (0..8).rev() {
            out.push(char::from(DIGITS[(bits >> (5 * digit) & 31) as usize]));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_written_in_base32() {
        // The hash of an empty input, which every crawl has.
        let digest: [u8; 20] = Sha1::digest(b"").into();
        assert_eq!(base32(&digest), "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
    }

    #[test]
    fn dates_are_recognised() {
        for date in
            ["2024-05-18T02:40:00Z", "2024-05-18T02:40:00.123456Z", "2024-05-18T02:40Z", "2024-05-18", "2024"]
        {
            assert!(is_date(date), "{date}");
        }
        for other in [
            "", "yesterday", "May 2024", "2024-05-18 02:40:00", "2024-05-18Tmorning", "2024-05-18T02:40:00éZ",
        ] {
            assert!(!is_date(other), "{other}");
        }
    }

    #[test]
    fn dates_have_whole_seconds() {
        assert_eq!(whole_seconds("2024-05-18T01:58:10.123456Z"), "2024-05-18T01:58:10Z");
        assert_eq!(whole_seconds("2024-05-18T01:58:10Z"), "2024-05-18T01:58:10Z");
    }

    #[test]
    fn a_value_with_line_ends_stays_in_its_field() {
        let source =
            Source { target_uri: "http://a/\r\nX: y", date: "d", record_id: None, truncated: Some("length") };
        let head = conversion_head(&source, 3, &[7; 20]);
        assert!(head.contains("WARC-Target-URI: http://a/  X: y\r\n"), "{head}");
        assert!(
            head.contains("WARC-Truncated: length\r\n") && head.ends_with("Content-Length: 3\r\n\r\n"),
            "{head}"
        );
    }
}
