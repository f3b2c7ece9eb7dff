//! Files that the command reads and writes.
//!
//! [`open`] opens and decompresses inputs, [`Walk`] lists the pages in folders, and [`foreign`]
//! recognizes files that are neither HTML nor text. An [`Output`] gets its name only when it is
//! complete. [`check_outputs`] refuses outputs before anything is read.

mod checks;
mod input;
mod output;
mod signature;
mod walk;

pub(crate) use checks::{check_outputs, expect_folder, expect_no_inputs, names_folder, reading_one};
pub(crate) use input::{
    BadPacking, Kind, WARC_MAGIC, found_kind_of, kind_of, open, open_packed, page_id, plain_name, unpack,
};
pub(crate) use output::{Output, Packing, Places, is_stdout, linked};
pub(crate) use signature::{FOREIGN_BYTES, foreign};
pub(crate) use walk::Walk;
