//! Any bytes as a file of records: reading ends, each place of it is named once and in order, the
//! same records come out however the file is read, and a good record after the bytes is found.
#![no_main]

use std::hash::{DefaultHasher, Hasher};
use std::io::{BufRead, Cursor, Read, Write};

use flate2::{Compression, write::GzEncoder};
use libfuzzer_sys::fuzz_target;
use trommel_warc as warc;
use trommel_warc::{HttpHead, Next, Records};

trommel_fuzz::count_blocks!();

/// Bytes at the end of an input that choose how the others become a file.
const SETUP_BYTES: usize = 4;

/// Maximum bytes of a payload that are decoded: a few bytes can stand for gigabytes.
const MAX_PAYLOAD_BYTES: u64 = 1 << 20;

/// The record after the bytes of the fuzzer.
const LAST: &[u8] =
    b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:last>\r\nWARC-Date: 2024-01-01T00:00:00Z\r\n\
    Content-Type: text/html\r\nContent-Length: 4\r\n\r\n<p>z\r\n\r\n";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory can be written")
}

fn zst(bytes: &[u8]) -> Vec<u8> {
    zstd::bulk::compress(bytes, 1).expect("memory can be compressed")
}

/// Compresses each record separately.
fn members(bytes: &[u8], compress: fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let mut file = Vec::new();
    let mut from = 0;
    for at in memchr::memmem::find_iter(bytes, b"WARC/1.").chain([bytes.len()]) {
        if at > from {
            file.extend(compress(&bytes[from..at]));
            from = at;
        }
    }
    file
}

/// A file of the bytes of the fuzzer, and the last record, compressed in the same way.
fn file(data: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let (bytes, setup) = data.split_at_checked(data.len().checked_sub(SETUP_BYTES)?)?;
    let (mut file, last) = match setup[0] % 6 {
        0 | 1 => {
            // If the first record is uncompressed, compressed bytes after it are in its block. Else
            // the first record determines how the file is compressed.
            let line = memchr::memmem::find(bytes, b"\nWARC/1.").unwrap_or(bytes.len());
            let in_clear = if bytes.starts_with(b"WARC/") { 0 } else { line };
            let begins = [&[0x1f, 0x8b, 8][..], &[0x28, 0xb5, 0x2f, 0xfd]];
            let is_doubtful =
                begins.iter().any(|begin| memchr::memmem::rfind(&bytes[..in_clear], begin) > Some(0));
            let last = match bytes {
                _ if is_doubtful => Vec::new(),
                [0x1f, 0x8b, ..] => gzip(LAST),
                [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => zst(LAST),
                _ => LAST.to_vec(),
            };
            return Some((bytes.to_vec(), last));
        }
        2 => (gzip(bytes), gzip(LAST)),
        3 => (members(bytes, gzip), gzip(LAST)),
        4 => (zst(bytes), zst(LAST)),
        _ => (members(bytes, zst), zst(LAST)),
    };
    // One byte of the compressed file is damaged. In most inputs the place is outside it.
    let at = usize::from(u16::from_le_bytes([setup[1], setup[2]]));
    if let Some(byte) = file.get_mut(at) {
        *byte ^= setup[3];
    }
    // A file with a damaged begin and uncompressed records in it is read as an uncompressed file.
    let begins = [&[0x1f, 0x8b][..], &[0x28, 0xb5, 0x2f, 0xfd]];
    let is_doubtful = !begins.iter().any(|begin| file.starts_with(begin))
        && memchr::memmem::find(&file, b"\nWARC/1.").is_some();
    Some((file, if is_doubtful { Vec::new() } else { last }))
}

/// A reader that returns at most a few bytes at a time.
struct Slow(Cursor<Vec<u8>>, usize);

impl Read for Slow {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let most = out.len().min(self.1);
        self.0.read(&mut out[..most])
    }
}

