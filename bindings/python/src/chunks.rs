//! Chunks of a page, and where its text comes from.

use std::ops::ControlFlow;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyType};
use trommel::Sink;
use trommel::chunk::Chunk;
use trommel_output::{ListedChunk, Span};

use crate::page_data::ChunkIds;

/// Takes text and chunks.
#[derive(Default)]
pub(crate) struct TextAndChunks {
    pub(crate) text: String,
    pub(crate) chunks: Vec<ListedChunk>,
}

impl Sink for TextAndChunks {
    fn text(&mut self, piece: &str) -> ControlFlow<()> {
        self.text.push_str(piece);
        ControlFlow::Continue(())
    }

    fn chunk(&mut self, chunk: &Chunk<'_>) -> ControlFlow<()> {
        self.chunks.push(ListedChunk::from(chunk));
        ControlFlow::Continue(())
    }
}

/// A list of `trommel.Chunk`.
pub(crate) fn chunks<'py>(
    py: Python<'py>,
    chunks: &[ListedChunk],
    ids: &ChunkIds<'_>,
) -> PyResult<Bound<'py, PyList>> {
    static CHUNK: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CHUNK.import(py, "trommel._types", "Chunk")?;
    let list = PyList::empty(py);
    for (at, chunk) in chunks.iter().enumerate() {
        let ListedChunk { text, markdown, headings, roles, chars, words, tokens, offset, end, .. } = chunk;
        let (id, previous, next) = (ids.get(Some(at)), ids.get(at.checked_sub(1)), ids.get(Some(at + 1)));
        let fields = PyDict::new(py);
        fields.set_item("id", id)?;
        fields.set_item("chunk", at)?;
        fields.set_item("text", text)?;
        fields.set_item("markdown", markdown)?;
        fields.set_item("headings", headings)?;
        fields.set_item("roles", roles)?;
        fields.set_item("chars", chars)?;
        fields.set_item("words", words)?;
        fields.set_item("tokens", tokens)?;
        fields.set_item("offset", offset)?;
        fields.set_item("end", end)?;
        fields.set_item("previous", previous)?;
        fields.set_item("next", next)?;
        list.append(class.call((), Some(&fields))?)?;
    }
    Ok(list)
}

/// A list of `trommel.Span`.
pub(crate) fn spans<'py>(py: Python<'py>, spans: &[Span]) -> PyResult<Bound<'py, PyList>> {
    static SPAN: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = SPAN.import(py, "trommel._types", "Span")?;
    let list = PyList::empty(py);
    for span in spans {
        list.append(class.call1((span.start, span.end, span.page_start, span.page_end))?)?;
    }
    Ok(list)
}
