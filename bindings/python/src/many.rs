//! `extract_many`: pages of an iterable, by several threads.

use std::collections::BTreeMap;
use std::process;
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, unbounded};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyDict, PyIterator, PyTuple};

use crate::engine::{Engine, Failure, guarded};
use crate::errors;
use crate::html::{Html, UTF_8, check_no_encoding, whole, with_surrogates};
use crate::page::Page;
use crate::page_data::PageData;
use crate::settings::{Settings, text, truth, whole_number, wrong_type};

/// Maximum number of threads.
const MAX_THREADS: usize = 256;

/// Maximum number of pages per thread ahead of the page returned.
const AHEAD_PER_THREAD: u64 = 16;

/// Bytes of pages in progress at which no further page is taken.
const MAX_AHEAD_BYTES: usize = 32 << 20;

/// Pages that are taken before a finished one is returned.
const TAKEN_AT_ONCE: usize = 2;

/// Maximum wait between checks for an interrupt.
const PATIENCE: Duration = Duration::from_millis(50);

/// A page to extract.
struct Job {
    number: u64,
    html: Owned,
    charset: Option<&'static str>,
    url: Option<String>,
}

/// HTML that a thread may hold.
enum Owned {
    Bytes(PyBackedBytes),
    Text(PyBackedStr),
    Copy(Vec<u8>),
}

impl Owned {
    fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Text(text) => text.as_bytes(),
            Self::Copy(bytes) => bytes,
        }
    }
}

/// An extracted page. It has the HTML, so that Python frees it.
struct Done {
    number: u64,
    page: Result<PageData, Failure>,
    html: Owned,
}

/// Threads of one iterator. They end when it is dropped, each after its current page.
struct Threads {
    jobs: Sender<Job>,
    done: Receiver<Done>,
}

impl Threads {
    fn start(engine: &Arc<Engine>, count: usize) -> std::io::Result<Self> {
        let (jobs, of_jobs) = unbounded::<Job>();
        let (to_done, done) = unbounded();
        for _ in 0..count {
            let (engine, of_jobs, to_done) = (Arc::clone(engine), of_jobs.clone(), to_done.clone());
            thread::Builder::new().name("trommel".to_string()).spawn(move || {
                for Job { number, html, charset, url } in of_jobs {
                    let page = guarded(|| whole(&engine, html.as_bytes(), charset, url.as_deref()));
                    if to_done.send(Done { number, page, html }).is_err() {
                        break;
                    }
                }
            })?;
        }
        Ok(Self { jobs, done })
    }
}

/// Iterator over the pages of `extract_many`.
#[pyclass(module = "trommel", frozen)]
pub(crate) struct PageIterator {
    /// Locked by the thread that requests a page.
    pages: Mutex<Pages>,
    /// The process of its threads.
    process: u32,
}

/// The pages of an iterator.
struct Pages {
    pages: Option<Py<PyIterator>>,
    engine: Arc<Engine>,
    thread_count: usize,
    is_ordered: bool,
    threads: Option<Threads>,
    /// Numbers of pages taken, returned, and in threads.
    taken: u64,
    handed_out: u64,
    at_work: u64,
    at_work_bytes: usize,
    /// Finished pages, by number.
    ready: BTreeMap<u64, PyResult<PageData>>,
    /// The exception that ended the iterable.
    failed: Option<PyErr>,
}

/// Extracts the pages of an iterable by several threads, and iterates over them.
///
/// `pages` yields HTML as for `extract`, or pairs of HTML and its URL. None and relative URLs count
/// as no URL. The iterating thread reads it and its binary files, at most 16 pages per thread and
/// 32 MiB ahead of the pages returned, so an endless generator takes constant memory.
///
/// `threads` is the number of pages extracted at once, from 1 to 256; by default the number of
/// processors. With 1, no thread is started. Threads start with the first page and end with the
/// iterator; a forked process cannot continue it. `ordered=False` returns pages as they are
/// finished. The other options are those of `extract`.
///
/// An exception of the iterable is raised after all pages before it. An item that is not HTML
/// raises TypeError in its turn, and iteration may continue.
#[pyfunction]
#[pyo3(
    signature = (pages, *, threads=None, ordered=None, **options),
    text_signature = "(pages, *, threads=None, ordered=True, **options)"
)]
pub(crate) fn extract_many(
    pages: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
    ordered: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<PageIterator> {
    let py = pages.py();
    let items = pages.try_iter().map_err(|error| {
        let is_none = error.is_instance_of::<PyTypeError>(py);
        if is_none { wrong_type("pages", "an iterable", pages) } else { error }
    })?;
    let pages = Pages {
        engine: Arc::new(Engine::new(py, Settings::of("extract_many", options)?)?),
        thread_count: thread_count(threads)?,
        pages: Some(items.unbind()),
        is_ordered: ordered.map_or(Ok(true), |ordered| truth("ordered", ordered))?,
        threads: None,
        taken: 0,
        handed_out: 0,
        at_work: 0,
        at_work_bytes: 0,
        ready: BTreeMap::new(),
        failed: None,
    };
    Ok(PageIterator { pages: Mutex::new(pages), process: process::id() })
}

/// The given number of threads, or that of processors.
pub(crate) fn thread_count(threads: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    let Some(threads) = threads else {
        return Ok(thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS));
    };
    let expected = format!("a number from 1 to {MAX_THREADS}");
    whole_number("threads", threads, &expected, |count| (1..=MAX_THREADS as u64).contains(&count))
        .map(|count| count as usize)
}

/// Rejects work in a process without the threads of `what`.
pub(crate) fn check_process(py: Python<'_>, process: u32, what: &str) -> PyResult<()> {
    if process == process::id() {
        return Ok(());
    }
    let message =
        format!("expected the process that made {what}, found a fork of it: make it after the fork");
    Err(errors::misuse(py, message))
}

