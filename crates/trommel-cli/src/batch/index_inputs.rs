//! Flags of `--cdx`: which indexes say what is read.

use std::path::PathBuf;

use crate::batch::addresses::Addresses;
use crate::remote::Prefix;

/// Which records are read.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct IndexInputs {
    /// Also read the records that an index names, and nothing else of their files: lines of CDXJ,
    /// compressed or not, or a Parquet file with `warc_filename`; may be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) cdx: Vec<PathBuf>,
    /// Put a folder or an address before each path of LIST and each file name of an index:
    /// https://data.commoncrawl.org/
    #[arg(long, value_name = "PREFIX")]
    pub(crate) prefix: Option<Prefix>,
}

/// What is read by indexes.
#[derive(Clone, Copy)]
pub(crate) struct Slices<'a> {
    pub(crate) inputs: &'a IndexInputs,
    /// Records of other pages are not asked for, where the index says whose they are.
    pub(crate) addresses: &'a Addresses,
}
