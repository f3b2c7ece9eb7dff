//! Posts of a thread, as rows that become Python objects when they are asked for.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyType};
use serde::{Deserialize, Serialize};
use trommel::Post;

/// The posts of a page, in page order.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Posts(Vec<Row>);

/// A post, with the names of the fields of the command's JSON.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    #[serde(skip)]
    index: u64,
    text: String,
    author: Option<String>,
    date: Option<String>,
    offset: u64,
}

impl Posts {
    /// Adds a post, or the next part of the last one.
    pub(crate) fn push(&mut self, post: &Post<'_>) {
        let stated = |text: &str| (!text.is_empty()).then(|| text.to_string());
        let (author, date) = (stated(post.author), stated(post.date));
        match self.0.last_mut().filter(|last| last.index == post.index) {
            Some(last) => {
                last.text.push_str(post.text);
                (last.author, last.date) = (author, date);
            }
            None => {
                let text = post.text.to_string();
                self.0.push(Row { index: post.index, text, author, date, offset: post.offset });
            }
        }
    }

    /// A list of `trommel.Post`.
    pub(crate) fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        static POST: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let class = POST.import(py, "trommel._types", "Post")?;
        let posts = self.0.iter().map(|Row { text, author, date, offset, .. }| {
            class.call1((text.as_str(), author.as_deref(), date.as_deref(), *offset))
        });
        PyList::new(py, posts.collect::<PyResult<Vec<_>>>()?)
    }
}
