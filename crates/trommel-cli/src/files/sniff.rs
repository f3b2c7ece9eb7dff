//! The format of a file, recognised by its first bytes, or else by its name.

use std::io;
use std::path::Path;

use trommel::page::has_tags;
use trommel_warc::looks_like_html;

use crate::files::first_bytes::{SNIFF_BYTES, first_bytes, text_of};
use crate::files::input_format::InputFormat;
use crate::files::json_probe::json_kind;
use crate::files::plain_name;
use crate::files::signature::{NoHtml, foreign};

/// The format recognised from the first bytes and the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sniffed {
    /// One HTML page, or a file of many pages.
    Format(InputFormat),
    /// Text without any sign of HTML, or an empty file. It is a page if the user names it.
    Text,
    /// Neither a page nor a file of pages.
    NoHtml(NoHtml),
}

/// The first bytes of a file, decompressed, and its name.
pub(crate) struct Begin<'a> {
    pub(crate) bytes: &'a [u8],
    /// The file's name; `None` for standard input.
    pub(crate) path: Option<&'a Path>,
}

/// Recognises the file at `path`. If it is not a regular file, it can be read only once, so its
/// name decides.
///
/// Errors: it cannot be opened, or not even its first bytes can be decompressed.
pub(crate) fn sniff(path: &Path) -> io::Result<Sniffed> {
    let bytes = first_bytes(path)?;
    Ok(Begin { bytes: &bytes, path: Some(path) }.sniff())
}

impl Begin<'_> {
    /// Recognises the file. Cost: linear in the bytes.
    pub(crate) fn sniff(&self) -> Sniffed {
        let bytes = self.bytes;
        let named = self.path.and_then(InputFormat::of_name);
        if let Some(kind) = container(bytes) {
            return Sniffed::Format(kind);
        }
        match named {
            // Damaged at the beginning, which is reported when it is read.
            Some(kind @ (InputFormat::Warc | InputFormat::Arc | InputFormat::Tar | InputFormat::Zip)) => {
                return Sniffed::Format(kind);
            }
            Some(InputFormat::Parquet) => return Sniffed::NoHtml(NoHtml::BROKEN_PARQUET),
            Some(InputFormat::Jsonl) if !text_of(bytes).starts_with(b"[") => {
                return Sniffed::Format(InputFormat::Jsonl);
            }
            _ => {}
        }
        if let Some(no_html) = foreign(bytes) {
            return Sniffed::NoHtml(no_html);
        }
        if begins_as_html(bytes) {
            return Sniffed::Format(InputFormat::Html);
        }
        if is_mhtml(bytes) {
            return Sniffed::Format(InputFormat::Mhtml);
        }
        if let Some(kind) = json_kind(bytes) {
            return Sniffed::Format(kind);
        }
        if let Some(no_html) = self.list() {
            return Sniffed::NoHtml(no_html);
        }
        match named {
            // Errors are reported when it is read.
            Some(kind @ (InputFormat::Html | InputFormat::Json | InputFormat::Jsonl)) => {
                Sniffed::Format(kind)
            }
            _ => Sniffed::Text,
        }
    }

    /// Lists that users mistake for pages: URLs, paths and CSV tables.
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
        // The last line may be cut off.
        let whole = lines.len().saturating_sub(usize::from(self.bytes.len() >= SNIFF_BYTES));
        let is_path = |line: &&str| InputFormat::of_name(Path::new(line.trim())).is_some();
        if whole > 0 && lines[..whole].iter().all(is_path) {
            return Some(NoHtml::PATHS);
        }
        lines.first().is_some_and(|line| is_table_head(line)).then_some(NoHtml::TABLE)
    }
}

