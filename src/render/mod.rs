//! Kept line-blocks become text, Markdown or HTML.
//!
//! In come kept records with their text, in order; out go pieces of what is rendered. Held: a few numbers about the lists,
//! tables and fences that are open in the output, nothing on the heap.

mod text;

pub(crate) use text::TextRenderer;

use crate::block::Record;
use crate::clean::Break;

/// Where rendered pieces go.
pub(crate) type Out<'a> = dyn FnMut(&str) + 'a;

/// Renders kept blocks.
pub(crate) trait Renderer {
    /// One more kept block. `between` is the strongest break since the last kept block, whatever was dropped between.
    fn block(&mut self, record: &Record, between: Break, text: &str, out: &mut Out<'_>);
    /// The end of the page.
    fn finish(&mut self, out: &mut Out<'_>);
    /// Ready for another page.
    fn reset(&mut self);
}
