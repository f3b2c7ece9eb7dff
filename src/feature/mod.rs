//! The features of line-blocks, one file and one equation each.
//!
//! In come records with their text; out come numbers: those of the line-block method ([`ttr`], [`attr`], [`tkd`], [`sigma`]), and a vector
//! of many for the learned decision ([`page`], [`vector`]). Held: the title's keywords, [`tkd::HELD_BYTES`] at most, and groups of like
//! blocks, [`page::Page::HELD_BYTES`].

pub(crate) mod around;
pub(crate) mod attr;
pub(crate) mod names;
pub(crate) mod page;
pub(crate) mod runs;
pub(crate) mod sigma;
pub(crate) mod text;
pub(crate) mod tkd;
pub(crate) mod ttr;
pub(crate) mod vector;
pub(crate) mod walk;
