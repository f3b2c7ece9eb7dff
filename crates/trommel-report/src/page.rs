//! One page: everything known about it, and each decision about it.
//!
//! [`explain`](explain::explain) runs the methods over a page and fills [`data`].

pub(crate) mod data;
pub(crate) mod explain;
mod source;
