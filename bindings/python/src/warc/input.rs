//! The bytes of a WARC file, from a path or a Python file, whole or in part.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::engine::locked;
use crate::errors;
use crate::html;

/// How long is read without asking whether the user interrupts.
const PATIENCE: Duration = Duration::from_millis(50);

/// First bytes of a file that tell how it is packed.
const MAGIC_BYTES: usize = 4;

/// A gzip member without content: what follows it is read as a gzip file, wherever it begins.
const EMPTY_GZIP: [u8; 20] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/// The same for zstd: a frame of one raw block without content.
const EMPTY_ZSTD: [u8; 9] = [0x28, 0xb5, 0x2f, 0xfd, 0x20, 0, 1, 0, 0];

/// What Python raised while Rust read.
pub(super) type Raised = Arc<Mutex<Option<PyErr>>>;

/// A file to read, and where a part of it begins.
pub(super) struct Input {
    pub(super) bytes: Box<dyn Read + Send>,
    /// What it is called in messages.
    pub(super) name: String,
    /// Its path, if it is one.
    pub(super) path: Option<PathBuf>,
    pub(super) raised: Raised,
    /// Byte of the file at which the part begins.
    pub(super) start: u64,
    /// Bytes in front of it that are not of the file.
    pub(super) prefix_bytes: u64,
    /// The part begins within a record, which is of the part before.
    pub(super) begins_within: bool,
}

impl Input {
    /// Opens a path, or takes a binary file of Python, from byte `start` on.
    pub(super) fn open(source: &Bound<'_, PyAny>, start: u64) -> PyResult<Self> {
        let py = source.py();
        let raised = Raised::default();
        if source.hasattr(intern!(py, "read"))? {
            let name =
                source.getattr(intern!(py, "name")).map_or("file".to_string(), |name| name.to_string());
            let file =
                PythonFile { file: source.clone().unbind(), raised: Arc::clone(&raised), rest: Vec::new() };
            return Self::at(file, name, None, Arc::clone(&raised), start).map_err(|error| {
                let stored = locked(&raised).and_then(|mut raised| raised.take());
                stored.unwrap_or_else(|| errors::unreadable(py, error.to_string()))
            });
        }
        let path: PathBuf = source
            .extract()
            .map_err(|_| crate::settings::wrong_type("source", "a path or a binary file", source))?;
        let opened = py.detach(|| File::open(&path)).and_then(|file| {
            let file = PathFile { file, raised: Arc::clone(&raised), asked: Instant::now() };
            Self::at(file, path.display().to_string(), Some(path.clone()), raised, start)
        });
        opened.map_err(|error| errors::reading(py, &path, &error))
    }

    fn at(
        mut file: impl Read + Seek + Send + 'static,
        name: String,
        path: Option<PathBuf>,
        raised: Raised,
        start: u64,
    ) -> io::Result<Self> {
        let mut input = Self {
            bytes: Box::new(io::empty()),
            name,
            path,
            raised,
            start,
            prefix_bytes: 0,
            begins_within: false,
        };
        if start == 0 {
            input.bytes = Box::new(file);
            return Ok(input);
        }
        let magic = begin_of(&mut file)?;
        file.seek(SeekFrom::Start(start))?;
        let begin = begin_of(&mut file)?;
        let whole = Cursor::new(begin.clone()).chain(file);
        let prefix: &'static [u8] = match magic[..] {
            [0x1f, 0x8b, ..] => &EMPTY_GZIP,
            [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18] => &EMPTY_ZSTD,
            _ => &[],
        };
        input.begins_within = match prefix {
            [] => begin != b"WARC",
            _ => begin.get(..2) != magic.get(..2),
        };
        input.prefix_bytes = prefix.len() as u64;
        input.bytes = Box::new(Cursor::new(prefix).chain(whole));
        Ok(input)
    }
}

/// The next bytes of a file, as many as tell how it is packed.
fn begin_of(file: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut begin = Vec::new();
    file.take(MAGIC_BYTES as u64).read_to_end(&mut begin)?;
    Ok(begin)
}

/// A file of the system, whose reading the user can interrupt.
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
    /// What was read and not yet asked for, in reverse order.
    rest: Vec<u8>,
}

impl Read for PythonFile {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            let chunk = Python::attach(|py| -> PyResult<Vec<u8>> {
                py.check_signals()?;
                let chunk: Option<Bound<'_, PyBytes>> = html::read(self.file.bind(py))?;
                Ok(chunk.map(|chunk| chunk.as_bytes().to_vec()).unwrap_or_default())
            });
            self.rest = chunk.map_err(|error| kept(&self.raised, error))?;
            self.rest.reverse();
        }
        let count = out.len().min(self.rest.len());
        let at = self.rest.len() - count;
        for (to, from) in out.iter_mut().zip(self.rest.drain(at..).rev()) {
            *to = from;
        }
        Ok(count)
    }
}

impl Seek for PythonFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.rest.clear();
        let (offset, whence) = match to {
            SeekFrom::Start(offset) => (i64::try_from(offset).unwrap_or(i64::MAX), 0),
            SeekFrom::Current(offset) => (offset, 1),
            SeekFrom::End(offset) => (offset, 2),
        };
        let place = Python::attach(|py| {
            self.file.bind(py).call_method1(intern!(py, "seek"), (offset, whence))?.extract()
        });
        place.map_err(|error| kept(&self.raised, error))
    }
}

/// Keeps what Python raised until the caller can raise it.
fn kept(raised: &Raised, error: PyErr) -> io::Error {
    if let Some(mut raised) = locked(raised) {
        *raised = Some(error);
    }
    io::Error::other("Python raised an error")
}
