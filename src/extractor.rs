//! The push loop: connects the stages of the pipeline and decides early if the budget is spent.

mod held_bytes;
#[cfg(feature = "std")]
mod io;
mod options;
mod page;
mod posts;
mod references;
mod sink;
#[cfg(feature = "stream")]
mod stream;
mod summary;

use crate::budget::MemoryLedger;
use crate::decide::Decider;
use crate::decode::Decoder;
use crate::error::{Error, ErrorKind, Result};
use crate::html::Tokenizer;
use crate::metadata::{Fallback, FallbackPiece};
use crate::page_type::ProbablePageType;
#[cfg(feature = "repeats")]
use crate::repeats::PageSketch;
use crate::structure::{ElementTracker, TrackedSink};
#[cfg(feature = "css")]
use crate::{css, structure::Scope};
#[cfg(feature = "css")]
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::panic::{RefUnwindSafe, UnwindSafe};
#[cfg(feature = "std")]
pub use io::{ExtractWriter, extract_reader};
pub use options::Options;
use page::{PageDriver, PageState};
pub use sink::Sink;
#[cfg(feature = "stream")]
pub use stream::ExtractStream;
pub use summary::{Extraction, Summary};

/// Extracts the main content of pages, one after the other, from chunks of bytes of any size.
///
/// [`push`](Self::push) all chunks, then [`finish`](Self::finish). The extractor is then ready for
/// the next page and keeps its memory. With [`push_to`](Self::push_to) and
/// [`finish_to`](Self::finish_to), text goes to a [`Sink`] as soon as it is decided, so an endless
/// page is filtered in constant memory.
///
/// An extractor is [`Send`], [`Sync`] and unwind-safe, so objects of other languages can hold one.
///
/// Cost: linear in the input. Holds at most the budget of its options, in addition to text that was
/// not yet taken by `finish`.
///
/// ```
/// let mut extractor = trommel::Extractor::new(trommel::Options::default())?;
/// extractor.push(b"<title>Rain</title><nav><a href=/>Home</a></nav><p>It rained for three days ")?;
/// extractor.push(b"in the valley, and the river rose.<p>On the fourth day the sun came out again.")?;
/// let page = extractor.finish()?;
/// assert!(page.text.starts_with("It rained for three days in the valley"));
/// assert_eq!(page.summary.metadata.title, "Rain");
/// # Ok::<(), trommel::Error>(())
/// ```
pub struct Extractor {
    decoder: Decoder,
    tokenizer: Tokenizer,
    pub(crate) tracker: ElementTracker,
    pub(crate) page: PageState,
    /// What was rendered for a caller without a sink.
    collected: String,
}

/// The boxed parts must be safe to share as well.
const _: () = {
    const fn may_be_shared<T: Send + Sync + UnwindSafe + RefUnwindSafe>() {}
    may_be_shared::<Extractor>();
};

impl fmt::Debug for Extractor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes_in = self.page.bytes_in;
        f.debug_struct("Extractor").field("bytes_in", &bytes_in).finish_non_exhaustive()
    }
}

