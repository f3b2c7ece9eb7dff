//! What holds for every page: any chunks, texts of any length, hostile and damaged pages, any selectors.

mod chunking;
mod hostile;
mod limits;
mod mutants;
#[cfg(feature = "css")]
mod select;
