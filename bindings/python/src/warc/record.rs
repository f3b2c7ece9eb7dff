//! The page of a WARC record, if it is one: as `trommel batch` reads it.

use std::io::{self, BufRead};

use trommel::page::{Foreign, foreign};
use trommel_output::{RecordFacts, Source};
use trommel_warc::{self as warc, BlockEnd, Header, RecordPage, Records, Skip, SkippedRecord, Statuses};

use crate::engine::{Engine, Failure, guarded};
use crate::page_data::PageData;

/// Bytes of a payload that show whether it is a file of another format.
const SNIFF_BYTES: usize = 4 << 10;

/// The result of a record.
pub(super) enum Outcome {
    Page(Box<PageData>),
    /// Not a wanted page; with its damage.
    Skip(Skip, Option<String>),
    /// The extraction failed.
    Failed(Failure),
}

/// The settings for records.
pub(super) struct Wanted {
    pub(super) statuses: Statuses,
    /// Maximum bytes of a page.
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
    let end = BlockEnd::default();
    let has_signature = |begin: &[u8]| foreign(begin).is_some_and(|found| found != Foreign::BINARY);
    let page = warc::record_page(head, records, &end, &wanted.statuses, has_signature)?;
    let RecordPage { payload, http_status, content_type, charset } = match page {
        Ok(page) => page,
        Err(SkippedRecord { reason, damage }) => return Ok(Outcome::Skip(reason, damage)),
    };
    let (begin, mut payload) = warc::peek(payload, SNIFF_BYTES);
    if foreign(&begin).is_some() {
        return Ok(Outcome::Skip(Skip::ContentType, None));
    }
    let record = RecordFacts {
        warc_record_id: head.get("WARC-Record-ID").map(String::from),
        warc_date: head.get("WARC-Date").map(String::from),
        http_status,
        content_type,
        charset,
    };
    let (mut page, ending) = match extracted(engine, wanted.most_bytes, head, &record, &mut payload) {
        Ok(page) => page,
        Err(failure) => return Ok(Outcome::Failed(failure)),
    };
    let broken = match ending {
        Ending::MaxPage => Some("max-page"),
        Ending::Failed(error) => end.truncated_by(Some(error))?,
        Ending::End => end.truncated_by(None)?,
    };
    page.facts.truncated = warc::declared_truncation(head).or(broken).map(String::from);
    page.facts.id.clone_from(&record.warc_record_id);
    page.facts.record = Some(record);
    page.facts.source = Some(source);
    Ok(Outcome::Page(Box::new(page)))
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
    record: &RecordFacts,
    payload: &mut dyn BufRead,
) -> Result<(PageData, Ending), Failure> {
    let mut worker = engine.worker().map_err(Failure::Library)?;
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
        guarded(|| worker.push(chunk))?;
        let bytes = chunk.len();
        payload.consume(bytes);
        left -= bytes as u64;
    };
    let page = guarded(|| worker.finish())?;
    engine.put_back(worker);
    Ok((page, ending))
}
