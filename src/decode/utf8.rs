//! Streaming UTF-8 decoder: passes on well-formed pieces and replaces malformed sequences.

/// Maximum bytes of an incomplete character that waits for its end.
const CARRY_BYTES: usize = 3;

/// The streaming UTF-8 decoder.
///
/// In: bytes, cut anywhere. Out: the same as borrowed `&str`. Every maximal subpart of a malformed
/// sequence is one U+FFFD, as in the encoding standard, and is counted. A character cut by a chunk
/// boundary is carried over.
///
/// Cost: linear. Reads well-formed bytes once, with vector instructions. Copies only characters
/// that were cut; holds three bytes.
/// Source: the encoding standard, "UTF-8 decoder", without its handling of a byte order mark.
#[derive(Debug, Default)]
pub(super) struct Utf8 {
    /// The start of an incomplete character.
    carry: [u8; CARRY_BYTES],
    /// Number of bytes of `carry` in use. They are a valid prefix of some character.
    carried: usize,
}

impl Utf8 {
    /// Decodes `bytes`, which start at `offset` of the input. Returns the number of malformed
    /// sequences.
    pub(super) fn feed(&mut self, bytes: &[u8], offset: u64, out: &mut impl FnMut(&str, u64)) -> u64 {
        let (taken, mut decode_errors) = self.complete(bytes, offset, out);
        let bytes = &bytes[taken..];
        let (mut rest, tail) = bytes.split_at(bytes.len() - cut_bytes(bytes));
        let mut offset = offset + taken as u64;
        while !rest.is_empty() {
            let error = match simdutf8::compat::from_utf8(rest) {
                Ok(text) => {
                    out(text, offset);
                    break;
                }
                Err(error) => error,
            };
            let (good, bad) = rest.split_at(error.valid_up_to());
            if !good.is_empty() {
                // A second pass over the valid prefix of malformed input: the price of no `unsafe`.
                out(simdutf8::compat::from_utf8(good).unwrap_or_default(), offset);
                offset += good.len() as u64;
            }
            // No length means that `rest` ends inside the sequence. `tail` follows and starts a new
            // character, so it does not continue the sequence.
            let bad_bytes = error.error_len().unwrap_or(bad.len());
            decode_errors += 1;
            out(REPLACEMENT, offset);
            offset += bad_bytes as u64;
            rest = &bad[bad_bytes..];
        }
        if !tail.is_empty() {
            self.carry[..tail.len()].copy_from_slice(tail);
            self.carried = tail.len();
        }
        decode_errors
    }

    /// Ends the input at `offset`; a truncated character there is one U+FFFD. Returns the number of
    /// malformed sequences, zero or one.
    pub(super) fn finish(&mut self, offset: u64, out: &mut impl FnMut(&str, u64)) -> u64 {
        let carried = core::mem::take(&mut self.carried);
        if carried == 0 {
            return 0;
        }
        out(REPLACEMENT, offset - carried as u64);
        1
    }

    /// Completes the carried character. Out: bytes taken from the front of `bytes`, and the number
    /// of malformed sequences.
    fn complete(&mut self, bytes: &[u8], offset: u64, out: &mut impl FnMut(&str, u64)) -> (usize, u64) {
        if self.carried == 0 {
            return (0, 0);
        }
        let start_offset = offset - self.carried as u64;
        let mut character = [0; CARRY_BYTES + 1];
        for (taken, &byte) in bytes.iter().enumerate() {
            character[..self.carried].copy_from_slice(&self.carry[..self.carried]);
            character[self.carried] = byte;
            match core::str::from_utf8(&character[..=self.carried]) {
                Ok(text) => {
                    out(text, start_offset);
                    self.carried = 0;
                    return (taken + 1, 0);
                }
                // Still incomplete, so it is at most three bytes.
                Err(error) if error.error_len().is_none() => {
                    self.carry[self.carried] = byte;
                    self.carried += 1;
                }
                // This byte does not continue the character; it is read again on its own.
                Err(_) => {
                    out(REPLACEMENT, start_offset);
                    self.carried = 0;
                    return (taken, 1);
                }
            }
        }
        (bytes.len(), 0)
    }
}

