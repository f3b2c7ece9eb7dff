//! The object of an extractor's handle: the core's extractor and its results.

use crate::code::trommel_code;
use crate::handle::Interrupted;
use crate::heap::{forget_refusals, outside, was_refused};
use crate::message::Failure;
#[cfg(feature = "chunks")]
use crate::page::trommel_chunk;
use crate::page::{
    trommel_block, trommel_image, trommel_link, trommel_page, trommel_post, trommel_sink, trommel_string,
};
use std::ffi::c_void;
use std::ops::ControlFlow;
use std::ptr;
#[cfg(feature = "chunks")]
use trommel::chunk::Chunk;
use trommel::{Extractor, Image, LineBlock, Link, Options, Post, Sink, Summary};

/// Bytes kept for each text of the metadata from the start, so that none has to grow.
const FIELD_BYTES: usize = 1 << 10;

/// The same for the URL, which can be set by the caller.
const URL_BYTES: usize = 8000;

/// Least bytes by which collected text grows.
const MIN_TEXT_GROWTH_BYTES: usize = 8 << 10;

/// The next calls that an extractor expects.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The first bytes of a page, or its end.
    Ready,
    /// More bytes of a page, or its end.
    Reading,
    /// A finished page; the next may begin.
    Finished,
    /// A reset: memory ran out during a page.
    Failed,
    /// Nothing: a defect occurred.
    Broken,
}

/// An extractor with the result of its last page.
pub(crate) struct Session {
    extractor: Extractor,
    output: Output,
    summary: Summary,
    /// Points to the text and the summary.
    page: Option<trommel_page>,
    state: State,
}

// A handle is passed between threads. The pointers of a page are to parts of the same session, and
// those of a sink are the caller's, who promises the same of them.
const _: () = {
    const fn may_be_sent<T: Send>() {}
    may_be_sent::<Extractor>();
    may_be_sent::<Summary>();
};

impl Interrupted for Session {
    fn interrupted(&mut self, code: trommel_code) {
        self.page = None;
        self.state = if code == trommel_code::Panic { State::Broken } else { State::Failed };
    }
}

impl Session {
    pub(crate) fn new(options: Options) -> Result<Self, Failure> {
        let mut summary = Summary::default();
        let metadata = &mut summary.metadata;
        for field in [&mut metadata.title, &mut metadata.author, &mut metadata.date, &mut metadata.lang] {
            field.reserve_exact(FIELD_BYTES);
        }
        metadata.url.reserve_exact(URL_BYTES);
        let extractor = Extractor::new(options)?;
        Ok(Self { extractor, output: Output::default(), summary, page: None, state: State::Ready })
    }

    /// Bytes of the reserve that [`new`](Self::new) needs in addition to the core.
    pub(crate) const OWN_BYTES: usize = 4 * (FIELD_BYTES + 64) + URL_BYTES + 64;

    pub(crate) fn push(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.expect_page(State::Finished)?;
        if self.state == State::Finished {
            self.forget();
        }
        self.output.forget_taken();
        self.state = State::Reading;
        self.extractor.push_to(bytes, &mut self.output)?;
        if was_refused() { Err(Failure::OUT_OF_MEMORY) } else { Ok(()) }
    }

    pub(crate) fn finish(&mut self) -> Result<&trommel_page, Failure> {
        self.expect_page(State::Ready)?;
        self.output.forget_taken();
        self.extractor.finish_into(&mut self.output, &mut self.summary)?;
        self.state = State::Finished;
        Ok(self.page.insert(trommel_page::of(&self.output.text, &self.summary)))
    }

    /// The text collected since the last call; the next call drops it.
    pub(crate) fn take(&mut self) -> Result<trommel_string, Failure> {
        self.expect_page(State::Ready)?;
        self.output.forget_taken();
        self.output.is_taken = true;
        Ok(trommel_string::of(&self.output.text))
    }

    /// Forgets the page, and any failure of it.
    pub(crate) fn reset(&mut self) -> Result<(), Failure> {
        if self.state == State::Broken {
            return self.expect_page(State::Ready);
        }
        self.extractor.reset();
        self.forget();
        self.state = State::Ready;
        // A list of free parts may have grown.
        forget_refusals();
        Ok(())
    }

    /// Drops a page that was begun; settings for the next page stay.
    pub(crate) fn restart(&mut self) -> Result<(), Failure> {
        match self.state {
            State::Ready | State::Finished => Ok(()),
            State::Reading | State::Failed | State::Broken => self.reset(),
        }
    }

    /// Replaces the sink of the next pages.
    pub(crate) fn set_sink(&mut self, sink: Option<trommel_sink>) -> Result<(), Failure> {
        self.expect_no_page()?;
        self.output.sink = sink;
        Ok(())
    }

    pub(crate) fn set_url(&mut self, url: &str) -> Result<(), Failure> {
        self.expect_no_page()?;
        if trommel::whole_address(url).is_none() {
            let message = "expected an absolute URL, such as https://example.org/page, found another text";
            return Err(Failure::Own(trommel_code::Setting, message));
        }
        self.extractor.set_url(url);
        Ok(())
    }

    pub(crate) fn set_encoding_hint(&mut self, label: &str) -> Result<(), Failure> {
        self.expect_no_page()?;
        self.extractor.set_encoding_hint(label);
        Ok(())
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.state == State::Reading && self.extractor.is_stopped()
    }

