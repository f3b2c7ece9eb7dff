//! Renders kept line-blocks as text, Markdown or HTML.
//!
//! What enters: kept records with their text, in order. What leaves: pieces of rendered output.
//! What is held: a few numbers about the lists, tables and fences that are open in the output, at
//! most [`HELD_BYTES`].
//!
//! Kept blocks may come from anywhere on the page, so [`outline`] builds a well-formed outline of
//! them. A list without kept items is omitted; an item whose first block was dropped begins with
//! its second.

mod delimiters;
mod escape;
mod grid;
mod html;
mod inline;
mod markdown;
mod outline;
mod text;

use crate::block::Record;
use crate::block::notes::Notes;
use crate::block::reference::BlockImages;
use crate::methods::{Format, Formulas};
use crate::structure::Break;
use alloc::boxed::Box;
use core::panic::{RefUnwindSafe, UnwindSafe};

/// Receives rendered pieces.
pub(crate) type Out<'a> = dyn FnMut(&str) + 'a;

/// What the text of a block refers to.
pub(crate) struct Referred<'a> {
    /// The images in the block.
    pub(crate) images: BlockImages<'a>,
    /// The notes of the page.
    pub(crate) notes: &'a mut Notes,
}

/// Renders kept blocks.
pub(crate) trait Renderer: Send + Sync + UnwindSafe + RefUnwindSafe {
    /// Renders the next kept block. `between` is the strongest break since the last kept block,
    /// including breaks at dropped blocks.
    fn block(
        &mut self,
        record: &Record,
        between: Break,
        text: &str,
        referred: Referred<'_>,
        out: &mut Out<'_>,
    );
    /// Ends the page.
    fn finish(&mut self, out: &mut Out<'_>);
    /// Prepares for another page.
    fn reset(&mut self);
}

/// Maximum heap bytes of a boxed renderer.
pub(crate) const HELD_BYTES: usize = 272;

/// The renderer for a format, which writes formulas so.
pub(crate) fn renderer(format: Format, formulas: Formulas) -> Box<dyn Renderer> {
    const {
        assert!(size_of::<text::TextRenderer>() <= HELD_BYTES);
        assert!(size_of::<markdown::MarkdownRenderer>() <= HELD_BYTES);
        assert!(size_of::<html::HtmlRenderer>() <= HELD_BYTES);
    }
    match format {
        Format::Text => Box::new(text::TextRenderer::default()),
        Format::Markdown => Box::new(markdown::MarkdownRenderer::new(formulas)),
        Format::Html => Box::new(html::HtmlRenderer::default()),
    }
}

/// Writes a block as Markdown, as if it stood alone: outside all lists, quotes and tables, without
/// a line end.
pub(crate) fn write_block_markdown(record: &Record, text: &str, out: &mut Out<'_>) {
    markdown::write_alone(record, text, out);
}

/// Whether a space parts an image from a text that ends in `last`: a letter, or a sign after which
/// a word begins.
fn parts_from_image(last: char) -> bool {
    last.is_alphanumeric() || matches!(last, '.' | ',' | ';' | ':' | '!' | '?' | '…' | '”' | '»')
}

/// Writes `text` a number of times.
fn repeat(text: &str, times: usize, out: &mut Out<'_>) {
    for _ in 0..times {
        out(text);
    }
}