/// What is found in a file: for a record its offset, its head and a hash of its block; for a
/// damaged place the message.
fn found(file: &[u8], step: usize) -> Vec<String> {
    let input = Slow(Cursor::new(file.to_vec()), step);
    let mut records = Records::new(Box::new(input)).expect("memory can be read");
    let mut found = Vec::new();
    let mut last_offset = 0;
    loop {
        // Each record and each damaged place takes at least one byte, compressed or not.
        assert!(found.len() <= file.len() * 1100 + 2, "no end");
        match records.next_record().expect("memory can be read") {
            Next::End => return found,
            Next::Damage(damage) => {
                assert!(!damage.message.is_empty() && damage.offset <= file.len() as u64, "{damage}");
                found.push(damage.to_string());
            }
            Next::Record(head) => {
                assert!(last_offset <= head.offset && head.offset <= file.len() as u64, "places grow");
                last_offset = head.offset;
                let mut hasher = DefaultHasher::new();
                let mut bytes = 0;
                loop {
                    let more = records.fill_buf().expect("memory can be read");
                    if more.is_empty() {
                        break;
                    }
                    hasher.write(more);
                    let taken = more.len();
                    bytes += taken;
                    records.consume(taken);
                }
                let id = head.get("WARC-Record-ID").unwrap_or_default().to_owned();
                let facts = (head.offset, head.uncompressed_offset, records.is_cut(), bytes, hasher.finish());
                found.push(format!("{id} {:?} {facts:?}", head.target_uri()));
            }
        }
    }
}

/// Reads each block as a response, as far as that goes.
fn read_pages(file: &[u8]) {
    let mut records = Records::new(Box::new(Cursor::new(file.to_vec()))).expect("memory can be read");
    loop {
        match records.next_record().expect("memory can be read") {
            Next::End => return,
            Next::Damage(_) => {}
            Next::Record(_) => {
                let Ok(Ok(head)) = HttpHead::read(&mut records) else { continue };
                let _ = head.content_type.as_deref().and_then(warc::charset);
                let _ = warc::is_html_type(head.content_type.as_deref());
                if let Ok(payload) = warc::payload(&head, &mut records) {
                    let (begin, payload) = warc::peek(payload, 512);
                    let _ = warc::looks_like_html(&begin);
                    let mut page = Vec::new();
                    // Reads what comes before the damage.
                    let _ = payload.take(MAX_PAYLOAD_BYTES).read_to_end(&mut page);
                    assert!(page.starts_with(&begin), "what was looked at comes again");
                }
            }
        }
    }
}

/// Whether a zstd frame that begins in the first `end` bytes ends after them. Without a checksum, a
/// frame that claims more bytes than it has cannot be recognized.
fn takes_along(bytes: &[u8], end: usize) -> bool {
    memchr::memmem::find_iter(&bytes[..end], &[0x28, 0xb5, 0x2f, 0xfd]).any(|at| {
        zstd::zstd_safe::find_frame_compressed_size(&bytes[at..])
            .is_ok_and(|frame_bytes| at + frame_bytes > end)
    })
}

fuzz_target!(|data: &[u8]| {
    let Some((file, last)) = file(data) else { return };
    let whole = found(&file, usize::MAX);
    assert_eq!(whole, found(&file, 7), "in small pieces");
    read_pages(&file);

    // A damaged dictionary frame in front makes the whole file unreadable. A frame that claims more
    // bytes than it has swallows the record after it.
    if last.is_empty() || memchr::memmem::find(&file, &[0x2a, 0x4d, 0x18]).is_some() {
        return;
    }
    let followed = [&file[..], b"\r\n\r\n\r\n\r\n", &last].concat();
    if takes_along(&followed, file.len()) {
        return;
    }
    let whole = found(&followed, usize::MAX);
    assert!(whole.iter().any(|found| found.starts_with("<urn:last>")), "the last record is lost: {whole:#?}");
});
