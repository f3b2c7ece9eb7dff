//! Converts plain text to HTML that preserves its paragraphs and lines.
//!
//! In: chunks of text in UTF-16 with a byte order mark, or in any encoding that extends ASCII. Out:
//! HTML paragraphs in the same encoding; UTF-16 becomes UTF-8. Cost: holds at most some five times
//! a chunk.

use encoding_rs::{Decoder, Encoding, UTF_8};

/// The byte order mark of UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// Escape sequences of Japanese text in ISO-2022-JP, whose letters are ASCII bytes.
const ESCAPES: [&[u8]; 2] = [b"\x1b$", b"\x1b("];

/// Names of elements whose tags make a file HTML.
const ELEMENTS: &str = " a abbr address area article aside audio b base bdi bdo big blockquote body br \
    button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div \
    dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head \
    header hgroup hr html i iframe img input ins kbd label legend li link main map mark marquee math menu \
    meta meter nav nobr noscript object ol optgroup option output p param picture pre progress q rp rt \
    ruby s samp script search section select slot small source span strike strong style sub summary sup \
    svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr ";

/// Converts text to HTML, chunk by chunk.
pub(crate) struct TextAsHtml {
    /// Decoder of UTF-16, and its output.
    decoder: Option<Decoder>,
    decoded: String,
    html: Vec<u8>,
    has_begun: bool,
    /// Line ends since the last text, and whether the last byte was a carriage return.
    line_ends: usize,
    is_after_return: bool,
}

impl TextAsHtml {
    /// A converter for a file with these first bytes. `None` if they have an HTML tag, or white
    /// space alone, after which a tag may come. `None` also for encodings left to the HTML decoder:
    /// ISO-2022-JP, and UTF-16 without a byte order mark.
    pub(crate) fn of_begin(begin: &[u8]) -> Option<Self> {
        let marked = Encoding::for_bom(begin).map(|(encoding, _)| encoding).filter(|found| *found != UTF_8);
        let plain = || begin.iter().skip(2).copied().filter(|byte| *byte != 0).collect::<Vec<_>>();
        let may_be_html = |begin: &[u8]| has_tag(begin) || !begin.is_empty() && begin.trim_ascii().is_empty();
        let is_left = match marked {
            Some(_) => may_be_html(&plain()),
            None => {
                begin.contains(&0)
                    || ESCAPES.iter().any(|sign| contains(begin, sign))
                    || may_be_html(begin.strip_prefix(MARK).unwrap_or(begin))
            }
        };
        (!is_left).then(|| Self {
            decoder: marked.map(Encoding::new_decoder_with_bom_removal),
            decoded: String::new(),
            html: Vec::new(),
            has_begun: false,
            line_ends: 0,
            is_after_return: false,
        })
    }

    /// The HTML of the next chunk. The first chunk includes the byte order mark, if any.
    pub(crate) fn html(&mut self, chunk: &[u8]) -> &[u8] {
        self.html.clear();
        let Some(decoder) = &mut self.decoder else {
            self.add(chunk);
            return &self.html;
        };
        let mut decoded = std::mem::take(&mut self.decoded);
        decoded.clear();
        // Otherwise the encoding would be guessed.
        decoded.push_str(if self.has_begun { "" } else { "\u{feff}" });
        decoded.reserve(decoder.max_utf8_buffer_length(chunk.len()).unwrap_or(0));
        // The buffer is large enough for all input.
        let _ = decoder.decode_to_string(chunk, &mut decoded, false);
        self.add(decoded.as_bytes());
        self.decoded = decoded;
        &self.html
    }

    /// Adds bytes of text to the HTML.
    fn add(&mut self, mut text: &[u8]) {
        if !self.has_begun {
            if let Some(rest) = text.strip_prefix(MARK) {
                self.html.extend_from_slice(MARK);
                text = rest;
            }
            // The first text begins a paragraph, as after a blank line.
            (self.has_begun, self.line_ends) = (true, 2);
        }
        for &byte in text {
            let is_second = byte == b'\n' && self.is_after_return;
            self.is_after_return = byte == b'\r';
            match byte {
                b'\n' | b'\r' => self.line_ends += usize::from(!is_second),
                // Lines may be indented, or contain only spaces.
                _ if self.line_ends > 0 && byte.is_ascii_whitespace() => {}
                _ => {
                    self.html.extend_from_slice(match std::mem::take(&mut self.line_ends) {
                        0 => b"",
                        1 => b"<br>\n",
                        _ => b"\n<p>",
                    });
                    match byte {
                        b'<' => self.html.extend_from_slice(b"&lt;"),
                        b'&' => self.html.extend_from_slice(b"&amp;"),
                        _ => self.html.push(byte),
                    }
                }
            }
        }
    }
}

