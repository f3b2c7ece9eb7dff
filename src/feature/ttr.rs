//! Text-to-tag ratio.

use crate::block::Record;

/// Characters of text per tag in one line-block.
///
/// In: a record. Out: characters per tag, finite and never negative; a block without tags is
/// divided by one.
///
/// Cost: constant, holds nothing.
/// Source: San 2014, section 4.1, equation (1). The tags are those inside the block. The
/// block-level tags before and after it are its boundaries and are not counted.
#[inline]
pub(crate) fn ttr(record: &Record) -> f32 {
    record.chars() as f32 / record.tags().max(1) as f32
}

/// Minimum words of a block whose average word length tells whether its script writes a word as one
/// character.
const MIN_WORDS_FOR_SCRIPT: u32 = 4;

/// Characters of an average word, including the space after it, in scripts that separate words by
/// spaces.
const CHARS_OF_WORD: u32 = 5;

/// Characters of a line-block, normalised to scripts that separate words by spaces. One character
/// of Han or kana counts as much as a word of other scripts. Texts of single letters and digits,
/// which are rare, are normalised too.
///
/// Cost: constant, holds nothing.
#[inline]
pub(crate) fn normalised_chars(record: &Record) -> u32 {
    let (chars, words) = (record.chars(), record.words());
    if words >= MIN_WORDS_FOR_SCRIPT && chars < 2 * words { CHARS_OF_WORD * words } else { chars }
}

/// [`ttr`] with normalised characters. Departure from equation (1), only for the learned decision:
/// its model was fitted to scripts that separate words by spaces.
#[inline]
pub(crate) fn normalised_ttr(record: &Record) -> f32 {
    normalised_chars(record) as f32 / record.tags().max(1) as f32
}
