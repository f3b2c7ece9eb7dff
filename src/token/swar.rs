//! Eight bytes at a time in one register ("SIMD within a register"), for runs too short for `memchr`.
//!
//! A mask has the highest bit of each byte that is meant; of a mask only the lowest set bit is exact, since borrows run
//! upwards. So masks are or-ed and their first hit taken, nothing else; but for those that say that each bit is exact.

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

/// Bytes of `word` that are between two ASCII characters: here each bit is exact.
#[inline]
const fn between(word: u64, first: u8, last: u8) -> u64 {
    // Of bytes below 128, no sum leaves its byte.
    let low = word & !HIGHS;
    (low + ONES * (0x80 - first as u64)) & !(low + ONES * (0x7F - last as u64)) & !word & HIGHS
}

/// Bytes of `word` that are ASCII letters: here each bit is exact.
#[inline]
pub(crate) const fn letters(word: u64) -> u64 {
    between(word | ONES * 0x20, b'a', b'z')
}

/// Bytes of `word` that are ASCII digits: here each bit is exact.
#[inline]
pub(crate) const fn digits(word: u64) -> u64 {
    between(word, b'0', b'9')
}

/// Bytes of `word` that are ASCII white space or control characters, but for the last of these: here each bit is exact.
#[inline]
pub(crate) const fn spaces(word: u64) -> u64 {
    !((word & !HIGHS) + ONES * (0x7F - b' ' as u64)) & !word & HIGHS
}

/// Of bytes of `word` that are letters, those that are small: here each bit is exact.
#[inline]
pub(crate) const fn is_small(word: u64) -> u64 {
    (word << 2) & HIGHS
}

/// An exact mask as eight bits, the lowest byte's being the lowest.
#[inline]
pub(crate) const fn bits(mask: u64) -> u64 {
    (mask >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
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
pub(crate) const fn first(mask: u64) -> usize {
    mask.trailing_zeros() as usize / 8
}

/// First position from `pos` on where `ends` holds, or the end. `mask` must mean all such bytes, and may mean others.
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
    fn exact_masks_mean_what_they_say() {
        let exact = |bytes: [u8; 8], is: fn(u8) -> bool| {
            u64::from_le_bytes(bytes.map(|byte| if is(byte) { 0x80 } else { 0 }))
        };
        for byte in 0..=255_u8 {
            for at in 0..8 {
                let word = 0x7F41_8020_5B60_3A2F_u64.to_le_bytes();
                let bytes: [u8; 8] =
                    core::array::from_fn(|place| if place == at { byte } else { word[place] });
                let word = u64::from_le_bytes(bytes);
                let is_letter = exact(bytes, |byte| byte.is_ascii_alphabetic());
                assert_eq!(letters(word), is_letter, "{bytes:?}");
                assert_eq!(letters(word) & is_small(word), exact(bytes, |byte| byte.is_ascii_lowercase()));
                assert_eq!(digits(word), exact(bytes, |byte| byte.is_ascii_digit()), "{bytes:?}");
                assert_eq!(spaces(word), exact(bytes, |byte| byte <= b' '), "{bytes:?}");
                let expected = (0..8).filter(|place| bytes[*place].is_ascii_alphabetic());
                assert_eq!(bits(is_letter), expected.map(|place| 1 << place).sum::<u64>());
            }
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
