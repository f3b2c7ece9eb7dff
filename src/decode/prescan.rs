//! The encoding that a page declares in its first bytes.
//!
//! Source: the HTML standard, "prescan a byte stream to determine its encoding", "get an
//! attribute", "extracting a character encoding from a meta element" and "get an XML encoding".
//! There are three departures:
//! - UTF-16 without a byte order mark is recognised by any tag at the start of the page, not only
//!   by an XML declaration.
//! - A label of the *replacement* encoding (hz-gb-2312 and the like) counts as unknown. By the
//!   standard the whole page becomes one U+FFFD.
//! - The `encoding` of an XML declaration is searched inside the declaration only, as browsers do,
//!   and not in the whole page.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use memchr::{memchr, memmem};

/// The encoding that `bytes`, the start of a page, declare.
///
/// More bytes do not change an encoding once it is found, with one exception: a meta element takes
/// precedence over an XML declaration.
///
/// Cost: linear, holds nothing.
pub(super) fn prescan(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [b'<', 0, sign, 0, ..] if sign.is_ascii_graphic() => return Some(UTF_16LE),
        [0, b'<', 0, sign, ..] if sign.is_ascii_graphic() => return Some(UTF_16BE),
        _ => {}
    }
    Scan { bytes, pos: 0 }.markup().or_else(|| xml_encoding(bytes))
}

/// The encoding for a label; `None` for the replacement encoding.
pub(super) fn by_label(label: &[u8]) -> Option<&'static Encoding> {
    Encoding::for_label_no_replacement(label)
}

/// Name and value of an attribute.
type Attribute<'a> = (&'a [u8], &'a [u8]);

/// A position in the bytes. Methods return `None` at the end of the bytes, which ends the prescan.
struct Scan<'a> {
    bytes: &'a [u8],
    pos: usize,
}

impl<'a> Scan<'a> {
    /// The step "loop" of the standard.
    fn markup(&mut self) -> Option<&'static Encoding> {
        loop {
            self.pos += memchr(b'<', self.rest())?;
            let rest = self.rest();
            if rest.starts_with(b"<!--") {
                // The two dashes that open the comment may also close it.
                self.pos += 2 + memmem::find(&rest[2..], b"-->")? + 2;
            } else if is_meta(rest) {
                self.pos += b"<meta".len();
                if let Some(encoding) = self.meta()? {
                    return Some(encoding);
                }
            } else if is_tag(rest) {
                while !is_space(self.byte()?) && self.byte()? != b'>' {
                    self.pos += 1;
                }
                while self.attribute()?.is_some() {}
            } else if matches!(rest.get(1), Some(b'!' | b'/' | b'?')) {
                self.pos += memchr(b'>', rest)?;
            }
            self.pos += 1;
        }
    }

    /// The encoding that the attributes of a meta element declare.
    fn meta(&mut self) -> Option<Option<&'static Encoding>> {
        let (mut seen_http_equiv, mut seen_content, mut seen_charset) = (false, false, false);
        let (mut got_pragma, mut need_pragma) = (false, None);
        // Outer `None`: no attribute names an encoding. Inner `None`: one does, with an unknown
        // label.
        let mut charset: Option<Option<&'static Encoding>> = None;
        while let Some((name, value)) = self.attribute()? {
            // Only the first attribute of each name counts.
            if name.eq_ignore_ascii_case(b"http-equiv") && !core::mem::replace(&mut seen_http_equiv, true) {
                got_pragma = value.eq_ignore_ascii_case(b"content-type");
            } else if name.eq_ignore_ascii_case(b"content") && !core::mem::replace(&mut seen_content, true) {
                let encoding = content_encoding(value);
                if encoding.is_some() && charset.is_none() {
                    charset = Some(encoding);
                    need_pragma = Some(true);
                }
            } else if name.eq_ignore_ascii_case(b"charset") && !core::mem::replace(&mut seen_charset, true) {
                charset = Some(by_label(value));
                need_pragma = Some(false);
            }
        }
        let counts = need_pragma.is_some_and(|needed| !needed || got_pragma);
        let encoding = charset.flatten().filter(|_| counts);
        Some(encoding.map(|found| if found == X_USER_DEFINED { WINDOWS_1252 } else { not_utf_16(found) }))
    }

    /// The next attribute of a tag; `Some(None)` at the `>` that ends the tag.
    fn attribute(&mut self) -> Option<Option<Attribute<'a>>> {
        while is_space(self.byte()?) || self.byte()? == b'/' {
            self.pos += 1;
        }
        if self.byte()? == b'>' {
            return Some(None);
        }
        let start = self.pos;
        // An attribute name may begin with `=`.
        while self.byte()? != b'=' || self.pos == start {
            if is_space(self.byte()?) || matches!(self.byte()?, b'/' | b'>') {
                break;
            }
            self.pos += 1;
        }
        let name = &self.bytes[start..self.pos];
        self.skip_spaces()?;
        if self.byte()? != b'=' {
            return Some(Some((name, b"")));
        }
        self.pos += 1;
        self.skip_spaces()?;
        let quote = self.byte()?;
        if matches!(quote, b'"' | b'\'') {
            self.pos += 1;
            let start = self.pos;
            self.pos += memchr(quote, self.rest())? + 1;
            return Some(Some((name, &self.bytes[start..self.pos - 1])));
        }
        let start = self.pos;
        while !is_space(self.byte()?) && self.byte()? != b'>' {
            self.pos += 1;
        }
        Some(Some((name, &self.bytes[start..self.pos])))
    }

    /// The byte at the current position.
    fn byte(&self) -> Option<u8> {
        self.bytes.get(self.pos).copied()
    }

    /// All bytes from the current position.
    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.pos..).unwrap_or_default()
    }

    fn skip_spaces(&mut self) -> Option<()> {
        while is_space(self.byte()?) {
            self.pos += 1;
        }
        Some(())
    }
}

