//! What was learned of sites, and the file that it is kept in.

use super::learn::Pattern;
use super::matcher::{MAX_TEMPLATES, Way};
use super::wrapper::{Wrapper, Written};
use crate::error::{Error, ErrorKind, Result};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Version of the files that are written and read.
const VERSION: u64 = 1;

/// Hosts of a file, at most.
const MAX_SITES: usize = 1 << 20;

/// Pages of a site that are built alike, and what was found in them.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Template {
    /// Patterns, the most relevant first, never none: the first one is the wrapper.
    pub patterns: Vec<Pattern>,
    /// Pages of this template that were looked at; [`Pattern::pages`] of the first pattern says how many of them have it.
    pub pages: usize,
}

/// One site: a wrapper for each of its templates.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Site {
    /// Host of its pages, in lower case, without `www.`; `None` where the pages were learned from whatever their addresses.
    pub host: Option<String>,
    /// Pages that were given.
    pub pages: u64,
    /// Those of them that were looked at.
    pub sample: usize,
    /// Templates, that of the most pages first, at most four, never none.
    pub templates: Vec<Template>,
    /// ElementInfo of pages of the sample that no wrapper finds anything on.
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
    ways: Vec<Vec<Way>>,
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
        let best = |template: &Template| template.patterns.first().map(|best| Way::of(&best.wrapper));
        let ways: Vec<Vec<Way>> = sites
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

    /// The site of a page: that of its host, or else the one that was learned whatever the addresses.
    #[must_use]
    pub fn of_url(&self, url: Option<&str>) -> Option<&Site> {
        self.number_of(url).map(|site| &self.0.sites[site])
    }

    pub(super) fn number_of(&self, url: Option<&str>) -> Option<usize> {
        let find =
            |host: Option<&str>| self.0.sites.binary_search_by(|site| site.host.as_deref().cmp(&host)).ok();
        url.and_then(host_of).and_then(|host| find(Some(&host))).or_else(|| find(None))
    }

    pub(super) fn ways(&self, site: usize) -> &[Way] {
        &self.0.ways[site]
    }

    /// Bytes on the heap, give or take what the allocator adds; reserved once for each extractor.
    #[must_use]
    pub fn held_bytes(&self) -> usize {
        self.0.bytes
    }

    /// As JSON, to be read again by [`from_json`](Self::from_json). XPath and CSS are for the reader; the element is what counts.
    #[must_use]
    pub fn to_json(&self) -> String {
        let file =
            File { trommel_site: VERSION, sites: self.0.sites.iter().map(WrittenSite::from).collect() };
        // Strings, numbers and lists always have a JSON.
        serde_json::to_string_pretty(&file).map(|json| json + "\n").unwrap_or_default()
    }

    /// Reads what [`to_json`](Self::to_json) wrote.
    ///
    /// # Errors
    /// [`ErrorKind::Site`] for what is no JSON, no file of ours, of another version, or has elements that cannot be; lines are from 1.
    pub fn from_json(json: &str) -> Result<Self> {
        let wrong = |message: String| Error::new(ErrorKind::Site, message);
        let ours = "a site file, as `trommel site learn` writes it";
        let value: serde_json::Value = serde_json::from_str(json)
            .map_err(|error| wrong(format!("expected {ours}, found no JSON: {error}")))?;
        let Some(version) = value.get("trommel_site") else {
            return Err(wrong(format!("expected {ours}, found JSON without \"trommel_site\"")));
        };
        if version.as_u64() != Some(VERSION) {
            return Err(wrong(format!(
                "expected a site file of version {VERSION}, found version {version}; learn it anew"
            )));
        }
        let file: File = serde_json::from_str(json)
            .map_err(|error| wrong(format!("expected {ours} of version {VERSION}, found: {error}")))?;
        if file.sites.is_empty() || file.sites.len() > MAX_SITES {
            let found = file.sites.len();
            return Err(wrong(format!("expected 1 to {MAX_SITES} sites, found {found}")));
        }
        let sites = file.sites.into_iter().map(Site::try_from).collect::<Result<Vec<_>>>()?;
        let sites = Self::new(sites);
        match sites.0.sites.windows(2).find(|pair| pair[0].host == pair[1].host) {
            Some(pair) => Err(wrong(format!("expected each host once, found {:?} twice", pair[0].host))),
            None => Ok(sites),
        }
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
        + size_of::<Vec<Way>>()
        + site.host.as_ref().map_or(0, String::capacity)
        + site.unfit.iter().map(|name| size_of::<String>() + name.capacity()).sum::<usize>()
        // Ways are gathered one by one, with room for four from the first on.
        + site.templates.len() * size_of::<Template>() + MAX_TEMPLATES * size_of::<Way>()
        + patterns.map(|pattern| size_of::<Pattern>() + pattern.wrapper.held_bytes()).sum::<usize>()
}

