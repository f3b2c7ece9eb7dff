//! Renders kept line-blocks as text, Markdown or HTML.
//!
//! What enters: kept records with their text, in order. What leaves: pieces of rendered output.
//! What is held: a few numbers about the lists, tables and fences that are open in the output, at
//! most [`HELD_BYTES`].
//!
//! Kept blocks may come from anywhere on the page, so [`outline`] builds a well-formed outline of
//! them. A list without kept items is omitted; an item whose first block was dropped begins with
//! its second.

mod container;
mod delimiters;
mod escape;
mod grid;
mod html;
mod inline;
mod markdown;
mod out;
mod outline;
mod text;

use crate::block::Record;
#[cfg(feature = "chunks")]
use crate::block::{notes::Notes, reference::BlockImages};
use crate::methods::{Format, Formulas};
#[cfg(feature = "chunks")]
use crate::structure::Break;
use alloc::boxed::Box;

pub(crate) use out::{Out, Referred, Renderer};

/// Maximum heap bytes of a boxed renderer.
pub(crate) const HELD_BYTES: usize = 280;

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

/// Writes blocks, as if the page had no others. Their text may be a part of theirs.
#[cfg(feature = "chunks")]
pub(crate) fn write_blocks<'a>(
    format: Format,
    formulas: Formulas,
    blocks: impl Iterator<Item = (Record, Break, &'a str)>,
    out: &mut Out<'_>,
) {
    let mut renderer = renderer(format, formulas);
    for (record, between, text) in blocks {
        let referred = Referred { images: BlockImages::default(), notes: &mut Notes::default() };
        renderer.block(&record, between, text, referred, out);
    }
    renderer.finish(&mut Notes::default(), out);
}

/// Writes a block as Markdown, as if it stood alone: outside all lists, quotes and tables, without
/// a line end.
pub(crate) fn write_block_markdown(record: &Record, text: &str, out: &mut Out<'_>) {
    markdown::write_alone(record, text, out);
}
