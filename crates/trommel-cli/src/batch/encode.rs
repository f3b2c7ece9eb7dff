//! Encodes pages for the output.

use std::io::{self, Seek, Write};

use flate2::{Compression, write::GzEncoder};
use sha1::{Digest, Sha1};
use tempfile::{SpooledTempFile, spooled_tempfile};
use trommel::{Extractor, Format, Options, Summary};
use trommel_output::{RecordFacts, Source, csv};
#[cfg(feature = "train")]
use trommel_train::wrapper::PageReader;
use trommel_warc::{Codec, wet};

use crate::batch::made::{Encoded, Html, Record, Row};
use crate::chunks::{ChunkFlags, ChunkPages};
use crate::error::CliError;
use crate::json::{JsonFields, JsonPages};
use crate::page::{Input, MAX_PAGE, Writing, extract, extract_both};
use crate::settings::Settings;
use crate::spool::{SPOOL_BYTES, copy, filled, filling, filling_by};
use crate::stderr::shown;

/// Date used when the fetch date is unknown.
pub(crate) const NO_DATE: &str = "1970-01-01T00:00:00Z";

/// Encodes pages for the output.
pub(crate) enum Encoder {
    Json(Box<JsonPages>),
    Chunks(Box<ChunkPages>),
    Wet(Box<WetPages>),
    Rendered(Box<RenderedPages>),
    Csv(Box<RowPages>),
    #[cfg(feature = "parquet")]
    Rows(Box<RowPages>),
    #[cfg(feature = "train")]
    Tables(Box<PageReader>),
    /// An extractor that records repeats.
    Sketches(Box<Extractor>),
    /// Finds the page at this place.
    Html(Box<Source>),
}

impl Encoder {
    pub(crate) fn json(settings: &Settings, options: &Options, fields: JsonFields) -> Result<Self, CliError> {
        JsonPages::new(settings, options, fields).map(|pages| Self::Json(Box::new(pages)))
    }

    pub(crate) fn chunks(
        settings: &Settings,
        options: &Options,
        chunks: &ChunkFlags,
    ) -> Result<Self, CliError> {
        ChunkPages::new(settings, options, chunks).map(|pages| Self::Chunks(Box::new(pages)))
    }

    pub(crate) fn wet(settings: &Settings, options: &Options, codec: Codec) -> Result<Self, CliError> {
        let extractor = settings.extractor(&options.clone().with_format(Format::Text))?;
        Ok(Self::Wet(Box::new(WetPages { extractor, codec })))
    }

    /// Renders pages in `format`. `is_one_of_many`: several pages share the file.
    pub(crate) fn rendered(
        settings: &Settings,
        options: &Options,
        format: Format,
        is_one_of_many: bool,
    ) -> Result<Self, CliError> {
        let extractor = settings.extractor(&options.clone().with_format(format))?;
        Ok(Self::Rendered(Box::new(RenderedPages { extractor, format, is_one_of_many })))
    }

    pub(crate) fn csv(settings: &Settings, options: &Options, markdown: bool) -> Result<Self, CliError> {
        RowPages::new(settings, options, markdown).map(|pages| Self::Csv(Box::new(pages)))
    }

    #[cfg(feature = "parquet")]
    pub(crate) fn rows(settings: &Settings, options: &Options, markdown: bool) -> Result<Self, CliError> {
        RowPages::new(settings, options, markdown).map(|pages| Self::Rows(Box::new(pages)))
    }

    /// Sketches pages whose content is decided with `options`.
    pub(crate) fn sketches(settings: &Settings, options: &Options) -> Result<Self, CliError> {
        let extractor = settings.extractor(&options.clone().record_repeats(true))?;
        Ok(Self::Sketches(Box::new(extractor)))
    }

    /// Whether the output needs the date of a page.
    pub(crate) fn wants_date(&self) -> bool {
        matches!(self, Self::Wet(_))
    }

