//! Eight bytes at a time in one register ("SIMD within a register"), for runs too short for
//! `memchr`.
//!
//! A mask has the highest bit of each byte that is meant; of a mask only the lowest set bit is
//! exact, since borrows run upwards. So masks are or-ed and their first hit taken, nothing else.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// Bytes of `word` that are `byte`.
#[inline]
pub(super) const fn equal(word: u64, byte: u8) -> u64 {
    let zeros = word ^ (ONES * byte as u64);
    zeros.wrapping_sub(ONES) & !zeros & HIGHS
}

/// Bytes of `word` that are less than `byte`, which is at most 128.
#[inline]
pub(super) const fn less(word: u64, byte: u8) -> u64 {
    word.wrapping_sub(ONES * byte as u64) & !word & HIGHS
}

/// The first eight bytes from `pos` on, if there are as many.
#[inline]
pub(super) fn word(bytes: &[u8], pos: usize) -> Option<u64> {
    bytes.get(pos..)?.first_chunk().copied().map(u64::from_le_bytes)
}

/// The first eight bytes from `pos` on, behind the end zeros.
#[inline]
pub(crate) fn padded_word(bytes: &[u8], pos: usize) -> u64 {
    word(bytes, pos).unwrap_or_else(|| last_word(bytes, pos))
}

// Not inlined: what it takes would be made ready in front of loops that never come here.
#[cold]
#[inline(never)]
fn last_word(bytes: &[u8], pos: usize) -> u64 {
    let rest = bytes.get(pos..).unwrap_or_default();
    match bytes.last_chunk() {
        // Those in front of them are shifted out.
        Some(&last) if !rest.is_empty() => u64::from_le_bytes(last) >> (8 * (8 - rest.len())),
        _ => rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    }
}

/// The first byte that a mask means, counted from the lowest; eight for none.
#[inline]
pub(super) const fn first(mask: u64) -> usize {
    mask.trailing_zeros() as usize / 8
}

/// First position from `pos` on where `ends` holds, or the end. `mask` must mean all such bytes,
/// and may mean others.
#[inline]
pub(super) fn find(
    bytes: &[u8],
    mut pos: usize,
    mask: impl Fn(u64) -> u64,
    ends: impl Fn(u8) -> bool,
) -> usize {
    while let Some(word) = word(bytes, pos) {
        let hit = first(mask(word));
        pos += hit;
        if hit < 8 {
            if ends(bytes[pos]) {
                return pos;
            }
            pos += 1;
        }
    }
    while pos < bytes.len() && !ends(bytes[pos]) {
        pos += 1;
    }
    pos
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn behind_the_end_are_zeros() {
        for len in 0..20_u8 {
            let text: Vec<u8> = (1..=len).collect();
            for pos in 0..=text.len() {
                let mut expected = [0; 8];
                let rest = &text[pos..text.len().min(pos + 8)];
                expected[..rest.len()].copy_from_slice(rest);
                assert_eq!(padded_word(&text, pos).to_le_bytes(), expected);
            }
            assert_eq!(padded_word(&text, text.len() + 1), 0);
        }
    }

    #[test]
    fn finds_what_a_loop_finds() {
        let text: Vec<u8> = (0..=255).chain((0..=255).rev()).collect();
        for byte in 0..=255 {
            for from in 0..text.len() {
                let found = find(&text, from, |word| equal(word, byte), |other| other == byte);
                let expected = text[from..].iter().position(|&other| other == byte);
                assert_eq!(found, expected.map_or(text.len(), |at| from + at));
            }
        }
        for from in 0..text.len() {
            let found = find(&text, from, |word| less(word, 0x21), |byte| byte < 0x21);
            let expected = text[from..].iter().position(|&byte| byte < 0x21);
            assert_eq!(found, expected.map_or(text.len(), |at| from + at));
        }
    }
}
