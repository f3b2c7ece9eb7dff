//! Pages as Python objects.

use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use serde::Serialize;
use trommel_output::json::JsonTail;
use trommel_output::{Lists, MoreFields, RecordFacts};

use crate::block::Blocks;
use crate::chunks;
use crate::lists;
use crate::page_data::{ChunkIds, Facts, PageData, Parts};

/// A line of the command's JSON, with the same order and omissions.
#[derive(Serialize)]
struct Line<'a> {
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<&'a str>,
    #[serde(flatten)]
    tail: JsonTail<'a>,
}

/// One page: its main content, its metadata, and the verdict on each block.
///
/// Unknown fields are None. Pages compare by value and can be pickled.
#[pyclass(module = "trommel", frozen)]
pub(crate) struct Page {
    text: Py<PyString>,
    markdown: Option<Py<PyString>>,
    facts: Facts,
    blocks: Blocks,
    lists: Lists,
    parts: Parts,
}

impl Page {
    pub(crate) fn new(py: Python<'_>, data: PageData) -> Self {
        Self {
            text: PyString::new(py, &data.text).unbind(),
            markdown: data.markdown.map(|markdown| PyString::new(py, &markdown).unbind()),
            facts: data.facts,
            blocks: data.blocks,
            lists: data.lists,
            parts: data.parts,
        }
    }

    /// The state of a pickle.
    fn state(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        /// As [`PageData`], borrowed.
        #[derive(Serialize)]
        struct State<'a> {
            text: &'a str,
            markdown: Option<&'a str>,
            facts: &'a Facts,
            blocks: &'a Blocks,
            lists: &'a Lists,
            parts: &'a Parts,
        }
        let state = State {
            text: self.text.bind(py).to_str()?,
            markdown: self.markdown_str(py)?,
            facts: &self.facts,
            blocks: &self.blocks,
            lists: &self.lists,
            parts: &self.parts,
        };
        serde_json::to_vec(&state).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    fn markdown_str<'a>(&'a self, py: Python<'a>) -> PyResult<Option<&'a str>> {
        self.markdown.as_ref().map(|markdown| markdown.bind(py).to_str()).transpose()
    }

    fn record(&self) -> Option<&RecordFacts> {
        self.facts.record.as_ref()
    }

    fn more(&self) -> Option<&MoreFields<'static>> {
        self.facts.more.as_ref()
    }
}

/// Makes a page from the state of a pickle.
#[pyfunction(name = "_unpickle_page")]
pub(crate) fn unpickle_page(py: Python<'_>, state: &[u8]) -> PyResult<Page> {
    let data = serde_json::from_slice(state)
        .map_err(|error| PyValueError::new_err(format!("expected a pickled page, found: {error}")))?;
    Ok(Page::new(py, data))
}

#[pymethods]
impl Page {
    /// The main content in the format of `format`; may be empty.
    #[getter]
    fn text(&self, py: Python<'_>) -> Py<PyString> {
        self.text.clone_ref(py)
    }

    /// With `markdown=True`, the main content as Markdown.
    #[getter]
    fn markdown(&self, py: Python<'_>) -> Option<Py<PyString>> {
        self.markdown.as_ref().map(|markdown| markdown.clone_ref(py))
    }

