//! `trommel explain`: everything known about a page and each decision about it.
//!
//! [`read`] runs the methods over one page and fills [`data`]. [`terminal`] and the viewer show it.
//! The page and its blocks are held in memory.

pub(crate) mod data;
pub(crate) mod open;
pub(crate) mod read;
mod source;
pub(crate) mod terminal;
