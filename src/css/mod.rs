//! What enters: each element that opens, with its attributes, and that it closes. What leaves:
//! whether CSS selectors select it, or drop it. What is held: `held_bytes` at most, most of it by
//! lol_html, which matches.
//!
//! lol_html reads no page here, only tags that were read already, written anew one by one: cut to a
//! bounded length, the ends that a page leaves out in their places, `noscript` and unclosed titles
//! as this crate reads them. So no page can make it hold more, and byte offsets, encoding and what
//! is malformed are those of the page.

mod matching;
mod selectors;

pub use crate::structure::Selection;
pub(crate) use matching::{LolHtml, held_bytes};
pub use selectors::Selectors;
