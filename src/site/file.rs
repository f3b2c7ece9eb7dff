//! The JSON file that sites are kept in.

use super::compiled::MAX_TEMPLATES;
use super::normalize::{FORM_BYTES, StableValue, TOLD};
use super::pattern::{ElementPattern, MAX_STEPS, Step};
use super::sites::{Pattern, Site, Sites, Template, host_of};
use super::wrapper::SiteRule;
use crate::error::{Error, ErrorKind, Result};
use crate::html::AttrId;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Version of the files that are written and read.
const VERSION: u64 = 1;

/// Hosts of a file, at most.
const MAX_SITES: usize = 1 << 20;

impl Sites {
    /// As JSON, to be read again by [`from_json`](Self::from_json). XPath and CSS are for the
    /// reader; the element is what counts.
    #[must_use]
    pub fn to_json(&self) -> String {
        let file =
            File { trommel_site: VERSION, sites: self.sites().iter().map(WrittenSite::from).collect() };
        // Strings, numbers and lists always have a JSON.
        serde_json::to_string_pretty(&file).map(|json| json + "\n").unwrap_or_default()
    }

    /// Reads what [`to_json`](Self::to_json) wrote.
    ///
    /// # Errors
    /// [`ErrorKind::Site`] for anything but JSON, files of other programs or another version, and
    /// impossible elements. Lines count from 1.
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
        match sites.sites().windows(2).find(|pair| pair[0].host == pair[1].host) {
            Some(pair) => Err(wrong(format!("expected each host once, found {:?} twice", pair[0].host))),
            None => Ok(sites),
        }
    }
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
                wrapper: SiteRule::try_from(written.element)?,
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

/// A wrapper in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Written {
    tag: String,
    /// Attributes in their tolerant form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    attributes: Vec<WrittenForm>,
    /// Children from there on: tag, and number among those of this tag.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    steps: Vec<(String, u16)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    level: Option<u16>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct WrittenForm {
    name: String,
    value: String,
    /// What stands before the first digit that was left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stem: Option<String>,
}

impl From<&SiteRule> for Written {
    fn from(wrapper: &SiteRule) -> Self {
        let form = |form: &StableValue| WrittenForm {
            name: form.attribute.name().into(),
            value: form.value.clone(),
            stem: form.stem.clone(),
        };
        Self {
            tag: wrapper.kind.tag.clone(),
            attributes: wrapper.kind.forms.iter().map(form).collect(),
            steps: wrapper.kind.steps.iter().map(|step| (step.tag.clone(), step.nth)).collect(),
            level: wrapper.level,
        }
    }
}

impl TryFrom<Written> for SiteRule {
    type Error = Error;

    fn try_from(written: Written) -> Result<Self> {
        let wrong = |message: String| Error::new(ErrorKind::Site, message);
        let is_name = |name: &str| !name.is_empty() && name.len() <= FORM_BYTES;
        let mut forms = Vec::new();
        for WrittenForm { name, value, stem } in written.attributes {
            let attribute = AttrId::from_name(&name);
            if !TOLD.contains(&attribute) {
                return Err(wrong(format!(
                    "expected an attribute id, class, itemprop or role, found {name:?}"
                )));
            }
            if !is_name(&value) || stem.as_ref().is_some_and(|stem| stem.len() > FORM_BYTES) {
                let message =
                    format!("expected a value of 1 to {FORM_BYTES} bytes of {name}, found {value:?}");
                return Err(wrong(message));
            }
            forms.push(StableValue { attribute, value, stem });
        }
        if written.steps.len() > MAX_STEPS || forms.len() > TOLD.len() {
            return Err(wrong(format!("expected a way of at most {MAX_STEPS} steps, found a longer one")));
        }
        let steps: Vec<Step> = written.steps.into_iter().map(|(tag, nth)| Step { tag, nth }).collect();
        // As the tokenizer reads them.
        let ends_name =
            |char: char| char.is_ascii_uppercase() || matches!(char, '\t' | '\n' | '\x0C' | ' ' | '/' | '>');
        let is_tag = |tag: &str| {
            is_name(tag)
                && tag.starts_with(|first: char| first.is_ascii_lowercase())
                && !tag.contains(ends_name)
        };
        if !is_tag(&written.tag) || steps.iter().any(|step| !is_tag(&step.tag) || step.nth == 0) {
            return Err(wrong(
                "expected tags with names in lower case and numbers from 1 on, found others".into(),
            ));
        }
        if forms.is_empty() && (written.tag != "body" || steps.is_empty()) {
            return Err(wrong(
                "expected an element with attributes or a way from body, found neither".into(),
            ));
        }
        Ok(Self { kind: ElementPattern { tag: written.tag, forms, steps }, level: written.level })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn what_is_not_ours_is_refused_and_said() {
        for (json, message) in [
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
            assert!(error.to_string().contains(message), "{json}: {error}");
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
        for (host, tag, message) in [
            ("", "div", "expected a host"),
            ("a.example", "d v", "names in lower case"),
            ("a.example", "DIV", "names in lower case"),
            ("a.example", "1", "names in lower case"),
        ] {
            let error = Sites::from_json(&of_site(host, tag)).expect_err(message);
            assert!(error.to_string().contains(message), "{error}");
        }
    }
}
