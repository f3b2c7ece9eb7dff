//! Files that the command reads and writes.
//!
//! [`open`] opens and decompresses inputs, [`Walk`] lists the pages in folders, [`sniff`]
//! recognises the format of a file, and [`foreign`] recognises data that is neither HTML nor text.
//! An [`Output`] gets its name when it is complete. [`check_outputs`] rejects outputs before
//! anything is read.

mod by_id;
mod checks;
mod first_bytes;
mod ids;
mod input;
mod input_format;
mod json_probe;
mod output;
mod signature;
mod sniff;
mod walk;

pub(crate) use by_id::InputsById;
pub(crate) use checks::{check_outputs, expect_folder, expect_no_inputs, names_folder, reading_one};
pub(crate) use first_bytes::{SNIFF_BYTES, is_pipe};
pub(crate) use ids::{Ids, clean, within};
pub(crate) use input::{
    BadCompression, Opened, decompress, name_of, open, open_compressed, page_id, path_of, plain_name,
};
pub(crate) use input_format::InputFormat;
pub(crate) use output::{Output, Places, codec_of, is_stdout, linked};
pub(crate) use signature::{NoHtml, foreign, has_signature};
pub(crate) use sniff::{Begin, Sniffed, sniff};
pub(crate) use walk::{Choice, FoundFile, LeftOut, Visit, Walk, is_input};
