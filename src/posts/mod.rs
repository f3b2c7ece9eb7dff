//! The posts of a thread: who wrote them, when, and which elements they are.
//!
//! In: elements that may say something of a post, and decided blocks. Out: the authors and dates
//! that wait for the decision, and the [`Thread`]. Held: what [`fact_held_bytes`] says, only if
//! posts are wanted.

mod facts;
mod part;
mod thread;

pub use facts::Post;
pub(crate) use facts::{FACT_BYTES, PostFacts, fact_held_bytes};
pub(crate) use part::{Evidence, FoundPart, PostPart};
pub(crate) use thread::{Naming, Thread};
