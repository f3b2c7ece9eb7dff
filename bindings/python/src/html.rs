//! HTML as callers give it: bytes, text, buffers and files.

use pyo3::exceptions::{PyOSError, PyTypeError, PyUserWarning};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView, PyString};

use crate::engine::{Engine, Failure, Worker, guarded};
use crate::errors;
use crate::page_data::PageData;
use crate::settings::{text, wrong_type};

/// Bytes between checks for an interrupt: a few milliseconds of work.
const CHUNK_BYTES: usize = 1 << 20;

/// Bytes per read of a file.
const READ_BYTES: usize = 64 << 10;

/// The encoding of text for the extractor.
pub(crate) const UTF_8: &str = "utf-8";

/// A page of HTML.
pub(crate) enum Html<'py> {
    /// Read without a copy.
    Bytes(Bound<'py, PyBytes>),
    /// Read without a copy, unless it has half surrogate pairs.
    Text(Bound<'py, PyString>),
    /// A view of bytes, copied piece by piece, since they may change meanwhile.
    Buffer(Bound<'py, PyAny>),
    /// Read piece by piece.
    File(Bound<'py, PyAny>),
}

impl<'py> Html<'py> {
    /// The kind of `value`.
    ///
    /// Errors: `TypeError` for anything but bytes, text, contiguous buffers and binary files.
    pub(crate) fn of(value: &Bound<'py, PyAny>) -> PyResult<Self> {
        let py = value.py();
        if let Ok(bytes) = value.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.clone()));
        }
        if let Ok(text) = value.cast::<PyString>() {
            warn_of_path(text)?;
            return Ok(Self::Text(text.clone()));
        }
        if let Ok(view) = PyMemoryView::from(value) {
            if !view.getattr(intern!(py, "c_contiguous"))?.is_truthy()? {
                let message = "html: expected a contiguous buffer, found one with gaps";
                return Err(PyTypeError::new_err(message));
            }
            return view.call_method1(intern!(py, "cast"), ("B",)).map(Self::Buffer);
        }
        if value.hasattr(intern!(py, "read"))? {
            return Ok(Self::File(value.clone()));
        }
        Err(wrong_type("html", "bytes, str, a buffer or a binary file", value))
    }

    /// Extracts the page. `url` is its URL.
    ///
    /// Errors: what the file raises, `KeyboardInterrupt`, and that of [`Failure`].
    pub(crate) fn extract(&self, py: Python<'py>, engine: &Engine, url: Option<&str>) -> PyResult<PageData> {
        match self {
            Self::Bytes(bytes) => of_bytes(py, engine, bytes.as_bytes(), None, url),
            Self::Text(text) => {
                check_no_encoding(py, engine)?;
                match text.to_str() {
                    Ok(text) => of_bytes(py, engine, text.as_bytes(), Some(UTF_8), url),
                    // Half a surrogate pair becomes bytes that are not UTF-8, and is counted as
                    // such.
                    Err(_) => of_bytes(py, engine, with_surrogates(text)?.as_bytes(), Some(UTF_8), url),
                }
            }
            Self::Buffer(_) | Self::File(_) => {
                let mut worker =
                    engine.worker().map_err(Failure::Library).map_err(|error| error.to_py(py))?;
                worker.begin(None, url);
                self.push(py, &mut worker)?;
                let page = py.detach(|| guarded(|| worker.finish())).map_err(|error| error.to_py(py))?;
                engine.put_back(worker);
                Ok(page)
            }
        }
    }

    /// Pushes all bytes to a worker that has begun a page.
    ///
    /// Errors: as [`extract`](Self::extract).
    pub(crate) fn push(&self, py: Python<'py>, worker: &mut Worker) -> PyResult<()> {
        match self {
            Self::Bytes(bytes) => push_chunks(py, worker, bytes.as_bytes()),
            Self::Text(text) => match text.to_str() {
                Ok(text) => push_chunks(py, worker, text.as_bytes()),
                Err(_) => push_chunks(py, worker, with_surrogates(text)?.as_bytes()),
            },
            Self::Buffer(view) => {
                for start in (0..view.len()?).step_by(CHUNK_BYTES) {
                    let piece = view.get_item(pyo3::types::PySlice::new(
                        py,
                        start.cast_signed(),
                        (start + CHUNK_BYTES).cast_signed(),
                        1,
                    ))?;
                    let copied = piece.call_method0(intern!(py, "tobytes"))?;
                    push_chunks(py, worker, copied.cast::<PyBytes>()?.as_bytes())?;
                }
                view.call_method0(intern!(py, "release"))?;
                Ok(())
            }
            Self::File(file) => {
                while let Some(chunk) = read("html", file)? {
                    push_chunks(py, worker, chunk.as_bytes())?;
                }
                Ok(())
            }
        }
    }
}

/// Warns if the text is the path of a file, since it is read as HTML.
///
/// Errors: the warning, if warnings are raised as errors.
fn warn_of_path(text: &Bound<'_, PyString>) -> PyResult<()> {
    const MAX_PATH_CHARS: usize = 255;
    if text.len()? > MAX_PATH_CHARS {
        return Ok(());
    }
    let Ok(path) = text.to_str() else { return Ok(()) };
    if path.contains('<') || !std::path::Path::new(path).is_file() {
        return Ok(());
    }
    let message = format!("html: read as HTML, but {path:?} is a file: pass the file, open(path, \"rb\")");
    let message = std::ffi::CString::new(message).unwrap_or_default();
    PyErr::warn(text.py(), &text.py().get_type::<PyUserWarning>(), &message, 1)
}

