//! Flags of `--cdx`: indexes of records to read.

use std::path::PathBuf;

use crate::batch::addresses::Addresses;
use crate::headings::INPUT;
use crate::remote::Prefix;

#[derive(clap::Args, Clone, Debug, Default)]
#[command(next_help_heading = INPUT)]
pub(crate) struct IndexInputs {
    /// Also read the records listed in an index, and nothing else of their files: CDXJ lines,
    /// compressed or not, or a Parquet file with `warc_filename`; may be given several times
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    pub(crate) cdx: Vec<PathBuf>,
    /// Put a folder or URL in front of each path of LIST and each file name of an index, such as
    /// https://data.commoncrawl.org/
    #[arg(long, hide_short_help = true, value_name = "PREFIX")]
    pub(crate) prefix: Option<Prefix>,
}

/// The indexes and filters of a run.
#[derive(Clone, Copy)]
pub(crate) struct Slices<'a> {
    pub(crate) inputs: &'a IndexInputs,
    /// If the index has the URLs of records, only wanted records are fetched.
    pub(crate) addresses: &'a Addresses,
}