/// Replacement for a malformed sequence.
pub(super) const REPLACEMENT: &str = "\u{FFFD}";

/// Number of bytes at the end of `bytes` that start a character without completing it.
fn cut_bytes(bytes: &[u8]) -> usize {
    let last = &bytes[bytes.len().saturating_sub(CARRY_BYTES)..];
    let Some(start) = last.iter().rposition(|byte| !(0x80..0xC0).contains(byte)) else { return 0 };
    let tail = &last[start..];
    match core::str::from_utf8(tail) {
        Err(error) if error.valid_up_to() == 0 && error.error_len().is_none() => tail.len(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{string::String, vec::Vec};

    /// Text, offsets of U+FFFD, and number of malformed sequences for `pieces` fed one by one.
    fn decode(pieces: &[&[u8]]) -> (String, Vec<u64>, u64) {
        let (mut text, mut bad_offsets, mut offset, mut decode_errors) = (String::new(), Vec::new(), 0, 0);
        let mut utf8 = Utf8::default();
        let mut out = |piece: &str, at| {
            text.push_str(piece);
            if piece == REPLACEMENT {
                bad_offsets.push(at);
            }
        };
        for piece in pieces {
            decode_errors += utf8.feed(piece, offset, &mut out);
            offset += piece.len() as u64;
        }
        decode_errors += utf8.finish(offset, &mut out);
        (text, bad_offsets, decode_errors)
    }

    #[test]
    fn sequences_are_mended_as_the_standard_library_does_it_wherever_they_are_cut() {
        // All strings over alphabets that combine each kind of leading, continuation and forbidden
        // byte.
        let alphabets: [&[u8]; 3] = [
            &[b'a', 0xC3, 0xA9, 0xC0, 0xFF],
            &[b'a', 0xE0, 0x80, 0xA0, 0xED],
            &[0xF0, 0x90, 0x8F, 0xF4, 0xE2],
        ];
        for alphabet in alphabets {
            for code in 0..alphabet.len().pow(5) {
                let bytes: Vec<u8> =
                    (0..5).map(|i| alphabet[code / alphabet.len().pow(i) % alphabet.len()]).collect();
                let wanted = String::from_utf8_lossy(&bytes);
                let chunks = bytes.utf8_chunks();
                let count = chunks.filter(|chunk| !chunk.invalid().is_empty()).count() as u64;
                let whole = decode(&[&bytes]);
                assert_eq!((&*whole.0, whole.2), (&*wanted, count), "{bytes:x?}");
                for cut in 1..5 {
                    assert_eq!(decode(&[&bytes[..cut], &bytes[cut..]]), whole, "{bytes:x?} at {cut}");
                }
                let single: Vec<&[u8]> = bytes.chunks(1).collect();
                assert_eq!(decode(&single), whole, "{bytes:x?}");
                // Inside a text long enough for vectors, at each position in a vector.
                let before = ["é日", "a"][code % 2].repeat(16 + code % 67);
                let long = [before.as_bytes(), &bytes, "日a".repeat(17).as_bytes()].concat();
                let (text, _, decode_errors) = decode(&[&long]);
                assert_eq!(
                    (&*text, decode_errors),
                    (&*String::from_utf8_lossy(&long), count),
                    "{bytes:x?} after {before}"
                );
            }
        }
    }

    #[test]
    fn a_replacement_has_the_offset_of_the_bad_bytes() {
        assert_eq!(decode(&[b"ab\xE2\x82", b"c\xFF"]).1, [2, 5]);
        assert_eq!(decode(&[b"ab\xE2\x82"]).1, [2]);
    }

    #[test]
    fn well_formed_bytes_are_lent_not_copied() {
        let page = "käse".as_bytes();
        let mut lent = false;
        Utf8::default().feed(page, 0, &mut |piece, _| lent = piece.as_ptr() == page.as_ptr());
        assert!(lent);
    }
}
