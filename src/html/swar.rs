//! SIMD within a register: tests eight bytes at a time, for runs too short for `memchr`.
//!
//! A mask has the highest bit set in each byte that matches. Only the lowest set bit of a mask is
//! exact, since borrows propagate upwards. So masks may only be combined with `|`, and only their
//! first hit may be used.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// Mask of the bytes of `word` that equal `byte`.
#[inline]
pub(super) const fn equal(word: u64, byte: u8) -> u64 {
    let zeros = word ^ (ONES * byte as u64);
    zeros.wrapping_sub(ONES) & !zeros & HIGHS
}

/// Mask of the bytes of `word` that are less than `byte`, which is at most 128.
#[inline]
pub(super) const fn less(word: u64, byte: u8) -> u64 {
    word.wrapping_sub(ONES * byte as u64) & !word & HIGHS
}

/// The eight bytes at `pos`; `None` if there are fewer.
#[inline]
pub(super) fn word(bytes: &[u8], pos: usize) -> Option<u64> {
    bytes.get(pos..)?.first_chunk().copied().map(u64::from_le_bytes)
}

/// The eight bytes at `pos`, padded with zeros after the end.
#[inline]
pub(crate) fn padded_word(bytes: &[u8], pos: usize) -> u64 {
    word(bytes, pos).unwrap_or_else(|| last_word(bytes, pos))
}

// Not inlined: the compiler would prepare its operands before loops that rarely need them.
#[cold]
#[inline(never)]
fn last_word(bytes: &[u8], pos: usize) -> u64 {
    let rest = bytes.get(pos..).unwrap_or_default();
    match bytes.last_chunk() {
        // The bytes before `pos` are shifted out.
        Some(&last) if !rest.is_empty() => u64::from_le_bytes(last) >> (8 * (8 - rest.len())),
        _ => rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    }
}

/// Index of the first byte in a mask, counted from the lowest; eight for an empty mask.
#[inline]
pub(super) const fn first(mask: u64) -> usize {
    mask.trailing_zeros() as usize / 8
}

/// First position from `pos` for which `ends` holds, or the end. `mask` must contain all such bytes
/// and may contain others.
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
    fn after_the_end_are_zeros() {
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
