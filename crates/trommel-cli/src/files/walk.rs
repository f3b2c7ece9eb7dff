//! Turns files and folders named by the user into a sequence of pages.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use globset::GlobSet;

use crate::files::first_bytes::first_bytes;
use crate::files::ids::{Ids, ambiguous};
use crate::files::input_format::InputFormat;
use crate::files::json_probe::has_html_field;
use crate::files::plain_name;
use crate::files::sniff::{Begin, Sniffed, begins_as_html};

/// Extensions of files that a run leaves for a later one.
const OURS: [&str; 3] = [".trommel-part", ".trommel-state", ".trommel-state-new"];

/// A step of a walk.
#[derive(Debug)]
pub(crate) enum Visit {
    /// A file to read.
    File(FoundFile),
    /// A file in a folder that is not read.
    LeftOut(PathBuf, LeftOut),
    /// A file or folder that cannot be read.
    Failed(PathBuf, io::Error),
}

/// A file to read.
#[derive(Clone, Debug)]
pub(crate) struct FoundFile {
    pub(crate) path: PathBuf,
    /// Its name within the run.
    pub(crate) id: String,
    /// Its format, if it was recognised.
    pub(crate) sniffed: Option<Sniffed>,
}

/// Why a file in a folder is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeftOut {
    /// Neither HTML nor a file of pages; the format found.
    NoHtml(&'static str),
    /// Its name does not match `--glob`.
    Glob,
    /// A pipe, a device or a socket, which may never provide data.
    SpecialFile,
    /// A link to a folder, which may be a cycle.
    LinkedFolder,
}

impl LeftOut {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::NoHtml(_) => "not-html",
            Self::Glob => "glob",
            Self::SpecialFile => "special-file",
            Self::LinkedFolder => "linked-folder",
        }
    }

    /// What was found, for messages.
    pub(crate) fn found(self) -> &'static str {
        match self {
            Self::NoHtml(found) => found,
            Self::Glob => "a name that does not match --glob",
            Self::SpecialFile => "a pipe or a device",
            Self::LinkedFolder => "a link to a folder, which may be a cycle",
        }
    }
}

/// Which files in folders are read.
#[derive(Clone, Debug)]
pub(crate) enum Choice {
    /// Files with these extensions; others are skipped silently.
    Endings(&'static [&'static str]),
    /// Files recognised as pages or files of pages by their first bytes.
    Content,
    /// Files whose path below the folder matches, in any format.
    Matching(GlobSet),
    /// All.
    All,
}

/// Extensions of pages in folders.
const HTML: [&str; 3] = [".html", ".htm", ".xhtml"];

/// Walks files and folders in the order given; those in a folder are sorted by path.
///
/// Named files are always visited, regular files in folders according to the [`Choice`]. Symbolic
/// links to folders inside folders are not followed, so that a walk ends.
///
/// Cost: holds the listing of each folder on the way to the current one.
pub(crate) struct Walk {
    /// Remaining steps, the next one last.
    steps: Vec<Step>,
    choice: Choice,
    ids: Ids,
}

#[derive(Debug)]
enum Step {
    Named(PathBuf),
    Folder { path: PathBuf, root: PathBuf },
    File { path: PathBuf, root: PathBuf, is_in_full: bool },
    LeftOut(PathBuf, LeftOut),
}

impl Walk {
    /// Walks `named`, and takes files in folders by the extensions of HTML.
    pub(crate) fn new(named: &[PathBuf]) -> Self {
        Self::by(named, Choice::Endings(&HTML), Ids::of(named))
    }

    /// Walks `named` with this choice and these ids.
    pub(crate) fn by(named: &[PathBuf], choice: Choice, ids: Ids) -> Self {
        Self { steps: named.iter().rev().cloned().map(Step::Named).collect(), choice, ids }
    }

    /// Paths only, or errors.
    pub(crate) fn paths(self) -> impl Iterator<Item = Result<PathBuf, (PathBuf, io::Error)>> {
        self.filter_map(|visit| match visit {
            Visit::File(file) => Some(Ok(file.path)),
            Visit::LeftOut(..) => None,
            Visit::Failed(path, error) => Some(Err((path, error))),
        })
    }

