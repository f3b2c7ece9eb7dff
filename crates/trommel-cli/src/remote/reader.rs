//! A file at an address, read as one of this machine is.

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

/// First bytes that are kept, so that who looked at them can begin anew.
const KEPT_BYTES: usize = 64 << 10;

/// Bytes of the first request after a seek, and of the largest one: twice as many are asked for
/// each time, so that few requests are made and little is fetched that nobody asked for.
const LEAST_BYTES: u64 = 128 << 10;
const MOST_BYTES: u64 = 8 << 20;

/// Bytes that are rather read and dropped than passed over by a new request.
const PASSED_BYTES: u64 = 256 << 10;

/// Bytes after a range that are asked for with it: the end of its last record.
const AFTER_RANGE_BYTES: u64 = 1 << 20;

/// A file at an address. It is asked for when it is read, in one request if nobody seeks. Where a
/// connection breaks, the rest is asked for anew, and must be of the same object.
///
/// Errors: a [`RemoteError`] that names the byte, after the tries that [`Failure::wait`] grants.
pub(crate) struct RemoteFile {
    object: Object,
    /// What the first answer said of the object.
    etag: Option<String>,
    bytes: Option<u64>,
    is_known: bool,
    /// The next byte to hand out.
    position: u64,
    /// The first bytes of the object, up to [`KEPT_BYTES`].
    begin: Vec<u8>,
    stream: Option<Stream>,
    /// Bytes of the next request; `None` asks for all the rest.
    step: Option<u64>,
    /// Up to where bytes are wanted.
    wanted_end: u64,
}

/// An answer that is being read.
struct Stream {
    chunks: BoxStream<'static, Result<Bytes, Failure>>,
    /// What came of it and was not handed out, and the byte of the object at which it begins.
    chunk: Bytes,
    offset: u64,
    /// The end of what was asked for, if that is not all the rest.
    end: Option<u64>,
}

impl Stream {
    /// Whether it comes to a byte soon.
    fn is_near(&self, position: u64) -> bool {
        (self.offset..=self.offset.saturating_add(PASSED_BYTES)).contains(&position)
    }

    /// Passes over what is before a byte, so that some of what is from there on is in the chunk.
    /// Out: whether there is any.
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

/// The file at an address, by its name. Nothing is asked for yet.
///
/// Errors: it cannot be an address, or the environment has no way to it.
pub(crate) fn open(path: &Path) -> io::Result<RemoteFile> {
    let address = whole(&path.display().to_string());
    // Clients are made where sockets are.
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

/// The address of a page of the web, by its name; `None` where a part of it is not shown.
pub(crate) fn web_address(path: &Path) -> Option<String> {
    let name = path.to_str().filter(|name| name.to_ascii_lowercase().starts_with("http"))?;
    Some(name.to_string()).filter(|name| whole(name) == *name)
}

impl RemoteFile {
    /// Bytes of the file; `None` where the server does not say.
    pub(crate) fn file_bytes(&mut self) -> io::Result<Option<u64>> {
        if !self.is_known {
            self.chunk()?;
        }
        Ok(self.bytes)
    }

    /// Asks for pieces of the file, not for all of it: a part of it is wanted.
    pub(crate) fn ask_in_pieces(&mut self) {
        self.step = Some(LEAST_BYTES);
    }

    /// The same, if an answer said it already.
    pub(crate) fn known_bytes(&self) -> Option<u64> {
        self.bytes
    }

    /// Says that the records of this range are wanted, so that one request asks for them.
    pub(crate) fn expect_range(&mut self, range: ByteRange) {
        self.expect_up_to(range.end.saturating_add(AFTER_RANGE_BYTES));
    }

    /// Says that what is read next is wanted up to this byte.
    pub(crate) fn expect_up_to(&mut self, end: u64) {
        self.wanted_end = end;
    }

    /// What is at the position: never nothing before the end. The position stays.
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

    /// Gets bytes at the position, or comes to the end, which is then known.
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
                // Of an answer that has no length and is not cut, the end is that of the object.
                None if stream.end.is_none() && end == position => {
                    self.bytes = Some(end);
                    return Ok(());
                }
                _ => return Err(Failure::Connection(format!("it ended at byte {end}"))),
            }
        }
    }

    /// Asks for the bytes from the position on.
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
            let message = format!("expected bytes from {start} on, found those from {offset} on");
            return Err(Failure::Final(message));
        }
        let end = end.filter(|_| offset == start).map(|end| self.bytes.map_or(end, |bytes| end.min(bytes)));
        Ok(Stream { chunks, chunk: Bytes::new(), offset, end })
    }

    /// Refuses an answer of another object than the first one.
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
                    let message = "cannot be read: its server does not say how many bytes it has";
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
        // The object may have credentials.
        f.debug_struct("RemoteFile").field("position", &self.position).finish_non_exhaustive()
    }
}
