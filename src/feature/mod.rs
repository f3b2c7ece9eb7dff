//! Features of line-blocks, one file and one equation each.
//!
//! In: records with their text. Out: numbers. The line-block method reads [`ttr`], [`attr`],
//! [`tkd`] and [`sigma`]; the learned decision reads a vector of features ([`page_stats`],
//! [`vector`]). Held: the title's keywords, at most [`title_keywords::HELD_BYTES`], and groups of
//! similar blocks, [`page_stats::PageStats::HELD_BYTES`].

pub(crate) mod ancestors;
pub(crate) mod attr;
pub(crate) mod math;
pub(crate) mod names;
pub(crate) mod ngram_filter;
pub(crate) mod page_stats;
pub(crate) mod page_type;
pub(crate) mod running_stats;
pub(crate) mod sigma;
pub(crate) mod text;
pub(crate) mod text_table;
pub(crate) mod title_keywords;
pub(crate) mod tkd;
pub(crate) mod ttr;
pub(crate) mod vector;
mod writer;
