//! A folder with a file for each page.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use tempfile::SpooledTempFile;

use crate::files::{Ids, path_of, within};
use crate::json::copy;
use crate::source::Source;

/// The list of all pages in the folder; it gets its name when all are there.
pub(crate) const LIST_NAME: &str = "pages.jsonl";

/// Where the page of standard input goes.
const STDIN_NAME: &str = "stdin";

/// Writes pages into files of their own, at the places that their inputs have below the folder that
/// all inputs share.
pub(crate) struct PagesFolder {
    pub(crate) root: PathBuf,
    pub(crate) ids: Ids,
    /// How the names of files end.
    pub(crate) ending: &'static str,
}

/// What the list says of a page.
#[derive(Serialize)]
struct Entry<'a> {
    /// Below the folder.
    path: &'a str,
    id: Option<&'a str>,
    source: Option<&'a Source>,
}

impl PagesFolder {
    /// Writes a page. Out: bytes of it, and its line in the list.
    ///
    /// The file is complete when it has its name; that it is on the disk is up to the system.
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

    /// Where the file of a page is: of a file, also in an archive, by its id; of a record or a row,
    /// in a folder of its own.
    fn below(&self, id: Option<&str>, source: Option<&Source>) -> PathBuf {
        let mut below = match source {
            Some(Source { file, row: Some(row), .. }) => {
                self.ids.below(&path_of(file)).join(format!("{row:08}"))
            }
            // Where an index names the records, only their places in the compressed file are known.
            Some(
                Source { file, uncompressed_offset: Some(offset), entry: None, .. }
                | Source { file, offset: Some(offset), entry: None, .. },
            ) => self.ids.below(&path_of(file)).join(format!("{offset:012}")),
            _ => within(Path::new(id.unwrap_or(STDIN_NAME))),
        }
        .into_os_string();
        below.push(self.ending);
        below.into()
    }
}

/// Writes a file under another name, and gives it its own.
fn write_file(place: &Path, page: SpooledTempFile) -> io::Result<u64> {
    let folder = place.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let part = folder.join(".page.trommel-part");
    let bytes = File::create(&part).and_then(|mut file| copy(page, &mut file));
    let bytes = bytes.inspect_err(|_| drop(fs::remove_file(&part)))?;
    fs::rename(&part, place).inspect_err(|_| drop(fs::remove_file(&part)))?;
    Ok(bytes)
}
