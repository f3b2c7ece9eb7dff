//! The page of a WARC record, if it is one: as `trommel batch` reads it.

use std::cell::Cell;
use std::io::{self, BufRead, Read};

use trommel_warc::{self as warc, Header, HttpHead, Records, Skip, Statuses, Type};

use crate::engine::{Engine, Failure, guarded};
use crate::page::{PageData, Record, Source};

/// Bytes of a payload by which it is seen whether it is HTML. Source: "MIME Sniffing", resource
/// header.
const SNIFF_BYTES: usize = 1445;

/// What a record gives.
pub(super) enum Outcome {
    Page(Box<PageData>),
    /// It is no page that was asked for; and what of it is damaged.
    Skip(Skip, Option<String>),
    /// The extraction failed.
    Failed(Failure),
}

/// What is asked of records.
pub(super) struct Wanted {
    pub(super) statuses: Statuses,
    /// Bytes of a page that are read at most.
    pub(super) most_bytes: u64,
}

/// Reads the record that `head` begins.
///
/// Errors: the file cannot be read.
pub(super) fn read(
    engine: &Engine,
    wanted: &Wanted,
    head: &Header,
    source: Source,
    records: &mut Records,
) -> io::Result<Outcome> {
    let (is_cut, is_failed) = (Cell::new(false), Cell::new(false));
    let mut watched = Watched { block: records, is_cut: &is_cut, is_failed: &is_failed };
    let block_type = head.get("Content-Type");
    let is_http = match block_type {
        Some(kind) => kind.trim_start().to_ascii_lowercase().starts_with("application/http"),
        None => head.get("WARC-Type").is_none_or(|kind| Type::of(kind) == Type::Response),
    };
    let http = if is_http {
        match HttpHead::read(&mut watched)? {
            Ok(http) => http,
            // That the block is damaged is said in its turn.
            Err(_) if is_cut.get() => return Ok(Outcome::Skip(Skip::HttpHead, None)),
            Err(message) => return Ok(Outcome::Skip(Skip::HttpHead, Some(message))),
        }
    } else {
        HttpHead { content_type: block_type.map(String::from), ..HttpHead::default() }
    };
    if is_http && !wanted.statuses.contain(http.status) {
        return Ok(Outcome::Skip(Skip::HttpStatus, None));
    }
    let Some(mut payload) = html_payload(head, &http, watched)? else {
        return Ok(Outcome::Skip(Skip::ContentType, None));
    };
    let charset = http.content_type.as_deref().and_then(warc::charset).map(String::from);
    if !http.codings.is_empty() {
        let begin;
        (begin, payload) = warc::peek(payload, SNIFF_BYTES);
        let is_utf_16 = charset.as_ref().is_some_and(|name| name.to_ascii_lowercase().starts_with("utf-16"));
        if !trommel_cli::is_foreign(&begin) && !warc::is_text(&begin) && !is_utf_16 {
            return Ok(Outcome::Skip(Skip::ContentEncoding, None));
        }
    }
    let begin;
    (begin, payload) = warc::peek(payload, SNIFF_BYTES);
    if trommel_cli::is_foreign(&begin) {
        return Ok(Outcome::Skip(Skip::ContentType, None));
    }
    let record = Record {
        warc_record_id: head.get("WARC-Record-ID").map(String::from),
        warc_date: head.get("WARC-Date").map(String::from),
        http_status: is_http.then_some(http.status),
        content_type: http.content_type,
        charset,
        source,
    };
    let page = extracted(engine, wanted.most_bytes, head, &record, &mut payload)?;
    let (mut page, ending) = match page {
        Ok(page) => page,
        Err(failure) => return Ok(Outcome::Failed(failure)),
    };
    let broken = match ending {
        Ending::MaxPage => Some("max-page"),
        Ending::Failed(error) if is_failed.get() => return Err(error),
        _ if is_cut.get() => Some("damaged"),
        Ending::Failed(error) => Some(warc::broken_by(&error)),
        Ending::End => None,
    };
    // Of a record in segments, the first one is the page, as far as it goes.
    let is_segment = head.get("WARC-Segment-Number").is_some();
    let declared = head.get("WARC-Truncated").or(is_segment.then_some("segmented"));
    page.facts.truncated = declared.or(broken).map(String::from);
    page.facts.id.clone_from(&record.warc_record_id);
    page.facts.record = Some(record);
    Ok(Outcome::Page(Box::new(page)))
}

/// The payload without its codings, if it is HTML by its type, or by its first bytes where the type
/// says nothing.
fn html_payload<'a>(
    head: &Header,
    http: &HttpHead,
    block: impl BufRead + 'a,
) -> io::Result<Option<Box<dyn BufRead + 'a>>> {
    let identified = head.get("WARC-Identified-Payload-Type");
    let is_html = warc::is_html_type(http.content_type.as_deref())
        .or_else(|| warc::is_html_type(identified).filter(|_| identified.is_some()));
    if is_html == Some(false) {
        return Ok(None);
    }
    let payload = warc::payload(http, block)?;
    if is_html == Some(true) {
        return Ok(Some(payload));
    }
    let (begin, payload) = warc::peek(payload, SNIFF_BYTES);
    Ok(warc::looks_like_html(&begin).then_some(payload))
}

/// How a payload ended.
enum Ending {
    End,
    MaxPage,
    Failed(io::Error),
}

/// Extracts a payload, at most `most_bytes` of it.
fn extracted(
    engine: &Engine,
    most_bytes: u64,
    head: &Header,
    record: &Record,
    payload: &mut dyn BufRead,
) -> io::Result<Result<(PageData, Ending), Failure>> {
    let mut worker = match engine.worker() {
        Ok(worker) => worker,
        Err(error) => return Ok(Err(Failure::Library(error))),
    };
    worker.begin(record.charset.as_deref(), head.target_uri());
    let mut left = most_bytes;
    let ending = loop {
        let chunk = match payload.fill_buf() {
            Ok([]) => break Ending::End,
            Ok(_) if left == 0 => break Ending::MaxPage,
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => break Ending::Failed(error),
        };
        let chunk = &chunk[..usize::try_from(left).unwrap_or(usize::MAX).min(chunk.len())];
        if let Err(failure) = guarded(|| worker.push(chunk)) {
            return Ok(Err(failure));
        }
        let bytes = chunk.len();
        payload.consume(bytes);
        left -= bytes as u64;
    };
    Ok(guarded(|| worker.finish()).map(|page| {
        engine.put_back(worker);
        (page, ending)
    }))
}

/// A block that says of its end and of errors whose they are, which is not seen through codings.
struct Watched<'a> {
    block: &'a mut Records,
    is_cut: &'a Cell<bool>,
    is_failed: &'a Cell<bool>,
}

impl BufRead for Watched<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        // Filled twice, since what is lent cannot be looked at and asked about at once.
        match self.block.fill_buf() {
            Ok([]) => self.is_cut.set(self.block.is_cut()),
            Ok(_) => {}
            Err(error) => {
                self.is_failed.set(true);
                return Err(error);
            }
        }
        self.block.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.block.consume(bytes);
    }
}

impl Read for Watched<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut block = self.fill_buf()?;
        let bytes = block.read(out)?;
        self.consume(bytes);
        Ok(bytes)
    }
}
