//! Decompresses a gzip member at once, if all of it is in memory and it is intact.
//!
//! A member does not contain its length. It is assumed to end where the next header begins, or at
//! the end of the file; length and checksum before that place confirm it. So a signature within the
//! data, padding, and damage are never taken for the end. Such members are left to the stream
//! reader, which reports damage.

use libdeflater::{Decompressor, crc32};
use memchr::memmem::Finder;

use crate::codec::GZIP_MAGIC;
use crate::gzip_head::{HeadBytes, TRAILER_BYTES, head_bytes};
use crate::source::Source;

/// Maximum bytes of a decompressed member. Pages are smaller, with few exceptions.
pub(crate) const MAX_BYTES: usize = 2 << 20;

/// Decompresses whole members, and holds the last one.
///
/// Cost: holds the largest member so far, at most `max_bytes`.
pub(crate) struct WholeMembers {
    max_bytes: usize,
    decompressor: Decompressor,
    magic: Finder<'static>,
    buffer: Vec<u8>,
    /// Bytes of the last member in `buffer`.
    bytes: usize,
}

impl WholeMembers {
    /// Decompresses members of at most `max_bytes`; 0 leaves everything to the stream reader.
    pub(crate) fn up_to(max_bytes: usize) -> Self {
        Self {
            max_bytes,
            decompressor: Decompressor::new(),
            magic: Finder::new(&GZIP_MAGIC).into_owned(),
            buffer: Vec::new(),
            bytes: 0,
        }
    }

    /// Decompresses the member whose header was read, and consumes it. `None` if it must be
    /// streamed; nothing is consumed then.
    ///
    /// Cost: linear in the bytes held by `source`.
    pub(crate) fn decompress(&mut self, source: &mut Source) -> Option<&[u8]> {
        let end = self.end(source)?;
        let (data, trailer) = source.unread()[..end].split_last_chunk::<TRAILER_BYTES>()?;
        let [crc @ .., a, b, c, d] = *trailer;
        let bytes = u32::from_le_bytes([a, b, c, d]) as usize;
        // An empty member may be followed by padding, which looks like its trailer.
        if !(1..=self.max_bytes).contains(&bytes) {
            return None;
        }
        if self.buffer.len() < bytes {
            self.buffer.resize(bytes, 0);
        }
        let out = &mut self.buffer[..bytes];
        let made = self.decompressor.deflate_decompress(data, out).ok()?;
        if made != bytes || crc32(out).to_le_bytes() != crc {
            return None;
        }
        self.bytes = bytes;
        source.consume(end);
        Some(self.decompressed())
    }

    pub(crate) fn decompressed(&self) -> &[u8] {
        &self.buffer[..self.bytes]
    }

    /// Unread bytes up to the next header or the end of the file; `None` if neither is held.
    fn end(&self, source: &mut Source) -> Option<usize> {
        let mut searched = 0;
        loop {
            let unread = source.unread();
            while let Some(pos) = self.magic.find(&unread[searched..]) {
                searched += pos;
                if !matches!(head_bytes(&unread[searched..]), HeadBytes::None) {
                    return Some(searched);
                }
                searched += 1;
            }
            if source.is_at_end() {
                return Some(unread.len());
            }
            searched = searched.max(unread.len().saturating_sub(GZIP_MAGIC.len() - 1));
            if !source.fill_ahead() && !source.is_at_end() {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use flate2::{Compression, GzBuilder};

    use super::*;
    use crate::gzip::Gzip;
    use crate::member::Piece;
    use crate::source::Input;

    /// Maximum bytes of a whole member.
    const MEMBER_BYTES: usize = 2000;

    /// Content of a file, in a form that both ways must share.
    #[derive(Debug, Default, PartialEq)]
    struct Contents {
        bytes: Vec<u8>,
        /// Offset of each member, and the bytes before it.
        members: Vec<(u64, usize)>,
        /// Each damage, and the bytes before it.
        damage: Vec<(String, usize)>,
    }

    fn contents(file: &[u8], mut gzip: Gzip) -> Contents {
        let mut source = Source::new(Input::Stream(Box::new(Cursor::new(file.to_vec()))));
        let mut contents = Contents::default();
        let mut out = [0; 100];
        loop {
            let at = contents.bytes.len();
            match gzip.read(&mut source, &mut out).expect("memory can be read") {
                Piece::End => return contents,
                Piece::Bytes(bytes) => contents.bytes.extend_from_slice(&out[..bytes]),
                Piece::Member(offset) => contents.members.push((offset, at)),
                Piece::Damage(damage) => contents.damage.push((damage.to_string(), at)),
            }
        }
    }

    fn assert_same_both_ways(file: &[u8], what: &str) {
        let stream = contents(file, Gzip::with(WholeMembers::up_to(0)));
        let whole = contents(file, Gzip::with(WholeMembers::up_to(MEMBER_BYTES)));
        assert_eq!(whole, stream, "{what}");
    }

    fn gzip(bytes: &[u8], name: &str, level: u32) -> Vec<u8> {
        let mut encoder = GzBuilder::new().filename(name).write(Vec::new(), Compression::new(level));
        encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory can be written")
    }

    /// Members of all kinds: a header with a name; stored data with a member header in it; empty;
    /// one larger than the maximum.
    fn file() -> Vec<u8> {
        let large = b"WARC/1.0 ".repeat(MEMBER_BYTES / 9 + 1);
        [
            gzip(b"WARC/1.0\r\nwords, words, and words again", "a", 6),
            gzip(&[b"WARC/", &gzip(b"inner", "b", 6)[..], b" after it"].concat(), "c", 0),
            gzip(b"", "d", 6),
            gzip(&large, "e", 9),
            gzip(b"WARC/1.0\r\nthe last one", "f", 6),
        ]
        .concat()
    }

    #[test]
    fn members_are_the_same_as_when_streamed() {
        let file = file();
        let whole = contents(&file, Gzip::new());
        assert_eq!((whole.members.len(), whole.damage.len()), (5, 0));
        assert_same_both_ways(&file, "the file");
        for padding in [1, 8, 100] {
            assert_same_both_ways(&[&file[..], &vec![0; padding]].concat(), "padding");
        }
    }

    #[test]
    fn damage_is_the_same_as_when_streamed() {
        let file = file();
        for pos in 0..file.len() {
            assert_same_both_ways(&file[..pos], "cut");
            for mask in [1, 0x80, 0xff] {
                let mut damaged = file.clone();
                damaged[pos] ^= mask;
                assert_same_both_ways(&damaged, &format!("byte {pos} changed by {mask:#x}"));
            }
        }
    }
}
