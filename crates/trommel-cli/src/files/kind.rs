//! What is in a file: told by its first bytes, and by its name where these say nothing.

use std::cell::Cell;
use std::io::{self, Read};
use std::path::Path;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use trommel_warc::looks_like_html;

use crate::files::signature::{NoHtml, foreign, has_tags};
use crate::files::{open, plain_name};

/// Bytes at the beginning of a file that are looked at.
pub(crate) const SNIFF_BYTES: usize = 4 << 10;

/// What is in an input. The texts are those of the help for `--input-format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Kind {
    /// One page
    Html,
    /// WARC records
    Warc,
    /// ARC records
    Arc,
    /// One JSON object a line, with a page in its field `html`
    Jsonl,
    /// A JSON array of such objects
    Json,
    /// A table with pages in its column `html`; needs the feature `parquet`
    Parquet,
    /// A page saved with its pictures
    Mhtml,
    /// An archive of pages
    Zip,
    /// An archive of pages
    Tar,
}

impl Kind {
    /// What it is called in messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Html => "a page of HTML",
            Self::Warc => "WARC records",
            Self::Arc => "ARC records",
            Self::Jsonl => "JSON lines",
            Self::Json => "JSON",
            Self::Parquet => "a Parquet file",
            Self::Mhtml => "an MHTML file",
            Self::Zip => "a ZIP archive",
            Self::Tar => "a tar archive",
        }
    }

    /// By the ending of a name, without that of a packing; `None` where it says nothing.
    pub(crate) fn of_name(path: &Path) -> Option<Self> {
        let name = plain_name(path).to_ascii_lowercase();
        Some(match name.rsplit_once('.')?.1 {
            "html" | "htm" | "xhtml" => Self::Html,
            "warc" | "wet" | "wat" => Self::Warc,
            "arc" => Self::Arc,
            "jsonl" | "ndjson" => Self::Jsonl,
            "json" => Self::Json,
            "parquet" => Self::Parquet,
            "mhtml" | "mht" => Self::Mhtml,
            "zip" => Self::Zip,
            "tar" | "tgz" => Self::Tar,
            _ => return None,
        })
    }
}

/// What the first bytes of a file and its name tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// One page of HTML, or a file of many pages.
    Kind(Kind),
    /// Text without a sign of HTML, or nothing at all: a page to a user who names it.
    Text,
    /// No page, and no file of pages.
    NoHtml(NoHtml),
}

/// The first bytes of a file, unpacked, and what its name tells.
pub(crate) struct Begin<'a> {
    pub(crate) bytes: &'a [u8],
    /// The file's name; `None` for standard input.
    pub(crate) path: Option<&'a Path>,
}

/// What is in the file at `path`. What is no ordinary file can be read only once: its name tells.
///
/// Errors: it cannot be opened, or not even its first bytes can be unpacked.
pub(crate) fn tell(path: &Path) -> io::Result<Told> {
    let bytes = first_bytes(path)?;
    Ok(Begin { bytes: &bytes, path: Some(path) }.told())
}

/// The first bytes of the file at `path`, unpacked; none of what is no ordinary file.
///
/// Errors: as [`tell`].
pub(crate) fn first_bytes(path: &Path) -> io::Result<Vec<u8>> {
    first_of(path, SNIFF_BYTES)
}

/// Whether the first object of a file of JSON has a field `html`.
///
/// In: the first bytes of the file; at most [`MAX_PROBED_BYTES`] are read if these do not tell.
pub(crate) fn has_html_field(path: &Path, bytes: &[u8]) -> bool {
    let probe = Probe::of(text_of(bytes));
    let more = || first_of(path, MAX_PROBED_BYTES).is_ok_and(|bytes| Probe::of(text_of(&bytes)).has_html);
    probe.has_html || (!probe.is_complete && more())
}

/// Most bytes of a file of JSON in which the first field `html` is looked for.
const MAX_PROBED_BYTES: usize = 1 << 20;

