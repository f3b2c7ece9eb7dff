//! An adapter to asynchronous streams of bytes.

use super::{Extractor, Options, Summary};
use crate::error::Result;
use alloc::string::String;
use bytes::Bytes;
use core::pin::Pin;
use core::task::{Context, Poll, ready};
use futures_core::Stream;

/// Maximum chunks read by one poll, so that an inner stream that is always ready does not keep its
/// thread.
const MAX_CHUNKS_PER_POLL: usize = 32;

/// The main content of a page that arrives as a stream of chunks, as a stream of text.
///
/// Yields pieces of text as soon as they are decided; a page that fits the budget comes in one
/// piece, at its end. An error of the inner stream is yielded once and ends this one.
///
/// Cost: linear in the page. Holds at most the budget of its options, one chunk, and a piece.
#[derive(Debug)]
pub struct ExtractStream<S> {
    inner: S,
    extractor: Extractor,
    text: String,
    summary: Option<Summary>,
    has_ended: bool,
}

impl<S> ExtractStream<S> {
    /// A stream of the main content of the page that `inner` gives.
    ///
    /// # Errors
    /// As [`Extractor::new`].
    pub fn new(inner: S, options: Options) -> Result<Self> {
        let extractor = Extractor::new(options)?;
        Ok(Self { inner, extractor, text: String::new(), summary: None, has_ended: false })
    }

    /// The summary of the page, after the stream has ended without an error.
    pub fn summary(&self) -> Option<&Summary> {
        self.summary.as_ref()
    }

    /// The extractor, to hint at the encoding or the address before the first chunk is polled.
    pub fn extractor_mut(&mut self) -> &mut Extractor {
        &mut self.extractor
    }
}

impl<S, E> Stream for ExtractStream<S>
where
    S: Stream<Item = core::result::Result<Bytes, E>> + Unpin,
{
    type Item = core::result::Result<String, E>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        let mut chunks = 0;
        while !this.has_ended {
            if chunks == MAX_CHUNKS_PER_POLL {
                context.waker().wake_by_ref();
                return Poll::Pending;
            }
            chunks += 1;
            let Some(chunk) = ready!(Pin::new(&mut this.inner).poll_next(context)) else {
                this.has_ended = true;
                // HTML is never an error.
                this.summary = this.extractor.finish_to(&mut this.text).ok();
                break;
            };
            match chunk {
                Ok(bytes) => {
                    // HTML is never an error.
                    let _ = this.extractor.push_to(&bytes, &mut this.text);
                }
                Err(error) => {
                    this.has_ended = true;
                    return Poll::Ready(Some(Err(error)));
                }
            }
            if !this.text.is_empty() {
                break;
            }
        }
        let text = core::mem::take(&mut this.text);
        Poll::Ready((!text.is_empty()).then_some(Ok(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use core::task::Waker;

    /// Chunks that are each ready at the second poll only.
    struct Slow(Vec<core::result::Result<Bytes, &'static str>>, bool);

    impl Stream for Slow {
        type Item = core::result::Result<Bytes, &'static str>;

        fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
            self.1 = !self.1;
            if self.1 {
                context.waker().wake_by_ref();
                return Poll::Pending;
            }
            Poll::Ready(if self.0.is_empty() { None } else { Some(self.0.remove(0)) })
        }
    }

    /// All items, and how often the stream was pending.
    fn read(stream: &mut ExtractStream<Slow>) -> (Vec<core::result::Result<String, &'static str>>, usize) {
        let mut context = Context::from_waker(Waker::noop());
        let (mut items, mut pending) = (Vec::new(), 0);
        loop {
            match Pin::new(&mut *stream).poll_next(&mut context) {
                Poll::Pending => pending += 1,
                Poll::Ready(Some(item)) => items.push(item),
                Poll::Ready(None) => return (items, pending),
            }
        }
    }

    #[test]
    fn text_comes_as_the_library_gives_it_and_errors_end_the_stream() {
        let chunk = |text: &'static str| Ok(Bytes::from_static(text.as_bytes()));
        let chunks =
            [chunk("<title>Rain</title><p>It rained "), chunk(""), chunk("for three days in the valley.")];
        let mut stream = ExtractStream::new(Slow(chunks.to_vec(), false), Options::default()).unwrap();
        let (items, pending) = read(&mut stream);
        assert_eq!(items, [Ok(String::from("It rained for three days in the valley.\n"))]);
        assert_eq!((pending, stream.summary().map(|summary| &*summary.metadata.title)), (4, Some("Rain")));
        let broken = Slow([chunk("<p>It rained."), Err("reset")].to_vec(), false);
        let mut stream = ExtractStream::new(broken, Options::default()).unwrap();
        assert_eq!(read(&mut stream).0, [Err("reset")]);
        assert!(stream.summary().is_none());
    }

    /// Chunks that are always ready.
    struct Ready(usize);

    impl Stream for Ready {
        type Item = core::result::Result<Bytes, &'static str>;

        fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
            self.0 = self.0.saturating_sub(1);
            Poll::Ready((self.0 > 0).then_some(Ok(Bytes::from_static(b"<p>It rained."))))
        }
    }

    #[test]
    fn a_stream_that_is_always_ready_lets_others_run() {
        let mut stream = ExtractStream::new(Ready(100), Options::default()).unwrap();
        let mut context = Context::from_waker(Waker::noop());
        let mut pending = 0;
        while Pin::new(&mut stream).poll_next(&mut context).is_pending() {
            pending += 1;
        }
        assert_eq!(pending, 3);
    }

    #[test]
    fn a_page_beyond_the_budget_comes_in_pieces() {
        let paragraph =
            Bytes::from("<p>It rained for three days in the valley, and the river rose.\n".repeat(99));
        let least = Options::default().minimum_budget();
        let options = Options::default().with_budget(least);
        let chunks = (0..40).map(|_| Ok(paragraph.clone())).collect();
        let mut stream = ExtractStream::new(Slow(chunks, false), options).unwrap();
        let (items, _) = read(&mut stream);
        assert!(items.len() > 2, "{}", items.len());
    }
}