/// Whether `rest` begins with the start tag of a meta element.
fn is_meta(rest: &[u8]) -> bool {
    let (name, after) = (rest.get(..5), rest.get(5));
    name.is_some_and(|name| name.eq_ignore_ascii_case(b"<meta"))
        && after.is_some_and(|&byte| is_space(byte) || byte == b'/')
}

/// Whether `rest` begins with a start tag or an end tag.
fn is_tag(rest: &[u8]) -> bool {
    let name = if rest.get(1) == Some(&b'/') { rest.get(2) } else { rest.get(1) };
    name.is_some_and(u8::is_ascii_alphabetic)
}

/// ASCII whitespace of the HTML standard.
fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}

/// UTF-8 in place of UTF-16: a page whose `<` was found byte by byte is not in UTF-16.
fn not_utf_16(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == UTF_16LE || encoding == UTF_16BE { UTF_8 } else { encoding }
}

/// The encoding in the `content` of a meta element: the label after `charset=`.
fn content_encoding(content: &[u8]) -> Option<&'static Encoding> {
    let mut rest = content;
    loop {
        let found = rest.windows(7).position(|word| word.eq_ignore_ascii_case(b"charset"))?;
        rest = rest[found + 7..].trim_ascii_start();
        if let Some(value) = rest.strip_prefix(b"=") {
            rest = value.trim_ascii_start();
            break;
        }
    }
    let label = match rest.first()? {
        quote @ (b'"' | b'\'') => {
            let inside = &rest[1..];
            &inside[..memchr(*quote, inside)?]
        }
        _ => {
            let end = rest.iter().position(|&byte| is_space(byte) || byte == b';');
            &rest[..end.unwrap_or(rest.len())]
        }
    };
    by_label(label)
}

/// The encoding in an XML declaration at the start of the page.
fn xml_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let declaration = bytes.strip_prefix(b"<?xml")?;
    let declaration = &declaration[..memchr(b'>', declaration)?];
    let after = &declaration[memmem::find(declaration, b"encoding")? + b"encoding".len()..];
    let value = skip_controls(skip_controls(after).strip_prefix(b"=")?);
    let (&quote, value) = value.split_first()?;
    if !matches!(quote, b'"' | b'\'') {
        return None;
    }
    let label = &value[..memchr(quote, value)?];
    if label.iter().any(|&byte| byte <= b' ') {
        return None;
    }
    by_label(label).map(not_utf_16)
}