impl Extractor {
    /// An extractor with these options.
    ///
    /// # Errors
    /// - [`ErrorKind::Setting`] for settings that cannot work, such as a budget below
    ///   [`Options::minimum_budget`].
    /// - [`ErrorKind::UnknownEncoding`] for a label that names no encoding.
    /// - [`ErrorKind::Model`] for [`Method::Learned`](crate::Method::Learned) without a model, and
    ///   for a model of blocks that a browser rendered.
    /// - [`ErrorKind::OutOfMemory`] if the allocator has no memory for the first bytes of a page.
    // Its parts are built on the stack. In a function of its own, they do not stay there.
    #[inline(never)]
    pub fn new(options: Options) -> Result<Self> {
        options.check()?;
        let minimum = options.minimum_budget();
        if options.budget < minimum {
            let (minimum, found) = (minimum.bytes(), options.budget.bytes());
            let message =
                format!("expected a budget of at least {minimum} bytes for these options, found {found}");
            return Err(Error::new(ErrorKind::Setting, message));
        }
        let spare_bytes = options.budget.bytes() - minimum.bytes();
        let ledger = MemoryLedger::new(options.budget.bytes(), options.fixed_bytes(spare_bytes));
        let decider = Decider::new(options.decider_config())?;
        let tracker = ElementTracker::new(decider.class_words())
            .with_spare(spare_bytes)
            .recording_all(options.wanted_nodes().is_some())
            .with_linear_weights(decider.weights());
        let tokenizer = Tokenizer::new();
        #[cfg(feature = "css")]
        let (tokenizer, tracker) = if options.selectors.is_empty() {
            (tokenizer, tracker)
        } else {
            let scope = Scope::new(Box::new(css::LolHtml::new(options.selectors.clone())));
            (tokenizer.with_attribute_text(options.selectors.attributes()), tracker.within(scope))
        };
        Ok(Self {
            decoder: Decoder::new(options.encoding.as_deref())?,
            tokenizer,
            tracker,
            page: PageState::new(&options, decider, ledger, spare_bytes),
            collected: String::new(),
        })
    }

    /// Reads the next bytes of the page. Text that is decided early is collected until
    /// [`finish`](Self::finish).
    ///
    /// # Errors
    /// None so far, as any bytes can be read as HTML. The result leaves space for future limits.
    pub fn push(&mut self, bytes: &[u8]) -> Result<()> {
        let mut collected = core::mem::take(&mut self.collected);
        let result = self.push_to(bytes, &mut collected);
        self.collected = collected;
        result
    }

