//! Writes a page as one line of JSON while it is read.

use std::borrow::Cow;
use std::io::{self, BufWriter, Seek, Write};
use std::sync::Arc;

use serde::Serialize;
use tempfile::{SpooledTempFile, spooled_tempfile};
use trommel::repeats::Repeats;
use trommel::{Extractor, Format, Options, Summary};

use crate::duplicates::duplicate_of;
use crate::error::CliError;
use crate::json_string::escape;
use crate::more_fields::MoreFields;
use crate::page::{Input, Writing, extract_both};
use crate::page_fields::PageFields;
use crate::references::{Listing, Lists};
use crate::settings::Settings;
use crate::source::{RecordFacts, Source};
use crate::spans::{Span, Spanning};

/// Bytes of rendered text held in memory. The rest goes to a temporary file.
pub(crate) const SPOOL_BYTES: usize = 1 << 20;

/// Bytes of each write to a temporary file. Rendered pieces can be as short as a line end.
const SPOOL_BUFFER_BYTES: usize = 64 << 10;

/// A writer that holds rendered text. End it with [`filled`].
///
/// Cost: [`SPOOL_BUFFER_BYTES`] until [`filled`], and [`SPOOL_BYTES`] until it is dropped.
pub(crate) fn filling() -> BufWriter<SpooledTempFile> {
    filling_by(spooled_tempfile(SPOOL_BYTES))
}

/// A buffered writer to `out`.
pub(crate) fn filling_by<W: Write>(out: W) -> BufWriter<W> {
    BufWriter::with_capacity(SPOOL_BUFFER_BYTES, out)
}

/// Flushes the buffer and returns the inner writer.
///
/// Errors: the last bytes cannot be written.
pub(crate) fn filled<W: Write>(filling: BufWriter<W>) -> io::Result<W> {
    filling.into_inner().map_err(io::IntoInnerError::into_error)
}

/// Writes pages as JSON lines.
///
/// The text is written piece by piece as it is decided, before the fields that are known only at
/// the end. Markdown is rendered from the same bytes by a second extractor, and is held until the
/// text ends.
///
/// Cost: the budget for each extractor; for Markdown [`SPOOL_BYTES`] and [`SPOOL_BUFFER_BYTES`].
pub(crate) struct JsonPages {
    text: Extractor,
    markdown: Option<Extractor>,
    fields: JsonFields,
    /// Whether wrappers of sites are used.
    has_sites: bool,
    /// Repeated text of hosts.
    repeats: Option<Arc<Repeats>>,
}

/// Optional fields of JSON.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct JsonFields {
    pub(crate) markdown: bool,
    /// A list of the content images.
    pub(crate) images: bool,
    /// A list of all links.
    pub(crate) links: bool,
    /// A list of the posts, if the page is a thread.
    pub(crate) posts: bool,
    /// More metadata, and the source of each field.
    pub(crate) metadata: bool,
    /// Where the text and the Markdown come from.
    pub(crate) spans: bool,
}

/// The fields after the text.
#[derive(Serialize)]
struct Rest<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<Option<&'a str>>,
    #[serde(flatten)]
    page: PageFields<'a>,
    #[serde(flatten)]
    more: Option<MoreFields<'a>>,
    #[serde(flatten)]
    lists: Lists,
    #[serde(skip_serializing_if = "Option::is_none")]
    spans: Option<Vec<Span>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown_spans: Option<Vec<Span>>,
    #[serde(flatten)]
    record: Option<&'a RecordFacts>,
    /// Not needed for a single page.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a Source>,
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<Option<&'a str>>,
    /// The id of the page that had the same content first.
    #[serde(skip_serializing_if = "Option::is_none")]
    duplicate_of: Option<&'a str>,
}

impl JsonPages {
    /// A writer of pages with these options and `fields`.
    pub(crate) fn new(settings: &Settings, options: &Options, fields: JsonFields) -> Result<Self, CliError> {
        let options = &options.clone().with_spans(fields.spans);
        let text = options.clone().with_link_list(fields.links).with_posts(fields.posts);
        let text = text.with_more_metadata(fields.metadata);
        let extractor = |options: &Options, format| settings.extractor(&options.clone().with_format(format));
        let markdown = fields.markdown.then(|| extractor(options, Format::Markdown)).transpose()?;
        let (has_sites, repeats) = (settings.has_sites(), options.repeats().cloned());
        Ok(Self { text: extractor(&text, Format::Text)?, markdown, fields, has_sites, repeats })
    }

