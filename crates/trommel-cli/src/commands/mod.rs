//! The commands, one file each.

pub(crate) mod batch;
pub(crate) mod blocks;
pub(crate) mod explain;
pub(crate) mod extract;
pub(crate) mod out;
#[cfg_attr(not(feature = "train"), path = "without_rendered.rs")]
mod rendered;
pub(crate) mod repeats;
pub(crate) mod report;
pub(crate) mod score;
pub(crate) mod segments;
pub(crate) mod shell;
#[cfg(feature = "train")]
mod site;
#[cfg(feature = "train")]
mod train;
#[cfg_attr(not(feature = "train"), path = "without_training.rs")]
pub(crate) mod training;
