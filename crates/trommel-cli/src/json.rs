//! A page as one line of JSON, written while the page is read.

use std::io::{self, BufWriter, Seek, Write};

use serde::Serialize;
use tempfile::{SpooledTempFile, spooled_tempfile};
use trommel::{Extractor, Format, Options, Summary};

use crate::error::CliError;
use crate::json_string::escape;
use crate::page::{Input, Writing};
use crate::settings::Settings;

/// Bytes of what a page renders that are held in memory; more goes to a temporary file.
pub(crate) const SPOOL_BYTES: usize = 1 << 20;

/// Bytes that are written to a temporary file at once: pieces of a page are as short as a line end.
const SPOOL_BUFFER_BYTES: usize = 64 << 10;

/// Begins to hold what a page renders; [`filled`] ends it.
///
/// Cost: [`SPOOL_BUFFER_BYTES`] until [`filled`], and [`SPOOL_BYTES`] until it is dropped.
pub(crate) fn filling() -> BufWriter<SpooledTempFile> {
    filling_by(spooled_tempfile(SPOOL_BYTES))
}

/// The same, by way of `out`.
pub(crate) fn filling_by<W: Write>(out: W) -> BufWriter<W> {
    BufWriter::with_capacity(SPOOL_BUFFER_BYTES, out)
}

/// All that was written, the last bytes of it too; without the buffer.
///
/// Errors: there is no room for those.
pub(crate) fn filled<W: Write>(filling: BufWriter<W>) -> io::Result<W> {
    filling.into_inner().map_err(io::IntoInnerError::into_error)
}

/// Writes pages as JSON, one after the other.
///
/// The text goes out piece by piece as it is decided, so it comes before what is known at the end
/// only. Markdown is rendered by a second extractor from the same bytes and waits for its turn.
///
/// Cost: the budget for each extractor; of Markdown [`SPOOL_BYTES`], and [`SPOOL_BUFFER_BYTES`].
pub(crate) struct JsonPages {
    text: Extractor,
    markdown: Option<Extractor>,
    /// There are wrappers of sites.
    has_sites: bool,
}

/// What follows the text.
#[derive(Serialize)]
struct Rest<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<Option<&'a str>>,
    title: Option<&'a str>,
    author: Option<&'a str>,
    date: Option<&'a str>,
    lang: Option<&'a str>,
    method: &'static str,
    encoding: &'static str,
    blocks: u64,
    blocks_kept: u64,
    decided_early: Option<u64>,
    bytes_in: u64,
    malformed: u64,
    // What hardly ever happens is said where it did.
    #[serde(skip_serializing_if = "is_zero")]
    elements_forgotten: u64,
    #[serde(skip_serializing_if = "is_zero")]
    nodes_folded: u64,
    #[serde(skip_serializing_if = "is_zero")]
    text_bytes_lost: u64,
    #[serde(skip_serializing_if = "is_zero")]
    fallback_bytes_cut: u64,
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    revealed: bool,
    // What nobody asked for is not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    selected: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dropped: Option<u64>,
    #[serde(skip_serializing_if = "is_zero")]
    select_tags_cut: u64,
    #[serde(skip_serializing_if = "is_zero")]
    select_restarts: u64,
    /// Only with wrappers.
    #[serde(skip_serializing_if = "Option::is_none")]
    site: Option<bool>,
    #[serde(flatten)]
    record: Option<&'a RecordFacts>,
    /// Of a single page, nobody asks where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a Source>,
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<Option<&'a str>>,
}

/// What is known of a page that comes out of a record.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct RecordFacts {
    pub(crate) warc_record_id: Option<String>,
    pub(crate) warc_date: Option<String>,
    pub(crate) http_status: Option<u16>,
    pub(crate) content_type: Option<String>,
    /// As the HTTP head has it.
    pub(crate) charset: Option<String>,
}

/// Where a page is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Source {
    /// As it was given, or found in a folder that was.
    pub(crate) file: String,
    /// Of a record: byte of the file, packed as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) offset: Option<u64>,
    /// Of a record or row: byte of the file when it is unpacked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unpacked_offset: Option<u64>,
    /// Of a row: its number, from 1 on; of JSON lines, that of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) row: Option<u64>,
    /// Of a file in an archive: its path there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) entry: Option<String>,
}

impl Source {
    /// All of a file.
    pub(crate) fn of_file(file: &str) -> Self {
        Self { file: file.to_string(), ..Self::default() }
    }
}

impl JsonPages {
    /// Pages by these options, with Markdown in addition to the text if `markdown`.
    pub(crate) fn new(settings: &Settings, options: &Options, markdown: bool) -> Result<Self, CliError> {
        let extractor = |format| settings.extractor(&options.clone().with_format(format));
        let markdown = markdown.then(|| extractor(Format::Markdown)).transpose()?;
        Ok(Self { text: extractor(Format::Text)?, markdown, has_sites: settings.has_sites() })
    }

