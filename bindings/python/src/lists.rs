//! Images, links and posts of a page, as Python objects.

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyType};
use trommel_output::{ListedImage, ListedLink, ListedPost};

/// A list of `trommel.Image`.
pub(crate) fn images<'py>(py: Python<'py>, images: &[ListedImage]) -> PyResult<Bound<'py, PyList>> {
    static IMAGE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = IMAGE.import(py, "trommel._types", "Image")?;
    list(class, images.iter().map(|ListedImage { src, alt, caption }| (src, alt, caption)))
}

/// A list of `trommel.Link`.
pub(crate) fn links<'py>(py: Python<'py>, links: &[ListedLink]) -> PyResult<Bound<'py, PyList>> {
    static LINK: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = LINK.import(py, "trommel._types", "Link")?;
    list(class, links.iter().map(|ListedLink { url, text, rel, in_content }| (url, text, rel, *in_content)))
}

/// A list of `trommel.Post`.
pub(crate) fn posts<'py>(py: Python<'py>, posts: &[ListedPost]) -> PyResult<Bound<'py, PyList>> {
    static POST: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = POST.import(py, "trommel._types", "Post")?;
    list(class, posts.iter().map(|ListedPost { text, author, date, offset }| (text, author, date, *offset)))
}

/// A list of objects of `class`, by their fields.
fn list<'py>(
    class: &Bound<'py, PyType>,
    fields: impl Iterator<Item = impl PyCallArgs<'py>>,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(class.py());
    for fields in fields {
        list.append(class.call1(fields)?)?;
    }
    Ok(list)
}