    /// Writes the page of `input` to `out` as one line. `out_name` is the name of `out` in
    /// messages; without it, `out` is a temporary file. `record` is the record with the page.
    pub(crate) fn write(
        &mut self,
        input: &mut Input<'_>,
        record: Option<&RecordFacts>,
        out: &mut dyn Write,
        out_name: Option<&str>,
    ) -> Result<Summary, CliError> {
        let name = input.name.clone();
        let spooling = |error: &io::Error| CliError::spooling(&name, error);
        let broken = |error: &io::Error| match out_name {
            Some(out_name) => CliError::writing(out_name, error),
            None => spooling(error),
        };
        let writing = |error: io::Error| broken(&error);
        let mut markdown =
            Spanning::new(Writing::by(filling(), escape), self.fields.spans && self.fields.markdown);
        let lists = Lists::new(self.fields.images, self.fields.links);
        let text = Spanning::new(Writing::by(out, escape), self.fields.spans);
        let mut text = Listing::new(text, lists);
        begin(input.id.as_deref(), input.url.as_deref(), &mut text.inner.inner.out).map_err(writing)?;
        let by_markdown = (self.markdown.as_mut(), &mut markdown);
        let summary = extract_both(input, (&mut self.text, &mut text), by_markdown, |text, markdown| {
            text.inner.inner.check(broken).and_then(|()| markdown.inner.check(spooling))
        })?;
        let lists = text.take(&summary);
        let (spans, markdown_spans) = (text.inner.take(), markdown.take());
        let mut text = text.inner.inner;
        if self.markdown.is_some() {
            text.out.write_all(b"\",\"markdown\":\"").map_err(writing)?;
            let markdown = filled(markdown.inner.out).map_err(|error| spooling(&error))?;
            copy(markdown, &mut text.out).map_err(writing)?;
        }
        let rest = Rest {
            url: input.url.is_none().then(|| said(&summary.metadata.url)),
            page: PageFields::of(&summary, self.has_sites, Cow::Borrowed),
            more: MoreFields::of(&summary.metadata, Cow::Borrowed),
            lists,
            spans,
            markdown_spans,
            record,
            source: input.source.as_ref(),
            // Files have this field only if they are incomplete.
            truncated: (record.is_some() || input.truncated.is_some()).then_some(input.truncated.as_deref()),
            duplicate_of: duplicate_of(self.repeats.as_ref(), &summary, input.id.as_deref()),
        };
        end(&rest, &mut text.out).map_err(writing)?;
        Ok(summary)
    }
}

/// Writes the fields that are known before the page, and opens the text.
fn begin(id: Option<&str>, url: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{\"id\":")?;
    serde_json::to_writer(&mut *out, &id)?;
    if let Some(url) = url {
        out.write_all(b",\"url\":")?;
        serde_json::to_writer(&mut *out, url)?;
    }
    out.write_all(b",\"text\":\"")
}

fn end(rest: &Rest<'_>, out: &mut dyn Write) -> io::Result<()> {
    let rest = serde_json::to_string(rest)?;
    // A JSON object without its opening brace continues the object of the page.
    writeln!(out, "\",{}", rest.trim_start_matches('{'))
}

/// A metadata field, `None` if it is empty.
pub(crate) fn said(field: &str) -> Option<&str> {
    if field.is_empty() { None } else { Some(field) }
}

/// Copies the bytes of `spool` to `out`. Returns their number.
pub(crate) fn copy(mut spool: SpooledTempFile, out: &mut (impl Write + ?Sized)) -> io::Result<u64> {
    spool.rewind()?;
    io::copy(&mut spool, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A writer that accepts no bytes.
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
    fn the_last_bytes_are_flushed_or_an_error_is_returned() {
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
    fn spooled_bytes_are_copied_too() {
        let mut spool = spooled_tempfile(10);
        spool.write_all(&[b'x'; 1000]).expect("a temporary file can be written");
        let mut copied = Vec::new();
        copy(spool, &mut copied).expect("a temporary file can be read");
        assert_eq!(copied, [b'x'; 1000]);
    }
}
