//! Text-to-tag ratio.

use crate::block::Record;

/// Characters of text per tag in one line-block.
///
/// In: a record. Out: characters per tag, finite and never negative; a block without tags is
/// divided by one.
///
/// Cost: constant, holds nothing.
/// Source: San 2014, section 4.1, equation (1). Its tags are those inside the block; the
/// block-level tags around it are the block's edges, not part of it.
#[inline]
pub(crate) fn ttr(record: &Record) -> f32 {
    record.chars() as f32 / record.tags().max(1) as f32
}

/// Words from which on their length tells whether a script writes each with a character.
const TELLING_WORDS: u32 = 4;

/// Characters of a word, with the space behind it, where words are parted by spaces.
const CHARS_OF_WORD: u32 = 5;

/// Characters of a line-block, in the measure of scripts that part words by spaces: Han and kana
/// say with one what takes others a word. Texts of single letters and digits, which are few, are
/// taken for such.
///
/// Cost: constant, holds nothing.
#[inline]
pub(crate) fn spaced_chars(record: &Record) -> u32 {
    let (chars, words) = (record.chars(), record.words());
    if words >= TELLING_WORDS && chars < 2 * words { CHARS_OF_WORD * words } else { chars }
}

/// [`ttr`] in this measure. Departure from equation (1), for the learned decision alone, which was
/// fitted to pages that part words by spaces.
#[inline]
pub(crate) fn spaced_ttr(record: &Record) -> f32 {
    spaced_chars(record) as f32 / record.tags().max(1) as f32
}
