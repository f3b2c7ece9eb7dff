//! `extract`: one page.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::engine::Engine;
use crate::html::{Html, address};
use crate::page::Page;
use crate::settings::Settings;

/// Extracts the main content of one page of HTML.
///
/// `html` is bytes, str, any contiguous buffer of bytes, or a binary file, which is read in chunks
/// of 64 KiB. bytes and str are read without a copy. The encoding is detected, except for str. HTML
/// is never an error.
///
/// `url` is the absolute URL of the page. Relative URLs in the page are resolved against it, and it
/// chooses a wrapper of `site`. The options are named as the flags of the command:
/// `help(trommel.Options)`.
///
/// The GIL is released meanwhile. Cost: linear in the page; a few MiB of memory, reused by later
/// calls. `model` and `site` are read by each call: an Extractor reads them once.
///
/// Raises TypeError for other types of `html`; SettingError, a ValueError, for invalid options;
/// ReadError, an OSError, for unreadable files.
#[pyfunction]
#[pyo3(signature = (html, *, url=None, **options))]
pub(crate) fn extract(
    html: &Bound<'_, PyAny>,
    url: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Page> {
    let py = html.py();
    let html = Html::of(html)?;
    let url = address(url)?;
    let engine = Engine::shared(py, Settings::of("extract", options)?)?;
    Ok(Page::new(py, html.extract(py, &engine, url.as_deref())?))
}
