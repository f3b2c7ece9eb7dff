//! The file format of [`Repeats`], version 1. All numbers are little-endian.
//!
//! ```text
//! magic        8 bytes  "trmlrpt\0"
//! version      u32
//! limits       u64 bytes of a host, u64 bytes in all, u64 texts of a host now
//! counts       6 x u64
//! host error   u32
//! hosts        u64 number; each: u64 hash, u32 error, u32 pages, u32 texts,
//!              pages x u32, texts x (u32 key, 8 x u16 marks)
//! ids          u64 number; each: u64 content, u16 bytes, UTF-8
//! checksum     u64 of all bytes before
//! ```
//!
//! Hosts, pages, texts and ids ascend, so that equal sketches are equal files.

use super::host::{BLOCK_SAMPLE, Entry, Host};
use super::sketch::{Limits, MAX_ID_BYTES, Repeats};
use crate::error::{Error, ErrorKind, Result};
use crate::hash::mix;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

const MAGIC: [u8; 8] = *b"trmlrpt\0";

/// The version of the format that is written, and the only one that is read.
const VERSION: u32 = 1;

/// Maximum texts of a host in a file: more than fit the largest host.
const MAX_TEXTS: u32 = 1 << 24;

/// Bytes that are written or read at a time.
const BUFFER_BYTES: usize = 16 << 10;

impl Repeats {
    /// Writes the sketch as a file, piece by piece.
    ///
    /// # Errors
    /// Those of `write`.
    pub fn write<E>(
        &self,
        write: impl FnMut(&[u8]) -> core::result::Result<(), E>,
    ) -> core::result::Result<(), E> {
        let mut out =
            Writer { write, buffer: Vec::with_capacity(BUFFER_BYTES), checksum: Checksum::default() };
        out.put(&MAGIC)?;
        out.put(&VERSION.to_le_bytes())?;
        for bytes in [self.limits.host_bytes, self.limits.all_bytes, self.most_texts] {
            out.put(&(bytes as u64).to_le_bytes())?;
        }
        let mut counts = self.counts;
        for count in counts.fields() {
            out.put(&count.to_le_bytes())?;
        }
        out.put(&self.host_error.to_le_bytes())?;
        out.put(&(self.hosts.len() as u64).to_le_bytes())?;
        for (hash, host) in &self.hosts {
            out.put(&hash.to_le_bytes())?;
            for number in [host.error, host.sample.len() as u32, host.entries.len() as u32] {
                out.put(&number.to_le_bytes())?;
            }
            for page in &host.sample {
                out.put(&page.to_le_bytes())?;
            }
            for entry in &host.entries {
                out.put(&entry.key.to_le_bytes())?;
                for mark in entry.marks {
                    out.put(&mark.to_le_bytes())?;
                }
            }
        }
        out.put(&(self.ids.len() as u64).to_le_bytes())?;
        for (content, id) in &self.ids {
            out.put(&content.to_le_bytes())?;
            out.put(&(id.len() as u16).to_le_bytes())?;
            out.put(id.as_bytes())?;
        }
        out.flush()?;
        let checksum = out.checksum.finish();
        out.put(&checksum.to_le_bytes())?;
        out.flush()
    }