    /// The finished page; null before its end.
    pub(crate) fn page(&self) -> *const trommel_page {
        self.page.as_ref().map_or(ptr::null(), ptr::from_ref)
    }

    fn forget(&mut self) {
        self.page = None;
        self.output.text.clear();
        self.output.is_taken = false;
    }

    /// Checks that a page has begun or may begin; `also` is allowed as well.
    fn expect_page(&self, also: State) -> Result<(), Failure> {
        match self.state {
            State::Ready | State::Reading => Ok(()),
            state if state == also => Ok(()),
            state => Err(refusal(state)),
        }
    }

    /// Checks that no page has begun.
    fn expect_no_page(&self) -> Result<(), Failure> {
        match self.state {
            State::Ready | State::Finished => Ok(()),
            state => Err(refusal(state)),
        }
    }
}

fn refusal(state: State) -> Failure {
    match state {
        State::Ready | State::Reading => {
            Failure::Own(trommel_code::State, "expected this before the first bytes of a page")
        }
        State::Finished => {
            Failure::Own(trommel_code::State, "expected a push or a reset: the page is finished")
        }
        State::Failed => Failure::Own(trommel_code::State, "expected a reset: memory ran out in this page"),
        State::Broken => Failure::Own(trommel_code::Panic, "expected a free: a defect broke this extractor"),
    }
}

/// Receives the page: passes it to the functions of the caller, or collects it.
#[derive(Default)]
struct Output {
    sink: Option<trommel_sink>,
    text: String,
    /// Whether the caller has already received the text.
    is_taken: bool,
    /// Text of a block or of a chunk, for the caller's function.
    item_text: String,
    /// Markdown of a chunk, likewise.
    #[cfg(feature = "chunks")]
    item_markdown: String,
}

/// Function of a sink that receives an item of the page.
type Receive<T> = unsafe extern "C" fn(*mut c_void, *const T) -> bool;

impl Output {
    /// Passes an item of the page to a function of the sink.
    fn hand<T>(&self, receive: Option<Receive<T>>, seen: &T) -> ControlFlow<()> {
        let (Some(receive), Some(sink)) = (receive, self.sink) else { return flow(true) };
        // SAFETY: the caller promised of the sink that its functions may be called with its data.
        flow(!was_refused() && outside(|| unsafe { receive(sink.user_data, seen) }))
    }

    /// Removes text that the caller has received.
    fn forget_taken(&mut self) {
        if std::mem::take(&mut self.is_taken) {
            self.text.clear();
        }
    }
}

/// Appends `piece`; `false` if the allocator refuses.
fn append(text: &mut String, piece: &str) -> bool {
    if text.capacity() - text.len() < piece.len() {
        // Doubles, as `Vec` does.
        let more = piece.len().max(text.len()).max(MIN_TEXT_GROWTH_BYTES);
        if text.try_reserve_exact(more).is_err() {
            return false;
        }
    }
    text.push_str(piece);
    true
}

/// Whether to continue. A page that ran out of memory is not read further.
fn flow(goes_on: bool) -> ControlFlow<()> {
    if goes_on && !was_refused() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

impl Sink for Output {
    fn text(&mut self, piece: &str) -> ControlFlow<()> {
        let Some(trommel_sink { text: Some(text), user_data, .. }) = self.sink else {
            return flow(append(&mut self.text, piece));
        };
        // SAFETY: as in `hand`.
        flow(!was_refused() && outside(|| unsafe { text(user_data, piece.as_ptr().cast(), piece.len()) }))
    }

    fn block(&mut self, line_block: &LineBlock<'_>) -> ControlFlow<()> {
        let Some(trommel_sink { block: Some(receive), .. }) = self.sink else { return flow(true) };
        self.item_text.clear();
        if !line_block.text().all(|piece| append(&mut self.item_text, piece)) {
            return ControlFlow::Break(());
        }
        self.hand(Some(receive), &trommel_block::of(line_block, &self.item_text))
    }

    fn post(&mut self, post: &Post<'_>) -> ControlFlow<()> {
        let receive = self.sink.and_then(|sink| sink.post);
        self.hand(receive, &trommel_post::of(post))
    }

    fn image(&mut self, image: &Image<'_>) -> ControlFlow<()> {
        let receive = self.sink.and_then(|sink| sink.image);
        self.hand(receive, &trommel_image::of(image))
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<()> {
        let receive = self.sink.and_then(|sink| sink.link);
        self.hand(receive, &trommel_link::of(link))
    }

    #[cfg(feature = "chunks")]
    fn chunk(&mut self, chunk: &Chunk<'_>) -> ControlFlow<()> {
        let Some(trommel_sink { chunk: Some(receive), .. }) = self.sink else { return flow(true) };
        let (text, markdown) = (&mut self.item_text, &mut self.item_markdown);
        text.clear();
        markdown.clear();
        let mut has_space = true;
        chunk.write_text(&mut |piece| has_space = has_space && append(text, piece));
        chunk.write_markdown(&mut |piece| has_space = has_space && append(markdown, piece));
        if !has_space {
            return ControlFlow::Break(());
        }
        trommel_chunk::with(chunk, &self.item_text, &self.item_markdown, |chunk| {
            self.hand(Some(receive), chunk)
        })
    }
}
