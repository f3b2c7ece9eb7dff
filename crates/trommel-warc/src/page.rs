//! The page of a record: its payload, and fields of the headers of record and response.

use std::cell::Cell;
use std::io::{self, BufRead, Read};

use crate::codings::{payload, peek};
use crate::filter::{Skip, Statuses, Type, is_html_type, is_text, looks_like_html};
use crate::header::Header;
use crate::http::{HttpHead, charset};
use crate::read_buffered;
use crate::records::Records;
use crate::truncation::broken_by;

/// Bytes of a payload used to recognise HTML. Source: "MIME Sniffing", resource header.
const SNIFF_BYTES: usize = 1445;

/// Why a page is incomplete if its record is continued in other records.
const SEGMENTED: &str = "segmented";

/// A stream of bytes that may be incomplete.
pub trait Block: BufRead {
    /// Whether the stream is incomplete. This is known at its end.
    fn is_cut(&self) -> bool;
}

impl Block for Records {
    fn is_cut(&self) -> bool {
        Self::is_cut(self)
    }
}

/// How the block of a record ended, which the decoders of a payload do not pass on.
#[derive(Debug, Default)]
pub struct BlockEnd {
    is_cut: Cell<bool>,
    is_failed: Cell<bool>,
}

impl BlockEnd {
    /// Watches the end of `block` as it is read.
    pub fn watch<'a>(&'a self, block: &'a mut dyn Block) -> WatchedBlock<'a> {
        WatchedBlock { block, end: self }
    }

    /// Whether the block is incomplete. This is known at its end.
    pub fn is_cut(&self) -> bool {
        self.is_cut.get()
    }

    /// Why a payload is incomplete that ended with or without `error`: `damaged`, or the field of
    /// the HTTP header that declares more.
    ///
    /// Errors: `error`, if the file cannot be read.
    pub fn truncated_by(&self, error: Option<io::Error>) -> io::Result<Option<&'static str>> {
        match error {
            Some(error) if self.is_failed.get() => Err(error),
            _ if self.is_cut() => Ok(Some("damaged")),
            Some(error) => Ok(Some(broken_by(&error))),
            None => Ok(None),
        }
    }
}

/// A page in a record.
pub struct RecordPage<'a> {
    /// The page without transfer and content codings. Its errors are those of [`payload`].
    pub payload: Box<dyn BufRead + 'a>,
    /// `None` for a record without an HTTP header.
    pub http_status: Option<u16>,
    /// From the HTTP header, or from the record if it has none.
    pub content_type: Option<String>,
    /// The charset that the content type names.
    pub charset: Option<String>,
}

/// A record that is not a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedRecord {
    /// Why it is not.
    pub reason: Skip,
    /// The damage, if that is the reason and `Records` does not report it.
    pub damage: Option<String>,
}

impl From<Skip> for SkippedRecord {
    fn from(reason: Skip) -> Self {
        Self { reason, damage: None }
    }
}

/// The page in a record with this header and block, if it is a page.
///
/// Its HTTP status must be in `statuses`, and it must be HTML: by its content type, or by its first
/// bytes if the type is missing or generic. A payload that is still coded is not a page.
/// `is_known_format` recognises by the first bytes a payload that is neither HTML nor text. `end`
/// has the end of the block after the payload was read.
///
/// Errors: the file cannot be read.
///
/// Cost: reads the header. Holds what [`payload`] holds, and 1445 bytes.
pub fn record_page<'a>(
    head: &Header,
    block: &'a mut dyn Block,
    end: &'a BlockEnd,
    statuses: &Statuses,
    is_known_format: fn(&[u8]) -> bool,
) -> io::Result<Result<RecordPage<'a>, SkippedRecord>> {
    let mut block = end.watch(block);
    let block_type = head.get("Content-Type");
    let is_http = match block_type {
        Some(kind) => kind.trim_start().to_ascii_lowercase().starts_with("application/http"),
        None => head.get("WARC-Type").is_none_or(|kind| Type::of(kind) == Type::Response),
    };
    let http = if is_http {
        match HttpHead::read(&mut block)? {
            Ok(http) => http,
            // A damaged block is reported when the next record is read.
            Err(_) if end.is_cut() => return Ok(Err(Skip::HttpHead.into())),
            Err(message) => {
                return Ok(Err(SkippedRecord { reason: Skip::HttpHead, damage: Some(message) }));
            }
        }
    } else {
        HttpHead { content_type: block_type.map(String::from), ..HttpHead::default() }
    };
    if is_http && !statuses.contain(http.status) {
        return Ok(Err(Skip::HttpStatus.into()));
    }
    let identified = head.get("WARC-Identified-Payload-Type");
    let is_html = is_html_type(http.content_type.as_deref())
        .or_else(|| is_html_type(identified).filter(|_| identified.is_some()));
    if is_html == Some(false) {
        return Ok(Err(Skip::ContentType.into()));
    }
    let mut payload = payload(&http, block)?;
    let mut begin = Vec::new();
    if is_html.is_none() || !http.codings.is_empty() {
        (begin, payload) = peek(payload, SNIFF_BYTES);
    }
    if is_html.is_none() && !looks_like_html(&begin) {
        return Ok(Err(Skip::ContentType.into()));
    }
    let charset = http.content_type.as_deref().and_then(charset).map(String::from);
    if !http.codings.is_empty() {
        let is_utf_16 = charset.as_ref().is_some_and(|name| name.to_ascii_lowercase().starts_with("utf-16"));
        if is_known_format(&begin) {
            return Ok(Err(Skip::ContentType.into()));
        }
        if !is_text(&begin) && !is_utf_16 {
            return Ok(Err(Skip::ContentEncoding.into()));
        }
    }
    let http_status = is_http.then_some(http.status);
    Ok(Ok(RecordPage { payload, http_status, content_type: http.content_type, charset }))
}

/// Why the page of a record with this header is incomplete: the value of `WARC-Truncated`, or
/// `segmented`. Of a segmented record, the first segment counts as the page.
pub fn declared_truncation(head: &Header) -> Option<&str> {
    let is_segment = head.get("WARC-Segment-Number").is_some();
    head.get("WARC-Truncated").or(is_segment.then_some(SEGMENTED))
}

/// A block that records its end in a [`BlockEnd`].
pub struct WatchedBlock<'a> {
    block: &'a mut dyn Block,
    end: &'a BlockEnd,
}

impl BufRead for WatchedBlock<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        // Called twice, since the block cannot be asked while its bytes are borrowed.
        match self.block.fill_buf() {
            Ok([]) => self.end.is_cut.set(self.block.is_cut()),
            Ok(_) => {}
            Err(error) => {
                self.end.is_failed.set(true);
                return Err(error);
            }
        }
        self.block.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.block.consume(bytes);
    }
}

impl Read for WatchedBlock<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        read_buffered(self, out)
    }
}
