//! `Extractor`: pages with options that are checked once, and pages in pieces.

use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::engine::{Engine, Failure, Worker, guarded, locked};
use crate::errors;
use crate::html::{Html, UTF_8, address, check_no_encoding};
use crate::page::Page;
use crate::settings::Settings;

/// Extracts pages with options that are checked once; models and wrappers are read once.
///
/// Extractor(**options): the options are named as the flags of the command, see
/// `help(trommel.Options)`. `extract` may be called from any number of threads at once. A page in
/// pieces, by `push` and `finish`, belongs to one thread at a time.
///
/// A pickled extractor has its options; files of models and wrappers are read again.
///
/// Raises SettingError, a ValueError, for invalid options; ReadError, an OSError, for unreadable
/// files.
#[pyclass(module = "trommel", frozen)]
pub(crate) struct Extractor {
    engine: Arc<Engine>,
    options: Py<PyDict>,
    page: Mutex<InPieces>,
}

/// A page in pieces.
enum InPieces {
    /// Nothing was pushed.
    None,
    /// A thread pushes or finishes.
    Busy,
    Begun {
        worker: Box<Worker>,
        /// Whether the pieces are text.
        is_text: bool,
    },
}

#[pymethods]
impl Extractor {
    #[new]
    #[pyo3(signature = (**options))]
    fn new(py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let engine = Arc::new(Engine::new(py, Settings::of("Extractor", options)?)?);
        let options = options.map_or_else(|| Ok(PyDict::new(py)), PyDictMethods::copy)?.unbind();
        Ok(Self { engine, options, page: Mutex::new(InPieces::None) })
    }

    /// Extracts the main content of one page, as `trommel.extract` does.
    #[pyo3(signature = (html, *, url=None))]
    fn extract(&self, html: &Bound<'_, PyAny>, url: Option<&Bound<'_, PyAny>>) -> PyResult<Page> {
        let (py, html, url) = (html.py(), Html::of(html)?, address(url)?);
        Ok(Page::new(py, html.extract(py, &self.engine, url.as_deref())?))
    }

    /// Reads the next piece of a page: bytes, a buffer or a binary file; or str, for all pieces.
    ///
    /// `url` is the absolute URL of the page, given with its first piece. An error ends the page.
    ///
    /// Raises TypeError for other types, and for a mixture of bytes and str; Error if another
    /// thread is pushing.
    #[pyo3(signature = (html, *, url=None))]
    fn push(&self, html: &Bound<'_, PyAny>, url: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let py = html.py();
        let html = Html::of(html)?;
        let is_text = matches!(html, Html::Text(_));
        if is_text {
            check_no_encoding(py, &self.engine)?;
        }
        let url = address(url)?;
        let mut worker = match self.begun(py)? {
            Some((worker, was_text)) if was_text == is_text && url.is_none() => worker,
            Some((worker, was_text)) => {
                self.put(InPieces::Begun { worker, is_text: was_text });
                if was_text == is_text {
                    let message = "expected the address with the first piece of the page, found it later";
                    return Err(errors::setting(py, "url", message));
                }
                let (before, found) = if was_text { ("str", "bytes") } else { ("bytes", "str") };
                let message = format!("html: expected {before} as in the piece before, found {found}");
                return Err(PyTypeError::new_err(message));
            }
            None => {
                let mut worker = self.engine.worker().map_err(|error| {
                    self.put(InPieces::None);
                    Failure::Library(error).to_py(py)
                })?;
                worker.begin(is_text.then_some(UTF_8), url.as_deref());
                worker
            }
        };
        let pushed = html.push(py, &mut worker);
        self.put(match pushed {
            Ok(()) => InPieces::Begun { worker, is_text },
            Err(_) => InPieces::None,
        });
        pushed
    }

    /// Ends the pushed page and returns it. Without any piece, it is an empty page.
    ///
    /// Raises Error if another thread is pushing.
    fn finish(&self, py: Python<'_>) -> PyResult<Page> {
        let begun = self.begun(py)?;
        let page = py.detach(|| {
            guarded(|| {
                let mut worker = match begun {
                    Some((worker, _)) => worker,
                    None => {
                        let mut worker = self.engine.worker()?;
                        worker.begin(None, None);
                        worker
                    }
                };
                let page = worker.finish()?;
                self.engine.put_back(worker);
                Ok(page)
            })
        });
        self.put(InPieces::None);
        page.map(|page| Page::new(py, page)).map_err(|failure| failure.to_py(py))
    }

    /// Discards the page pushed so far.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        if let Some((worker, _)) = self.begun(py)? {
            self.engine.put_back(worker);
        }
        self.put(InPieces::None);
        Ok(())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let options = self.options.bind(py).iter();
        let given = options.map(|(name, value)| Ok(format!("{name}={}", value.repr()?)));
        Ok(format!("trommel.Extractor({})", given.collect::<PyResult<Vec<_>>>()?.join(", ")))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let make = py.import(intern!(py, "trommel._trommel"))?.getattr(intern!(py, "_unpickle_extractor"))?;
        Ok((make, PyTuple::new(py, [self.options.bind(py)])?))
    }
}

impl Extractor {
    /// Takes the page in progress, and whether its pieces are text. It is busy until
    /// [`put`](Self::put).
    fn begun(&self, py: Python<'_>) -> PyResult<Option<(Box<Worker>, bool)>> {
        let taken = locked(&self.page).map(|mut page| std::mem::replace(&mut *page, InPieces::Busy));
        match taken {
            Some(InPieces::None) => Ok(None),
            Some(InPieces::Begun { worker, is_text }) => Ok(Some((worker, is_text))),
            Some(InPieces::Busy) | None => {
                Err(errors::misuse(py, "expected one thread at a time for a page in pieces, found two"))
            }
        }
    }

    fn put(&self, state: InPieces) {
        if let Some(mut page) = locked(&self.page) {
            *page = state;
        }
    }
}

/// Makes an extractor from the options of a pickle.
#[pyfunction(name = "_unpickle_extractor")]
pub(crate) fn unpickle_extractor(py: Python<'_>, options: &Bound<'_, PyDict>) -> PyResult<Extractor> {
    Extractor::new(py, Some(options))
}
