//! What is known of a page and of each decision about it: `trommel explain`.
//!
//! [`read`] runs the methods over one page, [`data`] is what they found, [`terminal`] and the
//! viewer show it. The page and its blocks are held as a whole.

pub(crate) mod data;
pub(crate) mod open;
pub(crate) mod read;
mod source;
pub(crate) mod terminal;
