//! `extract_arrow`: columns of pages in, record batches out, by the PyCapsule interface.

mod chunks;
pub(crate) mod columns;
mod input;

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use arrow_array::ArrayRef;
use arrow_schema::{ArrowError, FieldRef};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use pyo3_arrow::ffi::{ArrayReader, to_schema_pycapsule, to_stream_pycapsule};
use pyo3_arrow::input::AnyArray;

use crate::arrow::columns::{MAX_ROWS, RowKind, Rows};
use crate::arrow::input::{Columns, Place};
use crate::engine::{Engine, Failure, guarded, locked};
use crate::errors;
use crate::html::{UTF_8, check_no_encoding, whole};
use crate::many::thread_count;
use crate::page_data::PageData;
use crate::settings::{Settings, text, truth};

/// Bytes of pages at which a batch is full.
const MAX_BATCH_BYTES: usize = 64 << 20;

/// Maximum time between checks for an interrupt.
const PATIENCE: Duration = Duration::from_millis(25);

/// Extracts a column of pages into record batches, by several threads.
///
/// `data` is any object with `__arrow_c_stream__` or `__arrow_c_array__`: a table, a record batch
/// or a stream of these, of which `column` is extracted; or a single column. The column has any
/// type of bytes or text, dictionary-encoded or not, or Null. `url_column` has the URLs of the
/// pages; relative ones are ignored. pyarrow is not needed.
///
/// Returns an object with `__arrow_c_stream__`, which can be read once; pages are extracted as it
/// is read. It has one row for each row of the column, in the same order, with the columns of the
/// command's Parquet files: `text`, `title`, `url` and others. A null page gives a row of nulls.
/// Batches have at most 1024 rows.
///
/// With `chunks`, there is a column `chunks`, a list of structs. With `explode=True`, each row is a
/// chunk instead, with its `row` in the input, and `page`, `url`, `title`, `date`, `lang` and
/// `confidence` of its page; a null page gives no row.
///
/// `threads` is the number of pages extracted at once, from 1 to 256; by default the number of
/// processors. Threads end with each batch. The other options are those of `extract`.
///
/// Raises SettingError, a ValueError, for a column that is missing or has another type, and for
/// invalid options.
#[pyfunction]
#[pyo3(
    signature = (data, *, column=None, url_column=None, threads=None, explode=None, **options),
    text_signature = "(data, *, column='html', url_column=None, threads=None, explode=False, **options)"
)]
pub(crate) fn extract_arrow(
    data: &Bound<'_, PyAny>,
    column: Option<&Bound<'_, PyAny>>,
    url_column: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
    explode: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<ArrowStream> {
    let py = data.py();
    let has = |name: &str| data.hasattr(name);
    if !has("__arrow_c_stream__")? && !has("__arrow_c_array__")? {
        let expected = "an object with __arrow_c_stream__ or __arrow_c_array__";
        return Err(crate::settings::wrong_type("data", expected, data));
    }
    let column = column.map_or_else(|| Ok("html".to_string()), |column| text("column", column))?;
    let url_column = url_column.map(|column| text("url_column", column)).transpose()?;
    let settings = Settings::of_table("extract_arrow", options)?;
    let thread_count = thread_count(threads)?;
    let is_exploded = explode.map_or(Ok(false), |explode| truth("explode", explode))?;
    let kind = settings.row_kind(py, is_exploded)?;
    let engine = Engine::new(py, settings)?;
    let input = data.extract::<AnyArray>()?.into_reader()?;
    let place = Place::of(py, &input.field(), &column, url_column.as_deref())?;
    if place.is_text {
        check_no_encoding(py, &engine)?;
    }
    Ok(ArrowStream::new(Box::new(Batches {
        engine,
        thread_count,
        input,
        place,
        kind,
        first_row: 0,
        at: None,
        is_ended: false,
    })))
}

/// A stream of record batches for anything that takes `__arrow_c_stream__`. It can be read once.
#[pyclass(module = "trommel", frozen)]
pub(crate) struct ArrowStream {
    reader: Mutex<Option<Box<dyn ArrayReader + Send>>>,
    field: FieldRef,
}

impl ArrowStream {
    pub(crate) fn new(reader: Box<dyn ArrayReader + Send>) -> Self {
        Self { field: reader.field(), reader: Mutex::new(Some(reader)) }
    }
}

#[pymethods]
impl ArrowStream {
    /// The schema, as a capsule of the Arrow PyCapsule interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, self.field.as_ref())?)
    }

    /// The stream, as a capsule of the Arrow PyCapsule interface. Raises Error the second time.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let reader = locked(&self.reader).and_then(|mut reader| reader.take());
        let reader = reader.ok_or_else(|| {
            errors::misuse(py, "expected a stream that nobody has read, found one that was read")
        })?;
        Ok(to_stream_pycapsule(py, reader, requested_schema)?)
    }

    fn __repr__(&self) -> &'static str {
        "<trommel.ArrowStream>"
    }
}

