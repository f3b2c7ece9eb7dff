//! The pages to compare on.

use flate2::read::MultiGzDecoder;
use std::fs::{self, File};
use std::io::Read;
use std::path::PathBuf;

/// The folder of the corpora, which may be absent.
const CORPORA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/corpora");

/// Every 25th page is read, unless all are requested.
const STEP: usize = 25;

/// A page, decoded as UTF-8, so that all tokenizers read the same characters.
pub(crate) struct Page {
    /// Corpus and file.
    pub name: String,
    pub text: String,
}

/// Pages of all corpora in a fixed order: every [`STEP`]th, or all if `TROMMEL_ALL_PAGES` is set.
/// Without the corpora there are none, and a message is printed.
pub(crate) fn pages() -> impl Iterator<Item = Page> {
    let mut paths: Vec<PathBuf> = Vec::new();
    match fs::read_dir(CORPORA) {
        Ok(corpora) => {
            for corpus in corpora {
                let html = corpus.unwrap().path().join("html");
                // Some corpora are not folders of pages.
                if let Ok(files) = fs::read_dir(html) {
                    paths.extend(files.map(|file| file.unwrap().path()));
                }
            }
        }
        Err(error) => println!("skipped: no corpora next to the package: {error}"),
    }
    paths.retain(|path| path.to_string_lossy().ends_with(".html.gz"));
    paths.sort();
    let step = if std::env::var_os("TROMMEL_ALL_PAGES").is_some() { 1 } else { STEP };
    paths.into_iter().step_by(step).map(|path| {
        let mut bytes = Vec::new();
        MultiGzDecoder::new(File::open(&path).unwrap()).read_to_end(&mut bytes).unwrap();
        let corpus = path.parent().and_then(|html| html.parent()).and_then(|dir| dir.file_name());
        let name = format!(
            "{}/{}",
            corpus.unwrap_or_default().to_string_lossy(),
            path.file_name().unwrap_or_default().to_string_lossy()
        );
        Page { name, text: String::from_utf8_lossy(&bytes).into_owned() }
    })
}
