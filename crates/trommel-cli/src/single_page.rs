//! Opens an input that must be one page.

use std::path::{Path, PathBuf};

use crate::error::CliError;
use crate::files::{InputFormat, Sniffed};
use crate::mhtml::saved_page;
use crate::page::{Input, no_html, no_page};

impl Input<'_> {
    /// Opens the page at `path`, or standard input if it is missing or `-`. A page with broken
    /// compression is read as far as it goes. A file of many pages is rejected.
    pub(crate) fn open_or_stdin(path: Option<&PathBuf>) -> Result<Self, CliError> {
        let path = path.filter(|path| *path != Path::new("-"));
        let mut input = path.map_or_else(Self::stdin, |path| Self::open(path))?;
        input.is_read_cut = true;
        input.expect_page(path.map(PathBuf::as_path))
    }

    /// Opens the page at `path`. Files of many pages, and data that is neither HTML nor text, are
    /// rejected.
    pub(crate) fn open_page(path: &Path) -> Result<Self, CliError> {
        Self::open(path)?.expect_page(Some(path))
    }

    /// Rejects anything but one page of HTML or text.
    fn expect_page(mut self, path: Option<&Path>) -> Result<Self, CliError> {
        match self.sniff(path) {
            Sniffed::Format(InputFormat::Html) => Ok(self),
            Sniffed::Text => Ok(self.into_text()),
            Sniffed::Format(InputFormat::Mhtml) => saved_page(self),
            Sniffed::Format(kind) => Err(no_page(&self.name, kind)),
            Sniffed::NoHtml(found) => Err(no_html(&self.name, found)),
        }
    }
}
