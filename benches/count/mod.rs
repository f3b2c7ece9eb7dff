//! A sink that counts the output of the filter, or of the tokenizer alone.

use std::ops::ControlFlow;
use trommel::Sink;
use trommel::html::{AttrSet, Tag, TagId, TokenSink};

/// Counts bytes of text and known tags.
#[derive(Default)]
pub(crate) struct Count(pub(crate) usize);

impl Sink for Count {
    fn text(&mut self, piece: &str) -> ControlFlow<()> {
        self.0 += piece.len();
        ControlFlow::Continue(())
    }
}

impl TokenSink for Count {
    fn wanted(&self, _: TagId) -> AttrSet {
        AttrSet::NONE
    }

    fn start_tag(&mut self, tag: &Tag<'_>) {
        self.0 += usize::from(tag.id != TagId::Other);
    }

    fn end_tag(&mut self, tag: &Tag<'_>) {
        self.0 += usize::from(tag.id != TagId::Other);
    }

    fn text(&mut self, text: &str, _: u64) {
        self.0 += text.len();
    }
}
