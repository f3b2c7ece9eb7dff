//! The page's own address, always absolute: relative addresses are resolved against a base.
//!
//! In: the address set from outside, `base` elements, and the address that the page claims. Out: an
//! absolute address, or nothing. Held: [`BASE_BYTES`].

use super::FIELD_BYTES;
use super::site_name::host_and_path;
use alloc::string::String;

/// Maximum bytes of the base address; a longer one is ignored.
pub(super) const BASE_BYTES: usize = 256;

/// Separator between the scheme and the host.
const BEFORE_HOST: &str = "//";

/// Base address for relative ones. Holds [`BASE_BYTES`].
pub(super) struct Base {
    /// The address from a `base` element, or else the one set from outside; empty for neither.
    address: String,
    /// A `base` element was read.
    is_said: bool,
}

impl Base {
    pub(super) fn new() -> Self {
        Self { address: String::with_capacity(BASE_BYTES), is_said: false }
    }

    pub(super) fn clear(&mut self) {
        self.address.clear();
        self.is_said = false;
    }

    /// Sets the address from which the page was fetched. An address that is relative or too long
    /// clears it.
    pub(super) fn declare(&mut self, url: &str) {
        self.address.clear();
        let url = url.trim();
        if is_whole(url) && url.len() <= BASE_BYTES {
            self.address.push_str(url);
        }
    }

    /// Sets the base from the `href` of a `base` element; only the first element counts. A relative
    /// one is resolved against the address set from outside.
    pub(super) fn say(&mut self, href: &str) {
        let href = href.trim();
        if self.is_said || href.is_empty() {
            return;
        }
        self.is_said = true;
        if is_whole(href) {
            self.declare(href);
        } else if self.address.len() + href.len() < BASE_BYTES
            && !self.address.is_empty()
            && !has_scheme(href)
        {
            resolve(&mut self.address, href);
        }
    }

    /// The host of the base address; empty if unknown.
    pub(super) fn host(&self) -> &str {
        host_of(&self.address)
    }

    /// Overwrites `to` with the absolute address of `claims`. Leaves it empty if the base is
    /// unknown or the address is too long.
    pub(super) fn write(&self, claims: &str, to: &mut String) {
        to.clear();
        if is_whole(claims) {
            to.push_str(claims);
        } else if !claims.is_empty()
            && !has_scheme(claims)
            && !self.address.is_empty()
            && self.address.len() + claims.len() < FIELD_BYTES
        {
            to.push_str(&self.address);
            resolve(to, claims);
        }
    }
}

/// Whether an address has a scheme and a host.
pub(super) fn is_whole(url: &str) -> bool {
    has_scheme(url)
        && url.split_once("://").is_some_and(|(_, rest)| !rest.is_empty() && !rest.starts_with('/'))
}

/// The host of an absolute address; empty for others.
pub(super) fn host_of(url: &str) -> &str {
    let (host, _) = host_and_path(url.trim()).filter(|_| is_whole(url.trim())).unwrap_or_default();
    // Without user and password, port, query and fragment.
    let host = host.rsplit('@').next().unwrap_or("");
    host.split([':', '?', '#']).next().unwrap_or("")
}

