//! Files that are not pages: known binary formats, and lists that users mistake for pages.

use trommel::page::{Foreign, foreign as foreign_data};

/// A file that is neither HTML nor text, or a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoHtml {
    /// What it is, for messages.
    pub(crate) found: &'static str,
    /// What the user can do; may be empty.
    pub(crate) advice: &'static str,
    /// Whether it is compressed in a way that cannot be read here; it may contain pages.
    pub(crate) is_compressed: bool,
}

impl NoHtml {
    pub(crate) const ZIP: Self = Self::of("a ZIP archive", "");
    pub(crate) const ADDRESSES: Self = Self::of(
        "a list of URLs",
        if cfg!(feature = "remote") {
            "read them with `trommel batch --input-from LIST`"
        } else {
            "download the pages first, for example with `wget -i LIST --warc-file=crawl`"
        },
    );
    pub(crate) const PATHS: Self =
        Self::of("a list of paths", "read the files with `trommel batch --input-from LIST`");
    pub(crate) const TABLE: Self = Self::of(
        "a CSV table",
        "convert it to JSON lines with a field `html`, or to Parquet with a column `html`",
    );
    pub(crate) const BROKEN_PARQUET: Self = Self::of("a file named .parquet with other content", "");

    /// Whether it is a feed or a sitemap, which lists pages.
    pub(crate) fn is_feed(&self) -> bool {
        self.found == Foreign::FEED.found || self.found == Foreign::SITEMAP.found
    }

    pub(crate) const fn of(found: &'static str, advice: &'static str) -> Self {
        Self { found, advice, is_compressed: false }
    }

    /// What was found, and advice.
    pub(crate) fn message(&self) -> String {
        let Self { found, advice, .. } = self;
        if advice.is_empty() { (*found).to_string() } else { format!("{found}; {advice}") }
    }
}

/// Recognises data that is neither HTML nor text.
///
/// In: the first bytes, some 4 KiB of them. Cost: linear in the bytes.
pub(crate) fn foreign(begin: &[u8]) -> Option<NoHtml> {
    let Foreign { found, is_compressed, .. } = foreign_data(begin)?;
    let advice = match found {
        "UTF-32 text" => "convert it: `iconv -f UTF-32 -t UTF-8 FILE | trommel`",
        "an xz file" => "decompress it first: `xz -d FILE`",
        "a bzip2 file" => "decompress it first: `bzip2 -d FILE`",
        "an XML feed" | "an XML sitemap" => "fetch the pages that it lists; nothing is fetched here",
        "an LZ4 file" => "decompress it first: `lz4 -d FILE`",
        _ => "",
    };
    Some(NoHtml { found, advice, is_compressed })
}

/// Whether bytes begin with the signature of a format that is neither HTML nor text.
pub(crate) fn has_signature(begin: &[u8]) -> bool {
    foreign_data(begin).is_some_and(|found| found != Foreign::BINARY)
}
