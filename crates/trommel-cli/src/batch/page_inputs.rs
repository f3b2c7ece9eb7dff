//! Flags that select the pages to read, for `trommel batch` and commands that learn from pages.

use std::path::{Path, PathBuf};

use globset::{Glob, GlobSetBuilder};
use trommel_warc::Statuses;

use crate::batch::addresses::Addresses;
use crate::batch::index_inputs::{IndexInputs, Slices};
use crate::error::CliError;
use crate::files::{Choice, InputFormat};
use crate::headings::INPUT;
use crate::inputs::{InputList, note_repeated};
use crate::remote::conceal;
use crate::size;

/// The pages to read.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = INPUT)]
pub(crate) struct PageInputs {
    /// Pages, files of pages (WARC, ARC, JSON, Parquet, ZIP, tar), folders, or `-`
    #[arg(help_heading = None, required_unless_present_any = ["input_from", "cdx"], value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    #[command(flatten)]
    list: InputList,
    #[command(flatten)]
    pub(crate) index: IndexInputs,
    /// Format of standard input, and of files without a known extension [default: recognised by
    /// their first bytes]
    #[arg(long, alias = "from", hide_short_help = true, value_enum)]
    pub(crate) input_format: Option<InputFormat>,
    /// In folders, read the files whose path below the folder matches, in any format; may be given
    /// several times [default: files recognised as pages by their first bytes]
    #[arg(long, hide_short_help = true, value_name = "PATTERN")]
    pub(crate) glob: Vec<Glob>,
    /// In folders, read all files, in any format
    #[arg(long, hide_short_help = true, conflicts_with = "glob")]
    pub(crate) all_files: bool,
    /// HTTP statuses of responses to extract, such as 200,404,5xx, or all
    #[arg(long, alias = "status", hide_short_help = true, value_name = "LIST", default_value = "2xx")]
    pub(crate) http_status: Statuses,
    #[command(flatten)]
    pub(crate) addresses: Addresses,
    /// Read at most this many bytes of a page, decompressed: 1MiB, ... [default: no limit]
    #[arg(long, alias = "max-page", hide_short_help = true, value_name = "SIZE", allow_negative_numbers = true, value_parser = size::at_least_one)]
    pub(crate) max_page_size: Option<u64>,
}

impl PageInputs {
    /// Adds the inputs of the list and the indexes, if given. Afterwards, no path contains
    /// credentials.
    pub(crate) fn add_list(&mut self) -> Result<(), CliError> {
        let Self { inputs, list, index, .. } = self;
        if index.prefix.is_some() && list.input_from.is_none() && index.cdx.is_empty() {
            let message =
                "expected a list (--input-from) or an index (--cdx) to apply the prefix to, found neither";
            return Err(CliError::at("--prefix", message));
        }
        conceal(&mut list.input_from);
        let named = inputs.len();
        list.add_to(inputs)?;
        if let Some(prefix) = &index.prefix {
            inputs[named..].iter_mut().for_each(|path| *path = prefix.before(path));
        }
        conceal(&mut *inputs);
        note_repeated(inputs);
        conceal(&mut index.cdx);
        inputs.extend_from_slice(&index.cdx);
        Ok(())
    }

    pub(crate) fn slices(&self) -> Slices<'_> {
        Slices { inputs: &self.index, addresses: &self.addresses }
    }

    /// The inputs and the list of inputs.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.inputs.iter().chain(&self.list.input_from).map(PathBuf::as_path)
    }

    pub(crate) fn max_page_bytes(&self) -> u64 {
        self.max_page_size.unwrap_or(u64::MAX)
    }

    /// Which files of folders are read.
    pub(crate) fn choice(&self) -> Choice {
        if self.all_files {
            return Choice::All;
        }
        if self.glob.is_empty() {
            return Choice::Content;
        }
        let mut globs = GlobSetBuilder::new();
        for glob in &self.glob {
            globs.add(glob.clone());
        }
        // Each pattern is valid by itself, so the set is valid too.
        globs.build().map_or(Choice::Content, Choice::Matching)
    }
}
