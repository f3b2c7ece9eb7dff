//! URLs as inputs and outputs: `https://…`, `s3://…`, `gs://…` and `az://…`.
//!
//! A [`RemoteFile`] is read like a local file, from any offset, without writing to disk. Each has
//! at most one connection, and reconnects where it broke. Without the feature `remote`, URLs are
//! recognised and rejected.
//!
//! An [`Upload`] is an object of a store that appears when it is complete.
//!
//! An [`Index`] has the places of single records, in remote or local files.
//!
//! Memory: 64 KiB of each file being read, and the buffers of its connection, at most some 2 MiB.

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