/// `bytes` without the spaces and control characters at its start.
fn skip_controls(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().position(|&byte| byte > b' ');
    &bytes[start.unwrap_or(bytes.len())..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn declares(page: &str, name: &str) {
        assert_eq!(prescan(page.as_bytes()).map_or("nothing", Encoding::name), name, "{page:?}");
    }

    #[test]
    fn a_meta_element_declares_by_charset() {
        declares("<meta charset=koi8-r>", "KOI8-R");
        declares("<META/CHARSET = ' KOI8-R '>", "KOI8-R");
        declares("<meta charset=koi8-r", "nothing");
        declares("<meta\u{b}charset=koi8-r>", "nothing");
        declares("<metal charset=koi8-r>", "nothing");
        declares("<meta charset=no-such><meta charset=koi8-r>", "KOI8-R");
    }

    #[test]
    fn a_meta_element_declares_by_http_equiv_and_content_in_any_order() {
        declares("<meta http-equiv=content-type content='text/html;charset=big5'>", "Big5");
        declares("<meta content='text/html;charset=big5' http-equiv='Content-Type'>", "Big5");
        declares("<meta content='text/html;charset=big5'>", "nothing");
        declares("<meta http-equiv=refresh content='text/html;charset=big5'>", "nothing");
    }

    #[test]
    fn the_first_attribute_of_a_name_counts() {
        declares("<meta charset=big5 charset=koi8-r>", "Big5");
        declares("<meta charset=no-such charset=koi8-r>", "nothing");
        declares("<meta http-equiv=x http-equiv=content-type content='charset=big5'>", "nothing");
    }

    #[test]
    fn charset_wins_over_content_even_if_unknown() {
        declares("<meta charset=big5 http-equiv=content-type content='charset=koi8-r'>", "Big5");
        declares("<meta http-equiv=content-type content='charset=koi8-r' charset=big5>", "Big5");
        declares("<meta charset=no-such http-equiv=content-type content='charset=koi8-r'>", "nothing");
        declares("<meta http-equiv=content-type content='charset=koi8-r' charset=no-such>", "nothing");
    }

    #[test]
    fn content_is_searched_for_charset_and_an_equals_sign() {
        for (content, name) in [
            ("charset charset = koi8-r; x", "KOI8-R"),
            ("xCHARSET=koi8-r x", "KOI8-R"),
            ("charset=\"koi8-r\"x", "KOI8-R"),
            ("charset=\"koi8-r", "nothing"),
            ("charset=koi8-r\"", "nothing"),
            ("charset=", "nothing"),
            ("charset", "nothing"),
            ("charsetcharset=koi8-r", "KOI8-R"),
        ] {
            assert_eq!(
                content_encoding(content.as_bytes()).map_or("nothing", Encoding::name),
                name,
                "{content}"
            );
        }
    }

    #[test]
    fn comments_tags_and_declarations_are_stepped_over() {
        declares("<!--<meta charset=big5>--><meta charset=koi8-r>", "KOI8-R");
        declares("<!--><meta charset=koi8-r>", "KOI8-R");
        declares("<!-- --!><meta charset=koi8-r>", "nothing");
        declares("<p title='<meta charset=big5>'><meta charset=koi8-r>", "KOI8-R");
        declares("</p title='<meta charset=big5>'><meta charset=koi8-r>", "KOI8-R");
        declares("<!x '<meta charset=koi8-r>", "nothing");
        declares("<?x><meta charset=koi8-r>", "KOI8-R");
        declares("</3><meta charset=koi8-r>", "KOI8-R");
        declares("< <3 <<meta charset=koi8-r>", "KOI8-R");
        declares("<p a='x'b==\"y\"=c=d =e/f = / ><meta charset=koi8-r>", "KOI8-R");
        declares("<a\u{c}=\">'\" ><meta charset=koi8-r>", "KOI8-R");
    }

    #[test]
    fn some_labels_are_replaced() {
        declares("<meta charset=utf-16>", "UTF-8");
        declares("<meta charset=utf-16be>", "UTF-8");
        declares("<meta charset=x-user-defined>", "windows-1252");
        declares("<meta charset=hz-gb-2312>", "nothing");
    }

    #[test]
    fn an_xml_declaration_counts_where_no_meta_element_does() {
        declares("<?xml version='1.0' encoding='koi8-r'?><p>", "KOI8-R");
        declares("<?xml encoding = \"koi8-r\"?><meta charset=big5>", "Big5");
        declares("<?xml encoding='utf-16'?>", "UTF-8");
        declares("<?xml encoding='koi8-r '?>", "nothing");
        declares("<?xml encoding=koi8-r?>", "nothing");
        declares("<?xml encoding='koi8-r'", "nothing");
        declares("<?xml ?><p encoding='koi8-r'>", "nothing");
        declares(" <?xml encoding='koi8-r'?>", "nothing");
        declares("<\0?\0x\0m\0l\0", "UTF-16LE");
        declares("\0<\0?\0x\0m\0l", "UTF-16BE");
    }
}