/// Whether an address begins with a scheme.
fn has_scheme(url: &str) -> bool {
    let is_of_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    let scheme = url.find(|c| !is_of_scheme(c)).filter(|&end| url[end..].starts_with(':'));
    scheme.is_some() && url.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Resolves `part` against the absolute address in `base`, in place.
///
/// Cost: linear in both.
/// Source: RFC 3986, section 5.2, without the parts that apply only to other schemes.
fn resolve(base: &mut String, part: &str) {
    let host = base.find(BEFORE_HOST).map_or(0, |at| at + BEFORE_HOST.len());
    if part.starts_with(BEFORE_HOST) {
        base.truncate(host - BEFORE_HOST.len());
        base.push_str(part);
        return;
    }
    let end =
        |text: &str, from: usize, signs: &[char]| text[from..].find(signs).map_or(text.len(), |at| from + at);
    let root = end(base, host, &['/', '?', '#']);
    let (path, rest) = part.split_at(end(part, 0, &['?', '#']));
    if path.is_empty() {
        base.truncate(end(base, root, if rest.starts_with('?') { &['?', '#'] } else { &['#'] }));
    } else {
        base.truncate(end(base, root, &['?', '#']));
        let directory = base[root..].rfind('/').map_or(root, |at| root + at);
        base.truncate(if path.starts_with('/') { root } else { directory });
        push_path(base, root, path.strip_prefix('/').unwrap_or(path));
    }
    base.push_str(rest);
}

/// Appends the segments of `path` to a directory of the address in `base`, whose path begins at
/// `root`.
fn push_path(base: &mut String, root: usize, path: &str) {
    let mut is_directory = false;
    for step in path.split('/') {
        is_directory = matches!(step, "." | "..");
        if step == ".." {
            base.truncate(base[root..].rfind('/').map_or(root, |at| root + at));
        } else if step != "." {
            base.push('/');
            base.push_str(step);
        }
    }
    if is_directory {
        base.push('/');
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_host_of_an_address_is_neither_who_asks_nor_a_port() {
        for (url, host) in [
            ("https://www.a.example/b", "a.example"),
            (" https://a.example?b=/c@d ", "a.example"),
            ("https://ada:word@a.example:80/b", "a.example"),
            ("https://a.example#b", "a.example"),
            ("//a.example/b", ""),
            ("/b", ""),
            ("", ""),
        ] {
            assert_eq!(super::host_of(url), host, "{url}");
        }
    }

    use super::*;
    use crate::extractor::meta_of;

    #[test]
    fn parts_are_read_as_the_standard_reads_them() {
        for (part, expected) in [
            ("g", "http://a/b/c/g"),
            ("./g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y/./x", "http://a/b/c/g?y/./x"),
            ("#s", "http://a/b/c/d;p?q#s"),
            ("g;x=1/../y#s", "http://a/b/c/y#s"),
            (".", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../../../../g", "http://a/g"),
            ("/./g/../h/.", "http://a/h/"),
        ] {
            let mut address = String::from("http://a/b/c/d;p?q");
            resolve(&mut address, part);
            assert_eq!(address, expected, "{part}");
        }
        let mut address = String::from("http://a?q");
        resolve(&mut address, "g");
        assert_eq!(address, "http://a/g");
    }

    #[test]
    fn the_address_of_a_page_is_a_whole_one() {
        let whole = "<link rel=canonical href=https://a.example/b>";
        for (page, expected) in [
            (whole, "https://a.example/b"),
            (
                "<link rel=canonical href=/c><meta property=og:url content=https://a.example/b>",
                "https://a.example/b",
            ),
            (
                "<base href=https://a.example/d/><base href=https://c.example><link rel=canonical href=../b>",
                "https://a.example/b",
            ),
            ("<link rel=canonical href=/b><base href=https://a.example>", "https://a.example/b"),
            ("<base href=https://a.example/d/><meta property=og:url content=b>", "https://a.example/d/b"),
            ("<link rel=canonical href=//a.example/b>", ""),
            ("<base href=http://c.example><link rel=canonical href=//a.example/b>", "http://a.example/b"),
            ("<link rel=canonical href=/b>", ""),
            ("<base href=/><link rel=canonical href=/b>", ""),
            ("<base href=https://a.example/d/><link rel=canonical href='javascript:void(0)'>", ""),
            ("<link rel=canonical href=http:///b>", ""),
        ] {
            assert_eq!(meta_of(page).url, expected, "{page}");
        }
    }

    #[test]
    fn a_declared_address_tells_what_a_part_of_one_belongs_to() {
        for (page, expected) in [
            ("<link rel=canonical href=/b>", "https://a.example/b"),
            ("<base href=/d/><link rel=canonical href=b>", "https://a.example/d/b"),
            ("<base href=https://c.example><link rel=canonical href=b>", "https://c.example/b"),
            ("<link rel=canonical href=https://c.example/b>", "https://c.example/b"),
            ("<p>Text", ""),
        ] {
            let options = crate::Options::default();
            let mut extractor = crate::Extractor::new(options).expect("the options are good");
            for _ in 0..2 {
                extractor.set_url("https://a.example/x/y?z");
                extractor.push(page.as_bytes()).expect("HTML is never wrong");
                let url = extractor.finish().expect("HTML is never wrong").summary.metadata.url;
                assert_eq!(url, expected, "{page}");
            }
        }
    }
}
