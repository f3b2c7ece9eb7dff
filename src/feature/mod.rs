//! The features of line-blocks, one file and one equation each.
//!
//! In come records with their text; out come numbers. Held: the title's keywords, [`tkd::HELD_BYTES`] at most.

pub(crate) mod attr;
pub(crate) mod page;
pub(crate) mod sigma;
pub(crate) mod tkd;
pub(crate) mod ttr;
pub(crate) mod vector;
