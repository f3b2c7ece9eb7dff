//! URLs, and their names in messages and outputs.
//!
//! A web URL may have a password, or a key in its query. Neither is part of its name.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Supported schemes.
const SCHEMES: [&str; 5] = ["https", "http", "s3", "gs", "az"];

/// URLs by name, if these differ.
static CONCEALED: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());

pub(crate) fn is_address(path: &Path) -> bool {
    path.to_str().is_some_and(|text| parts(text).is_some())
}

/// The scheme of a URL, as written, and the part after `://`.
pub(super) fn parts(address: &str) -> Option<(&str, &str)> {
    address
        .split_once("://")
        .filter(|(scheme, _)| SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme)))
}

/// The URL without possible credentials: user and password before the host, and the query of a web
/// URL. Anything else stays as it is.
pub(crate) fn shown(address: &str) -> String {
    let plain = without_user(address);
    let is_web = parts(&plain).is_some_and(|(scheme, _)| scheme.to_ascii_lowercase().starts_with("http"));
    match plain.split_once(['?', '#']) {
        Some((plain, _)) if is_web => plain.to_string(),
        _ => plain,
    }
}

/// The URL without a user and password before its host.
pub(crate) fn without_user(address: &str) -> String {
    let Some((scheme, rest)) = parts(address) else { return address.to_string() };
    let (host, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    format!("{scheme}://{host}{path}")
}

/// Replaces URLs by the names that are [shown], and keeps the URLs for opening them. If two URLs
/// have the same name, the later one gets a number.
pub(crate) fn conceal<'a>(inputs: impl IntoIterator<Item = &'a mut PathBuf>) {
    let mut concealed = CONCEALED.lock().unwrap_or_else(PoisonError::into_inner);
    for input in inputs {
        let Some(address) = input.to_str().filter(|text| parts(text).is_some()) else { continue };
        let plain = shown(address);
        let mut name = plain.clone();
        for number in 2.. {
            if concealed.get(&name).is_none_or(|known| known == address) {
                break;
            }
            name = format!("{plain}?{number}");
        }
        concealed.insert(name.clone(), address.to_string());
        *input = name.into();
    }
}

/// The words of a command line, with URLs as they are [shown].
pub(crate) fn conceal_words(words: &[OsString]) -> Vec<OsString> {
    let shown_word = |word: &OsString| {
        let text = word.to_str()?;
        let (flag, value) =
            text.split_once('=').filter(|(flag, _)| flag.starts_with('-')).unwrap_or(("", text));
        let equals = if flag.is_empty() { "" } else { "=" };
        Some(format!("{flag}{equals}{}", shown(value)).into())
    };
    words.iter().map(|word| shown_word(word).unwrap_or_else(|| word.clone())).collect()
}

/// The full URL for a name.
#[cfg(feature = "remote")]
pub(super) fn whole(name: &str) -> String {
    let concealed = CONCEALED.lock().unwrap_or_else(PoisonError::into_inner);
    concealed.get(name).cloned().unwrap_or_else(|| name.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_no_credentials() {
        for (address, name) in [
            ("https://me:pass@example.org/a.warc.gz", "https://example.org/a.warc.gz"),
            ("https://a@b@example.org", "https://example.org"),
            ("HTTP://example.org:80/a?X-Amz-Signature=1#x", "HTTP://example.org:80/a"),
            ("http://example.org?key=1", "http://example.org"),
            ("s3://key:secret@bucket/a?b#c@d", "s3://bucket/a?b#c@d"),
            ("ftp://me:pass@example.org/", "ftp://me:pass@example.org/"),
            ("a.html", "a.html"),
        ] {
            assert_eq!(shown(address), name);
        }
    }

    #[test]
    fn two_urls_have_two_names() {
        let address = |query: &str| PathBuf::from(format!("https://two.example/view?{query}"));
        let mut inputs = [address("id=1"), address("id=2"), address("id=1"), "a.html".into()];
        conceal(&mut inputs);
        let expected =
            ["https://two.example/view", "https://two.example/view?2", "https://two.example/view", "a.html"];
        assert_eq!(inputs, expected.map(PathBuf::from));
    }

    #[test]
    fn a_local_path_is_not_a_url() {
        for path in ["a.html", "./https://x", "C:\\a", "-", "file://a", "mailto:x", "://"] {
            assert!(!is_address(Path::new(path)), "{path}");
        }
        assert!(
            ["s3://b/k", "GS://b/k", "az://c/k", "https://x"].iter().all(|path| is_address(Path::new(path)))
        );
    }
}
