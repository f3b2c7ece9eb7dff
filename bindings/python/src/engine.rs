//! Extractors at work, and a small pool of idle ones.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use trommel::chunk::Chunk;
use trommel::{Extractor, Format, LineBlock, Options, Sink, Summary};
use trommel_output::{Listing, Lists, Spanning};

use crate::block::Blocks;
use crate::chunks::TextAndChunks;
use crate::errors;
use crate::page_data::{Facts, PageData, Parts};
use crate::settings::Settings;

/// Maximum number of idle extractors of one kind.
const MAX_IDLE: usize = 16;

/// Maximum number of kinds of extractors that `extract` keeps, without the default.
const MAX_REMEMBERED: usize = 8;

/// How often a lock is tried. It is held briefly, but forever in a process that was forked while
/// another thread held it.
const TRIES: usize = 200;

/// Extractors with the same options.
pub(crate) struct Engine {
    pub(crate) settings: Settings,
    text: Options,
    markdown: Option<Options>,
    idle: Mutex<Vec<Box<Worker>>>,
}

/// One page at a time, by one extractor, or two if Markdown is wanted too.
pub(crate) struct Worker {
    text: Extractor,
    markdown: Option<Extractor>,
    text_out: Listing<Spanning<Collector>>,
    markdown_out: Spanning<TextAndChunks>,
    summary: Summary,
    /// The empty lists of a page.
    empty_lists: Lists,
    has_sites: bool,
    /// Pages have Markdown, and chunks.
    has_markdown: bool,
    has_chunks: bool,
    /// A URL was given.
    is_url_given: bool,
}

/// Takes text and blocks.
struct Collector {
    text: TextAndChunks,
    blocks: Option<Blocks>,
    explains: bool,
}

impl Sink for Collector {
    fn text(&mut self, piece: &str) -> ControlFlow<()> {
        self.text.text(piece)
    }

    fn chunk(&mut self, chunk: &Chunk<'_>) -> ControlFlow<()> {
        self.text.chunk(chunk)
    }

    fn block(&mut self, block: &LineBlock<'_>) -> ControlFlow<()> {
        if let Some(blocks) = &mut self.blocks {
            blocks.push(block);
        }
        ControlFlow::Continue(())
    }

    fn wants_contributions(&self) -> bool {
        self.explains
    }
}

/// The reason why a page ended early.
pub(crate) enum Failure {
    Library(trommel::Error),
    Panic(Box<dyn Any + Send>),
}

impl Failure {
    pub(crate) fn to_py(&self, py: Python<'_>) -> PyErr {
        match self {
            Self::Library(error) => errors::library(py, "options", error),
            Self::Panic(panic) => errors::panicked(py, panic.as_ref()),
        }
    }
}

/// Runs `work`; a panic becomes a [`Failure`].
pub(crate) fn guarded<T>(work: impl FnOnce() -> trommel::Result<T>) -> Result<T, Failure> {
    // The callers drop the state after a panic.
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(error)) => Err(Failure::Library(error)),
        Err(panic) => Err(Failure::Panic(panic)),
    }
}

impl Engine {
    /// An engine with these settings. Reads their files, and makes the first extractor to check
    /// them.
    pub(crate) fn new(py: Python<'_>, settings: Settings) -> PyResult<Self> {
        let mut text = settings.options(py)?;
        // Lists and metadata are collected once, by the extractor of the text.
        let other = || {
            let options = text.clone().with_format(Format::Markdown);
            options.with_link_list(false).with_posts(false).with_more_metadata(false)
        };
        // Chunks have Markdown, so plain text is not enough for them.
        let chunks = settings.chunks();
        let is_text = settings.format == Format::Text;
        let mut markdown = (settings.markdown || chunks.is_some() && is_text).then(other);
        if let Some(chunks) = chunks {
            match &mut markdown {
                Some(markdown) if is_text => *markdown = markdown.clone().with_chunks(chunks),
                _ => text = text.with_chunks(chunks),
            }
        }
        let engine = Self { settings, text, markdown, idle: Mutex::new(Vec::new()) };
        let worker = engine.new_worker().map_err(|error| {
            let name = match error.kind() {
                trommel::ErrorKind::UnknownEncoding => "encoding",
                trommel::ErrorKind::Model => "model",
                _ => "options",
            };
            errors::library(py, name, &error)
        })?;
        engine.put_back(worker);
        Ok(engine)
    }

