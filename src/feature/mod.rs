//! The features of line-blocks, one file and one equation each.
//!
//! In come records with their text; out come numbers: those of the line-block method ([`ttr`],
//! [`attr`], [`tkd`], [`sigma`]), and a vector of many for the learned decision ([`page`],
//! [`vector`]). Held: the title's keywords, [`tkd::HELD_BYTES`] at most, and groups of like blocks,
//! [`page_stats::PageStats::HELD_BYTES`].

pub(crate) mod ancestors;
pub(crate) mod attr;
pub(crate) mod names;
pub(crate) mod ngram_filter;
pub(crate) mod page_stats;
pub(crate) mod running_stats;
pub(crate) mod sigma;
pub(crate) mod text;
pub(crate) mod tkd;
pub(crate) mod ttr;
pub(crate) mod vector;