/// The given URL; `None` for `None`.
///
/// Errors: `TypeError` for anything but `str`; `SettingError` for a URL that is not absolute.
pub(crate) fn address(url: Option<&Bound<'_, PyAny>>) -> PyResult<Option<String>> {
    let Some(url) = url else { return Ok(None) };
    let whole = trommel_cli::address(&text("url", url)?);
    whole.map(Some).map_err(|error| errors::setting(url.py(), "url", error))
}

/// Rejects an encoding if the page is text.
pub(crate) fn check_no_encoding(py: Python<'_>, engine: &Engine) -> PyResult<()> {
    match &engine.settings.encoding {
        Some(label) => {
            let message = format!("expected bytes for an encoding, found str with {label:?}");
            Err(errors::setting(py, "encoding", message))
        }
        None => Ok(()),
    }
}

/// The text in UTF-8, with half surrogate pairs as three bytes each.
pub(crate) fn with_surrogates<'py>(text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyBytes>> {
    let py = text.py();
    let bytes = text.call_method1(intern!(py, "encode"), ("utf-8", "surrogatepass"))?;
    Ok(bytes.cast_into()?)
}

/// The page of bytes that do not change during the call.
fn of_bytes(
    py: Python<'_>,
    engine: &Engine,
    bytes: &[u8],
    charset: Option<&str>,
    url: Option<&str>,
) -> PyResult<PageData> {
    let (first, rest) = bytes.split_at(bytes.len().min(CHUNK_BYTES));
    if rest.is_empty() {
        let page = py.detach(|| guarded(|| whole(engine, first, charset, url)));
        return page.map_err(|failure| failure.to_py(py));
    }
    let mut worker = engine.worker().map_err(|error| Failure::Library(error).to_py(py))?;
    worker.begin(charset, url);
    push_chunks(py, &mut worker, bytes)?;
    let page = py.detach(|| guarded(|| worker.finish())).map_err(|failure| failure.to_py(py))?;
    engine.put_back(worker);
    Ok(page)
}

/// The page of bytes, without Python.
pub(crate) fn whole(
    engine: &Engine,
    bytes: &[u8],
    charset: Option<&str>,
    url: Option<&str>,
) -> trommel::Result<PageData> {
    let mut worker = engine.worker()?;
    worker.begin(charset, url);
    worker.push(bytes)?;
    let page = worker.finish()?;
    engine.put_back(worker);
    Ok(page)
}

/// Pushes bytes; checks for an interrupt between chunks.
fn push_chunks(py: Python<'_>, worker: &mut Worker, bytes: &[u8]) -> PyResult<()> {
    for chunk in bytes.chunks(CHUNK_BYTES) {
        py.detach(|| guarded(|| worker.push(chunk))).map_err(|failure| failure.to_py(py))?;
        py.check_signals()?;
    }
    Ok(())
}

/// The next bytes of a binary file, which is the argument `name`; `None` at its end.
///
/// Errors: `TypeError` for a text file; `ReadError` with the file's name for an error of the
/// system; anything else that the file raises.
pub(crate) fn read<'py>(name: &str, file: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyBytes>>> {
    let py = file.py();
    let chunk = file.call_method1(intern!(py, "read"), (READ_BYTES,)).map_err(|error| named(file, error))?;
    let bytes = match chunk.cast_into::<PyBytes>() {
        Ok(bytes) => bytes,
        Err(other) => {
            let chunk = other.into_inner();
            let is_buffer = !chunk.is_instance_of::<PyString>() && PyMemoryView::from(&chunk).is_ok();
            if !is_buffer {
                return Err(wrong_type(name, "a binary file, whose read() gives bytes", &chunk));
            }
            PyMemoryView::from(&chunk)?.call_method0(intern!(py, "tobytes"))?.cast_into()?
        }
    };
    Ok(if bytes.as_bytes().is_empty() { None } else { Some(bytes) })
}

/// The name of a file; `None` if it has no name, or an empty one.
pub(crate) fn name_of(file: &Bound<'_, PyAny>) -> Option<String> {
    let name = file.getattr(intern!(file.py(), "name")).ok().filter(|name| !name.is_none())?.to_string();
    (!name.is_empty()).then_some(name)
}

/// An error of the system as one of this package, with the name of the file.
pub(crate) fn named(file: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    let py = file.py();
    if !error.is_instance_of::<PyOSError>(py) {
        return error;
    }
    let value = error.value(py);
    let number = value.getattr(intern!(py, "errno")).and_then(|number| number.extract::<i32>());
    let message = value.getattr(intern!(py, "strerror")).and_then(|message| message.extract::<String>());
    let name = name_of(file);
    let read_error = match (number, message) {
        (Ok(number), Ok(message)) => errors::read_failed(py, number, message, name),
        _ => errors::unreadable(py, format!("{}: {value}", name.as_deref().unwrap_or("file"))),
    };
    read_error.set_cause(py, Some(error));
    read_error
}
