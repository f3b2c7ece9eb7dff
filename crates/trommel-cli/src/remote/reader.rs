//! Reads a remote file like a local one.

use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::thread;

use bytes::{Buf, Bytes};
use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use trommel_warc::ByteRange;

use super::RemoteError;
use super::address::whole;
use super::answer::Answer;
use super::failure::Failure;
use super::network::wait_for;
use super::object::Object;

/// First bytes that are kept, so that reading can restart after recognising the format.
const KEPT_BYTES: usize = 64 << 10;

/// Bytes of the first request after a seek, and of the largest one. Each request doubles, so that
/// there are few requests and little unneeded data.
const LEAST_BYTES: u64 = 128 << 10;
const MOST_BYTES: u64 = 8 << 20;

/// Maximum gap that is read through instead of making a new request.
const PASSED_BYTES: u64 = 256 << 10;

/// Bytes requested after a range, for the end of its last record.
const AFTER_RANGE_BYTES: u64 = 1 << 20;

/// A remote file. It is requested when it is read, with a single request if nobody seeks. If a
/// connection breaks, the rest is requested again, and must be of the same object.
///
/// Errors: a [`RemoteError`] with the offset, after the retries that [`Failure::wait`] allows.
pub(crate) struct RemoteFile {
    object: Object,
    /// ETag and size from the first response.
    etag: Option<String>,
    bytes: Option<u64>,
    is_known: bool,
    /// Offset of the next byte to return.
    position: u64,
    /// The first bytes of the object, up to [`KEPT_BYTES`].
    begin: Vec<u8>,
    stream: Option<Stream>,
    /// Bytes of the next request; `None` for all the rest.
    step: Option<u64>,
    /// End of the bytes that will be needed.
    wanted_end: u64,
}

/// A response being read.
struct Stream {
    chunks: BoxStream<'static, Result<Bytes, Failure>>,
    /// Received bytes that were not returned yet, and their offset in the object.
    chunk: Bytes,
    offset: u64,
    /// End of the requested range, if it is not the end of the object.
    end: Option<u64>,
}

impl Stream {
    /// Whether it will soon reach an offset.
    fn is_near(&self, position: u64) -> bool {
        (self.offset..=self.offset.saturating_add(PASSED_BYTES)).contains(&position)
    }

    /// Skips to an offset, so that the chunk begins there. Out: whether any bytes are left.
    async fn pass_to(&mut self, position: u64) -> Result<bool, Failure> {
        loop {
            let before = usize::try_from(position.saturating_sub(self.offset)).unwrap_or(usize::MAX);
            let before = before.min(self.chunk.len());
            self.chunk.advance(before);
            self.offset += before as u64;
            if !self.chunk.is_empty() {
                return Ok(true);
            }
            match self.chunks.next().await {
                Some(chunk) => self.chunk = chunk?,
                None => return Ok(false),
            }
        }
    }
}

/// The remote file with this name. No request is made yet.
///
/// Errors: the URL is invalid, or the environment lacks settings for it.
pub(crate) fn open(path: &Path) -> io::Result<RemoteFile> {
    let address = whole(&path.display().to_string());
    // Clients must be created in the runtime.
    let object = wait_for(async { Object::at(&address) })?;
    Ok(RemoteFile {
        object: object.map_err(|failure| RemoteError(failure.message(1)))?,
        etag: None,
        bytes: None,
        is_known: false,
        position: 0,
        begin: Vec::new(),
        stream: None,
        step: None,
        wanted_end: 0,
    })
}

/// The URL of a web page, by its name; `None` if a part of it is hidden.
pub(crate) fn web_address(path: &Path) -> Option<String> {
    let name = path.to_str().filter(|name| name.to_ascii_lowercase().starts_with("http"))?;
    Some(name.to_string()).filter(|name| whole(name) == *name)
}

impl RemoteFile {
    /// Size of the file; `None` if the server does not report it.
    pub(crate) fn file_bytes(&mut self) -> io::Result<Option<u64>> {
        if !self.is_known {
            self.chunk()?;
        }
        Ok(self.bytes)
    }

    /// Requests the file in pieces, since only a part of it is needed.
    pub(crate) fn ask_in_pieces(&mut self) {
        self.step = Some(LEAST_BYTES);
    }

    /// Size of the file, if a response has already reported it.
    pub(crate) fn known_bytes(&self) -> Option<u64> {
        self.bytes
    }

    /// Announces that the records of this range will be read, so that one request gets them.
    pub(crate) fn expect_range(&mut self, range: ByteRange) {
        self.expect_up_to(range.end.saturating_add(AFTER_RANGE_BYTES));
    }

    /// Announces that reading will go up to this offset.
    pub(crate) fn expect_up_to(&mut self, end: u64) {
        self.wanted_end = end;
    }

