//! Many inputs, workers, one output in the order of the inputs.
//!
//! In come names of files and folders; out go open inputs ([`open`], [`Walk`]), the work on them in order ([`in_order`]), and one
//! output that has its name only when it is complete ([`Output`]). Held: the listing of each folder on the way to the one being
//! read, and per worker four results beside the one it works on.

mod input;
mod ordered;
mod output;
mod walk;

pub(crate) use input::{open, page_id, plain_name, unpack};
pub(crate) use ordered::in_order;
pub(crate) use output::Output;
pub(crate) use walk::Walk;
