//! Many inputs, workers, one output in the order of the inputs.
//!
//! In come names of files and folders; out go open inputs ([`open`], [`Walk`]), the work on them in order ([`in_order`] for files,
//! [`Crew`] for records, whose bytes are streams), and outputs that have their names only when they are complete ([`Output`]). Held: the
//! listing of each folder on the way to the one being read; per worker four results beside the one it works on, and four streams of
//! at most 1 MiB beside the one it reads; and of jobs that hold bytes themselves, one per worker and one that is next, or 8 MiB.

mod crew;
mod foreign;
mod input;
mod ordered;
mod output;
mod progress;
mod tell;
mod walk;

pub(crate) use crew::{Block, Crew, Work};
pub(crate) use foreign::{FOREIGN_BYTES, foreign};
pub(crate) use input::{
    BadPacking, Kind, WARC_MAGIC, found_kind_of, kind_of, open, open_packed, page_id, plain_name, unpack,
};
pub(crate) use ordered::in_order;
pub(crate) use output::{Output, Packing, Places, is_stdout, linked};
pub(crate) use progress::{Progress, Watch};
pub(crate) use tell::{shown, tell};
pub(crate) use walk::Walk;