/// Runs `work` with the interpreter. Its exceptions become errors of Arrow. An interrupt is raised
/// again, since consumers of a stream pass on only the message.
pub(crate) fn attached<T>(work: impl FnOnce(Python<'_>) -> PyResult<T>) -> Result<T, ArrowError> {
    let done = Python::try_attach(|py| {
        work(py).map_err(|error| {
            // C messages end with a zero byte.
            let message = error.to_string().replace('\0', "\\0");
            if error.is_instance_of::<PyKeyboardInterrupt>(py) {
                let thread = py.import(intern!(py, "_thread"));
                let again = thread.and_then(|thread| thread.call_method0(intern!(py, "interrupt_main")));
                // This call must be the last: the next step of the interpreter raises it.
                drop(again);
            }
            ArrowError::ExternalError(message.into())
        })
    });
    done.unwrap_or_else(|| Err(ArrowError::ExternalError("expected an interpreter, found its end".into())))
}

/// Batches of pages, which are extracted on request.
struct Batches {
    engine: Engine,
    thread_count: usize,
    input: Box<dyn ArrayReader + Send>,
    place: Place,
    kind: RowKind,
    /// The first input row of the next batch.
    first_row: u64,
    /// The current array of the input, and its next row.
    at: Option<(Columns, usize)>,
    is_ended: bool,
}

impl ArrayReader for Batches {
    fn field(&self) -> FieldRef {
        self.kind.field()
    }
}

impl Iterator for Batches {
    type Item = Result<ArrayRef, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_ended {
            return None;
        }
        let batch = self.batch().transpose();
        self.is_ended = !matches!(batch, Some(Ok(_)));
        batch
    }
}

impl Batches {
    fn batch(&mut self) -> Result<Option<ArrayRef>, ArrowError> {
        loop {
            match self.at.take() {
                Some((columns, start)) if start < columns.len() => {
                    let rows = rows_of_batch(&columns, start);
                    let end = rows.end;
                    let batch = self.extracted(&columns, rows);
                    self.first_row += (end - start) as u64;
                    self.at = Some((columns, end));
                    return batch.map(Some);
                }
                _ => match self.input.next().transpose()? {
                    Some(array) => self.at = Some((self.place.columns(&array), 0)),
                    None => return Ok(None),
                },
            }
        }
    }

    /// The batch of some rows. Releases the GIL if the caller holds it.
    fn extracted(&self, columns: &Columns, rows: Range<usize>) -> Result<ArrayRef, ArrowError> {
        let work = Work {
            engine: &self.engine,
            columns,
            charset: self.place.is_text.then_some(UTF_8),
            next: AtomicUsize::new(rows.start),
            end: rows.end,
            is_stopped: AtomicBool::new(false),
            done: Mutex::new(Vec::with_capacity(rows.len())),
        };
        let threads = self.thread_count.min(rows.len());
        attached(|py| {
            py.detach(|| if threads > 1 { work.by_threads(threads) } else { work.alone() })
                .map_err(|error| error.0)
        })?;
        let mut done = work.done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        done.sort_unstable_by_key(|(row, _)| *row);
        let mut batch = Rows::new(self.kind, self.first_row);
        for (_, page) in &done {
            match page {
                Some(Err(failure)) => {
                    batch.append(None);
                    attached(|py| warn(py, failure))?;
                }
                Some(Ok(page)) => batch.append(Some(page)),
                None => batch.append(None),
            }
        }
        batch.finish()
    }
}