    /// Encodes the page of `input`. `record` is the record it comes from. `date` is the fetch date
    /// to use if the record has none.
    pub(crate) fn make(
        &mut self,
        input: &mut Input<'_>,
        record: Option<&RecordFacts>,
        date: Option<String>,
    ) -> Result<(Encoded, Summary), CliError> {
        match self {
            Self::Json(pages) => {
                let mut line = filling();
                let summary = pages.write(input, record, &mut line, None)?;
                let line = filled(line).map_err(|error| CliError::spooling(&input.name, &error))?;
                Ok((Encoded::Bytes(line), summary))
            }
            Self::Chunks(pages) => {
                let mut lines = filling();
                let summary = pages.write(input, &mut lines, None)?;
                let lines = filled(lines).map_err(|error| CliError::spooling(&input.name, &error))?;
                Ok((Encoded::Bytes(lines), summary))
            }
            Self::Wet(pages) => pages.make(input, record, date),
            Self::Rendered(pages) => pages.make(input),
            Self::Csv(pages) => {
                let row = pages.make(input, record)?;
                let mut line = spooled_tempfile(SPOOL_BYTES);
                row.cells(csv::row)
                    .and_then(|bytes| line.write_all(&bytes))
                    .map_err(|error| CliError::spooling(&input.name, &error))?;
                Ok((Encoded::Bytes(line), row.summary))
            }
            #[cfg(feature = "parquet")]
            Self::Rows(pages) => {
                let row = pages.make(input, record)?;
                let summary = row.summary.clone();
                Ok((Encoded::Row(Box::new(row)), summary))
            }
            #[cfg(feature = "train")]
            Self::Tables(reader) => read_table(reader, input),
            Self::Sketches(extractor) => {
                let mut nothing = Writing::plain(io::sink());
                let summary = extract(input, extractor, &mut nothing, |_| Ok(()))?;
                Ok((Encoded::Sketch(Box::new(extractor.page_sketch().clone())), summary))
            }
            Self::Html(wanted) => {
                if !input.source.as_ref().is_some_and(|source| wanted.is_of(source)) {
                    return Ok((Encoded::Nothing, Summary::default()));
                }
                let mut bytes = Vec::new();
                input.read(|chunk| {
                    bytes.extend_from_slice(chunk);
                    Ok(())
                })?;
                let name = input.name.clone();
                let (url, charset) = (input.url.clone(), input.charset.clone());
                let html = Html { name, url, charset, bytes, truncated: input.truncated.clone() };
                Ok((Encoded::Html(Box::new(html)), Summary::default()))
            }
        }
    }
}

/// Encodes pages as WET records.
///
/// Cost: the budget of the extractor; `SPOOL_BYTES` each for the text and the record; a buffer of
/// 64 KiB while text is coming.
pub(crate) struct WetPages {
    extractor: Extractor,
    codec: Codec,
}

impl WetPages {
    fn make(
        &mut self,
        input: &mut Input<'_>,
        record: Option<&RecordFacts>,
        date: Option<String>,
    ) -> Result<(Encoded, Summary), CliError> {
        let hashed = Hashed { out: spooled_tempfile(SPOOL_BYTES), sha1: Sha1::new(), bytes: 0 };
        let mut text = Writing::plain(filling_by(hashed));
        let name = input.name.clone();
        let spooling = |error: &io::Error| CliError::spooling(&name, error);
        let summary = extract(input, &mut self.extractor, &mut text, |text| text.check(spooling))?;
        let Hashed { out: text, sha1, bytes } = filled(text.out).map_err(|error| spooling(&error))?;
        let date = record
            .and_then(|record| record.warc_date.clone())
            // A record needs a date, so an invalid one is replaced.
            .filter(|date| wet::is_date(date))
            .or(date)
            .unwrap_or_else(|| NO_DATE.to_string());
        let url = trommel::whole_address(&summary.metadata.url).map(String::from);
        let uri = url.unwrap_or_else(|| file_uri(&input.name));
        let source = wet::Source {
            target_uri: &uri,
            date: &date,
            record_id: record.and_then(|record| record.warc_record_id.as_deref()),
            truncated: input.truncated.as_deref().map(standard_reason),
        };
        let head = wet::conversion_head(&source, bytes, &sha1.finalize().into());
        let bytes = (head.len() + wet::RECORD_END.len()) as u64 + bytes;
        let compressed = compressed(self.codec, head.as_bytes(), text).map_err(|error| spooling(&error))?;
        Ok((Encoded::Record(Box::new(Record { compressed, bytes, date })), summary))
    }
}

/// Renders pages as text, Markdown or HTML.
///
/// Cost: the budget of the extractor; `SPOOL_BYTES` of rendered output; a buffer of 64 KiB while
/// text is coming.
pub(crate) struct RenderedPages {
    extractor: Extractor,
    format: Format,
    is_one_of_many: bool,
}