    /// Pushes the content of `folder` onto the steps.
    fn enter(&mut self, folder: &Path, root: &Path) -> io::Result<()> {
        let mut found = Vec::new();
        let mut files = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                found.push(Step::Folder { path, root: root.to_path_buf() });
                continue;
            }
            if is_ours(&path) {
                continue;
            }
            // A broken link is reported when it is read.
            match fs::metadata(&path) {
                Ok(linked) if linked.is_dir() => found.push(Step::LeftOut(path, LeftOut::LinkedFolder)),
                Ok(special) if !special.is_file() => found.push(Step::LeftOut(path, LeftOut::SpecialFile)),
                Ok(_) | Err(_) => files.push(path),
            }
        }
        let in_full: BTreeSet<PathBuf> = ambiguous(&files);
        found.extend(files.into_iter().map(|path| {
            let is_in_full = in_full.contains(&path);
            Step::File { path, root: root.to_path_buf(), is_in_full }
        }));
        found.sort_unstable_by(|a, b| b.path().cmp(a.path()));
        self.steps.append(&mut found);
        Ok(())
    }

    /// Visits a file in a folder; `None` if it is skipped silently.
    fn file(&self, path: PathBuf, root: &Path, is_in_full: bool) -> Option<Visit> {
        let sniffed = match &self.choice {
            Choice::Endings(endings) => {
                let name = plain_name(&path).to_ascii_lowercase();
                endings.iter().any(|ending| name.ends_with(ending)).then_some(Ok(None))?
            }
            Choice::All => Ok(None),
            Choice::Matching(globs) => {
                let below = path.strip_prefix(root).unwrap_or(&path);
                if globs.is_match(below) { Ok(None) } else { Err(LeftOut::Glob) }
            }
            Choice::Content => match content(&path) {
                Ok(sniffed) => sniffed.map(Some),
                Err(error) => return Some(Visit::Failed(path, error)),
            },
        };
        Some(match sniffed {
            Ok(sniffed) => Visit::File(FoundFile { id: self.ids.id(&path, is_in_full), path, sniffed }),
            Err(why) => Visit::LeftOut(path, why),
        })
    }
}

/// Recognises a file in a folder, if it is a page or a file of pages.
///
/// A file with the name of a page is one. A file of rows is one unless its rows have no pages, as
/// in the output of `batch`. Records of text (WET) are not pages.
fn content(path: &Path) -> io::Result<Result<Sniffed, LeftOut>> {
    let named = InputFormat::of_name(path);
    // A broken link is an error.
    fs::metadata(path)?;
    let bytes = match first_bytes(path) {
        // Reported when the file is read.
        Err(_) if named.is_some() => return Ok(Ok(Sniffed::Format(named.unwrap_or(InputFormat::Html)))),
        read => read?,
    };
    let begin = Begin { bytes: &bytes, path: Some(path) };
    let name = plain_name(path).to_ascii_lowercase();
    Ok(match begin.sniff() {
        Sniffed::Format(InputFormat::Warc) if name.ends_with(".wet") || name.ends_with(".wat") => {
            Err(LeftOut::NoHtml("records without pages (WET or WAT)"))
        }
        Sniffed::Format(InputFormat::Jsonl | InputFormat::Json)
            if !bytes.is_empty() && !has_html_field(path, &bytes) =>
        {
            Err(LeftOut::NoHtml("JSON without a field `html`"))
        }
        Sniffed::Format(InputFormat::Html) if named != Some(InputFormat::Html) && !begins_as_html(&bytes) => {
            Err(LeftOut::NoHtml("text"))
        }
        sniffed @ Sniffed::Format(_) => Ok(sniffed),
        Sniffed::Text => Err(LeftOut::NoHtml(if bytes.is_empty() { "an empty file" } else { "text" })),
        // A file named as a page counts as a page, and is then reported.
        sniffed @ Sniffed::NoHtml(_) if named == Some(InputFormat::Html) => Ok(sniffed),
        // Lost pages are an error.
        sniffed @ Sniffed::NoHtml(found)
            if found.is_compressed && InputFormat::of_name(&path.with_extension("")).is_some() =>
        {
            Ok(sniffed)
        }
        Sniffed::NoHtml(found) => Err(LeftOut::NoHtml(found.found)),
    })
}

