//! The result of an extraction, without Python: the text and the metadata of a page.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use trommel::Summary;
use trommel_output::{ListedChunk, Lists, MoreFields, PageFields, RecordFacts, Source, Span};

use crate::block::Blocks;

/// An extracted page, without Python.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PageData {
    pub(crate) text: String,
    pub(crate) markdown: Option<String>,
    pub(crate) facts: Facts,
    pub(crate) blocks: Blocks,
    pub(crate) lists: Lists,
    #[serde(default)]
    pub(crate) parts: Parts,
}

/// Chunks and spans of a page, if wanted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Parts {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) chunks: Option<Vec<ListedChunk>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) spans: Option<Vec<Span>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) markdown_spans: Option<Vec<Span>>,
}

/// The ids of the chunks of a page: its id, its URL or `page`, and the number of the chunk.
pub(crate) struct ChunkIds<'a> {
    page: &'a str,
    count: usize,
}

impl<'a> ChunkIds<'a> {
    pub(crate) fn of(facts: &'a Facts, count: usize) -> Self {
        Self { page: facts.id.as_deref().or(facts.url.as_deref()).unwrap_or("page"), count }
    }

    /// The id of a chunk; `None` if there is no chunk with this number.
    pub(crate) fn get(&self, number: Option<usize>) -> Option<String> {
        number.filter(|&number| number < self.count).map(|number| format!("{}#{number}", self.page))
    }
}

/// Everything about a page except its text: the fields of the command's JSON.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Facts {
    pub(crate) id: Option<String>,
    pub(crate) url: Option<String>,
    /// Whether the URL was given, not taken from the page.
    pub(crate) is_url_given: bool,
    pub(crate) fields: PageFields<'static>,
    /// With `metadata` only.
    pub(crate) more: Option<MoreFields<'static>>,
    /// Of a WARC record.
    pub(crate) record: Option<RecordFacts>,
    pub(crate) source: Option<Source>,
    pub(crate) truncated: Option<String>,
}

impl Facts {
    /// The facts of `summary`. `is_url_given`: a URL was given. `has_sites`: there are wrappers.
    pub(crate) fn of(summary: &Summary, is_url_given: bool, has_sites: bool) -> Self {
        let url = &summary.metadata.url;
        Self {
            id: None,
            is_url_given,
            url: (!url.is_empty()).then(|| url.clone()),
            fields: PageFields::of(summary, has_sites, |field| Cow::Owned(field.to_string())),
            more: MoreFields::of(&summary.metadata, |field| Cow::Owned(field.to_string())),
            record: None,
            source: None,
            truncated: None,
        }
    }
}
