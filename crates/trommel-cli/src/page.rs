//! Passes one page from an input through an extractor to a writer.

use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::mem;
use std::ops::ControlFlow;
use std::path::Path;

use serde::Serialize;
use trommel::{Extractor, Sink, Summary};
use trommel_output::Source;

use crate::error::CliError;
use crate::files::{self, BadCompression, Begin, InputFormat, NoHtml, Sniffed};
use crate::remote::{RemoteFile, shown};
use crate::stderr::report;
use crate::text::TextAsHtml;

const CHUNK_BYTES: usize = 64 << 10;

/// An open input with the known properties of its page.
pub(crate) struct Input<'a> {
    pub(crate) name: String,
    /// Id of the page in JSON. Standard input has none.
    pub(crate) id: Option<String>,
    /// Place of the page, if the output includes it.
    pub(crate) source: Option<Source>,
    /// URL of the page, if known from outside.
    pub(crate) url: Option<String>,
    /// Encoding of the page, as declared by the protocol.
    pub(crate) charset: Option<String>,
    /// Maximum bytes of the page to read.
    pub(crate) most_bytes: u64,
    /// Why the page is incomplete. Final after it was read.
    pub(crate) truncated: Option<String>,
    /// Whether a warning was printed although the page was read.
    pub(crate) has_warned: bool,
    /// Whether an incomplete page is read as far as it goes.
    pub(crate) is_read_cut: bool,
    bytes: Box<dyn BufRead + 'a>,
    /// Whether the first bytes were read ahead, with those bytes and the error after them.
    is_looked_at: bool,
    begin: Vec<u8>,
    failed: Option<io::Error>,
    /// Converts plain text to HTML.
    text: Option<TextAsHtml>,
    /// Called at the end of the page or at an error.
    ending: Option<Ending<'a>>,
}

/// Called at the end of a page, or with the error that stops it. Returns why the page is
/// incomplete, or an error.
pub(crate) type Ending<'a> = Box<dyn Fn(Option<io::Error>) -> Result<Option<&'static str>, CliError> + 'a>;

/// The reason `truncated` of a page that exceeds `most_bytes`.
pub(crate) const MAX_PAGE: &str = "max-page";

impl<'a> Input<'a> {
    pub(crate) fn new(name: String, id: Option<String>, bytes: Box<dyn BufRead + 'a>) -> Self {
        let most_bytes = u64::MAX;
        Self {
            name,
            id,
            source: None,
            url: None,
            charset: None,
            most_bytes,
            truncated: None,
            has_warned: false,
            is_read_cut: false,
            bytes,
            is_looked_at: false,
            begin: Vec::new(),
            failed: None,
            text: None,
            ending: None,
        }
    }

    /// Sets the URL, unless it is set already. Anything but an absolute URL is ignored.
    pub(crate) fn at(mut self, url: Option<&str>) -> Self {
        self.url = self.url.or_else(|| url.and_then(trommel::whole_address).map(String::from));
        self
    }

    pub(crate) fn with_ending(mut self, ending: Ending<'a>) -> Self {
        self.ending = Some(ending);
        self
    }

    pub(crate) fn with_id(mut self, id: String) -> Self {
        self.id = Some(id);
        self
    }

    /// Replaces the bytes by a page that they contain.
    pub(crate) fn with_bytes(self, bytes: Vec<u8>) -> Self {
        let Self { name, id, source, url, charset, truncated, has_warned, .. } = self;
        Self {
            source,
            url,
            charset,
            truncated,
            has_warned,
            ..Self::new(name, id, Box::new(Cursor::new(bytes)))
        }
    }

    pub(crate) fn open(path: &Path) -> Result<Self, CliError> {
        let name = shown(&files::name_of(path));
        let bytes = files::open(path).map_err(|error| CliError::reading(&name, &error))?;
        let bytes = Box::new(BufReader::with_capacity(CHUNK_BYTES, bytes));
        let id = files::page_id(Path::new(&name));
        Ok(Self::new(name, Some(id), bytes))
    }

    /// Opens the URL `path`, unread so far.
    pub(crate) fn remote(path: &Path, file: RemoteFile) -> Result<Self, CliError> {
        let name = path.display().to_string();
        let bytes = files::decompress(file).map_err(|error| CliError::reading(&name, &error))?;
        Ok(Self::new(name, None, Box::new(BufReader::with_capacity(CHUNK_BYTES, bytes))))
    }