fn first_of(path: &Path, most_bytes: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if path.is_file() {
        let read = open(path)?.take(most_bytes as u64).read_to_end(&mut bytes);
        // A broken packing is said when the file is read.
        if let (Err(error), true) = (read, bytes.is_empty()) {
            return Err(error);
        }
    }
    Ok(bytes)
}

impl Begin<'_> {
    /// What the file is. Cost: linear in the bytes.
    pub(crate) fn told(&self) -> Told {
        let bytes = self.bytes;
        let named = self.path.and_then(Kind::of_name);
        if let Some(kind) = container(bytes) {
            return Told::Kind(kind);
        }
        match named {
            // Damaged at their beginning, which is said when they are read.
            Some(kind @ (Kind::Warc | Kind::Arc | Kind::Tar | Kind::Zip)) => return Told::Kind(kind),
            Some(Kind::Parquet) => return Told::NoHtml(NoHtml::BROKEN_PARQUET),
            Some(Kind::Jsonl) if !text_of(bytes).starts_with(b"[") => return Told::Kind(Kind::Jsonl),
            _ => {}
        }
        if let Some(no_html) = foreign(bytes) {
            return Told::NoHtml(no_html);
        }
        if begins_as_html(bytes) {
            return Told::Kind(Kind::Html);
        }
        if is_mhtml(bytes) {
            return Told::Kind(Kind::Mhtml);
        }
        if let Some(kind) = json_kind(bytes) {
            return Told::Kind(kind);
        }
        if let Some(no_html) = self.list() {
            return Told::NoHtml(no_html);
        }
        match named {
            // What is wrong with it is said when it is read.
            Some(kind @ (Kind::Html | Kind::Json | Kind::Jsonl)) => Told::Kind(kind),
            _ => Told::Text,
        }
    }

    /// Lists that users take for pages: addresses, and tables of text.
    fn list(&self) -> Option<NoHtml> {
        let name = self.path.map(|path| plain_name(path).to_ascii_lowercase()).unwrap_or_default();
        if name.ends_with(".csv") || name.ends_with(".tsv") {
            return Some(NoHtml::TABLE);
        }
        let text = String::from_utf8_lossy(text_of(self.bytes));
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let is_address = |line: &&str| {
            let line = line.trim();
            (line.starts_with("http://") || line.starts_with("https://"))
                && !line.contains(char::is_whitespace)
        };
        if !lines.is_empty() && lines.iter().all(is_address) {
            return Some(NoHtml::ADDRESSES);
        }
        lines.first().is_some_and(|line| is_table_head(line)).then_some(NoHtml::TABLE)
    }
}

