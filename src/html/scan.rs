//! Searches for bytes, 16 at a time, with the vector instructions that every CPU of the target has.
//! For runs that are too long for `swar` and too short for a call of `memchr`.

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, u8x16};
use memchr::{memchr, memchr3};

/// Bytes of a vector.
pub(crate) const WIDTH: usize = 16;

/// Number of vectors that are searched before `memchr` takes over.
const NEAR_VECTORS: usize = 2;

/// First position from `pos` of one of the `wanted` bytes, or the end.
///
/// Cost: a comparison for each wanted byte and [`WIDTH`] bytes.
#[inline]
pub(super) fn find<const WANTED: usize>(bytes: &[u8], mut pos: usize, wanted: [u8; WANTED]) -> usize {
    while let Some(chunk) = chunk(bytes, pos) {
        let hits = hits(chunk, wanted);
        if hits != 0 {
            return pos + hits.trailing_zeros() as usize;
        }
        pos += WIDTH;
    }
    find_scalar(bytes, pos, &wanted)
}

/// [`find`] with two vectors at a time, for hits that are mostly in one of the first two. A branch
/// between the two would be unpredictable.
#[inline]
pub(super) fn find_by_pairs<const WANTED: usize>(
    bytes: &[u8],
    mut pos: usize,
    wanted: [u8; WANTED],
) -> usize {
    while let Some((first, second)) = chunk(bytes, pos).zip(chunk(bytes, pos + WIDTH)) {
        let hits = hits(first, wanted) | hits(second, wanted) << WIDTH;
        if hits != 0 {
            return pos + hits.trailing_zeros() as usize;
        }
        pos += 2 * WIDTH;
    }
    find_scalar(bytes, pos, &wanted)
}

/// [`find`] for hits that are mostly near but may be far.
#[inline]
pub(super) fn find_then_memchr<const WANTED: usize>(
    bytes: &[u8],
    mut pos: usize,
    wanted: [u8; WANTED],
) -> usize {
    const { assert!(matches!(WANTED, 1 | 3), "what `memchr` searches for below") };
    for _ in 0..NEAR_VECTORS {
        let Some(chunk) = chunk(bytes, pos) else { return find_scalar(bytes, pos, &wanted) };
        let hits = hits(chunk, wanted);
        if hits != 0 {
            return pos + hits.trailing_zeros() as usize;
        }
        pos += WIDTH;
    }
    let rest = &bytes[pos..];
    let found = match wanted[..] {
        [one, other, third] => memchr3(one, other, third, rest),
        _ => memchr(wanted[0], rest),
    };
    found.map_or(bytes.len(), |found| pos + found)
}

/// [`find`] near the end, without vectors.
#[cold]
#[inline(never)]
fn find_scalar(bytes: &[u8], pos: usize, wanted: &[u8]) -> usize {
    let rest = bytes.get(pos..).unwrap_or_default();
    pos + rest.iter().position(|byte| wanted.contains(byte)).unwrap_or(rest.len())
}

