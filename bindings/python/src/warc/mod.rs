//! `read_warc`: pages of a WARC file.

mod input;
mod log;
mod record;

use std::collections::BTreeMap;
use std::ffi::CString;
use std::io;
use std::sync::{Arc, Mutex};

use arrow_array::ArrayRef;
use arrow_schema::{ArrowError, FieldRef};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString, PyType};
use pyo3_arrow::ffi::ArrayReader;
use trommel_output::Source;
use trommel_warc::{ByteRange, Damage, Next, Records, Skip, Statuses, Type};

use self::input::{Input, Raised};
use self::log::{Damaged, Log};
use self::record::{Outcome, Wanted};
use crate::arrow::columns::{RowKind, Rows};
use crate::arrow::{ArrowStream, attached};
use crate::engine::{Engine, Failure, guarded, locked};
use crate::errors;
use crate::page::Page;
use crate::page_data::PageData;
use crate::settings::{Settings, size, text, truth, whole_number, wrong_type};

/// The result of a step of reading.
pub(crate) enum Step {
    Page(Box<PageData>),
    /// Nothing to return yet.
    Nothing,
    End,
}

/// Reads pages; needs Python only for Python files.
pub(crate) struct WarcPages {
    pub(crate) engine: Arc<Engine>,
    wanted: Wanted,
    records: Option<Records>,
    name: String,
    path: Option<std::path::PathBuf>,
    raised: Raised,
    log: Arc<Mutex<Log>>,
}

/// Why reading stopped.
pub(crate) enum Stop {
    Input(io::Error),
    Failure(Failure),
}

impl WarcPages {
    /// The next step: at most one record.
    pub(crate) fn step(&mut self) -> Result<Step, Stop> {
        let Some(records) = &mut self.records else { return Ok(Step::End) };
        match records.next_record().map_err(Stop::Input)? {
            Next::End => {
                self.records = None;
                Ok(Step::End)
            }
            Next::Damage(Damage { offset, message, .. }) => {
                self.add(Damaged { offset, message });
                Ok(Step::Nothing)
            }
            Next::Record(head) => {
                if let Some(mut log) = locked(&self.log) {
                    log.place.begin(head.offset);
                }
                if let Type::Other(skip) = head.get("WARC-Type").map_or(Type::Response, Type::of) {
                    return Ok(self.skip(skip));
                }
                let source = Source {
                    file: self.name.clone(),
                    offset: Some(head.offset),
                    uncompressed_offset: Some(head.uncompressed_offset),
                    ..Source::default()
                };
                match record::read(&self.engine, &self.wanted, &head, source, records).map_err(Stop::Input)? {
                    Outcome::Page(page) => {
                        if let Some(mut log) = locked(&self.log) {
                            log.place.end();
                        }
                        Ok(Step::Page(page))
                    }
                    Outcome::Failed(failure) => Err(Stop::Failure(failure)),
                    Outcome::Skip(skip, damage) => {
                        if let Some(message) = damage {
                            self.add(Damaged { offset: head.offset, message });
                        }
                        Ok(self.skip(skip))
                    }
                }
            }
        }
    }

    fn skip(&mut self, skip: Skip) -> Step {
        if let Some(mut log) = locked(&self.log) {
            *log.skipped.entry(skip.name()).or_default() += 1;
            log.place.end();
        }
        Step::Nothing
    }

    fn add(&mut self, damage: Damaged) {
        if let Some(mut log) = locked(&self.log) {
            log.damage.push(damage);
            log.unsaid += 1;
        }
    }

    /// Warns of damaged places without a warning so far.
    pub(crate) fn warn(&mut self, py: Python<'_>) -> PyResult<()> {
        while let Some(damage) = locked(&self.log).and_then(|mut log| log.next_unsaid()) {
            let message = format!("{}: at byte {}: {}", self.name, damage.offset, damage.message);
            let message = CString::new(message.replace('\0', "\\0"))?;
            PyErr::warn(py, errors::damage_warning(py)?, &message, 1)?;
        }
        Ok(())
    }

    /// Why reading stopped, as an exception.
    pub(crate) fn exception(&mut self, py: Python<'_>, stop: &Stop) -> PyErr {
        match stop {
            Stop::Failure(failure) => failure.to_py(py),
            Stop::Input(error) => {
                self.records = None;
                if let Some(raised) = locked(&self.raised).and_then(|mut raised| raised.take()) {
                    return raised;
                }
                match &self.path {
                    Some(path) => errors::reading(py, path, error),
                    None => errors::unreadable(py, format!("{}: cannot be read: {error}", self.name)),
                }
            }
        }
    }

