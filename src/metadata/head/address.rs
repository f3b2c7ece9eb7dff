//! The page's own address, always absolute: relative addresses are resolved against a base.
//!
//! In: the address set from outside, `base` elements, and the address that the page claims. Out: an
//! absolute address, or nothing. Held: [`BASE_BYTES`].

use crate::address::{WHOLE_BYTES, has_scheme, host_of, is_absolute, resolve};
use crate::metadata::limits::FIELD_BYTES;
use alloc::string::String;

/// Maximum bytes of the base address; a longer one is ignored.
pub(crate) const BASE_BYTES: usize = 256;

/// Divisor of the budget beyond the minimum: one such share is for an address set from outside.
const BUDGET_SHARE: usize = 32;

/// Bytes kept of an address set from outside, for the bytes of the budget beyond the minimum. A
/// longer one is ignored.
pub(crate) fn url_bytes(spare_bytes: usize) -> usize {
    (FIELD_BYTES + spare_bytes / BUDGET_SHARE).min(WHOLE_BYTES)
}

/// Base address for relative ones. Holds [`BASE_BYTES`].
pub(crate) struct Base {
    /// The address from a `base` element, or else the one set from outside; empty for neither.
    address: String,
    /// A `base` element was read.
    is_said: bool,
}

impl Base {
    pub(crate) fn new() -> Self {
        Self { address: String::with_capacity(BASE_BYTES), is_said: false }
    }

    pub(crate) fn clear(&mut self) {
        self.address.clear();
        self.is_said = false;
    }

    /// Sets the base. An address that is relative or too long clears it.
    pub(crate) fn declare(&mut self, url: &str) {
        self.address.clear();
        if is_absolute(url) && url.len() <= BASE_BYTES && !url.contains(char::is_control) {
            self.address.push_str(url);
        }
    }

    /// Sets the base from the `href` of a `base` element; only the first element counts. A relative
    /// one is resolved against the address set from outside.
    pub(crate) fn say(&mut self, href: &str) {
        let href = href.trim();
        if self.is_said || href.is_empty() {
            return;
        }
        self.is_said = true;
        if is_absolute(href) {
            self.declare(href);
        } else if self.address.len() + href.len() < BASE_BYTES
            && !self.address.is_empty()
            && !has_scheme(href)
            && !href.contains(char::is_control)
        {
            resolve(&mut self.address, href);
        }
    }

    /// The base address; empty if unknown.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// The host of the base address; empty if unknown.
    pub(crate) fn host(&self) -> &str {
        host_of(&self.address)
    }

    /// Overwrites `to` with the absolute address of `claimed`. Leaves it empty if the base is
    /// unknown or the address is too long.
    pub(crate) fn write(&self, claimed: &str, to: &mut String) {
        to.clear();
        if is_absolute(claimed) {
            to.push_str(claimed);
        } else if !claimed.is_empty()
            && !has_scheme(claimed)
            && !self.address.is_empty()
            && self.address.len() + claimed.len() < FIELD_BYTES
        {
            to.push_str(&self.address);
            resolve(to, claimed);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::extractor::meta_of;

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
    fn an_address_set_from_outside_is_that_of_the_page() {
        let options = crate::Options::default().with_more_metadata(true);
        let mut extractor = crate::Extractor::new(options).expect("the options are good");
        let long = ["https://a.example/", &"x".repeat(5000)].concat();
        let mut url_of = |url: &str, page: &str| {
            extractor.set_url(url);
            extractor.push(page.as_bytes()).expect("HTML is never wrong");
            let meta = extractor.finish().expect("HTML is never wrong").summary.metadata;
            (meta.url, meta.more.expect("it is wanted").sources.url)
        };
        for url in ["https://a.example/x?y", "file:///x/y", &long] {
            for page in
                ["<p>Text", "<link rel=canonical href=/b>", "<link rel=canonical href=https://c.example>"]
            {
                assert_eq!(url_of(&[" ", url, " "].concat(), page), (url.into(), None), "{page}");
            }
        }
        let too_long = long.repeat(2);
        for url in ["a/b", "", "javascript:x", "https://a.example/x y", &too_long] {
            assert_eq!(url_of(url, "<p>Text").0, "", "{url}");
            let found = url_of(url, "<link rel=canonical href=https://c.example/b>");
            assert_eq!(
                found,
                ("https://c.example/b".into(), Some(crate::page::MetadataSource::Link)),
                "{url}"
            );
        }
    }

    #[test]
    fn a_small_budget_has_room_for_an_address_of_the_length_of_other_fields() {
        let options = crate::Options::default();
        let minimum = options.minimum_budget();
        let mut extractor =
            crate::Extractor::new(options.with_budget(minimum)).expect("the options are good");
        for (bytes, is_kept) in [(super::FIELD_BYTES, true), (super::FIELD_BYTES + 1, false)] {
            let url = ["https://a.example/", &"x".repeat(bytes - 18)].concat();
            extractor.set_url(&url);
            let meta = extractor.finish().expect("HTML is never wrong").summary.metadata;
            assert_eq!(meta.url == url, is_kept, "{bytes}");
        }
    }
}