/// Whether a file in a folder is read, by its first bytes.
pub(crate) fn is_input(path: &Path) -> bool {
    content(path).is_ok_and(|sniffed| sniffed.is_ok())
}

/// Whether it is a temporary or state file of a run.
fn is_ours(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    OURS.iter().any(|ending| name.ends_with(ending))
}

impl Step {
    fn path(&self) -> &Path {
        match self {
            Self::Named(path)
            | Self::Folder { path, .. }
            | Self::File { path, .. }
            | Self::LeftOut(path, _) => path,
        }
    }
}

impl Iterator for Walk {
    type Item = Visit;

    fn next(&mut self) -> Option<Visit> {
        loop {
            let (folder, root) = match self.steps.pop()? {
                Step::Named(path) if path.is_dir() => (path.clone(), path),
                Step::Named(path) => {
                    let id = self.ids.id(&path, false);
                    return Some(Visit::File(FoundFile { path, id, sniffed: None }));
                }
                Step::File { path, root, is_in_full } => match self.file(path, &root, is_in_full) {
                    Some(visit) => return Some(visit),
                    None => continue,
                },
                Step::LeftOut(path, why) => match &self.choice {
                    Choice::Endings(_) => continue,
                    _ => return Some(Visit::LeftOut(path, why)),
                },
                Step::Folder { path, root } => (path, root),
            };
            if let Err(error) = self.enter(&folder, &root) {
                return Some(Visit::Failed(folder, error));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let temp = tempfile::tempdir().expect("a temporary folder can be made");
        for (file, text) in files {
            let path = temp.path().join(file);
            fs::create_dir_all(path.parent().expect("it is in the folder")).expect("folders can be made");
            fs::write(path, text).expect("files can be written");
        }
        temp
    }

    #[test]
    fn a_folder_is_walked_in_path_order() {
        let names = ["b.html", "a/z.HTM", "a/b/c.xhtml.gz", "a.html.zst", "notes.txt", "a/page.html.bak"];
        let temp = folder(&names.map(|name| (name, "")));
        fs::create_dir(temp.path().join("c.html")).expect("folders can be made");
        let named = [temp.path().join("b.html"), temp.path().to_path_buf()];
        let found: Vec<_> = Walk::new(&named)
            .paths()
            .map(|page| page.expect("all can be read").strip_prefix(temp.path()).map(PathBuf::from))
            .map(|path| path.expect("all is in the folder").to_string_lossy().replace('\\', "/"))
            .collect();
        assert_eq!(found, ["b.html", "a/b/c.xhtml.gz", "a/z.HTM", "a.html.zst", "b.html"]);
    }

    #[test]
    fn pages_in_a_folder_are_recognised_by_their_first_bytes() {
        let page = "<!doctype html><p>It rained.";
        let temp = folder(&[
            ("about", page),
            ("about.html", page),
            ("view.php?id=3", "\n<html><p>It rained."),
            ("rows.jsonl", "{\"html\":\"<p>x\"}\n"),
            ("out.jsonl", "{\"id\":\"a\",\"text\":\"x\"}\n"),
            (".out.jsonl.trommel-part", "{\"html\":\"<p>x\"}\n"),
            ("code.js", "var x = '<div>';"),
            ("feed.xml", "<?xml version='1.0'?><rss><p>"),
            ("notes.txt", "It rained."),
        ]);
        let named = [temp.path().to_path_buf()];
        let visits: Vec<_> = Walk::by(&named, Choice::Content, Ids::of(&named))
            .map(|visit| match visit {
                Visit::File(file) => file.id,
                Visit::LeftOut(path, why) => format!("{}: {}", plain_name(&path), why.name()),
                Visit::Failed(path, error) => panic!("{}: {error}", path.display()),
            })
            .collect();
        assert_eq!(
            visits,
            [
                "about", "about.html", "code.js: not-html", "feed.xml: not-html", "notes.txt: not-html",
                "out.jsonl: not-html", "rows.jsonl", "view.php?id=3"
            ]
        );
    }
}
