//! Properties of every page: any chunks, hostile and damaged pages, any selectors.

mod chunking;
mod hostile;
mod mutants;
#[cfg(feature = "css")]
mod select;