/// HTML and URL of an item, which is HTML or a pair of both.
fn html_and_url<'py>(item: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyAny>, Option<String>)> {
    let Ok(items) = item.cast::<PyTuple>() else { return Ok((item.clone(), None)) };
    if items.len() != 2 {
        let message = format!(
            "pages: expected HTML or a pair of HTML and its address, found a tuple of {}",
            items.len()
        );
        return Err(PyTypeError::new_err(message));
    }
    let (html, url) = (items.get_item(0)?, items.get_item(1)?);
    Ok((html, if url.is_none() { None } else { Some(text("url", &url)?) }))
}

#[pymethods]
impl PageIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Page>> {
        check_process(py, self.process, "this iterator")?;
        match self.pages.try_lock() {
            Ok(mut pages) => pages.next(py),
            Err(TryLockError::Poisoned(pages)) => pages.into_inner().next(py),
            Err(TryLockError::WouldBlock) => {
                Err(errors::misuse(py, "expected one thread at a time to iterate, found two"))
            }
        }
    }
}

impl Pages {
    /// The next page to return; `None` at the end.
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Page>> {
        let mut taken = 0;
        loop {
            while let Some(Ok(done)) = self.threads.as_ref().map(|threads| threads.done.try_recv()) {
                self.accept(py, done);
            }
            let is_ready = self.is_ready();
            let wants_more = !is_ready || (self.threads.is_some() && taken < TAKEN_AT_ONCE);
            if wants_more && self.may_take() {
                self.take(py)?;
                taken += 1;
            } else if is_ready && let Some((_, page)) = self.ready.pop_first() {
                self.handed_out += 1;
                return page.map(|page| Some(Page::new(py, page)));
            } else if self.at_work == 0 {
                return self.failed.take().map_or(Ok(None), Err);
            } else {
                self.wait(py)?;
            }
        }
    }

    /// Whether a page can be returned. With `ordered`, it must have the next number.
    fn is_ready(&self) -> bool {
        self.ready.first_key_value().is_some_and(|(number, _)| !self.is_ordered || *number == self.handed_out)
    }

    fn may_take(&self) -> bool {
        self.pages.is_some()
            && self.taken - self.handed_out < AHEAD_PER_THREAD * self.thread_count as u64
            && (self.at_work == 0 || self.at_work_bytes < MAX_AHEAD_BYTES)
    }

    /// Takes the next page of the iterable.
    fn take(&mut self, py: Python<'_>) -> PyResult<()> {
        let item = self.pages.as_ref().and_then(|pages| pages.bind(py).clone().next());
        match item {
            None => self.pages = None,
            Some(Err(error)) => {
                self.pages = None;
                self.failed = Some(error);
            }
            Some(Ok(item)) => {
                let number = self.taken;
                self.taken += 1;
                let done = self.begin(py, number, &item);
                if let Some(done) = done.transpose() {
                    self.ready.insert(number, done);
                }
                // No wait of this thread checks for signals while it extracts pages itself.
                py.check_signals()?;
            }
        }
        Ok(())
    }

    /// Gives a page to the threads, or extracts it if that is not possible.
    fn begin(&mut self, py: Python<'_>, number: u64, item: &Bound<'_, PyAny>) -> PyResult<Option<PageData>> {
        let (html, url) = html_and_url(item)?;
        let html = Html::of(&html)?;
        if self.thread_count == 1 || matches!(html, Html::File(_)) {
            return html.extract(py, &self.engine, url.as_deref()).map(Some);
        }
        let mut charset = None;
        let html = match html {
            Html::Bytes(bytes) => Owned::Bytes(bytes.into()),
            Html::Text(text) => {
                check_no_encoding(py, &self.engine)?;
                charset = Some(UTF_8);
                match PyBackedStr::try_from(text.clone()) {
                    Ok(text) => Owned::Text(text),
                    Err(_) => Owned::Bytes(with_surrogates(&text)?.into()),
                }
            }
            Html::Buffer(view) | Html::File(view) => {
                let copied = view.call_method0(intern!(py, "tobytes"))?;
                Owned::Copy(copied.extract()?)
            }
        };
        if self.threads.is_none() {
            self.threads = Some(Threads::start(&self.engine, self.thread_count)?);
        }
        let bytes = html.as_bytes().len();
        let job = Job { number, html, charset, url };
        let is_sent = self.threads.as_ref().is_some_and(|threads| threads.jobs.send(job).is_ok());
        if !is_sent {
            return Err(errors::misuse(py, "expected threads at work, found none"));
        }
        self.at_work += 1;
        self.at_work_bytes += bytes;
        Ok(None)
    }

    fn accept(&mut self, py: Python<'_>, done: Done) {
        self.at_work -= 1;
        self.at_work_bytes -= done.html.as_bytes().len();
        self.ready.insert(done.number, done.page.map_err(|failure| failure.to_py(py)));
    }

    /// Waits briefly for a page.
    fn wait(&mut self, py: Python<'_>) -> PyResult<()> {
        if let Some(threads) = &self.threads {
            let done = &threads.done;
            if let Ok(done) = py.detach(|| done.recv_timeout(PATIENCE)) {
                self.accept(py, done);
            }
        }
        py.check_signals()
    }
}

impl Drop for PageIterator {
    fn drop(&mut self) {
        if self.process != process::id() {
            // Its threads are in another process, and may hold the locks of its channels.
            let pages = self.pages.get_mut().unwrap_or_else(PoisonError::into_inner);
            std::mem::forget(pages.threads.take());
        }
    }
}
