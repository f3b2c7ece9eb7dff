//! Inputs and outputs that are addresses: `https://…`, `s3://…`, `gs://…` and `az://…`.
//!
//! A [`RemoteFile`] is read as a file is, from any byte on. Nothing of it is written to disk. Each
//! has one connection at most, and asks again where it broke. Without the feature `remote`, an
//! address is told apart and refused.
//!
//! An [`Upload`] is an object of a store that appears when it is complete.
//!
//! An [`Index`] says where single records are. That works for files of this machine, too.
//!
//! Memory: 64 KiB of each file that is read, and what its connection holds, some 2 MiB at most.

mod address;
#[cfg(feature = "remote")]
mod answer;
mod cdxj;
#[cfg(feature = "parquet")]
mod columns;
mod entry;
mod error;
#[cfg(feature = "remote")]
mod failure;
#[cfg(feature = "remote")]
mod http;
mod index;
#[cfg(feature = "remote")]
mod network;
#[cfg(feature = "remote")]
mod object;
mod prefix;
#[cfg(feature = "remote")]
mod reader;
#[cfg(feature = "remote")]
mod store;
#[cfg(feature = "remote")]
mod upload;
#[cfg(not(feature = "remote"))]
mod without;

pub(crate) use address::{conceal, conceal_words, is_address, shown, without_user};
pub(crate) use entry::Entry;
pub(crate) use error::RemoteError;
pub(crate) use index::Index;
pub(crate) use prefix::Prefix;
#[cfg(feature = "remote")]
pub(crate) use reader::{RemoteFile, open, web_address};
#[cfg(feature = "remote")]
pub(crate) use upload::{Upload, create};
#[cfg(not(feature = "remote"))]
pub(crate) use without::{RemoteFile, Upload, create, open, web_address};
