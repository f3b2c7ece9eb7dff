//! Where each part of a rendered text comes from in the page.

use std::mem;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use trommel::blocks::Verdict;
use trommel::chunk::Chunk;
use trommel::{Image, LineBlock, Link, Post, Sink};

/// Maximum number of spans per page. With more, there would be more of them than text.
const MAX_SPANS: usize = 1 << 20;

/// A part of the text, and the part of the page that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// Character of the text at which it begins.
    pub start: u64,
    /// Character after it.
    pub end: u64,
    /// Byte of the page at which it begins.
    pub page_start: u64,
    /// Byte of the page after it.
    pub page_end: u64,
}

/// A sink that notes the span of each kept line-block, and passes everything on.
#[derive(Debug, Default)]
pub struct Spanning<S> {
    /// Receives everything.
    pub inner: S,
    spans: Option<Vec<Span>>,
    /// Characters so far, and whether the open span has text.
    chars: u64,
    open: Option<(u64, u64)>,
    has_text: bool,
}

impl<S> Spanning<S> {
    /// A sink that notes spans if `are_wanted`.
    pub fn new(inner: S, are_wanted: bool) -> Self {
        Self { inner, spans: are_wanted.then(Vec::new), chars: 0, open: None, has_text: false }
    }

    /// Ends the page and returns its spans; `None` if they are not wanted. Begins the next one.
    pub fn take(&mut self) -> Option<Vec<Span>> {
        (self.chars, self.open, self.has_text) = (0, None, false);
        self.spans.as_mut().map(mem::take)
    }

    /// Follows a piece of the text.
    fn follow(&mut self, piece: &str) {
        let Some(spans) = &mut self.spans else { return };
        let before = self.chars;
        self.chars += piece.chars().count() as u64;
        let Some((page_start, page_end)) = self.open else { return };
        // White space between two blocks belongs to neither.
        let text = piece.trim_end();
        if text.is_empty() {
            return;
        }
        let end = before + text.chars().count() as u64;
        let has_room = spans.len() < MAX_SPANS;
        match spans.last_mut().filter(|_| self.has_text) {
            Some(last) => last.end = end,
            None if has_room => {
                let spaces = text.chars().take_while(|c| c.is_whitespace()).count();
                spans.push(Span { start: before + spaces as u64, end, page_start, page_end });
                self.has_text = true;
            }
            None => {}
        }
    }
}

impl<S: Sink> Sink for Spanning<S> {
    fn text(&mut self, piece: &str) -> ControlFlow<()> {
        self.follow(piece);
        self.inner.text(piece)
    }

    fn block(&mut self, block: &LineBlock<'_>) -> ControlFlow<()> {
        let is_kept = block.verdict() == Verdict::Kept;
        self.open = block.end().filter(|_| is_kept).map(|end| (block.offset(), end));
        self.has_text = false;
        self.inner.block(block)
    }

    fn image(&mut self, image: &Image<'_>) -> ControlFlow<()> {
        if self.has_text {
            // It stands by itself after the block.
            (self.open, self.has_text) = (None, false);
        }
        self.inner.image(image)
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<()> {
        self.inner.link(link)
    }

    fn post(&mut self, post: &Post<'_>) -> ControlFlow<()> {
        self.inner.post(post)
    }

    fn chunk(&mut self, chunk: &Chunk<'_>) -> ControlFlow<()> {
        self.inner.chunk(chunk)
    }

    fn wants_contributions(&self) -> bool {
        self.inner.wants_contributions()
    }
}
