//! The commands, one file each.

pub(crate) mod batch;
pub(crate) mod blocks;
pub(crate) mod explain;
pub(crate) mod extract;
pub(crate) mod out;
pub(crate) mod repeats;
pub(crate) mod report;
pub(crate) mod score;
pub(crate) mod segments;
pub(crate) mod shell;
pub(crate) mod site;
pub(crate) mod train;