    /// The bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let written: core::result::Result<(), core::convert::Infallible> = self.write(|piece| {
            bytes.extend_from_slice(piece);
            Ok(())
        });
        match written {
            Ok(()) => bytes,
        }
    }

    /// Reads a file. `read` fills a buffer as `std::io::Read::read` does, and returns zero at the
    /// end.
    ///
    /// Cost: linear in the file. Holds at most the memory of the sketch that was written, whatever
    /// the bytes are.
    ///
    /// # Errors
    /// [`ErrorKind::Repeats`] with what was expected, what was found, and the offset: the file is
    /// foreign, of another version, truncated or damaged. Errors of `read` are passed on.
    pub fn read(read: impl FnMut(&mut [u8]) -> Result<usize>) -> Result<Self> {
        let mut input = Reader {
            read,
            buffer: [0; BUFFER_BYTES].into(),
            at: 0,
            end: 0,
            offset: 0,
            checksum: Checksum::default(),
        };
        let magic: [u8; 8] = input.take("eight bytes that name it")?;
        if magic != MAGIC {
            let found = magic.escape_ascii();
            return Err(broken(
                format!("expected a file of repeats, found another that begins with {found}"),
                0,
            ));
        }
        let version = u32::from_le_bytes(input.take("a version")?);
        if version != VERSION {
            let found = if version < VERSION { "an older one" } else { "a newer one" };
            let message =
                format!("expected version {VERSION} of the file of repeats, found {found}, {version}");
            return Err(broken(message, 8));
        }
        let mut repeats = input.limits()?;
        for count in repeats.counts.fields() {
            *count = input.u64("a count")?;
        }
        repeats.host_error = input.u32("an error")?;
        let mut last = None;
        for _ in 0..input.u64("the number of hosts")? {
            let (hash, host) = input.host()?;
            input.expect(last.is_none_or(|last| last < hash), "hosts in ascending order")?;
            last = Some(hash);
            repeats.host_bytes += host.bytes();
            repeats.hosts.insert(hash, host);
        }
        last = None;
        for _ in 0..input.u64("the number of ids")? {
            let content = input.u64("a content")?;
            input.expect(last.is_none_or(|last| last < content), "ids in ascending order")?;
            last = Some(content);
            let id = input.id()?;
            repeats.insert_id(content, id);
        }
        let (found, offset) = (input.checksum.finish(), input.offset);
        let expected = input.u64("a checksum")?;
        if expected != found {
            let message =
                format!("expected bytes with the checksum {expected:016x}, found {found:016x}: damaged");
            return Err(broken(message, offset));
        }
        let (mut more, offset) = ([0], input.offset);
        if input.fill(&mut more)? > 0 {
            return Err(broken("expected the end of the file of repeats, found more bytes".into(), offset));
        }
        Ok(repeats)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn from_bytes(mut bytes: &[u8]) -> Result<Self> {
        Self::read(|buffer| {
            let (piece, rest) = bytes.split_at(buffer.len().min(bytes.len()));
            buffer[..piece.len()].copy_from_slice(piece);
            bytes = rest;
            Ok(piece.len())
        })
    }
}

fn broken(message: String, offset: u64) -> Error {
    Error::new(ErrorKind::Repeats, message).at(offset)
}

/// A running checksum of 64 bits, which any changed byte changes.
#[derive(Clone, Copy, Debug, Default)]
struct Checksum {
    state: u64,
    /// Bytes of an incomplete word, and their number.
    word: u64,
    bytes: u64,
}

impl Checksum {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.word |= u64::from(byte) << (8 * (self.bytes % 8));
            self.bytes += 1;
            if self.bytes.is_multiple_of(8) {
                self.state = mix(self.state ^ self.word).wrapping_add(self.bytes);
                self.word = 0;
            }
        }
    }

    fn finish(self) -> u64 {
        mix(mix(self.state ^ self.word) ^ self.bytes)
    }
}

struct Writer<W> {
    write: W,
    buffer: Vec<u8>,
    checksum: Checksum,
}

impl<E, W: FnMut(&[u8]) -> core::result::Result<(), E>> Writer<W> {
    fn put(&mut self, bytes: &[u8]) -> core::result::Result<(), E> {
        if self.buffer.len() + bytes.len() > BUFFER_BYTES {
            self.flush()?;
        }
        self.buffer.extend_from_slice(bytes);
        Ok(())
    }

