//! Properties of every page: any chunks, texts of any length, hostile and damaged pages, selectors.

mod chunking;
mod chunks;
mod hostile;
mod limits;
mod mutants;
mod repeats;
#[cfg(feature = "css")]
mod select;
