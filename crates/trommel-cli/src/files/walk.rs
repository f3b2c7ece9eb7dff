//! Files and folders named by the user become a sequence of pages.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::plain_name;

/// Endings of pages in folders.
const HTML: [&str; 3] = [".html", ".htm", ".xhtml"];

/// Endings of pages, and of files with many pages.
const HTML_AND_RECORDS: [&str; 4] = [".html", ".htm", ".xhtml", ".warc"];

/// The pages under files and folders, in the order given; those of a folder sorted by path.
///
/// A file that was named is a page whatever its ending; in folders, files that end in `.html`,
/// `.htm` or `.xhtml`, and in `.gz` or `.zst` after that, are, if they are ordinary files: a pipe
/// may never be written. Symbolic links to folders inside folders are not followed, so that a walk
/// ends.
///
/// With [`and_records`](Self::and_records), files that end in `.warc`, and those packed, are found
/// in folders as well.
///
/// Out: a path, or a path with what went wrong there. Cost: holds the listing of each folder on the
/// way to the current one.
pub(crate) struct Walk {
    /// What is still to be visited, the next step last.
    steps: Vec<Step>,
    endings: &'static [&'static str],
}

enum Step {
    Named(PathBuf),
    Folder(PathBuf),
    Page(PathBuf),
}

impl Walk {
    pub(crate) fn new(named: &[PathBuf]) -> Self {
        Self { steps: named.iter().rev().cloned().map(Step::Named).collect(), endings: &HTML }
    }

    /// The same with files of records.
    pub(crate) fn and_records(self) -> Self {
        Self { endings: &HTML_AND_RECORDS, ..self }
    }

    /// Puts what is in `folder` in front of what is still to be visited.
    fn enter(&mut self, folder: &Path) -> io::Result<()> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                found.push(Step::Folder(entry.path()));
            } else if is_page(&entry.path(), self.endings)
                // A link that leads nowhere is said when it is read.
                && fs::metadata(entry.path()).map_or(true, |found| found.is_file())
            {
                found.push(Step::Page(entry.path()));
            }
        }
        found.sort_unstable_by(|a, b| b.path().cmp(a.path()));
        self.steps.append(&mut found);
        Ok(())
    }
}

impl Step {
    fn path(&self) -> &Path {
        match self {
            Self::Named(path) | Self::Folder(path) | Self::Page(path) => path,
        }
    }
}

impl Iterator for Walk {
    type Item = Result<PathBuf, (PathBuf, io::Error)>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let folder = match self.steps.pop()? {
                Step::Named(path) if path.is_dir() => path,
                Step::Named(path) | Step::Page(path) => return Some(Ok(path)),
                Step::Folder(path) => path,
            };
            if let Err(error) = self.enter(&folder) {
                return Some(Err((folder, error)));
            }
        }
    }
}

/// Whether a file in a folder has pages, by its ending.
fn is_page(path: &Path, endings: &[&str]) -> bool {
    let name = plain_name(path).to_ascii_lowercase();
    endings.iter().any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_walked_in_the_order_of_its_paths() {
        let temp = tempfile::tempdir().expect("a temporary folder can be made");
        for file in ["b.html", "a/z.HTM", "a/b/c.xhtml.gz", "a.html.zst", "notes.txt", "a/page.html.bak"] {
            let path = temp.path().join(file);
            fs::create_dir_all(path.parent().expect("it is in the folder")).expect("folders can be made");
            fs::write(path, "").expect("files can be written");
        }
        fs::create_dir(temp.path().join("c.html")).expect("folders can be made");
        let named = [temp.path().join("b.html"), temp.path().to_path_buf()];
        let found: Vec<_> = Walk::new(&named)
            .map(|page| page.expect("all can be read").strip_prefix(temp.path()).map(PathBuf::from))
            .map(|path| path.expect("all is in the folder").to_string_lossy().replace('\\', "/"))
            .collect();
        assert_eq!(found, ["b.html", "a/b/c.xhtml.gz", "a/z.HTM", "a.html.zst", "b.html"]);
    }
}
