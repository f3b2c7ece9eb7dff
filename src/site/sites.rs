//! Sites and their wrappers, by host.

use super::compiled::{CompiledRule, MAX_TEMPLATES};
use super::wrapper::SiteRule;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// A structural pattern: an element type on a level, and its scores over the pages of a template.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// What finds its elements.
    pub wrapper: SiteRule,
    /// Level on which its elements are; 1 is `body`.
    pub level: u16,
    /// Pages that have it with at least one signifier inside.
    pub pages: usize,
    /// Its relevance R: equation 5 of Oita and Senellart 2012, or equation 7 if it was learned by
    /// coverage.
    pub relevance: f64,
    /// Mean informativeness over the pages that have it, by the measure that it was learned by.
    pub informativeness: f64,
}

/// Pages of a site that are built alike, and what was found in them.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    /// Patterns, the most relevant first, never none: the first one is the wrapper.
    pub patterns: Vec<Pattern>,
    /// Pages of this template that were looked at; [`Pattern::pages`] of the first pattern says how
    /// many of them have it.
    pub pages: usize,
}

/// One site: a wrapper for each of its templates.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// Host of its pages, in lower case, without `www.`; `None` where the pages were learned from
    /// whatever their addresses.
    pub host: Option<String>,
    /// Pages that were given.
    pub pages: u64,
    /// Those of them that were looked at.
    pub sample: usize,
    /// Templates, that of the most pages first, at most four, never none.
    pub templates: Vec<Template>,
    /// Names of pages of the sample that no wrapper finds anything on.
    pub unfit: Vec<String>,
}

/// Sites by host; cheap to clone, since clones share what they hold.
///
/// ```
/// let json = r#"{"trommel_site": 1, "sites": [{"pages": 2, "sample": 2, "unfit": [], "templates": [{"pages": 2, "patterns": [
///     {"element": {"tag": "div", "attributes": [{"name": "class", "value": "story"}]},
///      "level": 4, "pages": 2, "relevance": 80.5, "informativeness": 10.1}]}]}]}"#;
/// let sites = trommel::site::Sites::from_json(json)?;
/// assert_eq!(sites.sites()[0].templates[0].patterns[0].wrapper.css(), "div.story");
/// # Ok::<(), trommel::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sites(Arc<Held>);

#[derive(Debug)]
struct Held {
    /// In the order of their hosts.
    sites: Vec<Site>,
    ways: Vec<Vec<CompiledRule>>,
    bytes: usize,
}

impl PartialEq for Sites {
    fn eq(&self, other: &Self) -> bool {
        self.0.sites == other.0.sites
    }
}

impl Sites {
    /// These sites.
    #[must_use]
    pub fn new(mut sites: Vec<Site>) -> Self {
        sites.sort_by(|a, b| a.host.cmp(&b.host));
        let best =
            |template: &Template| template.patterns.first().map(|best| CompiledRule::of(&best.wrapper));
        let ways: Vec<Vec<CompiledRule>> = sites
            .iter()
            .map(|site| site.templates.iter().take(MAX_TEMPLATES).filter_map(best).collect())
            .collect();
        sites.iter_mut().for_each(shrink);
        sites.shrink_to_fit();
        let bytes = sites.iter().map(held_bytes_of).sum();
        Self(Arc::new(Held { sites, ways, bytes }))
    }

    /// All sites, in the order of their hosts.
    #[must_use]
    pub fn sites(&self) -> &[Site] {
        &self.0.sites
    }

    /// The site of a page: that of its host, or else the one that was learned whatever the
    /// addresses.
    #[must_use]
    pub fn of_url(&self, url: Option<&str>) -> Option<&Site> {
        self.number_of(url).map(|site| &self.0.sites[site])
    }

    pub(super) fn number_of(&self, url: Option<&str>) -> Option<usize> {
        let find =
            |host: Option<&str>| self.0.sites.binary_search_by(|site| site.host.as_deref().cmp(&host)).ok();
        url.and_then(host_of).and_then(|host| find(Some(&host))).or_else(|| find(None))
    }

    pub(super) fn ways(&self, site: usize) -> &[CompiledRule] {
        &self.0.ways[site]
    }

    /// Bytes on the heap, give or take what the allocator adds; reserved once for each extractor.
    #[must_use]
    pub fn held_bytes(&self) -> usize {
        self.0.bytes
    }
}

/// Gives back room that lists have beyond what is in them: of a file, most of it.
fn shrink(site: &mut Site) {
    for template in &mut site.templates {
        template.patterns.shrink_to_fit();
    }
    site.templates.shrink_to_fit();
    site.unfit.shrink_to_fit();
}

/// Bytes that a site and its ways hold on the heap.
fn held_bytes_of(site: &Site) -> usize {
    let patterns = site.templates.iter().flat_map(|template| &template.patterns);
    size_of::<Site>()
        + size_of::<Vec<CompiledRule>>()
        + site.host.as_ref().map_or(0, String::capacity)
        + site.unfit.iter().map(|name| size_of::<String>() + name.capacity()).sum::<usize>()
        // Ways are gathered one by one, with room for four from the first on.
        + site.templates.len() * size_of::<Template>() + MAX_TEMPLATES * size_of::<CompiledRule>()
        + patterns.map(|pattern| size_of::<Pattern>() + pattern.wrapper.held_bytes()).sum::<usize>()
}

/// The host of a URL as the key of its site: in lower case, without user, port and `www.`.
#[must_use]
pub fn host_of(url: &str) -> Option<String> {
    let (_, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or("");
    let host = authority.rsplit('@').next().unwrap_or("");
    let host = if host.starts_with('[') { host } else { host.split(':').next().unwrap_or("") };
    let host = host.trim_end_matches('.').to_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    (!host.is_empty()).then(|| host.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_told_without_user_port_and_www() {
        for (url, host) in [
            ("http://www.example.com/a", Some("example.com")),
            ("https://a:b@Example.com:8080?x", Some("example.com")),
            ("http://[::1]:80/", Some("[::1]:80")),
            ("/a/b", None),
            ("http:///a", None),
        ] {
            assert_eq!(host_of(url).as_deref(), host, "{url}");
        }
    }
}
