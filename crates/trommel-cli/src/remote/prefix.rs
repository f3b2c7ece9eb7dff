//! `--prefix`: a prefix for the names in lists and indexes.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::{is_address, shown};

/// A folder or URL in front of relative names. Credentials in it are not shown.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Prefix(String);

impl Prefix {
    /// The path with the prefix. URLs stay as they are.
    pub(crate) fn before(&self, path: &Path) -> PathBuf {
        if is_address(path) {
            return path.to_path_buf();
        }
        let Self(prefix) = self;
        let Some(name) = path.to_str() else { return Path::new(prefix).join(path) };
        let slash = if prefix.ends_with('/') || name.starts_with('/') { "" } else { "/" };
        format!("{prefix}{slash}{name}").into()
    }
}

impl FromStr for Prefix {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Err("expected a folder or a URL, found nothing".to_string());
        }
        Ok(Self(text.to_string()))
    }
}

impl fmt::Debug for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", shown(&self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_is_a_folder_or_a_url() {
        for (prefix, name, path) in [
            ("https://a", "x/y.gz", "https://a/x/y.gz"),
            ("https://a/", "x", "https://a/x"),
            ("s3://b", "/x", "s3://b/x"),
            ("warcs", "x", "warcs/x"),
            ("warcs", "s3://b/x", "s3://b/x"),
        ] {
            assert_eq!(Prefix(prefix.to_string()).before(Path::new(name)), Path::new(path));
        }
        assert_eq!(format!("{:?}", Prefix("https://me:pass@a/".to_string())), "\"https://a/\"");
    }
}