/// A text of at most [`WIDTH`] bytes as a chunk, padded with zeros.
#[inline]
pub(crate) fn padded(bytes: &[u8]) -> [u8; WIDTH] {
    debug_assert!(bytes.len() <= WIDTH);
    // Both ends, which may overlap. A copy of an unpredictable number of bytes would be slower.
    let at = |place: usize| 8 * place as u32;
    let chunk = if let (Some(&first), Some(&last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let [first, last] = [first, last].map(u64::from_le_bytes).map(u128::from);
        first | last << at(bytes.len() - 8)
    } else if let (Some(&first), Some(&last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let [first, last] = [first, last].map(u32::from_le_bytes).map(u128::from);
        first | last << at(bytes.len() - 4)
    } else {
        bytes.iter().rev().fold(0, |chunk, &byte| chunk << 8 | u128::from(byte))
    };
    chunk.to_le_bytes()
}

/// Whether a text is all ASCII white space.
///
/// Cost: five comparisons for each [`WIDTH`] bytes, and for the last ones once more. For most other
/// texts, only the first byte is read.
#[inline]
pub(crate) fn is_white_space(bytes: &[u8]) -> bool {
    /// Eight spaces.
    const SPACES: u64 = u64::from_le_bytes([b' '; 8]);
    let is_white = |chunk: &[u8; WIDTH]| hits(chunk, *b" \n\t\r\x0C") == (1 << WIDTH) - 1;
    match bytes.first() {
        None => return true,
        Some(first) if !first.is_ascii_whitespace() => return false,
        _ => {}
    }
    if let Some(last) = bytes.last_chunk() {
        // The last chunk overlaps with the one before.
        return is_white(last) && bytes.as_chunks().0.iter().all(is_white);
    }
    // Shorter texts are covered by both ends, which also overlap. A loop over an unpredictable
    // number of bytes would be slower.
    let (low, high) = if let (Some(&first), Some(&last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        (u64::from_le_bytes(first), u64::from_le_bytes(last))
    } else if let (Some(&first), Some(&last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let [first, last] = [first, last].map(u32::from_le_bytes).map(u64::from);
        (first | last << u32::BITS, SPACES)
    } else {
        let ends = [bytes[0], bytes[bytes.len() / 2], bytes[bytes.len() - 1], b' '];
        (u64::from(u32::from_le_bytes(ends)) | SPACES << u32::BITS, SPACES)
    };
    is_white(&(u128::from(low) | u128::from(high) << u64::BITS).to_le_bytes())
}

/// The [`WIDTH`] bytes at `pos`; `None` if there are fewer.
#[inline]
pub(super) fn chunk(bytes: &[u8], pos: usize) -> Option<&[u8; WIDTH]> {
    bytes.get(pos..).and_then(<[u8]>::first_chunk)
}

/// The [`WIDTH`] bytes at `pos`, padded with zeros after the end.
#[inline]
pub(super) fn padded_chunk(bytes: &[u8], pos: usize) -> [u8; WIDTH] {
    chunk(bytes, pos).copied().unwrap_or_else(|| last_chunk(bytes, pos))
}

/// [`padded_chunk`] near the end.
#[cold]
#[inline(never)]
fn last_chunk(bytes: &[u8], pos: usize) -> [u8; WIDTH] {
    padded(bytes.get(pos..).unwrap_or_default())
}

/// Bit mask of the bytes of a chunk from `first` to `last`, both inclusive.
#[inline]
pub(crate) fn between(chunk: &[u8; WIDTH], first: u8, last: u8) -> u64 {
    dispatch!(Level::baseline(), simd => between_by(simd, chunk, first, last))
}

/// [`between`] with the instructions of `simd`.
#[inline(always)]
fn between_by<S: Simd>(simd: S, chunk: &[u8; WIDTH], first: u8, last: u8) -> u64 {
    // Bytes below `first` wrap around to large values.
    let above = u8x16::simd_from(simd, *chunk) - u8x16::splat(simd, first);
    above.simd_le(u8x16::splat(simd, last - first)).to_bitmask()
}

/// Bit mask of the ASCII letters and digits of a chunk.
#[inline]
pub(crate) fn letters_and_digits(chunk: &[u8; WIDTH]) -> u64 {
    between(chunk, b'a', b'z') | between(chunk, b'A', b'Z') | between(chunk, b'0', b'9')
}

/// Bit mask of the bytes of a chunk that may end a name: white space and other control characters,
/// `/`, `>`.
#[inline]
pub(super) fn name_ends(chunk: &[u8; WIDTH]) -> u64 {
    dispatch!(Level::baseline(), simd => controls_and_hits_by(simd, chunk, *b"/>"))
}

/// Bit mask of the bytes of a chunk that may end an attribute's name: as [`name_ends`], and `=`.
#[inline]
pub(super) fn attribute_name_ends(chunk: &[u8; WIDTH]) -> u64 {
    dispatch!(Level::baseline(), simd => controls_and_hits_by(simd, chunk, *b"=/>"))
}

/// Bit mask of the bytes of a chunk that are spaces, control characters or `wanted`.
#[inline(always)]
fn controls_and_hits_by<S: Simd, const WANTED: usize>(
    simd: S,
    chunk: &[u8; WIDTH],
    wanted: [u8; WANTED],
) -> u64 {
    let chunk = u8x16::simd_from(simd, *chunk);
    let mut ends = chunk.simd_le(u8x16::splat(simd, b' '));
    for byte in wanted {
        ends |= chunk.simd_eq(u8x16::splat(simd, byte));
    }
    ends.to_bitmask()
}

/// Bit mask of the bytes of a chunk that are `wanted`.
#[inline]
pub(crate) fn hits<const WANTED: usize>(chunk: &[u8; WIDTH], wanted: [u8; WANTED]) -> u64 {
    dispatch!(Level::baseline(), simd => hits_by(simd, chunk, wanted))
}

/// [`hits`] with the instructions of `simd`.
#[inline(always)]
fn hits_by<S: Simd, const WANTED: usize>(simd: S, chunk: &[u8; WIDTH], wanted: [u8; WANTED]) -> u64 {
    let chunk = u8x16::simd_from(simd, *chunk);
    let mut hits = chunk.simd_eq(u8x16::splat(simd, wanted[0]));
    for byte in &wanted[1..] {
        hits |= chunk.simd_eq(u8x16::splat(simd, *byte));
    }
    hits.to_bitmask()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn short_texts_are_padded() {
        let text: [u8; WIDTH] = core::array::from_fn(|at| at as u8 + 1);
        for len in 0..=WIDTH {
            let expected: [u8; WIDTH] = core::array::from_fn(|at| if at < len { text[at] } else { 0 });
            assert_eq!(padded(&text[..len]), expected);
        }
    }

    #[test]
    fn white_space_is_told_from_all_else() {
        for byte in 0..=255_u8 {
            for len in 0..40 {
                for at in 0..len {
                    let text: Vec<u8> = (0..len)
                        .map(|place| if place == at { byte } else { b"\n \t\r\x0C"[place % 5] })
                        .collect();
                    assert_eq!(is_white_space(&text), byte.is_ascii_whitespace(), "{text:?}");
                }
            }
        }
        assert!(is_white_space(b""));
    }

    #[test]
    fn letters_and_digits_are_those_of_ascii() {
        for byte in 0..=255_u8 {
            let chunk =
                [byte, b'-', byte, b'a', b' ', 0, 0x80, 0xFF, byte, b'_', byte, b'Z', b'9', b'{', b'[', byte];
            let is_one = chunk.map(|byte| u64::from(byte.is_ascii_alphanumeric()));
            let expected = is_one.iter().rev().fold(0, |bits, one| bits << 1 | one);
            assert_eq!(letters_and_digits(&chunk), expected, "{byte}");
        }
    }

    #[test]
    fn names_end_at_white_space_slashes_and_closing_brackets() {
        for byte in 0..=255_u8 {
            for at in 0..WIDTH {
                let chunk = core::array::from_fn(|place| if place == at { byte } else { b'a' });
                let expected = u64::from(byte <= b' ' || matches!(byte, b'/' | b'>')) << at;
                assert_eq!(name_ends(&chunk), expected, "{byte}");
                let equals = u64::from(byte == b'=') << at;
                assert_eq!(attribute_name_ends(&chunk), expected | equals, "{byte}");
            }
        }
    }

    #[test]
    fn finds_what_a_loop_finds() {
        let text: Vec<u8> = (0..=255).chain((0..=255).rev()).collect();
        for byte in 0..=255_u8 {
            let wanted = [byte, byte.wrapping_add(5), byte ^ 0x80];
            for from in 0..=text.len() {
                let expected = text[from..].iter().position(|other| wanted.contains(other));
                let expected = expected.map_or(text.len(), |at| from + at);
                assert_eq!(find(&text, from, wanted), expected);
                assert_eq!(find_by_pairs(&text, from, wanted), expected);
                assert_eq!(find_then_memchr(&text, from, wanted), expected);
                let expected = text[from..].iter().position(|&other| other == byte);
                assert_eq!(
                    find_then_memchr(&text, from, [byte]),
                    expected.map_or(text.len(), |at| from + at)
                );
            }
        }
    }
}
