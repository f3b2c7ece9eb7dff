//! Sixteen bytes at a time, by the vector instructions that every processor of the target has: for runs that are longer than `swar` is good
//! for, and shorter than a call of `memchr` is.

use super::swar;
use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, u8x16};

/// Bytes of a vector.
const WIDTH: usize = 16;

/// First position from `pos` on of one of the `wanted` bytes, or the end.
///
/// Cost: a comparison for each of them and [`WIDTH`] bytes.
#[inline]
pub(super) fn find<const WANTED: usize>(bytes: &[u8], mut pos: usize, wanted: [u8; WANTED]) -> usize {
    while let Some(chunk) = bytes.get(pos..).and_then(<[u8]>::first_chunk) {
        let hits = hits(chunk, wanted);
        if hits != 0 {
            return pos + hits.trailing_zeros() as usize;
        }
        pos += WIDTH;
    }
    find_one_by_one(bytes, pos, &wanted)
}

/// The same near the end.
#[cold]
#[inline(never)]
fn find_one_by_one(bytes: &[u8], pos: usize, wanted: &[u8]) -> usize {
    let rest = bytes.get(pos..).unwrap_or_default();
    pos + rest.iter().position(|byte| wanted.contains(byte)).unwrap_or(rest.len())
}

/// Whether all of a text is ASCII white space.
///
/// Cost: two comparisons for each three bytes; a look at the first byte of most other texts.
#[inline]
pub(crate) fn is_white_space(bytes: &[u8]) -> bool {
    /// Eight of them.
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
    let (low, high) = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(&first), Some(&last)) => (u64::from_le_bytes(first), u64::from_le_bytes(last)),
        // Zeros behind the end become spaces.
        _ => (swar::padded_word(bytes, 0) | SPACES << (8 * bytes.len()), SPACES),
    };
    is_white(&(u128::from(low) | u128::from(high) << 64).to_le_bytes())
}

/// Which bytes of a chunk are `wanted`, a bit each.
#[inline]
fn hits<const WANTED: usize>(chunk: &[u8; WIDTH], wanted: [u8; WANTED]) -> u64 {
    dispatch!(Level::baseline(), simd => hits_by(simd, chunk, wanted))
}

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
    fn finds_what_a_loop_finds() {
        let text: Vec<u8> = (0..=255).chain((0..=255).rev()).collect();
        for byte in 0..=255_u8 {
            let wanted = [byte, byte.wrapping_add(5), byte ^ 0x80];
            for from in 0..=text.len() {
                let expected = text[from..].iter().position(|other| wanted.contains(other));
                assert_eq!(find(&text, from, wanted), expected.map_or(text.len(), |at| from + at));
            }
        }
    }
}
