//! A folder with one file per page.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use tempfile::SpooledTempFile;
use trommel_output::Source;

use crate::files::{Ids, path_of, within};
use crate::spool::copy;

/// The list of all pages in the folder. It gets its name when all pages are written.
pub(crate) const LIST_NAME: &str = "pages.jsonl";

/// File name for a page from standard input.
const STDIN_NAME: &str = "stdin";

/// Writes each page to its own file, at the path of its input below the folder that all inputs
/// share.
pub(crate) struct PagesFolder {
    pub(crate) root: PathBuf,
    pub(crate) ids: Ids,
    pub(crate) ending: &'static str,
}

/// A line of the list.
#[derive(Serialize)]
struct Entry<'a> {
    /// Relative to the folder.
    path: &'a str,
    id: Option<&'a str>,
    source: Option<&'a Source>,
}

impl PagesFolder {
    /// Writes a page. Out: its size, and its line in the list.
    ///
    /// The file gets its name when it is complete, but it is not flushed to disk.
    pub(crate) fn write(
        &self,
        id: Option<&str>,
        source: Option<&Source>,
        page: SpooledTempFile,
    ) -> io::Result<(u64, Vec<u8>)> {
        let below = self.below(id, source);
        let place = self.root.join(&below);
        let written = write_file(&place, page);
        let bytes =
            written.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", place.display())))?;
        let path = below.to_string_lossy();
        let mut line = serde_json::to_vec(&Entry { path: &path, id, source })?;
        line.push(b'\n');
        Ok((bytes, line))
    }

    /// The path of a page's file. For a page file, also in an archive, it is the id; records and
    /// rows get a folder of their own.
    fn below(&self, id: Option<&str>, source: Option<&Source>) -> PathBuf {
        let mut below = match source {
            Some(Source { file, row: Some(row), .. }) => {
                self.ids.below(&path_of(file)).join(format!("{row:08}"))
            }
            Some(Source { file, offset: Some(offset), uncompressed_offset, .. }) => {
                let name = match uncompressed_offset {
                    Some(within) if *within > 0 && within != offset => format!("{offset:012}_{within:012}"),
                    _ => format!("{offset:012}"),
                };
                self.ids.below(&path_of(file)).join(name)
            }
            _ => within(Path::new(id.unwrap_or(STDIN_NAME))),
        }
        .into_os_string();
        below.push(self.ending);
        below.into()
    }
}

/// Writes a file under a temporary name, then renames it.
fn write_file(place: &Path, page: SpooledTempFile) -> io::Result<u64> {
    let folder = place.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let part = folder.join(".page.trommel-part");
    let bytes = File::create(&part).and_then(|mut file| copy(page, &mut file));
    let bytes = bytes.inspect_err(|_| drop(fs::remove_file(&part)))?;
    fs::rename(&part, place).inspect_err(|_| drop(fs::remove_file(&part)))?;
    Ok(bytes)
}