    /// The next page, with the GIL released in between.
    fn next_page(&mut self, py: Python<'_>) -> PyResult<Option<PageData>> {
        loop {
            let step = py.detach(|| match guarded(|| Ok(self.step())) {
                Ok(step) => step,
                Err(failure) => Err(Stop::Failure(failure)),
            });
            let step = step.map_err(|stop| self.exception(py, &stop));
            self.warn(py)?;
            py.check_signals()?;
            match step? {
                Step::Page(page) => return Ok(Some(*page)),
                Step::Nothing => {}
                Step::End => return Ok(None),
            }
        }
    }
}

/// Statuses in the form of the command, `200,404`, from a text, a number, or a list of both.
fn statuses_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    const NAME: &str = "http_status";
    let one = |value: &Bound<'_, PyAny>| match value.is_instance_of::<PyString>() {
        true => text(NAME, value),
        false => whole_number(NAME, value, "an HTTP status", |_| true).map(|status| status.to_string()),
    };
    if value.is_instance_of::<PyString>() || value.hasattr("__index__")? {
        return one(value);
    }
    let statuses = value.try_iter().map_err(|_| wrong_type(NAME, "int, str or a list of both", value))?;
    Ok(statuses.map(|status| one(&status?)).collect::<PyResult<Vec<_>>>()?.join(","))
}

/// Reads the pages of a WARC file, plain or compressed with gzip or zstd, also if it is damaged.
///
/// `source` is a path or a binary file, which needs `seek` only with `start`. Iteration returns the
/// pages (HTML responses and resources) in the order of the file, with fields of their records:
/// `warc_record_id`, `warc_date`, `http_status`, `truncated`, `source_offset` and others. Other
/// records are counted in `skipped`. Damage is not an error: reading continues after it, and each
/// place is in `damage` and a DamageWarning.
///
/// `http_status` selects the responses that are pages: `404`, `[200, 404]`, "200,404,5xx" or "all";
/// by default "2xx".
/// `max_page_size` is the maximum number of bytes read of a page, as a number or "1MiB". `start`
/// and `length`, in bytes of the compressed file, read a part: the records that begin in it. Parts
/// that cover the file give each record and each damaged place once, as with `--part` of `batch`.
/// The other options are those of `extract`.
///
/// Memory: 640 KiB, the window of the compression, a gzip member of at most 1 MiB, and an
/// extractor.
///
/// Raises ReadError, an OSError, for an unreadable file; SettingError for invalid options.
#[pyfunction]
#[pyo3(
    signature = (source, *, http_status=None, max_page_size=None, start=None, length=None, **options),
    text_signature = "(source, *, http_status=None, max_page_size=None, start=0, length=None, **options)"
)]
pub(crate) fn read_warc(
    source: &Bound<'_, PyAny>,
    http_status: Option<&Bound<'_, PyAny>>,
    max_page_size: Option<&Bound<'_, PyAny>>,
    start: Option<&Bound<'_, PyAny>>,
    length: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<WarcReader> {
    let py = source.py();
    let bytes_of = |name, value| whole_number(name, value, "a number of bytes", |_| true);
    let start = start.map_or(Ok(0), |start| bytes_of("start", start))?;
    let length = length.map(|length| bytes_of("length", length)).transpose()?;
    let statuses = http_status.map_or_else(|| Ok("2xx".to_string()), statuses_text)?;
    let statuses = statuses.parse::<Statuses>();
    let wanted = Wanted {
        statuses: statuses.map_err(|error| errors::setting(py, "http_status", error))?,
        most_bytes: match max_page_size {
            Some(most) => size("max_page_size", most)?.bytes() as u64,
            None => u64::MAX,
        },
    };
    let settings = Settings::of("read_warc", options)?;
    let engine = Arc::new(Engine::new(py, settings.clone())?);
    let is_whole = start == 0 && length.is_none();
    let Input { bytes, name, path, raised } = Input::open(source, !is_whole)?;
    let log = Arc::new(Mutex::new(Log::from(start)));
    let mut pages = WarcPages { engine, wanted, records: None, name, path, raised, log };
    let range = ByteRange { start, end: length.map_or(u64::MAX, |length| start.saturating_add(length)) };
    match py.detach(|| if is_whole { Records::new(bytes) } else { Records::in_range(bytes, range) }) {
        Ok(records) => pages.records = Some(records),
        Err(error) => return Err(pages.exception(py, &Stop::Input(error))),
    }
    Ok(WarcReader {
        settings,
        log: Arc::clone(&pages.log),
        pages: Mutex::new(Reading::Open(Box::new(pages))),
    })
}

/// Iterator over the pages of a WARC file, made by `read_warc`. The file is closed by the context
/// manager, by `close`, or with the iterator.
#[pyclass(module = "trommel", frozen)]
pub(crate) struct WarcReader {
    pages: Mutex<Reading>,
    settings: Settings,
    log: Arc<Mutex<Log>>,
}

enum Reading {
    Open(Box<WarcPages>),
    /// A thread reads.
    Busy,
    Closed,
}

impl WarcReader {
    /// Takes the file; it is busy until it is put back. `None` if it is closed.
    fn taken(&self, py: Python<'_>) -> PyResult<Option<Box<WarcPages>>> {
        let taken = locked(&self.pages).map(|mut pages| match *pages {
            Reading::Open(_) => std::mem::replace(&mut *pages, Reading::Busy),
            Reading::Busy => Reading::Busy,
            Reading::Closed => Reading::Closed,
        });
        match taken {
            Some(Reading::Open(pages)) => Ok(Some(pages)),
            Some(Reading::Closed) => Ok(None),
            Some(Reading::Busy) | None => {
                Err(errors::misuse(py, "expected one thread at a time to read, found two"))
            }
        }
    }

    fn put(&self, reading: Reading) {
        if let Some(mut pages) = locked(&self.pages) {
            *pages = reading;
        }
    }
}

/// Pages of a file as record batches.
struct WarcBatches {
    /// `None` at the end of the file, or after an error.
    pages: Option<Box<WarcPages>>,
    kind: RowKind,
    /// Number of the next page.
    next_row: u64,
    /// The error to raise after the pages before it.
    error: Option<ArrowError>,
}

impl ArrayReader for WarcBatches {
    fn field(&self) -> FieldRef {
        self.kind.field()
    }
}

impl Iterator for WarcBatches {
    type Item = Result<ArrayRef, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(error) = self.error.take() {
            return Some(Err(error));
        }
        let pages = self.pages.as_mut()?;
        let mut rows = Rows::new(self.kind, self.next_row);
        while !rows.is_full() {
            // One record per turn: some are skipped at once, others take long.
            match attached(|py| pages.next_page(py)) {
                Ok(Some(page)) => rows.append(Some(&page)),
                Ok(None) => {
                    self.pages = None;
                    break;
                }
                Err(error) => {
                    self.pages = None;
                    if rows.is_empty() {
                        return Some(Err(error));
                    }
                    self.error = Some(error);
                    break;
                }
            }
        }
        self.next_row = rows.next_row();
        if rows.is_empty() { None } else { Some(rows.finish()) }
    }
}

