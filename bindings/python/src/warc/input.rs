//! The bytes of a WARC file, from a path or a Python file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::engine::locked;
use crate::errors;
use crate::html;

/// Maximum time between checks for an interrupt.
const PATIENCE: Duration = Duration::from_millis(50);

/// The exception of Python during a read by Rust.
pub(super) type Raised = Arc<Mutex<Option<PyErr>>>;

/// A file that can seek.
pub(super) trait ReadSeek: Read + Seek {}

impl<F: Read + Seek> ReadSeek for F {}

/// A file to read.
pub(super) struct Input {
    pub(super) bytes: Box<dyn ReadSeek + Send>,
    /// Its name in messages.
    pub(super) name: String,
    /// Its path, if it is one.
    pub(super) path: Option<PathBuf>,
    pub(super) raised: Raised,
}

impl Input {
    /// Opens a path, or takes a binary file of Python, which can seek if only a part is read.
    pub(super) fn open(source: &Bound<'_, PyAny>, is_part: bool) -> PyResult<Self> {
        let py = source.py();
        let raised = Raised::default();
        if source.hasattr(intern!(py, "read"))? {
            if is_part && !source.hasattr(intern!(py, "seek"))? {
                let expected = "a path or a file with seek(), for start or length";
                return Err(crate::settings::wrong_type("source", expected, source));
            }
            let name = html::name_of(source).unwrap_or_else(|| "file".to_string());
            let file = PythonFile {
                file: source.clone().unbind(),
                raised: Arc::clone(&raised),
                chunk: Vec::new(),
                used: 0,
            };
            return Ok(Self { bytes: Box::new(file), name, path: None, raised });
        }
        let path: PathBuf = source
            .extract()
            .map_err(|_| crate::settings::wrong_type("source", "a path or a binary file", source))?;
        let file = py.detach(|| File::open(&path)).map_err(|error| errors::reading(py, &path, &error))?;
        let file = PathFile { file, raised: Arc::clone(&raised), asked: Instant::now() };
        Ok(Self { bytes: Box::new(file), name: path.display().to_string(), path: Some(path), raised })
    }
}

/// A system file whose reading the user can interrupt.
struct PathFile {
    file: File,
    raised: Raised,
    asked: Instant,
}

impl Read for PathFile {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.asked.elapsed() > PATIENCE {
            self.asked = Instant::now();
            Python::attach(|py| py.check_signals()).map_err(|error| kept(&self.raised, error))?;
        }
        self.file.read(out)
    }
}

impl Seek for PathFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// A binary file of Python.
struct PythonFile {
    file: Py<PyAny>,
    raised: Raised,
    /// The bytes read last.
    chunk: Vec<u8>,
    /// Number of bytes requested.
    used: usize,
}

impl Read for PythonFile {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.used == self.chunk.len() {
            let chunk = Python::attach(|py| -> PyResult<Vec<u8>> {
                py.check_signals()?;
                let chunk: Option<Bound<'_, PyBytes>> = html::read("source", self.file.bind(py))?;
                Ok(chunk.map(|chunk| chunk.as_bytes().to_vec()).unwrap_or_default())
            });
            self.chunk = chunk.map_err(|error| kept(&self.raised, error))?;
            self.used = 0;
        }
        let rest = self.chunk.get(self.used..).unwrap_or_default();
        let count = out.len().min(rest.len());
        for (to, from) in out.iter_mut().zip(rest) {
            *to = *from;
        }
        self.used += count;
        Ok(count)
    }
}

impl Seek for PythonFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.chunk.clear();
        self.used = 0;
        let (offset, whence) = match to {
            SeekFrom::Start(offset) => (i64::try_from(offset).unwrap_or(i64::MAX), 0),
            SeekFrom::Current(offset) => (offset, 1),
            SeekFrom::End(offset) => (offset, 2),
        };
        let place = Python::attach(|py| {
            let file = self.file.bind(py);
            let place = file.call_method1(intern!(py, "seek"), (offset, whence));
            place.map_err(|error| html::named(file, error))?.extract()
        });
        place.map_err(|error| kept(&self.raised, error))
    }
}

/// Keeps an exception of Python until the caller can raise it.
fn kept(raised: &Raised, error: PyErr) -> io::Error {
    if let Some(mut raised) = locked(raised) {
        *raised = Some(error);
    }
    io::Error::other("Python raised an error")
}
