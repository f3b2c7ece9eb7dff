//! A report: one HTML file with the data, the viewer and its style.
//!
//! The viewer consists of the modules in `viewer/`, which a browser can also load one by one. The
//! content security policy allows only this script, and no requests. The data is JSON with `<`
//! escaped, so that page text cannot end its element.

use std::io::{self, Write};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::crawl::data::Crawl;
use crate::page::data::Explained;

/// The kind of report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Viewer {
    /// A page, by `trommel explain`.
    Page,
    /// A crawl, by `trommel report`.
    Crawl,
}

impl Viewer {
    /// The modules, in order of their imports. Their names differ.
    fn modules(self) -> &'static [&'static str] {
        match self {
            Self::Page => &[
                include_str!("../viewer/dom.js"),
                include_str!("../viewer/page.js"),
                include_str!("../viewer/blocks.js"),
                include_str!("../viewer/facts.js"),
                include_str!("../viewer/plots.js"),
                include_str!("../viewer/original.js"),
                include_str!("../viewer/explain.js"),
                include_str!("../viewer/main.js"),
            ],
            Self::Crawl => &[
                include_str!("../viewer/dom.js"),
                include_str!("../viewer/histogram.js"),
                include_str!("../viewer/table.js"),
                include_str!("../viewer/report.js"),
                include_str!("../viewer/main-report.js"),
            ],
        }
    }
}

const STYLE: &str = include_str!("../viewer/viewer.css");

/// The modules as one script, without imports, and with exports as plain declarations.
fn script(viewer: Viewer) -> String {
    let lines =
        viewer.modules().iter().flat_map(|module| module.lines()).filter(|line| !line.starts_with("import "));
    let mut script = String::from("\"use strict\";\n");
    for line in lines {
        script.push_str(line.strip_prefix("export ").unwrap_or(line));
        script.push('\n');
    }
    script
}

/// Writes the report of a page.
///
/// # Errors
///
/// The output cannot be written.
pub fn write_page(page: &Explained, out: &mut impl Write) -> io::Result<()> {
    write(Viewer::Page, &page.title(), page, out)
}

/// Writes the report of a crawl.
///
/// # Errors
///
/// The output cannot be written.
pub fn write_crawl(crawl: &Crawl, out: &mut impl Write) -> io::Result<()> {
    write(Viewer::Crawl, &crawl.title(), crawl, out)
}

/// Writes a report with this title and this data.
fn write(viewer: Viewer, title: &str, data: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    let script = script(viewer);
    let digest = BASE64_STANDARD.encode(Sha256::digest(&script));
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         script-src 'sha256-{digest}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>"
    )?;
    write_escaped(title, out)?;
    write!(
        out,
        "</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <noscript><p>This report needs JavaScript.</p></noscript>\n\
         <div id=\"app\"></div>\n<script type=\"application/json\" id=\"data\">"
    )?;
    serde_json::to_writer(JsonInHtml(&mut *out), data)?;
    write!(out, "</script>\n<script>{script}</script>\n</body>\n</html>\n")
}

/// Writes text with `<` and `&` escaped.
fn write_escaped(text: &str, out: &mut impl Write) -> io::Result<()> {
    for piece in text.split_inclusive(['<', '&']) {
        match piece.as_bytes().last() {
            Some(b'<') => write!(out, "{}&lt;", &piece[..piece.len() - 1])?,
            Some(b'&') => write!(out, "{}&amp;", &piece[..piece.len() - 1])?,
            _ => out.write_all(piece.as_bytes())?,
        }
    }
    Ok(())
}

/// Writes JSON with `<` as `\u003c`. In JSON, `<` only occurs in strings.
struct JsonInHtml<'a, W>(&'a mut W);

impl<W: Write> Write for JsonInHtml<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        for (number, piece) in bytes.split(|&byte| byte == b'<').enumerate() {
            if number > 0 {
                self.0.write_all(b"\\u003c")?;
            }
            self.0.write_all(piece)?;
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_end_its_element() {
        let text = "</script><script>alert(1)</script><!-- & é";
        let mut out = Vec::new();
        write(Viewer::Page, text, &text, &mut out).expect("memory can be written");
        let html = String::from_utf8(out).expect("it is UTF-8");
        assert!(html.contains("<title>&lt;/script>&lt;script>alert(1)&lt;/script>&lt;!-- &amp; é</title>"));
        let begin = html.find("id=\"data\">").expect("there is data") + "id=\"data\">".len();
        let end = begin + html[begin..].find('<').expect("the element ends");
        assert!(html[end..].starts_with("</script>\n<script>"));
        assert_eq!(serde_json::from_str::<String>(&html[begin..end]).expect("it is JSON"), text);
    }
}