    fn flush(&mut self) -> core::result::Result<(), E> {
        self.checksum.add(&self.buffer);
        (self.write)(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

struct Reader<R> {
    read: R,
    buffer: Box<[u8]>,
    /// The unread bytes of the buffer.
    at: usize,
    end: usize,
    /// Bytes of the file before them.
    offset: u64,
    checksum: Checksum,
}

impl<R: FnMut(&mut [u8]) -> Result<usize>> Reader<R> {
    /// Fills `to`. Returns the number of bytes, fewer only at the end.
    fn fill(&mut self, to: &mut [u8]) -> Result<usize> {
        let mut filled = 0;
        while filled < to.len() {
            if self.at == self.end {
                (self.at, self.end) = (0, (self.read)(&mut self.buffer)?);
                if self.end == 0 {
                    break;
                }
            }
            let bytes = (to.len() - filled).min(self.end - self.at);
            to[filled..filled + bytes].copy_from_slice(&self.buffer[self.at..self.at + bytes]);
            self.at += bytes;
            filled += bytes;
        }
        self.offset += filled as u64;
        Ok(filled)
    }

    fn fill_all(&mut self, to: &mut [u8], what: &str) -> Result<()> {
        let filled = self.fill(to)?;
        if filled < to.len() {
            let message = format!("expected {what} in the file of repeats, found its end: truncated");
            return Err(broken(message, self.offset));
        }
        self.checksum.add(to);
        Ok(())
    }

    fn take<const BYTES: usize>(&mut self, what: &str) -> Result<[u8; BYTES]> {
        let mut bytes = [0; BYTES];
        self.fill_all(&mut bytes, what)?;
        Ok(bytes)
    }

    fn u32(&mut self, what: &str) -> Result<u32> {
        self.take(what).map(u32::from_le_bytes)
    }

    fn u64(&mut self, what: &str) -> Result<u64> {
        self.take(what).map(u64::from_le_bytes)
    }

    fn expect(&self, is_so: bool, expected: &str) -> Result<()> {
        if is_so {
            return Ok(());
        }
        let message = format!("expected {expected} in the file of repeats, found something else: damaged");
        Err(broken(message, self.offset))
    }

    fn limits(&mut self) -> Result<Repeats> {
        let mut numbers = [0; 3];
        for number in &mut numbers {
            let bytes = self.u64("limits")?;
            *number = usize::try_from(bytes).map_err(|_| {
                broken(format!("expected a limit for this machine, found {bytes}"), self.offset)
            })?;
        }
        let [host_bytes, all_bytes, most_texts] = numbers;
        let mut repeats = Repeats::new(Limits { host_bytes, all_bytes });
        self.expect(most_texts <= repeats.most_texts, "no more texts of a host than its bytes hold")?;
        repeats.most_texts = most_texts;
        Ok(repeats)
    }

    fn host(&mut self) -> Result<(u64, Host)> {
        let hash = self.u64("a host")?;
        let mut host = Host { error: self.u32("a host")?, ..Host::default() };
        let (pages, texts) = (self.u32("a host")?, self.u32("a host")?);
        self.expect(pages as usize <= Host::MOST_SAMPLED && texts <= MAX_TEXTS, "a host within its bounds")?;
        for _ in 0..pages {
            let page = self.u32("a page")?;
            self.expect(host.sample.last().is_none_or(|&last| last < page), "pages in ascending order")?;
            host.sample.push(page);
        }
        for _ in 0..texts {
            let key = self.u32("a text")?;
            let mut marks = [0; BLOCK_SAMPLE];
            for mark in &mut marks {
                *mark = u16::from_le_bytes(self.take("a text")?);
            }
            let entry = Entry { key, marks };
            let is_ascending = host.entries.last().is_none_or(|last| last.key < key);
            self.expect(is_ascending && entry.is_sound(), "texts in ascending order")?;
            host.entries.push(entry);
        }
        host.entries.shrink_to_fit();
        Ok((hash, host))
    }

    fn id(&mut self) -> Result<Box<str>> {
        let bytes = usize::from(u16::from_le_bytes(self.take("an id")?));
        self.expect(bytes <= MAX_ID_BYTES, "an id of at most 1024 bytes")?;
        let mut id = [0; MAX_ID_BYTES];
        self.fill_all(&mut id[..bytes], "an id")?;
        let id = core::str::from_utf8(&id[..bytes]);
        self.expect(id.is_ok(), "an id in UTF-8")?;
        Ok(id.unwrap_or_default().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repeats::PageSketch;

    fn some() -> Repeats {
        let mut repeats = Repeats::new(Limits::DEFAULT);
        for number in 0..40_u32 {
            let mut page = PageSketch::new(&format!("https://{}.example/", number % 3));
            page.add("Subscribe to our newsletter", 4, number % 2 == 0);
            page.add(&"x".repeat(number as usize + 1), 30, true);
            repeats.add(&page, Some(&format!("page {number}")));
        }
        repeats
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let repeats = some();
        let read = Repeats::from_bytes(&repeats.to_bytes()).expect("it is sound");
        assert_eq!(read.to_bytes(), repeats.to_bytes());
        assert_eq!(read.counts(), repeats.counts());
        assert!(read.bytes() <= repeats.bytes());
        assert_eq!(Repeats::from_bytes(&Repeats::new(Limits::DEFAULT).to_bytes()).map(|r| r.hosts()), Ok(0));
    }

    #[test]
    fn files_that_are_none_are_refused_with_what_was_expected_and_found() {
        let refused = |bytes: &[u8]| format!("{}", Repeats::from_bytes(bytes).expect_err("it is refused"));
        let bytes = some().to_bytes();
        assert!(refused(b"<!DOCTYPE html>").contains("found another that begins with <!DOCTYP"));
        assert!(
            refused(b"").contains("expected eight bytes that name it in the file of repeats, found its end")
        );
        let with = |at: usize, byte: u8| {
            let mut bytes = bytes.clone();
            bytes[at] = byte;
            bytes
        };
        assert!(
            refused(&with(8, 0)).contains("expected version 1 of the file of repeats, found an older one, 0")
        );
        assert!(refused(&with(8, 9)).contains("found a newer one, 9"));
        assert!(refused(&[&*bytes, b"x"].concat()).contains("found more bytes"));
        for cut in 0..bytes.len() {
            assert!(refused(&bytes[..cut]).contains("found"), "cut at {cut}");
        }
        for (at, byte) in bytes.iter().enumerate() {
            refused(&with(at, byte ^ 0x10));
        }
    }
}