/// Whether bytes contain an HTML tag, comment or document type: `<b>`, `</p>`, `</my-box>`, `<a
/// href=x>`, but not `a <b and c`, `<stdio.h>` or `<my-file>`.
fn has_tag(bytes: &[u8]) -> bool {
    bytes.split(|byte| *byte == b'<').skip(1).any(|rest| {
        let is_declared =
            |begin: &[u8]| rest.get(..begin.len()).is_some_and(|it| it.eq_ignore_ascii_case(begin));
        let (rest, is_end) = rest.strip_prefix(b"/").map_or((rest, false), |rest| (rest, true));
        let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
        let (name, rest) = rest.split_at(rest.iter().take_while(|byte| is_of_name(byte)).count());
        let is_custom = is_end && name.contains(&b'-') && name[0].is_ascii_lowercase();
        is_declared(b"!--")
            || is_declared(b"!doctype")
            || (is_element(name) || is_custom) && ends_as_tag(rest, is_end)
    })
}

/// Whether this is the name of an HTML element.
fn is_element(name: &[u8]) -> bool {
    let name = String::from_utf8_lossy(name).to_ascii_lowercase();
    !name.is_empty() && ELEMENTS.contains(&format!(" {name} "))
}

/// Whether `rest` completes a tag after its name, with attributes that have values. A tag that is
/// cut off needs a quoted value.
fn ends_as_tag(rest: &[u8], is_end: bool) -> bool {
    let Some(end) = rest.iter().position(|byte| *byte == b'>') else {
        return !is_end && (contains(rest, b"=\"") || contains(rest, b"='"));
    };
    let inside = rest[..end].trim_ascii();
    let has_attributes = rest.first().is_some_and(u8::is_ascii_whitespace) && inside.contains(&b'=');
    inside.is_empty() || !is_end && (inside == b"/" || has_attributes)
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|found| found == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The HTML of a text in chunks of this many bytes.
    fn html(text: &[u8], chunk_bytes: usize) -> Option<String> {
        let mut adapter = TextAsHtml::of_begin(text)?;
        let (begin, rest) = text.split_at(text.len().min(4));
        let mut html = adapter.html(begin).to_vec();
        rest.chunks(chunk_bytes).for_each(|chunk| html.extend_from_slice(adapter.html(chunk)));
        Some(String::from_utf8_lossy(&html).into_owned())
    }

    #[test]
    fn paragraphs_and_lines_survive_any_chunks() {
        let text = "\n a\r\n\tb\rc\n \r\n\n1 <b 2 &amp; 3\n\n";
        let expected = "\n<p>a<br>\nb<br>\nc\n<p>1 &lt;b 2 &amp;amp; 3";
        let utf_16 = [&[0xff, 0xfe][..], &text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>()];
        for chunk_bytes in 1..text.len() {
            assert_eq!(html(text.as_bytes(), chunk_bytes).as_deref(), Some(expected));
            let marked = format!("\u{feff}{expected}");
            assert_eq!(html(&utf_16.concat(), chunk_bytes).as_ref(), Some(&marked));
            assert_eq!(html(format!("\u{feff}{text}").as_bytes(), chunk_bytes), Some(marked));
        }
    }

    #[test]
    fn html_and_unknown_encodings_are_not_converted() {
        for left in [
            "a <b>b</b>", "a<BR/>b", "a <a href=x>b", "a</p >", "a <!-- b -->", "a\x1b$B%F%9%H\x1b(B",
            " \r\n\n", "\u{feff}\n", "a <my-box>b</my-box>", "a <div data-x=\"b",
        ] {
            assert_eq!(html(left.as_bytes(), 9), None, "{left}");
        }
        for text in [
            "", "a <b and c> d", "#include <stdio.h>", "a <- b -> c", "<foo@example.org>", "a <b",
            "a <my-file>", "a <b and c = d", "a </- b",
        ] {
            assert!(html(text.as_bytes(), 9).is_some(), "{text}");
        }
    }
}