    pub(crate) fn stdin() -> Result<Self, CliError> {
        Self::pipe(STDIN.to_string(), None, io::stdin())
    }

    /// The bytes of a pipe, compressed or not.
    pub(crate) fn pipe(name: String, id: Option<String>, bytes: impl Read + 'a) -> Result<Self, CliError> {
        let bytes = files::decompress(bytes).map_err(|error| CliError::reading(&name, &error))?;
        Ok(Self::new(name, id, Box::new(BufReader::with_capacity(CHUNK_BYTES, bytes))))
    }

    /// Reads it as plain text and converts it to HTML, unless its first bytes contain an HTML tag.
    pub(crate) fn into_text(mut self) -> Self {
        self.text = TextAsHtml::of_begin(self.begin());
        self
    }

    /// Recognises its format by the first bytes and the name.
    pub(crate) fn sniff(&mut self, path: Option<&Path>) -> Sniffed {
        Begin { bytes: self.begin(), path }.sniff()
    }

    /// Recognises data that is neither HTML nor text.
    pub(crate) fn foreign(&mut self) -> Option<NoHtml> {
        files::foreign(self.begin())
    }

    /// The first bytes, at most [`files::SNIFF_BYTES`], even if they arrive in small pieces. They
    /// are read again later.
    fn begin(&mut self) -> &[u8] {
        while !self.is_looked_at {
            let missing = files::SNIFF_BYTES - self.begin.len();
            match self.bytes.fill_buf() {
                Ok(chunk) => {
                    let taken = chunk.len().min(missing);
                    self.begin.extend_from_slice(&chunk[..taken]);
                    self.bytes.consume(taken);
                    self.is_looked_at = taken == missing || taken == 0;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // Reported when reading gets there.
                Err(error) => {
                    self.failed = Some(error);
                    self.is_looked_at = true;
                }
            }
        }
        &self.begin
    }

    /// Reads the input up to `most_bytes` and passes it to `take` in chunks, with plain text
    /// converted to HTML.
    pub(crate) fn read(
        &mut self,
        mut take: impl FnMut(&[u8]) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let mut text = self.text.take();
        let mut take = |chunk: &[u8]| match &mut text {
            Some(text) => take(text.html(chunk)),
            None => take(chunk),
        };
        let begin = mem::take(&mut self.begin);
        let bytes = within(self.most_bytes, &begin);
        if bytes > 0 {
            take(&begin[..bytes])?;
        }
        let why = if bytes < begin.len() {
            Some(MAX_PAGE)
        } else {
            self.read_rest(self.most_bytes - bytes as u64, bytes > 0, take)?
        };
        if self.truncated.is_none() {
            self.truncated = why.map(String::from);
        }
        Ok(())
    }

    /// Reads at most `left` more bytes; `has_begun`: some bytes came before. Returns why the page
    /// is incomplete.
    fn read_rest(
        &mut self,
        mut left: u64,
        has_begun: bool,
        mut take: impl FnMut(&[u8]) -> Result<(), CliError>,
    ) -> Result<Option<&'static str>, CliError> {
        let most = left;
        loop {
            let chunk = match self.failed.take() {
                Some(error) => Err(error),
                None => self.bytes.fill_buf(),
            };
            let is_begun = has_begun || left < most;
            match chunk {
                Ok([]) => return self.end(None, is_begun),
                Ok(_) if left == 0 => return Ok(Some(MAX_PAGE)),
                Ok(chunk) => {
                    let bytes = within(left, chunk);
                    take(&chunk[..bytes])?;
                    self.bytes.consume(bytes);
                    left -= bytes as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return self.end(Some(error), is_begun),
            }
        }
    }

    /// Ends the page, after an error if there was one.
    fn end(&mut self, error: Option<io::Error>, is_begun: bool) -> Result<Option<&'static str>, CliError> {
        match (&self.ending, error) {
            (Some(ending), error) => ending(error),
            (None, Some(error)) => {
                let stop = CliError::reading(&self.name, &error);
                match (BadCompression::of(&error), stop) {
                    // The page is extracted, and the exit code reports the damage, as with `gzip`.
                    (Some(bad), CliError::Message(warning))
                        if bad.is_whole() || (self.is_read_cut && is_begun) =>
                    {
                        report(&warning);
                        self.has_warned = true;
                        Ok((!bad.is_whole()).then_some("damaged"))
                    }
                    (_, stop) => Err(stop),
                }
            }
            (None, None) => Ok(None),
        }
    }
}