    /// Ends the page and returns its main content. The extractor is ready for the next page.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub fn finish(&mut self) -> Result<Extraction> {
        let mut text = core::mem::take(&mut self.collected);
        let summary = self.finish_to(&mut text)?;
        Ok(Extraction { text, summary })
    }

    /// Reads the next bytes of the page. Text that is decided early goes to `sink`, after any text
    /// that [`push`](Self::push) collected.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub fn push_to(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<()> {
        self.flush_collected(sink);
        self.page.bytes_in += bytes.len() as u64;
        let (tokenizer, tracker) = (&mut self.tokenizer, &mut self.tracker);
        let mut driver = PageDriver { page: &mut self.page, sink };
        self.decoder.push(bytes, &mut |piece, offset| {
            if !driver.page.stopped {
                tokenizer.push(piece, offset, &mut TrackedSink::new(tracker, &mut driver));
            }
        });
        Ok(())
    }

    /// Whether a sink stopped the page; later pushes are not read.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.page.stopped
    }

    /// Ends the page; the rest of its main content goes to `sink`. The extractor is ready for the
    /// next page.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub fn finish_to(&mut self, sink: &mut dyn Sink) -> Result<Summary> {
        let mut summary = Summary::default();
        self.finish_into(sink, &mut summary)?;
        Ok(summary)
    }

    /// As [`finish_to`](Self::finish_to), but overwrites an existing summary, whose strings keep
    /// their memory. So a page that is no larger than earlier ones needs no allocation.
    ///
    /// ```
    /// # use trommel::{Extractor, Options, Summary};
    /// let (mut text, mut summary) = (String::new(), Summary::default());
    /// let mut extractor = Extractor::new(Options::default())?;
    /// for page in ["<title>One</title><p>It rained for three days.", "<title>Two</title><p>It rained for four days."] {
    ///     text.clear();
    ///     extractor.push_to(page.as_bytes(), &mut text)?;
    ///     extractor.finish_into(&mut text, &mut summary)?;
    /// }
    /// assert_eq!((&*summary.metadata.title, &*text), ("Two", "It rained for four days.\n"));
    /// # Ok::<(), trommel::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub fn finish_into(&mut self, sink: &mut dyn Sink, summary: &mut Summary) -> Result<()> {
        self.flush_collected(sink);
        self.read_rest(sink);
        let elements_forgotten = self.tracker.forgotten();
        #[cfg(feature = "css")]
        let selection = self.tracker.selection();
        let nodes_folded = self.page.blocks.arena.folded();
        // A fallback text adds tags.
        let tag_counts = self.tracker.tag_counts;
        if let Some(fallback) = (PageDriver { page: &mut self.page, sink }).end_page() {
            self.read_fallback(&fallback, sink);
            self.page.collector.put_back(fallback);
        }
        PageDriver { page: &mut self.page, sink }.finish();
        let page = &mut self.page;
        let mut meta = core::mem::take(&mut summary.metadata);
        page.write_metadata(&mut meta);
        let page_type = page.page_type(&tag_counts, &meta.url);
        page.collector.write_by_type(page_type.map(|found| found.page_type), &mut meta);
        *summary = Summary {
            metadata: meta,
            method: page.method(),
            text_source: page.text_source(),
            confidence: page.confidence(),
            page_type: page_type.filter(ProbablePageType::is_reported),
            encoding: self.decoder.encoding_name(),
            bytes_in: page.bytes_in,
            blocks_total: page.blocks_decided,
            blocks_kept: page.blocks_kept,
            first_early_decision_offset: page.first_early_decision_offset,
            decode_errors: self.decoder.decode_errors(),
            elements_forgotten,
            nodes_folded,
            text_bytes_lost: page.text_bytes_lost,
            skipped: self.decoder.foreign(),
            stopped: page.stopped,
            hidden_text_used: page.hidden_text_used,
            fallback_bytes_cut: page.fallback_bytes_cut,
            images_cut: page.images.cut(),
            links_cut: page.links.cut(),
            post_names_cut: page.posts.facts.cut(),
            #[cfg(feature = "site")]
            site: page.site(),
            #[cfg(feature = "repeats")]
            content_hash: page.page_sketch().content_hash(),
            peak_bytes: page.blocks.arena.peak_bytes(),
            #[cfg(feature = "css")]
            selection,
        };
        #[cfg(feature = "repeats")]
        page.keep_sketch();
        self.reset();
        Ok(())
    }

    /// The sketch of the last page that was finished, for
    /// [`Repeats::add`](crate::repeats::Repeats::add). Without
    /// [`Options::record_repeats`](crate::Options::record_repeats) it is empty.
    #[cfg(feature = "repeats")]
    #[must_use]
    pub fn page_sketch(&self) -> &PageSketch {
        &self.page.last_sketch
    }

    /// Hands the text that [`push`](Self::push) collected to the sink.
    fn flush_collected(&mut self, sink: &mut dyn Sink) {
        if !self.collected.is_empty() && !self.page.stopped {
            self.page.stopped = sink.text(&self.collected).is_break();
        }
        self.collected.clear();
    }

    /// Reads buffered bytes at the end of the input.
    pub(crate) fn read_rest(&mut self, sink: &mut dyn Sink) {
        let (tokenizer, tracker) = (&mut self.tokenizer, &mut self.tracker);
        let mut driver = PageDriver { page: &mut self.page, sink };
        self.decoder.finish(&mut |piece, offset| {
            if !driver.page.stopped {
                tokenizer.push(piece, offset, &mut TrackedSink::new(tracker, &mut driver));
            }
        });
        tokenizer.finish(&mut TrackedSink::new(tracker, &mut driver));
    }

    /// Reads the fallback text like a page of its own, and keeps all of it.
    fn read_fallback(&mut self, fallback: &Fallback, sink: &mut dyn Sink) {
        self.page.fallback = Some(fallback.source);
        self.page.fallback_bytes_cut = fallback.bytes_cut();
        self.page.blocks.arena.stop_nodes();
        let (tokenizer, tracker) = (&mut self.tokenizer, &mut self.tracker);
        let mut driver = PageDriver { page: &mut self.page, sink };
        let restart =
            |tokenizer: &mut Tokenizer, tracker: &mut ElementTracker, driver: &mut PageDriver<'_>| {
                tokenizer.finish(&mut TrackedSink::new(tracker, driver));
                tokenizer.reset();
                tracker.reset();
                driver.page.blocks.leave_elements();
            };
        restart(tokenizer, tracker, &mut driver);
        fallback.each_part(|part| match part {
            FallbackPiece::Html(html, offset) => {
                tokenizer.push(html, offset, &mut TrackedSink::new(tracker, &mut driver))
            }
            FallbackPiece::Gap => restart(tokenizer, tracker, &mut driver),
        });
    }

    /// Sets the encoding of the next page by its transport protocol, such as the `charset` of an
    /// HTTP header. Call it before the page's first byte; [`finish`](Self::finish) and
    /// [`reset`](Self::reset) forget it.
    ///
    /// A byte order mark and [`Options::with_encoding`] override it; it overrides declarations in
    /// the page. A label that names no encoding is ignored. Like a declaration in the page, it is
    /// ignored if the bytes are well-formed UTF-8.
    pub fn set_encoding_hint(&mut self, label: &str) {
        self.decoder.declare(label.as_bytes());
    }

    /// Sets the address of the next page, if it is known. Call it before the page's first byte.
    ///
    /// It is the page's address in its metadata, whatever the page claims, and completes addresses
    /// in the page that are only parts. With wrappers of several hosts (`Options::with_sites`), it
    /// selects the wrapper. Without it, the wrapper is selected by `link rel=canonical` or `og:url`
    /// before the first text of the page.
    ///
    /// What is no [`whole_address`](crate::whole_address) is ignored. So is an address of more than
    /// 1 KiB and 1/32 of the budget above the minimum.
    pub fn set_url(&mut self, url: &str) {
        let _url = self.page.collector.set_url(url);
        #[cfg(feature = "site")]
        if let Some(matcher) = &mut self.page.matcher {
            matcher.choose(_url);
        }
    }

    /// Forgets the page being read; keeps the memory for the next one.
    pub fn reset(&mut self) {
        self.decoder.reset();
        self.tokenizer.reset();
        self.tracker.reset();
        self.collected.clear();
        self.page.reset();
    }
}

