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
/// of 64 KiB. bytes and str are read without a copy. Their encoding is found out as browsers do;
/// str needs none. HTML is never an error, however damaged.
///
/// `url` is the whole address of the page. It completes relative addresses in the page, and chooses
/// a wrapper of `site`. The options are named as the flags of the command: `help(trommel.Options)`.
///
/// Other threads of Python run meanwhile. Cost: linear in the page; some MiB of memory that later
/// calls use again. `model` and `site` are read by each call: an Extractor reads them once.
///
/// Raises TypeError for anything but HTML; SettingError, a ValueError, for options that cannot
/// work; ReadError, an OSError, for files that cannot be read.
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
