//! Kept line-blocks become text, Markdown or HTML.
//!
//! In come kept records with their text, in order; out go pieces of what is rendered. Held: a few
//! numbers about the lists, tables and fences that are open in the output, [`HELD_BYTES`] at most,
//! nothing that grows.
//!
//! Kept blocks may come from anywhere on the page, so [`outline`] makes a well-formed outline of
//! what is left: a list whose items were all dropped is not there, an item that lost its first
//! block begins with its second.

mod escape;
mod html;
mod inline;
mod link;
mod markdown;
mod outline;
mod text;

use crate::block::Record;
use crate::methods::Format;
use crate::structure::Break;
use alloc::boxed::Box;
use core::panic::{RefUnwindSafe, UnwindSafe};

/// Where rendered pieces go.
pub(crate) type Out<'a> = dyn FnMut(&str) + 'a;

/// Renders kept blocks.
pub(crate) trait Renderer: Send + Sync + UnwindSafe + RefUnwindSafe {
    /// One more kept block. `between` is the strongest break since the last kept block, whatever
    /// was dropped between.
    fn block(&mut self, record: &Record, between: Break, text: &str, out: &mut Out<'_>);
    /// The end of the page.
    fn finish(&mut self, out: &mut Out<'_>);
    /// Ready for another page.
    fn reset(&mut self);
}

/// Heap of a boxed renderer at most.
pub(crate) const HELD_BYTES: usize = 256;

/// The renderer of a format.
pub(crate) fn renderer(format: Format) -> Box<dyn Renderer> {
    const {
        assert!(size_of::<text::TextRenderer>() <= HELD_BYTES);
        assert!(size_of::<markdown::MarkdownRenderer>() <= HELD_BYTES);
        assert!(size_of::<html::HtmlRenderer>() <= HELD_BYTES);
    }
    match format {
        Format::Text => Box::new(text::TextRenderer::default()),
        Format::Markdown => Box::new(markdown::MarkdownRenderer::default()),
        Format::Html => Box::new(html::HtmlRenderer::default()),
    }
}

/// Writes `text` over and over.
fn repeat(text: &str, times: usize, out: &mut Out<'_>) {
    for _ in 0..times {
        out(text);
    }
}