/// The host in an address, as sites are told by: in lower case, without user, port and `www.`.
pub(crate) fn host_of(url: &str) -> Option<String> {
    let (_, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or("");
    let host = authority.rsplit('@').next().unwrap_or("");
    let host = if host.starts_with('[') { host } else { host.split(':').next().unwrap_or("") };
    let host = host.trim_end_matches('.').to_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    (!host.is_empty()).then(|| host.to_string())
}

#[derive(Serialize, Deserialize)]
struct File {
    trommel_site: u64,
    sites: Vec<WrittenSite>,
}

#[derive(Serialize, Deserialize)]
struct WrittenSite {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    host: Option<String>,
    pages: u64,
    sample: usize,
    templates: Vec<WrittenTemplate>,
    #[serde(default)]
    unfit: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct WrittenTemplate {
    pages: usize,
    patterns: Vec<WrittenPattern>,
}

#[derive(Serialize, Deserialize)]
struct WrittenPattern {
    #[serde(default)]
    css: String,
    #[serde(default)]
    xpath: String,
    element: Written,
    level: u16,
    pages: usize,
    relevance: f64,
    informativeness: f64,
}

impl From<&Site> for WrittenSite {
    fn from(site: &Site) -> Self {
        let pattern = |pattern: &Pattern| WrittenPattern {
            css: pattern.wrapper.css(),
            xpath: pattern.wrapper.xpath(),
            element: Written::from(&pattern.wrapper),
            level: pattern.level,
            pages: pattern.pages,
            relevance: rounded(pattern.relevance),
            informativeness: rounded(pattern.informativeness),
        };
        let template = |template: &Template| WrittenTemplate {
            pages: template.pages,
            patterns: template.patterns.iter().map(pattern).collect(),
        };
        Self {
            host: site.host.clone(),
            pages: site.pages,
            sample: site.sample,
            templates: site.templates.iter().map(template).collect(),
            unfit: site.unfit.clone(),
        }
    }
}

/// What a reader of a score wants of it.
fn rounded(score: f64) -> f64 {
    (score * 1000.0).round() / 1000.0
}

impl TryFrom<WrittenSite> for Site {
    type Error = Error;

    fn try_from(written: WrittenSite) -> Result<Self> {
        let found = written.templates.len();
        if found == 0
            || found > MAX_TEMPLATES
            || written.templates.iter().any(|template| template.patterns.is_empty())
        {
            let message =
                format!("expected 1 to {MAX_TEMPLATES} templates with patterns of a site, found {found}");
            return Err(Error::new(ErrorKind::Site, message));
        }
        let pattern = |written: WrittenPattern| {
            Ok(Pattern {
                wrapper: Wrapper::try_from(written.element)?,
                level: written.level,
                pages: written.pages,
                relevance: written.relevance,
                informativeness: written.informativeness,
            })
        };
        let template = |written: WrittenTemplate| {
            let patterns = written.patterns.into_iter().map(pattern).collect::<Result<_>>()?;
            Ok(Template { patterns, pages: written.pages })
        };
        let host = |written: String| {
            let wrong = || Error::new(ErrorKind::Site, format!("expected a host, found {written:?}"));
            host_of(&format!("http://{written}")).ok_or_else(wrong)
        };
        Ok(Self {
            host: written.host.map(host).transpose()?,
            pages: written.pages,
            sample: written.sample,
            templates: written.templates.into_iter().map(template).collect::<Result<_>>()?,
            unfit: written.unfit,
        })
    }
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

    #[test]
    fn what_is_not_ours_is_refused_and_said() {
        for (json, claims) in [
            ("", "found no JSON"),
            ("<html>", "found no JSON"),
            ("{}", "without \"trommel_site\""),
            ("[]", "without \"trommel_site\""),
            (r#"{"trommel_site": 2}"#, "found version 2"),
            (r#"{"trommel_site": 1}"#, "missing field"),
            (r#"{"trommel_site": 1, "sites": []}"#, "1 to 1048576 sites"),
            (
                r#"{"trommel_site": 1, "sites": [{"pages": 1, "sample": 1, "templates": []}]}"#,
                "1 to 4 templates",
            ),
        ] {
            let error = Sites::from_json(json).expect_err(json);
            assert!(error.to_string().contains(claims), "{json}: {error}");
            assert_eq!(error.kind(), ErrorKind::Site);
        }
    }

    /// A file of one site.
    fn of_site(host: &str, tag: &str) -> String {
        format!(
            r#"{{"trommel_site": 1, "sites": [{{"host": "{host}", "pages": 2, "sample": 2, "templates": [{{"pages": 2, "patterns": [
            {{"element": {{"tag": "{tag}", "attributes": [{{"name": "id", "value": "story"}}]}},
              "level": 4, "pages": 2, "relevance": 1.0, "informativeness": 1.0}}]}}]}}]}}"#
        )
    }

    #[test]
    fn hosts_are_those_of_addresses_and_tags_those_of_elements() {
        let sites = Sites::from_json(&of_site("WWW.Example.com", "div")).unwrap();
        assert!(sites.of_url(Some("https://example.com/a")).is_some());
        for (host, tag, claims) in [
            ("", "div", "expected a host"),
            ("a.example", "d v", "names in lower case"),
            ("a.example", "DIV", "names in lower case"),
            ("a.example", "1", "names in lower case"),
        ] {
            let error = Sites::from_json(&of_site(host, tag)).expect_err(claims);
            assert!(error.to_string().contains(claims), "{error}");
        }
    }
}
