//! The engine of `trommel batch`: inputs become tasks, workers encode pages, and results are
//! written in input order.
//!
//! Memory: the listing of each folder above the current file. For each worker, four results and
//! four streams of at most 1 MiB, in addition to the current ones. Tasks that hold bytes
//! themselves: one for each worker and one waiting, or 8 MiB.

pub(crate) mod addresses;
mod archives;
pub(crate) mod args;
pub(crate) mod date;
pub(crate) mod encode;
pub(crate) mod folder;
pub(crate) mod help;
pub(crate) mod index_inputs;
pub(crate) mod input_reader;
pub(crate) mod interruption;
mod json_objects;
pub(crate) mod made;
mod one_input;
pub(crate) mod one_page;
pub(crate) mod page_inputs;
pub(crate) mod pages_folder;
#[cfg(feature = "parquet")]
pub(crate) mod parquet;
#[cfg(feature = "parquet")]
mod parquet_input;
pub(crate) mod part;
pub(crate) mod progress;
pub(crate) mod resume;
mod row;
mod row_input;
pub(crate) mod run;
pub(crate) mod site_pages;
mod slices;
pub(crate) mod speed;
pub(crate) mod tally;
pub(crate) mod task;
mod worker;
pub(crate) mod writer;