    /// Writes the page of `input` to `out`, which is called `out_name` in messages, or is a
    /// temporary file, as one line. `record` is the record that the page comes out of.
    pub(crate) fn write(
        &mut self,
        input: &mut Input<'_>,
        record: Option<&RecordFacts>,
        out: &mut dyn Write,
        out_name: Option<&str>,
    ) -> Result<Summary, CliError> {
        let name = input.name.clone();
        let library = |error| CliError::at(&name, error);
        let spooling = |error: &io::Error| CliError::spooling(&name, error);
        let broken = |error: &io::Error| match out_name {
            Some(out_name) => CliError::writing(out_name, error),
            None => spooling(error),
        };
        let writing = |error: io::Error| broken(&error);
        for extractor in [Some(&mut self.text), self.markdown.as_mut()].into_iter().flatten() {
            extractor.reset();
            if let Some(charset) = &input.charset {
                extractor.set_encoding_hint(charset);
            }
            if let Some(url) = &input.url {
                extractor.set_url(url);
            }
        }
        let mut markdown = Writing::by(filling(), escape);
        let mut text = Writing::by(out, escape);
        begin(input.id.as_deref(), input.url.as_deref(), &mut text.out).map_err(writing)?;
        input.read(|chunk| {
            self.text.push_to(chunk, &mut text).map_err(library)?;
            if let Some(extractor) = &mut self.markdown {
                extractor.push_to(chunk, &mut markdown).map_err(library)?;
            }
            text.check(broken).and_then(|()| markdown.check(spooling))
        })?;
        let summary = self.text.finish_to(&mut text).map_err(library)?;
        text.check(broken)?;
        if let Some(extractor) = &mut self.markdown {
            extractor.finish_to(&mut markdown).map_err(library)?;
            markdown.check(spooling)?;
            text.out.write_all(b"\",\"markdown\":\"").map_err(writing)?;
            let markdown = filled(markdown.out).map_err(|error| spooling(&error))?;
            copy(markdown, &mut text.out).map_err(writing)?;
        }
        end(&summary, input, record, self.has_sites, &mut text.out).map_err(writing)?;
        Ok(summary)
    }
}

/// Writes the fields known before the page, and opens the text.
fn begin(id: Option<&str>, url: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{\"id\":")?;
    serde_json::to_writer(&mut *out, &id)?;
    if let Some(url) = url {
        out.write_all(b",\"url\":")?;
        serde_json::to_writer(&mut *out, url)?;
    }
    out.write_all(b",\"text\":\"")
}

/// Closes the text and writes the fields known at the end of the page.
fn end(
    summary: &Summary,
    input: &Input<'_>,
    record: Option<&RecordFacts>,
    has_sites: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let meta = &summary.metadata;
    let selection = summary.selection.unwrap_or_default();
    let rest = Rest {
        url: input.url.is_none().then(|| said(&meta.url)),
        title: said(&meta.title),
        author: said(&meta.author),
        date: said(&meta.date),
        lang: said(&meta.lang),
        method: summary.decided_by(),
        encoding: summary.encoding,
        blocks: summary.blocks_total,
        blocks_kept: summary.blocks_kept,
        decided_early: summary.first_early_decision_offset,
        bytes_in: summary.bytes_in,
        malformed: summary.decode_errors,
        elements_forgotten: summary.elements_forgotten,
        nodes_folded: summary.nodes_folded,
        text_bytes_lost: summary.text_bytes_lost,
        fallback_bytes_cut: summary.fallback_bytes_cut,
        revealed: summary.hidden_text_used,
        selected: selection.selected,
        dropped: selection.dropped,
        select_tags_cut: selection.tags_cut,
        select_restarts: selection.restarts,
        site: has_sites.then_some(summary.site == Some(true)),
        record,
        source: input.source.as_ref(),
        // Of a file nobody expects it, unless it is so.
        truncated: (record.is_some() || input.truncated.is_some()).then_some(input.truncated.as_deref()),
    };
    let rest = serde_json::to_string(&rest)?;
    // An object of its own, whose fields go on in ours.
    writeln!(out, "\",{}", rest.trim_start_matches('{'))
}

/// Whether a count needs no mention.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// A field of what the page says about itself, if it says it.
pub(crate) fn said(field: &str) -> Option<&str> {
    if field.is_empty() { None } else { Some(field) }
}

/// Copies all that was written to `spool`. Out: bytes of it.
pub(crate) fn copy(mut spool: SpooledTempFile, out: &mut (impl Write + ?Sized)) -> io::Result<u64> {
    spool.rewind()?;
    io::copy(&mut spool, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes nothing.
    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_last_bytes_are_there_or_it_is_an_error() {
        let mut spool = filling();
        for _ in 0..SPOOL_BYTES {
            spool.write_all(b"x\n").expect("a temporary file can be written");
        }
        let mut copied = Vec::new();
        copy(filled(spool).expect("it can be written"), &mut copied).expect("it can be read");
        assert_eq!(copied, b"x\n".repeat(SPOOL_BYTES));
        let mut spool = filling_by(Full);
        spool.write_all(b"few").expect("they are held");
        assert_eq!(filled(spool).err().map(|error| error.kind()), Some(io::ErrorKind::StorageFull));
    }

    #[test]
    fn what_does_not_fit_in_memory_is_copied_too() {
        let mut spool = spooled_tempfile(10);
        spool.write_all(&[b'x'; 1000]).expect("a temporary file can be written");
        let mut copied = Vec::new();
        copy(spool, &mut copied).expect("a temporary file can be read");
        assert_eq!(copied, [b'x'; 1000]);
    }
}