/// Whether a file in a folder is a page by its first bytes, whatever its name: its first tag is
/// HTML.
pub(crate) fn begins_as_html(bytes: &[u8]) -> bool {
    const MORE_TAGS: [&str; 28] = [
        "article", "main", "section", "header", "footer", "nav", "aside", "span", "center", "ul", "ol", "li",
        "dl", "h2", "h3", "h4", "h5", "h6", "img", "form", "pre", "base", "frameset", "noscript",
        "blockquote", "strong", "hr", "em",
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

/// Files of many pages with a signature.
fn container(bytes: &[u8]) -> Option<InputFormat> {
    let is_tar =
        bytes.get(257..).is_some_and(|rest| rest.starts_with(b"ustar\0") || rest.starts_with(b"ustar  \0"));
    if bytes.starts_with(b"WARC/") {
        Some(InputFormat::Warc)
    } else if bytes.starts_with(b"filedesc://") {
        Some(InputFormat::Arc)
    } else if bytes.starts_with(b"PAR1") {
        Some(InputFormat::Parquet)
    } else if bytes.starts_with(b"PK\x05\x06")
        || (bytes.starts_with(b"PK\x03\x04") && foreign(bytes).is_some_and(|found| found == NoHtml::ZIP))
    {
        Some(InputFormat::Zip)
    } else if is_tar {
        Some(InputFormat::Tar)
    } else {
        None
    }
}

/// Whether bytes begin as a MIME message: header fields, including MIME-Version.
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

/// Whether a line has column names of a CSV table, with a column of pages or URLs.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn sniffed(name: &str, bytes: &[u8]) -> Sniffed {
        Begin { bytes, path: Some(Path::new(name)) }.sniff()
    }

    #[test]
    fn first_bytes_decide_whatever_the_name() {
        let long = format!("{{\"html\": \"<p>{}", "x".repeat(SNIFF_BYTES));
        let saved = b"From: <Saved by Blink>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype=\"text/html\"\r\n\r\n--x";
        for (bytes, kind) in [
            (&b"WARC/1.0\r\n"[..], InputFormat::Warc),
            (b"filedesc://x.arc 0.0.0.0 20080101000000 text/plain 76\n", InputFormat::Arc),
            (b"{\"html\": \"<p>x\"}\n{\"html\": \"<p>y\"}\n", InputFormat::Jsonl),
            (long.as_bytes(), InputFormat::Jsonl),
            (b"[\n  {\"id\": 1, \"html\": \"<p>x\"}, {}]", InputFormat::Json),
            (b"{\n  \"html\": \"<p>x\"\n}", InputFormat::Json),
            (b"PAR1\x15\x04", InputFormat::Parquet),
            (saved, InputFormat::Mhtml),
            (b"PK\x03\x04\x14\0\0\0\x08\0", InputFormat::Zip),
            (b"\xef\xbb\xbf\n<!DOCTYPE html>", InputFormat::Html),
            (b"\xff\xfe<\0p\0>\0", InputFormat::Html),
        ] {
            for name in ["x", "x.html", "x.txt", "x.bin"] {
                assert_eq!(
                    sniffed(name, bytes),
                    Sniffed::Format(kind),
                    "{name} {:?}",
                    String::from_utf8_lossy(bytes)
                );
            }
        }
    }

    #[test]
    fn text_is_recognised_as_text() {
        for text in [
            &b""[..],
            b"It rained for three days.",
            b"One, two, three",
            b"See index.html.\nindex.html",
            b"{Rain} is what it is",
            b"[1] See below.",
            b"Date: today\n\nIt rained.",
            b"https://example.org/ is where it rained.",
        ] {
            assert_eq!(sniffed("x.txt", text), Sniffed::Text, "{:?}", String::from_utf8_lossy(text));
            assert_eq!(sniffed("x.html", text), Sniffed::Format(InputFormat::Html));
        }
    }

    #[test]
    fn lists_and_tables_are_not_pages() {
        for (name, bytes) in [
            ("x.txt", &b"https://example.org/a\nhttps://example.org/b\n"[..]),
            ("warc.paths", b"crawl-data/a.warc.gz\r\ncrawl-data/b.warc.gz\r\n"),
            ("x.txt", b"my pages/one.html\n\ntwo.htm"),
            ("x", b"id,url,html\n1,https://a/,x\n"),
            ("x.csv", b"name;city\nA;B\n"),
        ] {
            assert!(matches!(sniffed(name, bytes), Sniffed::NoHtml(_)), "{name}");
        }
        assert_eq!(sniffed("x.csv", b"<table><tr><td>1"), Sniffed::Format(InputFormat::Html));
    }
}