    /// The bytes at the position; empty only at the end. The position stays.
    fn chunk(&mut self) -> io::Result<&[u8]> {
        let mut tries = 0;
        loop {
            if self.bytes.is_some_and(|bytes| self.position >= bytes) {
                return Ok(&[]);
            }
            let failure = match wait_for(self.advance())? {
                Ok(()) => break,
                Err(failure) => failure,
            };
            self.stream = None;
            if let (Failure::AfterEnd(bytes), None) = (&failure, self.bytes) {
                self.bytes = *bytes;
                return Ok(&[]);
            }
            let wait = failure.wait(tries);
            tries += 1;
            let Some(wait) = wait else {
                let message = format!("cannot be read: at byte {}: ", self.position);
                return Err(RemoteError(message + &failure.message(tries)).into());
            };
            thread::sleep(wait);
        }
        Ok(self.stream.as_ref().map_or(&[][..], |stream| &stream.chunk))
    }

    /// Gets bytes at the position, or reaches the end of the object.
    async fn advance(&mut self) -> Result<(), Failure> {
        let position = self.position;
        loop {
            let mut stream = match self.stream.take() {
                Some(stream) if stream.is_near(position) => stream,
                _ => self.ask().await?,
            };
            if stream.pass_to(position).await? {
                self.stream = Some(stream);
                return Ok(());
            }
            let end = stream.offset;
            match self.bytes {
                _ if stream.end == Some(end) && end == position => {}
                Some(bytes) if end >= bytes => return Ok(()),
                // An unlimited response without a length ends with the object.
                None if stream.end.is_none() && end == position => {
                    self.bytes = Some(end);
                    return Ok(());
                }
                _ => return Err(Failure::Connection(format!("it ended at byte {end}"))),
            }
        }
    }

    /// Requests the bytes from the position on.
    async fn ask(&mut self) -> Result<Stream, Failure> {
        let start = self.position;
        let is_wanted = start > 0 && start < self.wanted_end;
        let end = self.step.map(|step| if is_wanted { self.wanted_end } else { start.saturating_add(step) });
        let end = end.filter(|end| *end < u64::MAX);
        let answer = self.object.get(start, end).await?;
        self.step = self.step.map(|step| (2 * step).min(MOST_BYTES));
        self.check(&answer)?;
        let (chunks, offset) = (answer.chunks, answer.start);
        if offset > start {
            let message = format!("expected bytes from offset {start}, found offset {offset}");
            return Err(Failure::Final(message));
        }
        let end = end.filter(|_| offset == start).map(|end| self.bytes.map_or(end, |bytes| end.min(bytes)));
        Ok(Stream { chunks, chunk: Bytes::new(), offset, end })
    }

    /// Rejects a response of a different object than the first one.
    fn check(&mut self, answer: &Answer) -> Result<(), Failure> {
        if !self.is_known {
            (self.etag, self.bytes, self.is_known) = (answer.etag.clone(), answer.bytes, true);
            return Ok(());
        }
        let message = "it changed while it was read: expected";
        if let (Some(expected), Some(found)) = (self.bytes, answer.bytes)
            && expected != found
        {
            return Err(Failure::Final(format!("{message} {expected} bytes in all, found {found}")));
        }
        if let (Some(expected), Some(found)) = (&self.etag, &answer.etag)
            && expected != found
        {
            return Err(Failure::Final(format!("{message} ETag {expected}, found {found}")));
        }
        Ok(())
    }
}

impl Read for RemoteFile {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        let kept = usize::try_from(self.position).ok().and_then(|position| self.begin.get(position..));
        if let Some(mut kept) = kept.filter(|kept| !kept.is_empty()) {
            let read = kept.read(out)?;
            self.position += read as u64;
            return Ok(read);
        }
        let mut chunk = self.chunk()?;
        let read = chunk.read(out)?;
        if self.position == self.begin.len() as u64 {
            let room = KEPT_BYTES.saturating_sub(self.begin.len());
            self.begin.extend_from_slice(&out[..read.min(room)]);
        }
        self.position += read as u64;
        Ok(read)
    }
}

impl Seek for RemoteFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let from = |base: u64, offset: i64| {
            base.checked_add_signed(offset).ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))
        };
        let position = match to {
            SeekFrom::Start(position) => position,
            SeekFrom::Current(offset) => from(self.position, offset)?,
            SeekFrom::End(offset) => match self.file_bytes()? {
                Some(bytes) => from(bytes, offset)?,
                None => {
                    let message = "cannot be read: the server does not report its size";
                    return Err(RemoteError(message.to_string()).into());
                }
            },
        };
        if position > 0 && position != self.position {
            self.step = Some(LEAST_BYTES);
        }
        self.position = position;
        Ok(position)
    }
}

impl fmt::Debug for RemoteFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `object` may have credentials.
        f.debug_struct("RemoteFile").field("position", &self.position).finish_non_exhaustive()
    }
}