impl RenderedPages {
    fn make(&mut self, input: &mut Input<'_>) -> Result<(Encoded, Summary), CliError> {
        let name = input.name.clone();
        let spooling = |error: &io::Error| CliError::spooling(&name, error);
        let mut page = Writing::plain(filling());
        let is_text = self.format == Format::Text;
        if self.is_one_of_many && !is_text {
            let head = format!("<!-- {} -->\n\n", in_comment(&name));
            page.out.write_all(head.as_bytes()).map_err(|error| spooling(&error))?;
        }
        let summary = extract(input, &mut self.extractor, &mut page, |page| page.check(spooling))?;
        let end: &[u8] = match (self.is_one_of_many, is_text) {
            (false, _) => b"",
            (true, true) => b"\x0c\n",
            (true, false) => b"\n",
        };
        page.out.write_all(end).map_err(|error| spooling(&error))?;
        let page = filled(page.out).map_err(|error| spooling(&error))?;
        Ok((Encoded::Bytes(page), summary))
    }
}

/// A name that is safe inside an HTML comment, on one line.
fn in_comment(name: &str) -> String {
    shown(name).replace("--", "-%2D").replace(['<', '>'], "_")
}

/// Encodes pages as table rows.
///
/// Cost: the budget of each extractor, and the text of a page, which a table holds anyway.
pub(crate) struct RowPages {
    text: Extractor,
    markdown: Option<Extractor>,
    /// Whether wrappers of sites are used.
    has_sites: bool,
}

impl RowPages {
    fn new(settings: &Settings, options: &Options, markdown: bool) -> Result<Self, CliError> {
        let extractor = |format| settings.extractor(&options.clone().with_format(format));
        let markdown = markdown.then(|| extractor(Format::Markdown)).transpose()?;
        Ok(Self { text: extractor(Format::Text)?, markdown, has_sites: settings.has_sites() })
    }

    fn make(&mut self, input: &mut Input<'_>, record: Option<&RecordFacts>) -> Result<Row, CliError> {
        let (mut text, mut markdown) = (String::new(), String::new());
        let by_text = (&mut self.text, &mut text);
        let by_markdown = (self.markdown.as_mut(), &mut markdown);
        let summary = extract_both(input, by_text, by_markdown, |_, _| Ok(()))?;
        Ok(Row {
            id: input.id.clone(),
            text,
            markdown: self.markdown.is_some().then_some(markdown),
            has_sites: self.has_sites,
            record: record.cloned(),
            source: input.source.clone(),
            truncated: input.truncated.clone(),
            summary,
        })
    }
}

#[cfg(feature = "train")]
fn read_table(reader: &mut PageReader, input: &mut Input<'_>) -> Result<(Encoded, Summary), CliError> {
    reader.reset();
    if let Some(charset) = &input.charset {
        reader.set_encoding_hint(charset);
    }
    let mut summary = Summary::default();
    input.read(|chunk| {
        summary.bytes_in += chunk.len() as u64;
        reader.push(chunk);
        Ok(())
    })?;
    let name = input.id.clone().unwrap_or_else(|| input.name.clone());
    Ok((Encoded::Table(Box::new(reader.finish(name, input.url.clone()))), summary))
}

/// A whole record, compressed as its own gzip member or zstd frame.
pub(crate) fn compressed(codec: Codec, head: &[u8], block: SpooledTempFile) -> io::Result<SpooledTempFile> {
    fn write(mut out: impl Write, head: &[u8], block: SpooledTempFile) -> io::Result<()> {
        out.write_all(head)?;
        copy(block, &mut out)?;
        out.write_all(wet::RECORD_END)
    }
    let mut out = spooled_tempfile(SPOOL_BYTES);
    match codec {
        Codec::None => write(&mut out, head, block)?,
        Codec::Gzip => {
            let mut encoder = GzEncoder::new(&mut out, Compression::default());
            write(&mut encoder, head, block)?;
            encoder.finish()?;
        }
        Codec::Zstd => {
            let mut encoder = zstd::stream::write::Encoder::new(&mut out, zstd::DEFAULT_COMPRESSION_LEVEL)?;
            encoder.include_checksum(true)?;
            write(&mut encoder, head, block)?;
            encoder.finish()?;
        }
    }
    out.rewind()?;
    Ok(out)
}

/// The `WARC-Truncated` value for the reason why a page is incomplete.
fn standard_reason(reason: &str) -> &str {
    match reason {
        "length" | "time" | "disconnect" | "unspecified" => reason,
        MAX_PAGE => "length",
        _ => "unspecified",
    }
}

/// The URI of a page for which only a file name is known.
fn file_uri(name: &str) -> String {
    let mut uri = String::from("file:");
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b':' => {
                uri.push(char::from(byte))
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// Counts and hashes the bytes written.
struct Hashed {
    out: SpooledTempFile,
    sha1: Sha1,
    bytes: u64,
}

impl Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sha1.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
