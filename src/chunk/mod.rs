//! Chunks of the main content, for search and retrieval.
//!
//! In: kept blocks in order. Out: a [`Chunk`] as soon as its end is decided. Held: the blocks of
//! the open chunk, only if [chunks are wanted](crate::Options::with_chunks).
//!
//! A block is cut into parts, mostly sentences. Parts wait until they exceed the size of a chunk.
//! The chunk then ends at the strongest border among them, and the rest begins the next one. Text and Markdown are rendered when the sink asks for them.

mod border;
mod chunker;
mod headings;
mod lead;
mod measure;
mod options;
mod parts;
mod view;
mod waiting;

pub(crate) use chunker::{Chunker, DecidedBlock, held_bytes};
pub use options::{ChunkOptions, ChunkUnit, TokenCounter};
pub use view::Chunk;