/// Extracts the main content of a whole page in memory.
///
/// # Errors
/// As [`Extractor::new`].
///
/// ```
/// let html = "<title>A</title><p>One line of text, long enough.<ul><li><a href=/>Home</a></ul><p>And another line of text.";
/// let page = trommel::extract(html.as_bytes(), &trommel::Options::default())?;
/// assert_eq!(page.text, "One line of text, long enough.\n\nAnd another line of text.\n");
/// # Ok::<(), trommel::Error>(())
/// ```
pub fn extract(html: &[u8], options: &Options) -> Result<Extraction> {
    let mut extractor = Extractor::new(options.clone())?;
    extractor.push(html)?;
    extractor.finish()
}

/// The types that a page declares for itself, read in chunks of `chunk_bytes`.
#[cfg(test)]
pub(crate) fn kinds_of(html: &[u8], chunk_bytes: usize) -> crate::metadata::ClaimedTypes {
    let mut extractor = Extractor::new(Options::default()).expect("the defaults are sound");
    for chunk in html.chunks(chunk_bytes) {
        extractor.push(chunk).expect("HTML is never wrong");
    }
    extractor.read_rest(&mut String::new());
    extractor.page.collector.kinds()
}

/// The metadata of a page. Checks that it is the same when read whole and byte by byte.
#[cfg(test)]
pub(crate) fn meta_of(html: &str) -> crate::metadata::Metadata {
    let mut extractor = Extractor::new(Options::default()).expect("the defaults are sound");
    let [whole, in_bytes] = [html.len(), 1].map(|chunk_bytes| {
        for chunk in html.as_bytes().chunks(chunk_bytes) {
            extractor.push(chunk).expect("HTML is never wrong");
        }
        extractor.finish().expect("HTML is never wrong").summary.metadata
    });
    assert_eq!(in_bytes, whole, "{html}");
    whole
}