/// Rows from `start` on that make a batch.
fn rows_of_batch(columns: &Columns, start: usize) -> Range<usize> {
    let mut bytes = 0;
    let last = columns.len().min(start + MAX_ROWS);
    let mut end = start;
    while end < last && (bytes < MAX_BATCH_BYTES || end == start) {
        bytes += columns.html(end).map_or(0, <[u8]>::len);
        end += 1;
    }
    start..end
}

/// Warns of a page whose extraction failed.
fn warn(py: Python<'_>, failure: &Failure) -> PyResult<()> {
    let message = std::ffi::CString::new(failure.to_py(py).to_string().replace('\0', "\\0"))?;
    PyErr::warn(py, &py.get_type::<pyo3::exceptions::PyRuntimeWarning>(), &message, 1)
}

/// The page of a row, or the reason why it is missing; `None` for a null.
type Row = Option<Result<PageData, Failure>>;

/// The interrupt of the user.
struct Raised(PyErr);

/// Rows of a batch in progress.
struct Work<'a> {
    engine: &'a Engine,
    columns: &'a Columns,
    charset: Option<&'static str>,
    next: AtomicUsize,
    end: usize,
    is_stopped: AtomicBool,
    done: Mutex<Vec<(usize, Row)>>,
}

impl Work<'_> {
    /// Extracts all rows. `check` decides between rows whether to continue.
    fn run(&self, mut check: impl FnMut() -> Result<(), Raised>) -> Result<(), Raised> {
        let mut done = Vec::new();
        loop {
            let row = self.next.fetch_add(1, Ordering::Relaxed);
            if row >= self.end || self.is_stopped.load(Ordering::Relaxed) {
                break;
            }
            let page = self
                .columns
                .html(row)
                .map(|html| guarded(|| whole(self.engine, html, self.charset, self.columns.url(row))));
            done.push((row, page));
            check()?;
        }
        self.done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).append(&mut done);
        Ok(())
    }

    fn alone(&self) -> Result<(), Raised> {
        let mut asked = std::time::Instant::now();
        self.run(|| {
            if asked.elapsed() < PATIENCE {
                return Ok(());
            }
            asked = std::time::Instant::now();
            check_signals()
        })
    }

    fn by_threads(&self, count: usize) -> Result<(), Raised> {
        let waiting = thread::current();
        let at_work = AtomicUsize::new(count);
        thread::scope(|scope| {
            for _ in 0..count {
                let (waiting, at_work) = (waiting.clone(), &at_work);
                let work = move || {
                    // Without a check, nothing is raised.
                    let _ = self.run(|| Ok(()));
                    at_work.fetch_sub(1, Ordering::Release);
                    waiting.unpark();
                };
                if thread::Builder::new().name("trommel".to_string()).spawn_scoped(scope, work).is_err() {
                    // The system has no more threads: the others, or this one, do the work.
                    at_work.fetch_sub(1, Ordering::Release);
                }
            }
            while at_work.load(Ordering::Acquire) > 0 {
                thread::park_timeout(PATIENCE);
                check_signals().inspect_err(|_| self.is_stopped.store(true, Ordering::Relaxed))?;
            }
            // Rows left over if no thread was started.
            self.run(|| Ok(()))
        })
    }
}

fn check_signals() -> Result<(), Raised> {
    Python::try_attach(|py| py.check_signals()).unwrap_or(Ok(())).map_err(Raised)
}
