//! Ids of inputs: their paths below the folder that they share.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

use crate::files::input::readable;
use crate::files::page_id;
use crate::remote::is_address;

/// Gives each file of a run its own id.
///
/// The id is the path below the folder that all inputs share, without the extensions of compression
/// and HTML. If two names differ only by those, they keep them. A single input folder is itself the
/// shared folder.
/// gives names below its own folder.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ids {
    /// The folder that all inputs share.
    base: PathBuf,
    /// Files that keep their extensions.
    in_full: BTreeSet<PathBuf>,
}

impl Ids {
    /// Ids for all inputs of a run. Cost: checks whether each input is a folder, and lists the
    /// folders of named files that lie in a named folder.
    pub(crate) fn of(inputs: &[PathBuf]) -> Self {
        let mut base: Option<PathBuf> = None;
        let mut files = Vec::new();
        let has_path = |input: &&PathBuf| *input != Path::new("-") && !is_address(input);
        for input in inputs.iter().filter(has_path) {
            let path = clean(input);
            let folder = if input.is_dir() {
                path
            } else {
                files.push(path.clone());
                path.parent().map(Path::to_path_buf).unwrap_or_default()
            };
            base = Some(match base {
                None => folder,
                Some(base) => shared(&base, &folder),
            });
        }
        let folders: Vec<_> =
            inputs.iter().filter(|input| input.is_dir()).map(|input| clean(input)).collect();
        let walked = files.iter().filter(|file| folders.iter().any(|folder| file.starts_with(folder)));
        let walked: BTreeSet<_> = walked.filter_map(|file| Some(file.parent()?.to_path_buf())).collect();
        for entry in walked.into_iter().filter_map(|folder| folder.read_dir().ok()).flatten().flatten() {
            files.push(entry.path());
        }
        files.sort();
        files.dedup();
        Self { base: base.unwrap_or_default(), in_full: ambiguous(&files) }
    }

    /// The id of the page in the file at `path`. A URL is its own id.
    pub(crate) fn id(&self, path: &Path, is_in_full: bool) -> String {
        if is_address(path) {
            return path.display().to_string();
        }
        let path = clean(path);
        let below = self.relative(&path);
        let is_in_full = is_in_full || self.in_full.contains(&path);
        let mut id = String::new();
        for part in below.parent().map(Path::components).into_iter().flatten() {
            if part != Component::RootDir {
                id += &readable(part.as_os_str());
            }
            id.push('/');
        }
        let name = below.file_name().unwrap_or(OsStr::new(""));
        id + &if is_in_full { readable(name) } else { page_id(Path::new(name)) }
    }

    /// The path for the output of `path` below an output folder: its path below the shared folder,
    /// without parts that lead outside. URLs go below their host name.
    pub(crate) fn below(&self, path: &Path) -> PathBuf {
        if let Some((_, place)) =
            path.to_str().filter(|_| is_address(path)).and_then(|it| it.split_once("://"))
        {
            return within(Path::new(place));
        }
        within(self.relative(&clean(path)))
    }

    fn relative<'a>(&self, path: &'a Path) -> &'a Path {
        path.strip_prefix(&self.base).unwrap_or(path)
    }
}

/// The files that share an id with another file in their folder.
pub(crate) fn ambiguous(files: &[PathBuf]) -> BTreeSet<PathBuf> {
    let mut by_id: BTreeMap<PathBuf, Vec<&PathBuf>> = BTreeMap::new();
    for file in files {
        by_id.entry(file.with_file_name(page_id(file))).or_default().push(file);
    }
    let same = by_id.into_values().filter(|files| files.len() > 1);
    same.flatten().cloned().collect()
}

/// The absolute path, without `.` and `..`, so that each file has one path. Symbolic links are not
/// followed.
pub(crate) fn clean(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in std::path::absolute(path).as_deref().unwrap_or(path).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(clean.pop()),
            part => clean.push(part),
        }
    }
    clean
}

/// A path without the parts that lead out of a folder: `..`, the root, a drive.
pub(crate) fn within(path: &Path) -> PathBuf {
    path.components().filter(|part| matches!(part, Component::Normal(_))).collect()
}

/// The common leading parts of two paths.
fn shared(one: &Path, other: &Path) -> PathBuf {
    one.components()
        .zip(other.components())
        .take_while(|(one, other)| one == other)
        .map(|(part, _)| part)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_the_path_below_the_shared_folder() {
        let temp = tempfile::tempdir().expect("a temporary folder can be made");
        std::fs::create_dir_all(temp.path().join("in/a")).expect("folders can be made");
        let path = |name: &str| temp.path().join(name);
        let id = |inputs: &[&str], name: &str| {
            Ids::of(&inputs.iter().map(|name| path(name)).collect::<Vec<_>>()).id(&path(name), false)
        };
        assert_eq!(id(&["in/a/index.html"], "in/a/index.html"), "index");
        assert_eq!(id(&["in"], "in/a/index.html"), "a/index");
        assert_eq!(id(&["in/a/index.html", "in/b/index.html"], "in/b/index.html"), "b/index");
        assert_eq!(id(&["in/a", "in/x.html.gz"], "in/x.html.gz"), "x");
        assert_eq!(id(&["in/a", "in/x.html.gz"], "in/a/x.htm"), "a/x");
        assert_eq!(id(&["in/x.html", "in/x.htm"], "in/x.htm"), "x.htm");
        for name in ["in/a/x", "in/a/x.html"] {
            std::fs::write(path(name), "").expect("a file can be written");
        }
        assert_eq!(id(&["in", "in/a/x.html"], "in/a/x.html"), "a/x.html");
        assert_eq!(Ids::of(&["./a.html".into()]).id(Path::new("./a.html"), false), "a");
        assert_eq!(Ids::of(&[]).id(Path::new("/x/a.html"), false), "/x/a");
    }

    #[test]
    fn outputs_stay_inside_their_folder() {
        let ids = Ids::of(&["w/../a/x.html".into(), "w/a/x.html".into()]);
        assert_eq!(ids.id(Path::new("w/../a/x.html"), false), "a/x");
        assert_eq!(ids.id(Path::new("w/a/x.html"), false), "w/a/x");
        assert_eq!(ids.below(Path::new("w/../a/x.html")), Path::new("a/x.html"));
        assert_eq!(Ids::default().below(Path::new("/etc/x.html")), Path::new("etc/x.html"));
    }
}