    /// All line-blocks of the page, kept and dropped, in page order. Each access makes a new list.
    #[getter]
    fn blocks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.blocks.to_list(py)
    }

    /// With `images=True`, the content images, in page order, at most 10,000; else None. Each
    /// access makes a new list.
    #[getter]
    fn images<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        self.lists.images.as_deref().map(|images| lists::images(py, images)).transpose()
    }

    /// Images that are not in the list: those beyond its limit, those with URLs that are too long,
    /// and those for which the budget had no space.
    #[getter]
    fn images_cut(&self) -> u64 {
        self.lists.images_cut
    }

    /// With `link_list=True`, all links of the page, in its main content or not, in page order, at
    /// most 10,000; else None. Each access makes a new list.
    #[getter]
    fn links<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        self.lists.links.as_deref().map(|links| lists::links(py, links)).transpose()
    }

    /// Links that are not in the list: those beyond its limit, those that are too long, and those
    /// for which the budget had no space.
    #[getter]
    fn links_cut(&self) -> u64 {
        self.lists.links_cut
    }

    /// With `posts=True`, the posts of a thread, in page order, at most 10,000 and 16 MiB of text;
    /// None for other pages. Each access makes a new list.
    #[getter]
    fn posts<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        self.lists.posts.as_deref().map(|posts| lists::posts(py, posts)).transpose()
    }

    /// Posts that are not in the list, or incomplete.
    #[getter]
    fn posts_cut(&self) -> u64 {
        self.lists.posts_cut
    }

    /// Names and dates of posts for which the budget had no space.
    #[getter]
    fn post_names_cut(&self) -> u64 {
        self.lists.post_names_cut
    }

    /// With `chunks`, the chunks of the main content, in order; else None. Each access makes a new
    /// list.
    #[getter]
    fn chunks<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let Some(found) = &self.parts.chunks else { return Ok(None) };
        chunks::chunks(py, found, &ChunkIds::of(&self.facts, found.len())).map(Some)
    }

    /// With `spans=True`, where each block of `text` comes from in the page; else None.
    #[getter]
    fn spans<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        self.parts.spans.as_deref().map(|spans| chunks::spans(py, spans)).transpose()
    }

    /// With `spans=True` and `markdown=True`, the same for `markdown`; else None.
    #[getter]
    fn markdown_spans<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        self.parts.markdown_spans.as_deref().map(|spans| chunks::spans(py, spans)).transpose()
    }

    /// Id of the page: that of its WARC record.
    #[getter]
    fn id(&self) -> Option<&str> {
        self.facts.id.as_deref()
    }

    /// URL of the page: the given one, else the canonical URL in the page.
    #[getter]
    fn url(&self) -> Option<&str> {
        self.facts.url.as_deref()
    }

    /// Title of the page, without the name of the site.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.facts.fields.title.as_deref()
    }

    /// Author of the page.
    #[getter]
    fn author(&self) -> Option<&str> {
        self.facts.fields.author.as_deref()
    }

    /// Date of publication, as the page writes it.
    #[getter]
    fn date(&self) -> Option<&str> {
        self.facts.fields.date.as_deref()
    }

    /// Language of the page, as a BCP 47 tag. The field `lang` of the JSON.
    #[getter]
    fn language(&self) -> Option<&str> {
        self.facts.fields.lang.as_deref()
    }

    /// With `metadata`, the date of publication as ISO 8601, with time and zone if the page has
    /// them.
    #[getter]
    fn date_published(&self) -> Option<&str> {
        self.more()?.date_published.as_deref()
    }

    /// With `metadata`, the date of the last change, as ISO 8601.
    #[getter]
    fn date_modified(&self) -> Option<&str> {
        self.more()?.date_modified.as_deref()
    }

    /// With `metadata`, the description of the page.
    #[getter]
    fn description(&self) -> Option<&str> {
        self.more()?.description.as_deref()
    }

    /// With `metadata`, the name of the site.
    #[getter]
    fn site_name(&self) -> Option<&str> {
        self.more()?.site_name.as_deref()
    }

    /// With `metadata`, the detected language of the main content: `en`.
    #[getter]
    fn lang_detected(&self) -> Option<&str> {
        self.more()?.lang_detected.as_deref()
    }

    /// With `metadata`, a simhash of the main content, 16 hexadecimal digits: near copies differ in
    /// few bits.
    #[getter]
    fn fingerprint(&self) -> Option<&str> {
        self.more()?.fingerprint.as_deref()
    }

    /// With `metadata`, the host of the page's URL.
    #[getter]
    fn hostname(&self) -> Option<&str> {
        self.more()?.hostname.as_deref()
    }

    /// With `metadata`, the URL of the lead image.
    #[getter]
    fn image(&self) -> Option<&str> {
        self.more()?.image.as_deref()
    }

    /// With `metadata`, the licence of the page, mostly a URL.
    #[getter]
    fn license(&self) -> Option<&str> {
        self.more()?.license.as_deref()
    }

    /// With `metadata`, the value of `og:type`.
    #[getter]
    fn og_type(&self) -> Option<&str> {
        self.more()?.og_type.as_deref()
    }

    /// With `metadata`, the sections of the site; None without.
    #[getter]
    fn categories(&self) -> Option<Vec<&str>> {
        Some(self.more()?.categories.iter().map(|word| &**word).collect())
    }

    /// With `metadata`, the keywords; None without.
    #[getter]
    fn tags(&self) -> Option<Vec<&str>> {
        Some(self.more()?.tags.iter().map(|word| &**word).collect())
    }

    /// With `metadata`, the source of each field; None without.
    #[getter]
    fn metadata_sources<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(more) = self.more() else { return Ok(None) };
        let sources = serde_json::to_string(&more.metadata_sources)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        py.import(intern!(py, "json"))?.call_method1(intern!(py, "loads"), (sources,)).map(Some)
    }

    /// The method that decided; `json-ld`, `app-state` or `description` if this is the source of
    /// the text.
    #[getter]
    fn method(&self) -> &str {
        &self.facts.fields.method
    }

    /// Type of binary data: `PDF`, `PNG`, `ZIP`, `binary` and others; the text is then empty. None
    /// for a page.
    #[getter]
    fn skipped(&self) -> Option<&str> {
        self.facts.fields.skipped.as_deref()
    }

    /// Expected F1 of the text, 0 to 1, by the scores of the learned method; None if another method
    /// decided.
    #[getter]
    fn confidence(&self) -> Option<f64> {
        self.facts.fields.confidence
    }

    /// The most probable type of the page: article, collection, documentation, forum, listing,
    /// product or service; None if another method decided, or if no type has a probability of at
    /// least 0.65.
    #[getter]
    fn page_type(&self) -> Option<&str> {
        self.facts.fields.page_type.as_deref()
    }

    /// The probability of that type, 0.65 to 1.
    #[getter]
    fn page_type_probability(&self) -> Option<f64> {
        self.facts.fields.page_type_probability
    }

    /// Name of the page's encoding, as in the Encoding standard.
    #[getter]
    fn encoding(&self) -> &str {
        &self.facts.fields.encoding
    }

    /// Number of line-blocks that are main content.
    #[getter]
    fn blocks_kept(&self) -> u64 {
        self.facts.fields.blocks_kept
    }

    /// For a page larger than the budget, the first byte not yet read at the first decision; else
    /// None.
    #[getter]
    fn decided_early(&self) -> Option<u64> {
        self.facts.fields.decided_early
    }

    /// Bytes of the page.
    #[getter]
    fn bytes_in(&self) -> u64 {
        self.facts.fields.bytes_in
    }

    /// Byte sequences that could not be decoded; each became U+FFFD.
    #[getter]
    fn malformed(&self) -> u64 {
        self.facts.fields.malformed
    }

    /// Open elements beyond the limit.
    #[getter]
    fn elements_forgotten(&self) -> u64 {
        self.facts.fields.elements_forgotten
    }

    /// Elements and texts that were folded into their parents for lack of memory.
    #[getter]
    fn nodes_folded(&self) -> u64 {
        self.facts.fields.nodes_folded
    }

    /// Bytes of text lost by failed allocations.
    #[getter]
    fn text_bytes_lost(&self) -> u64 {
        self.facts.fields.text_bytes_lost
    }

    /// Bytes cut off a text of JSON-LD or an app's state that is used instead of the page's.
    #[getter]
    fn fallback_bytes_cut(&self) -> u64 {
        self.facts.fields.fallback_bytes_cut
    }

    /// Whether nearly all text was hidden and therefore treated as visible.
    #[getter]
    fn revealed(&self) -> bool {
        self.facts.fields.revealed
    }

    /// With `site`, whether a wrapper found the content; else None.
    #[getter]
    fn site(&self) -> Option<bool> {
        self.facts.fields.site
    }

    /// With `select`, how many elements were selected; else None.
    #[getter]
    fn selected(&self) -> Option<u64> {
        self.facts.fields.selected
    }

    /// With `drop`, how many elements were dropped; else None.
    #[getter]
    fn dropped(&self) -> Option<u64> {
        self.facts.fields.dropped
    }

    /// Tags that were too long to be matched with selectors in full.
    #[getter]
    fn select_tags_cut(&self) -> u64 {
        self.facts.fields.select_tags_cut
    }

    /// How often the open elements of selectors were forgotten.
    #[getter]
    fn select_restarts(&self) -> u64 {
        self.facts.fields.select_restarts
    }

    /// Of a WARC record, its id.
    #[getter]
    fn warc_record_id(&self) -> Option<&str> {
        self.record()?.warc_record_id.as_deref()
    }

    /// Of a WARC record, its date as written.
    #[getter]
    fn warc_date(&self) -> Option<&str> {
        self.record()?.warc_date.as_deref()
    }

    /// Of a WARC record, the HTTP status.
    #[getter]
    fn http_status(&self) -> Option<u16> {
        self.record()?.http_status
    }

    /// Of a WARC record, the content type in its HTTP header.
    #[getter]
    fn content_type(&self) -> Option<&str> {
        self.record()?.content_type.as_deref()
    }

    /// Of a WARC record, the charset in its HTTP header.
    #[getter]
    fn charset(&self) -> Option<&str> {
        self.record()?.charset.as_deref()
    }

    /// Why the page is incomplete; None if it is complete.
    #[getter]
    fn truncated(&self) -> Option<&str> {
        self.facts.truncated.as_deref()
    }

    /// Of a WARC record, the name of its file.
    #[getter]
    fn source_file(&self) -> Option<&str> {
        self.facts.source.as_ref().map(|source| source.file.as_str())
    }

    /// Of a WARC record, the byte of the file at which it begins; if compressed, at which its
    /// member begins.
    #[getter]
    fn source_offset(&self) -> Option<u64> {
        self.facts.source.as_ref()?.offset
    }

    /// Of a WARC record, the byte of its decompressed member at which it begins; in a plain file,
    /// the same as `source_offset`.
    #[getter]
    fn source_uncompressed_offset(&self) -> Option<u64> {
        self.facts.source.as_ref()?.uncompressed_offset
    }

    /// The page as one line of JSON without a line end, with the fields of the command's JSON.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        let facts = &self.facts;
        let record = facts.record.as_ref();
        let truncated = facts.truncated.as_deref();
        let line = Line {
            id: facts.id.as_deref(),
            url: facts.url.as_deref().filter(|_| facts.is_url_given),
            text: self.text.bind(py).to_str()?,
            markdown: self.markdown_str(py)?,
            tail: JsonTail {
                url: (!facts.is_url_given).then_some(facts.url.as_deref()),
                page: &facts.fields,
                more: facts.more.as_ref(),
                lists: &self.lists,
                chunks: self.parts.chunks.as_deref(),
                spans: self.parts.spans.as_deref(),
                markdown_spans: self.parts.markdown_spans.as_deref(),
                record,
                source: facts.source.as_ref(),
                truncated: (record.is_some() || truncated.is_some()).then_some(truncated),
                duplicate_of: None,
            },
        };
        serde_json::to_string(&line).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The page as a dict, with the fields of the command's JSON.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import(intern!(py, "json"))?.call_method1(intern!(py, "loads"), (self.to_json(py)?,))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let title = match &self.facts.fields.title {
            Some(title) => PyString::new(py, title).repr()?.to_string(),
            None => "None".to_string(),
        };
        let chars = self.text.bind(py).len()?;
        let (kept, all) = (self.facts.fields.blocks_kept, self.facts.fields.blocks);
        Ok(format!("<trommel.Page title={title}, {chars} characters, {kept} of {all} blocks kept>"))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let other = other.get();
        Ok(self.facts == other.facts
            && self.blocks == other.blocks
            && self.lists == other.lists
            && self.parts == other.parts
            && self.text.bind(py).to_str()? == other.text.bind(py).to_str()?
            && self.markdown_str(py)? == other.markdown_str(py)?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let make = py.import(intern!(py, "trommel._trommel"))?.getattr(intern!(py, "_unpickle_page"))?;
        Ok((make, (PyBytes::new(py, &self.state(py)?),)))
    }
}
