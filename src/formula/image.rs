//! Images of formulas, drawn by a tool or by a service on the web.
//!
//! In: `img` tags. Out: the TeX that their `alt` or their address holds. Holds nothing.

use super::attributes::{has_command, may_be_tex, names_formula};
use crate::html::{AttrId, Tag};

/// Parts of the addresses of services: what tells the service, what stands before the TeX in the
/// address, and whether other fields may follow.
const SERVICES: [(&str, &str, bool); 10] = [
    ("codecogs.com/", "?", false),
    ("latex.php?", "latex=", true),
    ("mimetex", "?", false),
    ("mathtex", "?", false),
    ("/equation?", "tex=", true),
    ("/render/math?", "math=", true),
    ("cht=tx", "chl=", true),
    ("upmath.me/svg/", "/svg/", false),
    ("math.now.sh", "from=", true),
    ("quicklatex.com/", "?", false),
];

/// Delimiters around the TeX in an `alt`.
const DELIMITERS: [(&str, &str); 4] = [("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]")];

/// TeX in an attribute.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Written<'a> {
    /// As it is, but for tags of line ends.
    Plain(&'a str),
    /// As part of an address.
    Encoded { text: &'a str, has_fields: bool },
}

impl Written<'_> {
    /// Bytes of it.
    pub(super) fn len(self) -> usize {
        let (Self::Plain(text) | Self::Encoded { text, .. }) = self;
        text.len()
    }

    /// Gives the TeX in pieces.
    pub(super) fn each_piece(self, mut out: impl FnMut(&str)) {
        match self {
            Self::Plain(text) => {
                for (at, part) in text.split("<br").enumerate() {
                    let rest = part.trim_start().trim_start_matches('/').strip_prefix('>');
                    match rest.filter(|_| at > 0) {
                        Some(rest) => [" ", rest].map(&mut out),
                        None => [if at > 0 { "<br" } else { "" }, part].map(&mut out),
                    };
                }
            }
            Self::Encoded { text, has_fields } => decode(text, has_fields, out),
        }
    }
}

/// The TeX of a formula that an image shows: from its `alt`, else from its address.
pub(crate) fn tex_of_image<'a>(tag: &Tag<'a>) -> Option<Written<'a>> {
    let src = tag.attributes.get_untruncated(AttrId::Src).unwrap_or("");
    let service = SERVICES.iter().find(|service| src.contains(service.0));
    let alt = tag.attributes.get(AttrId::Alt).unwrap_or("").trim();
    let is_of_formula = || service.is_some() || names_formula(tag);
    if !alt.is_empty() && (has_command(alt) || is_of_formula() && may_be_tex(alt)) {
        return Some(Written::Plain(without_delimiters(alt)));
    }
    let &(_, before, has_fields) = service?;
    let (_, tex) = src.split_once(before)?;
    let tex = if has_fields { tex.split('&').next().unwrap_or("") } else { tex };
    Some(Written::Encoded { text: tex, has_fields }).filter(|_| !tex.is_empty())
}

fn without_delimiters(tex: &str) -> &str {
    let inner = DELIMITERS.iter().find_map(|(begin, end)| tex.strip_prefix(begin)?.strip_suffix(end));
    inner.map_or(tex, str::trim)
}

/// Decodes TeX in an address. Among other fields, `+` is a space. CodeCogs names some signs.
fn decode(text: &str, has_fields: bool, mut out: impl FnMut(&str)) {
    const NAMES: [(&str, &str); 3] = [("&space;", " "), ("&plus;", "+"), ("&hash;", "#")];
    let mut rest = text;
    // The bytes of one character.
    let (mut held, mut len) = ([0; 4], 0);
    while let Some(&byte) = rest.as_bytes().first() {
        let code = rest.get(1..3).filter(|_| byte == b'%').and_then(|code| u8::from_str_radix(code, 16).ok());
        if let Some(code) = code {
            (held[len], rest) = (code, &rest[3..]);
            len += 1;
            if len > 1 && core::str::from_utf8(&held[..len]).is_err_and(|error| error.error_len().is_some()) {
                // The character before was cut: this byte begins another one.
                (held[0], len) = (code, 1);
            }
            match core::str::from_utf8(&held[..len]) {
                Ok(whole) => out(whole),
                Err(error) if error.error_len().is_none() && len < held.len() => continue,
                Err(_) => {}
            }
            len = 0;
        } else if let Some((name, sign)) = NAMES.iter().find(|(name, _)| rest.starts_with(name)) {
            out(sign);
            rest = &rest[name.len()..];
        } else {
            let bytes = rest.chars().next().map_or(1, char::len_utf8);
            out(if byte == b'+' && has_fields { " " } else { &rest[..bytes] });
            rest = &rest[bytes..];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::String;

    #[test]
    fn tex_in_addresses_is_decoded() {
        for (text, has_fields, tex) in [
            ("%5Cfrac%7B1%7D%7B2%7D+x", true, "\\frac{1}{2} x"),
            ("a+b&space;%2B&space;c", false, "a+b + c"),
            ("%CE%B1%CE%20%FF100%", false, "α 100%"),
            ("%C3", false, ""),
            ("%zz\\pi", false, "%zz\\pi"),
        ] {
            let mut found = String::new();
            decode(text, has_fields, |piece| found.push_str(piece));
            assert_eq!(found, tex);
        }
    }

    #[test]
    fn tags_of_line_ends_are_no_tex() {
        let mut found = String::new();
        Written::Plain("<br /> z=1<br>+<brx").each_piece(|piece| found.push_str(piece));
        assert_eq!(found, "  z=1 +<brx");
    }
}
