//! Pages of browser-rendered blocks, as one JSON object each.

use super::page::{Gathering, SitePage};
use crate::data::words;
use serde::Deserialize;
use std::collections::BTreeMap;
use trommel::_train::{NumberKind as LinearFeatureKind, RenderedModel, hash_32};
use trommel::Model;
use trommel::{Error, ErrorKind, Result};
use trommel_score::matched;

/// A browser-rendered page, in the format of `tools/render-blocks.mjs` and of the data of Zhou and
/// Mashuq 2014.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct RenderedPage {
    /// Id of the page.
    #[serde(default)]
    id: serde_json::Value,
    /// Its URL.
    #[serde(default)]
    pub url: String,
    /// Its titles, from `title` and `meta` elements.
    #[serde(default)]
    titles: Vec<String>,
    /// Its descriptions, from `meta` elements.
    #[serde(default)]
    descriptions: Vec<String>,
    /// Its gold main content, if annotated.
    #[serde(default)]
    pub gold: Option<String>,
    /// Its blocks, in the order of the page.
    texts: Vec<RenderedBlock>,
}

/// A block: text that is displayed together.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct RenderedBlock {
    /// Its text, in pieces.
    text: Vec<String>,
    /// Names of its ancestors and its own element, the outermost first.
    #[serde(default)]
    path: Vec<String>,
    /// The same with classes and ids.
    #[serde(default)]
    selector: Vec<Selector>,
    /// Computed style properties that differ from the default.
    #[serde(default)]
    computed: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
struct Selector {
    #[serde(default)]
    name: String,
    #[serde(default)]
    id: String,
    #[serde(default)]
    classes: Vec<String>,
}

impl RenderedPage {
    /// Whether a line of JSON has the keys of such a page.
    #[must_use]
    pub fn is_one(line: &[u8]) -> bool {
        #[derive(Deserialize)]
        struct Keys {
            #[serde(default)]
            texts: Option<serde::de::IgnoredAny>,
        }
        serde_json::from_slice::<Keys>(line).is_ok_and(|keys| keys.texts.is_some())
    }

    /// Parses a line of JSON.
    ///
    /// # Errors
    /// A message about an invalid line.
    pub fn parse(line: &[u8]) -> std::result::Result<Self, String> {
        serde_json::from_slice(line).map_err(|error| error.to_string())
    }

    /// Id of the page in the gold standard. A number is given as its digits.
    #[must_use]
    pub fn id(&self) -> String {
        self.id.as_str().map_or_else(|| self.id.to_string(), String::from)
    }

    /// The texts of its blocks, in order.
    pub fn texts(&self) -> impl Iterator<Item = String> + '_ {
        self.texts.iter().map(RenderedBlock::text)
    }

    /// Labels of its blocks by the gold text. A block is content if at least half of its words are
    /// at the corresponding place in the gold text. `None` without a gold text. Blocks without text
    /// are left out, as in training.
    #[must_use]
    pub fn gold_labels(&self) -> Option<Vec<bool>> {
        let gold: Vec<u32> = words(self.gold.as_deref()?).collect();
        let texts: Vec<String> = self.texts().filter(|text| !text.trim().is_empty()).collect();
        let by_block: Vec<Vec<u32>> = texts.iter().map(|text| words(text).collect()).collect();
        let mut matched = matched(&by_block.concat(), &gold).into_iter();
        let is_content = |block: &Vec<u32>| {
            let right = matched.by_ref().take(block.len()).filter(|&matched| matched).count();
            right > 0 && 2 * right >= block.len()
        };
        Some(by_block.iter().map(is_content).collect())
    }

    /// The page for training.
    #[must_use]
    pub fn to_site_page(&self) -> SitePage {
        let mut gathering = Gathering::default();
        for block in &self.texts {
            let (style, features) = block.numbers();
            let text = block.text();
            gathering.add(style, features, &text, chars_of(&text));
        }
        let longest =
            |texts: &[String]| texts.iter().max_by_key(|text| text.len()).cloned().unwrap_or_default();
        let mut page = gathering.finish(&longest(&self.descriptions), &longest(&self.titles), &self.url);
        page.is_rendered = true;
        page
    }
}

impl RenderedPage {
    /// The text of the blocks that a model classifies as content, one line each.
    ///
    /// # Errors
    /// [`ErrorKind::Model`] for a model that is not one of rendered blocks.
    pub fn extract(&self, model: &Model) -> Result<String> {
        let model = RenderedModel::of(model).ok_or_else(|| {
            let message = "expected a model for blocks that a browser rendered, found one for HTML";
            Error::new(ErrorKind::Model, message)
        })?;
        let mut content = String::new();
        for block in &self.texts {
            let text = block.text();
            if model.keeps(&block.numbers().1, chars_of(&text)) {
                content.push_str(&text);
                content.push('\n');
            }
        }
        Ok(content)
    }
}

/// FNV-1a hash of a property and its value, without regard to white space and case.
fn hash_of_property(property: &str, value: &str) -> u32 {
    let pieces = property.bytes().chain([b':']).chain(value.bytes());
    hash_32(pieces.filter(|byte| !byte.is_ascii_whitespace()).map(|byte| byte.to_ascii_lowercase()))
}

/// Characters of a text that are not white space.
fn chars_of(text: &str) -> u32 {
    text.chars().filter(|c| !c.is_whitespace()).count() as u32
}

impl RenderedBlock {
    fn text(&self) -> String {
        self.text.join(" ")
    }

    /// Its properties for clustering, and the features of the linear model.
    fn numbers(&self) -> (Vec<u32>, Vec<u32>) {
        let path = hash_of_property("path", &self.path.join(">"));
        let selector: String = self.selector.iter().map(Selector::text).collect();
        let mut style = vec![LinearFeatureKind::TagPath.number(path)];
        style.extend(
            self.computed
                .iter()
                .map(|(name, value)| LinearFeatureKind::Style.number(hash_of_property(name, value))),
        );
        let mut features = style.clone();
        features.push(LinearFeatureKind::Selector.number(hash_of_property("selector", &selector)));
        (style, features)
    }
}

impl Selector {
    fn text(&self) -> String {
        let mut classes = self.classes.clone();
        classes.sort_unstable();
        format!("{}#{}.{}>", self.name, self.id, classes.join("."))
    }
}