/// The part of a chunk within `left` bytes.
fn within(left: u64, chunk: &[u8]) -> usize {
    usize::try_from(left).unwrap_or(usize::MAX).min(chunk.len())
}

/// The error for an input that is not a single page but a file of `kind`.
pub(crate) fn no_page(name: &str, kind: InputFormat) -> CliError {
    let found = kind.name();
    let message = format!("expected an HTML page, found {found}; use `trommel batch` for many pages");
    CliError::at(name, message)
}

/// The error for an input that is neither a page nor a file of pages.
pub(crate) fn no_html(name: &str, found: NoHtml) -> CliError {
    CliError::at(name, format!("expected an HTML page, found {}", found.message()))
}

/// Name of standard input in messages.
pub(crate) const STDIN: &str = Source::STDIN;

/// A sink that writes rendered pieces, and keeps a write error.
pub(crate) struct Writing<W> {
    pub(crate) out: W,
    write: fn(&str, &mut W) -> io::Result<()>,
    error: Option<io::Error>,
}

impl<W: Write> Writing<W> {
    pub(crate) fn plain(out: W) -> Self {
        Self::by(out, |piece, out| out.write_all(piece.as_bytes()))
    }

    pub(crate) fn by(out: W, write: fn(&str, &mut W) -> io::Result<()>) -> Self {
        Self { out, write, error: None }
    }

    /// Returns the write error, if any, as converted by `trouble`.
    pub(crate) fn check(&mut self, trouble: impl FnOnce(&io::Error) -> CliError) -> Result<(), CliError> {
        self.error.take().map_or(Ok(()), |error| Err(trouble(&error)))
    }

    /// Writes `row` as a JSON line.
    pub(crate) fn json_line(&mut self, row: &impl Serialize) -> ControlFlow<()> {
        let written = serde_json::to_writer(&mut self.out, row).map_err(io::Error::from);
        let written = written.and_then(|()| self.out.write_all(b"\n"));
        self.unless_failed(written)
    }

    fn unless_failed(&mut self, written: io::Result<()>) -> ControlFlow<()> {
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

impl<W: Write> Sink for Writing<W> {
    fn text(&mut self, piece: &str) -> ControlFlow<()> {
        let written = (self.write)(piece, &mut self.out);
        self.unless_failed(written)
    }
}

/// Passes the page of `input` through `extractor` to `sink`. `check` is called after each chunk and
/// returns an error of the sink.
pub(crate) fn extract<S: Sink>(
    input: &mut Input<'_>,
    extractor: &mut Extractor,
    sink: &mut S,
    mut check: impl FnMut(&mut S) -> Result<(), CliError>,
) -> Result<Summary, CliError> {
    extract_both(input, (extractor, sink), (None, &mut String::new()), |sink, _| check(sink))
}

/// Like [`extract`], with a second sink for an extractor of Markdown, if there is one. Returns the
/// summary of the first.
pub(crate) fn extract_both<S: Sink, M: Sink>(
    input: &mut Input<'_>,
    (text, sink): (&mut Extractor, &mut S),
    (mut markdown, markdown_sink): (Option<&mut Extractor>, &mut M),
    mut check: impl FnMut(&mut S, &mut M) -> Result<(), CliError>,
) -> Result<Summary, CliError> {
    let name = input.name.clone();
    let library = |error| CliError::at(&name, error);
    for extractor in [Some(&mut *text), markdown.as_deref_mut()].into_iter().flatten() {
        extractor.reset();
        if let Some(charset) = &input.charset {
            extractor.set_encoding_hint(charset);
        }
        if let Some(url) = &input.url {
            extractor.set_url(url);
        }
    }
    input.read(|chunk| {
        text.push_to(chunk, sink).map_err(library)?;
        if let Some(markdown) = &mut markdown {
            markdown.push_to(chunk, markdown_sink).map_err(library)?;
        }
        check(sink, markdown_sink)
    })?;
    let summary = text.finish_to(sink).map_err(library)?;
    if let Some(markdown) = markdown {
        markdown.finish_to(markdown_sink).map_err(library)?;
    }
    check(sink, markdown_sink)?;
    Ok(summary)
}
