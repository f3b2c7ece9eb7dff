//! The header of a gzip member.

use crate::codec::GZIP_MAGIC;

/// Bytes of the fixed part of a member header.
pub(crate) const FIXED_HEAD_BYTES: usize = 10;

/// Bytes of the checksum and the length after the data of a member.
pub(crate) const TRAILER_BYTES: usize = 8;

/// Length of a member header, as far as it is known.
pub(crate) enum HeadBytes {
    Known(usize),
    MoreThan(usize),
    /// Not the header of a member.
    None,
}

/// Length of the member header at the start of `bytes`. Source: RFC 1952, section 2.3.
pub(crate) fn head_bytes(bytes: &[u8]) -> HeadBytes {
    const HEADER_CRC: u8 = 2;
    const EXTRA: u8 = 4;
    const NAME: u8 = 8;
    const COMMENT: u8 = 16;
    const RESERVED: u8 = 0xe0;
    if bytes.len() < FIXED_HEAD_BYTES {
        return HeadBytes::MoreThan(bytes.len());
    }
    let flags = bytes[3];
    if !bytes.starts_with(&GZIP_MAGIC) || flags & RESERVED != 0 {
        return HeadBytes::None;
    }
    let mut length = FIXED_HEAD_BYTES;
    if flags & EXTRA != 0 {
        let Some(&[low, high]) = bytes.get(length..length + 2) else {
            return HeadBytes::MoreThan(length + 1);
        };
        length += 2 + usize::from(u16::from_le_bytes([low, high]));
    }
    for flag in [NAME, COMMENT] {
        if flags & flag != 0 {
            let rest = bytes.get(length..).unwrap_or_default();
            let Some(pos) = memchr::memchr(0, rest) else {
                return HeadBytes::MoreThan(bytes.len().max(length));
            };
            length += pos + 1;
        }
    }
    if flags & HEADER_CRC != 0 {
        length += 2;
    }
    if bytes.len() < length { HeadBytes::MoreThan(length - 1) } else { HeadBytes::Known(length) }
}