#[pymethods]
impl WarcReader {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Page>> {
        let Some(mut pages) = self.taken(py)? else { return Ok(None) };
        let page = pages.next_page(py);
        self.put(Reading::Open(pages));
        Ok(page?.map(|page| Page::new(py, page)))
    }

    /// Damaged places so far, in the order of the file: a list of `trommel.Damage`.
    #[getter]
    fn damage<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        static DAMAGE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let class = DAMAGE.import(py, "trommel._types", "Damage")?;
        let list = PyList::empty(py);
        let damage = locked(&self.log).map(|log| log.damage.clone()).unwrap_or_default();
        for Damaged { offset, message } in damage {
            list.append(class.call1((offset, message))?)?;
        }
        Ok(list)
    }

    /// Records so far that are not pages, counted by reason.
    #[getter]
    fn skipped(&self) -> BTreeMap<&'static str, u64> {
        locked(&self.log).map(|log| log.skipped.clone()).unwrap_or_default()
    }

    /// The byte of the compressed file to pass as `start` to continue. If a gzip member or zstd
    /// frame holds several records, the byte at which it begins.
    #[getter]
    fn next_start(&self) -> u64 {
        locked(&self.log).map_or(0, |log| log.place.next_start)
    }

    /// The remaining pages as an Arrow stream with the columns of `extract_arrow`, in batches of at
    /// most 1024 pages or 32 MiB of text. Iteration ends; `damage` and `skipped` continue as the
    /// stream is read. With `chunks` and `explode=True`, each row is a chunk, as in
    /// `extract_arrow`.
    #[pyo3(signature = (*, explode=None), text_signature = "($self, *, explode=False)")]
    fn to_arrow(&self, py: Python<'_>, explode: Option<&Bound<'_, PyAny>>) -> PyResult<ArrowStream> {
        let is_exploded = explode.map_or(Ok(false), |explode| truth("explode", explode))?;
        let kind = self.settings.row_kind(py, is_exploded)?;
        let pages = self.taken(py)?;
        self.put(Reading::Closed);
        Ok(ArrowStream::new(Box::new(WarcBatches { pages, kind, next_row: 0, error: None })))
    }

    /// Closes the file. Iteration ends; `damage` and `skipped` stay.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.taken(py)?;
        self.put(Reading::Closed);
        Ok(())
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (kind=None, error=None, traceback=None, /))]
    fn __exit__(
        &self,
        py: Python<'_>,
        kind: Option<&Bound<'_, PyAny>>,
        error: Option<&Bound<'_, PyAny>>,
        traceback: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let _ = (kind, error, traceback);
        self.close(py)
    }
}
