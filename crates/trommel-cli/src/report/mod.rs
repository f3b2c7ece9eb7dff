//! A crawl as a report: counts of the rows that `trommel batch` writes, in bounded memory.

pub(crate) mod collect;
mod command;
pub(crate) mod data;
mod distribution;
mod examples;
pub(crate) mod read;
mod row;
mod sketch;
pub(crate) mod summary;