/// Whether a file in a folder is a page by its first bytes, whatever its name: the first tag is one
/// of HTML.
pub(crate) fn begins_as_html(bytes: &[u8]) -> bool {
    const MORE_TAGS: [&str; 28] = [
        "article",
        "main",
        "section",
        "header",
        "footer",
        "nav",
        "aside",
        "span",
        "center",
        "ul",
        "ol",
        "li",
        "dl",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "img",
        "form",
        "pre",
        "base",
        "frameset",
        "noscript",
        "blockquote",
        "strong",
        "hr",
        "em",
    ];
    let plain;
    let mut text = text_of(bytes);
    if let [0, b'<', ..] | [b'<', 0, ..] = text {
        // UTF-16.
        plain = text.iter().copied().filter(|byte| *byte != 0).collect::<Vec<_>>();
        text = &plain;
    }
    if looks_like_html(text) {
        return true;
    }
    if text.starts_with(b"<?php") || text.starts_with(b"<%") {
        return has_tags(text, 1);
    }
    let Some(inside) = text.strip_prefix(b"<") else { return false };
    MORE_TAGS.iter().any(|tag| {
        let ends = inside
            .get(tag.len())
            .is_none_or(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/'));
        inside.get(..tag.len()).is_some_and(|name| name.eq_ignore_ascii_case(tag.as_bytes())) && ends
    })
}

/// What follows a byte order mark and white space.
fn text_of(bytes: &[u8]) -> &[u8] {
    let marks = [&b"\xef\xbb\xbf"[..], b"\xff\xfe", b"\xfe\xff"];
    let text = marks.iter().find_map(|mark| bytes.strip_prefix(*mark)).unwrap_or(bytes);
    text.trim_ascii_start()
}

/// Files of many pages that say so in their first bytes.
fn container(bytes: &[u8]) -> Option<Kind> {
    let is_tar =
        bytes.get(257..).is_some_and(|rest| rest.starts_with(b"ustar\0") || rest.starts_with(b"ustar  \0"));
    if bytes.starts_with(b"WARC/") {
        Some(Kind::Warc)
    } else if bytes.starts_with(b"filedesc://") {
        Some(Kind::Arc)
    } else if bytes.starts_with(b"PAR1") {
        Some(Kind::Parquet)
    } else if bytes.starts_with(b"PK\x05\x06")
        || (bytes.starts_with(b"PK\x03\x04") && foreign(bytes).is_some_and(|found| found == NoHtml::ZIP))
    {
        Some(Kind::Zip)
    } else if is_tar {
        Some(Kind::Tar)
    } else {
        None
    }
}

/// Whether bytes begin as a message of several parts does: fields, among them that of MIME.
fn is_mhtml(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(SNIFF_BYTES)]).to_ascii_lowercase();
    let head = head.split("\r\n\r\n").next().and_then(|head| head.split("\n\n").next()).unwrap_or_default();
    let is_field = |line: &str| {
        line.split_once(':').is_some_and(|(name, _)| {
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        })
    };
    let has = |begin: &str| head.lines().any(|line| line.starts_with(begin));
    head.lines().next().is_some_and(is_field)
        && has("mime-version:")
        && head.lines().any(|line| {
            line.strip_prefix("content-type:").is_some_and(|kind| {
                let kind = kind.trim_start();
                kind.starts_with("multipart/") || kind.starts_with("text/html")
            })
        })
}

/// The kind of JSON that bytes begin as, if they do.
fn json_kind(bytes: &[u8]) -> Option<Kind> {
    let text = text_of(bytes);
    let probe = || Probe::of(text);
    match text.first()? {
        b'[' => probe().has_object.then_some(Kind::Json),
        b'{' => {
            let probe = probe();
            let line = text.split(|byte| *byte == b'\n').next().unwrap_or(text);
            let is_line = serde_json::from_slice::<IgnoredAny>(line).is_ok() || line.len() == text.len();
            probe.has_object.then_some(if is_line { Kind::Jsonl } else { Kind::Json })
        }
        _ => None,
    }
}

/// A table of text by its first line: names of columns, of which one is of pages or addresses.
fn is_table_head(line: &str) -> bool {
    [',', ';', '\t'].into_iter().any(|separator| {
        let names: Vec<_> = line.split(separator).map(|name| name.trim().trim_matches('"')).collect();
        let is_name = |name: &&str| {
            !name.is_empty()
                && name.len() <= 40
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
        };
        names.len() >= 2
            && names.iter().all(is_name)
            && names.iter().any(|name| ["html", "url"].contains(&name.to_ascii_lowercase().as_str()))
    })
}

/// What the first object of a JSON text has, as far as the text goes.
#[derive(Default)]
struct Probe {
    /// The text is JSON, as far as it goes, and has an object with a field.
    has_object: bool,
    /// The first object has a field `html`.
    has_html: bool,
    /// The first object was seen to its end.
    is_complete: bool,
}

impl Probe {
    fn of(text: &[u8]) -> Self {
        let seen = Seen::default();
        let mut parser = serde_json::Deserializer::from_slice(text);
        let read = Seek(&seen).deserialize(&mut parser);
        let is_json = seen.is_complete.get() || read.as_ref().is_err_and(serde_json::Error::is_eof);
        Self {
            has_object: is_json && seen.has_field.get(),
            has_html: seen.has_html.get(),
            is_complete: seen.is_complete.get(),
        }
    }
}

#[derive(Default)]
struct Seen {
    has_field: Cell<bool>,
    has_html: Cell<bool>,
    is_complete: Cell<bool>,
}

/// Reads the fields of an object, or of the first object of an array.
struct Seek<'a>(&'a Seen);