    /// The engine with these settings from earlier calls, or a new one.
    pub(crate) fn shared(py: Python<'_>, settings: Settings) -> PyResult<Arc<Self>> {
        static DEFAULT: PyOnceLock<Arc<Engine>> = PyOnceLock::new();
        static REMEMBERED: Mutex<Vec<Arc<Engine>>> = Mutex::new(Vec::new());
        if settings == Settings::default() {
            let made = DEFAULT.get_or_try_init(py, || Self::new(py, settings).map(Arc::new))?;
            return Ok(Arc::clone(made));
        }
        if !settings.is_of_values() {
            return Self::new(py, settings).map(Arc::new);
        }
        let found = locked(&REMEMBERED).and_then(|mut engines| {
            let at = engines.iter().position(|engine| engine.settings == settings)?;
            // The last used one comes first.
            engines[..=at].rotate_right(1);
            engines.first().map(Arc::clone)
        });
        if let Some(engine) = found {
            return Ok(engine);
        }
        let made = Arc::new(Self::new(py, settings)?);
        if let Some(mut engines) = locked(&REMEMBERED) {
            engines.truncate(MAX_REMEMBERED - 1);
            engines.insert(0, Arc::clone(&made));
        }
        Ok(made)
    }

    /// An idle worker, or a new one.
    pub(crate) fn worker(&self) -> trommel::Result<Box<Worker>> {
        match locked(&self.idle).and_then(|mut idle| idle.pop()) {
            Some(worker) => Ok(worker),
            None => self.new_worker(),
        }
    }

    fn new_worker(&self) -> trommel::Result<Box<Worker>> {
        let collector = Collector {
            text: TextAndChunks::default(),
            blocks: self.settings.has_lists.then(Blocks::default),
            explains: self.settings.explain,
        };
        let empty_lists = self.settings.lists();
        Ok(Box::new(Worker {
            text: Extractor::new(self.text.clone())?,
            markdown: self.markdown.clone().map(Extractor::new).transpose()?,
            text_out: Listing::new(Spanning::new(collector, self.settings.spans), Lists::default()),
            markdown_out: Spanning::new(
                TextAndChunks::default(),
                self.settings.spans && self.settings.markdown,
            ),
            summary: Summary::default(),
            empty_lists,
            has_sites: self.settings.has_sites(),
            has_markdown: self.settings.markdown,
            has_chunks: self.settings.chunks().is_some(),
            is_url_given: false,
        }))
    }

    /// Takes back a worker whose page is finished or discarded.
    pub(crate) fn put_back(&self, worker: Box<Worker>) {
        if let Some(mut idle) = locked(&self.idle)
            && idle.len() < MAX_IDLE
        {
            idle.push(worker);
        }
    }
}

/// The data of a lock; `None` if it is not available, so that nobody waits for a thread that a fork
/// left in another process.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    for _ in 0..TRIES {
        match mutex.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => std::thread::yield_now(),
        }
    }
    None
}

impl Worker {
    /// Begins a page. `charset` is its encoding by the protocol, `url` its URL; relative ones are
    /// ignored.
    pub(crate) fn begin(&mut self, charset: Option<&str>, url: Option<&str>) {
        for extractor in [Some(&mut self.text), self.markdown.as_mut()].into_iter().flatten() {
            extractor.reset();
            if let Some(charset) = charset {
                extractor.set_encoding_hint(charset);
            }
            if let Some(url) = url {
                extractor.set_url(url);
            }
        }
        self.text_out.begin(self.empty_lists.clone());
        let (_, _) = (self.text_out.inner.take(), self.markdown_out.take());
        let Collector { text, blocks, .. } = &mut self.text_out.inner.inner;
        for out in [text, &mut self.markdown_out.inner] {
            out.text.clear();
            out.chunks.clear();
        }
        if let Some(blocks) = blocks {
            blocks.clear();
        }
        self.is_url_given = url.and_then(trommel::whole_address).is_some();
    }

    /// Reads the next bytes of the page.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> trommel::Result<()> {
        self.text.push_to(bytes, &mut self.text_out)?;
        match &mut self.markdown {
            Some(extractor) => extractor.push_to(bytes, &mut self.markdown_out),
            None => Ok(()),
        }
    }

    /// Ends the page.
    pub(crate) fn finish(&mut self) -> trommel::Result<PageData> {
        self.text.finish_into(&mut self.text_out, &mut self.summary)?;
        if let Some(extractor) = &mut self.markdown {
            extractor.finish_to(&mut self.markdown_out)?;
        }
        let lists = self.text_out.take(&self.summary);
        let (spans, markdown_spans) = (self.text_out.inner.take(), self.markdown_out.take());
        let Collector { text, blocks, .. } = &mut self.text_out.inner.inner;
        let markdown = &mut self.markdown_out.inner;
        // One of the two has them.
        let chunks = if text.chunks.is_empty() { &mut markdown.chunks } else { &mut text.chunks };
        let chunks = self.has_chunks.then(|| std::mem::take(chunks));
        Ok(PageData {
            text: std::mem::take(&mut text.text),
            markdown: self.has_markdown.then(|| std::mem::take(&mut markdown.text)),
            blocks: blocks.as_mut().map(Blocks::take).unwrap_or_default(),
            lists,
            parts: Parts { chunks, spans, markdown_spans },
            facts: Facts::of(&self.summary, self.is_url_given, self.has_sites),
        })
    }
}
