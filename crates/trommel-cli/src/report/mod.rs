//! Crawl reports: statistics of the rows of `trommel batch`, in bounded memory.

pub(crate) mod collect;
mod command;
pub(crate) mod data;
mod distribution;
mod examples;
pub(crate) mod read;
mod row;
mod sketch;
pub(crate) mod summary;