impl<'de> DeserializeSeed<'de> for Seek<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seek<'_> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object, or an array of objects")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        while let Some(name) = fields.next_key::<String>()? {
            // What follows the name makes it a field.
            self.0.has_field.set(true);
            self.0.has_html.set(self.0.has_html.get() || name == "html");
            fields.next_value::<IgnoredAny>()?;
        }
        self.0.is_complete.set(true);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        items.next_element_seed(Seek(self.0)).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(name: &str, bytes: &[u8]) -> Told {
        Begin { bytes, path: Some(Path::new(name)) }.told()
    }

    #[test]
    fn files_are_told_by_their_first_bytes_whatever_their_name() {
        let long = format!("{{\"html\": \"<p>{}", "x".repeat(SNIFF_BYTES));
        let saved = b"From: <Saved by Blink>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype=\"text/html\"\r\n\r\n--x";
        for (bytes, kind) in [
            (&b"WARC/1.0\r\n"[..], Kind::Warc),
            (b"filedesc://x.arc 0.0.0.0 20080101000000 text/plain 76\n", Kind::Arc),
            (b"{\"html\": \"<p>x\"}\n{\"html\": \"<p>y\"}\n", Kind::Jsonl),
            (long.as_bytes(), Kind::Jsonl),
            (b"[\n  {\"id\": 1, \"html\": \"<p>x\"}, {}]", Kind::Json),
            (b"{\n  \"html\": \"<p>x\"\n}", Kind::Json),
            (b"PAR1\x15\x04", Kind::Parquet),
            (saved, Kind::Mhtml),
            (b"PK\x03\x04\x14\0\0\0\x08\0", Kind::Zip),
            (b"\xef\xbb\xbf\n<!DOCTYPE html>", Kind::Html),
            (b"\xff\xfe<\0p\0>\0", Kind::Html),
        ] {
            for name in ["x", "x.html", "x.txt", "x.bin"] {
                assert_eq!(
                    told(name, bytes),
                    Told::Kind(kind),
                    "{name} {:?}",
                    String::from_utf8_lossy(bytes)
                );
            }
        }
    }

    #[test]
    fn what_is_text_is_a_page_to_those_who_name_it() {
        for text in [
            &b""[..],
            b"It rained for three days.",
            b"One, two, three",
            b"{Rain} is what it is",
            b"[1] See below.",
            b"Date: today\n\nIt rained.",
            b"https://example.org/ is where it rained.",
        ] {
            assert_eq!(told("x.txt", text), Told::Text, "{:?}", String::from_utf8_lossy(text));
            assert_eq!(told("x.html", text), Told::Kind(Kind::Html));
        }
    }

    #[test]
    fn lists_and_tables_are_no_pages() {
        for (name, bytes) in [
            ("x.txt", &b"https://example.org/a\nhttps://example.org/b\n"[..]),
            ("x", b"id,url,html\n1,https://a/,x\n"),
            ("x.csv", b"name;city\nA;B\n"),
        ] {
            assert!(matches!(told(name, bytes), Told::NoHtml(_)), "{name}");
        }
        assert_eq!(told("x.csv", b"<table><tr><td>1"), Told::Kind(Kind::Html));
    }

    #[test]
    fn json_without_a_page_is_seen() {
        let temp = tempfile::tempdir().expect("a temporary folder can be made");
        let has = |text: &str| {
            let path = temp.path().join("x.jsonl");
            std::fs::write(&path, text).expect("files can be written");
            has_html_field(&path, &first_bytes(&path).expect("it can be read"))
        };
        let long = "x".repeat(SNIFF_BYTES);
        assert!(!has("{\"id\":\"a\",\"text\":\"x\"}\n"));
        assert!(!has("[{\"id\": 1}, {\"html\": \"x\"}]"));
        assert!(has("{\"id\":\"a\",\"html\":\"x\"}\n"));
        assert!(has(&format!("{{\"text\":\"{long}\",\"html\":\"x\"}}")));
        assert!(!has(&format!("{{\"text\":\"{long}\"}}")));
    }
}
