//! CSS selectors that select or drop parts of a page.
//!
//! What enters: each element when it opens, with its attributes, and when it closes. What leaves:
//! whether a selector selects or drops the element. What is held: at most the bytes that
//! `held_bytes` returns, most of them in lol_html, which does the matching.
//!
//! lol_html does not read the page itself. It reads tags that the tokenizer has read, written anew:
//! cut to a bounded length, with the missing end tags added. `noscript` and unclosed titles are
//! what they are in the rest of this crate. So no page can make lol_html hold more memory. Byte
//! offsets, encoding and malformed markup are handled by this crate alone.

mod matching;
mod selectors;

pub use crate::structure::Selection;
pub(crate) use matching::{LolHtml, held_bytes};
pub use selectors::Selectors;
