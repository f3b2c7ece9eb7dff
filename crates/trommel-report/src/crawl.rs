//! A crawl: statistics of the rows of `trommel batch`, in bounded memory.

pub(crate) mod collect;
mod command;
pub(crate) mod data;
mod distribution;
mod examples;
mod lines;
mod row;
mod sketch;
pub(crate) mod summary;
