//! Runs of visible characters: their ends, and their numbers of characters and words.

use super::SEGMENT_BYTES;
use super::chars::{CLASS, CharClass, SPACE, TEXT, WIDE, WORD, wide};
use crate::html::scan;

/// Number of words in a text, counted as for a block.
pub(crate) fn words(text: &str) -> u32 {
    let (mut pos, mut words, mut in_word) = (0, 0, false);
    while let Some(c) = text[pos..].chars().next() {
        let run = scan(text, pos, SEGMENT_BYTES.min(text.len() - pos), in_word);
        words += u32::from(run.words);
        in_word = run.ends_in_word;
        if run.end == pos {
            in_word &= !c.is_whitespace() && wide(c) != CharClass::PendingMarks;
            pos += c.len_utf8();
        } else {
            pos = run.end;
        }
    }
    words
}

/// Run of visible characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) end: usize,
    pub(super) chars: u16,
    pub(super) words: u16,
    pub(super) ends_in_word: bool,
}

/// Finds and counts a run of visible characters, at most `room` bytes long.
///
/// Cost: linear in the run; a few instructions per byte of ASCII.
#[inline(always)]
pub(super) fn scan(text: &str, start: usize, room: usize, in_word: bool) -> Run {
    let bytes = text.as_bytes();
    let limit = bytes.len().min(start + room);
    let mut run = Run { end: start, chars: 0, words: 0, ends_in_word: in_word };
    // Whether the last byte is a space that may not belong to the run. `ends_in_word` then
    // describes the byte before it.
    let mut space = false;
    while run.end < limit {
        if bytes[run.end].is_ascii()
            && let Some(chunk) = chunk(bytes, run.end, limit)
        {
            let plain = Plain::of(&chunk, run.ends_in_word && !space, space);
            if plain.len > 0 {
                run.end += plain.len;
                run.chars += plain.len as u16;
                run.words += plain.words;
                space = bytes[run.end - 1] == b' ';
                if !space {
                    run.ends_in_word = is_letter(bytes[run.end - 1]);
                } else if plain.len > 1 {
                    run.ends_in_word = is_letter(bytes[run.end - 2]);
                }
            }
            if plain.len == CHUNK {
                continue;
            }
        }
        if space || run.end == limit || !run.take(text, limit) {
            break;
        }
    }
    if space {
        run.end -= 1;
        run.chars -= 1;
    }
    run
}

/// Whether an ASCII character is part of a word.
#[inline(always)]
fn is_letter(byte: u8) -> bool {
    CLASS[usize::from(byte)] == WORD
}

impl Run {
    /// Takes the next character, which must exist; `false` if it does not belong to the run.
    #[inline(always)]
    fn take(&mut self, text: &str, limit: usize) -> bool {
        let (bytes, pos) = (text.as_bytes(), self.end);
        let mut len = 1;
        match CLASS[usize::from(bytes[pos])] {
            WORD => self.take_letter(),
            TEXT => self.ends_in_word = false,
            SPACE => {
                // A single space between two visible characters is part of the run.
                let is_inner = bytes[pos] == b' '
                    && pos + 1 < limit
                    && matches!(CLASS[usize::from(bytes[pos + 1])], WORD | TEXT);
                if !is_inner {
                    return false;
                }
                self.ends_in_word = false;
            }
            WIDE => {
                let Some(c) = text[pos..].chars().next() else { return false };
                len = c.len_utf8();
                if pos + len > limit {
                    return false;
                }
                match wide(c) {
                    CharClass::Space | CharClass::Nothing | CharClass::PendingMarks => return false,
                    CharClass::Mark => self.ends_in_word = false,
                    CharClass::Joined => {}
                    CharClass::Letter => self.take_letter(),
                    CharClass::WholeWord => {
                        self.words += 1;
                        self.ends_in_word = false;
                    }
                    CharClass::HalfWord => {
                        self.words += u16::from(!self.ends_in_word);
                        self.ends_in_word = !self.ends_in_word;
                    }
                }
            }
            _ => return false,
        }
        self.chars += 1;
        self.end += len;
        true
    }

    #[inline(always)]
    fn take_letter(&mut self) {
        self.words += u16::from(!self.ends_in_word);
        self.ends_in_word = true;
    }
}

/// Bytes scanned at once.
const CHUNK: usize = scan::WIDTH;

/// The bytes from `pos` up to `limit`, padded with zeros. Returns `None` for texts too short to
/// benefit.
#[inline(always)]
fn chunk(bytes: &[u8], pos: usize, limit: usize) -> Option<[u8; CHUNK]> {
    if let Some(chunk) = bytes[pos..limit].first_chunk() {
        return Some(*chunk);
    }
    if let Some(last) = bytes[..limit].last_chunk() {
        // The last bytes of a long text, shifted down.
        return Some((u128::from_le_bytes(*last) >> (8 * (pos + CHUNK - limit))).to_le_bytes());
    }
    // A short text, assembled from its two ends, which overlap.
    let text = &bytes[pos..limit];
    let (begin, end) = (text.first_chunk()?, text.last_chunk()?);
    let moved = u128::from(u64::from_le_bytes(*end)) << (8 * (text.len() - size_of::<u64>()));
    Some((u128::from(u64::from_le_bytes(*begin)) | moved).to_le_bytes())
}

/// Leading bytes of a chunk that are visible ASCII characters or single spaces.
struct Plain {
    len: usize,
    words: u16,
}

impl Plain {
    /// `in_word`, `space`: whether a word, or a space, ends before the chunk.
    #[inline(always)]
    fn of(chunk: &[u8; CHUNK], in_word: bool, space: bool) -> Self {
        let spaces = scan::between(chunk, b' ', b' ');
        let words = scan::letters_and_digits(chunk) | scan::between(chunk, b'_', b'_');
        let others = !scan::between(chunk, b' ', b'~') & ALL;
        let ends = others | spaces & (spaces << 1 | u64::from(space));
        let begins = words & !(words << 1 | u64::from(in_word));
        // The bit after the last byte marks the end of the chunk.
        let len = (ends | 1 << CHUNK).trailing_zeros();
        Self { len: len as usize, words: (begins & ((1 << len) - 1)).count_ones() as u16 }
    }
}

/// One bit for each byte of a chunk.
const ALL: u64 = (1 << CHUNK) - 1;

#[cfg(test)]
mod tests {
    use super::*;

    /// Reference implementation, one character after the other.
    fn slow_scan(text: &str, start: usize, room: usize, in_word: bool) -> Run {
        let limit = text.len().min(start + room);
        let mut run = Run { end: start, chars: 0, words: 0, ends_in_word: in_word };
        while run.end < limit && run.take(text, limit) {}
        run
    }

    proptest::proptest! {
        #[test]
        fn chunks_are_counted_as_characters_are(
            text in "([a-zA-Z0-9_]{1,9}|[ ]{1,2}|[\\[`{@/:^~!-]{1,3}|\n|\u{7f}|\u{1}|é|ß|漢|の|[กเ]{1,3}|ี|\u{a0}|\u{ad}|\u{300}|…){0,30}",
            room in 0_usize..90,
            in_word: bool,
        ) {
            for (start, c) in text.char_indices() {
                // The function expects a visible first character.
                if c == ' ' {
                    continue;
                }
                proptest::prop_assert_eq!(scan(&text, start, room, in_word), slow_scan(&text, start, room, in_word));
            }
        }
    }
}
