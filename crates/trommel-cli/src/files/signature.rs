//! Files that are no page: what the library tells by how they begin, lists, and what to do.

use trommel::{Foreign, foreign as foreign_data};

/// A file that is neither HTML nor text, or a list that is no page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoHtml {
    /// What it is, for messages.
    pub(crate) found: &'static str,
    /// What the user can do; empty where there is nothing.
    pub(crate) advice: &'static str,
    /// Whether it is compressed in a way that is not read here: what is in it may be pages.
    pub(crate) is_compressed: bool,
}

impl NoHtml {
    pub(crate) const ZIP: Self = Self::of("a ZIP archive", "");
    pub(crate) const ADDRESSES: Self = Self::of(
        "a list of addresses",
        "fetch the pages first, such as with `wget -i LIST --warc-file=crawl`; nothing is fetched here",
    );
    pub(crate) const TABLE: Self = Self::of(
        "a table of text (CSV)",
        "convert it to JSON lines with a field `html`, or to Parquet with a column `html`",
    );
    pub(crate) const BROKEN_PARQUET: Self = Self::of("a file named .parquet that does not begin as one", "");

    pub(crate) const fn of(found: &'static str, advice: &'static str) -> Self {
        Self { found, advice, is_compressed: false }
    }

    /// What was found, and what to do.
    pub(crate) fn message(&self) -> String {
        let Self { found, advice, .. } = self;
        if advice.is_empty() { (*found).to_string() } else { format!("{found}; {advice}") }
    }
}

/// What a file is that begins so, if it is none that could be HTML or text.
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

/// Whether bytes begin as a known format that is neither HTML nor text.
pub(crate) fn has_signature(begin: &[u8]) -> bool {
    foreign_data(begin).is_some_and(|found| found != Foreign::BINARY)
}
