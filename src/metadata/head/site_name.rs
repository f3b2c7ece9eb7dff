//! Name of the site, chosen among several places in the page.
//!
//! In: names with their claims, whole or in pieces. Out: one name. Held: [`SITE_NAME_BYTES`].

use crate::address::host_and_path;
use crate::html::decode_references;
use crate::metadata::candidate::{append_folded, emptied};
use crate::metadata::claim::Claim;
use crate::metadata::limits::SITE_NAME_BYTES;
use alloc::string::String;

/// A site name that comes in pieces. The name with the least claim wins, the first among equals.
/// Holds [`SITE_NAME_BYTES`].
#[derive(Default)]
pub(crate) struct SiteName {
    name: String,
    claim: Claim,
    /// The name is too long and is ignored.
    is_cut: bool,
    /// The end of the name was not seen yet.
    is_open: bool,
}

impl SiteName {
    pub(crate) fn new() -> Self {
        Self { name: String::with_capacity(SITE_NAME_BYTES), ..Self::default() }
    }

    pub(crate) fn clear(&mut self) {
        *self = Self { name: emptied(&mut self.name), ..Self::default() };
    }

    /// Begins a name; returns whether it is wanted.
    pub(crate) fn begin(&mut self, claim: Claim) -> bool {
        let is_wanted = claim < self.claim || self.name().is_empty();
        if is_wanted {
            self.clear();
            (self.claim, self.is_open) = (claim, true);
        }
        is_wanted
    }

    /// Offers a whole name.
    pub(crate) fn offer(&mut self, name: &str, claim: Claim) {
        if self.begin(claim) {
            self.push(name);
            self.end();
        }
    }

    /// Adds a piece of the name that [began](Self::begin).
    pub(crate) fn push(&mut self, text: &str) {
        append_folded(&mut self.name, text, SITE_NAME_BYTES, &mut self.is_cut);
    }

    /// Completes the name.
    pub(crate) fn end(&mut self) {
        decode_references(&mut self.name, 0);
        self.is_open = false;
    }

    /// Removes a name whose end is missing.
    pub(crate) fn abandon(&mut self) {
        if self.is_open {
            self.clear();
        }
    }

    /// Whether the current name has this claim.
    pub(crate) fn is_of(&self, claim: Claim) -> bool {
        self.claim == claim
    }

    /// The name so far; empty if there is none.
    pub(crate) fn name(&self) -> &str {
        if self.is_cut { "" } else { self.name.trim_end() }
    }
}

/// Whether a link leads to the root of the site: by the path `/`, or by an address with the host of
/// the page's own address `url`.
pub(crate) fn is_root(href: &str, url: &str) -> bool {
    let href = href.trim();
    let Some((host, path)) = host_and_path(href) else { return href == "/" };
    matches!(path, "" | "/") && host_and_path(url).is_some_and(|(own, _)| own.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The title of a page with this beginning.
    fn title(start: &str) -> String {
        let text = "Some text of the page, which is long enough. ".repeat(10);
        crate::extractor::meta_of(&[start, "<p>", &text].concat()).title
    }

    #[test]
    fn json_ld_and_the_application_name_the_site() {
        let page = |markup: &str| title(&["<title>Kettle – Shop</title>", markup].concat());
        let script = |json: &str| ["<script type=application/ld+json>", json, "</script>"].concat();
        for markup in [
            &*script(r#"{"@type":"WebSite","name":" Shop "}"#),
            &script(r#"{"@graph":[{"@type":"WebPage","name":"Kettle"},{"@type":"WebSite","name":"Shop"}]}"#),
            &script(r#"{"@type":"BlogPosting","publisher":{"@type":"Organization","name":"Shop"}}"#),
            "<meta name=application-name content=shop>",
        ] {
            assert_eq!(page(markup), "Kettle", "{markup}");
        }
        for markup in [
            script(r#"{"@type":"WebSite","name":"Sho"#),
            script(r#"{"@type":"WebPage","name":"Shop"}"#),
            script(r#"{"@type":"WebPage","publisher":{"logo":{"name":"Shop"}}}"#),
            script(r#"{"@type":"Book","publisher":{"name":"Shop"}}"#),
            script(r#"{"@type":"WebPage","review":{"publisher":{"name":"Shop"}}}"#),
            script(r#"{"@type":"WebPage","isPartOf":{"@type":"WebSite","name":"Kettle"}}"#),
            script(&[r#"{"@type":"WebSite","name":"Shop"#, &" and more".repeat(20), r#""}"#].concat()),
        ] {
            assert_eq!(page(&markup), "Kettle – Shop", "{markup}");
        }
    }

    #[test]
    fn a_heading_that_leads_to_the_root_names_the_site() {
        let page = |start: &str| title(&["<title>ひびき陶器店 / 湯のみ</title>", start].concat());
        let own = "<link rel=canonical href=https://example.org/cups>";
        for start in [
            "<h1><a href=/>ひびき陶器店</a></h1>",
            "<h1><a href=/><img></a></h1><h1><b><a href=' / '>ひびき<i>陶器店</i></a></b></h1>",
            &[own, "<h1><a href=//www.example.org/>ひびき陶器店</a></h1>"].concat(),
            "<meta property=og:site_name content=Hibiki><h1><a href=/>ひびき陶器店</a></h1>",
        ] {
            assert_eq!(page(start), "湯のみ", "{start}");
        }
        for start in [
            "<h1><a href=./>ひびき陶器店</a></h1>",
            "<h2><a href=/>ひびき陶器店</a></h2>",
            "<h1><a href=https://example.org/>ひびき陶器店</a></h1>",
            &[own, "<h1><a href=https://example.com/>ひびき陶器店</a></h1>"].concat(),
        ] {
            assert_ne!(page(start), "湯のみ", "{start}");
        }
    }

    #[test]
    fn roots_are_told_from_other_addresses() {
        let own = "https://www.example.org/a";
        for href in ["/", " / ", "https://example.org", "http://EXAMPLE.org/", "//example.org/"] {
            assert!(is_root(href, own), "{href}");
        }
        for href in
            ["", "/a", "./", "#", "https://example.org/a", "https://example.com/", "/?u=http://example.org/"]
        {
            assert!(!is_root(href, own), "{href}");
        }
        assert!(!is_root("https://example.org/", "") && !is_root("https:///", "/a"));
    }
}
